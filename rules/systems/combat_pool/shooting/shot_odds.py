"""Exact odds of a shot: every sum of two dice. Source: combat-pool, Shooting."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from rules.percentages import percent
from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.harm.wounds import Wound, meaning
from rules.systems.combat_pool.shooting.missile_attack import Shot

SIDES = range(1, 7)


@dataclass(frozen=True)
class WoundOdds:
    """How likely an attack does what.

    Attributes:
        hit: at all.
        stunned, wounded, critical: that and no worse.
    """

    hit: Fraction
    stunned: Fraction
    wounded: Fraction
    critical: Fraction

    @staticmethod
    def of(hit: Fraction, shares: "Counter[Wound]", cases: int) -> "WoundOdds":
        """From how many cases of all come to what."""
        stunned, wounded, critical = (Fraction(shares[one], cases) for one in ("stunned", "wounded", "critical"))
        return WoundOdds(hit, stunned, wounded, critical)

    @property
    def words(self) -> str:
        """For people."""
        told = (("hit", self.hit), ("stunned", self.stunned), ("wounded", self.wounded), ("critical", self.critical))
        return ", ".join(f"{name} {percent(float(share))}" for name, share in told)


def shot_odds(battle: Battle, shot: Shot) -> WoundOdds:
    """The odds of a shot."""
    sums = [one + other for one in SIDES for other in SIDES]
    hits = [dice for dice in sums if dice in shot.good]
    shares = Counter(meaning(battle, shot.target, shot.score(dice).final) for dice in hits)
    return WoundOdds.of(Fraction(len(hits), len(sums)), shares, len(sums))


def chance_words(battle: Battle, shot: Shot) -> str:
    """The odds of a shot, for people."""
    return shot_odds(battle, shot).words
