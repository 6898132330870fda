"""Shifted verdicts: the same questions, asked again of things that stand a little elsewhere; roughly first, then closer."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rules.sight.sight_rulings import sight_rulings
from rules.sight.verdict import FULL_EFFORT, Effort, SightQuestion, SightRuling, Verdict
from rules.sight.vision_arc import in_vision_arc
from scene.base.progress import Tell, untold
from scene.proof.sight_proof import FIRST_WORK
from scene.table.table import Figure, Table
from scene.visibility.hidden_share import Precision
from scene.visibility.line_of_sight import Witness

ROUGH = Effort(Precision(cells=24, divisions=0, blockers=False), lines=256, thorough=False)
"""A first look at every shift."""

CLOSE = Effort(Precision(cells=32, divisions=1, blockers=False), lines=2_000, thorough=False)
"""A closer look at the shifts whose rough answer is near a limit of the rulebook, or another than without a shift."""

SEARCHED = 6
"""Shifts without line of sight for which thin slots are searched with full effort, unless told otherwise."""

PROVEN_AGAIN = Effort(proof_work=FIRST_WORK)
"""The same after a quick proof, where that settles it."""

ALONG_KNOWN = Effort(CLOSE.precision, lines=64, thorough=False)
"""Hardly more than a try of the lines that were found for other shifts."""


@dataclass(frozen=True, eq=False)
class Perturbation:
    """A question as it would be asked if things stood a little elsewhere.

    Attributes:
        question: with both figures where they stand then.
        table: with everything else where it stands then; the same object for all shifts that move nothing else.
    """

    question: SightQuestion
    table: Table


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a question comes to with a shift.

    Attributes:
        word: the verdict in a word.
        ruling: what decides.
    """

    word: str
    ruling: SightRuling


def shifted_outcomes(
    verdicts: Sequence[Verdict],
    shifts: Sequence[Sequence[Perturbation]],
    *,
    alone: bool,
    searched: int = SEARCHED,
    tell: Tell | None = None,
) -> list[list[Outcome]]:
    """What each shift's verdict is.

    Args:
        verdicts: as everything stands in the file, all of one rule system.
        shifts: of each.
        alone: whether thin slots are searched too, for which there is no time with many questions.
        searched: in how many shifts, if so.
        tell: is told the share of the work done, 0 to 1.
    """
    if not verdicts:
        return []
    answers = iter(_rulings(verdicts, shifts, searched=searched if alone else 0, tell=tell or untold))
    return [
        _outcomes(verdict, [one.question for one in some], [next(answers) for _ in some])
        for verdict, some in zip(verdicts, shifts, strict=True)
    ]


def word_of(verdict: Verdict) -> str:
    """The verdict as everything stands in the file, in the same words."""
    return _word(verdict.ruling.cover, seen=verdict.line_of_sight, in_arc=verdict.in_arc)


def _rulings(
    verdicts: Sequence[Verdict], shifts: Sequence[Sequence[Perturbation]], *, searched: int, tell: Tell
) -> list[SightRuling]:
    """The answers to all shifts, one after the other: roughly first, and more closely where that may not do."""
    rules = verdicts[0].rules
    owners = [i for i, some in enumerate(shifts) for _ in some]
    together = [one for some in shifts for one in some]
    lines: list[list[Witness]] = [[verdict.ruling.witness] if verdict.ruling.witness else [] for verdict in verdicts]
    found: dict[int, SightRuling] = {}

    def ask(chosen: Sequence[int], effort: Effort, *, told: float) -> None:
        groups = _on_one_table(chosen, together)
        for number, group in enumerate(groups):
            questions, known = [together[i].question for i in group], [lines[owners[i]] for i in group]
            table = together[group[0]].table
            answers = sight_rulings(table, questions, rules=rules, effort=effort, known=known)
            found.update(zip(group, answers, strict=True))
            for i, ruling in zip(group, answers, strict=True):
                if ruling.witness and not rules.in_plan:
                    lines[owners[i]].append(ruling.witness)
            tell(told + (number + 1) / len(groups) / 4.0)
        tell(told + 0.25)

    ask(range(len(together)), ROUGH, told=0.0)
    if not rules.in_plan:
        # Among many questions, a slot that only a shift opens is not searched for with every shift.
        ask([i for i in found if _unsure(found[i], verdicts[owners[i]], alone=searched > 0)], CLOSE, told=0.25)
        if searched:
            # What was proven at once mostly is so with shifts too, and slots need not be searched.
            proofs = [one.ruling.proof for one in verdicts]
            closely = PROVEN_AGAIN if all(proof is not None and proof.at_once for proof in proofs) else FULL_EFFORT
            ask([i for i in found if found[i].witness is None][:searched], closely, told=0.5)
        # A line that was found for one shift serves most of the others.
        ask([i for i in found if found[i].witness is None and lines[owners[i]]], ALONG_KNOWN, told=0.75)
    return [found[i] for i in range(len(together))]


def _on_one_table(chosen: Sequence[int], shifts: Sequence[Perturbation]) -> list[list[int]]:
    """The shifts grouped by their tables, so that those on one are worked on together."""
    groups: dict[int, list[int]] = {}
    for i in chosen:
        groups.setdefault(id(shifts[i].table), []).append(i)
    return list(groups.values())


def _unsure(ruling: SightRuling, before: Verdict, *, alone: bool) -> bool:
    """Whether a rough answer deserves a closer look."""
    if ruling.witness is None:
        return before.line_of_sight or alone
    near = ruling.terrain is not None and ruling.terrain.low <= before.rules.full_cover <= ruling.terrain.high
    return ruling.cover is not None and (near or ruling.cover != before.ruling.cover)


def _outcomes(verdict: Verdict, questions: Sequence[SightQuestion], found: Sequence[SightRuling]) -> list[Outcome]:
    arc_may_change = _arc_may_change(verdict, questions)
    outcomes = []
    for question, ruling in zip(questions, found, strict=True):
        in_arc = in_vision_arc(*_pair(question), question.arc).inside if arc_may_change else verdict.in_arc
        outcomes.append(Outcome(_word(ruling.cover, seen=ruling.witness is not None, in_arc=in_arc), ruling))
    return outcomes


def _arc_may_change(verdict: Verdict, questions: Sequence[SightQuestion]) -> bool:
    """Whether the largest shift could take the target across the edge of the arc."""
    margin = in_vision_arc(*_pair(verdict.question), verdict.question.arc).margin_degrees
    if margin is None or verdict.rules.turns:
        return False
    before = verdict.question
    apart = np.subtract(before.target.position, before.shooter.position)[:2]
    most = 0.0
    for question in questions:
        moved = np.subtract(question.target.position, question.shooter.position)[:2]
        aside = np.linalg.norm(moved - apart) / max(float(np.linalg.norm(apart)), 1e-6)
        # A base's half width as an angle shrinks and grows with its distance as well: twice is on the safe side.
        shifted = 2.0 * float(np.degrees(np.arcsin(min(1.0, float(aside)))))
        most = max(most, shifted + abs(question.shooter.facing - before.shooter.facing))
    return abs(margin) <= most


def _pair(question: SightQuestion) -> tuple[Figure, Figure]:
    return question.shooter, question.target


def _word(cover: str | None, *, seen: bool, in_arc: bool) -> str:
    """The verdict in a word: the cover, and whether a target in line of sight is out of the arc."""
    if not seen:
        return "none-seen"
    word = cover or "seen"
    return word if in_arc else f"{word}, out of arc"
