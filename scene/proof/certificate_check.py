"""The check of a certificate: slow, in exact arithmetic, and with no line of code from the search that made it.

All numbers are taken as they are written, as whole multiples of a tiny power of two, and nothing is rounded. Checked is

- that the triangles that close shafts are nowhere farther from the scenery's faces than a line needs room, together with what
  bodies are lifted by;
- that the tree of shafts leaves no pair of points of the two bodies out;
- of every shaft that is not halved, that its triangles have no rim in it, touch neither end, and are crossed an odd number of
  times by a line from end to end.

Source of the argument: docs/guides/proof-of-no.md.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

Whole = tuple[int, int, int]
Triangle = tuple[Whole, Whole, Whole]
Box = tuple[Whole, Whole]
Plane = tuple[Whole, int]
"""What lies within has a scalar product with the first that is no larger than the second."""

Stands = Callable[[str, Sequence[Sequence[Sequence[float]]], bool], None]
"""Asked with an id, triangles (n, 3, 3), and whether they should be all that a figure has, or some of what hides."""

UNIT = 120
"""Coordinates are multiples of two to the power of minus this many inches; halving a few times leaves them whole."""
MM_PER_INCH = Fraction(254, 10)
THREAD_MM = 0.01
"""Of how thick a thread certificates tell."""
MOST_WORK = 20_000_000
"""Faces that are looked at in cells that are halved, at most: half a minute, and far more than any proof has needed."""
TRIES = 20
"""Lines that are tried for a shaft, until one passes clear of all edges."""


class RefusedError(Exception):
    """A certificate that proves nothing, and why."""


def check_certificate(
    document: Mapping[str, Any],
    *,
    stands: Stands | None = None,
    tell: Callable[[float], None] = lambda _: None,
) -> int:
    """How many shafts a certificate closes.

    Args:
        document: as it was read.
        stands: raises `RefusedError` where triangles are not those of the table; None to check the certificate alone.
        tell: is told the share of the work done.

    Raises:
        RefusedError: with what is wrong.
    """
    try:
        return _checked(document, stands, tell)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        raise RefusedError(f"it is not a certificate, or a part of one is missing ({type(error).__name__}: {error})") from None


def _checked(
    document: Mapping[str, Any],
    stands: Stands | None,
    tell: Callable[[float], None],
) -> int:
    lifted, grown = _length(document["lifted"]), _length(document["grown"])
    if document["thread_mm"] != THREAD_MM:
        raise RefusedError(f"it is not about a thread of {THREAD_MM:g} mm")
    if min(lifted, grown) < 0 or (lifted + grown) * 2 * MM_PER_INCH >= Fraction(THREAD_MM) * 2**UNIT:
        raise RefusedError("bodies are lifted and scenery is grown by more than a line needs room")
    scenery = _scenery(document["scenery"])
    corners = [_point(corner) for corner in document["corners"]]
    faces = [(int(a), int(b), int(c)) for a, b, c in document["faces"]]
    _stand_for(corners, faces, document["stands_for"], scenery, grown)
    if len(document["bodies"]) != 2:
        raise RefusedError("it is not about two bodies")
    if any(not isinstance(one["id"], str) for one in (*document["bodies"], *document["scenery"])):
        raise RefusedError("a body or a piece has no id")
    one, other = (_whole_body(body, lifted) for body in document["bodies"])
    if stands is not None:
        for body in document["bodies"]:
            stands(body["id"], [[body["corners"][int(i)] for i in face] for face in body["faces"]], True)
        for piece in document["scenery"]:
            stands(piece["id"], list(piece["faces"].values()), False)
    return _tree(document["shafts"], (one, other), corners, faces, tell)


def _length(value: float) -> int:
    return _whole(float(value))


def _whole(value: float) -> int:
    """A coordinate in units; a `ValueError` if it is none that can be told exactly."""
    above: int
    below: int
    above, below = float(value).as_integer_ratio()
    if below > 2 ** (UNIT - 40):
        # Far below what matters: a millionth of a millionth of an inch.
        return round(Fraction(above, below) * (1 << UNIT))
    return (above << UNIT) // below


def _point(values: Sequence[float]) -> Whole:
    x, y, z = (_whole(value) for value in values)
    return (x, y, z)


def _scenery(pieces: Iterable[Mapping[str, Any]]) -> dict[tuple[int, int], Triangle]:
    found: dict[tuple[int, int], Triangle] = {}
    for piece in pieces:
        for face, (a, b, c) in piece["faces"].items():
            found[int(piece["number"]), int(face)] = (_point(a), _point(b), _point(c))
    return found


def _stand_for(
    corners: Sequence[Whole],
    faces: Sequence[tuple[int, int, int]],
    sources: Sequence[Sequence[int]],
    scenery: Mapping[tuple[int, int], Triangle],
    grown: int,
) -> None:
    """Every corner is near the face that its triangle stands for; then so is the whole triangle, as both are convex."""
    if len(faces) != len(sources):
        raise RefusedError("not every triangle says which face it stands for")
    seen: set[tuple[int, int, int]] = set()
    for face, (mesh, number) in zip(faces, sources, strict=True):
        triangle = scenery[int(mesh), int(number)]
        for corner in face:
            if (corner, mesh, number) in seen:
                continue
            if not _near(corners[corner], triangle, grown):
                raise RefusedError(
                    f"a triangle is farther from the face that it stands for than {float(Fraction(grown, 2**UNIT)):g} inches"
                )
            seen.add((corner, mesh, number))


def _near(point: Whole, triangle: Triangle, reach: int) -> bool:
    """Whether a point is within reach of a triangle: within a face's plane, or of an edge; the square is compared exactly."""
    a, b, c = triangle
    normal = _cross(_minus(b, a), _minus(c, a))
    size = _dot(normal, normal)
    off = _dot(_minus(point, a), normal)
    if size and off * off <= reach * reach * size:
        sides = [_dot(_cross(normal, _minus(to, from_)), _minus(point, from_)) for from_, to in ((a, b), (b, c), (c, a))]
        if all(side >= 0 for side in sides):
            return True
    return any(_near_edge(point, from_, to, reach) for from_, to in ((a, b), (b, c), (c, a)))


