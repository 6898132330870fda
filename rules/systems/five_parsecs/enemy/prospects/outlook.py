"""An outlook: what a figure knows when it is about to act, worked out once and only as far as somebody asks.

Sources: five-parsecs: Enemy movement, Dash, Impossible or stupid actions.
"""

import math
from dataclasses import dataclass
from functools import cached_property

from rules.skirmish.opponent.distance_estimate import DistanceField, distance_field
from rules.skirmish.state.battle_sight import apart, figure_of
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.battle_view import ROUNDING
from rules.systems.five_parsecs.conditions.figure_now import DASH, guns_of, is_crew, may_fire, sheet, speed_now
from rules.systems.five_parsecs.enemy.prospects.place_estimates import PlaceEstimates
from rules.systems.five_parsecs.enemy.prospects.reached_places import reached_places
from rules.systems.five_parsecs.enemy.prospects.vantages import ProvenPlace, distances, vantage

TRIED = 3
"""Opponents to whom a way is looked for, the nearest first."""


@dataclass(frozen=True, eq=False)
class Outlook:
    """What a figure can see and do.

    Attributes:
        battle: how things are.
        fighter: who is about to act.
    """

    battle: Battle
    fighter: str

    @cached_property
    def opponents(self) -> tuple[str, ...]:
        """Whom it takes for opponents, the nearest first."""
        return opponents_of(self.battle, self.fighter)

    @cached_property
    def speed(self) -> float:
        """Inches of its move."""
        return speed_now(self.battle, self.fighter)

    @cached_property
    def weapon(self) -> float:
        """Inches that its weapons reach; 0 without any that it may fire."""
        if not may_fire(self.battle, self.fighter):
            return 0.0
        return max(gun.inches for gun in guns_of(self.battle, self.fighter))

    @cached_property
    def here(self) -> ProvenPlace:
        """Where it is, once it has turned to the nearest opponent."""
        return vantage(self.battle, self.fighter, self.opponents, self.battle.model(self.fighter).position)

    @cached_property
    def apart(self) -> tuple[tuple[float, str], ...]:
        """Inches from base to base to each opponent where it is, the nearest first; nobody need look for that."""
        others = [figure_of(self.battle, name) for name in self.opponents]
        return distances(figure_of(self.battle, self.fighter), others)

    def far(self, opponent: str) -> float:
        """Inches to an opponent from where it is."""
        return next(far for far, name in self.apart if name == opponent)

    @property
    def able_to_fire(self) -> bool:
        """Whether it could fire at somebody from where it is, once it has turned."""
        return bool(self.apart and self.apart[0][0] <= self.weapon + ROUNDING and self.here.within(self.weapon))

    @property
    def nearest(self) -> str:
        """The nearest opponent to whom a way leads; the nearest one where none does."""
        return self._way[0]

    @cached_property
    def _way(self) -> tuple[str, DistanceField | None]:
        own = self.battle.model(self.fighter).position
        for name in self.opponents[:TRIED]:
            there = self.battle.model(name).position
            field = distance_field(self.battle, self.fighter, there, longest=self.speed + DASH)
            if field is not None and math.isfinite(field.route(own)):
                return name, field
        return self.opponents[0], None

    @cached_property
    def walking(self) -> PlaceEstimates:
        """The places that it reaches with a move."""
        return self._estimates(self.speed)

    @cached_property
    def dashing(self) -> PlaceEstimates:
        """The places that it reaches with a dash, after which it does not fire."""
        return self._estimates(self.speed + DASH, fires=False)

    def reaching(self, inches: float) -> PlaceEstimates:
        """The places that so many inches of movement are enough for, in this round and later ones."""
        return self._estimates(inches)

    def _estimates(self, inches: float, *, fires: bool = True) -> PlaceEstimates:
        reached = reached_places(self.battle, self.fighter, inches)
        ordered = (self.nearest, *(name for name in self.opponents if name != self.nearest))
        return PlaceEstimates(self.battle, self.fighter, ordered, reached, self._way[1], self.weapon if fires else 0.0)


def opponents_of(battle: Battle, fighter: str) -> tuple[str, ...]:
    """Whom a figure takes for opponents, the nearest first: enemies the crew, crew and vermin all others."""
    every = is_crew(battle, fighter) or sheet(battle, fighter).role == "vermin"
    foes = [foe for foe in battle.foes(battle.model(fighter).gang) if every or is_crew(battle, foe.id)]
    return tuple(name for _, name in sorted((apart(battle, fighter, foe.id), foe.id) for foe in foes))
