"""Floors: surfaces of terrain that a base could rest on, level ones and slopes."""

from dataclasses import dataclass, replace

import numpy as np

from scene.base.memo import memoized
from scene.geometry.large_mesh import LargeMesh
from scene.geometry.mesh import FloatArray, IntArray, Mesh
from scene.table.plan_outlines import (
    Outline,
    frame_of,
    holding,
    opened,
    outlined,
    parts,
    placed,
    together,
)
from scene.table.table import Piece
from scene.walkable.floor_plane import FloorPlane
from scene.walkable.slope_planes import plan_areas, slopes
from scene.walkable.winding import outward, wound_both_ways

STEEPEST = float(np.cos(np.radians(45.0)))
"""Upward part of a unit normal below which a surface is too steep to walk on."""
LEVEL = float(np.cos(np.radians(8.0)))
"""The same, for what counts as level: prints and scans are never quite flat."""
SAME = 0.06
"""Inches above and below a floor that count to it: rivets, planks, bars of a grating."""
EQUAL = 0.006
"""Inches; floors whose heights differ by no more are at one height."""
RESTING = 0.2
"""Share of a floor whose highest points a base rests on; less than that are bolts."""
LEAST_AREA = 0.12
"""Square inches; smaller floors are bolts and ornaments."""
LEAST_WIDTH = 0.1
"""Inches; narrower floors are edges of panels."""
BESIDE = 1.0
"""Inches round a place that of a large mesh are looked at besides: where floors end, and how high they are, is seen there."""


@dataclass(frozen=True, eq=False)
class Floor:
    """A floor of a piece, or several in one plane.

    Attributes:
        plane: the heights of it on the table.
        outline: seen from above.
    """

    plane: FloorPlane
    outline: Outline


def floors(piece: Piece) -> list[Floor]:
    """All floors of a piece where it stands on the table: level ones from the lowest to the highest, then slopes."""
    mesh, lift, place = frame_of(piece)
    return [_placed(floor, lift, place) for floor in _floors(mesh)]


def floors_near(piece: Piece, low: FloatArray, high: FloatArray) -> list[Floor]:
    """Those that reach between two corners (2,) in plan; of a large mesh made of what is there, as the whole takes minutes."""
    whole, at = frame_of(piece)[0], piece.placed
    if not isinstance(at, LargeMesh) or at.is_whole or not isinstance(piece.shape, LargeMesh):
        return floors(piece)
    ends = ((low - BESIDE, -np.inf), (high + BESIDE, np.inf))
    near = replace(piece, shape=piece.shape.part(at.near(*(np.append(*end) for end in ends))))
    mesh, lift, place = frame_of(near)
    return [_placed(floor, lift, place) for floor in _made(mesh.triangles, _sides(whole))]


def _placed(floor: Floor, lift: float, place: FloatArray | None) -> Floor:
    return Floor(floor.plane.placed(lift, place), placed(floor.outline, place))


@memoized
def _floors(mesh: Mesh) -> list[Floor]:
    return _made(mesh.triangles, _sides(mesh))


def _sides(mesh: Mesh) -> float:
    """1 where faces are wound round what is outside, -1 round what is inside, 0 where that says nothing."""
    return 0.0 if wound_both_ways(mesh) else outward(mesh)


def _made(triangles: FloatArray, sides: float) -> list[Floor]:
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    size = np.linalg.norm(normal, axis=1)
    upward = np.divide(normal[:, 2], size, out=np.zeros_like(size), where=size > 0.0)
    upward = upward * sides if sides else np.abs(upward)
    triangles, upward = triangles[upward >= STEEPEST], upward[upward >= STEEPEST]
    bottom, top = triangles[..., 2].min(axis=1), triangles[..., 2].max(axis=1)
    level = (upward >= LEVEL) & (top - bottom <= 2 * SAME)
    flat, sloped = slopes(triangles, level, spread=2 * SAME)
    found = _levels(triangles[flat])
    for plane, faces in sloped:
        outline = _swept(outlined(faces))
        if not outline.is_empty():
            found.append(Floor(plane, outline))
    return sorted(found, key=lambda floor: (not floor.plane.level, floor.plane.z))


def _levels(triangles: FloatArray) -> list[Floor]:
    """Level floors: the height with the most area first, with all that is within `SAME` of it."""
    middle = triangles[..., 2].mean(axis=1)
    area = plan_areas(triangles)
    found = []
    for _, members in peaks(middle, area, least=LEAST_AREA):
        outline = _swept(outlined(triangles[members]))
        found += _at_their_heights(outline, triangles[members], area[members])
    return found


def _at_their_heights(outline: Outline, triangles: FloatArray, areas: FloatArray) -> list[Floor]:
    """The parts of an outline, each at the height of its own triangles (m, 3, 3); parts of equal height in one floor."""
    middle = triangles.mean(axis=1)
    separate = parts(outline)
    heights = []
    for part in separate:
        mine = holding(part, middle[:, :2]) if len(separate) > 1 else np.ones(len(middle), dtype=bool)
        heights.append(_resting(middle[mine, 2], areas[mine]) if mine.any() else float(np.average(middle[:, 2], weights=areas)))
    return [
        Floor(FloorPlane(z), together([separate[number] for number in members]))
        for z, members in peaks(np.array(heights), np.ones(len(heights)), least=0.5, within=EQUAL)
    ]


def _resting(heights: FloatArray, areas: FloatArray) -> float:
    """The height at which a base rests on a floor: on its highest points, as far as they are more than ornaments."""
    order = np.argsort(heights)[::-1]
    share = np.cumsum(areas[order]) / max(float(areas.sum()), 1e-12)
    first = int(np.searchsorted(share, RESTING))
    level = heights[order[first]]
    same = np.abs(heights - level) <= 0.005
    return float(np.average(heights[same], weights=np.maximum(areas[same], 1e-12)))


def peaks(heights: FloatArray, weights: FloatArray, *, least: float, within: float = SAME) -> list[tuple[float, IntArray]]:
    """Heights (n,) gathered round those that weigh most, each with all that is ``within`` so many inches of it.

    Returns:
        for each, the height (the heaviest hundredth of an inch, averaged) and the numbers of its members.
    """
    rest = np.arange(len(heights))
    found = []
    while len(rest) and weights[rest].sum() >= least:
        bins = np.floor(heights[rest] / 0.01 + 0.5).astype(np.int64)
        names, which = np.unique(bins, return_inverse=True)
        heaviest = which == np.bincount(which, weights[rest]).argmax()
        z = float(np.average(heights[rest][heaviest], weights=np.maximum(weights[rest][heaviest], 1e-12)))
        near = np.abs(heights[rest] - z) <= within
        if weights[rest[near]].sum() >= least:
            found.append((z, rest[near]))
        rest = rest[~near]
        if len(names) == 0:
            break
    return found


def _swept(outline: Outline) -> Outline:
    """The outline without what is too narrow or too small to matter; bars of gratings lie close and stay."""
    joined = outline.offset(LEAST_WIDTH).offset(-LEAST_WIDTH)
    wide = opened(joined, LEAST_WIDTH / 2.0)
    kept_parts = [part for part in parts(wide) if part.area() >= LEAST_AREA]
    return together(kept_parts)
