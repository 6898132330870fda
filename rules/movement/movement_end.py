"""The end of a movement: where a figure is when its inches are used up on a path, and what the rules make of that.

Costs are spent evenly along a leg; what crossing something costs besides is spent before stepping onto it. Sources:
main-rulebook: Continuing movement, Climbing, Leaping gaps, Falling hazards, Barricades and obstacles, The 1" rule and engaging
enemies; five-parsecs: Movement action.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
import shapely

from rules.citations import Reason
from rules.engagement import in_contact, touch
from rules.movement.crossable_obstacles import on_obstacle
from rules.movement.keep_out_discs import keep_away, overlapped, taken
from rules.movement.movement_rules import MovementRules
from rules.movement.path_rules import agent_of
from scene.geometry.mesh import BoolArray, FloatArray, Point
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.pathfinding.blocking_discs import BlockingDiscs
from scene.pathfinding.path_legs import Leg, LegKind, Path
from scene.table.table import Figure, Table

State = Literal[
    "ground",
    "mid-climb",
    "on a ladder",
    "mid-air",
    "on an obstacle",
    "in an opening",
    "on a base",
    "within an inch of an enemy",
]
"""Where a move may end. "An inch" is `MovementRules.apart`, whatever that is: the name of the state stays."""
STATES: tuple[State, ...] = get_args(State)

NEVER_HALF: frozenset[LegKind] = frozenset({"step", "jump"})
"""Legs that nobody stops on."""
ROUNDING = 1e-6
"""Inches of movement."""
AT = 0.005
"""Inches: places so near to a region lie in it."""
LEVEL = 0.001
"""Inches: heights that differ by less are of one floor."""
SAMPLED = 0.02
"""Inches between the places that are looked at on the path back; what is found between two of them is exact."""

_ON: dict[LegKind, State] = {"climb": "mid-climb", "ladder": "on a ladder", "leap": "mid-air", "jump": "mid-air"}


@dataclass(frozen=True)
class MovementEnd:
    """Where a figure is with its movement used up, or its path done.

    Attributes:
        position: the middle of the underside of its base, inches.
        state: where that is.
        left: inches of movement not used: the path is done, or what comes next takes more.
        done: whether the path is.
        over: the figure whose place it is on; None: nobody's.
        back: where it has to go back to unless it goes on at once with another action, just enough; None: it may stay.
        falls: whether it falls if its activation ends so.
        ends_round: whether nothing may follow in this round.
        because: what the rules say, each with its section.
    """

    position: Point
    state: State
    left: float
    done: bool
    over: str | None
    back: Point | None
    falls: bool
    ends_round: bool
    because: tuple[Reason, ...]


def cut(path: Path, inches: float) -> tuple[Path, Path]:
    """A path cut in two: what is gone within so many inches of movement, and the rest.

    A leg that was begun is in both; its check, made on the first part, is not made again. What is free is gone too. After a
    jump that ends the round nothing more is gone. Steps, jumps and what crosses something are not begun with too little.
    """
    left = inches + ROUNDING
    for number, leg in enumerate(path.legs):
        if leg.cost > left:
            parts = _parted(leg, left - ROUNDING)
            return Path((*path.legs[:number], *parts[:1])), Path((*parts[1:], *path.legs[number + 1 :]))
        left -= leg.cost
        if leg.ends_round:
            return Path(path.legs[: number + 1]), Path(path.legs[number + 1 :])
    return path, Path(())


def _parted(leg: Leg, inches: float) -> tuple[Leg, ...]:
    """The leg in two, or nothing and the whole of it."""
    share = (inches - leg.toll) / max(leg.cost - leg.toll, ROUNDING)
    if leg.kind in NEVER_HALF or share <= ROUNDING or leg.cost - leg.toll <= ROUNDING:
        return (replace(leg, end=leg.start, length=0.0, rise=0.0, cost=0.0, check=None, toll=0.0), leg)
    place = _along(leg, share)
    gone = replace(leg, end=place, length=share * leg.length, rise=share * leg.rise, cost=inches)
    rest = replace(
        leg,
        start=place,
        length=(1.0 - share) * leg.length,
        rise=(1.0 - share) * leg.rise,
        cost=leg.cost - inches,
        check=None,
        toll=0.0,
    )
    return gone, rest


def _along(leg: Leg, share: float) -> Point:
    x, y, z = (a + share * (b - a) for a, b in zip(leg.start, leg.end, strict=True))
    return x, y, z


def within(path: Path, inches: float) -> Path:
    """The part of a path that is gone within so many inches of movement."""
    legs = [leg for leg in cut(path, inches)[0].legs if leg.length > 0.0 or leg.rise != 0.0]
    return Path(tuple(legs))


def rolled(path: Path, failed: Collection[int]) -> Path:
    """The path as it goes when some of its checks fail.

    What a failed check costs is spent at the start of its leg. Whoever falls, is pinned or goes out of action goes no further:
    the path ends with that leg.

    Args:
        path: as it was found.
        failed: numbers of the checks that fail, in the order of ``path.checks``.
    """
    legs: list[Leg] = []
    number = 0
    for leg in path.legs:
        legs.append(leg)
        if leg.check is None:
            continue
        number += 1
        if number - 1 not in failed:
            continue
        more = leg.check.if_failed.get("cost", 0.0)
        if isinstance(more, float | int) and more:
            legs[-1] = replace(leg, cost=leg.cost + more, toll=leg.toll + more)
        else:
            break
    return Path(tuple(legs))


def after(
    table: Table,
    figure: Figure,
    path: Path,
    inches: float,
    *,
    rules: MovementRules,
    started: State = "ground",
) -> MovementEnd:
    """Where a figure is when so many inches of movement are spent on a path.

    Args:
        table: where, with everybody on it.
        figure: who; it starts where the path does.
        path: as `find_path` or `rolled` gives it.
        inches: of movement, for one action or several.
        rules: whose.
        started: where it was when its activation started; who starts and ends one mid-climb falls.
    """
    gone, rest = cut(path, inches)
    position = end = gone.legs[-1].end if gone.legs else figure.position
    navmesh = navmesh_of(table.terrain, table.size, agent_of(figure))
    state = _state(navmesh, gone, rest, position)
    if state == "ground" and _on_obstacles(table, np.array([position]), rules)[0]:
        state = "on an obstacle"
    over = overlapped(table, figure, np.array(position)) if state == "ground" else None
    if over is not None:
        state = "on a base"
    elif state == "ground" and rules.apart > 0.0 and _too_near(table, figure, navmesh, position, rules):
        state = "within an inch of an enemy"
    if state == "on an obstacle" and gone.legs and gone.legs[-1].kind == "cross":
        position = _on_top(navmesh, position)
    back = None
    if _goes_back(state, rules):
        back = _back(table, figure, navmesh, _kept_from(table, figure, navmesh, end, rules), gone, rules)
    ends = any(leg.ends_round for leg in gone.legs)
    falls = rules.halfway and (state == "mid-air" or (state == started == "mid-climb"))
    left = max(inches - gone.cost, 0.0)
    because = _because(state, rules, back, over.called if over else None, falls=falls)
    return MovementEnd(position, state, left, not rest.legs, over.id if over else None, back, falls, ends, because)


def _goes_back(state: State, rules: MovementRules) -> bool:
    if not rules.halfway:
        return state != "ground"
    return state in {"on an obstacle", "in an opening", "on a base", "within an inch of an enemy"}


def _on_obstacles(table: Table, places: FloatArray, rules: MovementRules) -> BoolArray:
    """(n,) which places (n, 3) are on obstacles, where none may rest on one."""
    if rules.rests_on_obstacles:
        return np.zeros(len(places), dtype=bool)
    return on_obstacle(table.terrain, places, rules.costs)


def _too_near(table: Table, figure: Figure, navmesh: NavMesh, position: Point, rules: MovementRules) -> bool:
    blocking = _kept_from(table, figure, navmesh, position, rules, around=(np.array(position[:2]), 0.0))
    return bool(blocking.met(*_there(navmesh, position)).any())


def _kept_from(
    table: Table,
    figure: Figure,
    navmesh: NavMesh,
    position: Point,
    rules: MovementRules,
    *,
    around: tuple[FloatArray, float] | None = None,
) -> BlockingDiscs:
    """Whom it may not be near where it is; those that it has reached to engage them do not count.

    Args:
        around: as `keep_away` takes it.
    """
    there = figure.moved(position)
    met = (other for other in table.figures if other.id != figure.id)
    if rules.across_obstacles:
        met = (other for other in met if in_contact(table, there, other))
    else:
        met = (other for other in met if touch(there, other))
    return keep_away(table, figure, navmesh, rules, engaged=frozenset(other.id for other in met), around=around)


def _there(navmesh: NavMesh, position: Point) -> tuple[np.ndarray, FloatArray, FloatArray]:
    """A stay at a place as blocking discs are asked for it: regions of the place, and twice the place."""
    homes = np.flatnonzero(_homes(navmesh, np.array([position]))[:, 0])
    xy = np.broadcast_to(np.array(position[:2]), (len(homes), 2))
    return homes, xy, xy


def _homes(navmesh: NavMesh, points: FloatArray) -> BoolArray:
    """(z, n) in which regions points (n, 3) lie."""
    found = np.zeros((len(navmesh.regions), len(points)), dtype=bool)
    low, high = points[:, 2].min(), points[:, 2].max()
    plan = shapely.points(points[:, :2])
    for number, region in enumerate(navmesh.regions):
        if low - LEVEL <= region.span[1] and region.span[0] <= high + LEVEL:
            rows = np.flatnonzero(np.abs(points[:, 2] - region.plane.at(points)) <= LEVEL)
            found[number, rows] = shapely.dwithin(region.polygon, plan[rows], AT)
    return found


def _state(navmesh: NavMesh, gone: Path, rest: Path, position: Point) -> State:
    if not gone.legs or _homes(navmesh, np.array([position])).any():
        return "ground"
    leg = gone.legs[-1]
    if leg.kind in _ON:
        return _ON[leg.kind]
    if leg.kind == "cross":
        return "on an obstacle"
    if leg.kind == "squeeze" or (leg.kind == "walk" and leg.toll > 0.0):
        return "in an opening"
    return _state_of_walk(navmesh, gone, rest, leg) if leg.kind == "walk" else "ground"


def _state_of_walk(navmesh: NavMesh, gone: Path, rest: Path, leg: Leg) -> State:
    """Off the ground one has just climbed up, or is about to go down: what was nearer to the place without ground between."""
    before = gone.legs[-2].kind if len(gone.legs) > 1 else None
    follows = [part.kind for part in rest.legs if part.kind != "walk"]
    after_it = follows[0] if follows else None
    came_from_ground = _homes(navmesh, _places(leg)).any()
    if before in _ON and not came_from_ground:
        return _ON[before]
    return _ON.get(after_it, "ground") if after_it else "ground"


def _places(leg: Leg) -> FloatArray:
    """(n, 3) places along a leg, its ends among them."""
    far = float(np.linalg.norm(np.subtract(leg.end, leg.start)))
    share = np.linspace(0.0, 1.0, 2 + int(far / SAMPLED))
    return np.array(leg.start) + share[:, None] * np.subtract(leg.end, leg.start)


def _on_top(navmesh: NavMesh, position: Point) -> Point:
    """The same place as high as what is under the base there."""
    x, y, z = position
    turn = 2 * np.pi * np.arange(16) / 16
    ring = np.column_stack([np.cos(turn), np.sin(turn)])
    plan = np.array([x, y]) + navmesh.agent.radius * np.concatenate([[[0.0, 0.0]], ring, 0.5 * ring])
    high = 2.05
    starts = np.column_stack([plan, np.full(len(plan), z + high)])
    hits = navmesh.solids.first_hits(starts, np.broadcast_to([0.0, 0.0, -high], starts.shape).copy(), np.ones(len(plan)))
    met = hits.mesh >= 0
    return x, y, z + high * (1.0 - float(hits.distance[met].min())) if met.any() else z


def _back(table: Table, figure: Figure, navmesh: NavMesh, blocking: BlockingDiscs, gone: Path, rules: MovementRules) -> Point:
    """The last place on the path where the figure may stay."""

    def allowed(points: FloatArray) -> BoolArray:
        homes = _homes(navmesh, points)
        free = homes.any(axis=0) & ~taken(table, figure, points) & ~_on_obstacles(table, points, rules)
        region, point = np.nonzero(homes)
        free[point[blocking.bars(region, points[point, :2], points[point, :2])]] = False
        return free

    for leg in gone.legs[::-1]:
        places = _places(leg)
        good = np.flatnonzero(allowed(places))
        if len(good) and good[-1] == len(places) - 1:
            return leg.end
        if len(good):
            near, far = places[good[-1]], places[good[-1] + 1]
            for _ in range(24):
                middle = (near + far) / 2.0
                near, far = (middle, far) if allowed(middle[None])[0] else (near, middle)
            x, y, z = near.tolist()
            return x, y, z
    return gone.legs[0].start if gone.legs else figure.position


def _because(state: State, rules: MovementRules, back: Point | None, over: str | None, *, falls: bool) -> tuple[Reason, ...]:
    if state == "ground":
        return ()
    near = f"within {rules.apart_words} of an enemy"
    told = {"mid-air": "in mid-air", "mid-climb": "in mid-climb", "within an inch of an enemy": near}
    where = f"on the place of {over}" if over else told.get(state, state)
    place = ", ".join(f"{value:.2f}" for value in back) if back else ""
    source = rules.sections[state]
    if not rules.halfway:
        return (Reason(f"the movement does not suffice: it would end {where}; it stays at ({place})", source),)
    if state == "within an inch of an enemy":
        return (Reason(f"it would end {near} and stops at ({place})", source),)
    if back:
        text = f"it would end {where}: it goes on with another Move action at once, or back to ({place})"
    elif falls:
        text = f"it ends {where}: it goes on with another Move action, or falls at the end of the activation"
    elif state == "on a ladder":
        text = "it ends on a ladder, where it may stay"
    else:
        text = "it ends in mid-climb: it can do nothing but Move or Charge, and falls if it starts and ends an activation so"
    return (Reason(text, source),)
