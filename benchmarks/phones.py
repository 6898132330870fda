"""The phones' page: how soon it is there, what it weighs, and how soon questions are answered, by one phone or ten at once.

A real browser (Chromium, by software) opens it; questions go over loopback, beside a distance, which asks for next to nothing,
so that what the way there costs is told too.
"""

import argparse
import asyncio
import gzip
import json
import statistics
import time
from collections.abc import Mapping, Sequence
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from rich.console import Console
from rich.table import Table as Rows
from threadpoolctl import threadpool_limits
from websockets.asyncio.client import connect

from scene.geometry.camera_model import Lens
from scene.geometry.mesh import Mesh
from scene.table.table import Piece, Table, Terrain
from sightline.server.table_geometry import packed_terrain, told_table
from sightline.server.web_app import page_file
from tests.capture.shot_cards.carded import LENS, photo_file, shot
from tests.sightline.server.photographed import AFTER, new_photos, table_file
from tests.sightline.server.served import Served, browsing, phone, serving, tap_figure
from tests.sightline.server.test_card_from_page import RAIL, sent, told, two_figures

TABLE = "gantry-town"
PHONES, ASKING = 20, 10
QUESTIONS = 30
CARD_PHOTOS = 4
LARGE = Lens((4000, 3000), (3000.0, 3000.0), (1999.5, 1499.5))
"""Of 12 megapixels."""
FEW_PHOTOS, PATIENCE = 4, 120.0
"""New photos of a table, and seconds until it is given up that figures are found on them."""
FINE = 720
"""Points along each side of a made-up piece of a million triangles."""


def opening(table: str, times: int) -> tuple[list[float], list[float]]:
    """Seconds until the page shows the table, and from the second tap of a figure until the verdict stands there."""
    shown, told = [], []
    with serving(table) as served, browsing() as browser:
        served.ask({"ask": "reach", "figure": served.shared.now.table.figures[0].id, "inches": 3})  # the ground is there by now
        first, second = (figure.called for figure in served.shared.now.table.figures[:2])
        for _ in range(times):
            began = time.perf_counter()
            with phone(browser, served.link) as page:
                shown.append(time.perf_counter() - began)
                tap_figure(page, first)
                tap_figure(page, second)
                tapped = time.perf_counter()
                page.wait_for_selector(".answer")
                told.append(time.perf_counter() - tapped)
    return shown, told


LISTEN = """() => {
    window.pressed = [];
    const heard = (list) => list.getEntries().forEach((one) => one.name === "click" && window.pressed.push(one.duration));
    new PerformanceObserver(heard).observe({ type: "event", durationThreshold: 16, buffered: false });
}"""
"""Has the browser tell how long it takes from a tap until what it changes is on the screen, to 8 ms (Event Timing API)."""


def pressed(table: str) -> list[float]:
    """Seconds from when a button is tapped on a phone until that shows; what takes less than 16 ms is not told."""
    with serving(table) as served, browsing() as browser, phone(browser, served.link) as page:
        page.wait_for_timeout(1_000)
        page.evaluate(LISTEN)
        for label in ("Measure", "Way", "Reach", "Blast", "Put", "Sight") * 3:
            page.get_by_role("button", name=label, exact=True).tap()
            page.wait_for_timeout(800)
        return [float(one) / 1000.0 for one in page.evaluate("window.pressed")] or [0.0]


def answers(served: Served, questions: Sequence[Mapping[str, object]]) -> list[float]:
    """Seconds that each question takes over loopback."""
    taken = []
    for asked in questions:
        began = time.perf_counter()
        status, _ = served.ask(asked)
        taken.append(time.perf_counter() - began)
        assert status == 200, asked
    return taken


async def crowded(served: Served) -> list[float]:
    """Seconds that questions take which ten of twenty open pages ask at once."""
    figures = [figure.id for figure in served.shared.now.table.figures]
    pairs = list(permutations(figures, 2))[:ASKING]
    live = served.link.replace("http", "ws") + "live"
    origin = {"Origin": served.server.address.link.rstrip("/")}
    pages = [await connect(live, additional_headers=origin) for _ in range(PHONES)]

    def ask(pair: tuple[str, str]) -> float:
        began = time.perf_counter()
        served.ask({"ask": "sight", "shooter": pair[0], "target": pair[1], "quick": True})
        return time.perf_counter() - began

    taken = await asyncio.gather(*(asyncio.to_thread(ask, pair) for pair in pairs))
    for page in pages:
        await page.close()
    return list(taken)


def card_photos(lens: Lens, photos: int) -> list[float]:
    """Seconds from when each photo of a card is sent over loopback until what all say by then is told."""
    taken = []
    with TemporaryDirectory() as folder, serving(two_figures(Path(folder))) as served, threadpool_limits(1, "blas"):
        data = photo_file(Path(folder), shot(RAIL), lens=lens).read_bytes()
        stand = told(served)[1]["stand"]
        for number in range(photos):
            began = time.perf_counter()
            status, found = sent(served, stand, data + b"\0" * number)  # another file each time
            taken.append(time.perf_counter() - began)
            assert status == 200, found
            assert found["photos"] == number + 1
    return taken


