"""Pits and pools: ground that does harm, flat on the table, a tenth of an inch high at most. Lengths in inches.

The rules go by the place that they take, rim and all.
"""

import itertools
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import numpy as np

from assets.kit.kit_piece import ParameterRange, part
from assets.kit.steelwork import spread
from assets.solid_shapes import Outline, box, extruded, rectangle, rod

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

RIM = 0.1
"""The height of a pit's rim, which nothing else rises above."""
KERB = 0.16
LEDGES = 4
LIQUID = 0.045
CRUST = 0.08
BUBBLES = ((0.4, 0.66, 0.15), (0.62, 0.78, 0.08), (2.2, 0.62, 0.1), (2.5, 0.44, 0.18), (4.4, 0.6, 0.13), (5.5, 0.68, 0.09))
"""Where bubbles rise in a pool: direction from its middle, how far out as a share of the way, and their radius."""


@part(kind="pit")
def pit(
    *,
    length: Annotated[float, ParameterRange(1.0, 12.0, "along x, its rim with it")] = 2.0,
    width: Annotated[float, ParameterRange(1.0, 12.0, "across y, its rim with it")] = 2.0,
) -> list["Solid"]:
    """Open shaft with a bolted rim."""
    a, b = length / 2.0, width / 2.0
    parts = [_ring(a, b, KERB, RIM - 0.03), box((KERB - a, KERB - b, 0.0), (a - KERB, b - KERB, 0.01))]
    parts += _plates(a, b)
    # A shaft cannot go below the table. Ledges that lie lower and closer towards the middle look like one from above.
    inset, ledge = KERB, 0.2 * (min(a, b) - KERB)
    for number in range(LEDGES):
        parts.append(_ring(a - inset, b - inset, ledge, 0.065 - 0.018 * number))
        inset, ledge = inset + ledge, 0.72 * ledge
    return parts


@part(kind="area", ground="difficult")
def toxic_pool(
    *,
    length: Annotated[float, ParameterRange(1.0, 12.0, "along x, its rim with it")] = 4.0,
    width: Annotated[float, ParameterRange(1.0, 12.0, "across y, its rim with it")] = 3.0,
) -> list["Solid"]:
    """Pool of waste with a crusted rim."""
    a, b = length / 2.0, width / 2.0
    crust = min(0.2, 0.09 * min(a, b))
    outer = _shore(a - 0.35 * crust, b - 0.35 * crust)
    parts = [extruded(_shore(a, b), 0.0, LIQUID)]
    parts.append(extruded(outer, 0.0, CRUST, holes=[_shore(a - crust, b - crust)]))
    for turn, out, radius in BUBBLES:
        x, y, r = out * (a - crust) * math.cos(turn), out * (b - crust) * math.sin(turn), radius * min(1.0, a, b)
        for rise, wide in ((0.015, r), (0.028, 0.55 * r)):
            parts.append(rod((x, y, 0.0), (x, y, LIQUID + rise), wide, end_radius=0.75 * wide, sides=14))
    return parts


def _ring(a: float, b: float, width: float, top: float) -> "Solid":
    """A flat frame ``width`` wide inside the rectangle from -a, -b to a, b."""
    hole = rectangle((width - a, width - b), (a - width, b - width))
    return extruded(rectangle((-a, -b), (a, b)), 0.0, top, holes=[hole])


def _plates(a: float, b: float) -> Iterable["Solid"]:
    """Plates with slanting joints on the rim of a rectangle from -a, -b to a, b, and a bolt at each corner."""
    for half, across, along_x in ((a, b, True), (b, a, False)):
        for before, after in itertools.pairwise(spread(KERB - half, half - KERB, most=0.34)):
            low, high, lean = before + 0.03, after - 0.03, 0.05
            for side in (-1.0, 1.0):
                near, far = side * (across - 0.02), side * (across - KERB + 0.02)
                plate = [(low + lean, near), (high + lean, near), (high - lean, far), (low - lean, far)]
                yield extruded(plate if along_x else [(v, u) for u, v in plate], 0.0, RIM - 0.01)
    for x, y in itertools.product((KERB / 2.0 - a, a - KERB / 2.0), (KERB / 2.0 - b, b - KERB / 2.0)):
        yield rod((x, y, 0.0), (x, y, RIM), 0.06, sides=6)


def _shore(a: float, b: float) -> Outline:
    """An outline with bays that touches all four sides of the rectangle from -a, -b to a, b."""
    turn = np.arange(48) * 2.0 * np.pi / 48
    out = 1.0 + 0.09 * np.sin(2.0 * turn + 0.7) + 0.07 * np.sin(3.0 * turn) + 0.03 * np.sin(7.0 * turn + 2.0)
    line = out[:, None] * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    low, high = line.min(axis=0), line.max(axis=0)
    fitted = (2.0 * (line - low) / (high - low) - 1.0) * [a, b]
    return [(float(x), float(y)) for x, y in fitted]
