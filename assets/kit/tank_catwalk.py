"""The tank with a catwalk around it. Lengths in inches."""

import math
from typing import TYPE_CHECKING, Annotated

import numpy as np

from assets.kit.decks import FLOOR, stretches
from assets.kit.kit_piece import ParameterRange, misfit, part
from assets.kit.pipes_tanks import tank_parts
from assets.kit.steelwork import RAIL_THICKNESS, laid, rail, slots
from assets.solid_shapes import Outline, beam, extruded, polygon, rod

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

BEAM = 0.25
"""How deep the walkway is with its beams."""

_EIGHTH = math.pi / 4.0
_SIDE = 2.0 * math.tan(_EIGHTH / 2.0)
"""Side of a regular octagon over the distance from its middle to a side."""

_OPEN: dict[int, tuple[int, ...]] = {0: (), 1: (0,), 2: (0, 4), 3: (0, 2, 4), 4: (0, 2, 4, 6)}
"""Which of the eight sides, anticlockwise from +x, have an opening for each choice of ``openings``."""


@part(kind="structure")
def tank_catwalk(
    *,
    radius: Annotated[float, ParameterRange(0.8, 4.0, "of the tank, to the outside of its hoops")] = 1.6,
    height: Annotated[float, ParameterRange(2.0, 12.0, "to the top of the tank's hatch")] = 5.5,
    deck: Annotated[float, ParameterRange(0.6, 12.0, "top of the walkway around it")] = 3.0,
    walk: Annotated[float, ParameterRange(1.2, 3.0, "free width between the hoops and the rail")] = 1.3,
    openings: Annotated[
        float, ParameterRange(0, 4, "in the rail: 1 at +x, 2 also at -x, 3 also at +y, 4 also at -y", whole=True)
    ] = 1,
    gap: Annotated[float, ParameterRange(0.8, 4.0, "width of the openings in the rail")] = 1.4,
    rail_height: Annotated[float, ParameterRange(0.6, 0.9, "hand rail above the walkway")] = 0.8,
) -> list["Solid"]:
    """Tank with an eight-sided walkway around it; each side is a straight edge for ladders and gantries."""
    if deck > height:
        raise misfit("tank_catwalk", f"deck is {deck:g}; give at most its height, {height:g}")
    out = radius + walk + RAIL_THICKNESS
    parts = [*tank_parts(radius, height), *_ring(radius, out, deck), *_brackets(radius, out, deck)]
    inset = out - RAIL_THICKNESS / 2.0
    for side in range(8):
        span, opened = _SIDE * inset, side in _OPEN[int(openings)]
        for skip, run in stretches("tank_catwalk", 2 if opened else 1, span, gap):
            start, ahead = _on_side(side, inset, skip - span / 2.0)
            parts += laid(rail(run, rail_height, slot=0.2, bar=0.14), (*start, deck), ahead)
    return parts


def _on_side(side: int, out: float, along: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """The point ``along`` the side from its middle, ``out`` from the axis, and the side's direction, anticlockwise."""
    c, s = math.cos(side * _EIGHTH), math.sin(side * _EIGHTH)
    return (out * c - along * s, out * s + along * c), (-s, c)


def _octagon(out: float) -> Outline:
    return [_on_side(side, out, -_SIDE * out / 2.0)[0] for side in range(8)]


def _ring(radius: float, out: float, deck: float) -> list["Solid"]:
    """The slotted floor and the beam along its edge."""
    holes = [polygon((0.0, 0.0), 0.95 * radius, sides=40)]
    low, high = radius + 0.14, out - 0.24
    reach = _SIDE * low / 2.0 - 0.12
    for side in range(8):
        for a, b in slots(-reach, reach, slot=0.13, bar=0.11):
            corners = ((low, a), (high, a), (high, b), (low, b))
            holes.append([_on_side(side, away, along)[0] for away, along in corners])
    floor = extruded(_octagon(out), deck - FLOOR, deck, holes=holes)
    return [floor, extruded(_octagon(out), deck - BEAM, deck - 0.02, holes=[_octagon(out - 0.08)])]


def _brackets(radius: float, out: float, deck: float) -> list["Solid"]:
    """Below each corner a joist from the tank and a strut up to it."""
    parts: list[Solid] = []
    corner = out / math.cos(_EIGHTH / 2.0) - 0.12
    drop = min(0.75 * (corner - radius), deck - 0.35)
    for turn in (np.arange(8) + 0.5) * _EIGHTH:
        c, s = float(np.cos(turn)), float(np.sin(turn))
        inner, outer = 0.9 * radius, corner - 0.15
        joist = deck - BEAM + 0.06
        parts.append(beam((c * inner, s * inner, joist), (c * corner, s * corner, joist), width=0.12, depth=0.12))
        strut = (c * inner, s * inner, joist - drop)
        parts.append(beam(strut, (c * outer, s * outer, joist), width=0.1, depth=0.12))
        low, high = joist - drop - 0.12, joist
        parts.append(
            rod((c * 0.97 * radius, s * 0.97 * radius, low), (c * 0.97 * radius, s * 0.97 * radius, high), 0.09, sides=6)
        )
    return parts
