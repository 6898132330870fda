"""Gantries: deck sections that join edge to edge at any height, and gratings for the ground. Lengths in inches."""

import itertools
from typing import TYPE_CHECKING, Annotated

from assets.kit.decks import FLOOR, rails_around
from assets.kit.kit_piece import ParameterRange, misfit, part
from assets.kit.steelwork import FOOT, channel, cross_brace, knee_braces, leg, slots, spread
from assets.kit.steelwork import grating as grating_holes
from assets.solid_shapes import Outline, box, extruded, rectangle

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

DECK = 0.3
"""How deep a gantry's deck is with its beams; a gantry of that height has no legs."""

HEAD = 2.4
"""Braces that leave the way under a deck free begin this high."""

_RAILS = "0 none, 1 whole, opening 2 in its middle, 3 at its low end, 4 at its high end"


@part(kind="structure")
def gantry(
    *,
    length: Annotated[float, ParameterRange(1.5, 16.0, "along x")] = 6.0,
    width: Annotated[float, ParameterRange(1.5, 12.0, "across y")] = 3.0,
    height: Annotated[float, ParameterRange(0.3, 12.0, "top of the deck; 0.3 has no legs")] = 3.0,
    floor: Annotated[float, ParameterRange(0, 1, "0 plated, 1 slotted", whole=True)] = 1,
    rail_front: Annotated[float, ParameterRange(0, 4, f"rail at +x: {_RAILS}", whole=True)] = 0,
    rail_back: Annotated[float, ParameterRange(0, 4, f"rail at -x: {_RAILS}", whole=True)] = 0,
    rail_left: Annotated[float, ParameterRange(0, 4, f"rail at +y: {_RAILS}", whole=True)] = 1,
    rail_right: Annotated[float, ParameterRange(0, 4, f"rail at -y: {_RAILS}", whole=True)] = 1,
    rail_height: Annotated[float, ParameterRange(0.6, 0.9, "hand rail above the deck")] = 0.8,
    gap: Annotated[float, ParameterRange(0.8, 6.0, "width of the openings in rails")] = 2.0,
    braces: Annotated[
        float, ParameterRange(0, 2, "crossing bars: 0 none, 1 above head height, 2 from the ground", whole=True)
    ] = 1,
) -> list["Solid"]:
    """Gantry section on legs; sections of one height set edge to edge make one floor."""
    if DECK < height < 2.0 * DECK:
        raise misfit("gantry", f"height is {height:g}; give {DECK:g} for a gantry without legs, or at least {2.0 * DECK:g}")
    parts = [_floor(length, width, height, slotted=bool(floor)), *_beams(length, width, height)]
    wanted = (rail_front, rail_back, rail_left, rail_right)
    parts += rails_around("gantry", (length, width, height), wanted, rail_height=rail_height, gap=gap)
    if height > DECK:
        parts += _trestles(length, width, height - DECK, braces=int(braces))
    return parts


def _floor(length: float, width: float, height: float, *, slotted: bool) -> "Solid":
    """The floor, whole to its edges, so that sections side by side leave no crack."""
    a, b = length / 2.0, width / 2.0
    holes = grating_holes((-a + 0.14, -b + 0.22), (a - 0.14, b - 0.22), slot=0.13, bar=0.11) if slotted else _drains(a, b)
    return extruded(rectangle((-a, -b), (a, b)), height - FLOOR, height, holes=holes)


def _drains(a: float, b: float) -> list[Outline]:
    """A pair of short drain slots in two opposite corners of every plate of a plated floor."""
    holes: list[Outline] = []
    for x, beyond in itertools.pairwise(spread(-a, a, most=2.4)):
        for y, above in itertools.pairwise(spread(-b, b, most=2.4)):
            corners = [(x + 0.18, y + 0.2), (x + 0.34, y + 0.2), (beyond - 0.26, above - 0.6), (beyond - 0.42, above - 0.6)]
            holes += [rectangle((u, v), (u + 0.08, v + 0.4)) for u, v in corners]
    return holes


