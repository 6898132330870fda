"""A thing that stands on the table, cut out of the surface that photos show, as a piece with its errors.

What photos do not show of it is not in it: it has holes there, and a line of sight through a hole is not known, as everywhere
beside what was measured.
"""

import numpy as np
from scipy.ndimage import label
from scipy.spatial import KDTree

from capture.clicking.clickable_photos import ClickablePhotos
from capture.clicking.clicked_piece import ClickedPiece, vertex_moves
from capture.clicking.followed_points import across_rays, followed_points
from capture.dense.piece_agreement import limit_of
from scene.base.errors import SceneError
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh, Point
from scene.geometry.ray_casting import mesh_rays
from scene.geometry.rigid_transform import RigidTransform
from scene.geometry.surface_samples import spaced_points
from scene.table.mesh_placement import anchor
from scene.table.seen_table import SeenTable
from scene.table.table import MM_PER_INCH, Figure, Piece, Table

LOWEST = 3.0 / MM_PER_INCH
"""Inches above the ground below which a surface may be the ground's."""
APART = 4.0 / MM_PER_INCH
"""Inches of the cells of space in which parts of a surface that touch are one thing: its holes are larger than its gaps."""
NEAR = 0.75
"""Inches from where somebody points within which a surface is meant."""
STEP = 2.5 / MM_PER_INCH
"""Inches between the points of a measured piece's surface."""
BESIDE_FIGURE = 3.0 / MM_PER_INCH
"""Inches about a figure in which what is seen is the figure."""
LEAST = 100
"""Triangles of the smallest thing: some square centimetres."""
OFF = 1.3 / MM_PER_INCH
"""Inches by which a surface that stands may be off, or larger, beside what the photos' places are off, a standard deviation: of
a maze of walls in twenty rendered photos of 2,016 pixels' width, 95 of 100 corners are within 2.7 mm."""
SAMPLES, SELF_HIT = 400, 0.2
"""Points of a thing that tell how it follows the photos; inches before one in which its own surface hides nothing."""


def cut_out(seen: SeenTable, table: Table, place: Point) -> Mesh:
    """The part of a surface that hangs together at a place, on the table, without the ground, measured pieces and figures.

    Raises:
        SceneError: photos show nothing there that stands on the table, or only what is measured already.
    """
    points = seen.surface.vertices.astype(np.float64)
    free = (points[:, 2] > LOWEST) & ~_of_figures(points, table.figures)
    free[free] &= ~_of_pieces(points[free], table)
    faces = seen.surface.faces[free[seen.surface.faces].all(axis=1)]
    used = np.unique(faces)
    away, which = KDTree(points[used]).query(np.array(place)) if len(used) else (np.inf, 0)
    if away > NEAR:
        raise SceneError(_why_none(points[points[:, 2] > LOWEST], place))
    parts = _parts(points[used])
    part = np.full(len(points), -1)
    part[used] = parts
    faces = faces[part[faces[:, 0]] == parts[which]]
    if len(faces) < LEAST:
        raise SceneError("photos show too little of what stands there")
    corners, which_of_them = np.unique(faces, return_inverse=True)
    return Mesh.of(points[corners], which_of_them.reshape(-1, 3))


def _why_none(standing: FloatArray, place: Point) -> str:
    """Why nothing is cut out at a place, by the points (n, 3) of the surface that are above the ground."""
    if len(standing) and KDTree(standing).query(np.array(place))[0] <= NEAR:
        return "what the photos show there is a piece that is measured already, or a figure"
    return (
        "the photos show no surface there that stands on the table: what is bare, shines or is in few photos has none; "
        "click its corners instead, or take more photos of it"
    )


def _parts(points: FloatArray) -> IntArray:
    """(n,) to which part each point belongs; parts are apart by more than a cell."""
    cells = np.floor((points - points.min(axis=0)) / APART).astype(np.int64)
    filled = np.zeros(cells.max(axis=0) + 1, dtype=bool)
    filled[tuple(cells.T)] = True
    parts, _ = label(filled, np.ones((3, 3, 3)))
    return np.asarray(parts[tuple(cells.T)])


