"""Edges of the ground: how far it drops beyond them, and how high the rail or parapet is that bounds them."""

from dataclasses import dataclass

import numpy as np

from scene.ground import Ground
from scene.mesh import BoolArray, FloatArray, IntArray
from scene.ways import samples
from scene.zones import STEP

HIGHEST_RAIL = 2.0
"""Inches; what is higher is a wall, over which nobody falls."""
PITCH = 0.05
"""Inches between the heights at which a rail is looked for; its top is then found from above."""
JUST_OUT = 0.05
"""Inches beyond an edge at which one looks down."""
THICKEST = 0.8
"""Inches; rails and parapets are thinner."""


@dataclass(frozen=True, eq=False)
class Rims:
    """n places along edges, about `scene.ways.SPACING` apart; inches.

    Attributes:
        xy: (n, 2) where the middle of a base comes nearest to the edge; on the edge itself where no rail is in the way.
        out: (n, 2) unit vectors over the edge.
        zone: (n,) the zone that ends there.
        z: (n,) its height.
        drop: (n,) how far down the next floor is; to the table's ground at most.
        rail: (n,) how high the rail or parapet is; 0 for none.
    """

    xy: FloatArray
    out: FloatArray
    zone: IntArray
    z: FloatArray
    drop: FloatArray
    rail: FloatArray


def rims(ground: Ground) -> Rims:
    """All edges of the ground from which it goes down by more than a step, open or behind something not too high.

    Solids that are no higher than `HIGHEST_RAIL` and no thicker than `THICKEST` count as rails.
    """
    edge = samples(ground.zones)
    z = ground.heights[edge.zone] if len(edge.zone) else np.zeros(0)
    rail = np.where(edge.brink, 0.0, _rails(ground, edge.xy, edge.out, z))
    beyond = np.where(edge.brink, JUST_OUT, ground.walker.radius + THICKEST + JUST_OUT)
    drop = _drops(ground, edge.xy + beyond[:, None] * edge.out, z, rail)
    use = (edge.brink | (rail > 0.0)) & (rail <= HIGHEST_RAIL) & (drop > STEP)
    return Rims(edge.xy[use], edge.out[use], edge.zone[use], z[use], drop[use], rail[use])


def _rails(ground: Ground, xy: FloatArray, out: FloatArray, z: FloatArray) -> FloatArray:
    """(n,) how high what stands within a base's radius of the edge is; infinite for walls, 0 where nothing stands."""
    heights = np.arange(PITCH, HIGHEST_RAIL + 2 * PITCH, PITCH)
    start = np.repeat(np.column_stack([xy, z])[:, None], len(heights), axis=1)
    start[..., 2] += heights
    reach = np.column_stack([out, np.zeros(len(out))]) * (ground.walker.radius + THICKEST)
    met: BoolArray = ground.solids.blocked(start.reshape(-1, 3), (start + reach[:, None]).reshape(-1, 3)).reshape(len(xy), -1)
    top = np.where(met.any(axis=1), heights[len(heights) - 1 - met[:, ::-1].argmax(axis=1)], 0.0)
    return np.where(top > HIGHEST_RAIL + PITCH / 2.0, np.inf, np.where(top > 0.0, _exact(ground, xy, out, z, top), 0.0))


def _exact(ground: Ground, xy: FloatArray, out: FloatArray, z: FloatArray, top: FloatArray) -> FloatArray:
    """(n,) the highest surface within `PITCH` above heights (n,), looked at from above beyond the edge."""
    ahead = np.linspace(0.0, ground.walker.radius + THICKEST, 60)
    plan = xy[:, None] + ahead[:, None] * out[:, None]
    high = np.broadcast_to((z + top + 1.5 * PITCH)[:, None, None], (*plan.shape[:2], 1))
    start = np.concatenate([plan, high], axis=2).reshape(-1, 3)
    down = np.broadcast_to([0.0, 0.0, -1.0], start.shape)
    hits = ground.solids.first_hits(start, down, np.full(len(start), 2.5 * PITCH, dtype=np.float32))
    surface = np.where(hits.mesh >= 0, start[:, 2] - hits.distance, -np.inf).reshape(len(xy), -1).max(axis=1, initial=-np.inf)
    return np.where(np.isfinite(surface), surface - z, top)


def _drops(ground: Ground, places: FloatArray, z: FloatArray, rail: FloatArray) -> FloatArray:
    """(n,) how far below ``z`` the first surface under places (n, 2) is, seen from above the rail."""
    start = np.column_stack([places, z + np.where(np.isfinite(rail), rail, 0.0) + 0.02])
    down = np.broadcast_to([0.0, 0.0, -1.0], start.shape)
    hits = ground.solids.first_hits(start, down)
    floor = np.where(hits.mesh >= 0, start[:, 2] - hits.distance, 0.0)
    return np.asarray(z - np.maximum(floor, 0.0))
