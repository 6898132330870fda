"""The picture of a flame template, true to scale from above, from the side if tilted: whom it hits and why not."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import shapely
from PIL import Image, ImageDraw

from rules.hazards.flame_hits import FLAME, Flame
from rules.sight.vision_arc import ARC_DEGREES
from scene.geometry.mesh import BoolArray, FloatArray
from scene.hazards.flame_shape import HEAD, at, outline
from scene.table.footprints import plan_disc
from scene.table.table import Figure, Table
from sightline.drawing.annotation.image_canvas import Dash, ImageCanvas
from sightline.drawing.annotation.label_layout import leader, place_labels
from sightline.drawing.annotation.legend import LegendEntry, circle, dot, fill, stroke, with_legend
from sightline.drawing.annotation.lettering import cut, width, write
from sightline.drawing.annotation.marks import ring
from sightline.drawing.annotation.overview_frame import BAND
from sightline.drawing.annotation.plan_frame import RULER, TITLE, draw_inch_grid, framed_plan, plan_of, plan_size
from sightline.drawing.annotation.reservation import with_reservation
from sightline.drawing.annotation.section_frame import Section, draw_section_grid, framed_section, section_ground
from sightline.drawing.rendering.camera import Camera
from sightline.drawing.rendering.cutaway import CUT, laid_open
from sightline.drawing.rendering.palette import BLUE, GREY, INK, ORANGE, PAPER, RULE, VERMILLION, WHITE, Rgb, ink_on, mixed
from sightline.drawing.rendering.render_scene import RenderScene, build_render_scene
from sightline.drawing.rendering.renderer import render
from sightline.drawing.rendering.shading import Light, lamp_beside
from sightline.drawing.rendering.side_marks import SideMark, base_colour, sides_of

SIZE = (1200, 900)
SIDE = 300
"""Pixels: height of the view from the side."""
AROUND = 1.2
"""Inches of the table shown round the template at least."""
OVERHEAD = 1.7
"""Inches above the template at which the table is cut open."""
NEARBY = 1.5
"""Inches from the template's outline within which those who are missed are named."""
LABEL_SIZE = 16

Fate = Literal["hit", "shielded", "missed"]
RINGS: Final[dict[Fate, tuple[Rgb, Dash | None]]] = {
    "hit": (VERMILLION, None),
    "shielded": (BLUE, (5.0, 4.0)),
    "missed": (GREY, (2.0, 4.0)),
}
"""How each fate is marked: a colour and dashes."""


@dataclass(frozen=True, eq=False)
class FlameDrawing:
    """What both views show.

    Attributes:
        table: the table.
        shooter: who shoots.
        flame: as it lies.
        fates: of those who are named, by id.
        sides: how sides are marked.
    """

    table: Table
    shooter: Figure
    flame: Flame
    fates: dict[str, Fate]
    sides: dict[str, SideMark]

    @property
    def named(self) -> list[str]:
        """Ids of those who are named, the shooter first."""
        return list(dict.fromkeys((self.shooter.id, *self.fates)))


def flame_picture(table: Table, shooter: Figure, flame: Flame) -> Image.Image:
    """The template from above, the table cut open over it, and below it from the side where it is tilted.

    Bases are rings: of those who are hit solid and red, of the shielded dashed and blue, of those close by who are missed
    dotted and grey. Thin lines are the edges of the vision arc.

    Args:
        table: what is drawn.
        shooter: who shoots.
        flame: his template, or the string in place of it.
    """
    shown = FlameDrawing(table, shooter, flame, _fates(table, shooter, flame), sides_of(table))
    render_scene = build_render_scene(table, without=[figure.id for figure in table.figures])
    tilted = abs(flame.tilt) >= 0.05
    whole = Image.new("RGB", (SIZE[0], SIZE[1] - BAND), PAPER)
    high = whole.height - (SIDE if tilted else 0)
    whole.paste(_plan(shown, render_scene, (SIZE[0], high)), (0, 0))
    if tilted:
        whole.paste(_from_the_side(shown, render_scene, (SIZE[0], SIDE)), (0, high))
    return with_reservation(with_legend(whole, _said_of_all(shown), _legend(shown)), table)


def _fates(table: Table, shooter: Figure, flame: Flame) -> dict[str, Fate]:
    """Of those who are hit, shielded, or close by; a string has nobody close by."""
    fates: dict[str, Fate] = {}
    for figure in table.figures:
        if figure.id in flame.hits:
            fates[figure.id] = "hit"
        elif figure.id in flame.shielded:
            fates[figure.id] = "shielded"
        elif figure.id != shooter.id and not flame.string and _aside(flame, figure) <= NEARBY:
            fates[figure.id] = "missed"
    return fates


