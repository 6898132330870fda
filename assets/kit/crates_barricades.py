"""Crates and barricades: things to hide behind. Lengths in inches."""

import itertools
from typing import TYPE_CHECKING, Annotated

from assets.kit.kit_piece import ParameterRange, part
from assets.kit.steelwork import spread
from assets.solid_shapes import beam, box, extruded, rod

if TYPE_CHECKING:
    from manifold3d import Manifold as Solid


@part(kind="obstacle")
def crate(
    *,
    length: Annotated[float, ParameterRange(0.5, 4.0, "along x")] = 1.6,
    width: Annotated[float, ParameterRange(0.5, 3.0, "across y")] = 1.1,
    height: Annotated[float, ParameterRange(0.4, 3.0, "to the top of its lid")] = 1.0,
) -> list["Solid"]:
    """Cargo crate with a steel frame, ribbed sides and a banded lid."""
    return crate_parts(length, width, height)


def crate_parts(length: float, width: float, height: float) -> list["Solid"]:
    """The solids of a `crate` of that size, standing on z = 0 about the z axis."""
    a, b, t = length / 2.0, width / 2.0, 0.12 * min(length, width, height)
    inset = 0.45 * t
    core = box((-a + inset, -b + inset, 0.3 * t), (a - inset, b - inset, height - 0.4 * t))
    parts = [core, *_edges(a, b, height, t)]
    for x in spread(-a + t, a - t, most=0.45)[1:-1]:
        parts.append(box((x - 0.3 * t, -b + 0.1 * t, t), (x + 0.3 * t, b - 0.1 * t, height - t), bevel=0.1 * t))
    for y in spread(-b + t, b - t, most=0.45)[1:-1]:
        parts.append(box((-a + 0.1 * t, y - 0.3 * t, t), (a - 0.1 * t, y + 0.3 * t, height - t), bevel=0.1 * t))
    for x in (-0.5 * a, 0.5 * a):
        parts.append(box((x - 0.6 * t, -b, height - 0.9 * t), (x + 0.6 * t, b, height), bevel=0.15 * t))
        for side in (-b, b):
            latch = (x - 0.45 * t, min(side, side * 0.9), height - 3.0 * t)
            parts.append(box(latch, (x + 0.45 * t, max(side, side * 0.9), height - 0.3 * t), bevel=0.1 * t))
    return parts


def _edges(a: float, b: float, height: float, t: float) -> list["Solid"]:
    parts: list[Solid] = []
    for u in (-1.0, 1.0):
        for v in (-1.0, 1.0):
            x, y, z = u * (a - t / 2.0), v * (b - t / 2.0), height / 2.0 + v * (height / 2.0 - t / 2.0)
            half = 0.5 * t
            parts.append(box((x - half, y - half, 0.0), (x + half, y + half, height), bevel=0.2 * t))
            parts.append(box((-a + 0.1 * t, y - half, 0.1 * t), (a - 0.1 * t, y + half, t), bevel=0.15 * t))
            parts.append(box((-a + 0.1 * t, y - half, height - t), (a - 0.1 * t, y + half, height - 0.1 * t)))
            parts.append(box((x - half, -b + 0.1 * t, z - half), (x + half, b - 0.1 * t, z + half - 0.1 * v * t)))
    return parts


@part(kind="obstacle")
def barricade(
    *,
    length: Annotated[float, ParameterRange(1.0, 8.0, "along x")] = 3.0,
    height: Annotated[float, ParameterRange(0.6, 2.0, "to the top of its posts")] = 1.1,
    thickness: Annotated[float, ParameterRange(0.3, 1.0, "across y, at its feet")] = 0.5,
) -> list["Solid"]:
    """Barricade of riveted plates on posts with struts, and firing slits between the plates."""
    a, half = length / 2.0, thickness / 2.0
    face = -half + 0.24
    posts = spread(-a + 0.1, a - 0.1, most=1.2)
    parts: list[Solid] = []
    for x in posts:
        parts.append(box((x - 0.1, -half, 0.0), (x + 0.1, half, 0.12), bevel=0.04))
        parts.append(box((x - 0.08, face - 0.08, 0.0), (x + 0.08, face + 0.08, height), bevel=0.03))
        foot, head = (x, half - 0.08, 0.06), (x, face, 0.72 * height)
        parts.append(beam(foot, head, width=0.09, depth=0.08))
    parts.append(rod((-a + 0.02, face, 0.94 * height - 0.02), (a - 0.02, face, 0.94 * height - 0.02), 0.04, sides=8))
    parts.append(rod((-a + 0.02, face, 0.3), (a - 0.02, face, 0.3), 0.04, sides=8))
    for number, (low, high) in enumerate(itertools.pairwise(posts)):
        parts += _plate(low, high, height, face - 0.1, number)
    return parts


def _plate(low: float, high: float, height: float, face: float, number: int) -> list["Solid"]:
    """A plate with cut corners on two posts, every other one set lower and further out, bolted at its corners."""
    top = (0.86, 0.78)[number % 2] * height
    bottom, cut, gap = 0.06 + 0.05 * (number % 2), 0.14, 0.03
    low, high = low + gap - 0.06, high - gap + 0.06
    outline = [
        (low, bottom),
        (high - cut, bottom),
        (high, bottom + cut),
        (high, top - cut),
        (high - cut, top),
        (low + cut, top),
        (low, top - cut),
    ]
    near, far = face - 0.02 - 0.03 * (number % 2), face + 0.06
    parts = [extruded(outline, near, far, axis="y")]
    ribs = ((bottom + 0.3 * (top - bottom)), (bottom + 0.7 * (top - bottom)))
    parts += [box((low + 0.12, near - 0.03, z - 0.05), (high - 0.12, far, z + 0.05), bevel=0.02) for z in ribs]
    for x in (low + 0.09, high - 0.09):
        for z in (bottom + 0.22, top - 0.22):
            parts.append(rod((x, far, z), (x, near - 0.03, z), 0.04, sides=6))
    return parts
