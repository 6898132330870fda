"""How far something small slides at random along a floor (scatter), what stops it, and whether it ends in mid-air."""

from dataclasses import dataclass

import numpy as np
import shapely

from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.table.footprints import footprint
from scene.table.table import Piece, Table, Terrain
from scene.walkable.obstacles import Solids, solids

LIFT = 0.05
"""Inches above the floor at which it moves."""
FACE = 0.3
"""Inches behind the place of contact within which terrain rises that high, if it stops it."""
BEFORE = 0.02
"""Inches before what stops it at which it comes to rest."""
ASIDE = (0.06, 0.12, 0.18, 0.25)
"""Inches aside at which floor is looked for; where there is some on two sides, what is between them is a slot in it."""
AROUND = np.array([[far * np.array([np.cos(turn), np.sin(turn)]) for far in ASIDE] for turn in np.arange(4) * np.pi / 4.0])
"""(4, k, 2) all of these on one side, along four lines across."""
MOST_CONTACTS = 64
"""Surfaces that one movement passes; beyond that it is taken to go on."""
BETWEEN = (0.25, 0.5, 0.75)
"""Of the height that stops it: what stands at all these heights and at the top is one thing, be it of several pieces."""


@dataclass(frozen=True)
class SlideLimits:
    """What something slides over, and down, without stopping.

    Attributes:
        tall: inches above its floor; terrain that rises higher stops it.
        step: inches; a floor that lies so much lower still holds it.
    """

    tall: float
    step: float


@dataclass(frozen=True, eq=False)
class SlideStops:
    """How far n movements go.

    Attributes:
        distance: (n,) inches to where they stop; infinite where nothing stops them.
        first: (n,) inches to the first thing that they meet on their floor; infinite for nothing.
        piece: (n,) what stops them, its place among ``pieces``; -1 for nothing.
        pieces: those that can stop something.
    """

    distance: FloatArray
    first: FloatArray
    piece: IntArray
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, eq=False)
class SlideEnds:
    """Where n movements end.

    Attributes:
        place: (n, 3) inches; on top of what lies there, if that is not too tall.
        off_table: (n,) whether they leave the table.
        mid_air: (n,) whether there is no floor below.
    """

    place: FloatArray
    off_table: BoolArray
    mid_air: BoolArray


def stops(terrain: Terrain, starts: FloatArray, ways: FloatArray, limit: float, limits: SlideLimits) -> SlideStops:
    """What stops straight level movements: terrain that rises too high above their floor, or is impassable.

    What is lower is gone over, what is higher up is passed below, openings are gone through.

    Args:
        terrain: on the way.
        starts: (n, 3) where they begin, on their floor; or (3,) for all of them.
        ways: (n, 2) unit vectors.
        limit: inches, how far they go.
        limits: of what slides.
    """
    solid = solids(terrain)
    starts = np.broadcast_to(starts, (len(ways), 3))
    low, high = (starts + np.array([0.0, 0.0, up]) for up in (LIFT, limits.tall + LIFT))
    distance, piece, first = _faces(solid, low, ways, limit, limits.tall)
    found = SlideStops(distance, first, piece, solid.pieces)
    _into(found, *_thick(solid, high, ways, np.minimum(distance, limit), first, limits.tall))
    _into(found, *_areas(terrain, solid, starts, ways, limit, limits.step))
    return found


def _into(found: SlideStops, distance: FloatArray, piece: IntArray) -> None:
    """Notes what stops them earlier than what was found so far."""
    earlier = distance < found.distance
    found.distance[earlier], found.piece[earlier] = distance[earlier], piece[earlier]


def _along(starts: FloatArray, ways: FloatArray, distance: FloatArray) -> FloatArray:
    """(n, 3) places so far from starts (n, 3) along level ways."""
    return np.column_stack([starts[:, :2] + distance[:, None] * ways, starts[:, 2]])


def _level(ways: FloatArray) -> FloatArray:
    return np.column_stack([ways, np.zeros(len(ways))])


