"""The numbers of a battle that the reference gives or leaves open, each with what it is about: system files change them.

Topics with a document before them are Sightline's own, decided in docs/rules-combat-pool.md.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Annotated

from rules.errors import RulesError
from rules.named_numbers import About
from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.citations import MORALE, SHOOTING, STUNNED, own

RANGES, COVER, HIDING = own("ranges"), own("cover"), own("hiding")
WOUNDS, POOL, FIGHTING = own("wound scores"), own("the pool"), own("attack modifiers")
ROUNDING = 1e-9
"""Inches: so much more is not beyond a limit."""


def _check_order(value: object, *names: str) -> None:
    """A `RulesError` where one of a value's numbers is less than the one before it."""
    for less, more in pairwise(names):
        low, high = getattr(value, less), getattr(value, more)
        if low > high:
            raise RulesError(f"{more} must be {less} or more, {low}, not {high}")


@dataclass(frozen=True)
class MissileNumbers:
    """Shooting."""

    missed: Annotated[int, About(SHOOTING, "taken from the shooting attack roll for the hit score", 0, 20)] = 6
    long_range: Annotated[int, About(RANGES, "added beyond half of the range", -12, 12)] = -1
    partial: Annotated[int, About(COVER, "added at a target in partial cover", -12, 12)] = -1
    full: Annotated[int, About(COVER, "added at a target in full cover", -12, 12)] = -2
    moved: Annotated[int, About(own("missile weapons"), "added for a shooter who has moved this turn", -12, 12)] = -1
    aimed: Annotated[int, About(own("aiming"), "added for a shooter who has aimed", -12, 12)] = 2
    mounted: Annotated[int, About(own("mounts"), "added at a mounted target", -12, 12)] = 1


@dataclass(frozen=True)
class MeleeNumbers:
    """Combats."""

    charged: Annotated[
        int, About(own("initiative"), "added to the initiative of who moved into contact this turn", -12, 12)
    ] = 2
    braced: Annotated[int, About(own("special actions"), "added to the initiative of who is braced", -12, 12)] = 3
    mounted: Annotated[int, About(FIGHTING, "added to the attack score of the mounted against who is on foot", -12, 12)] = 1
    outnumbered: Annotated[int, About(FIGHTING, "added for each other enemy that the defender is in contact with", -12, 12)] = 1
    ploys: Annotated[int, About(own("ploys"), "ploys that each side declares in an attack at most", 0, 8)] = 1
    least_pool: Annotated[int, About(POOL, "counters that even the stunned draw", 0, 10)] = 1


@dataclass(frozen=True)
class WoundNumbers:
    """What a final wound score means."""

    stunned: Annotated[int, About(WOUNDS, "final wound score from which a model is stunned", 1, 30)] = 1
    wounded: Annotated[int, About(WOUNDS, "final wound score from which it is wounded", 1, 30)] = 3
    critical: Annotated[int, About(WOUNDS, "final wound score from which it suffers a critical wound", 1, 30)] = 5

    def __post_init__(self) -> None:
        """A `RulesError` where the worse takes less."""
        _check_order(self, "stunned", "wounded", "critical")


@dataclass(frozen=True)
class StunNumbers:
    """Stunned counters."""

    engaged: Annotated[int, About(STUNNED, "added for an engaged model", -12, 12)] = -1
    rested: Annotated[int, About(STUNNED, "added for a model that has rested", -12, 12)] = 2
    one: Annotated[int, About(own("stunned counters"), "result from which a counter is removed", 1, 12)] = 3
    all: Annotated[int, About(own("stunned counters"), "result from which all counters are removed", 1, 12)] = 6
    pool: Annotated[int, About(own("stunned counters"), "counters that each of them takes out of the pool", 0, 10)] = 1

    def __post_init__(self) -> None:
        """A `RulesError` where all go by less than one."""
        _check_order(self, "one", "all")


@dataclass(frozen=True)
class MoraleNumbers:
    """Morale tests."""

    share: Annotated[int, About(MORALE, "per cent of the starting strength that critical wounds bring to a test", 1, 100)] = 25
    leader: Annotated[int, About(own("morale modifiers"), "added while the leader is on the table", -12, 12)] = -1
    lost: Annotated[
        int, About(own("morale modifiers"), "added for each full quarter of the strength that is lost", -12, 12)
    ] = 1


@dataclass(frozen=True)
class ActionNumbers:
    """The move phase."""

    actions: Annotated[int, About(own("activations"), "actions of a model in the move phase", 1, 6)] = 2
    stunned: Annotated[float, About(own("stunned counters"), "share of its movement that a stunned model has", 0, 1)] = 0.5
    run: Annotated[float, About(own("activations"), "share of its movement that a second move has", 0, 1)] = 0.5
    away: Annotated[int, About(own("special actions"), "what a model has to roll to break off", 2, 6)] = 4
    stand_off: Annotated[
        int, About(own("stalemates"), "turns in a row without a shot or a combat that end a battle without a last turn", 1, 100)
    ] = 10
    leader_orders: Annotated[float, About(own("orders"), "inches that a leader's orders carry", 0, 48)] = 12.0
    sergeant_orders: Annotated[float, About(own("orders"), "inches that a sergeant's orders carry", 0, 48)] = 6.0


@dataclass(frozen=True)
class PoolNumbers:
    """All of them. Attributes: by what they are about."""

    missiles: MissileNumbers = field(default_factory=MissileNumbers)
    melee: MeleeNumbers = field(default_factory=MeleeNumbers)
    wounds: WoundNumbers = field(default_factory=WoundNumbers)
    stunned: StunNumbers = field(default_factory=StunNumbers)
    morale: MoraleNumbers = field(default_factory=MoraleNumbers)
    turns: ActionNumbers = field(default_factory=ActionNumbers)


def numbers(battle: Battle) -> PoolNumbers:
    """The numbers of a battle."""
    return battle.setting.part(PoolNumbers)
