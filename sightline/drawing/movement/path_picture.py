"""The picture of a path, to be checked with a ruler: from a side, from above, unrolled, and as a list of its legs."""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from scene.geometry.mesh import BoolArray, FloatArray
from scene.pathfinding.path_legs import Path
from scene.table.table import Figure, Table
from sightline.answers.counted_legs import counted_legs
from sightline.answers.path_answer import AtEdge, averted, check_count
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.legend import DASHED, Legend, LegendEntry, Sign, circle, middle_of, stroke
from sightline.drawing.annotation.lettering import cut, width, write
from sightline.drawing.annotation.plan_frame import draw_inch_grid, draw_north, framed_plan, plan_of, plan_size
from sightline.drawing.annotation.reservation import with_reservation
from sightline.drawing.movement.path_lines import (
    draw_base,
    draw_edge,
    draw_path,
    draw_warning,
    label_path,
    leg_line,
    letter_path,
    letter_warning,
    path_marks,
)
from sightline.drawing.movement.path_section import section_picture
from sightline.drawing.movement.path_table import path_list
from sightline.drawing.rendering.camera import Camera, orbit_camera
from sightline.drawing.rendering.palette import BASE, FAINT_INK, FIGURE, INK, PAPER, RULE, WHITE, mixed
from sightline.drawing.rendering.render_scene import SLAB_THICKNESS, RenderScene, build_render_scene, in_view
from sightline.drawing.rendering.renderer import RenderedPicture, render
from sightline.drawing.rendering.shading import Light, lamp_beside, quiet_light
from sightline.drawing.rendering.side_marks import base_colour, sides_of

SMALLEST = (1300, 800)
MARGIN = 1.8
"""Inches shown round the path."""
LEAST = 3.0
"""Inches that a plan shows at least, besides the margin."""
QUIET = 0.3
"""How much white is mixed into the table, so that the path stands out from it."""
HEAD = 84
"""Pixels: height of the title and the legend."""
UPPER = 0.6
"""Share of the height below the title that the two views take."""
LIST = 0.46
"""Share of the width that the list of legs takes."""
MOST_WORDS = 12
"""In paths of more legs the labels have only their numbers."""


@dataclass(frozen=True, eq=False)
class Journey:
    """What all parts of the picture show.

    Attributes:
        table: with the figure at the path's start.
        start, end: the figure there.
        path: from its start to its goal.
        render_scene: all that is drawn.
        terrain: the same without figures, which do not count as hiding a path.
        edge: the edge that it stops at.
    """

    table: Table
    start: Figure
    end: Figure
    path: Path
    render_scene: RenderScene
    terrain: RenderScene
    edge: AtEdge | None


