"""The questions of the page: what was asked, as JSON, made the arguments of the functions that answer."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from rules.movement.path_rules import agent_of
from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import FULL_EFFORT
from rules.systems import registry
from rules.systems.registry import DEFAULT
from rules.systems.rule_system import Part
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.pathfinding.region_lookup import nearest_on_navmesh
from scene.table.table import Table
from sightline.answers import sight_answer
from sightline.api.attack_questions import attack_odds
from sightline.api.blast_questions import blast, blast_odds
from sightline.api.distance_questions import measure
from sightline.api.fall_questions import fall
from sightline.api.flame_questions import best_flame, flame
from sightline.api.given_values import place, rules_of, words, wrong
from sightline.api.movement_questions import path, reach
from sightline.api.shown_answers import WordedAnswer
from sightline.api.sight_questions import SightAnswer, line_of_sight, shot
from sightline.drafts.standing_places import standing_place
from sightline.errors import CommandError
from sightline.files.table_loading import load_navmesh
from sightline.session.gang_loading import armoury

Asked = Mapping[str, Any]
"""A question as the page sends it: ``ask`` says which, ``rules`` by which, the rest is the question's own."""

MOST_BYTES = 20_000
"""Of a question."""
NEAR = 0.75
"""Inches between where people point and where somebody can stand."""
STEP = 0.5
"""Inches between places in reach: what can be told apart on a phone."""
USUAL_MARKER = 3.0


@dataclass(frozen=True)
class Question:
    """A kind of question.

    Attributes:
        answer: of a table and what was asked.
        parts: the parts of a rule system of which it goes by one.
        needs: the fields that it cannot do without.
        takes: the others.
    """

    answer: Callable[[Table, Asked], WordedAnswer]
    parts: tuple[Part, ...]
    needs: tuple[str, ...]
    takes: tuple[str, ...] = ()


def answered(table: Table, asked: object) -> WordedAnswer:
    """The answer to a question of the page.

    Raises:
        SceneError, RulesError, CommandError: it cannot be answered, in a line for people.
    """
    if not isinstance(asked, Mapping) or not isinstance(asked.get("ask"), str) or asked["ask"] not in QUESTIONS:
        raise CommandError(f"there is no such question; there are {', '.join(QUESTIONS)}")
    question = QUESTIONS[asked["ask"]]
    if missing := [name for name in question.needs if asked.get(name) is None or asked[name] == ""]:
        raise CommandError(f"{' and '.join(missing)} missing in the question")
    known = {"ask", "rules", *question.needs, *question.takes}
    if unknown := [str(name)[:20] for name in asked if name not in known]:
        raise CommandError(f"the question has no {', '.join(unknown)}")
    told_by = rules_of(rules_named(asked))
    if not any(map(told_by.has, question.parts)):
        told_by.check(question.parts[0])
    return question.answer(table, asked)


@cache
def offered() -> dict[str, Any]:
    """By which rule systems which questions are answered."""
    return {
        "usual": DEFAULT,
        "systems": [{"name": name, "title": registry.system(name).title} for name in registry.names()],
        "questions": {
            kind: [name for name in registry.names() if any(map(registry.system(name).has, question.parts))]
            for kind, question in QUESTIONS.items()
        },
        "weapons": sorted({weapon.name for weapon in armoury().weapons.values()}),
    }


def rules_named(asked: Asked) -> str:
    """By a name, never by a file: whatever a page sends opens none."""
    name = asked.get("rules", DEFAULT)
    if not isinstance(name, str) or name not in registry.names():
        raise wrong("rules", name, f"the name of a rule system: {', '.join(registry.names())}")
    return name


def _name(asked: Asked, field: str) -> str:
    return words(asked[field], field, "the id or the name of somebody on the table")


def _sight(table: Table, asked: Asked) -> WordedAnswer:
    """Settled whole, or at first sight: a "no" only searched, and without how steady it is."""
    shooter, target, rules = _name(asked, "shooter"), _name(asked, "target"), rules_named(asked)
    if not asked.get("quick"):
        return line_of_sight(table, shooter, target, rules=rules, tolerance_mm=None)
    question = shot(table, shooter, target)
    judged = sight_answer.sight_rules(rules_of(rules), flat=False)
    return SightAnswer(table, settle_shots(table, [question], rules=judged, effort=FULL_EFFORT)[0], None)


