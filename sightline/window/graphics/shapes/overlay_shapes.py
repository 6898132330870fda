"""What lies upon the table, beside what stands on it: lines, rings, arrows and marks."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np

from scene.geometry.mesh import Point
from scene.table.table import Figure
from sightline.drawing.rendering.palette import Rgb
from sightline.window.graphics.shapes.drawn_object import UNLIT, DrawnObject
from sightline.window.graphics.shapes.gl_shapes import (
    TriangleBatch,
    disc,
    joined,
    ribbon,
)

ABOVE = 0.03
"""Inches that paint lies above the floor."""
UPON = 4e-6
"""How much nearer to the eye, as a part of what OpenGL calls depth, shapes are drawn that lie upon others."""
THROUGH = 0.35
"""How opaque a figure is where it is seen through something."""
ARROW = 0.9
"""Inches that the arrow is long which shows where a figure looks."""


def unlit(one: TriangleBatch, *, blended: bool = False) -> DrawnObject:
    """What is drawn in its own colours, without light, upon what lies there."""
    return DrawnObject(one, kind=UNLIT, nearer=UPON, blended=blended, upon=True)


def marks_of(one: TriangleBatch) -> Iterator[DrawnObject]:
    """A mark on the board, which is seen faintly through what hides it."""
    yield unlit(one, blended=True)
    pale = one.colours.copy()
    pale[:, 3] *= np.float32(THROUGH)
    yield DrawnObject(replace(one, colours=pale), kind=UNLIT, nearer=UPON, blended=True, upon=True, behind=True)


def lifted(place: Point) -> Point:
    """A place a little above what lies there."""
    return place[0], place[1], place[2] + 2.0 * ABOVE


@lru_cache(maxsize=64)
def ring_about(figure: Figure, colour: Rgb) -> DrawnObject:
    """A ring round the base of a figure."""
    radius = max(figure.base_radius, 0.4) + 0.14
    return unlit(disc(lifted(figure.position), radius, colour, rim=0.11))


@lru_cache(maxsize=64)
def facing_arrow(figure: Figure, colour: Rgb) -> DrawnObject:
    """An arrow before a figure's base, the way that it looks."""
    ahead = np.array([np.cos(np.radians(figure.facing)), np.sin(np.radians(figure.facing)), 0.0])
    aside, foot = np.array([-ahead[1], ahead[0], 0.0]), np.array(lifted(figure.position))
    start = foot + ahead * (max(figure.base_radius, 0.4) + 0.14)
    tip = start + ahead * ARROW
    barbs = [tip + 0.35 * ARROW * (side * aside - ahead) for side in (1.0, -1.0)]
    return unlit(
        joined([ribbon(np.array([start, tip]), 0.1, colour), ribbon(np.array([barbs[0], tip, barbs[1]]), 0.1, colour)])
    )
