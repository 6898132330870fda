"""``python -m tests.sightline.server.pictured`` draws the pictures of docs/phone.md anew: phones as a browser shows them."""

import os
import tempfile
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from sightline.session.battle_loading import battle_path
from tests.sightline.server.served import browsing, phone, serving, serving_battle, tap_figure
from tests.sightline.server.test_battle_page import play

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IMAGES = Path(__file__).parents[3] / "docs" / "images"
GAP, HEIGHT = 14, 640


def seen(page: "Page") -> Image.Image:
    """What a phone shows."""
    page.wait_for_timeout(400)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def beside(name: str, phones: list[Image.Image]) -> None:
    """Phones side by side, as a picture of the docs."""
    small = [one.resize((round(one.width * HEIGHT / one.height), HEIGHT), Image.Resampling.LANCZOS) for one in phones]
    whole = Image.new("RGB", (sum(one.width for one in small) + GAP * (len(small) - 1), HEIGHT), "white")
    left = 0
    for one in small:
        whole.paste(one, (left, 0))
        left += one.width + GAP
    whole.quantize(128, dither=Image.Dither.NONE).save(IMAGES / name, optimize=True)


def sight(browser: "Browser") -> None:
    """A shot that is settled."""
    with serving("disputed-shot") as served, phone(browser, served.link) as page:
        first = seen(page)
        tap_figure(page, "Jelena")
        tap_figure(page, "Kruger")
        page.wait_for_selector(".answer:not(:has(.waiting)) .row")
        second = seen(page)
        page.get_by_role("button", name="Through the eye").tap()
        page.locator(".picture img").wait_for()
        page.locator(".picture img").scroll_into_view_if_needed()
        beside("phone-sight.png", [first, second, seen(page)])


def battle(browser: "Browser") -> None:
    """A battle on two phones, looked at by a third."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving_battle(battle_path("gantry-standoff"), journal=Path(folder) / "one.journal") as (links, room),
        phone(browser, links["ninth-shift"]) as one,
        phone(browser, links["lantern-ferry"]) as other,
        phone(browser, links[""]) as watcher,
    ):
        play((one, other), room, lambda: room._battle.activation is not None)
        beside("phone-battle.png", [seen(page) for page in (one, other, watcher)])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as state, browsing() as shown:
        os.environ["XDG_STATE_HOME"] = state
        sight(shown)
        battle(shown)
