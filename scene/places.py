"""Places where a figure can stand, on all levels, on an even grid.

A first look at the ground, good enough to ask from where something is seen: level surfaces with room above them.
"""

import numpy as np

from scene.keep import kept
from scene.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.rays import RayScene
from scene.table import Table, Terrain

STEEPEST = np.cos(np.radians(35.0))
"""Upward part of a unit normal below which a surface is too steep to stand on."""

PROBES = 49
"""Probes under a base, spread without any pattern: floors are often gratings, and a grid of probes would beat with theirs."""

SUPPORTED = 0.3
"""The share of a base's probes that must find the floor; more than half of a grating may be holes."""

SPREAD = 0.6
"""How widely these must be spread in every direction, as a part of how widely all probes are: not so on a wall's top."""

SAME_FLOOR = 0.2
"""Inches: heights under one base that are one floor."""

MOST_LAYERS = 64
"""Surfaces met from above before a probe gives up."""


@kept
def _all_pieces(terrain: Terrain) -> RayScene:
    return RayScene([_wound_outward(piece.placed) for piece in terrain.pieces])


def _wound_outward(mesh: Mesh) -> Mesh:
    """The mesh, or its faces turned round if they enclose less than nothing: then its file was wound inside out."""
    a, b, c = np.moveaxis(mesh.triangles - mesh.bounds.mean(axis=0), 1, 0)
    inside_out = float((a * np.cross(b, c)).sum()) < 0.0
    return Mesh.of(mesh.vertices, mesh.faces[:, ::-1]) if inside_out else mesh


def standing_places(table: Table, *, step: float, radius: float, height: float) -> FloatArray:
    """(n, 3) places where the middle of a base can stand, in inches.

    Args:
        step: distance between neighbouring places along x and y.
        radius: the base's.
        height: the room that a figure needs above the floor.
    """
    columns = _grid(table.size, step)
    probes = 1.4 * radius * (np.random.default_rng(5).random((PROBES, 2)) - 0.5)
    points = (columns[:, None] + probes).reshape(-1, 2)
    point, floor = _floors(table.terrain, points, height)
    found = _agreed(point // PROBES, floor, probes[point % PROBES] / _narrowest(probes))
    places = np.column_stack([columns[found[:, 0].astype(int)], found[:, 1]])
    return places[_has_room(table.terrain, places, radius, height)]


def _grid(size: tuple[float, float], step: float) -> FloatArray:
    """(n, 2) middles of the table's squares."""
    counts = [max(1, round(side / step)) for side in size]
    x, y = ((np.arange(count) + 0.5) * side / count for count, side in zip(counts, size, strict=True))
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def _floors(terrain: Terrain, points: FloatArray, height: float) -> tuple[IntArray, FloatArray]:
    """Which of the points (n, 2) and how high: level surfaces with ``height`` of room above them, the ground included."""
    scene = _all_pieces(terrain)
    top = float(terrain.boxes[:, 1, 2].max(initial=0.0)) + 1.0
    count = len(points)
    level, inside, above = np.full(count, top), np.zeros(count, dtype=int), np.full(count, np.inf)
    active, found = np.arange(count), []
    for _ in range(MOST_LAYERS):
        origins = np.column_stack([points[active], level[active]])
        hits = scene.first_hits(origins, np.broadcast_to([0.0, 0.0, -1.0], origins.shape))
        met = np.isfinite(hits.distance) & (level[active] - hits.distance > 0.0)
        active, distance, normal = active[met], hits.distance[met].astype(float), hits.normal[met]
        if len(active) == 0:
            break
        here = level[active] - distance
        upward = normal[:, 2] / np.maximum(np.linalg.norm(normal, axis=1), 1e-12)
        # Coming out of the bottom of one solid into the top of the next leaves no room in between.
        free = (above[active] - here >= height) & (inside[active] <= 0) & (upward >= STEEPEST)
        found.append(np.column_stack([active[free], here[free]]))
        inside[active] += np.where(normal[:, 2] > 0, 1, -1)
        above[active], level[active] = here, here - 1e-3
    ground = (above >= height) & (inside <= 0)
    found.append(np.column_stack([np.flatnonzero(ground), np.zeros(int(ground.sum()))]))
    together = np.concatenate(found)
    return together[:, 0].astype(int), together[:, 1]


def _agreed(column: IntArray, floor: FloatArray, probe: FloatArray) -> FloatArray:
    """(m, 2) column and height of floors that enough probes of the column found.

    Args:
        probe: (n, 2) where under the base, in units of the spread of all probes.
    """
    order = np.lexsort((floor, column))
    column, floor, probe = column[order], floor[order], probe[order]
    first = np.flatnonzero(np.r_[True, (np.diff(column) > 0) | (np.diff(floor) > SAME_FLOOR)][: len(column)])
    if len(first) == 0:
        return np.zeros((0, 2))
    count = np.diff(np.r_[first, len(column)])
    enough = (count >= SUPPORTED * PROBES) & (_narrow_spread(probe, first, count) >= SPREAD)
    return np.column_stack([column[first][enough], np.maximum.reduceat(floor, first)[enough]])


def _narrowest(points: FloatArray) -> float:
    """The spread (standard deviation) of points (n, 2) in the direction in which they are spread least."""
    return float(_narrow_spread(points, np.zeros(1, dtype=np.int64), np.array([len(points)]))[0])


def _narrow_spread(points: FloatArray, first: IntArray, count: IntArray) -> FloatArray:
    """(m,) the same for groups of points, each ``count`` of them from ``first`` on."""
    x, y = points.T
    moments = [np.add.reduceat(value, first) / count for value in (x, y, x * x, y * y, x * y)]
    xx, yy, xy = (moments[i] - moments[j] * moments[k] for i, j, k in ((2, 0, 0), (3, 1, 1), (4, 0, 1)))
    least = (xx + yy) / 2.0 - np.sqrt((xx - yy) ** 2 / 4.0 + xy**2)
    return np.asarray(np.sqrt(least.clip(min=0.0)))


def _has_room(terrain: Terrain, places: FloatArray, radius: float, height: float) -> BoolArray:
    """(n,) whether nothing stands where the figure's body would be: eight ways out of its middle, at three heights."""
    angles = np.arange(8) * (np.pi / 4.0)
    out = 0.7 * radius * np.column_stack([np.cos(angles), np.sin(angles), np.zeros(8)])
    free = np.ones(len(places), dtype=bool)
    for share in (0.3, 0.6, 0.9):
        middle = places + np.array([0.0, 0.0, share * height])
        starts = np.repeat(middle, 8, axis=0)
        blocked = _all_pieces(terrain).blocked(starts, starts + np.tile(out, (len(places), 1)))
        free &= ~blocked.reshape(-1, 8).any(axis=1)
    return free
