"""Line of sight and cover by the main rulebook."""

from types import MappingProxyType

from rules.sight.sight_rulings import body_rulings, plan_rulings
from rules.sight.verdict import SightRules, SightTopic
from rules.sight.verdict_reasons import body_reasons, plan_reasons
from rules.systems.main_rulebook.citations import CITATIONS

SECTIONS: MappingProxyType[SightTopic, str] = MappingProxyType(
    {
        "line of sight": "main-rulebook: Line of sight",
        "cover": "main-rulebook: Cover",
        "models as cover": "main-rulebook: Fighter's models as cover",
        "visible": "main-rulebook: Visible",
        "vision arc": "main-rulebook: Vision arc",
        "through walls": "main-rulebook: Measuring through walls and solid terrain features",
        "point blank": "main-rulebook: Point blank",
    }
)

FLAT = SightRules(
    "main-rulebook", plan_rulings, plan_reasons, full_cover=0.5, sections=SECTIONS, in_plan=True, citations=CITATIONS
)
"""Line of sight and cover in Zone Mortalis."""

SIGHT = SightRules(
    "main-rulebook", body_rulings, body_reasons, full_cover=0.5, sections=SECTIONS, flat=FLAT, citations=CITATIONS, by_rays=True
)
