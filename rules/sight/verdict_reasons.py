"""The reasons of a verdict in words, each with the section it rests on."""

from rules.citations import Cover, Reason
from rules.percentages import between, percent
from rules.sight.sight_rulings import UNNOTICEABLE
from rules.sight.verdict import Measured, SightQuestion, SightRules, SightRuling, Verdict
from scene.proof.sight_proof import Certainty
from scene.table.table import Figure, Table
from scene.table_io.table_statuses import status_of
from scene.visibility.hidden_share import Hidden


def body_reasons(
    rules: SightRules, table: Table, question: SightQuestion, ruling: SightRuling, measured: Measured
) -> list[Reason]:
    """Why there is line of sight or not, and why the cover is what it is, where bodies decide."""
    found = [*line_reasons(question, ruling, rules.sections["line of sight"]), *cover_reasons(rules, question, ruling, table)]
    return [*found, *_seen_and_how_far(rules, table, question, ruling, measured)]


def plan_reasons(
    rules: SightRules, table: Table, question: SightQuestion, ruling: SightRuling, measured: Measured
) -> list[Reason]:
    """The same where all is judged from above."""
    return [*ruling.reasons, *_seen_and_how_far(rules, table, question, ruling, measured)]


def _seen_and_how_far(
    rules: SightRules, table: Table, question: SightQuestion, ruling: SightRuling, measured: Measured
) -> list[Reason]:
    """The vision arc, what is visible, and what is to be said of the range."""
    seen = ruling.witness is not None
    lines = [measured.arc, visible_reason(question, rules.sections["visible"], seen=seen, in_arc=measured.inside)]
    if measured.in_the_way:
        way = f"the straight way to {question.target.called} goes through {', '.join(map(table.called, measured.in_the_way))}"
        lines.append(Reason(f"{way}, and the range must not be measured through terrain", rules.sections["through walls"]))
    if seen and measured.distance <= rules.point_blank:
        text = f'at {measured.distance:.1f}" a shot is point blank: when shooting, nothing in between gives cover'
        lines.append(Reason(text, rules.sections["point blank"]))
    return lines


def visible_reason(question: SightQuestion, source: str, *, seen: bool, in_arc: bool) -> Reason:
    """Whether a target is visible: in the vision arc and in line of sight."""
    name = question.target.called
    if seen and in_arc:
        return Reason(f"{name} is in the vision arc and in line of sight: visible", source)
    missing = " and ".join(
        part for part, there in (("out of the vision arc", in_arc), ("out of line of sight", seen)) if not there
    )
    return Reason(f"{name} is {missing}: not visible", source)


def line_reasons(question: SightQuestion, ruling: SightRuling, source: str) -> list[Reason]:
    """The free line that was found, or that there is none."""
    shooter, target = question.shooter.called, question.target.called
    if ruling.witness is None:
        between_them = f"from any part of {shooter}'s body to any part of {target}'s"
        return [Reason(f"{_none_words(ruling.certainty)} {between_them}{_how_sure(ruling.certainty)}", source)]
    start, end = (", ".join(f"{value:.2f}" for value in point) for point in (ruling.witness.start, ruling.witness.end))
    return [Reason(f"the line from {shooter} at ({start}) to {target}'s body at ({end}) is free", source)]


def _none_words(certainty: Certainty) -> str:
    """That there is no line, or that none was found."""
    return "there is no free line" if certainty.kind == "proven" else "no free line was found"


def _how_sure(certainty: Certainty) -> str:
    """What that is worth, in words that follow it."""
    if certainty.kind == "proven":
        thin = f", not even a thread of {certainty.thinner_than_mm:g} mm can pass" if certainty.thinner_than_mm else ""
        return f": proven{thin}"
    if certainty.open >= 1.0:
        return ", and no proof that there is none"
    return f"; {share_left(certainty)} of all lines between them were only searched, the others are proven to be blocked"


def share_left(certainty: Certainty) -> str:
    """Between which share of all lines there is no proof, as people read it."""
    return "less than 0.1 %" if certainty.open < 0.001 else percent(certainty.open)


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


