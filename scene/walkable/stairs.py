"""Flights of stairs: pieces that are one, and those that are part of a larger mesh, such as those outside a building.

A flight is a row of level treads of the same width in a straight line, each as much higher and as much farther on as the
last. Treads with slots, treads under whose nosing the next lower one goes on, and steps that are whole boxes count alike:
what counts of each is what is not covered by the next. Stairs that turn are several flights, spiral stairs are none.
"""

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.affinity import translate

from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray, Mesh, Point
from scene.geometry.ray_casting import mesh_rays
from scene.table.table import Kind, Piece, Terrain
from scene.walkable.stair_treads import (
    GOING,
    LEAST_WIDTH,
    LEVEL,
    MOST_PAIRS,
    RISE,
    SLOT,
    Tread,
    TreadLevel,
    levels,
    treads,
)

LEAST_TREADS = 3
"""In a mesh that may be anything; two will do in a piece that is stairs."""

STEADY = 0.8
"""How well the height of stairs without level treads must go with the place along them (correlation)."""

_UPRIGHT = 3.0
"""Degrees from upright that do not count as leaning."""

_SEARCHED: frozenset[Kind] = frozenset({"structure", "obstacle", "wall", "stairs", "pit"})

Outlines = tuple[tuple[float, FloatArray], ...]


@dataclass(frozen=True, eq=False)
class Stairs:
    """A straight flight of stairs in the table's frame, inches.

    Attributes:
        piece: the id of the terrain piece that is the stairs, or that they are part of.
        foot: the middle of the lowest tread's front edge, one rise below it (not below the piece): where one steps on.
        top: the middle of the uppermost tread's back edge, at its height. The line from foot to top has the slope of the
            flight.
        width: of the treads.
        treads: height z and outline (k, 2) of each, from below; none for a piece that is stairs without level treads.
        found: whether it was found in a mesh; False for pieces that are stairs by their kind.
    """

    piece: str
    foot: Point
    top: Point
    width: float
    treads: Outlines
    found: bool


@dataclass(frozen=True, eq=False)
class _Flight:
    """A flight in its mesh's own frame."""

    foot: FloatArray
    top: FloatArray
    width: float
    treads: Outlines


@dataclass(frozen=True, eq=False)
class _Step:
    """From a tread up to the next: their numbers, the direction in plan, the rise and the going."""

    lower: int
    upper: int
    ahead: FloatArray
    rise: float
    going: float

    def goes_on(self, other: "_Step") -> bool:
        """Whether the other step, from this one's upper tread, is one more of the same flight."""
        return bool(
            self.ahead @ other.ahead > 0.97
            and abs(other.rise - self.rise) <= max(0.02, 0.1 * self.rise)
            and abs(other.going - self.going) <= max(0.02, 0.12 * self.going)
        )


@memoized
def stairs(terrain: Terrain) -> tuple[Stairs, ...]:
    """All flights of stairs of a table, inches; computed once per set of terrain, the search in a mesh once per mesh.

    They are looked for in stairs, structures, obstacles, walls and pits that stand upright. A piece of kind ``stairs`` in
    which there are no treads goes from the low side of its top to the high side.
    """
    return tuple(flight for piece in terrain.pieces for flight in _of_piece(piece))


def _of_piece(piece: Piece) -> list[Stairs]:
    lean = float(np.degrees(np.arccos(np.clip(piece.pose.matrix[2, 2], -1.0, 1.0))))
    if piece.kind not in _SEARCHED or lean > _UPRIGHT or len(piece.shape.faces) == 0:
        return []
    flights = _flights(piece.shape)
    if piece.kind == "stairs":
        return [_placed(piece, flight, found=False) for flight in flights or _sloping(piece.shape)]
    return [_placed(piece, flight, found=True) for flight in flights if len(flight.treads) >= LEAST_TREADS]


def _placed(piece: Piece, flight: _Flight, *, found: bool) -> Stairs:
    foot, top = (_point(end) for end in piece.pose.to_table(np.stack([flight.foot, flight.top])))
    outlines = []
    for z, outline in flight.treads:
        corners = piece.pose.to_table(np.column_stack([outline, np.full(len(outline), z)]))
        corners.setflags(write=False)
        outlines.append((float(corners[:, 2].mean()), corners[:, :2]))
    return Stairs(piece.id, foot, top, flight.width, tuple(outlines), found)


