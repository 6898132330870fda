"""Decks that figures stand on: the platform on legs and the walkway. Lengths in inches."""

import itertools
from typing import TYPE_CHECKING, Annotated

from assets.kit.kit_piece import ParameterRange, misfit, part
from assets.kit.steelwork import (
    FOOT,
    RAIL_THICKNESS,
    channel,
    cross_brace,
    grating,
    knee_braces,
    laid,
    leg,
    rail,
    spread,
)
from assets.solid_shapes import box, extruded, rectangle, without

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

FLOOR = 0.1
"""How thick a walkway's slotted floor and a platform's deck plate are."""

BEAM = 0.25
"""How deep the beams at a walkway's sides are."""

SHORTEST_RAIL = 0.4
"""A stretch of rail is at least two posts and a slot long."""

_RAILS = "0 none, 1 whole, 2 with an opening in its middle"


@part(kind="structure")
def walkway(
    *,
    length: Annotated[float, ParameterRange(1.5, 16.0, "along x")] = 6.0,
    width: Annotated[float, ParameterRange(1.2, 4.0, "over all, across y")] = 2.25,
    height: Annotated[float, ParameterRange(0.25, 12.0, "top of the floor; 0.25 has no legs")] = 3.0,
    rail_height: Annotated[float, ParameterRange(0.5, 1.5, "hand rail above the floor")] = 1.0,
    rail_left: Annotated[float, ParameterRange(0, 1, "rail at +y: 0 none, 1 whole", whole=True)] = 1,
    rail_right: Annotated[float, ParameterRange(0, 1, "rail at -y: 0 none, 1 whole", whole=True)] = 1,
    slot: Annotated[float, ParameterRange(0.05, 0.4, "width of the openings in the rails")] = 0.16,
    bar: Annotated[float, ParameterRange(0.05, 0.4, "metal between the openings in the rails")] = 0.11,
) -> list["Solid"]:
    """Walkway with a slotted floor and slotted rails, on braced legs, open at both ends."""
    if BEAM < height < BEAM + 0.35:
        raise misfit("walkway", f"height is {height:g}; give {BEAM:g} for a walkway without legs, or at least 0.6")
    half = width / 2.0
    floor = rectangle((0.0, -half + 0.02), (length, half - 0.02))
    holes = grating((0.1, -half + 0.26), (length - 0.1, half - 0.26), slot=0.13, bar=0.11)
    parts = [extruded(floor, height - FLOOR, height, holes=holes)]
    parts += [channel(0.0, length, outer=side, top=height, depth=BEAM) for side in (-half, half)]
    for x in spread(0.06, length - 0.06, most=1.6):
        parts.append(box((x - 0.06, -half + 0.04, height - BEAM + 0.03), (x + 0.06, half - 0.04, height - FLOOR)))
    inset = half - RAIL_THICKNESS / 2.0
    for wanted, y in ((rail_left, inset), (rail_right, -inset)):
        if wanted:
            parts += laid(rail(length, rail_height, slot=slot, bar=bar), (0.0, y, height), (1.0, 0.0))
    if height > BEAM:
        parts += _trestles(length, half - FOOT / 2.0, height - BEAM)
    return parts


def _trestles(length: float, reach: float, top: float) -> list["Solid"]:
    parts: list[Solid] = []
    inset = min(0.8, length / 4.0)
    for x in spread(inset, length - inset, most=6.5):
        for y in (-reach, reach):
            parts.append(leg(top).translate((x, y, 0.0)))
        parts.append(box((x - 0.1, -reach, top - 0.1), (x + 0.1, reach, top + 0.02)))
        if top > 1.0:
            parts += cross_brace((x, -reach), (x, reach), 0.35, top - 0.12)
    return parts


