"""Missed tags: those that a photo should show and does not, where the photo itself is to blame."""

from collections.abc import Sequence

import numpy as np

from capture.adjustment.adjustment_problem import SQUARE
from capture.adjustment.survey import Survey
from capture.tags.photo_tags import PhotoTags, poorness
from capture.tags.tag_detection import shortest_side

LARGE = 16.0
"""Pixels: tags whose shortest side is so long are found in a good photo."""


def poor_photos(survey: Survey, photo_tags: Sequence[PhotoTags]) -> list[str]:
    """A line for each photo that misses tags because it is dark or blurred; ``photo_tags`` in the survey's order.

    A photo that shows all it could, or misses tags behind scenery only, needs no better light.
    """
    found = []
    for photo, each in enumerate(photo_tags):
        seen = {tag.id for tag in (*each.tags, *each.left_out)}
        could = seen | set(_in_view(survey, photo))
        if could > seen and (why := poorness(each)) is not None:
            found.append(f'photo "{each.photo.name}" shows {len(seen)} tags of {len(could)}: {why}')
    return found


def _in_view(survey: Survey, photo: int) -> list[int]:
    """The tags that a photo shows large enough, if nothing is in the way."""
    view, edge = survey.view(photo), np.array(survey.lens.size) - 1.0
    corners = [tag.to_table(side * SQUARE) for side, tag in zip(survey.sides, survey.tags, strict=True)]
    pixels = view.project(np.array(corners).reshape(-1, 4, 3))
    faces = [float(np.subtract(view.pose.position, tag.position) @ tag.matrix[:, 2]) > 0.0 for tag in survey.tags]
    inside = np.array(faces, dtype=np.bool_) & ((pixels > 0.0) & (pixels < edge)).all(axis=(1, 2))
    return [survey.ids[i] for i in np.flatnonzero(inside).tolist() if shortest_side(pixels[i]) >= LARGE]
