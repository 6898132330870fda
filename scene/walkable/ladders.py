"""Ladders: pieces that are one, and those that are part of a larger mesh, such as a tower's.

In a mesh a ladder is found by its rungs: bars of the same length at the same place in plan, one above the other at an even
distance, with room between and behind them for a foot and in front of them for a climber. A mesh that is modelled leaning
holds none that is found. What looks like a ladder and is none is told apart so: the ribs of a corrugated wall have no room
behind them, the bars of a window have a wall beside them, and those of a fence have bars of the next bay beside them.
"""

from dataclasses import dataclass

import numpy as np
import shapely
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray, IntArray, Mesh, Point
from scene.geometry.ray_casting import mesh_rays
from scene.geometry.upward_faces import UpPatches, up_patches
from scene.table.table import Kind, Piece, Terrain

REACH = 0.7
"""Inches that the floor may be below the lowest rung or above the highest; also the widest gap between two rungs."""

SPACING = (0.14, 0.55)
"""Inches from rung to rung."""

LENGTH = (0.25, 1.6)
"""Inches: the length of a rung."""

THICKEST = 0.2
"""Inches: how deep or high a rung may be."""

LEAST_RUNGS = 3
LEAST_HEIGHT = 0.55
"""Inches from the lowest rung to the highest; fences are less high."""

TOE = 0.05
"""Inches of room behind a rung."""

CLIMBER = 0.6
"""Inches of room in front of a ladder; the smallest bases need a little more, which whoever looks for a way will see."""

STILES = 0.4
"""Inches: how far the stiles may stand out before the rungs."""

SWAY = 0.06
"""Inches: how far rungs of one ladder may differ in place, and three times that in length."""

MOST_BARS = 2000
"""A mesh with more possible rungs is a scan or a texture; nothing is looked for."""

STEEPEST_LEAN = 40.0
"""Degrees from upright; a ladder that leans more is a plank."""

_UPRIGHT = 3.0
"""Degrees from upright that do not count as leaning."""

_SEARCHED: frozenset[Kind] = frozenset({"structure", "obstacle", "wall", "pit"})


@dataclass(frozen=True)
class Ladder:
    """One side of a ladder that figures can climb on, in the table's frame. Ladders that serve on both sides are two.

    Attributes:
        piece: the id of the terrain piece that is the ladder, or that it is part of.
        foot: the middle of the ladder's front, at the height of its lower end: the end of its stiles where the piece is a
            ladder, the lowest rung where one was found.
        top: the same at its upper end; in plan the same place, unless the piece leans.
        out: unit vector in plan, from the rungs to where the climber is.
        width: inches.
        found: whether it was found in a mesh; False for pieces that are ladders by their kind.
    """

    piece: str
    foot: Point
    top: Point
    out: tuple[float, float]
    width: float
    found: bool


@dataclass(frozen=True)
class _Side:
    """A side of a ladder in its mesh's own frame, upright: its front in plan, its ends, its direction in plan."""

    front: tuple[float, float]
    low: float
    high: float
    out: tuple[float, float]
    width: float


@dataclass(frozen=True, eq=False)
class _Rungs:
    """Bars one above the other: their middle (2,) and direction (2,) in plan, length, depth, and their tops from below."""

    middle: FloatArray
    along: FloatArray
    length: float
    depth: float
    tops: FloatArray

    @property
    def across(self) -> FloatArray:
        return np.array([-self.along[1], self.along[0]])


@memoized
def ladders(terrain: Terrain) -> tuple[Ladder, ...]:
    """All ladders of a table, inches; computed once per set of terrain, the search in a mesh once per mesh.

    Pieces of kind ``ladder`` are ladders also if they lean up to `STEEPEST_LEAN`; then only their upper side serves. In
    structures, obstacles, walls and pits that stand upright they are looked for.
    """
    return tuple(ladder for piece in terrain.pieces for ladder in _of_piece(piece))


def _of_piece(piece: Piece) -> list[Ladder]:
    lean = float(np.degrees(np.arccos(np.clip(piece.pose.matrix[2, 2], -1.0, 1.0))))
    if piece.kind == "ladder" and lean <= STEEPEST_LEAN:
        sides = [_placed(piece, side, found=False) for side in _whole(piece.shape)]
        return [side for side in sides if lean <= _UPRIGHT or _faces_up(side)]
    if piece.kind in _SEARCHED and lean <= _UPRIGHT:
        return [_placed(piece, side, found=True) for side in _found(piece.shape)]
    return []


def _placed(piece: Piece, side: _Side, *, found: bool) -> Ladder:
    ends = piece.pose.to_table([[*side.front, side.low], [*side.front, side.high]])
    out = piece.pose.matrix[:2, :2] @ side.out
    out /= np.linalg.norm(out)
    foot, top = (_point(end) for end in ends)
    return Ladder(piece.id, foot, top, (float(out[0]), float(out[1])), side.width, found)


