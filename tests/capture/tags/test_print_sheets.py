"""The sheets to print, seen as a camera sees them: every tag is found, of its size, in its place."""

from functools import cache

import cv2
import numpy as np
import pypdfium2
import pytest

from assets.tag_scheme import BOARD_FAMILY, BOARD_SQUARE_MM, BOARD_SQUARES, BOARD_TAG_MM, BOARD_WORDS, FAMILY, role_of
from capture.tags.print_pdf import sheets_pdf
from capture.tags.print_sheets import MARGIN, PAPERS, Circle, Page, sheets

DPI = 300
MM = DPI / 25.4
"""Pixels a millimetre."""

BOTH = pytest.mark.parametrize("paper", ["a4", "letter"])


def rendered(page: pypdfium2.PdfPage, dpi: float, crop: tuple[float, float, float, float] = (0, 0, 0, 0)) -> np.ndarray:
    bitmap = page.render(scale=dpi / 72, crop=crop, grayscale=True)
    picture: np.ndarray = bitmap.to_numpy().reshape(bitmap.height, bitmap.width).copy()
    bitmap.close()
    return picture


@cache
def printed(paper: str) -> tuple[tuple[Page, ...], tuple[np.ndarray, ...], tuple[str, ...], tuple[np.ndarray, ...]]:
    """The usual pages as pictures, the words on them, and their lowest 24 mm up to 120 mm from the left, four times as fine."""
    pages = sheets(paper)
    width, height = PAPERS[paper]
    rest = (0, 0, (width - 120) / 25.4 * 72, (height - 24) / 25.4 * 72)
    with pypdfium2.PdfDocument(sheets_pdf(pages, paper)) as document:
        grey = tuple(rendered(page, DPI) for page in document)
        fine = tuple(rendered(page, 4 * DPI, crop=rest) for page in document)
        words = [page.get_textpage().get_text_bounded() for page in document]
    return pages, grey, tuple(words), fine


def as_page(pixels: np.ndarray) -> np.ndarray:
    """Millimetres from the paper's upper left corner; the middle of the first pixel is half a pixel off it."""
    return (np.asarray(pixels, dtype=float).reshape(-1, 2) + 0.5) / MM


def detector(family: str) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, family)), parameters)


@BOTH
def test_every_tag_is_found_where_the_sheet_says_it_is_and_of_its_size(paper: str) -> None:
    pages, pictures, *_ = printed(paper)
    seen = set()
    for page, picture in zip(pages, pictures, strict=True):
        corners, ids, _ = detector(FAMILY).detectMarkers(picture)
        found = {int(tag): as_page(place) for tag, place in zip(np.ravel(ids) if corners else (), corners, strict=True)}
        assert set(found) == {tag.id for tag in page.tags}
        for tag in page.tags:
            half = tag.side / 2
            expected = np.array(tag.centre) + np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
            np.testing.assert_allclose(found[tag.id], expected, atol=0.1)
            assert tag.side == role_of(tag.id).side_mm
        seen |= set(found)
    assert {role_of(tag).kind for tag in seen} == {"anchor", "terrain", "base"}
    assert set(range(12)) <= seen


