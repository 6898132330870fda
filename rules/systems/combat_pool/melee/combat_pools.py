"""Combat pools as values: the counters that models have drawn and not used. Source: combat-pool, Combat procedure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.conditions.model_now import warband
from rules.systems.combat_pool.roster.pool_sheet import Declared, Ploy


@dataclass(frozen=True)
class CombatPool:
    """The counters of a model.

    Attributes:
        fighter: whose.
        attacks: attack counters.
        ploys: the names of the ploys of its ploy counters; sorted.
    """

    fighter: str
    attacks: int
    ploys: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """What everybody sees of it: how many counters, and not which ploys."""
        return f"{_counted(self.attacks, 'attack counter')} and {_counted(len(self.ploys), 'ploy')}"


@dataclass(frozen=True)
class CombatPools:
    """The counters of all models of a combat. Attributes: each its own."""

    pools: tuple[CombatPool, ...]

    def of(self, fighter: str) -> CombatPool:
        """The counters of a model; none for those who are in no combat."""
        return next((one for one in self.pools if one.fighter == fighter), CombatPool(fighter, 0))

    def changed(self, pool: CombatPool) -> "CombatPools":
        """With other counters of a model."""
        return CombatPools(tuple(pool if one.fighter == pool.fighter else one for one in self.pools))

    def attacked(self, fighter: str) -> "CombatPools":
        """Without an attack counter of a model. Source: combat-pool, Making an attack (2)."""
        own = self.of(fighter)
        return self.changed(replace(own, attacks=own.attacks - 1))

    def declared(self, fighter: str, ploys: Iterable[str]) -> "CombatPools":
        """Without the ploys that a model has declared."""
        own = self.of(fighter)
        left = list(own.ploys)
        for name in ploys:
            left.remove(name)
        return self.changed(replace(own, ploys=tuple(left)))


def declarable(battle: Battle, pools: CombatPools, fighter: str, declared: Declared) -> tuple[Ploy, ...]:
    """The ploys of a model's counters that it may declare as attacker or defender, one for each counter."""
    known = warband(battle, battle.setting.home[fighter]).ploys
    return tuple(known[name] for name in pools.of(fighter).ploys if known[name].declared == declared)


def _counted(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'s' * (count != 1)}"