def path_picture(
    table: Table, figure: Figure, path: Path, *, edge: AtEdge | None = None, size: tuple[int, int] = (1600, 1000)
) -> Image.Image:
    """A path leg by leg: from a side, from above with an inch grid and rulers, and unrolled with its heights to scale.

    Every leg has its number in all three, and in a list with its kind, length, rise, cost and check; a walk round bends
    is one. What something hides of the path is dashed. A solid ring, as large as the base, stands where the
    figure starts, a dashed one where it ends. A triangle marks a check, a diamond harm that no roll averts.

    Args:
        table: what is drawn.
        figure: who moves.
        path: its legs; without any it stays where it is.
        edge: the edge that it stops at, if any.
        size: width and height in pixels, at least `SMALLEST`; the picture is higher if the list of legs needs it.
    """
    wide, high = (max(value, least) for value, least in zip(size, SMALLEST, strict=True))
    journey = _journey(table, figure, path, edge)
    upper = int((high - HEAD) * UPPER)
    legs = path_list(path, int(wide * LIST), edge)
    lower = high - HEAD - upper
    whole = Image.new("RGB", (wide, HEAD + upper + max(lower, legs.height)), PAPER)
    whole.paste(_side_view(journey, (wide // 2 - 8, upper)), (0, HEAD))
    whole.paste(_plan(journey, (wide - wide // 2, upper)), (wide // 2, HEAD))
    whole.paste(legs, (0, HEAD + upper))
    if path.legs:
        title = "Unrolled: inches along the way, inches up"
        whole.paste(section_picture(path, journey.terrain, (wide - legs.width, lower), title), (legs.width, HEAD + upper))
    return with_reservation(_titled(whole, journey), table)


def _journey(table: Table, figure: Figure, path: Path, edge: AtEdge | None) -> Journey:
    start = figure.moved(path.legs[0].start if path.legs else figure.position)
    end = figure.moved(path.legs[-1].end if path.legs else start.position)
    table = table.with_figure(start)
    sides = sides_of(table)
    render_scene = build_render_scene(
        table,
        figure_colour=lambda one: mixed(FIGURE, base_colour(one, sides), 0.35 if one.side else 0.0),
        base_colour=lambda one: mixed(BASE, base_colour(one, sides), 0.9 if one.side else 0.0),
    )
    terrain = build_render_scene(table, without=[one.id for one in table.figures])
    return Journey(table, start, end, path, render_scene, terrain, edge)


def _line(journey: Journey) -> FloatArray:
    """(n, 3) points along the whole path."""
    lines = [leg_line(leg, journey.terrain) for leg in journey.path.legs]
    return np.concatenate([*lines, [journey.start.position]])


def _side_view(journey: Journey, size: tuple[int, int]) -> Image.Image:
    """The table from the side from which most of the path is seen."""
    camera = _best_camera(journey, size)
    light = quiet_light(camera)
    canvas = ImageCanvas(_quiet(render(journey.render_scene, camera, light), journey))
    north = draw_north(canvas, camera)
    flat = _with_path(canvas, journey, camera, words=len(counted_legs(journey.path)) <= MOST_WORDS)
    write(ImageDraw.Draw(flat), north, "N", 13, bold=True, anchor="mm")
    return flat


def _best_camera(journey: Journey, size: tuple[int, int]) -> Camera:
    line = _line(journey)
    turns = np.arange(8) * np.pi / 4.0
    ring = np.stack([np.cos(turns), np.sin(turns), np.zeros(8)], axis=1) * MARGIN
    around = np.concatenate([ring, [[0.0, 0.0, 1.4]]])
    region = (line[:: max(1, len(line) // 60)][:, None] + around).reshape(-1, 3)
    cameras = [orbit_camera(region, size, azimuth=float(azimuth), elevation=36.0) for azimuth in range(250, 610, 30)]
    return max(cameras, key=lambda camera: float(in_view(journey.terrain, camera, line).mean()))


def _plan(journey: Journey, size: tuple[int, int]) -> Image.Image:
    """The table straight from above, to be measured on."""
    line, (x, y) = _line(journey), journey.table.size
    low, high = line.min(axis=0), line.max(axis=0)
    short = np.maximum(LEAST - (high - low), 0.0) / 2.0
    low, high = low - short - MARGIN, high + short + MARGIN
    low[:2], high[:2] = np.maximum(low[:2], -0.3), np.minimum(high[:2], (x + 0.3, y + 0.3))
    low[2], high[2] = -SLAB_THICKNESS, max(float(journey.table.terrain.boxes[:, 1, 2].max(initial=0.0)), high[2])
    camera = plan_of(low, high, plan_size(size), (x, y))
    light = Light(lamp_beside(camera), corner_reach=1.2, backdrop_floor=RULE)
    canvas = ImageCanvas(_quiet(render(journey.render_scene, camera, light), journey))
    draw_inch_grid(canvas, camera, (x, y))
    return framed_plan(_with_path(canvas, journey, camera, words=False), camera, (x, y), "From above")


def _with_path(canvas: ImageCanvas, journey: Journey, camera: Camera, *, words: bool) -> Image.Image:
    """The picture with the path, its labels, and rings where it starts and ends."""
    marks = path_marks(journey.path, journey.terrain, camera)
    for figure, dashed in ((journey.end, True), (journey.start, False)):
        draw_base(canvas, camera, figure, dashed=dashed)
    draw_path(canvas, marks)
    avoid = _figures(journey, camera)
    warned = draw_edge(canvas, camera, journey.edge, journey.end) if journey.edge else None
    if warned:
        column, row = (max(int(value) - 12, 0) for value in warned)
        avoid[row : row + 24, column : column + 24] = True
    boxes = label_path(canvas, marks, avoid, words=words)
    flat, draw = canvas.flat()
    letter_path(draw, marks, boxes, words=words)
    if warned and journey.edge and journey.edge.check:
        letter_warning(draw, warned)
    return flat


def _figures(journey: Journey, camera: Camera) -> BoolArray:
    """(rows, columns) where figures are, which labels had better not cover."""
    mask = np.zeros(camera.size[::-1], dtype=np.bool_)
    for figure in (*journey.table.figures, journey.end):
        corners = np.stack(np.meshgrid(*figure.box.T), axis=-1).reshape(-1, 3)
        pixels, depth = camera.project(corners)
        if depth.min() > 0.0:
            (left, top), (right, bottom) = pixels.min(axis=0).clip(0).astype(int), pixels.max(axis=0).clip(0).astype(int)
            mask[top:bottom, left:right] = True
    return mask


def _quiet(picture: RenderedPicture, journey: Journey) -> Image.Image:
    """The picture, paler but for the figure."""
    own = np.array([*(part.owner == journey.start.id and part.role != "terrain" for part in journey.render_scene.parts), False])
    share = np.where(own[picture.part], 0.0, QUIET)[:, :, None]
    return Image.fromarray(np.rint(picture.colour + (255.0 - picture.colour) * share).astype(np.uint8))


def _titled(whole: Image.Image, journey: Journey) -> Image.Image:
    """What is shown, and what its signs mean, above it."""
    canvas, legend, corner = ImageCanvas(whole), Legend(_entries(journey), whole.width - 44.0), (22.0, 48.0)
    legend.draw(canvas, corner)
    canvas.line(np.array([[0.0, HEAD - 1.0], [float(whole.width), HEAD - 1.0]]), RULE, thick=1.5)
    flat, draw = canvas.flat()
    legend.write(draw, corner)
    title = cut(f"The way of {journey.start.called}", 22, 0.6 * whole.width)
    write(draw, (22.0, 25.0), title, 22, bold=True, anchor="lm")
    after = 22.0 + 1.03 * width(title, 22) + 24.0
    about = f"costs {journey.path.cost:.2f} inches, {check_count(journey.path)}"
    about = about if journey.path.legs else "stays where it is"
    about += ", then a check at the edge" if journey.edge and journey.edge.check else ""
    about += f", {journey.table.name or 'table without a name'}"
    write(draw, (after, 26.0), cut(about, 16, whole.width - after - 20.0), 16, colour=FAINT_INK, anchor="lm")
    return flat


def _entries(journey: Journey) -> list[LegendEntry]:
    """The signs that a path has; what its colours mean stands in its labels and in the list."""
    entries = [LegendEntry("where it starts", circle(INK)), LegendEntry("where it ends", circle(INK, dash=DASHED))]
    entries.append(LegendEntry("behind something", stroke(INK, thick=3.0, dash=(8.0, 6.0), casing=WHITE), wide=38.0))
    checks = [leg.check for leg in journey.path.legs if leg.check]
    edge = journey.edge is not None and journey.edge.check
    for roll, text in ((True, "a dice check"), (False, "harm that no roll averts")):
        if any(averted(check) == roll for check in checks) or (roll and edge):
            entries.append(LegendEntry(text, _warning(roll=roll), letter="!", ink=WHITE))
    return entries


def _warning(*, roll: bool) -> Sign:
    return lambda canvas, box: draw_warning(canvas, middle_of(box), roll=roll)
