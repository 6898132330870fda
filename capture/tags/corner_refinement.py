"""Refinement of a tag's corners: they are taken from its whole pattern, seen through a blur.

The printed pattern is fitted to all pixels of the tag by least squares: the homography of the paper, brightness of paper and
ink with a slope across the tag, and the blur. So every edge between two modules tells where the tag is, and small tags lose
little where the blur of one edge reaches into the next. A Gaussian blur in the photo is one in the plane of the paper as well,
of another shape (the photo is affine over a few pixels). So the blurred pattern is made by Fourier transforms once a step, and
looked up there.

Light is blurred by the lens, and only then do cameras bend it (gamma), which makes white bloom by some tenths of a pixel: tags
seem smaller by that. So how far the curve is bent is an unknown as well; ink on paper shows it at every edge. Phones sharpen
what they write (unsharp masking), after all that: how much is the last unknown.
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

NARROW_MODULE = 7.0
"""Pixels; for narrower ones half as many samples do."""

STEPS = 10

GAMMA = (1.7, 0.8)
"""What is thought of a photo's gamma before: between 1 (raw) and 2.2 (sRGB), and what tone curves make of it."""

SHARPENING, RIM = (0.3, 0.7), 1.5
"""What is thought of a photo's sharpening before: the share of what a blur of `RIM` pixels takes away that is added again."""

KNOWN = 1e-3
"""How far a tone that is known is let go."""

LARGE_PIXELS = 12_000
"""Of so many of the pixels of a large tag the tone is sought."""

SEAM = 8
"""Pixels beyond a tag's patch that are made up when its sharpening is taken off."""

OUTLYING = 0.25
"""A pixel farther off the model than this share of the contrast counts less: something lies over the tag."""

COVERED_PX = 5.0
"""Pixels: what lies over a tag, or a shadow's edge on it, moves its corners by up to so much times the share of the tag that it
spoils; measured on rendered photos, and much the same for tags of all sizes."""

SETTLED = 1e-3
"""Pixels; a smaller step ends the fit."""


@dataclass(frozen=True)
class Tone:
    """How light became grey levels.

    Attributes:
        gamma: levels are light to the power of 1 / gamma.
        sharpening: what was added to the levels then, of what a blur of `RIM` pixels takes away.
    """

    gamma: float = 1.0
    sharpening: float = 0.0


@dataclass(frozen=True, eq=False)
class PatternFit:
    """What a fit found.

    Attributes:
        corners: (4, 2) float, pixels.
        sigma: pixels: how far a corner may be off along either axis, from the photo's noise.
        blur: pixels, the standard deviation of the blur.
        share: of the weights of all pixels that the fit kept; low where much lies over the tag.
        tone, gamma_sigma: how light became grey levels, and how sure its gamma is; endless where it was not sought.
    """

    corners: FloatArray
    sigma: float
    blur: float
    share: float
    tone: Tone
    gamma_sigma: float


@lru_cache(maxsize=1)
def april_tags() -> cv2.aruco.Dictionary:
    """The family of the tags that Sightline prints: AprilTag 36h11."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


def pattern_of(number: int, family: cv2.aruco.Dictionary, border: int = 1) -> BoolArray:
    """(n, n) a tag's modules, 8 by 8 with a border of one; True is paper."""
    return np.asarray(cv2.aruco.generateImageMarker(family, number, MODULES - 2 + 2 * border, borderBits=border) > 127)


