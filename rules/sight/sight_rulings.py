"""Sight rulings, on line of sight and cover: geometry from the scene, turned into what the rules make of it.

Many questions are asked at once, so that all their rays are cast together.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from rules.citations import Cover
from rules.sight.cover_exemptions import beside_shooter, lying, terrain_beside
from rules.sight.flat_table_sight import flat_verdict
from rules.sight.verdict import FULL_EFFORT, Effort, SightQuestion, SightRules, SightRuling
from scene.geometry.mesh import Point
from scene.proof.sight_proof import FIRST_WORK, SEEN, Proof, prove, prove_joined
from scene.table.table import Figure, Table
from scene.visibility.hidden_share import SEEN_POINTS, Hidden, hidden_shares
from scene.visibility.line_of_sight import FIRST_LINES, Witness, find_lines, first_free
from scene.visibility.line_reuse import carried_line
from scene.visibility.view_casting import ShooterSurroundings, SightQuery

Found = TypeVar("Found")

UNNOTICEABLE = 0.0005
"""A smaller hidden share counts as fully visible: nobody stooping behind a figure sees a two-thousandth of a body."""

NOT_SEEN: Cover = "none-seen"

CARRIED = 0.08
"""Inches (2 mm) by which lines known from elsewhere are varied."""


def sight_rulings(
    table: Table,
    questions: Sequence[SightQuestion],
    *,
    rules: SightRules,
    effort: Effort = FULL_EFFORT,
    known: Sequence[Sequence[Witness]] = (),
) -> list[SightRuling]:
    """What is seen and how well it is covered, for every question.

    Args:
        known: for every question, free lines that served the same figures standing nearly where they stand; or nothing.
    """
    return rules.judge(rules, table, questions, effort, known)


def measured_rulings(
    table: Table, questions: Sequence[SightQuestion], effort: Effort, known: Sequence[Sequence[Witness]] = ()
) -> list[SightRuling]:
    """What is measured, without any rulebook; other figures' bodies stop a line of sight as well."""
    geometry = looked_at(table, [view_of(question) for question in questions], effort)
    proofs = free_lines(table, questions, geometry, effort, known=known, figures_block=True)
    return [SightRuling(one.line, None, all_, all_, all_, proof=one) for one, all_ in zip(proofs, geometry, strict=True)]


def body_rulings(
    rules: SightRules,
    table: Table,
    questions: Sequence[SightQuestion],
    effort: Effort,
    known: Sequence[Sequence[Witness]] = (),
) -> list[SightRuling]:
    """Sight from body to body, which figures never block, and cover by the share of the body that is hidden from the eye.

    Full cover is what `SightRules.full_cover` says.

    Source: main-rulebook, Line of sight; Cover; Fighter's models as cover.
    """
    geometry = looked_at(table, [view_of(question) for question in questions], effort)
    seen = _past_figures(table, questions, geometry, effort)
    proofs = free_lines(table, questions, seen, effort, known=known, figures_block=False)
    cases = [_Case.of(table, question, all_, proof) for question, all_, proof in zip(questions, geometry, proofs, strict=True)]
    extra = iter(looked_at(table, [view for case in cases for view in case.views], effort))
    return [case.ruling([next(extra) for _ in case.views], rules.full_cover) for case in cases]


def _past_figures(
    table: Table, questions: Sequence[SightQuestion], geometry: Sequence[Hidden | None], effort: Effort
) -> list[Hidden | None]:
    """The views once more past all figures, where figures hide what could be seen: they never block sight."""
    everybody = [figure.id for figure in table.figures]
    again = [i for i, all_ in enumerate(geometry) if all_ and not all_.seen and any(one.kind == "figure" for one in all_.by)]
    past = dict(zip(again, looked_at(table, [view_of(questions[i], everybody) for i in again], effort), strict=True))
    return [past.get(i, all_) for i, all_ in enumerate(geometry)]


def view_of(question: SightQuestion, ignored: Iterable[str] = (), near: ShooterSurroundings | None = None) -> SightQuery:
    """What is looked at for a question: the target from the shooter's eye, past those who are ignored."""
    everybody = frozenset(ignored) | {question.shooter.id, question.target.id}
    return SightQuery(question.shooter.eye, question.target, everybody, near)


def looked_at(table: Table, views: Sequence[SightQuery], effort: Effort) -> list[Hidden | None]:
    """The hidden share of every view's target."""
    return hidden_shares(table.terrain, table.figures, views, precision=effort.precision)


