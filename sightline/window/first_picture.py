"""The first picture of a table: by rays, in large pixels, long before all that draws in the window has been imported."""

import numpy as np
from PIL import Image

from scene.geometry.ray_casting import by_embree
from scene.table.table import Table
from sightline.drawing.rendering import palette
from sightline.drawing.rendering.render_scene import build_render_scene
from sightline.drawing.rendering.side_marks import base_colour, sides_of
from sightline.window.graphics.daylight import daylight
from sightline.window.graphics.shapes.body_shapes import TINT
from sightline.window.view.camera_orbit import home
from sightline.window.view.window_settings import WindowSettings

COARSE = 2
"""Pixels of the window along the side of one of the picture."""
MOST_FACES = 1_000_000
"""Triangles of terrain for which rays are ready at once."""


def first_picture(table: Table, size: tuple[int, int], settings: WindowSettings) -> Image.Image | None:
    """A table as the window will show it at first, without shadows and wear; None where rays would take long.

    Args:
        table: with everybody on it.
        size: of the picture, pixels.
        settings: which tell what is behind the table.
    """
    faces = sum(len(piece.shape.faces) for piece in table.terrain.pieces)
    if faces > MOST_FACES or not by_embree():
        return None
    small = max(size[0] // COARSE, 1), max(size[1] // COARSE, 1)
    sides = sides_of(table)
    scene = build_render_scene(
        table,
        figure_colour=lambda one: (
            palette.mixed(palette.FIGURE, sides[one.side].colour, TINT) if one.side in sides else palette.FIGURE
        ),
        base_colour=lambda one: base_colour(one, sides),
    )
    camera = home(table, small).camera(small)
    surface = scene.look(*camera.rays(camera.grid()))
    inks = np.array([part.colour for part in scene.parts]) / 255.0
    met = surface.part >= 0
    colour = np.tile(np.array(settings.backdrop), (len(met), 1))
    colour[met] = inks[surface.part[met]] * daylight(surface.normal[met].astype(np.float64))
    grey = np.round(255.0 * colour.clip(0.0, 1.0)).astype(np.uint8)
    return Image.fromarray(grey.reshape(small[1], small[0], 3)).resize(size, Image.Resampling.BILINEAR)
