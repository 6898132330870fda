"""The sheets of tags to print: what is on them, in millimetres from the paper's upper left corner, y down."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assets.tag_scheme import (
    BASES,
    BOARD_FAMILY,
    BOARD_SQUARE_MM,
    BOARD_SQUARES,
    BOARD_TAG_MM,
    BOARD_WORDS,
    CORNERS,
    FAMILY,
    MODULES,
    role_of,
)

Sheet = Literal["board", "anchors", "terrain", "bases"]
SHEETS: tuple[Sheet, ...] = ("board", "anchors", "terrain", "bases")
SHEET_OF: Mapping[str, Sheet] = {"anchor": "anchors", "terrain": "terrain", "base": "bases"}

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 10.0
"""What printers leave white at every edge of the paper."""
USUAL_IDS: tuple[int, ...] = (
    *range(12),
    *range(100, 120),
    *(tag for size, count in zip(BASES, (12, 5, 10, 4, 3), strict=True) for tag in size.ids[:count]),
)
"""What is printed where no ids are asked for."""

TITLE_PT, TEXT_PT, SMALL_PT = 14.0, 9.0, 7.0
LINE_MM = {TEXT_PT: 4.1, SMALL_PT: 3.0}
HEAD_MM, FOOT_MM = 7.0, 11.4
CUT_MM = 0.15
GREY = 0.6
DISC_GAP_MM = 3.0
GROUP_MM = 5.0
"""The height of the words over a group of discs."""

RULER_MM, RULER_INCHES_MM = 100.0, 101.6


@dataclass(frozen=True, eq=False)
class FilledShape:
    """What is filled with black or another colour: (n, 2) rings; what lies inside of two of them is left out."""

    rings: tuple[NDArray[np.float64], ...]
    colour: str = "#000000"


@dataclass(frozen=True)
class CutLine:
    """A thin grey line to cut along."""

    start: tuple[float, float]
    end: tuple[float, float]


@dataclass(frozen=True)
class Circle:
    """A thin grey circle to cut along."""

    centre: tuple[float, float]
    diameter: float


@dataclass(frozen=True)
class PrintedText:
    """A line of words. ``place`` is the left end, or the middle, of its base line."""

    place: tuple[float, float]
    words: str
    points: float = TEXT_PT
    middle: bool = False
    bold: bool = False


Item = FilledShape | CutLine | Circle | PrintedText


@dataclass(frozen=True)
class PlacedTag:
    """Where the middle of a tag is printed, and how long its side is."""

    id: int
    centre: tuple[float, float]
    side: float


@dataclass(frozen=True)
class Page:
    """A page.

    Attributes:
        title: what stands at its head.
        items: what is printed.
        tags: where which tag is printed.
        board: the upper left corner of the calibration board, None on other pages.
    """

    title: str
    items: tuple[Item, ...]
    tags: tuple[PlacedTag, ...] = ()
    board: tuple[float, float] | None = None


BOARD_TEXT = (
    "Glue it on something stiff and flat: glass, a tile, the lid of a box. Then take 10 to 20 photos of it that fill the",
    "picture, from all sides and well aslant, with one lens at one zoom, and have the lens worked out once:",
    f"sightline calibrate PHOTO... --board {BOARD_WORDS} -o camera.json",
)
ANCHOR_TEXT = (
    "Cut along the lines. Lay the cards flat on the ground of the table and leave them there until all photos are taken. "
    "Card 0 goes into the corner where the table begins, 1 to the end of its x side, 2 opposite of 0, 3 to the end of its y "
    "side: flush with both edges, any way round. The others go anywhere between the terrain, so that each photo shows four "
    "or more."
)
TERRAIN_TEXT = (
    "Cut along the lines. Put one flat on every piece of terrain that may be moved, where two or more photos will show it,",
    "and note which number is on which piece.",
)
BASES_TEXT = (
    "Cut out the discs. Put each on an empty base of its size that stands where the figure stands;",
    "the arrow shows where the figure faces.",
)


def sheets(paper: str, only: Sequence[Sheet] = (), ids: Sequence[int] = ()) -> tuple[Page, ...]:
    """The pages with those sheets (all, if none is named) and those tags (a usual choice, if none is named).

    Ids that stand on no sheet that is wanted are left out.
    """
    wanted = only or SHEETS
    by_sheet: dict[str, list[int]] = {}
    for tag in ids or USUAL_IDS:
        by_sheet.setdefault(SHEET_OF.get(role_of(tag).kind, ""), []).append(tag)
    size = PAPERS[paper]
    makers: Mapping[Sheet, Callable[[], Iterable[Page]]] = {
        "board": lambda: [_board_page(size)],
        "anchors": lambda: _anchor_pages(size, by_sheet.get("anchors", [])),
        "terrain": lambda: _terrain_pages(size, by_sheet.get("terrain", [])),
        "bases": lambda: _base_pages(size, by_sheet.get("bases", [])),
    }
    return tuple(page for sheet in SHEETS if sheet in wanted for page in makers[sheet]())


def _board_page(size: tuple[float, float]) -> Page:
    import cv2

    columns, rows = BOARD_SQUARES
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, BOARD_FAMILY))
    board = cv2.aruco.CharucoBoard(BOARD_SQUARES, BOARD_SQUARE_MM, BOARD_TAG_MM, family)
    left = (size[0] - columns * BOARD_SQUARE_MM) / 2
    top = MARGIN + HEAD_MM + len(BOARD_TEXT) * LINE_MM[TEXT_PT] + 2.0
    items: list[Item] = [
        _square(left + column * BOARD_SQUARE_MM, top + row * BOARD_SQUARE_MM, BOARD_SQUARE_MM)
        for row in range(rows)
        for column in range(row % 2, columns, 2)
    ]
    for tag, corners in zip(np.ravel(board.getIds()), board.getObjPoints(), strict=True):
        x, y = np.asarray(corners).reshape(-1, 3)[0, :2]
        items.append(tag_shape(BOARD_FAMILY, int(tag), (left + float(x), top + float(y)), BOARD_TAG_MM))
    under = top + rows * BOARD_SQUARE_MM + 4.0
    measures = f"The squares measure {columns * BOARD_SQUARE_MM:g} mm across and {rows * BOARD_SQUARE_MM:g} mm down."
    items.append(PrintedText((left, under), measures, SMALL_PT))
    shrunk = f"charuco:{columns}x{rows}:{BOARD_SQUARE_MM * 0.97:g}mm:{BOARD_TAG_MM * 0.97:g}mm"
    remedy = f"--board {shrunk} to calibrate."
    title = "Calibration board"
    return Page(title, (*page_frame(size, title, remedy), *page_lines(BOARD_TEXT), *items), board=(left, top))


def _anchor_pages(size: tuple[float, float], ids: Sequence[int]) -> list[Page]:
    column = MARGIN + 2 * 80.0 + 3.0
    letters = int((size[0] - MARGIN - column) / 1.32)
    text = wrap(ANCHOR_TEXT, letters)
    beside = tuple(
        PrintedText((column, MARGIN + HEAD_MM + (line + 1) * LINE_MM[SMALL_PT]), words, SMALL_PT)
        for line, words in enumerate(text)
    )
    return _pages(size, "Anchor tags", ids, (), top=MARGIN + HEAD_MM, width=2 * 80.0, extra=beside)


def _terrain_pages(size: tuple[float, float], ids: Sequence[int]) -> list[Page]:
    return _pages(size, "Terrain tags", ids, TERRAIN_TEXT)


def _base_pages(size: tuple[float, float], ids: Sequence[int]) -> list[Page]:
    return _pages(size, "Base tags", ids, BASES_TEXT)


def _pages(
    size: tuple[float, float],
    title: str,
    ids: Sequence[int],
    text: tuple[str, ...],
    *,
    top: float | None = None,
    width: float | None = None,
    extra: tuple[PrintedText, ...] = (),
) -> list[Page]:
    """Cards or discs in rows, group by group, over as many pages as they take."""
    first = MARGIN + HEAD_MM + len(text) * LINE_MM[TEXT_PT] + 1.0 if top is None else top
    right = MARGIN + (size[0] - 2 * MARGIN if width is None else width)
    bottom = size[1] - MARGIN - FOOT_MM
    found = list[tuple[list[Item], list[PlacedTag]]]()
    x, y, step, group = right, bottom, 0.0, None
    for tag in ids:
        role = role_of(tag)
        assert role.card_mm is not None
        disc = role.base_mm is not None
        pitch = role.card_mm + (DISC_GAP_MM if disc else 0.0)
        new_group = disc and role.base_mm != group
        if new_group or x + pitch > right + 1e-6:
            x, y, step = MARGIN, y + step, pitch
            heading = GROUP_MM if new_group else 0.0
            if not found or y + heading + role.card_mm > bottom + 1e-6:
                found.append((list(extra), []))
                y, new_group, heading = first, disc, GROUP_MM if disc else 0.0
            if new_group:
                words = f"For bases of {role.base_mm:g} mm; the tags' side is {role.side_mm:g} mm"
                found[-1][0].append(PrintedText((x, y + 3.6), words, SMALL_PT))
            y, group = y + heading, role.base_mm
        middle = (x + role.card_mm / 2, y + role.card_mm / 2)
        items, tags = found[-1]
        items += _disc(tag, middle) if disc else _card(tag, middle)
        assert role.side_mm is not None
        tags.append(PlacedTag(tag, middle, role.side_mm))
        x += pitch
    remedy = "--tag-mm 58.2 to scan."
    titles = [title] if len(found) == 1 else [f"{title} ({number} of {len(found)})" for number in range(1, len(found) + 1)]
    return [
        Page(name, (*page_frame(size, name, remedy), *page_lines(text), *items), tuple(tags))
        for name, (items, tags) in zip(titles, found, strict=True)
    ]


def _card(tag: int, middle: tuple[float, float]) -> list[Item]:
    role = role_of(tag)
    assert role.card_mm is not None
    assert role.side_mm is not None
    (x, y), half = middle, role.card_mm / 2
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    cuts = [CutLine(corners[i], corners[(i + 1) % 4]) for i in range(4)]
    words = f"{tag}, {CORNERS[tag]}" if role.corner is not None else str(tag)
    name = PrintedText((x, y + half - 1.2), words, SMALL_PT, middle=True)
    return [tag_shape(FAMILY, tag, (x - role.side_mm / 2, y - role.side_mm / 2), role.side_mm), *cuts, name]


def _disc(tag: int, middle: tuple[float, float]) -> list[Item]:
    role = role_of(tag)
    assert role.card_mm is not None
    assert role.side_mm is not None
    (x, y), half = middle, role.side_mm / 2
    module = role.side_mm / MODULES
    # One module of white between the tag and the arrow, and a little between its tip and the edge.
    foot, tip = y - half - 1.2 * module, y - role.card_mm / 2 + 0.8
    arrow = FilledShape((np.array([[x, tip], [x + (foot - tip) * 0.8, foot], [x - (foot - tip) * 0.8, foot]]),))
    name = PrintedText((x, y + half + 1.2 * module + 1.8), str(tag), SMALL_PT, middle=True)
    return [
        tag_shape(FAMILY, tag, (x - half, y - half), role.side_mm),
        arrow,
        Circle(middle, role.card_mm),
        name,
    ]


def tag_shape(family: str, tag: int, corner: tuple[float, float], side: float) -> FilledShape:
    """The black of a tag whose upper left corner is there, as one shape, so that no seams show between its modules."""
    import cv2
    import shapely

    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, family))
    modules = dictionary.markerSize + 2
    picture = cv2.aruco.generateImageMarker(dictionary, tag, modules, borderBits=1)
    rows, columns = np.nonzero(picture == 0)
    black = shapely.union_all(shapely.box(columns, rows, columns + 1, rows + 1))
    parts = shapely.get_parts(black)
    rings = [ring for part in parts for ring in shapely.get_rings(part)]
    return FilledShape(tuple(np.asarray(corner) + shapely.get_coordinates(ring)[:-1] * (side / modules) for ring in rings))


def _square(x: float, y: float, side: float) -> FilledShape:
    return _bar(x, y, side, side)


def _bar(x: float, y: float, width: float, height: float) -> FilledShape:
    return FilledShape((np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]]),))


def page_lines(text: Iterable[str]) -> list[PrintedText]:
    """Lines of text under the title of a page."""
    return [PrintedText((MARGIN, MARGIN + HEAD_MM + (line + 0.8) * LINE_MM[TEXT_PT]), words) for line, words in enumerate(text)]


def page_frame(size: tuple[float, float], title: str, remedy: str) -> list[Item]:
    """What every page has: its title, and the ruler with what to do where the print is off."""
    top = size[1] - MARGIN - FOOT_MM
    return [
        PrintedText((MARGIN, MARGIN + 5.0), title, TITLE_PT, bold=True),
        *_ruler(MARGIN, top + 3.2),
        *(
            PrintedText((MARGIN + RULER_INCHES_MM + 5.0, top + (line + 1.0) * LINE_MM[SMALL_PT]), words, SMALL_PT)
            for line, words in enumerate(
                (
                    'Print at 100 %, not with "fit to page". The upper bar is 100 mm',
                    f"long, the lower 4 in. If the upper one measures 97 mm, print again{',' if remedy else '.'}",
                    f"or give {remedy}" if remedy else "",
                )
            )
        ),
    ]


def _ruler(x: float, y: float) -> list[Item]:
    """A bar of 100 mm with a tick every 10 mm, and under it one of 4 in with ticks every half inch."""
    items: list[Item] = []
    for length, count, up in ((RULER_MM, 10, True), (RULER_INCHES_MM, 8, False)):
        start = y if up else y + 2.6
        items.append(_bar(x, start, length, 1.0))
        for tick in range(count + 1):
            place = min(max(x + length * tick / count - 0.1, x), x + length - 0.2)
            items.append(_bar(place, start - 1.6 if up else start + 1.0, 0.2, 1.6))
    # Numbers stand beside the second tick from the end, which leaves the ends free to be measured at.
    items.append(PrintedText((x + RULER_MM * 0.95, y - 0.4), "100 mm", SMALL_PT - 2, middle=True))
    items.append(PrintedText((x + RULER_INCHES_MM * 0.9375, y + 5.4), "4 in", SMALL_PT - 2, middle=True))
    return items
