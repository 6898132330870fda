"""Coordinates on the command line: X Y Z, all three of them or none."""

import math
from typing import Annotated

import typer

from scene.geometry.mesh import Point
from scene.table.table import FARTHEST
from sightline.errors import CommandError

X = Annotated[float | None, typer.Argument(metavar="X", help="Where: inches along the table's first side.", show_default=False)]
Y = Annotated[float | None, typer.Argument(metavar="Y", help="Inches along its second side.", show_default=False)]


def place_of(x: float | None, y: float | None, z: float | None, *, otherwise: str) -> Point | None:
    """The place, or None without one; a `CommandError` for a part of one, or for what is no place.

    Args:
        x, y, z: what was given of it.
        otherwise: what can be asked without a place.
    """
    if x is None:
        return None
    if y is None or z is None:
        raise CommandError(f"{'Y and Z are' if y is None else 'Z is'} missing; give X Y Z, or none of them for {otherwise}")
    if not all(math.isfinite(value) and abs(value) <= FARTHEST for value in (x, y, z)):
        raise CommandError(f"there is no place {x:g}, {y:g}, {z:g}; coordinates are inches, such as 24 18 6")
    return (x, y, z)
