"""Outlines in plan: meshes cut into slabs and seen from straight above, to be joined, cut out and grown.

The outlines are Clipper's (through manifold3d), which joins the tens of thousands of triangles of a real piece in a
fraction of a second and does not care how they are wound or whether they close.
"""

import itertools
from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import shapely
from manifold3d import CrossSection, FillRule, JoinType, OpType

from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.table.table import Piece

HAIR = 6e-4
"""Inches: half the width that is given to what stands upright and so covers nothing in plan."""
ARC = 24
"""Corners of a full circle where outlines are grown; growing allows for what their chords cut off."""
Outline: TypeAlias = CrossSection
"""A region of the plan: polygons with holes, inches. A value; every operation gives a new one."""
ROUGH = 0.0015
"""Inches that outlines are first grown by at once, to join what lies close."""
TILE = 0.5
"""Inches; triangles of one tile are joined together."""
TOGETHER = 1000
"""Triangles that are joined at one time."""
FINE = 2.5e-4
"""Inches that outlines may be straightened by."""
WIDE, SQUARE = 12.0, 4.0
"""Inches: meshes that are wider are worked on in squares of this side."""
BAND = 0.25
"""Inches of height of the bands that shadows are put together from."""
NOTHING = CrossSection()


def grown(outline: Outline, by: float) -> Outline:
    """The outline with everything within ``by`` inches of it; with a negative number what is that deep inside it.

    The round corners are polygons around the true arcs: never too small, and too large by 0.9 % of ``by`` at most.
    """
    if by < 10 * ROUGH:
        return outline.offset(by, JoinType.Round, 2.0, ARC)
    # Hairlines beside one another become one outline first; the round corners of each would take much longer.
    joined = outline.offset(ROUGH, JoinType.Miter, 2.0).simplify(ROUGH / 2.0)
    return joined.offset((by - ROUGH / 2.0) / float(np.cos(np.pi / ARC)), JoinType.Round, 2.0, ARC)


def closed(outline: Outline, radius: float) -> Outline:
    """The outline with all gaps and holes filled that a disc of ``radius`` cannot fall into."""
    return outline.offset(radius, JoinType.Round, 2.0, 2 * ARC).offset(-radius, JoinType.Round, 2.0, 2 * ARC)


def opened(outline: Outline, radius: float) -> Outline:
    """The outline without the parts that a disc of ``radius`` does not fit into."""
    return outline.offset(-radius, JoinType.Miter, 4.0).offset(radius, JoinType.Miter, 4.0) ^ outline


def together(outlines: list[Outline]) -> Outline:
    """All of them as one."""
    return CrossSection.batch_boolean(outlines, OpType.Add) if outlines else NOTHING


def holding(outline: Outline, points: FloatArray) -> BoolArray:
    """(n,) whether points (n, 2) lie in an outline."""
    x, y = points.T
    inside = np.zeros(len(points), dtype=bool)
    for ring in outline.to_polygons():
        region = shapely.Polygon(ring)
        shapely.prepare(region)
        # Holes turn what their outlines hold out again.
        inside ^= np.asarray(shapely.contains_xy(region, x, y))
    return inside


def parts(outline: Outline) -> list[Outline]:
    """Its connected parts."""
    return [part for part in outline.decompose() if not part.is_empty()]


def rectangle(low: FloatArray, high: FloatArray) -> Outline:
    """The upright rectangle between two corners (2,)."""
    return CrossSection.square((float(high[0] - low[0]), float(high[1] - low[1]))).translate((float(low[0]), float(low[1])))


def polygon(corners: FloatArray) -> Outline:
    """The area within corners (k, 2), given anticlockwise."""
    return CrossSection([corners], FillRule.Positive)


def circle(middle: tuple[float, float], radius: float) -> Outline:
    """A disc, as a polygon of many corners."""
    return CrossSection.circle(radius, 4 * ARC).translate(middle)


def filled(outline: Outline) -> Outline:
    """The outline of a shadow without its holes, and without the width of its hairlines."""
    whole = CrossSection([ring for ring in outline.to_polygons() if signed_area(ring) > 0], FillRule.NonZero)
    return whole.offset(-HAIR, JoinType.Miter, 2.0)


def geometry(outline: Outline) -> shapely.Geometry:
    """The same region for shapely, prepared for questions."""
    polygons = []
    for part in parts(outline):
        rings = sorted(part.to_polygons(), key=signed_area, reverse=True)
        polygons.append(shapely.Polygon(rings[0], rings[1:]))
    whole = shapely.MultiPolygon(polygons)
    shapely.prepare(whole)
    return whole


def covered(piece: Piece) -> Outline:
    """All that a piece takes up seen from above, with what its sides surround."""
    return filled(shadow(piece, -np.inf, np.inf))


