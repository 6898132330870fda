"""The hidden share: how much of a figure is hidden from a point, between which bounds, and by whom.

The target's body is looked at in a grid of directions from the eye whose cells all have the same solid angle. Cells where
body, blockers and background meet are divided again and again, until the bound is as tight as asked. Many views are
worked on together, so that a hundred questions need hardly more ray calls than one.

A guide with a figure: docs/guides/hidden-share.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

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
    """What is settled of q views: shares and bounds, who is to blame for how many cells, and where the body is seen."""

    view: NDArray[np.int64]
    sums: Sums
    slack: FloatArray
    blame: list[tuple[list[int], list[int]]]
    free: list[tuple[FloatArray, FloatArray]]


def _found(grid: Grid, sums: Sums, slack: FloatArray, ready: BoolArray) -> _Found:
    """The views of the grid that are ``ready`` (q,)."""
    chosen = np.flatnonzero(ready)
    return _Found(
        view=grid.view[chosen],
        sums=sums.of(chosen),
        slack=slack[chosen],
        blame=[_blamed(grid.blame[i][grid.labels[i] == HIDDEN]) for i in chosen],
        free=[_free_places(grid.labels[i]) for i in chosen],
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


def _free_places(labels: Labels) -> tuple[FloatArray, FloatArray]:
    """Up to `SEEN_POINTS` places (across, up) in the window where the body is seen, away from all rims if possible."""
    free = labels == SEEN
    inner = free.copy()
    inner[1:] &= free[:-1]
    inner[:-1] &= free[1:]
    inner[:, 1:] &= free[:, :-1]
    inner[:, :-1] &= free[:, 1:]
    cells = np.flatnonzero(inner) if inner.any() else np.flatnonzero(free)
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


def _blockers(caster: Caster, numbers: Sequence[int], counts: Sequence[int], body: float) -> tuple[Blocker, ...]:
    """Who covers which share of the body, the largest first."""
    pieces = caster.occluders.pieces
    found = []
    for number, covered in zip(numbers, counts, strict=True):
        if number < len(pieces):
            found.append(Blocker(pieces[number].id, "terrain", covered / body, pieces[number].called))
        else:
            figure = caster.figures[number - len(pieces)]
            found.append(Blocker(figure.id, "figure", covered / body, figure.called))
    return tuple(sorted(found, key=lambda blocker: -blocker.share))
