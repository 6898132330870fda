"""Vantages: who sees a figure at a place, and from whom it is in cover there, as the rules judge it.

Sources: five-parsecs: Lines of sight, Cover, Enemy movement.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rules.skirmish.state.battle_sight import figure_of
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.enemy.prospects.glances import glances
from scene.geometry.mesh import Point
from scene.measuring.distance import nearest
from scene.table.table import Figure


@dataclass(frozen=True)
class ProvenPlace:
    """A place for a figure, and who sees it there.

    Attributes:
        place: inches.
        seen: the opponents to whom there is a line, the nearest first.
        exposed: those of them from whom it is in the open.
        apart: inches from base to base to each opponent, the nearest first.
    """

    place: Point
    seen: tuple[str, ...]
    exposed: tuple[str, ...]
    apart: tuple[tuple[float, str], ...]

    @property
    def in_cover(self) -> bool:
        """Whether opponents see it, and all of them in cover."""
        return bool(self.seen) and not self.exposed

    @property
    def safe(self) -> bool:
        """Whether it is in cover or out of sight."""
        return not self.exposed

    def within(self, inches: float) -> tuple[str, ...]:
        """The opponents in sight within so many inches, the nearest first."""
        return tuple(name for far, name in self.apart if far <= inches + 1e-9 and name in self.seen)


def vantage(battle: Battle, fighter: str, opponents: Sequence[str], place: Point) -> ProvenPlace:
    """Who sees a figure at a place, where it faces the nearest opponent."""
    own = figure_of(battle, fighter)
    others = [figure_of(battle, name) for name in opponents]
    if others:
        x, y, _ = min((other.position for other in others), key=lambda there: math.dist(there, place))
        own = own.moved(place, math.degrees(math.atan2(y - place[1], x - place[0])) % 360.0)
    apart = distances(own, others)
    looks = {other.id: glance for other, glance in zip(others, glances(battle, [(one, own) for one in others]), strict=True)}
    seen = tuple(name for _, name in apart if looks[name].seen)
    return ProvenPlace(own.position, seen, tuple(name for name in seen if not looks[name].covered), apart)


def distances(own: Figure, others: Sequence[Figure]) -> tuple[tuple[float, str], ...]:
    """Inches from base to base to each of some figures, and its id, the nearest first."""
    return tuple(sorted((float(nearest(own, other).distance), other.id) for other in others))
