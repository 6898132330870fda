"""The pages to print for one shot: the card for the target's place, and the stand for the shooter's eye."""

import math
from collections.abc import Callable

import numpy as np
import shapely
from numpy.typing import NDArray

from assets.tag_scheme import CARD_TAG_MM, FAMILY, STAND_TAG_MM
from capture.shot_cards.card_layout import CardLayout
from capture.shot_cards.stand_layout import STAND_EDGE_MM, eye_over_base, stand_tags
from capture.tags.print_sheets import (
    FOOT_MM,
    HEAD_MM,
    LINE_MM,
    MARGIN,
    PAPERS,
    SMALL_PT,
    TEXT_PT,
    Circle,
    CutLine,
    FilledShape,
    Item,
    Page,
    PlacedTag,
    PrintedText,
    page_frame,
    page_lines,
    tag_shape,
)
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray
from scene.table.table import MM_PER_INCH, Figure

OnPage = Callable[[NDArray[np.float64]], FloatArray]

LOUD = "#ec008c"
"""Printers' own magenta: hardly anything on a table looks like it, and no ink has to be mixed for it."""
TEXT_MM = 7.0 * LINE_MM[TEXT_PT]
LENS_MM, LAMP_MM = 6.0, 3.0
CARD_WORDS = (
    "Cut along the grey line, in one piece with the foot, and stick the upright part on something thin and stiff. Fold the",
    "foot {way}, to the side {side} the shooter, square to the card. It is as wide and as long as the base: put it where the",
    "base stood, the print towards the shooter's eye. Scenery may touch the card, but not bend it: where an arm or the mast",
    "does not fit, cut it off. Two tags have to stay.",
)
STAND_WORDS = (
    "Cut it out, with a hole of {lens:g} mm for a lens, or {lamp:g} mm for a lamp behind it. Fold the foot {way},",
    "and put it where the shooter's base stands, the tags towards the target; its outer edge is the edge of the base. Hold the",
    "phone's lens at the hole for a photo of the card; better four, taken away and held to it anew for each.",
)


def card_pages(layout: CardLayout, shooter: Figure | None, paper: str) -> tuple[Page, ...]:
    """The card's page, and the stand's where there is a shooter.

    Raises:
        SceneError: one line where the card is larger than the paper.
    """
    pages = (_card_page(layout, shooter, paper),)
    return pages if shooter is None else (*pages, _stand_page(layout, shooter, paper))


def _card_page(layout: CardLayout, shooter: Figure | None, paper: str) -> Page:
    size = PAPERS[paper]
    left, _, right, high = layout.box
    foot = layout.base_mm
    top = MARGIN + HEAD_MM + TEXT_MM
    room = size[0] - 2.0 * MARGIN, size[1] - 2.0 * MARGIN - HEAD_MM - TEXT_MM - FOOT_MM - 4.0
    if right - left > room[0] or high + foot > room[1]:
        raise SceneError(
            f'the card for "{layout.target.called}" is {right - left:.0f} x {high + foot:.0f} mm, too large for {paper} paper'
        )
    origin = np.array([size[0] / 2.0 - (left + right) / 2.0, top + high])

    def on_page(points: NDArray[np.float64]) -> FloatArray:
        return np.asarray(origin + np.asarray(points, dtype=np.float64)[..., :2] * [1.0, -1.0])

    items: list[Item] = [_filled(layout, on_page)]
    for tag in layout.tags:
        corner = on_page(np.array([tag.x - CARD_TAG_MM / 2.0, tag.y + CARD_TAG_MM / 2.0]))
        items.append(tag_shape(FAMILY, tag.id, (float(corner[0]), float(corner[1])), CARD_TAG_MM))
        x0, y0, x1, y1 = tag.patch
        items.append(FilledShape((on_page(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])),), LOUD))
    half = layout.base_mm / 2.0
    flap = [[half, 0.0], [half, -foot], [-half, -foot], [-half, 0.0]]
    edge = np.array([*layout.cut, *flap, layout.cut[0]])
    items += _lines_of(on_page(edge))
    items += _dashes(on_page(np.array([flap[-1], flap[0]])))
    x, y = on_page(np.array([0.0, -half])).tolist()
    items += [Circle((x, y), layout.base_mm), *_cross(x, y)]
    way, side = ("back", "away from") if layout.behind else ("forward", "of")
    words = [line.format(way=way, side=side) for line in CARD_WORDS]
    seen = f", as {shooter.called} sees it" if shooter else ""
    title = f"Card for {layout.target.called}{seen}"
    items.append(PrintedText((x, y + half - 2.0), layout.target.called, SMALL_PT, middle=True))
    placed = tuple(PlacedTag(tag.id, _pair(on_page(np.array([tag.x, tag.y]))), CARD_TAG_MM) for tag in layout.tags)
    return Page(title, (*page_frame(size, title, ""), *page_lines(words), *items), placed)