@part(kind="structure")
def platform(
    *,
    length: Annotated[float, ParameterRange(2.0, 12.0, "along x")] = 6.0,
    width: Annotated[float, ParameterRange(2.0, 12.0, "across y")] = 6.0,
    height: Annotated[float, ParameterRange(0.5, 12.0, "top of the deck")] = 3.0,
    thickness: Annotated[float, ParameterRange(0.15, 0.6, "deck with its beams")] = 0.3,
    rail_height: Annotated[float, ParameterRange(0.5, 1.5, "hand rail above the deck")] = 1.0,
    rail_front: Annotated[float, ParameterRange(0, 2, f"rail at +x: {_RAILS}", whole=True)] = 0,
    rail_back: Annotated[float, ParameterRange(0, 2, f"rail at -x: {_RAILS}", whole=True)] = 0,
    rail_left: Annotated[float, ParameterRange(0, 2, f"rail at +y: {_RAILS}", whole=True)] = 0,
    rail_right: Annotated[float, ParameterRange(0, 2, f"rail at -y: {_RAILS}", whole=True)] = 0,
    gap: Annotated[float, ParameterRange(0.8, 6.0, "width of the opening in a rail")] = 2.1,
    braces: Annotated[float, ParameterRange(0, 1, "crossing bars below the ends: 0 none, 1 both", whole=True)] = 1,
    grate: Annotated[float, ParameterRange(0.0, 0.8, "share of the deck's width that is slotted")] = 0.35,
    slot: Annotated[float, ParameterRange(0.05, 0.4, "width of the openings in the rails")] = 0.16,
    bar: Annotated[float, ParameterRange(0.05, 0.4, "metal between the openings in the rails")] = 0.11,
) -> list["Solid"]:
    """Platform on braced legs with a part-slotted deck and rails where wanted."""
    if height < thickness + 0.3:
        raise misfit("platform", f"height is {height:g}; give at least {thickness + 0.3:g} over its thickness")
    parts = [_deck(length, width, height, min(FLOOR, thickness / 2.0), grate)]
    parts += _frame(length, width, height, thickness)
    parts += _legs(length, width, height - thickness, braced=bool(braces))
    wanted = (rail_front, rail_back, rail_left, rail_right)
    size = (length, width, height)
    parts += rails_around("platform", size, wanted, rail_height=rail_height, gap=gap, slot=slot, bar=bar)
    return parts


def rails_around(
    piece: str,
    size: tuple[float, float, float],
    wanted: tuple[float, float, float, float],
    *,
    rail_height: float,
    gap: float,
    slot: float = 0.16,
    bar: float = 0.11,
) -> list["Solid"]:
    """Rails just inside the edges of a rectangular deck about the z axis.

    Args:
        piece: who asks, for the error.
        size: the deck's length, width and the height of its top.
        wanted: the rails at +x, -x, +y and -y: 0 none, 1 whole, 2 with an opening in its middle, 3 with one at its
            low end and 4 at its high end, by x or y.
        rail_height, gap, slot, bar: of the hand rail, the openings in the rail and the slots in its panels.
    """
    length, width, height = size
    a, b, inset = length / 2.0, width / 2.0, RAIL_THICKNESS / 2.0
    sides = (
        ((a - inset, -b), (0.0, 1.0), width),
        ((-a + inset, -b), (0.0, 1.0), width),
        ((-a, b - inset), (1.0, 0.0), length),
        ((-a, -b + inset), (1.0, 0.0), length),
    )
    parts: list[Solid] = []
    for choice, (start, ahead, span) in zip(wanted, sides, strict=True):
        for skip, run in stretches(piece, int(choice), span, gap):
            origin = (start[0] + ahead[0] * skip, start[1] + ahead[1] * skip, height)
            parts += laid(rail(run, rail_height, slot=slot, bar=bar), origin, ahead)
    return parts


def stretches(piece: str, wanted: int, span: float, gap: float) -> list[tuple[float, float]]:
    """Start and length of each stretch of rail along a side ``span`` long; ``wanted`` as in `rails_around`."""
    if wanted == 0:
        return []
    if wanted == 1:
        return [(0.0, span)]
    run = (span - gap) / 2.0 if wanted == 2 else span - gap
    if run < SHORTEST_RAIL:
        most = span - (2.0 if wanted == 2 else 1.0) * SHORTEST_RAIL
        raise misfit(piece, f"gap is {gap:g}; give at most {most:g} for a side {span:g} long")
    return {2: [(0.0, run), (span - run, run)], 3: [(gap, run)], 4: [(0.0, run)]}[wanted]


