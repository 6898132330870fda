"""Settling questions of sight: geometry from the scene, turned into what the rules make of it.

Many questions are asked at once, so that all their rays are cast together.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.allowances import beside_shooter, lying, near_room
from rules.because import Cover
from rules.flat import flat_verdict
from rules.verdict import Question, Ruling, System
from scene.casting import Near, View
from scene.lines import LINES, Point, Witness, find_lines, first_free
from scene.sight import FINE, SEEN_POINTS, Hidden, Precision, hidden_shares
from scene.table import Figure, Table

HALF = 0.5
"""Hidden by at least this share is full cover (main-rulebook: Cover)."""

UNNOTICEABLE = 0.0005
"""A smaller hidden share counts as fully visible: nobody stooping behind a figure sees a two-thousandth of a body."""

NOT_SEEN: Cover = "none-seen"


@dataclass(frozen=True)
class Effort:
    """How much work a question is worth.

    Attributes:
        lines: random lines from body to body that are tried where the eye sees nothing.
        thorough: also look for lines through thin slots, and from the target's eye.
    """

    precision: Precision = FINE
    lines: int = LINES
    thorough: bool = True


FULL_EFFORT = Effort()


def rulings(
    table: Table, questions: Sequence[Question], *, system: System, flat: bool = False, effort: Effort = FULL_EFFORT
) -> list[Ruling]:
    """What is seen and how well it is covered, for every question.

    Args:
        system: `geometry` only measures; there other figures' bodies stop a line of sight as well.
        flat: the rulebook's variant for flat tables (main-rulebook: Line of sight and cover in Zone Mortalis).
    """
    if flat:
        return _flat_rulings(table, questions, effort)
    geometry = _look(table, [_view(question) for question in questions], effort)
    if system == "geometry":
        witnesses = _witnesses(table, questions, geometry, effort, figures_block=True)
        return [Ruling(line, None, all_, all_, all_) for line, all_ in zip(witnesses, geometry, strict=True)]
    cases = [_Case.of(table, question, all_) for question, all_ in zip(questions, geometry, strict=True)]
    extra = iter(_look(table, [view for case in cases for view in case.views], effort))
    cases = [case.answered([next(extra) for _ in case.views]) for case in cases]
    witnesses = _witnesses(table, questions, [case.strict for case in cases], effort, figures_block=False)
    return [case.ruling(line) for case, line in zip(cases, witnesses, strict=True)]


def _view(question: Question, ignored: Iterable[str] = (), near: Near | None = None) -> View:
    everybody = frozenset(ignored) | {question.shooter.id, question.target.id}
    return View(question.shooter.eye, question.target, everybody, near)


def _look(table: Table, views: Sequence[View], effort: Effort) -> list[Hidden | None]:
    return hidden_shares(table.terrain, table.figures, views, precision=effort.precision)


@dataclass(frozen=True)
class _Case:
    """A question by the main rulebook: what must be looked at besides everything as it stands.

    Attributes:
        views: past all figures; past those who do not count; both past terrain beside the shooter; and past all figures
            with that terrain, for the line of sight. Only those that could differ from ``geometry``.
        fills: the names of the results that these views give.
    """

    geometry: Hidden | None
    views: tuple[View, ...] = ()
    fills: tuple[str, ...] = ()
    counted: Hidden | None = None
    terrain: Hidden | None = None
    strict: Hidden | None = None

    @staticmethod
    def of(table: Table, question: Question, geometry: Hidden | None) -> "_Case":
        if geometry is None or geometry.share == 0.0:
            return _Case(geometry)
        hiding = {blocker.id for blocker in geometry.by if blocker.kind == "figure"}
        terrain_hides = len(hiding) < len(geometry.by)
        near = near_room(question.shooter, table) if terrain_hides else None
        discounted = lying(table) | (beside_shooter(table, question.shooter) if hiding else frozenset())
        everybody = {figure.id for figure in table.figures}
        wanted: dict[str, View] = {}
        if near or hiding & discounted:
            wanted["counted"] = _view(question, discounted, near)
        if near or hiding:
            wanted["terrain"] = _view(question, everybody, near)
        if near and hiding and not geometry.seen:
            wanted["strict"] = _view(question, everybody)
        return _Case(geometry, tuple(wanted.values()), tuple(wanted))

    def answered(self, results: Sequence[Hidden | None]) -> "_Case":
        """The case with the results of its views, and `geometry` for what cannot differ from it."""
        found = dict(zip(self.fills, results, strict=True))
        near = any(view.near for view in self.views)
        strict = self.geometry if near else found.get("terrain", self.geometry)
        return replace(
            self,
            counted=found.get("counted", self.geometry),
            terrain=found.get("terrain", self.geometry),
            strict=found.get("strict", strict),
        )

    def ruling(self, witness: Witness | None) -> Ruling:
        """What the rulebook makes of it."""
        cover = NOT_SEEN if witness is None else _cover(self.terrain, self.counted)
        return Ruling(witness, cover, self.geometry, self.counted, self.terrain, self._allowed())

    def _allowed(self) -> tuple[str, ...]:
        if self.geometry is None or not any(view.near for view in self.views):
            return ()
        still = {blocker.id: blocker.share for blocker in (self.counted.by if self.counted else ())}
        return tuple(
            blocker.id
            for blocker in self.geometry.by
            if blocker.kind == "terrain" and blocker.share > still.get(blocker.id, 0.0) + UNNOTICEABLE
        )


def _cover(terrain: Hidden | None, counted: Hidden | None) -> Cover:
    """Cover from what terrain alone hides, and terrain with those fighters who count (main-rulebook: Cover)."""
    if terrain is not None and terrain.share >= HALF:
        return "full"
    # Fighters never give better than partial cover, however much they hide.
    return "partial" if counted is not None and counted.share > UNNOTICEABLE else "open"


def _witnesses(
    table: Table, questions: Sequence[Question], seen: Sequence[Hidden | None], effort: Effort, *, figures_block: bool
) -> list[Witness | None]:
    """A free line for every question, or None.

    A line that the eye's view has found is taken. Otherwise lines from body to body are searched, and then the view from
    the target's eye is looked at, so that the answer is the same whoever asks.
    """
    blocking = table.figures if figures_block else ()
    result = _eye_lines(table, questions, seen, blocking)
    unseen = [i for i, line in enumerate(result) if line is None]
    between = _body_lines(table, [questions[i] for i in unseen], effort, blocking)
    result = _filled(result, unseen, between)
    if not effort.thorough:
        return result
    unseen = [i for i, line in enumerate(result) if line is None]
    back = [Question(questions[i].target, questions[i].shooter) for i in unseen]
    ignored = () if figures_block else [figure.id for figure in table.figures]
    views = _look(table, [_view(question, ignored) for question in back], effort)
    found = _eye_lines(table, back, views, blocking)
    return _filled(result, unseen, [line.reversed() if line else None for line in found])


def _filled(lines: list[Witness | None], places: list[int], found: list[Witness | None]) -> list[Witness | None]:
    into = dict(zip(places, found, strict=True))
    return [into.get(i, line) for i, line in enumerate(lines)]


def _eye_lines(
    table: Table, questions: Sequence[Question], views: Sequence[Hidden | None], blocking: Sequence[Figure]
) -> list[Witness | None]:
    """Lines from the shooters' eyes to points of the targets that their views have seen."""
    result: list[Witness | None] = [None] * len(questions)
    some = [i for i, view in enumerate(views) if view and view.seen]
    if not some:
        return result
    ends = np.array([_repeated(view.seen) for view in views if view and view.seen])
    eyes = np.array([questions[i].shooter.eye for i in some])
    pairs = [(questions[i].shooter, questions[i].target) for i in some]
    starts = np.broadcast_to(eyes[:, None], ends.shape)
    return _filled(result, some, first_free(table.terrain, pairs, starts, ends, blocking=blocking))


