"""An estimate of sight as the program guesses it: a few lines to a few points of a body, for many places at once.

Rulings never come from here; they take all the rays that they need.
"""

from typing import Final

import numpy as np

from rules.citations import Cover
from rules.sight.verdict import SightRules
from scene.geometry.mesh import FloatArray, IntArray
from scene.table.fog import veiled
from scene.table.occluding_volume import crossing
from scene.table.table import Figure, Terrain
from scene.visibility.occluders import occluders

PARTS: Final = np.array([[0.0, 0.92], [0.0, 0.6], [0.45, 0.75], [-0.45, 0.75], [0.25, 0.3], [-0.25, 0.3]])
"""Points of a body: aside in base radii, up in parts of its height."""
COVERS: Final[tuple[Cover, ...]] = ("none-seen", "full", "partial", "open")
"""What `covers` counts in."""
OPEN = 0.99


def seen_shares(terrain: Terrain, eyes: FloatArray, feet: FloatArray, tall: FloatArray | float, radius: float) -> FloatArray:
    """How much of each body is seen past terrain, its volumes and fog.

    Args:
        terrain: what hides.
        eyes: (..., 3) from where.
        feet: (..., 3) the middles of the undersides of the bases.
        tall: (...) heights of the bodies, inches.
        radius: of the bases, inches.

    Returns:
        (...) 0 to 1.
    """
    across = feet[..., :2] - eyes[..., :2]
    far = np.maximum(np.sqrt(across[..., 0] ** 2 + across[..., 1] ** 2), 1e-9)[..., None]
    starts, points = np.empty((2, *across.shape[:-1], len(PARTS), 3))
    starts[...], points[...] = eyes[..., None, :], feet[..., None, :]
    points[..., 0] -= across[..., 1:] / far * (radius * PARTS[:, 0])
    points[..., 1] += across[..., :1] / far * (radius * PARTS[:, 0])
    points[..., 2] += np.asarray(tall)[..., None] * PARTS[:, 1]
    starts, points = starts.reshape(-1, 3), points.reshape(-1, 3)
    blocked = occluders(terrain).rays.blocked(starts, points) | veiled(terrain.fogs, starts, points)
    blocked |= crossing(terrain.volumes, starts, points)
    return np.asarray(1.0 - blocked.reshape(*across.shape[:-1], len(PARTS)).mean(axis=-1))


def covers(shares: FloatArray, apart: FloatArray, rules: SightRules) -> IntArray:
    """(...) places in `COVERS`, from the shares that are seen and the inches in between."""
    found = (shares > 0.0).astype(int) + (shares > 1.0 - rules.full_cover) + (shares >= OPEN)
    return np.where((apart <= rules.point_blank) & (found > 0), len(COVERS) - 1, found)


def height(figure: Figure) -> float:
    """Inches from the ground to the top of a figure."""
    return float(figure.body.counts.bounds[1, 2]) + figure.base_height


def eye_height(figure: Figure) -> float:
    """Inches from the ground to the eye."""
    return float(figure.body.eye[2]) + figure.base_height
