"""Sheets of crews and enemies.

- `combat_sheet`: the values; open it first.
"""
