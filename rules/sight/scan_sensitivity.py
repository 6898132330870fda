"""Sensitivity to the errors of a scan: does a verdict on a scanned table hold on the real one?

Everything that matters is moved together by errors drawn from the scan's own joint uncertainty, and the question is asked
again. A verdict is sure if it comes out every time, also with errors two and a half times as large: a limit that none of these
cross is so far off that one real table in many thousands is beyond it.

A scan is silent about scenery that it did not measure. That could hide more and never less, so without a line of sight the
verdict may be sure all the same. Where there is one, only the least that is hidden in all scenes is, unless nothing else stands
on the table.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import get_args

import numpy as np

from rules.citations import Cover
from rules.engagement import ACROSS_OBSTACLE
from rules.sight.sensitivity import DRAWS, AtLeast, FromScan, Sensitivity, counted, shifted_pair
from rules.sight.shifted_verdicts import ROUGH, SEARCHED, Outcome, Perturbation, shifted_outcomes, word_of
from rules.sight.sight_rulings import UNNOTICEABLE, measured_rulings
from rules.sight.verdict import SightQuestion, SightRuling, Verdict
from scene.base.progress import Tell
from scene.geometry.mesh import FloatArray
from scene.measuring.scan_samples import ScanScene, scanned
from scene.table.table import Figure, Table
from scene.visibility.sight_corridor import between

COVERS: tuple[Cover, ...] = get_args(Cover)
"""From the least to the most."""

WIDENED = 2.5
"""Times that errors are larger than the scan says when it is asked whether a verdict is sure."""

WIDENED_DRAWS = 40

FARTHEST = 4.0
"""Standard deviations of an error, not widened, that no draw goes beyond."""

ROOM = 1.5 + ACROSS_OBSTACLE
"""Inches around the space between two figures in which terrain may matter to the rules."""

SEARCHED_SEEN = 16
"""Draws without line of sight for which thin slots are searched where there is one without errors."""

SUSPECTS = 6
"""Things that are tried when it is asked which one makes a verdict unsure."""

LOOKED_AT = 3
"""Draws that went otherwise in which it is looked what hides."""

TRIED = 8
"""Draws that went otherwise with which each of these is tried."""

PARTS = (slice(0, 3), slice(3, 6), slice(6, 9))
"""Of the errors of a piece or figure: its place, its turn, and its size where that was measured."""


def scan_sensitivity(
    table: Table,
    verdicts: Sequence[Verdict],
    *,
    tolerance_mm: float = 0.0,
    seed: int = 0,
    draws: int = DRAWS,
    widened_draws: int = WIDENED_DRAWS,
    tell: Tell | None = None,
) -> list[Sensitivity]:
    """How each verdict fares when all that was measured is as uncertain as the scan says; `Sensitivity.scan` is there.

    Args:
        table: with a scan. What was moved since it was measured stays exactly where it is.
        verdicts: on it.
        tolerance_mm: by how much both figures of a question are shifted besides, as `rules.sight.sensitivity` does it.
        seed: of the draws.
        draws: scenes drawn as uncertain as the scan says.
        widened_draws: scenes drawn with errors `WIDENED` times as large.
        tell: is told the share of the work done, 0 to 1.
    """
    if not verdicts:
        return []
    said = tell or (lambda _share: None)
    rng = np.random.default_rng(seed)
    drawing = _Drawing(_stage(table, verdicts), tolerance_mm, len(verdicts) == 1)
    errors, wide = drawing.scan_scene.scan.draws(rng, draws), drawing.scan_scene.scan.draws(rng, widened_draws, widened=WIDENED)
    near = drawing.outcomes(verdicts, errors, rng, lambda share: said(0.4 * share))
    steady = [counted(verdict, _words(some), tolerance_mm) for verdict, some in zip(verdicts, near, strict=True)]
    # Who is in doubt already need not be asked more, unless it is asked what would help.
    asked = [i for i, one in enumerate(steady) if drawing.alone or one.holds == 1.0]
    far = drawing.outcomes([verdicts[i] for i in asked], wide, rng, lambda share: said(0.4 + 0.5 * share))
    wider = dict(zip(asked, far, strict=True))
    found = []
    for i, (verdict, one) in enumerate(zip(verdicts, steady, strict=True)):
        outcome = counted(verdict, _words(wider.get(i, [])), tolerance_mm)
        agree = one.holds == 1.0 and outcome.holds == 1.0 and not _undecided(verdict.ruling)
        least = _at_least(verdict, [*near[i], *wider[i]]) if i in wider else None
        sure = agree and verdict.known != "unknown"
        scan = FromScan(agree, sure, outcome.otherwise, WIDENED, outcome.draws, at_least=least)
        if drawing.alone and not agree:
            scan = drawing.blamed(verdict, scan, np.concatenate([errors, wide]), _words([*near[0], *far[0]]), rng)
        found.append(replace(one, scan=scan))
    said(1.0)
    return found


@dataclass(frozen=True, eq=False)
class _Drawing:
    """How scenes are drawn and asked about.

    Attributes:
        alone: whether there is one question only.
    """

    scan_scene: ScanScene
    tolerance_mm: float
    alone: bool

    def outcomes(
        self, verdicts: Sequence[Verdict], errors: FloatArray, rng: np.random.Generator, tell: Tell | None = None
    ) -> list[list[Outcome]]:
        """What each verdict is with each of the errors (k, n)."""
        tables = [self.scan_scene.drawn(one) for one in errors]
        shifts = [
            [Perturbation(self._moved(verdict.question, one, rng), table) for one, table in zip(errors, tables, strict=True)]
            for verdict in verdicts
        ]
        # A line that is there and was not found would make a verdict less sure than it is.
        searched = SEARCHED_SEEN if verdicts and verdicts[0].line_of_sight else SEARCHED
        return shifted_outcomes(verdicts, shifts, alone=self.alone, searched=searched, tell=tell)

    def _moved(self, question: SightQuestion, errors: FloatArray, rng: np.random.Generator) -> SightQuestion:
        shooter, target = (self._figure(one, errors) for one in (question.shooter, question.target))
        moved = SightQuestion(shooter, target, arc=question.arc)
        return shifted_pair(moved, self.tolerance_mm, rng) if self.tolerance_mm > 0.0 else moved

    def _figure(self, figure: Figure, errors: FloatArray) -> Figure:
        """The figure with the errors, unless it stands elsewhere than it was measured."""
        stands = self.scan_scene.table.figure(figure.id).position == figure.position
        return self.scan_scene.figure(figure, errors) if stands else figure

    def blamed(
        self, verdict: Verdict, scan: FromScan, errors: FloatArray, words: Sequence[str], rng: np.random.Generator
    ) -> FromScan:
        """With the thing that, had it been measured without errors, would settle most of the draws that went otherwise."""
        now = word_of(verdict)
        other = errors[[word != now for word in words]][:TRIED]
        suspects = [name for name in self._suspects(verdict, other) if name in self.scan_scene.place][:SUSPECTS]
        if not len(other) or not suspects:
            return scan
        tried = np.concatenate([self.scan_scene.scan.given(other, self.scan_scene.names.index(name)) for name in suspects])
        again = np.array(_words(self.outcomes([verdict], tried, rng)[0])) == now
        settled = again.reshape(len(suspects), len(other)).mean(axis=1)
        best = int(np.argmax(settled))
        if settled[best] < 0.5:
            return scan
        unseen = self.scan_scene.place[suspects[best]].stop - 1 in self.scan_scene.scan.unknown_turns
        called = self.scan_scene.table.called(suspects[best])
        return replace(scan, blame=suspects[best], blame_called=called, settles=float(settled[best]), unseen_facing=unseen)

    def _suspects(self, verdict: Verdict, errors: FloatArray) -> list[str]:
        """What may decide: the two figures, and what hides most, as measured and in draws that went otherwise."""
        question, shares = verdict.question, Counter[str]()
        looks = [verdict.ruling.geometry]
        for one in errors[:LOOKED_AT]:
            table = self.scan_scene.drawn(one)
            moved = SightQuestion(self._figure(question.shooter, one), self._figure(question.target, one))
            looks += [found.geometry for found in measured_rulings(table, [moved], ROUGH)]
        for look in looks:
            shares.update({blocker.id: round(1000 * blocker.share) for blocker in (look.by if look else ())})
        return [question.target.id, question.shooter.id, *(name for name, _ in shares.most_common())]


def _stage(table: Table, verdicts: Sequence[Verdict]) -> ScanScene:
    """The pieces that may matter; where everybody is asked about, all of them."""
    if len(verdicts) > 1:
        return ScanScene.of(table, table.terrain.pieces)
    question = verdicts[0].question
    reaches = _reaches(table)
    figures = max((reaches[figure.id] for figure in table.figures), default=0.0)
    margins = np.array([reaches[piece.id] for piece in table.terrain.pieces]) + (ROOM + figures)
    return ScanScene.of(table, between(table, [(question.shooter, question.target)], margins=margins))


def _reaches(table: Table) -> dict[str, float]:
    """Inches that any point of each piece and figure is moved by at most."""
    assert table.scan is not None
    known, sigmas = scanned(table), table.scan.sigmas
    boxes = {piece.id: (box, piece.pose.position) for piece, box in zip(table.terrain.pieces, table.terrain.boxes, strict=True)}
    boxes |= {figure.id: (figure.box, figure.position) for figure in table.figures}
    reaches = dict.fromkeys(boxes, 0.0)
    for name, index in known.items():
        box, about = boxes[name]
        lever = float(np.linalg.norm(np.abs(box - about).max(axis=0)))
        shift, turn, larger = (float(np.linalg.norm(sigmas[index][some])) * FARTHEST * WIDENED for some in PARTS)
        reaches[name] = shift + larger + lever * min(np.radians(turn), 2.0)
    return reaches


def _words(outcomes: Sequence[Outcome]) -> list[str]:
    return [one.word for one in outcomes]


def _undecided(ruling: SightRuling) -> bool:
    """Whether the bound of a share leaves open what the rulebook makes of it."""
    return ruling.undecided or (_hardly_noticed(ruling) and ruling.cover in {"open", "partial"})


def _hardly_noticed(ruling: SightRuling) -> bool:
    """Whether the bound of what is hidden leaves open if anybody would notice it."""
    counts = ruling.counted
    return counts is not None and counts.share > 0.0 and counts.low < UNNOTICEABLE <= counts.high


def _at_least(verdict: Verdict, outcomes: Sequence[Outcome]) -> AtLeast | None:
    """The least that is hidden in any scene, by the lower ends of the bounds; None where nothing more could hide."""
    if verdict.known != "unknown":
        return None
    rulings = [verdict.ruling, *(one.ruling for one in outcomes)]
    covers = [cover for one in rulings if (cover := _least_cover(one)) is not None]
    shares = [one.geometry.low for one in rulings if one.geometry is not None]
    return AtLeast(min(covers, key=COVERS.index, default=None), min(shares, default=None))


def _least_cover(ruling: SightRuling) -> Cover | None:
    """The cover, or the lesser of the two between which the bound leaves it open."""
    if ruling.cover == "full" and ruling.undecided:
        return "partial"
    return "open" if ruling.cover == "partial" and _hardly_noticed(ruling) else ruling.cover