def _point(values: FloatArray) -> Point:
    x, y, z = (float(value) for value in values)
    return (x, y, z)


@memoized
def _flights(mesh: Mesh) -> tuple[_Flight, ...]:
    """All flights of two or more treads in a mesh, the longest first."""
    parts = levels(mesh)
    if not parts:
        return ()
    found = treads(parts)
    floor = float(mesh.bounds[0, 2])
    flights, used = [], set[int]()
    for chain in sorted(_chains(_steps(found)), key=len, reverse=True):
        numbers = [chain[0].lower, *(step.upper for step in chain)]
        if used.isdisjoint(numbers):
            ahead, going, rise = _measures([found[number] for number in numbers], chain)
            row = _with_ends([found[number] for number in numbers], going * ahead, rise, parts)
            used.update(_part_of(row, found))
            flights.append(_flight(row, going * ahead, rise, floor))
    return tuple(flights)


def _part_of(row: list[Tread], found: list[Tread]) -> list[int]:
    """The numbers of the treads found that are part of a row."""
    heights = np.array([tread.z for tread in found])
    numbers: list[int] = []
    for tread in row:
        level = np.flatnonzero(np.abs(heights - tread.z) <= LEVEL).tolist()
        numbers += [number for number in level if found[number].shape.intersection(tread.shape).area > 0.0]
    return numbers


def _steps(found: list[Tread]) -> list[_Step]:
    """All steps from one tread up to another that may be part of a flight."""
    if len(found) < 2:
        return []
    shapes, heights = np.array([tread.shape for tread in found]), np.array([tread.z for tread in found])
    lower, upper = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=SLOT)
    rise = heights[upper] - heights[lower]
    fits = (rise >= RISE[0] - LEVEL) & (rise <= RISE[1] + LEVEL)
    if fits.sum() > MOST_PAIRS:
        return []
    steps = (_step(found, i, j) for i, j in zip(lower[fits].tolist(), upper[fits].tolist(), strict=True))
    return [step for step in steps if step is not None]


def _step(found: list[Tread], lower: int, upper: int) -> _Step | None:
    """The step from one tread up to another; None if they do not lie as neighbours in a flight do."""
    here, there = found[lower], found[upper]
    (start_x, start_y), (end_x, end_y) = here.shape.centroid.coords[0], there.shape.centroid.coords[0]
    along = here.axes @ np.array([end_x - start_x, end_y - start_y])
    axis = int(np.argmax(np.abs(along)))
    ahead = here.axes[axis] * np.sign(along[axis])
    (front, back), (next_front, next_back) = here.span(ahead), there.span(ahead)
    sides, next_sides = here.span(_aside(ahead)), there.span(_aside(ahead))
    width, next_width, going = float(np.ptp(sides)), float(np.ptp(next_sides)), float(next_front - front)
    fits = (
        GOING[0] - LEVEL <= going <= GOING[1] + LEVEL
        and max(back - front, next_back - next_front) <= GOING[1] + SLOT
        and abs(next_front - back) <= SLOT
        and min(width, next_width) >= LEAST_WIDTH
        and abs(width - next_width) <= 0.2 * width
        and abs(float(sides.mean() - next_sides.mean())) <= 0.15 * width
    )
    return _Step(lower, upper, ahead, there.z - here.z, going) if fits else None


def _aside(ahead: FloatArray) -> FloatArray:
    return np.array([-ahead[1], ahead[0]])


def _chains(steps: list[_Step]) -> list[list[_Step]]:
    """The longest row of steps of one flight that ends with each step."""
    ending: dict[int, list[list[_Step]]] = {}
    chains = []
    # Treads are numbered from below, so all that lead to a step have been seen before it.
    for step in sorted(steps, key=lambda step: step.lower):
        before = [chain for chain in ending.get(step.lower, []) if chain[-1].goes_on(step)]
        chain = [*max(before, key=len, default=[]), step]
        ending.setdefault(step.upper, []).append(chain)
        chains.append(chain)
    return chains


