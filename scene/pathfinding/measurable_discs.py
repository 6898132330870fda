"""Measurable discs: how far around somebody one can measure, in each direction up to what stands before him.

Source: main-rulebook, Measuring through walls and solid terrain features.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray
from scene.measuring.distance import END_TOLERANCE, GROUND_KINDS
from scene.measuring.distance import STEP as BEYOND
from scene.pathfinding.blocking_discs import DIRECTIONS, directions
from scene.table.table import Kind, Terrain
from scene.visibility.occluders import occluders

HEIGHTS = 12
"""Distances that are tried in each direction between different heights."""


@dataclass(frozen=True)
class BaseMeasurement:
    """A base that is measured from, and the bases that are measured to.

    Attributes:
        centre: of the base, inches.
        radius, other_radius: of both bases.
        height, other_height: at which it is measured at either end, on the table.
        reach: inches between the rims, in plan, that are asked for.
    """

    centre: tuple[float, float]
    radius: float
    height: float
    other_radius: float
    other_height: float
    reach: float

    @property
    def size(self) -> float:
        """Inches between the middles of bases that touch in plan."""
        return self.radius + self.other_radius


def measurable(
    terrain: Terrain, asked: BaseMeasurement, *, reached_over: Collection[Kind] = (), above: tuple[float, ...] = (0.0,)
) -> FloatArray | None:
    """(`DIRECTIONS`,) how far from the middle of a base that of another one can be measured to; None if nothing is before it.

    What is told is never less than what holds, by up to a quarter of a degree aside and, between different heights, a twelfth
    of the reach.

    Args:
        terrain: what stands before it, as for `scene.measuring.distance.blocked_by`.
        asked: from what to what.
        reached_over: kinds of terrain that one measures over.
        above: inches above the heights at which it is measured as well; something has to be before all of these ways.
    """
    passed = {*reached_over, *GROUND_KINDS}
    raised = [replace(asked, height=asked.height + up, other_height=asked.other_height + up) for up in above]
    if not all(_solid_near(terrain, one, passed).any() for one in raised):
        return None
    level = abs(asked.height - asked.other_height) < BEYOND
    apart = np.array([asked.reach]) if level else asked.reach * np.arange(HEIGHTS + 1) / HEIGHTS
    hit = np.max([_first_solid(terrain, one, apart, passed) for one in raised], axis=0)
    if not np.isfinite(hit).any():
        return None
    # Counted from the farthest that is seen; the line to the next one tells where what hides it begins.
    open_ = np.isinf(hit)
    seen = np.where(open_.any(axis=1), len(apart) - 1 - open_[:, ::-1].argmax(axis=1), -1)
    next_ = np.minimum(seen + 1, len(apart) - 1)
    begins = np.where(seen == len(apart) - 1, 0.0, np.take_along_axis(hit, next_[:, None], axis=1)[:, 0] * apart[next_])
    far = asked.size + np.maximum(np.where(seen < 0, 0.0, apart[seen]), begins)
    far = np.where((seen < 0) & (not level), 0.0, far)
    return np.asarray(np.maximum(far, np.maximum(np.roll(far, 1), np.roll(far, -1))))


def _solid_near(terrain: Terrain, asked: BaseMeasurement, passed: Collection[Kind]) -> BoolArray:
    """(p,) which pieces that one does not measure through have boxes that reach into where it is measured."""
    solid = np.array([piece.hides and piece.kind not in passed for piece in terrain.pieces], dtype=bool)
    if not solid.any():
        return solid
    endless = np.array([piece.infinite_height for piece in terrain.pieces])
    low, high = terrain.boxes[:, 0], np.where(endless[:, None], [0.0, 0.0, np.inf], 0.0) + terrain.boxes[:, 1]
    far = asked.radius + asked.reach + END_TOLERANCE
    middle = np.array(asked.centre)
    here = np.append(middle - far, min(asked.height, asked.other_height) - END_TOLERANCE)
    there = np.append(middle + far, max(asked.height, asked.other_height) + END_TOLERANCE)
    return np.asarray(solid & (low <= there).all(axis=1) & (high >= here).all(axis=1))


def _first_solid(terrain: Terrain, asked: BaseMeasurement, apart: FloatArray, passed: Collection[Kind]) -> FloatArray:
    """(`DIRECTIONS`, k) how far along the straight ways to bases so far apart (k,) something solid is: the share of the way.

    Infinite for nothing. The ways begin and end just within the bases.
    """
    out, shape = directions(), (DIRECTIONS, len(apart), 1)
    near = asked.centre + asked.radius * out[:, None] + 0.0 * apart[:, None]
    far = near + apart[:, None] * out[:, None]
    starts = np.concatenate([near, np.full(shape, asked.height)], axis=2).reshape(-1, 3)
    ends = np.concatenate([far, np.full(shape, asked.other_height)], axis=2).reshape(-1, 3)
    size = np.maximum(np.linalg.norm(ends - starts, axis=1, keepdims=True), BEYOND)
    along = (ends - starts) / size * END_TOLERANCE
    share = _met(terrain, starts - along, ends + along, passed)
    shared = (share * (size[:, 0] + 2.0 * END_TOLERANCE) - END_TOLERANCE) / size[:, 0]
    return np.asarray(shared.clip(0.0).reshape(shape[:2]))


def _met(terrain: Terrain, starts: FloatArray, ends: FloatArray, passed: Collection[Kind]) -> FloatArray:
    """(n,) the share of straight ways at which something solid is met; it goes on through what is passed; else infinite."""
    hiding, ways = occluders(terrain), ends - starts
    solid = np.array([piece.kind not in passed for piece in hiding.pieces], dtype=bool)
    share, found, left = np.zeros(len(ways)), np.full(len(ways), np.inf), np.arange(len(ways))
    step = BEYOND / np.maximum(np.linalg.norm(ways, axis=1), BEYOND)
    while len(left):
        hit = hiding.rays.first_hits(starts[left] + share[left, None] * ways[left], ways[left], 1.0 - share[left])
        met = hit.mesh >= 0
        left, distance, stops = left[met], hit.distance[met], solid[hit.mesh[met]]
        share[left] += distance
        found[left[stops]] = share[left[stops]]
        left = left[~stops]
        share[left] += step[left]
        left = left[share[left] < 1.0]
    return found
