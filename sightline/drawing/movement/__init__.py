"""Pictures of movement: paths and reachable ground.

A path as a whole is drawn by `path_picture`: its lines over the table by `path_lines`, its section by `path_section`, the list
of its legs by `path_table`. A reach as a whole is drawn by `reach_picture`: its levels are told apart by `reach_levels`, each
is laid open by `reach_plan`, and the colours of costs and checks are laid on the table by `reach_paint`.
"""