def _aside(flame: Flame, figure: Figure) -> float:
    """Inches in plan from a template to a base; 0 or less where it is over it."""
    disc = plan_disc(figure)
    return float(shapely.Polygon(outline(flame.drop)[0, :, :2]).distance(shapely.Point(disc.centre))) - disc.radius


def _plan(shown: FlameDrawing, render_scene: RenderScene, size: tuple[int, int]) -> Image.Image:
    table, shooter, flame = shown.table, shown.shooter, shown.flame
    points = np.concatenate([outline(flame.drop)[0, :, :2], [shooter.position[:2]]])
    low, high = np.append(points.min(axis=0) - AROUND, 0.0), np.append(points.max(axis=0) + AROUND, 1.0)
    plan = plan_of(low, high, plan_size(size), table.size)
    cut_scene, camera = laid_open(render_scene, plan, lambda places: _ceiling(flame, np.asarray(places)))
    colour = render(cut_scene, camera, Light(lamp_beside(camera), corner_reach=1.0, backdrop_floor=RULE)).colour
    canvas = ImageCanvas(Image.fromarray(np.rint(colour).astype(np.uint8)))
    draw_inch_grid(canvas, camera, table.size, strength=0.8)
    _draw_arc(canvas, camera, shooter)
    line = _template(camera, flame)
    # What is drawn later covers what is below it, so bases go between the template and its outline.
    if not flame.string:
        canvas.polygon(line, ORANGE, alpha=0.38)
    letters = _draw_bases(canvas, camera, shown)
    canvas.line(line, VERMILLION, thick=2.6, casing=WHITE)
    for figure in table.figures:
        if figure.id in shown.fates:
            _ring(canvas, camera, figure, shown.fates[figure.id])
    flat = _labelled(canvas, camera, shown, letters)
    return framed_plan(flat, camera, table.size, _title(flame))


def _ceiling(flame: Flame, places: FloatArray) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """(n,) heights at which the table is cut open, so much above the template, or its ends where it does not reach."""
    turn = np.radians(flame.toward)
    along = (places[:, :2] - flame.tip[:2]) @ [np.cos(turn), np.sin(turn)]
    reach = along.clip(0.0, FLAME.length * np.cos(np.radians(flame.tilt)))
    return np.asarray(flame.tip[2] + reach * np.tan(np.radians(flame.tilt)) + OVERHEAD, dtype=np.float32)


def _draw_arc(canvas: ImageCanvas, camera: Camera, shooter: Figure) -> None:
    for turn in (-ARC_DEGREES / 2.0, ARC_DEGREES / 2.0):
        angle = np.radians(shooter.facing + turn)
        end = np.array(shooter.position) + 40.0 * np.array([np.cos(angle), np.sin(angle), 0.0])
        canvas.line(camera.project(np.array([shooter.position, end]))[0], INK, thick=1.2, alpha=0.55, dash=(10.0, 7.0))


def _draw_bases(canvas: ImageCanvas, camera: Camera, shown: FlameDrawing) -> list[tuple[tuple[float, float], str, Rgb]]:
    """All bases in the colours of their sides, paler of those who are missed. Where which letter goes."""
    letters = []
    for figure in shown.table.figures:
        x, y, radius = _disc(camera, figure)
        colour = base_colour(figure, shown.sides)
        if figure.id != shown.shooter.id and shown.fates.get(figure.id, "missed") == "missed":
            colour = mixed(colour, PAPER, 0.5)
        canvas.disc((x, y), radius, colour, edge=mixed(colour, INK, 0.65), thick=1.6)
        if figure.side and radius >= 8.0:
            letters.append(((x, y), shown.sides[figure.side].letter, ink_on(colour)))
        if figure.id == shown.shooter.id:
            canvas.line(ring((x, y), radius + 4.0), INK, thick=2.6, casing=WHITE)
    return letters


def _template(camera: Camera, flame: Flame) -> FloatArray:
    """(n, 2) pixels of the outline of the template, closed; of a string those of its ends."""
    if flame.string:
        return camera.project(at(flame.drop, np.array([0.0, FLAME.length]), np.zeros(2))[0])[0]
    line = camera.project(outline(flame.drop, points=97)[0])[0]
    return np.concatenate([line, line[:1]])


def _ring(canvas: ImageCanvas, camera: Camera, figure: Figure, fate: Fate) -> None:
    x, y, radius = _disc(camera, figure)
    colour, dash = RINGS[fate]
    canvas.line(ring((x, y), radius + 4.5), colour, thick=4.0 if fate == "hit" else 3.0, dash=dash, casing=WHITE)


