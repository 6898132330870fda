"""Two phones play a battle in a real browser: dice that both draw, a lost network, a server that is started again."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error

from rules.engine.given_entries import DrawnFaces
from rules.engine.procedure_steps import Choose
from tests.sightline.server.served import browsing, phone, serving_battle
from tests.sightline.small_battle import small_battle

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

VECTORS = Path(__file__).parents[2] / "rules" / "engine" / "shared_dice_vectors.json"
ANSWERS = ".below button.main:not([disabled]), .below .options button:not([disabled])"


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    with browsing() as one:
        yield one


def play(phones: Sequence["Page"], until: Callable[[], bool]) -> None:
    """Taps of whoever is asked, until something holds: the dice, what was looked at, or the first answer that there is."""
    waited, tapped = 0, set[tuple[int, str]]()
    while not until():
        for number, page in enumerate(phones):
            one = page.query_selector(ANSWERS)
            # One tap for each thing that a phone shows, so that nothing is tapped twice before the page has heard of it.
            if one is None or (state := (number, page.inner_text(".below"))) in tapped or until():
                continue
            with suppress(Error):  # it was drawn anew meanwhile
                one.tap(timeout=2_000)
                tapped.add(state)
                waited = 0
        phones[0].wait_for_timeout(30)
        waited += 1
        if waited % 100 == 0:
            tapped.clear()
        assert waited < 2000, "nobody is asked anything"


@pytest.mark.long
def test_two_phones_play_two_rounds(browser: "Browser", tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    battle, first = small_battle(tmp_path), ExitStack()
    links, room = first.enter_context(serving_battle(battle))
    port = int(urlsplit(links["red"]).port or 0)
    with phone(browser, links["red"]) as red, phone(browser, links["blue"]) as blue, phone(browser, links[""]) as watcher:
        play((red, blue), lambda: room._battle.round >= 1)
        assert watcher.locator(".below button.main, .options button").count() == 0
        blue.context.set_offline(True)
        red.wait_for_timeout(200)
        blue.context.set_offline(False)
        play((red, blue), lambda: room._battle.round >= 2)
        first.close()
        count = len(room._play.file.journal.entries)  # the phones' own messages came in until now
        red.get_by_text("does not answer; trying again").wait_for()
        with serving_battle(battle.with_suffix(".journal"), port) as (again, room):
            assert again == links
            assert len(room._play.file.journal.entries) == count
            play((red, blue), lambda: room._question is None or room._battle.round >= 3)
            drawn = [entry for entry in room._play.file.journal.entries if isinstance(entry, DrawnFaces)]
            assert len(drawn) >= 4
            for page in (red, blue):
                page.get_by_text("reckoned anew on this phone").wait_for()
                assert page.get_by_text("are not what both phones drew").count() == 0


def test_a_place_is_shown_before_it_is_taken_and_news_meanwhile_are_not_lost(browser: "Browser", tmp_path: Path) -> None:
    with (
        serving_battle(small_battle(tmp_path)) as (links, room),
        phone(browser, links["red"]) as red,
        phone(browser, links["blue"]) as blue,
    ):
        play((red, blue), lambda: isinstance(room._question, Choose))
        assert isinstance(room._question, Choose)
        mine, other = (red, blue) if room._question.who == "red" else (blue, red)
        held: list[Route] = []
        other.route("**/body/*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it is given
        count = len(room._play.file.journal.entries)
        mine.set_viewport_size({"width": 412, "height": 500})  # so that the sheet has more than it can show
        mine.locator(".options button").first.wait_for()
        mine.evaluate("document.querySelector('.below').scrollTop = 1000")
        mine.locator(".options button").first.dispatch_event("click")
        mine.get_by_role("button", name="Not this").wait_for()
        assert len(room._play.file.journal.entries) == count
        assert mine.evaluate("document.querySelector('.below').scrollTop") == 0
        mine.get_by_role("button", name="Do it").tap()
        while not held:
            other.wait_for_timeout(20)
        mine.get_by_role("button", name="Undo").tap()
        mine.get_by_role("button", name="Undo").wait_for(state="detached")
        other.wait_for_timeout(200)
        for one in held:
            one.continue_()
        other.wait_for_function("!document.querySelector('.names span')", timeout=20_000)


def test_a_ruling_of_one_player_is_shown_to_the_other_until_he_has_seen_it(browser: "Browser", tmp_path: Path) -> None:
    with (
        serving_battle(small_battle(tmp_path)) as (links, _),
        phone(browser, links["red"]) as red,
        phone(browser, links["blue"]) as blue,
    ):
        red.get_by_text("A ruling by the table").tap()
        red.get_by_label("quill broken").fill('"the wall is low"')
        red.get_by_label("quill broken").press("Enter")
        red.get_by_text("You ruled: the wall is low; Undo takes it back").wait_for()
        blue.get_by_text("Ruled by red: the wall is low; Undo takes it back").wait_for()
        blue.get_by_role("button", name="OK").tap()
        blue.locator(".ruled").wait_for(state="detached")
        blue.reload()
        blue.wait_for_selector("html[data-ready]")
        assert blue.locator(".ruled").count() == 0


def test_the_page_reckons_dice_as_the_program_does(browser: "Browser", tmp_path: Path) -> None:
    vectors = json.loads(VECTORS.read_text("utf-8"))["vectors"]
    with serving_battle(small_battle(tmp_path)) as (links, _), phone(browser, links["red"]) as page:
        assert page.evaluate("all => all.map(one => window.sightline.vectorFault(one)).filter(Boolean)", vectors) == []
        wrong = {**vectors[0], "faces": [7]}
        assert page.evaluate("one => window.sightline.vectorFault(one)", wrong) != ""
