"""Fighters, weapons and gangs as values, and the files that they are written in.

- Values: `gang` (gangs and fighters), `profile` (characteristics), `weapon` (weapon profiles and traits).
- Gang files: `gang_reading` and `gang_writing`; `weapon_reading` for the weapons in them.
- `gang_formats`: gang files that only one rule system has; `gang_form`: what is asked for one.
- `armoury`: weapons, wargear and skills by name, which gang files refer to.
- `toml_reading` and `toml_writing`: the TOML of all these files and of scenarios, as the rulebook's cards write values.
"""