def _measures(row: list[Tread], chain: list[_Step]) -> tuple[FloatArray, float, float]:
    """The direction in plan of a row of treads, its going and its rise."""
    ahead = np.mean([step.ahead for step in chain], axis=0)
    ahead /= np.linalg.norm(ahead)
    going = float(row[-1].span(ahead)[0] - row[0].span(ahead)[0]) / len(chain)
    return ahead, going, (row[-1].z - row[0].z) / len(chain)


def _flight(row: list[Tread], step: FloatArray, rise: float, floor: float) -> _Flight:
    """The flight of a row of treads, from its foot to its top; ``step`` (2,) leads in plan from one tread to the next."""
    going = float(np.linalg.norm(step))
    ahead = step / going
    sides = np.array([tread.span(_aside(ahead)) for tread in row])
    last_front, last_back = row[-1].span(ahead)
    # A last tread that goes on as a landing ends where the slope does.
    ends = (row[0].span(ahead)[0], min(last_back, last_front + going))
    foot, top = ((place * ahead + sides.mean() * _aside(ahead)).tolist() for place in ends)
    outlines = tuple((tread.z, shapely.get_coordinates(tread.shape)[:-1]) for tread in row)
    width = float(np.median(np.ptp(sides, axis=1)))
    return _Flight(np.array([*foot, max(row[0].z - rise, floor)]), np.array([*top, row[-1].z]), width, outlines)


def _with_ends(row: list[Tread], going: FloatArray, rise: float, parts: list[TreadLevel]) -> list[Tread]:
    """The row and what goes on at its ends: treads that are one with a floor beside them, past one that is cut up at most."""
    row = list(row)
    while below := _beyond(row[0], -going, -rise, parts) or _beyond(row[0], -2.0 * going, -2.0 * rise, parts):
        row.insert(0, below)
    while above := _beyond(row[-1], going, rise, parts) or _beyond(row[-1], 2.0 * going, 2.0 * rise, parts):
        row.append(above)
    return row


def _beyond(last: Tread, going: FloatArray, rise: float, parts: list[TreadLevel]) -> Tread | None:
    """The tread after the last one; None where there is nothing, or a floor that goes on ahead."""
    ahead = translate(last.shape, *going.tolist())
    farther = translate(ahead, *going.tolist())
    for part in parts:
        if abs(part.z - last.z - rise) <= LEVEL and part.shape.intersection(ahead).area >= 0.5 * ahead.area:
            goes_on = part.shape.intersection(farther).area >= 0.5 * ahead.area
            return None if goes_on else Tread(part.z, ahead, last.axes)
    return None


@memoized
def _sloping(mesh: Mesh) -> tuple[_Flight, ...]:
    """A mesh that is stairs as one slope, along the side of its box along which it rises most evenly."""
    low, high = mesh.bounds
    places = [low[axis] + (np.arange(96) + 0.5) / 96.0 * (high - low)[axis] for axis in (0, 1)]
    starts = np.stack([*np.meshgrid(*places, indexing="ij"), np.full((96, 96), high[2] + 1.0)], axis=-1).reshape(-1, 3)
    depth = mesh_rays(mesh).distances(starts, np.broadcast_to([0.0, 0.0, -1.0], starts.shape))
    top = np.maximum(high[2] + 1.0 - depth.astype(np.float64), low[2]).reshape(96, 96)
    # Across the stairs the middle height counts, not that of the rails; along them the highest of four, for slots.
    rows = [np.median(top, axis=1 - axis).reshape(24, 4).max(axis=1) for axis in (0, 1)]
    steady = [_correlation(np.arange(24.0), row) for row in rows]
    axis = int(np.argmax(np.abs(steady)))
    if abs(steady[axis]) < STEADY:
        return ()
    foot, head = np.append((low + high)[:2] / 2.0, low[2]), np.append((low + high)[:2] / 2.0, rows[axis].max())
    foot[axis], head[axis] = (low[axis], high[axis]) if steady[axis] > 0.0 else (high[axis], low[axis])
    return (_Flight(foot, head, float((high - low)[1 - axis]), ()),)


def _correlation(place: FloatArray, height: FloatArray) -> float:
    """How well heights go with places, -1..1; 0 for what is level."""
    return float(np.corrcoef(place, height)[0, 1]) if np.ptp(height) > LEVEL else 0.0
