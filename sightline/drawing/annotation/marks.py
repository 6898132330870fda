"""Marks that several pictures draw on a table."""

from collections.abc import Sequence

import numpy as np

from scene.geometry.mesh import FloatArray


def ring(middle: Sequence[float], radius: float, count: int = 65) -> FloatArray:
    """(count, 2 or 3) points of a level circle round a middle of two or three coordinates; the last is the first again."""
    turns = np.linspace(0.0, 2.0 * np.pi, count)
    around = np.stack([np.cos(turns), np.sin(turns), np.zeros(count)], axis=1)[:, : len(middle)]
    return np.asarray(around * radius + np.asarray(middle))
