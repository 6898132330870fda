"""Pieces and what photos show where they stand check each other: one clicked wrongly is seen through, or shown elsewhere.

Both come from the same photos in different ways: a piece by its corners, the surface by stereo. What both get wrong together is
what the photos' places are off, and the limits have that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.spatial import KDTree

from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.geometry.ray_casting import mesh_rays
from scene.geometry.surface_samples import spaced_points
from scene.table.scan_measurements import Scan
from scene.table.seen_table import FREE, SeenTable
from scene.table.table import Piece, Table

MM = 1.0 / 25.4
STEP = 2.5 * MM
"""Inches between the points of a piece's surface."""
OFF = 3.0 * MM
"""By so much, and twice what it may be off itself, a piece and the surface that photos show may differ."""
BESIDE = 12.0 * MM
"""Inches from a piece within which a surface is taken to be its own, shown elsewhere."""
ON_GROUND = 5.0 * MM
"""Inches above the ground below which a surface may be the ground's."""
THROUGH, FEWEST_CELLS = 0.02, 20
"""The share of the cells within a piece, and how many, that may be called free by mistake; fewer are."""
FEWEST_POINTS, MOSTLY = 40, 0.7
"""So many points tell something, and of them the share that lies on a piece that agrees with them."""
LEAST_SHOWN = 0.1
"""Of a piece's surface: where photos show less, they do not tell."""

Said = Literal["agrees", "contradicts", "not told"]


@dataclass(frozen=True)
class PieceAgreement:
    """What photos show of a piece.

    Attributes:
        id: the piece's.
        said: whether they agree.
        shown: the share of its surface above the ground where they show one.
        off: inches between the two there, the median; None where they show none.
        through: the share of what lies within it that they see through.
        beside: inches outside of it at which they show a surface in place of its own, the median; None where they do not.
    """

    id: str
    said: Said
    shown: float
    off: float | None
    through: float
    beside: float | None


def piece_agreements(table: Table, seen: SeenTable) -> list[PieceAgreement]:
    """What photos show of every piece of a scanned table that was measured."""
    pieces = [piece for piece in table.terrain.pieces if piece.kind not in {"pit", "area"}]
    surfaces = [spaced_points(piece.placed, STEP) for piece in pieces]
    found = []
    for number, piece in enumerate(pieces):
        index = table.scan.standing("piece", piece.id, piece.pose.position) if table.scan is not None else None
        if index is None or table.scan is None:
            continue
        others = [surface for other, (surface, _) in enumerate(surfaces) if other != number]
        found.append(_agreement(piece, surfaces[number], others, seen, limit_of(table.scan, index)))
    return found


def limit_of(scan: Scan | None, index: int | None) -> float:
    """Inches by which a piece may be off that a scan has measured as such a thing, and the surface that photos show."""
    return OFF if scan is None or index is None else OFF + 2.0 * float(np.max(scan.sigmas[index][:3]))


def _agreement(
    piece: Piece, sampled: tuple[FloatArray, FloatArray], others: Sequence[FloatArray], seen: SeenTable, limit: float
) -> PieceAgreement:
    points, facing = sampled
    tree, low, high = KDTree(points), points.min(axis=0) - BESIDE, points.max(axis=0) + BESIDE
    shown = np.asarray(seen.surface.vertices, dtype=np.float64)
    near = shown[((shown > low) & (shown < high)).all(axis=1) & (shown[:, 2] > ON_GROUND)]
    away, which = _nearest(tree, near)
    # Only what of other pieces is near this one can have a surface there.
    theirs_near = np.concatenate(
        [np.zeros((0, 3)), *(one[((one > low - BESIDE) & (one < high + BESIDE)).all(axis=1)] for one in others)]
    )
    if len(theirs_near) and len(near):
        theirs, _ = _nearest(KDTree(theirs_near), near)
        own = theirs > np.maximum(limit, away)
        near, away, which = near[own], away[own], which[own]
    along = np.sum((near - points[which]) * facing[which], axis=1)
    on = np.abs(along) <= limit
    on &= away <= limit + STEP
    outside = (along > limit) & (away < BESIDE)
    through, cells = _seen_through(piece.placed, tree, points, facing, seen, limit)
    above = points[points[:, 2] > ON_GROUND]
    share = 0.0
    if on.any() and len(above):
        share = float(np.mean(_nearest(KDTree(near[on]), above)[0] < 2.0 * STEP + seen.cell))
    elsewhere = int(outside.sum()) >= FEWEST_POINTS and outside.sum() > on.sum()
    told = on.sum() >= FEWEST_POINTS and share >= LEAST_SHOWN and on.sum() >= MOSTLY * (on.sum() + outside.sum())
    contradicted = elsewhere or (through > THROUGH and cells >= FEWEST_CELLS)
    return PieceAgreement(
        piece.id,
        "contradicts" if contradicted else "agrees" if told else "not told",
        share,
        float(np.median(np.abs(along[on]))) if on.any() else None,
        through,
        float(np.median(along[outside])) if elsewhere else None,
    )


def _seen_through(
    mesh: Mesh, tree: KDTree, points: FloatArray, facing: FloatArray, seen: SeenTable, limit: float
) -> tuple[float, int]:
    """The share of the cells within a piece, deeper than the limit, that are called free, and how many these are."""
    low = np.floor((points.min(axis=0) - seen.low) / seen.cell).astype(int).clip(0)
    high = np.ceil((points.max(axis=0) - seen.low) / seen.cell).astype(int).clip(max=seen.space.shape)
    grid = [seen.low[axis] + (np.arange(low[axis], high[axis]) + 0.5) * seen.cell for axis in range(3)]
    centres = np.stack(np.meshgrid(*grid, indexing="ij"), axis=-1).reshape(-1, 3)
    centres = centres[centres[:, 2] > ON_GROUND]
    if not len(centres):
        return 0.0, 0
    away, which = _nearest(tree, centres)
    centres, deep = centres[away > limit], which[away > limit]
    behind = np.sum((centres - points[deep]) * facing[deep], axis=1) < 0.0
    centres = centres[behind]
    centres = centres[_enclosed(mesh, centres)]
    free = seen.at(centres) == FREE
    return (float(np.mean(free)) if len(free) else 0.0), int(free.sum())


def _nearest(tree: KDTree, points: FloatArray) -> tuple[FloatArray, IntArray]:
    """(n,) inches from points (n, 3) to the nearest of a tree's, and which that is."""
    away, which = tree.query(points)
    return np.asarray(away, dtype=np.float64), np.asarray(which, dtype=np.int64)


def _enclosed(mesh: Mesh, points: FloatArray) -> BoolArray:
    """(n,) which points a mesh has all around, as only those within a closed one are."""
    if not len(points):
        return np.zeros(0, dtype=bool)
    rays, found = mesh_rays(mesh), np.ones(len(points), dtype=bool)
    for way in (*np.eye(3), *-np.eye(3)):
        found &= np.isfinite(rays.distances(points, np.tile(way, (len(points), 1))))
    return found
