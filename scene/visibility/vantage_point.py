"""The best vantage point: the point of a body from which least of a target is hidden."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import Point
from scene.geometry.surface_samples import surface_points
from scene.table.table import Figure, Terrain
from scene.visibility.hidden_share import COARSE, FINE, Hidden, Precision, hidden_shares
from scene.visibility.view_casting import SightQuery

CANDIDATES = 48
"""Body points tried; neighbours on a 28 mm figure are some 7 mm apart."""

FINALISTS = 4
"""The best of them, looked from at full precision."""


@dataclass(frozen=True)
class Vantage:
    """The point of a shooter's body from which least of the target is hidden, among those tried.

    Attributes:
        point: on the body's surface, or the eye.
        hidden: what is hidden from there.
    """

    point: Point
    hidden: Hidden


def best_vantage(
    terrain: Terrain,
    figures: Sequence[Figure],
    shooter: Figure,
    target: Figure,
    *,
    from_eye: Hidden,
    precision: Precision = FINE,
) -> Vantage:
    """The best of the eye and `CANDIDATES` points spread over the shooter's body.

    Args:
        figures: those whose bodies may hide; the shooter's and the target's own never do.
        from_eye: what is hidden from the eye.
    """
    eye = Vantage(_point(shooter.eye), from_eye)
    if from_eye.share <= 0.0:
        return eye
    points = shooter.pose.to_table(surface_points(shooter.body.counts)[:CANDIDATES])
    ignored = frozenset({shooter.id, target.id})

    def look(chosen: Sequence[int], how: Precision) -> list[Hidden | None]:
        return hidden_shares(terrain, figures, [SightQuery(points[i], target, ignored) for i in chosen], precision=how)

    quick = look(range(len(points)), COARSE)
    order = sorted((i for i, found in enumerate(quick) if found), key=lambda i: _share(quick[i]))[:FINALISTS]
    finals = [Vantage(_point(points[i]), found) for i, found in zip(order, look(order, precision), strict=True) if found]
    return min([eye, *finals], key=lambda vantage: vantage.hidden.share)


def _share(hidden: Hidden | None) -> float:
    return hidden.share if hidden else 1.0


def _point(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Point:
    x, y, z = (float(value) for value in values)
    return (x, y, z)
