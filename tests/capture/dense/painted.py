"""Photos of a few textured rectangles, painted one over the other by homographies: exact, and fast to make."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.dense.line_strips import GreyPhoto
from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.mesh import FloatArray
from tests.capture.rendered.views import looking

FINE = 25.0
"""Pixels of a texture to the inch."""
LENS = Lens((640, 480), (600.0, 600.0), (322.0, 237.0), (0.08, -0.2, 0.0006, -0.0004, 0.0))
TWICE = 2


@dataclass(frozen=True, eq=False)
class Sheet:
    """A rectangle: its corner, its two sides (3,) in inches, and its picture, the rows along the second side."""

    corner: FloatArray
    sides: tuple[FloatArray, FloatArray]
    picture: NDArray[np.float32]

    @property
    def corners(self) -> FloatArray:
        """(4, 3) in order."""
        one, other = self.sides
        return np.asarray(self.corner + np.array([0 * one, one, one + other, other]))


def sheet(
    corner: Sequence[float],
    one: Sequence[float],
    other: Sequence[float],
    *,
    mean: float,
    grain: float,
    seed: int,
    fine: float = FINE,
) -> Sheet:
    """A rectangle with so much grain, a standard deviation in grey levels, of so many pixels to the inch."""
    rng = np.random.default_rng(seed)
    high, wide = (max(4, round(float(np.linalg.norm(side)) * fine)) for side in (other, one))
    noise = rng.standard_normal((high, wide)).astype(np.float32)
    smooth = np.asarray(cv2.GaussianBlur(noise, (0, 0), 1.0) + 3.0 * cv2.GaussianBlur(noise, (0, 0), 3.0), dtype=np.float32)
    picture = np.asarray(mean + grain * smooth / smooth.std(), dtype=np.float32)
    return Sheet(np.array(corner, dtype=float), (np.array(one, dtype=float), np.array(other, dtype=float)), picture)


def mat(*, grain: float = 18.0, size: tuple[float, float] = (14.0, 10.0)) -> Sheet:
    """The ground."""
    return sheet((0, 0, 0), (size[0], 0, 0), (0, size[1], 0), mean=110.0, grain=grain, seed=1)


def post(x: float, y: float, *, wide: float, high: float, mean: float, grain: float = 10.0) -> list[Sheet]:
    """A thin upright post: two rectangles that cross."""
    return [
        sheet((x - wide / 2, y, 0), (wide, 0, 0), (0, 0, high), mean=mean, grain=grain, seed=2),
        sheet((x, y - wide / 2, 0), (0, wide, 0), (0, 0, high), mean=mean, grain=grain, seed=3),
    ]


def ring(
    count: int, middle: Sequence[float], *, away: float = 20.0, above: float = 40.0, lens: Lens = LENS
) -> list[CameraView]:
    """Views from all round."""
    up, found = np.radians(above), []
    for turn in np.arange(count) * 2 * np.pi / count + 0.3:
        way = np.array([np.cos(turn) * np.cos(up), np.sin(turn) * np.cos(up), np.sin(up)])
        found.append(CameraView(lens, looking(np.array(middle) + away * way, middle)))
    return found


def painted(view: CameraView, sheets: Sequence[Sheet], *, exposure: float = 1.0, seed: int = 0, name: str = "") -> GreyPhoto:
    """A photo of the rectangles, the last before the others."""
    lens = view.lens
    wide, high = lens.size[0] * TWICE, lens.size[1] * TWICE
    straight = Lens((wide, high), (lens.focal[0] * TWICE,) * 2, ((wide - 1) / 2, (high - 1) / 2))
    canvas = np.full((high, wide), 30.0, dtype=np.float32)
    for one in sheets:
        rows, columns = one.picture.shape
        rim = np.array([[-0.5, -0.5], [columns - 0.5, -0.5], [columns - 0.5, rows - 0.5], [-0.5, rows - 0.5]], dtype=np.float32)
        pixels = CameraView(straight, view.pose).project(one.corners).astype(np.float32)
        turn = cv2.getPerspectiveTransform(rim, pixels)
        drawn = cv2.warpPerspective(one.picture, turn, (wide, high), borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros((high, wide), dtype=np.uint8)
        cv2.fillConvexPoly(mask, np.rint(pixels * 16).astype(np.int32), 1, shift=4)
        canvas[mask > 0] = drawn[mask > 0]
    down, across = np.mgrid[0 : lens.size[1], 0 : lens.size[0]].astype(np.float64)
    flat = lens.straightened(np.stack([across, down], axis=-1))
    places = (flat * straight.focal + np.array(straight.centre)).astype(np.float32)
    bent = np.asarray(cv2.remap(cv2.blur(canvas, (TWICE, TWICE)), places[..., 0], places[..., 1], cv2.INTER_LINEAR))
    noise = np.random.default_rng(seed).normal(0.0, 1.2, bent.shape)
    return GreyPhoto(name, (exposure * bent + noise).clip(0, 255).astype(np.uint8), view)
