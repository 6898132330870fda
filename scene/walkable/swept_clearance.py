"""Swept clearance: whether a figure gets from one place straight across to another, and how high it has to go.

A crossing goes upright from the one floor to a height, level and straight over to above the other, and upright down. What
is in its way is looked for with bundles of rays through the volume of the figure.
"""

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray
from scene.geometry.ray_casting import RayScene
from scene.walkable.agent import Agent

LOW = 2.2
"""Inches; what is crossed is looked for so high first, and only then up to `HIGHEST`."""
HIGHEST = 6.0
"""Inches above the higher floor; nobody climbs over anything higher in one go."""
PITCH = 0.1
"""Inches between the heights that are looked at."""
SLIM = 0.35
"""Part of its radius that a figure needs on a ladder, where its base counts for nothing."""
SKIN = 0.995
"""Part of the radius that is looked at; what merely touches the base is not in its way."""
TALLEST = 40.0
"""Inches; nobody climbs a face that is higher."""
KNEE = 4
"""Which of the heights that are looked at is the first above a step."""
HAIR = 0.004
"""Inches; what is higher than a step by less is a step."""
LIP = 0.15
"""Inches; what stands no higher on an edge is part of it."""
THIN = 0.07
"""Inches; posts and bars that are thinner may be overlooked."""

CHUNK = 4000
"""Crossings that are scanned at one time."""

_NARROW = slice(1, 6)
"""Those of the rays side by side that a squeezed body needs."""
_LEFT, _IN_PLAN, _UP = np.array([-1.0, 1.0]), np.array([1.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0])
_ROUND = np.radians(np.arange(12) * 30.0 + 7.0)
_RIM = np.column_stack([np.cos(_ROUND), np.sin(_ROUND)])


@dataclass(frozen=True, eq=False)
class Crossings:
    """n crossings from places a to places b; lengths in inches.

    Attributes:
        possible: (n,) bool.
        level: (n,) height at which the base goes over.
        across: (n,) how thick what lies between is; 0 where nothing does.
        narrow: (n,) bool; only squeezed.
    """

    possible: BoolArray
    level: FloatArray
    across: FloatArray
    narrow: BoolArray


def crossings(scene: RayScene, a: FloatArray, b: FloatArray, agent: Agent, *, rim: FloatArray | None = None) -> Crossings:
    """How n figures get from ``a`` (n, 3) to ``b`` (n, 3), places that are free themselves.

    Args:
        scene: what may be in the way.
        a, b: the places, inches.
        agent: who.
        rim: (n,) how much higher than the middle of a base the floor is under its rim; nothing where both floors are level.
    """
    floor = np.maximum(a[:, 2], b[:, 2])
    level, narrow = floor.copy(), np.zeros(len(a), dtype=bool)
    rim = np.zeros(len(a)) if rim is None else rim
    above = floor + np.maximum(rim - agent.limits.step, 0.0)
    possible = _clear(scene, a, b, above, agent)
    flat = np.flatnonzero(possible)
    possible[flat] = _nothing_thin(scene, a[flat], b[flat], above[flat], np.ones(len(flat)), agent)
    shut = np.flatnonzero(~possible)
    over, squeezed = _scanned(scene, a[shut], b[shut], above[shut], agent)
    found = np.isfinite(over)
    possible[shut], narrow[shut] = found, squeezed & found
    level[shut] = np.where(found, over, floor[shut])
    low = np.flatnonzero(possible & (level == floor) & (np.abs(a[:, 2] - b[:, 2]) > agent.limits.step))
    level[low] = _lips(scene, a[low], b[low], floor[low], rim[low], agent)
    raised = np.flatnonzero(possible & (level > floor))
    level[raised] = _tops(scene, a[raised], b[raised], floor[raised], level[raised], agent)
    across = np.zeros(len(a))
    across[raised] = _thickness(scene, a[raised], b[raised], floor[raised], level[raised], agent.radius, agent)
    raised = raised[level[raised] > floor[raised] + agent.limits.step]
    room = np.where(narrow[raised], agent.limits.squeezed, 1.0)
    possible[raised] = _nothing_thin(scene, a[raised], b[raised], level[raised] - agent.limits.step + 0.05, room, agent)
    ends, twice = np.concatenate([a, b]), np.tile(np.arange(len(a)), 2)
    # By a step onto a slope a base rises no higher than the floor under its rim.
    lifted = np.where(rim > 0.0, agent.limits.step, 1e-3)
    rises = np.flatnonzero(possible[twice] & (level[twice] > ends[:, 2] + lifted[twice]))
    room = np.where(narrow[twice[rises]], agent.limits.squeezed, 1.0)
    upright = shafts(scene, ends[rises], level[twice[rises]] + room * agent.height, room * agent.radius, agent.limits.step)
    possible[twice[rises[~upright]]] = False
    return Crossings(possible, level, across, narrow)


