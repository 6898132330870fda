"""Where a fall lands, over an edge or out of the air: level by level, as far down as it may go."""

from dataclasses import dataclass, replace

import numpy as np
import shapely

from scene.base.errors import SceneError
from scene.base.messages import plain
from scene.geometry.mesh import Point
from scene.hazards.fall_descent import RIM, SAME_FLOOR, Ended, land, resting_on
from scene.hazards.free_place import nearest_room
from scene.table.footprints import Disc, plan_disc
from scene.table.plan_outlines import circle, covered, geometry
from scene.table.table import MM_PER_INCH, Figure, Ground, Table
from scene.walkable.agent_limits import EQUAL, AgentLimits
from scene.walkable.floor_edges import LEAST_RADIUS, Edge, Stand, edges_near, stand_of
from scene.walkable.local_floors import nearby
from scene.walkable.obstacles import barriers
from scene.walkable.slope_planes import TERRACE

HEIGHT = 1.4
"""Inches: the height of nobody in particular."""
NEAR_FLOOR = 0.25
"""Inches above or below a floor within which a point that somebody gave means that floor."""
LEAST_SHARE = 0.03
"""Share of a base over a floor beside a point from which on the point means that floor."""
MOST_LEVELS = 16
MOST_SEAMS = 24
"""Places at which is tried whether one falls there."""
HIGHEST = 100.0
"""Inches above all terrain; a point higher than this was not meant."""


@dataclass(frozen=True)
class Faller:
    """Who falls.

    Attributes:
        reach: inches from an edge, measured from the base's rim, within which he may go over it.
        limits: what is a step to him, and what bears him.
        radius: of the base, inches.
        height: inches.
        figure: a figure of the table, which then is in nobody's way; None for nobody in particular.
        apart: inches that he is moved away from enemies on whom, or beside whom, he fell.
    """

    reach: float
    limits: AgentLimits
    radius: float = 25.0 / 2.0 / MM_PER_INCH
    height: float = HEIGHT
    figure: Figure | None = None
    apart: float = 0.0

    @staticmethod
    def of(figure: Figure, *, reach: float, limits: AgentLimits, apart: float = 0.0) -> "Faller":
        """A figure of the table."""
        own = stand_of(figure, limits)
        return Faller(reach, limits, own.radius, own.height, figure, apart)

    def at(self, place: Point) -> Stand:
        """The same somewhere."""
        return Stand(place, max(self.radius, LEAST_RADIUS), self.height, self.limits)


@dataclass(frozen=True)
class Fall:
    """A fall from one level to the next.

    Attributes:
        start: the middle of the base when nothing holds it any more, at the height of the floor that it left.
        edge: the edge that it went over; None where it fell out of the air.
        landing: the middle of the underside of the base where it comes down.
        distance: inches fallen.
        onto: ids of the figures that it lands on, the nearest first.
        apart: where it is moved from there by the shortest way: off those it landed on, and away from enemies; None where it
            may lie as it landed, or nowhere near.
        piece: the id of what it lands on; None for the ground of the table.
        ground: what the landing place is like; None is open ground.
        ended: where it ends for good: in a pit, or off the table.
        near: the edge that it is at risk of falling over where it lies.
        after: the fall over that edge.
    """

    start: Point
    edge: Edge | None
    landing: Point
    distance: float
    onto: tuple[str, ...] = ()
    apart: Point | None = None
    piece: str | None = None
    ground: Ground | None = None
    ended: Ended | None = None
    near: Edge | None = None
    after: "Fall | None" = None

    @property
    def lies(self) -> Point:
        """Where it lies before any further fall."""
        return self.apart or self.landing

    @property
    def chain(self) -> tuple["Fall", ...]:
        """This fall and all that may follow, level by level."""
        return (self, *(self.after.chain if self.after else ()))


def fall_from(table: Table, point: Point, faller: Faller, *, toward: tuple[float, float] | None = None) -> Fall:
    """Where somebody lands who goes over the edge at a point.

    Args:
        table: the table.
        point: on a floor, with the base's rim no farther from an edge than his reach; or just beyond an edge; or in the air,
            from where one falls straight down. Inches.
        faller: who falls.
        toward: in plan; then over the edge that is met on the straight way there, not over the nearest.

    Raises:
        SceneError: the point is off the table, below the ground or inside something, or there is nothing to fall from.
    """
    _check_place(table, point, toward)
    z = _floor_at(table, faller.at(point))
    place = point if z is None else (point[0], point[1], z)
    _check_outside(table, point, (place[0], place[1], place[2] + (0.0 if z is None else NEAR_FLOOR)))
    if z is None:
        return _from_the_air(table, faller.at(place), faller)
    edge = edge_to_fall_over(table, faller.at(place), within=faller.reach, toward=toward)
    if edge is None:
        raise SceneError(_no_edge(table, faller.at(place), faller.reach, toward))
    return fall_over(table, edge, faller)


