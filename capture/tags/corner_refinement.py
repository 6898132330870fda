"""Refinement of a tag's corners: they are taken from its whole pattern, seen through a blur.

The printed pattern is fitted to all pixels of the tag by least squares: the homography of the paper, brightness of paper and
ink with a slope across the tag, and the blur. So every edge between two modules tells where the tag is, and small tags lose
little where the blur of one edge reaches into the next. A Gaussian blur in the photo is one in the plane of the paper as well,
of another shape (the photo is affine over a few pixels). So the blurred pattern is made by Fourier transforms once a step, and
looked up there.

Light is blurred by the lens, and only then do cameras bend it (gamma), which makes white bloom by some tenths of a pixel: tags
seem smaller by that. So how far the curve is bent is an unknown as well; ink on paper shows it at every edge.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import fft
from scipy.ndimage import map_coordinates

from scene.geometry.camera_model import Lens
from scene.geometry.mesh import BoolArray, FloatArray

Grey = NDArray[np.uint8]

MODULES = 8
"""An AprilTag 36h11 is six by six modules in a black frame of one."""

FINE = 16
"""Samples of the pattern to a module."""

AROUND = 2
"""Modules of white around the tag in the pattern, so that its ends do not meet when it is taken as periodic."""

OUTSIDE = 0.55
"""Modules beyond the tag's frame up to which pixels count; the white around it may be no more than one wide."""

LEAST_PIXELS = 150

WIDEST_MODULE = 14.0
"""Pixels; pictures of larger tags are made smaller first, or the pattern's samples would be coarser than the blur."""

STEPS = 10

GAMMA = (1.7, 0.8)
"""What is thought of a photo's gamma before: between 1 (raw) and 2.2 (sRGB), and what tone curves make of it."""

KNOWN_GAMMA = 1e-3
"""How far a gamma that is known is let go."""

OUTLYING = 0.25
"""A pixel farther off the model than this share of the contrast counts less: something lies over the tag."""

COVERED_PX = 5.0
"""Pixels: what lies over a tag, or a shadow's edge on it, moves its corners by up to so much times the share of the tag that it
spoils; measured on rendered photos, and much the same for tags of all sizes."""

SETTLED = 1e-3
"""Pixels; a smaller step ends the fit."""


@dataclass(frozen=True, eq=False)
class PatternFit:
    """What a fit found.

    Attributes:
        corners: (4, 2) float, pixels.
        sigma: pixels: how far a corner may be off along either axis, from the photo's noise.
        blur: pixels, the standard deviation of the blur.
        share: of the weights of all pixels that the fit kept; low where much lies over the tag.
        gamma, gamma_sigma: how light became grey levels (levels are light to the power of 1 / gamma), and how sure that is.
    """

    corners: FloatArray
    sigma: float
    blur: float
    share: float
    gamma: float
    gamma_sigma: float


@lru_cache(maxsize=1)
def april_tags() -> cv2.aruco.Dictionary:
    """The family of the tags that Sightline prints: AprilTag 36h11."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


def pattern_of(number: int, family: cv2.aruco.Dictionary, border: int = 1) -> BoolArray:
    """(n, n) a tag's modules, 8 by 8 with a border of one; True is paper."""
    return np.asarray(cv2.aruco.generateImageMarker(family, number, MODULES - 2 + 2 * border, borderBits=border) > 127)


@lru_cache(maxsize=600)
def _spectrum(number: int, family: cv2.aruco.Dictionary, border: int) -> np.ndarray:
    """The Fourier transform of a tag's pattern: 1 is paper, 0 ink."""
    white = np.pad(pattern_of(number, family, border).astype(np.float64), AROUND, constant_values=1.0)
    return np.asarray(fft.rfft2(np.kron(white, np.ones((FINE, FINE)))))


@lru_cache(maxsize=4)
def _frequencies(count: int) -> tuple[FloatArray, FloatArray]:
    """Along y and x of so many samples, radians a sample."""
    return 2.0 * np.pi * fft.fftfreq(count)[:, None], 2.0 * np.pi * fft.rfftfreq(count)[None, :]


