"""The orbit of the camera about the table, and how mouse and keys move it: a value, turned, slid and zoomed."""

from dataclasses import dataclass, replace

import numpy as np

from scene.geometry.mesh import FloatArray, Point
from scene.table.table import Figure, Table
from sightline.drawing.rendering.camera import Camera, axes_towards
from sightline.window.view.label_spacing import Box

OPENING = 38.0
"""Degrees across the height of the window."""
LOWEST = 0.25
"""Inches above the table below which nobody looks from."""
NEAREST, FARTHEST = 1.5, 250.0
"""Inches between the eye and what it turns about."""
STEEPEST = 89.9
"""Degrees above the horizon: straight from above."""
PER_PIXEL = 0.32
"""Degrees that a drag of one pixel turns."""
HOME = (262.0, 42.0)
"""Azimuth and elevation to begin with."""
FILL = 0.86
"""How much of the window something takes that is framed."""
EYE_OPENING = 60.0
"""Degrees across the height of the window, looking through an eye."""


@dataclass(frozen=True)
class Orbit:
    """A view of the table.

    Attributes:
        about: what is in the middle of the window, inches.
        distance: of the eye from there, inches.
        azimuth: on which side of it the eye is, degrees anticlockwise from +x.
        elevation: of the eye, degrees above the horizon.
        opening: degrees across the height of the window.
    """

    about: Point
    distance: float
    azimuth: float = HOME[0]
    elevation: float = HOME[1]
    opening: float = OPENING

    @property
    def outward(self) -> FloatArray:
        """(3,) the unit vector from what is in the middle to the eye."""
        turn, rise = np.radians(self.azimuth), np.radians(self.elevation)
        return np.array([np.cos(turn) * np.cos(rise), np.sin(turn) * np.cos(rise), np.sin(rise)])

    @property
    def eye(self) -> FloatArray:
        """(3,) from where one looks."""
        return np.asarray(self.about + self.distance * self.outward)

    def camera(self, size: tuple[int, int]) -> Camera:
        """The camera of a window of so many pixels."""
        turn = np.radians(self.azimuth)
        # North, or what is away from the eye, is up also where one looks straight down.
        up = np.array([-np.cos(turn), -np.sin(turn), 0.0]) if self.elevation > 80.0 else np.array([0.0, 0.0, 1.0])
        focal = size[1] / 2.0 / np.tan(np.radians(self.opening / 2.0))
        return Camera(self.eye, axes_towards(-self.outward, up), size, float(focal))


def home(table: Table, size: tuple[int, int], free: Box | None = None) -> Orbit:
    """The whole table from its long side."""
    return framed(Orbit((0.0, 0.0, 0.0), 1.0), _corners(table), size, free)


def above(table: Table, size: tuple[int, int], free: Box | None = None) -> Orbit:
    """The whole table straight from above, y upwards."""
    return framed(Orbit((0.0, 0.0, 0.0), 1.0, 270.0, STEEPEST), _corners(table), size, free)


def framed(orbit: Orbit, points: FloatArray, size: tuple[int, int], free: Box | None = None) -> Orbit:
    """A view from the same side that shows all of some points (n, 3), and little else.

    Args:
        orbit: the view.
        points: what is to be seen, inches.
        size: of the window, pixels.
        free: the part of the window in which they are to be seen; None for all of it.
    """
    left, top, right, bottom = free or (0.0, 0.0, *size)
    middle, room = np.array([left + right - 1.0, top + bottom - 1.0]) / 2.0, np.array([right - left, bottom - top])
    low, high = points.min(axis=0), points.max(axis=0)
    found = replace(
        orbit, about=_point((low + high) / 2.0), opening=OPENING, distance=float(np.linalg.norm(high - low)) + NEAREST
    )
    for _ in range(12):
        camera = found.camera(size)
        pixels, depth = camera.project(points)
        if depth.min() <= 0.0:
            found = replace(found, distance=found.distance * 2.0)
            continue
        first, last = pixels.min(axis=0), pixels.max(axis=0)
        shift = ((first + last) / 2.0 - middle) * found.distance / camera.focal @ camera.axes[:2]
        share = float(((last - first) / room).max()) / FILL
        found = replace(found, about=_point(np.asarray(found.about) + shift), distance=found.distance * share)
    return _kept(found)


def centred(orbit: Orbit, place: FloatArray, size: tuple[int, int], free: Box | None = None) -> Orbit:
    """The view slid until a place (3,) lies in the middle of the window, or of a part of it."""
    left, top, right, bottom = free or (0.0, 0.0, *size)
    found = replace(orbit, about=_point(np.asarray(place)))
    camera = found.camera(size)
    off = camera.middle - np.array([left + right - 1.0, top + bottom - 1.0]) / 2.0
    return replace(found, about=_point(np.asarray(place) + off * found.distance / camera.focal @ camera.axes[:2]))