def _faces(
    solid: Solids, low: FloatArray, ways: FloatArray, limit: float, tall: float
) -> tuple[FloatArray, IntArray, FloatArray]:
    """The first faces met along the floor that rise too high, or of what is impassable; and how far the very first is."""
    first = np.full(len(ways), np.inf)
    distance, piece = np.full(len(ways), np.inf), np.full(len(ways), -1)
    barred = np.array([impassable(one) for one in solid.pieces], dtype=bool)
    left, gone = np.arange(len(ways)), np.zeros(len(ways))
    for _ in range(MOST_CONTACTS):
        hit = solid.rays.first_hits(_along(low[left], ways[left], gone[left]), _level(ways[left]), limit - gone[left])
        met = hit.mesh >= 0
        left, mesh = left[met], hit.mesh[met].astype(np.int64)
        gone[left] += hit.distance[met]
        first[left] = np.minimum(first[left], gone[left])
        stops_here = barred[mesh]
        rest = np.flatnonzero(~stops_here)
        stops_here[rest] = _rises(
            solid, _along(low[left[rest]], ways[left[rest]], gone[left[rest]]), ways[left[rest]], mesh[rest], tall
        )
        distance[left[stops_here]], piece[left[stops_here]] = gone[left[stops_here]], mesh[stops_here]
        left = left[~stops_here]
        gone[left] += BEFORE / 10.0
        left = left[gone[left] < limit]
        if len(left) == 0:
            break
    return distance, piece, first


def impassable(piece: Piece) -> bool:
    """Whether nothing gets over or through a piece, however low."""
    return piece.infinite_height or piece.ground == "impassable" or (piece.kind == "door" and not piece.open)


def _rises(solid: Solids, place: FloatArray, ways: FloatArray, mesh: IntArray, tall: float) -> BoolArray:
    """(n,) whether what is met at places (n, 3) along the floor rises too high there: itself, or all that is stacked there."""
    reach = np.full(len(place), FACE + BEFORE)

    def faced(up: float) -> IntArray:
        return solid.rays.first_hits(place - BEFORE * _level(ways) + (0.0, 0.0, up), _level(ways), reach).mesh.astype(np.int64)

    top = faced(tall)
    rises = top == mesh
    rest = np.flatnonzero((top >= 0) & ~rises)
    if len(rest):
        place, ways, reach = place[rest], ways[rest], reach[rest]
        rises[rest] = np.all([faced(up * tall) >= 0 for up in BETWEEN], axis=0)
    return np.asarray(rises)


def _thick(
    solid: Solids, high: FloatArray, ways: FloatArray, limit: FloatArray, first: FloatArray, tall: float
) -> tuple[FloatArray, IntArray]:
    """The first faces met above what is gone over that stand on it, such as the upper steps of a flight of stairs.

    Only behind what they meet first on their floor (n,) do they go over anything.
    """
    distance, piece = np.full(len(ways), np.inf), np.full(len(ways), -1)
    left, gone = np.flatnonzero(first < limit), np.zeros(len(ways))
    met_by, there, what = [left[:0]], [np.zeros(0)], [left[:0]]
    for _ in range(MOST_CONTACTS):
        hit = solid.rays.first_hits(_along(high[left], ways[left], gone[left]), _level(ways[left]), limit[left] - gone[left])
        met = hit.mesh >= 0
        left, mesh = left[met], hit.mesh[met].astype(np.int64)
        gone[left] += hit.distance[met] + BEFORE
        behind = gone[left] > first[left]
        met_by.append(left[behind])
        there.append(gone[left[behind]])
        what.append(mesh[behind])
        left = left[gone[left] < limit[left]]
        if len(left) == 0:
            break
    row, far, mesh = np.concatenate(met_by), np.concatenate(there), np.concatenate(what)
    place = _along(high[row], ways[row], far)
    below = place[:, None] - np.array([[0.0, 0.0, tall - LIFT], [0.0, 0.0, tall / 2.0]])
    stands = (solid.within(below.reshape(-1, 3)) >= 0).reshape(-1, 2).all(axis=1)
    row, far, mesh = row[stands], far[stands], mesh[stands]
    order = np.argsort(-far, kind="stable")
    distance[row[order]], piece[row[order]] = far[order] - BEFORE, mesh[order]
    return distance, piece


def _areas(
    terrain: Terrain, solid: Solids, starts: FloatArray, ways: FloatArray, limit: float, step: float
) -> tuple[FloatArray, IntArray]:
    """Where they come to impassable ground that lies on their floor; what is no solid is named by its place behind those."""
    distance, piece = np.full(len(ways), np.inf), np.full(len(ways), -1)
    for number, area in enumerate(impassable_areas(terrain)):
        low, high = area.placed.bounds[:, 2]
        rows = np.flatnonzero((low - step <= starts[:, 2]) & (starts[:, 2] <= high + step))
        here = starts[rows, :2]
        lines = shapely.linestrings(np.stack([here, here + limit * ways[rows]], axis=1))
        met = shapely.distance(shapely.points(here), shapely.intersection(lines, footprint(area.placed)))
        nearer = met < distance[rows]
        distance[rows[nearer]], piece[rows[nearer]] = met[nearer], len(solid.pieces) + number
    return distance, piece