def _faces_up(ladder: Ladder) -> bool:
    """Whether a leaning ladder leans away from its climber."""
    lean = np.subtract(ladder.foot, ladder.top)[:2]
    return bool(lean @ ladder.out > 0.0)


def _point(values: FloatArray) -> Point:
    x, y, z = (float(value) for value in values)
    return (x, y, z)


@memoized
def _whole(mesh: Mesh) -> tuple[_Side, ...]:
    """The sides of a mesh that is a ladder: where its rungs are, as high as all of it; without rungs, those of its box."""
    if len(mesh.faces) == 0:
        return ()
    low, high = mesh.bounds[:, 2].tolist()
    sides = _found(mesh) or _sides_of_box(mesh)
    return tuple(_Side(side.front, low, high, side.out, side.width) for side in sides)


def _sides_of_box(mesh: Mesh) -> tuple[_Side, ...]:
    """The two wide sides of the narrowest upright box around a mesh."""
    plan = shapely.MultiPoint(mesh.vertices[np.unique(mesh.faces), :2])
    corners = shapely.get_coordinates(shapely.minimum_rotated_rectangle(plan))
    if len(corners) < 5:
        return ()
    first, second = corners[1] - corners[0], corners[2] - corners[1]
    deep, wide = sorted((first, second), key=lambda side: float(np.linalg.norm(side)))
    middle, depth, width = corners[:4].mean(axis=0), float(np.linalg.norm(deep)), float(np.linalg.norm(wide))
    out = np.array([-wide[1], wide[0]]) / width
    return tuple(_side(middle, sign * out, depth / 2.0, (0.0, 0.0), width) for sign in (1.0, -1.0))


def _side(middle: FloatArray, out: FloatArray, front: float, ends: tuple[float, float], width: float) -> _Side:
    x, y = (middle + front * out).tolist()
    return _Side((x, y), *ends, (float(out[0]), float(out[1])), width)


@memoized
def _found(mesh: Mesh) -> tuple[_Side, ...]:
    """The sides of the ladders that are part of a mesh."""
    rungs = _alone(_rungs(mesh))
    return tuple(side for one in rungs for side in _open_sides(mesh, one))


def _rungs(mesh: Mesh) -> list[_Rungs]:
    """Everything in a mesh that is like a ladder's rungs in place and size."""
    if len(mesh.faces) == 0:
        return []
    # So that of a round bar its whole upper side is one patch, without the sides of what it joins.
    patches = up_patches(mesh, least_up=0.3)
    length, depth, height = patches.size.T
    bars = np.flatnonzero(
        (length >= LENGTH[0]) & (length <= LENGTH[1]) & (depth <= np.minimum(THICKEST, 0.4 * length)) & (height <= THICKEST)
    )
    if not LEAST_RUNGS <= len(bars) <= MOST_BARS:
        return []
    stacks = [_even(patches, bars[stack]) for stack in _stacks(patches, bars)]
    return [rungs for stack in stacks for rungs in stack]


def _stacks(patches: UpPatches, bars: IntArray) -> list[IntArray]:
    """The bars that lie above one another, by their places among ``bars``."""
    turn = 2.0 * np.arctan2(patches.along[bars, 1], patches.along[bars, 0])
    direction = 0.2 * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    place = np.column_stack([patches.middle[bars, :2], direction, patches.size[bars, 0] / 3.0])
    # Bars of the same height lie beside one another, however near: a stack is a chain of nearest neighbours in plan.
    first, second = cKDTree(place).query_pairs(SWAY, output_type="ndarray").T
    links = coo_array((np.ones(len(first), dtype=np.int8), (first, second)), shape=(len(bars), len(bars)))
    number = connected_components(links, directed=False)[1]
    order = np.argsort(number, kind="stable")
    stacks = np.split(order, np.flatnonzero(np.diff(number[order])) + 1)
    # A chain that wanders is no ladder, or one that leans.
    return [stack for stack in stacks if len(stack) >= LEAST_RUNGS and bool((np.ptp(place[stack], axis=0) <= 2 * SWAY).all())]


def _even(patches: UpPatches, bars: IntArray) -> list[_Rungs]:
    """The evenly spaced runs among bars that lie above one another."""
    bars = bars[np.argsort(patches.top[bars])]
    tops = patches.top[bars]
    # A bar's own ledges are no further rungs.
    tops = tops[np.append(np.diff(tops) > THICKEST / 2.0, True)]
    along, size = patches.along[bars[0]], np.median(patches.size[bars], axis=0)
    middle = np.median(patches.middle[bars, :2], axis=0)
    runs = np.split(tops, np.flatnonzero(np.diff(tops) > REACH) + 1)
    return [_Rungs(middle, along, float(size[0]), float(size[1]), run) for run in runs if _rhythm(run, float(size[0]))]


