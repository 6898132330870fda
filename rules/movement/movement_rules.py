"""Movement rules as one value: what links cost, what falls do, whom movers keep away from, and where a move may end.

Numbers that system files may change say what they are about; their topics are those of ``sections``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from rules.fall_rules import FallNumbers
from rules.named_numbers import About


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
        spared: inches of every climb, and of every obstacle, that cost whoever moves nothing.
    """

    climb: Annotated[float, About("climb", "inches of movement for an inch climbed", 0.25, 10)]
    ladder: Annotated[float, About("ladder", "inches of movement for an inch on a ladder", 0.25, 10)]
    step: Annotated[float, About("step", "inches of movement for an inch of a step up to half an inch", 0, 10)]
    climb_to_drop: Annotated[bool, About("climb", "whether who climbs down may drop the last stretch that needs no check")]
    obstacle: Annotated[
        float, About("cross", "inches of height up to which something thin is an obstacle, crossed straight", 0.5, 8)
    ]
    thick: Annotated[float, About("cross", "inches that an obstacle may be thick", 0, 2)]
    cross: Annotated[float | None, About("cross", "inches of movement for crossing an obstacle; none: its height", 0, 10)]
    cross_check: str | None
    opening: Annotated[float, About("squeeze", "inches of movement for squeezing through an opening", 0, 10)]
    door: Annotated[float | None, About("squeeze", "inches of movement for opening a door; none: it stays shut", 0, 10)]
    leap: Annotated[float, About("leap", "gap that is leapt without a check, in parts of the movement", 0, 1)]
    leap_check: Annotated[float, About("leap", "gap that is leapt with a check, in parts of the movement", 0, 1)]
    leap_rounds_up: Annotated[bool, About("leap", "whether a part of an inch of that gap counts as a whole one")]
    leap_characteristic: str | None
    longest_leap: Annotated[
        float | None, About("leap", "inches of a gap that is leapt without a check; none: the movement decides", 0, 8)
    ]
    difficult: Annotated[float, About("walk", "inches of movement for an inch of difficult ground", 1, 10)]
    full_inches: Annotated[
        float | None,
        About("walk", "difficult ground adds an inch for each full so many inches; none: it counts evenly", 0.5, 12),
    ]
    danger_check: str | None
    sections: Mapping[str, str]
    spared: float = 0.0


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
    apart: Annotated[
        float, About("engage", "inches kept from active enemies who are not engaged; 0: they are not touched", 0, 6)
    ]
    passed: Annotated[Literal["friends", "nobody"], About("within an inch of an enemy", "whom movers pass through")]
    across_obstacles: Annotated[bool, About("engage", "whether there is base contact across an obstacle")]
    rests_on_obstacles: Annotated[bool, About("on an obstacle", "whether a move may end on an obstacle")]
    halfway: Annotated[bool, About("mid-climb", "whether a climb, leap or crossing may be begun that a later action ends")]
    sections: Mapping[str, str]

    @property
    def apart_words(self) -> str:
        """How far is kept from enemies, as sentences say it."""
        return "an inch" if self.apart == 1.0 else f"{self.apart:g} inches"