def _disc(camera: Camera, figure: Figure) -> tuple[float, float, float]:
    disc = plan_disc(figure)
    x, y = camera.project([[*disc.centre, 0.0]])[0][0].tolist()
    return x, y, max(disc.radius * camera.focal, 4.0)


def _labelled(
    canvas: ImageCanvas, camera: Camera, shown: FlameDrawing, letters: Sequence[tuple[tuple[float, float], str, Rgb]]
) -> Image.Image:
    """Who is hit, shielded or missed, and the letters of the sides."""
    texts = {name: cut(_said(shown, name), LABEL_SIZE, 340) for name in shown.named}
    discs = [_disc(camera, shown.table.figure(name)) for name in texts]
    avoid = _within(camera, shown.flame)
    rows, columns = np.ogrid[: camera.size[1], : camera.size[0]]
    for x, y, radius in (_disc(camera, figure) for figure in shown.table.figures):
        avoid |= (columns - x) ** 2 + (rows - y) ** 2 <= (radius + 6.0) ** 2
    anchors = [(x, y) for x, y, _ in discs]
    nearest = max(radius for _, _, radius in discs) + 10.0
    boxes = place_labels([(width(text, LABEL_SIZE) + 16.0, 26.0) for text in texts.values()], anchors, avoid, nearest=nearest)
    for box, (x, y, radius) in zip(boxes, discs, strict=True):
        line = leader(box, (x, y))
        way = line[1] - line[0]
        line[1] -= way / max(float(np.hypot(*way)), 1e-9) * (radius + 5.0)
        canvas.line(line, INK, thick=1.3, alpha=0.8, casing=WHITE)
        canvas.box(box, PAPER, alpha=0.92, edge=mixed(PAPER, INK, 0.45), corner=5.0, thick=1.0)
    flat, draw = canvas.flat()
    for text, (left, top, right, bottom) in zip(texts.values(), boxes, strict=True):
        write(draw, ((left + right) / 2.0, (top + bottom) / 2.0 + 1.0), text, LABEL_SIZE, anchor="mm")
    for (x, y), letter, colour in letters:
        write(draw, (x + 0.5, y + 1.0), letter, 13, bold=True, anchor="mm", colour=colour)
    return flat


def _within(camera: Camera, flame: Flame) -> BoolArray:
    """(rows, columns) the pixels of the template."""
    mask = Image.new("1", camera.size)
    ImageDraw.Draw(mask).polygon([(x, y) for x, y in _template(camera, flame).tolist()], fill=1)
    return np.array(mask, dtype=np.bool_)


def _said(shown: FlameDrawing, name: str) -> str:
    """What became of somebody; of who is under the template on another level, how far off it is."""
    figure, fate, flame = shown.table.figure(name), shown.fates.get(name), shown.flame
    if fate is None:
        return figure.called
    if fate == "missed" and _aside(flame, figure) <= 0.0:
        up = float(_ceiling(flame, np.array([figure.position]))[0]) - OVERHEAD - figure.position[2] - figure.base_height
        if up > HEAD or up < -0.5:
            return f'{figure.called}: missed, {abs(up):.1f}" {"below" if up > 0 else "above"} it'
    return f"{figure.called}: {fate}"


def _from_the_side(shown: FlameDrawing, render_scene: RenderScene, size: tuple[int, int]) -> Image.Image:
    """What stands along the axis, cut open along it, with the template as a line."""
    section, start = _section(shown, (size[0] - RULER, size[1] - RULER - TITLE))
    canvas = ImageCanvas(Image.fromarray(section_ground(section, render_scene)))
    draw_section_grid(canvas, section)
    ahead = np.array([np.cos(np.radians(shown.flame.toward)), np.sin(np.radians(shown.flame.toward))])
    words: list[tuple[tuple[float, float], str]] = []
    for name in shown.named:
        figure = shown.table.figure(name)
        along = float((np.array(plan_disc(figure).centre) - start) @ ahead)
        _draw_person(canvas, section, shown, figure, along)
        place = section.pixels(np.array([along]), np.array([figure.position[2] + _tall(figure) + 0.12]))[0]
        words.append(((float(place[0]), float(place[1])), figure.called))
    tip = float((np.array(shown.flame.tip[:2]) - start) @ ahead)
    level, rise = np.cos(np.radians(shown.flame.tilt)), np.sin(np.radians(shown.flame.tilt))
    ends = section.pixels(
        np.array([tip, tip + FLAME.length * level]), shown.flame.tip[2] + np.array([0.0, FLAME.length * rise])
    )
    canvas.line(ends, VERMILLION, thick=4.0, casing=WHITE)
    flat, draw = canvas.flat()
    _write_names(draw, words)
    lie = "lifted" if shown.flame.tilt > 0.0 else "lowered"
    return framed_section(flat, section, f"From the side, along its axis: {lie} by {abs(shown.flame.tilt):.1f} degrees")


