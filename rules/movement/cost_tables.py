"""Cost tables, the numbers of each rule system: what climbing, leaping and all other links cost, and which checks they take."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rules.errors import RulesError

MoveSystem = Literal["main-rulebook", "five-parsecs"]
"""Whose rules say what moving costs."""


@dataclass(frozen=True)
class CostTable:
    """The numbers of a rule system about walking and links. Lengths in inches.

    Attributes:
        climb: movement spent for an inch of climbing, up or down.
        ladder: the same on ladders.
        step: the same for steps up to half an inch.
        climb_to_drop: whether whoever climbs down may drop the last stretch that needs no check.
        obstacle: height up to which something thin is an obstacle, crossed straight.
        thick: how thick an obstacle may be.
        cross: what crossing an obstacle costs; None: its height.
        cross_check: the characteristic that makes crossing free if the check is passed; None: there is no such check.
        opening: what squeezing through an opening costs.
        door: what opening a closed door costs; None: it stays shut.
        leap, leap_check: gap that is leapt freely and with a check, in parts of the movement characteristic.
        longest_leap: gap that is leapt freely, whatever the characteristic; None: the characteristic decides.
        difficult: movement spent for an inch of difficult or dangerous ground.
        full_inches: difficult ground adds an inch for each full so many inches only; None: it counts evenly.
        danger_check: the characteristic checked on entering dangerous ground.
        sections: where it stands, by topic.
    """

    climb: float
    ladder: float
    step: float
    climb_to_drop: bool
    obstacle: float
    thick: float
    cross: float | None
    cross_check: str | None
    opening: float
    door: float | None
    leap: float
    leap_check: float
    longest_leap: float | None
    difficult: float
    full_inches: float | None
    danger_check: str | None
    sections: Mapping[str, str]


MOVES: Mapping[str, CostTable] = MappingProxyType(
    {
        "main-rulebook": CostTable(
            climb=2.0,
            ladder=1.0,
            step=0.0,
            climb_to_drop=True,
            obstacle=2.0,
            thick=2.0,
            cross=2.0,
            cross_check="initiative",
            opening=0.0,
            door=None,
            leap=0.5,
            leap_check=1.0,
            longest_leap=None,
            difficult=2.0,
            full_inches=None,
            danger_check="initiative",
            sections=MappingProxyType(
                {
                    "climb": "main-rulebook: Climbing",
                    "ladder": "main-rulebook: Ladders and stairs",
                    "stairs": "main-rulebook: Ladders and stairs",
                    "step": "main-rulebook: Stepping up",
                    "cross": "main-rulebook: Barricades and obstacles",
                    "squeeze": "main-rulebook: Gaps in terrain",
                    "leap": "main-rulebook: Leaping gaps",
                    "jump": "main-rulebook: Jumping down",
                    "walk": "main-rulebook: Terrain types",
                }
            ),
        ),
        "five-parsecs": CostTable(
            climb=1.0,
            ladder=1.0,
            step=1.0,
            climb_to_drop=False,
            obstacle=math.inf,
            thick=2.0,
            cross=None,
            cross_check=None,
            opening=2.0,
            door=1.0,
            leap=0.0,
            leap_check=0.0,
            longest_leap=2.0,
            difficult=1.5,
            full_inches=2.0,
            danger_check=None,
            sections=MappingProxyType(
                {
                    "climb": "five-parsecs: Moving up and down",
                    "ladder": "five-parsecs: Moving up and down",
                    "stairs": "five-parsecs: Movement",
                    "step": "five-parsecs: Moving up and down",
                    "cross": "five-parsecs: Moving up and down",
                    "squeeze": "five-parsecs: Movement",
                    "leap": "five-parsecs: Leaping",
                    "jump": "five-parsecs: Jumping",
                    "walk": "five-parsecs: Movement",
                }
            ),
        ),
    }
)
"""The numbers, by rule system."""


def cost_table(system: str) -> CostTable:
    """The numbers of a rule system; a `RulesError` for one that says nothing about moving here."""
    if system not in MOVES:
        raise RulesError(f"{system} says nothing about moving here; there are: {', '.join(MOVES)}")
    return MOVES[system]
