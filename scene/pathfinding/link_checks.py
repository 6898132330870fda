"""Whether ways lead as others beside them do: looked at with rays, and remembered."""

from dataclasses import replace

import numpy as np
import shapely

from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.navmesh.navmesh import NavMesh
from scene.navmesh_parts.links import Links, joined
from scene.navmesh_parts.railed_leap_links import looked_over
from scene.walkable.agent_limits import OVERHANG, STEP
from scene.walkable.climbable_faces import climbable, face_along
from scene.walkable.swept_clearance import crossings, leap_clear, over_clear

SAME_LEVEL = 0.5
"""Inches; a way that has to go over at another height is another way."""
AS_FAR = 0.03
"""Inches by which a way may come farther off the edge of a floor than the one beside it."""
MEMORY = 50_000
"""Ways that are remembered of one ground."""


def looked_at(ground: NavMesh, ways: Links, models: Links) -> tuple[BoolArray, Links]:
    """(n,) whether ways lead as their models do, and these ways as they are."""
    over, memory = ~models.along & (models.gap == 0.0), _memory(ground)
    railed: BoolArray = np.asarray(models.ledges.any(axis=1))
    if len(memory) > MEMORY:
        memory.clear()
    places = np.column_stack([ways.start, ways.end, ways.start_zone, ways.end_zone])
    names = [row.tobytes() for row in np.column_stack([places, over, railed, models.along, models.ladder])]
    new = np.array([number for number, name in enumerate(names) if name not in memory], dtype=np.int64)
    if len(new):
        facts = _facts(ground, ways.chosen(new), over[new], railed[new])
        memory.update(zip([names[number] for number in new], facts, strict=True))
    known = np.array([memory[name] for name in names]).reshape(-1, 12)
    possible, narrow, up, down, level, across, gap, off, *pairs = known.T
    seen = replace(
        ways,
        level=level,
        across=across,
        narrow=narrow > 0.0,
        face_up=up > 0.0,
        face_down=down > 0.0,
        gap=gap,
        rails=np.column_stack(pairs[:2]),
        ledges=np.column_stack(pairs[2:]),
    )
    alike = np.abs(level - models.level) <= SAME_LEVEL
    near = off <= _off_limit(ground, models) + AS_FAR
    return (possible > 0.0) & near & (alike | ~over | models.ladder), seen


@memoized
def _memory(_ground: NavMesh) -> dict[bytes, FloatArray]:
    return {}


def _facts(ground: NavMesh, ways: Links, over: BoolArray, railed: BoolArray) -> FloatArray:
    """(n, 12) of ways by ladders, over something, over rails, and others: whether they are possible, and what was seen."""
    possible, ladder = np.zeros(len(ways), dtype=bool), ways.ladder
    for kind, look in ((ladder, _by_ladder), (over & ~ladder, _over), (railed, _railed), (~over & ~railed & ~ladder, _free)):
        rows = np.flatnonzero(kind)
        if len(rows):
            possible[rows], seen = look(ground, ways.chosen(rows))
            ways = with_rows(ways, rows, seen)
    flags = np.column_stack([possible, ways.narrow, ways.face_up, ways.face_down])
    return np.column_stack([flags, ways.level, ways.across, ways.gap, _off(ground, ways), ways.rails, ways.ledges])


def _off_limit(ground: NavMesh, models: Links) -> FloatArray:
    """(n,) how far off the edge of the higher floor ways may come down, or begin to go up: as far as their models."""
    limit = np.where(_stepped(models), 2.0, 1.0) * ground.walker.radius
    return np.maximum(limit, _off(ground, models))


