"""Line of sight and cover by the main rulebook."""

from rules.sight.sight_rulings import body_rulings, plan_rulings
from rules.sight.verdict import SightRules
from rules.sight.verdict_reasons import body_reasons, plan_reasons

FLAT = SightRules("main-rulebook", plan_rulings, plan_reasons, in_plan=True)
"""Line of sight and cover in Zone Mortalis."""

SIGHT = SightRules("main-rulebook", body_rulings, body_reasons, flat=FLAT)
