"""How far a photo sees through at each of its pixels, and where it shows a surface: planes swept through all of it.

It is what `seen_through` does along lines, by the same rule, for a whole photo, which is cut into tiles. As seeing through a
point means that everything nearer is seen through as well, one distance a pixel says it all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from capture.dense.line_strips import Float32, GreyPhoto, Straight, straightened
from capture.dense.plane_sweep import AROUND, BORDER, NOT_ALIKE, Sweep, sweep
from capture.dense.seen_through import ALIKE, LEAD, MARGIN, MM, STEP, partners
from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.mesh import BoolArray, FloatArray

PIXEL = 2.6 * MM
"""Inches that a pixel is wide on the table, or more where photos are coarser."""
TILE = (64, 256)
"""Rows and columns of a tile."""
FINER = 0.8
"""Of a pixel, how much finer photos are at least that are made smaller before they are straightened: it saves time."""
AWAY = 40.0
"""Inches ahead of a photo: all that it shows there is straightened."""
DOWN = 0.05
"""Of a ray's length, how much it goes down at least: others look past the table."""
SURELY, SURE_LEAD, APART = 0.6, 0.05, 8.0 * MM
"""How alike a surface is at least, and by how much more than any that is so many inches before or behind it."""
HALVINGS = 11


@dataclass(frozen=True, eq=False)
class Depths:
    """What a photo says along the rays of its pixels.

    Attributes:
        picture: it, straightened.
        clear: (t, s) float32, inches along the ray up to which it sees through; 0 where it does not at all.
        surface: (t, s) float32, inches along the ray to the surface that it shows; NaN where that is not sure.
    """

    picture: Straight
    clear: Float32
    surface: Float32


