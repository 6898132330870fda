"""A section of the table along a line, unrolled: along it to the right, heights upwards, and what of the terrain it cuts."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scene.geometry.mesh import FloatArray
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.lettering import write
from sightline.drawing.annotation.plan_frame import NUMBER_SIZE, RULER, TITLE, TITLE_SIZE
from sightline.drawing.rendering.cutaway import CUT, within_solids
from sightline.drawing.rendering.palette import FAINT_INK, GROUND, INK, PAPER, SLAB, Rgb, mixed
from sightline.drawing.rendering.render_scene import RenderScene

AROUND = 0.8
"""Inches shown before the line's start and after its end."""
HEADROOM = 1.3
"""Inches shown above its highest point."""
BELOW = 0.3
"""Inches shown below the ground."""
LARGEST = 72.0
"""Pixels that an inch has at most."""
NARROWEST = 380
"""Pixels that the section is wide at least, so that its title has room."""
SKY: Rgb = (236, 238, 239)


@dataclass(frozen=True, eq=False)
class Section:
    """A section along a line; an inch is as long across as it is up.

    Attributes:
        size: width and height in pixels.
        inch: pixels.
        left: the pixel of the line's start.
        base: the pixel of the ground.
        line: (n, 3) the line's points.
        along: (n,) inches in plan from the start to each.
    """

    size: tuple[int, int]
    inch: float
    left: float
    base: float
    line: FloatArray
    along: FloatArray

    def pixels(self, along: FloatArray, heights: FloatArray) -> FloatArray:
        """(n, 2) where something ``along`` (n,) inches on and ``heights`` (n,) inches up is."""
        return np.stack([self.left + along * self.inch, self.base - heights * self.inch], axis=1)

    def points(self) -> FloatArray:
        """(height, width, 3) the points of the table that the pixels show; before and after the line straight on."""
        run = (np.arange(self.size[0]) - self.left) / self.inch
        heights = (self.base - np.arange(self.size[1])) / self.inch
        flat = np.stack([np.interp(run, self.along, self.line[:, axis]) for axis in (0, 1)], axis=1)
        first, last = self._ends()
        flat += np.minimum(run, 0.0)[:, None] * first + np.maximum(run - self.along[-1], 0.0)[:, None] * last
        whole = np.empty((*self.size[::-1], 3))
        whole[:, :, :2], whole[:, :, 2] = flat, heights[:, None]
        return whole

    def _ends(self) -> tuple[FloatArray, FloatArray]:
        """(2,) each: the directions in plan in which the line starts and ends."""
        steps = np.diff(self.line[:, :2], axis=0)
        lengths = np.hypot(*steps.T)
        moving = np.flatnonzero(lengths > 1e-6)
        if len(moving) == 0:
            return np.array([1.0, 0.0]), np.array([1.0, 0.0])
        first, last = moving[0], moving[-1]
        return steps[first] / lengths[first], steps[last] / lengths[last]


def section_along(line: FloatArray, size: tuple[int, int], *, headroom: float = HEADROOM) -> Section:
    """The section along a line (n, 3), as large as ``size`` pixels allow, and no longer than the line takes."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line[:, :2], axis=0).T))])
    low, top = min(0.0, float(line[:, 2].min())) - BELOW, float(line[:, 2].max()) + headroom
    inch = min(size[0] / (float(along[-1]) + 2.0 * AROUND), size[1] / (top - low), LARGEST)
    wide = min(size[0], max(int((float(along[-1]) + 2.0 * AROUND) * inch), NARROWEST))
    return Section((wide, size[1]), inch, AROUND * inch, size[1] + low * inch, line, along)


def section_ground(section: Section, render_scene: RenderScene) -> NDArray[np.uint8]:
    """(height, width, 3) the section through the terrain and the board, before anything is drawn on it."""
    points = section.points()
    solid = within_solids(render_scene.terrain, points.reshape(-1, 3)).reshape(points.shape[:2])
    colour = np.empty(points.shape, dtype=np.uint8)
    colour[...] = SKY
    colour[points[:, :, 2] < 0.0] = mixed(GROUND, SLAB, 0.5)
    colour[solid & (points[:, :, 2] >= 0.0)] = CUT
    return colour


def draw_section_grid(canvas: ImageCanvas, section: Section) -> None:
    """A line for every inch along it and every inch of height."""
    (wide, high), inch = section.size, section.inch
    for x in np.arange(section.left % inch, wide, inch):
        canvas.line(np.array([[x, 0.0], [x, float(high)]]), INK, thick=1.0, alpha=0.15)
    for y in np.arange(section.base % inch, high, inch):
        canvas.line(np.array([[0.0, y], [float(wide), y]]), INK, thick=1.0, alpha=0.15)
    canvas.line(np.array([[0.0, section.base], [float(wide), section.base]]), INK, thick=1.4, alpha=0.7)


def framed_section(picture: Image.Image, section: Section, title: str) -> Image.Image:
    """The section with its words and its rulers: inches along it, and inches of height."""
    wide, high = picture.size
    whole = Image.new("RGB", (wide + RULER, high + RULER + TITLE), PAPER)
    whole.paste(picture, (RULER, TITLE))
    canvas, numbers = ImageCanvas(whole), list[tuple[float, float, str]]()
    every = next(step for step in (1, 2, 5, 10, 20, 50, 1000) if step * section.inch >= 26.0)
    for number in range(int((wide - section.left) / section.inch) + 1):
        x, bottom = section.left + number * section.inch + RULER, float(high + TITLE)
        canvas.line(np.array([[x, bottom], [x, bottom + (8.0 if number % every == 0 else 4.0)]]), FAINT_INK, thick=1.3)
        if number % every == 0:
            numbers.append((x, bottom + 19.0, str(number)))
    for number in range(int(section.base / section.inch) + 1):
        y = section.base - number * section.inch + TITLE
        canvas.line(np.array([[RULER - 6.0, y], [float(RULER), y]]), FAINT_INK, thick=1.3)
        if number % every == 0 and y > TITLE + 6.0:
            numbers.append((RULER - 18.0, y, str(number)))
    flat, draw = canvas.flat()
    write(draw, (RULER + 2.0, TITLE / 2.0), title, TITLE_SIZE, bold=True, anchor="lm")
    for x, y, text in numbers:
        write(draw, (x, y), text, NUMBER_SIZE, anchor="mm", colour=FAINT_INK)
    return flat