def _filled(layout: CardLayout, on_page: OnPage) -> FilledShape:
    """The silhouette."""
    parts = [part for part in shapely.get_parts(layout.outline) if shapely.get_type_id(part) == shapely.GeometryType.POLYGON]
    rings = [ring for part in parts for ring in shapely.get_rings(part)]
    return FilledShape(tuple(on_page(shapely.get_coordinates(ring)[:-1]) for ring in rings), LOUD)


def _stand_page(layout: CardLayout, shooter: Figure, paper: str) -> Page:
    """The stand, as it is seen from the target."""
    size = PAPERS[paper]
    before, aside, up = eye_over_base(layout, shooter)
    radius = max(shooter.base_radius, 0.2) * MM_PER_INCH
    edge, tags = STAND_EDGE_MM, stand_tags(up)
    rows = [row + up for _, row in tags.values()]
    high, wide = max(rows) + edge, max(x for x, _ in tags.values()) + edge
    foot = radius + abs(before)
    room = size[0] - 2.0 * MARGIN, size[1] - 2.0 * MARGIN - HEAD_MM - TEXT_MM - FOOT_MM
    if high + foot > room[1] or 2.0 * wide + abs(aside) > room[0]:
        raise SceneError(f'the eye of "{shooter.called}" is {up:.0f} mm up, too high for a stand on {paper} paper')
    origin = np.array([size[0] / 2.0, MARGIN + HEAD_MM + TEXT_MM + high])

    def on_page(points: NDArray[np.float64]) -> FloatArray:
        return np.asarray(origin + np.asarray(points, dtype=np.float64) * [1.0, -1.0])

    plate = [[aside - wide, 0.0], [aside - wide, high], [aside + wide, high], [aside + wide, 0.0]]
    flap = [[radius, 0.0], [radius, -foot], [-radius, -foot], [-radius, 0.0]]
    items = [*_lines_of(on_page(np.array([*plate, *flap, plate[0]]))), *_dashes(on_page(np.array([flap[0], flap[-1]])))]
    placed = []
    for tag, (tag_x, tag_y) in tags.items():
        middle = on_page(np.array([aside + tag_x, up + tag_y]))
        corner = middle - STAND_TAG_MM / 2.0
        items.append(tag_shape(FAMILY, tag, (float(corner[0]), float(corner[1])), STAND_TAG_MM))
        placed.append(PlacedTag(tag, _pair(middle), STAND_TAG_MM))
    hole = _pair(on_page(np.array([aside, up])))
    items += [Circle(hole, LENS_MM), Circle(hole, LAMP_MM), *_cross(*hole)]
    turns = np.linspace(0.0, 2.0 * math.pi, 73)
    ring = np.column_stack([radius * np.sin(turns), radius * np.cos(turns) - abs(before)])
    items += _lines_of(on_page(np.where(ring[:, 1:] > 0.0, [np.nan, np.nan], ring)))
    items += _cross(*_pair(on_page(np.array([0.0, -abs(before)]))))
    way = "back, away from the target" if before >= 0.0 else "forward, towards the target"
    words = [line.format(lens=LENS_MM, lamp=LAMP_MM, way=way) for line in STAND_WORDS]
    title = f"Eye stand for {shooter.called}"
    return Page(title, (*page_frame(size, title, ""), *page_lines(words), *items), tuple(placed))


def _pair(point: FloatArray) -> tuple[float, float]:
    x, y = point.tolist()
    return x, y


def _lines_of(points: FloatArray) -> list[Item]:
    """Lines from point to point; there is none to what is not known."""
    ends = [_pair(point) for point in points]
    known: list[bool] = np.atleast_1d(np.isfinite(points).all(axis=1)).tolist()
    return [CutLine(ends[i], ends[i + 1]) for i in range(len(ends) - 1) if known[i] and known[i + 1]]


def _dashes(ends: FloatArray, *, each: float = 3.0) -> list[Item]:
    """A broken line, to fold along."""
    count = max(1, round(float(np.hypot(*(ends[1] - ends[0]))) / each))
    shares = np.linspace(0.0, 1.0, 2 * count)
    points = [_pair(ends[0] + share * (ends[1] - ends[0])) for share in shares]
    return [CutLine(points[2 * i], points[2 * i + 1]) for i in range(count)]


def _cross(x: float, y: float, *, size: float = 2.0) -> list[Item]:
    return [CutLine((x - size, y), (x + size, y)), CutLine((x, y - size), (x, y + size))]
