"""Marks on photos: outlines of figures and pieces, lines in space, and labels; all with a dark halo."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw
from scipy.ndimage import binary_dilation

from scene.geometry.mesh import BoolArray, FloatArray
from scene.geometry.ray_casting import RayScene
from scene.table.table import Figure, Piece, Table
from sightline.drawing.annotation.image_canvas import Box, Dash, ImageCanvas
from sightline.drawing.annotation.label_layout import leader, place_labels
from sightline.drawing.annotation.lettering import cut, width, write
from sightline.drawing.annotation.mask_outlines import outlines, pieces_within
from sightline.drawing.on_photo.photo_frame import Float32, PhotoFrame
from sightline.drawing.rendering.palette import INK, PAPER, Rgb, mixed
from sightline.drawing.rendering.render_scene import base_mesh
from sightline.drawing.sight.eye_marks import deepest

HALO: Rgb = (16, 17, 20)
QUIET: Rgb = (244, 242, 236)
"""The colour of what was not asked for."""
BEHIND: Dash = (7.0, 6.0)
"""Dashes of what something stands before."""
STRONG, THIN = 3.0, 1.3
"""Pixels: outlines of what was asked for, and of other objects."""
STRONG_SIZE, SMALL_SIZE = 19, 14
LABEL_ROOM = 330
MOST_SMALL = 16
"""Of objects that were not asked for, as many get their names."""
SPECK = 70
"""Pixels: outlines of small holes, as of gratings, are shorter than that and left out but in close-ups."""
LEAST_PIXELS = 60
"""Smaller than that on the photo nothing is named or outlined that was not asked for."""


@dataclass(frozen=True, eq=False)
class Silhouette:
    """An object on a photo.

    Attributes:
        left, top: the pixel where the masks begin.
        full: (r, c) where it is, or would be seen with nothing before it.
        seen: (r, c) where the camera sees it.
        distance: (r, c) inches from the camera to it; infinite beside it.
    """

    left: int
    top: int
    full: BoolArray
    seen: BoolArray
    distance: Float32

    @property
    def rows(self) -> slice:
        """The picture's rows that the masks are of."""
        return slice(self.top, self.top + self.full.shape[0])

    @property
    def columns(self) -> slice:
        """The picture's columns that the masks are of."""
        return slice(self.left, self.left + self.full.shape[1])

    @property
    def anchor(self) -> tuple[float, float]:
        """The pixel that a label points to: deep inside of what is seen, or else of all."""
        x, y = deepest(self.seen if self.seen.sum() > LEAST_PIXELS else self.full)
        return x + self.left, y + self.top


def figure_silhouette(frame: PhotoFrame, figure: Figure, *, with_base: bool = True) -> Silhouette | None:
    """A figure's body on the photo, and its base; None where it is not in the picture."""
    meshes = [figure.placed, base_mesh(figure)] if with_base else [figure.placed]
    corners = np.concatenate([mesh.vertices for mesh in meshes])
    return _silhouette(frame, RayScene(meshes), corners, figure.id)


def piece_silhouette(frame: PhotoFrame, piece: Piece) -> Silhouette | None:
    """A piece on the photo; None where it is not in the picture."""
    return _silhouette(frame, RayScene([piece.placed]), piece.placed.vertices, piece.id)


def _silhouette(frame: PhotoFrame, rays: RayScene, corners: FloatArray, owner: str) -> Silhouette | None:
    room = _room(frame, corners) if any(part.owner == owner for part in frame.render_scene.parts) else None
    if room is None:
        return None
    left, top, right, bottom = room
    ways = frame.ways[top:bottom, left:right]
    flat = ways.reshape(-1, 3)
    distance = rays.distances(frame.eye[None], flat, which=np.zeros(len(flat), dtype=np.int64)).reshape(ways.shape[:2])
    full = np.isfinite(distance)
    if not full.any():
        return None
    return Silhouette(left, top, full, full & frame.shows(owner, slice(top, bottom), slice(left, right)), distance)


