"""Verdicts on disputed shots: line of sight, vision arc, cover, distance and the reasons."""

from collections.abc import Sequence

from rules.citations import Reason
from rules.sight.sight_rulings import FULL_EFFORT, Effort, sight_rulings
from rules.sight.verdict import SightQuestion, SightRuling, System, Verdict
from rules.sight.verdict_reasons import POINT_BLANK, POINT_BLANK_INCHES, THROUGH_WALLS, VISIBLE, measured, reasons
from rules.sight.vision_arc import in_vision_arc
from scene.measuring.distance import blocked_by, nearest
from scene.table.table import Figure, Table


def settle_shots(
    table: Table, questions: Sequence[SightQuestion], *, system: System, flat: bool = False, effort: Effort = FULL_EFFORT
) -> list[Verdict]:
    """The verdict on every question; they are worked on together."""
    found = sight_rulings(table, questions, system=system, flat=flat, effort=effort)
    return [
        _verdict(table, question, ruling, system=system, flat=flat) for question, ruling in zip(questions, found, strict=True)
    ]


def _verdict(table: Table, question: SightQuestion, ruling: SightRuling, *, system: System, flat: bool) -> Verdict:
    shooter, target = question.shooter, question.target
    arc = in_vision_arc(shooter, target)
    distance = nearest(shooter, target).distance
    in_the_way = blocked_by(table.terrain, shooter, target)
    if system == "geometry":
        because = [*measured(question, ruling), Reason(arc.because.text, "geometry")]
    else:
        because = list(ruling.reasons) if flat else reasons(question, ruling, table)
        because.append(arc.because)
        because.append(_visible(question, ruling, in_arc=arc.inside))
        because += _range(question.target, distance, in_the_way, seen=ruling.witness is not None)
    return Verdict(question, system, flat, ruling, arc.inside, distance, in_the_way, tuple(because), table.terrain_known)


def _visible(question: SightQuestion, ruling: SightRuling, *, in_arc: bool) -> Reason:
    seen = ruling.witness is not None
    name = question.target.called
    if seen and in_arc:
        return Reason(f"{name} is in the vision arc and in line of sight: visible", VISIBLE)
    missing = " and ".join(
        part for part, there in (("out of the vision arc", in_arc), ("out of line of sight", seen)) if not there
    )
    return Reason(f"{name} is {missing}: not visible", VISIBLE)


def _range(target: Figure, distance: float, in_the_way: tuple[str, ...], *, seen: bool) -> list[Reason]:
    lines = []
    if in_the_way:
        way = f"the straight way to {target.called} goes through {', '.join(in_the_way)}"
        text = f"{way}, and the range must not be measured through terrain"
        lines.append(Reason(text, THROUGH_WALLS))
    if seen and distance <= POINT_BLANK_INCHES:
        text = f'at {distance:.1f}" a shot is point blank: when shooting, nothing in between gives cover'
        lines.append(Reason(text, POINT_BLANK))
    return lines
