"""Answers about one place: each enemy looked at exactly, both ways, and in a battle the chances of a shot at him from there."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import FULL_EFFORT, PROVING_EFFORT, Effort, SightQuestion, Verdict
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.table.table import Figure
from sightline.session.targets.target_evidence import TargetEvidence, of_shot
from sightline.window.stand_points.stand_question import StandQuestion

Step = Literal["look", "shot", "prove"]
"""What is worked out about an enemy: first a look, then what a shot comes to, last a proof where nothing is seen."""


@dataclass(frozen=True, eq=False)
class FoeAnswer:
    """An enemy and a figure at a place.

    Attributes:
        foe: who.
        seen_by: what he sees of the figure there.
        sees: what the figure sees of him from there.
        shot: what a shot at him from there comes to; None where that is not told, or not yet.
        done: what has been worked out.
    """

    foe: Figure
    seen_by: Verdict
    sees: Verdict
    shot: TargetEvidence | None = None
    done: frozenset[Step] = frozenset({"look"})


@dataclass(frozen=True, eq=False)
class PlaceAnswers:
    """All enemies and a figure at a place, as far as they are worked out.

    Attributes:
        question: whose place, against whom.
        place: inches.
        answers: by the ids of the enemies.
    """

    question: StandQuestion
    place: Point
    answers: Mapping[str, FoeAnswer] = field(default_factory=dict)

    @property
    def next(self) -> tuple[Figure, Step] | None:
        """Who is worked out next, and what; None once all is."""
        steps: tuple[Step, ...] = ("look", "shot", "prove")
        return next(((foe, step) for step in steps for foe in self.question.foes if self._wants(foe, step)), None)

    def _wants(self, foe: Figure, step: Step) -> bool:
        known = self.answers.get(foe.id)
        if known is None or step in known.done:
            return known is None and step == "look"
        return known.sees.line_of_sight is (step == "shot") and (step == "prove" or bool(self.question.guns))

    def worked_out(self, foe: Figure, step: Step) -> "PlaceAnswers":
        """The same with a step more. May take seconds where a proof is hard to find."""
        known = self.answers.get(foe.id)
        if step == "shot" and known is not None:
            found = replace(known, shot=_shot(self.question, self.place, foe))
        else:
            found = _looked_at(self.question, self.place, foe, FULL_EFFORT if step == "look" else PROVING_EFFORT)
        done = frozenset({step}) | (known.done if known is not None else frozenset())
        return replace(self, answers={**self.answers, foe.id: replace(found, done=done)})


def _looked_at(question: StandQuestion, place: Point, foe: Figure, effort: Effort) -> FoeAnswer:
    figure = question.at(place)
    asked = [SightQuestion(foe, figure), SightQuestion(figure, foe)]
    table = question.table.with_figure(figure)
    seen_by, sees = settle_shots(table, asked, rules=question.sight, effort=effort)
    return FoeAnswer(foe, seen_by, sees)


def _shot(question: StandQuestion, place: Point, foe: Figure) -> TargetEvidence | None:
    if question.battle is None:
        return None
    there = question.battle.changed(question.figure.id, position=place)
    try:
        return of_shot(there, question.figure.id, foe.id, question.guns)
    except SceneError:
        return None
