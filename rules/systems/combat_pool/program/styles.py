"""Styles in which the program plays: how it splits its pools, and how readily it goes into contact.

Where pools are drawn well by both, any split near the best does about as well as another, so that styles may differ in it and
cannot be read. Going into contact where it does not pay is no style but a fault: there they differ by little.
"""

import zlib
from dataclasses import dataclass

import numpy as np

from rules.skirmish.state.battle_state import Battle


@dataclass(frozen=True)
class Style:
    """A style.

    Attributes:
        name: for people.
        attacks: the share of a pool that is attack counters, on average.
        guile: how often a ploy is drawn whose use is not plain.
        daring: how much worse than the other an exchange may go for it that it begins; 1: as well.
    """

    name: str
    attacks: float = 0.6
    guile: float = 0.4
    daring: float = 1.1


USUAL = Style("usual", attacks=0.55, guile=0.45, daring=0.95)
BOLD = Style("bold", attacks=0.6, guile=0.4, daring=1.0)
WARY = Style("wary", attacks=0.5, guile=0.5, daring=0.9)
STYLES = (USUAL, BOLD, WARY)


def mixed(battle: Battle, *about: object) -> np.random.Generator:
    """Chance that follows from how things stand: the same battle gives the same answer, and no opponent sees it coming."""
    places = tuple((one.id, one.position, one.wounds, one.marks) for one in battle.on_table())
    return np.random.default_rng(zlib.crc32(repr((battle.round, places, about)).encode()))