def _of_figures(points: FloatArray, figures: tuple[Figure, ...]) -> BoolArray:
    """(n,) which points are within a figure's base, or above it up to the figure's head."""
    found = np.zeros(len(points), dtype=bool)
    for figure in figures:
        low, high = float(figure.position[2]) - BESIDE_FIGURE, float(figure.box[1, 2]) + BESIDE_FIGURE
        wide = max((figure.base_radius or 0.0), float(np.ptp(figure.box[:, :2], axis=0).max()) / 2.0) + BESIDE_FIGURE
        inside = np.hypot(*(points[:, :2] - np.array(figure.position[:2])).T) < wide
        found |= inside & (points[:, 2] > low) & (points[:, 2] < high)
    return found


def _of_pieces(points: FloatArray, table: Table) -> BoolArray:
    """(n,) which points lie on a piece of the table, as far as can be told."""
    found = np.zeros(len(points), dtype=bool)
    for piece in table.terrain.pieces:
        if piece.kind in {"pit", "area"} or found.all():
            continue
        limit = _limit(table, piece)
        low, high = piece.placed.bounds
        near = ~found & ((points > low - limit) & (points < high + limit)).all(axis=1)
        if near.any():
            away, _ = KDTree(spaced_points(piece.placed, STEP)[0]).query(points[near])
            found[near] = away < limit + STEP
    return found


def _limit(table: Table, piece: Piece) -> float:
    index = table.scan.standing("piece", piece.id, piece.pose.position) if table.scan is not None else None
    return limit_of(table.scan, index)


def cut_piece(mesh: Mesh, photos: ClickablePhotos) -> ClickedPiece:
    """What was cut out as a piece that the photos have measured, in place, turn and size.

    Args:
        mesh: on the table.
        photos: of the scan, with the errors of their places.

    Raises:
        SceneError: too few photos show it.
    """
    middle = anchor(mesh)
    x, y, z = np.round(middle, 6).tolist()
    own = Mesh.of(mesh.vertices - np.array([x, y, z]), mesh.faces)
    chosen = np.unique(np.linspace(0, len(mesh.vertices) - 1, SAMPLES).round().astype(int))
    of, by_photos = _followed(photos, mesh, mesh.vertices[chosen])
    if not len(of):
        raise SceneError("too few photos show what stands there")
    moves = vertex_moves(own, RigidTransform((0.0, 0.0, 0.0)))[chosen[of]].reshape(3 * len(of), -1)
    slopes = np.linalg.pinv(moves, rcond=1e-6) @ by_photos
    reach = max(float(np.linalg.norm(own.vertices, axis=1).max()), OFF)
    spread = np.array([OFF] * 3 + [OFF / reach] * 3 + [OFF] * 3)
    return ClickedPiece(own, (x, y, z), 0.0, slopes, np.diag(spread**2))


def _followed(photos: ClickablePhotos, mesh: Mesh, points: FloatArray) -> tuple[IntArray, FloatArray]:
    """Which of points (n, 3) two photos or more show, (k,), and (3 k, 6 photos) how these follow the photos' places."""
    scene, eyes, found = mesh_rays(mesh), photos.eyes, list[tuple[IntArray, IntArray, FloatArray]]()
    for number, view in enumerate(photos.views):
        shown, ways = view.project(points), points - eyes[number]
        far = np.linalg.norm(ways, axis=1)
        rays = ways / far[:, None]
        inside = np.asarray(((shown > 0.0) & (shown < np.array(view.lens.size) - 1.0)).all(axis=1))
        inside[inside] &= scene.distances(np.tile(eyes[number], (inside.sum(), 1)), rays[inside]) > far[inside] - SELF_HIT
        found.append((np.flatnonzero(inside), np.full(inside.sum(), number), rays[inside]))
    of, photo, rays = (np.concatenate(column) for column in zip(*found, strict=True))
    sums = np.zeros((len(points), 3, 3))
    np.add.at(sums, of, across_rays(rays))
    # One ray tells no depth, and neither do several that hardly differ.
    sure = np.linalg.eigvalsh(sums)[:, 0] > LEAST_SPREAD
    seen, chosen = sure[of], np.flatnonzero(sure)
    renumbered = np.cumsum(sure)[of[seen]] - 1
    return chosen, followed_points(photos, points[chosen], renumbered, photo[seen], rays[seen]).by_photos


LEAST_SPREAD = 0.02
"""Of the rays to a point, about the sum of the squared sines of what they differ by: 0.02 are two rays 11 degrees apart."""
