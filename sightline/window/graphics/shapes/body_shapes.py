"""The bodies of figures as they are drawn: in the colours of their sides, of one colour, as an outline, or pale."""

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache

import numpy as np

from scene.base.memo import memoized
from scene.geometry.mesh import FloatArray
from scene.table.table import Body, Figure
from sightline.drawing.rendering import palette
from sightline.drawing.rendering.closed_faces import closed_faces
from sightline.drawing.rendering.palette import Rgb
from sightline.drawing.rendering.side_marks import SideMark
from sightline.window.graphics.shapes.drawn_object import FIGURE, UNLIT, DrawnObject
from sightline.window.graphics.shapes.gl_shapes import (
    TriangleBatch,
    base_shape,
    body_shape,
)
from sightline.window.graphics.shapes.overlay_shapes import THROUGH, UPON, ring_about

TINT = 0.4
"""How much of the colour of its side a body has."""
OUTLINE = 0.05
"""Inches that the line is thick round who is selected."""


def drawn_people(figures: Iterable[Figure], sides: dict[str, SideMark]) -> dict[Hashable, DrawnObject]:
    """Figures where they stand."""
    names, found = list(sides), dict[Hashable, DrawnObject]()
    for figure in figures:
        number = names.index(figure.side) if figure.side in sides else 0
        found[figure.id, "body"] = _body(figure, sides.get(figure.side))
        found[figure.id, "base"] = _base(figure, sides.get(figure.side), number)
    return found


@lru_cache(maxsize=1024)
def _body(figure: Figure, side: SideMark | None) -> DrawnObject:
    """A figure's body where it stands."""
    return figure_body(figure, side)


def figure_body(figure: Figure, side: SideMark | None) -> DrawnObject:
    """A figure's body where it stands, tinted in the colour of its side, so that it stands out from scenery."""
    tinted = _of_side(figure.body, side.colour if side else None)
    return DrawnObject(tinted, _pose(figure), kind=FIGURE, closed=is_closed(figure.body))


@lru_cache(maxsize=256)
def _of_side(body: Body, colour: Rgb | None) -> TriangleBatch:
    """A body tinted in a colour, wherever it stands."""
    whole = body_shape(body)
    tinted = whole.colours.copy()
    if colour is not None:
        tinted[:, :3] += np.float32(TINT) * (np.array(colour, dtype=np.float32) / np.float32(255.0) - tinted[:, :3])
    return TriangleBatch(whole.places, whole.normals, tinted)


@lru_cache(maxsize=256)
def _of_one_colour(body: Body, ink: tuple[int, int, int, int]) -> TriangleBatch:
    """A body all of one colour, the last number is how opaque, 0 to 255; wherever it stands."""
    whole = body_shape(body)
    inks = np.tile(np.array(ink, dtype=np.float32) / np.float32(255.0), (len(whole), 1))
    return TriangleBatch(whole.places, whole.normals, inks)


@memoized
def is_closed(body: Body) -> bool:
    """Whether all surfaces of a body are closed, so that their backs are never seen."""
    return all(closed_faces(mesh).all() for mesh in (body.counts, body.insignificant) if len(mesh.faces))


def _pose(figure: Figure) -> FloatArray:
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = figure.pose.matrix[:3, :3], figure.pose.position
    return pose


@lru_cache(maxsize=1024)
def _base(figure: Figure, side: SideMark | None, number: int) -> DrawnObject:
    return DrawnObject(base_shape(figure, side, number))


@lru_cache(maxsize=1024)
def hidden_body(figure: Figure, side: SideMark | None) -> DrawnObject:
    """A figure as it is seen through what stands before it."""
    pale = _of_one_colour(figure.body, (*(side.colour if side else palette.FIGURE), round(255 * THROUGH)))
    return DrawnObject(pale, _pose(figure), kind=UNLIT, blended=True, upon=True, behind=True, closed=is_closed(figure.body))


@lru_cache(maxsize=64)
def painted_body(figure: Figure, colour: Rgb) -> DrawnObject:
    """A figure's body where it stands, all of one colour."""
    return DrawnObject(_of_one_colour(figure.body, (*colour, 255)), _pose(figure), nearer=UPON, upon=True)


@lru_cache(maxsize=64)
def outline_of(figure: Figure, colour: Rgb) -> DrawnObject:
    """A line round a figure: a thicker body turned inside out, of which only what is behind the figure is seen."""
    body = body_shape(figure.body)
    places = (body.places + np.float32(OUTLINE) * body.normals).reshape(-1, 3, 3)[:, ::-1].reshape(-1, 3)
    ink = np.tile(np.array([*colour, 255.0], dtype=np.float32) / np.float32(255.0), (len(body), 1))
    return DrawnObject(TriangleBatch(places, body.normals, ink), _pose(figure), kind=UNLIT, upon=True, closed=True)


def ghost_of(figure: Figure, colour: Rgb = palette.SKY) -> Iterator[DrawnObject]:
    """A figure where it does not stand."""
    body = body_shape(figure.body)
    pale = np.tile(np.array([*np.array(colour) / 255.0, 0.55], dtype=np.float32), (len(body), 1))
    yield DrawnObject(TriangleBatch(body.places, body.normals, pale), _pose(figure), blended=True, upon=True)
    yield ring_about(figure, colour)
