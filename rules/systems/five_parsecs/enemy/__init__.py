"""Enemies that play by their tables: each of them, or each group, acts as its AI type says, and the player may overrule it.

- `enemy_activation`: the whole activation of an enemy and of its group; open it first.
- `ai_tables`: the rows of the tables and the base conditions, as data.
- `base_conditions`: when the base conditions hold.
- `place_behaviours`: what the rows mean on a table with walls, heights and ledges.
- `type_behaviours`: rampaging enemies, beasts and guardians.
- `enemy_plan`: what an enemy is about to do, and why.
- `destinations`: the best place for what is wanted, proven, and the way there.
- `plan_making`: from a row to a plan.
- `enemy_fire`: with what and at whom an enemy fires.
- `overruling`: the plan is shown, and what a person types instead.
- `activation_end`: facing, overwatch, skulking.
- `shock_moves`: what shock makes of a move, of crew and enemies.
- `prospects`: lines, cover and distances from the places in reach.
"""
