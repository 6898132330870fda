"""Intents of a battle, beyond what `sightline.window.intents.intents` has."""

from collections.abc import Mapping
from dataclasses import dataclass

from sightline.window.intents.intents import Intent

STEPWISE = 3600.0
"""Seconds that the program waits where it is asked for every step."""
PACES: Mapping[str, float] = {"slow": 2.5, "normal": 0.9, "fast": 0.0, "step by step": STEPWISE}
"""Seconds that the program waits after a step, by what that is called."""


@dataclass(frozen=True)
class TypeDice(Intent):
    """Whether people roll the dice and type them; else the program rolls."""

    on: bool


@dataclass(frozen=True)
class PickDie(Intent):
    """One of the dice that lie on the real table shows a face."""

    die: int
    face: int


@dataclass(frozen=True)
class PickArrow(Intent):
    """The arrow of the scatter die on the real table points so many degrees anticlockwise from +x."""

    degrees: float


@dataclass(frozen=True)
class PickWay(Intent):
    """Tell the chances of attacking with these weapons."""

    label: str


@dataclass(frozen=True)
class ShowWayTo(Intent):
    """The way that an answer leads, before it is given; at once where none belongs to it."""

    answer: str


@dataclass(frozen=True)
class PlayInStyle(Intent):
    """How the program plays a gang, by the name of a style."""

    gang: str
    style: str


@dataclass(frozen=True)
class LookNow(Intent):
    """The screen has been handed over: to the player of a gang, while everybody else looks away, or to everybody.

    Attributes:
        gang: whose player looks alone; empty where everybody looks.
    """

    gang: str = ""


@dataclass(frozen=True)
class PlayOn(Intent):
    """Let all figures of a gang that the rules play do what they say, until somebody is asked for something else."""


@dataclass(frozen=True)
class StopProgram(Intent):
    """Show no step of the program until people want one; the same again lets it go on."""


@dataclass(frozen=True)
class NextStep(Intent):
    """Show the next step of the program, whatever is played on the board still."""


@dataclass(frozen=True)
class Rule(Intent):
    """Make a ruling by the table."""

    text: str


@dataclass(frozen=True)
class ShowRulings(Intent):
    """Open or close the panel of rulings by the table."""