def _beams(length: float, width: float, height: float) -> list["Solid"]:
    """Channels along both sides, plates across both ends, joists between and stiffeners on the outside."""
    a, b, low = length / 2.0, width / 2.0, height - DECK
    parts = [channel(-a, a, outer=side, top=height - 0.02, depth=DECK - 0.02) for side in (-b, b)]
    for x in (-a, a - 0.1):
        parts.append(box((x, -b + 0.03, low + 0.04), (x + 0.1, b - 0.03, height - 0.02)))
    for x in spread(-a + 0.1, a - 0.1, most=1.6)[1:-1]:
        parts.append(box((x - 0.05, -b + 0.05, low + 0.05), (x + 0.05, b - 0.05, height - 0.05)))
    for x in spread(-a + 0.25, a - 0.25, most=0.8):
        for y in (-b + 0.07, b - 0.07):
            parts.append(box((x - 0.03, y - 0.07, low + 0.02), (x + 0.03, y + 0.07, height - 0.04)))
    for y in spread(-b + 0.3, b - 0.3, most=0.8):
        for x in (-a + 0.06, a - 0.06):
            parts.append(box((x - 0.06, y - 0.09, low), (x + 0.06, y + 0.09, height - 0.05), bevel=0.03))
    return parts


def _trestles(length: float, width: float, top: float, *, braces: int) -> list["Solid"]:
    """Pairs of legs with knee braces; crossing bars between the legs of a pair where wanted and there is room."""
    xs, ys = (spread(-reach, reach, most=7.0) for reach in (length / 2.0 - FOOT / 2.0, width / 2.0 - FOOT / 2.0))
    parts = [leg(top).translate((x, y, 0.0)) for x in xs for y in ys]
    reach = min(0.6, 0.3 * top, 0.3 * (xs[1] - xs[0]), 0.3 * (ys[1] - ys[0]))
    for x in xs:
        for y, after in itertools.pairwise(ys):
            parts.append(knee_braces(x, y, top, (0.0, 1.0), reach=reach))
            parts.append(knee_braces(x, after, top, (0.0, -1.0), reach=reach))
            low = HEAD if braces == 1 else 0.4
            if braces and top - low > 0.9:
                parts += cross_brace((x, y), (x, after), low, top - 0.1)
    for y in (ys[0], ys[-1]):
        for x, after in itertools.pairwise(xs):
            parts.append(knee_braces(x, y, top, (1.0, 0.0), reach=reach))
            parts.append(knee_braces(after, y, top, (-1.0, 0.0), reach=reach))
    return parts


@part(kind="structure")
def grating(
    *,
    length: Annotated[float, ParameterRange(0.8, 12.0, "along x")] = 4.0,
    width: Annotated[float, ParameterRange(0.8, 12.0, "across y")] = 3.0,
    height: Annotated[float, ParameterRange(0.1, 1.0, "to its top; above 0.15 it stands on studs")] = 0.2,
) -> list["Solid"]:
    """Floor grating in a flat frame, on studs if it is high."""
    a, b, thick = length / 2.0, width / 2.0, 0.1
    bays = spread(-a + 0.14, a - 0.14, most=1.6)
    holes: list[Outline] = []
    for low, high in itertools.pairwise(bays):
        for y, beyond in slots(-b + 0.1, b - 0.1, slot=0.12, bar=0.1):
            holes.append(rectangle((low + 0.05, y), (high - 0.05, beyond)))
    parts = [extruded(rectangle((-a, -b), (a, b), bevel=0.08), height - thick, height, holes=holes)]
    if height <= 0.15:
        return parts
    parts += [box((x - 0.05, -b + 0.05, height - 0.14), (x + 0.05, b - 0.05, height - 0.04)) for x in bays]
    for x in bays:
        for y in spread(-b + 0.14, b - 0.14, most=2.0):
            parts.append(box((x - 0.1, y - 0.1, 0.0), (x + 0.1, y + 0.1, height - 0.05), bevel=0.02))
    return parts
