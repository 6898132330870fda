"""The marks of the sides: told apart by colour, by shape and by letter."""

from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import FloatArray
from scene.table.table import Figure, Table
from sightline.drawing.rendering.palette import BASE, BLUE, GREEN, ORANGE, PURPLE, SIDES, SKY, VERMILLION, YELLOW, Rgb

NAMED = {
    "red": VERMILLION, "blue": BLUE, "green": GREEN, "purple": PURPLE, "pink": PURPLE, "yellow": YELLOW,
    "orange": ORANGE, "sky": SKY,
}  # fmt: skip
"""Sides that are called by a colour get the nearest of the set."""

CORNERS = (0, 4, 3, 6, 5, 8)
"""Corners of the sides' shapes in turn; 0 is a disc."""


@dataclass(frozen=True)
class SideMark:
    """The marks of a side.

    Attributes:
        name: as in the table.
        colour: of its bases and badges.
        corners: of its badges; 0 is a disc.
        letter: in its badges.
    """

    name: str
    colour: Rgb
    corners: int
    letter: str


Wanted = tuple[tuple[str, str], ...]
"""Sides, and the colour that each wants by name; empty for any."""


def sides_of(table: Table, wanted: Wanted = ()) -> dict[str, SideMark]:
    """The sides of a table in the order in which they come; figures of no side have no marks.

    Args:
        table: whose figures are marked.
        wanted: sides that come first, whoever of them stands on the table, as the gangs of a battle do.
    """
    colour = dict(wanted)
    names = list(dict.fromkeys((*colour, *(figure.side for figure in table.figures if figure.side))))
    letters: list[str] = []
    for name in names:
        from_name = [*name.upper(), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
        letters.append(next((letter for letter in from_name if letter.isalnum() and letter not in letters), "?"))
    colours = _colours([colour.get(name) or name for name in names])
    return {name: SideMark(name, colours[i], CORNERS[i % len(CORNERS)], letters[i]) for i, name in enumerate(names)}


def _colours(names: list[str]) -> list[Rgb]:
    """A colour for each side: the one it is called by, then those that are left."""
    called: list[Rgb | None] = []
    for name in names:
        colour = NAMED.get(name.strip().lower())
        called.append(None if colour in called else colour)
    left = [colour for colour in SIDES if colour not in called] or list(SIDES)
    return [colour or left[i % len(left)] for i, colour in enumerate(called)]


def base_colour(figure: Figure, sides: dict[str, SideMark]) -> Rgb:
    """The colour of a figure's base."""
    return sides[figure.side].colour if figure.side in sides else BASE


def badge_shape(corners: int, middle: tuple[float, float], radius: float) -> FloatArray:
    """(n, 2) the corners of a badge's shape, about as large to the eye whatever its corners."""
    count = corners or 40
    size = radius * {0: 1.0, 3: 1.45, 4: 1.22}.get(corners, 1.1)
    start = -np.pi / 2.0 + (np.pi / 4.0 if corners == 4 else 0.0)
    turns = start + np.arange(count) * 2.0 * np.pi / count
    drop = 0.18 * radius if corners == 3 else 0.0
    return np.stack([middle[0] + size * np.cos(turns), middle[1] + drop + size * np.sin(turns)], axis=1)
