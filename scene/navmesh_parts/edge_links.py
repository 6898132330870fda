"""Links over edges and what stands on them, straight out or aslant: steps, climbs, drops, crossings, leaps straight ahead."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import shapely

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.geometry.ray_casting import RayScene
from scene.navmesh_parts.boundary_samples import SPACING, BoundarySamples
from scene.navmesh_parts.links import Links, plain
from scene.navmesh_parts.railed_edges import Rails
from scene.navmesh_parts.region_visibility import LEEWAY, RegionVisibility
from scene.navmesh_parts.regions import Region
from scene.walkable.agent import Agent
from scene.walkable.climbable_faces import climbable
from scene.walkable.floor_levels import TOUCHING
from scene.walkable.floor_plane import heights_on, planes_of, rims_on
from scene.walkable.swept_clearance import crossings, raised, sideways

CLEAR = 0.012
"""Inches that a base keeps from what it climbs or jumps past."""
SAME_LEVEL = 0.15
"""Inches; a link that has to go over at another height is another link."""
ASLANT = (-1.7, -1.1, -0.6, -0.3, 0.3, 0.6, 1.1, 1.7)
"""Tangents of the angles at which edges are crossed aslant."""
FAN = 2
"""How many spacings to each side of where a narrow link starts and ends others are tried."""
SAME_PLACE = 0.1
"""Inches; links between places that are nearer to those of others are not tried again."""
TREAD = 0.05
"""Inches; a tread is higher than the one before."""
GROWN = 0.02
"""Parts of a base's radius that regions beside one another may lie apart, because outlines are grown by a little too much."""
ON_OUTLINE = 1e-6
"""Inches that places on the outline of a region may lie beside it by rounding."""
AWAY = 0.8
"""Inches before and behind stairs that a base may be from where it steps on and off."""


def over_edges(
    edge: BoundarySamples, regions: Sequence[Region], rails: Rails, visibility: RegionVisibility, solids: RayScene, agent: Agent
) -> Links:
    """Links straight out over edges and what stands on them, to floors that are not higher: the nearest place on each."""
    sample, region, far, begins = _candidates(edge, regions, visibility, agent)
    planes = planes_of([one.plane for one in regions])
    start = raised(edge.xy[sample], heights_on(planes, edge.region[sample], edge.xy[sample]))
    there = edge.xy[sample] + far[:, None] * edge.out[sample]
    end = raised(there, heights_on(planes, region, there))
    rim = np.maximum(rims_on(planes, edge.region[sample], agent.radius), rims_on(planes, region, agent.radius))
    met = crossings(solids, start, end, agent, rim=rim)
    good = met.possible & (met.across <= agent.limits.across + 2 * agent.limits.step)
    # What is not crossed over something and is wider than the base is leapt.
    low = met.level <= np.maximum(start[:, 2], end[:, 2]) + agent.limits.step
    leapt = begins & (far > 2 * agent.radius) & low & ~met.narrow
    # Where there is floor beyond the edge and nothing is crossed, it is the kind of ground that keeps one out.
    good &= edge.brink[sample] | ~leapt
    # Otherwise one walks on from floor to floor where they touch, or from tread to tread where the next ones are in the way.
    rise = np.abs(start[:, 2] - end[:, 2])
    # Where slopes rise on both sides, both regions lie back by what outlines are grown too much.
    walked_on = (far <= TOUCHING + np.where(rim > 0.0, GROWN * agent.radius, 0.0)) | ((rise > TREAD) & (far <= AWAY))
    good &= edge.brink[sample] | ~low | met.narrow | walked_on
    # Nobody crosses or squeezes through anything in the air that is longer than an obstacle may be thick.
    good &= leapt | (far <= agent.limits.across + 2 * agent.radius + 4 * CLEAR)
    # Where a gap is leapt its other edge is the place to land.
    stepped = start[:, 2] - end[:, 2] <= agent.limits.step + 1e-3
    good &= begins | (far <= 2 * agent.radius) | ~edge.brink[sample] | ~low | ~stepped
    # Nor a gap behind a rail, or before one.
    rows = np.flatnonzero(good & begins & ~leapt)
    gap = rails.gaps(edge.region[sample[rows]], region[rows], start[rows], end[rows])
    good[rows] &= gap <= np.where(stepped[rows], 2 * agent.radius, agent.radius + agent.limits.overhang)
    nearest = _first_of(sample * len(regions) + region, far, good)
    start, end, region, sample = start[nearest], end[nearest], region[nearest], sample[nearest]
    level = met.level[nearest]
    toward = end[:, :2] - start[:, :2]
    gap = np.where(leapt[nearest], far[nearest] - CLEAR / 2.0 + LEEWAY, 0.0)
    up, down = climbable(solids, start, level, toward, agent), climbable(solids, end, level, -toward, agent)
    # What is climbed beyond a gap is not the face below its edge, unless that leans.
    beside = ~leapt[nearest] | (far[nearest] <= agent.radius + agent.limits.overhang)
    # One lands on the edge itself.
    there = start[:, :2] + gap[:, None] * edge.out[sample]
    landing = np.where(leapt[nearest, None], raised(there, heights_on(planes, region, there)), end)
    return replace(
        plain(start, landing, edge.region[sample], region, level),
        gap=gap,
        across=met.across[nearest],
        narrow=met.narrow[nearest],
        face_up=up.held & (beside | (up.lean > 0.0)),
        face_down=down.held & (beside | (down.lean > 0.0)),
        leans=np.column_stack([up.lean, down.lean]),
    )


