"""Plain things to put on a table in tests: boxes, and figures that are boxes on round bases."""

from typing import Any

import numpy as np

from scene.geometry.mesh import EMPTY, FloatArray, Mesh
from scene.table.table import MM_PER_INCH, Body, Figure, Piece, Table, Terrain

Triple = tuple[float, float, float]

INCH_BASE = MM_PER_INCH * 2.0
"""Millimetres: a base of one inch radius, for round numbers."""


def box(low: Triple, high: Triple) -> Mesh:
    """The twelve triangles of a box."""
    corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=np.float64)
    quads = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    faces = [triangle for a, b, c, d in quads for triangle in ([a, b, c], [a, c, d])]
    return Mesh.of(np.asarray(low) + corners * np.subtract(high, low), faces)


def block(piece_id: str, low: Triple, high: Triple, **fields: Any) -> Piece:  # noqa: ANN401
    """A box as a piece of terrain, given where it is on the table."""
    return Piece(piece_id, box(low, high), **fields)


def figure(figure_id: str, x: float, y: float, z: float = 0.0, **fields: Any) -> Figure:  # noqa: ANN401
    """A figure on a base of one inch radius, looking along +x, unless ``fields`` say otherwise."""
    body = Body(box((-0.2, -0.3, 0.0), (0.2, 0.3, 1.2)), np.array([0.1, 0.0, 1.1]))
    return Figure(figure_id, body, (x, y, z), **({"base_mm": INCH_BASE} | fields))


def bodiless(figure_id: str, x: float, y: float, z: float = 0.0) -> Figure:
    """A figure with neither base nor body."""
    return Figure(figure_id, Body(EMPTY, np.zeros(3)), (x, y, z), base_mm=0.0)


def table(*things: Piece | Figure) -> Table:
    """A 48 by 36 inch table with these pieces and figures."""
    pieces = tuple(thing for thing in things if isinstance(thing, Piece))
    figures = tuple(thing for thing in things if isinstance(thing, Figure))
    return Table((48.0, 36.0), Terrain(pieces), figures)


def turn(degrees: float) -> FloatArray:
    """(2, 2) the matrix of a turn anticlockwise."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s], [s, c]])
