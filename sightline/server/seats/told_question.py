"""What is asked in a battle, as one seat may see it."""

from collections.abc import Iterator
from typing import Any

from rules.engine.procedure_steps import Choose, Question, Roll
from rules.skirmish.state.battle_state import Battle
from sightline.session.answer_sources import dice_words, meanings, typed_how
from sightline.session.battle_log import Called, needs
from sightline.session.secret_choices import VEILED, chooser, is_secret
from sightline.session.targets.decision_evidence import is_target_choice
from sightline.window.battle.click_answers import asks_for_a_path, takes_places


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
    if is_secret(question) and asked != gang:
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
    return {
        "kind": "choice",
        "text": f"{battle.called(question.who)}: {question.what}{about}?",
        "about": question.about,
        "options": [
            {"key": one.key, "text": one.text, "hint": one.hint, "figure": one.key if one.key in standing else ""}
            for one in question.options
        ],
        "free": question.hint if question.free is not None else "",
        "places": takes_places(question),
        "way": asks_for_a_path(question),
        "weighed": is_target_choice(question),
        "source": question.source,
    }


def conditions(battle: Battle) -> Iterator[str]:
    """What the fighter who acts has left."""
    acting = battle.activation
    if acting is not None:
        yield f"{battle.called(acting.fighter)} acts; actions left: {acting.left}"
