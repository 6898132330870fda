"""Hills and copses: open country to walk over and through. Lengths in inches."""

import math
from typing import TYPE_CHECKING, Annotated

import numpy as np

from assets.kit.kit_piece import ParameterRange, misfit, part
from assets.solid_shapes import Outline, boulder, extruded, rod, tapered, union
from scene.geometry.mesh import FloatArray

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

MOST_RISE = 0.45
"""The highest bank of a hill: what is no higher than half an inch is stepped up while walking."""
LEAN = 0.45
"""How far a bank leans back, as a share of its height; too steep to stand on, so that figures stand level on the treads."""
LEAST_TOP = 1.6
"""The narrowest top of a hill: the base of a rider has room on it."""
GROUND = 0.04
"""The height of the ground of a copse, which counts as the table's own."""
GOLDEN = math.pi * (3.0 - math.sqrt(5.0))
"""The turn from each tree to the next one: none hides behind those before it."""


@part(kind="structure")
def hill(
    *,
    length: Annotated[float, ParameterRange(4.0, 24.0, "along x, at its foot")] = 12.0,
    width: Annotated[float, ParameterRange(4.0, 24.0, "across y, at its foot")] = 10.0,
    height: Annotated[float, ParameterRange(0.4, 4.0, "of its level top")] = 1.8,
    tread: Annotated[float, ParameterRange(0.6, 3.0, "level ground between its banks, which are as low as a step")] = 0.9,
) -> list["Solid"]:
    """Broad hill with a level top, walked up on all sides over low banks; the same seen from both ends."""
    count = math.ceil(height / MOST_RISE - 1e-9)
    rise = height / count
    lean = LEAN * rise
    inset = (count - 1) * (tread + lean) + lean
    if min(length, width) / 2.0 - inset < LEAST_TOP / 2.0 - 1e-9:
        line = f"its top would be narrower than {LEAST_TOP:g}; give it at least {2.0 * inset + LEAST_TOP:.1f} along x and y, "
        raise misfit("hill", f"{line}or less height or tread")
    layers: list[Solid] = []
    stones: list[Solid] = []
    for number in range(count):
        a, b = (side / 2.0 - number * (tread + lean) for side in (length, width))
        contour, low = _contour(a, b, number), number * rise
        # Each layer begins inside the one below it, or the two would only touch.
        layers.append(tapered(contour, low - min(0.1, low), low + rise, top=((a - lean) / a, (b - lean) / b)))
        stones += _stones(contour, low, rise, number)
    return [union(layers), *stones]


def _contour(a: float, b: float, number: int) -> Outline:
    """A rounded line with bays that touches all four sides of the rectangle from -a, -b to a, b; alike if turned by half."""
    turn = np.arange(64) * 2.0 * np.pi / 64
    # Fuller than an ellipse, so that the hill fills its place on the table.
    full = (np.abs(np.cos(turn)) ** 2.6 + np.abs(np.sin(turn)) ** 2.6) ** (-1.0 / 2.6)
    bays = 1.0 + 0.07 * np.sin(2.0 * turn + 0.9 + 0.15 * number) + 0.045 * np.sin(4.0 * turn + 2.0 + 0.3 * number)
    line = (full * bays)[:, None] * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    fitted = line / np.abs(line).max(axis=0) * [a, b]
    return [(float(x), float(y)) for x, y in fitted]


def _stones(line: Outline, low: float, rise: float, number: int) -> list["Solid"]:
    """Stones set in a bank, no higher than it is and within its foot's box, in pairs opposite one another."""
    most = np.abs(line).max(axis=0)
    found: list[Solid] = []
    for stone in range(4):
        place = (7 + 11 * number + 9 * stone) % (len(line) // 2)
        wide = rise * (0.6 + 0.15 * math.sin(3.0 * stone + number))
        foot = np.asarray(line[place]) * (1.0 - 0.3 * wide / math.hypot(*line[place]))
        foot = np.clip(foot, wide - most, most - wide)
        for x, y in (foot, -foot):
            found.append(boulder((x, y, low), (wide, wide), 0.98 * rise, number=stone + number))
    return found


@part(kind="area", ground="difficult")
def copse(
    *,
    length: Annotated[float, ParameterRange(2.0, 16.0, "along x")] = 6.0,
    width: Annotated[float, ParameterRange(2.0, 16.0, "across y")] = 5.0,
    trees: Annotated[float, ParameterRange(1, 24, "how many stand in it", whole=True)] = 7,
    height: Annotated[float, ParameterRange(1.5, 8.0, "of the tallest tree")] = 4.0,
) -> list["Solid"]:
    """Copse of firs: its ground is what counts to those who move, its trees hide what is behind them."""
    a, b = length / 2.0, width / 2.0
    parts = [extruded(_contour(a, b, 0), 0.0, GROUND)]
    spread = min(0.24 * height, 0.45 * min(a, b))
    for number in range(int(trees)):
        out = math.sqrt((number + 0.35) / trees)
        tall = height * (1.0 if number == 0 else 0.7 + 0.12 * math.sin(2.4 * number) + 0.1 * math.sin(5.1 * number))
        reach = spread * tall / height
        x = out * (a - 1.1 * reach) * math.cos(number * GOLDEN)
        y = out * (b - 1.1 * reach) * math.sin(number * GOLDEN)
        parts += _fir(np.array([x, y, 0.0]), tall, reach)
    return parts


def _fir(foot: FloatArray, height: float, reach: float) -> list["Solid"]:
    """A fir: skirts of twigs so steep that nobody could stand on them, on a trunk."""
    up = np.array([0.0, 0.0, height])
    trunk = rod(foot, foot + 0.4 * up, 0.035 * height, end_radius=0.02, sides=6)
    skirts = [(0.16, 0.52, 1.0), (0.38, 0.74, 0.74), (0.6, 1.0, 0.5)]
    return [
        trunk,
        *(rod(foot + low * up, foot + top * up, reach * wide, end_radius=0.02, sides=9) for low, top, wide in skirts),
    ]
