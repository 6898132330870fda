"""A plain ray caster for the tests: every ray against every triangle (Möller and Trumbore 1997)."""

import numpy as np
from numpy.typing import ArrayLike

from scene.geometry.mesh import FloatArray, Mesh


def first_hits(mesh: Mesh, origins: ArrayLike, direction: ArrayLike) -> FloatArray:
    """(n,) float: how far along ``direction`` each ray first meets the mesh; infinite where it passes."""
    starts = np.asarray(origins, dtype=np.float64).reshape(-1, 3)
    towards = np.asarray(direction, dtype=np.float64)
    return np.array([_first_hit(mesh, start, towards) for start in starts])


def _first_hit(mesh: Mesh, start: FloatArray, towards: FloatArray) -> float:
    a, b, c = np.moveaxis(mesh.triangles, 1, 0)
    ab, ac = b - a, c - a
    across = np.cross(towards, ac)
    scale = np.einsum("ij,ij->i", ab, across)
    faced = np.abs(scale) > 1e-14
    scale, across, ab, ac, offset = scale[faced], across[faced], ab[faced], ac[faced], start - a[faced]
    u = np.einsum("ij,ij->i", offset, across) / scale
    turned = np.cross(offset, ab)
    v = turned @ towards / scale
    distance = np.einsum("ij,ij->i", ac, turned) / scale
    hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (distance > 0)
    return float(distance[hit].min()) if hit.any() else np.inf
