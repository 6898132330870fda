"""The lift platform: a deck that hangs between two masts, anywhere on its way. Lengths in inches."""

import itertools
from typing import TYPE_CHECKING, Annotated

from assets.kit.gantry import DECK
from assets.kit.kit_piece import ParameterRange, misfit, part
from assets.kit.steelwork import RAIL_THICKNESS, grating, laid, rail, spread
from assets.solid_shapes import beam, box, extruded, rectangle, rod

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

MAST = 0.42
"""How far a mast reaches beyond the deck."""

HEADROOM = 2.4
"""Free height over the deck at the uppermost stop, below the crosshead."""

FLOOR = 0.12
"""How thick the deck is without its beams; as low as it can be set."""


@part(kind="structure")
def lift(
    *,
    length: Annotated[float, ParameterRange(1.5, 6.0, "of the deck along x, to its open ends")] = 2.4,
    width: Annotated[float, ParameterRange(1.5, 6.0, "of the deck across y; the masts stand 0.42 beyond on both sides")] = 2.4,
    height: Annotated[float, ParameterRange(1.0, 12.0, "of the uppermost stop; the masts are 3.1 higher")] = 6.0,
    raised: Annotated[float, ParameterRange(0.15, 12.0, "top of the deck, where it stands now")] = 3.0,
    rails: Annotated[float, ParameterRange(0, 1, "rails beside the masts: 0 none, 1 both", whole=True)] = 1,
    rail_height: Annotated[float, ParameterRange(0.6, 0.9, "hand rail above the deck")] = 0.8,
) -> list["Solid"]:
    """Lift platform between two lattice masts with a winch on top, open at both ends."""
    if raised > height + 1e-9:
        raise misfit("lift", f"raised is {raised:g}; give at most its height, {height:g}")
    reach = min(0.6, 0.35 * length)
    parts = _platform(length, width, raised)
    for side in (-1.0, 1.0):
        parts += _mast(reach, side * width / 2.0, side * (width / 2.0 + MAST), height + HEADROOM)
        parts += _shoes(reach, side * width / 2.0, side, raised)
        if rails:
            inset = side * (width - RAIL_THICKNESS) / 2.0
            parts += laid(rail(length, rail_height, slot=0.16, bar=0.11), (-length / 2.0, inset, raised), (1.0, 0.0))
    return parts + _crosshead(reach, width / 2.0 + MAST, height + HEADROOM) + _ropes(width, raised, height + HEADROOM)


def _platform(length: float, width: float, raised: float) -> list["Solid"]:
    a, b = length / 2.0, width / 2.0
    holes = grating((-a + 0.2, -b + 0.2), (a - 0.2, b - 0.2), slot=0.1, bar=0.14)
    parts = [extruded(rectangle((-a, -b), (a, b)), raised - FLOOR, raised, holes=holes)]
    low = max(0.0, raised - DECK)
    for y in (-b, b - 0.16):
        parts.append(box((-a + 0.03, y, low), (a - 0.03, y + 0.16, raised - 0.03)))
    for x in spread(-a, a - 0.14, most=1.3):
        parts.append(box((x, -b + 0.03, min(low + 0.03, raised - FLOOR)), (x + 0.14, b - 0.03, raised - 0.03)))
    return parts


def _mast(reach: float, inner: float, outer: float, top: float) -> list["Solid"]:
    """Two rails joined by a zigzag, on a sole plate."""
    low, high = min(inner, outer), max(inner, outer)
    middle = (low + high) / 2.0
    parts = [box((-reach - 0.2, low, 0.0), (reach + 0.2, high, 0.1), bevel=0.03)]
    for x in (-reach, reach):
        parts.append(box((x - 0.08, middle - 0.12, 0.0), (x + 0.08, middle + 0.12, top)))
    levels = spread(0.25, top - 0.15, most=max(0.9, 1.6 * reach))
    for number, (bottom, above) in enumerate(itertools.pairwise(levels)):
        side = reach if number % 2 else -reach
        parts.append(beam((side, middle, bottom), (-side, middle, above), width=0.08, depth=0.1))
        parts.append(box((-reach, middle - 0.05, bottom - 0.05), (reach, middle + 0.05, bottom + 0.05)))
    return parts


def _shoes(reach: float, edge: float, side: float, raised: float) -> list["Solid"]:
    """Slides on the deck's side that grip the mast's rails, above and below a bumper beam."""
    low = max(0.0, raised - DECK)
    parts: list[Solid] = []
    for x in (-reach, reach):
        near, far = sorted((edge - 0.1 * side, edge + 0.36 * side))
        parts.append(box((x - 0.14, near, low), (x + 0.14, far, raised - 0.04), bevel=0.02))
        parts.append(
            box((x - 0.13, min(edge, edge + 0.3 * side), raised - 0.1), (x + 0.13, max(edge, edge + 0.3 * side), raised + 0.5))
        )
    return parts


def _crosshead(reach: float, out: float, top: float) -> list["Solid"]:
    """Beams across both masts with the winch's drum, its motor and sheaves between them."""
    parts: list[Solid] = []
    for x in (-reach, reach):
        parts.append(box((x - 0.12, -out, top - 0.05), (x + 0.12, out, top + 0.25), bevel=0.03))
    for y in (-out + 0.12, out - 0.12):
        parts.append(box((-reach, y - 0.1, top), (reach, y + 0.1, top + 0.2)))
    centre = top + 0.42
    parts.append(rod((0.0, -0.45, centre), (0.0, 0.45, centre), 0.2, sides=12))
    for y in (-0.5, 0.5):
        parts.append(rod((0.0, y - 0.05, centre), (0.0, y + 0.05, centre), 0.28, sides=12))
        parts.append(box((-reach, y - 0.09, top + 0.05), (reach, y + 0.09, top + 0.25)))
        parts.append(box((-0.12, y - 0.09, top + 0.2), (0.12, y + 0.09, centre)))
    parts.append(box((-0.22, 0.55, top + 0.2), (0.22, min(1.0, out - 0.1), top + 0.62), bevel=0.06))
    return parts


def _ropes(width: float, raised: float, top: float) -> list["Solid"]:
    """Ropes from the drum over sheaves down to both sides of the deck."""
    parts: list[Solid] = []
    for side in (-1.0, 1.0):
        y = side * (width / 2.0 + 0.06)
        parts.append(rod((0.0, side * 0.3, top + 0.42), (0.0, y, top + 0.3), 0.03, sides=6))
        parts.append(rod((0.0, y, raised - 0.1), (0.0, y, top + 0.3), 0.03, sides=6))
        parts.append(box((-0.1, min(y, y - 0.12 * side), raised - 0.12), (0.1, max(y, y - 0.12 * side), raised - 0.02)))
        parts.append(rod((-0.06, y, top + 0.3), (0.06, y, top + 0.3), 0.12, sides=10))
    return parts
