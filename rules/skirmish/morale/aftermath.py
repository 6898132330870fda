"""The aftermath of an attack, when fighters went down: who falls over an edge, and whose nerve fails.

The rulebook does not say what comes first. Here an attack is resolved to its end, then those who lie near an edge may fall,
then friends of those who went down test their nerve.
"""

from rules.engine.procedure_steps import Procedure, call
from rules.skirmish.injury.fall_resolution import at_risk
from rules.skirmish.morale.nerve_tests import shaken_by
from rules.skirmish.state.battle_state import Battle


def aftermath(before: Battle, battle: Battle) -> Procedure[Battle]:
    """All that follows from the difference between two moments.

    Who became pinned, or seriously injured from being on his feet, is at risk of falling. Who became seriously injured or went
    out of action shakes his friends; who fled does not.
    Source: main-rulebook, Falling hazards; Nerve tests; Fleeing the battlefield.
    """
    # Those whom a fall brings down are seen to by the fall itself.
    down = [old.id for old in before.models if old.status == "standing" and battle.model(old.id).status != "standing"]
    for fighter in down:
        battle = yield from call(at_risk, battle, fighter)
    for old in before.models:
        new = battle.model(old.id)
        hurt = new.status == "seriously_injured" and old.status != "seriously_injured"
        if old.on_table and (new.whereabouts == "out_of_action" or (new.on_table and hurt)):
            battle = yield from call(shaken_by, battle, old.id)
    return battle