def _repeated(points: Sequence[Point]) -> list[Point]:
    """`SEEN_POINTS` points, the last one again and again."""
    return [*points, *([points[-1]] * (SEEN_POINTS - len(points)))]


def _body_lines(
    table: Table, questions: Sequence[Question], effort: Effort, blocking: Sequence[Figure]
) -> list[Witness | None]:
    """Lines from body to body, always begun at the same figure and searched once for both directions."""
    orders = [_ordered(question) for question in questions]
    pairs = list(dict.fromkeys(orders))
    found = find_lines(table.terrain, pairs, blocking=blocking, count=effort.lines, past_edges=effort.thorough)
    lines = dict(zip(pairs, found, strict=True))
    return [
        line.reversed() if (line := lines[order]) and order[0] is not question.shooter else line
        for question, order in zip(questions, orders, strict=True)
    ]


def _ordered(question: Question) -> tuple[Figure, Figure]:
    shooter, target = question.shooter, question.target
    return (shooter, target) if shooter.id <= target.id else (target, shooter)


def _flat_rulings(table: Table, questions: Sequence[Question], effort: Effort) -> list[Ruling]:
    """Sight and cover in plan; the share hidden from the eye is measured all the same."""
    geometry = _look(table, [_view(question) for question in questions], effort)
    result = []
    for question, hidden in zip(questions, geometry, strict=True):
        found = flat_verdict(table, question.shooter, question.target)
        witness = Witness(*found.witness) if found.witness else None
        result.append(Ruling(witness, found.cover, hidden, hidden, hidden, reasons=found.because))
    return result
