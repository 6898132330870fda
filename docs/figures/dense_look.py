"""Two photos of a table with the points of a shot's lines: seen through in two photos or more, or not."""

import numpy as np
from PIL import Image, ImageDraw

from benchmarks.dense_lines.__main__ import photos_of
from benchmarks.dense_lines.sets import photo_set
from capture.dense.dense_lines import look_along, points_along
from capture.dense.line_strips import GreyPhoto
from docs.figures.canvas import side_by_side
from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.table import MM_PER_INCH

TABLE, SHOOTER, TARGET = "sluice-warren", "ruden", "gant"
SHOWN = (1, 19)
"""Which photos: a high one, and a low one."""
PANEL, WIDE = 540, 900
THROUGH, OPEN = (70, 220, 90), (255, 190, 40)


def figure() -> Image.Image:
    """Both photos about the line, green where it was seen through and yellow where it was not."""
    found = photo_set(TABLE)
    photos = photos_of(found)
    one, other = found.table.figure(SHOOTER), found.table.figure(TARGET)
    bases = [(*figure.position[:2], figure.base_mm / 2.0 / MM_PER_INCH) for figure in (one, other)]
    points = points_along(one.eye, other.placed.vertices.mean(axis=0), bases)
    (told,) = look_along(photos, [points])
    place = np.arange(len(points))
    through = np.ones(len(points), dtype=bool)
    for stretch in told.unseen:
        begin, end = (int(np.linalg.norm(points - np.array(near), axis=1).argmin()) for near in stretch)
        through &= (place < begin) | (place > end)
    return side_by_side([_drawn(photos[number], points, through) for number in SHOWN])


def _drawn(photo: GreyPhoto, points: FloatArray, through: BoolArray) -> Image.Image:
    pixels = photo.view.project(points)
    image = Image.fromarray((1.4 * photo.grey.astype(np.float32)).clip(0, 255).astype(np.uint8)).convert("RGB")
    draw = ImageDraw.Draw(image)
    for (x, y), free in zip(pixels.tolist(), through.tolist(), strict=True):
        draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=THROUGH if free else OPEN)
    x, y = pixels.mean(axis=0).tolist()
    cut = image.crop((int(x) - WIDE // 2, int(y) - WIDE // 3, int(x) + WIDE // 2, int(y) + WIDE // 3))
    return cut.resize((PANEL, PANEL * 2 // 3))
