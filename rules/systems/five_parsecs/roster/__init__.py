"""Sheets of crews and enemies, and the files that they are written in.

- `combat_sheet`: the values; open it first.
- Crews: `crew_reading`; `crew_form` is what a new one is asked for.
- Enemies: `enemy_reading`; `enemy_rows` for figures alike and guardians, `arrivals` for those who come later.
- Both: `sheet_reading` and `sheet_writing`, `battle_weapons`.
- Tables of a die: `die_table`; `escalation` and `loot` are two.
"""
