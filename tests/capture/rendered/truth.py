"""The truth of a photo: where each tag's corners are, and how much of it can be seen."""

from dataclasses import dataclass

import numpy as np

from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import FloatArray
from tests.capture.rendered.sheets import LIFT, PrintedTag
from tests.capture.rendered.stage import Stage

ALONG = 40
"""Rays along the side of a tag that ask whether it is seen."""


@dataclass(frozen=True, eq=False)
class TagTruth:
    """A tag in a photo.

    Attributes:
        tag: which one, with its pose on the table.
        corners: (4, 2) float pixels of its black square: top left, top right, bottom right, bottom left as printed,
            as OpenCV gives them; NaN for what is behind the camera.
        visible: share of the black square's area that is in the picture with nothing before it; 0 from behind.
    """

    tag: PrintedTag
    corners: FloatArray
    visible: float

    @property
    def smallest_side(self) -> float:
        """Pixels along the shortest of its sides."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).min())


def tags_in(stage: Stage, view: CameraView) -> tuple[TagTruth, ...]:
    """The truth of every tag of the scenery, in the order of its papers, seen or not."""
    found = []
    for number, paper in enumerate(stage.scenery.papers):
        if isinstance(paper, PrintedTag):
            found.append(TagTruth(paper, view.project(paper.sheet.corners), _visible(stage, view, number)))
    return tuple(found)


def _visible(stage: Stage, view: CameraView, number: int) -> float:
    sheet = stage.sheets[number]
    eye = np.array(view.pose.position)
    if sheet.pose.to_own(eye)[2] <= LIFT:
        return 0.0
    steps = (np.arange(ALONG) + 0.5) / ALONG - 0.5
    flat = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * sheet.printed
    points = sheet.pose.to_table(np.concatenate([flat, np.full((len(flat), 1), LIFT)], axis=1))
    pixels = view.project(points)
    width, height = view.lens.size
    inside = (pixels[:, 0] > -0.5) & (pixels[:, 0] < width - 0.5) & (pixels[:, 1] > -0.5) & (pixels[:, 1] < height - 0.5)
    hits = stage.rays.first_hits(eye[None, :], points - eye, which=np.zeros(len(points), dtype=np.int64))
    return float(np.mean(inside & (hits.mesh == stage.first_sheet + number)))
