"""A blast marker on a photo of the scan: where it lies, where it ends, whom it hits, or the cloud of all its ends."""

from collections.abc import Mapping, Sequence

import numpy as np
from PIL import Image

from rules.hazards.blast_marker import ENDED, Blast, Marker
from rules.hazards.blast_odds import BlastOdds
from rules.percentages import percent
from scene.geometry.mesh import Point
from scene.table.table import Table
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.marks import ring
from sightline.drawing.hazards.blast_picture import BEHIND, COLOURS, MEANING, RAISED
from sightline.drawing.on_photo.photo_band import drawn_dot, drawn_line, reserved, with_band
from sightline.drawing.on_photo.photo_frame import PhotoFrame, whole_photo
from sightline.drawing.on_photo.photo_marks import (
    HALO,
    QUIET,
    THIN,
    PhotoLabel,
    draw_labels,
    draw_line_in_space,
    draw_others,
    draw_outline,
    kept_free,
    other_labels,
    things_in,
)
from sightline.drawing.rendering.palette import ORANGE, SKY, VERMILLION, WHITE, YELLOW, Rgb
from sightline.files.scan_photo_lookup import Taken

RING, STEPS = 180, 120
"""Into how many parts circles and lines are divided, so that the lens bends them."""
PLACED, ENDS = QUIET, VERMILLION
HIT, SHIELDED, SHOOTER = ORANGE, SKY, YELLOW
UP = np.array([0.0, 0.0, RAISED])


def cloud_on_photo(table: Table, photo: Taken, marker: Marker, odds: BlastOdds, lines: Sequence[str]) -> Image.Image:
    """A photo with the places where the middle of a marker may come to lie, and how likely each figure is hit.

    Dots and circle are those of `sightline.drawing.hazards.blast_picture.cloud_picture`; dots are paler where something
    stands before them.

    Args:
        table: on which it is thrown.
        photo: of its scan.
        marker: as it was placed.
        odds: of it.
        lines: the answer in words, the first line the most important.
    """
    frame = whole_photo(photo, table)
    canvas = ImageCanvas(frame.picture.copy())
    _draw_cloud(canvas, frame, odds)
    _draw_circle(canvas, frame, marker.middle, marker.radius, PLACED)
    said = {name: (f"hit in {percent(chance)}", HIT) for name, chance in odds.hit.items() if chance > 0.0}
    drawn = _named(canvas, frame, table, marker, said)
    marks = [drawn_line(PLACED, "where it is placed")]
    marks += [drawn_dot(COLOURS[end], f"{MEANING[end]} {percent(share)}") for end, share in odds.ends.items() if end in COLOURS]
    marks.append(drawn_line(QUIET, "behind something, seen from the camera; dots are paler there", dashed=True))
    return with_band(drawn, reserved(table, lines), marks, source=f"drawn on {photo.name}, a photo of this table's scan")


def blast_on_photo(table: Table, photo: Taken, marker: Marker, blast: Blast, lines: Sequence[str]) -> Image.Image:
    """A photo with one blast: where the marker was placed, where it ends, and who is hit or shielded.

    Args:
        table: on which it is thrown.
        photo: of its scan.
        marker: as it was placed.
        blast: what became of it.
        lines: the answer in words, the first line the most important.
    """
    frame = whole_photo(photo, table)
    canvas = ImageCanvas(frame.picture.copy())
    marks = [drawn_line(PLACED, "where it was placed")]
    _draw_circle(canvas, frame, marker.middle, marker.radius, PLACED)
    if blast.ended not in {"dud", "off-table"}:
        draw_line_in_space(canvas, frame, np.linspace(marker.middle, blast.middle, STEPS + 1) + UP, ENDS, edge=WHITE)
        _draw_circle(canvas, frame, blast.middle, marker.radius, ENDS)
        marks.append(drawn_line(ENDS, f"how it ends: {MEANING[blast.ended]}"))
    said = dict.fromkeys(blast.hits, ("hit", HIT)) | dict.fromkeys(blast.shielded, ("shielded by terrain", SHIELDED))
    drawn = _named(canvas, frame, table, marker, said)
    marks.append(drawn_line(QUIET, "behind something, seen from the camera", dashed=True))
    return with_band(drawn, reserved(table, lines), marks, source=f"drawn on {photo.name}, a photo of this table's scan")


def _draw_circle(canvas: ImageCanvas, frame: PhotoFrame, middle: Point, radius: float, colour: Rgb) -> None:
    draw_line_in_space(canvas, frame, ring(middle, radius, RING + 1) + UP, colour, edge=WHITE if colour == ENDS else None)


def _draw_cloud(canvas: ImageCanvas, frame: PhotoFrame, odds: BlastOdds) -> None:
    raised = odds.cloud + UP
    pixels, seen = frame.view.project(raised), frame.sees(raised)
    away = np.linalg.norm(raised - frame.eye, axis=1)
    inside = ((pixels > 0.0) & (pixels < np.array(frame.picture.size))).all(axis=1)
    for number in np.flatnonzero(inside)[np.argsort(-away[inside])].tolist():
        colour, alpha = COLOURS[ENDED[int(odds.kinds[number])]], 0.9 if seen[number] else BEHIND
        x, y = pixels[number].tolist()
        canvas.disc((x, y), 2.4, HALO, alpha=0.5 * alpha)
        canvas.disc((x, y), 1.8, colour, alpha=alpha)


def _named(
    canvas: ImageCanvas, frame: PhotoFrame, table: Table, marker: Marker, said: Mapping[str, tuple[str, Rgb]]
) -> Image.Image:
    """The flat picture with outlines and names: figures of whom something is ``said``, the shooter, and all else thinly."""
    things = things_in(frame, table)
    asked = {name: things.pop(name) for name in said if name in things}
    own = things.pop(marker.shooter, None)
    draw_others(canvas, things)
    for name, thing in asked.items():
        draw_outline(canvas, thing, said[name][1])
    labels = [
        PhotoLabel(f"{table.called(name)}: {said[name][0]}", thing.anchor, said[name][1]) for name, thing in asked.items()
    ]
    if own:
        draw_outline(canvas, own, SHOOTER, thick=2.0 * THIN)
        labels.append(PhotoLabel(f"{table.called(marker.shooter)} shoots", own.anchor, SHOOTER))
    labels += other_labels(table, things)
    return draw_labels(
        canvas, labels, kept_free(frame, list(asked.values()), [ring(marker.middle, marker.radius, RING + 1) + UP])
    )
