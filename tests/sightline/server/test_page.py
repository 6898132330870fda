"""The page in a real browser, as phones show it: settled by taps, seen by two, through a lost network."""

import json
import math
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.sightline.server.served import Served, browsing, phone, serving, tap_figure

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    with browsing() as one:
        yield one


@pytest.fixture
def served() -> Iterator[Served]:
    with serving("disputed-shot") as one:
        yield one


def settled(page: "Page", served: Served) -> None:
    """Two taps, and the verdict of the program."""
    assert page.get_by_text("Tap who shoots").is_visible()
    tap_figure(page, "Jelena")
    assert page.get_by_text("Tap who is shot at").is_visible()
    tap_figure(page, "Kruger")
    page.wait_for_selector(".answer:not(:has(.waiting)) .row")
    known = served.ask({"ask": "sight", "shooter": "jelena", "target": "kruger"})[1]
    assert known["lines"][0] in page.locator(".answer").inner_text()


def fits(page: "Page", width: int) -> None:
    """Nothing to tap is smaller than 9 mm, and nothing lies beside the screen."""
    assert page.eval_on_selector_all("button, a.button, select, summary", SMALLER) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_shot_is_settled_by_two_taps_and_shown(browser: "Browser", served: Served) -> None:
    with phone(browser, served.link) as page:
        settled(page, served)
        page.get_by_role("button", name="Through the eye").tap()
        page.locator(".picture img").wait_for()
        page.wait_for_timeout(100)
        picture = page.locator(".picture img").bounding_box()
        assert picture is not None
        assert picture["y"] + picture["height"] <= 839, "it comes into view by itself"
        page.locator("summary", has_text="Why").tap()
        assert page.get_by_text("main-rulebook").first.is_visible()
        with page.expect_download() as saved:
            page.get_by_role("link", name="Save it").tap()
        assert saved.value.suggested_filename == "disputed-shot jelena kruger.html"
        with page.context.expect_page(timeout=120_000) as opened:
            page.get_by_role("link", name="Evidence page").tap()
        assert "Does Jelena see Kruger?" in opened.value.title()
        fits(page, 412)


def test_a_tap_on_a_name_means_whose_it_is(browser: "Browser", served: Served) -> None:
    with phone(browser, served.link) as page:
        for name, next_asked in (("Jelena", "Tap who is shot at"), ("Kruger", "")):
            label = page.locator(".names span", has_text=name).first
            label.wait_for(state="visible")
            page.wait_for_timeout(300)
            box = label.bounding_box()
            assert box is not None
            # At its very edge, where no finger means the figure below its middle.
            page.touchscreen.tap(box["x"] + 3, box["y"] + 3)
            if next_asked:
                page.get_by_text(next_asked).wait_for()
        page.wait_for_selector(".answer:not(:has(.waiting)) .row")
        assert "Kruger" in page.locator(".answer").inner_text()


def test_a_phone_held_across_has_it_all_too(browser: "Browser", served: Served) -> None:
    with phone(browser, served.link, wide=True) as page:
        settled(page, served)
        fits(page, 839)


SMALLER = """all => all.map(one => [one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 43 || box.height < 43)).map(([text]) => text)"""


def test_all_of_a_long_table_is_shown_however_the_phone_is_held(browser: "Browser", tmp_path: Path) -> None:
    ends = [{"id": name, "proxy": "human", "position": [x, 10, 0]} for name, x in (("west", 1), ("east", 59))]
    table = {"format": "sightline-table", "version": 1, "size": [60, 20], "terrain": [], "figures": ends}
    (tmp_path / "long.json").write_text(json.dumps(table))
    with serving(tmp_path / "long.json") as one, phone(browser, one.link, wide=True) as page:
        for width, height in ((839, 412), (412, 839), (1200, 500)):
            page.set_viewport_size({"width": width, "height": height})
            for name in ("west", "east"):
                tap_figure(page, name)
                page.locator(".pick", has_text=name).wait_for()
                page.get_by_role("button", name="begin anew").tap()


