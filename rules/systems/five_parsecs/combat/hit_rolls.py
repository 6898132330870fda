"""What the shots of an attack need to hit, and who is hit.

Sources: five-parsecs: Cover and rolling to hit, Good shot, Gun slinging, Panic fire, Crouching, Firefights, Enemy overwatch,
Outcomes (of seizing the initiative).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from rules.citations import Reason
from rules.engagement import gap_to
from rules.engine.procedure_steps import Modifier, Procedure, Roll, Say, call
from rules.sight.sight_rulings import UNNOTICEABLE
from rules.skirmish.state.battle_sight import figure_of, verdict
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.battle_view import from_flank, from_height
from rules.systems.five_parsecs.conditions.figure_now import combat_now, weapon_of
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
    "before the battle": "Seizing the initiative roll",
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
    if (source := NATURAL_SIX.get(attack.manner)) is not None:
        return Roll(what, dice, shooter, "a natural 6", (), source, means=_means(shots.count, frozenset({SIDES})))
    covered = counts_as_cover(battle, shooter, shots.target)
    needed = IN_COVER if covered else IN_OPEN
    needs = f"{needed}+, as {target} is {'in cover' if covered else 'in the open'}"
    skill = combat_now(battle, shooter)
    if len(attack.weapons) > 1:
        needs, skill = f"{needs}, and no combat skill counts with two pistols", 0
    why = (Modifier(skill, Reason("combat skill", HIT_ROLL)),) if skill else ()
    return Roll(what, dice, shooter, needs, why, HIT_ROLL, means=_means(shots.count, hitting(needed - skill)))


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
    return "from the flank" if from_flank(battle, shooter, target) else None


def volley(battle: Battle, attack: FireAttack) -> Procedure[Fired]:
    """The shots of an attack, all rolled before any hit is resolved."""
    if attack.manner == "hits by itself":
        for shots in attack.shots:
            for _ in range(shots.count):
                battle = yield from call(resolve_hit, battle, _hit(battle, battle, attack, shots, 0))
        return Fired(battle, missed=False, fumbled=False)
    rolled: list[tuple[AimedShots, tuple[int, ...]]] = []
    rerolled = False
    for shots in attack.shots:
        faces: tuple[int, ...] = yield shots_roll(battle, attack, shots)
        good = good_faces(battle, attack, shots.target)
        why = good_shot(battle, attack.shooter, shots.target)
        if why is not None and 1 in faces and 1 not in good and not rerolled:
            rerolled = True
            faces = yield from _rerolled(battle, attack, shots, faces, why)
        rolled.append((shots, faces))
    return (yield from call(_resolved, battle, attack, tuple(rolled)))


def _rerolled(
    battle: Battle, attack: FireAttack, shots: AimedShots, faces: tuple[int, ...], why: str
) -> Procedure[tuple[int, ...]]:
    """One die that shows a 1 is rolled again."""
    good = good_faces(battle, attack, shots.target)
    tells = f"a good shot {why}: one die that shows a 1 is rolled again"
    (again,) = yield Roll("good shot", "D6", attack.shooter, "", (), GOOD_SHOT, means=_means(1, good), tells=tells)
    place = faces.index(1)
    return tuple(sorted((*faces[:place], *faces[place + 1 :], again)))


def _resolved(battle: Battle, attack: FireAttack, rolled: tuple[tuple[AimedShots, tuple[int, ...]], ...]) -> Procedure[Fired]:
    """The hits of an attack, one after the other."""
    before, fumbled = battle, any(1 in faces for _, faces in rolled)
    hits = [
        _hit(before, before, attack, shots, face)
        for shots, faces in rolled
        for face in faces
        if face in good_faces(before, attack, shots.target)
    ]
    told = battle.all_called(dict.fromkeys(hit.target for hit in hits))
    said = (
        f"{told}: {_counted(len(hits))}" if hits else "all shots miss" if len(rolled) > 1 or len(rolled[0][1]) > 1 else "a miss"
    )
    yield Say(said, HIT_ROLL)
    for hit in hits:
        battle = yield from call(resolve_hit, battle, hit)
    return Fired(battle, missed=not hits, fumbled=fumbled)


def _counted(hits: int) -> str:
    return "a hit" if hits == 1 else f"{hits} hits"


def _hit(battle: Battle, before: Battle, attack: FireAttack, shots: AimedShots, face: int) -> BattleHit:
    weapon = weapon_of(battle, attack.shooter, shots.weapon)
    behind = crouches_behind(before, attack.shooter, shots.target)
    return BattleHit(
        shots.target, weapon.damage, attack.shooter, critical=face == SIDES, behind=behind or "", weapon=shots.weapon
    )


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
