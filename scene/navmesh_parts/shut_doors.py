"""Closed doors put into a navmesh that was built with all of them open: what their leaves cut off, and what they lead to.

Only what is near a leaf changes. So it takes a fraction of a second where a navmesh built anew takes many.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from manifold3d import CrossSection, FillRule
from shapely.geometry.polygon import orient

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.geometry.ray_casting import RayScene
from scene.navmesh_parts.boundary_samples import samples
from scene.navmesh_parts.edge_links import over_edges
from scene.navmesh_parts.links import Links, joined, nothing
from scene.navmesh_parts.opening_links import through
from scene.navmesh_parts.railed_edges import Rails
from scene.navmesh_parts.region_visibility import LEEWAY, RegionVisibility
from scene.navmesh_parts.regions import TIDY, Region
from scene.navmesh_parts.roadmap import Roadmap, corners, touches
from scene.table.plan_outlines import Outline, geometry, grown, rectangle
from scene.table.table import Piece
from scene.walkable.agent import Agent
from scene.walkable.floor_levels import CRUMB, in_the_way
from scene.walkable.floor_plane import lengths_on, planes_of
from scene.walkable.openings import Opening, narrow_openings
from scene.walkable.swept_clearance import crossings

NEAR = 0.05
"""Inches from what a leaf cuts off, within which an outline is new."""
SAME = 0.05
"""Inches by which a link may have to go higher over a leaf than it does."""


@dataclass(frozen=True, eq=False)
class Cut:
    """Regions cut by leaves.

    Attributes:
        regions: all of them, those that were not cut as they were.
        parts: for each region that there was, the numbers of those that it became.
        new: (z,) whether a region is part of one that was cut.
        leaves: what the leaves take up, for the middle of a base.
        openings: through the doors.
    """

    regions: tuple[Region, ...]
    parts: tuple[tuple[int, ...], ...]
    new: BoolArray
    leaves: shapely.Geometry
    openings: tuple[Opening, ...]


def shut(
    regions: Sequence[Region],
    links: Links,
    roadmap: Roadmap,
    ends: tuple[IntArray, IntArray],
    doors: Sequence[Piece],
    solids: RayScene,
    agent: Agent,
) -> tuple[tuple[Region, ...], Links, Roadmap, tuple[IntArray, IntArray]]:
    """The parts of a navmesh with doors closed that were open.

    Args:
        regions, links, roadmap: of the navmesh.
        ends: the nodes of the roadmap where links start, and where they end.
        doors: that are closed now.
        solids: all that stands in the way now.
        agent: for whom it is.
    """
    cut = _cut(regions, doors, agent)
    visibility = RegionVisibility(cut.regions)
    home = _homes(cut, roadmap)
    kept = (home[ends[0]] >= 0) & (home[ends[1]] >= 0)
    kept[kept] = _past(links.chosen(kept), doors, agent)
    old = links.chosen(kept)
    start, end = ends[0][kept], ends[1][kept]
    old = replace(old, start_region=home[start], end_region=home[end])
    there = joined([_over(cut, visibility, solids, agent), through(cut.openings, cut.regions, solids, agent)])
    added = joined([there, there.reversed()])
    walks = _walks_left(cut, roadmap, home, visibility)
    whole, own = _with_nodes(cut, walks, added, visibility)
    number = np.cumsum(home >= 0) - 1
    first, last = np.split(own, 2)
    nodes = (np.concatenate([number[start], first]), np.concatenate([number[end], last]))
    return cut.regions, joined([old, added]), whole, nodes


def _cut(regions: Sequence[Region], doors: Sequence[Piece], agent: Agent) -> Cut:
    found: list[Region] = []
    parts: list[tuple[int, ...]] = []
    new: list[bool] = []
    gone: list[shapely.Geometry] = []
    openings: list[Opening] = []
    for region in regions:
        leaves = [(door, leaf) for door in doors if (leaf := _leaf(door, region, agent)) is not None]
        pieces = [region]
        if leaves:
            shadows = shapely.union_all([geometry(leaf) for _, leaf in leaves])
            gone.append(shadows)
            pieces = _parts(region, shadows, agent)
            openings += _openings(region, pieces, leaves, agent)
        parts.append(tuple(range(len(found), len(found) + len(pieces))))
        found += pieces
        new += [bool(leaves)] * len(pieces)
    return Cut(tuple(found), tuple(parts), np.array(new, dtype=bool), shapely.union_all(gone), tuple(openings))


def _leaf(door: Piece, region: Region, agent: Agent) -> Outline | None:
    """What a closed door takes from a region, for the middle of a base; None where it takes nothing."""
    low, high = region.plane.raised(agent.limits.step), region.plane.raised(agent.headroom)
    near = rectangle(*door.placed.bounds[:, :2])
    leaf = grown(in_the_way([door], low, high, near.offset(NEAR)), agent.radius)
    if leaf.is_empty() or not region.polygon.intersects(geometry(leaf)):
        return None
    return leaf


def _parts(region: Region, leaves: shapely.Geometry, agent: Agent) -> list[Region]:
    """What is left of a region, in connected parts."""
    rings = [np.concatenate([ring, ring[:1]]) for ring in region.rings]
    sides = shapely.linestrings(np.concatenate([np.stack([ring[:-1], ring[1:]], axis=1) for ring in rings]))
    lookup = shapely.STRtree(sides)
    is_open, brink = np.concatenate(region.open), np.concatenate(region.brink)
    rails = shapely.linestrings(region.railed)
    found = []
    for part in shapely.get_parts(shapely.difference(region.polygon, leaves)):
        if part.geom_type != "Polygon" or part.area < CRUMB:
            continue
        whole = orient(part)
        outline = tuple(np.asarray(ring.coords, dtype=np.float64)[:-1] for ring in (whole.exterior, *whole.interiors))
        of = [_sides_of(ring, lookup) for ring in outline]
        railed = (
            region.railed[shapely.dwithin(rails, whole, agent.limits.across + agent.radius)] if len(rails) else region.railed
        )
        found.append(
            replace(
                region,
                rings=outline,
                open=tuple(np.where(side >= 0, is_open[side], False) for side in of),
                brink=tuple(np.where(side >= 0, brink[side], False) for side in of),
                railed=railed,
            )
        )
    return found


def _sides_of(ring: FloatArray, lookup: shapely.STRtree) -> IntArray:
    """(k,) for each side of a ring the number of the old side that it is part of; -1 for what is new."""
    middle = shapely.points((ring + np.roll(ring, -1, axis=0)) / 2.0)
    row, side = lookup.query_nearest(middle, max_distance=TIDY, all_matches=False)
    found = np.full(len(ring), -1)
    found[row] = side
    return found


def _openings(region: Region, pieces: Sequence[Region], leaves: Sequence[tuple[Piece, Outline]], agent: Agent) -> list[Opening]:
    """The ways through closed doors: where one could walk if just that door were open."""
    whole, free = _outline([region]), _outline(pieces)
    found: list[Opening] = []
    for door, _ in leaves:
        gap = 2 * agent.radius
        here = rectangle(door.placed.bounds[0, :2] - gap, door.placed.bounds[1, :2] + gap)
        wider = whole ^ here
        for other, leaf in leaves:
            wider = wider - leaf if other is not door else wider
        found += narrow_openings(free, wider, 0.0, region.plane, door=True)
    return found


def _outline(regions: Sequence[Region]) -> Outline:
    return CrossSection([ring for region in regions for ring in region.rings], FillRule.Positive)


def _homes(cut: Cut, roadmap: Roadmap) -> IntArray:
    """(n,) the region of each node now; -1 for those that the leaves take."""
    home = np.array([parts[0] if parts else -1 for parts in cut.parts])[roadmap.region]
    for number, parts in enumerate(cut.parts):
        if not (parts and not cut.new[parts[0]]):
            rows = np.flatnonzero(roadmap.region == number)
            home[rows] = -1
            places = shapely.points(roadmap.xy[rows])
            for part in parts:
                home[rows[shapely.dwithin(cut.regions[part].polygon, places, LEEWAY)]] = part
    return home


def _past(links: Links, doors: Sequence[Piece], agent: Agent) -> BoolArray:
    """(n,) whether links lead past the leaves, or over them at their height."""
    free = np.ones(len(links), dtype=bool)
    for door in doors:
        low, high = door.placed.bounds[:, :2] + np.array([[-agent.radius - NEAR], [agent.radius + NEAR]])
        ends = np.stack([links.start[:, :2], links.end[:, :2]])
        near = np.flatnonzero(free & (ends.min(axis=0) <= high).all(axis=1) & (ends.max(axis=0) >= low).all(axis=1))
        if len(near) == 0:
            continue
        met = crossings(RayScene([door.placed]), links.start[near], links.end[near], agent)
        slim = links.narrow[near] | links.ladder[near] | ~met.narrow
        free[near] = met.possible & slim & (met.level <= links.level[near] + SAME)
    return free


def _over(cut: Cut, visibility: RegionVisibility, solids: RayScene, agent: Agent) -> Links:
    """Links over the leaves, from their sides."""
    edge = samples(cut.regions)
    near = cut.new[edge.region] & shapely.dwithin(cut.leaves, shapely.points(edge.xy), NEAR)
    rows = np.flatnonzero(near)
    if len(rows) == 0:
        return nothing()
    beside = replace(edge, xy=edge.xy[rows], out=edge.out[rows], region=edge.region[rows], brink=edge.brink[rows])
    return over_edges(beside, cut.regions, Rails(cut.regions), visibility, solids, agent)


def _walks_left(cut: Cut, roadmap: Roadmap, home: IntArray, visibility: RegionVisibility) -> Roadmap:
    """The nodes that are left, and the walks between them."""
    kept = home >= 0
    a, b = roadmap.a, roadmap.b
    use = kept[a] & kept[b] & (home[a] == home[b])
    low, high = np.array(cut.leaves.bounds).reshape(2, 2) if not cut.leaves.is_empty else np.zeros((2, 2))
    ends = np.stack([roadmap.xy[a], roadmap.xy[b]])
    rows = np.flatnonzero(
        use & cut.new[home[a]] & (ends.min(axis=0) <= high).all(axis=1) & (ends.max(axis=0) >= low).all(axis=1)
    )
    use[rows] = visibility.sees(home[a[rows]], *ends[:, rows])
    node = np.cumsum(kept) - 1
    return Roadmap(roadmap.xy[kept], home[kept], roadmap.beside[kept], node[a[use]], node[b[use]], roadmap.length[use])


def _with_nodes(cut: Cut, left: Roadmap, added: Links, visibility: RegionVisibility) -> tuple[Roadmap, IntArray]:
    """The roadmap with the ends of new links and the corners of leaves as further nodes, and the numbers of the former."""
    corner, beside, owner = corners(cut.regions)
    new = np.flatnonzero(cut.new[owner])
    new = new[shapely.dwithin(cut.leaves, shapely.points(corner[new]), NEAR)]
    places = np.concatenate([corner[new], added.start[:, :2], added.end[:, :2]])
    around = np.concatenate([beside[new], *(np.repeat(end[:, None, :2], 2, axis=1) for end in (added.start, added.end))])
    region = np.concatenate([owner[new], added.start_region, added.end_region])
    first = len(left.xy)
    xy, home = np.concatenate([left.xy, places]), np.concatenate([left.region, region])
    sides = np.concatenate([left.beside, around])
    pairs = [np.zeros((2, 0), dtype=np.int64)]
    for own in range(first, len(xy)):
        others = np.flatnonzero(home[:own] == home[own])
        here = np.broadcast_to(xy[own], (len(others), 2))
        good = touches(here, np.broadcast_to(sides[own], (len(others), 2, 2)), xy[others])
        others = others[good & touches(xy[others], sides[others], here)]
        others = others[visibility.sees(home[others], np.broadcast_to(xy[own], (len(others), 2)), xy[others])]
        pairs.append(np.stack([others, np.full(len(others), own)]))
    a, b = np.concatenate(pairs, axis=1)
    planes = planes_of([one.plane for one in cut.regions])
    length = np.concatenate([left.length, lengths_on(planes, home[a], xy[a] - xy[b])])
    whole = Roadmap(xy, home, sides, np.concatenate([left.a, a]), np.concatenate([left.b, b]), length)
    return whole, first + len(new) + np.arange(2 * len(added))
