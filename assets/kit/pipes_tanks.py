"""Pipes and tanks: pipe runs, a pipe bridge and storage tanks. Lengths in inches."""

import itertools
from typing import TYPE_CHECKING, Annotated

import numpy as np

from assets.kit.kit_piece import ParameterRange, misfit, part
from assets.kit.steelwork import RAIL_THICKNESS, laid, rail, slots, spread
from assets.solid_shapes import beam, box, ellipsoid, extruded, placed, rectangle, rod, without

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

FLANGE = 1.28
"""A flange's radius over its pipe's."""

TREADS = 0.16
"""Height of a pipe bridge's treads over its flanges."""


@part(kind="obstacle")
def pipe_run(
    *,
    length: Annotated[float, ParameterRange(1.5, 16.0, "along x")] = 6.0,
    radius: Annotated[float, ParameterRange(0.15, 1.0, "of the pipe; its flanges are wider")] = 0.35,
    height: Annotated[float, ParameterRange(0.25, 8.0, "of the pipe's middle")] = 0.7,
) -> list["Solid"]:
    """Pipe with bolted flanges on saddle supports, a thin pipe along it."""
    wide = FLANGE * radius
    if height < wide + 0.08:
        raise misfit("pipe_run", f"height is {height:g}; give at least {wide + 0.08:g} over its radius {radius:g}")
    a = length / 2.0
    parts = [rod((-a, 0.0, height), (a, 0.0, height), radius, sides=20)]
    thick = 0.09
    for x in spread(-a + thick, a - thick, most=3.2):
        parts += _flange(x, height, radius, thick)
    for x in _between(spread(-a + thick, a - thick, most=3.2)):
        parts += _saddle(x, height, radius)
    beside, above = 0.79 * radius, height + 0.79 * radius
    parts.append(rod((-a + 0.01, beside, above), (a - 0.01, beside, above), 0.13 * radius, sides=8))
    return parts


@part(kind="structure")
def pipe_bridge(
    *,
    length: Annotated[float, ParameterRange(1.5, 16.0, "along x")] = 6.0,
    width: Annotated[float, ParameterRange(1.5, 4.0, "of the treads over all, across y")] = 1.6,
    height: Annotated[float, ParameterRange(0.8, 12.0, "top of the treads")] = 3.0,
    radius: Annotated[float, ParameterRange(0.2, 0.8, "of the pipe below them; its flanges are wider")] = 0.5,
    trestles: Annotated[
        float, ParameterRange(0, 4, "pairs of legs, evenly along it; 0 hangs between its ends", whole=True)
    ] = 2,
    rail_left: Annotated[float, ParameterRange(0, 1, "rail at +y: 0 none, 1 whole", whole=True)] = 0,
    rail_right: Annotated[float, ParameterRange(0, 1, "rail at -y: 0 none, 1 whole", whole=True)] = 0,
    rail_height: Annotated[float, ParameterRange(0.6, 0.9, "hand rail above the treads")] = 0.8,
) -> list["Solid"]:
    """Thick pipe on trestles with tread plates on top to walk over."""
    middle = height - TREADS - FLANGE * radius
    if middle - FLANGE * radius < 0.1:
        least = 2.0 * FLANGE * radius + TREADS + 0.1
        raise misfit("pipe_bridge", f"height is {height:g}; give at least {least:g} over its radius {radius:g}")
    a, b, thick = length / 2.0, width / 2.0, 0.09
    parts = [rod((-a + 0.02, 0.0, middle), (a - 0.02, 0.0, middle), radius, sides=20)]
    for x in spread(-a + thick, a - thick, most=3.2):
        parts += _flange(x, middle, radius, thick)
    parts += _treads(a, b, height, middle + 0.9 * radius)
    for step in range(int(trestles)):
        parts += _trestle((step + 0.5) * length / trestles - a, middle, radius, b - 0.05)
    for wanted, y in ((rail_left, b - RAIL_THICKNESS / 2.0), (rail_right, -b + RAIL_THICKNESS / 2.0)):
        if wanted:
            parts += laid(rail(length, rail_height, slot=0.16, bar=0.11), (-a, y, height), (1.0, 0.0))
    return parts


def _treads(a: float, b: float, top: float, pipe: float) -> list["Solid"]:
    """Slotted plates on outriggers from the pipe's crown at ``pipe``, with a toe strip below their edges."""
    bays = spread(-a, a, most=1.2)
    holes = [
        rectangle((low + 0.12, y), (high - 0.12, beyond))
        for low, high in itertools.pairwise(bays)
        for y, beyond in slots(-b + 0.12, b - 0.12, slot=0.1, bar=0.14)
    ]
    parts = [extruded(rectangle((-a, -b), (a, b)), top - 0.07, top, holes=holes)]
    parts += [box((-a, y, top - 0.14), (a, y + 0.08, top - 0.02)) for y in (-b, b - 0.08)]
    for x in [-a + 0.12, *bays[1:-1], a - 0.12]:
        outline = [(-b + 0.02, top - 0.13), (-0.22, pipe), (0.22, pipe), (b - 0.02, top - 0.13), (b - 0.02, top - 0.05)]
        parts.append(extruded([*outline, (-b + 0.02, top - 0.05)], x - 0.05, x + 0.05, axis="x"))
    return parts


