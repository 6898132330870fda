"""Isolated edges: points of a piece's edges that a photo shows with nothing of the piece beside them to be taken for them.

Edges of a photo that lie beside one another melt into one, or the stronger of them is taken for the other. Ribs, planks, rails
and bevels seen from afar are full of such pairs, and light from one side makes the same one of each pair the stronger all over
the piece. So they shift it by a pixel or more, and agree about it: no scatter tells. Cards of tags have edges of their own.
"""

import numpy as np
from scipy.spatial import KDTree

from capture.learning.edge_photos import EdgePhoto
from capture.learning.mesh_silhouette import EdgePoints
from scene.geometry.mesh import FloatArray, IntArray
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform

ONE = 0.3
"""Pixels: edges that are nearer to one another are one."""

ALIKE = 0.8
"""Cosine: edges that cross at a wider angle are not taken for one another."""


def lone_points(picture: EdgePhoto, edges: EdgePoints, rays: RayScene, pose: RigidTransform, beside: float) -> IntArray:
    """Indices of the points of edges that a photo shows with no other edge of the piece, nor a tag's card, beside them.

    Args:
        picture: the photo.
        edges: of the piece.
        rays: those of its mesh.
        pose: where it is.
        beside: pixels within which no other edge of about the same direction may be.
    """
    shown = edges.seen(pose.to_own(picture.eye), rays)
    pixels = picture.view.project(pose.to_table(edges.points[shown]))
    good = np.isfinite(pixels).all(axis=1)
    shown, pixels = shown[good], pixels[good]
    if len(shown) < 2:
        return shown
    ways = ways_in(picture, edges, pose, shown)
    # Points of the edge beside are so far apart that one of them is within half of that along the edge.
    along_most = 0.5 * float(np.median(np.linalg.norm(np.diff(pixels, axis=0), axis=1))) + 1.0
    pairs = KDTree(pixels).query_pairs(float(np.hypot(beside, along_most)), output_type="ndarray")
    pairs = pairs[edges.edge[shown[pairs[:, 0]]] != edges.edge[shown[pairs[:, 1]]]]
    crowded = np.zeros(len(shown), dtype=bool)
    for one, other in (pairs.T, pairs.T[::-1]):
        apart = pixels[other] - pixels[one]
        aside = np.abs(apart[:, 0] * ways[one, 1] - apart[:, 1] * ways[one, 0])
        along = np.abs(np.sum(apart * ways[one], axis=1))
        alike = np.abs(np.sum(ways[one] * ways[other], axis=1)) > ALIKE
        crowded[one[(aside > ONE) & (aside < beside) & (along < along_most) & alike]] = True
    return np.asarray(shown[~crowded & ~picture.on_paper(pixels)])


def ways_in(picture: EdgePhoto, edges: EdgePoints, pose: RigidTransform, which: IntArray) -> FloatArray:
    """(m, 2) unit directions of edges in a photo at (m,) of their points."""
    points, ways = edges.points[which], edges.ways[which]
    there, back = (picture.view.project(pose.to_table(points + sign * 0.02 * ways)) for sign in (1.0, -1.0))
    found = np.nan_to_num(there - back)
    return np.asarray(found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9))
