"""The choice to defend in close combat: how many dice to parry with, by what is saved and what is given up for it."""

from dataclasses import dataclass
from functools import lru_cache
from math import comb

from rules.skirmish.melee.melee_weapons import Arm, attack_dice, loadouts
from rules.skirmish.opponent.attack_estimate import arms_worth, blow_chance, dice_shares, hit_and_harm, parry_chance, worth
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.skirmish_rules import skirmish_rules


@dataclass(frozen=True)
class _Attack:
    """An attack that is to be met: dice, the chance that one hits, and that one hit brings him down."""

    dice: int
    hits: float
    downs: float


def best_defence(battle: Battle, fighter: str, attacker: str) -> int:
    """With how many dice a fighter had best parry; 0 where he had best not defend at all."""
    attack = _attack(battle, attacker, fighter)
    own, other, worse = worth(battle, fighter), worth(battle, attacker), skirmish_rules(battle).close_combat.defender_skill

    def value(parries: int, strikes: float) -> float:
        falls = 1.0 - _stands(attack, parries, parry_chance(battle, fighter))
        return (1.0 - falls) * strikes * other - falls * own

    found = [(value(0, blow_chance(battle, fighter, attacker)), 0)]
    for arms in loadouts(battle, fighter, defending=True):
        dice = attack_dice(battle, fighter, arms, charged=False)
        for parries in range(1, min(dice - 1, attack.dice) + 1):
            strikes = arms_worth(battle, fighter, attacker, arms, dice=dice - parries, worse=worse)
            found.append((value(parries, strikes), parries))
    # Of equals the fewest dice: whoever gains nothing by it does not defend.
    return max(found, key=lambda one: (round(one[0], 9), -one[1]))[1]


def _attack(battle: Battle, attacker: str, target: str) -> _Attack:
    """The attack with the weapons that it is best made with, its dice taken together."""
    acting = battle.activation
    charged = acting is not None and acting.fighter == attacker and acting.charged

    def good(arms: tuple[Arm, ...]) -> float:
        return arms_worth(battle, attacker, target, arms, charged=charged)

    arms = max(loadouts(battle, attacker), key=good)
    dice = attack_dice(battle, attacker, arms, charged=charged)
    shares = [(some, *hit_and_harm(battle, attacker, target, arm)) for arm, some in dice_shares(arms, dice) if some > 0]
    total = sum(some for some, _, _ in shares)
    hits = sum(some * hit for some, hit, _ in shares) / total
    downs = sum(some * hit * down for some, hit, down in shares) / max(total * hits, 1e-9)
    return _Attack(total, hits, min(downs, 1.0))


@lru_cache(maxsize=4096)
def _stands(attack: _Attack, parries: int, parry: float) -> float:
    """How likely he stands who parries some of an attack."""
    total = 0.0
    for landed, chance in enumerate(_binomial(attack.dice, attack.hits)):
        for stopped, likely in enumerate(_binomial(parries, parry)):
            total += chance * likely * (1.0 - attack.downs) ** max(landed - stopped, 0)
    return total


def _binomial(count: int, chance: float) -> list[float]:
    return [comb(count, some) * chance**some * (1.0 - chance) ** (count - some) for some in range(count + 1)]
