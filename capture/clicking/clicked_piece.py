"""Clicked pieces: a fitted shape as a piece of terrain, and as a thing that a scan has measured, with its size."""

from dataclasses import dataclass, replace

import numpy as np

from capture.adjustment.rotation_vectors import cross_matrices
from capture.clicking.clickable_photos import ClickablePhotos, photo_things, radians_of
from capture.clicking.shape_fit import ShapeFit, widening, within
from scene.geometry.mesh import FloatArray, Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.table.mesh_placement import anchor
from scene.table.scan_measurements import PARAMETERS, Measurable, Scan, ScanMeasurement

DIGITS = 6
"""Decimals of an inch and of a degree that are written."""


@dataclass(frozen=True, eq=False)
class ClickedPiece:
    """A piece that was clicked.

    Its parameters are those of a scan's "shape": place, a small turn in radians about it, and by how much it is larger.

    Attributes:
        mesh: in its own frame, with its anchor at the origin.
        position: inches, where the anchor is.
        turn: degrees.
        slopes: (9, 6 photos) float: how its parameters change with errors of the photos' places.
        own: (9, 9) float: the covariance that they have beside these.
    """

    mesh: Mesh
    position: tuple[float, float, float]
    turn: float
    slopes: FloatArray
    own: FloatArray


def clicked_piece(fit: ShapeFit) -> ClickedPiece:
    """The piece of a fit.

    A scan knows of a piece where it is, how it is turned and how large it is. What else clicks tell of a shape, such as a
    single corner of a prism, is taken for these as well as it goes; then all is widened until no vertex is surer than the
    clicks have it.
    """
    turn = round(float(np.degrees(fit.shape.turn(fit.numbers))), DIGITS)
    pose = RigidTransform.turned((0.0, 0.0, 0.0), turn)
    own = pose.to_own(fit.mesh.vertices)
    middle = anchor(Mesh.of(own, fit.mesh.faces))
    x, y, z = np.round(pose.to_table(middle), DIGITS).tolist()
    mesh = Mesh.of(own - middle, fit.mesh.faces)
    moves = vertex_moves(mesh, pose).reshape(3 * len(own), -1)
    slopes = fit.vertex_slopes().reshape(3 * len(own), -1)
    taken = np.linalg.pinv(moves, rcond=1e-9) @ slopes
    told = _variances(moves, taken @ fit.covariance @ taken.T).reshape(-1, 3).sum(axis=1)
    clicked = _variances(slopes, fit.covariance).reshape(-1, 3).sum(axis=1)
    wider = widening(fit.freedom) * np.sqrt(max(float(np.max(clicked / np.maximum(told, 1e-12))), 1.0))
    return ClickedPiece(mesh, (x, y, z), turn, wider * (taken @ fit.by_photos), wider**2 * (taken @ fit.own @ taken.T))


def _variances(slopes: FloatArray, covariance: FloatArray) -> FloatArray:
    """(n,) the variances of what moves so, (n, k), with parameters of a covariance (k, k)."""
    return np.asarray(np.einsum("ij,jk,ik->i", slopes, covariance, slopes))


def vertex_moves(mesh: Mesh, pose: RigidTransform) -> FloatArray:
    """(vertices, 3, 9) float: how the vertices of a piece move with the parameters of a shape."""
    away = mesh.vertices @ pose.matrix.T
    size = np.ptp(mesh.bounds, axis=0)
    share = mesh.vertices / np.where(size > 0.0, size, np.inf)
    shifts = np.broadcast_to(np.eye(3), (len(away), 3, 3))
    return np.concatenate([shifts, -cross_matrices(away), pose.matrix[None] * share[:, None, :]], axis=-1)


def corners_within(piece: ClickedPiece, photos: ClickablePhotos) -> float:
    """Inches by which the corners of a piece are off at most, in 95 of 100 cases."""
    covariance = piece.slopes @ photos.covariance @ piece.slopes.T + piece.own
    moves = vertex_moves(piece.mesh, RigidTransform.turned((0.0, 0.0, 0.0), piece.turn))
    spread = np.einsum("vij,jk,vlk->vil", moves, covariance, moves)
    return float(within(spread, np.inf).max())


def with_piece(scan: Scan, name: str, piece: ClickedPiece) -> Scan:
    """The scan with a clicked piece among its things, in place of what it may have measured of a piece of that id."""
    return with_thing(scan.without(name), name, "shape", piece.position, piece.slopes, piece.own)


def with_thing(
    scan: Scan, name: str, of: Measurable, position: tuple[float, float, float], slopes: FloatArray, own: FloatArray
) -> Scan:
    """The scan with one more thing that was measured in its photos.

    Args:
        scan: with the places of its photos.
        name, of, position: the thing.
        slopes: (k, 6 photos) float: how its parameters, with turns in radians, change with the photos' places.
        own: (k, k) float: the covariance that they have beside these.
    """
    photos = photo_things(scan)
    columns = np.concatenate([np.arange(scan.slots[photo].start, scan.slots[photo].stop) for photo in photos])
    degrees = np.ones(PARAMETERS[of])
    degrees[3:6] = np.degrees(1.0)
    moves = np.zeros((len(own), len(scan.covariance)))
    moves[:, columns] = degrees[:, None] * slopes * radians_of(len(photos))
    across = moves @ scan.covariance
    corner = across @ moves.T + own * np.outer(degrees, degrees)
    joint = np.block([[scan.covariance, across.T], [across, corner]])
    return replace(scan, things=(*scan.things, ScanMeasurement(name, of, position)), covariance=joint)
