"""The outline of a round base in a photo: the foot's circle on the side of the camera, the top's circle on the other side.

A base is a disc of some height whose sides may lean inwards. Seen from above, aslant, its outline is the hull of two circles:
the foot, and the top laid by the camera onto the ground, a little farther off.
"""

from dataclasses import dataclass

import numpy as np

from capture.objects.projection import ProjectedPoints, shown
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


def outline(
    survey_photo: SurveyPhoto, unknowns: FloatArray, ground: float, angles: FloatArray, *, only_top: bool = False
) -> Outline:
    """The outline of a base on the level plane z = ``ground`` at (n,) directions from its middle, radians about z.

    With ``only_top`` the circle of its top all around, whose near side is within the outline.
    """
    x, y, radius, slope, height = unknowns.tolist()
    out = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    far = on_far_side(survey_photo, unknowns, ground, out)
    top = np.ones_like(far) if only_top else far
    places = np.empty((len(angles), 3))
    places[:, :2] = np.array([x, y]) + np.where(top, radius - slope, radius)[:, None] * out
    places[:, 2] = ground + np.where(top, height, 0.0)
    found = shown(survey_photo.survey, survey_photo.photo, places)
    by_point = turned(survey_photo, found.by_point)
    outwards = np.einsum("nij,nj->ni", by_point[:, :, :2], out)
    along = np.einsum("nij,nj->ni", by_point[:, :, :2], np.stack([-out[:, 1], out[:, 0]], axis=1))
    normals = np.stack([along[:, 1], -along[:, 0]], axis=1)
    normals *= np.sign(np.sum(normals * outwards, axis=1, keepdims=True))
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    by_place = np.einsum("ni,nij->nj", normals, by_point)
    by_radius = np.sum(by_place[:, :2] * out, axis=1)
    slopes = np.column_stack(
        [by_place[:, 0], by_place[:, 1], by_radius, np.where(top, -by_radius, 0.0), np.where(top, by_place[:, 2], 0.0)]
    )
    return Outline(found, survey_photo.upright(found.pixels), far, normals, slopes, by_place[:, 2])


def on_far_side(survey_photo: SurveyPhoto, unknowns: FloatArray, ground: float, out: FloatArray) -> BoolArray:
    """(n,) whether the outline in (n, 2) directions is the top's circle: laid onto the ground, it reaches farther."""
    x, y, radius, slope, height = unknowns.tolist()
    above = max(float(survey_photo.eye[2]) - ground - height, 1e-6)
    stretch = 1.0 + height / above
    shift = (np.array([x, y]) - survey_photo.eye[:2]) * height / above
    return np.asarray((radius - slope) * stretch + out @ shift > radius)