def shadow(piece: Piece, low: float, high: float, *, within: Outline | None = None) -> Outline:
    """What of a piece lies between two heights on the table, seen from above; upright faces count as hairlines.

    Pieces that stand upright share the work with all others of the same mesh. With ``within``, of what does not lie in the box
    round that outline there may be less.
    """
    frame, lift, place = frame_of(piece)
    near = _tiles(frame)
    if within is not None and len(near) > 1:
        least, most = _box(within, place)
        near = tuple(tile for tile in near if (tile.bounds[0, :2] <= most).all() and (tile.bounds[1, :2] >= least).all())
    found = []
    for tile in near:
        bottom, top = tile.bounds[:, 2].tolist()
        found.append(_shadow(tile, round(max(low - lift, bottom - BAND), 4), round(min(high - lift, top + BAND), 4)))
    return placed(found[0] if len(found) == 1 else together(found), place)


def _box(outline: Outline, place: FloatArray | None) -> tuple[FloatArray, FloatArray]:
    """The least and the greatest x and y (2,) of the box round an outline on the table, in the frame that has that place."""
    x, y, X, Y = outline.bounds()
    corners = np.array([[x, y], [x, Y], [X, y], [X, Y]])
    if place is not None:
        corners = (corners - place[:, 2]) @ place[:, :2]
    return corners.min(axis=0), corners.max(axis=0)


@memoized
def _tiles(mesh: Mesh) -> tuple[Mesh, ...]:
    """A wide mesh in parts, each with the faces whose middles lie in one square of the plan; others are left whole."""
    low, high = mesh.bounds[:, :2]
    if (high - low).max() <= WIDE:
        return (mesh,)
    cell = np.floor((mesh.triangles[..., :2].mean(axis=1) - low) / SQUARE)
    _, square = np.unique(cell, axis=0, return_inverse=True)
    parts_of_it = []
    for number in range(int(square.max(initial=-1)) + 1):
        corners, faces = np.unique(mesh.faces[square.reshape(-1) == number], return_inverse=True)
        parts_of_it.append(Mesh.of(mesh.vertices[corners], faces.reshape(-1, 3)))
    return tuple(parts_of_it)


def _shadow(mesh: Mesh, low: float, high: float) -> Outline:
    """The shadow of what lies between two heights of a mesh, put together from bands that are worked out once."""
    known = _shadows(mesh)
    if (low, high) not in known:
        cuts = next((cuts for band in (BAND, BAND / 4.0) if len(cuts := _cuts(low, high, band)) > 3), [])
        if cuts:
            known[low, high] = together([_shadow(mesh, start, end) for start, end in itertools.pairwise(cuts)])
        else:
            known[low, high] = outlined(_slab(mesh, low, high)) if high > low else NOTHING
    return known[low, high]


def _cuts(low: float, high: float, band: float) -> list[float]:
    """The heights at which a slab is cut into whole bands, and what is left over at its ends."""
    first, last = int(np.ceil(low / band - 1e-9)), int(np.floor(high / band + 1e-9))
    inner = [round(band * number, 4) for number in range(first, last + 1)]
    return [*([low] if not inner or low < inner[0] else []), *inner, *([high] if inner and high > inner[-1] else [])]


def _slab(mesh: Mesh, low: float, high: float) -> FloatArray:
    """(k, 3, 3) what of a mesh's triangles lies between two heights."""
    faces, bottom, top = _by_height(mesh)
    # All triangles that begin below the slab's top; of these, those that end above its bottom.
    end = int(np.searchsorted(bottom, high))
    return between(mesh.vertices[faces[:end][top[:end] > low]], low, high)


@memoized
def _by_height(mesh: Mesh) -> tuple[IntArray, FloatArray, FloatArray]:
    """The faces of a mesh in the order of their lowest points, and the heights of their lowest and highest points."""
    z = mesh.vertices[:, 2][mesh.faces]
    bottom, top = z.min(axis=1), z.max(axis=1)
    order = np.argsort(bottom)
    return mesh.faces[order], bottom[order], top[order]


def placed(outline: Outline, place: FloatArray | None) -> Outline:
    """An outline taken from a mesh's own frame to the table's; None leaves it."""
    return outline if place is None else outline.transform(place)


def frame_of(piece: Piece) -> tuple[Mesh, float, FloatArray | None]:
    """The mesh to work on, how much higher it stands on the table, and the transform of its plan there (2, 3).

    Leaning pieces are worked on where they stand: there is no transform then.
    """
    turn = piece.pose.matrix
    if turn[2, 2] < 1.0 - 1e-9:
        return piece.placed, 0.0, None
    x, y, z = piece.pose.position
    return piece.shape, z, np.column_stack([turn[:2, :2], [x, y]])


@memoized
def _shadows(_mesh: Mesh) -> dict[tuple[float, float], Outline]:
    """The shadows of a mesh that were asked for so far."""
    return {}