def whole_picture(photo: GreyPhoto, size: tuple[float, float]) -> Straight | None:
    """All that a photo shows, straightened, with pixels of `PIXEL` where it shows the table; None where it shows none of it."""
    wide, high = photo.view.lens.size
    grid = np.stack(np.meshgrid(*(np.linspace(0.05, 0.95, 9) * side for side in size)), axis=-1).reshape(-1, 2)
    ground = np.column_stack([grid, np.zeros(len(grid))])
    pixels = photo.view.project(ground)
    with np.errstate(invalid="ignore"):
        shown = ((pixels >= 0.0) & (pixels <= np.array([wide, high]) - 1.0)).all(axis=1)
    if not shown.any():
        return None
    far = np.linalg.norm(ground[shown] - photo.eye, axis=1)
    middle = ground[shown][np.argsort(far)[len(far) // 2]]
    finest = float(np.median(far)) / float(np.mean(photo.view.lens.focal))
    less = smaller(photo, max(1, int(FINER * PIXEL / finest)))
    wide, high = less.view.lens.size
    x, y = (0.0, (wide - 1) / 2.0, wide - 1.0), (0.0, (high - 1) / 2.0, high - 1.0)
    rim = np.array([(a, b) for a in x for b in y])
    return straightened(less, photo.eye + AWAY * less.view.rays(rim), middle, PIXEL)


def smaller(photo: GreyPhoto, times: int) -> GreyPhoto:
    """A photo with so many times fewer pixels along each side: what is left over at the far sides is left out."""
    lens = photo.view.lens
    wide, high = lens.size[0] // times, lens.size[1] // times
    if times == 1:
        return photo
    grey = cv2.resize(photo.grey[: high * times, : wide * times], (wide, high), interpolation=cv2.INTER_AREA)
    (x, y), (u, v) = lens.focal, lens.centre
    shift = 0.5 / times - 0.5
    centre = (u / times + shift, v / times + shift)
    small = Lens((wide, high), (x / times, y / times), centre, lens.distortion)
    return GreyPhoto(photo.name, np.asarray(grey, dtype=np.uint8), CameraView(small, photo.view.pose))


def depths(one: Straight, pictures: Sequence[Straight], box: FloatArray) -> Depths:
    """What a photo says along its rays within a box (2, 3) of the table, by comparison with the others."""
    high, wide = one.picture.shape
    clear, surface = np.zeros((high, wide), np.float32), np.full((high, wide), np.nan, np.float32)
    for top in range(BORDER, high - BORDER, TILE[0]):
        for left in range(BORDER, wide - BORDER, TILE[1]):
            bottom, right = min(top + TILE[0], high - BORDER), min(left + TILE[1], wide - BORDER)
            found = _tile(one, (slice(top - BORDER, bottom + BORDER), slice(left - BORDER, right + BORDER)), pictures, box)
            if found is not None:
                clear[top:bottom, left:right], surface[top:bottom, left:right] = found
    whole = cv2.erode(one.inside.astype(np.uint8), np.ones((2 * AROUND + 1,) * 2, np.uint8)) > 0
    clear[~whole], surface[~whole] = 0.0, np.nan
    return Depths(one, clear, surface)


def ways_of(picture: Straight) -> FloatArray:
    """(t, s, 3) unit, the rays of a picture's pixels in the table's frame."""
    high, wide = picture.picture.shape
    t, s = np.mgrid[0:high, 0:wide].astype(np.float64)
    ways = np.stack([s, t, np.ones_like(s)], axis=-1) @ (picture.photo.turn @ picture.affine).T
    return np.asarray(ways / np.linalg.norm(ways, axis=-1, keepdims=True))


def _tile(
    one: Straight, part: tuple[slice, slice], pictures: Sequence[Straight], box: FloatArray
) -> tuple[Float32, Float32] | None:
    """Both distances in a tile, without its border; None where it shows nothing of the box, or no two others do."""
    affine = one.affine.copy()
    affine[:2, 2] += affine[:2, :2] @ np.array([part[1].start, part[0].start], dtype=np.float64)
    strip = Straight(one.photo, affine, np.ascontiguousarray(one.picture[part]), one.inside[part])
    core = (slice(BORDER, -BORDER),) * 2
    ways = ways_of(strip)[core]
    near, far = _within(one.photo.eye, ways, box)
    crossing = (far > near) & (ways[..., 2] < -DOWN) & strip.inside[core]
    if not crossing.any():
        return None
    ends = one.photo.eye + np.stack([near, far])[..., None][:, crossing] * ways[crossing]
    middle = ends.reshape(-1, 3).mean(axis=0)
    shown = [
        other
        for other in pictures
        if other is not one and other.shows(ends[:, :: max(1, ends.shape[1] // 50)].reshape(-1, 3)).mean() > 0.3
    ]
    compared = partners(one, shown, middle)
    if len(compared) < 2:
        return None
    swept = [_Ranked(sweep(strip, compared, *planes), core) for planes in _planes(strip, compared, ends, middle)]
    found = _clear(swept, one.photo.eye, ways, near, far), _surface(swept, one.photo.eye, ways, near, far)
    return np.where(crossing, found[0], 0.0).astype(np.float32), np.where(crossing, found[1], np.nan).astype(np.float32)


def _within(eye: FloatArray, ways: FloatArray, box: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(...) where rays (..., 3) come into a box, and where they leave it again; the other way round for those that miss it."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.sort((box[:, None, None] - eye) / ways, axis=0)
    return ends[0].max(axis=-1).clip(0.0), ends[1].min(axis=-1)


def _planes(
    strip: Straight, others: Sequence[Straight], ends: FloatArray, middle: FloatArray
) -> list[tuple[FloatArray, FloatArray]]:
    """Level planes, and upright ones that face the camera: all that its rays between ends (2, n, 3) meet."""
    eye = strip.photo.eye
    far = float(np.linalg.norm(middle - eye))
    ray = (middle - eye) / far
    sines = [
        np.linalg.norm(np.cross(ray, middle - other.photo.eye)) / np.linalg.norm(middle - other.photo.eye) for other in others
    ]
    depth = STEP * far * float(np.hypot(*strip.affine[:2, 0])) / float(max(sines))
    flat = max(float(np.hypot(ray[0], ray[1])), 0.05)
    found = []
    for normal, step in (
        (np.array([0.0, 0.0, -1.0]), max(depth * abs(float(ray[2])), 0.5 * MM)),
        (np.array([ray[0], ray[1], 0.0]) / flat, depth * flat),
    ):
        across = ends @ normal
        found.append((normal, np.arange(float(across.min()) - step, float(across.max()) + 2.0 * step, step)))
    return found


class _Ranked:
    """A sweep with the best that is before and behind each of its planes, at the pixels of a tile without its border."""

    def __init__(self, swept: Sweep, core: tuple[slice, slice]) -> None:
        scores = swept.scores[:, *core]
        around = np.ones((2 * AROUND + 1,) * 2, np.uint8)
        nearest = _so_far(swept.scores)
        for plane in nearest:
            cv2.dilate(plane, around, dst=plane)
        self.normal, self.first, self.step = swept.normal, swept.offsets[0], swept.offsets[1] - swept.offsets[0]
        self.scores, self.before = scores, nearest[:, *core]
        self.whole = _from_behind(swept.whole[:, *core])
        self.behind, self.nearest = _from_behind(scores), _so_far(scores)

    def at(self, eye: FloatArray, ways: FloatArray, far: FloatArray) -> FloatArray:
        """(t, s) between which planes rays are at a distance."""
        return np.asarray((self.normal @ eye + far * (ways @ self.normal) - self.first) / self.step)


def _so_far(scores: Float32) -> Float32:
    """(d, t, s) the best of each plane and those before it."""
    found = np.array(scores)
    # Plane by plane: NumPy's accumulate takes ten times as long.
    for plane, last in zip(found[1:], found[:-1], strict=True):
        np.maximum(plane, last, out=plane)
    return found


def _from_behind(scores: Float32) -> Float32:
    """(d, t, s) the best of each plane and those behind it."""
    return _so_far(scores[::-1])[::-1]


def _take(scores: Float32, plane: FloatArray) -> Float32:
    """(t, s) of scores (d, t, s), those of a plane each; `NOT_ALIKE` beyond the last of them at either end."""
    index = plane.astype(np.int64)
    found = np.take_along_axis(scores, index.clip(0, len(scores) - 1)[None], axis=0)[0]
    return np.where((index >= 0) & (index < len(scores)), found, np.float32(NOT_ALIKE))


def _clear(swept: Sequence[_Ranked], eye: FloatArray, ways: FloatArray, near: FloatArray, far: FloatArray) -> FloatArray:
    """(t, s) how far each ray is seen through, by halving; 0 where it is not at all."""

    def through(at: FloatArray) -> BoolArray:
        whole, other = (np.full(at.shape, NOT_ALIKE, np.float32) for _ in range(2))
        for one in swept:
            past = np.ceil(one.at(eye, ways, at + MARGIN))
            np.maximum(whole, _take(one.whole, past), out=whole)
            np.maximum(other, _take(one.before, np.minimum(past, len(one.scores)) - 1.0), out=other)
        return np.asarray((whole >= ALIKE) & (whole - other >= LEAD))

    low, high = near.copy(), far.copy()
    some = through(low)
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        free = through(middle)
        low, high = np.where(free, middle, low), np.where(free, high, middle)
    return np.where(some, low, 0.0)


def _surface(swept: Sequence[_Ranked], eye: FloatArray, ways: FloatArray, near: FloatArray, far: FloatArray) -> FloatArray:
    """(t, s) how far along each ray the surface is that is more alike than all others; NaN where that is not sure."""
    best, distance = np.full(near.shape, NOT_ALIKE, np.float32), np.full(near.shape, np.nan)
    for one in swept:
        plane = one.scores.argmax(axis=0)
        score = np.take_along_axis(one.scores, plane[None], axis=0)[0]
        left, right = (_take(one.scores, plane + shift) for shift in (-1.0, 1.0))
        bend = left - 2.0 * score + right
        exact = plane + np.where(
            (bend < -1e-6) & (left > NOT_ALIKE) & (right > NOT_ALIKE), 0.5 * (left - right) / bend.clip(None, -1e-6), 0.0
        )
        slope = ways @ one.normal
        here = (one.first + one.step * exact - one.normal @ eye) / np.where(slope > 1e-3, slope, np.nan)
        better = score > best
        best, distance = np.where(better, score, best), np.where(better, here, distance)
    other, known = np.full(near.shape, NOT_ALIKE, np.float32), np.nan_to_num(distance)
    for one in swept:
        np.maximum(other, _take(one.behind, np.ceil(one.at(eye, ways, known + APART))), out=other)
        np.maximum(
            other, _take(one.nearest, np.minimum(np.floor(one.at(eye, ways, known - APART)), len(one.scores) - 1.0)), out=other
        )
    sure = (best >= SURELY) & (best - other >= SURE_LEAD) & (distance >= near) & (distance <= far)
    return np.where(sure, distance, np.nan)
