"""A walk along a path resolved: its checks in their order, where it ends, and what that means for the fighter.

Source: main-rulebook, Movement; Movement and terrain; Terrain types.
"""

import math
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from rules.engine.procedure_steps import Procedure, Say, call
from rules.engine.shown_events import MoveShown
from rules.movement.movement_end import MovementEnd, after, cut, rolled
from rules.roster.profile import Characteristic
from rules.skirmish.injury.fall_resolution import at_risk, falls
from rules.skirmish.morale.aftermath import aftermath
from rules.skirmish.moving.carrying import SOURCE as CARRYING
from rules.skirmish.moving.carrying import brought_along, picked_up
from rules.skirmish.state.battle_navmesh import free, grounded, movement_rules, mover
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle, Climb
from rules.skirmish.state.characteristics import check, modifier
from rules.skirmish.state.status_changes import out_of_action, put_down
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Leg, Path

OFF_GROUND = {"mid-climb", "on a ladder", "mid-air"}
"""States in which a move may be broken off and gone on with later."""
DANGER = "Dangerous terrain"
TURNED = 0.05
"""Inches; a stretch shorter than this does not turn who walks it."""

TINY = 1e-12


@dataclass(frozen=True)
class WalkResult:
    """What came of going along a path.

    Attributes:
        before: the battle before it.
        battle: with the fighter where he is now, also if he may not stay there.
        gone, rest: what he went of the path, and what is left of it.
        end: where it ended; None if he went down on the way.
    """

    before: Battle
    battle: Battle
    gone: Path
    rest: Path
    end: MovementEnd | None


def walk(battle: Battle, fighter: str, path: Path, inches: float) -> Procedure[WalkResult]:
    """A fighter goes along a path as far as so many inches of movement take him.

    The checks on it are rolled when he comes to them. Who fails one on an obstacle loses movement; who fails one of a jump
    falls, of a leap is pinned at the far edge, of dangerous ground is out of action: they go no further.
    """
    before = battle
    path, failed = yield from checked(battle, fighter, path, inches)
    gone, rest = parted(path, inches)
    if gone.cost > 0.0:
        battle = put_down(battle, fighter)
    battle = yield from picked_up(battle, fighter, gone)
    if failed is not None:
        battle = yield from went_down(battle, fighter, failed, gone)
        battle = yield from settled(before, battle)
        return WalkResult(before, battle, gone, Path(()), None)
    figure = mover(battle, fighter)
    end = after(table_of(battle), figure, path, inches, rules=movement_rules(battle))
    battle = _placed(battle, fighter, gone, rest, end)
    if gone.cost > 0.0:
        moved = MoveShown(fighter, gone)
        yield Say(f"{battle.called(fighter)} moves {gone_words(gone)}", "General movement", battle, shown=moved)
    if (load := before.model(fighter).carries) and not battle.model(fighter).carries:
        let_go = f"{battle.called(fighter)} lets go of {battle.called(load)}"
        yield Say(f"{let_go}, for whom there is no room", CARRYING, battle)
    return WalkResult(before, battle, gone, rest, end)


def gone_words(gone: Path) -> str:
    """How far somebody has gone, and for how much movement where that is not as much."""
    way, spent = f'{gone.length:.1f}"', f'{gone.cost:.1f}"'
    return way if way == spent else f"{way} for {spent} of movement"


def stopped(fighter: str, gone: WalkResult) -> Battle:
    """The battle with a fighter who goes no further and moved back from where he may not stay.

    Whoever came off a climb and finds no room hangs on where he was.
    """
    if gone.end is None or gone.end.back is None:
        return gone.battle
    if hangs_on(gone.before, fighter, gone.end.back):
        before = gone.before.model(fighter)
        return gone.battle.changed(fighter, position=before.position, climb=before.climb)
    return brought_along(gone.battle.changed(fighter, position=gone.end.back), fighter)


def hangs_on(battle: Battle, fighter: str, back: Point) -> bool:
    """Whether a fighter who is in a climb, and would have to go back to a place, hangs on where he is instead."""
    return battle.model(fighter).climb is not None and not grounded(battle, fighter, back)


def cost_to(path: Path, place: Point) -> float:
    """Inches of movement along a path to the place on it that is nearest to another one."""
    spent, found = 0.0, (math.inf, 0.0)
    for leg in path.legs:
        start, along = np.array(leg.start), np.subtract(leg.end, leg.start)
        share = min(max(float(np.dot(np.subtract(place, start), along)) / max(float(np.dot(along, along)), TINY), 0.0), 1.0)
        off = float(np.linalg.norm(start + share * along - place))
        found = min(found, (round(off, 3), spent + share * leg.cost))
        spent += leg.cost
    return found[1]


def settled(before: Battle, battle: Battle) -> Procedure[Battle]:
    """What follows for others when somebody went down on the way; the edges that he lay near are done with."""

    def lay(fighter: str) -> bool:
        return battle.model(fighter).status != "standing"

    models = tuple(replace(one, status="pinned") if one.status == "standing" and lay(one.id) else one for one in before.models)
    return call(aftermath, replace(before, models=models), battle)


def parted(path: Path, inches: float) -> tuple[Path, Path]:
    """A path cut in two as `movement_end.cut` does, but for the check of a leap, which is made on reaching the far edge."""
    gone, rest = cut(path, inches)
    if gone.legs and rest.legs and gone.legs[-1].kind == rest.legs[0].kind == "leap" and gone.legs[-1].check is not None:
        here, there = gone.legs[-1], rest.legs[0]
        gone = Path((*gone.legs[:-1], replace(here, check=None)))
        rest = Path((replace(there, check=here.check), *rest.legs[1:]))
    return gone, rest