@lru_cache(maxsize=600)
def _spectrum(number: int, family: cv2.aruco.Dictionary, border: int, fine: int = FINE) -> np.ndarray:
    """The Fourier transform of a tag's pattern: 1 is paper, 0 ink."""
    white = np.pad(pattern_of(number, family, border).astype(np.float64), AROUND, constant_values=1.0)
    return np.asarray(fft.rfft2(np.kron(white, np.ones((fine, fine)))))


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
    tone: Tone | None = None,
    lens: Lens | None = None,
    family: cv2.aruco.Dictionary | None = None,
    border: int = 1,
) -> PatternFit | None:
    """The corners of the tag of that number, from rough ones (4, 2); None where the fit runs off.

    ``blur`` is a first guess in pixels, ``tone`` that of the photo where it is known. With ``lens`` its distortion, which
    bends large tags, is taken off first. ``family`` is another one of six by six modules than AprilTag 36h11, ``border`` the
    width of its black frame in modules.
    """
    block = _block(corners)
    places, values = _patch(grey, corners, tone, block)
    # What is known of the tone is taken off already, and blocks of pixels tell nothing of it.
    known = tone or (Tone() if block > 1 else None)
    fine = FINE // 2 if _module(corners) < NARROW_MODULE else FINE
    spectrum = _spectrum(number, family or april_tags(), border, fine)
    return _fitted(spectrum, fine, places, values, corners, blur=blur, told=tone or Tone(), known=known is not None, lens=lens)


def tone_of(grey: Grey, number: int, corners: FloatArray, *, blur: float = 0.8) -> PatternFit | None:
    """What `fit_pattern` finds of a large tag, pixel by pixel: this is slow, but it tells the photo's tone."""
    places, values = _patch(grey, corners, None, 1)
    some = slice(None, None, max(1, len(values) // LARGE_PIXELS))
    fine = FINE * _block(corners)
    spectrum = _spectrum(number, april_tags(), 1, fine)
    return _fitted(spectrum, fine, places[some], values[some], corners, blur=blur, told=Tone(), known=False, lens=None)


def is_large(corners: FloatArray) -> bool:
    """Whether the picture of a tag is made smaller before it is fitted, which hides the photo's tone."""
    return _block(corners) > 1


def _fitted(
    spectrum: np.ndarray,
    fine: int,
    places: FloatArray,
    values: FloatArray,
    corners: FloatArray,
    *,
    blur: float,
    told: Tone,
    known: bool,
    lens: Lens | None,
) -> PatternFit | None:
    """The fit to (n,) values at (n, 2) pixels; of which a tone that was ``told`` has been taken off."""
    if len(values) < LEAST_PIXELS:
        return None
    straight, start = _straightened(places, lens), _straightened(corners, lens)
    centre = start.mean(axis=0)
    side = float(np.linalg.norm(start - np.roll(start, -1, axis=0), axis=1).mean())
    fit = _Fit(spectrum=spectrum, fine=fine, places=(straight - centre) / side, values=values, scale=side)
    fit.begin((start - centre) / side, blur, flat=known)
    for _ in range(STEPS):
        if not (moved := fit.step()) < 20.0:
            return None
        if moved < SETTLED:
            break
    found = fit.corners() * side + centre
    blurred = float(np.sqrt(fit.variance))
    tone, sure = (told, np.inf) if known else (Tone(fit.gamma, fit.sharpening), float(np.sqrt(fit.covariance[-2, -2])))
    sigma = float(np.hypot(fit.corner_sigma(), COVERED_PX * fit.covered))
    return PatternFit(_bent_back(found, lens), sigma, blurred, fit.share, tone, sure)


def _straightened(points: FloatArray, lens: Lens | None) -> FloatArray:
    return points if lens is None else lens.straightened(points) * lens.focal + np.asarray(lens.centre)


def _bent_back(points: FloatArray, lens: Lens | None) -> FloatArray:
    if lens is None:
        return points
    return np.asarray(lens.bent((points - np.asarray(lens.centre)) / lens.focal) * lens.focal + np.asarray(lens.centre))


def _block(corners: FloatArray) -> int:
    """How many pixels along and down are taken as one."""
    return max(1, int(np.ceil(_module(corners) / WIDEST_MODULE)))


def _module(corners: FloatArray) -> float:
    """Pixels: how wide the modules of a tag are at most."""
    return float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).max()) / MODULES


