"""The terminal that works a door, and the ductway that one crawls through under a wall. Lengths in inches."""

import itertools
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated

from assets.kit.kit_piece import ParameterRange, part
from assets.kit.steelwork import spread
from assets.solid_shapes import Outline, beam, box, extruded, rectangle, rod, without
from scene.geometry.mesh import Point

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

SKID = 0.08
"""Height of the runners that a ductway lies on."""
RIM = 0.14
"""How much the flanges of a ductway are higher and wider than its casing, both sides together."""
DEEP = 0.22
"""How deep the grilles lie in the mouths of a ductway."""
SHEET = 0.1


@part(kind="obstacle")
def terminal(
    *,
    length: Annotated[float, ParameterRange(0.4, 1.2, "along x")] = 0.7,
    width: Annotated[float, ParameterRange(0.4, 1.2, "across y; its screen looks to -y")] = 0.55,
    height: Annotated[float, ParameterRange(0.9, 2.0, "to the top of its hood")] = 1.4,
) -> list["Solid"]:
    """Terminal of a door: a post with a hooded screen, keys and a conduit; say which door it works."""
    a, b = length / 2.0, width / 2.0
    desk, hood = 0.58 * height, 0.13 * height
    parts = [box((-a, -b, 0.0), (a, b, 0.1), bevel=0.03)]
    parts.append(box((-0.55 * a, -0.2 * b, 0.05), (0.55 * a, 0.8 * b, desk + 0.05), bevel=0.04))
    # The keys slope down to whoever stands before it, the screen leans back above them.
    keys: Outline = [(-0.95 * b, desk - 0.1), (0.3 * b, desk - 0.1), (0.3 * b, desk + 0.1), (-0.95 * b, desk)]
    parts.append(extruded(keys, -0.9 * a, 0.9 * a, axis="x"))
    case: Outline = [(-0.1 * b, desk), (0.95 * b, desk), (0.95 * b, height), (-0.55 * b, height), (-0.25 * b, height - hood)]
    parts.append(extruded(case, -0.82 * a, 0.82 * a, axis="x"))
    for x in (-0.94 * a, 0.82 * a):
        cheek: Outline = [(-0.2 * b, desk), (b, desk), (b, height), (-0.75 * b, height), (-0.55 * b, height - 0.5 * hood)]
        parts.append(extruded(cheek, x, x + 0.12 * a, axis="x"))
    parts += _screen(a, b, desk, height - hood)
    for x in spread(-0.6 * a, 0.6 * a, most=0.36 * a):
        for y in (-0.75 * b, -0.45 * b):
            parts.append(box((x - 0.1 * a, y - 0.09 * b, desk - 0.02), (x + 0.1 * a, y + 0.09 * b, desk + 0.08), bevel=0.01))
    # The conduit goes down its back into the ground.
    parts.append(rod((0.3 * a, 0.86 * b, 0.0), (0.3 * a, 0.86 * b, 0.9 * height), 0.14 * b, sides=8))
    parts += [rod((x, y, 0.05), (x, y, 0.13), 0.04, sides=6) for x in (-0.8 * a, 0.8 * a) for y in (-0.75 * b, 0.75 * b)]
    return parts


def _screen(a: float, b: float, low: float, high: float) -> Iterable["Solid"]:
    """A frame and bars of light on the leaning face between two heights."""
    foot, head = (-0.12 * b, low + 0.12 * (high - low)), (-0.24 * b, high)
    for x in (-0.7 * a, 0.7 * a):
        yield beam((x, *foot), (x, *head), width=0.08 * a, depth=0.06)
    for share, reach in ((0.0, 0.7), (0.3, 0.35), (0.55, 0.55), (0.8, 0.2), (1.0, 0.7)):
        y, z = (foot[k] + share * (head[k] - foot[k]) for k in (0, 1))
        yield beam((-0.7 * a, y, z), (-0.7 * a + (reach + 0.7) * a, y, z), width=0.05, depth=0.05)


def _mouths(given: Mapping[str, float]) -> tuple[Point, Point]:
    """The middles of both ends."""
    reach, middle = given["length"] / 2.0, SKID + (given["height"] - SKID) / 2.0
    return (-reach, 0.0, middle), (reach, 0.0, middle)


@part(kind="obstacle", mouths=_mouths)
def ductway(
    *,
    length: Annotated[float, ParameterRange(1.0, 8.0, "along x, from mouth to mouth")] = 2.5,
    width: Annotated[float, ParameterRange(0.9, 2.0, "across y, at its flanges")] = 1.4,
    height: Annotated[float, ParameterRange(0.8, 1.9, "to the top of its flanges")] = 1.3,
) -> list["Solid"]:
    """Ductway to lay through a wall, with a grille in each mouth; who is beside one can crawl to the other."""
    a, b = length / 2.0, width / 2.0
    inner, low, top = b - RIM / 2.0, SKID + RIM / 2.0, height - RIM / 2.0
    casing = extruded(rectangle((-inner, low), (inner, top), bevel=0.1), -a + 0.02, a - 0.02, axis="x")
    hollow = rectangle((-inner + SHEET, low + SHEET), (inner - SHEET, top - SHEET), bevel=0.06)
    ends = [extruded(hollow, *sorted((side * (a - DEEP), side * (a + 1.0))), axis="x") for side in (-1.0, 1.0)]
    parts = [without(casing, ends)]
    parts += [box((-a + 0.05, y - 0.09, 0.0), (a - 0.05, y + 0.09, low + 0.05), bevel=0.02) for y in (-0.6 * b, 0.6 * b)]
    flange = rectangle((-b, SKID), (b, height), bevel=0.14)
    places = spread(-a, a - 0.12, most=1.2)
    for x in places:
        parts.append(extruded(flange, x, x + 0.12, axis="x", holes=[hollow]))
        parts += _bolts(max(x - 0.03, -a), min(x + 0.15, a), b, height)
    for x, beyond in itertools.pairwise(places):
        parts += _panels(x + 0.24, beyond - 0.12, inner, low, top)
    for side in (-1.0, 1.0):
        parts += _grille(side * (a - 0.12), inner - SHEET, low + SHEET, top - SHEET)
    return parts


def _panels(start: float, end: float, inner: float, low: float, top: float) -> Iterable["Solid"]:
    """Raised plates on both sides and on top, between two flanges."""
    if end - start < 0.2:
        return
    outline = rectangle((start, low + 0.18), (end, top - 0.18), bevel=0.06)
    yield extruded(outline, -inner - 0.03, inner + 0.03, axis="y")
    yield box((start, -0.6 * inner, top - 0.05), (end, 0.6 * inner, top + 0.03), bevel=0.02)


def _bolts(start: float, end: float, b: float, height: float) -> Iterable["Solid"]:
    """Bolts through the corners of a flange, from one of their ends to the other along x."""
    for y in (-b + 0.12, b - 0.12):
        for z in (SKID + 0.14, height - 0.14):
            yield rod((start, y, z), (end, y, z), 0.04, sides=6)


def _grille(x: float, reach: float, low: float, high: float) -> Iterable["Solid"]:
    """Slats one above the other, and a bar across them."""
    for z in spread(low + 0.08, high - 0.08, most=0.18):
        yield box((x - 0.03, -reach - 0.03, z - 0.04), (x + 0.03, reach + 0.03, z + 0.02))
    yield box((x - 0.045, -0.06, low - 0.03), (x + 0.045, 0.06, high + 0.03))