def _room(frame: PhotoFrame, corners: FloatArray) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom pixel of a box around (n, 3) corners, cut to the picture; None for nothing in it."""
    rows, columns = frame.shape
    if len(corners) == 0:
        return None
    ahead = (corners - frame.eye) @ frame.view.pose.matrix[:, 2] > 0.0
    if not ahead.any():
        return None
    pixels = frame.view.project(corners)
    if not np.isfinite(pixels).all():
        return 0, 0, columns, rows
    low, high = pixels.min(axis=0), pixels.max(axis=0)
    # A lens bends long edges outwards between their ends.
    margin = 3.0 + 0.04 * float(np.max(high - low))
    left, top = np.clip(np.floor(low - margin), 0, (columns, rows)).astype(int).tolist()
    right, bottom = np.clip(np.ceil(high + margin), 0, (columns, rows)).astype(int).tolist()
    return (left, top, right, bottom) if right > left and bottom > top else None


def draw_outline(
    canvas: ImageCanvas,
    thing: Silhouette,
    colour: Rgb,
    *,
    thick: float = STRONG,
    alpha: float = 1.0,
    least: int = SPECK,
    behind: Dash | None = BEHIND,
) -> None:
    """The outline of an object.

    Args:
        canvas: to draw on.
        thing: what is outlined.
        colour: of the line.
        thick: pixels.
        alpha: 1 is opaque.
        least: holes are outlined that are so many pixels round.
        behind: dashes where something stands before it; None leaves that out.
    """
    beside = np.ones((3, 3), dtype=np.bool_)
    near_seen = binary_dilation(np.pad(thing.seen, 3), beside, iterations=2)
    shift = np.array([thing.left - 3, thing.top - 3])
    found = outlines(np.pad(thing.full, 3), smooth=0.7)
    longest = max((len(line) for line in found), default=0)
    for line in (line for line in found if len(line) >= min(least, longest)):
        for piece in pieces_within(line, ~near_seen) if behind else ():
            canvas.line(piece + shift, colour, thick=max(0.75 * thick, 1.0), dash=behind, casing=HALO, alpha=0.9 * alpha)
        for piece in pieces_within(line, near_seen):
            canvas.line(piece + shift, colour, thick=thick, casing=HALO, alpha=alpha)


def draw_line_in_space(
    canvas: ImageCanvas, frame: PhotoFrame, points: FloatArray, colour: Rgb, *, thick: float = STRONG, edge: Rgb | None = None
) -> None:
    """A line through (n, 3) points of the table, thin and in dashes where something stands before it.

    ``edge`` is a colour between the line and its halo, for colours that are dark themselves.
    """
    for line, seen in frame.stretches(points):
        wide, dash = (thick, None) if seen else (0.7 * thick, BEHIND)
        if edge:
            canvas.line(line, HALO, thick=wide + 4.6, dash=dash, alpha=0.8)
            canvas.line(line, colour, thick=wide, dash=dash, casing=edge)
        else:
            canvas.line(line, colour, thick=wide, dash=dash, casing=HALO)


def things_in(frame: PhotoFrame, table: Table, *, without: Collection[str] = ()) -> dict[str, Silhouette]:
    """The silhouettes of pieces, then of figures, by their ids: those that are in the picture."""
    found: dict[str, Silhouette | None] = {
        piece.id: piece_silhouette(frame, piece)
        for piece in table.terrain.pieces
        if not piece.stands_open and piece.id not in without
    }
    found |= {figure.id: figure_silhouette(frame, figure) for figure in table.figures if figure.id not in without}
    return {name: thing for name, thing in found.items() if thing is not None}


def draw_others(canvas: ImageCanvas, things: Mapping[str, Silhouette]) -> None:
    """Thin outlines of what was not asked for, as far as it is seen."""
    for thing in things.values():
        if thing.seen.sum() > LEAST_PIXELS:
            draw_outline(canvas, thing, QUIET, thick=THIN, alpha=0.5, behind=None)


@dataclass(frozen=True)
class PhotoLabel:
    """A name on a photo.

    Attributes:
        text: what it says.
        anchor: the pixel that it points to.
        colour: of its edge and its dot.
        strong: it was asked for.
    """

    text: str
    anchor: tuple[float, float]
    colour: Rgb = QUIET
    strong: bool = True

    @property
    def size(self) -> int:
        """Pixels: of the letters."""
        return STRONG_SIZE if self.strong else SMALL_SIZE


def other_labels(table: Table, things: Mapping[str, Silhouette]) -> list[PhotoLabel]:
    """Small names of what was not asked for: of the largest objects in the picture."""
    seen = {name: int(thing.seen.sum()) for name, thing in things.items()}
    largest = sorted((name for name in seen if seen[name] > LEAST_PIXELS), key=lambda name: -seen[name])[:MOST_SMALL]
    return [PhotoLabel(table.called(name), things[name].anchor, QUIET, strong=False) for name in largest]


def draw_labels(canvas: ImageCanvas, labels: Sequence[PhotoLabel], avoid: BoolArray) -> Image.Image:
    """The flat picture with labels near what they name, off one another and off what is to be seen.

    Args:
        canvas: what is drawn so far; nothing can be added later.
        labels: the first have the best choice of places.
        avoid: (rows, columns) what must not be covered.
    """
    texts = [cut(label.text, label.size, LABEL_ROOM) for label in labels]
    sizes = [(width(text, label.size) + 0.9 * label.size, 1.55 * label.size) for text, label in zip(texts, labels, strict=True)]
    boxes = place_labels(sizes, [label.anchor for label in labels], avoid, nearest=10.0)
    for label, box in zip(labels, boxes, strict=True):
        line = leader(box, label.anchor)
        if np.hypot(*(line[1] - line[0])) > 8.0:
            canvas.line(line, label.colour, thick=1.8 if label.strong else 1.0, casing=HALO)
        canvas.disc(label.anchor, 4.0 if label.strong else 2.4, label.colour, edge=HALO, thick=1.4)
    for label, box in zip(labels, boxes, strict=True):
        _draw_box(canvas, label, box)
    flat, draw = canvas.flat()
    for text, label, box in zip(texts, labels, boxes, strict=True):
        _write(draw, text, label, box)
    return flat


def _draw_box(canvas: ImageCanvas, label: PhotoLabel, box: Box) -> None:
    if label.strong:
        canvas.box((box[0] - 1.5, box[1] - 1.5, box[2] + 1.5, box[3] + 1.5), HALO, alpha=0.8, corner=7.0)
        canvas.box(box, PAPER, alpha=0.96, edge=mixed(label.colour, INK, 0.15), corner=6.0, thick=2.4)
    else:
        canvas.box(box, HALO, alpha=0.62, corner=5.0)


def _write(draw: ImageDraw.ImageDraw, text: str, label: PhotoLabel, box: Box) -> None:
    middle = ((box[0] + box[2]) / 2.0, (box[1] + box[3]) / 2.0 + 1.0)
    write(draw, middle, text, label.size, colour=INK if label.strong else QUIET, bold=label.strong, anchor="mm")


def kept_free(frame: PhotoFrame, things: Sequence[Silhouette], ways: Sequence[FloatArray] = ()) -> BoolArray:
    """(rows, columns) what labels keep off: silhouettes, and lines through (n, 3) points of the table."""
    rows, columns = frame.shape
    free = np.zeros((rows, columns), dtype=np.bool_)
    for thing in things:
        free[thing.rows, thing.columns] |= thing.full
    for way in ways:
        pixels = frame.view.project(way)
        pixels = pixels[np.isfinite(pixels).all(axis=1)]
        pixels = pixels[((pixels > 0) & (pixels < (columns, rows))).all(axis=1)].astype(np.int64)
        for dx in range(-6, 7, 3):
            for dy in range(-6, 7, 3):
                free[(pixels[:, 1] + dy).clip(0, rows - 1), (pixels[:, 0] + dx).clip(0, columns - 1)] = True
    return free
