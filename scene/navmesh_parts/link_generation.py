"""Generation of all links of a table, from its regions, openings, ladders and stairs."""

from collections.abc import Sequence

from scene.geometry.ray_casting import RayScene
from scene.navmesh_parts.ascent_links import up_ladder, up_stairs, with_slopes
from scene.navmesh_parts.boundary_samples import both, samples
from scene.navmesh_parts.edge_links import aslant, fanned, over_edges
from scene.navmesh_parts.leap_links import leaps
from scene.navmesh_parts.links import Links, joined, nothing
from scene.navmesh_parts.opening_links import before_windows, down_hatches, through
from scene.navmesh_parts.railed_edges import Rails
from scene.navmesh_parts.railed_leap_links import over_rails
from scene.navmesh_parts.region_visibility import RegionVisibility
from scene.navmesh_parts.regions import Region
from scene.walkable.agent import Agent
from scene.walkable.ladders import Ladder
from scene.walkable.openings import Opening
from scene.walkable.stairs import Stairs


def found_links(
    regions: Sequence[Region],
    openings: Sequence[Opening],
    visibility: RegionVisibility,
    solids: RayScene,
    agent: Agent,
    ladders: Sequence[Ladder],
    flights: Sequence[Stairs],
) -> Links:
    """All links of a table, both ways."""
    if not regions:
        return nothing()
    edge, rails = samples(regions), Rails(regions)
    straight = over_edges(both(edge, before_windows(regions, solids, agent)), regions, rails, visibility, solids, agent)
    passed = through(openings, regions, solids, agent)
    there = [straight, aslant(straight, regions, solids, agent), leaps(edge, regions, solids, agent), passed]
    there.append(fanned(joined([straight, passed]), regions, solids, agent))
    there.append(over_rails(regions, rails, visibility, solids, agent))
    there.append(down_hatches(regions, visibility, solids, agent))
    there += [up_ladder(ladder, regions, solids, agent) for ladder in ladders]
    there += [up_stairs(flight, regions, solids, agent) for flight in flights]
    links = with_slopes(joined(there), regions, flights, agent.limits.step)
    return joined([links, links.reversed()])
