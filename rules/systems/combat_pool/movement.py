"""Movement on foot and mounted. The reference says that models move, and no more: the numbers are Sightline's own."""

from dataclasses import replace
from types import MappingProxyType

from rules.movement.movement_end import STATES
from rules.movement.movement_rules import CostTable, MovementRules
from rules.systems.combat_pool.citations import own
from rules.systems.combat_pool.falls import FALLS

WAYS = own("moving over terrain")
CONTACT = own("contact")
NEVER = 1000.0
"""Inches of movement that nobody has: what costs so much is not done."""

COSTS = CostTable(
    climb=2.0,
    ladder=1.0,
    step=0.0,
    climb_to_drop=True,
    obstacle=2.0,
    thick=2.0,
    cross=1.0,
    cross_check=None,
    opening=1.0,
    door=1.0,
    leap=0.0,
    leap_check=0.0,
    leap_rounds_up=False,
    leap_characteristic=None,
    longest_leap=2.0,
    difficult=2.0,
    full_inches=None,
    danger_check=None,
    sections=MappingProxyType(
        dict.fromkeys(("climb", "ladder", "stairs", "step", "cross", "squeeze", "leap", "walk"), WAYS)
        | {"jump": own("jumps and falls")}
    ),
)

MOVEMENT = MovementRules(
    name="combat-pool",
    costs=COSTS,
    falls=FALLS,
    apart=1.0,
    passed="friends",
    across_obstacles=True,
    rests_on_obstacles=False,
    halfway=False,
    sections=MappingProxyType(dict.fromkeys(STATES, WAYS) | dict.fromkeys(("engage", "several", "no space"), CONTACT)),
)


def mounted(rules: MovementRules) -> MovementRules:
    """Movement in the saddle by such rules: no climbs, no ladders, no narrow openings; steps, obstacles and short leaps."""
    return replace(rules, costs=replace(rules.costs, climb=NEVER, ladder=NEVER, opening=NEVER))
