"""The picture of a reach: the reachable ground painted on the table, and every level of it laid open as a plan."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from PIL import Image

from scene.geometry.mesh import FloatArray, IntArray
from scene.table.table import Figure, Table
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.label_layout import leader, place_labels
from sightline.drawing.annotation.legend import DASHED, ROW, Legend, LegendEntry, circle
from sightline.drawing.annotation.lettering import cut, width, write
from sightline.drawing.annotation.plan_frame import draw_north
from sightline.drawing.annotation.reservation import with_reservation
from sightline.drawing.movement.reach_levels import ReachLevel, levels_of, one_level
from sightline.drawing.movement.reach_paint import CHECK, PERIOD, ReachPaint, scale_for
from sightline.drawing.movement.reach_plan import ReachPlanStyle, level_plan
from sightline.drawing.rendering.camera import Camera, orbit_camera
from sightline.drawing.rendering.cutaway import CUT
from sightline.drawing.rendering.palette import BASE, FAINT_INK, FIGURE, INK, PAPER, RULE, WHITE, Rgb, ink_on, mixed
from sightline.drawing.rendering.render_scene import SLAB_THICKNESS, RenderScene, build_render_scene, in_view
from sightline.drawing.rendering.renderer import render
from sightline.drawing.rendering.shading import quiet_light
from sightline.drawing.rendering.side_marks import base_colour, sides_of
from sightline.drawing.sight.overview import draw_ring

Room = tuple[int, int, int, int]
"""Left, top, width and height in pixels."""

SMALLEST = (1200, 700)
BAND = 92
"""Pixels: height of the legend."""
MOST_PLANS = 5
MARGIN = 1.6
"""Inches shown round the reachable ground."""
NAME_SIZE = 16


def reach_picture(
    table: Table,
    figure: Figure,
    positions: FloatArray,
    costs: FloatArray,
    checks: IntArray,
    *,
    step: float,
    inches: float,
    area: float | None = None,
    size: tuple[int, int] = (1600, 1000),
) -> Image.Image:
    """The reachable ground, painted by its cost: seen from a side, and every level of it as a plan.

    A plan is laid open at the height of the figure's head, so that nothing above hides it; it has an inch grid, rulers and
    a bar of inches. The colour says the cost in bands with their numbers; stripes say that the path there takes a dice check,
    crossed stripes that it takes more than one.

    Args:
        table: what is drawn.
        figure: who moves; it is drawn where it stands.
        positions: (n, 3) inches; where the middle of its base can come to.
        costs: (n,) inches of movement spent on the cheapest path there.
        checks: (n,) how many checks that path takes.
        step: inches between neighbouring positions along x and along y.
        inches: how much movement there was.
        area: square inches of the reachable ground; without it a square of ``step`` for each position.
        size: width and height in pixels, at least `SMALLEST`.
    """
    wide, high = (max(value, least) for value, least in zip(size, SMALLEST, strict=True))
    shown = _shown(table, figure, positions, costs, checks, step=step, inches=inches)
    whole = Image.new("RGB", (wide, high), PAPER)
    side, plans = _layout(wide, high - BAND, max(1, min(len(shown.levels), MOST_PLANS)))
    whole.paste(_side_panel(shown, (side[2], side[3])), (side[0], side[1]))
    for number, (left, top, across, down) in zip(_chosen(shown.levels), plans, strict=False):
        whole.paste(level_plan(shown, number, (across, down)), (left, top))
    square_inches = len(positions) * step**2 if area is None else area
    return with_reservation(_with_legend(whole, shown, len(positions), square_inches), table)


def _shown(
    table: Table, figure: Figure, positions: FloatArray, costs: FloatArray, checks: IntArray, *, step: float, inches: float
) -> ReachPlanStyle:
    points = np.concatenate([positions, [figure.position]])
    low, high = points.min(axis=0) - MARGIN, points.max(axis=0) + MARGIN
    low[2], high[2] = min(0.0, float(points[:, 2].min())) - SLAB_THICKNESS / 2.0, points[:, 2].max() + 1.2
    low[:2], high[:2] = np.maximum(low[:2], -0.3), np.minimum(high[:2], np.array(table.size) + 0.3)
    levels = levels_of(positions, costs, checks, step) or [
        ReachLevel(np.array([figure.position]), np.zeros(1), np.zeros(1, dtype=np.int64), step)
    ]
    return ReachPlanStyle(table.with_figure(figure), figure, levels, scale_for(inches), low, high)


def _layout(wide: int, high: int, plans: int) -> tuple[Room, list[Room]]:
    """The rooms of the view from the side and of the plans, the highest level's first."""
    if plans <= 2:
        left = int(wide * (0.48 if plans == 1 else 0.6))
        down = high // plans
        return (0, 0, left, high), [(left, i * down, wide - left, down) for i in range(plans)]
    columns = 2 if plans == 3 else 3
    across, down = wide // columns, high // 2
    rooms = [(i % columns * across, i // columns * down, across, down) for i in range(plans + 1)]
    return rooms[0], rooms[1:]


def _chosen(levels: Sequence[ReachLevel]) -> list[int]:
    """The numbers of the levels that get a plan, the highest first: all, or those with the most places."""
    largest = sorted(range(len(levels)), key=lambda i: -len(levels[i].costs))[:MOST_PLANS]
    return sorted(largest, reverse=True)


def _side_panel(shown: ReachPlanStyle, size: tuple[int, int]) -> Image.Image:
    """The table from the side from which most of the reachable ground is seen."""
    sides = sides_of(shown.table)
    render_scene = build_render_scene(
        shown.table,
        figure_colour=lambda figure: mixed(FIGURE, base_colour(figure, sides), 0.35 if figure.side else 0.0),
        base_colour=lambda figure: mixed(BASE, base_colour(figure, sides), 0.9 if figure.side else 0.0),
    )
    camera = _best_camera(shown, render_scene, size)
    light = quiet_light(camera)
    picture = render(render_scene, camera, light, ReachPaint(render_scene, partial(one_level, shown.levels), shown.scale))
    canvas = ImageCanvas(Image.fromarray(np.rint(picture.colour).astype(np.uint8)))
    draw_ring(canvas, camera, shown.figure, dashed=False)
    north = draw_north(canvas, camera)
    box, text = _name_box(canvas, shown, camera)
    flat, draw = canvas.flat()
    write(draw, ((box[0] + box[2]) / 2.0, (box[1] + box[3]) / 2.0 + 1.0), text, NAME_SIZE, bold=True, anchor="mm")
    write(draw, north, "N", 13, bold=True, anchor="mm")
    return flat


def _best_camera(shown: ReachPlanStyle, render_scene: RenderScene, size: tuple[int, int]) -> Camera:
    """From the side from which most of the reachable ground is seen."""
    places = np.concatenate([level.positions[:: max(1, len(level.positions) // 200)] for level in shown.levels])
    turns = np.arange(8) * np.pi / 4.0
    around = np.stack([np.cos(turns), np.sin(turns), np.zeros(8)], axis=1)
    points = np.concatenate([places[:, None] + around, places[:, None] + [0.0, 0.0, 1.2]], axis=1).reshape(-1, 3)
    cameras = [orbit_camera(points, size, azimuth=float(azimuth), elevation=52.0) for azimuth in range(250, 610, 45)]
    # The figure itself counts for as much as half of the ground.
    feet = np.repeat([shown.figure.position], len(places) // 2 + 1, axis=0)
    raised = np.concatenate([places, feet]) + np.array([0.0, 0.0, 0.2])
    return max(cameras, key=lambda camera: float(in_view(render_scene, camera, raised).mean()))


def _name_box(canvas: ImageCanvas, shown: ReachPlanStyle, camera: Camera) -> tuple[tuple[float, float, float, float], str]:
    """The label of the figure, but for its words."""
    text = cut(shown.figure.called, NAME_SIZE, 240)
    body = shown.figure.placed.vertices if len(shown.figure.placed.faces) else [shown.figure.position]
    pixels, _ = camera.project(body)
    (left, top), (right, bottom) = pixels.min(axis=0), pixels.max(axis=0)
    avoid = np.zeros((camera.size[1], camera.size[0]), dtype=np.bool_)
    avoid[max(0, int(top) - 6) : int(bottom) + 12, max(0, int(left) - 6) : int(right) + 6] = True
    anchor = (float(left + right) / 2.0, float(top))
    box = place_labels([(width(text, NAME_SIZE) * 1.04 + 18.0, 28.0)], [anchor], avoid, nearest=8.0)[0]
    canvas.line(leader(box, anchor), INK, thick=1.4, casing=WHITE)
    canvas.box(box, PAPER, alpha=0.94, edge=INK, corner=5.0, thick=1.4)
    return box, text


def _with_legend(whole: Image.Image, shown: ReachPlanStyle, count: int, area: float) -> Image.Image:
    """What the colours and stripes mean, below the panels."""
    canvas = ImageCanvas(whole)
    top, wide, y = float(whole.height - BAND), float(whole.width), whole.height - 30.0
    canvas.box((0.0, top, wide, float(whole.height)), PAPER)
    canvas.line(np.array([[0.0, top], [wide, top]]), RULE, thick=1.5)
    colours, borders = shown.scale.colours(), shown.scale.borders()
    left, across = 22.0, min(46.0, 0.36 * wide / len(colours))
    for i, colour in enumerate(colours):
        box = (left + i * across, y - 12.0, left + (i + 1) * across, y + 12.0)
        canvas.box(box, colour, edge=mixed(colour, INK, 0.5), thick=1.0)
    x, words = left + len(colours) * across + 34.0, list[tuple[float, str]]()
    for leans, said in (((1.0,), "needs a check"), ((1.0, -1.0), "needs more than one")):
        _draw_sample(canvas, (x, y - 12.0, x + 34.0, y + 12.0), colours[len(colours) // 2], leans)
        words.append((x + 42.0, said))
        x += 68.0 + width(said, 16)
    canvas.box((x, y - 12.0, x + 34.0, y + 12.0), CUT, edge=INK, thick=1.0)
    words.append((x + 42.0, "cut through"))
    x += 68.0 + width("cut through", 16)
    legend, corner = Legend(_rings(shown), wide - x - 22.0), (x, y - ROW / 2.0)
    legend.draw(canvas, corner)
    flat, draw = canvas.flat()
    for at, text in words:
        write(draw, (at, y + 1.0), text, 16, anchor="lm")
    for i, (colour, border) in enumerate(zip(colours, borders, strict=True)):
        text = f"{border:g}" if i + 1 < len(colours) else f'{border:g}"'
        write(draw, (left + (i + 0.5) * across, y + 1.0), text, 15, colour=ink_on(colour), bold=True, anchor="mm")
    legend.write(draw, corner)
    title = cut(f"Where can {shown.figure.called} get with {shown.scale.inches:g} inches?", 22, 0.7 * wide)
    write(draw, (left, top + 28.0), title, 22, bold=True, anchor="lm")
    left_out = len(shown.levels) - MOST_PLANS
    more = f"{left_out} small levels have no plan, " if left_out > 0 else ""
    about = f"{area:,.0f} square inches, {count:,} places, {more}{shown.table.name or 'table without a name'}"
    after = left + 1.03 * width(title, 22) + 24.0
    write(draw, (after, top + 28.0), cut(about, 16, wide - 22.0 - after), 16, colour=FAINT_INK, anchor="lm")
    return flat


def _rings(shown: ReachPlanStyle) -> list[LegendEntry]:
    """Where the figure stands; dashed in the plans of other levels."""
    entries = [LegendEntry(f"where {shown.figure.called} stands", circle(INK))]
    if len(shown.levels) > 1:
        entries.append(LegendEntry("the same, on another level", circle(INK, dash=DASHED)))
    return entries


def _draw_sample(canvas: ImageCanvas, box: tuple[float, float, float, float], under: Rgb, leans: Sequence[float]) -> None:
    """A piece of the stripes that mark checks."""
    canvas.box(box, under)
    for lean in leans:
        canvas.hatch(box, WHITE, period=PERIOD, thick=4.0, lean=lean)
        canvas.hatch(box, CHECK, period=PERIOD, thick=2.0, lean=lean)
    left, top, right, bottom = box
    canvas.line(np.array([[left, top], [right, top], [right, bottom], [left, bottom], [left, top]]), INK, thick=1.0)