def _patch(grey: Grey, corners: FloatArray, tone: Tone | None, block: int) -> tuple[FloatArray, FloatArray]:
    """(n, 2) the pixels on and just around a tag, and their (n,) values; as light, from 0 to 255, where the tone is known."""
    spread = 2.0 * OUTSIDE / MODULES
    low = np.maximum(np.floor(corners.min(axis=0) - spread * np.ptp(corners, axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(corners.max(axis=0) + spread * np.ptp(corners, axis=0)).astype(int) + 1, grey.shape[::-1])
    # Blocks of pixels are averaged: as if the photo had been taken with fewer.
    columns, rows = np.maximum((high - low) // block, 0)
    patch = grey[low[1] : low[1] + rows * block, low[0] : low[0] + columns * block].astype(np.float64)
    if tone is not None and patch.size:
        patch = _light(patch, tone)
    values = patch.reshape(rows, block, columns, block).mean(axis=(1, 3)).reshape(-1)
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    places = np.column_stack([x.reshape(-1), y.reshape(-1)]) * float(block) + low + (block - 1) / 2.0
    inside = np.abs(_on_paper(_homography(corners), places)).max(axis=1) < 1.0 + spread
    return places[inside], values[inside]


def _light(levels: FloatArray, tone: Tone) -> FloatArray:
    """(h, w) light, from 0 to 255, of grey levels from which the sharpening is taken off."""
    if tone.sharpening:
        # Mirrored at its ends, so that these do not meet.
        wide = np.pad(levels, SEAM, mode="reflect") if min(levels.shape) > SEAM else levels
        down = 2.0 * np.pi * fft.fftfreq(wide.shape[0])[:, None]
        right = 2.0 * np.pi * fft.rfftfreq(wide.shape[1])[None, :]
        gain = 1.0 + tone.sharpening * _taken_away(down**2 + right**2)
        calm = fft.irfft2(fft.rfft2(wide) / gain, s=wide.shape)
        levels = calm[SEAM:-SEAM, SEAM:-SEAM] if wide is not levels else calm
    return np.asarray(255.0 * (np.clip(levels, 0.0, 255.0) / 255.0) ** tone.gamma)


def _taken_away(square: FloatArray) -> FloatArray:
    """What a blur of `RIM` pixels takes away of waves whose (...) ``square`` frequency is in radians a pixel."""
    return np.asarray(1.0 - np.exp(-0.5 * RIM**2 * square))


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
    gamma, and the sharpening.
    """

    def __init__(self, *, spectrum: np.ndarray, fine: int, places: FloatArray, values: FloatArray, scale: float) -> None:
        self.spectrum, self.fine, self.places, self.values, self.scale = spectrum, fine, places, values, scale
        self.half = len(spectrum) / 2.0 - AROUND * fine  # samples along half of the tag's side
        self.to_paper: FloatArray = np.eye(3)
        self.variance = 0.64
        self.covariance: FloatArray = np.eye(17)
        self.gamma, self.gamma_before = GAMMA[0], GAMMA
        self.sharpening, self.sharpening_before = SHARPENING[0], SHARPENING
        self.ink, self.flat = 0.15, False
        self.weights, self.share, self.covered = np.ones(len(values)), 1.0, 0.0

    def begin(self, corners: FloatArray, blur: float, *, flat: bool) -> None:
        """From rough corners; ``flat`` where the values are of light."""
        self.flat = flat
        if flat:
            self.gamma, self.gamma_before = 1.0, (1.0, KNOWN)
            self.sharpening, self.sharpening_before = 0.0, (0.0, KNOWN)
        low, high = np.percentile(self.values, (10.0, 90.0))
        self.ink = _ink_share(float(low), float(high))
        inverse = np.linalg.inv(_homography(corners))
        self.to_paper = np.asarray(inverse / inverse[2, 2])
        self.variance = blur**2

    def step(self) -> float:
        """One Gauss-Newton step; how far it moved the corners, pixels."""
        rays = np.column_stack([self.places, np.ones(len(self.places))]) @ self.to_paper.T
        paper = rays[:, :2] / rays[:, 2:]
        white, (along_x, along_y), by_tone = self._pattern(paper)
        levels, light = self._levels(white)
        miss = self.values - levels
        contrast = light[0]
        limit = OUTLYING * np.maximum(np.abs(contrast), 12.0)
        self.weights = weights = 1.0 / (1.0 + (miss / limit) ** 2) ** 2
        shape = self._homography_slopes(paper, rays[:, 2], along_x, along_y)
        slopes = np.column_stack([shape * contrast[:, None], light[1], contrast[:, None] * by_tone.T])
        weighted = slopes * weights[:, None]
        normal = weighted.T @ slopes
        noise = float(np.sum(weights * miss**2) / max(weights.sum() - 15.0, 1.0))
        # The blur is a few tenths to two pixels, whatever a little picture of a tag says.
        normal[-3, -3] += max(noise, 1.0) / 0.5**2
        before = np.array([self.gamma_before, self.sharpening_before])
        pull = max(noise, 1.0) / before[:, 1] ** 2
        normal[[-2, -1], [-2, -1]] += pull
        try:
            inverse = np.linalg.inv(normal + 1e-9 * np.diag(np.diag(normal)))
        except np.linalg.LinAlgError:
            return np.inf
        wanted = weighted.T @ miss
        wanted[-2:] += pull * (before[:, 0] - np.array([self.gamma, self.sharpening]))
        change = inverse @ wanted
        corners = self.corners()
        self.to_paper = _as_floats(self.to_paper + np.append(change[:8], 0.0).reshape(3, 3))
        self.variance = float(np.clip(self.variance + np.clip(change[-3], -0.4, 0.4), 0.12, 9.0))
        self.gamma = float(np.clip(self.gamma + np.clip(change[-2], -0.4, 0.4), 0.5, 4.0))
        self.sharpening = float(np.clip(self.sharpening + np.clip(change[-1], -0.4, 0.4), -0.5, 4.0))
        self.covariance = _as_floats(inverse * max(noise, 1.0 / 12.0))
        self.share = float(weights.mean())
        # What noise alone makes of the weights, to the second order.
        loud = noise / limit**2
        self.covered = max(float(np.mean(1.0 - 2.0 * loud + 9.0 * loud**2)) - self.share, 0.0)
        moved = np.abs(self.corners() - corners).max() * self.scale
        return float(moved) if np.isfinite(moved) else np.inf

    def _pattern(self, paper: FloatArray) -> tuple[FloatArray, tuple[FloatArray, FloatArray], FloatArray]:
        """The pattern at (n, 2) places of the paper, 0 is ink and 1 is paper: blurred, bent and sharpened.

        Then its slopes: along x, along y, and (3, n) by the blur's variance, by gamma, and by the sharpening.
        """
        down, right = _frequencies(len(self.spectrum))
        shape, count = self._blur_on_paper(), len(self.spectrum)
        # The pattern's rows run down the paper, its y runs up.
        square = shape[0, 0] * right**2 - 2.0 * shape[0, 1] * right * down + shape[1, 1] * down**2
        blurred = self.spectrum * np.exp(-0.5 * square)
        by_blur = -0.5 * square / self.variance * blurred
        if self.flat:
            found = self._looked_up(paper, np.stack([blurred, 1j * right * blurred, 1j * down * blurred, by_blur]))
            return found[0], (found[1] * self.half, -found[2] * self.half), np.stack([found[3], 0.0 * found[3], 0.0 * found[3]])
        light, wider = fft.irfft2(np.stack([blurred, by_blur]), s=(count, count))
        levels, bend, by_gamma = bent_levels(light, self.ink, self.gamma)
        bent, widened, bowed = fft.rfft2(np.stack([levels, wider * bend, by_gamma]))
        rim = _taken_away(square / self.variance)
        gain = 1.0 + self.sharpening * rim
        sharp = gain * bent
        tone = (gain * widened, gain * bowed, rim * bent)
        found = self._looked_up(paper, np.stack([sharp, 1j * right * sharp, 1j * down * sharp, *tone]))
        return found[0], (found[1] * self.half, -found[2] * self.half), np.stack(found[3:])

    def _looked_up(self, paper: FloatArray, layers: np.ndarray) -> list[FloatArray]:
        """(n,) at (n, 2) places of the paper, of every one of so many transformed pictures."""
        count, first = len(self.spectrum), AROUND * self.fine - 0.5
        at = [self.half * (1.0 - paper[:, 1]) + first, self.half * (paper[:, 0] + 1.0) + first]
        return [map_coordinates(image, at, order=1, mode="nearest") for image in fft.irfft2(layers, s=(count, count))]

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