def _deck(length: float, width: float, height: float, floor: float, grate: float) -> "Solid":
    """The deck's plate: a slotted strip in the middle along x, plates with shallow seams beside it."""
    a, b = length / 2.0, width / 2.0
    reach = grate * b
    holes = grating((-a + 0.45, -reach), (a - 0.45, reach), slot=0.13, bar=0.11) if reach > 0.2 else []
    seams = [(-a, y - 0.02, a, y + 0.02) for y in (-reach - 0.1, reach + 0.1)]
    for x in spread(-a, a, most=2.0)[1:-1]:
        seams += [(x - 0.02, -b, x + 0.02, -reach - 0.1), (x - 0.02, reach + 0.1, x + 0.02, b)]
    plate = extruded(rectangle((-a, -b), (a, b)), height - floor, height, holes=holes)
    return without(plate, [box((p, q, height - 0.03), (r, s, height + 0.1)) for p, q, r, s in seams])


def _frame(length: float, width: float, height: float, thickness: float) -> list["Solid"]:
    a, b, low = length / 2.0, width / 2.0, height - thickness
    outer = rectangle((-a, -b), (a, b))
    inner = rectangle((-a + 0.16, -b + 0.16), (a - 0.16, b - 0.16))
    beams = extruded(outer, low, height - 0.02, holes=[inner])
    groove = [
        box((-a - 1, -b - 1, low + 0.3 * thickness), (a + 1, -b + 0.05, height - 0.3 * thickness)),
        box((-a - 1, b - 0.05, low + 0.3 * thickness), (a + 1, b + 1, height - 0.3 * thickness)),
        box((-a - 1, -b - 1, low + 0.3 * thickness), (-a + 0.05, b + 1, height - 0.3 * thickness)),
        box((a - 0.05, -b - 1, low + 0.3 * thickness), (a + 1, b + 1, height - 0.3 * thickness)),
    ]
    parts = [without(beams, groove)]
    for x in spread(-a + 0.1, a - 0.1, most=1.0):
        for y in (-b + 0.03, b - 0.03):
            parts.append(box((x - 0.05, y - 0.03, low), (x + 0.05, y + 0.03, height - 0.04)))
    for y in spread(-b + 0.1, b - 0.1, most=1.0):
        for x in (-a + 0.03, a - 0.03):
            parts.append(box((x - 0.03, y - 0.05, low), (x + 0.03, y + 0.05, height - 0.04)))
    for x in spread(-a + 0.08, a - 0.08, most=2.0)[1:-1]:
        parts.append(box((x - 0.06, -b + 0.1, low + 0.05), (x + 0.06, b - 0.1, height - 0.05)))
    return parts


def _legs(length: float, width: float, top: float, *, braced: bool) -> list["Solid"]:
    a, b = length / 2.0 - FOOT / 2.0, width / 2.0 - FOOT / 2.0
    parts: list[Solid] = []
    reach = min(0.7, 0.4 * top, 0.3 * a, 0.3 * b)
    xs = spread(-a, a, most=7.0)
    for x in xs:
        for y in (-b, b):
            parts.append(leg(top).translate((x, y, 0.0)))
            parts.append(knee_braces(x, y, top, (0.0, -1.0 if y > 0 else 1.0), reach=reach))
    for y in (-b, b):
        for x, after in itertools.pairwise(xs):
            parts.append(knee_braces(x, y, top, (1.0, 0.0), reach=reach))
            parts.append(knee_braces(after, y, top, (-1.0, 0.0), reach=reach))
    if braced and top > 1.5:
        for x in (xs[0], xs[-1]):
            parts += cross_brace((x, -b), (x, b), 0.4, min(top - 0.1, 0.4 + 2.0 * b))
    return parts