def through_eye(figure: Figure, toward: Point | None = None) -> Orbit:
    """What a figure sees: ahead of it, or towards a place."""
    eye, turn = figure.eye, np.radians(figure.facing)
    way = np.array([np.cos(turn), np.sin(turn), 0.0]) if toward is None else np.asarray(toward, dtype=np.float64) - eye
    size = float(np.linalg.norm(way))
    if size < 1e-6:
        return through_eye(figure)
    out = -way / size
    elevation = float(np.degrees(np.arcsin(np.clip(out[2], -1.0, 1.0))))
    azimuth = float(np.degrees(np.arctan2(out[1], out[0])))
    return Orbit(_point(eye + way / size), 1.0, azimuth, elevation, EYE_OPENING)


def turned(orbit: Orbit, pivot: Point, right: float, up: float) -> Orbit:
    """The view turned about a place, which stays where it is in the window, by a drag of so many pixels."""
    azimuth = (orbit.azimuth - right * PER_PIXEL) % 360.0
    elevation = float(np.clip(orbit.elevation - up * PER_PIXEL, -STEEPEST, STEEPEST))
    found = _turned(orbit, pivot, azimuth, elevation)
    # Whoever would look from below the table turns on, and no farther down.
    return found if found.eye[2] >= LOWEST else _above_table(_turned(orbit, pivot, azimuth, orbit.elevation))


def slid(orbit: Orbit, size: tuple[int, int], held: Point, pixel: tuple[float, float]) -> Orbit:
    """The view slid level until a place that is held lies under a pixel."""
    starts, ways = orbit.camera(size).rays(np.array([pixel], dtype=np.float64))
    if abs(ways[0, 2]) < 1e-6:
        return orbit
    far = (held[2] - starts[0, 2]) / ways[0, 2]
    if not 0.0 < far < 4.0 * FARTHEST:
        return orbit
    shift = np.asarray(held) - (starts[0] + far * ways[0])
    return replace(orbit, about=_point(np.asarray(orbit.about) + shift * [1.0, 1.0, 0.0]))


def stepped(orbit: Orbit, ahead: float, right: float) -> Orbit:
    """The view slid over the table, by so many parts of its distance."""
    turn = np.radians(orbit.azimuth)
    forward, aside = np.array([-np.cos(turn), -np.sin(turn), 0.0]), np.array([-np.sin(turn), np.cos(turn), 0.0])
    shift = orbit.distance * (ahead * forward + right * aside)
    return replace(orbit, about=_point(np.asarray(orbit.about) + shift))


def zoomed(orbit: Orbit, toward: Point, factor: float) -> Orbit:
    """Nearer to a place, which stays where it is in the window; or farther, by a factor greater than 1."""
    factor = float(np.clip(factor, NEAREST / orbit.distance, FARTHEST / orbit.distance))
    eye = np.asarray(toward) + (orbit.eye - np.asarray(toward)) * factor
    distance = orbit.distance * factor
    found = replace(orbit, about=_point(eye - distance * orbit.outward), distance=distance)
    return _above_table(found)


def between(start: Orbit, end: Orbit, share: float) -> Orbit:
    """A view on the way from one to another, ``share`` 0 to 1; it turns the shorter way round."""
    share = share * share * (3.0 - 2.0 * share)
    turn = (end.azimuth - start.azimuth + 180.0) % 360.0 - 180.0
    values = [
        (1.0 - share) * a + share * b
        for a, b in (
            (start.distance, end.distance),
            (start.azimuth, start.azimuth + turn),
            (start.elevation, end.elevation),
            (start.opening, end.opening),
        )
    ]
    about = (1.0 - share) * np.asarray(start.about) + share * np.asarray(end.about)
    return Orbit(_point(about), *values)


def _turned(orbit: Orbit, pivot: Point, azimuth: float, elevation: float) -> Orbit:
    found = replace(orbit, azimuth=azimuth, elevation=elevation)
    before, after = (one.camera((100, 100)).axes for one in (orbit, found))
    eye = np.asarray(pivot) + (orbit.eye - np.asarray(pivot)) @ before.T @ after
    return replace(found, about=_point(eye - orbit.distance * found.outward))


def _above_table(orbit: Orbit) -> Orbit:
    low = LOWEST - float(orbit.eye[2])
    if low <= 0.0:
        return orbit
    x, y, z = orbit.about
    return replace(orbit, about=(x, y, z + low))


def _kept(orbit: Orbit) -> Orbit:
    return _above_table(replace(orbit, distance=float(np.clip(orbit.distance, NEAREST, FARTHEST))))


def _corners(table: Table) -> FloatArray:
    top = max((float(box[1, 2]) for box in table.terrain.boxes), default=0.0)
    x, y = table.size
    return np.array([[i, j, k] for i in (0.0, x) for j in (0.0, y) for k in (0.0, min(top, 12.0))])


def _point(place: FloatArray) -> Point:
    x, y, z = (float(value) for value in place)
    return x, y, z
