"""What the winner of a fight may do: a short move, or into the next fight.

Source: main-rulebook, Consolidate or coup de grace.
"""

from rules.battle.looks import is_engaged
from rules.battle.moving import Manner, goes
from rules.battle.state import Battle
from rules.engine.asks import Procedure

INCHES = 3.0
CONSOLIDATE = Manner("where to consolidate", "main-rulebook: Consolidate or coup de grace", engages=True)


def consolidate(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A move of up to 3", or to engage an enemy; who is not engaged then is a hard target. Source also: Hard target."""
    battle = yield from goes(battle, fighter, INCHES, CONSOLIDATE)
    model = battle.model(fighter)
    if not model.on_table or model.posture != "standing" or is_engaged(battle, fighter):
        return battle
    return battle.changed(fighter, hard_target=True)
