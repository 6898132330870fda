"""Line of sight and hidden share as they are measured; other figures stop a line, too."""

from rules.citations import Reason
from rules.sight.sight_rulings import measured_rulings
from rules.sight.verdict import Measured, SightQuestion, SightRules, SightRuling
from rules.sight.verdict_reasons import hidden_text, line_reasons
from scene.table.table import Table

NAME = "geometry"


def reasons(_table: Table, question: SightQuestion, ruling: SightRuling, measured: Measured) -> list[Reason]:
    """What was measured, without any rulebook."""
    lines = line_reasons(question, ruling, NAME)
    if ruling.geometry:
        lines.append(Reason(hidden_text(question.target, ruling.geometry), NAME))
    return [*lines, Reason(measured.arc.text, NAME)]


SIGHT = SightRules(NAME, measured_rulings, reasons)
