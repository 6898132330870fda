"""The frame of a plan to be measured: an inch grid over everything, rulers along its edges, a bar of inches, north."""

import numpy as np
from PIL import Image

from scene.geometry.mesh import FloatArray
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.lettering import cut, width, write
from sightline.drawing.rendering.camera import Camera, plan_camera
from sightline.drawing.rendering.palette import FAINT_INK, INK, PAPER, RULE, WHITE

RULER = 34
"""Pixels: width of the rulers, left of and below a plan."""
TITLE = 34
"""Pixels: height of the words above it."""
RIM = 0.3
"""Inches beyond the table's edge that a plan may show where it has to show some."""
BARS = (24, 12, 6, 4, 3, 2, 1)
"""Inches that a bar may have."""
NUMBER_SIZE, TITLE_SIZE = 14, 17


def plan_of(low: FloatArray, high: FloatArray, size: tuple[int, int], table: tuple[float, float]) -> Camera:
    """A camera straight above the box from ``low`` to ``high`` (3,), inches, for a plan of ``size`` pixels.

    Where the picture has room beside the box it shows more of the table, of ``table`` inches, rather than what lies off it.
    """
    across = np.array(size) / float((np.array(size) / (high - low)[:2]).min())
    middle, half, end = (low[:2] + high[:2]) / 2.0, across / 2.0, np.array(table)
    within = np.clip(middle, np.minimum(half, end / 2.0) - RIM, np.maximum(end - half, end / 2.0) + RIM)
    ends = np.stack([within - half, within + half])
    return plan_camera(np.column_stack([ends, [low[2], high[2]]]), size)


def draw_inch_grid(canvas: ImageCanvas, camera: Camera, table: tuple[float, float], *, strength: float = 1.0) -> None:
    """A line at every whole inch of a table of ``table`` inches, a stronger one at every sixth, over everything in a plan."""
    ends, _ = camera.project([[0.0, 0.0, 0.0], [*table, 0.0]])
    for axis in (0, 1):
        for inch, at in inches_along(camera, axis, table[axis]):
            line = np.array([[at, at], np.clip(ends[:, 1 - axis], 0.0, camera.size[1 - axis])]).T
            main = inch % 6 == 0
            if main or camera.focal >= 9.0:
                canvas.line(line[:, :: 1 - 2 * axis], INK, thick=1.0, alpha=strength * (0.34 if main else 0.15))


def inches_along(camera: Camera, axis: int, end: float) -> list[tuple[int, float]]:
    """Every whole inch from 0 to ``end`` along the table's x (``axis`` 0) or y (1) that a plan shows, and its pixel."""
    corners, _ = camera.rays(np.array([[0.0, camera.size[1] - 1.0], [camera.size[0] - 1.0, 0.0]]))
    first, last = max(0.0, corners[0, axis]), min(end, corners[1, axis])
    inches = range(int(np.ceil(first - 1e-9)), int(np.floor(last + 1e-9)) + 1)
    points = np.zeros((len(inches), 3))
    points[:, axis] = inches
    return list(zip(inches, camera.project(points)[0][:, axis].tolist(), strict=True))


def plan_size(size: tuple[int, int]) -> tuple[int, int]:
    """The pixels that a plan has if it takes ``size`` pixels with its frame."""
    return size[0] - RULER, size[1] - RULER - TITLE