def _rhythm(tops: FloatArray, length: float) -> bool:
    """Whether heights are those of a ladder's rungs: mostly as far apart as the others, and more in height than in width."""
    if len(tops) < LEAST_RUNGS or tops[-1] - tops[0] < max(LEAST_HEIGHT, 0.7 * length):
        return False
    gaps = np.diff(tops)
    usual = float(np.median(gaps))
    even = np.abs(gaps - usual) <= 0.12 * usual
    return bool(SPACING[0] <= usual <= SPACING[1] and even.mean() >= 2.0 / 3.0)


def _alone(found: list[_Rungs]) -> list[_Rungs]:
    """Those with no others right beside them, as the bays of a fence or the boards of a shelf have."""
    return [rungs for rungs in found if not any(_beside(rungs, other) for other in found if other is not rungs)]


def _beside(rungs: _Rungs, other: _Rungs) -> bool:
    offset = other.middle - rungs.middle
    apart = abs(float(offset @ rungs.along)) - (rungs.length + other.length) / 2.0
    overlap = min(rungs.tops[-1], other.tops[-1]) - max(rungs.tops[0], other.tops[0])
    return abs(float(offset @ rungs.across)) < THICKEST and -SWAY < apart < STILES and bool(overlap > 0.0)


def _open_sides(mesh: Mesh, rungs: _Rungs) -> list[_Side]:
    """The sides from which the rungs can be climbed; none if they are not free bars."""
    ahead = np.array([_free(mesh, rungs, sign) for sign in (1.0, -1.0)])
    if (ahead < rungs.depth / 2.0 + TOE).mean(axis=1).max() > 0.3:
        return []
    sides = []
    for sign, free in zip((1.0, -1.0), ahead, strict=True):
        out = sign * rungs.across
        if np.median(free) < CLIMBER or _in_wall(mesh, rungs, out):
            continue
        front = _front(mesh, rungs, out)
        sides.append(_side(rungs.middle, out, front, (float(rungs.tops[0]), float(rungs.tops[-1])), rungs.length))
    return sides


def _between(rungs: _Rungs) -> FloatArray:
    """The heights in the middle between the rungs, less half a rung's own height."""
    return np.asarray((rungs.tops[1:] + rungs.tops[:-1]) / 2.0 - rungs.depth / 2.0)


def _cast(mesh: Mesh, rungs: _Rungs, ways: FloatArray, places: FloatArray, heights: FloatArray, *, ahead: float) -> FloatArray:
    """(h, k) inches to what level rays meet, from places along the rungs (k,) at heights (h,), ``ahead`` along ``ways``."""
    plan = rungs.middle + places[:, None] * rungs.along + ahead * ways
    starts = np.empty((len(heights), len(places), 3))
    starts[:, :, :2], starts[:, :, 2] = plan, heights[:, None]
    direction = np.broadcast_to([*(ways if ahead <= 0.0 else -ways), 0.0], starts.shape)
    depth = mesh_rays(mesh).distances(starts.reshape(-1, 3), np.array(direction).reshape(-1, 3))
    return np.asarray(depth.reshape(starts.shape[:2]), dtype=np.float64)


def _free(mesh: Mesh, rungs: _Rungs, sign: float) -> FloatArray:
    """(h,) inches of room to one side of the rungs' middle line, halfway between them."""
    places = np.array([-0.31, -0.13, 0.11, 0.29]) * rungs.length
    return np.asarray(np.median(_cast(mesh, rungs, sign * rungs.across, places, _between(rungs), ahead=0.0), axis=1))


def _in_wall(mesh: Mesh, rungs: _Rungs, out: FloatArray) -> bool:
    """Whether the rungs close an opening: to both sides the piece goes on as far forward as they are."""
    aside = rungs.length / 2.0 + np.array([0.3, 0.4])
    places = np.concatenate([-aside, aside])
    depth = _cast(mesh, rungs, out, places, _between(rungs), ahead=STILES)
    flush = (depth < STILES + rungs.depth).mean(axis=0)
    return bool(flush[:2].max() > 0.6 and flush[2:].max() > 0.6)


def _front(mesh: Mesh, rungs: _Rungs, out: FloatArray) -> float:
    """Inches from the rungs' middle line to the ladder's front: what stands out farthest over most of its height."""
    reach = rungs.length / 2.0 + 0.15
    heights = np.linspace(rungs.tops[0], rungs.tops[-1], 41)
    depth = _cast(mesh, rungs, out, np.linspace(-reach, reach, 31), heights, ahead=STILES)
    stands_out = STILES - np.median(depth, axis=0)
    return max(rungs.depth / 2.0, float(stands_out.max()))
