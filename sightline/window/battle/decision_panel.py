"""What the panel of a question shows of each candidate where a target is to be chosen: the same as the terminal."""

from collections.abc import Iterator, Mapping, Sequence

from rules.engine.procedure_steps import Choose, Option
from rules.percentages import percent
from sightline.session.targets.decision_evidence import is_target_choice
from sightline.session.targets.evidence_order import best_first, by_weapon
from sightline.session.targets.evidence_words import (
    NONE,
    all_remarks,
    bound_words,
    cells,
    doubt_remark,
    heads,
    out_of_reach,
)
from sightline.session.targets.target_evidence import TargetEvidence
from sightline.window.battle.click_answers import offers_a_way
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot
from sightline.window.intents.battle_intents import ShowWayTo
from sightline.window.intents.intents import Give, PointAt
from sightline.window.intents.panel_widgets import Button, Columns, RowWidget, TextWidget, Widget

BEST = "best first"
WAIT = "..."
"""What is being worked out."""
COVER = heads(()).index("cover")
WIDE, WIDE_WITH_WEAPONS = 64.0, 80.0
"""Letters that the panel is wide at least: as wide as it gets, so that no button moves as numbers come."""


def chooses(shown: BattleSnapshot, fighter: str) -> bool:
    """Whether people are asked for a target of this fighter, so that the question shows all that is known of them."""
    question = shown.question
    return is_target_choice(question) and question is not None and _about(question) == fighter and shown.waits == "people"


def decision_width(question: Choose) -> float:
    """Letters that the panel of a choice of a target is wide."""
    return WIDE_WITH_WEAPONS if question.what == "weapon" else WIDE


def _about(question: object) -> str:
    return question.about if isinstance(question, Choose) else ""


def decision_widgets(
    shown: BattleSnapshot, question: Choose, evidence: Mapping[str, TargetEvidence | None], pointed: str
) -> Iterator[Widget]:
    """The candidates in a table, each with what is known of him; below it what else can be answered, and what is to be said.

    Args:
        shown: the battle.
        question: a choice of a target.
        evidence: by the keys of the options, as far as it is worked out, in the order in which they are shown; None for what is
            no candidate.
        pointed: whom the cursor points at.
    """
    found = [one for one in evidence.values() if one is not None]
    named = by_weapon(found)
    none = {key for key, one in evidence.items() if one is None}
    shown_first = {key: place for place, key in enumerate(evidence)}
    options = sorted(question.options, key=lambda option: shown_first.get(option.key, len(shown_first)))
    rows = [(option, evidence.get(option.key)) for option in options if option.key not in none]
    waits = len(evidence) < len(question.options)
    texts = [_texts(one) for one in found]
    # A column in which nobody has anything is left out; that of ways while nobody has one yet.
    used = [
        place
        for place, head in enumerate(_heads(found))
        if any(one[place] != NONE for one in texts) or (waits and head not in {"path", "arrives"})
    ]
    sorted_yet = len(found) > 1 and not (waits or named) and tuple(found) == best_first(found)
    titles = (BEST if sorted_yet else "", *(("target",) if named else ()), *(_heads(found)[place] for place in used))
    if rows:
        yield Columns(titles, [_row(question, option, one, used, pointed, named=named) for option, one in rows])
    others = [option for option in question.options if option.key in none]
    if others:
        yield RowWidget([Button(option.text, Give(option.key), marker=option.key) for option in others])
    doubts = {doubt_remark(one) for one in found}
    for line in all_remarks(shown.battle, found):
        yield TextWidget(line, "bad" if any(doubt and line.endswith(doubt) for doubt in doubts) else "faint")


def _heads(found: Sequence[TargetEvidence]) -> tuple[str, ...]:
    """The heads of the columns of `_texts`."""
    before, after = heads(found)[:COVER], heads(found)[COVER + 1 :]
    return (*before, "cover", "hidden", *after)


def _texts(one: TargetEvidence) -> tuple[str, ...]:
    """What the terminal says in its columns, cover and hidden share in one each."""
    before, after = cells(one)[:COVER], cells(one)[COVER + 1 :]
    hidden = NONE if one.hidden is None else f"{percent(one.hidden.share)}{bound_words(one.hidden).replace(' to ', '-')}"
    return (*before, one.cover or NONE, hidden, *after)


def _row(
    question: Choose, option: Option, one: TargetEvidence | None, used: Sequence[int], pointed: str, *, named: bool
) -> list[Widget]:
    """A candidate: what answers him, and what is known; the cursor that rests on him points at him on the table."""
    target = one.target if one is not None else ""
    points = PointAt(target, None) if target and target != pointed else None
    wanted = ShowWayTo(option.key) if offers_a_way(question, option.key) else Give(option.key)
    button = Button(option.text, wanted, marker=option.key, points=points)
    if one is None:
        return [button, *(TextWidget(WAIT, "faint") for _ in range(len(used) + named))]
    known = _texts(one)
    if out_of_reach(one):
        # The line below the table says why; his button stays where it is.
        known = tuple("" if text == NONE else text for text in known)
    texts = [TextWidget(known[place], "faint" if known[place] == NONE else "plain") for place in used]
    return [button, *([TextWidget(one.name)] if named else []), *texts]
