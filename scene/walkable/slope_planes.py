"""Slope planes: the planes that sloped faces lie in; where they lie in none, as on scanned hills, planes fitted to them."""

from collections.abc import Iterator

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.table.plan_outlines import between
from scene.walkable.floor_plane import FloorPlane

GENTLE = 0.01
"""Rise over run; what rises by less is level."""
WELDED = 1e-4
"""Inches: corners that are nearer to one another are one."""
EVEN = 0.003
"""Inches that corners of a plane may lie off it."""
FACET, STRIP = 1.0, 0.4
"""Square inches, and inches: smaller and narrower planes are facets of something rounded; what is fitted may hold several."""
FITTED, MOST = 0.06, 0.95
"""Inches that fitted planes may lie off what they are fitted to, and the part of that of which this has to be true."""
LARGE, WIDE = 2.0, 1.0
"""Square inches, and inches: to what is smaller or narrower, such as bevels and the tops of pipes, no plane is fitted."""
STEEPEST = 1.0
"""Rise over run of fitted planes at most."""
TERRACE = 0.25
"""Inches of height of the terraces that what no plane fits is cut into."""


def slopes(triangles: FloatArray, level: BoolArray, *, spread: float) -> tuple[BoolArray, list[tuple[FloorPlane, FloatArray]]]:
    """The slopes that faces (m, 3, 3) which look up make, each with its faces; and (m,) which faces are in none.

    Faces in one plane are one slope, however finely they are divided. All others that are not level are divided by where they
    are until a plane fits them, and what is too uneven for that is cut into terraces.

    Args:
        triangles: the faces.
        level: (m,) which are so level and small that they are floors of one height, unless they are parts of a slope.
        spread: inches from the lowest to the highest place of such floors.
    """
    area, gradient = plan_areas(triangles), _planes(triangles)[:, :2]
    free = (np.hypot(*gradient.T) > GENTLE) & (area > 1e-9)
    steep = np.flatnonzero(free)
    found: list[tuple[FloorPlane, FloatArray]] = []
    for part in _even_parts(triangles[steep], area[steep]):
        rows = steep[part]
        rows = rows[free[rows]]
        height = triangles[rows, :, 2]
        if area[rows].sum() < FACET or (level[rows].all() and height.max() - height.min() <= spread):
            continue
        plane = _fitted(triangles[rows], area[rows])
        if _width(triangles[rows], area[rows]) < STRIP or _off(triangles[rows], plane).max() > EVEN:
            continue
        # Where sides of faces do not meet corner to corner, a plane falls into several parts.
        rows = steep[free[steep] & (_off(triangles[steep], plane).max(axis=1) <= EVEN)]
        free[rows] = False
        found.append((plane, triangles[rows]))
    taken = np.zeros(len(triangles), dtype=bool)
    taken[steep] = ~free[steep]
    rest = ~level & ~taken
    return level & ~taken, [*found, *_divided(triangles[rest], area[rest])]


