"""Which shafts a surface closes, so that no line passes from one end to the other.

Of the triangles that meet a shaft, take those that hang together over edges in it. If such a part has no rim in the shaft,
touches neither end, and one line from end to end crosses it an odd number of times, then all lines do: while a line's ends
move about in the two boxes, its crossings change by two at a time, unless it passes a rim of the part or an end passes
through it; and neither is there. So nothing has to be solid, closed or rightly wound.

A guide with a figure: docs/guides/proof-of-no.md.
"""

from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.geometry.surface_samples import dots, lengths
from scene.proof.shafts import MARGIN, shaft_planes
from scene.proof.surface_complex import NO_FACE, Complex, components

DOUBTFUL = 1e-9
"""Volumes (cubic inches) of tetrahedra that are smaller may have the wrong sign by rounding."""
ROUNDING = 1e-12
"""Of the share of an edge at which it meets a plane."""

Vectors = list[FloatArray]
"""The x, y and z, (m,) each, of m vectors."""
Corners = list[Vectors]
"""Those of the three corners of m triangles."""


@dataclass(frozen=True, eq=False)
class Shafts:
    """Pairs of boxes, and what may be in their shafts.

    Attributes:
        a, b: (n, 2, 3) boxes.
        start, end: (n, 3) a point in each.
        row_shaft, row_face: (m,) which faces may meet which shaft, in order of shafts and faces.
    """

    a: FloatArray
    b: FloatArray
    start: FloatArray
    end: FloatArray
    row_shaft: IntArray
    row_face: IntArray


@dataclass(frozen=True, eq=False)
class Closed:
    """What became of n shafts.

    Attributes:
        closed: (n,) whether a surface closes it.
        free: (n,) whether the line between its points meets nothing.
        across: (n, 2, 3) how much it would help to make the first and the second box narrower along each axis: how far outlines
            of surfaces reach across that axis within the shaft, the more the nearer to the box.
        row_shaft, row_face: (m,) the faces that do meet the shafts.
        row_part: (m,) whether a face belongs to the surface that closes its shaft.
    """

    closed: BoolArray
    free: BoolArray
    across: FloatArray
    row_shaft: IntArray
    row_face: IntArray
    row_part: BoolArray


def closed_shafts(surface: Complex, shafts: Shafts) -> Closed:
    """Look at all shafts at once."""
    shaft, face = shafts.row_shaft, shafts.row_face
    corners = _corners(surface, face)
    within, inside = _clipped(shaft_planes(shafts.a, shafts.b), shaft, corners)
    if len(within) < len(shaft):
        shaft, face, inside = shaft[within], face[within], inside[:, within]
        corners = [[values[within] for values in corner] for corner in corners]
    count = len(shafts.a)
    crossed, doubtful, facing = _crossed(_columns(shafts.start, shaft), _columns(shafts.end, shaft), corners)
    free = np.bincount(shaft, crossed | doubtful, count) == 0
    bad = doubtful | _touching(corners, shafts.a, shaft) | _touching(corners, shafts.b, shaft)
    links = _links(surface, shaft, face, inside)
    one, other = links.row[links.there], links.place[links.there]
    bad |= np.bincount(links.row[~links.there], minlength=len(shaft)) > 0
    part = components(len(shaft), one, other)
    parts = int(part.max()) + 1 if len(part) else 0
    good = (np.bincount(part, bad, parts) == 0) & (np.bincount(part, crossed, parts) % 2 == 1)
    closes = _smallest(part, good, shaft)
    closed = np.bincount(shaft, closes, count) > 0
    outline = ~links.there
    outline[links.there] = facing[one] != facing[other]
    across = _across(shafts, shaft, corners, links.row[outline], links.side[outline])
    return Closed(closed, free, across, shaft, face, closes)


def _smallest(part: IntArray, good: BoolArray, shaft: IntArray) -> BoolArray:
    """(m,) which rows belong to the smallest good part in their shaft; a line crosses two of them twice."""
    rows = np.flatnonzero(good[part]) if len(part) else np.zeros(0, dtype=np.int64)
    size = np.bincount(part, minlength=len(good))
    order = rows[np.lexsort((part[rows], size[part[rows]], shaft[rows]))]
    first = np.append(True, np.diff(shaft[order]) != 0)[: len(order)]
    chosen = np.zeros(len(good), dtype=bool)
    chosen[part[order[first]]] = True
    return np.asarray(chosen[part]) if len(part) else np.zeros(0, dtype=bool)


def _corners(surface: Complex, face: IntArray) -> Corners:
    """The x, y and z, (m,) each, of the three corners of faces."""
    return [[surface.columns[axis][surface.faces[face, j]] for axis in range(3)] for j in range(3)]


def _columns(points: FloatArray, rows: IntArray) -> Vectors:
    """The x, y and z of points (n, 3), for every row."""
    return [np.ascontiguousarray(points[:, axis])[rows] for axis in range(3)]


def _clipped(planes: FloatArray, shaft: IntArray, corners: Corners) -> tuple[IntArray, BoolArray]:
    """The rows that no half space rules out, and of all rows (3, m) which edges may have a part in their shaft.

    An edge goes from each corner to the next.
    """
    count = len(shaft)
    out = np.zeros(count, dtype=bool)
    gone = np.zeros((3, count), dtype=bool)
    first, last = np.zeros((3, count)), np.ones((3, count))
    for number in range(planes.shape[1]):
        plane = planes[:, number]
        far = _beyond(plane, shaft, corners)
        over = [one > 0.0 for one in far]
        some = np.flatnonzero(over[0] | over[1] | over[2])
        over, far = [one[some] for one in over], [one[some] for one in far]
        out[some[over[0] & over[1] & over[2]]] = True
        for j in range(3):
            here, there = over[j], over[(j + 1) % 3]
            gone[j, some[here & there]] = True
            for change, ends, limit in ((here & ~there, first, np.maximum), (there & ~here, last, np.minimum)):
                rows, one, other = some[change], far[j][change], far[(j + 1) % 3][change]
                slack = -ROUNDING if ends is first else ROUNDING
                ends[j, rows] = limit(ends[j, rows], one / (one - other) + slack)
    return np.flatnonzero(~out), ~gone & (first <= last)


