"""Floors: surfaces of terrain that a base could rest on, level ones and slopes."""

from dataclasses import dataclass

import numpy as np

from scene.base.memo import memoized
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
FLAT = 1e-6
"""Cubic inches; what encloses less is a sheet."""
MIXED = 0.02
"""Share of a mesh's sides whose two faces are wound against one another from which on winding says nothing about it."""


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
    return [Floor(floor.plane.placed(lift, place), placed(floor.outline, place)) for floor in _floors(mesh)]


@memoized
def _floors(mesh: Mesh) -> list[Floor]:
    triangles = mesh.triangles
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    size = np.linalg.norm(normal, axis=1)
    upward = np.divide(normal[:, 2], size, out=np.zeros_like(size), where=size > 0.0)
    upward = np.abs(upward) if wound_both_ways(mesh) else upward * outward(mesh)
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


@memoized
def outward(mesh: Mesh) -> float:
    """1, or -1 for a mesh whose faces enclose less than nothing: its file was wound inside out."""
    return -1.0 if _enclosed(mesh) < 0.0 else 1.0


def _enclosed(mesh: Mesh) -> float:
    """Six times the cubic inches that a mesh encloses."""
    a, b, c = np.moveaxis(mesh.triangles - mesh.bounds.mean(axis=0), 1, 0)
    return float((a * np.cross(b, c)).sum())


@memoized
def wound_both_ways(mesh: Mesh) -> bool:
    """Whether neighbouring faces of a mesh are so often wound against one another that its winding says nothing."""
    _, corner = np.unique(np.round(mesh.vertices, 5), axis=0, return_inverse=True)
    faces = corner.reshape(-1)[mesh.faces]
    sides = np.stack([faces, np.roll(faces, -1, axis=1)], axis=-1).reshape(-1, 2)
    sides = sides[sides[:, 0] != sides[:, 1]]
    names = sides[:, 0] * np.int64(len(mesh.vertices)) + sides[:, 1]
    _, count = np.unique(names, return_counts=True)
    # A side of two faces wound alike is run through once each way; twice the same way, and one of them is turned.
    turned = bool(len(names)) and float((count - 1).sum()) > MIXED * len(names)
    # A flat sheet has no inside that its winding could tell.
    return turned or abs(_enclosed(mesh)) < FLAT


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
