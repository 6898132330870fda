"""The end of a turn, and of battles in which both sides wait for each other for ever.

The reference says nothing of it: Sightline's own, docs/rules-combat-pool.md, stalemates.
"""

from dataclasses import replace

from rules.engine.procedure_steps import Procedure, Say
from rules.skirmish.phases.end_phase import end_of_round
from rules.skirmish.state.battle_state import Battle, Mark
from rules.skirmish.state.scenario import ahead, of, over_words
from rules.systems.combat_pool.citations import own
from rules.systems.combat_pool.conditions.model_marks import SHOT
from rules.systems.combat_pool.melee.combats import FOUGHT
from rules.systems.combat_pool.pool_numbers import numbers

STAND_OFFS = own("stalemates")
STILL = Mark("turns without a shot or a combat", most=100, source=STAND_OFFS, silent=True)
"""Of the warband that comes first: so many in a row."""


def counts_still_turns(battle: Battle) -> Battle:
    """The battle with its turns in a row in which nobody shot or fought, this one among them."""
    first, busy = battle.sides[0], any(model.has(SHOT) or model.has(FOUGHT) for model in battle.models)
    return battle.side_marked(first.id, STILL, 0 if busy else first.has(STILL) + 1)


def turn_is_over(battle: Battle) -> Procedure[Battle]:
    """The scenario's points are counted; the battle is over, as a stand-off perhaps, or another turn begins."""
    battle = yield from end_of_round(battle)
    scenario, still, most = of(battle), battle.sides[0].has(STILL), numbers(battle).turns.stand_off
    if battle.phase == "over" or (scenario is not None and scenario.rounds):
        return battle
    if still >= most:
        battle = replace(battle, phase="over", winner=ahead(battle))
        yield Say(f"nobody has shot or fought for {most} turns, a stand-off: {over_words(battle)}", STAND_OFFS, battle)
    elif 2 * still >= most:
        after = f"{most - still} more turn{'s' * (most - still > 1)} like that"
        yield Say(f"nobody has shot or fought for {still} turns; after {after} the battle is a stand-off", STAND_OFFS)
    return battle
