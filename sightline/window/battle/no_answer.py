"""Why a click or a drag in a battle answers nothing, and what would: in a line for people."""

from collections.abc import Collection
from itertools import takewhile

from rules.engine.procedure_steps import Choose, Roll
from sightline.window.battle.click_answers import takes_places
from sightline.window.battle.snapshots.battle_snapshot import BattleSnapshot

NOTHING = "nothing there to choose"
MOVE = "move"
"""The action of going somewhere, by its key."""
ACTED = "{} has acted already in this round"
WHO_ACTS = frozenset({"who is activated", "who acts"})
"""The questions whose turn it is."""


def nothing_chosen(shown: BattleSnapshot, owner: str | None) -> str:
    """Why a click on something answers nothing, and what does; empty where it is somebody to look at.

    Args:
        shown: the battle.
        owner: of what was clicked: a fighter, a piece of terrain; empty for the ground, None beside the table.
    """
    question, people = shown.question, set(shown.fighters)
    offered = {option.key for option in question.options} & people if isinstance(question, Choose) else set[str]()
    asked = shown.waits == "people" and isinstance(question, Choose)
    if owner in people and not (asked and offered):
        return ""
    if owner in people and isinstance(question, Choose):
        return _not_offered(shown, question, str(owner))
    return f"{NOTHING}: {_what_to_click(shown, offered, owner)}"


def _not_offered(shown: BattleSnapshot, question: Choose, fighter: str) -> str:
    """Why somebody is not among those who are offered."""
    name = shown.battle.called(fighter)
    if question.asks in WHO_ACTS:
        return _does_not_act(shown, question, fighter)
    return f"{name} cannot be chosen here: {question.what}"


def _does_not_act(shown: BattleSnapshot, question: Choose, fighter: str) -> str:
    """Why it is not asked whether somebody acts now."""
    model, name, chooser = shown.battle.model(fighter), shown.battle.called(fighter), shown.battle.called(question.who)
    if model.gang != question.who:
        return f"{name} is of {shown.battle.called(model.gang)}, and {chooser} has the turn: {question.what}"
    if not model.on_table:
        return f"{name} is not on the table"
    if _has_acted(shown, fighter):
        return ACTED.format(name)
    return f"{name} does not act now: {question.what}: click a fighter who is offered"


def _has_acted(shown: BattleSnapshot, fighter: str) -> bool:
    """Whether somebody was activated in this round, and is ready no more."""
    told = (one.state for one in reversed(shown.moments[: shown.at + 1]))
    this_round = takewhile(lambda battle: battle.round == shown.battle.round, told)
    acted = (battle.activation for battle in this_round)
    return not shown.battle.model(fighter).ready and any(one is not None and one.fighter == fighter for one in acted)


def _what_to_click(shown: BattleSnapshot, offered: Collection[str], owner: str | None) -> str:
    """What answers instead of a click on nothing."""
    question = shown.question
    if why := _nobody_answers(shown):
        return why
    if isinstance(question, Roll):
        return f"roll for {question.what}"
    assert isinstance(question, Choose)
    if owner is None and takes_places(question):
        return f"that is beside the table; click on it for {question.what}"
    return _how_answered(shown, question, offered)


def _nobody_answers(shown: BattleSnapshot) -> str:
    """Why people are asked nothing now; empty where they are."""
    if shown.past:
        return "this is how it was; go on to now to play"
    if shown.question is None:
        return "the battle is over"
    if shown.hand_over is not None:
        return "the screen is to be handed over first"
    return f"the program plays {shown.battle.called(shown.question.who)}" if shown.waits == "program" else ""


def _how_answered(shown: BattleSnapshot, question: Choose, offered: Collection[str]) -> str:
    if offered:
        return f"{question.what}: click a fighter who is offered"
    if MOVE in question:
        return f"choose Move first, then click where {shown.battle.called(question.about)} is to go"
    return f'"{question.what}" is answered in the panel What now'


def may_move(shown: BattleSnapshot, fighter: str) -> bool:
    """Whether people are asked what somebody does, and he may move: then a drag has him move."""
    question = shown.question
    if shown.waits != "people" or not isinstance(question, Choose) or question.asks != "action":
        return False
    return question.about == fighter and MOVE in question


def why_stays(shown: BattleSnapshot, fighter: str) -> str:
    """Why somebody who is dragged does not go anywhere now, and what has him go."""
    question, name = shown.question, shown.battle.called(fighter)
    if why := _nobody_answers(shown):
        return why
    if isinstance(question, Roll):
        return f"{name} does not move now: roll for {question.what}"
    assert isinstance(question, Choose)
    if question.asks in WHO_ACTS and fighter in question:
        return f"{name} is not activated yet: click {name} first"
    if question.asks in WHO_ACTS:
        return _does_not_act(shown, question, fighter)
    return _asked_something_else(shown, question, fighter)


def _asked_something_else(shown: BattleSnapshot, question: Choose, fighter: str) -> str:
    """That it is asked about somebody else than who is dragged, or not where to go."""
    name = shown.battle.called(fighter)
    if question.about != fighter and _has_acted(shown, fighter):
        return ACTED.format(name)
    if question.about != fighter:
        about = f" ({shown.battle.called(question.about)})" if question.about else ""
        return f"it is not {name}'s turn: {question.what}{about}"
    reasons = next((one.reasons for one in shown.actions if one.action.key == MOVE), ())
    if reasons:
        return f"{name} cannot move: {reasons[0].text}  [{reasons[0].source}]"
    return f'{name} is not asked where to go: "{question.what}" is answered in the panel What now'
