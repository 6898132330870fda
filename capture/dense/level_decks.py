"""Level decks among what photos agree on: the ground, floors and roofs, with their heights and how sure these are."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_opening, find_objects, label

from capture.dense.agreed_surface import Agreed
from capture.dense.seen_space import CELL
from capture.dense.seen_through import MM
from scene.geometry.mesh import FloatArray, Point
from scene.table.seen_table import Deck

STEP = 1.0 * MM
"""Inches of a slice of height."""
FEWEST = 3
"""Points of a slice and both beside it, in one column of cells, that show a level surface there."""
MOSTLY, NEAR = 0.7, 6
"""Of the points that are so many slices above or below, these have to be the most: in a wall they are not."""
ACROSS = 5
"""Cells of the side of a square that fits on a deck wherever it is."""
SMALLEST = 1.5
"""Square inches of a deck."""
FLAT = 1.0 * MM
"""Inches by which most of a deck's columns may be off its height: else it slopes."""
PHOTOS = 2
"""So many photos have to show a deck."""
LEAST_OFF, SPREAD = 0.5 * MM, 2.0
"""Inches that a height may be off at least, and how many standard errors of the photos' heights are added (see
`benchmarks.dense_tables`)."""


def level_decks(surfaces: Sequence[Agreed], low: Point, shape: tuple[int, ...]) -> tuple[tuple[Deck, ...], NDArray[np.int16]]:
    """The decks, the largest first, and (x, y) the number of the highest in each column of cells, -1 for none.

    Args:
        surfaces: of each photo.
        low: the lower corner of the cells, inches.
        shape: how many cells there are along x, y, z.
    """
    slices = (shape[0], shape[1], int(np.ceil(shape[2] * CELL / STEP)))
    places = [one.points[one.others > 0].astype(np.float64) for one in surfaces]
    counts = np.zeros(slices, np.int32)
    for points in places:
        np.add.at(counts, _slices(points, low, slices), 1)
    here = _summed(counts, 1)
    level = (here >= FEWEST) & (here >= MOSTLY * _summed(counts, NEAR)) & (here == _most(here))
    groups, _ = label(level, structure=np.ones((3, 3, 3)))
    found = list[tuple[Deck, NDArray[np.bool_]]]()
    for number, part in enumerate(find_objects(groups), start=1):
        if np.prod([end.stop - end.start for end in part[:2]]) * CELL * CELL < SMALLEST:
            continue
        plan = np.zeros(shape[:2], dtype=bool)
        square = np.ones((ACROSS, ACROSS), dtype=bool)
        plan[part[:2]] = binary_opening(np.pad((groups[part] == number).any(axis=2), 1), square)[1:-1, 1:-1]
        deck = _deck(plan, part[2], places, low)
        if deck is not None:
            found.append((deck, plan))
    found.sort(key=lambda each: -each[0].area)
    highest = np.full(shape[:2], -1, np.int16)
    for number in sorted(range(len(found)), key=lambda each: found[each][0].height):
        highest[found[number][1]] = number
    return tuple(deck for deck, _ in found), highest


def _slices(points: FloatArray, low: Point, shape: tuple[int, ...]) -> tuple[NDArray[np.int64], ...]:
    own = np.floor((points - np.array(low)) / np.array([CELL, CELL, STEP])).astype(np.int64)
    own = own[((own >= 0) & (own < shape)).all(axis=1)]
    return own[:, 0], own[:, 1], own[:, 2]


def _summed(counts: NDArray[np.int32], reach: int) -> NDArray[np.int32]:
    """(x, y, z) the sum over so many slices above and below each."""
    total = np.cumsum(np.pad(counts, ((0, 0), (0, 0), (reach + 1, reach))), axis=2, dtype=np.int32)
    return np.asarray(total[:, :, 2 * reach + 1 :] - total[:, :, : -2 * reach - 1])


def _most(here: NDArray[np.int32]) -> NDArray[np.int32]:
    """(x, y, z) the largest of each slice and both beside it."""
    found = here.copy()
    np.maximum(found[:, :, 1:], here[:, :, :-1], out=found[:, :, 1:])
    np.maximum(found[:, :, :-1], here[:, :, 1:], out=found[:, :, :-1])
    return found


def _deck(plan: NDArray[np.bool_], part: slice, places: Sequence[FloatArray], low: Point) -> Deck | None:
    """The deck over columns (x, y), somewhere in a range of slices; None where it is too small, not level, or hardly shown."""
    area = float(np.count_nonzero(plan)) * CELL * CELL
    if area < SMALLEST:
        return None
    bottom, top = (low[2] + STEP * end for end in (part.start - 1, part.stop + 1))
    heights, columns = list[FloatArray](), list[NDArray[np.int64]]()
    for points in places:
        near = points[(points[:, 2] >= bottom) & (points[:, 2] <= top)]
        x, y = np.floor((near[:, :2] - np.array(low[:2])) / CELL).astype(np.int64).T
        inside = (x >= 0) & (y >= 0) & (x < plan.shape[0]) & (y < plan.shape[1])
        inside[inside] = plan[x[inside], y[inside]]
        if np.count_nonzero(inside) * CELL * CELL >= 0.1 * area:
            heights.append(near[inside, 2])
            columns.append(x[inside] * plan.shape[1] + y[inside])
    if len(heights) < PHOTOS:
        return None
    together = np.concatenate(heights)
    height = float(np.median(together))
    owners, which = np.unique(np.concatenate(columns), return_inverse=True)
    own = np.bincount(which, weights=together) / np.bincount(which)
    if np.percentile(np.abs(own - height), 90) > FLAT:
        return None
    each = np.array([np.median(some) for some in heights])
    off = LEAST_OFF + SPREAD * float(each.std(ddof=1)) / np.sqrt(len(each))
    x, y = np.divmod(owners[np.argsort(np.abs(owners - np.median(owners)))[0]], plan.shape[1])
    return Deck(height, off, area, (low[0] + (x + 0.5) * CELL, low[1] + (y + 0.5) * CELL, height))
