"""All ground of a table for one kind of walker: zones, the ways between them, and the net of straight walks."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scene.keep import kept
from scene.ladders import ladders
from scene.mesh import FloatArray, IntArray, joined
from scene.net import Net, net
from scene.rays import RayScene
from scene.stairs import stairs
from scene.table import Terrain
from scene.upward import upward_shadow
from scene.walls import Walls
from scene.ways import Ways, found_ways
from scene.zones import Walker, Zone, stands_in_the_way, zones

Advance = Callable[[float], None]


@dataclass(frozen=True, eq=False)
class Ground:
    """Where a walker can stand and go.

    Attributes:
        walker: for whom.
        zones: the places for the middle of its base.
        ways: all ways.
        way_start, way_end: (w,) the nodes of the net where they start and end.
        net: the straight walks.
        solids: all that stands in the way.
    """

    walker: Walker
    zones: tuple[Zone, ...]
    ways: Ways
    way_start: IntArray
    way_end: IntArray
    net: Net
    solids: RayScene

    @cached_property
    def walls(self) -> Walls:
        """The outlines of the zones, to look along their floors."""
        return Walls(self.zones)

    @cached_property
    def heights(self) -> FloatArray:
        """(z,) the height of each zone."""
        return np.array([zone.z for zone in self.zones])


def solid_rays(terrain: Terrain) -> RayScene:
    """All that stands in a figure's way."""
    meshes = []
    for piece in terrain.pieces:
        if stands_in_the_way(piece):
            meshes.append(joined(piece.placed, upward_shadow(piece.placed)) if piece.infinite_height else piece.placed)
    return RayScene(meshes)


def build(terrain: Terrain, size: tuple[float, float], walker: Walker, advance: Advance = lambda _share: None) -> Ground:
    """Works the ground out."""
    places, openings = zones(terrain, size, walker, lambda share: advance(0.6 * share))
    walls, solids = Walls(places), solid_rays(terrain)
    ways = found_ways(places, openings, walls, solids, walker, ladders(terrain), stairs(terrain))
    advance(0.8)
    ends = np.concatenate([ways.start[:, :2], ways.end[:, :2]])
    home = np.concatenate([ways.start_zone, ways.end_zone])
    _, first, node = np.unique(np.column_stack([home, np.round(ends, 5)]), axis=0, return_index=True, return_inverse=True)
    walks = net(places, ends[first], home[first], walls, lambda share: advance(0.8 + 0.2 * share))
    start, end = node.reshape(2, -1)
    return Ground(walker, tuple(places), ways, start, end, walks, solids)


@kept
def _grounds(_terrain: Terrain) -> dict[tuple[tuple[float, float], Walker], Ground]:
    """The grounds of a terrain that were worked out so far."""
    return {}


def ground_of(terrain: Terrain, size: tuple[float, float], walker: Walker, advance: Advance = lambda _share: None) -> Ground:
    """The ground of a table for a walker, worked out once."""
    known = _grounds(terrain)
    if (size, walker) not in known:
        known[size, walker] = build(terrain, size, walker, advance)
    return known[size, walker]
