"""Exposing photos of a scenery: the mean of what is seen over each pixel, then the lens's blur, noise and eight bits."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import BoolArray, FloatArray
from tests.capture.rendered.developing import Noise, developed
from tests.capture.rendered.light import Light
from tests.capture.rendered.scenery import Scenery
from tests.capture.rendered.stage import Float32, Int32, Looks, Stage

BAND = 250_000
"""Rays that are asked for at a time."""

SAME = 0.5 / 255.0
"""Neighbours whose plain brightness differs by more than this have rays between them."""


def lattice(count: int, step: int) -> FloatArray:
    """(count, 2) places over a pixel, -0.5 to 0.5: a lattice of rank one, so that each row and column has one place.

    With Fibonacci's numbers it is about as even as a lattice gets (Niederreiter, Random Number Generation, 1992, 5.1).
    """
    i = np.arange(count)
    return np.stack([(i + 0.5) / count, (i * step % count + 0.5) / count], axis=1) - 0.5


NET = 241
"""Columns, and rows, of the coarse net over a photo on which the lens is inverted."""

FEW = lattice(34, 21)
MANY = lattice(89, 55)
SIDE = 0.36
"""Rays farther out than this lie along a pixel's side."""

RIM = np.array([[x, y] for x in (-0.5, 0.0, 0.5) for y in (-0.5, 0.0, 0.5) if (x, y) != (0.0, 0.0)])


