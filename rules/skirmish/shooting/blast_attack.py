"""Blast weapons in a battle: the marker is placed, its hit roll made, it scatters, and strikes.

Its arrow is read in whole degrees, so that all 2,160 scatters of a marker can be worked out at once, and odds are exact.
Source: main-rulebook, Shooting with blast weapons; Hand thrown grenades; Save rolls and vision arc.
"""

import math
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np

from rules.body_limits import STEP
from rules.engine.dice import CIRCLE, is_hit_symbol, outcomes
from rules.engine.dice import SCATTER as SCATTER_DIE
from rules.engine.procedure_steps import Choose, Option, Procedure, Roll, Say, call
from rules.errors import RulesError
from rules.hazards.blast_marker import (
    FARTHEST,
    MISFIRE,
    PLACING,
    SCATTER,
    SLIDE,
    Blast,
    Marker,
    Outcomes,
    Rolls,
    fate,
    over_base,
    placed,
    resolved,
    scattered,
)
from rules.skirmish.injury.hit_resolution import in_arc
from rules.skirmish.shooting.ammo_checks import fired
from rules.skirmish.shooting.ranged_hits import Strike, Strikes
from rules.skirmish.shooting.shot_hit_roll import Gun, Shot, hit_roll, shot_at
from rules.skirmish.shooting.target_choice import gang_of
from rules.skirmish.state.battle_sight import figure_of, table_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import success
from rules.skirmish.state.placement import typed_point, written
from rules.skirmish.state.skirmish_rules import skirmish_rules
from scene.base.memo import memoized
from scene.geometry.mesh import Point
from scene.hazards.blast_coverage import LOOKS, touched
from scene.hazards.scatter_slide import ends
from scene.table.footprints import plan_disc
from scene.table.table import Figure, Table

PUT = "where to put the marker"
"""What is asked then; the options are shots with their markers."""


@dataclass(frozen=True)
class MarkerShown:
    """A marker on the table, for whoever watches.

    Attributes:
        marker: as it was placed.
        degrees: of the arrow along which it scatters; None before the scatter die has fallen, or where it stays.
        blast: what has become of it; None before that.
    """

    marker: Marker
    degrees: float | None = None
    blast: Blast | None = None


def aimed_blast(battle: Battle, shooter: str, target: str, gun: Gun, *, twin: bool = False, at: Point | None = None) -> Shot:
    """The shot of a blast weapon with its marker at a place; over the middle of the target's base by default.

    Raises:
        RulesError: if the marker may not be placed there.
    """
    shot = shot_at(battle, shooter, target, gun, twin=twin)
    return with_marker(shot, marker_at(battle, shooter, target, gun, at or battle.model(target).position))


def with_marker(shot: Shot, marker: Marker) -> Shot:
    """A shot with its marker, whose place tells whether it is in range."""
    fields = (shot.shooter, shot.target, shot.gun, shot.skill, shot.modifiers, shot.cover)
    return Shot(*fields, in_range=not marker.missed, marker=marker, misses_full=shot.misses_full)


def marker_at(battle: Battle, shooter: str, target: str, gun: Gun, at: Point) -> Marker:
    """The marker of a blast weapon placed for a shot at a target.

    Raises:
        RulesError: if it may not be placed there.
    """
    profile, victim = gun.profile, figure_of(battle, target)
    size, reach = float(profile.number("blast")), (profile.short or 0.0, profile.long or 0.0)
    lobbed, table, over = profile.has("grenade"), table_of(battle), at == victim.position
    at = over_base(table, victim) if over else at
    bursts = skirmish_rules(battle).shooting.mid_air == "goes off"
    marker = placed(table, shooter, at, size, reach=reach, lobbed=lobbed, target=victim, goes_off=bursts)
    faults = [note.text for note in marker.notes if note.source == PLACING and not over]
    if not touched([victim], np.array([at]), size / 2.0)[0, 0]:
        faults.append(f"the marker has to be over the base of {victim.called}, if only in part")
    elif (fault := _off_level(table, victim, at)) is not None:
        faults.append(fault)
    if faults:
        raise RulesError(faults)
    return marker


def _off_level(table: Table, victim: Figure, at: Point) -> str | None:
    """What is wrong with the height of a marker: it lies over a base, neither below its floor nor in the air above it."""
    up = at[2] - victim.position[2]
    if up < -STEP:
        return f"the marker would lie below {victim.called}; it has to be over the base, if only in part"
    in_air = up > STEP and ends(table, np.array([at]), np.array([at[:2]]), np.array([False]), SLIDE).mid_air[0]
    if not in_air:
        return None
    return f"nothing is there for the marker to lie on; place it on a floor, or on the level of {victim.called}"


def place_marker(battle: Battle, shot: Shot) -> Procedure[Shot]:
    """The shot of a blast weapon with its marker where the gang that shoots puts it."""
    shooter, target = shot.shooter, shot.target
    there = battle.model(target).position
    over = _marked(battle, shot, written(there), there, f"over {battle.called(target)}")
    hint = "x y z, or x y on the target's level: the middle of the marker, inches"
    what, who = PUT, gang_of(battle, shooter)
    placed: Shot = yield Choose(what, who, (over,), partial(_read, battle, shot), shooter, PLACING, hint)
    return placed


def _read(battle: Battle, shot: Shot, text: str) -> Option:
    """A typed place for the marker."""
    return _marked(battle, shot, text, typed_point(text, battle.model(shot.target).position[2]), text)


