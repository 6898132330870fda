"""Residuals of every tag in every photo: where it was seen, where it should have been, whether it counted, and why not."""

from dataclasses import dataclass, replace

import numpy as np

from capture.adjustment.adjustment_problem import SQUARE
from capture.adjustment.survey import Survey
from capture.adjustment.tag_survey import TagSurvey
from capture.results.scan_writing import upright_views
from capture.tags.photo_tags import PhotoTags
from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform

NEAR = 0.8
"""Pixels: tags that are no farther off were left out for what they seemed at first."""


@dataclass(frozen=True, eq=False)
class Residual:
    """A tag in a photo, in pixels of the upright photo.

    Attributes:
        id: the tag's.
        seen: (4, 2) float: its corners in the photo.
        shown: (4, 2) float: where the scan has them; None where it has no place for the tag, or behind the camera.
        weight: how far it counted, 0..1; 0 if it was left out.
        why: why, empty if it was not.
    """

    id: int
    seen: FloatArray
    shown: FloatArray | None
    weight: float
    why: str = ""

    @property
    def counted(self) -> bool:
        """Whether the scan was made with it."""
        return self.weight > 0.0

    @property
    def miss(self) -> float:
        """Pixels: root of the mean square distance of the four corners; NaN where there is nothing to compare."""
        return float(np.sqrt(np.mean(np.sum((self.shown - self.seen) ** 2, axis=1)))) if self.shown is not None else np.nan


@dataclass(frozen=True, eq=False)
class PhotoResiduals:
    """A photo that counts, and its tags.

    Attributes:
        lens, pose: of the upright photo; the pose takes the camera's frame to the table's.
    """

    photo_tags: PhotoTags
    lens: Lens
    pose: RigidTransform
    tags: tuple[Residual, ...]

    @property
    def counted(self) -> tuple[Residual, ...]:
        """The tags that counted."""
        return tuple(tag for tag in self.tags if tag.counted)

    @property
    def left_out(self) -> tuple[Residual, ...]:
        """The others."""
        return tuple(tag for tag in self.tags if not tag.counted)

    @property
    def rms(self) -> float:
        """Pixels: root of the mean square distance, over the corners that counted; NaN where none did."""
        return root_mean_square([tag.miss for tag in self.counted])

    @property
    def worst(self) -> Residual | None:
        """The tag that counted and is missed most; None where none counted."""
        return max(self.counted, key=lambda tag: tag.miss, default=None)


def root_mean_square(values: list[float]) -> float:
    """Of all values that are numbers; NaN where there is none."""
    known = np.array([value for value in values if np.isfinite(value)])
    return float(np.sqrt(np.mean(known**2))) if len(known) else float("nan")


def residuals(scanned: TagSurvey) -> tuple[PhotoResiduals, ...]:
    """All photos that count, in the order of the survey's."""
    problem = scanned.adjusted.problem
    pairs = zip(problem.photo.tolist(), problem.tag.tolist(), strict=True)
    weights = dict(zip(pairs, scanned.adjusted.weights.tolist(), strict=True))
    scale = scanned.adjusted.print_scale
    found = []
    for photo, (photo_tags, lens, pose) in enumerate(upright_views(scanned)):
        tags = []
        for seen in sorted((*photo_tags.tags, *photo_tags.left_out), key=lambda tag: tag.id):
            index = scanned.survey.tag(seen.id)
            shown = None if index is None else _shown(scanned.survey, index, CameraView(lens, pose), scale)
            weight = weights.get((photo, index if index is not None else -1), 0.0)
            tags.append(_with_reason(Residual(seen.id, seen.corners, shown, weight), placed=index is not None))
        found.append(PhotoResiduals(photo_tags, lens, pose, tuple(tags)))
    return tuple(found)


def _shown(survey: Survey, index: int, view: CameraView, scale: float) -> FloatArray | None:
    pixels = view.project(survey.tags[index].to_table(scale * survey.sides[index] * SQUARE))
    return pixels if np.isfinite(pixels).all() else None


def _with_reason(found: Residual, *, placed: bool) -> Residual:
    if found.counted:
        return found
    if not placed:
        why = "it is left out of the whole scan"
    elif found.shown is None:
        why = "the other photos have it elsewhere"
    elif found.miss < NEAR:
        why = f"it seemed to contradict the other photos at first; in the end it is {found.miss:.1f} pixels off"
    else:
        why = f"it is {found.miss:.1f} pixels off where it should be"
    return replace(found, why=why)
