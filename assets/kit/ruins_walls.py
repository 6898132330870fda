"""Masonry: ruins, and the low walls of fields. Lengths in inches.

The stones of a wall are one solid: the tops of those inside it would be floors, and their courses a way up.
"""

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import numpy as np

from assets.kit.kit_piece import ParameterRange, misfit, part
from assets.kit.steelwork import spread
from assets.solid_shapes import boulder, box, placed, union

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

COURSE = 0.42
"""About how high a course of stones is."""
STONE = 1.0
"""About how long a stone is."""
JOINT = 0.04
"""How wide and deep the joints between stones are."""
DOOR, SILL, HEAD = 2.1, 1.1, 2.2
"""About how high the heads of doorways and the sills and heads of windows are; they lie between courses."""
BORNE = 0.4
"""The least share of a stone that lies on others."""
SHARES = (0.0, 0.22, 0.55, 1.0)
"""Where along a wall it is told how much of it stands: all of it before the second one."""
LINTEL = 0.3
"""How far the long stones over and under openings reach into the wall at each side."""
JAMB = 0.65
"""How far beside an opening the wall stands as high as the stone over it, whatever else is broken."""
PLANK = 0.12
JOIST = 0.2

_Span = tuple[float, float]


@dataclass(frozen=True)
class _Opening:
    """An opening in a wall: along it, and from which course to which; a stone lies over it, and one under a window."""

    span: _Span
    low: int
    high: int


@dataclass(frozen=True)
class _Wall:
    """A broken wall along x from 0 to its length, about y = 0.

    Attributes:
        length: inches.
        height: of its highest end.
        thickness: over its stones.
        ends: the shares of the height that its ends and its middle stand up to.
        openings: in it.
        salt: walls with different numbers are broken differently.
    """

    length: float
    height: float
    thickness: float
    ends: tuple[float, float, float]
    openings: tuple[_Opening, ...]
    salt: int

    def top(self, x: float) -> float:
        """How high it still stands there."""
        share = float(np.interp(x / self.length, SHARES, (self.ends[0], *self.ends)))
        ragged = 0.09 * math.sin(5.3 * x + self.salt) + 0.05 * math.sin(11.9 * x + 2.0 * self.salt)
        broken = self.height * (share + (ragged if share < 0.99 else 0.0))
        over = [_at_course(self.height, one.high + 1) for one in self.openings if one.span[0] - JAMB <= x <= one.span[1] + JAMB]
        return min(self.height, max([broken, COURSE, *over]))


@part(kind="structure")
def ruin(
    *,
    length: Annotated[float, ParameterRange(4.0, 14.0, "along x")] = 7.0,
    width: Annotated[float, ParameterRange(3.0, 12.0, "across y")] = 5.5,
    height: Annotated[float, ParameterRange(3.0, 8.0, "of the corner that stands highest")] = 4.5,
    thickness: Annotated[float, ParameterRange(0.3, 0.8, "of its walls")] = 0.45,
    walls: Annotated[float, ParameterRange(2, 3, "left: 2 an L, 3 a U", whole=True)] = 2,
    door: Annotated[float, ParameterRange(0.9, 2.2, "width of the doorway, in the middle of the wall along x")] = 1.7,
    window: Annotated[float, ParameterRange(0.4, 1.6, "width of the window in each wall along y")] = 0.9,
    floor: Annotated[float, ParameterRange(0, 1, "upper floor: 0 none, 1 a part in its highest corner", whole=True)] = 0,
    floor_height: Annotated[float, ParameterRange(2.0, 6.0, "top of the upper floor, if it has one")] = 2.8,
) -> list["Solid"]:
    """Broken masonry with a ragged top, a doorway and a window, open at the back."""
    if floor and floor_height > height - COURSE:
        raise misfit("ruin", f"floor_height is {floor_height:g}; give at most {height - COURSE:g}, or a higher ruin")
    a, b, half = length / 2.0, width / 2.0, thickness / 2.0
    mid = length / 2.0
    doorway = _Opening((mid - door / 2.0, mid + door / 2.0), 0, _course(height, DOOR))
    # Walls along y begin within the one along x, or light would pass where they meet.
    side, middle = width - half, half + 0.45 * (width - thickness)
    pane = _Opening((middle - window / 2.0, middle + window / 2.0), _course(height, SILL), _course(height, HEAD))
    front = _Wall(length, height, thickness, (1.0, 0.7, 0.22 if walls < 3 else 0.85), (doorway,), 1)
    standing = [_masonry(front).translate((-a, half - b, 0.0))]
    for number, x in enumerate((half - a, a - half)[: int(walls) - 1]):
        ends = (1.0, 0.8, 0.3) if number == 0 else (0.8, 0.6, 0.15)
        wall = _Wall(side, height, thickness, ends, (pane,), 4 + 3 * number)
        along_y = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
        standing.append(placed(_masonry(wall), along_y, (x, half - b, 0.0)))
    parts = [union(standing)]
    if floor:
        parts.append(_planks(thickness - a, thickness - b, length - 2.0 * thickness, width - thickness, floor_height))
    return parts + _rubble(length, width, thickness)


