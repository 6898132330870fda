"""The search: shafts between cells of two bodies are divided until a surface closes each, or a line through one is free."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.proof.body_cells import Cells
from scene.proof.closed_shafts import Closed, Shafts, closed_shafts
from scene.proof.shafts import shaft_planes
from scene.proof.surface_complex import Complex
from scene.visibility.line_of_sight import Witness

ROWS_TOGETHER = 200_000
"""Pairs of a shaft and a face that are looked at at once; keeps the memory below 200 MB."""

NEAR_END = 0.02
"""However near to one body something stands, the other's cells are halved once they are so many times as large."""


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

    def chunks(self) -> Iterator["Frontier"]:
        """The same in parts of not too many rows."""
        load = np.cumsum(np.bincount(self.row_shaft, minlength=len(self)) + 8) // ROWS_TOGETHER
        for part in np.unique(load):
            yield self.of(np.flatnonzero(load == part)) if load[-1] else self


@dataclass(frozen=True)
class Halving:
    """How a shaft is halved.

    Attributes:
        body: 0 or 1: whose cell.
        child: the number of the first half; the other's is the next one.
        side: at which side the cell is cut, if it is a triangle or a part of one.
    """

    body: int
    child: int
    side: int


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
        open: which share of all pairs of points of the two bodies, by area, is in shafts that were not closed.
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
    surface: Complex, one: Cells, other: Cells, free_line: FreeLine, budget: int, tree: ShaftTree | None = None
) -> Searched:
    """Level by level: of each shaft that is not closed a cell is halved, until ``budget`` shafts have been looked at."""
    root = shaft_planes(one.box[:1], other.box[:1])[0]
    faces = surface.near(root)
    zero = np.zeros(1, dtype=np.int64)
    todo = Frontier(zero, zero, zero, np.zeros(len(faces), dtype=np.int64), faces)
    whole = float(one.area[0] * other.area[0])
    seen, nodes, used, left = 0, 1, [np.zeros(0, dtype=np.int64)], 0.0
    while len(todo):
        following = []
        for part in todo.chunks():
            if seen >= budget:
                left += float((one.area[part.a] * other.area[part.b]).sum())
                continue
            seen += len(part)
            found = closed_shafts(surface, _shafts(part, one, other))
            line = _line(part, found.free, one, other, free_line)
            if line is not None:
                return Searched(line, 1.0, seen, used[0])
            used.append(np.unique(found.row_face[found.row_part]))
            _gather(tree, part, found)
            following.append(_divided(part, found, one, other, nodes, tree))
            nodes += len(following[-1])
        todo = _joined(following)
    return Searched(None, left / max(whole, 1e-300), seen, np.unique(np.concatenate(used)))


def _shafts(part: Frontier, one: Cells, other: Cells) -> Shafts:
    return Shafts(one.box[part.a], other.box[part.b], one.point[part.a], other.point[part.b], part.row_shaft, part.row_face)


def _line(part: Frontier, free: BoolArray, one: Cells, other: Cells, free_line: FreeLine) -> Witness | None:
    some = np.flatnonzero(free)
    return free_line(one.point[part.a[some]], other.point[part.b[some]]) if len(some) else None


def _gather(tree: ShaftTree | None, part: Frontier, found: Closed) -> None:
    if tree is None:
        return
    for shaft in np.flatnonzero(found.closed).tolist():
        tree.closed[int(part.node[shaft])] = found.row_face[(found.row_shaft == shaft) & found.row_part]


def _divided(part: Frontier, found: Closed, one: Cells, other: Cells, nodes: int, tree: ShaftTree | None) -> Frontier:
    """The halves of the shafts that are not closed, whose numbers begin with ``nodes``."""
    rest = np.flatnonzero(~found.closed)
    open_ = Frontier(part.a, part.b, part.node, found.row_shaft, found.row_face).of(rest)
    sizes = [(box[:, 1] - box[:, 0]).max(axis=1) for box in (one.box[open_.a], other.box[open_.b])]
    # What makes the shaft the wider where something stands in it.
    share = found.middle[rest].clip(NEAR_END, 1.0 - NEAR_END)
    first = (1.0 - share) * sizes[0] >= share * sizes[1]
    a, b = np.repeat(open_.a[:, None], 2, axis=1), np.repeat(open_.b[:, None], 2, axis=1)
    a[first], b[~first] = one.children(open_.a[first]), other.children(open_.b[~first])
    if tree is not None:
        cells = np.where(first, open_.a, open_.b)
        for i, node in enumerate(open_.node.tolist()):
            body = 0 if first[i] else 1
            tree.halved[node] = Halving(body, nodes + 2 * i, (one, other)[body].side(int(cells[i])))
    # Rows in the order of the halves: those of a shaft come twice, one time after the other.
    counts = np.bincount(open_.row_shaft, minlength=len(open_))
    starts = np.cumsum(counts) - counts
    shaft = np.repeat(np.arange(2 * len(open_)), np.repeat(counts, 2))
    within = np.arange(len(shaft)) - np.repeat(np.cumsum(np.repeat(counts, 2)) - np.repeat(counts, 2), np.repeat(counts, 2))
    row = np.repeat(starts, counts * 2) + within
    return Frontier(a.reshape(-1), b.reshape(-1), nodes + np.arange(2 * len(open_)), shaft, open_.row_face[row])


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
