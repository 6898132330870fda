"""An estimate of reach: the places that a fighter can move to, what the checks on the way cost, and where he gets without any.

One search serves all movements of an activation that are no longer than a whole one.
"""

from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np

from rules.movement.movement_rules import MovementRules
from rules.movement.path_rules import find_reach
from rules.skirmish.moving.carrying import movement
from rules.skirmish.opponent.check_price import CheckPrice, CheckStops, price_of, stopped, stops
from rules.skirmish.opponent.style import Style
from rules.skirmish.state.battle_navmesh import movement_rules, mover
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import profile_now
from scene.base.errors import SceneError
from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.table import Figure, Table

STEP = 1.0
"""Inches between the places that are looked at."""
NOTABLE = 0.1
"""What checks have to cost at least for the way without any to be looked for: more than crossing an obstacle does."""


@dataclass(frozen=True, eq=False)
class ReachEstimate:
    """n places in reach.

    Attributes:
        positions: (n, 3) inches.
        risks: (n,) what the checks on the way there cost on average.
        arrives: (n,) how likely none of them stops him.
        safe: (n,) whether he goes a way without checks instead of the cheapest one.
    """

    positions: FloatArray
    risks: FloatArray
    arrives: FloatArray
    safe: BoolArray


NOWHERE = ReachEstimate(np.zeros((0, 3)), np.zeros(0), np.zeros(0), np.zeros(0, dtype=bool))


@dataclass(frozen=True, eq=False)
class _Searched:
    """What a search found: (n,) costs by the cheapest way and by one without checks, infinite where there is none."""

    positions: FloatArray
    costs: FloatArray
    safe_costs: FloatArray
    risks: FloatArray
    logs: FloatArray


def places_in_reach(battle: Battle, fighter: str, inches: float, style: Style) -> ReachEstimate:
    """Where a fighter can end a move of so many inches."""
    rules, most = movement_rules(battle), max(inches, movement(battle, fighter))
    asked = price_of(battle, fighter, style), stops(battle, fighter, style)
    move = float(profile_now(battle, fighter).movement)
    # Those to whom all checks are alike do not look for a way without any.
    found = _searched(table_of(battle), mover(battle, fighter), most, move, rules, *asked, style.goes_around)
    if found is None:
        return NOWHERE
    use = found.costs <= inches
    safe = (found.safe_costs <= inches) & (found.risks > NOTABLE)
    risks, arrives = np.where(safe, 0.0, found.risks), np.where(safe, 1.0, 1.0 - stopped(found.logs))
    return ReachEstimate(found.positions[use], risks[use], arrives[use], safe[use])


@lru_cache(maxsize=64)
def _searched(
    table: Table,
    figure: Figure,
    inches: float,
    move: float,
    rules: MovementRules,
    price: CheckPrice,
    stop: CheckStops,
    around: bool,  # noqa: FBT001 - cached by place
) -> _Searched | None:
    search = partial(find_reach, table, figure, inches=inches, rules=rules, move=move, step=STEP)
    try:
        found = search(summed=(price, stop))
        without = search(safe=True) if around and (found.sums[:, 0] > NOTABLE).any() else None
    except SceneError:
        return None
    safe_costs = np.full(len(found.costs), np.inf)
    if without is not None:
        known = dict(zip(_names(without.positions), without.costs.tolist(), strict=True))
        safe_costs[:] = [known.get(name, np.inf) for name in _names(found.positions)]
    return _Searched(found.positions, found.costs, safe_costs, found.sums[:, 0], found.sums[:, 1])


def _names(positions: FloatArray) -> list[bytes]:
    """Places as keys: those of the lattice are the same in every search."""
    return [row.tobytes() for row in np.round(positions, 3) + 0.0]
