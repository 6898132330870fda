"""The hidden share: how much of a figure is hidden from a point, between which bounds, and by whom.

The target's body is looked at in a grid of directions from the eye whose cells all have the same solid angle. Cells where
body, blockers and background meet are divided again and again, until the bound is as tight as asked. Many views are
worked on together, so that a hundred questions need hardly more ray calls than one.

A guide with a figure: docs/guides/hidden-share.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import BoolArray, FloatArray, Point
from scene.table.table import Figure, Terrain
from scene.visibility.occluders import occluders
from scene.visibility.share_sampling import Grid, Sums, summed
from scene.visibility.view_casting import HIDDEN, NOTHING, SEEN, Blame, Caster, Labels, SightQuery
from scene.visibility.view_directions import turned

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


@dataclass(frozen=True)
class Precision:
    """How finely to look.

    Attributes:
        cells: directions along each side of the first grid.
        divisions: how often cells may be halved.
        width: the width of the bound (a share) at which dividing stops.
        blockers: whether a body that several things hide is divided at least once, for their shares' sake.
        limits: shares at which something else is made of a body; a bound that holds one has to be narrower.
        at_limits: the width at which dividing stops there.
    """

    cells: int = 64
    divisions: int = 3
    width: float = 0.0035
    blockers: bool = True
    limits: tuple[float, ...] = ()
    at_limits: float = 0.0035


FINE = Precision()
COARSE = Precision(cells=32, divisions=1)


@dataclass(frozen=True)
class Blocker:
    """Something that hides, what sentences call it, and the share of the body for which it is the first thing met."""

    id: str
    kind: str
    share: float
    called: str


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
    terrain: Terrain, figures: Sequence[Figure], views: Sequence[SightQuery], *, precision: Precision = FINE
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


def _shares(caster: Caster, precision: Precision) -> list[Hidden | None]:
    """Look, divide what is disputed, and sum up, until every bound is tight enough."""
    count = len(caster.views)
    grid = Grid.blank(count, precision.cells)
    rays = np.zeros(count, dtype=np.int64)
    unnoticed, fine = np.zeros(count), np.zeros(count, dtype=bool)
    done: list[_Found] = []
    for division in range(precision.divisions + 1):
        grid = grid.looked(caster)
        rays[grid.view] += grid.cast.sum(axis=(1, 2))
        sums = summed(grid)
        if division <= 1:
            unnoticed[grid.view] = UNNOTICED / np.maximum(sums.body, UNNOTICED)
        slack = DEVIATIONS * sums.deviation / np.maximum(sums.body, 1.0) + unnoticed[grid.view]
        last = division == precision.divisions
        ready = _tight(sums.share, slack, precision) | (sums.body == 0)
        if division == 0 and precision.blockers:
            ready &= ~grid.several_blamed()
        ready |= last
        done.append(_found(grid, sums, slack, ready))
        if ready.all():
            break
        again = grid.disputed()
        if division == 1:
            fine[grid.view] = _strayed(grid, again)
        # The first division looks at the whole body once more, so that what is thin is not passed over.
        whole = fine[grid.view] | (division == 0)
        again = np.where(whole[:, None, None], grid.by_body(), again)
        grid = grid.divided(~ready, again)
    return _answers(caster, done, rays)


def _tight(share: FloatArray, slack: FloatArray, precision: Precision) -> BoolArray:
    """(q,) whether bounds, which end at 0 and at 1, are as tight as asked."""
    low, high = (share - slack).clip(min=0.0), (share + slack).clip(max=1.0)
    close = np.zeros(len(share), dtype=bool)
    for limit in precision.limits:
        close |= (low <= limit) & (limit <= high)
    return np.asarray(high - low <= np.where(close, precision.at_limits, precision.width))


def _strayed(grid: Grid, disputed: BoolArray) -> BoolArray:
    """(q,) whether a body is hidden by so much that is finer than the cells that all of it is better looked at evenly."""
    settled = grid.cast & ~disputed & (grid.labels != NOTHING)
    strays = (settled & grid.differs()).sum(axis=(1, 2))
    return np.asarray(strays > FINE_STRUCTURE * (grid.labels != NOTHING).sum(axis=(1, 2)))


@dataclass(frozen=True, eq=False)
class _Found:
    """What is settled of q views: shares and bounds, who is to blame for how many cells, and where the body is seen.

    Attributes:
        free: views (m,) and places (m,) across and up.
    """

    view: NDArray[np.int64]
    sums: Sums
    slack: FloatArray
    blame: list[list[tuple[int, int]]]
    free: tuple[NDArray[np.int64], FloatArray, FloatArray]


def _found(grid: Grid, sums: Sums, slack: FloatArray, ready: BoolArray) -> _Found:
    """The views of the grid that are ``ready`` (q,)."""
    chosen = np.flatnonzero(ready)
    view, labels = grid.view[chosen], grid.labels[chosen]
    which, across, up = _free_places(labels)
    return _Found(view, sums.of(chosen), slack[chosen], _blamed(labels, grid.blame[chosen]), (view[which], across, up))


def _blamed(labels: Labels, blame: Blame) -> list[list[tuple[int, int]]]:
    """Who is to blame in each view, (q, n, n), and for how many cells."""
    cells = np.flatnonzero(labels == HIDDEN)
    who, names = blame.reshape(-1)[cells], np.flatnonzero(np.bincount(blame.reshape(-1)[cells]))
    view, size = cells // max(labels[0].size, 1) if len(labels) else cells, len(names)
    counts = np.bincount(view * size + np.searchsorted(names, who), minlength=len(labels) * size).reshape(len(labels), size)
    result: list[list[tuple[int, int]]] = [[] for _ in labels]
    for i, name in np.argwhere(counts).tolist():
        result[i].append((int(names[name]), int(counts[i, name])))
    return result


def _answers(caster: Caster, done: Sequence[_Found], rays: NDArray[np.int64]) -> list[Hidden | None]:
    """The answers in the order of the views."""
    results: list[Hidden | None] = [None] * len(rays)
    seen, cast = _seen_points(caster, [found.free for found in done]), rays.tolist()
    for found in done:
        share, body = found.sums.share, found.sums.body
        low, high = (share - found.slack).clip(min=0.0), (share + found.slack).clip(max=1.0)
        rows = np.stack([share, low, high, body], axis=1).tolist()
        for i, (*bound, cells), blamed in zip(found.view.tolist(), rows, found.blame, strict=True):
            if cells:
                shares = (bound[0], bound[1], bound[2])
                results[i] = Hidden(*shares, _blockers(caster, blamed, cells), tuple(seen[i]), cast[i])
    return results


def _free_places(labels: Labels) -> tuple[NDArray[np.int64], FloatArray, FloatArray]:
    """Up to `SEEN_POINTS` places a view (q, n, n) where the body is seen, away from all rims if possible.

    Returns:
        view, across and up in the window, (m,) each; of a view, those in the middle of what is seen first.
    """
    size = labels.shape[1]
    free = labels == SEEN
    inner = free.copy()
    inner[:, 1:] &= free[:, :-1]
    inner[:, :-1] &= free[:, 1:]
    inner[:, :, 1:] &= free[:, :, :-1]
    inner[:, :, :-1] &= free[:, :, 1:]
    inner |= free & ~inner.any(axis=(1, 2), keepdims=True)
    cells, count = np.flatnonzero(inner), np.count_nonzero(inner, axis=(1, 2))
    first, some = np.cumsum(count) - count, np.flatnonzero(count)
    # Spread over what is seen, from its middle on.
    picks = (np.linspace(0.02, 0.98, SEEN_POINTS) * count[some, None]).astype(np.int64)
    again = np.diff(picks, axis=1, prepend=-1) == 0
    chosen, middle = cells[first[some, None] + picks], cells[(first + count // 2)[some]]
    aside = np.where(again, labels.size, np.abs(chosen - middle[:, None]))
    order = np.argsort(aside, axis=1, kind="stable")
    chosen = np.take_along_axis(chosen, order, axis=1)[~np.take_along_axis(again, order, axis=1)]
    row, column = np.divmod(chosen % max(size * size, 1), max(size, 1))
    return chosen // max(size * size, 1), (column + 0.5) / size, (row + 0.5) / size


def _seen_points(caster: Caster, free: Sequence[tuple[NDArray[np.int64], FloatArray, FloatArray]]) -> list[list[Point]]:
    """The points of the bodies at the free places, for every view."""
    view, across, up = (np.concatenate(part) for part in zip(*free, strict=True))
    result: list[list[Point]] = [[] for _ in caster.views]
    if len(view) == 0:
        return result
    order = np.argsort(view, kind="stable")
    view = view[order]
    own = caster.frames.directions(view, across[order].astype(np.float32), up[order].astype(np.float32))
    distance = caster.body_distances(view, own).astype(np.float64)
    on_body = np.isfinite(distance)
    view, own, distance = view[on_body], own[on_body], distance[on_body]
    points = caster.frames.eye[view] + turned(own, caster.frames.turn, view) * distance[:, None]
    for i, (x, y, z) in zip(view.tolist(), points.tolist(), strict=True):
        result[i].append((x, y, z))
    return result


def _blockers(caster: Caster, blamed: Sequence[tuple[int, int]], body: float) -> tuple[Blocker, ...]:
    """Who covers which share of the body, the largest first."""
    pieces = caster.occluders.pieces
    found = []
    for number, covered in blamed:
        if number < len(pieces):
            found.append(Blocker(pieces[number].id, "terrain", covered / body, pieces[number].called))
        else:
            figure = caster.figures[number - len(pieces)]
            found.append(Blocker(figure.id, "figure", covered / body, figure.called))
    return tuple(sorted(found, key=lambda blocker: -blocker.share))