def fall_where_it_stands(table: Table, faller: Faller) -> Fall | None:
    """The fall that a figure of the table is at risk of where it stands; None where it is at none."""
    if faller.figure is None:
        return None
    edge = edge_to_fall_over(table, faller.at(faller.figure.position), within=faller.reach)
    return fall_over(table, edge, faller) if edge else None


def edge_to_fall_over(table: Table, stand: Stand, *, within: float, toward: tuple[float, float] | None = None) -> Edge | None:
    """The nearest edge that leads down by more than a step.

    At the seam of two floors, or before a floor just below, something catches whoever goes over the outline: that is no edge.
    """
    if stand.place[2] <= EQUAL and not any(piece.kind == "pit" for piece in table.terrain.pieces):
        # From the table itself, and from what is a step higher, nothing leads down farther than that.
        return None
    caught: list[Point] = []
    for edge in edges_near(table, stand, within=within, toward=toward):
        if any(np.hypot(edge.clear[0] - x, edge.clear[1] - y) <= stand.radius / 2.0 for x, y, _ in caught):
            continue
        found = land(table, replace(stand, place=edge.clear))
        if found.ended or edge.clear[2] - found.place[2] > stand.limits.step + EQUAL:
            return edge
        caught.append(edge.clear)
        if len(caught) >= MOST_SEAMS:
            break
    return None


def fall_over(table: Table, edge: Edge, faller: Faller, *, levels: int = MOST_LEVELS) -> Fall:
    """Where somebody lands who goes over an edge, and what may follow in so many levels."""
    return _landed(table, faller.at(edge.clear), edge, faller, levels)


def fall_down(table: Table, place: Point, faller: Faller) -> Fall:
    """Where somebody lands whom nothing holds at a place (inches): straight down from there, and what may follow."""
    return _landed(table, faller.at(place), None, faller, MOST_LEVELS)


def _from_the_air(table: Table, stand: Stand, faller: Faller) -> Fall:
    fall = fall_down(table, stand.place, faller)
    if fall.distance <= stand.limits.step + EQUAL and not fall.ended:
        down = f"{fall.piece or 'the ground'} is {plain(fall.distance, 2)} inches below, which is no more than a step"
        raise SceneError(f"there is nothing to fall from at {', '.join(plain(value) for value in stand.place)}: {down}")
    return fall


def _landed(table: Table, stand: Stand, edge: Edge | None, faller: Faller, levels: int) -> Fall:
    found = land(table, stand)
    distance = stand.place[2] - found.place[2]
    fall = Fall(stand.place, edge, found.place, distance, piece=found.piece, ground=found.ground, ended=found.ended)
    if fall.ended:
        return fall
    fall = _among_others(table, fall, faller)
    near = edge_to_fall_over(table, faller.at(fall.lies), within=faller.reach)
    if near is None or levels <= 1:
        return replace(fall, near=near)
    return replace(fall, near=near, after=fall_over(table, near, faller, levels=levels - 1))


def _among_others(table: Table, fall: Fall, faller: Faller) -> Fall:
    """The fall with those it lands on, and where it is moved to from there."""
    here = np.array(fall.landing)
    stand = faller.at(fall.landing)
    own = faller.figure
    others = [other for other in table.figures if own is None or other.id != own.id]
    others = [other for other in others if abs(other.position[2] - here[2]) <= faller.limits.step]
    if not others:
        return fall
    discs = [plan_disc(other) for other in others]
    away = np.array([np.hypot(*(here[:2] - one.centre)) for one in discs])
    gaps = away - np.array([one.radius for one in discs]) - stand.radius
    wanted = np.array([_kept_from(faller, other) for other in others])
    onto = tuple(others[number].id for number in np.argsort(np.round(away, 4), kind="stable") if gaps[number] < -RIM)
    blocking_discs = gaps < np.where(wanted > 0.0, wanted - EQUAL, -RIM)
    if not blocking_discs.any():
        return replace(fall, onto=onto)
    return replace(fall, onto=onto, apart=nearest_room(table, stand, _taken(table, stand, faller)))


