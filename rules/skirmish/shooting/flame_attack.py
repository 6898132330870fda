"""Flame templates in a battle: one is laid, needs no hit roll, and strikes all whom it reaches.

Source: main-rulebook, Shooting with template weapons; Twin guns blazing; Save rolls and vision arc.
"""

import math
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from rules.citations import Cover
from rules.engine.procedure_steps import Choose, Option, Procedure, Say, call
from rules.errors import RulesError
from rules.hazards.flame_hits import PLACING, Flame, flamed
from rules.hazards.flame_placement import best_flames
from rules.skirmish.shooting.ammo_checks import fired
from rules.skirmish.shooting.ranged_hits import Strikes, strikes_from
from rules.skirmish.shooting.shot_hit_roll import Gun, cover_of
from rules.skirmish.shooting.target_choice import fires_blindly, gang_of
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.condition_marks import ALL_ROUND
from rules.skirmish.state.placement import typed_point, written
from rules.skirmish.state.skirmish_rules import skirmish_rules
from scene.geometry.mesh import Point
from scene.table.table import Table

COVERS: tuple[Cover, ...] = ("open", "partial", "full")
LAY = "where to lay the template"
"""What is asked then; the options are templates as they lie."""
FACINGS = tuple(45.0 * eighth for eighth in range(8))
"""Degrees in which a shooter who sees all round looks for the best template: their arcs overlap by half."""
OFFERED = 8
"""Ways to lay a template that are offered; any other may be typed."""


@dataclass(frozen=True)
class Spray:
    """One weapon's template as it lies."""

    shooter: str
    gun: Gun
    flame: Flame


def sprays(battle: Battle, shooter: str) -> tuple[tuple[Point, Flame], ...]:
    """Where a template can be aimed at and whom it hits then: each set of fighters once, the best first.

    Each enemy counts as much as each friend counts against it. Whoever sees all round, or fires blindly, may lay it in any
    direction, and lays it as if on his feet.
    """
    gang, found = gang_of(battle, shooter), dict[tuple[str, ...], tuple[Point, Flame, float]]()
    worth = tuple((model.id, -1.0 if model.gang == gang else 1.0) for model in battle.on_table())
    for turned in _turnings(battle, shooter):
        for at, flame, value in _sprays(table_of(turned), shooter, worth):
            found.setdefault(tuple(sorted(flame.hits)), (at, flame, value))
    best = sorted(found.values(), key=lambda one: -one[2])
    return tuple((at, flame) for at, flame, _ in best)


def _turnings(battle: Battle, shooter: str) -> tuple[Battle, ...]:
    """The shooter in all ways in which a template may lie within his vision arc."""
    if not _lays_all_round(battle, shooter):
        return (battle,) if battle.model(shooter).status == "standing" else ()
    return tuple(battle.changed(shooter, status="standing", facing=facing) for facing in FACINGS)


def _lays_all_round(battle: Battle, shooter: str) -> bool:
    model = battle.model(shooter)
    return fires_blindly(battle, shooter) or (model.has(ALL_ROUND) > 0 and model.status == "standing")


def _turned(battle: Battle, shooter: str, at: Point) -> Battle:
    """The shooter as he lays a template along a place: who may lay it in any direction faces it."""
    if not _lays_all_round(battle, shooter):
        return battle
    (x, y, _), (to_x, to_y, _) = battle.model(shooter).position, at
    return battle.changed(shooter, status="standing", facing=math.degrees(math.atan2(to_y - y, to_x - x)) % 360.0)


@lru_cache(maxsize=256)
def _sprays(table: Table, shooter: str, worth: tuple[tuple[str, float], ...]) -> tuple[tuple[Point, Flame, float], ...]:
    return best_flames(table, shooter, dict(worth))


def lay_template(battle: Battle, shooter: str, gun: Gun, must: frozenset[str] = frozenset()) -> Procedure[Spray | None]:
    """A template is laid by the gang that shoots; None where it cannot hit any of those that it ``must``."""
    fitting = [(at, flame) for at, flame in sprays(battle, shooter) if not must or must & set(flame.hits)]
    if not fitting:
        yield Say(f"the template of {gun.label} reaches none of: {_listed(battle, must)}", PLACING)
        return None
    options = tuple(Option(written(at), _named(battle, shooter, flame), flame) for at, flame in fitting[:OFFERED])
    hint = "x y z, or x y on the shooter's level: a place on its axis, inches"
    read = partial(_read, battle, shooter, must)
    flame: Flame = yield Choose(LAY, gang_of(battle, shooter), options, read, shooter, PLACING, hint)
    return Spray(shooter, gun, flame)


def _named(battle: Battle, shooter: str, flame: Flame) -> str:
    own = {model.id for model in battle.on_table(gang_of(battle, shooter))}
    return "over " + ", ".join(battle.called(name) + " (a friend)" * (name in own) for name in flame.hits)


def _listed(battle: Battle, people: frozenset[str]) -> str:
    return ", ".join(map(battle.called, sorted(people)))


def spray_at(battle: Battle, shooter: str, target: str, gun: Gun, at: Point | None = None) -> Spray:
    """A template laid along a place, or where it hits a target and does best besides.

    Raises:
        RulesError: if it cannot be laid so, or hits the target nowhere.
    """
    if at is not None:
        return Spray(shooter, gun, flamed(table_of(_turned(battle, shooter, at)), shooter, at))
    for _, flame in sprays(battle, shooter):
        if target in flame.hits:
            return Spray(shooter, gun, flame)
    raise RulesError(f"the template of {gun.label} cannot be laid so that it hits {battle.called(target)}")


def _read(battle: Battle, shooter: str, must: frozenset[str], text: str) -> Option:
    """A typed place to aim at."""
    at = typed_point(text, battle.model(shooter).position[2])
    flame = flamed(table_of(_turned(battle, shooter, at)), shooter, at)
    if not flame.hits:
        raise RulesError("the template hits nobody there")
    if must and not must & set(flame.hits):
        raise RulesError(f"both pistols have to be used against the same target: {_listed(battle, must)}")
    return Option(text, text, flame)


def spray(battle: Battle, spray: Spray) -> Procedure[tuple[Strikes, bool]]:
    """A template: whom it strikes, and whether the weapon runs out of ammo."""
    for one in spray.flame.because:
        yield Say(one.text, one.source)
    hit = battle.all_called(spray.flame.hits)
    yield Say(f"the template hits {hit or 'nobody'}", PLACING, shown=spray.flame)
    _, dry = yield from call(fired, spray.shooter, spray.gun.weapon, spray.gun.profile)
    place = battle.model(spray.shooter).position[:2]
    strikes = strikes_from(battle, place, tuple((name, 1) for name in spray.flame.hits))
    return tuple(replace(one, cover=_on_save(battle, spray.shooter, one.fighter)) for one in strikes), dry


def _on_save(battle: Battle, shooter: str, fighter: str) -> int:
    """What the cover of somebody from a shooter adds to his save against a template."""
    number = skirmish_rules(battle).shooting.template_save
    if not any(number) or fighter == shooter:
        return 0
    added: dict[Cover, int] = dict(zip(COVERS, number, strict=True))
    return added.get(cover_of(battle, shooter, fighter), 0)
