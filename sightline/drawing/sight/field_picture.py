"""The picture of a field: every place marked from which a figure was looked at: seen or not, and how well hidden."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
from PIL import Image, ImageDraw

from rules.citations import Cover
from rules.sight.verdict import COVERS, SightRuling
from scene.geometry.mesh import FloatArray
from scene.table.scan_measurements import NOT_KNOWN
from scene.table.table import Figure, Table
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.label_layout import leader, place_labels
from sightline.drawing.annotation.legend import ROW, Legend, LegendEntry, middle_of
from sightline.drawing.annotation.legend import Sign as LegendSign
from sightline.drawing.annotation.lettering import cut, width, write
from sightline.drawing.rendering.camera import Camera
from sightline.drawing.rendering.palette import FAINT_INK, FIGURE, INK, PAPER, RULE, VISIBLE, WHITE, Rgb, mixed
from sightline.drawing.rendering.render_scene import RenderScene, build_render_scene, in_view
from sightline.drawing.rendering.renderer import RenderedPicture, render
from sightline.drawing.rendering.shading import Light, lamp_beside
from sightline.drawing.rendering.viewpoint import Viewpoint, camera_at
from sightline.drawing.sight.overview import draw_ring

Sign = Literal["open", "partial", "full", "none-seen"]

SMALLEST = (1200, 600)
VIEWPOINT = Viewpoint(azimuth=270.0, elevation=64.0)
"""Steep enough to read like a plan, slanted enough that a deck's places do not lie on those below it."""

BAND = 96
"""Pixels: height of the legend."""
NAME_SIZE = 17
QUIET = 0.42
"""How much white is mixed into the table, so that the marks stand out from it."""
RAISED = 0.05
"""Inches above their place at which marks are drawn and looked for."""
BEHIND = 0.45
"""Opacity of the marks of places that something stands before."""

HIDDEN_COLOURS: Final[tuple[Rgb, ...]] = (
    (240, 249, 33), (252, 206, 37), (252, 166, 54), (242, 132, 75), (225, 100, 98), (204, 71, 120), (177, 42, 144),
    (143, 13, 164), (106, 0, 168), (65, 4, 157), (13, 8, 135),
)  # fmt: skip
"""From nothing hidden to all hidden, in even steps of lightness, also for the colour-blind: the map "plasma", downwards
(S. van der Walt and N. Smith for Matplotlib, 2015)."""

MEASURED: Final[Mapping[Sign, str]] = {
    "open": "nothing hidden", "partial": "less than half hidden", "full": "half or more hidden", "none-seen": "not seen",
}  # fmt: skip
"""What the signs mean where no rulebook is asked."""


@dataclass(frozen=True)
class FieldMark:
    """A place in the picture.

    Attributes:
        middle: in pixels.
        radius: in pixels.
        sign: by which shape it is drawn.
        colour: by how much is hidden.
        behind: something stands before the place.
    """

    middle: tuple[float, float]
    radius: float
    sign: Sign
    colour: Rgb
    behind: bool


def field_picture(
    table: Table,
    target: Figure,
    places: FloatArray,
    found: Sequence[SightRuling],
    *,
    covers: Mapping[Cover, str] = COVERS,
    size: tuple[int, int] = (1400, 1000),
) -> Image.Image:
    """The table from above, slanted a little, with every place marked.

    The colour of a mark says how much of the target is hidden from there, its shape what the rulebook makes of it (without
    a rulebook: nothing, less than half, or more). Places that something stands before are drawn paler.

    Args:
        table: what is drawn.
        target: who was looked at.
        places: (n, 3) inches; where the viewer's base stood.
        found: what was found from each of them.
        covers: what the rulebook calls each degree of cover that it has.
        size: width and height in pixels, at least `SMALLEST`.
    """
    wide, high = (max(value, least) for value, least in zip(size, SMALLEST, strict=True))
    table = table.with_figure(target)
    camera = camera_at(VIEWPOINT, table, (wide, high - BAND))
    render_scene = build_render_scene(table, figure_colour=lambda figure: VISIBLE if figure.id == target.id else FIGURE)
    picture = render(render_scene, camera, Light(lamp_beside(camera), corner_reach=1.6))
    scene = Image.fromarray(np.rint(_quiet(picture, render_scene, target)).astype(np.uint8))
    marks = marks_of(render_scene, camera, places, found)
    whole = Image.new("RGB", (wide, high), PAPER)
    whole.paste(_marked(scene, camera, target, marks), (0, 0))
    ruled = any(ruling.cover is not None for ruling in found)
    return _with_legend(whole, table, target, marks, covers if ruled else MEASURED)


