"""Movement by Five Parsecs From Home."""

import math
from types import MappingProxyType

from rules.movement.movement_end import STATES
from rules.movement.movement_rules import CostTable, MovementRules
from rules.systems.five_parsecs.falls import FALLS

COSTS = CostTable(
    climb=1.0,
    ladder=1.0,
    step=1.0,
    climb_to_drop=False,
    obstacle=math.inf,
    thick=2.0,
    cross=None,
    cross_check=None,
    opening=2.0,
    door=1.0,
    leap=0.0,
    leap_check=0.0,
    leap_rounds_up=False,
    leap_characteristic=None,
    longest_leap=2.0,
    difficult=1.5,
    full_inches=2.0,
    danger_check=None,
    sections=MappingProxyType(
        {
            "climb": "five-parsecs: Moving up and down",
            "ladder": "five-parsecs: Moving up and down",
            "stairs": "five-parsecs: Movement action",
            "step": "five-parsecs: Moving up and down",
            "cross": "five-parsecs: Moving up and down",
            "squeeze": "five-parsecs: Movement action",
            "leap": "five-parsecs: Leaping",
            "jump": "five-parsecs: Jumping",
            "walk": "five-parsecs: Movement action",
        }
    ),
)

MOVEMENT = MovementRules(
    name="five-parsecs",
    costs=COSTS,
    falls=FALLS,
    apart=0.0,
    passed="nobody",
    across_obstacles=False,
    rests_on_obstacles=True,
    halfway=False,
    sections=MappingProxyType(
        dict.fromkeys(STATES, "five-parsecs: Movement action")
        | dict.fromkeys(("engage", "several", "no space"), "five-parsecs: Brawling combat")
    ),
)
