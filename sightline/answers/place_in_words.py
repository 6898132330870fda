"""Places in words, as people tell them: which corner, edge or part of the table, on what level, beside what.

Left and right, near and far are those of the table as it is shown whole: x to the right, y away from whoever looks.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import shapely

from scene.geometry.mesh import Point
from scene.table.table import Piece, Table

CORNER, AT_EDGE = 6.0, 3.0
"""Inches from two edges of the table up to which a place is in a corner, and from one up to which it is at that edge."""
BESIDE_PIECE = 2.0
"""Inches from what a piece takes up in plan, without its hollows, up to which a place is beside it."""
LEVEL, RISES = 0.3, 0.5
"""Inches: between a place and the top that it lies on; above a place that a piece rises at least to be beside it."""
_INCHES = r"-?\d+(?:\.\d+)?"
_PLACE = rf"{_INCHES}(?:, ?{_INCHES}){{1,2}}"
_NUMBERED = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (rf",? at (?:{_PLACE}|\({_PLACE}\))", ""),
        (rf" \((?:[^()]+ at {_INCHES}(?: {_INCHES}){{2}}(?:, )?)+\)", ""),
        (rf"moved to {_PLACE}", "moved aside"),
        (rf"^( *\d+\. .*) to {_PLACE}", r"\1"),
        (rf" to {_PLACE}(?=:)", " to the mark"),
        (rf" \(near {_PLACE}\)", ""),
        (rf"the point {_PLACE}", "that place"),
    )
)
"""What places are told by in answers and faults, and what is said instead where they are drawn."""
_TERRAIN = re.compile(r'terrain "([^"]+)"')
PARTS = (("left", "middle", "right"), ("near", "middle", "far"))
"""What thirds of the table are called, across and away."""


def places_in_words(table: Table, places: Sequence[Point]) -> tuple[str, ...]:
    """Places of a table in words; those that would read the same with their inches across and away besides."""
    said = [", ".join([_part(table, place), *_level_and_beside(table, place)]) for place in places]
    counts = Counter(said)
    return tuple(
        words if counts[words] == 1 else f'{words} ({x:.3g}", {y:.3g}")' for words, (x, y, _) in zip(said, places, strict=True)
    )


def places_however_seen(table: Table, places: Sequence[Point]) -> tuple[str, ...]:
    """Places of a table in words that hold from whichever side it is looked at; some may read the same."""
    return tuple(", ".join([_kind_of_part(table, place), *_level_and_beside(table, place)]) for place in places)


def without_numbers(table: Table, line: str) -> str:
    """A line for whoever sees its places drawn: without their numbers, and with names in the place of ids."""
    for pattern, words in _NUMBERED:
        line = pattern.sub(words, line)
    return _TERRAIN.sub(lambda found: table.called(found[1]), line)


def _kind_of_part(table: Table, place: Point) -> str:
    """Whether it is in a corner, at an edge, or neither."""
    off = [min(place[axis], table.size[axis] - place[axis]) for axis in (0, 1)]
    return "in a corner" if max(off) <= CORNER else "at an edge" if min(off) <= AT_EDGE else "away from the edges"


def _part(table: Table, place: Point) -> str:
    """The corner, the edge or the part of the table."""
    off = [min(place[axis], table.size[axis] - place[axis]) for axis in (0, 1)]
    across, away = (PARTS[axis][min(int(3.0 * place[axis] / table.size[axis]), 2)] for axis in (0, 1))
    left, near = (("left", "right")[2.0 * place[0] > table.size[0]], ("near", "far")[2.0 * place[1] > table.size[1]])
    if max(off) <= CORNER:
        return f"{near} {left} corner"
    if min(off) <= AT_EDGE:
        edge, along = (left, f"{away} end") if off[0] < off[1] else (near, f"{across} part")
        return f"{edge} edge, {'in its middle' if along.startswith('middle') else along}"
    return "middle" if across == away == "middle" else f"{across} side" if away == "middle" else f"{away} {across}"


def _level_and_beside(table: Table, place: Point) -> Iterator[str]:
    """On what and how high it is, and the nearest piece that rises beside it, or at which it is."""
    x, y, z = place
    here = shapely.Point(x, y)
    far = {piece.id: _hull(piece).distance(here) for piece in table.terrain.pieces if _is_near(piece, place)}
    heights = {piece.id: piece.placed.bounds[:, 2].tolist() for piece in table.terrain.pieces if piece.id in far}
    on = [name for name, (low, top) in heights.items() if far[name] == 0.0 and low - LEVEL <= z <= top + LEVEL]
    under = min(on, key=lambda name: abs(heights[name][1] - z), default="")
    yield "on the ground" if z <= LEVEL else f'{z:.3g}" up' + (f" on {table.called(under)}" if under else "")
    rise = [name for name, (low, top) in heights.items() if low <= z + RISES <= top and (z <= LEVEL or name != under)]
    if rise:
        name = min(rise, key=lambda name: far[name])
        yield f"{'beside' if far[name] else 'at'} {table.called(name)}"


def _is_near(piece: Piece, place: Point) -> bool:
    low, high = piece.placed.bounds[:, :2]
    return bool(((low - BESIDE_PIECE <= place[:2]) & (place[:2] <= high + BESIDE_PIECE)).all()) and (
        _hull(piece).distance(shapely.Point(place[:2])) <= BESIDE_PIECE
    )


def _hull(piece: Piece) -> shapely.Geometry:
    return shapely.convex_hull(shapely.MultiPoint(piece.placed.vertices[:, :2]))