def test_names_have_room_about_their_figures_and_who_is_chosen_has_one(browser: "Browser", tmp_path: Path) -> None:
    crowd = [{"id": f"number-{n}", "proxy": "human", "position": [12, 7 + 1.5 * n, 0]} for n in range(5)]
    table = {"format": "sightline-table", "version": 1, "size": [24, 20], "terrain": [], "figures": crowd}
    (tmp_path / "crowd.json").write_text(json.dumps(table))
    with serving(tmp_path / "crowd.json") as one, phone(browser, one.link) as page:
        page.locator(".names span:not([hidden])").first.wait_for()
        boxes = page.eval_on_selector_all(".names span:not([hidden])", BOXES)
        assert not any(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for a, b in combinations(boxes, 2))
        assert len(boxes) == 4
        nameless = page.locator(".names span[hidden]").first
        x, y = map(float, str(nameless.get_attribute("data-head")).split())
        page.touchscreen.tap(x, y + 6)
        page.locator(".pick").wait_for()
        page.locator(".names span:not([hidden])", has_text=page.locator(".pick").inner_text()).wait_for()


BOXES = "all => all.map(one => one.getBoundingClientRect()).map(box => [box.left, box.top, box.right, box.bottom])"


def test_what_one_changes_the_other_sees_also_after_the_network_was_gone(browser: "Browser", served: Served) -> None:
    with phone(browser, served.link) as mine, phone(browser, served.link) as theirs:
        theirs.context.set_offline(True)
        tap_figure(theirs, "Oddo")
        mine.get_by_role("button", name="Put").tap()
        tap_figure(mine, "Oddo")
        assert mine.get_by_text("Tap where Oddo really stands").is_visible()
        before = served.shared.now.table.figure("oddo").position
        box = mine.locator("canvas").bounding_box()
        assert box is not None
        mine.touchscreen.tap(box["x"] + 0.55 * box["width"], box["y"] + 0.68 * box["height"])
        mine.get_by_text("Oddo stands at").wait_for()
        now = served.shared.now.table.figure("oddo").position
        assert now != before
        mine.get_by_role("button", name="Undo").tap()
        mine.get_by_text("taken back").wait_for()
        mine.get_by_role("button", name="5° ↻", exact=True).tap()
        mine.get_by_text("faces").wait_for()
        served.ask({"change": "stand", "figure": "oddo", "at": list(now)}, change=True)
        theirs.get_by_text("trying again").wait_for()
        theirs.context.set_offline(False)
        theirs.get_by_text("trying again").wait_for(state="detached")
        tap_figure(theirs, "Jelena")
        theirs.wait_for_selector(".answer:not(:has(.waiting)) .row")
        known = served.ask({"ask": "sight", "shooter": "oddo", "target": "jelena"})[1]
        assert known["lines"][0] in theirs.locator(".answer").inner_text()


def test_whoever_is_put_is_nudged_in_the_directions_of_the_screen(browser: "Browser", served: Served) -> None:
    with phone(browser, served.link) as page:
        page.mouse.move(60, 300)
        page.mouse.down()
        page.mouse.move(350, 300, steps=5)  # turns the table
        page.mouse.up()
        page.get_by_role("button", name="Put").tap()
        tap_figure(page, "Oddo")
        before, first = head_of(page, "Oddo"), served.shared.now.table.figure("oddo").position
        for _ in range(5):
            page.get_by_role("button", name="0.1 inch to the left").tap()
        while served.shared.now.number < 5:
            page.wait_for_timeout(20)
        page.wait_for_timeout(500)
        now, after = served.shared.now.table.figure("oddo").position, head_of(page, "Oddo")
        assert math.dist(first, now) == pytest.approx(0.5, abs=0.01)
        assert min(abs(a - b) for a, b in zip(first[:2], now[:2], strict=True)) > 0.05, "the table is turned"
        assert after[0] < before[0] - 2
        assert after[1] == pytest.approx(before[1], abs=1.5)


def head_of(page: "Page", name: str) -> tuple[float, float]:
    x, y = str(page.locator(".names span", has_text=name).first.get_attribute("data-head")).split()
    return float(x), float(y)


def test_a_server_that_is_gone_is_told_and_so_is_that_it_is_back(browser: "Browser") -> None:
    with serving("disputed-shot") as one, phone(browser, one.link) as page:
        one.server.end()
        page.get_by_text("the computer does not answer; trying again").wait_for()
        tap_figure(page, "Jelena")
        tap_figure(page, "Kruger")
        page.get_by_text("is it still running").wait_for()
