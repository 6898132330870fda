"""Where figures can stand on a draft: the floor that is meant, with its gaps closed, and why a place will not do.

A base stands on a floor as a navmesh knows it: slots of a grating are closed, what is too narrow bears nobody, and neither
terrain nor anybody else may be in the way. Unlike a navmesh, which is of a whole table, this looks at what is near one place.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import shapely

from rules.body_limits import LIMITS
from rules.movement.path_rules import agent_of
from scene.geometry.mesh import Point
from scene.table.plan_outlines import closed, covered, geometry, shadow, together
from scene.table.resting import bears
from scene.table.table import Figure, Piece, Table
from scene.walkable.agent import Agent
from scene.walkable.floor_levels import SLOT
from scene.walkable.local_floors import Nearby, Shelf, nearby
from scene.walkable.obstacles import barriers

NEAR = 0.75
"""Inches from the place that was pointed at to the rim of a base that stands where it is meant."""
SAME = 0.06
"""Inches: heights that are one floor, as boards of a deck are."""
OFF = 0.05
"""Inches from which on a figure is said to float or to be sunk."""
DEEP = 0.5
"""Inches above the underside of a base; a floor higher than that is over the figure, not one that it is sunk into."""
LOW = 1.0
"""Inches below what is seen, as the top of a rail, down to which a floor is at its foot; what is lower lies behind it."""
FOOT = 0.3
"""Inches beside a rail at which the floor at its foot begins at the latest."""
NEVER = -1.0
"""As a distance: none is near enough."""
GRAZED = 0.02
"""Inches that bases may reach into what stands beside them: it is rounding."""
MOST_INSIDE = 4
"""So many solids are left out, one after the other, where room may be."""
DIGITS, ROUNDED = 5, 1e-6
_ARC = 24


@dataclass(frozen=True, eq=False)
class _Spot:
    """A floor near a place on which a figure may stand.

    Attributes:
        table: without the figure.
        figure: who is to stand there.
        near: the floors there, without those that bear nobody.
        place: in plan.
        z: the height of the floor that is meant.
        reach: how far about the place is looked, inches.
    """

    table: Table
    figure: Figure
    near: Nearby
    place: tuple[float, float]
    z: float
    reach: float

    @cached_property
    def agent(self) -> Agent:
        """The figure as a cylinder."""
        return agent_of(self.figure)

    @cached_property
    def bearing(self) -> shapely.Geometry:
        """Where the middle of the base is borne by the floor."""
        step, pits = LIMITS.step, self.near.between(self.z - SAME, self.z + SAME, pits=True)
        own = [shelf.outline for shelf in (*self.near.between(self.z - SAME, self.z + SAME), *pits)]
        below = self.near.underfoot(self.z - step, self.z + step, self.agent.radius, LIMITS.foothold)
        below = together([below, *(pit.outline for pit in pits)])
        above = together([closed(shelf.outline, SLOT) for shelf in self.near.between(self.z + SAME, self.z + step)])
        return geometry((closed(together(own), self.agent.radius) ^ below) - above)

    @cached_property
    def terrain(self) -> shapely.Geometry:
        """What of the terrain is in the way of the body, or of the base."""
        low, high = self.z + LIMITS.step, self.z + self.agent.headroom
        return self.near.standing(low, high, self.place, self.reach + 2.0 * self.agent.radius)

    @cached_property
    def solid(self) -> Piece | None:
        """What the place is inside of."""
        return barriers(self.table.terrain).inside((*self.place, self.z + LIMITS.step))

    @cached_property
    def inner(self) -> shapely.Geometry:
        """Where the base lies on the table altogether."""
        wide, deep = self.table.size
        rim = min(self.agent.radius - GRAZED, wide / 2.0, deep / 2.0)
        return shapely.box(rim, rim, wide - rim, deep - rim)

    @cached_property
    def others(self) -> tuple[Figure, ...]:
        """Those whose bodies are as high up."""
        top = self.z + self.agent.height
        return tuple(
            one
            for one in self.table.figures
            if one.id != self.figure.id and one.position[2] < top and self.z < one.position[2] + agent_of(one).height
        )

    def apart(self, other: Figure) -> float:
        """How far the middles of the figure and another one have to be apart."""
        return self.agent.radius + agent_of(other).radius

    def free(self) -> shapely.Geometry:
        """Where the middle of the base can be."""
        allowed = shapely.intersection(self.bearing, self.inner)
        taken = [shapely.buffer(self.terrain, self.agent.radius - GRAZED / 2.0, quad_segs=_ARC)]
        if self.solid is not None:
            taken.append(geometry(covered(self.solid)))
        for other in self.others:
            disc = shapely.Point(other.position[:2])
            taken.append(shapely.buffer(disc, self.apart(other) + GRAZED / 10.0, quad_segs=4 * _ARC))
        return shapely.difference(allowed, shapely.union_all(taken))

    def faults(self) -> Iterator[str]:
        """Why the figure cannot stand at this very place."""
        middle = shapely.Point(self.place)
        if not shapely.dwithin(self.inner, middle, GRAZED):
            yield "it would hang over the edge of the table"
        for other in self.others:
            if np.hypot(*np.subtract(other.position[:2], self.place)) < self.apart(other) - GRAZED:
                yield f"it would stand in {other.called}"
        if self.solid is not None:
            yield f"it would stand inside {self.solid.id}"
        elif shapely.dwithin(self.terrain, middle, self.agent.radius - GRAZED):
            yield f"it would stand in {_nearest(self)}"
        if not shapely.dwithin(self.bearing, middle, GRAZED):
            yield "its base would have no hold there, over an edge or a gap"


def meant(table: Table, figure: Figure, place: Point, floors: Sequence[Point]) -> Point:
    """The place that somebody means who points at one with a figure: the first of the floors there on which it can stand.

    Args:
        table: where.
        figure: who is to stand there.
        place: what is seen there. Where that is no floor, as a rail, the floor at its foot may be meant.
        floors: places on the floors that may be meant, those nearest to the eye first.
    """
    before = [floor for floor in floors if floor[2] >= place[2] - LOW]
    goals = list(dict.fromkeys([*before, place, *floors]))
    for goal in goals:
        there = standing_place(table, figure, goal, wanted=goal[:2])
        if not why_not(table, figure.moved(there)):
            return goal
    return goals[0]


def standing_place(table: Table, figure: Figure, at: Point, *, wanted: tuple[float, float], reach: float = NEAR) -> Point:
    """Where a figure comes to stand that is put at a place: there, or at the nearest place of the same floor with room.

    Args:
        table: where; the figure itself is not in its own way.
        figure: who.
        at: what was pointed at. The floor at its height or below it is meant.
        wanted: in plan, what is tried first, as on a grid.
        reach: inches to the base's rim within which a place is looked for. Where none is found it is the place that was pointed
            at; see `why_not`.
    """
    spot = _spot(table, figure, at, reach)
    for place in (wanted, at[:2]):
        there = replace(spot, place=place)
        if not list(there.faults()):
            return _on_floor(there)
    found = _nearest_room(spot)
    return _on_floor(found or spot)


def _nearest_room(spot: _Spot) -> _Spot | None:
    """The nearest place on the same floor with room; None where it is farther than is looked."""
    free, middle = spot.free(), shapely.Point(spot.place)
    for _ in range(MOST_INSIDE):
        near = shapely.shortest_line(free, middle) if not free.is_empty else None
        if near is None or near.length > spot.reach + spot.agent.radius:
            return None
        (x, y), _ = shapely.get_coordinates(near).tolist()
        there = replace(spot, place=(x, y))
        if there.solid is None:
            return None if list(there.faults()) else there
        # Of what goes right through these heights only the sides were known.
        free = shapely.difference(free, geometry(covered(there.solid)))
    return None


def why_not(table: Table, figure: Figure) -> str:
    """Why a figure cannot stand where it does, in words; empty if it can."""
    x, y, z = figure.position
    spot = _spot(table, figure, (x, y, z + DEEP), GRAZED)
    off = z - _on_floor(spot)[2]
    if abs(off) >= OFF - ROUNDED:
        return f"it would float {off:.2f} inch above the floor" if off > 0.0 else f"it would be sunk {-off:.2f} inch"
    return next(spot.faults(), "")


def _spot(table: Table, figure: Figure, at: Point, reach: float) -> _Spot:
    """The floor that is meant by a place: the highest at its height or below it.

    It reaches under the place, or near it if it is little lower: whoever points at a rail may mean the floor at its foot.
    """
    agent, plan = agent_of(figure), (at[0], at[1])
    around = nearby(table, plan, reach + 3.0 * agent.radius + SLOT)
    bearing = tuple(shelf for shelf in around.shelves if shelf.pit or shelf.piece is None or bears(shelf.piece))
    near, middle = replace(around, shelves=bearing), shapely.Point(plan)
    meant = (shelf for shelf in bearing if shelf.z <= at[2] + SAME)
    z = next((one.z for one in meant if _under(one, middle, _near(one, at, reach))), 0.0)
    return _Spot(table, figure, near, plan, z, reach)


def _near(shelf: Shelf, at: Point, reach: float) -> float:
    """How near to a place a floor has to be in plan to be meant by it, inches; `NEVER` where it is not meant at all."""
    below = at[2] - shelf.z
    if below <= SAME:
        return reach
    if shelf.piece is not None:
        wall = geometry(shadow(shelf.piece, shelf.z + LOW, shelf.z + LOW + FOOT))
        if shapely.dwithin(wall, shapely.Point(at[:2]), FOOT / 3.0):
            # Whoever points at a wall does not mean the floor that it hides.
            return NEVER
    return min(FOOT, reach) if below <= LOW else GRAZED


def _under(shelf: Shelf, middle: shapely.Point, near: float) -> bool:
    """Whether a floor, its gaps closed, is under a place or near it in plan."""
    return near >= 0.0 and bool(shapely.dwithin(geometry(closed(shelf.outline, SLOT)), middle, near))


def _on_floor(spot: _Spot) -> Point:
    """The place, at the height of the floor there."""
    own = [*spot.near.between(spot.z - SAME, spot.z + SAME), *spot.near.between(spot.z - SAME, spot.z + SAME, pits=True)]
    middle = shapely.Point(spot.place)
    shelf = min(own, key=lambda one: float(shapely.distance(one.region, middle)), default=None)
    z = spot.z if shelf is None else spot.near.height(shelf, spot.place)
    return round(spot.place[0], DIGITS) + 0.0, round(spot.place[1], DIGITS) + 0.0, round(z, DIGITS) + 0.0


def _nearest(spot: _Spot) -> str:
    """The piece that is in the way of a figure."""
    x, y = spot.place
    pieces = [one for one in barriers(spot.table.terrain).pieces if one.placed.bounds[1, 2] > spot.z + LIMITS.step]
    middle = shapely.Point(x, y)
    return min(pieces, key=lambda one: float(shapely.distance(geometry(covered(one)), middle))).id
