"""Triangulation: a point of the table from where two or more photos show it.

The point is where it is shown as near as possible to where it was seen, in the sense of least squares (Hartley and Sturm,
Triangulation, 1997). How sure that is comes from how well the pixels were given, and from the survey.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import chi2

from capture.adjustment.survey import Survey
from capture.objects.placed_objects import PlacedObject
from capture.objects.projection import shown
from capture.photos.exif_orientation import stored_pixels, upright_size
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform

PIXEL_SIGMA = 1.0
"""Pixels: how well a person clicks in a photo of full size."""

LEAST_ANGLE = 1.0
"""Degrees: with no two rays farther apart than this nothing can be said of the distance."""

WELL = 0.25
"""Inches: a point with a larger standard deviation in some direction is noted."""

CHANCE = 1e-4
"""Rays that pass each other farther apart than this share of all rays of one point would are not of one point."""

STEPS = 12


@dataclass(frozen=True)
class Click:
    """A point in a photo.

    Attributes:
        photo: its index in the survey.
        pixel: x, y in the upright photo.
        orientation: how the photo is stored, as EXIF counts (see `capture.photos.exif_orientation`).
        name: what people call the photo; its number where empty.
        sigma: pixels, how far it may be off along either axis.
    """

    photo: int
    pixel: tuple[float, float]
    orientation: int = 1
    name: str = ""
    sigma: float = PIXEL_SIGMA

    @property
    def called(self) -> str:
        """The photo's name for a message."""
        return f'photo "{self.name}"' if self.name else f"photo {self.photo + 1}"


@dataclass(frozen=True, eq=False)
class TriangulatedPoint:
    """A point that was found.

    Attributes:
        thing: its place, as of the table.
        sigma: (3,) float, inches: standard deviations of x, y and z, with the survey's.
        residual: pixels: the largest distance between where it is shown and where it was clicked.
        apart: inches: how far from it the farthest ray passes.
        angle: degrees between the two rays that differ most.
        notes: what makes it doubtful.
    """

    thing: PlacedObject
    sigma: FloatArray
    residual: float
    apart: float
    angle: float
    notes: tuple[str, ...] = ()


def triangulate(survey: Survey, clicks: Sequence[Click], *, name: str) -> TriangulatedPoint:
    """The point that two or more photos show.

    Args:
        survey: of the photos.
        clicks: where it was seen; the same photo may come again, but does not help.
        name: the point's id.

    Raises:
        SceneError: where there are too few photos, a click is not in its photo, or the rays do not meet in a point.
    """
    _check(survey, clicks, name)
    size = survey.lens.size
    pixels = np.stack([stored_pixels(each.pixel, upright_size(size, each.orientation), each.orientation) for each in clicks])
    eyes = np.array([survey.photos[each.photo].position for each in clicks])
    rays = np.concatenate([survey.view(each.photo).rays(pixel[None]) for each, pixel in zip(clicks, pixels, strict=True)])
    angle = float(np.degrees(np.arccos(np.clip((rays @ rays.T).min(), -1.0, 1.0))))
    if angle < LEAST_ANGLE:
        raise SceneError(
            f'point "{name}": its photos look at it from almost the same place ({angle:.1f} degrees apart), '
            "which does not tell how far away it is; give one from another side"
        )
    place = nearest_point(eyes, rays)
    apart = _apart(place, eyes, rays)
    sigma = np.repeat([each.sigma for each in clicks], 2)
    place, misses, by_point, by_survey = _settled(survey, clicks, pixels, place, sigma)
    if not np.isfinite(misses).all() or np.any(np.sum((place - eyes) * rays, axis=1) <= 0.0):
        raise SceneError(f'point "{name}": {_not_same(clicks)}: their rays run apart')
    weighted = by_point / sigma[:, None] ** 2
    own = np.asarray(np.linalg.inv(by_point.T @ weighted))
    slopes = -own @ weighted.T @ by_survey
    residual = float(np.linalg.norm(misses.reshape(-1, 2), axis=1).max())
    if not _meet(misses, by_point, np.diag(sigma**2) + by_survey @ survey.covariance @ by_survey.T):
        raise SceneError(
            f'point "{name}": {_not_same(clicks)}: {_passing(len(clicks), apart)}, which is {residual:.0f} pixels in the photos'
        )
    spread = own + slopes @ survey.covariance @ slopes.T
    x, y, z = place.tolist()
    thing = PlacedObject(name, "point", RigidTransform((x, y, z)), slopes, own)
    longest = float(np.sqrt(np.linalg.eigvalsh(spread)[-1]))
    notes = (_unsure(name, longest, angle),) if longest > WELL else ()
    return TriangulatedPoint(thing, np.sqrt(np.diag(spread)), residual, _apart(place, eyes, rays), angle, notes)


