"""A battle as a value, and its procedures, by the main rulebook.

- `state`: the battle as a value, what can be asked of it, scenarios, placement, what an action is.
- `phases`: deployment, priority, activation, end phase, and the rounds that they make up.
- Actions: `moving` (walks, charges, carrying, forced moves), `shooting`, `melee` (close combat and retreat).
- What follows: `injury` (hits and falls), `morale` (nerve tests).
- `opponent`: the program as a player.
- `attack_odds`: exact odds of one attack, from the procedures themselves.
"""
