"""Cheapest paths over a navigation mesh at prices that somebody else sets, and all that is in reach.

- `route_search`: Dijkstra over the roadmap and the links; `search_graph`: the graph without prices.
- `region_lookup`: the region that holds a place, or the nearest one; `region_outlines`: outlines as curves.
- `string_pulling`: routes pulled taut; `candidate_routes`: which ones; `link_sliding`, `link_checks`: their choices.
- `blocking_discs`, `blocked_edges`: figures to keep away from, and what of a navmesh they bar.
- `measurable_discs`: how far around somebody one can measure.
- `reachable_area`, `last_walk`: all places in reach of some movement.
- `path_legs`: the answer, legs with cost and checks.
"""