def _check(survey: Survey, clicks: Sequence[Click], name: str) -> None:
    faults = []
    for each in clicks:
        if not 0 <= each.photo < len(survey.photos):
            faults.append(f'point "{name}": {each.called} has no place on the table; there are {len(survey.photos)} photos')
            continue
        width, height = upright_size(survey.lens.size, each.orientation)
        x, y = each.pixel
        if not (-0.5 <= x <= width - 0.5 and -0.5 <= y <= height - 0.5):
            faults.append(f'point "{name}": pixel {x:g}, {y:g} is not in {each.called}, which has {width} x {height}')
    if len({each.photo for each in clicks}) < 2:
        faults.append(f'point "{name}": one photo shows a direction only; give its pixel in two photos or more')
    if faults:
        raise SceneError(faults)


def nearest_point(eyes: FloatArray, rays: FloatArray) -> FloatArray:
    """(3,) the point with the least sum of squared distances from rays (n, 3) from eyes (n, 3), which are not all parallel."""
    across = np.eye(3) - rays[:, :, None] * rays[:, None, :]
    return np.asarray(np.linalg.solve(across.sum(axis=0), np.einsum("nij,nj->i", across, eyes)))


def _apart(place: FloatArray, eyes: FloatArray, rays: FloatArray) -> float:
    """Inches: between two rays their distance; of more, how far from the place the farthest passes."""
    if len(eyes) == 2:
        across = np.cross(rays[0], rays[1])
        return float(abs((eyes[1] - eyes[0]) @ across) / np.linalg.norm(across))
    return float(np.linalg.norm(np.cross(place - eyes, rays), axis=1).max())


def _settled(
    survey: Survey, clicks: Sequence[Click], pixels: FloatArray, start: FloatArray, sigma: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """The place (3,) by Gauss's and Newton's method, (2n,) misses, and their slopes by the place and by the survey."""
    place = start
    misses, by_point, by_survey = _misses(survey, clicks, pixels, place)
    for _ in range(STEPS):
        if not np.isfinite(misses).all():
            break
        step = np.linalg.lstsq(by_point / sigma[:, None], misses / sigma, rcond=None)[0]
        place = place - step
        misses, by_point, by_survey = _misses(survey, clicks, pixels, place)
        if np.linalg.norm(step) < 1e-10:
            break
    return place, misses, by_point, by_survey


def _misses(
    survey: Survey, clicks: Sequence[Click], pixels: FloatArray, place: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """(2n,) shown minus clicked, and how that changes with the place and with the survey."""
    projections = [shown(survey, each.photo, place[None]) for each in clicks]
    misses = np.concatenate([each.pixels[0] for each in projections]) - pixels.reshape(-1)
    return (
        misses,
        np.concatenate([each.by_point[0] for each in projections]),
        np.concatenate([each.by_survey(survey)[0] for each in projections]),
    )


def _meet(misses: FloatArray, by_point: FloatArray, covariance: FloatArray) -> bool:
    """Whether clicks on one point would miss it so far, by the chi-square of what the point's place leaves over."""
    rest = np.linalg.svd(by_point)[0][:, 3:]
    left = rest.T @ misses
    return float(left @ np.linalg.solve(rest.T @ covariance @ rest, left)) <= float(chi2.isf(CHANCE, len(left)))


def _not_same(clicks: Sequence[Click]) -> str:
    return f"the {'two' if len(clicks) == 2 else len(clicks)} clicks are not the same point"


def _passing(count: int, apart: float) -> str:
    return f"rays pass {apart:.2g} inch apart" if count == 2 else f"one ray passes {apart:.2g} inch from where the others meet"


def _unsure(name: str, sigma: float, angle: float) -> str:
    return (
        f'point "{name}" is known to {sigma:.2f} inch only: its photos look at it {angle:.0f} degrees apart; '
        "one more from the side would tell"
    )
