"""All ways of a table, found from its zones, openings, ladders and stairs."""

from collections.abc import Sequence

from scene.geometry.ray_casting import RayScene
from scene.navmesh_parts.ascent_links import up_ladder, up_stairs, with_slopes
from scene.navmesh_parts.boundary_samples import both, samples
from scene.navmesh_parts.edge_links import aslant, over_edges
from scene.navmesh_parts.leap_links import leaps
from scene.navmesh_parts.links import Links, joined, nothing
from scene.navmesh_parts.opening_links import before_windows, down_hatches, through
from scene.navmesh_parts.railed_edges import Rails
from scene.navmesh_parts.railed_leap_links import over_rails
from scene.navmesh_parts.region_visibility import Walls
from scene.navmesh_parts.regions import Region
from scene.walkable.agent import Agent
from scene.walkable.ladders import Ladder
from scene.walkable.openings import Opening
from scene.walkable.stairs import Stairs


def found_ways(
    zones: Sequence[Region],
    openings: Sequence[Opening],
    walls: Walls,
    solids: RayScene,
    walker: Agent,
    ladders: Sequence[Ladder],
    flights: Sequence[Stairs],
) -> Links:
    """All ways of a table, both ways."""
    if not zones:
        return nothing()
    edge, rails = samples(zones), Rails(zones)
    straight = over_edges(both(edge, before_windows(zones, solids, walker)), zones, rails, walls, solids, walker)
    there = [straight, aslant(straight, solids, walker), leaps(edge, zones, solids, walker)]
    there.append(over_rails(zones, rails, walls, solids, walker))
    there.append(down_hatches(zones, walls, solids, walker))
    there.append(through(openings, zones, solids, walker))
    there += [up_ladder(ladder, zones, solids, walker) for ladder in ladders]
    there += [up_stairs(flight, zones, solids, walker) for flight in flights]
    ways = with_slopes(joined(there), zones, flights)
    return joined([ways, ways.reversed()])
