"""The outline of a round base in a photo: the foot's circle on the side of the camera, the top's circle on the other side.

A base is a disc of some height whose sides may lean inwards. Seen from above, aslant, its outline is the hull of two circles:
the foot, and the top laid by the camera onto the ground, a little farther off.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from capture.objects.projection import ProjectedPoints, projected_in
from capture.objects.survey_photos import SurveyPhoto
from scene.geometry.mesh import BoolArray, FloatArray

UNKNOWNS = 5
"""x, y of the middle, radius of the foot, how much narrower the top is on each side, height: inches."""


@dataclass(frozen=True, eq=False)
class Outline:
    """Points along the outline of a base in one photo.

    Attributes:
        shown: where the photo shows them.
        pixels: (n, 2) float: the same in the upright photo.
        far: (n,) bool: whether the outline itself is the top's circle in that direction.
        normals: (n, 2) float: unit normals of the outline in the upright photo, outwards.
        slopes: (n, 5) float: how far the outline moves outwards, in pixels, with each unknown.
        by_height: (n,) float: the same for an inch of the ground's height.
    """

    shown: ProjectedPoints
    pixels: FloatArray
    far: BoolArray
    normals: FloatArray
    slopes: FloatArray
    by_height: FloatArray

    def by_survey(self, survey_photo: SurveyPhoto) -> FloatArray:
        """(n, parameters) float: how far the outline moves outwards with the survey's parameters.

        Where the camera moves, other points are on the outline; to first order that moves them along it.
        """
        stored = self.shown.by_survey(survey_photo.survey)
        upright = turned(survey_photo, stored)
        return np.asarray(np.einsum("nk,nkp->np", self.normals, upright))


def turned(survey_photo: SurveyPhoto, stored: FloatArray) -> FloatArray:
    """(n, 2, m) small moves in the upright photo, of those in the stored one."""
    if survey_photo.orientation == 1:
        return stored
    moves = np.moveaxis(stored, 1, -1)
    return np.moveaxis(survey_photo.upright(moves) - survey_photo.upright(np.zeros_like(moves)), -1, 1)


def outlines(
    survey_photos: Sequence[SurveyPhoto], unknowns: FloatArray, ground: float, angles: FloatArray, *, and_top: bool = False
) -> list[Outline]:
    """The outline in each photo of a base on the plane z = ``ground``, at (n,) directions from its middle, radians about z.

    With ``and_top`` the circle of its top all around as well, whose near side is within the outline: n points more.
    """
    x, y, radius, slope, height = unknowns.tolist()
    out = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    far = top = np.stack([on_far_side(survey_photo, unknowns, ground, out) for survey_photo in survey_photos])
    if and_top:
        out, far, top = np.tile(out, (2, 1)), np.tile(far, 2), np.concatenate([far, np.ones_like(far)], axis=1)
    places = np.empty((*top.shape, 3))
    places[..., :2] = np.array([x, y]) + np.where(top, radius - slope, radius)[..., None] * out
    places[..., 2] = ground + np.where(top, height, 0.0)
    found = projected_in([each.view for each in survey_photos], [each.photo for each in survey_photos], places)
    by_point = np.stack([turned(photo, points.by_point) for photo, points in zip(survey_photos, found, strict=True)])
    outwards = np.einsum("pnij,nj->pni", by_point[..., :2], out)
    along = np.einsum("pnij,nj->pni", by_point[..., :2], np.stack([-out[:, 1], out[:, 0]], axis=1))
    normals = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    normals *= np.sign(np.sum(normals * outwards, axis=-1, keepdims=True))
    normals /= np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-12)
    by_place = np.einsum("pni,pnij->pnj", normals, by_point)
    by_radius = np.sum(by_place[..., :2] * out, axis=-1)
    by_top = np.where(top, [-by_radius, by_place[..., 2]], 0.0)
    slopes = np.stack([by_place[..., 0], by_place[..., 1], by_radius, *by_top], axis=-1)
    pixels = [photo.upright(points.pixels) for photo, points in zip(survey_photos, found, strict=True)]
    return [Outline(*each) for each in zip(found, pixels, far, normals, slopes, by_place[..., 2], strict=True)]


def on_far_side(survey_photo: SurveyPhoto, unknowns: FloatArray, ground: float, out: FloatArray) -> BoolArray:
    """(n,) whether the outline in (n, 2) directions is the top's circle: laid onto the ground, it reaches farther."""
    x, y, radius, slope, height = unknowns.tolist()
    above = max(float(survey_photo.eye[2]) - ground - height, 1e-6)
    stretch = 1.0 + height / above
    shift = (np.array([x, y]) - survey_photo.eye[:2]) * height / above
    return np.asarray((radius - slope) * stretch + out @ shift > radius)
