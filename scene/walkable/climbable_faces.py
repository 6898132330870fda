"""Climbable faces: whether there is one, felt for with rays, where hands and feet would hold on."""

from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.geometry.ray_casting import RayScene
from scene.walkable.agent import Agent
from scene.walkable.swept_clearance import PITCH, TALLEST, raised, sideways

HANDHOLD = 0.25
"""Inches to each side of the middle at which a face is felt for."""
FEW, MANY = 5, 17
"""Places across that width at which it is felt for at first, and where that leaves it open."""
SPARSE = 5
"""Every so manieth of the heights at which a face is felt comes first; twice that is no more than `REST`."""
SURE = 0.72
"""Part of them that is as wide as a square post, too thin to hold on to, can seem at most: as its diagonal."""
ALIGNED = 0.999
"""The cosine of the angle up to which a face is square to the way ahead: it seems wider by less than a 20th then."""
HOLDS = (0.15, 0.6, 1.1)
"""Inches above the feet at which somebody who climbs sideways holds on."""
ARM = 0.42
"""Inches beside the base within which the face is that somebody climbs along."""
TURNS = np.arange(-80.0, 81.0, 10.0)
"""Degrees to each side in which the edge is looked for that somebody climbs onto."""
BELOW = 0.06
"""Inches below the top at which it is looked for."""
LEEWAY = 0.02
"""Inches above a step from where on a face keeps a base off, and it is felt how it leans."""
SQUARE = 0.01
"""Inches: what is farther off by less is as near."""
ENDLESS = 50.0
"""Inches; a wall that is still there so high up has no end, and nobody climbs it."""
REST = 0.45
"""Inches of height without any hold that a climber reaches over."""


SLANT = (0.02, 1.0)
"""Inches by which a face leans back on an inch of height: what leans less is upright, and what leans more is a slope."""
SLANTED = 0.05
"""Inches by which it leans back in all at least."""
PLANE = 0.06
"""Inches by which a face that leans may be uneven."""
AT = np.linspace(0.0, 1.0, 6)
"""Where on its height it is felt how it leans."""
TURNED = 0.1
"""By how much faces may lean otherwise than the whole does."""


@dataclass(frozen=True, eq=False)
class Faces:
    """What n climbers have before them.

    Attributes:
        held: (n,) whether there is a face to climb.
        lean: (n,) inches that one comes ahead on it, up to the top; 0 where it is upright.
    """

    held: BoolArray
    lean: FloatArray


def climbable(scene: RayScene, feet: FloatArray, top: FloatArray, toward: FloatArray, agent: Agent) -> Faces:
    """Whether there is a face to climb in front of ``feet`` (n, 3), in the direction ``toward`` (n, 2), up to ``top`` (n,).

    It is felt for straight ahead of what is climbed onto, also where that is climbed onto aslant. It may lie back behind what
    is above by the overhang; a face that leans back evenly is followed. Windows up to a step high do not interrupt it. What is
    no higher than a step is not climbed.
    """
    good, leans = np.zeros(len(feet), dtype=bool), np.zeros(len(feet))
    rise = top - feet[:, 2]
    rows = np.flatnonzero((rise > agent.limits.step) & (rise <= TALLEST))
    if len(rows) == 0:
        return Faces(good, leans)
    feet, top, rise = feet[rows], top[rows], rise[rows]
    ahead = toward[rows] / np.maximum(np.hypot(*toward[rows].T), 1e-9)[:, None]
    lean = _lean(scene, feet, rise, ahead, agent)
    slant = lean[:, None] * ahead
    ahead = np.where(lean[:, None] > 0.0, ahead, _facing(scene, feet, top, toward[rows], agent))
    reach = raised(ahead * (agent.radius + agent.limits.overhang + 0.05), np.zeros(len(rows)))
    across = raised(sideways(ahead), np.zeros(len(rows)))
    count = np.maximum(24.0, np.ceil(2.0 * rise / PITCH))
    number = np.arange(int(count.max()))
    there = number < count[:, None]
    empty = np.zeros(there.shape, dtype=bool)

    def feel(part: BoolArray) -> None:
        row, step = np.nonzero(part)
        share = (step + 0.5) / count[row]
        place = raised(feet[row, :2] + share[:, None] * slant[row], feet[row, 2] + rise[row] * share)
        empty[row, step] = ~_held(scene, place, across[row], reach[row])

    # What is open for longer than a rest is open at two of these one above the other.
    first = number % SPARSE == 0
    feel(there & first)
    feel(there & ~first & (_longest(empty[:, first]) > 1)[:, None])
    high = np.column_stack([feet[:, :2], top + ENDLESS])
    endless = scene.meets(high, reach)
    good[rows] = (_longest(empty) * rise / count <= REST) & ~endless
    leans[rows] = np.where(good[rows], lean, 0.0)
    return Faces(good, leans)


