"""Movement rules as one value: what links cost, what falls do, whom movers keep away from, and where a move may end."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.fall_rules import FallNumbers


@dataclass(frozen=True, eq=False)
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
        leap_rounds_up: whether a part of an inch of the free gap counts as a whole one.
        leap_characteristic: what that check is against; None: there is none.
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
    leap_rounds_up: bool
    leap_characteristic: str | None
    longest_leap: float | None
    difficult: float
    full_inches: float | None
    danger_check: str | None
    sections: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class MovementRules:
    """How figures move by a rule system. Lengths in inches.

    Attributes:
        name: of the rule system.
        costs: what links cost.
        falls: what drops do.
        apart: kept from the bases of active enemies; who comes as near to one that was not chosen engages him instead. 0:
            nobody is kept away from, but enemies are not touched.
        passed: whom movers pass through: friends and seriously injured enemies, or nobody.
        across_obstacles: whether there is base contact across an obstacle.
        rests_on_obstacles: whether a move may end on an obstacle.
        halfway: whether a climb, leap or crossing may be begun that is finished by a later action; else the figure stays where
            it last stood.
        sections: where it stands, by topic: the states of `rules.movement.movement_end.State`, and "engage", "several", "no
            space".
    """

    name: str
    costs: CostTable
    falls: FallNumbers
    apart: float
    passed: Literal["friends", "nobody"]
    across_obstacles: bool
    rests_on_obstacles: bool
    halfway: bool
    sections: Mapping[str, str]

    @property
    def apart_words(self) -> str:
        """How far is kept from enemies, as sentences say it."""
        return "an inch" if self.apart == 1.0 else f"{self.apart:g} inches"
