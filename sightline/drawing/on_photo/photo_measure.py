"""A measured distance on a photo of the scan: the straight line between the nearest points, a tick at every inch."""

from collections.abc import Mapping, Sequence

import numpy as np
from PIL import Image

from scene.geometry.mesh import FloatArray
from scene.measuring.distance import Span, Thing
from scene.table.table import Table
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.on_photo.photo_band import drawn_line, with_band
from sightline.drawing.on_photo.photo_frame import PhotoFrame, whole_photo
from sightline.drawing.on_photo.photo_marks import (
    HALO,
    QUIET,
    STRONG,
    PhotoLabel,
    draw_labels,
    draw_line_in_space,
    draw_others,
    draw_outline,
    kept_free,
    other_labels,
    things_in,
)
from sightline.drawing.rendering.palette import ORANGE, PURPLE, SKY, WHITE, WITNESS, Rgb
from sightline.files.scan_photo_lookup import Taken

ENDS: tuple[Rgb, Rgb] = (ORANGE, SKY)
THROUGH: Rgb = PURPLE
PER_INCH = 24
"""Points of the line in every inch, so that the lens bends it."""
MOST_POINTS = 20_000
TICK, SIXTH_TICK = 6.0, 11.0
"""Pixels that ticks reach to either side: those of inches, and every sixth of them."""
APART = 7.0
"""Pixels between ticks at least; where inches are nearer, only every sixth or twelfth has one."""


def measure_on_photo(
    table: Table,
    photo: Taken,
    things: Mapping[str, Thing],
    span: Span,
    *,
    through: Sequence[str],
    length: str,
    lines: Sequence[str],
) -> Image.Image:
    """A photo with the line between the nearest points of two objects.

    Args:
        table: on which they are.
        photo: of its scan.
        things: the two by their names; the same one twice is one.
        span: the line.
        through: ids of the pieces that it goes through.
        length: what stands beside it.
        lines: the answer in words, the first line the most important.
    """
    frame = whole_photo(photo, table)
    found = things_in(frame, table)
    colours = dict(zip(things, ENDS, strict=False))
    asked = {name: found.pop(name) for name in colours if name in found}
    hit = {name: found.pop(name) for name in through if name in found}
    canvas = ImageCanvas(frame.picture.copy())
    draw_others(canvas, found)
    for thing in hit.values():
        draw_outline(canvas, thing, THROUGH, thick=0.8 * STRONG)
    for name, thing in asked.items():
        draw_outline(canvas, thing, colours[name])
    way = _way(span)
    draw_line_in_space(canvas, frame, way, WITNESS, edge=WHITE)
    _draw_ticks(canvas, frame, span)
    ends = {name: frame.pixel(end) for name, end in zip(things, (span.from_, span.to), strict=False)}
    for end in (span.from_, span.to):
        if (pixel := frame.pixel(end)) is not None:
            canvas.disc(pixel, 4.5, WITNESS, edge=WHITE, thick=1.6)
    labels = [PhotoLabel(length, middle, WITNESS)] if (middle := _shown_middle(frame, way)) else []
    labels += [PhotoLabel(table.called(name), thing.anchor, colours[name]) for name, thing in asked.items()]
    # Tags and places have no outline: their names point to their ends.
    labels += [PhotoLabel(name, end, colours[name]) for name, end in ends.items() if end and name not in asked]
    labels += [PhotoLabel(f"through {name}", thing.anchor, THROUGH) for name, thing in hit.items()]
    labels += other_labels(table, found)
    drawn = draw_labels(canvas, labels, kept_free(frame, list(asked.values()), [way]))
    marks = [drawn_line(WITNESS, "the straight way, with a tick at every inch and a longer one at every sixth")]
    marks += [drawn_line(THROUGH, "what it goes through")] if hit else []
    marks.append(drawn_line(QUIET, "behind something, seen from the camera", dashed=True))
    return with_band(drawn, lines, marks, source=f"drawn on {photo.name}, a photo of this table's scan")


def _way(span: Span) -> FloatArray:
    """(n, 3) points of the line."""
    count = int(min(max(PER_INCH * span.distance, 50), MOST_POINTS))
    return np.linspace(span.from_, span.to, count + 1)


def _draw_ticks(canvas: ImageCanvas, frame: PhotoFrame, span: Span) -> None:
    """Strokes across the line, as it lies on the photo, at whole inches from its beginning."""
    inches = np.arange(1, int(np.ceil(span.distance - 1e-6)))
    if len(inches) == 0 or span.distance > MOST_POINTS:
        return
    ahead = (np.array(span.to) - span.from_) / span.distance
    places = np.array(span.from_) + inches[:, None] * ahead
    pixels, beside, seen = frame.view.project(places), frame.view.project(places + 0.01 * ahead), frame.sees(places)
    apart = np.linalg.norm(beside - pixels, axis=1) * 100.0
    for inch, pixel, along, wide, shown in zip(inches.tolist(), pixels, beside - pixels, apart, seen, strict=True):
        if not np.isfinite(wide) or wide < 1e-6:
            continue
        step = 1 if wide >= APART else 6 if 6.0 * wide >= APART else 12
        if inch % step:
            continue
        across = np.array([-along[1], along[0]]) * 100.0 / wide * (SIXTH_TICK if inch % 6 == 0 else TICK)
        stroke = np.array([pixel - across, pixel + across])
        canvas.line(stroke, HALO, thick=4.6, alpha=0.8 if shown else 0.4)
        canvas.line(stroke, WHITE, thick=2.2 if inch % 6 == 0 else 1.6, alpha=1.0 if shown else 0.6)


def _shown_middle(frame: PhotoFrame, way: FloatArray) -> tuple[float, float] | None:
    """The pixel in the middle of what lies in the picture of a line (n, 3)."""
    pixels = frame.view.project(way)
    inside = ((pixels > 0.0) & (pixels < np.array(frame.picture.size) - 1.0)).all(axis=1)
    if not inside.any():
        return None
    x, y = pixels[np.flatnonzero(inside)[int(inside.sum()) // 2]].tolist()
    return x, y
