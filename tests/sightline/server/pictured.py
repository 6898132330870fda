"""Phones as a browser shows them, side by side: the pictures of docs/phone.md."""

import os
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from sightline.answers.scanned.card_questions import layout_for
from sightline.api.tables_drawn import load_table
from sightline.files.table_names import table_file
from sightline.session.battle_loading import battle_path
from tests.capture.shot_cards.carded import Shot, photo_file, with_card
from tests.sightline.server.photographed import new_photos
from tests.sightline.server.photographed import table_file as hall
from tests.sightline.server.served import browsing, phone, serving, serving_battle, tap_figure
from tests.sightline.server.test_battle_page import play
from tests.sightline.server.test_table_photos import tap_base

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAP, HEIGHT = 14, 640


def seen(page: "Page") -> Image.Image:
    """What a phone shows."""
    page.wait_for_timeout(400)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def beside(phones: list[Image.Image]) -> Image.Image:
    """Phones side by side."""
    small = [one.resize((round(one.width * HEIGHT / one.height), HEIGHT), Image.Resampling.LANCZOS) for one in phones]
    whole = Image.new("RGB", (sum(one.width for one in small) + GAP * (len(small) - 1), HEIGHT), "white")
    left = 0
    for one in small:
        whole.paste(one, (left, 0))
        left += one.width + GAP
    return whole


def sight(_folder: Path) -> Image.Image:
    """A shot that is settled."""
    with browsing(smooth=True) as browser, serving("disputed-shot") as served, phone(browser, served.link) as page:
        first = seen(page)
        tap_figure(page, "Jelena")
        tap_figure(page, "Kruger")
        page.wait_for_selector(".answer:not(:has(.waiting)) .row")
        second = seen(page)
        page.get_by_role("button", name="Through the eye").tap()
        page.locator(".picture img").wait_for()
        page.locator(".picture img").scroll_into_view_if_needed()
        return beside([first, second, seen(page)])


def battle(folder: Path) -> Image.Image:
    """A battle on two phones, looked at by a third; what is kept goes into a folder."""
    os.environ["XDG_STATE_HOME"] = str(folder)
    with (
        browsing(smooth=True) as browser,
        serving_battle(battle_path("gantry-standoff"), journal=folder / "one.journal") as (links, room),
        phone(browser, links["ninth-shift"]) as one,
        phone(browser, links["lantern-ferry"]) as other,
        phone(browser, links[""]) as watcher,
    ):
        play((one, other), lambda: room._battle.activation is not None)
        return beside([seen(page) for page in (one, other, watcher)])


def card(folder: Path) -> Image.Image:
    """A shot that is measured by a card: its steps, and what the photo says."""
    table = load_table(table_file("disputed-shot"))
    layout = layout_for(table, table.figure("jelena"), table.figure("kruger"))
    photo = photo_file(folder, Shot(table, layout, with_card(layout, table.terrain.pieces, table.size)))
    with browsing(smooth=True) as browser, serving("disputed-shot") as served, phone(browser, served.link) as page:
        tap_figure(page, "Jelena")
        tap_figure(page, "Kruger")
        page.get_by_role("button", name="Measure it with a card").tap()
        page.get_by_role("link", name="The card, A4").wait_for()
        first = seen(page)
        page.get_by_label("Choose photos").set_input_files([photo])
        page.locator(".picture img").wait_for()
        second = seen(page)
        page.locator(".picture img").scroll_into_view_if_needed()
        return beside([first, second, seen(page)])


def photo(folder: Path) -> Image.Image:
    """A new photo of a scanned table: who was found, whoever is wrong, and a shot on it."""
    file = folder / "new.jpg"
    file.write_bytes(new_photos()[0])
    with browsing(smooth=True) as browser, serving(hall(folder)) as served, phone(browser, served.link) as page:
        page.get_by_role("button", name="Photos").tap()
        page.get_by_label("Choose photos").set_input_files(file)
        page.get_by_text("3 of 3 figures were found").wait_for()
        page.wait_for_selector(".photo[data-shows=photo]")
        first = seen(page)
        tap_base(page, "Brute")
        page.get_by_role("button", name="It stands elsewhere").wait_for()
        second = seen(page)
        page.get_by_role("button", name="Sight").tap()
        tap_base(page, "Jelena")
        tap_base(page, "Oddo")
        page.wait_for_selector(".photo[data-shows=answer]")
        return beside([first, second, seen(page)])
