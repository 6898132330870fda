"""The plan of one level of a reach: laid open, with its costs in bands, their borders numbered."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import binary_dilation

from scene.geometry.mesh import FloatArray
from scene.table.table import Figure, Table
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.lettering import write
from sightline.drawing.annotation.marks import ring
from sightline.drawing.annotation.mask_outlines import outlines, pieces_within
from sightline.drawing.annotation.plan_frame import draw_inch_grid, framed_plan, plan_of, plan_size
from sightline.drawing.movement.reach_levels import ReachLevel, level_of
from sightline.drawing.movement.reach_paint import CostColours, ReachPaint
from sightline.drawing.rendering.camera import Camera
from sightline.drawing.rendering.cutaway import Ceiling, laid_open
from sightline.drawing.rendering.palette import INK, PAPER, RULE, WHITE, Rgb, ink_on, mixed
from sightline.drawing.rendering.render_scene import build_render_scene
from sightline.drawing.rendering.renderer import render
from sightline.drawing.rendering.shading import Light, lamp_beside
from sightline.drawing.rendering.side_marks import base_colour, sides_of

HEAD = 0.7
"""Share of the figure's height at which its level is cut: below what it can only just pass under."""
LEAST_HEAD = 0.75
"""Inches above the floor that are always shown."""
NUMBER_SIZE = 13
EDGE = 16
"""Pixels along the plan's edge that stay free of numbers."""
CLOSEST = 26.0
"""Pixels between the numbers of two borders."""
APART = 150.0
"""Pixels between two numbers of the same border."""
Bands = NDArray[np.int16]
Place = tuple[float, float]


@dataclass(frozen=True, eq=False)
class ReachPlanStyle:
    """What all panels of a picture have in common.

    Attributes:
        table: what is drawn.
        figure: who moves.
        levels: the reachable ground, the lowest level first.
        scale: the colours of costs.
        low, high: (3,) inches; the box that is shown.
    """

    table: Table
    figure: Figure
    levels: list[ReachLevel]
    scale: CostColours
    low: FloatArray
    high: FloatArray


def level_plan(shown: ReachPlanStyle, number: int, size: tuple[int, int]) -> Image.Image:
    """A framed plan of the level of that ``number``, ``size`` pixels with its frame.

    Figures of other levels are left out; the one that moves is drawn as a dashed ring where it stands on another level.
    """
    table, figure, levels, scale = shown.table, shown.figure, shown.levels, shown.scale
    level = levels[number]
    render_scene = build_render_scene(table, without=[one.id for one in table.figures])
    plan = plan_of(shown.low, shown.high, plan_size(size), table.size)
    cut_scene, camera = laid_open(render_scene, plan, level_ceiling(level, figure))
    paint = ReachPaint(cut_scene, partial(level.at, through=True), scale)
    picture = render(cut_scene, camera, Light(lamp_beside(camera), corner_reach=1.0, backdrop_floor=RULE), paint)
    bands = _bands(level, scale, *camera.rays(camera.grid()), picture.distance)
    canvas = ImageCanvas(Image.fromarray(np.rint(picture.colour).astype(np.uint8)))
    draw_inch_grid(canvas, camera, table.size)
    _draw_borders(canvas, bands)
    letters = _draw_counters(canvas, camera, shown, number)
    numbers = border_numbers(bands, scale, avoid=[place for place, _, _ in letters])
    for place, text in numbers:
        canvas.disc(place, 5.0 + 3.2 * len(text), PAPER, alpha=0.88)
    flat, draw = canvas.flat()
    for place, text in numbers:
        write(draw, (place[0] + 0.5, place[1] + 1.0), text, NUMBER_SIZE, bold=True, anchor="mm")
    for place, text, colour in letters:
        write(draw, (place[0] + 0.5, place[1] + 1.0), text, NUMBER_SIZE, bold=True, anchor="mm", colour=colour)
    return framed_plan(flat, camera, table.size, level_words(level, number))


def level_ceiling(level: ReachLevel, figure: Figure) -> Ceiling:
    """Where a level is cut: at the height of the figure's chest, were it there."""
    height = float(figure.box[1, 2]) - figure.position[2] if len(figure.body.counts.faces) else 0.0
    head = np.float32(max(HEAD * height, LEAST_HEAD))
    return lambda points: np.asarray(level.heights_near(points) + head, dtype=np.float32)


