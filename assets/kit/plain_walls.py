"""Plain walls, walls with openings, and the door leaf that shuts a doorway. Lengths in inches."""

import itertools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from assets.kit.kit_piece import ParameterRange, misfit, part
from assets.kit.steelwork import spread
from assets.solid_shapes import box, rod, union, without

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

PLINTH = 0.4
CAP = 0.2
PILASTER = 0.3
GROOVE = 0.06
"""How far a door leaf reaches into the wall at each side and at its head, so that no light passes round it."""

_Span = tuple[float, float]


@part(kind="wall")
def wall(
    *,
    length: Annotated[float, ParameterRange(1.0, 16.0, "along x")] = 6.0,
    height: Annotated[float, ParameterRange(1.0, 8.0, "to the top of its cap")] = 3.0,
    thickness: Annotated[float, ParameterRange(0.15, 0.8, "across y, at its plinth and pilasters")] = 0.3,
) -> list["Solid"]:
    """Plated wall with plinth, pilasters and cap."""
    return _plates(length, height, thickness, keep_clear=[])


@part(kind="wall")
def wall_with_openings(
    *,
    length: Annotated[float, ParameterRange(3.0, 16.0, "along x")] = 6.0,
    height: Annotated[float, ParameterRange(2.2, 8.0, "to the top of its cap")] = 3.0,
    thickness: Annotated[float, ParameterRange(0.2, 0.8, "across y, at its plinth and pilasters")] = 0.3,
    door_width: Annotated[float, ParameterRange(0.9, 3.0, "the doorway along x")] = 1.3,
    door_height: Annotated[float, ParameterRange(1.5, 4.0, "the doorway from the ground")] = 2.0,
    door_at: Annotated[float, ParameterRange(-7.0, 7.0, "the doorway's middle along x")] = -1.4,
    window_width: Annotated[float, ParameterRange(0.3, 3.0, "the window along x")] = 1.4,
    window_height: Annotated[float, ParameterRange(0.2, 3.0, "the window upwards")] = 0.7,
    window_sill: Annotated[float, ParameterRange(0.3, 4.0, "the window's lower edge")] = 1.1,
    window_at: Annotated[float, ParameterRange(-7.0, 7.0, "the window's middle along x")] = 1.5,
) -> "Solid":
    """Plated wall with a doorway and a window opening."""
    door = (door_at - door_width / 2.0, door_at + door_width / 2.0)
    window = (window_at - window_width / 2.0, window_at + window_width / 2.0)
    _check_openings(length, height, door, door_height, window, window_sill + window_height)
    half = thickness / 2.0
    parts = _plates(length, height, thickness, keep_clear=[door, window])
    parts.append(_frame(door, 0.0, door_height, half))
    parts.append(_frame(window, window_sill, window_sill + window_height, half))
    openings = [
        box((door[0], -1.0, -1.0), (door[1], 1.0, door_height)),
        box((window[0], -1.0, window_sill), (window[1], 1.0, window_sill + window_height)),
    ]
    return without(union(parts), openings)


@part(kind="door")
def door(
    *,
    width: Annotated[float, ParameterRange(0.9, 3.0, "the doorway that it shuts")] = 1.3,
    height: Annotated[float, ParameterRange(1.5, 4.0, "the doorway that it shuts")] = 2.0,
    thickness: Annotated[float, ParameterRange(0.06, 0.4, "across y; less than the wall's")] = 0.16,
) -> "Solid":
    """Sliding door leaf with ribs; overlaps its doorway a little at both sides and at the head."""
    a, top, half = width / 2.0 + GROOVE, height + GROOVE, thickness / 2.0
    core = 0.55 * half
    parts = [box((-a, -core, 0.0), (a, core, top))]
    for z in spread(0.14, height - 0.14, most=0.62):
        parts.append(box((-a + 0.1, -half, z - 0.06), (a - 0.1, half, z + 0.06), bevel=0.3 * half))
    for x in (-a + 0.17, a - 0.17):
        parts.append(box((x - 0.07, -half, 0.04), (x + 0.07, half, height - 0.04), bevel=0.3 * half))
    for side in (-1.0, 1.0):
        parts.append(rod((0.0, 0.0, 0.5 * height), (0.0, side * half, 0.5 * height), 0.17, sides=12))
    return union(parts)


def _plates(length: float, height: float, thickness: float, *, keep_clear: list[_Span]) -> list["Solid"]:
    a, half = length / 2.0, thickness / 2.0
    core = 0.45 * half
    edge = 0.3 * half
    parts = [
        box((-a, -core, 0.0), (a, core, height - 0.02)),
        box((-a, -half, 0.0), (a, half, PLINTH), bevel=edge),
        box((-a, -half, height - CAP), (a, half, height), bevel=edge),
    ]
    inset = PILASTER / 2.0
    for x in spread(-a + inset, a - inset, most=2.0):
        if not _meets((x - inset - 0.12, x + inset + 0.12), keep_clear):
            parts.append(box((x - inset, -0.88 * half, 0.0), (x + inset, 0.88 * half, height - 0.02), bevel=edge))
            parts += _bolts(x, half, height)
    parts += _louvres(a, core, half, height, keep_clear)
    return parts


def _bolts(x: float, half: float, height: float) -> Iterable["Solid"]:
    """Bolts through a pilaster, their heads on both faces flush with the plinth and the cap."""
    for z in spread(PLINTH + 0.15, height - CAP - 0.15, most=0.7):
        yield rod((x, -half, z), (x, half, z), 0.06, sides=6)


def _louvres(a: float, core: float, half: float, height: float, keep_clear: list[_Span]) -> list["Solid"]:
    """Level ribs on both faces, low between the pilasters."""
    parts: list[Solid] = []
    places = spread(-a + PILASTER / 2.0, a - PILASTER / 2.0, most=2.0)
    for before, after in itertools.pairwise(places):
        low, high = before + 0.3, after - 0.3
        if high - low < 0.3 or _meets((low - 0.2, high + 0.2), keep_clear):
            continue
        middle, reach = (PLINTH + height - CAP) / 2.0, min(0.5, 0.2 * height)
        for z in spread(middle - reach, middle + reach, most=0.26):
            parts.append(box((low, -core - 0.4 * half, z - 0.05), (high, core + 0.4 * half, z + 0.05), bevel=0.03))
    return parts


def _meets(span: _Span, others: list[_Span]) -> bool:
    return any(span[0] < high and low < span[1] for low, high in others)


def _frame(span: _Span, low: float, high: float, half: float) -> "Solid":
    return box((span[0] - 0.12, -half, max(0.0, low - 0.12)), (span[1] + 0.12, half, high + 0.12), bevel=0.2 * half)


def _check_openings(length: float, height: float, door: _Span, door_top: float, window: _Span, window_top: float) -> None:
    name, limit = "wall_with_openings", length / 2.0 - 0.12
    for what, span, top in (("door", door, door_top), ("window", window, window_top)):
        if span[0] < -limit - 1e-9 or span[1] > limit + 1e-9:
            line = f"the {what} reaches from x {span[0]:g} to {span[1]:g}; move {what}_at so that it stays within "
            raise misfit(name, f"{line}{-limit:g} to {limit:g}")
        if top > height - CAP + 1e-9:
            raise misfit(name, f"the {what} reaches up to {top:g}; give it at most {height - CAP:g} or a higher wall")
    if _meets((door[0] - 0.1, door[1] + 0.1), [window]):
        raise misfit(name, "the door and the window overlap; move door_at or window_at")