@dataclass(frozen=True)
class _Case:
    """A question, and what must be looked at besides everything as it stands.

    Attributes:
        views: past those who do not count, and past all figures; both past terrain beside the shooter. Only those that
            could differ from ``geometry``, under the name of what they tell.
        beside: ids of terrain beside the shooter that hides.
        discounted: ids of figures who do not count.
    """

    geometry: Hidden | None
    proof: Proof
    wanted: tuple[tuple[str, SightQuery], ...] = ()
    beside: frozenset[str] = frozenset()
    discounted: frozenset[str] = frozenset()

    @property
    def views(self) -> list[SightQuery]:
        return [view for _, view in self.wanted]

    @staticmethod
    def of(table: Table, question: SightQuestion, geometry: Hidden | None, proof: Proof) -> "_Case":
        if geometry is None or geometry.share == 0.0 or proof.line is None:
            return _Case(geometry, proof)
        hiding = {blocker.id for blocker in geometry.by if blocker.kind == "figure"}
        room, reaching = terrain_beside(question.shooter, table)
        beside = reaching & {blocker.id for blocker in geometry.by}
        near = room if beside else None
        # Past the terrain beside the shooter, more figures may come into view.
        discounted = lying(table) | (beside_shooter(table, question.shooter) if hiding or near else frozenset())
        wanted: list[tuple[str, SightQuery]] = []
        if near or hiding & discounted:
            wanted.append(("counted", view_of(question, discounted, near)))
        if near or hiding:
            wanted.append(("terrain", view_of(question, [figure.id for figure in table.figures], near)))
        return _Case(geometry, proof, tuple(wanted), beside, discounted)

    def ruling(self, results: Sequence[Hidden | None], full_cover: float) -> SightRuling:
        """What the rulebook makes of it, given what the views have shown, and the share from which cover is full."""
        found = dict(zip([name for name, _ in self.wanted], results, strict=True))
        counted, terrain = (found.get(name, self.geometry) for name in ("counted", "terrain"))
        line = self.proof.line
        cover = NOT_SEEN if line is None else _cover(terrain, counted, full_cover)
        undecided = line is not None and terrain is not None and terrain.low < full_cover <= terrain.high
        allowed = self._allowed(counted)
        return SightRuling(line, cover, self.geometry, counted, terrain, allowed, undecided, proof=self.proof)

    def _allowed(self, counted: Hidden | None) -> tuple[str, ...]:
        """Ids of terrain and figures that hide but do not count, or not all that they hide."""
        if self.geometry is None or counted is None:
            return ()
        still = {blocker.id: blocker.share for blocker in counted.by}
        # Both shares are sampled; a smaller difference may come from that alone.
        noise = max(UNNOTICEABLE, counted.high - counted.low)
        return tuple(
            blocker.id
            for blocker in self.geometry.by
            if blocker.id in self.discounted
            or (blocker.id in self.beside and blocker.share > still.get(blocker.id, -noise) + noise)
        )


def _cover(terrain: Hidden | None, counted: Hidden | None, full_cover: float) -> Cover:
    """Cover from what terrain alone hides, and terrain with those fighters who count (main-rulebook: Cover)."""
    if terrain is not None and terrain.share >= full_cover:
        return "full"
    # Fighters never give better than partial cover, however much they hide.
    return "partial" if counted is not None and counted.share > UNNOTICEABLE else "open"


def free_lines(
    table: Table,
    questions: Sequence[SightQuestion],
    seen: Sequence[Hidden | None],
    effort: Effort,
    *,
    known: Sequence[Sequence[Witness]],
    figures_block: bool,
) -> list[Proof]:
    """A free line for every question, or how sure it is that there is none.

    A line that the eye's view has found is taken, or one along a known line. Otherwise, if a proof that there is none is
    wanted, some lines from body to body are tried, and then a quick one. Where nothing is settled, lines are searched, and the
    view from the target's eye is looked at, so that the answer is the same whoever asks. Last comes a proof that takes long.
    """
    blocking = table.figures if figures_block else ()
    lines = _eye_lines(table, questions, seen, blocking)
    for i, those in enumerate(known):
        if lines[i] is None:
            pair = (questions[i].shooter, questions[i].target)
            lines[i] = carried_line(table.terrain, pair, those, spread=CARRIED, blocking=blocking)
    look = _Look(table, questions, blocking, effort)
    if not effort.thorough:
        return [Proof.of(line) for line in look.from_body_to_body(lines, effort.lines, past_edges=False)]
    if effort.proof_work:
        lines = look.from_body_to_body(lines, min(FIRST_LINES, effort.lines), past_edges=False)
    found = [Proof.of(line) for line in lines]
    if effort.proof_work:
        found = look.proven(found, joined=False)
    open_ = [i for i, one in enumerate(found) if not one.settled]
    closer = _Look(table, [questions[i] for i in open_], blocking, effort)
    lines = closer.from_body_to_body([None] * len(open_), effort.lines, past_edges=True)
    lines = closer.from_the_target(lines)
    closer_found = dict(zip(open_, lines, strict=True))
    found = [Proof.of(line) if (line := closer_found.get(i)) else one for i, one in enumerate(found)]
    return look.proven(found, joined=True) if effort.proof_work > FIRST_WORK else found


