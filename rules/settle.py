"""Settling disputed shots: the whole verdict with its reasons."""

from collections.abc import Sequence

from rules.arc import in_vision_arc
from rules.because import Because
from rules.reasons import POINT_BLANK, POINT_BLANK_INCHES, THROUGH_WALLS, VISIBLE, measured, reasons
from rules.rulings import FULL_EFFORT, Effort, rulings
from rules.verdict import Question, Ruling, System, Verdict
from scene.distance import blocked_by, nearest
from scene.table import Figure, Table


def settle(
    table: Table, questions: Sequence[Question], *, system: System, flat: bool = False, effort: Effort = FULL_EFFORT
) -> list[Verdict]:
    """The verdict on every question; they are worked on together."""
    found = rulings(table, questions, system=system, flat=flat, effort=effort)
    return [
        _verdict(table, question, ruling, system=system, flat=flat) for question, ruling in zip(questions, found, strict=True)
    ]


def _verdict(table: Table, question: Question, ruling: Ruling, *, system: System, flat: bool) -> Verdict:
    shooter, target = question.shooter, question.target
    arc = in_vision_arc(shooter, target)
    distance = nearest(shooter, target).distance
    in_the_way = blocked_by(table.terrain, shooter, target)
    if system == "geometry":
        because = [*measured(question, ruling), Because(arc.because.text, "geometry")]
    else:
        because = list(ruling.reasons) if flat else reasons(question, ruling, table)
        because.append(arc.because)
        because.append(_visible(question, ruling, in_arc=arc.inside))
        because += _range(question.target, distance, in_the_way, seen=ruling.witness is not None)
    return Verdict(question, system, flat, ruling, arc.inside, distance, in_the_way, tuple(because))


def _visible(question: Question, ruling: Ruling, *, in_arc: bool) -> Because:
    seen = ruling.witness is not None
    name = question.target.id
    if seen and in_arc:
        return Because(f"{name} is in the vision arc and in line of sight: visible", VISIBLE)
    missing = " and ".join(
        part for part, there in (("out of the vision arc", in_arc), ("out of line of sight", seen)) if not there
    )
    return Because(f"{name} is {missing}: not visible", VISIBLE)


def _range(target: Figure, distance: float, in_the_way: tuple[str, ...], *, seen: bool) -> list[Because]:
    lines = []
    if in_the_way:
        way = f"the straight way to {target.id} goes through {', '.join(in_the_way)}"
        text = f"{way}, and the range must not be measured through terrain"
        lines.append(Because(text, THROUGH_WALLS))
    if seen and distance <= POINT_BLANK_INCHES:
        text = f'at {distance:.1f}" a shot is point blank: when shooting, nothing in between gives cover'
        lines.append(Because(text, POINT_BLANK))
    return lines
