"""Checks of links: whether they lead as others beside them do, looked at with rays, and remembered.

A guide with a figure: docs/guides/link-sliding.md.
"""

from dataclasses import replace

import numpy as np
import shapely

from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.navmesh.navmesh import NavMesh
from scene.navmesh_parts.links import Links, joined
from scene.navmesh_parts.railed_leap_links import looked_over
from scene.walkable.agent import Agent
from scene.walkable.climbable_faces import climbable, face_along
from scene.walkable.floor_plane import rims_on
from scene.walkable.swept_clearance import crossings, leap_clear, over_clear

SAME_LEVEL = 0.5
"""Inches; a link that has to go over at another height is another link."""
AS_FAR = 0.03
"""Inches by which a link may come farther off the edge of a floor than the one beside it."""
MEMORY = 50_000
"""Links that are remembered of one navmesh."""


def checked_links(navmesh: NavMesh, links: Links, models: Links) -> tuple[BoolArray, Links]:
    """(n,) whether links lead as their models do, and these links as they are."""
    over, memory = ~models.along & (models.gap == 0.0), _memory(navmesh)
    railed: BoolArray = np.asarray(models.ledges.any(axis=1))
    if len(memory) > MEMORY:
        memory.clear()
    places = np.column_stack([links.start, links.end, links.start_region, links.end_region])
    names = [row.tobytes() for row in np.column_stack([places, over, railed, models.along, models.ladder])]
    new = np.array([number for number, name in enumerate(names) if name not in memory], dtype=np.int64)
    if len(new):
        facts = _facts(navmesh, links.chosen(new), over[new], railed[new])
        memory.update(zip([names[number] for number in new], facts, strict=True))
    known = np.array([memory[name] for name in names]).reshape(-1, 14)
    possible, narrow, up, down, level, across, gap, off, *pairs = known.T
    seen = replace(
        links,
        level=level,
        across=across,
        narrow=narrow > 0.0,
        face_up=up > 0.0,
        face_down=down > 0.0,
        gap=gap,
        rails=np.column_stack(pairs[:2]),
        ledges=np.column_stack(pairs[2:4]),
        leans=np.column_stack(pairs[4:]),
    )
    higher = (np.maximum(links.start, links.end) - np.maximum(models.start, models.end))[:, 2]
    alike = np.abs(level - models.level - higher) <= SAME_LEVEL
    near = off <= _off_limit(navmesh, models) + AS_FAR
    return (possible > 0.0) & near & (alike | ~over | models.ladder), seen


@memoized
def _memory(_navmesh: NavMesh) -> dict[bytes, FloatArray]:
    return {}


def _facts(navmesh: NavMesh, links: Links, over: BoolArray, railed: BoolArray) -> FloatArray:
    """(n, 14) of links by ladders, over something, over rails, and others: whether they are possible, and what was seen."""
    possible, ladder = np.zeros(len(links), dtype=bool), links.ladder
    for kind, look in ((ladder, _by_ladder), (over & ~ladder, _over), (railed, _railed), (~over & ~railed & ~ladder, _free)):
        rows = np.flatnonzero(kind)
        if len(rows):
            possible[rows], seen = look(navmesh, links.chosen(rows))
            links = with_rows(links, rows, seen)
    flags = np.column_stack([possible, links.narrow, links.face_up, links.face_down])
    return np.column_stack(
        [flags, links.level, links.across, links.gap, _off(navmesh, links), links.rails, links.ledges, links.leans]
    )


def _off_limit(navmesh: NavMesh, models: Links) -> FloatArray:
    """(n,) how far off the edge of the higher floor links may come down, or begin to go up: as far as their models."""
    limit = np.where(_stepped(models, navmesh.agent), 2.0, 1.0) * navmesh.agent.radius
    return np.maximum(limit, _off(navmesh, models))


