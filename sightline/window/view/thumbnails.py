"""Thumbnails: small pictures of what can be put on the table, drawn by the same rays as all pictures."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from assets.mesh_library import LIBRARY
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Figure, Piece, Table, Terrain
from sightline.drawing.rendering.camera import orbit_camera
from sightline.drawing.rendering.render_scene import build_render_scene
from sightline.drawing.rendering.renderer import render
from sightline.drawing.rendering.shading import Light, lamp_beside

AROUND = 40.0
"""Inches of ground around a piece."""
LOOK = {"azimuth": 290.0, "elevation": 28.0}


@lru_cache(maxsize=128)
def thumbnail(name: str, size: tuple[int, int] = (96, 72)) -> NDArray[np.uint8]:
    """(rows, columns, 3) the picture of a piece of the kit, ``kit/crate``, or of a proxy, ``figure/human``.

    Args:
        name: what is drawn.
        size: width and height in pixels.

    Raises:
        SceneError: for a name that there is not.
    """
    what, _, which = name.partition("/")
    table, corners = (_kit if what == "kit" else _figure)(which)
    camera = orbit_camera(corners, size, **LOOK)
    picture = render(build_render_scene(table), camera, Light(lamp_beside(camera), corner_reach=1.5))
    drawn = np.clip(np.rint(picture.colour), 0, 255).astype(np.uint8)
    drawn.setflags(write=False)
    return drawn


def _kit(name: str) -> tuple[Table, FloatArray]:
    shape, kind = LIBRARY.piece(name, {})
    low, high = shape.bounds
    size = float(max(high[:2] - low[:2])) + 2.0 * AROUND
    piece = Piece(name, shape, RigidTransform((size / 2.0, size / 2.0, 0.0)), kind)
    return Table((size, size), Terrain((piece,))), _corners(piece.placed.bounds)


def _figure(proxy: str) -> tuple[Table, FloatArray]:
    if proxy not in LIBRARY.proxy_names():
        raise SceneError(f'there is no proxy "{proxy[:40]}"')
    body = LIBRARY.body(proxy, "upright", "upright")
    figure = Figure(proxy, body, (AROUND, AROUND, 0.0), facing=LOOK["azimuth"], base_mm=LIBRARY.default_base_mm(proxy))
    return Table((2.0 * AROUND, 2.0 * AROUND), figures=(figure,)), _corners(figure.box)


def _corners(box: FloatArray) -> FloatArray:
    """(8, 3) the corners of a box (2, 3)."""
    return np.stack(np.meshgrid(*box.T), axis=-1).reshape(-1, 3)
