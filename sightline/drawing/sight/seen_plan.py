"""The plan of a table as its photos show it: their colours, decks with their heights, and hatched where nothing is shown."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import distance_transform_edt

from scene.geometry.mesh import BoolArray
from scene.table.seen_table import SeenTable
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.legend import LegendEntry, fill, stroke, with_legend
from sightline.drawing.annotation.lettering import width, write
from sightline.drawing.annotation.mask_outlines import outlines
from sightline.drawing.annotation.plan_frame import draw_inch_grid, framed_plan, plan_of, plan_size
from sightline.drawing.rendering.palette import INK, ORANGE, PAPER, RULE, WHITE

SIZE = (1400, 1080)
LABEL = 15
HATCH = 9
"""Pixels from one line of the hatching to the next."""
LEAST_LABELLED = 1.5
"""Square inches: smaller decks have an outline only."""
GAP = 2.0
"""Pixels that two samples of one triangle may be apart."""
BETWEEN = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.5, 0.5, 0], [0, 0.5, 0.5], [0.5, 0, 0.5], [1 / 3, 1 / 3, 1 / 3]])
"""Where a triangle is sampled: its pixels are hardly smaller."""


def seen_plan(seen: SeenTable, size: tuple[float, float], title: str) -> Image.Image:
    """The plan of a table of that size in inches; higher surfaces hide lower ones, and the ground has no label."""
    low, high = np.zeros(3), np.array([*size, max(seen.tallest, 1.0)])
    camera = plan_of(low, high, plan_size(SIZE), size)
    corners = seen.surface.vertices[seen.surface.faces]
    points = np.einsum("ki,fij->fkj", BETWEEN, corners).reshape(-1, 3)
    shades = np.einsum("ki,fij->fkj", BETWEEN, seen.surface.colours[seen.surface.faces].astype(np.float64)).reshape(-1, 3)
    order = np.argsort(points[:, 2], kind="stable")
    pixels = np.rint(camera.project(points[order])[0]).astype(np.int64)
    shown = ((pixels >= 0) & (pixels < np.array(camera.size))).all(axis=1)
    wide, tall = camera.size
    picture, known = np.full((tall, wide, 3), PAPER, dtype=np.uint8), np.zeros((tall, wide), dtype=bool)
    column, row = pixels[shown].T
    # What comes later is higher, and stays.
    picture[row, column], known[row, column] = np.rint(shades[order][shown]), True
    picture, known = _closed(picture, known)
    picture = _hatched(picture, known, camera.project(np.array([[0.0, 0.0, 0.0], [*size, 0.0]]))[0])
    canvas = ImageCanvas(Image.fromarray(picture))
    draw_inch_grid(canvas, camera, size)
    labels = list[tuple[float, float, str]]()
    cells = np.stack(np.meshgrid(*(np.arange(count) for count in seen.deck_at.shape), indexing="ij"), axis=-1).reshape(-1, 2)
    middles = np.column_stack([np.array(seen.low[:2]) + (cells + 0.5) * seen.cell, np.zeros(len(cells))])
    at = np.rint(camera.project(middles)[0]).astype(np.int64)
    half = int(np.ceil(seen.cell * camera.focal / 2.0))
    for number, deck in enumerate(seen.decks):
        mask = np.zeros((tall, wide), dtype=bool)
        for x, y in at[seen.deck_at.reshape(-1) == number].tolist():
            mask[max(y - half, 0) : y + half + 1, max(x - half, 0) : x + half + 1] = True
        if number == 0 and deck.is_ground:
            continue
        for line in outlines(mask):
            canvas.line(line, ORANGE, thick=2.4, casing=INK)
        if deck.area >= LEAST_LABELLED and mask.any():
            x, y = _inmost(mask)
            text = f'{deck.height:.2f}" ± {deck.off:.2f}'
            long = width(text, LABEL)
            canvas.box((x - long / 2 - 5, y - 11, x + long / 2 + 5, y + 11), WHITE, alpha=0.9, edge=INK, corner=4.0, thick=1.0)
            labels.append((x, y, text))
    flat, draw = canvas.flat()
    for x, y, text in labels:
        write(draw, (x + 0.5, y + 1.0), text, LABEL, bold=True, anchor="mm")
    entries = [
        LegendEntry("a level deck and its height above the ground, inches", stroke(ORANGE, casing=INK)),
        LegendEntry("no surface is shown: what stands there is not known", fill(PAPER, hatches=(1.0,), hatch=INK)),
    ]
    first = seen.decks[0] if seen.decks else None
    ground = ""
    if first and first.is_ground:
        ground = f'; the ground is at {round(first.height, 2) + 0.0:.2f}" ± {first.off:.2f}'
    return with_legend(framed_plan(flat, camera, size, title), f"As {seen.photos} photos show it{ground}", entries)


def _closed(picture: NDArray[np.uint8], known: BoolArray) -> tuple[NDArray[np.uint8], BoolArray]:
    """The picture without the gaps between samples of one triangle."""
    if not known.any():
        return picture, known
    far, nearest = distance_transform_edt(~known, return_indices=True)
    near = far <= GAP
    return np.where(near[..., None], picture[nearest[0], nearest[1]], picture), near


def _hatched(picture: NDArray[np.uint8], known: BoolArray, ends: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The picture with diagonal lines over what of the table, between pixels ``ends`` (2, 2), is not known."""
    rows, columns = np.indices(known.shape)
    left, right = sorted(ends[:, 0])
    top, bottom = sorted(ends[:, 1])
    table = (columns >= left) & (columns <= right) & (rows >= top) & (rows <= bottom)
    found = picture.copy()
    found[table & ~known] = RULE
    found[table & ~known & ((rows + columns) % HATCH < 2)] = INK
    return found


def _inmost(mask: BoolArray) -> tuple[float, float]:
    """The pixel x, y of a mask that is farthest from its outline."""
    row, column = np.unravel_index(int(np.argmax(distance_transform_edt(mask))), mask.shape)
    return float(column), float(row)
