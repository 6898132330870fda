"""Clicked bases: a figure that a scan missed, fitted to its rim in all photos near the place that somebody clicked."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2

from capture.adjustment.adjustment_problem import SHARED
from capture.adjustment.rotation_vectors import cross_matrices
from capture.adjustment.survey import Survey
from capture.clicking.clickable_photos import ClickablePhotos
from capture.clicking.clicked_piece import with_thing
from capture.objects.base_detection import FACING_SIGMA, LEVEL_DEGREES, fit_base
from capture.objects.base_evidence import NAMED, Demands
from scene.base.errors import SceneError
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import FloatArray
from scene.table.scan_measurements import Scan
from scene.table.table import MM_PER_INCH

WITHIN = float(np.sqrt(chi2.ppf(0.95, 2)))
"""Standard deviations of a place in plan, along its widest axis, within which 95 of 100 errors lie at least."""
LEAST_PHOTOS = 3
"""So many have to show the place."""
POINTED_STEP, LEVEL_SIGMA = 0.01, 0.4 / MM_PER_INCH
"""Inches: a step along the level to see how pixels go with it; how well the height of the level is known."""


@dataclass(frozen=True, eq=False)
class _ScanSurvey(Survey):
    """The photos of a scan as a survey without tags, each with its own upright lens."""

    views: tuple[CameraView, ...] = ()

    def view(self, photo: int) -> CameraView:
        """A photo's lens and place, of the upright photo."""
        return self.views[photo]


POINTED_AT = "no base was made out there"
"""What is noted of a base that stands where somebody pointed, and on a level that nobody measured."""


@dataclass(frozen=True, eq=False)
class ClickedBase:
    """A base that was found where somebody clicked.

    Attributes:
        position: the middle of its underside, inches.
        base_mm: its diameter.
        limit: inches: how far off its middle is at most, in 95 of 100 cases.
        slopes: (6, 6 photos) float: how its place and turn (radians) change with errors of the photos' places.
        own: (6, 6) float: the covariance that they have beside these.
        notes: what is doubtful about it.
    """

    position: tuple[float, float, float]
    base_mm: float
    limit: float
    slopes: FloatArray
    own: FloatArray
    notes: tuple[str, ...]


def clicked_base(
    photos: ClickablePhotos,
    pictures: Mapping[int, NDArray[np.uint8]],
    place: tuple[float, float, float],
    *,
    name: str,
    base_mm: float | None = None,
    demands: Demands = NAMED,
    least: int = LEAST_PHOTOS,
) -> ClickedBase:
    """The base within an inch of a place.

    Args:
        photos: of the scan.
        pictures: (h, w) grey and upright, by the places of their photos; all that show the place.
        place: x, y and the height that it stands on, inches.
        name: what messages call it.
        base_mm: its diameter; all known sizes are tried where it is not said.
        demands: what its rim has to show.
        least: so many photos have to show the place.

    Raises:
        SceneError: where no rim can be made out, or too few photos show the place.
    """
    used = sorted(pictures)
    if len(used) < least:
        raise SceneError(f'"{name}": only {len(used)} photos show that place; {least} have to')
    grey = [pictures[photo] for photo in used]
    found = fit_base(grey, _survey(photos), used, near=place, name=name, base_mm=base_mm, demands=demands)
    first = SHARED
    last = first + len(photos.covariance)
    slopes = found.thing.slopes[:, first:last]
    spread = found.thing.own + slopes @ photos.covariance @ slopes.T
    limit = WITHIN * float(np.sqrt(np.linalg.eigvalsh(spread[:2, :2])[-1]))
    return ClickedBase(found.position, found.base_mm, limit, slopes, found.thing.own, found.notes)


def pointed_base(
    photos: ClickablePhotos, photo: int, place: tuple[float, float, float], sigma_px: float, base_mm: float
) -> ClickedBase:
    """A base where somebody says that one photo shows it: as sure as the pointing was.

    Args:
        photos: of the scan.
        photo: which one was pointed at.
        place: the middle of the base's underside, inches.
        sigma_px: pixels of the photo by which it may be off along either axis, standard deviation.
        base_mm: the base's diameter.
    """
    view = photos.views[photo]
    ray = np.subtract(place, photos.eyes[photo])
    # Where the ray through the pixel meets the level of the base: what moves it along itself moves nothing.
    onto_level = np.eye(3) - np.outer(ray, [0.0, 0.0, 1.0]) / ray[2]
    slopes = np.zeros((6, 6 * len(photos.names)))
    slopes[:3, 6 * photo : 6 * photo + 3] = onto_level
    slopes[:3, 6 * photo + 3 : 6 * photo + 6] = -onto_level @ cross_matrices(ray[None])[0]
    steps = POINTED_STEP * np.eye(3)[:2]
    by_place = (view.project(place + steps) - view.project(place)) / POINTED_STEP
    own = np.diag([0.0, 0.0, LEVEL_SIGMA**2, *np.radians([LEVEL_DEGREES, LEVEL_DEGREES, FACING_SIGMA]) ** 2])
    own[:2, :2] = np.linalg.inv(by_place.T @ by_place) * sigma_px**2
    spread = own + slopes @ photos.covariance @ slopes.T
    limit = WITHIN * float(np.sqrt(np.linalg.eigvalsh(spread[:2, :2])[-1]))
    return ClickedBase(place, base_mm, limit, slopes, own, (POINTED_AT,))


def _survey(photos: ClickablePhotos) -> _ScanSurvey:
    count = len(photos.covariance)
    covariance = np.zeros((SHARED + count + 2, SHARED + count + 2))
    covariance[SHARED : SHARED + count, SHARED : SHARED + count] = photos.covariance
    poses = tuple(view.pose for view in photos.views)
    return _ScanSurvey((), np.zeros(0), photos.views[0].lens, poses, (), np.zeros(2), covariance, views=photos.views)


def with_base(scan: Scan, name: str, base: ClickedBase) -> Scan:
    """The scan with a figure that was clicked among its things, in place of what it may have measured of one of that id."""
    known = scan.only(i for i, thing in enumerate(scan.things) if (thing.of, thing.id) != ("figure", name))
    return with_thing(known, name, "figure", base.position, base.slopes, base.own)