def _off(navmesh: NavMesh, links: Links) -> FloatArray:
    """(n,) how far in plan the lower ends of links are from the floor of the others; 0 where one leaps or crosses something."""
    floor, off = np.maximum(links.start[:, 2], links.end[:, 2]), np.zeros(len(links))
    free = (links.gap == 0.0) & (links.level <= floor + navmesh.agent.limits.step) & (links.start_region != links.end_region)
    free &= ~(links.along | links.ladder | links.stairs | links.narrow | links.door)
    down = links.start[:, 2] >= links.end[:, 2]
    high, low = np.where(down, links.start_region, links.end_region), np.where(down[:, None], links.end, links.start)
    for number in np.unique(high[free]).tolist():
        rows = np.flatnonzero(free & (high == number))
        off[rows] = shapely.distance(navmesh.regions[number].polygon, shapely.points(low[rows, :2]))
    return off


def _stepped(links: Links, agent: Agent) -> BoolArray:
    return np.asarray(np.abs(links.start[:, 2] - links.end[:, 2]) <= agent.limits.step + 1e-3)


def _over(navmesh: NavMesh, links: Links) -> tuple[BoolArray, Links]:
    scene, agent = navmesh.solids, navmesh.agent
    # Nobody crosses what stands on an edge into the air.
    gap = navmesh.rails.gaps(links.start_region, links.end_region, links.start, links.end)
    over = gap <= np.where(_stepped(links, agent), 2 * agent.radius, agent.radius + navmesh.agent.limits.overhang) + AS_FAR
    rims = rims_on(navmesh.planes, np.stack([links.start_region, links.end_region]), agent.radius)
    met = crossings(scene, links.start, links.end, agent, rim=rims.max(axis=0))
    possible, faces, leans = met.possible & over, np.zeros((2, len(links)), dtype=bool), np.zeros((2, len(links)))
    rows, feet = np.flatnonzero(possible), np.stack([links.start, links.end])
    top, toward = np.tile(met.level[rows], 2), (feet[::-1, rows] - feet[:, rows])[..., :2]
    found = climbable(scene, feet[:, rows].reshape(-1, 3), top, toward.reshape(-1, 2), agent)
    faces[:, rows], leans[:, rows] = found.held.reshape(2, -1), found.lean.reshape(2, -1)
    seen = replace(links, level=met.level, across=met.across, narrow=met.narrow, face_up=faces[0], face_down=faces[1])
    return possible, replace(seen, leans=leans.T)


def _by_ladder(navmesh: NavMesh, links: Links) -> tuple[BoolArray, Links]:
    """Between the top of a ladder and a floor."""
    return over_clear(navmesh.solids, links.start, links.end, navmesh.agent), links


def _railed(navmesh: NavMesh, links: Links) -> tuple[BoolArray, Links]:
    return looked_over(links, navmesh.rails, navmesh.solids, navmesh.agent)


def _free(navmesh: NavMesh, links: Links) -> tuple[BoolArray, Links]:
    """Leaps, level or down, and climbs along a face."""
    swap = ((links.start[:, 2] < links.end[:, 2]) & ~links.along)[:, None]
    high, low = np.where(swap, links.end, links.start), np.where(swap, links.start, links.end)
    possible = leap_clear(navmesh.solids, high, low, navmesh.agent)
    rows = np.flatnonzero(possible & links.along)
    possible[rows] = face_along(navmesh.solids, links.start[rows], links.end[rows], navmesh.agent)
    climbed = np.flatnonzero(possible & ~links.along & ~_stepped(links, navmesh.agent))
    # What is climbed beyond a gap is not the face below its edge, unless that leans.
    beside = links.run[climbed] <= navmesh.agent.radius + navmesh.agent.limits.overhang
    toward, top = (links.end - links.start)[climbed, :2], high[climbed, 2]
    faces, leans = np.zeros((2, len(links)), dtype=bool), np.zeros((2, len(links)))
    for side, feet, ahead in ((0, links.start[climbed], toward), (1, links.end[climbed], -toward)):
        found = climbable(navmesh.solids, feet, top, ahead, navmesh.agent)
        faces[side, climbed], leans[side, climbed] = found.held & (beside | (found.lean > 0.0)), found.lean
    return possible, replace(links, face_up=faces[0], face_down=faces[1], leans=leans.T)


def with_rows(links: Links, rows: IntArray, others: Links) -> Links:
    """The links with others in some rows."""
    order = np.arange(len(links))
    order[rows] = len(links) + np.arange(len(rows))
    return joined([links, others]).chosen(order)
