"""The odds of a blast: how likely a marker that scatters ends where, and hits whom.

Source: main-rulebook, Shooting with blast weapons: Scatter, Misfire; Scatter dice.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.body_limits import STEP
from rules.hazards.blast_marker import (
    ENDED,
    LOOKED,
    SYMBOL,
    Ended,
    Marker,
    Outcomes,
    flights,
    gone_off,
    outcomes,
    over_base,
    with_combats,
)
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.hazards.blast_coverage import THOROUGH, BlastVisibility, shielded, shown, still_shown
from scene.table.table import Table

FARTHEST = 6
"""Inches that a marker scatters at most: a D6."""
BACKFIRE = 1.0 / 6.0
"""How likely a misfire is where it may be one; else the shot is a dud. Source: main-rulebook, Misfire."""
DIRECTIONS, MORE = 720, 1440
"""Directions that are looked into to begin with, and where the chances are not sure enough then."""
SURE = 0.0008
"""How far off the chances may be for that, of 1: more where many slots and posts are near."""
PARTS, DIVISIONS = 4, 2
"""The steps between two of them that end otherwise are cut into parts, and the part in which they change again."""
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

    The directions are divided evenly; where two neighbours end otherwise, the step between them is cut into smaller ones.

    Args:
        table: where.
        marker: as it was placed.
        hit_roll: how likely the hit roll succeeds, so that it stays where it is.
    """
    found = _odds(table, marker, hit_roll, DIRECTIONS)
    return found if found.sure <= SURE else _odds(table, marker, hit_roll, MORE)


def _odds(table: Table, marker: Marker, hit_roll: float, directions: int) -> BlastOdds:
    share = 0.0 if marker.missed else hit_roll
    chances = np.zeros(len(table.figures))
    ended: dict[Ended, float] = dict.fromkeys(ENDS, 0.0)
    sure, clouds = 0.0, []
    for number, part in enumerate(_circles(table, marker, directions)):
        weight = (1.0 - share) / FARTHEST * (1.0 - SYMBOL * (number == 0))
        chances += weight * part.shares @ part.found.hits
        for kind, end in enumerate(ENDED):
            ended[end] += weight * float(part.shares[part.found.ended == kind].sum())
        sure += weight * part.unsure
        clouds.append((part.found.middle, weight * part.shares, part.found.ended))
    wrong = (1.0 - share) / FARTHEST * SYMBOL
    ended["dud"], ended["misfire"], ended["hit"] = wrong * (1.0 - BACKFIRE), wrong * BACKFIRE, share
    place = {figure.id: number for number, figure in enumerate(table.figures)}
    sides = ((share, marker.middle), (wrong * BACKFIRE, over_base(table, table.figure(marker.shooter))))
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


def _circles(table: Table, marker: Marker, directions: int) -> list[_Circle]:
    """For each throw of the D6 all directions."""
    every = np.arange(FARTHEST * directions)
    throw, number = every // directions, every % directions
    step = 2.0 * np.pi / directions
    turns, inches = np.asarray((number + 0.5) * step), np.asarray(throw + 1.0)
    there, which = flights(table, marker, turns, inches)
    along = np.unique(which, return_index=True)[1]
    hidden = shielded(
        table.terrain, table.figures, there.middle, there.touched, looks=LOOKED, step=STEP, along=along + along // directions
    )
    found = outcomes(table, there, hidden).chosen(which)
    keys = _keys(found.ended, found.hits)
    after, before = (throw * directions + (number + aside) % directions for aside in (1, -1))
    differ = np.flatnonzero((keys != keys[after]).any(axis=1))
    hits = (there.touched & ~hidden)[which]
    one, other = which[differ], which[after[differ]]
    sides = _Sides(
        turns[differ],
        inches[differ],
        np.stack([there.middle[one], there.middle[other]]),
        np.stack([there.touched[one], there.touched[other]]),
        np.stack([hits[differ], hits[after[differ]]]),
        keys[differ],
    )
    edge = np.full(len(every), 0.5)
    edge[differ] = _between(table, marker, sides, step) / step
    shares = (edge + 1.0 - edge[before]) / directions
    width = 0.5 / directions / PARTS**DIVISIONS
    unsure = np.bincount(throw[differ], minlength=FARTHEST) * width
    rows = np.split(every, FARTHEST)
    return [_Circle(found.chosen(some), shares[some], float(unsure[number])) for number, some in enumerate(rows)]