def fit_pattern(
    grey: Grey,
    number: int,
    corners: FloatArray,
    *,
    blur: float = 0.8,
    gamma: float | None = None,
    lens: Lens | None = None,
    family: cv2.aruco.Dictionary | None = None,
    border: int = 1,
) -> PatternFit | None:
    """The corners of the tag of that number, from rough ones (4, 2); None where the fit runs off.

    ``blur`` is a first guess in pixels, ``gamma`` that of the photo where it is known. With ``lens`` its distortion, which
    bends large tags, is taken off first. ``family`` is another one of six by six modules than AprilTag 36h11, ``border`` the
    width of its black frame in modules.
    """
    places, values = _patch(grey, corners, gamma)
    if len(values) < LEAST_PIXELS:
        return None
    straight, start = _straightened(places, lens), _straightened(corners, lens)
    centre = start.mean(axis=0)
    side = float(np.linalg.norm(start - np.roll(start, -1, axis=0), axis=1).mean())
    spectrum = _spectrum(number, family or april_tags(), border)
    fit = _Fit(spectrum=spectrum, places=(straight - centre) / side, values=values, scale=side)
    # What is known of gamma is taken off already, and blocks of pixels tell nothing of it.
    known = gamma is not None or _block(corners) > 1
    fit.begin((start - centre) / side, blur, gamma=1.0 if known else None)
    for _ in range(STEPS):
        if not (moved := fit.step()) < 20.0:
            return None
        if moved < SETTLED:
            break
    found = fit.corners() * side + centre
    blurred = float(np.sqrt(fit.variance))
    bent = (gamma or 1.0, np.inf) if known else (fit.gamma, float(np.sqrt(fit.covariance[-1, -1])))
    sigma = float(np.hypot(fit.corner_sigma(), COVERED_PX * fit.covered))
    return PatternFit(_bent_back(found, lens), sigma, blurred, fit.share, *bent)


def _straightened(points: FloatArray, lens: Lens | None) -> FloatArray:
    return points if lens is None else lens.straightened(points) * lens.focal + np.asarray(lens.centre)


def _bent_back(points: FloatArray, lens: Lens | None) -> FloatArray:
    if lens is None:
        return points
    return np.asarray(lens.bent((points - np.asarray(lens.centre)) / lens.focal) * lens.focal + np.asarray(lens.centre))


def _block(corners: FloatArray) -> int:
    """How many pixels along and down are taken as one."""
    side = float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).max())
    return max(1, int(np.ceil(side / MODULES / WIDEST_MODULE)))


