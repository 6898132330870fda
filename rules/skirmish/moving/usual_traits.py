"""The weapon traits that every relative knows: knocked back, with fewer actions next time, out of his mind.

The main rulebook leaves traits to another book and names what they lead to. Source: main-rulebook, Moving directly towards and
directly away from; Reduced actions; Insane.
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.engine.procedure_steps import Procedure, Say
from rules.skirmish.moving.forced_moves import pushed_away
from rules.skirmish.state.battle_rules import TraitEffect
from rules.skirmish.state.battle_state import Battle

KNOCKED = 1.0
"""Inches that a trait without a number knocks back."""


def knocked_back(battle: Battle, attacker: str, target: str, number: int) -> Procedure[Battle]:
    """Straight away from the attacker."""
    return pushed_away(battle, target, attacker, float(number) or KNOCKED)


def concussed(battle: Battle, _attacker: str, target: str, _number: int) -> Procedure[Battle]:
    """One action less in the next activation."""
    battle = battle.changed(target, reduced_actions=True)
    yield Say(f"{battle.called(target)} has reduced actions", "Reduced actions", battle)
    return battle


def maddened(battle: Battle, _attacker: str, target: str, _number: int) -> Procedure[Battle]:
    """Insane, until a willpower check brings him round."""
    battle = battle.changed(target, insane=True)
    yield Say(f"{battle.called(target)} is insane", "Insane", battle)
    return battle


MOVING: frozenset[TraitEffect] = frozenset({knocked_back})
"""What moves whoever is hit: where to depends on the ground, which the odds of an attack leave out."""
USUAL_TRAITS: Mapping[str, TraitEffect] = MappingProxyType(
    {"knockback": knocked_back, "concussion": concussed, "insanity": maddened}
)
