"""The picture of a fall: from where, past what, onto what, and where it may go on."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from PIL import Image, ImageDraw

from scene.geometry.mesh import FloatArray, Point
from scene.hazards.fall_landing import Fall, Faller
from scene.table.table import Table
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.label_layout import leader, place_labels
from sightline.drawing.annotation.legend import DASHED, LegendEntry, arrow, circle, stroke, with_legend
from sightline.drawing.annotation.lettering import width, write
from sightline.drawing.annotation.marks import ring
from sightline.drawing.annotation.mask_outlines import runs
from sightline.drawing.annotation.overview_frame import BAND
from sightline.drawing.annotation.reservation import with_reservation
from sightline.drawing.rendering.camera import Camera, orbit_camera
from sightline.drawing.rendering.palette import BASE, FIGURE, INK, PAPER, VERMILLION, WHITE, mixed
from sightline.drawing.rendering.render_scene import RenderScene, build_render_scene, in_view
from sightline.drawing.rendering.renderer import render
from sightline.drawing.rendering.shading import quiet_light
from sightline.drawing.rendering.side_marks import base_colour, sides_of

SPACING = 0.03
"""Inches between the points of a line."""
AROUND = 3.0
"""Inches of the table shown round the fall."""
OVER = 2.4
"""Inches shown above it, so that whoever stands there has a head."""
LABEL_SIZE = 16


def fall_picture(table: Table, faller: Faller, falls: Sequence[Fall], *, size: tuple[int, int] = (1200, 900)) -> Image.Image:
    """The falls, one after the other, from the side from which most of them is seen.

    A line with an arrow's head leads down each, dashed where something is before it; a ring, as large as the base, lies
    where each begins, dashed, and another where it lies, with the inches fallen.

    Args:
        table: what is drawn, without the figure that falls.
        faller: who falls.
        falls: at least one.
        size: width and height in pixels.
    """
    sides = sides_of(table)
    render_scene = build_render_scene(
        table,
        figure_colour=lambda figure: mixed(FIGURE, base_colour(figure, sides), 0.35 if figure.side else 0.0),
        base_colour=lambda figure: mixed(BASE, base_colour(figure, sides), 0.9 if figure.side else 0.0),
        without=[faller.figure.id] if faller.figure else [],
    )
    lines = [_line(fall) for fall in falls]
    camera = _camera(render_scene, np.concatenate(lines), (size[0], size[1] - BAND))
    light = quiet_light(camera)
    canvas = ImageCanvas(Image.fromarray(np.rint(render(render_scene, camera, light).colour).astype(np.uint8)))
    for fall, line in zip(falls, lines, strict=True):
        _draw(canvas, camera, render_scene, fall, line, faller.radius)
    texts = [f'{number}: falls {fall.distance:.2f}"' for number, fall in enumerate(falls, start=1)]
    anchors = [_pixel(camera, line[len(line) // 2]) for line in lines]
    drawn = _labelled(canvas, texts, anchors, camera)
    who = faller.figure.called if faller.figure else "a figure"
    legend = [
        LegendEntry("where it begins to fall", circle(INK, dash=DASHED)),
        LegendEntry("how it falls", arrow(VERMILLION), wide=34.0),
        LegendEntry("where it lies", circle(INK)),
    ]
    if not all(in_view(render_scene, camera, line).all() for line in lines):
        legend.insert(2, LegendEntry("behind something", stroke(VERMILLION, dash=(7.0, 5.0)), wide=34.0))
    title = f"Where {who} falls: {table.name or 'table without a name'}"
    return with_reservation(with_legend(drawn, title, legend), table)


def _line(fall: Fall) -> FloatArray:
    """(n, 3) points from where it begins over the edge and down to where it lies."""
    corners = [fall.edge.point] if fall.edge else []
    corners += [fall.start, (fall.landing[0], fall.landing[1], fall.start[2]), fall.landing]
    corners += [fall.apart] if fall.apart else []
    stretches = []
    for start, end in pairwise(corners):
        count = int(np.linalg.norm(np.subtract(end, start)) / SPACING) + 2
        stretches.append(np.linspace(start, end, count))
    return np.asarray(np.concatenate(stretches) + np.array([0.0, 0.0, 0.04]))


def _camera(render_scene: RenderScene, line: FloatArray, size: tuple[int, int]) -> Camera:
    """From the side from which most of the line is seen."""
    turns = np.arange(8) * np.pi / 4.0
    ring = np.stack([np.cos(turns), np.sin(turns), np.zeros(8)], axis=1) * AROUND
    around = np.concatenate([ring, [[0.0, 0.0, OVER]]])
    region = (line[:: max(1, len(line) // 40)][:, None] + around).reshape(-1, 3)
    cameras = [orbit_camera(region, size, azimuth=float(azimuth), elevation=28.0) for azimuth in range(250, 610, 30)]
    return max(cameras, key=lambda camera: float(in_view(render_scene, camera, line).mean()))


def _draw(canvas: ImageCanvas, camera: Camera, render_scene: RenderScene, fall: Fall, line: FloatArray, radius: float) -> None:
    _ring(canvas, camera, fall.start, radius, dashed=True)
    _ring(canvas, camera, fall.lies, radius, dashed=False)
    pixels, seen = camera.project(line)[0], in_view(render_scene, camera, line)
    for first, last in runs(seen):
        stretch = pixels[max(first - 1, 0) : last + 1]
        if len(stretch) > 1:
            dash = None if seen[first] else (8.0, 6.0)
            canvas.line(stretch, VERMILLION, thick=4.0 if seen[first] else 2.6, dash=dash, casing=WHITE)
    _head(canvas, pixels)


def _head(canvas: ImageCanvas, pixels: FloatArray) -> None:
    """The head of an arrow at the end of a line."""
    tip = pixels[-1]
    far = np.flatnonzero(np.hypot(*(pixels - tip).T) > 14.0)
    if len(far) == 0:
        return
    back = (pixels[far[-1]] - tip) / np.hypot(*(pixels[far[-1]] - tip)) * 15.0
    aside = np.array([-back[1], back[0]]) * 0.5
    canvas.polygon(np.array([tip, tip + back + aside, tip + back - aside]), VERMILLION, edge=WHITE, thick=1.2)


def _ring(canvas: ImageCanvas, camera: Camera, place: Point, radius: float, *, dashed: bool) -> None:
    pixels, _ = camera.project(ring(place, radius))
    canvas.line(pixels, INK, thick=2.4, dash=(7.0, 5.0) if dashed else None, casing=WHITE)


def _pixel(camera: Camera, point: FloatArray) -> tuple[float, float]:
    x, y = camera.project(point[None])[0][0].tolist()
    return x, y


def _labelled(canvas: ImageCanvas, texts: Sequence[str], anchors: Sequence[tuple[float, float]], camera: Camera) -> Image.Image:
    free = np.zeros(camera.size[::-1], dtype=np.bool_)
    boxes = place_labels([(width(text, LABEL_SIZE) + 16.0, 26.0) for text in texts], anchors, free)
    for box, anchor in zip(boxes, anchors, strict=True):
        canvas.line(leader(box, anchor), INK, thick=1.3, alpha=0.8, casing=WHITE)
        canvas.box(box, PAPER, alpha=0.9, edge=mixed(PAPER, INK, 0.45), corner=5.0, thick=1.0)
    flat, draw = canvas.flat()
    _written(draw, texts, boxes)
    return flat


def _written(draw: ImageDraw.ImageDraw, texts: Sequence[str], boxes: Sequence[tuple[float, float, float, float]]) -> None:
    for text, (left, top, right, bottom) in zip(texts, boxes, strict=True):
        write(draw, ((left + right) / 2.0, (top + bottom) / 2.0 + 1.0), text, LABEL_SIZE, anchor="mm")