def _lean(scene: RayScene, feet: FloatArray, rise: FloatArray, ahead: FloatArray, agent: Agent) -> FloatArray:
    """(n,) how much farther ahead (n, 2) of ``feet`` (n, 3) a face is at its top; 0 if it does not lean evenly."""
    low = agent.limits.step + LEEWAY
    span, found = np.maximum(rise - low - BELOW, 0.0), np.zeros(len(feet))
    rows = np.flatnonzero(span > BELOW)
    far, slant = np.full((2, len(feet), len(AT)), np.inf)
    # Most faces are upright, which their ends tell.
    for some in (np.array([0, len(AT) - 1]), np.arange(1, len(AT) - 1)):
        if len(rows) == 0:
            break
        start = raised(
            np.repeat(feet[rows, None, :2], len(some), axis=1), feet[rows, 2, None] + low + span[rows, None] * AT[some]
        )
        ways = np.repeat(raised(ahead[rows], np.zeros(len(rows)))[:, None], len(some), axis=1).reshape(-1, 3)
        limit = np.repeat(agent.radius + ARM + rise[rows], len(some)).astype(np.float32)
        met = scene.first_hits(start.reshape(-1, 3), ways, limit)
        into = (met.normal * ways).sum(axis=1).astype(np.float64)
        up = -met.normal[:, 2] * np.sign(into) / np.maximum(np.abs(into), 1e-9)
        hit = met.mesh >= 0
        far[np.ix_(rows, some)] = np.where(hit, met.distance, np.inf).reshape(len(rows), len(some))
        slant[np.ix_(rows, some)] = np.where(hit, up, np.inf).reshape(len(rows), len(some))
        whole = (far[rows, 0] < np.inf) & (far[rows, -1] < np.inf)
        rows = rows[whole]
        found[rows] = (far[rows, -1] - far[rows, 0]) / span[rows]
        leans = (found[rows] >= SLANT[0]) & (found[rows] <= SLANT[1] + PLANE) & (found[rows] * rise[rows] >= SLANTED)
        rows = rows[leans]
    even = np.abs(far[rows] - far[rows, :1] - (found * span)[rows, None] * AT).max(axis=1, initial=0.0) <= PLANE
    even &= (np.abs(slant[rows] - found[rows, None]) <= TURNED).sum(axis=1) >= len(AT) - 1
    leaning = np.zeros(len(feet), dtype=bool)
    leaning[rows[even]] = True
    return np.where(leaning, found * rise, 0.0)


def face_along(scene: RayScene, a: FloatArray, b: FloatArray, agent: Agent) -> BoolArray:
    """(n,) whether there is a face to climb along all the straight way from ``a`` to ``b``, both (n, 3), on one side of it."""
    size = np.maximum(np.hypot(*(b - a)[:, :2].T), 1e-9)[:, None]
    share = np.minimum(np.arange(np.ceil(size.max(initial=0.0) / HANDHOLD) + 1.0) * HANDHOLD / size, 1.0)
    reach = sideways((b - a)[:, :2]) * (agent.radius + ARM)
    held = np.zeros(len(a), dtype=bool)
    for side in (-1.0, 1.0):
        direction = np.column_stack([side * reach, np.zeros(len(a))])[:, None, None]
        start = (a[:, None] + share[:, :, None] * (b - a)[:, None])[:, :, None] + np.array([[0, 0, z] for z in HOLDS])
        met = scene.blocked(start.reshape(-1, 3), (start + direction).reshape(-1, 3)).reshape(start.shape[:3])
        high = (a + b) / 2.0 + np.array([0.0, 0.0, ENDLESS])
        held |= met.all(axis=(1, 2)) & ~scene.blocked(high, high + direction[:, 0, 0])
    return held