@dataclass(frozen=True, eq=False)
class Ways:
    """Directions through pixels, not normalised, from the lens's inverse on a coarse net and splines between.

    Attributes:
        view: who looks.
        middle: (h, w, 2) float64 tangents at the pixels' middles.
    """

    view: CameraView
    middle: FloatArray

    @staticmethod
    def of(view: CameraView) -> "Ways":
        """For all pixels of the view's photo; within 1e-5 pixels of `View.rays` for lenses of phones."""
        from scipy.interpolate import RectBivariateSpline

        width, height = view.lens.size
        columns, rows = _net(width), _net(height)
        net = view.lens.straightened(np.stack(np.meshgrid(columns, rows), axis=-1))
        x, y = np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64)
        parts = [RectBivariateSpline(rows, columns, net[..., i], s=0.0)(y, x) for i in (0, 1)]
        return Ways(view, np.stack(parts, axis=-1))

    def through(self, pixels: NDArray[np.int64], offsets: FloatArray) -> FloatArray:
        """(m, n, 3) ways in the table's frame through m pixels, given as places in the flat photo, at (n, 2) offsets each."""
        flat = self.middle.reshape(-1, 2)
        height, width = self.middle.shape[:2]
        row, column = np.divmod(pixels, width)
        left, right = pixels - (column > 0), pixels + (column < width - 1)
        above, below = pixels - width * (row > 0), pixels + width * (row < height - 1)
        along_x = (flat[right] - flat[left]) / (right - left)[:, None]
        along_y = (flat[below] - flat[above]) / ((below - above) // width)[:, None]
        places = flat[pixels][:, None] + along_x[:, None] * offsets[:, :1] + along_y[:, None] * offsets[:, 1:]
        return self._turned(places)

    def row(self, first: int, last: int) -> FloatArray:
        """(n, 3) ways through the middles of whole rows of pixels."""
        return self._turned(self.middle[first:last].reshape(-1, 2))

    def _turned(self, places: FloatArray) -> FloatArray:
        """(..., 3) ways in the table's frame of (..., 2) tangents."""
        turn = self.view.pose.matrix
        found = np.empty((*places.shape[:-1], 3))
        for axis in range(3):
            found[..., axis] = places[..., 0] * turn[axis, 0] + places[..., 1] * turn[axis, 1] + turn[axis, 2]
        return found


def _net(size: int) -> FloatArray:
    return np.linspace(-1.0, float(size), NET)


def exposed(stage: Stage, view: CameraView) -> Float32:
    """(h, w, 3) float32: the light on each pixel, its mean over [i - 0.5, i + 0.5] x [j - 0.5, j + 0.5]; 1 is white.

    One ray through every pixel's middle comes first. Pixels with other things beside them get more, and sheets of paper are
    averaged over their picture, which needs no rays.
    """
    ways = Ways.of(view)
    eye = np.array(view.pose.position)
    width, height = view.lens.size
    colour = np.empty((height * width, 3), dtype=np.float32)
    label = np.empty(height * width, dtype=np.int32)
    plain = np.empty(height * width, dtype=np.float32)
    rows = max(1, BAND // width)
    for first in range(0, height, rows):
        looks = stage.look(eye, ways.row(first, first + rows))
        band = slice(first * width, min(first + rows, height) * width)
        colour[band], label[band], plain[band] = looks.colour, looks.label, looks.plain
    other, unlike = _beside(label.reshape(height, width), plain.reshape(height, width))
    _average_paper(stage, ways, eye, np.flatnonzero(unlike & ~other & (stage.sheet_of(label) >= 0)), (colour, label, plain))
    _average_rays(stage, ways, eye, np.flatnonzero(other | (unlike & (stage.sheet_of(label) < 0))), (colour, label, plain))
    return _vignetted(colour.reshape(height, width, 3), stage.light.vignetting)


def photograph(
    scenery: Scenery | Stage,
    view: CameraView,
    *,
    light: Light | None = None,
    blur_px: float = 0.6,
    motion_px: tuple[float, float] = (0.0, 0.0),
    noise: Noise | None = None,
    jpeg_quality: int | None = None,
    grey: bool = False,
    gamma: float = 1.0,
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """(h, w, 3) uint8 RGB photo, or (h, w) if ``grey``.

    Args:
        scenery: what is there, or a `Stage` of it, which saves half a second from the second photo on.
        view: who looks, and from where.
        light: only with a scenery; `Light` as it comes without.
        blur_px: standard deviation of the lens's point spread, pixels.
        motion_px: how far the picture moved evenly while it was taken, along x and y.
        noise: of the sensor; None is none.
        jpeg_quality: what OpenCV's JPEG writer loses at that quality is lost; None loses nothing.
        grey: grey instead of red, green and blue.
        gamma: light is raised to 1 / gamma before it is cut to eight bits; phones are near 2.2, 1 keeps edges in place.
        rng: draws the noise.
    """
    if isinstance(scenery, Stage):
        assert light is None, "a stage has its light"
        stage = scenery
    else:
        stage = Stage(scenery, light or Light())
    found = exposed(stage, view)
    return developed(
        found,
        blur_px=blur_px,
        motion_px=motion_px,
        noise=noise,
        jpeg_quality=jpeg_quality,
        grey=grey,
        gamma=gamma,
        rng=rng,
    )


Sampled = tuple[Float32, Int32, Float32]


def _beside(label: Int32, plain: Float32) -> tuple[BoolArray, BoolArray]:
    """(n,) whether another thing is seen in any of the eight pixels beside, and whether anything differs at all."""
    import cv2

    block = np.ones((3, 3), dtype=np.uint8)

    def spread(values: Float32) -> Float32:
        return np.asarray(cv2.dilate(values, block) - cv2.erode(values, block), dtype=np.float32)

    # Labels are far below 2^24, so that float32 has them exactly.
    other = spread(label.astype(np.float32)) > 0.0
    return other.reshape(-1), other.reshape(-1) | (spread(plain) > SAME).reshape(-1)


def _average_paper(stage: Stage, ways: Ways, eye: FloatArray, pixels: NDArray[np.int64], sampled: Sampled) -> None:
    """Average pixels that lie wholly on one sheet."""
    colour, label, _ = sampled
    sheets = stage.sheet_of(label[pixels])
    for sheet in np.unique(sheets):
        these = pixels[sheets == sheet]
        here = stage.sheets[sheet]
        for part in _parts(these, len(MANY)):
            single = here.albedo(here.places(eye, ways.through(part, np.zeros((1, 2)))[:, 0]))
            mean = stage.mostly(int(sheet), eye, ways.through(part, MANY))
            colour[part] *= (mean / single)[:, None]


def _average_rays(stage: Stage, ways: Ways, eye: FloatArray, pixels: NDArray[np.int64], sampled: Sampled) -> None:
    """Average pixels with several things in them.

    One whose rim is all like its middle is taken to hold nothing else, until something is found that runs into it: thin
    things slip between the first rays here and there, but not all along.
    """
    colour, label, plain = sampled
    rims = []
    for part in _parts(pixels, len(RIM)):
        looks = stage.look(eye, ways.through(part, RIM).reshape(-1, 3))
        labels, plains = looks.label.reshape(-1, len(RIM)), looks.plain.reshape(-1, len(RIM))
        same = (labels == label[part][:, None]) & (np.abs(plains - plain[part][:, None]) < SAME)
        rims.append(part[~same.all(axis=1)])
    mixed = np.concatenate(rims) if rims else pixels
    done = np.zeros(len(label), dtype=bool)
    while len(mixed):
        done[mixed] = True
        onward = []
        for part in _parts(mixed, len(FEW)):
            seen = stage.look(eye, ways.through(part, FEW).reshape(-1, 3))
            colour[part] = seen.colour.reshape(-1, len(FEW), 3).mean(axis=1)
            onward.append(_onward(part, seen, ways.middle.shape[:2]))
        ahead = np.unique(np.concatenate(onward))
        mixed = ahead[~done[ahead]]


def _onward(pixels: NDArray[np.int64], seen: Looks, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """The pixels beside those sides of (m,) pixels along which rays, `FEW` in each pixel, saw several things."""
    height, width = shape
    labels, plains = seen.label.reshape(-1, len(FEW)), seen.plain.reshape(-1, len(FEW))
    row, column = np.divmod(pixels, width)
    sides = (
        (FEW[:, 0] < -SIDE, -1, column > 0),
        (FEW[:, 0] > SIDE, 1, column < width - 1),
        (FEW[:, 1] < -SIDE, -width, row > 0),
        (FEW[:, 1] > SIDE, width, row < height - 1),
    )
    found = []
    for near, step, inside in sides:
        several = np.ptp(labels[:, near], axis=1) > 0
        several |= np.ptp(plains[:, near], axis=1) > SAME
        found.append(pixels[several & inside] + step)
    return np.concatenate(found)


def _parts(pixels: NDArray[np.int64], rays: int) -> list[NDArray[np.int64]]:
    count = max(1, BAND // rays)
    return [pixels[i : i + count] for i in range(0, len(pixels), count)]


def _vignetted(colour: Float32, darker: float) -> Float32:
    height, width = colour.shape[:2]
    x = (np.arange(width, dtype=np.float32) - np.float32((width - 1) / 2.0)) ** 2
    y = (np.arange(height, dtype=np.float32) - np.float32((height - 1) / 2.0)) ** 2
    far = np.float32(darker / (x[0] + y[0]))
    colour *= (np.float32(1.0) - far * (x[None, :] + y[:, None]))[..., None]
    return colour
