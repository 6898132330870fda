"""Answers about one place: each enemy looked at exactly, both ways, and in a battle the chances of a shot at him from there."""

from dataclasses import dataclass, replace

from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import PROVING_EFFORT, SightQuestion, Verdict
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.table.table import Figure
from sightline.session.targets.target_evidence import TargetEvidence, of_shot
from sightline.window.stand_points.stand_question import StandQuestion


@dataclass(frozen=True, eq=False)
class FoeAnswer:
    """An enemy and a figure at a place.

    Attributes:
        foe: who.
        seen_by: what he sees of the figure there.
        sees: what the figure sees of him from there.
        shot: what a shot at him from there comes to; None where chances are not told.
    """

    foe: Figure
    seen_by: Verdict
    sees: Verdict
    shot: TargetEvidence | None = None


@dataclass(frozen=True, eq=False)
class PlaceAnswers:
    """All enemies and a figure at a place, as far as they are looked at.

    Attributes:
        question: whose place, against whom.
        place: inches.
        answers: in the order of the enemies.
    """

    question: StandQuestion
    place: Point
    answers: tuple[FoeAnswer, ...] = ()

    @property
    def next(self) -> Figure | None:
        """Who is looked at next; None once all are."""
        return next(iter(self.question.foes[len(self.answers) :]), None)

    def with_answer(self, answer: FoeAnswer) -> "PlaceAnswers":
        """The same with the next enemy's answer."""
        return replace(self, answers=(*self.answers, answer))


def foe_answer(question: StandQuestion, place: Point, foe: Figure) -> FoeAnswer:
    """An enemy and a figure at a place, exactly. May take seconds where it is hard to tell."""
    figure = question.at(place)
    table = question.table.with_figure(figure)
    asked = [SightQuestion(foe, figure), SightQuestion(figure, foe)]
    seen_by, sees = settle_shots(table, asked, rules=question.sight, effort=PROVING_EFFORT)
    return FoeAnswer(foe, seen_by, sees, _shot(question, place, foe))


def _shot(question: StandQuestion, place: Point, foe: Figure) -> TargetEvidence | None:
    battle = question.battle
    if battle is None or not question.guns:
        return None
    there = battle.changed(question.figure.id, position=place)
    try:
        return of_shot(there, question.figure.id, foe.id, question.guns)
    except SceneError:
        return None
