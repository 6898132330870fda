"""Line of sight, cover and hiding.

The reference says to check range and line of sight, and no more: both are judged as the main rulebook does, past models and by
the hidden share. Shooters may turn, and ranges are measured whatever stands between. Hiding is Sightline's own.

Sources: combat-pool: Shooting, Hide or rest. Sightline's own: docs/rules-combat-pool.md, cover, hiding.
"""

from types import MappingProxyType

from rules.citations import Reason
from rules.sight.sight_rulings import body_rulings
from rules.sight.verdict import Measured, SightQuestion, SightRules, SightRuling, SightTopic, is_hiding
from rules.sight.verdict_reasons import cover_reasons, line_reasons
from rules.systems.combat_pool.citations import own
from scene.table.table import Table

FOUND = 6.0
"""Inches within which whoever sees a model that hides finds it."""
SECTIONS: MappingProxyType[SightTopic, str] = MappingProxyType(
    {
        "line of sight": "combat-pool: Shooting",
        "cover": own("cover"),
        "models as cover": own("cover"),
        "visible": "combat-pool: Shooting",
        "vision arc": own("cover"),
        "hiding": own("hiding"),
    }
)


def reasons(rules: SightRules, table: Table, question: SightQuestion, ruling: SightRuling, measured: Measured) -> list[Reason]:
    """Why there is a line and which cover, and whether a model that hides is found."""
    lines = [*line_reasons(question, ruling, SECTIONS["line of sight"]), *cover_reasons(rules, question, ruling, table)]
    shooter, target = question.shooter.called, question.target.called
    if not measured.inside:
        lines.append(Reason(f"{shooter} may turn to {target}: facing plays no part", SECTIONS["vision arc"]))
    if question.target.hides and rules.found is not None:
        far = f'{target} hides, and {shooter} is {measured.distance:.1f}" away'
        found = (
            "too far to find it" if is_hiding(rules, question.target, measured.distance) else "near enough to find it in sight"
        )
        lines.append(Reason(f"{far}: {found}", SECTIONS["hiding"]))
    return lines


SIGHT = SightRules(
    "combat-pool", body_rulings, reasons, full_cover=0.5, sections=SECTIONS, found=FOUND, turns=True, by_rays=True
)
