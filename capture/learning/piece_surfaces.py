"""Surfaces of pieces, and where a piece can stand for its tags to lie on its surface."""

from collections.abc import Sequence

import numpy as np
from scipy.spatial import KDTree

from scene.geometry.mesh import FloatArray, Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.geometry.surface_samples import spaced_points

TURN_STEP = 5.0
"""Degrees between the turns that are compared."""

SURFACE_STEP = 0.22
"""Inches between the places on the surface where a tag may be."""

FLAT_WITHIN, LEVEL_WITHIN = 0.15, 0.12
"""How far the slope (z of the normal) and the height (inches) of a tag may be off that of the surface under it."""


class SurfacePoints:
    """Points all over a piece's surface, and which way it faces there."""

    def __init__(self, shape: Mesh) -> None:
        self.points, self.facing = spaced_points(shape, SURFACE_STEP)
        self.tree = KDTree(self.points)

    def possible(self, tags: Sequence[RigidTransform]) -> tuple[FloatArray, FloatArray]:
        """(n,) turns in degrees and (n, 2) shifts at which all tags lie on the surface."""
        best: tuple[FloatArray, FloatArray] | None = None
        for tag in tags:
            found = self._under(tag)
            if best is None or len(found[0]) < len(best[0]):
                best = found
        assert best is not None, "there is always a tag"
        turns, shifts = best
        for tag in tags:
            cosine, sine = np.cos(np.radians(turns)), np.sin(np.radians(turns))
            x, y = (np.array(tag.position[:2]) - shifts).T
            own = np.stack([cosine * x + sine * y, cosine * y - sine * x, np.full(len(x), tag.position[2])], axis=1)
            near = self.tree.query(own)[0] < 1.6 * SURFACE_STEP
            turns, shifts = turns[near], shifts[near]
        return turns, shifts

    def under(self, place: RigidTransform, tags: Sequence[RigidTransform]) -> bool:
        """Whether all tags lie on the surface of the piece at a place."""
        return all(float(self.tree.query(place.to_own(tag.position))[0]) < 1.6 * SURFACE_STEP for tag in tags)

    def _under(self, tag: RigidTransform) -> tuple[FloatArray, FloatArray]:
        """The turns and shifts that bring some place of the surface under a tag."""
        normal, height = tag.matrix[:, 2], tag.position[2]
        alike = (np.abs(self.facing[:, 2] - normal[2]) < FLAT_WITHIN) & (np.abs(self.points[:, 2] - height) < LEVEL_WITHIN)
        places, facing = self.points[alike], self.facing[alike]
        if np.hypot(*normal[:2]) > 0.4:
            # A tag on a wall says how the piece is turned.
            turns = np.degrees(np.arctan2(normal[1], normal[0]) - np.arctan2(facing[:, 1], facing[:, 0]))
            turns = np.round(turns / TURN_STEP)[:, None] * TURN_STEP + np.array([-1.0, 0.0, 1.0]) * TURN_STEP
            turns = (turns % 360.0).reshape(-1)
            places = np.repeat(places, 3, axis=0)
        else:
            steps = np.arange(0.0, 360.0, TURN_STEP)
            turns, places = np.tile(steps, len(places)), np.repeat(places, len(steps), axis=0)
        cosine, sine = np.cos(np.radians(turns)), np.sin(np.radians(turns))
        x, y = places[:, 0], places[:, 1]
        return turns, np.array(tag.position[:2]) - np.stack([cosine * x - sine * y, sine * x + cosine * y], axis=1)