def checked(battle: Battle, fighter: str, path: Path, inches: float) -> Procedure[tuple[Path, Leg | None]]:
    """The path as it goes with the checks rolled, and the leg at which it ends if one is failed that ends it."""
    failed: tuple[int, ...] = ()
    asked = 0
    while True:
        gone, _ = parted(rolled(path, failed), inches)
        waiting = [leg for leg in gone.legs if leg.check is not None][asked:]
        if not waiting:
            return rolled(path, failed), None
        if not (yield from _passed(battle, fighter, waiting[0])):
            failed = (*failed, asked)
            if not _slows(waiting[0]):
                return rolled(path, failed), waiting[0]
        asked += 1


def _slows(leg: Leg) -> bool:
    """Whether a failed check costs no more than movement."""
    return leg.check is not None and bool(leg.check.if_failed.get("cost"))


def _passed(battle: Battle, fighter: str, leg: Leg) -> Procedure[bool]:
    assert leg.check is not None
    amount, (name, source) = leg.check.modifier, _named(battle, leg)
    why = (modifier(amount, f'a jump of {-leg.rise:.1f}"', "Jumping down"),) if amount else ()
    characteristic = cast("Characteristic", leg.check.characteristic)
    return check(battle, fighter, characteristic, why, what=name, source=source, fails=_fails(leg))


def _fails(leg: Leg) -> str:
    """What becomes of whoever fails the check of a leg."""
    assert leg.check is not None
    outcome = leg.check.if_failed
    if _slows(leg):
        return f'spends {outcome["cost"]:g}" more movement'
    if outcome.get("status") == "out_of_action":
        return "goes out of action"
    if "fall" in outcome:
        return f'falls {outcome["fall"]:.1f}"'
    return "grabs the far edge and is pinned"


def _named(battle: Battle, leg: Leg) -> tuple[str, str]:
    """What the check of a leg is for, and where it stands. What is in an opening is crossed with it."""
    sections = movement_rules(battle).costs.sections
    if _slows(leg):
        return f"{'squeeze over' if leg.kind == 'squeeze' else 'cross'} an obstacle", sections["cross"]
    if leg.kind in {"leap", "jump"}:
        return ("leap" if leg.kind == "leap" else "jump down"), sections[leg.kind]
    return "enter dangerous terrain", DANGER


def went_down(battle: Battle, fighter: str, leg: Leg, gone: Path) -> Procedure[Battle]:
    """What befalls a fighter who fails the check of a leg, the last one that he has gone, where he goes no further then."""
    assert leg.check is not None
    outcome = leg.check.if_failed
    if "fall" in outcome:
        # Whom he drags stays at the edge.
        battle = brought_along(battle.changed(fighter, position=last_ground(battle, fighter, gone)), fighter)
    battle = battle.changed(fighter, climb=None, position=leg.end)
    if outcome.get("status") == "out_of_action":
        battle = out_of_action(brought_along(battle, fighter), fighter)
        yield Say(f"{battle.called(fighter)} goes out of action", DANGER, battle, shown=MoveShown(fighter, gone))
        return battle
    if "fall" in outcome:
        x, y, z = leg.end
        return (yield from falls(battle.changed(fighter, position=(x, y, z - leg.rise)), fighter))
    battle = brought_along(battle.changed(fighter, status="pinned", hard_target=False), fighter)
    told, leaping = f"{battle.called(fighter)} grabs the far edge and is pinned", movement_rules(battle).costs.sections["leap"]
    yield Say(told, leaping, battle, shown=MoveShown(fighter, gone))
    return (yield from call(at_risk, battle, fighter))


def _placed(battle: Battle, fighter: str, gone: Path, rest: Path, end: MovementEnd) -> Battle:
    model = battle.model(fighter)
    climb = None
    if end.state in OFF_GROUND:
        began = model.climb is not None and model.climb.began
        back = (model.climb.back if model.climb is not None else Path(())).legs
        climb = Climb(
            rest,
            on_ladder=end.state == "on a ladder",
            in_air=end.state == "mid-air",
            began=began,
            back=Path(()) if end.state == "mid-air" else _path_back(battle, fighter, gone, back),
        )
    facing = heading(gone, model.facing)
    return brought_along(battle.changed(fighter, position=end.position, facing=facing, climb=climb), fighter)


def _path_back(battle: Battle, fighter: str, gone: Path, back: tuple[Leg, ...]) -> Path:
    """The path down again to the ground that he climbed from."""
    found: list[Leg] = []
    for leg in gone.legs[::-1]:
        if found and grounded(battle, fighter, leg.end):
            return Path(tuple(found))
        if leg.length > 0.0 or leg.rise != 0.0:
            found.append(
                replace(leg, start=leg.end, end=leg.start, rise=-leg.rise, cost=leg.cost - leg.toll, check=None, toll=0.0)
            )
    return Path((*found, *back))


def heading(gone: Path, facing: float) -> float:
    """The facing of somebody who looks where he goes."""
    for leg in gone.legs[::-1]:
        x, y = leg.end[0] - leg.start[0], leg.end[1] - leg.start[1]
        if math.hypot(x, y) >= TURNED:
            return math.degrees(math.atan2(y, x)) % 360.0
    return facing


def last_ground(battle: Battle, fighter: str, gone: Path) -> Point:
    """The last place on a path, of those where its legs begin, at which he can stand; where it began if there is none."""
    starts = [leg.start for leg in gone.legs]
    return next((place for place in starts[::-1] if free(battle, fighter, place)), starts[0])


def toward(battle: Battle, fighter: str, place: Point) -> float:
    """The facing of a fighter who looks at a place, degrees."""
    x, y, _ = battle.model(fighter).position
    return math.degrees(math.atan2(place[1] - y, place[0] - x)) % 360.0