def _near_edge(point: Whole, start: Whole, end: Whole, reach: int) -> bool:
    way, here = _minus(end, start), _minus(point, start)
    along, length = _dot(here, way), _dot(way, way)
    if along <= 0 or length == 0:
        return _dot(here, here) <= reach * reach
    if along >= length:
        there = _minus(point, end)
        return _dot(there, there) <= reach * reach
    return (_dot(here, here) - reach * reach) * length <= along * along


@dataclass(frozen=True, eq=False)
class _Cell:
    """A part of a body: its box, and those of the faces of which something may be in it."""

    box: Box
    faces: tuple[Box, ...]

    def half(self, axis: int, cut: int, *, upper: bool) -> "_Cell | None":
        """What of it is not on the other side of a cut; None where that is nothing."""
        low, high = list(self.box[0]), list(self.box[1])
        if upper:
            low[axis] = max(cut, low[axis])
            faces = [face for face in self.faces if face[1][axis] >= cut]
        else:
            high[axis] = min(cut, high[axis])
            faces = [face for face in self.faces if face[0][axis] <= cut]
        if not faces:
            return None
        least = [min(max(face[0][i], low[i]) for face in faces) for i in range(3)]
        most = [max(min(face[1][i], high[i]) for face in faces) for i in range(3)]
        return _Cell(((least[0], least[1], least[2]), (most[0], most[1], most[2])), tuple(faces))


def _whole_body(document: Mapping[str, Any], lifted: int) -> _Cell:
    """All of a body, lifted."""
    corners = [_point(corner) for corner in document["corners"]]
    raised = [(x, y, z + lifted) for x, y, z in corners]
    boxes = [_around((raised[int(a)], raised[int(b)], raised[int(c)])) for a, b, c in document["faces"]]
    if not boxes:
        raise RefusedError("a body has no faces")
    return _Cell(_around([point for box in boxes for point in box]), tuple(boxes))


