"""Would a small shift change the verdict?

Nobody places figures to the hair. The same question is asked again with both figures shifted and turned within a tolerance,
and the answers are counted.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.allowances import standing_radius
from rules.arc import in_vision_arc
from rules.rulings import FULL_EFFORT, HALF, Effort, rulings
from rules.verdict import Question, Ruling, Verdict
from scene.lines import Witness
from scene.sight import Precision
from scene.table import MM_PER_INCH, Figure, Table

DRAWS = 40
"""Shifts tried for one question."""

STEADY = 0.95
"""A verdict that holds in a smaller share of the shifts is too close to call."""

ROUGH = Effort(Precision(cells=24, divisions=0, blockers=False), lines=256, thorough=False)
"""A first look at every shift."""

CLOSE = Effort(Precision(cells=32, divisions=1, blockers=False), lines=2_000, thorough=False)
"""A closer look at the shifts whose rough answer is near a limit of the rulebook, or another than without a shift."""

SEARCHED = 6
"""Shifts without line of sight for which thin slots are searched with full effort."""

ALONG_KNOWN = Effort(CLOSE.precision, lines=64, thorough=False)
"""Hardly more than a try of the lines that were found for other shifts."""


@dataclass(frozen=True)
class Steadiness:
    """How a verdict fares under small shifts.

    Attributes:
        holds: the share of shifts with the same verdict.
        otherwise: what the verdict becomes in the others, with its share.
        draws: how many shifts were tried; a share is sure to about 1/sqrt(draws).
    """

    tolerance_mm: float
    holds: float
    otherwise: dict[str, float]
    draws: int

    @property
    def too_close_to_call(self) -> bool:
        """Whether more than one in twenty shifts changes the verdict."""
        return self.holds < STEADY


def steadiness(
    table: Table, verdicts: Sequence[Verdict], *, tolerance_mm: float, seed: int = 0, draws: int = DRAWS
) -> list[Steadiness]:
    """How each verdict fares when both figures are shifted and turned within the tolerance.

    The middle of a base is shifted evenly within a circle of the tolerance, and the figure turned so far that its rim moves
    by no more than it. Others and the terrain stay where they are.
    """
    rng = np.random.default_rng(seed)
    shifts = [
        [Question(*(_shifted(one, tolerance_mm, rng) for one in (v.question.shooter, v.question.target))) for _ in range(draws)]
        for v in verdicts
    ]
    return [
        _counted(verdict, answers, tolerance_mm)
        for verdict, answers in zip(verdicts, _answers(table, verdicts, shifts), strict=True)
    ]


def _shifted(figure: Figure, tolerance_mm: float, rng: np.random.Generator) -> Figure:
    tolerance = tolerance_mm / MM_PER_INCH
    radius, angle = tolerance * np.sqrt(rng.random()), 2.0 * np.pi * rng.random()
    turn = np.degrees(min(np.pi, tolerance / max(standing_radius(figure), 1e-6))) * rng.uniform(-1.0, 1.0)
    x, y, z = figure.position
    shift = (float(x + radius * np.cos(angle)), float(y + radius * np.sin(angle)), z)
    return replace(figure, position=shift, facing=float(figure.facing + turn))


def _answers(table: Table, verdicts: Sequence[Verdict], shifts: Sequence[Sequence[Question]]) -> list[list[str]]:
    """What each shift's verdict is, in a word."""
    if not verdicts:
        return []
    if verdicts[0].flat:
        together = [question for questions in shifts for question in questions]
        answers = iter(rulings(table, together, system=verdicts[0].system, flat=True, effort=ROUGH))
    else:
        answers = iter(_rulings(table, verdicts, shifts))
    return [
        _words(verdict, questions, [next(answers) for _ in questions])
        for verdict, questions in zip(verdicts, shifts, strict=True)
    ]


def _rulings(table: Table, verdicts: Sequence[Verdict], shifts: Sequence[Sequence[Question]]) -> list[Ruling]:
    """The answers to all shifts, one after the other: roughly first, and more closely where that may not do."""
    owners = [i for i, questions in enumerate(shifts) for _ in questions]
    together = [question for questions in shifts for question in questions]
    lines: list[list[Witness]] = [[verdict.ruling.witness] if verdict.ruling.witness else [] for verdict in verdicts]
    found: dict[int, Ruling] = {}

    def ask(chosen: Sequence[int], effort: Effort) -> None:
        known = [lines[owners[i]] for i in chosen]
        answers = rulings(table, [together[i] for i in chosen], system=verdicts[0].system, effort=effort, known=known)
        found.update(zip(chosen, answers, strict=True))
        for i, ruling in zip(chosen, answers, strict=True):
            if ruling.witness:
                lines[owners[i]].append(ruling.witness)

    alone = len(verdicts) == 1
    ask(range(len(together)), ROUGH)
    # Among many questions, a slot that only a shift opens is not searched for with every shift.
    ask([i for i in found if _unsure(found[i], verdicts[owners[i]], alone=alone)], CLOSE)
    if alone:
        ask([i for i in found if found[i].witness is None][:SEARCHED], FULL_EFFORT)
    # A line that was found for one shift serves most of the others.
    ask([i for i in found if found[i].witness is None and lines[owners[i]]], ALONG_KNOWN)
    return [found[i] for i in range(len(together))]


def _unsure(ruling: Ruling, before: Verdict, *, alone: bool) -> bool:
    """Whether a rough answer deserves a closer look."""
    if ruling.witness is None:
        return before.line_of_sight or alone
    near_half = ruling.terrain is not None and ruling.terrain.low <= HALF <= ruling.terrain.high
    return ruling.cover is not None and (near_half or ruling.cover != before.ruling.cover)


def _words(verdict: Verdict, questions: Sequence[Question], found: Sequence[Ruling]) -> list[str]:
    arc_may_change = _arc_may_change(verdict, questions)
    words = []
    for question, ruling in zip(questions, found, strict=True):
        in_arc = in_vision_arc(*_pair(question)).inside if arc_may_change else verdict.in_arc
        words.append(_word(ruling.cover, seen=ruling.witness is not None, in_arc=in_arc))
    return words


def _arc_may_change(verdict: Verdict, questions: Sequence[Question]) -> bool:
    """Whether the largest shift could take the target across the edge of the arc."""
    margin = in_vision_arc(*_pair(verdict.question)).margin_degrees
    if margin is None:
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


def _pair(question: Question) -> tuple[Figure, Figure]:
    return question.shooter, question.target


def _word(cover: str | None, *, seen: bool, in_arc: bool) -> str:
    """The verdict in a word: the cover, and whether a target in line of sight is out of the arc."""
    if not seen:
        return "none-seen"
    word = cover or "seen"
    return word if in_arc else f"{word}, out of arc"


def _counted(verdict: Verdict, words: Sequence[str], tolerance_mm: float) -> Steadiness:
    now = _word(verdict.ruling.cover, seen=verdict.line_of_sight, in_arc=verdict.in_arc)
    counts = Counter(words)
    draws = max(len(words), 1)
    otherwise = {word: count / draws for word, count in counts.most_common() if word != now}
    return Steadiness(tolerance_mm, counts[now] / draws if words else 1.0, otherwise, len(words))
