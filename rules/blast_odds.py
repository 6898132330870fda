"""How likely a blast marker that scatters ends where, and hits whom.

Source: main-rulebook, Shooting with blast weapons: Scatter, Misfire; Scatter dice.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.blast import ENDED, SYMBOL, Ended, Marker, Outcomes, gone_off, scattered
from scene.mesh import FloatArray, IntArray
from scene.table import Table

FARTHEST = 6
"""Inches that a marker scatters at most: a D6."""
BACKFIRE = 1.0 / 6.0
"""How likely a misfire is where it may be one; else the shot is a dud. Source: main-rulebook, Misfire."""
DIRECTIONS = 720
"""Directions that are looked into to begin with."""
HALVINGS = 4
"""How often the steps between two of them that end otherwise are halved."""
ENDS: tuple[Ended, ...] = ("hit", "scattered", "dud", "misfire", "off-table", "mid-air")


@dataclass(frozen=True, eq=False)
class BlastOdds:
    """How likely a marker that scatters ends where, and hits whom.

    Attributes:
        hit: for each figure's id, how likely it is hit.
        ends: how likely each end is.
        sure: how far off the chances may be, at most, where the directions between two that end alike do so too.
        cloud: (k, 3) where the middle may come to lie: all places that were looked at.
        shares: (k,) how likely each is.
        kinds: (k,) how it ends there, the place in `ENDED`.
    """

    hit: Mapping[str, float]
    ends: Mapping[Ended, float]
    sure: float
    cloud: FloatArray
    shares: FloatArray
    kinds: IntArray


def scatter_odds(table: Table, marker: Marker, *, hit_roll: float = 0.0) -> BlastOdds:
    """The exact chances of a marker: over all directions, every D6, misfires and duds.

    The directions are divided evenly; where two neighbours end otherwise, the step between them is halved again and again.

    Args:
        table: where.
        marker: as it was placed.
        hit_roll: how likely the hit roll succeeds, so that it stays where it is.
    """
    share = 0.0 if marker.missed else hit_roll
    chances = np.zeros(len(table.figures))
    ended: dict[Ended, float] = dict.fromkeys(ENDS, 0.0)
    sure, clouds = 0.0, []
    for number, part in enumerate(_circles(table, marker)):
        weight = (1.0 - share) / FARTHEST * (1.0 - SYMBOL * (number == 0))
        chances += weight * part.shares @ part.found.hits
        for kind, end in enumerate(ENDED):
            ended[end] += weight * float(part.shares[part.found.ended == kind].sum())
        sure += weight * part.unsure
        clouds.append((part.found.middle, weight * part.shares, part.found.ended))
    wrong = (1.0 - share) / FARTHEST * SYMBOL
    ended["dud"], ended["misfire"], ended["hit"] = wrong * (1.0 - BACKFIRE), wrong * BACKFIRE, share
    place = {figure.id: number for number, figure in enumerate(table.figures)}
    sides = ((share, marker.middle), (wrong * BACKFIRE, table.figure(marker.shooter).position))
    for weight, middle in sides:
        for name in gone_off(table, marker, middle, "hit", None, ()).hits if weight > 0.0 else ():
            chances[place[name]] += weight
    hit = {figure.id: float(chance) for figure, chance in zip(table.figures, chances, strict=True)}
    cloud, shares, kinds = (np.concatenate(column) for column in zip(*clouds, strict=True))
    return BlastOdds(hit, {name: value for name, value in ended.items() if value > 0.0}, sure, cloud, shares, kinds)


@dataclass(frozen=True, eq=False)
class _Circle:
    """All directions of one throw.

    Attributes:
        found: what becomes of k of them.
        shares: (k,) of the circle that each stands for.
        unsure: the share of the circle in which it is open which of two it is.
    """

    found: Outcomes
    shares: FloatArray
    unsure: float


def _circles(table: Table, marker: Marker) -> list[_Circle]:
    """For each throw of the D6 all directions."""
    every = np.arange(FARTHEST * DIRECTIONS)
    throw, number = every // DIRECTIONS, every % DIRECTIONS
    step = 2.0 * np.pi / DIRECTIONS
    turns, inches = np.asarray((number + 0.5) * step), np.asarray(throw + 1.0)
    found = scattered(table, marker, turns, inches)
    keys = _keys(found)
    # Between two neighbours that end otherwise the place where one becomes the other is looked for.
    after, before = (throw * DIRECTIONS + (number + aside) % DIRECTIONS for aside in (1, -1))
    differ = (keys != keys[after]).any(axis=1)
    here = turns[differ]
    there = here + step
    for _ in range(HALVINGS):
        middle = np.asarray((here + there) / 2.0, dtype=np.float64)
        same = (_keys(scattered(table, marker, middle, inches[differ])) == keys[differ]).all(axis=1)
        here, there = np.where(same, middle, here), np.where(same, there, middle)
    edge = np.full(len(every), 0.5)
    edge[differ] = ((here + there) / 2.0 - turns[differ]) / step
    shares = (edge + 1.0 - edge[before]) / DIRECTIONS
    width = 0.5 / DIRECTIONS / 2**HALVINGS
    rows = np.split(every, FARTHEST)
    return [_Circle(found.chosen(some), shares[some], width * float(differ[some].sum())) for some in rows]


def _keys(found: Outcomes) -> NDArray[np.uint8]:
    """(n, b) what tells ends that differ: how, and whom they hit."""
    return np.column_stack([found.ended.astype(np.uint8), np.packbits(found.hits, axis=1)])