@part(kind="obstacle")
def stone_wall(
    *,
    length: Annotated[float, ParameterRange(1.0, 16.0, "along x")] = 6.0,
    height: Annotated[float, ParameterRange(0.6, 2.0, "to the top of its upright stones")] = 0.9,
    thickness: Annotated[float, ParameterRange(0.3, 1.2, "across y, at its foot")] = 0.5,
) -> "Solid":
    """Low wall of a field, of loose stones with upright ones on top."""
    a, half, coping = length / 2.0, thickness / 2.0, 0.3 * height
    courses = max(2, round((height - coping) / 0.22))
    parts = [box((JOINT - a, JOINT - 0.7 * half, 0.0), (a - JOINT, 0.7 * half - JOINT, height - 0.5 * coping))]
    for number, (low, high) in enumerate(itertools.pairwise(spread(0.0, height - coping, most=(height - coping) / courses))):
        out = half * (1.0 - 0.25 * number / courses)
        for stone, (left, right) in enumerate(_stones((-a, a), 0.55, number)):
            uneven = 0.05 * math.sin(3.7 * stone + 2.1 * number) - 0.05 if number or stone > 0 else 0.0
            parts.append(box((left, -out, low), (right, out * (1.0 + uneven), high)))
    for stone, (left, right) in enumerate(itertools.pairwise(spread(-a, a, most=0.28))):
        low, high = height - coping - 0.02, height * (1.0 - 0.05 * (1.0 + math.sin(2.3 * stone)) * (stone % 4 > 0))
        parts.append(box((left + 0.02, -0.66 * half, low), (right - 0.02, 0.66 * half, high), bevel=0.03))
    return union(parts)


def _at_course(height: float, number: int) -> float:
    """The height at which the course of that number begins in a wall of that height."""
    return height * number / round(height / COURSE)


def _course(height: float, z: float) -> int:
    """The number of the course that begins nearest to a height."""
    return round(z * round(height / COURSE) / height)


def _masonry(wall: _Wall) -> "Solid":
    """The stones of a wall, and what fills the joints between them."""
    half = wall.thickness / 2.0
    parts: list[Solid] = []
    below = [(0.0, wall.length)]
    for number in range(round(wall.height / COURSE)):
        low, high = (_at_course(wall.height, number + upper) for upper in (0, 1))
        spans = [span for span in _laid(wall, number) if wall.top((span[0] + span[1]) / 2.0) >= high - 1e-9]
        over = [one.span for one in wall.openings if one.high == number]
        standing = [span for span in spans if _borne(span, [*_runs(below), *over])]
        below = standing
        for left, right in standing:
            parts.append(box((left, -half, low + (JOINT if number else 0.0)), (right, half, high)))
        for left, right in _runs(standing):
            core = (left + JOINT, JOINT - half, max(0.0, low - 1.2 * JOINT))
            parts.append(box(core, (right - JOINT, half - JOINT, high - JOINT)))
    return union(parts)