def _marked(battle: Battle, shot: Shot, key: str, at: Point, words: str) -> Option:
    return Option(key, words, with_marker(shot, marker_at(battle, shot.shooter, shot.target, shot.gun, at)))


def blast(battle: Battle, shot: Shot) -> Procedure[tuple[Strikes, bool]]:
    """A blast: whom it strikes, and whether the weapon runs out of ammo."""
    marker = shot.marker
    assert marker is not None
    for note in marker.notes:
        yield Say(note.text, note.source)
    hits = shot.in_range and (yield from call(hit_roll, shot))
    _, dry = yield from call(fired, shot.shooter, shot.gun.weapon, shot.gun.profile)
    if hits:
        found = resolved(table_of(battle), marker)
        yield from _told(battle, marker, found)
        return _strikes(battle, shot, found), dry
    return (yield from call(scatter, battle, shot)), dry


def scatter(battle: Battle, shot: Shot) -> Procedure[Strikes]:
    """A marker scatters: whom it strikes in the end."""
    marker, table = shot.marker, table_of(battle)
    assert marker is not None
    die = yield Roll("scatter die", SCATTER_DIE, shot.shooter, source=SCATTER, shown=MarkerShown(marker))
    degrees, symbol = die[1], is_hit_symbol(die)
    (inches,) = yield Roll("scatter", "D6", shot.shooter, source=SCATTER, shown=MarkerShown(marker, degrees))
    if symbol and inches == 1:
        called = ("misfire", "dud")
        there, good = MarkerShown(marker, degrees), frozenset({1})
        ask = Roll("misfire", "D6", shot.shooter, "1 for a misfire", source=MISFIRE, good=good, called=called, shown=there)
        second = 1 if (yield from success(ask)) else 2
        found = resolved(table, marker, Rolls(degrees, inches, symbol, second))
    else:
        rolls, known = Rolls(degrees, inches, symbol), _known(table).get(marker)
        if known is None:
            found = resolved(table, marker, rolls)
        else:
            found = fate(table, marker, rolls, known, degrees * FARTHEST + inches - 1)
    yield from _told(battle, marker, found)
    return _strikes(battle, shot, found)


def _told(battle: Battle, marker: Marker, found: Blast) -> Procedure[None]:
    shown = MarkerShown(marker, None if found.rolls is None else found.rolls.degrees, found)
    for one in found.because:
        yield Say(one.text, one.source, shown=shown)
    if found.hits or found.ended not in {"dud", "off-table", "mid-air"}:
        hit = battle.all_called(found.hits)
        yield Say(f"the blast hits {hit or 'nobody'}", SCATTER, shown=shown)


def foresee(battle: Battle, marker: Marker) -> None:
    """Works out all scatters of a marker at once, for odds that go through all of them; one alone is quicker by itself."""
    table = table_of(battle)
    if marker not in _known(table):
        _known(table)[marker] = fates(table, marker)


@memoized
def _known(_table: Table) -> dict[Marker, Outcomes]:
    """All that is known of scatters on a table."""
    return {}


def scatter_shares(battle: Battle, shot: Shot) -> dict[Strikes, Fraction]:
    """What `scatter` strikes, each with its share of all ways in which the dice fall; the same as going through them all."""
    marker, table = shot.marker, table_of(battle)
    assert marker is not None
    foresee(battle, marker)
    found = _known(table)[marker]
    symbol = sum((share for faces, share in outcomes(SCATTER_DIE) if is_hit_symbol(faces)), Fraction(0))
    each = Fraction(1, CIRCLE * FARTHEST)
    shares: dict[Strikes, Fraction] = defaultdict(Fraction)
    for row, (hits, middle) in enumerate(zip(found.hits, found.middle.tolist(), strict=True)):
        names = [table.figures[place].id for place in np.flatnonzero(hits)]
        strikes = tuple(_strike(battle, shot, name, (middle[0], middle[1], middle[2])) for name in names)
        # The shortest scatter with the hit symbol is a misfire or a dud.
        shares[strikes] += each * (1 if row % FARTHEST else 1 - symbol)
    wrong = symbol / FARTHEST
    backfires = resolved(table, marker, Rolls(0, 1, symbol=True, second=1))
    shares[_strikes(battle, shot, backfires)] += wrong / 6
    shares[()] += wrong * Fraction(5, 6)
    return dict(shares)


def fates(table: Table, marker: Marker) -> Outcomes:
    """What becomes of a marker for each whole degree and, within it, each throw of the D6."""
    turns, inches = np.meshgrid(np.radians(np.arange(CIRCLE)), np.arange(1.0, FARTHEST + 1.0), indexing="ij")
    return scattered(table, marker, turns.ravel(), inches.ravel(), looks=LOOKS[-1])


def _strikes(battle: Battle, shot: Shot, found: Blast) -> Strikes:
    return tuple(_strike(battle, shot, name, found.middle) for name in found.hits)


def _strike(battle: Battle, shot: Shot, name: str, middle: Point) -> Strike:
    return Strike(name, 1, _from_front(battle, shot.shooter, name, middle))


def _from_front(battle: Battle, shooter: str, fighter: str, middle: Point) -> bool:
    """Whether a blast comes from within somebody's vision arc; the shooter's place counts where its middle is over his base.

    Nobody faces a misfire of his own. Source: main-rulebook, Save rolls and vision arc.
    """
    disc = plan_disc(figure_of(battle, fighter))
    above = math.dist(middle[:2], disc.centre) <= disc.radius
    if above and fighter == shooter:
        return False
    return in_arc(battle, fighter, battle.model(shooter).position[:2] if above else middle[:2])