@BOTH
def test_the_board_is_found_whole_and_in_its_place(paper: str) -> None:
    pages, pictures, *_ = printed(paper)
    board = cv2.aruco.CharucoBoard(
        BOARD_SQUARES, BOARD_SQUARE_MM, BOARD_TAG_MM, cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, BOARD_FAMILY))
    )
    origin = np.array(pages[0].board)
    corners, ids, tags, tag_ids = cv2.aruco.CharucoDetector(board).detectBoard(pictures[0])
    assert sorted(ids.ravel()) == list(range(6 * 8))
    assert sorted(tag_ids.ravel()) == list(range(31))
    # Inner corners are numbered along the rows; the first is one square from both edges.
    expected = origin + np.array([[(i % 6 + 1) * 24.0, (i // 6 + 1) * 24.0] for i in ids.ravel()])
    np.testing.assert_allclose(as_page(corners), expected, atol=0.1)
    sides = [np.linalg.norm(np.roll(as_page(tag), 1, axis=0) - as_page(tag), axis=1) for tag in tags]
    np.testing.assert_allclose(sides, BOARD_TAG_MM, atol=0.2)


def test_the_board_is_printed_as_opencv_draws_it() -> None:
    pages, pictures, *_ = printed("a4")
    board = cv2.aruco.CharucoBoard(
        BOARD_SQUARES, BOARD_SQUARE_MM, BOARD_TAG_MM, cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, BOARD_FAMILY))
    )
    theirs = board.generateImage((7 * 168, 9 * 168))  # seven pixels a millimetre: 17 a module
    left, top = pages[0].board or (0.0, 0.0)
    rows, columns = np.mgrid[0 : 9 * 168, 0 : 7 * 168]
    ours = pictures[0][
        np.round((top + (rows + 0.5) / 7) * MM - 0.5).astype(int), np.round((left + (columns + 0.5) / 7) * MM - 0.5).astype(int)
    ]
    edges = cv2.morphologyEx(theirs, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8)) > 0
    assert edges.mean() < 0.3
    np.testing.assert_array_equal((ours > 127)[~edges], (theirs > 127)[~edges])


@BOTH
def test_the_board_shows_no_tag_of_the_table(paper: str) -> None:
    _, ids, _ = detector(FAMILY).detectMarkers(printed(paper)[1][0])
    assert ids is None


@BOTH
def test_nothing_is_printed_outside_of_the_margins(paper: str) -> None:
    width, height = PAPERS[paper]
    for picture in printed(paper)[1]:
        assert picture.shape == pytest.approx((height * MM, width * MM), abs=1.01)
        rows, columns = np.nonzero(picture < 250)
        assert columns.min() / MM > MARGIN - 0.15
        assert rows.min() / MM > MARGIN - 0.15
        assert (columns.max() + 1) / MM < width - MARGIN + 0.15
        assert (rows.max() + 1) / MM < height - MARGIN + 0.15


@BOTH
def test_every_page_has_a_ruler_of_true_length_and_says_what_to_do(paper: str) -> None:
    pages, _, texts, feet = printed(paper)
    for page, foot, text in zip(pages, feet, texts, strict=True):
        # The bars are what is black for most of a row.
        lengths = np.array(
            [np.sum(255 - row.astype(float)) / 255 / (4 * MM) for row in foot[:, : round((MARGIN + 103) * 4 * MM)]]
        )
        bars = lengths[lengths > 95]
        # At least half a millimetre thick.
        assert np.sum(np.abs(bars - 100.0) < 0.05) > 2 * MM
        assert np.sum(np.abs(bars - 101.6) < 0.05) > 2 * MM
        assert page.title in text
        assert "Print at 100 %" in text
        assert "97 mm" in text
        assert "100 mm" in text
        assert "4 in" in text
    assert BOARD_WORDS in texts[0]


def test_tags_are_outlines_without_seams() -> None:
    """Inside of a black square of a tag every pixel is black, at a resolution that fits no module."""
    pages = sheets("a4", ["anchors"])
    data = sheets_pdf(pages, "a4")
    assert b"/Subtype /Image" not in data
    with pypdfium2.PdfDocument(data) as document:
        picture = rendered(document[0], 173)
    tag = pages[0].tags[0]
    scale = 173 / 25.4
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, FAMILY))
    modules = cv2.aruco.generateImageMarker(family, tag.id, 8)
    size = tag.side / 8
    for row in range(8):
        for column in range(7):
            if modules[row, column] == modules[row, column + 1] == 0:
                x, y = (tag.centre[0] - 30 + (column + 1) * size) * scale, (tag.centre[1] - 30 + (row + 0.5) * size) * scale
                seam = picture[round(y) - 5 : round(y) + 5, round(x) - 3 : round(x) + 4]
                assert seam.max() == 0


def test_discs_are_as_large_as_their_bases_and_point_the_way_up() -> None:
    pages, pictures, *_ = printed("a4")
    for page, picture in zip(pages, pictures, strict=True):
        circles = {item.centre: item.diameter for item in page.items if isinstance(item, Circle)}
        bases = [tag for tag in page.tags if role_of(tag.id).kind == "base"]
        assert len(circles) == len(bases)
        for tag in bases:
            assert circles[tag.centre] == role_of(tag.id).base_mm
            (x, y), half = tag.centre, circles[tag.centre] / 2

            def black(across: float, down: float, x: float = x, y: float = y, picture: np.ndarray = picture) -> bool:
                return bool(picture[round((y + down) * MM), round((x + across) * MM)] < 128)

            tip, foot = -half + 1.6, -tag.side / 2 * 1.3 - 0.4
            assert black(0, tip)
            assert black(0, foot)
            assert all(black(across, foot) for across in (-1.2, 1.2))
            assert not any(black(across, tip) for across in (-1.2, 1.2))
            assert not black(0, -tag.side / 2 * 1.12)


@BOTH
@pytest.mark.parametrize("only", [(), ("bases",)])
def test_all_tags_of_the_scheme_can_be_printed(paper: str, only: tuple[str, ...]) -> None:
    every = [*range(32), *range(100, 540)]
    pages = sheets(paper, only, every)  # type: ignore[arg-type]
    printed_ids = [tag.id for page in pages for tag in page.tags]
    assert printed_ids == ([*range(300, 540)] if only else every)
    width, height = PAPERS[paper]
    for page in pages:
        for tag in page.tags:
            reach = (role_of(tag.id).card_mm or 0.0) / 2
            assert tag.centre[0] - reach >= MARGIN
            assert tag.centre[0] + reach <= width - MARGIN
            assert tag.centre[1] - reach >= MARGIN
            assert tag.centre[1] + reach <= height - MARGIN - 10
    for page in pages:
        places = np.array([[*tag.centre, role_of(tag.id).card_mm or 0.0] for tag in page.tags])
        if len(places) > 1:
            apart = np.abs(places[:, None, :2] - places[None, :, :2]).max(axis=2)
            needed = (places[:, None, 2] + places[None, :, 2]) / 2
            np.fill_diagonal(apart, 1e9)
            assert (apart >= needed - 1e-9).all()
