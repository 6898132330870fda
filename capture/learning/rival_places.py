"""Rival places of a piece in its photos: where its edges fall on its own edges again, and which of two places the photos show.

Gratings, rails, ribs and symmetric pieces look nearly the same when they are shifted by a bar or turned half round. So about as
many of their edges lie on edges of the photos at two places. What tells these apart is where they differ: the edges that the
piece has at one place and not at the other. The logarithms of the chances of what is seen there add up (Wald 1945).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.spatial import KDTree

from capture.learning.edge_photos import SIDES, EdgePhoto, next_edge
from capture.learning.isolated_edges import ways_in
from capture.learning.mesh_silhouette import EdgePoints
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform

FITS = 1.0
"""Pixels: a mesh's edge that is this near to one of the photo is explained. Among the bars of a grating, one is always near."""
APART = 5.0
"""Pixels of the largest of the photo's `sizes`: edges of two places that are nearer to one another are one."""
ALIKE = 0.9
"""Cosine: and of about the same direction."""
LOOK = 4.2
"""Pixels: among edges near a point that are as strong, those within about this count."""
MOST_POINTS = 1200
"""Of edges, in a photo."""
ELSEWHERE = ((0.31, 0.17), (-0.23, 0.29), (0.11, -0.37), (-0.41, -0.13))
"""Inches beside a place: what of its edges is explained there is explained by chance."""
TELLS = 10.0
"""The logarithm of how much likelier one place has to be. Edges side by side, and one edge in two photos, go wrong together."""
FEWEST = 5.0
"""Edges in photos, counted once in each, that differ: with fewer, nothing is told."""
CELL, TURN = 0.1, 15.0
"""Inches and degrees between the places at which a piece is laid over itself."""
LEVELS, WAYS = 0.25, 4
"""Inches between the levels, and so many directions, of edges that can lie on one another."""
OVERLAPS = 0.3
"""The share of a piece's edges that lie on its own at a rival place, at least."""
MOST_RIVALS = 16
APART_INCHES = 0.25
"""Inches: what is nearer, and turned by no more than a step, is the same place, to be refined."""


@dataclass(frozen=True, eq=False)
class ShownEdges:
    """Points of the edges that one photo should show of a piece at a place.

    Attributes:
        pixels: (m, 2) in the photo.
        ways: (m, 2) unit directions.
        edge: (m,) which edge each is on.
        explained: (m,) whether the photo has an edge there.
    """

    pixels: FloatArray
    ways: FloatArray
    edge: IntArray
    explained: BoolArray


def own_overlaps(edges: EdgePoints) -> list[RigidTransform]:
    """Where a standing piece's edges lie on its own, in its own frame; the most overlap first, its own place left out."""
    points, ways = edges.points[edges.always], edges.ways[edges.always]
    if len(points) < MOST_POINTS // 10:
        return []
    reach = float(np.abs(points[:, :2]).max()) + 2.0 * CELL
    side = int(np.ceil(4.0 * reach / CELL))
    fixed = np.fft.rfft2(_spread(_occupied(points, ways, reach, side)))
    found = list[tuple[float, float, float, float]]()
    own = 1.0
    for turn in np.arange(0.0, 360.0, TURN):
        pose = RigidTransform.turned((0.0, 0.0, 0.0), float(turn))
        moving = np.fft.rfft2(_occupied(pose.to_table(points), ways @ pose.matrix.T, reach, side))
        shared = np.fft.irfft2(np.sum(fixed * np.conj(moving), axis=0), s=(side, side))
        if turn == 0.0:
            own = float(shared[0, 0])
        found += [(share, x, y, float(turn)) for share, x, y in _peaks(shared / own, side)]
    kept = [(0.0, 0.0, 0.0)]
    for _, x, y, turn in sorted(found, key=lambda one: -one[0]):
        if all(np.hypot(x - u, y - v) > APART_INCHES or abs((turn - w + 180.0) % 360.0 - 180.0) > TURN for u, v, w in kept):
            kept.append((x, y, turn))
    return [RigidTransform.turned((x, y, 0.0), turn) for x, y, turn in kept[1 : 1 + MOST_RIVALS]]


def _occupied(points: FloatArray, ways: FloatArray, reach: float, side: int) -> FloatArray:
    """(levels * directions, side, side) whether the edges of a piece pass through cells seen from above."""
    level = np.round((points[:, 2] - points[:, 2].min()) / LEVELS).astype(np.int64)
    flat = np.hypot(ways[:, 0], ways[:, 1])
    kind = np.floor((np.arctan2(ways[:, 1], ways[:, 0]) % np.pi) / np.pi * WAYS + 0.5).astype(np.int64) % WAYS
    kind = np.where(flat > 0.5, kind, WAYS)
    x, y = (np.round((points[:, axis] + 2.0 * reach) / CELL).astype(np.int64).clip(0, side - 1) for axis in (0, 1))
    found = np.zeros(((int(level.max()) + 1) * (WAYS + 1), side, side))
    found[level * (WAYS + 1) + kind, y, x] = 1.0
    return found


def _spread(cells: FloatArray) -> FloatArray:
    """The same with the cells beside them, as points fall to either side of a cell's border."""
    wide = np.maximum.reduce([np.roll(cells, step, axis=1) for step in (-1, 0, 1)])
    return np.asarray(np.maximum.reduce([np.roll(wide, step, axis=2) for step in (-1, 0, 1)]))


