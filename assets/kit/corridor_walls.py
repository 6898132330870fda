"""Corridor walls: thick walls on a grid, what stands where they meet, and their gates. Lengths in inches.

A grid of 3 inches and walls half an inch thick leave corridors 2.5 inches wide. Walls and door walls lie on the grid's
lines and are as long as the grid's step or several of them; corners, junctions and ends stand on its points and take
in the ends of the walls, so that nothing can be seen between them. Every anchor is on the grid or midway on a line.
"""

import itertools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

from assets.kit.kit_piece import ParameterRange, misfit, part
from assets.kit.plain_walls import GROOVE
from assets.kit.steelwork import spread
from assets.solid_shapes import Outline, box, extruded, hull, rectangle, rod, union, without

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

STEP = 3.0
"""The usual step of the grid."""
PILLAR = 0.2
"""How much wider than its walls a pillar is."""
HEAD = 0.12
"""How much higher than its walls a pillar is."""
PLINTH = 0.42
CAP = 0.26
DADO = 0.5
"""The height of the rail along the middle of a wall, as a share of the wall's."""
RIB = 0.2
SLOT = 0.09
"""How deep the panels lie under the ribs, as a share of the thickness."""
CLEAR = 0.55
"""From the end of a wall to the middle of its first rib, which keeps clear of the pillar."""
JAMB = 0.2

_Side = tuple[float, float]
_NORTH, _WEST, _SOUTH = (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)


@part(kind="wall")
def corridor_wall(
    *,
    length: Annotated[float, ParameterRange(1.5, 15.0, "along x, between grid points")] = STEP,
    height: Annotated[float, ParameterRange(2.5, 3.5, "to the top of its cap")] = 3.0,
    thickness: Annotated[float, ParameterRange(0.4, 0.6, "across y, at its plinth and cap")] = 0.5,
) -> list["Solid"]:
    """Corridor wall with ribs, sunk panels, vents and a cable rail."""
    a = length / 2.0
    places = spread(-a + CLEAR, a - CLEAR, most=1.0)
    parts = [*_courses(-a, a, height, thickness), *_ribs(places, height, thickness)]
    for number, (low, high) in enumerate(itertools.pairwise(places)):
        parts += _bay(low + RIB / 2.0, high - RIB / 2.0, height, thickness, vented=number % 2 == 1)
    return parts


@part(kind="wall")
def corridor_door(
    *,
    length: Annotated[float, ParameterRange(2.5, 6.0, "along x, between grid points")] = STEP,
    height: Annotated[float, ParameterRange(2.5, 3.5, "to the top of its cap")] = 3.0,
    thickness: Annotated[float, ParameterRange(0.4, 0.6, "across y, at its plinth, cap and frame")] = 0.5,
    door_width: Annotated[float, ParameterRange(1.0, 4.0, "the doorway along x, in the middle")] = 1.5,
    door_height: Annotated[float, ParameterRange(1.6, 3.0, "the doorway from the ground")] = 2.0,
) -> "Solid":
    """Corridor wall with a framed doorway, which a gate or a door of the same width and height shuts."""
    a, half, reach = length / 2.0, thickness / 2.0, door_width / 2.0
    _check_doorway(length, height, door_width, door_height)
    parts = list(_courses(-a, a, height, thickness))
    wide, lintel = reach + JAMB, door_height + JAMB
    right = [(wide, 0.0), (wide, lintel - JAMB), (wide - JAMB, lintel)]
    parts.append(extruded([*right, *((-x, z) for x, z in right[::-1])], -half, half, axis="y"))
    parts += _chevrons(min(reach, a - 0.9), lintel + 0.04, height - CAP - 0.04, 0.85 * half)
    for side in (-1.0, 1.0):
        parts += _keypad(side * (reach + 0.5 * JAMB), half, side)
    return without(union(parts), [box((-reach, -1.0, -1.0), (reach, 1.0, door_height))])


