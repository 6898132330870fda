"""What paths cost by a rule system, where a move may end, and what is in its way.

- `path_rules`: the cheapest path of a figure to a place, and all in its reach; open it first. `no_path_reasons`: why none.
- Costs: `movement_rules` (what a rule system says, as one value), `link_costs` (those applied to links).
- `movement_end`: where a figure is when its movement is used up, and whether it may stay there.
- Others in the way: `keep_out_discs`, `making_room` (who is moved aside), `crossable_obstacles` (barricades and the like).
- Engaging: `engaging_paths` (a path into base contact), `base_contact` (the places for it), `cheapest_goal` (the best of many).
- Straight moves: `straight_walk` (along a line), `direct_move` (toward or away from somebody).
- `spatial_shift`: a figure that appears out of nowhere.
"""
