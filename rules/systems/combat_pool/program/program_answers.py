"""The program's answer to every question of a battle. It knows what its player knows, and nothing that another has drawn."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rules.engine.procedure_steps import Choose
from rules.skirmish.phases.deployment import KINDS
from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.melee.combat_phase import ATTACK_OR_WAIT
from rules.systems.combat_pool.melee.drawing import COUNTER
from rules.systems.combat_pool.melee.ploys_declared import DECLARE
from rules.systems.combat_pool.program.combat_answers import attack_or_wait, counter, declared
from rules.systems.combat_pool.program.move_answers import action, at_whom, away, set_up, to_whom, where, who_acts
from rules.systems.combat_pool.program.styles import USUAL, Style
from rules.systems.combat_pool.turns.move_phase_actions import AT_WHOM
from rules.systems.combat_pool.turns.special_actions import AWAY, WHOM
from rules.systems.combat_pool.turns.turn_phases import ACTION, WHO

Answers = Callable[[Battle, Choose, Style], str]


def decide(battle: Battle, question: Choose) -> str:
    """The key of an answer; one that is offered, whatever is asked."""
    return decide_as(battle, question, USUAL)


def decide_as(battle: Battle, question: Choose, style: Style) -> str:
    """The same in a style."""
    key = _ANSWERS.get(question.asks, _first)(battle, question, style)
    return key if question.takes(key) else question.options[0].key


def _first(_battle: Battle, question: Choose, _style: Style) -> str:
    return question.options[0].key


_ANSWERS: Mapping[str, Answers] = MappingProxyType(
    {
        KINDS["where to set up"]: set_up,
        WHO: who_acts,
        ACTION: action,
        "where to": where,
        "where to run": where,
        AWAY: away,
        AT_WHOM: at_whom,
        WHOM: to_whom,
        COUNTER: counter,
        DECLARE: declared,
        ATTACK_OR_WAIT: attack_or_wait,
    }
)
"""By the kind of question."""