def _around(points: Sequence[Whole]) -> Box:
    low, high = ([side(point[axis] for point in points) for axis in range(3)] for side in (min, max))
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def _tree(
    tree: Mapping[str, Any],
    bodies: tuple[_Cell, _Cell],
    corners: Sequence[Whole],
    faces: Sequence[tuple[int, int, int]],
    tell: Callable[[float], None],
) -> int:
    """Follows the tree from the shaft between both bodies to its ends, and looks at each of these."""
    halved, closed = tree["halved"], tree["closed"]
    todo: list[tuple[int, tuple[_Cell, _Cell]]] = [(0, bodies)]
    count, work = 0, 0
    known: dict[tuple[_Cell, int, int], tuple[_Cell | None, ...]] = {}
    seen: set[int] = set()
    while todo:
        node, cells = todo.pop()
        # Else a short certificate could be work for hours, or without end.
        if node in seen:
            raise RefusedError(f"shaft {node} is there twice")
        seen.add(node)
        if str(node) in closed:
            part = [faces[int(face)] for face in closed[str(node)]]
            if why := _open_because((cells[0].box, cells[1].box), part, corners):
                raise RefusedError(f"shaft {node} is not closed: {why}")
            count += 1
            tell(count / len(closed))
        elif str(node) in halved:
            which, child, along, cut = halved[str(node)]
            # A file's numbers may be read as fractions, of whatever kind.
            body, axis = int(which), int(along)
            if body not in (0, 1) or axis not in (0, 1, 2):
                raise RefusedError(f"shaft {node} is halved across no axis of a body")
            asked = (cells[body], axis, _whole(cut))
            if asked not in known:
                work += len(cells[body].faces)
                if work > MOST_WORK:
                    raise RefusedError("its cells are halved more often than any proof needs")
                known[asked] = tuple(cells[body].half(axis, asked[2], upper=upper) for upper in (False, True))
            for upper, half in enumerate(known[asked]):
                if half is not None:
                    todo.append((int(child) + upper, (cells[0], half) if body else (half, cells[1])))
        else:
            raise RefusedError(f"shaft {node} is neither closed nor halved")
    return count


def _open_because(boxes: tuple[Box, Box], part: Sequence[tuple[int, int, int]], corners: Sequence[Whole]) -> str:
    """Why triangles do not close the shaft between two boxes; empty where they do."""
    planes = _shaft(*boxes)
    edges = Counter(tuple(sorted(pair)) for a, b, c in part for pair in ((a, b), (b, c), (c, a)))
    for (start, end), times in edges.items():
        if times % 2 and _meets(planes, corners[start], corners[end]):
            return "what should close it has a rim in it"
    triangles: list[Triangle] = [(corners[a], corners[b], corners[c]) for a, b, c in part]
    if any(_touches(triangle, box) for triangle in triangles for box in boxes):
        return "what should close it touches a body"
    return "" if _crossed_oddly(boxes, triangles) else "a line crosses what should close it an even number of times"


def _shaft(a: Box, b: Box) -> list[Plane]:
    """Half spaces whose common part is the convex hull of two boxes.

    Besides the sides of the box around both, planes along an axis through the same corner of both as seen along it, with all
    else of both on one side.
    """
    planes: list[Plane] = []
    for axis in range(3):
        up, down = [0, 0, 0], [0, 0, 0]
        up[axis], down[axis] = 1, -1
        planes.append(((up[0], up[1], up[2]), max(a[1][axis], b[1][axis])))
        planes.append(((down[0], down[1], down[2]), -min(a[0][axis], b[0][axis])))
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for i, j in product((0, 1), repeat=2):
            way = (b[i][u] - a[i][u], b[j][v] - a[j][v])
            for along, across in ((-way[1], way[0]), (way[1], -way[0])):
                if (along, across) != (0, 0) and along * (2 * i - 1) >= 0 and across * (2 * j - 1) >= 0:
                    normal = [0, 0, 0]
                    normal[u], normal[v] = along, across
                    planes.append(((normal[0], normal[1], normal[2]), along * a[i][u] + across * a[j][v]))
    return planes