@memoized
def impassable_areas(terrain: Terrain) -> tuple[Piece, ...]:
    """The impassable ground of a terrain that is no solid."""
    return tuple(piece for piece in terrain.pieces if piece.kind in {"area", "pit"} and piece.ground == "impassable")


def ends(table: Table, starts: FloatArray, places: FloatArray, over: BoolArray, limits: SlideLimits) -> SlideEnds:
    """Where movements end that stop at places (n, 2) on, or above, the floor that they began on.

    Floors that lie up to a step lower hold them, over slots too; on what lies on the floor they come to lie on top.

    Args:
        table: where.
        starts: (n, 3) where they began.
        places: (n, 2) inches.
        over: (n,) whether anything was met on the way there.
        limits: of what slides.
    """
    solid = solids(table.terrain)
    off = np.asarray(((places < 0.0) | (places > table.size)).any(axis=1))
    z = starts[:, 2].copy()
    z[over] = lifted(solid, np.column_stack([places, z])[over], limits.tall)
    low = z == starts[:, 2]
    floor = np.where(low, -np.inf, z)
    floor[low] = _floors(table, places[low], z[low], limits.step)
    mid_air = np.isinf(floor) & ~off
    return SlideEnds(np.column_stack([places, np.where(np.isinf(floor), z, floor)]), off, mid_air)


def lifted(solid: Solids, places: FloatArray, tall: float) -> FloatArray:
    """(n,) the heights on top of what places (n, 3) lie in, where that is no more than ``tall`` inches."""
    z, top = places[:, 2].copy(), places[:, 2]
    # Whatever one is inside of is above one too.
    above = solid.rays.first_hits(places + np.array([0.0, 0.0, LIFT]), _upward(len(places)), np.full(len(places), tall))
    left = np.flatnonzero(above.mesh >= 0)
    for _ in range(MOST_CONTACTS):
        at = np.column_stack([places[left, :2], z[left] + LIFT])
        held = solid.within(at) >= 0
        left = left[held]
        if len(left) == 0:
            break
        up = solid.rays.first_hits(at[held], _upward(len(left)), np.full(len(left), 2.0 * tall))
        z[left] += LIFT + np.where(up.mesh >= 0, up.distance, 0.0)
        left = left[(up.mesh >= 0) & (z[left] - top[left] <= tall + LIFT + BEFORE)]
    return np.where(z - top <= tall + LIFT + BEFORE, z, top)


def _upward(count: int) -> FloatArray:
    return np.broadcast_to([0.0, 0.0, 1.0], (count, 3))


def _floors(table: Table, places: FloatArray, z: FloatArray, step: float) -> FloatArray:
    """(n,) the height of the floor below places (n, 2), no more than ``step`` below ``z`` (n,); -inf where there is none."""
    found = _below(table, places, z, step)
    rest = np.flatnonzero(np.isinf(found))
    # Over a slot there is floor on both sides, beyond an edge only on one.
    sides = np.full((2, len(rest), len(AROUND)), -np.inf)
    for side, way in enumerate((AROUND, -AROUND)):
        asked = rest if side == 0 else rest[np.isfinite(sides[0]).any(axis=1)]
        around = (places[asked, None, None] + way).reshape(-1, 2)
        there = _below(table, around, np.repeat(z[asked], way.shape[0] * way.shape[1]), step)
        sides[side, np.isin(rest, asked)] = there.reshape(len(asked), *way.shape[:2]).max(axis=2)
    found[rest] = sides.min(axis=0).max(axis=1)
    return found


def _below(table: Table, places: FloatArray, z: FloatArray, step: float) -> FloatArray:
    starts = np.column_stack([places, z + LIFT])
    down = np.broadcast_to([0.0, 0.0, -1.0], starts.shape)
    hit = solids(table.terrain).rays.first_hits(starts, down, np.full(len(places), LIFT + step))
    found = np.where(hit.mesh >= 0, z + LIFT - hit.distance.astype(np.float64), -np.inf)
    near = np.flatnonzero(z <= step)
    ground = np.where(over_pits(table.terrain, places[near]), -np.inf, 0.0)
    found[near] = np.maximum(found[near], ground)
    return found


def over_pits(terrain: Terrain, places: FloatArray) -> BoolArray:
    """(n,) whether places (n, 2) are over a pit."""
    over = np.zeros(len(places), dtype=bool)
    for piece in terrain.pieces:
        if piece.kind == "pit":
            over |= shapely.intersects_xy(footprint(piece.placed), *places.T)
    return over