def _taken(table: Table, stand: Stand, faller: Faller) -> list[Disc]:
    """Where the middle of his base may not come to be for others, on his level or as tall as that."""
    own = faller.figure
    others = [other for other in table.figures if (own is None or other.id != own.id) and _reaches_in(stand, other)]
    found = []
    for other in others:
        one, level = plan_disc(other), abs(other.position[2] - stand.place[2]) <= stand.limits.step
        found.append(Disc(one.centre, one.radius + stand.radius + (_kept_from(faller, other) if level else 0.0)))
    return found


def _kept_from(faller: Faller, other: Figure) -> float:
    """Inches that somebody keeps from another after a fall."""
    own = faller.figure
    if own is None or not own.side or not other.side or own.side == other.side:
        return 0.0
    return 0.0 if "on_face" in {own.posture, other.posture} else faller.apart


def _reaches_in(stand: Stand, other: Figure) -> bool:
    """Whether another is in the way up there, or down there: on the same level, or tall enough."""
    low, own = other.position[2], stand.place[2]
    level = abs(low - own) <= stand.limits.step
    return level or (low < own + stand.height and low + stand_of(other, stand.limits).height > own)


def _floor_at(table: Table, stand: Stand) -> float | None:
    """The height of the floor that a point means: under it, or else under the base; None where it is in the air."""
    near, z = nearby(table, stand.plan, stand.radius + 0.1), stand.place[2]
    base = circle(stand.plan, stand.radius)
    reach = NEAR_FLOOR + TERRACE
    meant = [one for one in near.between(z - reach, z + reach) if abs(near.height(one, stand.plan) - z) <= NEAR_FLOOR]
    under = [near.height(one, stand.plan) for one in meant if shapely.intersects_xy(one.region, *stand.plan)]
    if under:
        # Through a slot one sees what is just below the floor: what the base lies on counts.
        nearest = min(under, key=lambda height: abs(height - z))
        meant = [one for one in meant if -EQUAL <= near.height(one, stand.plan) - nearest <= SAME_FLOOR]
    elif sum((one.outline ^ base).area() for one in meant) < LEAST_SHARE * base.area():
        return None
    found = resting_on(meant, base)
    return near.height(found, stand.plan) if found else None


def _check_place(table: Table, point: Point, toward: tuple[float, float] | None) -> None:
    shown = ", ".join(plain(value) for value in point)
    if not np.isfinite([*point, *(toward or ())]).all():
        raise SceneError(f"the point {shown} is none; give x, y and z in inches")
    x, y, z = point
    if not (0.0 <= x <= table.size[0] and 0.0 <= y <= table.size[1]):
        ends = f"{plain(table.size[0])}, {plain(table.size[1])}"
        raise SceneError(f"the point {shown} is off the table, which reaches from 0, 0 to {ends} inches")
    highest = float(table.terrain.boxes[:, 1, 2].max(initial=0.0))
    if z > highest + HIGHEST:
        raise SceneError(
            f"the point {shown} is far above everything; the highest thing on the table reaches {plain(highest, 3)}"
        )
    pits = [piece for piece in table.terrain.pieces if piece.kind == "pit"]
    if z < -NEAR_FLOOR and not any(shapely.intersects_xy(geometry(covered(pit)), x, y) for pit in pits):
        raise SceneError(f"the point {shown} is below the ground; heights are inches above it")
    if toward and np.hypot(toward[0] - x, toward[1] - y) < EQUAL:
        raise SceneError("the place to fall toward is the point itself; give one beyond the edge")


def _check_outside(table: Table, given: Point, place: Point) -> None:
    """Refuses a place inside something."""
    piece = barriers(table.terrain).inside(place)
    if piece is not None:
        shown = ", ".join(plain(value) for value in given)
        raise SceneError(f'the point {shown} is inside terrain "{piece.id}"; give one on a floor, at an edge or in the air')


def _no_edge(table: Table, stand: Stand, reach: float, toward: tuple[float, float] | None) -> str:
    """Why nobody falls there, and where the nearest edge is."""
    x, y, z = (plain(value, 4) for value in stand.place)
    where = f"the floor at {x}, {y}, {z}" if stand.place[2] > EQUAL else f"the ground at {x}, {y}"
    way = f" toward {plain(toward[0])}, {plain(toward[1])}" if toward else ""
    nearest = edge_to_fall_over(table, stand, within=6.0, toward=toward)
    if nearest is None:
        return f"there is nothing to fall from: {where} has no edge{way} within 6 inches of the base"
    a, b, _ = nearest.point
    far = f"{nearest.distance:.2f} inches from the base's rim, at {plain(a, 4)}, {plain(b, 4)}"
    return f"{where} has no edge{way} within {reach:g} inch of the base's rim; the nearest is {far}"