def cover_reasons(rules: SightRules, question: SightQuestion, ruling: SightRuling, table: Table) -> list[Reason]:
    """How much of a body is hidden, what of that counts, and which cover that is."""
    lines: list[Reason] = []
    source = rules.sections["cover"]
    if ruling.geometry is None:
        return [Reason(f"{question.target.called} has no body that could be seen", rules.sections["line of sight"])]
    lines.append(Reason(hidden_text(question.target, ruling.geometry), source))
    if ruling.witness is None:
        return lines
    beside = [blocker.called for blocker in ruling.geometry.by if blocker.kind == "terrain" and blocker.id in ruling.allowed]
    if beside:
        text = f"{question.shooter.called} stands behind {', '.join(beside)} and sticks out: there it does not count"
        lines.append(Reason(text, rules.sections["line of sight"]))
    lines += _fighters(rules, ruling, table)
    lines.append(_step(rules, question, ruling))
    if ruling.undecided and ruling.terrain:
        bound = between(ruling.terrain.low, ruling.terrain.high)
        limit = limit_words(rules.full_cover)
        lines.append(Reason(f"terrain hides {bound}, which may be less than {limit} or not: too close to call", source))
    return lines


def _fighters(rules: SightRules, ruling: SightRuling, table: Table) -> list[Reason]:
    """What becomes of the fighters who hide something."""
    lines = []
    for blocker in ruling.counted.by if ruling.counted else ():
        if blocker.kind == "figure":
            text = f"{blocker.called} is in the way, and fighters never give better than partial"
            lines.append(Reason(text, rules.sections["models as cover"]))
    for blocker in ruling.geometry.by if ruling.geometry else ():
        if blocker.kind == "figure" and blocker.id in ruling.allowed:
            status = status_of(table.figure(blocker.id)).replace("_", " ")
            why = "a friend in base contact with the shooter" if status == "standing" else status
            lines.append(Reason(f"{blocker.called} is {why} and does not count", rules.sections["cover"]))
    return lines


def allowance_words(verdict: Verdict) -> str | None:
    """Why the cover is another than the hidden share alone would give, in a few words; None where it is not."""
    ruling, full_cover = verdict.ruling, verdict.rules.full_cover
    if ruling.geometry is None or ruling.cover is None or ruling.cover == _cover_by_share(ruling.geometry.share, full_cover):
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
    if ruling.cover == "partial" and ruling.counted and ruling.counted.share >= full_cover:
        lines.append("fighters give partial at most")
    return ", ".join(lines) or None


def _cover_by_share(share: float, full_cover: float) -> Cover:
    if share >= full_cover:
        return "full"
    return "partial" if share > UNNOTICEABLE else "open"


def _step(rules: SightRules, question: SightQuestion, ruling: SightRuling) -> Reason:
    """The step from the counted share to the cover."""
    name, full, source = question.target.called, rules.full_cover, rules.sections["cover"]
    terrain = ruling.terrain.share if ruling.terrain else 0.0
    counted = ruling.counted.share if ruling.counted else 0.0
    limit = limit_words(full)
    if ruling.cover == "open":
        return Reason(f"nothing that counts hides {name}: in the open", source)
    if ruling.cover == "full":
        return Reason(f"terrain hides {percent(terrain)} of {name}, {limit} or more: full cover", source)
    if counted >= full:
        text = f"terrain alone hides {_below(terrain, full)} of {name}, less than {limit}: partial cover"
        return Reason(text, rules.sections["models as cover"])
    return Reason(f"{_below(counted, full)} of {name} is hidden, less than {limit}: partial cover", source)


def limit_words(full_cover: float) -> str:
    """The share from which cover is full, as sentences say it."""
    return "half" if full_cover == 0.5 else f"{100.0 * full_cover:g} %"


def _below(share: float, full_cover: float) -> str:
    """A share below that from which cover is full as people read it, also where it rounds to it."""
    return percent(share) if share < full_cover - 0.0005 else f"hardly less than {100.0 * full_cover:g} %"
