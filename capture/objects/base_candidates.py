"""Candidates for round bases on a level plane: circles all along which the photos, laid flat onto the plane, show edges.

What counts is the share of directions from a middle in which some photos have an edge at the circle, across it and the right
way round (a Hough transform for circles: Kimme, Ballard and Sklansky 1975; with directions as in Atherton and Kerbyson 1999),
however steep it is: the blotches of a mat are as steep as the rim of a base of nearly its colour, but they go round nothing.
Only the side of a base that faces the camera counts: there its foot meets the plane, so that it lies in the same place for
every photo, and its figure does not hide it. What stands up from the plane comes to lie elsewhere in every photo.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

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

FACING = 0.1
"""Cosine between the rim's outward normal and the way from the camera, up to which the rim is on the camera's side."""

DIRECTIONS = 24
"""In which edges are told apart; each counts for those beside its own as well."""

WIDE = 1.0
"""Cells: how far off a circle an edge still counts, standard deviation."""

ENOUGH, SHARE = 2.0, 0.2
"""Photos that have to show an edge for it to count in full: so many, if there are, and that share of those that show it."""

APART = 9
"""Cells around a middle within which no other is a candidate."""

LEAST = 0.3
"""Circles with edges in a smaller share of the directions are no candidates."""

Field = NDArray[np.float32]
Counts = NDArray[np.uint8]


@dataclass(frozen=True)
class Ring:
    """A candidate.

    Attributes:
        x, y: its middle, inches.
        base_mm: the diameter, of those looked for, that has most edges.
        darker: whether it is darker than the ground around.
        share: 0..1, of the directions in which photos show an edge there.
    """

    x: float
    y: float
    base_mm: float
    darker: bool
    share: float


@dataclass(frozen=True)
class FlatGrid:
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
    most: int,
) -> tuple[Ring, ...]:
    """Candidates on the plane z = ``height``, best first.

    Args:
        survey_photos: the photos.
        low, high: x and y of the corners of what is searched, inches.
        height: of the plane, inches.
        sizes_mm: diameters to look for.
        keep_out: (n, 2) polygons in which nothing is looked for.
        most: how many at most.
    """
    columns, rows = (int(np.ceil((last - first) / CELL)) + 1 for first, last in zip(low, high, strict=True))
    floor = FlatGrid(low, (rows, columns), height)
    allowed = floor.allowed(keep_out)
    edges = np.zeros((2, DIRECTIONS, rows, columns), dtype=np.uint8)
    seen = np.zeros((rows, columns), dtype=np.float32)
    for survey_photo in survey_photos:
        _count(survey_photo, floor, allowed, edges, seen)
    enough = np.maximum(np.float32(min(ENOUGH, len(survey_photos))), np.float32(SHARE) * seen)
    rings = [
        ring
        for darker, counts in zip((True, False), edges, strict=True)
        for ring in _peaks(floor, _shares(counts, enough, sizes_mm), (seen > 0) & (allowed > 0), sizes_mm, darker=darker)
    ]
    return tuple(sorted(rings, key=lambda ring: -ring.share)[:most])


def _count(survey_photo: SurveyPhoto, floor: FlatGrid, allowed: Field, edges: Counts, seen: Field) -> None:
    """Adds a photo's edges to those by direction outwards, (2, directions, rows, columns): of dark bases, and of light ones."""
    laid = flattened(survey_photo, floor)
    if laid is None:
        return
    flat, inside, away = laid
    inside *= allowed
    seen += inside
    slope = np.stack([cv2.Scharr(flat, cv2.CV_32F, *axis, scale=1.0 / 32.0) for axis in ((1, 0), (0, 1))])
    steep = np.hypot(*slope)
    slope = slope / np.maximum(steep, np.float32(1e-6))
    # An edge is where its neighbours along the slope are less steep.
    x, y = (axis.astype(np.float32) for axis in np.meshgrid(np.arange(floor.shape[1]), np.arange(floor.shape[0])))
    ahead, behind = (cv2.remap(steep, x + step * slope[0], y + step * slope[1], cv2.INTER_LINEAR) for step in (1.0, -1.0))
    cells = np.flatnonzero((steep >= ahead) & (steep > behind) & (steep > FAINT) & (inside > 0))
    right, up = slope.reshape(2, -1)[:, cells]
    cosine = right * away[0].reshape(-1)[cells] + up * away[1].reshape(-1)[cells]
    turn = np.round(np.arctan2(up, right) * (DIRECTIONS / (2.0 * np.pi))).astype(np.int64)
    # A dark base gets brighter outwards, a light one darker.
    for counts, sign, half in ((edges[0], 1.0, 0), (edges[1], -1.0, DIRECTIONS // 2)):
        near = np.float32(sign) * cosine < FACING
        for beside in (-1, 0, 1):
            counts.reshape(DIRECTIONS, -1)[(turn[near] + half + beside) % DIRECTIONS, cells[near]] += 1


def flattened(survey_photo: SurveyPhoto, floor: FlatGrid) -> tuple[Field, Field, Field] | None:
    """The photo laid onto a plane: brightness, 1 where it shows the plane, and (2, rows, columns) the level way off it.

    None where it does not show the plane.
    """
    rows, columns = floor.shape
    net = floor.places(np.arange(-NET, rows + 2.0 * NET, NET), np.arange(-NET, columns + 2.0 * NET, NET))
    pixels = survey_photo.project(net)
    if survey_photo.eye[2] <= floor.height + 1.0 or not np.isfinite(pixels).all(axis=-1).any():
        return None
    if not _any_inside(pixels, survey_photo.size):
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


def _any_inside(pixels: FloatArray, size: tuple[int, int]) -> bool:
    """Whether the cells between (rows, columns, 2) pixels of a net may lie in a photo of that size."""
    known = pixels[np.isfinite(pixels).all(axis=-1)]
    return bool((known.max(axis=0) > 0.0).all() and (known.min(axis=0) < size).all())


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


def _shares(counts: Counts, enough: Field, sizes_mm: Sequence[float]) -> Field:
    """(sizes, rows, columns) the share of directions in which enough photos have an edge at the circle around each cell."""
    rows, columns = enough.shape
    radii = np.array(sizes_mm) / 2.0 / MM_PER_INCH / CELL
    margin = int(np.ceil(radii.max()))
    found = np.zeros((len(radii), rows, columns), dtype=np.float32)
    for direction, photos in enumerate(counts):
        # One photo's line counts 1 on it, and less beside it.
        near = cv2.GaussianBlur(photos.astype(np.float32), (0, 0), WIDE) * np.float32(np.sqrt(2.0 * np.pi) * WIDE)
        here = np.pad(np.minimum(near / enough, np.float32(1.0)), margin)
        angle = 2.0 * np.pi * direction / DIRECTIONS
        for size, radius in enumerate(radii.tolist()):
            left, low = margin + round(radius * np.cos(angle)), margin + round(radius * np.sin(angle))
            found[size] += here[low : low + rows, left : left + columns]
    return found / np.float32(DIRECTIONS)


def _peaks(floor: FlatGrid, shares: Field, allowed: BoolArray, sizes_mm: Sequence[float], *, darker: bool) -> list[Ring]:
    """The best circle around each cell that is better than those around the cells near it."""
    which, best = shares.argmax(axis=0), cv2.GaussianBlur(shares.max(axis=0), (0, 0), WIDE)
    top = cv2.dilate(best, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * APART + 1,) * 2))
    return [
        Ring(
            floor.low[0] + column * CELL,
            floor.low[1] + row * CELL,
            float(sizes_mm[which[row, column]]),
            darker,
            float(best[row, column]),
        )
        for row, column in np.argwhere((best >= top) & allowed & (best > LEAST)).tolist()
    ]
