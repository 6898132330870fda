"""Steelwork that gantries are built of: slotted rails, gratings, legs and braces. Lengths in inches."""

import itertools
import math
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from assets.solid_shapes import Outline, axes_along, beam, box, extruded, placed, rectangle, union

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

RAIL_THICKNESS = 0.12
POST = 0.14
TOE_BOARD = 0.14
LEG = 0.26
FOOT = 0.46
MAX_BAY = 1.6


def spread(low: float, high: float, *, most: float) -> list[float]:
    """Places from ``low`` to ``high`` inclusive, evenly apart, at most ``most`` from one to the next."""
    count = max(1, math.ceil((high - low) / most - 1e-9))
    return [low + (high - low) * step / count for step in range(count + 1)]


def slots(low: float, high: float, *, slot: float, bar: float) -> list[tuple[float, float]]:
    """As many openings of width ``slot`` as fit between ``low`` and ``high`` with ``bar`` between and beside them.

    They are centred; what is left over widens the two outermost bars.
    """
    count = max(0, math.floor((high - low - bar) / (slot + bar) + 1e-9))
    first = (low + high - count * slot - (count - 1) * bar) / 2.0
    return [(first + step * (slot + bar), first + step * (slot + bar) + slot) for step in range(count)]


@cache
def rail(length: float, height: float, *, slot: float, bar: float) -> tuple["Solid", ...]:
    """A guard rail along x from 0 to ``length``, standing on z = 0, `RAIL_THICKNESS` thick about y = 0.

    Posts carry a toe board, a panel with upright slots from 0.2 to 0.68 of the height, and a hand rail above a gap.
    """
    half = RAIL_THICKNESS / 2.0
    hand = rectangle((-half, height - 0.12), (half, height), bevel=0.03)
    parts = [
        box((0.0, -0.045, 0.0), (length, 0.045, TOE_BOARD * height + 0.02)),
        extruded(hand, 0.0, length, axis="x"),
    ]
    for post in _posts(length):
        low, high = post - POST / 2.0, post + POST / 2.0
        parts.append(box((low, -half, 0.0), (high, half, height - 0.06)))
    return (*parts, _panel(length, height, slot, bar))


def _panel(length: float, height: float, slot: float, bar: float) -> "Solid":
    posts = _posts(length)
    holes: list[Outline] = []
    for before, after in itertools.pairwise(posts):
        openings = slots(before + POST / 2.0, after - POST / 2.0, slot=slot, bar=bar)
        holes += [rectangle((a, 0.2 * height), (b, 0.68 * height), bevel=0.25 * slot) for a, b in openings]
    outline = rectangle((0.0, 0.1 * height), (length, 0.74 * height))
    return extruded(outline, -0.03, 0.03, axis="y", holes=holes)


def _posts(length: float) -> list[float]:
    return spread(POST / 2.0, length - POST / 2.0, most=MAX_BAY)


def laid(parts: Iterable["Solid"], start: tuple[float, float, float], ahead: tuple[float, float]) -> list["Solid"]:
    """Parts built along x from the origin, laid from ``start`` in the level direction ``ahead``."""
    axes = axes_along((*ahead, 0.0), (0.0, 0.0, 1.0))
    return [placed(part, axes, start) for part in parts]


def grating(low: tuple[float, float], high: tuple[float, float], *, slot: float, bar: float) -> list[Outline]:
    """The holes of a slotted floor between two corners: slots across x, in rows of at most 1.3 along y."""
    rows = spread(low[1], high[1], most=1.3)
    across = slots(low[0], high[0], slot=slot, bar=bar)
    gap = bar / 2.0
    bands = [(a + gap, b - gap) for a, b in itertools.pairwise(rows)]
    return [rectangle((a, c), (b, d)) for a, b in across for c, d in bands]


def channel(start: float, end: float, *, outer: float, top: float, depth: float) -> "Solid":
    """A C-shaped beam along x with its back at y = ``outer`` and its flanges towards y = 0."""
    web, flange, inner = 0.06, 0.05, 0.22
    side = -1.0 if outer > 0 else 1.0
    points = [
        (0.0, 0.0),
        (inner, 0.0),
        (inner, flange),
        (web, flange),
        (web, depth - flange),
        (inner, depth - flange),
        (inner, depth),
        (0.0, depth),
    ]
    outline = [(outer + side * across, top - depth + up) for across, up in points]
    return extruded(outline if side > 0 else outline[::-1], start, end, axis="x")


@cache
def leg(top: float) -> "Solid":
    """An upright of H section on the z axis from the ground to ``top``, its bolted foot plate `FOOT` wide."""
    a, b, t = LEG / 2.0, LEG / 2.0 - 0.06, 0.03
    right = [(a, -a), (a, -b), (t, -b), (t, b), (a, b), (a, a)]
    section = right + [(-x, -y) for x, y in right]
    f = FOOT / 2.0
    parts = [
        extruded(section, 0.0, top),
        box((-f, -f, 0.0), (f, f, 0.07), bevel=0.025),
        box((-f * 0.8, -f * 0.8, top - 0.08), (f * 0.8, f * 0.8, top), bevel=0.02),
    ]
    bolts = [(x * 0.78 * f, y * 0.78 * f) for x in (-1, 1) for y in (-1, 1)]
    parts += [box((x - 0.035, y - 0.035, 0.05), (x + 0.035, y + 0.035, 0.11)) for x, y in bolts]
    return union(parts)


def cross_brace(a: tuple[float, float], b: tuple[float, float], low: float, high: float) -> list["Solid"]:
    """Flat bars crossing between two legs at (x, y) ``a`` and ``b``, in bays about as high as wide, with a tie each."""
    span = math.dist(a, b)
    levels = spread(low, high, most=max(1.2, 1.35 * span))
    parts: list[Solid] = []
    for bottom, top in itertools.pairwise(levels):
        parts.append(beam((*a, bottom), (*b, top), width=0.06, depth=0.11))
        parts.append(beam((*b, bottom), (*a, top), width=0.06, depth=0.11))
        middle = ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0, (bottom + top) / 2.0)
        parts.append(box([m - 0.11 for m in middle], [m + 0.11 for m in middle], bevel=0.07))
        parts.append(beam((*a, bottom), (*b, bottom), width=0.08, depth=0.1))
    return parts


def knee_braces(x: float, y: float, top: float, towards: tuple[float, float], *, reach: float) -> "Solid":
    """A slanting bar from a leg at (x, y) up to the deck in the level direction ``towards``."""
    end = (x + towards[0] * reach, y + towards[1] * reach, top)
    return beam((x, y, top - reach), end, width=0.09, depth=0.1)
