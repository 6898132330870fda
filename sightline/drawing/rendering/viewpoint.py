"""The viewpoint: from where the table is looked at."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray
from scene.table.table import Table
from sightline.drawing.rendering.camera import Camera, orbit_camera, plan_camera
from sightline.drawing.rendering.render_scene import SLAB_THICKNESS

COMPASS: Final = {"east": 0.0, "north": 90.0, "west": 180.0, "south": 270.0}
"""Degrees anticlockwise from +x at which one stands; north is the side of large y."""


@dataclass(frozen=True)
class Viewpoint:
    """A side of the table, or the place above it.

    Attributes:
        azimuth: degrees anticlockwise from +x at which one stands.
        elevation: degrees above the horizon.
        above: straight from above, as a plan; the other two do not matter then.
    """

    azimuth: float = 250.0
    elevation: float = 38.0
    above: bool = False


def named_viewpoint(name: str, elevation: float = 38.0) -> Viewpoint:
    """``above``, a side of the compass, or an azimuth in degrees; otherwise a `SceneError` says what there is."""
    word = name.strip().lower()
    if word == "above":
        return Viewpoint(above=True)
    if word in COMPASS:
        return Viewpoint(COMPASS[word], elevation)
    try:
        azimuth = float(word)
    except ValueError:
        azimuth = float("nan")
    if not np.isfinite(azimuth):
        sides = ", ".join(COMPASS)
        raise SceneError(f'the table cannot be shown from "{name}"; give above, {sides} or an angle in degrees')
    return Viewpoint(azimuth % 360.0, elevation)


def camera_at(viewpoint: Viewpoint, table: Table, size: tuple[int, int]) -> Camera:
    """The camera that shows the whole table from there."""
    points = extent(table)
    if viewpoint.above:
        return plan_camera(points, size)
    return orbit_camera(points, size, azimuth=viewpoint.azimuth, elevation=viewpoint.elevation)


def extent(table: Table) -> FloatArray:
    """(n, 3) the corners of the boxes round the board and round everything on it."""
    boxes = [piece.placed.bounds for piece in table.terrain.pieces]
    boxes += [figure.placed.bounds for figure in table.figures]
    boxes.append(np.array([[0.0, 0.0, -SLAB_THICKNESS], [*table.size, 0.0]]))
    low, high = np.moveaxis(np.stack(boxes), 1, 0)
    upper = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=np.bool_)
    return np.asarray(np.where(upper, high[:, None], low[:, None]).reshape(-1, 3))
