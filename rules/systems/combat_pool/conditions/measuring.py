"""Distances from base to base, whatever stands between: the reference checks range, and no more."""

from functools import lru_cache

from rules.skirmish.state.battle_sight import figure_of
from rules.skirmish.state.battle_state import Battle
from scene.measuring.distance import nearest
from scene.table.table import Figure

ROUNDING = 1e-9


def apart(battle: Battle, one: str, other: str) -> float:
    """Inches between two bases."""
    return _apart(figure_of(battle, one), figure_of(battle, other))


@lru_cache(maxsize=16384)
def _apart(one: Figure, other: Figure) -> float:
    return float(nearest(one, other).distance)
