"""Movement by the main rulebook."""

from types import MappingProxyType

from rules.movement.movement_rules import CostTable, MovementRules
from rules.systems.main_rulebook.falls import FALLS

COSTS = CostTable(
    climb=2.0,
    ladder=1.0,
    step=0.0,
    climb_to_drop=True,
    obstacle=2.0,
    thick=2.0,
    cross=2.0,
    cross_check="initiative",
    opening=0.0,
    door=None,
    leap=0.5,
    leap_check=1.0,
    leap_rounds_up=True,
    leap_characteristic="initiative",
    longest_leap=None,
    difficult=2.0,
    full_inches=None,
    danger_check="initiative",
    sections=MappingProxyType(
        {
            "climb": "main-rulebook: Climbing",
            "ladder": "main-rulebook: Ladders and stairs",
            "stairs": "main-rulebook: Ladders and stairs",
            "step": "main-rulebook: Stepping up",
            "cross": "main-rulebook: Barricades and obstacles",
            "squeeze": "main-rulebook: Gaps in terrain",
            "leap": "main-rulebook: Leaping gaps",
            "jump": "main-rulebook: Jumping down",
            "walk": "main-rulebook: Terrain types",
        }
    ),
)

MOVEMENT = MovementRules(
    name="main-rulebook",
    costs=COSTS,
    falls=FALLS,
    apart=1.0,
    passed="friends",
    across_obstacles=True,
    rests_on_obstacles=False,
    halfway=True,
    sections=MappingProxyType(
        {
            "mid-climb": "main-rulebook: Climbing",
            "on a ladder": "main-rulebook: Climbing",
            "mid-air": "main-rulebook: Leaping gaps",
            "on an obstacle": "main-rulebook: Continuing movement",
            "in an opening": "main-rulebook: Continuing movement",
            "on a base": "main-rulebook: Continuing movement",
            "within an inch of an enemy": 'main-rulebook: The 1" rule and engaging enemies',
            "engage": "main-rulebook: Engaging an enemy",
            "several": "main-rulebook: Multiple enemies to engage",
            "no space": "main-rulebook: Not enough space for engaging fighter",
        }
    ),
)