def leap_clear(scene: RayScene, a: FloatArray, b: FloatArray, agent: Agent) -> BoolArray:
    """(n,) whether figures can leap straight over from ``a`` (n, 3), and come down at ``b`` (n, 3), no higher.

    Whoever leaps down needs room both ways: straight over and then down, and along the slope. So nobody leaps over, or
    through, a floor on which he could have landed before.
    """
    free = np.zeros(len(a), dtype=bool)
    for start in range(0, len(a), CHUNK):
        part = slice(start, start + CHUNK)
        free[part] = _clear(scene, a[part], b[part], a[part, 2], agent)
    rows = np.flatnonzero(free)
    free[rows] = _nothing_thin(scene, a[rows], b[rows], a[rows, 2], np.ones(len(rows)), agent)
    rows = np.flatnonzero(free & (a[:, 2] > b[:, 2] + 1e-3))
    free[rows] = shafts(scene, b[rows], a[rows, 2] + agent.height, np.full(len(rows), agent.radius), agent.limits.step)
    rows = rows[free[rows]]
    free[rows] = slope_clear(scene, a[rows], b[rows], agent)
    return free


def hatch_clear(scene: RayScene, a: FloatArray, b: FloatArray, agent: Agent) -> BoolArray:
    """(n,) whether figures can climb from ``a`` (n, 3) straight up and step over to ``b`` (n, 3), a body's width sufficing."""
    slim = replace(agent, radius=SLIM * agent.radius)
    free = shafts(scene, a, b[:, 2] + agent.limits.squeezed * agent.height, np.full(len(a), slim.radius), agent.limits.step)
    z = b[:, 2, None] + agent.height * np.linspace(0.7, 0.9, 6)
    return np.asarray(free & ~_met(scene, a, b, z, slim.radius, agent).any(axis=(1, 2)))


def over_clear(scene: RayScene, a: FloatArray, b: FloatArray, agent: Agent) -> BoolArray:
    """(n,) whether figures can step straight over from above ``a`` to above ``b`` (n, 3) at the higher one's height.

    A body's width suffices, as on ladders.
    """
    slim = replace(agent, radius=SLIM * agent.radius)
    return _clear(scene, a, b, np.maximum(a[:, 2], b[:, 2]), slim)


def slope_clear(scene: RayScene, a: FloatArray, b: FloatArray, agent: Agent) -> BoolArray:
    """(n,) whether figures fit over the slope from ``a`` (n, 3) to ``b`` (n, 3), a body's width and a step above it."""
    aside = sideways((b - a)[:, :2]) * SLIM * agent.radius
    across = np.array([-1.0, 0.0, 1.0])
    rise = np.array([agent.limits.step + 0.1, 0.7 * agent.height, agent.height])
    shift = np.zeros((len(a), 3, 3, 3))
    shift[..., :2] = (aside[:, None] * across[:, None])[:, :, None]
    shift[..., 2] = rise
    start, end = a[:, None, None] + shift, b[:, None, None] + shift
    return np.asarray(~scene.blocked(start.reshape(-1, 3), end.reshape(-1, 3)).reshape(start.shape[:3]).any(axis=(1, 2)))


