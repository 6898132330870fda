"""Consolidation, what the winner of a fight may do: a short move, or into the next fight.

Source: main-rulebook, Consolidate or coup de grace.
"""

from dataclasses import replace

from rules.engine.procedure_steps import Procedure
from rules.skirmish.moving.move_actions import Manner, goes, hard_to_hit
from rules.skirmish.state.battle_state import Battle

INCHES = 3.0


def _allowed(_battle: Battle, _fighter: str) -> float:
    return INCHES


AFTER = "Consolidate or coup de grace"
CONSOLIDATE = Manner("where to consolidate", AFTER, engages=True, carries=True, allowed=_allowed)


def consolidate(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A move of up to 3", or to engage an enemy; who is not engaged then is a hard target.

    Having moved, he may turn. Source also: Hard target; Changing facing.
    """
    battle = yield from goes(battle, fighter, INCHES, CONSOLIDATE)
    acting = battle.activation
    if acting is not None:
        battle = replace(battle, activation=replace(acting, done=(*acting.done, "consolidate")))
    return (yield from hard_to_hit(battle, fighter))