@dataclass(frozen=True, eq=False)
class _Sides:
    """k pairs of neighbouring directions that end otherwise.

    Attributes:
        turn: (k,) of the first of both, radians.
        inches: (k,) of the throw.
        middle: (2, k, 3) where both end.
        touched, hit: (2, k, f) whom they touch there, and who of them is not hidden.
        keys: (k, b) of the first.
    """

    turn: FloatArray
    inches: FloatArray
    middle: FloatArray
    touched: BoolArray
    hit: BoolArray
    keys: NDArray[np.uint8]


def _between(table: Table, marker: Marker, sides: _Sides, step: float) -> FloatArray:
    """(k,) radians behind the first of two directions, a step apart, at which it becomes the second."""
    low, high = np.zeros(len(sides.turn)), np.full(len(sides.turn), step)
    known = _known(table, sides)
    for _ in range(DIVISIONS if len(sides.turn) else 0):
        inner = low[:, None] + (high - low)[:, None] * np.arange(1, PARTS) / PARTS
        row = np.repeat(np.arange(len(low)), PARTS - 1)
        there, which = flights(table, marker, sides.turn[row] + inner.ravel(), sides.inches[row])
        hits = _hit_between(table, sides, known, there.middle[which].reshape(*inner.shape, 3), there.touched[which])
        keys = _keys(there.ended[which], with_combats(table, hits))
        same = (keys == sides.keys[row]).all(axis=1).reshape(inner.shape)
        passed = np.logical_and.accumulate(same, axis=1).sum(axis=1)
        part = (high - low) / PARTS
        low, high = low + passed * part, low + (passed + 1) * part
    return np.asarray((low + high) / 2.0)


def _known(table: Table, sides: _Sides) -> list[tuple[IntArray, IntArray, BlastVisibility]]:
    """Pairs of sides, figures who are hit on one of both only, and what is seen of each from there.

    Where terrain hides him on the other side all of it is looked for; where he is not even touched there, a part will do.
    """
    found = []
    both = sides.touched.all(axis=0)
    for looks, some in ((LOOKED, both), (THOROUGH, ~both)):
        row, who = np.nonzero((sides.hit[0] != sides.hit[1]) & some)
        places = sides.middle[np.where(sides.hit[0, row, who], 0, 1), row]
        found.append((row, who, shown(table.terrain, [table.figures[number] for number in who], places, looks=looks)))
    return found


def _hit_between(
    table: Table,
    sides: _Sides,
    known: list[tuple[IntArray, IntArray, BlastVisibility]],
    middles: FloatArray,
    touches: BoolArray,
) -> BoolArray:
    """(k * j, f) who is hit at middles (k, j, 3) that touch (k * j, f), each between two sides.

    Whoever is hit on both sides, or on neither, is so between them.
    """
    hits = np.repeat(sides.hit[0][:, None], middles.shape[1], axis=1)
    touches = touches.reshape(hits.shape)
    for row, who, seen in known:
        hits[row, :, who] = still_shown(table.terrain, seen, middles[row]) & touches[row, :, who]
    return np.asarray(hits.reshape(-1, hits.shape[2]))


def _keys(ended: IntArray, hits: BoolArray) -> NDArray[np.uint8]:
    """(n, b) what tells ends that differ: how, and whom they hit."""
    return np.column_stack([ended.astype(np.uint8), np.packbits(hits, axis=1)])
