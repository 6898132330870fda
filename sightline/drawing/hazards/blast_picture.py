"""The picture of a blast: where its marker was placed and where it ends, or the cloud of all places where it may."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from PIL import Image

from rules.hazards.blast_marker import ENDED, Blast, Ended, Marker
from rules.hazards.blast_odds import BlastOdds
from rules.percentages import percent
from scene.geometry.mesh import BoolArray, Point
from scene.table.table import Figure, Table
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.label_layout import leader, place_labels
from sightline.drawing.annotation.legend import DASHED, LegendEntry, circle, dot, with_legend
from sightline.drawing.annotation.lettering import cut, width, write
from sightline.drawing.annotation.marks import ring
from sightline.drawing.annotation.overview_frame import BAND
from sightline.drawing.annotation.reservation import with_reservation
from sightline.drawing.rendering.camera import Camera, orbit_camera
from sightline.drawing.rendering.palette import BASE, BLUE, FIGURE, GREY, INK, PAPER, VERMILLION, WHITE, Rgb, mixed
from sightline.drawing.rendering.render_scene import RenderScene, build_render_scene, in_view
from sightline.drawing.rendering.renderer import figures_in, render
from sightline.drawing.rendering.shading import Light, lamp_beside
from sightline.drawing.rendering.side_marks import base_colour, sides_of

SIZE = (1200, 900)
AROUND = 8.5
"""Inches of the table shown round the marker."""
RAISED = 0.06
"""Inches above their floor at which marks are drawn."""
BEHIND = 0.35
"""Opacity of what something stands before."""
LABEL_SIZE = 16
COLOURS: Final[Mapping[Ended, Rgb]] = {"scattered": VERMILLION, "off-table": GREY, "mid-air": BLUE}
MEANING: Final[Mapping[Ended, str]] = {
    "hit": "stays where it is",
    "scattered": "goes off there",
    "mid-air": "in mid-air, does no harm",
    "off-table": "off the table, does no harm",
    "dud": "dud",
    "misfire": "misfire over the shooter",
}
PLACED: Final = (8.0, 6.0)
"""Dashes of the circle where a marker was placed."""


def cloud_picture(table: Table, marker: Marker, odds: BlastOdds) -> Image.Image:
    """Where the middle of a marker may come to lie, and how likely each figure is hit.

    Every dot is a direction of a throw; the rings of dots are the inches of the D6, broken where something stops the marker.
    Dots are paler where something stands before them. The legend tells the share of each end.

    Args:
        table: what is drawn.
        marker: as it was placed.
        odds: of it.
    """
    chances = {name: chance for name, chance in odds.hit.items() if chance > 0.0}
    canvas, camera, render_scene, figures = _scene(table, marker)
    raised = odds.cloud + np.array([0.0, 0.0, RAISED])
    (pixels, depth), seen = camera.project(raised), in_view(render_scene, camera, raised)
    for number in np.argsort(-depth):
        colour, alpha = COLOURS[ENDED[int(odds.kinds[number])]], 0.85 if seen[number] else BEHIND
        canvas.disc((float(pixels[number, 0]), float(pixels[number, 1])), 1.7, colour, alpha=alpha)
    _circle(canvas, camera, marker.middle, marker.radius, INK, dashed=True)
    texts = {name: f"{table.called(name)}: {percent(chance)}" for name, chance in chances.items()}
    drawn = _labelled(canvas, camera, table, texts, figures)
    legend = _cloud_legend(odds, behind=not seen.all())
    return with_reservation(with_legend(drawn, f'{2 * marker.radius:g}" marker: all it may do', legend), table)


def _cloud_legend(odds: BlastOdds, *, behind: bool) -> list[LegendEntry]:
    """The circle, then the ends with their shares: dots where the cloud has them, words alone where it has none."""
    stays = odds.ends.get("hit")
    meant = "where it is placed" + (f"; stays there {percent(stays)}" if stays is not None else "")
    entries = [LegendEntry(meant, circle(INK, dash=DASHED))]
    for end, share in odds.ends.items():
        if end != "hit":
            colour = COLOURS.get(end)
            entries.append(LegendEntry(f"{MEANING[end]} {percent(share)}", dot(colour) if colour else None))
    if behind:
        colour = next((COLOURS[end] for end in odds.ends if end in COLOURS), GREY)
        entries.append(LegendEntry("paler: behind something", dot(colour, alpha=BEHIND)))
    return entries


def blast_picture(table: Table, marker: Marker, blast: Blast) -> Image.Image:
    """One blast: a dashed circle where the marker was placed, a solid one where it ends, and who is hit or shielded."""
    canvas, camera, _, figures = _scene(table, marker)
    _circle(canvas, camera, marker.middle, marker.radius, INK, dashed=True)
    if blast.ended not in {"dud", "off-table"}:
        _circle(canvas, camera, blast.middle, marker.radius, VERMILLION, dashed=False)
        ends = np.array([marker.middle, blast.middle]) + np.array([0.0, 0.0, RAISED])
        canvas.line(camera.project(ends)[0], VERMILLION, thick=2.5, casing=WHITE)
    texts = {name: f"{table.called(name)}: hit" for name in blast.hits}
    texts |= {name: f"{table.called(name)}: shielded" for name in blast.shielded}
    how = None if blast.ended in {"dud", "off-table"} else circle(VERMILLION)
    legend = [
        LegendEntry("where it was placed", circle(INK, dash=DASHED)),
        LegendEntry(f"how it ends: {MEANING[blast.ended]}", how),
    ]
    drawn = _labelled(canvas, camera, table, texts, figures)
    return with_reservation(with_legend(drawn, f'{2 * marker.radius:g}" marker', legend), table)


def _scene(table: Table, marker: Marker) -> tuple[ImageCanvas, Camera, RenderScene, BoolArray]:
    """The table around a marker, and (rows, columns) where figures are seen."""
    sides = sides_of(table)
    render_scene = build_render_scene(
        table,
        figure_colour=lambda figure: mixed(FIGURE, base_colour(figure, sides), 0.35 if figure.side else 0.0),
        base_colour=lambda figure: mixed(BASE, base_colour(figure, sides), 0.9 if figure.side else 0.0),
    )
    around = ring(marker.middle, AROUND, 73)
    size = (SIZE[0], SIZE[1] - BAND)
    cameras = [orbit_camera(around, size, azimuth=float(azimuth), elevation=55.0) for azimuth in range(250, 610, 45)]
    near = ring(marker.middle, marker.radius, 73) + np.array([0.0, 0.0, RAISED])
    camera = max(cameras, key=lambda one: float(in_view(render_scene, one, near).mean()))
    picture = render(render_scene, camera, Light(lamp_beside(camera), corner_reach=1.6))
    canvas = ImageCanvas(Image.fromarray(np.rint(picture.colour).astype(np.uint8)))
    return canvas, camera, render_scene, figures_in(render_scene, picture)


def _circle(canvas: ImageCanvas, camera: Camera, middle: Point, radius: float, colour: Rgb, *, dashed: bool) -> None:
    pixels, _ = camera.project(ring(middle, radius, 73) + np.array([0.0, 0.0, RAISED]))
    canvas.line(pixels, colour, thick=3.0, dash=PLACED if dashed else None, casing=WHITE)


def _labelled(canvas: ImageCanvas, camera: Camera, table: Table, texts: Mapping[str, str], figures: BoolArray) -> Image.Image:
    """The flat picture with its labels, which cover none of the ``figures`` (rows, columns)."""
    heads = {name: _head(camera, table.figure(name)) for name in texts}
    inside = {name for name, (x, y) in heads.items() if 0.0 <= x < camera.size[0] and 0.0 <= y < camera.size[1]}
    shown = {name: cut(text, LABEL_SIZE, 320) for name, text in texts.items() if name in inside}
    anchors = [heads[name] for name in shown]
    sizes = [(width(text, LABEL_SIZE) + 16.0, 26.0) for text in shown.values()]
    boxes = place_labels(sizes, anchors, figures, nearest=6.0)
    for box, anchor in zip(boxes, anchors, strict=True):
        canvas.line(leader(box, anchor), INK, thick=1.3, alpha=0.8, casing=WHITE)
        canvas.box(box, PAPER, alpha=0.9, edge=mixed(PAPER, INK, 0.45), corner=5.0, thick=1.0)
    flat, draw = canvas.flat()
    for text, (left, top, right, bottom) in zip(shown.values(), boxes, strict=True):
        write(draw, ((left + right) / 2.0, (top + bottom) / 2.0 + 1.0), text, LABEL_SIZE, anchor="mm")
    return flat


def _head(camera: Camera, figure: Figure) -> tuple[float, float]:
    corners = figure.box if len(figure.body.counts.faces) else np.array([figure.position, figure.position])
    middle = [*(corners.mean(axis=0)[:2]), corners[1, 2]]
    x, y = camera.project(np.array([middle]))[0][0].tolist()
    return x, y
