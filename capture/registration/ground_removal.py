"""Removal of the ground from a scan on its table: what is left is scenery, and z = 0 stays clean."""

import numpy as np

from scene.geometry.mesh import BoolArray, Mesh
from scene.table.table import MM_PER_INCH

LEAST_MM = 2.0
MOST_MM = 6.0
"""A base's height is 3 mm and steps begin where bases end; what is higher than twice that is scenery."""

NOISES = 3.0
"""Standard deviations of the ground's roughness that are cut away with it."""


def ground_band(placed: Mesh) -> float:
    """Inches: how thick the ground of a scan is, from how rough it is about z = 0; 2 to 6 mm."""
    middles = placed.triangles.mean(axis=1)[:, 2]
    near = np.abs(middles) < MOST_MM / MM_PER_INCH
    areas = placed.areas[near]
    if not areas.sum():
        return LEAST_MM / MM_PER_INCH
    rough = float(np.sqrt((areas * middles[near] ** 2).sum() / areas.sum()))
    return float(np.clip(NOISES * rough, LEAST_MM / MM_PER_INCH, MOST_MM / MM_PER_INCH))


def without_ground(placed: Mesh, band: float, size: tuple[float, float] | None) -> Mesh:
    """The mesh without faces wholly within ``band`` of z = 0, nor beside a table of that ``size``.

    What stands on the ground is carried down to it: corners within the band that are left come to lie on z = 0.
    """
    points = placed.vertices
    flat = np.abs(points[:, 2]) <= band
    kept = ~flat[placed.faces].all(axis=1)
    if size is not None:
        kept &= ~_beside(placed, size)
    grounded = np.where(flat[:, None], points * np.array([1.0, 1.0, 0.0]), points)
    faces = placed.faces[kept]
    used = np.zeros(len(points), dtype=bool)
    used[faces.reshape(-1)] = True
    return Mesh.of(grounded[used], (np.cumsum(used) - 1)[faces])


def _beside(placed: Mesh, size: tuple[float, float]) -> BoolArray:
    """(m,) bool: which faces lie wholly beyond one edge of the table."""
    flat = placed.vertices[:, :2]
    out: BoolArray = np.concatenate([flat < 0.0, flat > np.array(size)], axis=1)
    beyond: BoolArray = np.all(out[placed.faces], axis=1)
    return np.asarray(np.any(beyond, axis=1))