def _off(ground: NavMesh, ways: Links) -> FloatArray:
    """(n,) how far in plan the lower ends of ways are from the floor of the others; 0 where one leaps or crosses something."""
    floor, off = np.maximum(ways.start[:, 2], ways.end[:, 2]), np.zeros(len(ways))
    free = (ways.gap == 0.0) & (ways.level <= floor + STEP) & (ways.start_zone != ways.end_zone)
    free &= ~(ways.along | ways.ladder | ways.stairs | ways.narrow | ways.door)
    down = ways.start[:, 2] >= ways.end[:, 2]
    high, low = np.where(down, ways.start_zone, ways.end_zone), np.where(down[:, None], ways.end, ways.start)
    for number in np.unique(high[free]).tolist():
        rows = np.flatnonzero(free & (high == number))
        off[rows] = shapely.distance(ground.zones[number].polygon, shapely.points(low[rows, :2]))
    return off


def _stepped(ways: Links) -> BoolArray:
    return np.asarray(np.abs(ways.start[:, 2] - ways.end[:, 2]) <= STEP + 1e-3)


def _over(ground: NavMesh, ways: Links) -> tuple[BoolArray, Links]:
    scene, walker = ground.solids, ground.walker
    # Nobody crosses what stands on an edge into the air.
    gap = ground.rails.gaps(ways.start_zone, ways.end_zone, ways.start, ways.end)
    over = gap <= np.where(_stepped(ways), 2 * walker.radius, walker.radius + OVERHANG) + AS_FAR
    met = crossings(scene, ways.start, ways.end, walker)
    possible, faces = met.possible & over, np.zeros((2, len(ways)), dtype=bool)
    rows, feet = np.flatnonzero(possible), np.stack([ways.start, ways.end])
    top, toward = np.tile(met.level[rows], 2), (feet[::-1, rows] - feet[:, rows])[..., :2]
    faces[:, rows] = climbable(scene, feet[:, rows].reshape(-1, 3), top, toward.reshape(-1, 2), walker).reshape(2, -1)
    seen = replace(ways, level=met.level, across=met.across, narrow=met.narrow, face_up=faces[0], face_down=faces[1])
    return possible, seen


def _by_ladder(ground: NavMesh, ways: Links) -> tuple[BoolArray, Links]:
    """Between the top of a ladder and a floor."""
    return over_clear(ground.solids, ways.start, ways.end, ground.walker), ways


def _railed(ground: NavMesh, ways: Links) -> tuple[BoolArray, Links]:
    return looked_over(ways, ground.rails, ground.solids, ground.walker)


def _free(ground: NavMesh, ways: Links) -> tuple[BoolArray, Links]:
    """Leaps, level or down, and climbs along a face."""
    swap = ((ways.start[:, 2] < ways.end[:, 2]) & ~ways.along)[:, None]
    high, low = np.where(swap, ways.end, ways.start), np.where(swap, ways.start, ways.end)
    possible = leap_clear(ground.solids, high, low, ground.walker)
    rows = np.flatnonzero(possible & ways.along)
    possible[rows] = face_along(ground.solids, ways.start[rows], ways.end[rows], ground.walker)
    # What is climbed beyond a gap is not the face below its edge.
    beside = possible & ~ways.along & ~_stepped(ways) & (ways.run <= ground.walker.radius + OVERHANG)
    toward, top, up, down = (ways.end - ways.start)[:, :2], high[:, 2], np.zeros_like(beside), np.zeros_like(beside)
    for rows, feet, ahead, face in (
        (np.flatnonzero(beside & (ways.start[:, 2] < top)), ways.start, toward, up),
        (np.flatnonzero(beside & (ways.end[:, 2] < top)), ways.end, -toward, down),
    ):
        face[rows] = climbable(ground.solids, feet[rows], top[rows], ahead[rows], ground.walker)
    return possible, replace(ways, face_up=up, face_down=down)


def with_rows(ways: Links, rows: IntArray, others: Links) -> Links:
    """The ways with others in some rows."""
    order = np.arange(len(ways))
    order[rows] = len(ways) + np.arange(len(rows))
    return joined([ways, others]).chosen(order)
