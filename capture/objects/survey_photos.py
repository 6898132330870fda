"""Photos of a survey to be measured in: grey, with the way from places on the table to their upright pixels."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.adjustment.survey import Survey
from capture.photos.exif_orientation import upright_pixels
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import FloatArray

Picture = NDArray[np.uint8]
"""(h, w) grey or (h, w, 3) red, green and blue."""


@dataclass(frozen=True, eq=False)
class SurveyPhoto:
    """One photo of a survey.

    Attributes:
        grey: (h, w) uint8, upright.
        photo: its index in the survey.
        orientation: how it is stored, as EXIF counts (see `capture.photos.exif_orientation`).
    """

    grey: Picture
    survey: Survey
    photo: int
    orientation: int = 1

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, upright."""
        return self.grey.shape[1], self.grey.shape[0]

    @cached_property
    def eye(self) -> FloatArray:
        """(3,) where it was taken from."""
        return np.asarray(self.survey.photos[self.photo].position)

    @cached_property
    def view(self) -> CameraView:
        """Its lens and place, in the frame in which it is stored."""
        return self.survey.view(self.photo)

    def upright(self, stored: FloatArray) -> FloatArray:
        """(..., 2) pixels of the upright photo from those of the stored one."""
        return stored if self.orientation == 1 else upright_pixels(stored, self.size, self.orientation)

    def project(self, points: FloatArray) -> FloatArray:
        """(..., 2) pixels of the upright photo of (..., 3) points; NaN for what it cannot show."""
        return self.upright(self.view.project(points))


def survey_photos_of(
    photos: Sequence[Picture], survey: Survey, which: Sequence[int], orientations: Sequence[int] | None = None
) -> tuple[SurveyPhoto, ...]:
    """The photos with their indices in the survey; ``orientations`` are all 1 unless given."""
    turns = orientations or [1] * len(photos)
    return tuple(
        SurveyPhoto(_grey(picture), survey, photo, turn) for picture, photo, turn in zip(photos, which, turns, strict=True)
    )


def _grey(picture: Picture) -> Picture:
    return picture if picture.ndim == 2 else np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
