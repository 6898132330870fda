"""The picture of a blast: where its marker was placed and where it ends, or the cloud of all places where it may."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from PIL import Image

from rules.hazards.blast_marker import ENDED, Blast, Ended, Marker
from rules.hazards.blast_odds import BlastOdds
from rules.percentages import percent
from scene.geometry.mesh import Point
from scene.table.table import Figure, Table
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.label_layout import leader, place_labels
from sightline.drawing.annotation.lettering import cut, width, write
from sightline.drawing.annotation.marks import ring
from sightline.drawing.annotation.overview_frame import BAND
from sightline.drawing.annotation.reservation import with_reservation
from sightline.drawing.rendering.camera import Camera, orbit_camera
from sightline.drawing.rendering.palette import BASE, BLUE, FIGURE, GREY, INK, PAPER, RULE, VERMILLION, WHITE, Rgb, mixed
from sightline.drawing.rendering.render_scene import RenderScene, build_render_scene, in_view
from sightline.drawing.rendering.renderer import render
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


Shape = Literal["", "dot", "ring", "dashed"]
SHOWN: Final[Mapping[Ended, tuple[Shape, Rgb]]] = {
    "hit": ("dashed", INK), **{end: ("dot", colour) for end, colour in COLOURS.items()}
}  # fmt: skip
"""With which marks a cloud shows how a marker may end."""
NOT_SHOWN: Final[tuple[Shape, Rgb]] = ("", INK)
"""Of what is told by its words alone."""


@dataclass(frozen=True)
class LegendMark:
    """A mark of the picture in its legend, and what it means; words alone where the picture shows nothing of it."""

    shape: Shape
    colour: Rgb
    text: str


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
    canvas, camera, render_scene = _scene(table, marker)
    raised = odds.cloud + np.array([0.0, 0.0, RAISED])
    (pixels, depth), seen = camera.project(raised), in_view(render_scene, camera, raised)
    for number in np.argsort(-depth):
        colour, alpha = COLOURS[ENDED[int(odds.kinds[number])]], 0.85 if seen[number] else BEHIND
        canvas.disc((float(pixels[number, 0]), float(pixels[number, 1])), 1.7, colour, alpha=alpha)
    _circle(canvas, camera, marker.middle, marker.radius, INK, dashed=True)
    texts = {name: f"{table.called(name)}: {percent(chance)}" for name, chance in chances.items()}
    legend = [LegendMark(*SHOWN.get(end, NOT_SHOWN), f"{MEANING[end]} {percent(share)}") for end, share in odds.ends.items()]
    drawn = _framed(_labelled(canvas, camera, table, texts), f'{2 * marker.radius:g}" marker: all it may do', legend)
    return with_reservation(drawn, table)


def blast_picture(table: Table, marker: Marker, blast: Blast) -> Image.Image:
    """One blast: a dashed circle where the marker was placed, a solid one where it ends, and who is hit or shielded."""
    canvas, camera, _ = _scene(table, marker)
    _circle(canvas, camera, marker.middle, marker.radius, INK, dashed=True)
    if blast.ended not in {"dud", "off-table"}:
        _circle(canvas, camera, blast.middle, marker.radius, VERMILLION, dashed=False)
        ends = np.array([marker.middle, blast.middle]) + np.array([0.0, 0.0, RAISED])
        canvas.line(camera.project(ends)[0], VERMILLION, thick=2.5, casing=WHITE)
    texts = {name: f"{table.called(name)}: hit" for name in blast.hits}
    texts |= {name: f"{table.called(name)}: shielded" for name in blast.shielded}
    how = NOT_SHOWN if blast.ended in {"dud", "off-table"} else ("ring", VERMILLION)
    legend = [LegendMark("dashed", INK, "where it was placed"), LegendMark(*how, f"how it ends: {MEANING[blast.ended]}")]
    drawn = _framed(_labelled(canvas, camera, table, texts), f'{2 * marker.radius:g}" marker', legend)
    return with_reservation(drawn, table)


def _scene(table: Table, marker: Marker) -> tuple[ImageCanvas, Camera, RenderScene]:
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
    colour = render(render_scene, camera, Light(lamp_beside(camera), corner_reach=1.6)).colour
    return ImageCanvas(Image.fromarray(np.rint(colour).astype(np.uint8))), camera, render_scene


def _circle(canvas: ImageCanvas, camera: Camera, middle: Point, radius: float, colour: Rgb, *, dashed: bool) -> None:
    pixels, _ = camera.project(ring(middle, radius, 73) + np.array([0.0, 0.0, RAISED]))
    canvas.line(pixels, colour, thick=3.0, dash=(8.0, 6.0) if dashed else None, casing=WHITE)


def _labelled(canvas: ImageCanvas, camera: Camera, table: Table, texts: Mapping[str, str]) -> Image.Image:
    heads = {name: _head(camera, table.figure(name)) for name in texts}
    inside = {name for name, (x, y) in heads.items() if 0.0 <= x < camera.size[0] and 0.0 <= y < camera.size[1]}
    shown = {name: cut(text, LABEL_SIZE, 320) for name, text in texts.items() if name in inside}
    anchors = [heads[name] for name in shown]
    free = np.zeros(camera.size[::-1], dtype=np.bool_)
    boxes = place_labels([(width(text, LABEL_SIZE) + 16.0, 26.0) for text in shown.values()], anchors, free)
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


def _draw_mark(canvas: ImageCanvas, mark: LegendMark, middle: tuple[float, float]) -> None:
    if mark.shape == "dot":
        canvas.disc(middle, 6.0, mark.colour)
    elif mark.shape:
        turns = np.linspace(0.0, 2.0 * np.pi, 49)
        ring = np.stack([np.cos(turns), np.sin(turns)], axis=1) * 6.5 + np.array(middle)
        canvas.line(ring, mark.colour, thick=2.4, dash=(4.0, 3.0) if mark.shape == "dashed" else None)


def _framed(scene: Image.Image, title: str, legend: list[LegendMark]) -> Image.Image:
    """The scene with a band below it: what it is, and what the marks mean."""
    whole = Image.new("RGB", SIZE, PAPER)
    whole.paste(scene, (0, 0))
    canvas = ImageCanvas(whole)
    top = float(SIZE[1] - BAND)
    canvas.line(np.array([[0.0, top], [float(SIZE[0]), top]]), RULE, thick=1.0)
    spots, left = [], 24.0
    for mark in legend:
        indent = 18.0 if mark.shape else 0.0
        _draw_mark(canvas, mark, (left + 6.0, top + 0.7 * BAND))
        spots.append((left + indent, mark.text))
        left += width(mark.text, LABEL_SIZE) + indent + 28.0
    flat, draw = canvas.flat()
    write(draw, (24.0, top + 0.3 * BAND), title, LABEL_SIZE, bold=True, anchor="lm")
    for x, text in spots:
        write(draw, (x, top + 0.7 * BAND), text, LABEL_SIZE, anchor="lm")
    return flat
