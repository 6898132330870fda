"""Why the program answers as it does, in a few words for whoever watches."""

from collections.abc import Callable, Mapping

from rules.engine.procedure_steps import Choose
from rules.skirmish.opponent.action_choice import best_charge, best_shot
from rules.skirmish.opponent.goal_choice import Goal, goal_of
from rules.skirmish.opponent.place_scores import here
from rules.skirmish.opponent.style import USUAL, Style, Styles
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_state import Battle

FEARED = 0.15
"""Danger, as the program weighs it, from which on it is told."""


def reason(battle: Battle, question: Choose, key: str, styles: Styles = USUAL) -> str:
    """Why the program chooses an option; empty where there is little to say, or the rules decide and tell it themselves.

    Args:
        battle: how things are.
        question: what is asked.
        key: of the option that it chooses.
        styles: in which the gangs are played.
    """
    teller = _TELLERS.get(question.asks)
    if teller is None or battle_rules(battle).decides is not None:
        return ""
    return teller(battle, key if question.asks == "who is activated" else question.about, key, styles.of(question.who))


def _activated(battle: Battle, fighter: str, _key: str, style: Style) -> str:
    model = battle.model(fighter)
    if model.status == "seriously_injured" or model.broken:
        return "nobody else has more to do"
    if (shot := best_shot(battle, fighter, style)) is not None:
        return f"has a shot at {battle.called(shot.target)}"
    return _bound(battle, goal_of(battle, fighter, style))


def _action(battle: Battle, fighter: str, key: str, style: Style) -> str:
    match key:
        case "shoot" | "aim":
            shot = best_shot(battle, fighter, style)
            return "" if shot is None else f"{battle.called(shot.target)} is the best target from here"
        case "charge":
            charge = best_charge(battle, fighter, style)
            return "" if charge is None else f"a fight with {battle.called(charge[0])} is worth it"
        case "take-cover":
            return _feared(battle, fighter, style)
        case "move" | "carry" | "run":
            return _bound(battle, goal_of(battle, fighter, style)) or _feared(battle, fighter, style)
        case "end":
            return "nothing that he could do is worth more"
    return ""


def _where(battle: Battle, fighter: str, key: str, style: Style) -> str:
    if key == "stay":
        return "no place in reach is better"
    return _bound(battle, goal_of(battle, fighter, style))


def _bound(battle: Battle, goal: Goal | None) -> str:
    """Whither somebody goes."""
    if goal is None:
        return ""
    if goal.what == "home":
        return "brings home what he carries"
    return f"bound for {battle.called(goal.name)}" if goal.name else ""


def _feared(battle: Battle, fighter: str, style: Style) -> str:
    danger = float(here(battle, fighter, style).danger[0])
    return "enemies can shoot at him where he is" if danger > FEARED else ""


_TELLERS: Mapping[str, Callable[[Battle, str, str, Style], str]] = {
    "who is activated": _activated,
    "action": _action,
    "where to": _where,
}
