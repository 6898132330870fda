"""Plant: pipe runs and tanks. Lengths in inches."""

import itertools
from typing import TYPE_CHECKING, Annotated

import numpy as np

from assets.kit.part import Range, misfit, part
from assets.kit.steel import spread
from assets.solid import box, ellipsoid, extruded, placed, rod, without

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid

FLANGE = 1.28
"""A flange's radius over its pipe's."""


@part(kind="obstacle")
def pipe_run(
    *,
    length: Annotated[float, Range(1.5, 16.0, "along x")] = 6.0,
    radius: Annotated[float, Range(0.15, 1.0, "of the pipe; its flanges are wider")] = 0.35,
    height: Annotated[float, Range(0.25, 8.0, "of the pipe's middle")] = 0.7,
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
    radius: Annotated[float, Range(0.6, 6.0, "to the outside of its hoops")] = 1.6,
    height: Annotated[float, Range(1.5, 12.0, "to the top of its hatch")] = 4.0,
) -> list["Solid"]:
    """Round storage tank with hoops, ribs, a dome with a hatch, and a skirt with openings."""
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
