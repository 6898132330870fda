"""The places of a scan's photos as small cameras: where each was taken, and whither it looks."""

from functools import lru_cache

import numpy as np

from scene.geometry.camera_model import CameraView
from sightline.drawing.rendering import palette
from sightline.window.graphics.gl_canvas import UNLIT, DrawnObject
from sightline.window.graphics.gl_shapes import joined, ribbon, shape

LONG = 1.2
"""Inches from a camera's eye to its picture."""
THICK = 0.06


@lru_cache(maxsize=4)
def camera_shapes(views: tuple[CameraView, ...]) -> DrawnObject:
    """A pyramid for each photo, from its eye to its corners, with its upper edge twice as thick."""
    parts = []
    for view in views:
        wide, high = view.lens.size
        corners = np.array([[0.0, 0.0], [wide - 1.0, 0.0], [wide - 1.0, high - 1.0], [0.0, high - 1.0]])
        eye = np.array(view.pose.position)
        ends = eye + LONG * view.rays(corners)
        parts += [ribbon(np.stack([eye, end]), THICK, palette.SKY) for end in ends]
        sides = zip(ends, np.roll(ends, -1, axis=0), (2.0, 1.0, 1.0, 1.0), strict=True)
        parts += [ribbon(np.stack([start, end]), thick * THICK, palette.SKY) for start, end, thick in sides]
        parts.append(shape(ends[[[0, 1, 2], [0, 2, 3]]], palette.SKY, opaque=0.25))
    return DrawnObject(joined(parts), kind=UNLIT, blended=True, upon=True)
