"""Exact odds of fire at somebody: the very procedures of an attack, gone through with all dice.

What the target does about a miss is left out. Sources: five-parsecs: Cover and rolling to hit, Rolling for damage.
"""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from rules.engine.exact_odds import odds
from rules.engine.procedure_steps import Choose
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.combat.hit_rolls import FireAttack, Fired, settled, turned, volley
from rules.systems.five_parsecs.conditions.marks import BLEEDING, DAMAGED, DAZED, SHOCKED, STUNNED, WOUNDED


@dataclass(frozen=True)
class FireOdds:
    """How likely an attack does what to one of its targets; the worst counts.

    Attributes:
        hit: at least one shot hits somebody.
        out: he is removed from play.
        harmed: he is wounded, damaged, bleeding or dazed, and no worse.
        shocked, stunned: that and no worse.
    """

    hit: Fraction
    out: Fraction
    harmed: Fraction
    shocked: Fraction
    stunned: Fraction


@lru_cache(maxsize=256)
def fire_odds(battle: Battle, attack: FireAttack, target: str) -> FireOdds:
    """The odds of an attack for one of its targets.

    Raises:
        RulesError: if there are too many cases.
    """
    battle = turned(battle, attack)
    shares: dict[str, Fraction] = defaultdict(Fraction)
    for fired, share in odds(_nothing_to_choose, volley, battle, settled(battle, attack)).items():
        shares["hit"] += share * (not fired.missed)
        shares[befallen(battle, fired, target)] += share
    return FireOdds(*(shares[key] for key in ("hit", "out", "harmed", "shocked", "stunned")))


def befallen(before: Battle, fired: Fired, target: str) -> str:
    """The worst that has befallen somebody: "out", "harmed", "shocked", "stunned", or "" for nothing."""
    old, new = before.model(target), fired.battle.model(target)
    if not new.on_table:
        return "out"
    if any(new.has(mark) and not old.has(mark) for mark in (WOUNDED, DAMAGED, BLEEDING, DAZED)):
        return "harmed"
    if new.has(SHOCKED) and not old.has(SHOCKED):
        return "shocked"
    return "stunned" if new.has(STUNNED) and not old.has(STUNNED) else ""


def _nothing_to_choose(question: Choose) -> dict[str, Fraction]:
    raise AssertionError(question.what)