@part(kind="door")
def corridor_gate(
    *,
    width: Annotated[float, ParameterRange(1.0, 4.0, "the doorway that it shuts")] = 1.5,
    height: Annotated[float, ParameterRange(1.6, 3.0, "the doorway that it shuts")] = 2.0,
    thickness: Annotated[float, ParameterRange(0.1, 0.3, "across y; less than the wall's")] = 0.22,
) -> list["Solid"]:
    """Sliding gate of two toothed leaves; reaches a little into its doorway at both sides and at the head."""
    a, top, half = width / 2.0 + GROOVE, height + GROOVE, thickness / 2.0
    # The leaves have a gap between their teeth; the plate behind them lets no light through it.
    parts = [box((-a, -0.4 * half, 0.0), (a, 0.4 * half, top))]
    teeth = _teeth(height, reach=0.12 * width)
    for side in (-1.0, 1.0):
        seam = [(x + 0.02 * side, z) for x, z in teeth]
        parts.append(extruded([*seam, (side * a, top), (side * a, 0.0)], -0.75 * half, 0.75 * half, axis="y"))
        parts += _leaf(side, width / 2.0, height, half)
    return parts


@part(kind="wall")
def corridor_corner(
    *,
    height: Annotated[float, ParameterRange(2.5, 3.5, "of the walls; it is a little higher")] = 3.0,
    thickness: Annotated[float, ParameterRange(0.4, 0.6, "of the walls; it is 0.2 wider")] = 0.5,
) -> list["Solid"]:
    """Pillar where a wall ahead (+x) and one to the left (+y) meet, its outer edge cut and piped."""
    s = (thickness + PILLAR) / 2.0
    cut = 0.36 * (thickness + PILLAR)
    parts = _pillar(height, thickness, corner=cut, blank=(_WEST, _SOUTH))
    middle, shift = 0.5 * cut - 0.83 * s, 0.28 * s
    for x, y in ((middle + shift, middle - shift), (middle - shift, middle + shift)):
        parts.append(rod((x, y, 0.3), (x, y, height - 0.1), 0.15 * s, sides=6))
    for z in (0.3 * height, 0.72 * height):
        parts.append(rod((middle, middle, z), (middle, middle, z + 0.1), 0.42 * s, sides=8))
    return parts


@part(kind="wall")
def corridor_junction(
    *,
    arms: Annotated[float, ParameterRange(3, 4, "walls that meet: 3 leave the right-hand side (-y) free", whole=True)] = 4,
    height: Annotated[float, ParameterRange(2.5, 3.5, "of the walls; it is a little higher")] = 3.0,
    thickness: Annotated[float, ParameterRange(0.4, 0.6, "of the walls; it is 0.2 wider")] = 0.5,
) -> list["Solid"]:
    """Pillar where three or four walls meet."""
    parts = _pillar(height, thickness, blank=(_SOUTH,) if arms == 3 else ())
    reach = 0.27 * (thickness + PILLAR)
    for x, y in itertools.product((-reach, reach), repeat=2):
        parts.append(rod((x, y, height), (x, y, height + HEAD + 0.04), 0.07, sides=6))
    return parts


@part(kind="wall")
def corridor_end(
    *,
    height: Annotated[float, ParameterRange(2.5, 3.5, "of the wall; it is a little higher")] = 3.0,
    thickness: Annotated[float, ParameterRange(0.4, 0.6, "of the wall; it is 0.2 wider")] = 0.5,
) -> list["Solid"]:
    """Pillar with a lamp at the end of a wall that comes from ahead (+x), or free."""
    parts = _pillar(height, thickness, blank=(_NORTH, _WEST, _SOUTH))
    top = height + HEAD
    parts.append(rod((0.0, 0.0, top - 0.02), (0.0, 0.0, top + 0.06), 0.17, sides=8))
    parts.append(rod((0.0, 0.0, top + 0.06), (0.0, 0.0, top + 0.2), 0.12, end_radius=0.07, sides=8))
    return parts


