"""Servers for tests, the addresses that they answer at, and a browser that shows their pages."""

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sightline.api.tables_drawn import load_table
from sightline.files.table_names import table_file
from sightline.server.lan_address import LOOPBACK
from sightline.server.running_server import RunningServer
from sightline.server.seat_links import PLAYER, SPECTATOR, Seat, new_links
from sightline.server.seats.battle_room import BattleRoom
from sightline.server.seats.kept_links import kept_links
from sightline.server.seats.open_room import open_room
from sightline.server.served_table import ServedTable
from sightline.server.shared_table import SharedTable

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BROWSER = "chromium"
DRAWN_BY_SOFTWARE = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
QUIET = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
COARSE = ["--webgl-antialiasing-mode=none", "--disable-gpu-compositing"]
"""Half of the time that software takes to draw the page; how smooth its edges are is for pictures that people look at."""
REFUSED = re.compile("ERR_|status of 400")
"""What a browser says of a server that is gone, or of a request that the page tells the user of itself."""


@dataclass(frozen=True)
class Served:
    """A server and its table."""

    server: RunningServer
    shared: SharedTable

    @property
    def link(self) -> str:
        return self.server.link(PLAYER)

    @property
    def secret(self) -> str:
        return self.server.links.secret(PLAYER)

    def request(
        self, path: str, *, sent: object = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of what is answered; a POST, as from its own page, where something is sent."""
        address = self.server.address
        connection = HTTPConnection(address.host, address.port, timeout=300)
        own = {"Origin": address.link.rstrip("/")} if sent is not None else {}
        body = sent if isinstance(sent, bytes) or sent is None else json.dumps(sent).encode()
        connection.request("GET" if sent is None else "POST", path, body=body, headers={**own, **(headers or {})})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()

    def ask(self, asked: object, *, change: bool = False) -> tuple[int, Any]:
        """Status and JSON of what is answered to a question, or of a change."""
        status, _, body = self.request(f"/{self.secret}/{'change' if change else 'ask'}", sent=asked)
        return status, json.loads(body)


@contextmanager
def serving(table: str | Path) -> Iterator[Served]:
    """A server of a table on this machine alone."""
    path = table_file(table)
    shared = SharedTable(load_table(path), path)
    server = RunningServer(ServedTable(shared), new_links(Seat(PLAYER), Seat(SPECTATOR, asks=False)), LOOPBACK, 0)
    server.begin()
    try:
        yield Served(server, shared)
    finally:
        server.end()


@contextmanager
def serving_battle(
    battle: Path, port: int = 0, *, journal: Path | None = None
) -> "Iterator[tuple[dict[str, str], BattleRoom]]":
    """A server of a battle: the links of its seats, and its room. Begun again at the same port, it has the same links."""
    room, kept, seats = open_room(str(battle), journal=journal)
    server = RunningServer(ServedTable(room), kept_links(kept, seats), LOOPBACK, port)
    server.begin()
    try:
        yield {seat.gang: server.link(seat.name) for seat in seats}, room
    finally:
        server.end()
        room.close()


@contextmanager
def browsing(*more: str, smooth: bool = False) -> "Iterator[Browser]":
    """A browser that nobody sees, with more arguments, and with smooth edges where asked; skips where there is none."""
    if shutil.which(BROWSER) is None:
        pytest.skip("there is no chromium here; python3 start.py test installs it where it may")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        drawing = DRAWN_BY_SOFTWARE if smooth else [*DRAWN_BY_SOFTWARE, *COARSE]
        browser = driver.chromium.launch(executable_path=shutil.which(BROWSER), args=["--no-sandbox", *drawing, *QUIET, *more])
        yield browser
        browser.close()


@contextmanager
def phone(browser: "Browser", link: str, *, wide: bool = False) -> "Iterator[Page]":
    """A phone that has opened a link; nothing that its page does may be a fault."""
    small, large = 412, 839
    width, height = (large, small) if wide else (small, large)
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=1,
        is_mobile=True,
        has_touch=True,
        ignore_https_errors=True,
    )
    page = context.new_page()
    page.set_default_timeout(120_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console",
        lambda message: faults.append(message.text) if message.type == "error" and not REFUSED.search(message.text) else None,
    )
    page.goto(link)
    page.wait_for_selector("html[data-ready]")
    yield page
    context.close()
    assert not faults, faults


def tap_figure(page: "Page", name: str) -> None:
    """Tap a figure that has a name at its head."""
    label = page.locator(".names span", has_text=name).first
    before, head = None, None
    while head is None or head != before:  # names are written anew when the table changes, and move with it
        before = head
        label.wait_for(state="visible")
        page.wait_for_timeout(100)
        head = label.get_attribute("data-head")
    x, y = map(float, head.split())
    page.touchscreen.tap(x, y + 6)
