"""The effects of weapon traits on whoever is hit, beyond the hit itself; a rule system says which trait does what.

Source: main-rulebook, Weapon profiles.
"""

from rules.engine.procedure_steps import Procedure, call
from rules.roster.weapon import WeaponProfile
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_state import Battle


def has_effects(battle: Battle, profile: WeaponProfile) -> bool:
    """Whether a weapon has any trait that does something beyond the hit: few have."""
    return not battle_rules(battle).traits.keys().isdisjoint(name for name, _ in profile.traits)


def trait_effects(battle: Battle, attacker: str, target: str, profile: WeaponProfile) -> Procedure[Battle]:
    """What the traits of a weapon do to somebody whom it has hit, one after another, while he is on the table."""
    known = battle_rules(battle).traits
    for name, number in profile.traits:
        effect = known.get(name)
        if effect is not None and battle.model(target).on_table:
            battle = yield from call(effect, battle, attacker, target, number)
    return battle