def _trestle(x: float, middle: float, radius: float, reach: float) -> list["Solid"]:
    """Two splayed legs, a yoke around the pipe and a tie between the legs."""
    parts = [rod((x - 0.14, 0.0, middle), (x + 0.14, 0.0, middle), 1.1 * radius, sides=20)]
    spread_out = min(reach + 0.3, 0.6 * radius + 0.35 * middle)
    for side in (-1.0, 1.0):
        foot, head = (x, side * spread_out, 0.04), (x, side * 0.6 * radius, middle)
        parts.append(beam(foot, head, width=0.2, depth=0.2, up=(0.0, 1.0, 0.0)))
        parts.append(box((x - 0.2, foot[1] - 0.2, 0.0), (x + 0.2, foot[1] + 0.2, 0.08), bevel=0.02))
    for share in (0.12, 0.55) if middle > 2.5 else (0.3,):
        y = spread_out + share * (0.6 * radius - spread_out)
        parts.append(box((x - 0.05, -y, share * middle - 0.05), (x + 0.05, y, share * middle + 0.05)))
    return parts


def _between(places: list[float]) -> list[float]:
    """A fifth of the way in from both ends of each stretch."""
    return [low + share * (high - low) for low, high in itertools.pairwise(places) for share in (0.22, 0.78)]


def _flange(x: float, z: float, radius: float, thick: float) -> list["Solid"]:
    wide, ring = FLANGE * radius, 1.14 * radius
    parts = [rod((x - thick / 2.0, 0.0, z), (x + thick / 2.0, 0.0, z), wide, sides=20)]
    for turn in np.arange(8) * np.pi / 4.0 + np.pi / 8.0:
        y, up = ring * float(np.cos(turn)), z + ring * float(np.sin(turn))
        parts.append(rod((x - thick, y, up), (x + thick, y, up), 0.085 * radius, sides=6))
    return parts


def _saddle(x: float, z: float, radius: float) -> list["Solid"]:
    """A foot plate, a web that widens upwards and a cradle under the pipe."""
    reach = 0.85 * radius
    top = z - 0.35 * radius
    web = [(-0.6 * reach, 0.0), (0.6 * reach, 0.0), (1.05 * reach, top), (-1.05 * reach, top)]
    return [
        box((x - 0.16, -reach - 0.06, 0.0), (x + 0.16, reach + 0.06, 0.07), bevel=0.025),
        extruded(web, x - 0.05, x + 0.05, axis="x"),
        box((x - 0.12, -0.1, 0.0), (x + 0.12, 0.1, z - 0.8 * radius)),
        rod((x - 0.12, 0.0, z), (x + 0.12, 0.0, z), 1.09 * radius, sides=20),
    ]


@part(kind="structure")
def tank(
    *,
    radius: Annotated[float, ParameterRange(0.6, 6.0, "to the outside of its hoops")] = 1.6,
    height: Annotated[float, ParameterRange(1.5, 12.0, "to the top of its hatch")] = 4.0,
) -> list["Solid"]:
    """Round storage tank with hoops, ribs, a dome with a hatch, and a skirt with openings."""
    return tank_parts(radius, height)


def tank_parts(radius: float, height: float) -> list["Solid"]:
    """The solids of a `tank` of that size, standing on z = 0 about the z axis."""
    skirt, dome = 0.09 * height, 0.22 * min(height, 2.0 * radius)
    shoulder = height - dome - 0.14
    shell = 0.93 * radius
    parts = [rod((0, 0, 0.8 * skirt), (0, 0, shoulder), shell, sides=40), _skirt(0.9 * radius, skirt)]
    parts.append(_dome(shell, shoulder, dome))
    for z in spread(skirt, shoulder, most=1.3):
        parts.append(rod((0, 0, z - 0.07), (0, 0, z + 0.07), radius, sides=40))
    parts += _ribs(0.985 * radius, skirt, shoulder)
    parts += _hatch(0.3 * radius, height - 0.24, height)
    return parts


def _skirt(radius: float, height: float) -> "Solid":
    whole = rod((0, 0, 0), (0, 0, height), radius, sides=40)
    hollow = [
        rod((0, 0, -1), (0, 0, 0.8 * height), 0.85 * radius, sides=40),
        box((-9.0, -0.2 * radius, -1.0), (9.0, 0.2 * radius, 0.7 * height)),
        box((-0.2 * radius, -9.0, -1.0), (0.2 * radius, 9.0, 0.7 * height)),
    ]
    return without(whole, hollow)


def _dome(radius: float, base: float, rise: float) -> "Solid":
    ball = ellipsoid((0.0, 0.0, base), (radius, radius, rise), segments=40)
    return ball.trim_by_plane((0.0, 0.0, 1.0), base - 0.01)


def _ribs(reach: float, low: float, high: float) -> list["Solid"]:
    upright = box((0.9 * reach, -0.06, low), (reach, 0.06, high), bevel=0.02)
    turns = (np.arange(10) + 0.5) * np.pi / 5.0
    return [
        placed(upright, [[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]], (0.0, 0.0, 0.0))
        for c, s in zip(np.cos(turns), np.sin(turns), strict=True)
    ]


def _hatch(radius: float, low: float, high: float) -> list["Solid"]:
    return [
        rod((0, 0, low - 0.3), (0, 0, high - 0.06), radius, sides=16),
        rod((0, 0, high - 0.13), (0, 0, high - 0.05), 1.18 * radius, sides=16),
        box((-0.8 * radius, -0.04, high - 0.1), (0.8 * radius, 0.04, high)),
        box((-0.04, -0.8 * radius, high - 0.1), (0.04, 0.8 * radius, high)),
    ]
