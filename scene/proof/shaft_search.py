"""The search: shafts between cells of two bodies are divided until a surface closes each, or a line through one is free."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.proof.body_cells import NONE, Cells
from scene.proof.closed_shafts import Closed, Shafts, closed_shafts
from scene.proof.shafts import shaft_planes
from scene.proof.surface_complex import Complex
from scene.visibility.line_of_sight import Witness

ROWS_TOGETHER = 200_000
"""Pairs of a shaft and a face that are looked at at once; keeps the memory below 200 MB."""
EACH = 30
"""A shaft is as much work as so many faces in it."""

LINE = 4
"""Of what stays open random lines are tried, one for so much work that was done."""
LINES_TOGETHER = 2**17
"""Of these as many are cast at once, which keeps their memory below 100 MB."""
SMALLEST = 1e-6
"""Inches: what is no larger is not halved any more."""


@dataclass(frozen=True, eq=False)
class Frontier:
    """Shafts that are still to be closed.

    Attributes:
        a, b: (n,) their cells of the one body and of the other.
        node: (n,) their numbers in the tree of all shafts, of which the first is 0.
        row_shaft, row_face: (m,) which faces may be in which; in order.
    """

    a: IntArray
    b: IntArray
    node: IntArray
    row_shaft: IntArray
    row_face: IntArray

    def __len__(self) -> int:
        """How many shafts."""
        return len(self.a)

    def of(self, chosen: IntArray) -> "Frontier":
        """Some of them, in order."""
        place = np.full(len(self), -1)
        place[chosen] = np.arange(len(chosen))
        kept = np.flatnonzero(place[self.row_shaft] >= 0)
        return Frontier(self.a[chosen], self.b[chosen], self.node[chosen], place[self.row_shaft[kept]], self.row_face[kept])

    def part(self, first: int, last: int) -> "Frontier":
        """Those from one number to before another."""
        start, end = np.searchsorted(self.row_shaft, (first, last))
        shafts, rows = slice(first, last), slice(start, end)
        return Frontier(self.a[shafts], self.b[shafts], self.node[shafts], self.row_shaft[rows] - first, self.row_face[rows])

    def cuts(self, rows: int) -> list[int]:
        """Where parts of about so many rows, or of one shaft with more, begin and end."""
        load = np.cumsum(np.bincount(self.row_shaft, minlength=len(self)) + 8) // rows
        return [0, *(np.flatnonzero(np.diff(load)) + 1).tolist(), len(self)]


@dataclass(frozen=True)
class Halving:
    """How a shaft is halved.

    Attributes:
        body: 0 or 1: whose cell.
        child: the number of the lower half; the other's is the next one. Halves with nothing in them are left out.
        axis, cut: across which axis, and where.
    """

    body: int
    child: int
    axis: int
    cut: float


@dataclass(frozen=True, eq=False)
class ShaftTree:
    """The tree of all shafts, filled on the way; the first one is 0.

    Attributes:
        halved: by number, how.
        closed: by number, the faces of the surface that closes it.
    """

    halved: dict[int, Halving] = field(default_factory=dict)
    closed: dict[int, IntArray] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Searched:
    """What came of it.

    Attributes:
        line: a free line; None where none was met.
        open: the share of shafts that were not closed; each half of a shaft counts half as much.
        shafts: how many were looked at.
        faces: of the surfaces that close shafts, each once.
    """

    line: Witness | None
    open: float
    shafts: int
    faces: IntArray


FreeLine = Callable[[FloatArray, FloatArray], Witness | None]
"""Of lines between starts and ends (n, 3) one that is really free, or None."""


def search_shafts(
    surface: Complex, one: Cells, other: Cells, free_line: FreeLine, work: int, tree: ShaftTree | None = None
) -> Searched:
    """Level by level a cell of each shaft that is not closed is halved, until as many faces have been looked at as ``work``.

    What stays open then is a small part of all, in which random lines find what is free far sooner than between whole bodies.
    """
    root = shaft_planes(one.box[:1], other.box[:1])[0]
    faces = surface.near(root)
    zero = np.zeros(1, dtype=np.int64)
    todo = Frontier(zero, zero, zero, np.zeros(len(faces), dtype=np.int64), faces)
    seen, done, nodes, used, left = 0, 0, 1, [np.zeros(0, dtype=np.int64)], 0.0
    while len(todo):
        following = []
        for first, last in pairwise(todo.cuts(min(ROWS_TOGETHER, max(work - done, EACH)))):
            if done >= work:
                following.append(todo.part(first, len(todo)))
                break
            part = todo.part(first, last)
            seen += len(part)
            done += len(part.row_face) + EACH * len(part)
            found = closed_shafts(surface, _shafts(part, one, other))
            line = _line(part, found.free, one, other, free_line)
            if line is not None:
                return Searched(line, 1.0, seen, used[0])
            used.append(np.unique(found.row_face[found.row_part]))
            _gather(tree, part, found)
            halves, lost = _divided(part, found, one, other, nodes, tree)
            following.append(halves)
            nodes += 2 * len(part)
            left += lost
        todo = _joined(following)
        if done >= work and len(todo):
            line = _sampled(todo, one, other, free_line, work // LINE)
            if line is not None:
                return Searched(line, 1.0, seen, used[0])
            left += _weight(todo, one, other)
            break
    return Searched(None, left, seen, np.unique(np.concatenate(used)))


def _sampled(part: Frontier, one: Cells, other: Cells, free_line: FreeLine, count: int) -> Witness | None:
    """A free line among so many random ones in shafts."""
    rng = np.random.default_rng(41)
    for start in range(0, count, LINES_TOGETHER):
        chosen = np.sort(rng.integers(len(part), size=min(LINES_TOGETHER, count - start)))
        line = free_line(one.points_in(part.a[chosen], rng), other.points_in(part.b[chosen], rng))
        if line is not None:
            return line
    return None


def _weight(part: Frontier, one: Cells, other: Cells) -> float:
    return float((one.weight[part.a] * other.weight[part.b]).sum())


def _shafts(part: Frontier, one: Cells, other: Cells) -> Shafts:
    boxes = one.box[part.a], other.box[part.b]
    # Points of the bodies may lie beside their cells; lines that are counted by may not.
    points = one.point[part.a], other.point[part.b]
    start, end = (point.clip(box[:, 0], box[:, 1]) for point, box in zip(points, boxes, strict=True))
    return Shafts(*boxes, start, end, part.row_shaft, part.row_face)


def _line(part: Frontier, free: BoolArray, one: Cells, other: Cells, free_line: FreeLine) -> Witness | None:
    some = np.flatnonzero(free)
    return free_line(one.point[part.a[some]], other.point[part.b[some]]) if len(some) else None


def _gather(tree: ShaftTree | None, part: Frontier, found: Closed) -> None:
    if tree is None:
        return
    for shaft in np.flatnonzero(found.closed).tolist():
        tree.closed[int(part.node[shaft])] = found.row_face[(found.row_shaft == shaft) & found.row_part]


def _divided(
    part: Frontier, found: Closed, one: Cells, other: Cells, nodes: int, tree: ShaftTree | None
) -> tuple[Frontier, float]:
    """The halves of the shafts that are not closed, whose numbers begin with ``nodes``, and the weight of what is too small."""
    rest = np.flatnonzero(~found.closed)
    open_ = Frontier(part.a, part.b, part.node, found.row_shaft, found.row_face).of(rest)
    sizes = np.stack([box[:, 1] - box[:, 0] for box in (one.box[open_.a], other.box[open_.b])], axis=1)
    # Where no outline tells, the largest side is halved.
    worth = (found.across[rest] * sizes + 1e-9 * sizes).reshape(-1, 6)
    large = sizes.max(axis=(1, 2), initial=0.0) > SMALLEST
    lost = 0.0
    if not large.all():
        lost = _weight(open_.of(np.flatnonzero(~large)), one, other)
        open_, worth = open_.of(np.flatnonzero(large)), worth[large]
    body, axis = np.divmod(worth.argmax(axis=1), 3)
    a, b = np.repeat(open_.a[:, None], 2, axis=1), np.repeat(open_.b[:, None], 2, axis=1)
    for number, (cells, mine) in enumerate(((one, a), (other, b))):
        some = body == number
        mine[some] = cells.halves(mine[some, 0], axis[some])
    numbers = nodes + 2 * np.arange(len(open_))
    if tree is not None:
        _note(tree, open_, (one, other), body, axis, numbers)
    return _halves(open_, a, b, numbers), lost


def _note(
    tree: ShaftTree, halved: Frontier, cells: tuple[Cells, Cells], body: IntArray, axis: IntArray, numbers: IntArray
) -> None:
    for i, node in enumerate(halved.node.tolist()):
        which, along = int(body[i]), int(axis[i])
        box = cells[which].box[(halved.a, halved.b)[which][i]]
        tree.halved[node] = Halving(which, int(numbers[i]), along, float(box.mean(axis=0)[along]))


def _halves(whole: Frontier, a: IntArray, b: IntArray, numbers: IntArray) -> Frontier:
    """The shafts between cells (n, 2) that are not empty, with the rows of the whole ones, once for each half."""
    counts = np.bincount(whole.row_shaft, minlength=len(whole))
    starts = np.cumsum(counts) - counts
    twice = np.repeat(counts, 2)
    shaft = np.repeat(np.arange(2 * len(whole)), twice)
    within = np.arange(len(shaft)) - np.repeat(np.cumsum(twice) - twice, twice)
    row = np.repeat(starts, 2 * counts) + within
    node = (numbers[:, None] + np.arange(2)).reshape(-1)
    both = Frontier(a.reshape(-1), b.reshape(-1), node, shaft, whole.row_face[row])
    return both.of(np.flatnonzero((both.a != NONE) & (both.b != NONE)))


def _joined(parts: list[Frontier]) -> Frontier:
    """Several as one."""
    if len(parts) == 1:
        return parts[0]
    none = np.zeros(0, dtype=np.int64)
    shaft = np.cumsum([0] + [len(part) for part in parts[:-1]]) if parts else none
    columns = [[part.a, part.b, part.node, part.row_shaft, part.row_face] for part in parts]
    for column, start in zip(columns, shaft, strict=True):
        column[3] = column[3] + start
    return Frontier(*(np.concatenate([none, *(column[i] for column in columns)]) for i in range(5)))