def _candidates(
    edge: BoundarySamples, regions: Sequence[Region], visibility: RegionVisibility, agent: Agent
) -> tuple[IntArray, IntArray, FloatArray, BoolArray]:
    """Which sample could lead to which region, how far out, and whether the region begins there or the base is merely clear."""
    planes, lowest = planes_of([z.plane for z in regions]), np.array([z.span[0] for z in regions])
    height = heights_on(planes, edge.region, edge.xy)
    boxes = np.array([[z.rings[0].min(axis=0), z.rings[0].max(axis=0)] for z in regions])
    near = agent.limits.across + 2 * agent.radius + 4 * CLEAR
    reach = np.where(edge.brink, agent.limits.farthest_leap, near)
    tips = edge.xy + reach[:, None] * edge.out
    low, high = np.minimum(edge.xy, tips), np.maximum(edge.xy, tips)
    pairs = [
        np.flatnonzero((low <= box[1]).all(axis=1) & (high >= box[0]).all(axis=1) & (height + agent.limits.step + 1e-3 >= z))
        for box, z in zip(boxes, lowest, strict=True)
    ]
    sample = np.concatenate(pairs)
    region = np.repeat(np.arange(len(regions)), [len(part) for part in pairs])
    span = reach[sample, None]
    begins = span * visibility.crossed(region, edge.xy[sample], span * edge.out[sample], most=4) + CLEAR / 2.0
    clear = agent.radius + CLEAR + np.array([0.0, 0.25, 0.5, 0.75, 1.0])
    far = np.concatenate([np.full((len(sample), 1), 1e-6), begins, np.broadcast_to(clear, (len(sample), 5))], axis=1)
    same = edge.region[sample] == region
    far[same, 0] = np.inf
    which, column = np.nonzero(np.isfinite(far) & (far <= span))
    sample, region, far = sample[which], region[which], far[which, column]
    point = edge.xy[sample] + far[:, None] * edge.out[sample]
    inside = np.zeros(len(point), dtype=bool)
    for number, home in enumerate(regions):
        rows = np.flatnonzero(region == number)
        inside[rows] = home.holds(point[rows])
    # Within its own region one walks.
    walked = (edge.region[sample] == region) & visibility.sees(region, edge.xy[sample], point)
    rise = heights_on(planes, region, point) - height[sample]
    step = np.abs(rise) <= agent.limits.step + 1e-3
    clear_of = step | ((rise < 0.0) & (far >= agent.radius))
    use = inside & ~walked & clear_of
    return sample[use], region[use], far[use], (column[use] >= 1) & (column[use] <= 4)


def _first_of(group: IntArray, far: FloatArray, good: BoolArray) -> IntArray:
    """The rows that are the nearest good ones of their group."""
    rows = np.flatnonzero(good)
    order = rows[np.lexsort((far[rows], group[rows]))]
    _, first = np.unique(group[order], return_index=True)
    return np.asarray(order[first])


def aslant(straight: Links, regions: Sequence[Region], solids: RayScene, agent: Agent) -> Links:
    """Links that go as others do straight over an edge, but aslant: from where one of them starts to where another ends."""
    links = straight.chosen((straight.gap == 0.0) & (straight.run > agent.radius / 2.0))
    i, j = slanted(links, links.evened(np.array([one.span[0] for one in regions])))
    return leading_alike(links.chosen(i), links.end[j], regions, solids, agent)


