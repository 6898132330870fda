"""The symmetry of a standing piece: which turns take it onto itself, and whether it looks the same at two places."""

import numpy as np
from scipy.spatial import KDTree

from capture.adjustment.rotation_vectors import pose_of
from capture.learning.mesh_silhouette import EdgePoints
from capture.learning.piece_surfaces import SURFACE_STEP, SurfacePoints
from scene.geometry.rigid_transform import RigidTransform

SAME_EDGE = 0.05
"""Inches: edges of a symmetric piece lie this near to its own when it is turned."""

ALIKE, ALL_SAME = 0.9, 0.98
"""Cosine of the directions of edges that are one, and the share of a symmetric piece's edges that lie on its own."""

ROUND = (7.0, 17.0, 31.0)
"""Degrees: what looks the same after all of these turns is round."""

SYMMETRIES = (2, 3, 4, 5, 6, 8, 12)
"""Into so many parts of a circle symmetric pieces are divided; by these, the turns are looked for that take one onto itself."""

NEAR, TURNED = 0.1, float(np.radians(2.0))
"""Inches and radians between what is one place."""


class PieceSymmetry:
    """How a piece looks when it is turned.

    Attributes:
        round: whether it is the same after every turn.
        turns: what takes it onto itself, in its own frame; its own place among them.
    """

    def __init__(self, edges: EdgePoints, surface: SurfacePoints) -> None:
        self.surface = surface
        self.points, self.ways = edges.points[edges.always], edges.ways[edges.always]
        self.tree = KDTree(self.points)
        middle = _turned(0.0)
        self.round = all(self.same(middle, _turned(turn)) for turn in ROUND)
        parts = sorted({360.0 * part / whole for whole in SYMMETRIES for part in range(1, whole)})
        self.turns = (middle, *(turn for turn in map(_turned, parts) if self.same(middle, turn)))

    def beside(self, one: RigidTransform, other: RigidTransform, times: float = 1.0) -> bool:
        """Whether two places are one for what the symmetry leaves to tell, or no farther apart than so many times that."""
        there = [RigidTransform(other.position, one.rotation)] if self.round else [after(other, turn) for turn in self.turns]
        return any(close(one, place, times) for place in there)

    def alike(self, one: RigidTransform, other: RigidTransform) -> bool:
        """Whether the piece's surface is about the same at both places: it differs in small parts at most."""
        there = other.to_table(self.surface.points)
        return float(np.percentile(self.surface.tree.query(one.to_own(there))[0], 98.0)) < SURFACE_STEP

    def same(self, one: RigidTransform, other: RigidTransform) -> bool:
        """Whether the piece looks the same at both places, because it is symmetric."""
        if not self.alike(one, other) or not len(self.points):
            return self.alike(one, other)
        points = one.to_own(other.to_table(self.points))
        ways = self.ways @ other.matrix.T @ one.matrix
        near = self.tree.query(points, k=min(8, len(points)))[1].reshape(len(points), -1)
        step, along = self.points[near] - points[:, None, :], self.ways[near]
        aside = np.linalg.norm(np.cross(step, along), axis=-1)
        alike = np.abs(np.sum(along * ways[:, None, :], axis=-1)) > ALIKE
        return float(np.mean((alike & (aside < SAME_EDGE)).any(axis=1))) > ALL_SAME


def after(place: RigidTransform, own: RigidTransform) -> RigidTransform:
    """Where a standing piece is that is moved in its own frame first."""
    return pose_of(place.matrix @ own.matrix, place.to_table(own.position))


def close(one: RigidTransform, other: RigidTransform, times: float = 1.0) -> bool:
    """Whether two standing pieces stand within a tenth of an inch and two degrees of each other, or so many times that."""
    turn = float(np.arccos(np.clip(one.matrix[:, 0] @ other.matrix[:, 0], -1.0, 1.0)))
    return bool(np.linalg.norm(np.subtract(one.position, other.position)) < NEAR * times and turn < TURNED * times)


def _turned(degrees: float) -> RigidTransform:
    return RigidTransform.turned((0.0, 0.0, 0.0), degrees)
