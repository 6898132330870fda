"""All ways of a table, found from its zones, openings, ladders and stairs."""

from collections.abc import Sequence

from scene.flights import up_ladder, up_stairs, with_slopes
from scene.ladders import Ladder
from scene.leaps import leaps
from scene.openings import Opening
from scene.overways import aslant, over_edges
from scene.railed import over_rails
from scene.rails import Rails
from scene.rays import RayScene
from scene.samples import both, samples
from scene.stairs import Stairs
from scene.walker import Walker
from scene.walls import Walls
from scene.ways import Ways, joined, nothing
from scene.windows import before_windows, down_hatches, through
from scene.zones import Zone


def found_ways(
    zones: Sequence[Zone],
    openings: Sequence[Opening],
    walls: Walls,
    solids: RayScene,
    walker: Walker,
    ladders: Sequence[Ladder],
    flights: Sequence[Stairs],
) -> Ways:
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