def fanned(straight: Links, regions: Sequence[Region], solids: RayScene, agent: Agent) -> Links:
    """Narrow links as others are, but from a little beside where these start to as much beside where they end, or about.

    What is narrow is met by few of the places along an edge, so few links lead aslant from one of them to another.
    """
    from scipy.spatial import cKDTree

    narrow = straight.chosen(straight.narrow & (straight.run > agent.radius / 2.0))
    aside = np.arange(-FAN, FAN + 1)
    pair = np.stack(np.meshgrid(aside, aside), axis=-1).reshape(-1, 2)
    # The middle of an opening is about half-way.
    pair = pair[(np.abs(pair.sum(axis=1)) <= 1) & pair.any(axis=1)]
    models = narrow.chosen(np.repeat(np.arange(len(narrow)), len(pair)))
    shift = SPACING * np.tile(pair, (len(narrow), 1))[..., None] * sideways((models.end - models.start)[:, :2])[:, None]
    start, end = models.start.copy(), models.end.copy()
    start[:, :2] += shift[:, 0]
    end[:, :2] += shift[:, 1]
    use = np.ones(len(models), dtype=bool)
    for number, region in enumerate(regions):
        for places, home in ((start, models.start_region), (end, models.end_region)):
            rows = np.flatnonzero(use & (home == number))
            use[rows] = shapely.dwithin(region.polygon, shapely.points(places[rows, :2]), ON_OUTLINE)
            places[rows] = region.points(places[rows, :2])
    rows = np.flatnonzero(use)
    ends = np.column_stack([start, end])[rows]
    _, first = np.unique(np.round(ends / SAME_PLACE), axis=0, return_index=True)
    if len(first):
        known = cKDTree(np.column_stack([narrow.start, narrow.end]))
        first = first[known.query(ends[first])[0] > SAME_PLACE]
    rows = rows[np.sort(first)]
    return leading_alike(replace(models, start=start).chosen(rows), end[rows], regions, solids, agent)


def slanted(links: Links, level: FloatArray) -> tuple[IntArray, IntArray]:
    """Pairs of links of one kind and level (n,), such that from where the first starts to where the other ends is aslant."""
    from scipy.spatial import cKDTree

    if len(links) == 0:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    kind = np.stack([links.start_region, links.end_region, np.round(level / SAME_LEVEL), links.narrow], axis=1)
    _, kind_of = np.unique(kind, axis=0, return_inverse=True)
    # Far apart in a third direction, links of other kinds are never the nearest.
    tree = cKDTree(np.column_stack([links.end[:, :2], 1e3 * kind_of.reshape(-1)]))
    ahead = links.end[:, :2] - links.start[:, :2]
    aside = np.column_stack([-ahead[:, 1], ahead[:, 0]])
    first, second = [], []
    for tangent in ASLANT:
        wanted = np.column_stack([links.end[:, :2] + tangent * aside, 1e3 * kind_of.reshape(-1)])
        distance, other = tree.query(wanted, distance_upper_bound=SPACING)
        near = np.flatnonzero(np.isfinite(distance))
        first.append(near)
        second.append(np.asarray(other)[near])
    pair = np.unique(np.column_stack([np.concatenate(first), np.concatenate(second)]), axis=0)
    i, j = pair[pair[:, 0] != pair[:, 1]].T
    return i, j


def leading_alike(models: Links, ends: FloatArray, regions: Sequence[Region], solids: RayScene, agent: Agent) -> Links:
    """Those of the links from where models start to other ends (n, 3) that go over at about the same height above these."""
    rims = rims_on(planes_of([one.plane for one in regions]), np.stack([models.start_region, models.end_region]), agent.radius)
    met = crossings(solids, models.start, ends, agent, rim=rims.max(axis=0))
    higher = np.maximum(models.start, ends)[:, 2] - np.maximum(models.start, models.end)[:, 2]
    same = met.possible & (np.abs(met.level - models.level - higher) <= SAME_LEVEL) & (met.narrow == models.narrow)
    same &= met.across <= agent.limits.across + 2 * agent.limits.step
    start, end, level = models.start[same], ends[same], met.level[same]
    toward = end[:, :2] - start[:, :2]
    up, down = climbable(solids, start, level, toward, agent), climbable(solids, end, level, -toward, agent)
    return replace(
        plain(start, end, models.start_region[same], models.end_region[same], level),
        across=met.across[same],
        narrow=met.narrow[same],
        face_up=up.held,
        face_down=down.held,
        leans=np.column_stack([up.lean, down.lean]),
    )
