"""The section along a path: its legs on what the section cuts."""

import numpy as np
from PIL import Image

from scene.pathfinding.path_legs import Path
from sightline.answers.counted_legs import counted_legs
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.plan_frame import RULER, TITLE
from sightline.drawing.annotation.section_frame import Section, draw_section_grid, framed_section, section_along, section_ground
from sightline.drawing.movement.path_lines import LegMark, draw_path, label_path, leg_line, letter_path, stride_line
from sightline.drawing.rendering.render_scene import RenderScene


def section_of(path: Path, render_scene: RenderScene, size: tuple[int, int]) -> Section:
    """The section along a path of at least one leg, as large as ``size`` pixels allow, and no longer than the path takes."""
    return section_along(np.concatenate([leg_line(leg, render_scene) for leg in path.legs]), size)


def section_picture(path: Path, render_scene: RenderScene, size: tuple[int, int], title: str) -> Image.Image:
    """The section along a path of at least one leg, ``size`` pixels with its rulers and ``title``."""
    section = section_of(path, render_scene, (size[0] - RULER, size[1] - RULER - TITLE))
    canvas = ImageCanvas(Image.fromarray(section_ground(section, render_scene)))
    draw_section_grid(canvas, section)
    marks = section_marks(path, render_scene, section)
    draw_path(canvas, marks)
    boxes = label_path(canvas, marks, np.zeros(section.size[::-1], dtype=np.bool_), words=False)
    flat, draw = canvas.flat()
    letter_path(draw, marks, boxes, words=False)
    return framed_section(flat, section, title)


def section_marks(path: Path, render_scene: RenderScene, section: Section) -> list[LegMark]:
    """The legs as the section shows them; nothing hides them there."""
    marks, gone = [], 0.0
    for number, counted_leg in enumerate(counted_legs(path), start=1):
        line = stride_line(counted_leg, render_scene)
        along = gone + np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line[:, :2], axis=0).T))])
        marks.append(LegMark(number, counted_leg.whole, section.pixels(along, line[:, 2]), np.ones(len(line), dtype=np.bool_)))
        gone = float(along[-1])
    return marks