def _meets(planes: Sequence[Plane], start: Whole, end: Whole) -> bool:
    """Whether a segment has a point in all half spaces."""
    first, last = Fraction(0), Fraction(1)
    for normal, offset in planes:
        here, there = _dot(normal, start) - offset, _dot(normal, end) - offset
        if here > 0 and there > 0:
            return False
        if here > 0:
            first = max(first, Fraction(here, here - there))
        elif there > 0:
            last = min(last, Fraction(here, here - there))
    return first <= last


def _touches(triangle: Triangle, box: Box) -> bool:
    """Whether a triangle has a point in a box: what is left of it is cut at the planes of the box, one after the other."""
    low, high = box
    if any(max(p[i] for p in triangle) < low[i] or min(p[i] for p in triangle) > high[i] for i in range(3)):
        return False
    normal = _cross(_minus(triangle[1], triangle[0]), _minus(triangle[2], triangle[0]))
    sides = [_dot(normal, _minus((box[i][0], box[j][1], box[k][2]), triangle[0])) for i, j, k in product((0, 1), repeat=3)]
    if min(sides) > 0 or max(sides) < 0:
        return False
    left: list[tuple[Fraction, ...]] = [tuple(map(Fraction, point)) for point in triangle]
    for axis in range(3):
        for sign, limit in ((1, high[axis]), (-1, -low[axis])):
            left = _cut_off(left, axis, sign, limit)
    return bool(left)


def _cut_off(polygon: list[tuple[Fraction, ...]], axis: int, sign: int, limit: int) -> list[tuple[Fraction, ...]]:
    """What of a convex polygon is not beyond a plane across an axis (Sutherland and Hodgman 1974)."""
    found: list[tuple[Fraction, ...]] = []
    for here, there in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        off, on = sign * here[axis] - limit, sign * there[axis] - limit
        if off <= 0:
            found.append(here)
        if off * on < 0:
            share = off / (off - on)
            found.append(tuple(p + share * (q - p) for p, q in zip(here, there, strict=True)))
    return found


def _crossed_oddly(boxes: tuple[Box, Box], triangles: Sequence[Triangle]) -> bool:
    """Whether a line from box to box that passes clear of all edges crosses triangles an odd number of times."""
    chance = Random(len(triangles))  # noqa: S311
    for _ in range(TRIES):
        start, end = (_inside(box, chance) for box in boxes)
        times = [_crossings(start, end, triangle) for triangle in triangles]
        if None not in times:
            return sum(time or 0 for time in times) % 2 == 1
    return False


def _inside(box: Box, chance: Random) -> Whole:
    x, y, z = (low + (high - low) * chance.randrange(1, 2**20) // 2**20 for low, high in zip(*box, strict=True))
    return (x, y, z)


def _crossings(start: Whole, end: Whole, triangle: Triangle) -> int | None:
    """How often a segment crosses a triangle, 0 or 1; None where it meets an edge or ends in its plane."""
    way = _minus(end, start)
    seen = [_minus(corner, start) for corner in triangle]
    normal = _cross(_minus(triangle[1], triangle[0]), _minus(triangle[2], triangle[0]))
    before, behind = (_dot(normal, _minus(point, triangle[0])) for point in (start, end))
    if before * behind > 0:
        return 0
    sides = [_dot(_cross(seen[j], seen[(j + 1) % 3]), way) for j in range(3)]
    if min(sides) < 0 < max(sides):
        return 0
    return None if before * behind == 0 or 0 in sides else 1


def _minus(a: Whole, b: Whole) -> Whole:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _dot(a: Whole, b: Whole) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Whole, b: Whole) -> Whole:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
