"""Sampled sight: who sees somebody at many places at once, by some lines each. Rulings never come from here.

A line that is free shows that there is a line of sight; that none of some is free shows nothing. So whoever tells what comes
from here tells by how many lines.
"""

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray
from scene.geometry.surface_samples import surface_points
from scene.table.table import Figure, Terrain
from scene.visibility.line_of_sight import free_of_terrain, random_lines

TOGETHER = 2**18
"""Lines cast at once, which keeps their memory below 100 MB."""


def seen_at(terrain: Terrain, figure: Figure, places: FloatArray, other: Figure, *, lines: slice) -> BoolArray:
    """Whether any of some lines between two bodies is free, with one of them at many places.

    Args:
        terrain: what stops lines; figures do not.
        figure: who stands at the places, turned as he is.
        places: (n, 3) inches.
        other: who stands where he does.
        lines: which of the random lines are tried that a search for a line of sight begins with.

    Returns:
        (n,), the same whoever of the two looks.
    """
    if not len(figure.body.counts.faces) or not len(other.body.counts.faces):
        return np.zeros(len(places), dtype=bool)
    one, two = sorted((figure, other), key=lambda either: either.id)
    starts, ends = (np.asarray(points[lines]) for points in random_lines((one, two), lines.stop))
    own, theirs = (starts, ends) if one is figure else (ends, starts)
    return np.asarray(free_between(terrain, own - np.asarray(figure.position), places, theirs).any(axis=1))


def shares_at(terrain: Terrain, figure: Figure, places: FloatArray, other: Figure, *, lines: int) -> FloatArray:
    """(n,) the share, 0..1, of a figure's body at each of some places (n, 3) that another's eye sees past terrain.

    It is told from ``lines`` points of its surface, so it is known to some 1 / sqrt(lines).
    """
    points = figure.pose.to_table(surface_points(figure.body.counts)[:lines]) - np.asarray(figure.position)
    if not len(points):
        return np.zeros(len(places))
    eye = np.broadcast_to(np.asarray(other.eye), points.shape)
    return np.asarray(free_between(terrain, points, places, eye).mean(axis=1))


def shares_from(terrain: Terrain, figure: Figure, places: FloatArray, other: Figure, *, lines: int) -> FloatArray:
    """(n,) the share of another's body that a figure's eye sees from each of some places (n, 3); as `shares_at`."""
    points = other.pose.to_table(surface_points(other.body.counts)[:lines])
    if not len(points):
        return np.zeros(len(places))
    eye = np.broadcast_to(np.subtract(figure.eye, figure.position), points.shape)
    return np.asarray(free_between(terrain, eye, places, points).mean(axis=1))


def free_between(terrain: Terrain, own: FloatArray, places: FloatArray, theirs: FloatArray) -> BoolArray:
    """(n, k) whether the lines are free from points (k, 3) about places (n, 3) to points (k, 3) on the table."""
    found = np.empty((len(places), len(own)), dtype=bool)
    rows = max(1, TOGETHER // len(own))
    for first in range(0, len(places), rows):
        starts = places[first : first + rows, None] + own
        ends = np.broadcast_to(theirs, starts.shape)
        part = free_of_terrain(terrain, starts.reshape(-1, 3), ends.reshape(-1, 3))
        found[first : first + rows] = part.reshape(starts.shape[:2])
    return found
