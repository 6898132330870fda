"""What a click on the table answers to the question that is asked, as text that could be typed as well."""

import math
import re

from rules.body_limits import STEP
from rules.engine.procedure_steps import Choose, Question
from rules.skirmish.state.battle_state import Battle
from scene.geometry.mesh import Point
from sightline.session.targets.charge_evidence import too_far

ENGAGES = "engage ENEMY"
"""In the hint of questions that an enemy may be engaged by."""
BESIDE_THING = 0.7
"""Inches from the middle of an object within which a click means it."""
PLACE = re.compile(r"(-?[\d.]+ ){1,2}-?[\d.]+")
RING = 0.4
"""Inches from an offered place to the rim of its ring."""


def takes_places(question: Question | None) -> bool:
    """Whether a question can be answered by a place on the table, or a direction to it."""
    return isinstance(question, Choose) and question.free is not None and ("x y" in question.hint or _is_facing(question))


def click_text(battle: Battle, question: Question | None, owner: str | None, place: Point | None) -> str:
    """What a click means; empty if it means nothing here.

    A figure that is offered is that answer; else an enemy is engaged, and loot taken up, where that can be answered. On a
    figure, a place is that where it stands.

    Args:
        battle: how things are.
        question: what is asked.
        owner: of what was clicked: a fighter, a piece of terrain; empty or None for none.
        place: that was clicked, inches; None beside the table.
    """
    if not isinstance(question, Choose):
        return ""
    if owner and owner in question:
        return owner
    fighters = {model.id: model for model in battle.on_table()}
    where = fighters[owner].position if owner in fighters else place
    if _is_facing(question):
        return _bearing(battle, question.about, where)
    if owner in fighters and (against := _against(battle, question, owner)) is not None:
        return against
    if where is None or not takes_places(question):
        return ""
    return _taken(battle, question, where) or _ringed(question, where) or place_text(where)


def _against(battle: Battle, question: Choose, owner: str) -> str | None:
    """What a click on a figure means where it can be told what is done about an enemy; None where it cannot."""
    if ENGAGES in question.hint:
        foes = {model.id for model in battle.foes(battle.model(question.about).gang) if model.status != "seriously_injured"}
        return f"engage {owner}" if owner in foes else ""
    if "fire at NAME" in question.hint:
        foes = {model.id for model in battle.foes(battle.model(question.about).gang)}
        return battle.called(owner) if owner in foes else ""
    return None


def _taken(battle: Battle, question: Choose, place: Point) -> str:
    """What is taken up by a click on it, where that can be answered."""
    for thing in battle.things if "take THING" in question.hint else ():
        near = math.dist(thing.position[:2], place[:2]) <= BESIDE_THING and abs(thing.position[2] - place[2]) <= STEP
        if near and not thing.holder:
            return f"take {thing.id}"
    return ""


def _ringed(question: Choose, place: Point) -> str:
    """The offered place in whose ring a place lies: a hand that clicks into a ring at an edge means that place."""
    return next((place_text(offered) for offered in offered_places(question) if _in_ring(offered, place)), "")


def ringed_place(question: Question | None, place: Point | None) -> Point | None:
    """The offered place that is pointed at; None for none."""
    return next((offered for offered in offered_places(question) if place is not None and _in_ring(offered, place)), None)


def _in_ring(offered: Point, place: Point) -> bool:
    return math.dist(offered[:2], place[:2]) <= RING and abs(offered[2] - place[2]) <= STEP


def offered_places(question: Question | None) -> tuple[Point, ...]:
    """The places on the table among what is offered, in its order."""
    offered = [option for option in question.options if is_place(option.key)] if isinstance(question, Choose) else []
    return tuple(option.value for option in offered if isinstance(option.value, tuple) and len(option.value) == 3)


def place_text(place: Point) -> str:
    """A place as it could be typed."""
    return " ".join(f"{round(inches, 3) + 0.0:g}" for inches in place)


def is_place(text: str) -> bool:
    """Whether an answer is a place, and not somebody or something there."""
    return bool(PLACE.fullmatch(text))


def asks_for_a_path(question: Question) -> bool:
    """Whether a question is where somebody goes, so that the path there is to be shown before it is answered."""
    return isinstance(question, Choose) and question.preview is not None


def into_contact(battle: Battle, question: Question | None, owner: str) -> str:
    """What has somebody go into contact with whom is pointed at, by a way that can be shown; empty where nothing does."""
    if offers_a_way(question, owner):
        return owner
    if not isinstance(question, Choose) or not asks_for_a_path(question) or ENGAGES not in question.hint:
        return ""
    return _against(battle, question, owner) or ""


def beyond_reach(battle: Battle, question: Question | None, owner: str) -> str:
    """That an enemy who is pointed at is too far off to be moved into contact with, and how far; empty where he may not be."""
    if not isinstance(question, Choose) or not question.shown or not into_contact(battle, question, owner):
        return ""
    return too_far(battle, question.about, owner, question.shown[-1][0])


def offers_a_way(question: Question | None, key: str) -> bool:
    """Whether an offered answer is somebody to whom a way leads that can be shown before it is gone."""
    return (
        isinstance(question, Choose)
        and asks_for_a_path(question)
        and any(option.key == key and isinstance(option.value, tuple) and option.value == (key,) for option in question.options)
    )


def _is_facing(question: Choose) -> bool:
    return question.hint.startswith("degrees")


def _bearing(battle: Battle, fighter: str, place: Point | None) -> str:
    """The degrees from a fighter to a place."""
    if place is None:
        return ""
    x, y, _ = battle.model(fighter).position
    if (x, y) == place[:2]:
        return ""
    return f"{math.degrees(math.atan2(place[1] - y, place[0] - x)) % 360.0:.1f}"
