"""Clickable photos: the upright photos of a scan with the joint covariance of their places, and what a click in them says."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from capture.objects.triangulation import nearest_point
from scene.base.errors import SceneError
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import FloatArray
from scene.table.scan_measurements import PARAMETERS, Scan

NEAR, FAR = 4.0, 400.0
"""Inches from the camera between which an epipolar line is drawn."""

PARALLEL = 1e-3
"""Radians: rays that differ by less meet nowhere."""

LOWEST, HIGHEST = -0.5, 15.0
"""Inches above the ground between which scenery lies."""

ALONG = 64
"""Points on it; it is hardly bent."""

TOO_NEAR = 20.0
"""Degrees between rays below which photos stand too near to one another: the depth's error is over three times that across."""

NO_PLACES = "this scan does not say how sure the places of its photos are, as it was made by an older program; scan them again"


@dataclass(frozen=True, eq=False)
class ClickablePhotos:
    """The photos of a scan whose places are known with their errors.

    Attributes:
        names: of their files.
        views: lens and place of each, of the upright photo.
        covariance: (6 n, 6 n) float: x, y, z in inches and a small turn in radians about the table's axes, photo by photo.
    """

    names: tuple[str, ...]
    views: tuple[CameraView, ...]
    covariance: FloatArray

    @staticmethod
    def of(scan: Scan | None) -> "ClickablePhotos":
        """Those of a table's scan.

        Raises:
            SceneError: where there are none.
        """
        if scan is None or not scan.photos:
            raise SceneError("scenery is clicked on the photos of a scan, and this table was not scanned from photos")
        chosen = photo_things(scan)
        if not chosen:
            raise SceneError(NO_PLACES)
        part = scan.only(chosen)
        names = tuple(thing.id for thing in part.things)
        units = radians_of(len(names))
        return ClickablePhotos(names, tuple(scan.views[name] for name in names), part.covariance * np.outer(units, units))

    @cached_property
    def eyes(self) -> FloatArray:
        """(n, 3) where the photos were taken from, inches."""
        return np.array([view.pose.position for view in self.views])

    def ray(self, photo: int, pixel: ArrayLike) -> FloatArray:
        """(3,) the unit direction that a pixel of a photo looks along."""
        return np.asarray(self.views[photo].rays(np.asarray(pixel, dtype=np.float64)[None])[0])

    def nearest(self, photos: Sequence[int], pixels: ArrayLike) -> FloatArray | None:
        """(3,) the point with the least sum of squared distances from the rays of pixels (n, 2); None where they run apart."""
        rays = np.stack([self.ray(photo, pixel) for photo, pixel in zip(photos, np.asarray(pixels), strict=True)])
        eyes = self.eyes[list(photos)]
        if len(photos) < 2 or np.linalg.norm(np.cross(rays[:, None], rays[None]), axis=2).max() < PARALLEL:
            return None
        place = nearest_point(eyes, rays)
        return place if np.all(np.sum((place - eyes) * rays, axis=1) > 0.0) else None

    def angle(self, photos: Sequence[int], pixels: ArrayLike) -> float:
        """Degrees between those two rays of pixels (n, 2) that differ most."""
        rays = np.stack([self.ray(photo, pixel) for photo, pixel in zip(photos, np.asarray(pixels), strict=True)])
        return float(np.degrees(np.arccos(np.clip((rays @ rays.T).min(), -1.0, 1.0))))

    def epipolar_line(self, photo: int, pixel: ArrayLike, other: int) -> FloatArray:
        """(k, 2) pixels of another photo at which that lies which a pixel of one photo shows, however far off it is.

        Source: Hartley and Zisserman, Multiple View Geometry, chapter 9; drawn point by point, as lenses bend it.
        """
        ray, height = self.ray(photo, pixel), float(self.eyes[photo, 2])
        near, far = NEAR, FAR
        if ray[2] < -1e-3:
            # Nothing on a table lies below it, and little above so many inches.
            near, far = max(near, (height - HIGHEST) / -ray[2]), min(far, (height - LOWEST) / -ray[2])
        depths = 1.0 / np.linspace(1.0 / max(far, near + 1.0), 1.0 / near, ALONG)
        shown = self.views[other].project(self.eyes[photo] + depths[:, None] * ray)
        return shown[np.isfinite(shown).all(axis=1)]

    def shows(self, photo: int, points: ArrayLike) -> bool:
        """Whether all points (n, 3) lie within a photo, hidden or not."""
        shown = self.views[photo].project(points)
        size = np.array(self.views[photo].lens.size)
        return bool(np.all((shown > 0.0) & (shown < size - 1.0)))

    def next_photo(self, used: Sequence[int], about: FloatArray) -> int | None:
        """The photo that tells most beside those in use: it shows a place (3,) from 45 degrees beside the nearest of them."""
        ways = about - self.eyes
        ways = ways / np.linalg.norm(ways, axis=1, keepdims=True)
        best, found = np.inf, None
        for photo in range(len(self.views)):
            if photo in used or not self.shows(photo, about[None]):
                continue
            angles = np.degrees(np.arccos(np.clip(ways[list(used)] @ ways[photo], -1.0, 1.0)))
            miss = abs(float(angles.min()) - 45.0) if len(angles) else 0.0
            if miss < best:
                best, found = miss, photo
        return found


def photo_things(scan: Scan) -> list[int]:
    """The places among a scan's things of the photos whose errors it has."""
    return [index for index, thing in enumerate(scan.things) if thing.of == "photo" and thing.id in scan.views]


def radians_of(photos: int) -> FloatArray:
    """(6 n,) what a scan's parameters of photos, with turns in degrees, are multiplied by to have turns in radians."""
    assert PARAMETERS["photo"] == 6
    return np.tile([1.0, 1.0, 1.0, *np.radians([1.0, 1.0, 1.0])], photos)
