"""How much of a figure is hidden, seen from a point.

The target's body is looked at in a grid of directions from the eye whose cells all have the same solid angle. Cells where
body, blockers and background meet are divided again and again, until the bound is as tight as asked. Many views are
worked on together, so that a hundred questions need hardly more ray calls than one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from scene.casting import HIDDEN, NOTHING, SEEN, Blame, Caster, Labels, View
from scene.eyes import turned
from scene.mesh import BoolArray, FloatArray
from scene.occluders import occluders
from scene.rays import Float32
from scene.table import Figure, Terrain

DEVIATIONS = 2.6
"""Half the width of the bound, in standard deviations (which are estimated on the high side)."""

UNNOTICED = 3.0
"""What n samples did not meet is, with 95 % confidence, less than 3/n of the whole (rule of three)."""


FINE_STRUCTURE = 0.003
"""From this share of surprises on (where all neighbours had agreed) a body is hidden by something finer than the cells."""

SEEN_POINTS = 8
"""How many seen points an answer carries; one would do, but a point at a rim may lose its witness to rounding."""

CELLS_TOGETHER = 2**22
"""Cells of the finest grids worked on at once; keeps the memory for a batch of views below 100 MB."""

Point = tuple[float, float, float]
Scalar = TypeVar("Scalar", bound=np.generic)


@dataclass(frozen=True)
class Precision:
    """How finely to look.

    Attributes:
        cells: directions along each side of the first grid.
        divisions: how often cells may be halved.
        width: the width of the bound (a share) at which dividing stops.
    """

    cells: int = 64
    divisions: int = 3
    width: float = 0.0035


FINE = Precision()
COARSE = Precision(cells=32, divisions=1)


@dataclass(frozen=True)
class Blocker:
    """Something that hides, and the share of the body for which it is the first thing met."""

    id: str
    kind: str
    share: float


@dataclass(frozen=True)
class Hidden:
    """The hidden share of a body.

    Attributes:
        share: 0..1, of the solid angle of the body's outline at the eye.
        low, high: the bound; the true share lies within it in at least 99 of 100 questions.
        by: who hides, the largest share first; the shares add up to ``share``.
        seen: up to `SEEN_POINTS` points of the body that the eye sees, those in the middle of what is seen first.
        rays: how many directions were looked into.
    """

    share: float
    low: float
    high: float
    by: tuple[Blocker, ...]
    seen: tuple[Point, ...]
    rays: int


def hidden_shares(
    terrain: Terrain, figures: Sequence[Figure], views: Sequence[View], *, precision: Precision = FINE
) -> list[Hidden | None]:
    """The hidden share of every view's target; None where the target has no body to be seen.

    Args:
        figures: those whose bodies may hide.
    """
    finest = (precision.cells * 2**precision.divisions) ** 2
    together = max(1, CELLS_TOGETHER // finest)
    answers: list[Hidden | None] = [None] * len(views)
    bodies = [i for i, view in enumerate(views) if len(view.target.body.counts.faces)]
    for start in range(0, len(bodies), together):
        part = bodies[start : start + together]
        for i, found in zip(
            part, _shares(Caster(occluders(terrain), figures, [views[i] for i in part]), precision), strict=True
        ):
            answers[i] = found
    return answers


@dataclass(frozen=True, eq=False)
class _Grid:
    """The labels of a round: all arrays (p, n, n), ``view`` (p,).

    ``cast`` marks the cells that were looked into in this round; the others keep what their coarser cell had.
    """

    view: NDArray[np.int64]
    labels: Labels
    blame: Blame
    cast: BoolArray

    def of(self, chosen: BoolArray) -> "_Grid":
        return _Grid(self.view[chosen], self.labels[chosen], self.blame[chosen], self.cast[chosen])


def _shares(caster: Caster, precision: Precision) -> list[Hidden | None]:
    """Look, divide what is undecided, and sum up, until every bound is tight enough."""
    count, cells = len(caster.views), precision.cells
    blank = np.zeros((count, cells, cells))
    grid = _Grid(np.arange(count), blank.astype(np.int8), blank.astype(np.int16), blank == 0)
    rays = np.zeros(count, dtype=np.int64)
    unnoticed, fine = np.zeros(count), np.zeros(count, dtype=bool)
    before = grid
    done: list[_Found] = []
    for division in range(precision.divisions + 1):
        _look(caster, grid)
        rays[grid.view] += grid.cast.sum(axis=(1, 2))
        undecided = _mixed(grid.labels)
        sums = _sum_up(grid.labels, undecided)
        if division == 0:
            unnoticed[:] = UNNOTICED / np.maximum(sums.body, UNNOTICED)
        elif division == 1:
            unnoticed[grid.view], fine[grid.view] = _missed(before, grid)
        slack = DEVIATIONS * sums.deviation / np.maximum(sums.body, 1.0) + unnoticed[grid.view]
        last = division == precision.divisions
        ready = (sums.width(slack) <= precision.width) | (sums.body == 0) | last
        done.append(_found(grid, undecided, sums, slack, ready))
        if ready.all():
            break
        # The first division looks at the whole body once more: that tells what the first look has missed.
        whole = fine[grid.view] if division else np.ones(len(grid.view), dtype=bool)
        again = np.where(whole[:, None, None], _grown(grid.labels != NOTHING), undecided)
        before = _halved(grid.of(~ready), undecided[~ready])
        grid = replace(before, labels=before.labels.copy(), cast=_finer(again[~ready]))
    return _answers(caster, done, rays)


def _missed(before: _Grid, now: _Grid) -> tuple[FloatArray, BoolArray]:
    """What the first look has missed of q views, judged by the second, which is independent of it.

    Returns:
        (q,) a bound for the share of the body that is still missed, and (q,) bool, whether there is so much structure
        finer than the cells that dividing only the undecided ones would leave too much out. Then the whole body is looked
        at evenly, which errs on no side.
    """
    # What lies beside known outlines is divided in any case; surprises count only away from them.
    settled = ~_grown(_grown(before.cast)) & (before.labels != NOTHING)
    strays = (settled & (now.labels != before.labels)).sum(axis=(1, 2))
    looks = (now.labels != NOTHING).sum(axis=(1, 2))
    fine = strays > FINE_STRUCTURE * np.maximum(settled.sum(axis=(1, 2)), 1)
    left = np.where(fine, UNNOTICED, UNNOTICED + strays)
    return left / np.maximum(looks, left), fine


@dataclass(frozen=True, eq=False)
class _Sums:
    """What the cells of q views add up to; all arrays (q,), in cells."""

    hidden: FloatArray
    body: FloatArray
    deviation: FloatArray

    @property
    def share(self) -> FloatArray:
        return self.hidden / np.maximum(self.body, 1.0)

    def width(self, slack: FloatArray) -> FloatArray:
        """The width of the bound, which ends at 0 and at 1."""
        return np.asarray((self.share + slack).clip(max=1.0) - (self.share - slack).clip(min=0.0))


@dataclass(frozen=True, eq=False)
class _Found:
    """What is settled of q views: shares and bounds, who is to blame for how many cells, and where the body is seen."""

    view: NDArray[np.int64]
    sums: _Sums
    slack: FloatArray
    blame: list[tuple[list[int], list[int]]]
    free: list[tuple[FloatArray, FloatArray]]


def _found(grid: _Grid, undecided: BoolArray, sums: _Sums, slack: FloatArray, ready: BoolArray) -> _Found:
    """The views of the grid that are ``ready`` (q,)."""
    chosen = np.flatnonzero(ready)
    return _Found(
        view=grid.view[chosen],
        sums=_Sums(sums.hidden[chosen], sums.body[chosen], sums.deviation[chosen]),
        slack=slack[chosen],
        blame=[_blamed(grid.blame[i][grid.labels[i] == HIDDEN]) for i in chosen],
        free=[_free_places(grid.labels[i], undecided[i]) for i in chosen],
    )


def _blamed(blame: Blame) -> tuple[list[int], list[int]]:
    """Who is to blame, and for how many cells."""
    counts = np.bincount(blame.astype(np.intp))
    numbers = np.flatnonzero(counts)
    return numbers.tolist(), counts[numbers].tolist()


def _answers(caster: Caster, done: Sequence[_Found], rays: NDArray[np.int64]) -> list[Hidden | None]:
    """The answers in the order of the views."""
    results: list[Hidden | None] = [None] * len(rays)
    places = [_NO_PLACES] * len(rays)
    for found in done:
        share = found.sums.share
        low, high = (share - found.slack).clip(min=0.0).tolist(), (share + found.slack).clip(max=1.0).tolist()
        for i, view in enumerate(found.view.tolist()):
            body = float(found.sums.body[i])
            if body == 0.0:
                continue
            by = _blockers(caster, *found.blame[i], body)
            results[view] = Hidden(float(share[i]), low[i], high[i], by, (), int(rays[view]))
            places[view] = found.free[i]
    return _with_seen_points(caster, results, places)


_NO_PLACES = (np.zeros(0), np.zeros(0))


def _free_places(labels: Labels, undecided: BoolArray) -> tuple[FloatArray, FloatArray]:
    """Up to `SEEN_POINTS` places (across, up) in the window where the body is seen, away from all rims if possible."""
    free = labels == SEEN
    inner = np.flatnonzero(free & ~undecided)
    cells = inner if len(inner) else np.flatnonzero(free)
    if len(cells) == 0:
        return _NO_PLACES
    # Spread over what is seen, from its middle on.
    picks = np.unique(cells[(np.linspace(0.02, 0.98, SEEN_POINTS) * len(cells)).astype(int)])
    picks = picks[np.argsort(np.abs(picks - cells[len(cells) // 2]), kind="stable")]
    row, column = np.divmod(picks, labels.shape[1])
    return (column + 0.5) / labels.shape[1], (row + 0.5) / labels.shape[0]


def _with_seen_points(
    caster: Caster, results: list[Hidden | None], free: list[tuple[FloatArray, FloatArray]]
) -> list[Hidden | None]:
    """The results with the points of the bodies at the free places."""
    view = np.repeat(np.arange(len(free)), [len(places[0]) for places in free])
    if len(view) == 0:
        return results
    across, up = (np.concatenate(part).astype(np.float32) for part in zip(*free, strict=True))
    own = caster.frames.directions(view, across, up)
    distance = caster.body_distances(view, own).astype(np.float64)
    on_body = np.isfinite(distance)
    view, own, distance = view[on_body], own[on_body], distance[on_body]
    points = caster.frames.eye[view] + turned(own, caster.frames.turn, view) * distance[:, None]
    parts = np.split(points, np.searchsorted(view, np.arange(1, len(free))))
    return [
        result and replace(result, seen=tuple((float(x), float(y), float(z)) for x, y, z in part))
        for result, part in zip(results, parts, strict=True)
    ]


def _look(caster: Caster, grid: _Grid) -> None:
    """Cast a ray at a random place of every cell that is to be looked into, and note the labels in the grid."""
    view, row, column = np.nonzero(grid.cast)
    size = grid.labels.shape[1]
    across, up = _places(size)[:, row, column]
    labels, blame = caster.cast(grid.view[view], across, up)
    grid.labels[grid.cast] = labels
    grid.blame[grid.cast] = blame


@cache
def _places(size: int) -> Float32:
    """(2, size, size) places across and up in the window, one in every cell, the same for every view and every run."""
    offset = np.random.default_rng(size).random((2, size, size))
    up, across = np.indices((size, size))
    return ((np.stack([across, up]) + offset) / size).astype(np.float32)


def _finer(cells: NDArray[Scalar]) -> NDArray[Scalar]:
    """(q, 2n, 2n) every cell of (q, n, n) as four."""
    return cells.repeat(2, axis=1).repeat(2, axis=2)


def _halved(grid: _Grid, again: BoolArray) -> _Grid:
    """The grid with cells half as large, of which those in ``again`` (q, n, n) are to be looked into."""
    return _Grid(grid.view, _finer(grid.labels), _finer(grid.blame), _finer(again))


def _extreme(labels: Labels, pick: np.ufunc) -> Labels:
    """(p, n, n) the largest or smallest value of each cell and its eight neighbours."""
    result = labels
    for axis in (1, 2):
        inner = np.moveaxis(result, axis, 0)
        out = inner.copy()
        out[1:] = pick(out[1:], inner[:-1])
        out[:-1] = pick(out[:-1], inner[1:])
        result = np.moveaxis(out, 0, axis)
    return result


def _mixed(labels: Labels) -> BoolArray:
    """(q, n, n) cells that differ from one of their neighbours. Beyond the window there is nothing of the body."""
    mixed = _extreme(labels, np.maximum) != _extreme(labels, np.minimum)
    rim = np.zeros_like(mixed)
    rim[:, [0, -1], :] = rim[:, :, [0, -1]] = True
    return np.asarray(mixed | (rim & (labels != NOTHING)))


def _grown(mask: BoolArray) -> BoolArray:
    """(p, n, n) the mask and all neighbours of it."""
    return np.asarray(_extreme(mask.view(np.int8), np.maximum) > 0)


def _sum_up(labels: Labels, undecided: BoolArray) -> _Sums:
    """What the cells of every view (q, n, n) add up to, and how far that sum may be off.

    The share is a ratio of two sums, so each cell errs by the spread of (hidden - share * body) around it (Cochran, Sampling
    Techniques, 6.3). That spread is taken over the cell and its neighbours, which is more than the cell's own.
    """
    count = len(labels)
    hidden = (labels == HIDDEN).sum(axis=(1, 2)).astype(np.float64)
    body = hidden + (labels == SEEN).sum(axis=(1, 2))
    share = hidden / np.maximum(body, 1.0)
    view, row, column = np.nonzero(undecided)
    padded = np.pad(labels, ((0, 0), (1, 1), (1, 1)), constant_values=NOTHING)
    around = np.stack([padded[view, row + i, column + j] for i in range(3) for j in range(3)])
    seen, covered = (around == SEEN).mean(axis=0), (around == HIDDEN).mean(axis=0)
    own = share[view]
    mean = covered - own * (covered + seen)
    variance = covered * (1.0 - own) ** 2 + seen * own**2 - mean**2
    return _Sums(hidden, body, np.sqrt(np.bincount(view, weights=variance.clip(min=0.0), minlength=count)))


def _blockers(caster: Caster, numbers: Sequence[int], counts: Sequence[int], body: float) -> tuple[Blocker, ...]:
    """Who covers which share of the body, the largest first."""
    pieces = caster.occluders.pieces
    found = []
    for number, covered in zip(numbers, counts, strict=True):
        terrain = number < len(pieces)
        name = pieces[number].id if terrain else caster.figures[number - len(pieces)].id
        found.append(Blocker(name, "terrain" if terrain else "figure", covered / body))
    return tuple(sorted(found, key=lambda blocker: -blocker.share))
