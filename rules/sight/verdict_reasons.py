"""The reasons of a verdict in words, each with the section it rests on."""

from rules.citations import Cover, Reason
from rules.percentages import between, percent
from rules.sight.sight_rulings import HALF, UNNOTICEABLE
from rules.sight.verdict import Measured, SightQuestion, SightRuling, Verdict
from scene.table.table import Figure, Table
from scene.table_io.table_statuses import status_of
from scene.visibility.hidden_share import Hidden

LINE_OF_SIGHT = "main-rulebook: Line of sight"
COVER = "main-rulebook: Cover"
MODELS_AS_COVER = "main-rulebook: Fighter's models as cover"
VISIBLE = "main-rulebook: Visible"
THROUGH_WALLS = "main-rulebook: Measuring through walls and solid terrain features"
POINT_BLANK = "main-rulebook: Point blank"

POINT_BLANK_INCHES = 3.0
"""main-rulebook: Point blank."""


def body_reasons(table: Table, question: SightQuestion, ruling: SightRuling, measured: Measured) -> list[Reason]:
    """Why there is line of sight or not, and why the cover is what it is, where bodies decide."""
    found = [*line_reasons(question, ruling, LINE_OF_SIGHT), *_cover(question, ruling, table)]
    return [*found, *_seen_and_how_far(question, ruling, measured)]


def plan_reasons(_table: Table, question: SightQuestion, ruling: SightRuling, measured: Measured) -> list[Reason]:
    """The same where all is judged from above."""
    return [*ruling.reasons, *_seen_and_how_far(question, ruling, measured)]


def _seen_and_how_far(question: SightQuestion, ruling: SightRuling, measured: Measured) -> list[Reason]:
    """The vision arc, what is visible, and what is to be said of the range."""
    seen = ruling.witness is not None
    lines = [measured.arc, _visible(question, seen=seen, in_arc=measured.inside)]
    if measured.in_the_way:
        way = f"the straight way to {question.target.called} goes through {', '.join(measured.in_the_way)}"
        lines.append(Reason(f"{way}, and the range must not be measured through terrain", THROUGH_WALLS))
    if seen and measured.distance <= POINT_BLANK_INCHES:
        text = f'at {measured.distance:.1f}" a shot is point blank: when shooting, nothing in between gives cover'
        lines.append(Reason(text, POINT_BLANK))
    return lines


def _visible(question: SightQuestion, *, seen: bool, in_arc: bool) -> Reason:
    name = question.target.called
    if seen and in_arc:
        return Reason(f"{name} is in the vision arc and in line of sight: visible", VISIBLE)
    missing = " and ".join(
        part for part, there in (("out of the vision arc", in_arc), ("out of line of sight", seen)) if not there
    )
    return Reason(f"{name} is {missing}: not visible", VISIBLE)


def line_reasons(question: SightQuestion, ruling: SightRuling, source: str) -> list[Reason]:
    """The free line that was found, or that there is none."""
    shooter, target = question.shooter.called, question.target.called
    if ruling.witness is None:
        return [Reason(f"no free line was found from any part of {shooter}'s body to any part of {target}'s", source)]
    start, end = (", ".join(f"{value:.2f}" for value in point) for point in (ruling.witness.start, ruling.witness.end))
    return [Reason(f"the line from {shooter} at ({start}) to {target}'s body at ({end}) is free", source)]


def says_share(reason: Reason, verdict: Verdict) -> bool:
    """Whether a reason of the verdict only repeats the hidden share, its bound and its blockers."""
    hidden = verdict.ruling.geometry
    return hidden is not None and reason.text == hidden_text(verdict.question.target, hidden)


def hidden_text(target: Figure, hidden: Hidden) -> str:
    """The hidden share with its bound, and what hides most."""
    bound = f"{percent(hidden.share)} of {target.called}'s body is hidden ({between(hidden.low, hidden.high)})"
    if not hidden.by:
        return bound
    return bound + ", by " + ", ".join(f"{blocker.called} {percent(blocker.share)}" for blocker in hidden.by[:5])


