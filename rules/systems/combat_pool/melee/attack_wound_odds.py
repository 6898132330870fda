"""Exact odds of an attack: every roll of its three dice. Source: combat-pool, Making an attack."""

from collections import Counter
from fractions import Fraction

from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.harm.wounds import Wound, meaning
from rules.systems.combat_pool.melee.attack_scores import Attack
from rules.systems.combat_pool.shooting.shot_odds import SIDES, WoundOdds


def attack_odds(battle: Battle, made: Attack) -> WoundOdds:
    """The odds of an attack, whatever it costs and whatever answers it."""
    rolls = [(one + other, third) for one in SIDES for other in SIDES for third in SIDES]
    hits = [roll for roll in rolls if made.hit_score(*roll) > 0]
    shares: Counter[Wound] = Counter(meaning(battle, made.defender, made.score(*roll).final) for roll in hits)
    return WoundOdds.of(Fraction(len(hits), len(rolls)), shares, len(rolls))