def framed_plan(picture: Image.Image, camera: Camera, table: tuple[float, float], title: str) -> Image.Image:
    """A plan of a table of ``table`` inches with its frame.

    Above it are words, a bar of inches and an arrow to the north, left of it and below it rulers with the table's inches.
    """
    whole = Image.new("RGB", (picture.width + RULER, picture.height + RULER + TITLE), PAPER)
    whole.paste(picture, (RULER, TITLE))
    canvas = ImageCanvas(whole)
    right, middle, bar = float(whole.width), TITLE / 2.0, bar_of(camera)
    words = f"{bar} inch" + ("es" if bar > 1 else "")
    left = right - 44.0 - width(words, NUMBER_SIZE) - bar * camera.focal
    draw_bar(canvas, (left, middle - 4.0), bar, camera.focal)
    canvas.polygon(np.array([[0.0, -13.0], [5.0, 1.0], [0.0, -2.0], [-5.0, 1.0]]) + np.array([right - 17.0, middle]), INK)
    numbers = _draw_ticks(canvas, camera, table)
    flat, draw = canvas.flat()
    write(draw, (right - 38.0, middle + 1.0), words, NUMBER_SIZE, anchor="rm")
    write(draw, (right - 17.0, middle + 8.0), "N", 12, anchor="mm", bold=True)
    write(draw, (RULER + 2.0, middle), cut(title, TITLE_SIZE, left - RULER - 20.0), TITLE_SIZE, bold=True, anchor="lm")
    for x, y, text in numbers:
        write(draw, (x, y), text, NUMBER_SIZE, anchor="mm", colour=FAINT_INK)
    return flat


def draw_bar(canvas: ImageCanvas, place: tuple[float, float], inches: int, inch: float) -> None:
    """A bar of ``inches``, each ``inch`` pixels long, with its left upper corner at ``place``."""
    parts = 4 if inches == 1 else inches if inch >= 7.0 else 1
    for part in range(parts):
        left, long = place[0] + part * inches * inch / parts, inches * inch / parts
        canvas.box((left, place[1], left + long, place[1] + 8.0), INK if part % 2 == 0 else WHITE, edge=INK, thick=1.0)


def draw_north(canvas: ImageCanvas, camera: Camera) -> tuple[float, float]:
    """An arrow to the side of large y in the upper right of a view from a side; where its N goes."""
    middle = np.array([camera.size[0] - 30.0, 32.0])
    ahead = camera.axes[:2, 1] / max(float(np.hypot(*camera.axes[:2, 1])), 1e-9)
    aside = np.array([-ahead[1], ahead[0]])
    arrow = [ahead * 17.0, aside * 6.0 - ahead * 2.0, ahead * 2.0, -aside * 6.0 - ahead * 2.0]
    canvas.disc((float(middle[0]), float(middle[1])), 21.0, PAPER, alpha=0.9, edge=RULE, thick=1.0)
    canvas.polygon(np.array(arrow) + middle, INK)
    x, y = (middle - ahead * 10.0).tolist()
    return x, y


def bar_of(camera: Camera) -> int:
    """How many inches the bar of a plan has."""
    room = 0.25 * camera.size[0]
    return next((inches for inches in BARS if inches * camera.focal <= room and inches * camera.focal >= 40.0), 1)


def _draw_ticks(canvas: ImageCanvas, camera: Camera, table: tuple[float, float]) -> list[tuple[float, float, str]]:
    """The rulers' ticks; the places and words of their numbers."""
    wanted = (width("00", NUMBER_SIZE) + 10.0) / camera.focal
    every = next((step for step in (1, 2, 3, 6, 12) if step >= wanted), 12)
    bottom, numbers = float(camera.size[1] + TITLE), list[tuple[float, float, str]]()
    for axis in (0, 1):
        for inch, at in inches_along(camera, axis, table[axis]):
            named = inch % every == 0
            long = 8.0 if named else 4.0
            if axis == 0:
                x = at + RULER
                canvas.line(np.array([[x, bottom], [x, bottom + long]]), FAINT_INK, thick=1.3)
            else:
                canvas.line(np.array([[RULER - long, at + TITLE], [float(RULER), at + TITLE]]), FAINT_INK, thick=1.3)
            if named and (14.0 < at < camera.size[axis] - 10.0):
                numbers.append((at + RULER, bottom + 19.0, str(inch)) if axis == 0 else (RULER - 20.0, at + TITLE, str(inch)))
    return numbers
