"""The question of where a figure could stand: whose places, against whom, by what rules, and with what it would shoot."""

from dataclasses import dataclass

import numpy as np

from rules.movement.movement_rules import MovementRules
from rules.sight.verdict import SightRules
from rules.skirmish.shooting.shot_hit_roll import Gun
from rules.skirmish.state.battle_state import Battle
from scene.geometry.mesh import FloatArray, Point
from scene.table.table import Figure, Table

NEAR = 1.0
"""Inches from what is pointed at to the place that is meant by it, at most, beside half a step."""


@dataclass(frozen=True, eq=False)
class StandQuestion:
    """Whose places are asked about, against whom.

    Attributes:
        table: with everybody where he is.
        figure: whose.
        foes: who may see him.
        inches: of movement.
        movement, sight: the rules.
        battle: that is played; None where none is.
        guns: that he would shoot together; none where chances are not told.
    """

    table: Table
    figure: Figure
    foes: tuple[Figure, ...]
    inches: float
    movement: MovementRules
    sight: SightRules
    battle: Battle | None = None
    guns: tuple[Gun, ...] = ()

    def at(self, place: Point) -> Figure:
        """The figure at a place."""
        return self.figure.moved(place)


def meant_place(places: FloatArray, step: float, pointed: Point | None) -> int | None:
    """Which of places (n, 3), a step apart, somebody means who points at a place; None for none of them."""
    if pointed is None or not len(places):
        return None
    away = np.linalg.norm(places - np.asarray(pointed), axis=1)
    number = int(away.argmin())
    return number if away[number] <= step / 2.0 + NEAR else None
