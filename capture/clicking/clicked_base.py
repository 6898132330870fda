"""Clicked bases: a figure that a scan missed, fitted to its rim in all photos near the place that somebody clicked."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2

from capture.adjustment.adjustment_problem import SHARED
from capture.adjustment.survey import Survey
from capture.clicking.clickable_photos import ClickablePhotos
from capture.clicking.clicked_piece import with_thing
from capture.objects.base_detection import fit_base
from scene.base.errors import SceneError
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import FloatArray
from scene.table.scan_measurements import Scan

WITHIN = float(np.sqrt(chi2.ppf(0.95, 2)))
"""Standard deviations of a place in plan, along its widest axis, within which 95 of 100 errors lie at least."""
LEAST_PHOTOS = 3
"""So many have to show the place."""


@dataclass(frozen=True, eq=False)
class _ScanSurvey(Survey):
    """The photos of a scan as a survey without tags, each with its own upright lens."""

    views: tuple[CameraView, ...] = ()

    def view(self, photo: int) -> CameraView:
        """A photo's lens and place, of the upright photo."""
        return self.views[photo]


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
    photos: ClickablePhotos, pictures: Mapping[int, NDArray[np.uint8]], place: tuple[float, float, float], *, name: str
) -> ClickedBase:
    """The base within an inch of a place.

    Args:
        photos: of the scan.
        pictures: (h, w) grey and upright, by the places of their photos; all that show the place.
        place: x, y and the height that it stands on, inches.
        name: what messages call it.

    Raises:
        SceneError: where no rim can be made out, or too few photos show the place.
    """
    used = sorted(pictures)
    if len(used) < LEAST_PHOTOS:
        raise SceneError(f'"{name}": only {len(used)} photos show that place; {LEAST_PHOTOS} have to')
    found = fit_base([pictures[photo] for photo in used], _survey(photos), used, near=place, name=name)
    first = SHARED
    last = first + len(photos.covariance)
    slopes = found.thing.slopes[:, first:last]
    spread = found.thing.own + slopes @ photos.covariance @ slopes.T
    limit = WITHIN * float(np.sqrt(np.linalg.eigvalsh(spread[:2, :2])[-1]))
    return ClickedBase(found.position, found.base_mm, limit, slopes, found.thing.own, found.notes)


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
