"""The parts of a navigation mesh: walkable regions, links between them, the roadmap of straight walks.

- `regions`: where the middle of a base can be; `region_visibility`: which places of a region see one another.
- `links`: the value; `link_generation`: all links of a table, from the modules below.
- `edge_links`, `leap_links`, `railed_leap_links`: over edges, over gaps, over gaps behind rails.
- `opening_links`, `ascent_links`: through windows, doors and hatches; up ladders and stairs.
- `boundary_samples`, `railed_edges`: places from which links are tried; edges behind rails.
- `roadmap`: straight walks between corners of regions and ends of links.
"""
