"""What is asked in a battle, as one seat may see it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.engine.procedure_steps import Choose, Option, Question, Roll
from rules.skirmish.phases.deployment import SET_UP, set_up_corners
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from scene.geometry.mesh import Point
from sightline.answers.place_in_words import places_however_seen
from sightline.session.answer_sources import dice_words, meanings, typed_how
from sightline.session.battle_log import Called, needs
from sightline.session.secret_choices import VEILED, chooser, is_secret
from sightline.session.targets.decision_evidence import is_target_choice
from sightline.window.battle.click_answers import asks_for_a_path, offered_places, place_text, takes_places


def told_question(battle: Battle, question: Question | None, gang: str) -> dict[str, Any] | None:
    """What is asked; None when the battle is over.

    Args:
        battle: how things are.
        question: what is asked.
        gang: whose seat it is told to, by its id; empty for none. A secret choice of another gang is told only as such.
    """
    if question is None:
        return None
    asked = chooser(battle, question)
    told = {"gang": asked, "whose": battle.called(asked), "mine": asked == gang, "who": battle.called(question.who)}
    if isinstance(question, Choose) and is_secret(question) and asked != gang:
        return told | {"kind": "hidden", "text": f"{battle.called(asked)} makes {VEILED}"}
    if isinstance(question, Roll):
        return told | _roll(question, battle.called)
    return told | _choice(battle, question)


def _roll(question: Roll, called: Called) -> dict[str, Any]:
    return {
        "kind": "roll",
        "text": f"{called(question.who)} rolls {dice_words(question.dice)} for {question.what}{needs(question)}",
        "notes": [*([question.tells] if question.tells else []), *meanings(question)],
        "dice": question.dice,
        "typed": typed_how(question.dice),
        "source": question.source,
    }


def _choice(battle: Battle, question: Choose) -> dict[str, Any]:
    about = f" ({battle.called(question.about)})" if question.about else ""
    standing = {model.id for model in battle.on_table()}
    places = offered_places(question)
    told = dict(zip(map(place_text, places), enumerate(zip(places, _said(battle, places), strict=True), 1), strict=True))
    return {
        "kind": "choice",
        "text": f"{battle.called(question.who)}: {question.what}{about}?",
        "about": question.about,
        "options": [
            {"key": one.key, "hint": one.hint, "figure": one.key if one.key in standing else "", **_option(one, told)}
            for one in question.options
        ],
        "area": _area(battle, question),
        "free": question.hint if question.free is not None else "",
        "places": takes_places(question),
        "way": asks_for_a_path(question),
        "weighed": is_target_choice(question),
        "source": question.source,
    }


def _said(battle: Battle, places: Sequence[Point]) -> tuple[str, ...]:
    return places_however_seen(table_of(battle), places) if places else ()


def _option(one: Option, places: Mapping[str, tuple[int, tuple[Point, str]]]) -> dict[str, Any]:
    """What an option is called; a place by the number that it has on the table, as a table may be turned."""
    if one.key not in places:
        return {"text": one.text}
    number, (place, said) = places[one.key]
    return {"text": f"{number}: {said}", "mark": str(number), "place": list(place)}


def _area(battle: Battle, question: Choose) -> list[list[float]] | None:
    """Two corners of the area in which the gang that is asked sets up, inches; None while nobody is set up."""
    if question.source != SET_UP or not question.about:
        return None
    return [corner.tolist() for corner in set_up_corners(battle, question.who)]


def conditions(battle: Battle) -> Iterator[str]:
    """What the fighter who acts has left."""
    acting = battle.activation
    if acting is not None:
        yield f"{battle.called(acting.fighter)} acts; actions left: {acting.left}"
