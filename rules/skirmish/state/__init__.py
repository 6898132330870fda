"""The state of a battle as a value, what can be asked of it, and how it begins.

- `battle_state`: the battle, its fighters and gangs as values; open it first. `initial_state`: the first one.
- Asked of it: `battle_sight` (figures, sight, distances), `battle_navmesh` (paths), `characteristics` (and checks).
- `status_changes`: pinned, seriously injured, out of action, fled.
- `action`: what an action is, and whether a fighter may take it.
- `placement`: good places on the table, and places as people write them.
- `scenario` and `scenario_reading`: deployment areas, objectives, victory; and the files for them.
"""