def _even_parts(triangles: FloatArray, area: FloatArray) -> Iterator[IntArray]:
    """The numbers of faces in each connected part in which neighbours lie in one plane; of parts with some area only."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    count = len(triangles)
    if count == 0:
        return
    _, corner = np.unique(np.round(triangles.reshape(-1, 3) / WELDED), axis=0, return_inverse=True)
    corner = corner.reshape(-1, 3)
    sides = np.sort(np.stack([corner, np.roll(corner, -1, axis=1)], axis=-1).reshape(-1, 2), axis=1)
    names = sides[:, 0] * np.int64(corner.max() + 1) + sides[:, 1]
    order = np.argsort(names, kind="stable")
    same = np.flatnonzero(names[order][1:] == names[order][:-1])
    a, b = order[same] // 3, order[same + 1] // 3
    planes = _planes(triangles)
    even = np.ones(len(a), dtype=bool)
    for one, other in ((a, b), (b, a)):
        x, y, z = np.moveaxis(triangles[other], 2, 0)
        gx, gy, c = planes[one].T
        even &= np.abs(z - gx[:, None] * x - gy[:, None] * y - c[:, None]).max(axis=1) <= EVEN
    graph = coo_array((np.ones(int(even.sum()), dtype=np.int8), (a[even], b[even])), shape=(count, count))
    part = connected_components(graph, directed=False)[1]
    order = np.argsort(part, kind="stable")
    starts = np.flatnonzero(np.diff(part[order], prepend=-1))
    whole = np.add.reduceat(area[order], starts)
    groups = np.split(order, starts[1:])
    for number in np.argsort(-whole, kind="stable").tolist():
        if whole[number] < FACET:
            return
        yield groups[number]


def _divided(triangles: FloatArray, area: FloatArray) -> Iterator[tuple[FloorPlane, FloatArray]]:
    """Faces divided across their longest extent until planes fit them; what no plane fits as terraces."""
    middle, weight = triangles.mean(axis=1), area + 1e-12
    pending, ragged = [np.arange(len(triangles))], [np.zeros((0, 3, 3))]
    while pending:
        rows = pending.pop()
        if area[rows].sum() < LARGE or _width(triangles[rows], weight[rows]) < WIDE:
            ragged.append(triangles[rows])
            continue
        plane = _fitted(triangles[rows], weight[rows])
        off = np.abs(middle[rows, 2] - plane.at(middle[rows]))
        order = np.argsort(off, kind="stable")
        share = np.cumsum(weight[rows][order]) / weight[rows].sum()
        most = float(off[order][int(np.searchsorted(share, MOST).clip(max=len(rows) - 1))])
        if most <= FITTED and np.hypot(*plane.gradient) <= STEEPEST:
            yield FloorPlane(plane.z, plane.gradient, max(most, EVEN)), triangles[rows]
            continue
        aside = middle[rows] - np.average(middle[rows], axis=0, weights=weight[rows])
        along = aside @ np.linalg.eigh(aside.T @ (weight[rows, None] * aside))[1][:, -1]
        pending += [rows[along < 0.0], rows[along >= 0.0]]
    yield from _terraces(np.concatenate(ragged))


def _terraces(triangles: FloatArray) -> Iterator[tuple[FloorPlane, FloatArray]]:
    """Faces cut at every `TERRACE`."""
    if len(triangles) == 0:
        return
    bottom, top = triangles[..., 2].min(axis=1), triangles[..., 2].max(axis=1)
    cosine, area = 1.0 / np.sqrt(1.0 + (_planes(triangles)[:, :2] ** 2).sum(axis=1)), np.maximum(plan_areas(triangles), 1e-9)
    for step in range(int(np.floor(bottom.min() / TERRACE)), int(np.ceil(top.max() / TERRACE))):
        low, high = step * TERRACE, (step + 1) * TERRACE
        near = (bottom < high) & (top > low)
        part = between(triangles[near], low, high)
        if len(part):
            mean = float(np.average(cosine[near], weights=area[near]))
            yield FloorPlane((low + high) / 2.0, terraced=float(np.sqrt(1.0 / mean**2 - 1.0))), part


def _fitted(triangles: FloatArray, weight: FloatArray) -> FloorPlane:
    """The plane that lies nearest to the corners of faces, by their area."""
    corners, weights = triangles.reshape(-1, 3), np.repeat(weight, 3)
    centre = np.average(corners, axis=0, weights=weights)
    aside = corners - centre
    scaled = aside[:, :2] * weights[:, None]
    gradient = np.linalg.pinv(scaled.T @ aside[:, :2], rcond=1e-9) @ (scaled.T @ aside[:, 2])
    x, y = gradient.tolist()
    return FloorPlane(float(centre[2] - gradient @ centre[:2]), (x, y))


def _off(triangles: FloatArray, plane: FloorPlane) -> FloatArray:
    """(m, 3) how far corners lie above or below a plane."""
    return np.abs(triangles[..., 2] - plane.at(triangles))


def _width(triangles: FloatArray, area: FloatArray) -> float:
    """How wide, across its longest extent, the rectangle is whose area spreads as that of faces in plan."""
    plan = triangles[..., :2] - np.average(triangles[..., :2].mean(axis=1), axis=0, weights=area)
    # The second moments of a triangle are those of its corners and of three times its middle, over twelve.
    points = np.concatenate([plan, 3.0 * plan.mean(axis=1, keepdims=True)], axis=1)
    moments = np.einsum("m,mci,mcj->ij", area, points, points) / (12.0 * area.sum())
    return float(np.sqrt(12.0 * max(float(np.linalg.eigvalsh(moments)[0]), 0.0)))


def _planes(triangles: FloatArray) -> FloatArray:
    """(m, 3) what the planes of faces rise along x and y, and their height at the origin."""
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    gradient = -normal[:, :2] / np.where(normal[:, 2:] == 0.0, 1.0, normal[:, 2:])
    return np.column_stack([gradient, triangles[:, 0, 2] - (gradient * triangles[:, 0, :2]).sum(axis=1)])


def plan_areas(triangles: FloatArray) -> FloatArray:
    """(m,) how large triangles (m, 3, 3) are, seen from above."""
    a, b, c = np.moveaxis(triangles[..., :2], 1, 0)
    return np.asarray(np.abs((b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])) / 2.0)
