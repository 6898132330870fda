"""The layout of tags on a piece of terrain, from where the tags are and where the piece is, both with their errors."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from assets.tag_scheme import role_of
from capture.adjustment.rotation_vectors import cross_matrices, pose_of
from capture.adjustment.survey import Survey
from capture.learning.marked_point_pose import PoseFit
from capture.objects.pieces_file import TaggedPiece, TagPlace
from scene.geometry.mesh import FloatArray, Mesh
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH
from scene.table_io.table_document import PieceEntry

LEAST_SIGMA = (0.1, 0.1)
"""Millimetres and degrees: no learned tag is held to be better known than this."""

OFF_SURFACE = 3.0
"""Millimetres: a tag farther from the piece's surface, beyond its errors, is asked about. Cards have a thickness."""

LOOK_FROM = 0.4
"""Inches before a tag from which the surface under it is looked for, and as far behind it."""


@dataclass(frozen=True, eq=False)
class LearnedTag:
    """A tag of the piece.

    Attributes:
        place: in the piece's own frame, with how well its place is known beside the errors of the whole.
        sigma_mm, sigma_degrees: how well its place is known altogether, standard deviations along and about an axis.
        off_mm: how far it is above the mesh's surface; None where there is none under it.
    """

    place: TagPlace
    sigma_mm: float
    sigma_degrees: float
    off_mm: float | None


@dataclass(frozen=True, eq=False)
class Learned:
    """What the photos say of a piece.

    Attributes:
        piece: for the pieces file.
        tags: its tags with their errors.
        fit: where the piece stood in the photos, and what the marks or edges missed.
        doubts: what is doubtful, a line each.
    """

    piece: TaggedPiece
    tags: tuple[LearnedTag, ...]
    fit: PoseFit
    doubts: tuple[str, ...]

    @property
    def rms_mm(self) -> float:
        """Millimetres at the piece: root of the mean square of what the marks or edges miss."""
        return float(np.sqrt(np.mean(self.fit.misses_mm**2)))


def learned(survey: Survey, entry: PieceEntry, shape: Mesh, fit: PoseFit, ids: Sequence[int]) -> Learned:
    """Where the tags ``ids`` sit on a piece that is where ``fit`` has it.

    Args:
        survey: the tags.
        entry: the piece, as it is to be written down.
        shape: its mesh in its own frame, inches.
        fit: where it was.
        ids: of its tags.
    """
    places = [survey.tags[_index(survey, number)] for number in ids]
    errors = _errors(survey, fit, [_index(survey, number) for number in ids], places)
    together = _sigmas(fit.covariance(survey))
    rays, tags, doubts = RayScene([shape]), [], list(fit.doubts)
    for i, (number, place) in enumerate(zip(ids, places, strict=True)):
        own = _on_piece(fit.pose, place)
        (x, y, z), (a, b, c, d) = own.position, own.rotation
        shift, turn = _sigmas(errors[i])
        alone = _sigmas(survey.covariance[survey.tag_slot(_index(survey, number)), survey.tag_slot(_index(survey, number))])
        spot = TagPlace(
            id=number,
            position=(round(x, 5) + 0.0, round(y, 5) + 0.0, round(z, 5) + 0.0),
            rotation=(round(a, 7) + 0.0, round(b, 7) + 0.0, round(c, 7) + 0.0, round(d, 7) + 0.0),
            side_mm=_side(survey, number),
            sigma_mm=round(max(alone[0], LEAST_SIGMA[0]), 3),
            sigma_degrees=round(max(alone[1], LEAST_SIGMA[1]), 3),
        )
        off = _off_surface(rays, own, float(survey.sides[_index(survey, number)]))
        tags.append(LearnedTag(spot, max(shift, LEAST_SIGMA[0]), max(turn, LEAST_SIGMA[1]), off))
        if off is None:
            doubts.append(
                f"tag {number} has nothing of the piece's mesh under it; is it the right mesh, and in the right units?"
            )
        elif abs(off) > OFF_SURFACE + 2.0 * shift:
            side = "above" if off > 0 else "below"
            doubts.append(
                f"tag {number} comes out {abs(off):.0f} mm {side} the piece's surface; are mesh, units and marks right?"
            )
    piece = TaggedPiece(
        entry,
        tuple(tag.place for tag in tags),
        sigma_mm=round(together[0], 3),
        sigma_degrees=round(together[1], 3),
    )
    return Learned(piece, tuple(tags), fit, tuple(doubts))


def _index(survey: Survey, number: int) -> int:
    index = survey.tag(number)
    assert index is not None, "ids come from the survey"
    return index


def _side(survey: Survey, number: int) -> float | None:
    """Millimetres: the side of a tag where its number does not say it."""
    side = round(float(survey.sides[_index(survey, number)]) * MM_PER_INCH, 3)
    return None if role_of(number).side_mm == side else side


def _on_piece(piece: RigidTransform, tag: RigidTransform) -> RigidTransform:
    return pose_of(piece.matrix.T @ tag.matrix, piece.to_own(tag.position))


def _errors(survey: Survey, fit: PoseFit, indices: Sequence[int], places: Sequence[RigidTransform]) -> FloatArray:
    """(k, 6, 6): the covariance of every tag against the piece, by all errors; inches and radians."""
    arms = np.array([place.position for place in places]) - np.array(fit.pose.position)
    found = []
    for index, across in zip(indices, cross_matrices(arms), strict=True):
        with_piece = np.eye(6)
        with_piece[:3, 3:] = -across
        slopes = -with_piece @ fit.slopes
        slopes[:, survey.tag_slot(index)] += np.eye(6)
        found.append(slopes @ survey.covariance @ slopes.T + with_piece @ fit.own @ with_piece.T)
    return np.array(found)


def _sigmas(covariance: FloatArray) -> tuple[float, float]:
    """Millimetres and degrees along and about one axis, the same for all as far as that goes."""
    variances = np.clip(np.diag(covariance), 0.0, None)
    return float(np.sqrt(variances[:3].mean())) * MM_PER_INCH, float(np.degrees(np.sqrt(variances[3:].mean())))


def _off_surface(rays: RayScene, tag: RigidTransform, side: float) -> float | None:
    """Millimetres from the highest of the mesh's surface under a tag of that ``side``; None where nothing is near it."""
    steps = np.linspace(-0.5, 0.5, 9) * side
    flat = np.stack([*(part.reshape(-1) for part in np.meshgrid(steps, steps)), np.full(steps.size**2, LOOK_FROM)], axis=1)
    depth = float(rays.distances(tag.to_table(flat), np.tile(-tag.matrix[:, 2], (len(flat), 1))).min())
    return (depth - LOOK_FROM) * MM_PER_INCH if depth < 2.0 * LOOK_FROM else None