def _beyond(plane: FloatArray, shaft: IntArray, corners: Corners) -> Vectors:
    """How far (m,) the first, second and third corners are beyond planes (n, 4), of which many have no part along an axis."""
    axes = [axis for axis in range(3) if plane[:, axis].any()]
    if not axes:
        return [np.full(len(shaft), -np.inf)] * 3
    offset = plane[:, 3][shaft]
    parts = [(axis, plane[:, axis][shaft]) for axis in axes]
    return [np.asarray(sum(normal * corner[axis] for axis, normal in parts) - offset) for corner in corners]


def _crossed(start: Vectors, end: Vectors, corners: Corners) -> tuple[BoolArray, BoolArray, BoolArray]:
    """(m,) whether lines cross triangles, whether they may do and rounding hides it, and from which side they come."""
    from_start = [[corner[axis] - start[axis] for axis in range(3)] for corner in corners]
    from_end = [[corner[axis] - end[axis] for axis in range(3)] for corner in corners]
    way = [end[axis] - start[axis] for axis in range(3)]
    sides = [_volume(way, from_start[j], from_start[(j + 1) % 3]) for j in range(3)]
    ends = [_volume(*from_start), _volume(*from_end)]
    left, right = ([volume > DOUBTFUL for volume in sides], [volume < -DOUBTFUL for volume in sides])
    before, behind = ([volume > DOUBTFUL for volume in ends], [volume < -DOUBTFUL for volume in ends])
    around = (left[0] & left[1] & left[2]) | (right[0] & right[1] & right[2])
    apart = (before[0] & behind[1]) | (behind[0] & before[1])
    past = (left[0] | left[1] | left[2]) & (right[0] | right[1] | right[2])
    missed = past | (before[0] & before[1]) | (behind[0] & behind[1])
    crossed = around & apart
    return crossed, ~crossed & ~missed, ends[0] > ends[1]


def _volume(a: Vectors, b: Vectors, c: Vectors) -> FloatArray:
    """(m,) six times the signed volumes that vectors span."""
    return np.asarray(
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    )


def _touching(corners: Corners, box: FloatArray, shaft: IntArray) -> BoolArray:
    """(m,) whether triangles may touch boxes (n, 2, 3); False only where they surely do not."""
    found = np.ones(len(shaft), dtype=bool)
    for axis in range(3):
        a, b, c = (corner[axis] for corner in corners)
        low, high = box[:, 0, axis] - MARGIN, box[:, 1, axis] + MARGIN
        found &= (np.maximum(np.maximum(a, b), c) >= low[shaft]) & (np.minimum(np.minimum(a, b), c) <= high[shaft])
    some = np.flatnonzero(found)
    if len(some):
        a, b, c = (np.stack([values[some] for values in corner], axis=1) for corner in corners)
        normal = np.cross(b - a, c - a)
        low, high = box[shaft[some], 0] - MARGIN, box[shaft[some], 1] + MARGIN
        off = np.abs((normal * ((low + high) / 2.0 - a)).sum(axis=1))
        found[some] = off <= (np.abs(normal) * (high - low)).sum(axis=1) / 2.0 + MARGIN * np.abs(normal).sum(axis=1)
    return found


@dataclass(frozen=True, eq=False)
class _Links:
    """Edges with a part in their shaft.

    Attributes:
        row, side: (k,) of which row, and which of its sides.
        place: (k,) the row beyond it, where it is ``there`` (k,); otherwise the edge is a rim.
    """

    row: IntArray
    side: IntArray
    place: IntArray
    there: BoolArray


def _links(surface: Complex, shaft: IntArray, face: IntArray, inside: BoolArray) -> _Links:
    """What hangs together in a shaft: the edges of rows (3, m) that may have a part in it, and what is beyond them."""
    side, row = np.nonzero(inside)
    beside = surface.beside[face[row], side]
    key = shaft * len(surface.faces) + face
    wanted = shaft[row] * len(surface.faces) + beside
    place = np.minimum(np.searchsorted(key, wanted), max(len(key) - 1, 0))
    there = (beside != NO_FACE) & (key[place] == wanted if len(key) else False)
    return _Links(row, side, place, there)


def _across(shafts: Shafts, shaft: IntArray, corners: Corners, row: IntArray, side: IntArray) -> FloatArray:
    """(n, 2, 3) as in `Closed`, from sides of rows (k,) that are outlines as seen along the shafts."""
    chosen = shaft[row]
    start, way = shafts.start[chosen], (shafts.end - shafts.start)[chosen]
    ends = [np.zeros((len(row), 3)), np.zeros((len(row), 3))]
    for axis in range(3):
        columns = np.stack([corner[axis][row] for corner in corners])
        for step in range(2):
            ends[step][:, axis] = columns[(side + step) % 3, np.arange(len(row))]
    size = np.maximum(lengths(way), 1e-12)
    reach = np.abs(np.cross(ends[1] - ends[0], way / size[:, None]))
    share = (dots((ends[0] + ends[1]) / 2.0 - start, way) / size**2).clip(0.0, 1.0)
    found = np.zeros((len(shafts.a), 2, 3))
    for body, weight in enumerate((1.0 - share, share)):
        for axis in range(3):
            found[:, body, axis] = np.bincount(chosen, weight * reach[:, axis], len(shafts.a))
    return found