def _courses(low: float, high: float, height: float, thickness: float) -> Iterable["Solid"]:
    """What runs along a wall from end to end: core, sloped plinth, cable rail and cap."""
    half = thickness / 2.0
    core, ledge = 0.52 * half, DADO * height
    yield box((low, -core, 0.0), (high, core, height - 0.02))
    plinth = [(-half, 0.0), (half, 0.0), (half, 0.55 * PLINTH), (core, PLINTH), (-core, PLINTH), (-half, 0.55 * PLINTH)]
    yield extruded(plinth, low, high, axis="x")
    yield box((low, -0.86 * half, ledge - 0.07), (high, 0.86 * half, ledge + 0.07), bevel=0.03)
    bottom, edge = height - CAP, 0.3 * half
    cap = [(-core, bottom - 0.08), (core, bottom - 0.08), (half, bottom), (half, height - edge), (half - edge, height)]
    yield extruded([*cap, (edge - half, height), (-half, height - edge), (-half, bottom)], low, high, axis="x")


def _ribs(places: Sequence[float], height: float, thickness: float) -> Iterable["Solid"]:
    """Uprights with chamfered edges and a foot."""
    half, b = 0.94 * thickness / 2.0, RIB / 2.0
    section = [(-b, -0.7 * half), (-0.55 * b, -half), (0.55 * b, -half), (b, -0.7 * half)]
    outline = section + [(-x, -y) for x, y in section]
    for x in places:
        yield extruded([(x + u, v) for u, v in outline], 0.02, height - 0.06)


def _bay(low: float, high: float, height: float, thickness: float, *, vented: bool) -> Iterable["Solid"]:
    """The panels between two ribs, above and below the cable rail; both faces at once."""
    half, ledge = thickness / 2.0, DADO * height
    face = (1.0 - 2.0 * SLOT) * half - 0.06
    if high - low < 0.3:
        return
    for bottom, top in ((PLINTH + 0.04, ledge - 0.12), (ledge + 0.12, height - CAP - 0.12)):
        upper = bottom > ledge
        if upper and vented:
            yield from _vent(low + 0.06, high - 0.06, bottom, top, face)
            continue
        outline = rectangle((low + 0.05, bottom), (high - 0.05, top), bevel=0.1)
        yield extruded(outline, -face, face, axis="y")
        if upper:
            for x, z in itertools.product((low + 0.15, high - 0.15), (bottom + 0.1, top - 0.1)):
                yield rod((x, -face - 0.03, z), (x, face + 0.03, z), 0.03, sides=6)
        else:
            inner = rectangle((low + 0.14, bottom + 0.1), (high - 0.14, top - 0.1), bevel=0.06)
            yield extruded(inner, -face - 0.025, face + 0.025, axis="y")


def _vent(low: float, high: float, bottom: float, top: float, face: float) -> Iterable["Solid"]:
    """Sloped slats one above the other, in a frame."""
    outline = rectangle((low, bottom), (high, top), bevel=0.06)
    hole = rectangle((low + 0.07, bottom + 0.07), (high - 0.07, top - 0.07))
    yield extruded(outline, -face - 0.03, face + 0.03, axis="y", holes=[hole])
    for z in spread(bottom + 0.12, top - 0.16, most=0.17):
        section = [(-face, z - 0.04), (face, z - 0.04), (0.6 * face, z + 0.07), (-0.6 * face, z + 0.07)]
        yield extruded(section, low + 0.03, high - 0.03, axis="x")


def _pillar(height: float, thickness: float, *, blank: Sequence[_Side], corner: float | None = None) -> list["Solid"]:
    """A shaft between a foot and a head as wide as high; ``corner`` cuts their edge at -x, -y, ``blank`` sides get plates."""
    s, top = (thickness + PILLAR) / 2.0, height + HEAD
    levels = [(0.0, PLINTH + 0.1, s), (PLINTH, height - CAP - 0.05, s - 0.06), (height - CAP - 0.1, top, s)]
    levels.append((DADO * height - 0.12, DADO * height + 0.12, s - 0.03))
    parts = [_block(low, high, half, corner) for low, high, half in levels]
    for x, y in blank:
        parts += _plate((x, y), s, height)
    return parts


def _block(low: float, high: float, half: float, corner: float | None) -> "Solid":
    """A square block with chamfered edges."""
    edge = 0.16 * half
    cut = edge if corner is None else corner

    def ring(shrink: float) -> Outline:
        h = half - shrink
        outline = [(h - edge, -h), (h, -h + edge), (h, h - edge), (h - edge, h), (-h + edge, h), (-h, h - edge)]
        return [*outline, (-h, -h + cut), (-h + cut, -h)]

    rings = [(low, 0.0), (high - 0.05, 0.0), (high, 0.05)]
    return hull([(x, y, z) for z, shrink in rings for x, y in ring(shrink)])