def _cover(question: SightQuestion, ruling: SightRuling, table: Table) -> list[Reason]:
    lines: list[Reason] = []
    if ruling.geometry is None:
        return [Reason(f"{question.target.called} has no body that could be seen", LINE_OF_SIGHT)]
    lines.append(Reason(hidden_text(question.target, ruling.geometry), COVER))
    if ruling.witness is None:
        return lines
    beside = [blocker.id for blocker in ruling.geometry.by if blocker.kind == "terrain" and blocker.id in ruling.allowed]
    if beside:
        text = f"{question.shooter.called} stands behind {', '.join(beside)} and sticks out: there it does not count"
        lines.append(Reason(text, LINE_OF_SIGHT))
    lines += _fighters(ruling, table)
    lines.append(_step(question, ruling))
    if ruling.undecided and ruling.terrain:
        bound = between(ruling.terrain.low, ruling.terrain.high)
        lines.append(Reason(f"terrain hides {bound}, which may be less than half or not: too close to call", COVER))
    return lines


def _fighters(ruling: SightRuling, table: Table) -> list[Reason]:
    """What becomes of the fighters who hide something."""
    lines = []
    for blocker in ruling.counted.by if ruling.counted else ():
        if blocker.kind == "figure":
            text = f"{blocker.called} is in the way, and fighters never give better than partial"
            lines.append(Reason(text, MODELS_AS_COVER))
    for blocker in ruling.geometry.by if ruling.geometry else ():
        if blocker.kind == "figure" and blocker.id in ruling.allowed:
            status = status_of(table.figure(blocker.id)).replace("_", " ")
            why = "a friend in base contact with the shooter" if status == "standing" else status
            lines.append(Reason(f"{blocker.called} is {why} and does not count", COVER))
    return lines


def allowance_words(verdict: Verdict) -> str | None:
    """Why the cover is another than the hidden share alone would give, in a few words; None where it is not."""
    ruling = verdict.ruling
    if ruling.geometry is None or ruling.cover is None or ruling.cover == _cover_by_share(ruling.geometry.share):
        return None
    if verdict.rules.in_plan:
        hidden = ruling.witness is None and ruling.geometry.share == 1.0
        return None if hidden else "by the base, not by the body"
    if ruling.witness is None:
        return None
    blockers = ruling.geometry.by
    lines = [
        f"{blocker.called}{' beside the shooter' if blocker.kind == 'terrain' else ''} does not count"
        for blocker in blockers
        if blocker.id in ruling.allowed
    ]
    if ruling.cover == "partial" and ruling.counted and ruling.counted.share >= HALF:
        lines.append("fighters give partial at most")
    return ", ".join(lines) or None


def _cover_by_share(share: float) -> Cover:
    if share >= HALF:
        return "full"
    return "partial" if share > UNNOTICEABLE else "open"


def _step(question: SightQuestion, ruling: SightRuling) -> Reason:
    """The step from the counted share to the cover."""
    name = question.target.called
    terrain = ruling.terrain.share if ruling.terrain else 0.0
    counted = ruling.counted.share if ruling.counted else 0.0
    if ruling.cover == "open":
        return Reason(f"nothing that counts hides {name}: in the open", COVER)
    if ruling.cover == "full":
        return Reason(f"terrain hides {percent(terrain)} of {name}, half or more: full cover", COVER)
    if counted >= HALF:
        return Reason(f"terrain alone hides {_below_half(terrain)} of {name}, less than half: partial cover", MODELS_AS_COVER)
    return Reason(f"{_below_half(counted)} of {name} is hidden, less than half: partial cover", COVER)


def _below_half(share: float) -> str:
    """A share below one half as people read it, also where it rounds to one half."""
    return percent(share) if share < HALF - 0.0005 else "hardly less than 50 %"
