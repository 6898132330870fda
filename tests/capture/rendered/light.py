"""Light on the table, and the grain of its surfaces."""

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import FloatArray

GRAIN_STEPS = 100.0
"""Grain is looked up this often an inch."""

GRAIN_SIZE = 2048
"""The grain comes again after so many steps; a power of two."""


@dataclass(frozen=True)
class Light:
    """A lamp far away and the light that comes from all around.

    Attributes:
        towards: (x, y, z) direction to the lamp, of any length.
        lamp: what the lamp adds to a surface square to it.
        around: what comes from everywhere; a surface that looks down gets half of it.
        uneven: how much brighter the table is at the end of its x and y sides than in its middle; the other ends are darker.
        vignetting: how much darker the photo's corners are than its middle.
        shadows: whether what stands in the lamp's way throws a shadow.
    """

    towards: tuple[float, float, float] = (0.45, -0.35, 1.0)
    lamp: float = 0.62
    around: float = 0.38
    uneven: tuple[float, float] = (0.12, -0.08)
    vignetting: float = 0.12
    shadows: bool = True

    @cached_property
    def direction(self) -> FloatArray:
        """(3,) float: unit direction to the lamp."""
        way = np.array(self.towards)
        return np.asarray(way / np.linalg.norm(way))

    def on_normals(self, normals: FloatArray) -> tuple[FloatArray, FloatArray]:
        """(n,) light from around and (n,) from the lamp on (n, 3) unit normals, were nothing in the lamp's way."""
        around = self.around * (0.75 + 0.25 * normals[:, 2])
        return around, self.lamp * np.clip(normals @ self.direction, 0.0, None)


EVEN = Light(towards=(0.0, 0.0, 1.0), lamp=0.5, around=0.5, uneven=(0.0, 0.0), vignetting=0.0, shadows=False)
"""The same light on all that lies flat; white paper comes out as bright as its own share."""


@cache
def grain_tile() -> NDArray[np.float32]:
    """(size, size) float32: smooth noise of mean 0 and standard deviation 1, which repeats; the same in every photo."""
    rng = np.random.default_rng(20240607)
    waves = np.fft.fftfreq(GRAIN_SIZE) * GRAIN_STEPS
    pace = np.hypot(waves[:, None], waves[None, :])
    # Blotches of some inches down to grains of a sixth of an inch; nothing finer, or one ray a pixel would not do.
    strength = np.exp(-((pace / 4.0) ** 2)) / (0.15 + pace)
    strength[0, 0] = 0.0
    tile = np.fft.ifft2(np.fft.fft2(rng.standard_normal((GRAIN_SIZE, GRAIN_SIZE))) * strength).real
    return np.asarray(tile / tile.std(), dtype=np.float32)


def grain_at(points: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n,) float32: the grain at (n, 3) points of the table, inches; aslant through space, so that walls have some, too."""
    x = ((points[:, 0] + np.float32(0.6) * points[:, 2]) * np.float32(GRAIN_STEPS)).astype(np.int32)
    y = ((points[:, 1] + np.float32(0.8) * points[:, 2]) * np.float32(GRAIN_STEPS)).astype(np.int32)
    x &= GRAIN_SIZE - 1
    y &= GRAIN_SIZE - 1
    return grain_tile()[y, x]