def shafts(scene: RayScene, feet: FloatArray, top: FloatArray, radius: FloatArray, step: float) -> BoolArray:
    """(n,) whether a base of ``radius`` (n,) fits upright from a step above ``feet`` (n, 3) to the heights ``top`` (n,)."""
    if len(feet) == 0:
        return np.zeros(0, dtype=bool)
    rim = feet[:, None, :2] + SKIN * radius[:, None, None] * np.vstack([_RIM, [[0.0, 0.0]]])
    low = (feet[:, 2] + step + 0.02)[:, None]
    high = np.maximum(top - 0.02, feet[:, 2] + step + 0.03)[:, None]
    up = (high - low)[..., None] * _UP
    free: BoolArray = np.asarray(~scene.meets(raised(rim, np.repeat(low, len(_RIM) + 1, axis=1)), up).any(axis=1))
    # What stands upright between the rays of the rim is met by those along it.
    rows = np.flatnonzero(free)
    if len(rows) == 0:
        return free
    ring, span = rim[rows, :12], (high - low)[rows]
    count = np.maximum(8.0, np.ceil(np.minimum(span, TALLEST) / (1.5 * PITCH)))
    row, number = np.nonzero(np.arange(count.max(initial=0.0)) < count)
    z = low[rows[row]] + span[row] * (number / (count[row, 0] - 1.0))[:, None]
    around = raised(np.roll(ring, -1, axis=1) - ring, np.zeros((len(ring), len(_RIM))))
    met = scene.meets(raised(ring[row], np.repeat(z, len(_RIM), axis=1)), around[row]).any(axis=1)
    free[rows[row[met]]] = False
    return free


def _clear(scene: RayScene, a: FloatArray, b: FloatArray, floor: FloatArray, agent: Agent) -> BoolArray:
    """(n,) whether nothing stands higher than a step in between."""
    heights = np.linspace(agent.limits.step + HAIR, agent.headroom, 6)
    return np.asarray(~_met(scene, a, b, floor[:, None] + heights, agent.radius, agent).any(axis=(1, 2)))


def _nothing_thin(
    scene: RayScene, a: FloatArray, b: FloatArray, floor: FloatArray, room: FloatArray, agent: Agent
) -> BoolArray:
    """(n,) whether nothing is in between that slips through the bundle: a post or a bar not thicker than `THIN`.

    Posts are met by many rays side by side, bars by many one above the other. Of the agent's size counts the part ``room``.
    """
    places, free = _posts_and_bars(agent), np.zeros(len(a), dtype=bool)
    for first in range(0, len(a), CHUNK):
        part = slice(first, first + CHUNK)
        aside = sideways((b[part] - a[part])[:, :2]) * (SKIN * agent.radius * room[part])[:, None]
        low, high = floor[part] + agent.limits.step + 0.02, floor[part] + room[part] * agent.height - 0.02
        z = low[:, None] + (high - low)[:, None] * places[:, 1]
        shift = aside[:, None] * places[:, :1]
        start = raised(a[part, None, :2] + shift, z)
        free[part] = ~scene.meets(start, _level(a[part], b[part])[:, None]).any(axis=1)
    return free


@cache
def _posts_and_bars(agent: Agent) -> FloatArray:
    """(k, 2) how far aside, and how high, rays are that posts and bars are looked for with, in parts of the agent's size."""
    beside = np.linspace(-1.0, 1.0, max(9, int(np.ceil(2.0 * agent.radius / THIN)) + 1))
    above = np.linspace(0.0, 1.0, max(9, int(np.ceil((agent.height - agent.limits.step) / THIN)) + 1))
    posts = np.stack(np.meshgrid(beside, [0.1, 0.5, 0.9], indexing="ij"), axis=-1).reshape(-1, 2)
    bars = np.stack(np.meshgrid([-0.6, 0.05, 0.6], above, indexing="ij"), axis=-1).reshape(-1, 2)
    return np.concatenate([posts, bars])


