"""Picking: what lies under a pixel, found with rays, as everything is."""

import numpy as np

from scene.base.memo import memoized
from scene.geometry.mesh import Point
from scene.table.table import Table
from sightline.drawing.rendering.camera import Camera
from sightline.drawing.rendering.render_scene import RenderScene, build_render_scene
from sightline.window.view.window_view import Pointed

THROUGH = 40
"""Surfaces above the cut that one looks through."""


@memoized
def render_scene_of(table: Table) -> RenderScene:
    """All that can be pointed at on a table."""
    return build_render_scene(table)


def under(table: Table, camera: Camera, pixel: tuple[float, float], cut: float = np.inf) -> Pointed:
    """What is drawn at a pixel: whose it is, and where; what is higher than the cut is looked through."""
    render_scene = render_scene_of(table)
    starts, ways = camera.rays(np.array([pixel], dtype=np.float64))
    for _ in range(THROUGH):
        surface = render_scene.look(starts, ways)
        number = int(surface.part[0])
        if number < 0:
            return Pointed()
        if surface.point[0, 2] <= cut:
            break
        starts = starts + ways * (surface.distance[0] + 1e-3)
    else:
        return Pointed()
    part = render_scene.parts[number]
    x, y, z = (float(value) for value in surface.point[0])
    place: Point = (x, y, max(z, 0.0) if part.role == "ground" else z)
    if part.role == "ground" and not (0.0 <= x <= table.size[0] and 0.0 <= y <= table.size[1]):
        return Pointed()
    return Pointed(part.owner, place)
