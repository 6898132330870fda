"""An attack in a combat: scores, hit score, and wound score.

Source: combat-pool, Making an attack. The modifiers are Sightline's own: docs/rules-combat-pool.md, attack modifiers.
"""

from dataclasses import dataclass

from rules.engine.procedure_steps import Modifier, Procedure, Roll, Say, call
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import modifier
from rules.systems.combat_pool.citations import ATTACK, own
from rules.systems.combat_pool.conditions.model_now import is_mounted, sheet
from rules.systems.combat_pool.harm.wounds import WoundScore, armour_of, wound
from rules.systems.combat_pool.melee.combat_pools import CombatPools
from rules.systems.combat_pool.melee.ploys_declared import declares, ploys_named, undone
from rules.systems.combat_pool.pool_numbers import FIGHTING, numbers
from rules.systems.combat_pool.roster.pool_sheet import Ploy

ATTACK_DICE, DEFENCE_DICE = "2D6", "D6"
SIDES = 6
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


def attacks(battle: Battle, pools: CombatPools, attacker: str, defender: str) -> Procedure[tuple[Battle, CombatPools]]:
    """An attack from its counter to what comes of it, and what answers it."""
    pools = pools.attacked(attacker)
    yield Say(f"{battle.called(attacker)} attacks {battle.called(defender)}", ATTACK, battle)
    pools, theirs = yield from declares(battle, pools, attacker, defender, "defending")
    pools, ours = yield from declares(battle, pools, attacker, defender, "attacking", theirs)
    theirs = yield from undone(battle, attacker, theirs, ours, defender)
    declared, countered = ploys_named(battle, attacker, ours), ploys_named(battle, defender, theirs)
    before = battle
    made = attack_on(battle, attacker, defender, declared, countered)
    battle, hit = yield from call(rolled, before, made)
    answers = next((ploy.name for ploy in countered if ploy.answers), "")
    if not hit and answers and pools.of(defender).attacks:
        yield Say(f"{battle.called(defender)} answers the miss: {answers}", PLOYS)
        return (yield from attacks(battle, pools, defender, attacker))
    return battle, pools


def rolled(battle: Battle, made: Attack) -> Procedure[tuple[Battle, bool]]:
    """Both rolls of an attack, and what comes of them; returns also whether it hit."""
    attacker, defender = battle.called(made.attacker), battle.called(made.defender)
    attack = sum((yield Roll("attack roll", ATTACK_DICE, made.attacker, why=made.why, source=ATTACK, tells=f"at {defender}")))
    scored = made.attack_score(attack)
    least = scored - made.defence_score(0)
    needs = f"{max(least, 1)}+ to be missed" if least <= SIDES else f"more than a {SIDES} to be missed"
    good, called = frozenset(range(max(least, 1), SIDES + 1)), ("missed", "hit")
    tells = f"against an attack score of {scored}"
    (defence,) = yield Roll(
        "defence roll", DEFENCE_DICE, made.defender, needs, made.why_defended, ATTACK, good, called, tells=tells
    )
    hit = made.hit_score(attack, defence)
    scores = f"attack score {scored} - defence score {made.defence_score(defence)} = hit score {hit}"
    if hit <= 0:
        yield Say(f"{scores}: {attacker} misses {defender}", ATTACK, battle)
        return battle, False
    yield Say(f"{scores}: {attacker} hits {defender}", ATTACK, battle)
    return (yield from wound(battle, made.defender, made.score(attack, defence))), True