def _plate(side: _Side, s: float, height: float) -> Iterable["Solid"]:
    """A raised plate with bolts and a grip on a pillar's side, below and above its belt; no further out than its foot."""
    (x, y), b = side, 0.55 * s
    for bottom, top in ((PLINTH + 0.18, DADO * height - 0.2), (DADO * height + 0.2, height - CAP - 0.2)):
        low = (min(x * s, x * 0.5 * s) - abs(y) * b, min(y * s, y * 0.5 * s) - abs(x) * b, bottom)
        high = (max(x * s, x * 0.5 * s) + abs(y) * b, max(y * s, y * 0.5 * s) + abs(x) * b, top)
        inset = 0.02
        trimmed = (low[0] + abs(x) * inset, low[1] + abs(y) * inset, bottom)
        yield box(trimmed, (high[0] - abs(x) * inset, high[1] - abs(y) * inset, top), bevel=0.035)
        for z in (bottom + 0.1, top - 0.1):
            foot, head = (x * 0.5 * s, y * 0.5 * s, z), (x * s, y * s, z)
            yield rod(foot, head, 0.05, sides=6)


def _chevrons(reach: float, bottom: float, top: float, half: float) -> Iterable["Solid"]:
    """Slanting bars over a doorway, leaning to its middle; their heads within ``reach`` of it."""
    rise = top - bottom
    if rise < 0.1:
        return
    lean = min(0.35, 0.6 * rise)
    for x in spread(0.12, reach, most=0.26):
        for side in (-1.0, 1.0):
            outline = [
                (side * x, top),
                (side * (x + 0.11), top),
                (side * (x + 0.11 + lean), bottom),
                (side * (x + lean), bottom),
            ]
            yield extruded(outline, -half, half, axis="y")


def _keypad(x: float, half: float, side: float) -> Iterable["Solid"]:
    """The switch of a door: a box on one jamb, to the right of whoever stands before it on either side."""
    face = -side * (half + 0.03)
    yield box((x - 0.06, min(face, 0.0), 1.0), (x + 0.06, max(face, 0.0), 1.24), bevel=0.02)


def _teeth(height: float, *, reach: float) -> Outline:
    """The seam of two leaves from the head down to the ground, in (x, z): three teeth to each side."""
    top = height + GROOVE
    levels = [top * (1.0 - step / 6.0) for step in range(7)]
    points: list[tuple[float, float]] = []
    for number, (upper, lower) in enumerate(itertools.pairwise(levels)):
        x = reach if number % 2 == 0 else -reach
        slope = 0.25 * (upper - lower)
        points += [(x, upper if number == 0 else upper - slope), (x, lower if number == 5 else lower + slope)]
    return points


def _leaf(side: float, reach: float, height: float, half: float) -> Iterable["Solid"]:
    """What a leaf carries: two bands, a lock bar and bolts, flush with the gate's thickness."""
    near, far = side * 0.3 * reach, side * 0.92 * reach
    low, high = sorted((near, far))
    for z in (0.16 * height, 0.5 * height, 0.84 * height):
        yield box((low, -half, z - 0.09), (high, half, z + 0.09), bevel=0.25 * half)
    upright = sorted((side * 0.8 * reach, side * 0.94 * reach))
    yield box((upright[0], -half, 0.04), (upright[1], half, height - 0.04), bevel=0.25 * half)


def _check_doorway(length: float, height: float, door_width: float, door_height: float) -> None:
    widest, highest = length - 2.0 * (JAMB + 0.4), height - CAP - JAMB
    if door_width > widest + 1e-9:
        raise misfit("corridor_door", f"door_width is {door_width:g}; give at most {widest:g} in a wall {length:g} long")
    if door_height > highest + 1e-9:
        raise misfit("corridor_door", f"door_height is {door_height:g}; give at most {highest:g} or a higher wall")
