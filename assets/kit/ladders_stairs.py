"""Ladders and stairs: the ways up. Lengths in inches."""

import itertools
import math
from typing import TYPE_CHECKING, Annotated

from assets.kit.kit_piece import ParameterRange, part
from assets.kit.steelwork import leg, slots, spread
from assets.solid_shapes import box, extruded, rectangle, rod, union

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

MAX_STEP = 0.375
"""Highest step of the stairs: under the half inch that a fighter may step up freely."""


@part(kind="ladder")
def ladder(
    *,
    height: Annotated[float, ParameterRange(0.5, 12.0, "to the top of its stiles")] = 3.0,
    width: Annotated[float, ParameterRange(0.5, 1.5, "over all, across x")] = 0.8,
    depth: Annotated[float, ParameterRange(0.12, 0.6, "across y, with its brackets at +y")] = 0.24,
) -> "Solid":
    """Ladder with round rungs and brackets to the wall behind it."""
    a, front = width / 2.0, -depth / 2.0
    stile = 0.1
    parts: list[Solid] = []
    for x in (-a + stile / 2.0, a - stile / 2.0):
        low, high = x - stile / 2.0, x + stile / 2.0
        parts.append(box((low, front, 0.0), (high, front + 0.1, height), bevel=0.02))
        for z in spread(min(0.5, 0.3 * height), height - min(0.3, 0.2 * height), most=2.5):
            parts.append(box((low + 0.02, front + 0.05, z - 0.04), (high - 0.02, depth / 2.0, z + 0.04)))
            parts.append(box((low, depth / 2.0 - 0.03, z - 0.1), (high, depth / 2.0, z + 0.1), bevel=0.01))
    for z in spread(0.18, height - 0.14, most=0.3):
        parts.append(rod((-a + 0.03, front + 0.05, z), (a - 0.03, front + 0.05, z), 0.035, sides=8))
    return union(parts)


@part(kind="stairs")
def stairs(
    *,
    height: Annotated[float, ParameterRange(0.25, 12.0, "top of the uppermost tread, at +x")] = 3.0,
    width: Annotated[float, ParameterRange(0.9, 4.0, "over all, across y")] = 1.5,
    run: Annotated[float, ParameterRange(0.5, 12.0, "along x")] = 3.0,
    rail_height: Annotated[float, ParameterRange(0.0, 1.5, "hand rail above the treads; 0 has none")] = 0.9,
) -> "Solid":
    """Open steel stairs with slotted treads between two stringers, rising towards +x."""
    count = math.ceil(height / MAX_STEP - 1e-9)
    rise, going, half = height / count, run / count, width / 2.0
    # The legs are made before all else: their age is in the order of the triangles, and that in what journals keep of tables.
    legs = [leg(height - 0.3).translate((run - 0.23, y, 0.0)) for y in (-half + 0.23, half - 0.23)] if height > 1.2 else []
    parts: list[Solid] = []
    for step in range(1, count + 1):
        parts.append(_tread((step - 1) * going, step * going, half - 0.05, step * rise))
    for low, high in ((-half, -half + 0.1), (half - 0.1, half)):
        parts.append(extruded(_stringer(height, run, rise, going), low, high, axis="y"))
        if rail_height >= 0.2:
            parts += _hand_rail(height, run, rise, going, rail_height, low, high)
    return union(parts + legs)


def _tread(low: float, high: float, reach: float, top: float) -> "Solid":
    depth = high - low
    openings = slots(low + 0.04, high - 0.02, slot=min(0.09, 0.3 * depth), bar=min(0.06, 0.2 * depth))
    edges = spread(-reach + 0.12, reach - 0.12, most=0.9)
    holes = [rectangle((a, c + 0.03), (b, d - 0.03)) for a, b in openings for c, d in itertools.pairwise(edges)]
    return extruded(rectangle((low, -reach), (high, reach)), top - 0.08, top, holes=holes)


def _stringer(height: float, run: float, rise: float, going: float) -> list[tuple[float, float]]:
    foot = min(0.45, 0.5 * run)
    slope = (height - rise) / (run - going) if run > going else 1.0
    toe = max(0.12, height - slope * (run - foot))
    return [(0.0, 0.0), (foot, 0.0), (run, height - toe), (run, height), (run - going, height), (0.0, rise)]


def _hand_rail(height: float, run: float, rise: float, going: float, up: float, low: float, high: float) -> list["Solid"]:
    parts: list[Solid] = []
    for level, deep in ((up, 0.1), (0.55 * up, 0.06)):
        top = [(0.0, rise + level), (run - going, height + level), (run, height + level)]
        under = [(x, z - deep) for x, z in reversed(top)]
        parts.append(extruded((top + under)[::-1], low, high, axis="y"))
    for x in spread(0.06, run - 0.06, most=1.2):
        floor = min(height, rise + (height - rise) * x / max(run - going, 0.1))
        parts.append(box((x - 0.06, low, floor - 0.2), (x + 0.06, high, floor + up - 0.05)))
    return parts