def _measure(table: Table, asked: Asked) -> WordedAnswer:
    return measure(table, _end(asked["a"], "a"), _end(asked["b"], "b"))


def _end(given: object, name: str) -> str | Point:
    return given if isinstance(given, str) else place(given, name)


def _path(table: Table, asked: Asked) -> WordedAnswer:
    figure = table.meant(_name(asked, "figure"))
    goal = place(asked["to"], "to")
    near = nearest_on_navmesh(load_navmesh(table, agent_of(figure)), goal)
    if near is not None and np.linalg.norm(np.subtract(near, goal)) <= NEAR:
        goal = near
    return path(table, figure.id, goal, rules=rules_named(asked), move=asked.get("move", 5.0), safe=bool(asked.get("safe")))


def _reach(table: Table, asked: Asked) -> WordedAnswer:
    who, inches, move = _name(asked, "figure"), asked["inches"], asked.get("move", 5.0)
    return reach(table, who, inches, rules=rules_named(asked), move=move, safe=bool(asked.get("safe")), step=STEP)


def _fall(table: Table, asked: Asked) -> WordedAnswer:
    who = None if asked.get("figure") is None else _name(asked, "figure")
    at, rules = _end(asked["at"], "at"), rules_named(asked)
    try:
        return fall(table, at, rules=rules, figure=who)
    except SceneError:
        # A finger that points at the top of a rail means whoever stands at its foot.
        if isinstance(at, str) or not table.figures:
            raise
        foot = standing_place(table, table.figures[0], at, wanted=at[:2])
        if foot == at:
            raise
        return fall(table, foot, rules=rules, figure=who)


def _blast(table: Table, asked: Asked) -> WordedAnswer:
    rng = np.random.default_rng(secrets.randbits(48))
    terms: dict[str, Any] = {"size": asked.get("size", USUAL_MARKER), "rules": rules_named(asked)}
    return blast(table, _name(asked, "shooter"), place(asked["at"], "at"), rng=rng, missed=bool(asked.get("missed")), **terms)


def _blast_odds(table: Table, asked: Asked) -> WordedAnswer:
    terms: dict[str, Any] = {"size": asked.get("size", USUAL_MARKER), "rules": rules_named(asked)}
    return blast_odds(table, _name(asked, "shooter"), place(asked["at"], "at"), hit_roll=asked.get("hit_roll", 0.0), **terms)


def _flame(table: Table, asked: Asked) -> WordedAnswer:
    shooter = _name(asked, "shooter")
    if asked.get("at") is None:
        return best_flame(table, shooter, rules=rules_named(asked))
    return flame(table, shooter, place(asked["at"], "at"), rules=rules_named(asked))


def _odds(table: Table, asked: Asked) -> WordedAnswer:
    weapon = words(asked["weapon"], "weapon", "the name of a weapon")
    return attack_odds(table, _name(asked, "shooter"), _name(asked, "target"), weapon=weapon, rules=rules_named(asked))


QUESTIONS: Mapping[str, Question] = {
    "sight": Question(_sight, ("sight",), ("shooter", "target"), ("quick",)),
    "measure": Question(_measure, ("sight",), ("a", "b")),
    "path": Question(_path, ("movement",), ("figure", "to"), ("move", "safe")),
    "reach": Question(_reach, ("movement",), ("figure", "inches"), ("move", "safe")),
    "fall": Question(_fall, ("falls",), ("at",), ("figure",)),
    "blast": Question(_blast, ("numbers",), ("shooter", "at"), ("size", "missed")),
    "blast-odds": Question(_blast_odds, ("numbers",), ("shooter", "at"), ("size", "hit_roll")),
    "flame": Question(_flame, ("numbers",), ("shooter",), ("at",)),
    "odds": Question(_odds, ("odds", "numbers"), ("shooter", "target", "weapon")),
}