def _laid(wall: _Wall, course: int) -> list[_Span]:
    """The stones of a course from one end of a wall to the other, its openings left out, long stones over and under them."""
    found: list[_Span] = []
    start = 0.0
    for opening in wall.openings:
        if opening.low <= course < opening.high:
            long = None
        elif course in {opening.high, opening.low - 1}:
            long = (opening.span[0] - LINTEL, opening.span[1] + LINTEL)
        else:
            continue
        low, high = long or opening.span
        found += _stones((start, low), STONE, course)
        found += [long] if long else []
        start = high
    return found + _stones((start, wall.length), STONE, course)


def _stones(span: _Span, most: float, course: int) -> list[_Span]:
    """Stones side by side, joints between them, those of every other course set off by half a stone."""
    low, high = span
    if high - low < 0.1:
        return []
    joints = spread(low, high, most=most)
    if course % 2 and len(joints) > 2:
        joints = [low, *((before + after) / 2.0 for before, after in itertools.pairwise(joints)), high]
    elif len(joints) > 2:
        wave = [0.1 * most * math.sin(2.7 * number + course) for number in range(len(joints))]
        joints = [low, *(x + shift for x, shift in zip(joints[1:-1], wave[1:-1], strict=True)), high]
    gaps = [0.0, *[JOINT / 2.0] * (len(joints) - 2), 0.0]
    return [
        (x + gap, y - other) for (x, y), (gap, other) in zip(itertools.pairwise(joints), itertools.pairwise(gaps), strict=True)
    ]


def _borne(span: _Span, below: list[_Span]) -> bool:
    """Whether most of a stone lies on something."""
    under = sum(max(0.0, min(span[1], high) - max(span[0], low)) for low, high in below)
    return under >= BORNE * (span[1] - span[0])


def _runs(spans: list[_Span]) -> list[_Span]:
    """Stones that lie side by side, as one."""
    found: list[_Span] = []
    for low, high in spans:
        if found and low - found[-1][1] <= 1.5 * JOINT:
            found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return found


def _planks(x: float, y: float, length: float, width: float, top: float) -> "Solid":
    """What is left of a floor over a corner at x, y, its planks broken off one by one, on joists."""
    parts: list[Solid] = []
    deep, wide = 0.62 * width, 0.5 * length
    planks = spread(y, y + deep, most=0.5)
    for number, (low, high) in enumerate(itertools.pairwise(planks)):
        end = x + wide * (1.0 - 0.45 * (number / len(planks)) ** 2) + 0.14 * math.sin(2.9 * number)
        parts.append(box((x - 0.1, low, top - PLANK), (end, high - 0.02, top)))
    for along in spread(x + 0.3, x + 0.8 * wide, most=1.1):
        end = y + deep * (1.0 if along < x + 0.5 * wide else 0.75)
        parts.append(box((along - 0.08, y - 0.1, top - PLANK - JOIST), (along + 0.08, end, top - PLANK + 0.01)))
    return union(parts)


def _rubble(length: float, width: float, thickness: float) -> list["Solid"]:
    """Stones that fell from the walls: inside, so low that one steps over them."""
    a, b = length / 2.0, width / 2.0
    reach, deep = a - thickness - 0.35, width - thickness - 0.6
    found: list[Solid] = []
    for number in range(11):
        x, y = reach * math.sin(2.4 * number + 0.6), b - 0.3 - deep * ((0.37 * number + 0.1) % 1.0)
        size = 0.24 + 0.06 * math.sin(1.7 * number)
        found.append(boulder((x, y, 0.0), (size, 0.8 * size), 0.9 * size, number=number))
    return found