def marks_of(render_scene: RenderScene, camera: Camera, places: FloatArray, found: Sequence[SightRuling]) -> list[FieldMark]:
    """The marks of all ``places`` (n, 3), in the order in which they are drawn."""
    if len(places) == 0:
        return []
    raised = places + np.array([0.0, 0.0, RAISED])
    pixels, depth = camera.project(raised)
    radii = np.clip(0.3 * _spacing(places) * camera.focal / depth, 1.6, 9.0)
    behind = ~in_view(render_scene, camera, raised)
    marks = [
        FieldMark((float(x), float(y)), float(radius), sign_of(ruling), hidden_colour(ruling), bool(covered))
        for (x, y), radius, ruling, covered in zip(pixels, radii, found, behind, strict=True)
    ]
    # What is behind comes first, then from the back to the front.
    return [marks[i] for i in np.lexsort((-depth, ~behind))]


def sign_of(ruling: SightRuling) -> Sign:
    """What a place's mark says: the rulebook's cover, or without one how much is hidden."""
    if ruling.witness is None:
        return "none-seen"
    if ruling.cover is not None:
        return ruling.cover
    share = ruling.geometry.share if ruling.geometry else 0.0
    return "open" if share == 0.0 else "partial" if share < 0.5 else "full"


def hidden_colour(ruling: SightRuling) -> Rgb:
    """The colour of the share that is hidden."""
    return colour_of(ruling.geometry.share) if ruling.geometry else HIDDEN_COLOURS[-1]


def colour_of(share: float) -> Rgb:
    """The colour of a hidden share 0..1."""
    at = min(max(share, 0.0), 1.0) * (len(HIDDEN_COLOURS) - 1)
    first = min(int(at), len(HIDDEN_COLOURS) - 2)
    return mixed(HIDDEN_COLOURS[first], HIDDEN_COLOURS[first + 1], at - first)


def _quiet(picture: RenderedPicture, render_scene: RenderScene, target: Figure) -> FloatArray:
    """(rows, columns, 3) the picture, paler but for the target."""
    own = np.array([*(part.owner == target.id and part.role == "body" for part in render_scene.parts), False])
    share = np.where(own[picture.part], 0.0, QUIET)[:, :, None]
    return np.asarray(picture.colour + (255.0 - picture.colour) * share, dtype=np.float64)


def _spacing(places: FloatArray) -> float:
    """Inches between neighbouring places."""
    steps = [np.diff(np.unique(np.round(places[:, axis], 6))) for axis in (0, 1)]
    return float(min((step.min() for step in steps if len(step)), default=1.0))


def _marked(scene: Image.Image, camera: Camera, target: Figure, marks: Sequence[FieldMark]) -> Image.Image:
    canvas = ImageCanvas(scene)
    for mark in marks:
        draw_mark(canvas, mark)
    draw_ring(canvas, camera, target, dashed=False)
    text = cut(target.called, NAME_SIZE, 260)
    corners, _ = camera.project(target.placed.vertices if len(target.placed.faces) else [target.position])
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    avoid = np.zeros((scene.height, scene.width), dtype=np.bool_)
    avoid[max(0, int(top) - 6) : int(bottom) + 12, max(0, int(left) - 6) : int(right) + 6] = True
    anchor = (float(left + right) / 2.0, float(top))
    box = place_labels([(width(text, NAME_SIZE) + 18.0, 28.0)], [anchor], avoid, nearest=8.0)[0]
    canvas.line(leader(box, anchor), INK, thick=1.4, casing=WHITE)
    canvas.box(box, PAPER, alpha=0.94, edge=INK, corner=5.0, thick=1.4)
    flat, draw = canvas.flat()
    write(draw, ((box[0] + box[2]) / 2.0, (box[1] + box[3]) / 2.0 + 1.0), text, NAME_SIZE, bold=True, anchor="mm")
    return flat


