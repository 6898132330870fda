"""What can be walked on and what is in the way: floors and their edges, obstacles, ladders, stairs, openings, agents.

- `agent`, `agent_limits`: who walks; what bodies can do at most.
- `floors`, `floor_levels`, `local_floors`: floors of a piece; of a table, by height; near one place.
- `floor_edges`: edges that somebody could go over, drops and rails.
- `winding`: which side of a mesh is outside, and whether its winding tells.
- `obstacles`, `openings`: what stands in the way; gaps to squeeze through and closed doors.
- `ladders`, `stairs`, `stair_treads`: found in the meshes of pieces.
- `climbable_faces`, `swept_clearance`: whether there is a face to climb; whether a figure gets straight across.
"""
