"""The picture of a random move: the path of the figure, or the cloud of all places where it may end."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from PIL import Image

from rules.hazards.random_move import RandomMove
from rules.hazards.random_move_odds import RandomMoveOdds
from rules.movement.spatial_shift import ARRIVALS, SpatialShift
from rules.percentages import percent
from scene.geometry.mesh import FloatArray, Point
from scene.table.footprints import plan_disc
from scene.table.table import Figure, Table
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.legend import DASHED, LegendEntry, Sign, circle, middle_of, with_legend
from sightline.drawing.annotation.marks import ring
from sightline.drawing.annotation.overview_frame import BAND
from sightline.drawing.annotation.reservation import with_reservation
from sightline.drawing.rendering.camera import Camera, orbit_camera
from sightline.drawing.rendering.palette import (
    BASE,
    BLUE,
    FIGURE,
    GREEN,
    INK,
    ORANGE,
    PURPLE,
    VERMILLION,
    WHITE,
    Rgb,
    mixed,
)
from sightline.drawing.rendering.render_scene import RenderScene, build_render_scene, in_view
from sightline.drawing.rendering.renderer import render
from sightline.drawing.rendering.shading import Light, lamp_beside
from sightline.drawing.rendering.side_marks import base_colour, sides_of

SIZE = (1200, 900)
LEAST = 4.0
"""Inches of the table shown round the figure at least."""
BESIDE = 1.5
"""Inches shown around all that happens."""
RAISED = 0.06
"""Inches above their floor at which marks are drawn."""
BEHIND = 0.35
"""Opacity of what something stands before."""
SMALL, LARGE = 4.4, 7.5
"""Pixels from the middle of a mark to its corners, in the cloud and in the legend."""
MARKS: Final[Mapping[str, tuple[Rgb, int, float]]] = {
    "free": (GREEN, 24, 0.0),
    "stands": (GREEN, 24, 0.0),
    "terrain": (BLUE, 4, 45.0),
    "inside": (BLUE, 4, 45.0),
    "edge": (VERMILLION, 3, 90.0),
    "falls": (VERMILLION, 3, 90.0),
    "figure": (PURPLE, 4, 0.0),
    "table": (ORANGE, 3, 270.0),
    "impassable": (ORANGE, 3, 270.0),
}
"""For each end its colour, and the corners of its mark with the direction of the first, degrees."""
MEANING: Final[Mapping[str, str]] = {
    "free": "all the way",
    "terrain": "stopped by terrain",
    "edge": "at an edge",
    "figure": "stopped by a figure",
    "table": "at the table's edge",
    "stands": "stands",
    "falls": "falls",
    "inside": "inside something, again",
    "impassable": "casualty",
    "taken": "in somebody's place, again",
}
"""For each end what the legend says; ``taken`` is what a figure means to one that is shifted."""


def cloud_picture(table: Table, figure: Figure, odds: RandomMoveOdds, thrown: str) -> Image.Image:
    """Where a figure may end that is moved in any direction; each end has its mark, and the legend its share.

    Marks are paler where something stands before them.

    Args:
        table: what is drawn.
        figure: who moves, where it starts.
        odds: of it.
        thrown: how far it moves, in words.
    """
    raised = odds.cloud + np.array([0.0, 0.0, RAISED])
    canvas, camera, render_scene = _scene(table, raised, figure.position)
    (pixels, depth), seen = camera.project(raised), in_view(render_scene, camera, raised)
    for number in np.argsort(-depth):
        x, y = pixels[number].tolist()
        _mark(canvas, (x, y), odds.names[int(odds.kinds[number])], SMALL, alpha=0.9 if seen[number] else BEHIND)
    _ring(canvas, camera, figure, figure.position, INK)
    legend = [LegendEntry("where it starts", circle(INK))]
    legend += [
        LegendEntry(f"{_meaning(name, odds.names)} {percent(share)}", sign_of(name)) for name, share in odds.ends.items()
    ]
    if not seen.all() and odds.ends:
        legend.append(LegendEntry("paler: behind something", sign_of(next(iter(odds.ends)), alpha=BEHIND)))
    title = f'{figure.called}, {thrown}" in any direction: where it may end'
    return with_reservation(with_legend(canvas.flat()[0], title, legend), table)


def random_move_picture(table: Table, found: RandomMove) -> Image.Image:
    """One walk: dashed rings where it begins, stops, and would lie after a failed check, a solid one where it is then."""
    figure, gone = table.figure(found.figure), found.gone
    way = [figure.position, *(leg.end for leg in gone.path.legs)]
    ends = [place for place in (found.place, found.fall.lies if found.fall else None) if place]
    canvas, camera, _ = _scene(table, np.array([*way, *ends]), figure.position)
    _line(canvas, camera, way)
    _ring(canvas, camera, figure, figure.position, INK, dashed=True)
    _ring(canvas, camera, figure, gone.reached, INK, dashed=True)
    if found.place is not None:
        _ring(canvas, camera, figure, found.place, VERMILLION)
    if found.fall is not None:
        _ring(canvas, camera, figure, found.fall.lies, MARKS["edge"][0], dashed=not found.falls)
    title = f'{figure.called} moves {gone.moved:.2f}" towards {found.degrees:.0f} degrees'
    text = MEANING[found.ended] + (f": {table.called(gone.stopped_by)}" if gone.stopped_by else "")
    legend = [LegendEntry("where it starts and stops", circle(INK, dash=DASHED))]
    legend += [LegendEntry(f"where it is then: {text}", circle(VERMILLION))] if found.place is not None else [LegendEntry(text)]
    if found.fall and not found.falls:
        legend.append(LegendEntry("where it lies if the check is failed", circle(MARKS["edge"][0], dash=DASHED)))
    return with_reservation(with_legend(canvas.flat()[0], title, legend), table)


def shift_picture(table: Table, found: SpatialShift, at: Point | None) -> Image.Image:
    """One spatial shift with its repetitions: a mark where it comes out each time, and a ring where it is in the end."""
    figure = table.figure(found.figure)
    start = at or figure.position
    places = [start, *(hop.place for hop in found.hops)]
    canvas, camera, _ = _scene(table, np.array([*places, *([found.place] if found.place else [])]), start)
    _line(canvas, camera, places, dash=(9.0, 7.0))
    _ring(canvas, camera, figure, start, INK, dashed=True)
    for hop in found.hops:
        x, y = camera.project(np.array([hop.place]))[0][0].tolist()
        _mark(canvas, (x, y), hop.arrival, LARGE, alpha=1.0)
    if found.place is not None:
        _ring(canvas, camera, figure, found.place, VERMILLION)
    names = dict.fromkeys(hop.arrival for hop in found.hops)
    legend = [LegendEntry("where it starts", circle(INK, dash=DASHED))]
    legend += [LegendEntry(f"comes out: {_meaning(name, ARRIVALS)}", sign_of(name)) for name in names]
    legend += [LegendEntry("where it is in the end", circle(VERMILLION))] if found.place is not None else []
    return with_reservation(with_legend(canvas.flat()[0], f"{figure.called} is shifted", legend), table)


def _meaning(name: str, among: Sequence[str]) -> str:
    """What an end among others means."""
    return MEANING["taken" if name == "figure" and "stands" in among else name]


def _scene(table: Table, places: FloatArray, start: Point) -> tuple[ImageCanvas, Camera, RenderScene]:
    """The table around some places, drawn from the side from which most of them are seen."""
    sides = sides_of(table)
    render_scene = build_render_scene(
        table,
        figure_colour=lambda figure: mixed(FIGURE, base_colour(figure, sides), 0.35 if figure.side else 0.0),
        base_colour=lambda figure: mixed(BASE, base_colour(figure, sides), 0.9 if figure.side else 0.0),
    )
    turns = np.linspace(0.0, 2.0 * np.pi, 25)
    ring = np.stack([np.cos(turns), np.sin(turns), np.zeros(25)], axis=1)
    region = np.concatenate(
        [np.array(start) + LEAST * ring, *(BESIDE * ring + place for place in places[:: len(places) // 60 + 1])]
    )
    size = (SIZE[0], SIZE[1] - BAND)
    cameras = [orbit_camera(region, size, azimuth=float(azimuth), elevation=52.0) for azimuth in range(250, 610, 45)]
    camera = max(cameras, key=lambda one: float(in_view(render_scene, one, places + np.array([0.0, 0.0, RAISED])).mean()))
    colour = render(render_scene, camera, Light(lamp_beside(camera), corner_reach=1.6)).colour
    return ImageCanvas(Image.fromarray(np.rint(colour).astype(np.uint8))), camera, render_scene


def _mark(canvas: ImageCanvas, at: tuple[float, float], end: str, size: float, *, alpha: float) -> None:
    """The mark of an end around a pixel."""
    colour, corners, first = MARKS[end]
    turns = np.radians(first) + 2.0 * np.pi * np.arange(corners) / corners
    canvas.polygon(np.array(at) + size * np.column_stack([np.cos(turns), -np.sin(turns)]), colour, alpha=alpha)


def sign_of(end: str, *, alpha: float = 1.0) -> Sign:
    """The mark of an end in the legend."""
    return lambda canvas, box: _mark(canvas, middle_of(box), end, LARGE, alpha=alpha)


def _ring(canvas: ImageCanvas, camera: Camera, figure: Figure, place: Point, colour: Rgb, *, dashed: bool = False) -> None:
    """The rim of a figure's base, were it at a place."""
    pixels, _ = camera.project(ring(place, plan_disc(figure).radius) + np.array([0.0, 0.0, RAISED]))
    canvas.line(pixels, colour, thick=2.6, dash=(7.0, 5.0) if dashed else None, casing=WHITE)


def _line(canvas: ImageCanvas, camera: Camera, places: list[Point], dash: tuple[float, float] | None = None) -> None:
    """A line through places."""
    ends = np.array(places) + np.array([0.0, 0.0, RAISED])
    canvas.line(camera.project(ends)[0], VERMILLION, thick=3.0, dash=dash, casing=WHITE)
