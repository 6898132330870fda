"""The scores of an attack in a combat: what is added to its rolls, hit score, and wound score.

Source: combat-pool, Making an attack. The modifiers are Sightline's own: docs/rules-combat-pool.md, attack modifiers.
"""

from dataclasses import dataclass

from rules.engine.procedure_steps import Modifier
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import modifier
from rules.systems.combat_pool.citations import ATTACK, own
from rules.systems.combat_pool.conditions.model_now import is_mounted, sheet
from rules.systems.combat_pool.harm.wounds import WoundScore, armour_of
from rules.systems.combat_pool.pool_numbers import FIGHTING, numbers
from rules.systems.combat_pool.roster.pool_sheet import Ploy

PLOYS = own("ploys")


@dataclass(frozen=True)
class Attack:
    """An attack that is about to be rolled.

    Attributes:
        attacker, defender: by whom, at whom.
        why, why_defended: what is added to either roll, Fight among it.
        wound: added to the Basic Wound Score.
        armour: the defender's AR.
    """

    attacker: str
    defender: str
    why: tuple[Modifier, ...]
    why_defended: tuple[Modifier, ...]
    wound: int
    armour: int

    def attack_score(self, dice: int) -> int:
        """Source: combat-pool, Making an attack (5)."""
        return dice + sum(one.amount for one in self.why)

    def defence_score(self, dice: int) -> int:
        """Source: combat-pool, Making an attack (6)."""
        return dice + sum(one.amount for one in self.why_defended)

    def hit_score(self, attack: int, defence: int) -> int:
        """Of both rolls; 0 or less has missed. Source: combat-pool, Making an attack (7 and 8)."""
        return self.attack_score(attack) - self.defence_score(defence)

    def score(self, attack: int, defence: int) -> WoundScore:
        """The wound score of rolls that hit."""
        return WoundScore(self.hit_score(attack, defence), self.wound, self.armour)


def attack_on(
    battle: Battle, attacker: str, defender: str, ploys: tuple[Ploy, ...] = (), countered: tuple[Ploy, ...] = ()
) -> Attack:
    """An attack with all that modifies it, among it the attacker's ploys, and those of the defender that are left."""
    weapon = sheet(battle, attacker).hand_weapon
    why = [modifier(sheet(battle, attacker).fight, "Fight", ATTACK), modifier(weapon.attack, weapon.name, own("weapons"))]
    number = numbers(battle).melee
    if is_mounted(battle, attacker) and not is_mounted(battle, defender):
        why.append(modifier(number.mounted, "mounted", FIGHTING))
    if others := len(engaged(battle, defender)) - 1:
        why.append(modifier(number.outnumbered * max(others, 0), f"{battle.called(defender)} is outnumbered", FIGHTING))
    defended = [modifier(sheet(battle, defender).fight, "Fight", ATTACK)]
    for ploy in (*ploys, *countered):
        why.append(modifier(ploy.attack, ploy.name, PLOYS))
        defended.append(modifier(ploy.defence, ploy.name, PLOYS))
    extra = weapon.wound + sum(ploy.wound for ploy in (*ploys, *countered))
    return Attack(attacker, defender, _counted(why), _counted(defended), extra, armour_of(battle, defender))


def _counted(why: list[Modifier]) -> tuple[Modifier, ...]:
    return tuple(one for one in why if one.amount)
