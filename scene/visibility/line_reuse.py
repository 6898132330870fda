"""Reuse of lines of sight: known ones carried over to figures that stand a little elsewhere.

A view through a thin slot takes many lines to find. Where one is known, lines through the same place most likely serve the
same figures after a small shift.
"""

from collections.abc import Sequence

import numpy as np

from scene.geometry.ray_casting import mesh_rays
from scene.table.table import Figure, Terrain
from scene.visibility.line_of_sight import Pair, Witness, first_free

TRIES = 512
"""Lines tried for one pair, all told."""


def carried_line(
    terrain: Terrain, pair: Pair, known: Sequence[Witness], *, spread: float, blocking: Sequence[Figure] = ()
) -> Witness | None:
    """A free line between the pair's bodies that runs along a known one, or None.

    Args:
        known: free lines between the same bodies standing elsewhere, from the first figure of the pair to the second.
        spread: inches by which the ends of a known line are varied along each axis.
        blocking: figures whose bodies stop a line too; those of the pair never do.
    """
    if not known:
        return None
    ends = np.array([(line.start, line.end) for line in known[:TRIES]])
    lines = np.tile(ends, (TRIES // len(ends), 1, 1))
    lines[len(ends) :] += np.random.default_rng(47).uniform(-spread, spread, (len(lines) - len(ends), 2, 3))
    # From the middle of a line, which lies outside both bodies, to where it meets them now.
    middle, way = lines.mean(axis=1), lines[:, 1] - lines[:, 0]
    first, second = pair
    back = mesh_rays(first.body.counts).distances(first.pose.to_own(middle), -way @ first.pose.matrix)
    ahead = mesh_rays(second.body.counts).distances(second.pose.to_own(middle), way @ second.pose.matrix)
    meets = np.isfinite(back) & np.isfinite(ahead)
    starts = middle[meets] - way[meets] * back[meets, None].astype(np.float64)
    stops = middle[meets] + way[meets] * ahead[meets, None].astype(np.float64)
    return first_free(terrain, [pair], starts[None], stops[None], blocking=blocking)[0]
