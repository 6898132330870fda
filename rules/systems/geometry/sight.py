"""Line of sight and hidden share as they are measured; other figures stop a line, too."""

import math
from collections.abc import Sequence
from types import MappingProxyType

from rules.citations import Reason
from rules.sight.sight_rulings import measured_rulings
from rules.sight.verdict import Effort, Measured, SightQuestion, SightRules, SightRuling
from rules.sight.verdict_reasons import hidden_text, line_reasons
from scene.table.table import Table
from scene.visibility.line_of_sight import Witness

NAME = "geometry"


def judge(
    _rules: SightRules, table: Table, questions: Sequence[SightQuestion], effort: Effort, known: Sequence[Sequence[Witness]]
) -> list[SightRuling]:
    """What is measured, and no cover."""
    return measured_rulings(table, questions, effort, known)


def reasons(
    _rules: SightRules, _table: Table, question: SightQuestion, ruling: SightRuling, measured: Measured
) -> list[Reason]:
    """What was measured, without any rulebook."""
    lines = line_reasons(question, ruling, NAME)
    if ruling.geometry:
        lines.append(Reason(hidden_text(question.target, ruling.geometry), NAME))
    return [*lines, measured.arc]


SIGHT = SightRules(NAME, judge, reasons, full_cover=math.inf, sections=MappingProxyType({"vision arc": NAME}), by_rays=True)
