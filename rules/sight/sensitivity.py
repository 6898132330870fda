"""Sensitivity of a verdict to small shifts: would one change it?

Nobody places figures to the hair. The same question is asked again with both figures shifted and turned within a tolerance,
and the answers are counted. On a scanned table everything is shifted as the scan is uncertain: see
`rules.sight.scan_sensitivity`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.citations import Cover
from rules.sight.cover_exemptions import standing_radius
from rules.sight.shifted_verdicts import Perturbation, shifted_outcomes, word_of
from rules.sight.verdict import SightQuestion, Verdict
from scene.table.table import MM_PER_INCH, Figure, Table

DRAWS = 40
"""Shifts tried for one question."""

STEADY = 0.95
"""A verdict that holds in a smaller share of the shifts is too close to call."""


@dataclass(frozen=True)
class AtLeast:
    """How well a target is hidden for certain, where scenery that was not measured may hide more of it.

    Attributes:
        cover: the least in all scenes drawn; None where no rule system is asked.
        hidden: 0..1, the least share of the body in all of them; None if the target has no body.
    """

    cover: Cover | None
    hidden: float | None


@dataclass(frozen=True)
class FromScan:
    """What a scanned table adds to how a verdict fares.

    Attributes:
        agree: whether the verdict comes out in all scenes drawn, and no share is at a limit.
        sure: whether the verdict is that on the real table, as far as the scan is right about its own errors: the scenes
            agree, and scenery that was not measured could not change it.
        wider: what the verdict becomes otherwise with errors several times as large, with its share.
        times: how many times as large.
        draws: how many of those were tried.
        blame: the id of what had best be measured better; None if nothing stands out, or it was not looked for.
        blame_called: what sentences call it.
        settles: in which share of the draws that went otherwise the verdict would hold if that one were exact.
        unseen_facing: whether that is a figure of which no photo tells where it faces.
        at_least: what holds whatever was not measured; None where that could change nothing, or too few scenes were drawn.
    """

    agree: bool
    sure: bool
    wider: dict[str, float]
    times: float
    draws: int
    blame: str | None = None
    blame_called: str = ""
    settles: float = 0.0
    unseen_facing: bool = False
    at_least: AtLeast | None = None


@dataclass(frozen=True)
class Sensitivity:
    """How a verdict fares under small shifts.

    Attributes:
        tolerance_mm: by how much both figures were shifted; on a scanned table, beyond what the scan says.
        holds: the share of shifts with the same verdict.
        otherwise: what the verdict becomes in the others, with its share.
        draws: how many shifts were tried; a share is sure to about 1/sqrt(draws).
    """

    tolerance_mm: float
    holds: float
    otherwise: dict[str, float]
    draws: int
    scan: FromScan | None = None

    @property
    def too_close_to_call(self) -> bool:
        """Whether more than one in twenty shifts changes the verdict."""
        return self.holds < STEADY


def sensitivity(
    table: Table, verdicts: Sequence[Verdict], *, tolerance_mm: float, seed: int = 0, draws: int = DRAWS
) -> list[Sensitivity]:
    """How each verdict fares when both figures are shifted and turned within the tolerance.

    The middle of a base is shifted evenly within a circle of the tolerance, and the figure turned so far that its rim moves
    by no more than it. Others and the terrain stay where they are.
    """
    rng = np.random.default_rng(seed)
    shifts = [
        [Perturbation(shifted_pair(verdict.question, tolerance_mm, rng), table) for _ in range(draws)] for verdict in verdicts
    ]
    found = shifted_outcomes(verdicts, shifts, alone=len(verdicts) == 1)
    return [counted(verdict, [one.word for one in some], tolerance_mm) for verdict, some in zip(verdicts, found, strict=True)]


def shifted_pair(question: SightQuestion, tolerance_mm: float, rng: np.random.Generator) -> SightQuestion:
    """The question with both figures shifted and turned within the tolerance."""
    shooter, target = (_shifted(one, tolerance_mm, rng) for one in (question.shooter, question.target))
    return SightQuestion(shooter, target, arc=question.arc)


def _shifted(figure: Figure, tolerance_mm: float, rng: np.random.Generator) -> Figure:
    tolerance = tolerance_mm / MM_PER_INCH
    radius, angle = tolerance * np.sqrt(rng.random()), 2.0 * np.pi * rng.random()
    turn = np.degrees(min(np.pi, tolerance / max(standing_radius(figure), 1e-6))) * rng.uniform(-1.0, 1.0)
    x, y, z = figure.position
    shift = (float(x + radius * np.cos(angle)), float(y + radius * np.sin(angle)), z)
    return replace(figure, position=shift, facing=float(figure.facing + turn))


def counted(verdict: Verdict, words: Sequence[str], tolerance_mm: float) -> Sensitivity:
    """How often the verdict comes out again, and what it becomes otherwise."""
    now, draws = word_of(verdict), max(len(words), 1)
    otherwise = {word: count / draws for word, count in Counter(words).most_common() if word != now}
    return Sensitivity(tolerance_mm, words.count(now) / draws if words else 1.0, otherwise, len(words))
