"""Candidates for round bases on a level plane: all photos, laid flat onto the plane, vote for the middles of rings.

Every photo votes with the direction of its brightness's slope, not with its strength (a Hough transform for circles: Kimme,
Ballard and Sklansky 1975; with directions as in Atherton and Kerbyson 1999). Only the side of a base that faces the camera
counts: there its foot meets the plane, so that it lies in the same place for every photo, and its figure does not hide it. What
stands up from the plane comes to lie elsewhere in every photo, and the grain of the ground has no common middle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import fft

from capture.objects.survey_photos import SurveyPhoto
from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.table import MM_PER_INCH

CELL = 1.0 / MM_PER_INCH
"""Inches: one cell of the flat pictures."""

NET = 8
"""Cells between the places that are projected; between them the lens is as good as linear."""

SMOOTH = 1.0
"""Cells: the flat pictures are blurred by this before their slopes are taken."""

FAINT = 1.0
"""Grey levels a cell: slopes below are mostly noise."""

FACING = (-0.4, 0.1)
"""Cosines between the rim's outward normal and the way to the camera: below the first no vote, above the second a full one."""

WIDE = 1.2
"""Cells: how far off a ring a vote still counts, standard deviation."""

APART = 9
"""Cells within which only the best middle is a candidate."""

OUTSTANDING = 4.5
"""Votes that stand out by fewer spreads from what is usual are no candidates."""

Field = NDArray[np.float32]


@dataclass(frozen=True)
class Ring:
    """A candidate.

    Attributes:
        x, y: its middle, inches.
        base_mm: the diameter that got most votes.
        darker: whether it is darker than the ground around.
        votes: 0..1, the share of the rim that all photos would have voted for.
    """

    x: float
    y: float
    base_mm: float
    darker: bool
    votes: float


@dataclass(frozen=True)
class VoteGrid:
    """The cells of a level plane.

    Attributes:
        low: x and y of the first cell's middle, inches.
        shape: rows along y and columns along x.
        height: of the plane, inches.
    """

    low: tuple[float, float]
    shape: tuple[int, int]
    height: float

    def places(self, rows: FloatArray, columns: FloatArray) -> FloatArray:
        """(rows, columns, 3) places on the table."""
        x, y = self.low[0] + columns * CELL, self.low[1] + rows * CELL
        return np.stack([*np.meshgrid(x, y), np.full((len(y), len(x)), self.height)], axis=-1)

    def allowed(self, keep_out: Sequence[FloatArray]) -> Field:
        """(rows, columns) 1 where rims may be, 0 in the (n, 2) polygons."""
        found = np.ones(self.shape, dtype=np.uint8)
        for polygon in keep_out:
            corners = (np.asarray(polygon)[:, :2] - self.low) / CELL
            cv2.fillPoly(found, [np.round(corners * 16.0).astype(np.int32)], (0,), shift=4)
        return np.asarray(found, dtype=np.float32)


def find_rings(
    survey_photos: Sequence[SurveyPhoto],
    *,
    low: tuple[float, float],
    high: tuple[float, float],
    height: float,
    sizes_mm: Sequence[float],
    keep_out: Sequence[FloatArray] = (),
    most: int = 48,
    outstanding: float = OUTSTANDING,
) -> tuple[Ring, ...]:
    """Candidates on the plane z = ``height``, best first.

    Args:
        survey_photos: the photos.
        low, high: x and y of the corners of what is searched, inches.
        height: of the plane, inches.
        sizes_mm: diameters to look for.
        keep_out: (n, 2) polygons in which nothing is looked for.
        most: how many at most.
        outstanding: by how many spreads a candidate's votes stand out from what is usual.
    """
    columns, rows = (int(np.ceil((last - first) / CELL)) + 1 for first, last in zip(low, high, strict=True))
    floor = VoteGrid(low, (rows, columns), height)
    allowed = floor.allowed(keep_out)
    fields = np.zeros((4, rows, columns), dtype=np.float32)
    seen = np.zeros((rows, columns), dtype=np.float32)
    for survey_photo in survey_photos:
        _vote(survey_photo, floor, allowed, fields, seen)
    return _peaks(floor, fields, seen, allowed > 0, sizes_mm, outstanding)[:most]


def _vote(survey_photo: SurveyPhoto, floor: VoteGrid, allowed: Field, fields: Field, seen: Field) -> None:
    """Adds a photo's votes: (4, rows, columns), x and y of those for dark bases, then of those for light ones."""
    laid = flattened(survey_photo, floor)
    if laid is None:
        return
    flat, inside, away = laid
    inside *= allowed
    across, down = (cv2.Scharr(flat, cv2.CV_32F, *axis, scale=1.0 / 32.0) for axis in ((1, 0), (0, 1)))
    strength = np.hypot(across, down)
    usual = float(np.median(strength[inside > 0])) if np.any(inside > 0) else 0.0
    share = inside / (strength + np.float32(2.0 * usual + FAINT))
    # The cosine between the slope and the way to the camera: a dark base is brighter outwards.
    cosine = -(across * away[0] + down * away[1]) / np.maximum(strength, np.float32(1e-6))
    low, high = FACING
    for first, sign in ((0, 1.0), (2, -1.0)):
        weight = np.clip((np.float32(sign) * cosine - np.float32(low)) / np.float32(high - low), 0.0, 1.0) * share
        fields[first] += np.float32(sign) * weight * across
        fields[first + 1] += np.float32(sign) * weight * down
    seen += inside


