"""Ranged attacks from the choice of a target to the hits.

- `shoot_actions`: the Shoot and Aim actions; open it first. `reload_action`: Reload.
- `target_choice`: who can be shot at.
- Shots: `volley` (all of one action), `shot_hit_roll` (the hit roll and its modifiers), `stray_shots` (who else is hit).
- Templates: `blast_attack` and `flame_attack`.
- What follows: `ranged_hits` (who is struck), `ammo_checks` (firepower dice, out of ammo).
"""