def _scanned(scene: RayScene, a: FloatArray, b: FloatArray, floor: FloatArray, agent: Agent) -> tuple[FloatArray, BoolArray]:
    """(n,) the lowest height to go over at, infinite where there is none, and whether only squeezed."""
    level, narrow = np.full(len(a), np.inf), np.zeros(len(a), dtype=bool)
    left, tall = np.arange(len(a)), int(np.ceil(agent.height / PITCH))
    # Most of what is crossed is low.
    for highest in (LOW, HIGHEST):
        heights = 0.05 + PITCH * np.arange(int(np.ceil((highest + agent.height) / PITCH)))
        heights[KNEE] = agent.limits.step + HAIR
        for start in range(0, len(left), CHUNK):
            rows = left[start : start + CHUNK]
            met = _met(scene, a[rows], b[rows], floor[rows, None] + heights, agent.radius, agent)
            if highest == HIGHEST:
                met = np.concatenate([met, np.zeros((*met.shape[:2], 1), dtype=bool)], axis=2)
            whole = _lowest_run(np.asarray(met.any(axis=1)), tall)
            bent = _lowest_run(
                np.asarray(met[:, _NARROW].any(axis=1)), int(np.ceil(agent.limits.squeezed * agent.height / PITCH))
            )
            best = np.minimum(whole, bent)
            if highest < HIGHEST:
                # Right below the highest that was looked at one could not tell whether there is room to stand upright.
                best[best + tall > len(heights)] = np.inf
            level[rows] = floor[rows] + np.where(best > 0, 0.05 + PITCH * best - PITCH / 2.0, 0.0)
            narrow[rows] = bent < whole
        left = left[np.isinf(level[left])]
        if len(left) == 0:
            break
    return level, narrow


def _lowest_run(met: BoolArray, length: int) -> FloatArray:
    """(n,) the first place in each row of (n, k) from which on ``length`` are false; infinite where there is none.

    From the first place on, what is not higher than a step does not count.
    """
    total = np.concatenate([np.zeros((len(met), 1), dtype=np.int64), np.cumsum(met, axis=1)], axis=1)
    count = max(0, total.shape[1] - length)
    free = total[:, length : length + count] - total[:, :count] == 0
    free[:, 0] |= total[:, length] - total[:, KNEE] == 0
    return np.where(free.any(axis=1), free.argmax(axis=1), np.inf)


def _lips(scene: RayScene, a: FloatArray, b: FloatArray, floor: FloatArray, rim: FloatArray, agent: Agent) -> FloatArray:
    """(n,) the heights to go over at where steps, or treads up to a step high, stand between an upright climb and a floor."""
    lip = LIP + rim
    z = floor[:, None] + np.maximum(np.array([LIP, 0.3, agent.limits.step - 0.05]), lip[:, None])
    met = _met(scene, a, b, z, agent.radius, agent).any(axis=(1, 2))
    level, rows = floor.copy(), np.flatnonzero(met)
    if len(rows) == 0:
        return level
    top = _tops(scene, a[rows], b[rows], floor[rows], floor[rows] + agent.limits.step - 2.5 * PITCH, agent)
    level[rows] = np.where(top > floor[rows] + lip[rows], top, floor[rows])
    return level


def _tops(scene: RayScene, a: FloatArray, b: FloatArray, floor: FloatArray, level: FloatArray, agent: Agent) -> FloatArray:
    """(n,) how high exactly what is crossed reaches, seen from above along the way."""
    along = np.linspace(0.0, 1.0, 25)
    direction = b[:, :2] - a[:, :2]
    aside = sideways(direction) * agent.radius * SKIN * agent.limits.squeezed
    plan = (
        a[:, None, None, :2] + direction[:, None, None] * along[:, None] + aside[:, None, None] * _lateral(agent)[:, None, None]
    )
    high = np.broadcast_to((level + 2.5 * PITCH)[:, None, None], plan.shape[:3])
    start = raised(plan, high).reshape(-1, 3)
    drop = np.broadcast_to([0.0, 0.0, -1.0], start.shape)
    met = scene.first_hits(start, drop, np.full(len(start), 2.0 * PITCH + HIGHEST, dtype=np.float32))
    top = (start[:, 2] - np.where(met.mesh >= 0, met.distance, np.inf)).reshape(plan.shape[:3])
    found = top.max(axis=(1, 2), initial=-np.inf)
    # Rays from above pass by what is thin; the highest level ray that met something does not.
    thin = np.flatnonzero(found < level - PITCH)
    fine = level[thin, None] + PITCH * (np.arange(20) / 20.0 - 0.5)
    edge: BoolArray = np.asarray(_met(scene, a[thin], b[thin], fine, agent.radius * agent.limits.squeezed, agent).any(axis=1))
    found[thin] = np.where(edge, fine, fine[:, :1]).max(axis=1, initial=-np.inf)
    return np.asarray(np.maximum(found, floor))