@dataclass(frozen=True)
class _Look:
    """Ways to look for lines, for questions about one table."""

    table: Table
    questions: Sequence[SightQuestion]
    blocking: Sequence[Figure]
    effort: Effort

    def from_body_to_body(self, lines: Sequence[Witness | None], count: int, *, past_edges: bool) -> list[Witness | None]:
        """The lines, and what is found between the bodies where there is none."""
        unseen = [i for i, line in enumerate(lines) if line is None]
        pairs = [(self.questions[i].shooter, self.questions[i].target) for i in unseen]
        found = find_lines(self.table.terrain, pairs, blocking=self.blocking, count=count, past_edges=past_edges)
        return filled(lines, unseen, found)

    def from_the_target(self, lines: Sequence[Witness | None]) -> list[Witness | None]:
        """The lines, and what is found from the targets' eyes where there is none."""
        # A question asked the other way round in the same batch has been looked at already.
        asked = {(question.shooter, question.target): i for i, question in enumerate(self.questions)}
        unseen = [i for i, line in enumerate(lines) if line is None]
        back = [SightQuestion(self.questions[i].target, self.questions[i].shooter) for i in unseen]
        both = {i: lines[asked[key]] for i, q in zip(unseen, back, strict=True) if (key := (q.shooter, q.target)) in asked}
        new = [i for i in unseen if i not in both]
        back = [SightQuestion(self.questions[i].target, self.questions[i].shooter) for i in new]
        ignored = () if self.blocking else [figure.id for figure in self.table.figures]
        views = looked_at(self.table, [view_of(question, ignored) for question in back], self.effort)
        found = [*both.values(), *_eye_lines(self.table, back, views, self.blocking)]
        return filled(lines, [*both, *new], [line.reversed() if line else None for line in found])

    def proven(self, proofs: Sequence[Proof], *, joined: bool) -> list[Proof]:
        """The proofs, and where nothing is settled what a search for one finds: the same for both ways round."""
        once: dict[tuple[Figure, Figure], Proof] = {}
        for question, proof in zip(self.questions, proofs, strict=True):
            pair, back = (question.shooter, question.target), (question.target, question.shooter)
            if not proof.settled and pair not in once:
                if joined:
                    made = prove_joined(proof, pair, work=self.effort.proof_work)
                else:
                    made = prove(self.table.terrain, pair, blocking=self.blocking, work=FIRST_WORK, joined=False)
                once |= {pair: made, back: made.reversed()}
        return [
            proof if proof.settled else once[question.shooter, question.target]
            for question, proof in zip(self.questions, proofs, strict=True)
        ]


def filled(all_: Sequence[Found | None], places: Sequence[int], found: Sequence[Found | None]) -> list[Found | None]:
    """What was found for each, with what was found since in some places."""
    into = dict(zip(places, found, strict=True))
    return [into.get(i, one) for i, one in enumerate(all_)]


def _eye_lines(
    table: Table, questions: Sequence[SightQuestion], views: Sequence[Hidden | None], blocking: Sequence[Figure]
) -> list[Witness | None]:
    """Lines from the shooters' eyes to points of the targets that their views have seen."""
    result: list[Witness | None] = [None] * len(questions)
    seen = {i: view.seen for i, view in enumerate(views) if view and view.seen and len(questions[i].shooter.body.counts.faces)}
    if not seen:
        return result
    some = list(seen)
    ends = np.array([_repeated(points) for points in seen.values()])
    eyes = np.array([questions[i].shooter.eye for i in some])
    pairs = [(questions[i].shooter, questions[i].target) for i in some]
    starts = np.broadcast_to(eyes[:, None], ends.shape)
    return filled(result, some, first_free(table.terrain, pairs, starts, ends, blocking=blocking))


def _repeated(points: Sequence[Point]) -> list[Point]:
    """`SEEN_POINTS` points, the last one again and again."""
    return [*points, *([points[-1]] * (SEEN_POINTS - len(points)))]


def plan_rulings(
    _rules: SightRules,
    table: Table,
    questions: Sequence[SightQuestion],
    effort: Effort,
    _known: Sequence[Sequence[Witness]] = (),
) -> list[SightRuling]:
    """Sight and cover in plan; the share hidden from the eye is measured all the same.

    Source: main-rulebook, Line of sight and cover in Zone Mortalis.
    """
    geometry = looked_at(table, [view_of(question) for question in questions], effort)
    result = []
    for question, hidden in zip(questions, geometry, strict=True):
        found = flat_verdict(table, question.shooter, question.target)
        witness = Witness(*found.witness) if found.witness else None
        exact = Proof(witness, SEEN)
        result.append(SightRuling(witness, found.cover, hidden, hidden, hidden, reasons=found.because, proof=exact))
    return result