def _section(shown: FlameDrawing, size: tuple[int, int]) -> tuple[Section, FloatArray]:
    """The section along the axis from the middle of the shooter's base to the end, and where it starts in plan."""
    flame, people = shown.flame, [shown.table.figure(name) for name in shown.named]
    start = np.array(plan_disc(shown.shooter).centre)
    end = at(flame.drop, np.array([FLAME.length]), np.zeros(1))[0, 0]
    line = np.array([[*start, flame.tip[2]], end])
    along = np.array([0.0, float(np.hypot(*(end[:2] - start)))])
    heads = [figure.position[2] + _tall(figure) for figure in people]
    low, top = min(0.0, float(end[2])) - 0.3, max(*heads, float(end[2])) + 1.0
    inch = min(size[0] / (float(along[-1]) + 3.0), size[1] / (top - low), 72.0)
    left = (size[0] - float(along[-1]) * inch) / 2.0
    return Section(size, inch, left, size[1] + low * inch, line, along), start


def _tall(figure: Figure) -> float:
    """Inches from the underside of the base to the head."""
    corners = figure.box if len(figure.body.counts.faces) else np.array([figure.position, figure.position])
    return float(corners[1, 2]) - figure.position[2]


def _draw_person(canvas: ImageCanvas, section: Section, shown: FlameDrawing, figure: Figure, along: float) -> None:
    """A base and, narrower, the body on it; marked like the ring in the plan."""
    disc, foot = plan_disc(figure), figure.position[2]
    colour = base_colour(figure, shown.sides)
    edge = RINGS[shown.fates[figure.id]][0] if figure.id in shown.fates else INK
    half, top = max(disc.radius, 0.1), foot + figure.base_height
    for wide, low, high, alpha in ((0.55 * half, top, foot + _tall(figure), 0.55), (half, foot, max(top, foot + 0.05), 1.0)):
        (left, upper), (right, lower) = section.pixels(np.array([along - wide, along + wide]), np.array([high, low])).tolist()
        canvas.box((left, upper, right, lower), colour, alpha=alpha, edge=edge, corner=3.0, thick=2.0)


def _write_names(draw: ImageDraw.ImageDraw, words: Sequence[tuple[tuple[float, float], str]]) -> None:
    """Names over heads, each above those that it would cover."""
    taken: list[tuple[float, float, float]] = []
    for (x, y), name in sorted(words):
        text = cut(name, 13, 130)
        half, line = width(text, 13) / 2.0 + 3.0, y
        while any(abs(line - other) < 14.0 and x - half < right and x + half > left for left, right, other in taken):
            line -= 14.0
        taken.append((x - half, x + half, line))
        write(draw, (x, line), text, 13, anchor="ms")


def _title(flame: Flame) -> str:
    if flame.string:
        return f'{FLAME.length:g}" measured from base to base'
    lie = "level" if abs(flame.tilt) < 0.05 else f"{'lifted' if flame.tilt > 0 else 'lowered'} by {abs(flame.tilt):.1f} degrees"
    return f"Flame template towards {flame.toward:.0f} degrees, {lie}"


def _said_of_all(shown: FlameDrawing) -> str:
    """Who shoots, and how many are hit."""
    count = sum(fate == "hit" for fate in shown.fates.values())
    return f"{shown.shooter.called} shoots: {count or 'nobody'} hit"


def _legend(shown: FlameDrawing) -> list[LegendEntry]:
    """The signs of the picture, of fates those that are met."""
    entries = [LegendEntry("who shoots", circle(INK))]
    if not shown.flame.string:
        entries.append(LegendEntry("the template", fill(mixed(ORANGE, PAPER, 0.62), edge=VERMILLION), wide=30.0))
    meant: dict[Fate, str] = {"hit": "hit", "shielded": "shielded by a wall or solid terrain", "missed": "close by and missed"}
    for fate, text in meant.items():
        if fate in shown.fates.values():
            colour, dash = RINGS[fate]
            entries.append(LegendEntry(text, circle(colour, dash=dash, thick=3.0)))
    paler = [one for one in shown.table.figures if one.id != shown.shooter.id and shown.fates.get(one.id, "missed") == "missed"]
    if paler:
        colour = mixed(base_colour(paler[0], shown.sides), PAPER, 0.5)
        entries.append(LegendEntry("base of who is missed", dot(colour, radius=8.0, edge=mixed(colour, INK, 0.65))))
    arc = stroke(INK, thick=1.2, alpha=0.6, dash=(10.0, 7.0))
    return [*entries, LegendEntry("vision arc", arc, wide=40.0), LegendEntry("cut through", fill(CUT, edge=INK), wide=24.0)]