def _held(scene: RayScene, places: FloatArray, across: FloatArray, reach: FloatArray) -> BoolArray:
    """(n,) whether there is enough to hold on to before places: half of what is felt for, felt closer where that is open.

    Args:
        scene: what there is.
        places: (n, 3) of hands.
        across: (n, 3) unit vectors to the side.
        reach: (n, 3) how far ahead.
    """
    found = _felt(scene, places, across, reach, FEW)
    held = found >= SURE * FEW
    rows = np.flatnonzero((found > 0) & ~held)
    met = scene.meets(_across(places[rows], across[rows], MANY), reach[rows, None])
    found = met.sum(axis=1)
    held[rows] = found >= MANY // 2
    # Seen across its corners a post seems wider than it is.
    doubtful = (found >= MANY // 2) & (found < SURE * MANY)
    rows, met = rows[doubtful], met[doubtful]
    rows = rows[_aslant(scene, places[rows], across[rows], reach[rows], met)]
    held[rows] = _felt(scene, *_square(scene, places[rows], across[rows], reach[rows]), MANY) >= MANY // 2
    return np.asarray(held)


def _aslant(scene: RayScene, places: FloatArray, across: FloatArray, reach: FloatArray, met: BoolArray) -> BoolArray:
    """(n,) whether the face that is felt, here and there (n, k), is not square to the way ahead in its middle."""
    middle = np.abs(np.cumsum(met, axis=1) - (met.sum(axis=1, keepdims=True) + 1) // 2).argmin(axis=1)
    start = _across(places, across, met.shape[1])[np.arange(len(places)), middle]
    hit = scene.first_hits(start, reach, np.ones(len(start), dtype=np.float32))
    ahead = reach / np.linalg.norm(reach, axis=1)[:, None]
    return np.asarray(np.abs((hit.normal * ahead).sum(axis=1)) < ALIGNED)


def _across(places: FloatArray, across: FloatArray, count: int) -> FloatArray:
    """(n, count, 3) where one feels from, side by side."""
    return np.asarray(places[:, None] + np.linspace(-HANDHOLD, HANDHOLD, count)[:, None] * across[:, None])


def _felt(scene: RayScene, places: FloatArray, across: FloatArray, reach: FloatArray, count: int) -> IntArray:
    """(n,) at how many of so many places side by side something is felt."""
    return np.asarray(scene.meets(_across(places, across, count), reach[:, None]).sum(axis=1))


def _square(
    scene: RayScene, places: FloatArray, across: FloatArray, reach: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """From where, how far aside and how far ahead (n, 3) one feels, once one turns square to the face that is felt most."""
    start = _across(places, across, MANY)
    ways = np.broadcast_to(reach[:, None], start.shape)
    met = scene.first_hits(start.reshape(-1, 3), ways.reshape(-1, 3), np.ones(start.size // 3, dtype=np.float32))
    hit = (met.mesh >= 0).reshape(start.shape[:2])
    count, far = hit.sum(axis=1), np.where(hit, met.distance.reshape(hit.shape), 0.0)
    size = np.linalg.norm(reach, axis=1)
    ahead, normal = reach / size[:, None], met.normal.reshape(start.shape).astype(np.float64)
    # Faces are square to the way into them, however they are wound.
    into, aside = (normal * ahead[:, None]).sum(axis=2), (normal * across[:, None]).sum(axis=2)
    turn = np.sort(np.where(hit, np.arctan2(aside * np.sign(into), np.abs(into)), np.inf), axis=1)
    most = turn[np.arange(len(turn)), (count - 1) // 2, None]
    off = far.sum(axis=1) / count
    middle = ((start + far[..., None] * ways) * hit[..., None]).sum(axis=1) / count[:, None]
    toward, aside = np.cos(most) * ahead + np.sin(most) * across, np.cos(most) * across - np.sin(most) * ahead
    return middle - toward * (size * off)[:, None], aside, toward * size[:, None]


def _facing(scene: RayScene, feet: FloatArray, top: FloatArray, toward: FloatArray, agent: Agent) -> FloatArray:
    """(n, 2) unit vectors from the middle of bases square to the edge that they climb onto: to the nearest of it.

    Where nothing is near just below the ``top``, the directions ``toward``.
    """
    direction = np.degrees(np.arctan2(toward[:, 1], toward[:, 0]))
    turn = np.radians(direction[:, None] + TURNS)
    rays = np.stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)], axis=-1)
    start = np.broadcast_to(np.column_stack([feet[:, :2], top - BELOW])[:, None], rays.shape)
    limit = np.full(rays.shape[0] * rays.shape[1], agent.radius + ARM, dtype=np.float32)
    met = scene.first_hits(start.reshape(-1, 3), rays.reshape(-1, 3), limit)
    far = np.where(met.mesh >= 0, met.distance, np.inf).reshape(turn.shape)
    best = far.min(axis=1)
    near = far <= best[:, None] + SQUARE
    mean = (rays[..., :2] * near[..., None]).sum(axis=1)
    size = np.hypot(*mean.T)
    found = np.isfinite(best) & (size > 1e-6)
    plain = toward / np.maximum(np.hypot(*toward.T), 1e-9)[:, None]
    return np.asarray(np.where(found[:, None], mean / np.maximum(size, 1e-9)[:, None], plain))


def _longest(flags: BoolArray) -> IntArray:
    """(n,) the longest run of true flags in each row of (n, k)."""
    place = np.arange(flags.shape[1])
    return np.asarray((place - np.maximum.accumulate(np.where(flags, -1, place), axis=1)).max(axis=1))