def level_words(level: ReachLevel, number: int) -> str:
    """How a level is called."""
    low, high = float(level.positions[:, 2].min()), float(level.positions[:, 2].max())
    heights = f"{low:.1f}" if high - low < 0.1 else f"{low:.1f} to {high:.1f}"
    return "The ground" if number == 0 and high < 0.1 else f"Level {number + 1}: {heights} inches up"


def border_numbers(bands: Bands, scale: CostColours, *, avoid: Sequence[Place] = ()) -> list[tuple[Place, str]]:
    """Where the borders between bands get their numbers, and the numbers: inches of cost.

    Args:
        bands: (rows, columns) the band of every pixel; -1 off the reachable ground.
        scale: the colours of costs.
        avoid: pixels (x, y) that the numbers keep off.
    """
    free = bands >= 0
    free[:EDGE], free[-EDGE:], free[:, :EDGE], free[:, -EDGE:] = False, False, False, False
    found: list[tuple[Place, str]] = []
    for band, border in enumerate(scale.borders()[:-1]):
        places = np.argwhere((bands == band) & _beside(bands > band) & free)[::3, ::-1].astype(np.float64)
        others = np.array([*avoid, *(place for place, _ in found)]).reshape(-1, 2)
        away = np.sqrt(((others[None] - places[:, None]) ** 2).sum(axis=2)).min(axis=1, initial=400.0)
        places, away = places[away > CLOSEST], away[away > CLOSEST]
        while len(places):
            # As far as may be from the numbers of other borders.
            x, y = places[int(np.argmax(away))].tolist()
            found.append(((x, y), f"{border:g}"))
            left = np.hypot(places[:, 0] - x, places[:, 1] - y) > APART
            places, away = places[left], away[left]
    return found


def _bands(
    level: ReachLevel, scale: CostColours, origins: FloatArray, directions: FloatArray, distance: NDArray[np.float32]
) -> Bands:
    """(rows, columns) the band of every pixel; -1 off the reachable ground."""
    away = np.where(np.isfinite(distance), distance, 0.0).reshape(-1, 1)
    found = level.at(origins + directions * away, through=True)
    return np.where(found.reached, scale.bands(found.cost), -1).astype(np.int16).reshape(distance.shape)


def _draw_borders(canvas: ImageCanvas, bands: Bands) -> None:
    """Lines between bands, a stronger one round all of them."""
    for band in range(int(bands.max())):
        dearer = _beside(bands > band)
        for line in outlines((bands >= 0) & (bands <= band)):
            for piece in pieces_within(line, dearer):
                canvas.line(piece, INK, thick=1.3, alpha=0.7)
    for line in outlines(bands >= 0):
        canvas.line(line, INK, thick=2.0, alpha=0.85)


def _beside(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.asarray(binary_dilation(mask, np.ones((3, 3), dtype=np.bool_), iterations=2))


def _draw_counters(canvas: ImageCanvas, camera: Camera, shown: ReachPlanStyle, number: int) -> list[tuple[Place, str, Rgb]]:
    """The bases of the figures on this level, and where which letter goes; the one that moves has a ring."""
    sides, letters = sides_of(shown.table), list[tuple[Place, str, Rgb]]()
    for figure in shown.table.figures:
        here = level_of(shown.levels, figure.position[2]) == number
        moves = figure.id == shown.figure.id
        if not here and not moves:
            continue
        x, y = camera.project([figure.position])[0][0].tolist()
        radius, colour = max(figure.base_radius * camera.focal, 5.0), base_colour(figure, sides)
        if here:
            canvas.disc((x, y), radius, colour, edge=mixed(colour, INK, 0.65), thick=1.6)
            letters.append(((x, y), sides[figure.side].letter if figure.side and radius >= 8.0 else "", ink_on(colour)))
        if moves:
            canvas.line(ring((x, y), radius + 4.0), INK, thick=2.6, dash=None if here else (6.0, 4.0), casing=WHITE)
    return letters
