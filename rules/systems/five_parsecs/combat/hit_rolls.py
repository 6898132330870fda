"""What the shots of an attack need to hit, and who is hit.

Sources: five-parsecs: Cover and rolling to hit, Good shot, Gun slinging, Panic fire, Crouching, Firefights, Enemy overwatch,
Outcomes (of seizing the initiative).
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np

from rules.citations import Reason
from rules.engagement import gap_to
from rules.engine.procedure_steps import Modifier, Procedure, Roll, Say, call
from rules.engine.shown_events import ShotShown
from rules.sight.sight_rulings import UNNOTICEABLE
from rules.skirmish.state.battle_sight import figure_of, verdict
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.battle_view import faced, from_flank, from_height
from rules.systems.five_parsecs.conditions.figure_now import combat_now, is_crew, weapon_of
from rules.systems.five_parsecs.conditions.too_close import counts_as_cover
from rules.systems.five_parsecs.harm.hits import SIDES, BattleHit, resolve_hit
from rules.systems.five_parsecs.terrain_features import FIGURE_HEIGHT
from scene.table.table import Figure, Piece

HIT_ROLL = "Cover and rolling to hit"
GOOD_SHOT = "Good shot"
IN_OPEN, IN_COVER = 5, 6
"""What a hit roll has to reach. Source: five-parsecs, Cover and rolling to hit."""
CONTACT = 0.1
"""Inches: a base no farther from a piece is in contact with it."""
LARGEST = 2.0
"""Inches: no side of a piece behind which one crouches is longer."""

Manner = Literal["fire", "snap fire", "overwatch", "firefight", "before the battle", "covering fire", "hits by itself"]
NATURAL_SIX: dict[Manner, str] = {
    "overwatch": "Enemy overwatch",
    "firefight": "Firefights",
    "before the battle": "Outcomes",
    "covering fire": "Escalation table",
}
"""The manners of firing that hit with a natural 6 only, and where that stands."""


@dataclass(frozen=True)
class AimedShots:
    """Shots of one weapon at one target.

    Attributes:
        weapon: its name.
        target: at whom.
        count: how many.
    """

    weapon: str
    target: str
    count: int


@dataclass(frozen=True)
class FireAttack:
    """An attack with ranged weapons that was settled on.

    Attributes:
        shooter: who fires.
        shots: at whom with what, the initial target first.
        manner: how.
        panic: whether a pistol is emptied.
    """

    shooter: str
    shots: tuple[AimedShots, ...]
    manner: Manner = "fire"
    panic: bool = False

    @property
    def targets(self) -> tuple[str, ...]:
        """Everybody fired at, the initial target first."""
        return tuple(dict.fromkeys(one.target for one in self.shots))

    @property
    def weapons(self) -> tuple[str, ...]:
        """What is fired."""
        return tuple(dict.fromkeys(one.weapon for one in self.shots))


@dataclass(frozen=True)
class SettledShots:
    """Shots of one weapon at one target, with all that they depend on.

    Attributes:
        roll: for them; None where they hit by themselves.
        good: the natural faces that hit.
        good_shot: why a die with a 1 is rolled again; empty where none is.
        hit: what each of them is that hits, but for being critical.
        count: how many there are.
    """

    roll: Roll | None
    good: frozenset[int]
    good_shot: str
    hit: BattleHit
    count: int


@dataclass(frozen=True)
class Fired:
    """What came of the shots of an attack.

    Attributes:
        battle: after them.
        missed: whether all of them missed.
        fumbled: whether one of them was a natural 1.
    """

    battle: Battle
    missed: bool
    fumbled: bool


def shots_roll(battle: Battle, attack: FireAttack, shots: AimedShots) -> Roll:
    """The hit roll of shots at one target."""
    dice = "D6" if shots.count == 1 else f"{shots.count}D6"
    what = f"hit roll, {shots.weapon}"
    shooter, target = attack.shooter, battle.called(shots.target)
    about = ShotShown(shooter, shots.target, good_faces(battle, attack, shots.target))
    if (source := NATURAL_SIX.get(attack.manner)) is not None:
        means = _means(shots.count, frozenset({SIDES}))
        return Roll(what, dice, shooter, "a natural 6", (), source, shown=about, means=means)
    covered = counts_as_cover(battle, shooter, shots.target)
    needed = IN_COVER if covered else IN_OPEN
    needs = f"{needed}+, as {target} is {'in cover' if covered else 'in the open'}"
    skill = combat_now(battle, shooter)
    if len(attack.weapons) > 1:
        needs, skill = f"{needs}, and no combat skill counts with two pistols", 0
    why = (Modifier(skill, Reason("combat skill", HIT_ROLL)),) if skill else ()
    return Roll(what, dice, shooter, needs, why, HIT_ROLL, shown=about, means=_means(shots.count, hitting(needed - skill)))


def hitting(least: int) -> frozenset[int]:
    """The natural faces that hit."""
    return frozenset(face for face in range(1, SIDES + 1) if face >= least)


@lru_cache(maxsize=64)
def _means(count: int, good: frozenset[int]) -> tuple[tuple[str, tuple[tuple[int, ...], ...]], ...]:
    """Of one die, what its faces mean; of several, that is told of each."""
    if count > 1:
        return ()
    hit, miss = ([(face,) for face in range(1, SIDES + 1) if (face in good) == wanted] for wanted in (True, False))
    return tuple((words, tuple(faces)) for words, faces in (("hit", hit), ("missed", miss)) if faces)


def good_faces(battle: Battle, attack: FireAttack, target: str) -> frozenset[int]:
    """The natural faces with which a shot of an attack hits somebody."""
    if attack.manner == "hits by itself":
        return hitting(1)
    if attack.manner in NATURAL_SIX:
        return frozenset({SIDES})
    skill = 0 if len(attack.weapons) > 1 else combat_now(battle, attack.shooter)
    return hitting((IN_COVER if counts_as_cover(battle, attack.shooter, target) else IN_OPEN) - skill)


def good_shot(battle: Battle, shooter: str, target: str) -> str | None:
    """Why a shot is a good one, in words; None where it is not. Source: five-parsecs, Good shot."""
    if from_height(battle, shooter, target):
        return "from a height"
    flanked = from_flank(battle, shooter, target) and not counts_as_cover(battle, shooter, target)
    return "from the flank" if flanked else None


def turned(battle: Battle, attack: FireAttack) -> Battle:
    """The battle in which the shooter faces as he fires: enemies turn to the target, the crew only before the battle.

    Source: five-parsecs, Arc of fire.
    """
    turns = not is_crew(battle, attack.shooter) or attack.manner == "before the battle"
    return faced(battle, attack.shooter, attack.targets[0]) if turns else battle


def settled(battle: Battle, attack: FireAttack) -> tuple[SettledShots, ...]:
    """All shots of an attack with what their geometry comes to: nothing of it is looked at again while they fall."""
    return tuple(_settled(battle, attack, shots) for shots in attack.shots)


def _settled(battle: Battle, attack: FireAttack, shots: AimedShots) -> SettledShots:
    by_itself = attack.manner == "hits by itself"
    damage = weapon_of(battle, attack.shooter, shots.weapon).damage
    behind = crouches_behind(battle, attack.shooter, shots.target) or ""
    hit = BattleHit(shots.target, damage, attack.shooter, behind=behind, weapon=shots.weapon)
    return SettledShots(
        None if by_itself else shots_roll(battle, attack, shots),
        good_faces(battle, attack, shots.target),
        (good_shot(battle, attack.shooter, shots.target) or "") if not by_itself else "",
        hit,
        shots.count,
    )


def volley(battle: Battle, shots: tuple[SettledShots, ...]) -> Procedure[Fired]:
    """Shots that fall: all are rolled before any hit is resolved."""
    hits: list[BattleHit] = []
    fumbled = rerolled = False
    for one in shots:
        if one.roll is None:
            hits += [one.hit] * one.count
            continue
        faces: tuple[int, ...] = yield one.roll
        if one.good_shot and 1 in faces and 1 not in one.good and not rerolled:
            rerolled = True
            faces = yield from _rerolled(one, faces)
        fumbled = fumbled or 1 in faces
        hits += [replace(one.hit, critical=face == SIDES) for face in sorted(faces) if face in one.good]
    if sum(one.count for one in shots) > 1 or shots[0].roll is None:
        # A single die has told it.
        told = battle.all_called(dict.fromkeys(hit.target for hit in hits))
        yield Say(f"{told}: {_counted(len(hits))}" if hits else "no hits", HIT_ROLL)
    return (yield from call(_resolved, battle, tuple(hits), fumbled))


def _rerolled(shots: SettledShots, faces: tuple[int, ...]) -> Procedure[tuple[int, ...]]:
    """One die that shows a 1 is rolled again."""
    tells = f"a good shot {shots.good_shot}: one die that shows a 1 is rolled again"
    means = _means(1, shots.good)
    (again,) = yield Roll("good shot", "D6", shots.hit.attacker, "", (), GOOD_SHOT, means=means, tells=tells)
    place = faces.index(1)
    return (*faces[:place], *faces[place + 1 :], again)


def _resolved(battle: Battle, hits: tuple[BattleHit, ...], fumbled: bool) -> Procedure[Fired]:  # noqa: FBT001 - by position
    """The hits of an attack, one after the other."""
    for hit in hits:
        battle = yield from call(resolve_hit, battle, hit)
    return Fired(battle, missed=not hits, fumbled=fumbled)


def _counted(hits: int) -> str:
    return "a hit" if hits == 1 else f"{hits} hits"


def crouches_behind(battle: Battle, shooter: str, target: str) -> str | None:
    """The piece that a target crouches behind: no larger than a figure, in contact, and crossed by the line of fire."""
    hidden = verdict(battle, shooter, target).ruling.geometry
    if hidden is None:
        return None
    crossed = {one.id for one in hidden.by if one.kind == "terrain" and one.share > UNNOTICEABLE}
    figure = figure_of(battle, target)
    pieces = [one for one in battle.setting.table.terrain.pieces if one.id in crossed and is_small(one)]
    touching = [one.id for one in pieces if battle.piece_state(one.id) != "gone" and _touches(figure, one)]
    return touching[0] if touching else None


def is_small(piece: Piece) -> bool:
    """Whether one crouches behind a piece: barrels, crates and the like."""
    x, y, z = np.ptp(piece.placed.bounds, axis=0).tolist()
    return piece.kind in {"scatter", "obstacle"} and z <= FIGURE_HEIGHT + 1e-6 and max(x, y) <= LARGEST + 1e-6


def _touches(figure: Figure, piece: Piece) -> bool:
    return gap_to(figure, piece) <= CONTACT
