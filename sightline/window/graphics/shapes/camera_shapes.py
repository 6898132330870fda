"""The places of a scan's photos as small cameras: where each was taken, and whither it looks."""

from functools import lru_cache

import numpy as np

from scene.geometry.camera_model import CameraView
from sightline.drawing.rendering import palette
from sightline.window.graphics.shapes.drawn_object import UNLIT, DrawnObject
from sightline.window.graphics.shapes.gl_shapes import joined, ribbon, shape
from sightline.window.view.picking import pyramid

THICK = 0.06


@lru_cache(maxsize=4)
def camera_shapes(views: tuple[CameraView, ...]) -> DrawnObject:
    """A pyramid for each photo, from its eye to its corners, with its upper edge twice as thick."""
    parts = []
    for view in views:
        eye, *ends = pyramid(view)
        parts += [ribbon(np.stack([eye, end]), THICK, palette.SKY) for end in ends]
        sides = zip(ends, [*ends[1:], ends[0]], (2.0, 1.0, 1.0, 1.0), strict=True)
        parts += [ribbon(np.stack([start, end]), thick * THICK, palette.SKY) for start, end, thick in sides]
        parts.append(shape(np.array(ends)[[[0, 1, 2], [0, 2, 3]]], palette.SKY, opaque=0.25))
    return DrawnObject(joined(parts), kind=UNLIT, blended=True, upon=True)