def _thickness(
    scene: RayScene, a: FloatArray, b: FloatArray, floor: FloatArray, level: FloatArray, radius: float, agent: Agent
) -> FloatArray:
    """(n,) how thick what is crossed is, square to its face, also where the way leads aslant over it.

    Each ray measures from where it first meets something to where it last does. How much later the rays on one side meet it
    than those on the other tells how aslant the face is.
    """
    share = np.array([0.15, 0.35, 0.55, 0.75, 0.93])
    z = floor[:, None] + share * (level - floor)[:, None]
    run = np.hypot(*(b - a)[:, :2].T)[:, None, None]
    ahead, back = run * _first(scene, a, b, z, radius, agent), run * _first(scene, b, a, z, radius, agent)[:, ::-1]
    met = np.isfinite(ahead) & np.isfinite(back)
    thick = np.where(met, run - np.where(met, ahead + back, 0.0), 0.0).max(axis=(1, 2), initial=0.0)
    front = np.where(met, ahead, np.inf).min(axis=2)
    whole = np.isfinite(front).all(axis=1)
    lateral = _lateral(agent)
    tangent = np.where(whole[:, None], front, 0.0) @ lateral / (lateral @ lateral * radius * SKIN)
    return np.asarray(np.maximum(thick, 0.0) / np.sqrt(1.0 + tangent**2))


def _first(scene: RayScene, a: FloatArray, b: FloatArray, z: FloatArray, radius: float, agent: Agent) -> FloatArray:
    """(n, 7, k) how far rays side by side from a to b get at heights (n, k), in parts of the way; infinite: all along."""
    start = _bundle(a, b, z, radius, agent)
    direction = np.broadcast_to(_level(a, b)[:, None, None], start.shape)
    found = scene.first_hits(start.reshape(-1, 3), direction.reshape(-1, 3), np.ones(start.size // 3, dtype=np.float32))
    return np.asarray(np.where(found.mesh < 0, np.inf, found.distance).reshape(start.shape[:3]))


def _met(scene: RayScene, a: FloatArray, b: FloatArray, z: FloatArray, radius: float, agent: Agent) -> BoolArray:
    """(n, 7, k) whether these rays meet anything."""
    return scene.meets(_bundle(a, b, z, radius, agent), _level(a, b)[:, None, None])


def _lateral(agent: Agent) -> FloatArray:
    """(7,) how far to the side rays go, in parts of a radius: at the rim, at that of a squeezed body, and in between."""
    slim = agent.limits.squeezed
    return np.array([-1.0, -slim, -slim / 2.0, 0.0, slim / 2.0, slim, 1.0])


def _bundle(a: FloatArray, b: FloatArray, z: FloatArray, radius: float, agent: Agent) -> FloatArray:
    """(n, 7, k, 3) where rays side by side from a to b at heights (n, k) start."""
    plan = a[:, None, :2] + (sideways((b - a)[:, :2]) * (SKIN * radius))[:, None] * _lateral(agent)[:, None]
    start = np.empty((*plan.shape[:2], z.shape[1], 3))
    start[..., :2], start[..., 2] = plan[:, :, None], z[:, None]
    return start


def _level(a: FloatArray, b: FloatArray) -> FloatArray:
    """(n, 3) the ways from a to b, level."""
    return np.asarray((b - a) * _IN_PLAN)


def sideways(direction: FloatArray) -> FloatArray:
    """(n, 2) unit vectors square to (n, 2)."""
    return np.asarray(direction[:, ::-1] * _LEFT / np.maximum(np.hypot(direction[:, 0], direction[:, 1]), 1e-9)[:, None])


def raised(plan: FloatArray, z: FloatArray) -> FloatArray:
    """(..., 3) places (..., 2) at heights (...)."""
    places = np.empty((*z.shape, 3))
    places[..., :2], places[..., 2] = plan, z
    return places
