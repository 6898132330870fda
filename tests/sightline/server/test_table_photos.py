"""New photos of a table that was scanned: figures are moved to where the photos show them, and put right by hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from scene.table.scan_measurements import RESERVATION
from sightline.api.tables_drawn import load_table
from sightline.errors import CommandError
from sightline.server.scanning.table_photos import MOST_AT_ONCE
from sightline.server.seat_links import PLAYER, Seat
from sightline.server.shared_table import SharedTable
from tests.sightline.server.photographed import AFTER, BEFORE, LENS, new_photos, table_file
from tests.sightline.server.served import Served, browsing, phone, serving

if TYPE_CHECKING:
    from playwright.sync_api import Page

SEAT = Seat(PLAYER)
WAIT = 120.0
NEAR = 0.03
"""Inches: the photo is good to less."""


@contextmanager
def photographed(folder: Path) -> Iterator[tuple[Served, SharedTable]]:
    """A table with one new photo, in which its figures have been found."""
    with serving(table_file(folder)) as served:
        shared = served.shared
        assert shared.take_photo(new_photos()[0]) == "photo 1 shows 5 tags"
        assert shared.photos_done(WAIT)
        yield served, shared


def place(shared: SharedTable, who: str) -> tuple[float, float, float]:
    return shared.now.table.figure(who).position


def foot(shared: SharedTable, who: str) -> list[float]:
    """The pixel of the photo at which a figure really stands."""
    view = shared.photos().view(1, shared.now.table)
    return [float(one) for one in view.project(np.array(AFTER[who]))]


def test_figures_stand_where_the_photo_shows_them_and_all_of_it_is_kept(tmp_path: Path) -> None:
    with photographed(tmp_path) as (served, shared):
        for who, where in AFTER.items():
            np.testing.assert_allclose(place(shared, who), where, atol=NEAR)
        told = shared.told(SEAT)["photos"]
        assert told["told"][0] == "3 of 3 figures were found"
        name = shared.photos().photos[0].name
        assert shared.photos().by_number(f'photo "{name}" is dark, unlike "{name}"') == "photo 1 is dark, unlike photo 1"
        ring = np.array(next(base for base in told["taken"][0]["bases"] if base["figure"] == "jelena")["ring"])
        np.testing.assert_allclose(ring.mean(axis=0), foot(shared, "jelena"), atol=3.0)
        _, known = served.ask({"ask": "sight", "shooter": "jelena", "target": "oddo"})
        assert any("drawn from its errors" in line for line in known["lines"])
        status, headers, picture = served.request(f"/{served.secret}/answer/{known['name']}/photo/1.jpg")
        assert (status, headers["content-type"], picture[:3]) == (200, "image/jpeg", b"\xff\xd8\xff")
        assert served.request(f"/{served.secret}/photo/1.jpg")[2][:3] == b"\xff\xd8\xff"
        assert served.request(f"/{served.secret}/photo/2.jpg")[0] == 400
        for asked in (
            {"ask": "measure", "a": "jelena", "b": [13.0, 12.0, 0.0]},
            {"ask": "reach", "figure": "jelena", "inches": 3},
            {"ask": "blast-odds", "shooter": "jelena", "at": list(AFTER["oddo"])},
        ):
            _, drawn = served.ask(asked)
            assert drawn["on_photo"], asked
            assert served.request(f"/{served.secret}/answer/{drawn['name']}/photo/1.jpg")[2][:3] == b"\xff\xd8\xff", asked
        _, flame = served.ask({"ask": "flame", "shooter": "jelena"})
        assert not flame["on_photo"]
        assert served.request(f"/{served.secret}/answer/{flame['name']}/photo/1.jpg")[0] == 400
        assert "saved" in shared.save()
        saved = load_table(tmp_path / "hall-moved.sightline")
        assert saved.figure("jelena").position == place(shared, "jelena")
        assert saved.scan == shared.now.table.scan
        assert [path.read_bytes() for path in (tmp_path / "hall-photos").iterdir()] == [new_photos()[0]]
        shared.take_back()
        assert place(shared, "jelena") == BEFORE["jelena"]


def test_figures_are_put_right_by_taps_on_the_photo(tmp_path: Path) -> None:
    with photographed(tmp_path) as (_, shared):

        def change(what: str, **fields: object) -> str:
            return str(shared.changed(SEAT, {"change": what, **fields})["said"])

        def sigma(who: str) -> float:
            scan = shared.now.table.scan
            assert scan is not None
            index = scan.standing("figure", who, place(shared, who))
            assert index is not None
            return float(np.hypot(*scan.sigmas[index][:2]))

        change("swap", figure="jelena", **{"with": "oddo"})
        np.testing.assert_allclose(place(shared, "jelena"), AFTER["oddo"], atol=NEAR)
        change("take back")
        exact = sigma("oddo")
        # A base near the finger is measured; where there is none, the figure is as sure as the finger.
        x, y = foot(shared, "oddo")
        assert "within" in change("photo stand", figure="Oddo", photo=1, pixel=[x + 9.0, y - 4.0], sigma=8.0)
        np.testing.assert_allclose(place(shared, "oddo"), AFTER["oddo"], atol=NEAR)
        assert sigma("oddo") < 2.0 * exact
        x, y = foot(shared, "jelena")
        change("photo stand", figure="Oddo", photo=1, pixel=[x + 120.0, y + 80.0], sigma=8.0)
        assert np.hypot(*np.subtract(place(shared, "oddo"), AFTER["jelena"])[:2]) > 1.0
        assert sigma("oddo") > 5.0 * exact
        change("take off", figure="Oddo")
        assert [one.id for one in shared.now.table.figures] == ["jelena", "brute"]
        x, y = foot(shared, "oddo")
        change("photo figure", photo=1, pixel=[x, y], sigma=8.0, name="Kruger", proxy="human", base_mm=25)
        np.testing.assert_allclose(place(shared, "kruger"), AFTER["oddo"], atol=NEAR)
        change("put right", figure="Kruger", name="<b>Krüger</b>", side="red", proxy="brute", base_mm=40)
        kruger = shared.now.table.figure("kruger")
        assert (kruger.name, kruger.side, kruger.base_mm) == ("<b>Krüger</b>", "red", 40.0)
        change("turn", figure="kruger", facing=90)
        scan = shared.now.table.scan
        assert scan is not None
        index = scan.standing("figure", "kruger", kruger.position)
        assert index is not None
        assert scan.sigmas[index][5] == pytest.approx(10.0)


def test_nothing_is_known_beside_the_pieces_until_somebody_says_so(tmp_path: Path) -> None:
    with serving(table_file(tmp_path, known="pieces")) as served:
        shot = {"ask": "sight", "shooter": "jelena", "target": "oddo"}
        assert "NOT KNOWN" in served.ask(shot)[1]["lines"][0]
        assert served.shared.doubts() == (RESERVATION,)
        assert "as you say" in served.ask({"change": "nothing else"}, change=True)[1]["said"]
        assert "NOT KNOWN" not in served.ask(shot)[1]["lines"][0]
        assert served.shared.doubts() == ()


def test_what_means_nothing_is_refused_in_a_line(tmp_path: Path) -> None:
    with photographed(tmp_path) as (served, shared):
        before = shared.now.table.figures
        good = {"change": "photo stand", "figure": "jelena", "photo": 1, "pixel": [300.0, 300.0], "sigma": 5.0}
        wrong: list[dict[str, object]] = [
            {"photo": 2},
            {"photo": True},
            {"photo": "../../etc/passwd"},
            {"pixel": [1e9, 2]},
            {"pixel": [float("nan"), 2]},
            {"pixel": "12"},
            {"pixel": [0.0, 0.0]},
            {"sigma": 1e9},
            {"figure": ["jelena"]},
            {"figure": "nobody"},
            {"change": "put right", "proxy": "../human"},
            {"change": "put right", "name": "x" * 300},
            {"change": "put right", "base_mm": 1e6},
            {"change": "swap", "with": 3},
        ]
        for one in wrong:
            status, told = served.ask(good | one, change=True)
            assert status == 400, one
            assert len(told["faults"]) == 1, one
        assert shared.now.table.figures == before
        with pytest.raises(CommandError, match="here already"):
            shared.take_photo(new_photos()[0])
        shared.changed(SEAT, {"change": "photos anew"})
        for number in range(MOST_AT_ONCE):
            assert "shows" not in shared.take_photo(b"\xff\xd8\xff" + bytes([number]) * 1000)
        with pytest.raises(CommandError, match="photos are enough"):
            shared.take_photo(new_photos()[0])


def seen_at(page: "Page", pixel: list[float]) -> float:
    """How far down the screen a pixel of the photo is."""
    box = page.locator(".photo img").bounding_box()
    assert box is not None
    return box["y"] + pixel[1] * box["height"] / LENS.size[1]


def tap_base(page: "Page", name: str) -> None:
    at = page.locator(".photo text").all_text_contents().index(name)
    box = page.locator(".photo polygon").nth(at).bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_photo_is_taken_and_a_shot_settled_on_it_by_taps(tmp_path: Path) -> None:
    (tmp_path / "new.jpg").write_bytes(new_photos()[0])
    with browsing() as browser, serving(table_file(tmp_path)) as served, phone(browser, served.link) as page:
        page.get_by_role("button", name="Photos").tap()
        page.get_by_label("Choose photos").set_input_files(tmp_path / "new.jpg")
        page.get_by_text("3 of 3 figures were found").wait_for()
        page.wait_for_selector(".photo[data-shows=photo]")
        assert sorted(page.locator(".photo text").all_text_contents()) == ["Brute", "Jelena", "Oddo"]
        page.get_by_role("button", name="Sight").tap()
        tap_base(page, "Jelena")
        page.locator(".pick", has_text="Jelena").wait_for()
        tap_base(page, "Oddo")
        page.wait_for_selector(".photo[data-shows=answer]")
        known = served.ask({"ask": "sight", "shooter": "jelena", "target": "oddo"})[1]
        assert known["lines"][0] in page.locator(".answer").inner_text()
        assert "out of the vision arc" in known["lines"][0]
        page.get_by_role("button", name="It faces Oddo").tap()
        page.get_by_text("sees Oddo").first.wait_for()
        page.get_by_text("out of the vision arc").wait_for(state="detached")
        assert served.shared.now.table.figure("jelena").facing == pytest.approx(5.0, abs=0.2)
        page.wait_for_selector(".photo[data-shows=answer]")
        # A tap takes the answer away; then whoever is wrong is put right.
        page.touchscreen.tap(200, 250)
        page.wait_for_selector(".photo[data-shows=photo]")
        page.get_by_role("button", name="Photos").tap()
        tap_base(page, "Jelena")
        page.get_by_role("button", name="Changed places").tap()
        tap_base(page, "Oddo")
        page.get_by_text("have changed places").wait_for()
        np.testing.assert_allclose(place(served.shared, "oddo"), AFTER["jelena"], atol=NEAR)
        at, ring = foot(served.shared, "oddo"), None
        while ring is None or abs(ring["y"] + ring["height"] / 2 - seen_at(page, at)) > 4.0:  # until the news are drawn
            page.wait_for_timeout(50)
            ring = page.locator(".photo polygon.chosen").bounding_box()
        x, y = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 40, y + 20, steps=4)
        page.mouse.up()
        page.get_by_text("stands there, within").wait_for()
        assert np.hypot(*np.subtract(place(served.shared, "jelena"), AFTER["oddo"])[:2]) > 0.5
        page.get_by_role("button", name="Table", exact=True).tap()
        page.locator(".photo").wait_for(state="hidden")
