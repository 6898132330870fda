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
from scene.table.table import Figure, Table
from scene.visibility.hidden_share import SEEN_POINTS, Hidden, hidden_shares
from scene.visibility.line_of_sight import Witness, find_lines, first_free
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
    witnesses = free_lines(table, questions, geometry, effort, known=known, figures_block=True)
    return [SightRuling(line, None, all_, all_, all_) for line, all_ in zip(witnesses, geometry, strict=True)]


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
    witnesses = free_lines(table, questions, seen, effort, known=known, figures_block=False)
    cases = [_Case.of(table, question, all_, line) for question, all_, line in zip(questions, geometry, witnesses, strict=True)]
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
    witness: Witness | None
    wanted: tuple[tuple[str, SightQuery], ...] = ()
    beside: frozenset[str] = frozenset()
    discounted: frozenset[str] = frozenset()

    @property
    def views(self) -> list[SightQuery]:
        return [view for _, view in self.wanted]

    @staticmethod
    def of(table: Table, question: SightQuestion, geometry: Hidden | None, witness: Witness | None) -> "_Case":
        if geometry is None or geometry.share == 0.0 or witness is None:
            return _Case(geometry, witness)
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
        return _Case(geometry, witness, tuple(wanted), beside, discounted)

    def ruling(self, results: Sequence[Hidden | None], full_cover: float) -> SightRuling:
        """What the rulebook makes of it, given what the views have shown, and the share from which cover is full."""
        found = dict(zip([name for name, _ in self.wanted], results, strict=True))
        counted, terrain = (found.get(name, self.geometry) for name in ("counted", "terrain"))
        cover = NOT_SEEN if self.witness is None else _cover(terrain, counted, full_cover)
        undecided = self.witness is not None and terrain is not None and terrain.low < full_cover <= terrain.high
        return SightRuling(self.witness, cover, self.geometry, counted, terrain, self._allowed(counted), undecided)

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
) -> list[Witness | None]:
    """A free line for every question, or None.

    A line that the eye's view has found is taken, or one along a known line. Otherwise lines from body to body are
    searched, and then the view from the target's eye is looked at, so that the answer is the same whoever asks.
    """
    blocking = table.figures if figures_block else ()
    result = _eye_lines(table, questions, seen, blocking)
    for i, lines in enumerate(known):
        if result[i] is None:
            pair = (questions[i].shooter, questions[i].target)
            result[i] = carried_line(table.terrain, pair, lines, spread=CARRIED, blocking=blocking)
    unseen = [i for i, line in enumerate(result) if line is None]
    pairs = [(questions[i].shooter, questions[i].target) for i in unseen]
    between = find_lines(table.terrain, pairs, blocking=blocking, count=effort.lines, past_edges=effort.thorough)
    result = filled(result, unseen, between)
    if not effort.thorough:
        return result
    # A question asked the other way round in the same batch has been looked at already.
    asked = {(question.shooter, question.target): i for i, question in enumerate(questions)}
    unseen = [i for i, line in enumerate(result) if line is None]
    back = [SightQuestion(questions[i].target, questions[i].shooter) for i in unseen]
    both = {i: result[asked[key]] for i, q in zip(unseen, back, strict=True) if (key := (q.shooter, q.target)) in asked}
    new = [i for i in unseen if i not in both]
    back = [SightQuestion(questions[i].target, questions[i].shooter) for i in new]
    ignored = () if figures_block else [figure.id for figure in table.figures]
    views = looked_at(table, [view_of(question, ignored) for question in back], effort)
    found = [*both.values(), *_eye_lines(table, back, views, blocking)]
    return filled(result, [*both, *new], [line.reversed() if line else None for line in found])


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
        result.append(SightRuling(witness, found.cover, hidden, hidden, hidden, reasons=found.because))
    return result