def _patch(grey: Grey, corners: FloatArray, gamma: float | None) -> tuple[FloatArray, FloatArray]:
    """(n, 2) the pixels on and just around a tag, and their (n,) values; as light, from 0 to 255, where gamma is known."""
    spread = 2.0 * OUTSIDE / MODULES
    low = np.maximum(np.floor(corners.min(axis=0) - spread * np.ptp(corners, axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(corners.max(axis=0) + spread * np.ptp(corners, axis=0)).astype(int) + 1, grey.shape[::-1])
    # Blocks of pixels are averaged: as if the photo had been taken with fewer.
    block = _block(corners)
    columns, rows = np.maximum((high - low) // block, 0)
    patch = grey[low[1] : low[1] + rows * block, low[0] : low[0] + columns * block]
    curve = 255.0 * (np.arange(256) / 255.0) ** (gamma or 1.0)
    values = curve[patch].reshape(rows, block, columns, block).mean(axis=(1, 3)).reshape(-1)
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    places = np.column_stack([x.reshape(-1), y.reshape(-1)]) * float(block) + low + (block - 1) / 2.0
    inside = np.abs(_on_paper(_homography(corners), places)).max(axis=1) < 1.0 + spread
    return places[inside], values[inside]


_SQUARE = np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])
"""The tag's corners on the paper: x right, y up, the frame's half side is 1."""


def _homography(corners: FloatArray) -> FloatArray:
    """(3, 3) from the paper to the photo."""
    return np.asarray(cv2.getPerspectiveTransform(_SQUARE.astype(np.float32), corners.astype(np.float32)), dtype=np.float64)


def _on_paper(homography: FloatArray, places: FloatArray) -> FloatArray:
    found = np.column_stack([places, np.ones(len(places))]) @ np.linalg.inv(homography).T
    return np.asarray(found[:, :2] / found[:, 2:])


def bent_levels(light: FloatArray, ink: float, gamma: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Grey levels between ink (0) and paper (1) of (n,) light between them, and their slopes by the light and by gamma.

    ``ink`` is the grey level of ink as a share of that of paper.
    """

    def levels(power: float) -> FloatArray:
        dark = ink**power
        return np.asarray((np.maximum(dark + (1.0 - dark) * light, 1e-4) ** (1.0 / power) - ink) / (1.0 - ink))

    dark = ink**gamma
    slope = (1.0 - dark) / gamma / (1.0 - ink) * np.maximum(dark + (1.0 - dark) * light, 1e-4) ** (1.0 / gamma - 1.0)
    return levels(gamma), np.asarray(slope), (levels(gamma + 0.01) - levels(gamma - 0.01)) / 0.02


def _ink_share(ink: float, paper: float) -> float:
    return float(np.clip(ink / max(paper, 1.0), 0.03, 0.9))


def _as_floats(found: Any) -> FloatArray:  # noqa: ANN401 - NumPy's sums come with loose types
    return np.asarray(found, dtype=np.float64)


class _Fit:
    """One fit under way. Places are in units of the tag's side, so that the unknowns are of one size.

    The unknowns: the eight of the homography from photo to paper, paper and ink with two slopes each, the variance of the blur,
    and gamma.
    """

    def __init__(self, *, spectrum: np.ndarray, places: FloatArray, values: FloatArray, scale: float) -> None:
        self.spectrum, self.places, self.values, self.scale = spectrum, places, values, scale
        self.half = len(spectrum) / 2.0 - AROUND * FINE  # samples along half of the tag's side
        self.to_paper: FloatArray = np.eye(3)
        self.variance = 0.64
        self.covariance: FloatArray = np.eye(16)
        self.gamma, self.gamma_before = GAMMA[0], GAMMA
        self.ink = 0.15
        self.weights, self.share, self.covered = np.ones(len(values)), 1.0, 0.0

    def begin(self, corners: FloatArray, blur: float, *, gamma: float | None) -> None:
        """From rough corners."""
        if gamma is not None:
            self.gamma, self.gamma_before = gamma, (gamma, KNOWN_GAMMA)
        low, high = np.percentile(self.values, (10.0, 90.0))
        self.ink = _ink_share(float(low), float(high))
        inverse = np.linalg.inv(_homography(corners))
        self.to_paper = np.asarray(inverse / inverse[2, 2])
        self.variance = blur**2

    def step(self) -> float:
        """One Gauss-Newton step; how far it moved the corners, pixels."""
        rays = np.column_stack([self.places, np.ones(len(self.places))]) @ self.to_paper.T
        paper = rays[:, :2] / rays[:, 2:]
        light_share, (along_x, along_y), wider = self._pattern(paper)
        white, bend, by_gamma = bent_levels(light_share, self.ink, self.gamma)
        along_x, along_y, wider = along_x * bend, along_y * bend, wider * bend
        levels, light = self._levels(white)
        miss = self.values - levels
        contrast = light[0]
        limit = OUTLYING * np.maximum(np.abs(contrast), 12.0)
        self.weights = weights = 1.0 / (1.0 + (miss / limit) ** 2) ** 2
        shape = self._homography_slopes(paper, rays[:, 2], along_x, along_y)
        slopes = np.column_stack([shape * contrast[:, None], light[1], contrast * wider, contrast * by_gamma])
        weighted = slopes * weights[:, None]
        normal = weighted.T @ slopes
        noise = float(np.sum(weights * miss**2) / max(weights.sum() - 15.0, 1.0))
        # The blur is a few tenths to two pixels, whatever a little picture of a tag says.
        normal[-2, -2] += max(noise, 1.0) / 0.5**2
        gamma, gamma_sigma = self.gamma_before
        pull = max(noise, 1.0) / gamma_sigma**2
        normal[-1, -1] += pull
        try:
            inverse = np.linalg.inv(normal + 1e-9 * np.diag(np.diag(normal)))
        except np.linalg.LinAlgError:
            return np.inf
        wanted = weighted.T @ miss
        wanted[-1] += pull * (gamma - self.gamma)
        change = inverse @ wanted
        before = self.corners()
        self.to_paper = _as_floats(self.to_paper + np.append(change[:8], 0.0).reshape(3, 3))
        self.variance = float(np.clip(self.variance + np.clip(change[-2], -0.4, 0.4), 0.12, 9.0))
        self.gamma = float(np.clip(self.gamma + np.clip(change[-1], -0.4, 0.4), 0.5, 4.0))
        self.covariance = _as_floats(inverse * max(noise, 1.0 / 12.0))
        self.share = float(weights.mean())
        # What noise alone makes of the weights, to the second order.
        loud = noise / limit**2
        self.covered = max(float(np.mean(1.0 - 2.0 * loud + 9.0 * loud**2)) - self.share, 0.0)
        moved = np.abs(self.corners() - before).max() * self.scale
        return float(moved) if np.isfinite(moved) else np.inf

    def _pattern(self, paper: FloatArray) -> tuple[FloatArray, tuple[FloatArray, FloatArray], FloatArray]:
        """The blurred pattern at (n, 2) places of the paper, and its slopes: along x, along y, by the blur's variance."""
        down, right = _frequencies(len(self.spectrum))
        shape = self._blur_on_paper()
        # The pattern's rows run down the paper, its y runs up.
        square = shape[0, 0] * right**2 - 2.0 * shape[0, 1] * right * down + shape[1, 1] * down**2
        blurred = self.spectrum * np.exp(-0.5 * square)
        count = len(down)
        step = self.half
        layers = np.stack([blurred, 1j * right * blurred, 1j * down * blurred, -0.5 * square / self.variance * blurred])
        first = AROUND * FINE - 0.5
        rows, columns = step * (1.0 - paper[:, 1]) + first, step * (paper[:, 0] + 1.0) + first
        images = fft.irfft2(layers, s=(count, count))
        found = [map_coordinates(image, [rows, columns], order=1, mode="nearest") for image in images]
        white, across, downwards, wider = found
        return white, (across * step, -downwards * step), wider

    def _blur_on_paper(self) -> FloatArray:
        """(2, 2) the blur's covariance on the paper, in samples of the pattern; a pixel's own width is part of the blur."""
        middle = self.to_paper[:, 2]
        jacobian = (self.to_paper[:2, :2] - np.outer(middle[:2] / middle[2], self.to_paper[2, :2])) / middle[2]
        jacobian = jacobian * self.half / self.scale
        return np.asarray(self.variance * jacobian @ jacobian.T)

    def _levels(self, white: FloatArray) -> tuple[FloatArray, tuple[FloatArray, FloatArray]]:
        """The grey levels of the model, and of what they are made: the contrast, and slopes by the six unknowns of the light.

        Brightness of paper and ink enter linearly, so their best values for this step are had at once.
        """
        base = np.column_stack([np.ones(len(self.places)), self.places])
        slopes = np.column_stack([base * white[:, None], base * (1.0 - white)[:, None]])
        # Slopes of light across so small a thing are slight; without this a hidden half would be made up by them.
        held = np.diag([0.0, 1.0, 1.0, 0.0, 1.0, 1.0]) * len(white) * 0.02
        weighted = slopes * self.weights[:, None]
        light = np.linalg.solve(weighted.T @ slopes + held + 1e-6 * np.eye(6), weighted.T @ self.values)
        contrast = base @ (light[:3] - light[3:])
        self.ink = _ink_share(float(light[3]), float(light[0]))
        return slopes @ light, (contrast, slopes)

    def _homography_slopes(self, paper: FloatArray, depth: FloatArray, along_x: FloatArray, along_y: FloatArray) -> FloatArray:
        """(n, 8) slopes of the pattern's value by the homography's entries."""
        x, y = self.places.T
        inwards = -(along_x * paper[:, 0] + along_y * paper[:, 1])
        rows = [along_x * x, along_x * y, along_x, along_y * x, along_y * y, along_y, inwards * x, inwards * y]
        return np.asarray(np.stack(rows, axis=1) / depth[:, None])

    def corners(self) -> FloatArray:
        """(4, 2) the corners of the paper's square in the photo, in units of the side."""
        found = np.column_stack([_SQUARE, np.ones(4)]) @ np.linalg.inv(self.to_paper).T
        return np.asarray(found[:, :2] / found[:, 2:])

    def corner_sigma(self) -> float:
        """Pixels: what the covariance of the homography makes of the corners, on average."""
        step, base = 1e-6, self.corners()
        kept, moves = self.to_paper, []
        for entry in range(8):
            self.to_paper = np.asarray(kept + np.append(step * np.eye(8)[entry], 0.0).reshape(3, 3))
            moves.append((self.corners() - base).reshape(-1) / step)
        self.to_paper = kept
        jacobian = np.stack(moves, axis=1) * self.scale
        return float(np.sqrt(np.mean(np.diag(jacobian @ self.covariance[:8, :8] @ jacobian.T))))