def _peaks(shared: FloatArray, side: int) -> list[tuple[float, float, float]]:
    """How much is shared, and the shift along x and y, wherever that is more than all round it."""
    highest = np.maximum.reduce([np.roll(shared, (v, u), axis=(0, 1)) for u in (-1, 0, 1) for v in (-1, 0, 1)])
    rows, columns = np.nonzero((shared >= highest) & (shared > OVERLAPS))
    centred = [np.where(each >= side // 2, each - side, each) * CELL for each in (columns, rows)]
    return list(zip(shared[rows, columns].tolist(), centred[0].tolist(), centred[1].tolist(), strict=True))


def shown_in(pictures: Sequence[EdgePhoto], edges: EdgePoints, rays: RayScene, pose: RigidTransform) -> list[ShownEdges]:
    """What each photo should show of a piece's edges at a place, and what of it is there."""
    return [_shown_edges(picture, edges, rays, pose) for picture in pictures]


def _shown_edges(picture: EdgePhoto, edges: EdgePoints, rays: RayScene, pose: RigidTransform) -> ShownEdges:
    """What a photo should show of a piece's edges at a place, and what of it is there."""
    shown = edges.seen(pose.to_own(picture.eye), rays)
    shown = shown[:: max(1, -(-len(shown) // MOST_POINTS))]
    pixels = picture.view.project(pose.to_table(edges.points[shown]))
    height, width = picture.grey.shape
    inside = np.isfinite(pixels).all(axis=1) & (pixels > 1.0).all(axis=1) & (pixels < (width - 2.0, height - 2.0)).all(axis=1)
    shown, pixels = shown[inside], pixels[inside]
    clear = ~picture.on_paper(pixels)
    shown, pixels = shown[clear], pixels[clear]
    ways = ways_in(picture, edges, pose, shown)
    level = len(SIDES) - 1
    miss, there = next_edge(picture, level, pixels, np.stack([-ways[:, 1], ways[:, 0]], axis=1), near=LOOK)
    return ShownEdges(pixels, ways, edges.edge[shown], there & (np.abs(miss) < FITS / picture.sizes[level] ** 0.5))


def _only_in(one: ShownEdges, other: ShownEdges, apart: float) -> BoolArray:
    """(m,) which points of one place's edges have none of the other's within so many pixels, of about their direction."""
    if not len(other.pixels) or not len(one.pixels):
        return np.ones(len(one.pixels), dtype=bool)
    # Points along the other edge may be farther apart than that: what counts is how far off it runs.
    count = min(12, len(other.pixels))
    found = KDTree(other.pixels).query(one.pixels, k=count, distance_upper_bound=4.0 * apart)
    away, near = (np.asarray(each).reshape(len(one.pixels), count) for each in found)
    there = np.isfinite(away)
    near = np.where(there, near, 0)
    step, ways = other.pixels[near] - one.pixels[:, None, :], other.ways[near]
    aside = np.abs(step[..., 0] * ways[..., 1] - step[..., 1] * ways[..., 0])
    alike = np.abs(np.sum(ways * one.ways[:, None, :], axis=-1)) > ALIKE
    return np.asarray(~(there & alike & (aside < apart)).any(axis=1))


def by_chance(pictures: Sequence[EdgePhoto], edges: EdgePoints, rays: RayScene, pose: RigidTransform) -> float:
    """The share of a piece's edges at a place that is explained where it is not."""
    x, y, z = pose.position
    beside = [RigidTransform((x + dx, y + dy, z), pose.rotation) for dx, dy in ELSEWHERE]
    return float(np.clip(np.mean([_explained(shown_in(pictures, edges, rays, place)) for place in beside]), 0.02, 0.9))


def _explained(shown: Sequence[ShownEdges]) -> float:
    return float(np.mean(np.concatenate([one.explained for one in shown]))) if sum(len(one.explained) for one in shown) else 0.0


def likelier(pictures: Sequence[EdgePhoto], one: Sequence[ShownEdges], other: Sequence[ShownEdges], chance: float) -> float:
    """The logarithm of how much likelier the first of two places is than the second; 0 where too few of their edges differ.

    Every edge counts once in each photo, by the share of its points that are explained.

    Args:
        pictures: the photos.
        one: what each of them shows of the piece's edges at the first place, as `shown_in` has it.
        other: at the second.
        chance: the share of edges that is explained where the piece is not.
    """
    share = float(np.clip(max(_explained(one), _explained(other)), chance + 0.05, 0.98))
    worth = float(np.log(share / chance)), float(np.log((1.0 - share) / (1.0 - chance)))
    total, differing = 0.0, 0.0
    for picture, here, there in zip(pictures, one, other, strict=True):
        apart = APART / picture.sizes[-1]
        for sign, (value, count) in ((1.0, _evidence(here, there, apart, worth)), (-1.0, _evidence(there, here, apart, worth))):
            total += sign * value
            differing += count
    return total if differing >= FEWEST else 0.0


def _evidence(one: ShownEdges, other: ShownEdges, apart: float, worth: tuple[float, float]) -> tuple[float, float]:
    """What the edges that only one place has say for it, and how many these are."""
    alone = _only_in(one, other, apart)
    _, which, whole = np.unique(one.edge, return_inverse=True, return_counts=True)
    count = np.bincount(which.reshape(-1)[alone], minlength=len(whole))
    good = np.bincount(which.reshape(-1)[alone], weights=one.explained[alone], minlength=len(whole))
    part, explained = count / np.maximum(whole, 1), good / np.maximum(count, 1)
    return float(np.sum(part * (explained * worth[0] + (1.0 - explained) * worth[1]))), float(part.sum())
