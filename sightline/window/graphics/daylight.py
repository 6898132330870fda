"""The light on the board: the sky's, and one sun's over the shoulder of whoever looks from the long side."""

import numpy as np

from scene.geometry.mesh import FloatArray

SKY = (0.62, 0.64, 0.68)
SUN = (1.0, 0.97, 0.92)
SUNLIGHT = 0.52
SUN_FROM = (-0.45, -0.60, 0.78)
"""From where the sun shines."""


def daylight(normals: FloatArray) -> FloatArray:
    """(n, 3) red, green and blue light on surfaces with unit normals (n, 3), without shadows, as `shaders` have it."""
    sun = np.array(SUN_FROM) / np.linalg.norm(SUN_FROM)
    sky = np.array(SKY) * (0.66 + 0.34 * normals[:, 2:])
    return np.asarray(sky + np.array(SUN) * SUNLIGHT * np.maximum(normals @ sun, 0.0)[:, None])