def flattened(survey_photo: SurveyPhoto, floor: VoteGrid) -> tuple[Field, Field, Field] | None:
    """The photo laid onto a plane: brightness, 1 where it shows the plane, and (2, rows, columns) the level way off it.

    None where it does not show the plane.
    """
    rows, columns = floor.shape
    net = floor.places(np.arange(-NET, rows + 2.0 * NET, NET), np.arange(-NET, columns + 2.0 * NET, NET))
    pixels = survey_photo.project(net)
    if survey_photo.eye[2] <= floor.height + 1.0 or not np.isfinite(pixels).all(axis=-1).any():
        return None
    shrunk, scale = _shrunk(survey_photo, pixels)
    pixels = np.nan_to_num((pixels + 0.5) * scale - 0.5, nan=-1e4)
    # What the net's own places say in between, where both ways are nearly straight.
    steps = (np.arange(columns) / NET + 1.0).astype(np.float32), (np.arange(rows) / NET + 1.0).astype(np.float32)
    places: list[Any] = list(np.broadcast_arrays(steps[0][None, :], steps[1][:, None]))
    where: Any = cv2.remap(pixels.astype(np.float32), places[0].copy(), places[1].copy(), cv2.INTER_LINEAR)
    flat = cv2.remap(shrunk, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    flat = np.asarray(cv2.GaussianBlur(flat.astype(np.float32), (0, 0), SMOOTH), dtype=np.float32)
    height_px, width_px = shrunk.shape
    inside = (where[..., 0] > 2) & (where[..., 0] < width_px - 3) & (where[..., 1] > 2) & (where[..., 1] < height_px - 3)
    off = np.stack(
        np.meshgrid(
            np.arange(columns) * CELL + floor.low[0] - survey_photo.eye[0],
            np.arange(rows) * CELL + floor.low[1] - survey_photo.eye[1],
        )
    )
    away = off / np.maximum(np.hypot(*off), 1e-6)
    return np.asarray(flat, dtype=np.float32), inside.astype(np.float32), away.astype(np.float32)


def _shrunk(survey_photo: SurveyPhoto, pixels: FloatArray) -> tuple[NDArray[np.uint8], float]:
    """The photo no finer than the cells, and by what it was made smaller."""
    steps = np.linalg.norm(np.diff(pixels, axis=1), axis=-1) / NET
    width, height = survey_photo.size
    shown = (pixels[:, 1:, 0] > 0) & (pixels[:, 1:, 0] < width) & (pixels[:, 1:, 1] > 0) & (pixels[:, 1:, 1] < height)
    finest = float(np.nanmedian(steps[shown])) if shown.any() else 1.0
    if finest < 1.5:
        return survey_photo.grey, 1.0
    scale = 1.2 / finest
    found = cv2.resize(survey_photo.grey, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    return np.asarray(found, dtype=np.uint8), found.shape[1] / width


def _peaks(
    floor: VoteGrid, fields: Field, seen: Field, allowed: BoolArray, sizes_mm: Sequence[float], outstanding: float
) -> tuple[Ring, ...]:
    rows, columns = seen.shape
    shape = tuple(fft.next_fast_len(side + 64, real=True) for side in (rows, columns))
    spectra = [fft.rfft2(field, shape, workers=2) for field in fields]
    found: list[tuple[float, Ring]] = []
    best = np.zeros((2, rows, columns), dtype=np.float32)
    which = np.zeros((2, rows, columns), dtype=np.int8)
    share = np.float32(1.0) / np.maximum(seen, np.float32(3.0))
    for index, base_mm in enumerate(sizes_mm):
        rings = [np.conj(fft.rfft2(kernel, workers=2)) for kernel in _ring(base_mm / 2.0 / MM_PER_INCH / CELL, shape)]
        for side in (0, 1):
            votes = fft.irfft2(spectra[2 * side] * rings[0] + spectra[2 * side + 1] * rings[1], shape, workers=2)
            votes = votes[:rows, :columns].astype(np.float32) * share
            better = votes > best[side]
            which[side][better], best[side][better] = index, votes[better]
    for side in (0, 1):
        votes = best[side]
        usual = float(np.median(votes[seen > 0])) if np.any(seen > 0) else 0.0
        spread = 1.4826 * float(np.median(np.abs(votes[seen > 0] - usual))) if np.any(seen > 0) else 1.0
        top = cv2.dilate(votes, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * APART + 1,) * 2))
        peaks = np.argwhere((votes >= top) & (seen > 0) & allowed & (votes > usual + outstanding * spread))
        for row, column in peaks.tolist():
            size = float(sizes_mm[which[side, row, column]])
            ring = Ring(floor.low[0] + column * CELL, floor.low[1] + row * CELL, size, side == 0, float(votes[row, column]))
            found.append((ring.votes, ring))
    found.sort(key=lambda each: -each[0])
    return tuple(ring for _, ring in found)


def _ring(radius: float, shape: tuple[int, ...]) -> tuple[Field, Field]:
    """X and y of the outward normal on a ring of that radius in cells, with a sum of lengths of 1; its middle at 0, 0."""
    y, x = (np.fft.fftfreq(side, 1.0 / side).astype(np.float32) for side in shape)
    away = np.hypot(x[None, :], y[:, None])
    weight = np.exp(-0.5 * ((away - np.float32(radius)) / np.float32(WIDE)) ** 2)
    weight = weight / weight.sum() / np.maximum(away, np.float32(1.0))
    return weight * x[None, :], weight * y[:, None]