def draw_mark(canvas: ImageCanvas, mark: FieldMark) -> None:
    """A full disc in the open, half a disc in partial cover, a ring in full cover, a small cross where nothing is seen."""
    (x, y), radius = mark.middle, mark.radius
    alpha = BEHIND if mark.behind else 1.0
    if mark.sign == "none-seen":
        arm = 0.45 * radius
        for lean in (-1.0, 1.0):
            ends = np.array([[x - arm, y - lean * arm], [x + arm, y + lean * arm]])
            canvas.line(ends, FAINT_INK, thick=1.2, alpha=0.8 * alpha)
        return
    edge = mixed(mark.colour, INK, 0.72)
    if mark.sign == "open":
        canvas.disc(mark.middle, radius, mark.colour, edge=edge, thick=1.0, alpha=alpha)
    elif mark.sign == "partial":
        canvas.disc(mark.middle, radius, WHITE, alpha=alpha)
        turns = np.linspace(0.0, np.pi, 13)
        canvas.polygon(np.stack([x + radius * np.cos(turns), y + radius * np.sin(turns)], axis=1), mark.colour, alpha=alpha)
        canvas.disc(mark.middle, radius, None, edge=edge, thick=1.0, alpha=alpha)
    else:
        canvas.disc(mark.middle, radius, WHITE, edge=edge, thick=0.42 * radius + 1.0, alpha=alpha)
        canvas.disc(mark.middle, radius - 0.5, None, edge=mark.colour, thick=0.42 * radius, alpha=alpha)


def _with_legend(
    whole: Image.Image, table: Table, target: Figure, marks: Sequence[FieldMark], meaning: Mapping[Sign, str]
) -> Image.Image:
    canvas = ImageCanvas(whole)
    top = float(whole.height - BAND)
    canvas.box((0.0, top, float(whole.width), float(whole.height)), PAPER)
    canvas.line(np.array([[0.0, top], [float(whole.width), top]]), RULE, thick=1.5)
    left, scale, signs_at = 22.0, 300.0, top + 66.0
    scale_left = whole.width - left - scale
    entries = [LegendEntry(said, _sign(sample)) for sample, said in _samples(marks, meaning)]
    legend, corner = Legend(entries, scale_left - left - 20.0), (left, signs_at - ROW / 2.0)
    legend.draw(canvas, corner)
    for step in range(int(scale)):
        at = scale_left + step
        canvas.box((at, signs_at - 9.0, at + 1.0, signs_at + 9.0), colour_of(step / (scale - 1.0)))
    flat, draw = canvas.flat()
    legend.write(draw, corner)
    _write_heads(draw, table, target, len(marks), left=left, scale=(scale_left, scale), y=top + 28.0)
    return flat


def _sign(sample: FieldMark) -> LegendSign:
    return lambda canvas, box: draw_mark(canvas, replace(sample, middle=middle_of(box)))


def _samples(marks: Sequence[FieldMark], meaning: Mapping[Sign, str]) -> list[tuple[FieldMark, str]]:
    """A mark of every kind, and what it means."""
    counts = Counter(mark.sign for mark in marks)
    shares: dict[Sign, float] = {"open": 0.0, "partial": 0.25, "full": 0.75, "none-seen": 1.0}
    samples = [
        (FieldMark((0.0, 0.0), 9.0, sign, colour_of(shares[sign]), behind=False), f"{said}  {counts[sign]:,}")
        for sign, said in meaning.items()
    ]
    return [*samples, (FieldMark((0.0, 0.0), 9.0, "full", colour_of(1.0), behind=True), "paler: behind something")]


def _write_heads(
    draw: ImageDraw.ImageDraw, table: Table, target: Figure, count: int, *, left: float, scale: tuple[float, float], y: float
) -> None:
    """The legend's first row: what is shown, and the ends of the colour scale."""
    title = cut(f"From where is {target.called} seen?", 22, 0.6 * scale[0])
    write(draw, (left, y), title, 22, bold=True, anchor="lm")
    after = left + 1.03 * width(title, 22) + 22.0
    about = f"{count:,} places, {table.name or 'table without a name'}"
    if table.terrain_known == "pieces":
        about = f"past the measured pieces: {NOT_KNOWN}"
    write(draw, (after, y), cut(about, 16, scale[0] - 30.0 - after), 16, colour=FAINT_INK, anchor="lm")
    for share, anchor, text in ((0.0, "ls", "0 %"), (0.5, "ms", "hidden"), (1.0, "rs", "100 %")):
        write(draw, (scale[0] + share * scale[1], y + 18.0), text, 15, colour=FAINT_INK, anchor=anchor)  # type: ignore[arg-type]
