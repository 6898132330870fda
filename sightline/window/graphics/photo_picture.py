"""The picture of a photo that is clicked in, as values in pixels of the window: the photo, lines and marks, and a loupe."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scene.geometry.mesh import FloatArray
from scene.table.table import Piece
from sightline.drafts.clicked_scenery import shapes
from sightline.drawing.on_photo.feature_edges import feature_edges
from sightline.drawing.rendering import palette
from sightline.drawing.rendering.palette import Rgb
from sightline.window.view.photo_view import PhotoView, clicked_pieces, free_part, rim
from sightline.window.view.window_view import WindowView

LOUPE = 190.0
"""Pixels of the window that the loupe is wide and high."""
CLOSER = 5.0
"""Pixels of the window for one of the photo in the loupe, at least; and by what it shows the photo larger."""
LARGER = 4.0
BESIDE = 12.0
"""Pixels between the loupe and what lies beside it."""
MOST_EDGES = 3000
"""Of a piece that is drawn over the photo."""


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines over the photo.

    Attributes:
        ends: (k, 2, 2) pixels.
        colour: of them.
        thick: pixels.
    """

    ends: FloatArray
    colour: Rgb
    thick: float = 2.0


@dataclass(frozen=True)
class Mark:
    """A mark over the photo.

    Attributes:
        at: its pixel.
        text: beside it.
        colour: of it.
        sure: whether it was clicked; else it is where it would be, and hollow.
    """

    at: tuple[float, float]
    text: str
    colour: Rgb
    sure: bool = True


@dataclass(frozen=True)
class Loupe:
    """A part of the photo, larger.

    Attributes:
        low, high: where it lies.
        part: left, upper, right and lower end of the part, as shares of the photo.
    """

    low: tuple[float, float]
    high: tuple[float, float]
    part: tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class PhotoPainting:
    """All that is drawn of a photo.

    Attributes:
        texture: under which the window finds the photo.
        low, high: where its corners lie.
        lines, marks: over it.
        loupe: at the cursor; None where it is not on the photo.
        size: of the window.
    """

    texture: str
    low: tuple[float, float]
    high: tuple[float, float]
    lines: Sequence[Lines]
    marks: Sequence[Mark]
    loupe: Loupe | None
    size: tuple[int, int]


def photo_painting(view: WindowView) -> PhotoPainting | None:
    """What is drawn of the photo; None where none is shown."""
    photo = view.photo
    if view.mode != "photos" or photo is None:
        return None
    wide, high = photo.size
    corners = photo.in_window(np.array([[-0.5, -0.5], [wide - 0.5, high - 0.5]]), view.size)
    (left, top), (right, low) = corners.tolist()
    return PhotoPainting(
        f"photo/{photo.photos.names[photo.shown]}" if photo.picture is not None else "",
        (left, top), (right, low), tuple(_lines(view, photo)), tuple(_marks(view, photo)), _loupe(view, photo), view.size,
    )  # fmt: skip


def _lines(view: WindowView, photo: PhotoView) -> list[Lines]:
    """The outlines of pieces and figures that are known, of the shape that is clicked, and where its next corner may lie."""
    found = [Lines(_drawn(view, photo, _edges(piece)), palette.SKY, 1.5) for piece in clicked_pieces(view.table)]
    found += [
        Lines(_drawn(view, photo, rim(figure.position, figure.base_radius)), palette.YELLOW, 1.5)
        for figure in view.table.figures
        if figure.base_mm > 0
    ]
    if len(photo.outline):
        found.append(Lines(_drawn(view, photo, photo.outline), palette.ORANGE, 2.5))
    else:
        found += _epipolar(view, photo)
    return [lines for lines in found if len(lines.ends)]


def _edges(piece: Piece) -> FloatArray:
    """(k, 2, 3) the edges of a piece on the table."""
    return np.asarray(piece.pose.to_table(feature_edges(piece.shape)))[:MOST_EDGES]


def _drawn(view: WindowView, photo: PhotoView, edges: FloatArray) -> FloatArray:
    """(k, 2, 2) pixels of the window at which the photo shows edges (k, 2, 3); those behind the camera are left out."""
    shown = photo.photos.clickable.views[photo.shown].project(edges)
    kept = shown[np.isfinite(shown).all(axis=(1, 2))]
    return photo.in_window(kept.reshape(-1, 2), view.size).reshape(-1, 2, 2)


def _epipolar(view: WindowView, photo: PhotoView) -> list[Lines]:
    """Where in this photo the next corner may lie, by where it was clicked in others."""
    # The ends of a round outline are other places in every photo.
    if photo.corner in photo.here() or shapes()[photo.shape].rounded:
        return []
    found = []
    for click in photo.clicks:
        if click.corner == photo.corner and click.photo != photo.shown:
            line = photo.photos.clickable.epipolar_line(click.photo, click.pixel, photo.shown)
            if len(line) > 1:
                points = photo.in_window(line, view.size)
                found.append(Lines(np.stack([points[:-1], points[1:]], axis=1), palette.GREEN, 1.5))
    return found


def _marks(view: WindowView, photo: PhotoView) -> list[Mark]:
    here = photo.here()
    found = [
        Mark(_spot(view, photo, click.pixel), str(corner + 1), palette.VERMILLION if corner == photo.corner else palette.ORANGE)
        for corner, click in here.items()
    ]
    if photo.fit is None:
        return found
    shape, camera = photo.fit.shape, photo.photos.clickable.views[photo.shown]
    clicked = np.array(sorted({click.corner for click in photo.clicks} - set(here)), dtype=np.int64)
    if not len(clicked):
        return found
    eyes = np.array([camera.pose.position] * len(clicked))
    shown = camera.project(shape.corner_places(photo.fit.numbers, clicked, eyes))
    return found + [
        Mark(_spot(view, photo, (x, y)), str(corner + 1), palette.ORANGE, sure=False)
        for corner, (x, y) in zip(clicked.tolist(), shown.tolist(), strict=True)
        if np.isfinite(x)
    ]


def _spot(view: WindowView, photo: PhotoView, pixel: tuple[float, float]) -> tuple[float, float]:
    x, y = photo.in_window(np.array([pixel]), view.size)[0].tolist()
    return x, y


def _loupe(view: WindowView, photo: PhotoView) -> Loupe | None:
    """The photo about the cursor, beside the cursor."""
    if photo.cursor is None or photo.picture is None or not photo.shows(photo.cursor):
        return None
    scale = photo.fitted_into(view.size).scale
    half = LOUPE / 2.0 / max(CLOSER, LARGER * scale)
    wide, high = photo.size
    x, y = photo.cursor[0] + 0.5, photo.cursor[1] + 0.5
    at, (left, top, _, low) = _spot(view, photo, photo.cursor), free_part(view.size)
    # In a corner, where it hides least; in another one when the cursor comes there.
    left, top = left + BESIDE, top + BESIDE
    if at[0] < left + LOUPE + BESIDE and at[1] < top + LOUPE + BESIDE:
        top = low - BESIDE - LOUPE
    part = ((x - half) / wide, (y - half) / high, (x + half) / wide, (y + half) / high)
    return Loupe((left, top), (left + LOUPE, top + LOUPE), part)
