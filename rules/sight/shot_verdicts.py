"""Verdicts on disputed shots: line of sight, vision arc, cover, distance and the reasons."""

from collections.abc import Sequence

from rules.citations import Reason
from rules.sight.sight_rulings import sight_rulings
from rules.sight.verdict import FULL_EFFORT, Effort, Measured, SightQuestion, SightRules, SightRuling, Verdict
from rules.sight.vision_arc import in_vision_arc
from scene.measuring.distance import blocked_by, nearest
from scene.table.table import Table


def settle_shots(
    table: Table, questions: Sequence[SightQuestion], *, rules: SightRules, effort: Effort = FULL_EFFORT
) -> list[Verdict]:
    """The verdict on every question; they are worked on together."""
    found = sight_rulings(table, questions, rules=rules, effort=effort)
    return [_verdict(table, question, ruling, rules) for question, ruling in zip(questions, found, strict=True)]


def _verdict(table: Table, question: SightQuestion, ruling: SightRuling, rules: SightRules) -> Verdict:
    shooter, target = question.shooter, question.target
    arc = in_vision_arc(shooter, target, question.arc)
    distance, in_the_way = nearest(shooter, target).distance, blocked_by(table.terrain, shooter, target)
    said = Reason(arc.because.text, rules.sections["vision arc"])
    because = rules.reasons(rules, table, question, ruling, Measured(said, arc.inside, distance, in_the_way))
    return Verdict(
        question, rules, ruling, arc.inside or rules.turns, distance, in_the_way, _cited(rules, because), table.terrain_known
    )


def _cited(rules: SightRules, because: Sequence[Reason]) -> tuple[Reason, ...]:
    return tuple(because) if rules.citations is None else rules.citations.reasons(tuple(because))
