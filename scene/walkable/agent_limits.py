"""The limits of agents: what bodies can do at most. Navmeshes are built with them; what moves cost is told by `rules`."""

from dataclasses import dataclass

EQUAL = 0.001
"""Inches: lengths that differ by less count as equal, so a deck at 3" is a drop of 3" also after rounding."""


@dataclass(frozen=True)
class AgentLimits:
    """What a body can do at most; lengths in inches.

    Attributes:
        step: that a figure steps up or down while walking.
        foothold: part of a base's diameter that a floor has to be wide to stand on it.
        squeezed: part of its base's diameter, and of its height, that a figure can make itself to get through an opening.
        across: nobody crosses what is thicker in one go.
        overhang: that what is above may stick out over the face that is climbed.
        widest_window: wider openings are met by evenly spread places.
        farthest_leap: nobody leaps farther.
    """

    step: float
    foothold: float
    squeezed: float
    across: float
    overhang: float
    widest_window: float
    farthest_leap: float
