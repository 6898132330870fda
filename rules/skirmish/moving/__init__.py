"""Actions that move a fighter, moves not of his own will, and what he carries.

- Actions: `move_actions` (Move), `charge_action`, `crawl_actions` (Crawl, Stand up, Take cover), `facing_action` (Turn).
- `walk_resolution`: going along a path with its checks; `contact_resolution`: going into base contact. Actions share them.
- `forced_moves`: knocked back, or running about on fire.
- `carrying`: objects and injured friends: taken up, dragged along, let go.
"""
