"""Consolidation, what the winner of a fight may do: a short move, or into the next fight.

Source: main-rulebook, Consolidate or coup de grace.
"""

from dataclasses import replace

from rules.engine.procedure_steps import Procedure
from rules.skirmish.moving.carrying import left_behind, taken_on_the_way
from rules.skirmish.moving.move_actions import Manner, goes, hard_to_hit
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.skirmish_rules import skirmish_rules


def inches(battle: Battle, _fighter: str = "") -> float:
    """How far a consolidation goes."""
    return skirmish_rules(battle).close_combat.consolidate


AFTER = "Consolidate or coup de grace"


def consolidate(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A move of up to 3", or to engage an enemy; who is not engaged then is a hard target.

    Having moved, he may turn. Source also: Hard target; Changing facing.
    """
    number = skirmish_rules(battle)
    battle = yield from left_behind(battle, fighter)
    more = number.close_combat.consolidate_engages
    manner = Manner("where to consolidate", AFTER, engages=more, carries=taken_on_the_way(battle), allowed=inches)
    battle = yield from goes(battle, fighter, inches(battle), manner)
    acting = battle.activation
    if acting is not None:
        battle = replace(battle, activation=replace(acting, done=(*acting.done, "consolidate")))
    return (yield from hard_to_hit(battle, fighter)) if more else battle