def a_million_triangles() -> Terrain:
    """Hills of a million triangles."""
    x, y = np.meshgrid(np.linspace(0.0, 48.0, FINE), np.linspace(0.0, 36.0, FINE), indexing="ij")
    points = np.stack([x, y, 1.0 + np.sin(x / 2.0) * np.cos(y / 2.0)], axis=-1).reshape(-1, 3)
    at = np.arange(FINE * FINE).reshape(FINE, FINE)
    a, b, c, d = (one.ravel() for one in (at[:-1, :-1], at[1:, :-1], at[1:, 1:], at[:-1, 1:]))
    return Terrain((Piece("hills", Mesh.of(points, np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]))),))


def figures_found(photos: Sequence[bytes]) -> float:
    """Seconds from when the first of some photos of a table is sent over loopback until its figures are found on them."""
    with TemporaryDirectory() as folder, serving(table_file(Path(folder))) as served, threadpool_limits(1, "blas"):
        began = time.perf_counter()
        for number, data in enumerate(photos, 1):
            more = "" if number == len(photos) else "?more"
            assert served.request(f"/{served.secret}/photo{more}", sent=data)[0] == 200
        assert served.shared.photos_done(PATIENCE)
        taken = time.perf_counter() - began
        assert np.allclose(served.shared.now.table.figure("jelena").position, AFTER["jelena"], atol=0.05)
    return taken


def milliseconds(taken: Sequence[float]) -> str:
    """Median and longest."""
    return f"{1000 * statistics.median(taken):.0f} ms, longest {1000 * max(taken):.0f} ms"


def main() -> None:
    """Measures, and prints beside what is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", nargs="?", default=TABLE)
    parser.add_argument("--times", type=int, default=5, help="how often the page is opened")
    parser.add_argument("--short", action="store_true", help="open it once")
    parser.add_argument("--pieces", help="is there for all benchmarks, and means nothing here")
    given = parser.parse_args()
    rows = Rows("what", "measured", "wanted", title=f"the phones' page, {given.table}")
    shown, settled = opening(given.table, 1 if given.short else given.times)
    rows.add_row("page opened until the table is shown", milliseconds(shown), "2,000 ms")
    rows.add_row("second tap until the first verdict", milliseconds(settled), "")
    rows.add_row("a button pressed until that shows", milliseconds(pressed(given.table)), "100 ms")
    with serving(given.table) as served:
        figures = [figure.id for figure in served.shared.now.table.figures]
        pairs = list(permutations(figures, 2))[:QUESTIONS]
        nothing = [{"ask": "measure", "a": one, "b": other} for one, other in pairs]
        quick = [{"ask": "sight", "shooter": one, "target": other, "quick": True} for one, other in pairs]
        whole = [{"ask": "sight", "shooter": one, "target": other} for one, other in pairs]
        answers(served, quick[:3])
        rows.add_row("a distance over loopback", milliseconds(answers(served, nothing)), "")
        rows.add_row("a shot at first sight over loopback", milliseconds(answers(served, quick)), "150 ms")
        rows.add_row("the same, proven and steady", milliseconds(answers(served, whole)), "")
        rows.add_row(f"{PHONES} pages open, {ASKING} ask at once", milliseconds(asyncio.run(crowded(served))), "2,000 ms")
        state = json.dumps(told_table(served.shared.now.table)).encode()
        kept = packed_terrain(served.shared.now.table.terrain).data
    lens = LENS if given.short else LARGE
    counted = milliseconds(card_photos(lens, CARD_PHOTOS))
    found = new_photos(FEW_PHOTOS, lens)
    for photos, wanted in ((1, "6,000 ms"), (FEW_PHOTOS, "10,000 ms")):
        several = "s" if photos > 1 else ""
        taken = [figures_found(found[:photos]) for _ in range(1 if given.short else 3)]
        what = f"{photos} new photo{several} of a table, {lens.size[0]} x {lens.size[1]}, until figures are found"
        rows.add_row(what, milliseconds(taken), wanted)
    rows.add_row(f"a photo of a card, {lens.size[0]} x {lens.size[1]}, until it is counted", counted, "")
    page = sum(len(gzip.compress(page_file(name), 5)) for name in ("index.html", "page.js", "page.css"))
    rows.add_row("page, compressed", f"{page / 1000:.0f} kB", "300 kB")
    rows.add_row("table, compressed", f"{(len(kept) + len(gzip.compress(state, 5))) / 1000:.0f} kB", "")
    hills = a_million_triangles()
    began = time.perf_counter()
    packed = packed_terrain(hills)
    took = time.perf_counter() - began
    said = f"{len(packed.data) / 1e6:.2f} MB in {took:.1f} s, no point moved more than {packed.simplified:.2f} inches"
    rows.add_row(f"{Table((48.0, 36.0), hills).terrain.triangles:,} triangles", said, "5 MB")
    Console().print(rows)


if __name__ == "__main__":
    main()