def outlined(triangles: FloatArray) -> Outline:
    """The union of triangles (m, 3, 3) seen from above; upright ones count as hairlines."""
    if len(triangles) == 0:
        return NOTHING
    plan = triangles[:, :, :2]
    area = _areas(plan)
    flat = np.where(area[:, None, None] < 0.0, plan[:, ::-1], plan)[np.abs(area) > 1e-9]
    hairs = _hairs(plan[np.abs(area) <= 1e-5])
    # Straightened by more than half their width hairlines would be gone.
    return together([*_unions(flat), *_unions(hairs)]).simplify(FINE)


def _unions(polygons: FloatArray) -> Iterator[Outline]:
    """The union of polygons (m, k, 2), all anticlockwise, in parts: Clipper takes much longer over all at once."""
    tile = np.floor(polygons.mean(axis=1) / TILE)
    ordered = polygons[np.lexsort((tile[:, 0], tile[:, 1]))]
    for start in range(0, len(ordered), TOGETHER):
        yield CrossSection([*ordered[start : start + TOGETHER]], FillRule.NonZero)


def _areas(plan: FloatArray) -> FloatArray:
    (ax, ay), (bx, by), (cx, cy) = (plan[:, corner].T for corner in range(3))
    return np.asarray(((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2.0)


def signed_area(ring: FloatArray) -> float:
    """Of a ring (k, 2); negative where it is clockwise, as holes are."""
    x, y = np.asarray(ring, dtype=np.float64).T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2.0


def _hairs(plan: FloatArray) -> FloatArray:
    """(k, 4, 2) thin rectangles along the longest side of triangles (m, 3, 2) that are lines in plan; each line once."""
    if len(plan) == 0:
        return np.zeros((0, 4, 2))
    ends = np.roll(plan, -1, axis=1)
    sides = ends - plan
    longest = np.hypot(sides[..., 0], sides[..., 1]).argmax(axis=1)
    row = np.arange(len(plan))
    lines = np.stack([plan[row, longest], ends[row, longest]], axis=1)
    lines = np.where((lines[:, :1, :1] > lines[:, 1:, :1]) & np.ones((1, 2, 2), dtype=bool), lines[:, ::-1], lines)
    once = _first_of_each(np.round(lines.reshape(-1, 4), 4))
    start, end = lines[once, 0], lines[once, 1]
    along = end - start
    size = np.maximum(np.hypot(*along.T), 1e-9)[:, None]
    along = np.where(size > 1e-6, along / size, [1.0, 0.0])
    aside = np.column_stack([-along[:, 1], along[:, 0]]) * HAIR
    along = along * HAIR
    return np.stack([start - along - aside, end + along - aside, end + along + aside, start - along + aside], axis=1)


def _first_of_each(rows: FloatArray) -> IntArray:
    """Where each different row (m, k) comes first, in the order of the rows: `numpy.unique` takes four times as long."""
    order = np.lexsort(rows.T[::-1])
    ordered = rows[order]
    return np.asarray(order[np.append(True, (ordered[1:] != ordered[:-1]).any(axis=1))])


def between(triangles: FloatArray, low: float, high: float) -> FloatArray:
    """(k, 3, 3) what of the triangles lies between two heights, cut off exactly; not what only touches one of them."""
    bottom, top = triangles[..., 2].min(axis=1), triangles[..., 2].max(axis=1)
    near = (bottom < high) & (top > low)
    inside = near & (bottom >= low) & (top <= high)
    cut = _above(triangles[near & ~inside], low)
    flip = np.array([1.0, 1.0, -1.0])
    return np.concatenate([triangles[inside], _above(cut * flip, -high) * flip])


def _above(triangles: FloatArray, level: float) -> FloatArray:
    """(k, 3, 3) the parts of triangles above a height, as triangles."""
    over: BoolArray = triangles[..., 2] > level
    count = over.sum(axis=1)
    one, two = triangles[count == 1], triangles[count == 2]
    one = _turned_to(one, over[count == 1].argmax(axis=1))
    two = _turned_to(two, (~over[count == 2]).argmax(axis=1))
    tip = np.stack([one[:, 0], _meets(one[:, 0], one[:, 1], level), _meets(one[:, 0], one[:, 2], level)], axis=1)
    left, right = _meets(two[:, 0], two[:, 1], level), _meets(two[:, 0], two[:, 2], level)
    quad = [np.stack([left, two[:, 1], two[:, 2]], axis=1), np.stack([left, two[:, 2], right], axis=1)]
    return np.concatenate([triangles[count == 3], tip, *quad])


def _turned_to(triangles: FloatArray, first: np.ndarray[tuple[int], np.dtype[np.int64]]) -> FloatArray:
    """The triangles with another corner first, in the same sense."""
    order = (first[:, None] + np.arange(3)) % 3
    return np.take_along_axis(triangles, order[..., None], axis=1)


def _meets(start: FloatArray, end: FloatArray, level: float) -> FloatArray:
    """(k, 3) where sides cross a height."""
    share = (level - start[:, 2]) / (end[:, 2] - start[:, 2])
    return np.asarray(start + share[:, None] * (end - start))
