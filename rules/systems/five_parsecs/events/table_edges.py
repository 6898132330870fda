"""The edges of the table: whose is which, and how far somebody is from one.

Sources: five-parsecs: Enemy running away, Battle events on round 2 and round 4. The text does not say which edge is whose.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.skirmish.state.battle_sight import figure_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.scenario import Area, area_of
from rules.systems.five_parsecs.roster.combat_sheet import crew_of, enemies_of

WHOLE = Area((0.0, 0.0), (1.0, 1.0))


@dataclass(frozen=True)
class TableEdge:
    """An edge of the table.

    Attributes:
        axis: 0: it runs where x is one number; 1: where y is.
        far: whether that number is the table's size, and not 0.
    """

    axis: int
    far: bool

    def inches_to(self, place: Sequence[float], size: tuple[float, float]) -> float:
        """Inches from a place to it on a table of that size."""
        return size[self.axis] - place[self.axis] if self.far else place[self.axis]

    def at(self, share: float, size: tuple[float, float]) -> tuple[float, float]:
        """The place on it after a share of its length, inches."""
        fixed, along = size[self.axis] * self.far, size[1 - self.axis] * share
        return (fixed, along) if self.axis == 0 else (along, fixed)

    def called(self, size: tuple[float, float]) -> str:
        """What sentences call it."""
        return f"the edge with {'xy'[self.axis]} = {size[self.axis] * self.far:g}"


FAR, NEAR = TableEdge(1, far=True), TableEdge(1, far=False)
LEFT, RIGHT = TableEdge(0, far=False), TableEdge(0, far=True)
EDGES = (FAR, NEAR, LEFT, RIGHT)


def enemy_edge(battle: Battle) -> TableEdge:
    """The enemies' edge: the nearest to the middle of where the scenario sets them up; the far one where it says nothing."""
    return _edge_of(battle, enemies_of(battle.setting), FAR)


def crew_edge(battle: Battle) -> TableEdge:
    """The crew's edge, in the same way; the near one where the scenario says nothing."""
    return _edge_of(battle, crew_of(battle.setting), NEAR)


def neutral_edges(battle: Battle) -> tuple[TableEdge, ...]:
    """Those that are nobody's."""
    return tuple(edge for edge in EDGES if edge not in {enemy_edge(battle), crew_edge(battle)})


def from_edge(battle: Battle, fighter: str, edge: TableEdge) -> float:
    """Inches from a figure's base to an edge."""
    base = figure_of(battle, fighter).base_radius
    return edge.inches_to(battle.model(fighter).position, battle.setting.table.size) - base


def _edge_of(battle: Battle, gang: str, usual: TableEdge) -> TableEdge:
    area, size = area_of(battle, gang), battle.setting.table.size
    if area == WHOLE:
        return usual
    middle = [(low + high) / 2.0 * side for low, high, side in zip(area.low, area.high, size, strict=True)]
    tried = (usual, *(edge for edge in EDGES if edge != usual))
    return min(tried, key=lambda edge: round(edge.inches_to(middle, size), 6))
