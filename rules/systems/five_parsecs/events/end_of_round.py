"""The end of a round: morale, the battle event, escalation, and what may end the battle.

Source: five-parsecs, End phase. It leaves the order to the players. Here it is this one, and a battle ends as soon as a side
has nobody left: no event and no escalation brings it back.
"""

from rules.engine.procedure_steps import Procedure, call
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.events.battle_endings import OVER, over_if_emptied, ways_out
from rules.systems.five_parsecs.events.battle_events import battle_event
from rules.systems.five_parsecs.events.escalation_checks import escalation, must_escalate
from rules.systems.five_parsecs.events.objectives import newly_reached, with_reached
from rules.systems.five_parsecs.events.panic_dice import morale


def end_of_round(battle: Battle) -> Procedure[Battle]:
    """All that happens at the end of a round; the phase is "over" where that ends the battle.

    What is removed by an event or an escalation counts for the morale of the next round.
    """
    escalates = must_escalate(battle)
    battle = with_reached(battle, newly_reached(battle))
    for step in (morale, battle_event, *((escalation,) if escalates else ()), ways_out):
        battle = yield from call(step, battle)
        if battle.phase != OVER:
            battle = yield from call(over_if_emptied, battle)
        if battle.phase == OVER:
            return battle
    return battle
