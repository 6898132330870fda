"""Fire and brawls.

- `fire_attack`: an attack with ranged weapons, and what the targets may do about it; open it first.
- `hit_rolls`: what each shot needs, and who is hit.
- `brawl`: brawling combat.
- `fire_odds`: exact odds of an attack.
"""
