"""The navigation mesh of a table for one kind of agent: walkable regions, the links between them, and the roadmap."""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from scene.base.disk_cache import fetched, keep
from scene.base.memo import memoized
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.geometry.ray_casting import RayScene
from scene.navmesh.navmesh_file import NavMeshParts, navmesh_key, packed, unpacked
from scene.navmesh.shared_build import helper, together
from scene.navmesh_parts.link_generation import found_links
from scene.navmesh_parts.railed_edges import Rails
from scene.navmesh_parts.region_visibility import RegionVisibility
from scene.navmesh_parts.regions import regions, survey
from scene.navmesh_parts.roadmap import roadmap
from scene.navmesh_parts.shut_doors import shut
from scene.table.changed_pieces import all_open, closed_doors
from scene.table.table import Terrain
from scene.walkable.agent import Agent
from scene.walkable.floor_plane import heights_on, lengths_on, planes_of
from scene.walkable.ladders import ladders
from scene.walkable.obstacles import Solids, solids
from scene.walkable.stairs import stairs

Advance = Callable[[float], None]


@dataclass(frozen=True, eq=False)
class NavMesh(NavMeshParts):
    """Where an agent can stand and go.

    Attributes:
        agent: for whom.
        solid: all that stands in the way.
    """

    agent: Agent
    solid: Solids

    @property
    def solids(self) -> RayScene:
        """All that stands in the way, for rays."""
        return self.solid.rays

    @cached_property
    def visibility(self) -> RegionVisibility:
        """The outlines of the regions, to look along their floors."""
        return RegionVisibility(self.regions)

    @cached_property
    def rails(self) -> Rails:
        """The edges of floors that bases do not come to."""
        return Rails(self.regions)

    @cached_property
    def priced(self) -> dict[Any, Any]:
        """What `scene.pathfinding.route_search.priced_navmesh` has worked out on this navmesh, by its prices."""
        return {}

    @cached_property
    def planes(self) -> FloatArray:
        """(z, 3) what the plane of each region rises along x and along y, and its height at the origin."""
        return planes_of([region.plane for region in self.regions])

    @cached_property
    def bounds(self) -> tuple[FloatArray, FloatArray]:
        """(z, 2) the least, and (z, 2) the greatest x and y of each region."""
        rings = [region.rings[0] for region in self.regions]
        low, high = (np.array([end(ring, axis=0) for ring in rings]).reshape(-1, 2) for end in (np.min, np.max))
        return low, high

    @cached_property
    def lowest(self) -> FloatArray:
        """(z,) the lowest height of each region."""
        return np.array([region.span[0] for region in self.regions])

    def heights(self, region: IntArray, xy: FloatArray) -> FloatArray:
        """(...) the heights of regions (...) at places (..., 2)."""
        return heights_on(self.planes, region, xy)

    def heights_at(self, place: FloatArray) -> FloatArray:
        """(z,) the height of each region at a place (2,), or above or below it."""
        return heights_on(self.planes, np.arange(len(self.planes)), place[None])

    def lengths(self, region: IntArray, way: FloatArray) -> FloatArray:
        """(...) how long straight walks (..., 2) in plan are in space, in regions (...)."""
        return lengths_on(self.planes, region, way)

    def near(self, place: FloatArray, radius: float) -> BoolArray:
        """(z,) whether regions come, as far as their bounds tell, within ``radius`` of a place (2,); inches."""
        low, high = self.bounds
        return np.asarray(((place - place.clip(low, high)) ** 2).sum(axis=1) <= radius**2)


def build(terrain: Terrain, size: tuple[float, float], agent: Agent, advance: Advance = lambda _share: None) -> NavMeshParts:
    """Builds the parts of a navmesh."""
    with helper(terrain, size, agent) as helped:
        floors = survey(terrain, size, agent)
        solid, climbs, flights = solids(terrain).rays, ladders(terrain), stairs(terrain)
        found = together(floors, helped, lambda share: advance(0.6 * share))
    places, openings = regions(found, solids(terrain), agent)
    visibility = RegionVisibility(places)
    links = found_links(places, openings, visibility, solid, agent, climbs, flights)
    advance(0.8)
    ends = np.concatenate([links.start[:, :2], links.end[:, :2]])
    home = np.concatenate([links.start_region, links.end_region])
    _, first, node = np.unique(np.column_stack([home, np.round(ends, 5)]), axis=0, return_index=True, return_inverse=True)
    walks = roadmap(places, ends[first], home[first], visibility, lambda share: advance(0.8 + 0.2 * share))
    start, end = node.reshape(2, -1)
    return NavMeshParts(tuple(places), links, start, end, walks)


Builder = Callable[[Terrain, tuple[float, float], Agent, Advance], NavMeshParts]
builder: ContextVar[Builder | None] = ContextVar("builder", default=None)
"""What builds navmeshes in place of `build`, for threads that must not hold others up; each thread has its own."""


@memoized
def _navmeshes(_terrain: Terrain) -> dict[tuple[tuple[float, float], Agent], NavMesh]:
    """The navmeshes of a terrain that were built so far."""
    return {}


def navmesh_of(terrain: Terrain, size: tuple[float, float], agent: Agent, advance: Advance = lambda _share: None) -> NavMesh:
    """The navmesh of a table for an agent, built once: kept beside the terrain, and on disk for the next run."""
    known = _navmeshes(terrain)
    if (size, agent) not in known:
        opened = all_open(terrain)
        layout = _layout(terrain, size, agent, advance) if opened is None else _changed(terrain, opened, size, agent, advance)
        # Another thread may have been faster, and there is one of each.
        known.setdefault((size, agent), NavMesh(**vars(layout), agent=agent, solid=solids(terrain)))
    return known[size, agent]


def _changed(terrain: Terrain, opened: Terrain, size: tuple[float, float], agent: Agent, advance: Advance) -> NavMeshParts:
    """The same with doors closed as on a terrain, from the navmesh with all of them open: that alone is built anew."""
    free, doors = navmesh_of(opened, size, agent, advance), closed_doors(terrain)
    if not doors:
        return NavMeshParts(free.regions, free.links, free.link_start, free.link_end, free.roadmap)
    ends = (free.link_start, free.link_end)
    regions, links, walks, (start, end) = shut(free.regions, free.links, free.roadmap, ends, doors, solids(terrain).rays, agent)
    return NavMeshParts(regions, links, start, end, walks)


def _layout(terrain: Terrain, size: tuple[float, float], agent: Agent, advance: Advance) -> NavMeshParts:
    """From disk, or built and put there."""
    key = navmesh_key(terrain, size, agent)
    content = fetched(key)
    layout = unpacked(content, key) if content is not None else None
    if layout is None:
        layout = (builder.get() or build)(terrain, size, agent, advance)
        keep(key, packed(layout, key))
    advance(1.0)
    return layout
