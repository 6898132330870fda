"""New photos of a table that was scanned: figures are moved to where the photos show them, and put right by hand."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import ExifTags, Image
from websockets.exceptions import InvalidState

from capture.results.figures_anew import FigureDoubt
from scene.base.errors import SceneError
from scene.table.scan_measurements import NOT_KNOWN, NOT_SCANNED, RESERVATION
from sightline.api.tables_drawn import load_table
from sightline.errors import CommandError
from sightline.server.lan_address import LOOPBACK
from sightline.server.running_server import RunningServer
from sightline.server.scanning.figure_photos import TAKEN_BACK
from sightline.server.scanning.found_figures import FoundFigures
from sightline.server.scanning.table_photos import MOST_AT_ONCE, NewPhotos
from sightline.server.seat_links import PLAYER, Seat, new_links
from sightline.server.served_table import ServedTable
from sightline.server.shared_table import SharedTable
from tests.sightline.server.photographed import AFTER, BEFORE, LENS, elsewhere_photo, new_photos, table_file
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
        assert told["told"][:2] == ["3 of 3 figures were found", 'moved, if that is so: Jelena 2.7", Brute 1.8"']
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
        assert change("face", figure="kruger", at="jelena") == "<b>Krüger</b> faces Jelena"
        with pytest.raises(CommandError, match="point at what it faces"):
            change("face", figure="kruger", at="kruger")
        x, y, _ = place(shared, "jelena")
        facing = np.degrees(np.arctan2(y - kruger.position[1], x - kruger.position[0]))
        assert shared.now.table.figure("kruger").facing == pytest.approx(facing % 360.0)
        change("turn", figure="kruger", facing=90)
        scan = shared.now.table.scan
        assert scan is not None
        index = scan.standing("figure", "kruger", kruger.position)
        assert index is not None
        assert scan.sigmas[index][5] == pytest.approx(10.0)


def test_a_base_is_nobodys_until_somebody_stands_there(tmp_path: Path) -> None:
    with photographed(tmp_path) as (_, shared):
        shared.changed(SEAT, {"change": "take off", "figure": "brute"})
        shared._photos._strange = ((AFTER["brute"], 40.0),)  # as it is found where the table has another figure of that base
        told = shared.told(SEAT)["photos"]
        assert told["told"][1] == "bases that are nobody's: 1; tap one to say whose it is"
        assert [base["strange"] for base in told["taken"][0]["bases"] if "strange" in base] == [0]
        assert {25.0, 32.0, 60.0} < set(told["bases_mm"])
        pixel = foot(shared, "brute")
        shared.changed(SEAT, {"change": "photo figure", "photo": 1, "pixel": pixel, "sigma": 4.0, "base_mm": 40.0})
        told = shared.told(SEAT)["photos"]
        assert told["strange"] == []
        assert not any("nobody" in line for line in told["told"])


def test_photos_that_were_laid_aside_while_they_were_looked_at_tell_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(table_file(tmp_path)) as served:

        def laid_aside(*_: object) -> None:
            served.shared.changed(SEAT, {"change": "photos anew"})
            raise SceneError("these photos are of no use")

        monkeypatch.setattr("capture.results.figures_anew.figures_anew", laid_aside)
        served.shared.take_photo(new_photos()[0])
        assert served.shared.photos_done(WAIT)
        assert served.shared.told(SEAT)["photos"]["told"] == []


def test_whoever_stands_on_what_the_table_does_not_have_is_raised_to_it(tmp_path: Path) -> None:
    with serving(table_file(tmp_path, known="pieces")) as served:
        shared = served.shared
        shared.take_photo(new_photos()[0])
        assert shared.photos_done(WAIT)
        true = (15.0, 12.0, 2.0)
        x, y = shared.photos().view(1, shared.now.table).project(np.array(true)).tolist()

        def change(**wanted: object) -> str:
            return str(shared.changed(SEAT, {"photo": 1, **wanted})["said"])

        pointed = change(change="photo figure", pixel=[x, y], sigma=12.0, name="Kruger")
        assert "mm if on the ground: no base was made out there" in pointed
        assert np.hypot(*np.subtract(place(shared, "kruger"), true)[:2]) > 1.0
        raised = change(change="photo height", figure="Kruger", height=2.0)
        np.testing.assert_allclose(place(shared, "kruger"), true, atol=0.02)
        # It is as sure as the finger was, somewhat nearer to the lens.
        within = [int(said.split("within ")[1].split()[0]) for said in (pointed, raised)]
        assert raised == f"Kruger stands 2 inches above the ground there, within {within[1]} mm if that is so"
        assert 0.6 * within[0] < within[1] < within[0]
        for height in (-1.0, 99.0, "2", None):
            wanted = {"change": "photo height", "figure": "Kruger", "photo": 1, "height": height}
            assert served.ask(wanted, change=True)[0] == 400


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
        for nothing, why in ((b"\xff\xd8\xff" + bytes(1000), "beginning is damaged"), (blank_photo(), "shows no tag,")):
            with pytest.raises(CommandError, match=f"that photo does not count: it .*{why}"):
                shared.take_photo(nothing)
        assert len(shared.photos().photos) == 1
        full = replace(shared.photos(), photos=shared.photos().photos * MOST_AT_ONCE)
        with pytest.raises(CommandError, match="photos are enough"):
            full.with_photo(blank_photo())


def blank_photo() -> bytes:
    """A photo that shows nothing."""
    file = BytesIO()
    Image.new("RGB", (640, 480), (90, 90, 90)).save(file, "JPEG")
    return file.getvalue()


def test_a_photo_of_another_table_is_left_out_and_named(tmp_path: Path) -> None:
    (good,) = new_photos()
    with serving(table_file(tmp_path)) as served:
        served.shared.take_photo(good, last=False)
        served.shared.take_photo(elsewhere_photo())
        assert served.shared.photos_done(WAIT)
        told = served.shared.told(SEAT)["photos"]
        assert told["told"][0] == "3 of 3 figures were found"
        assert any(line.startswith("photo 2 was left out: ") for line in told["told"])
        assert [one["out"] for one in told["taken"]] == [False, True]
        # It takes no place, and is taken away by itself.
        photos = served.shared.photos()
        full = replace(photos, photos=(photos.photos[0],) * (MOST_AT_ONCE - 1) + photos.photos[1:])
        with pytest.raises(CommandError, match="does not count"):
            full.with_photo(blank_photo())
        served.shared.changed(SEAT, {"change": "photo away", "photo": 2})
        assert served.shared.photos_done(WAIT)
        told = served.shared.told(SEAT)["photos"]
        assert (len(told["taken"]), told["told"][0]) == (1, "3 of 3 figures were found")
        assert not any("left out" in line for line in told["told"])
        np.testing.assert_allclose(place(served.shared, "jelena"), AFTER["jelena"], atol=NEAR)


def test_photos_that_are_all_of_no_use_take_no_places_and_go_one_by_one(tmp_path: Path) -> None:
    with serving(table_file(tmp_path)) as served:
        served.shared.take_photo(elsewhere_photo())
        assert served.shared.photos_done(WAIT)
        assert [one["out"] for one in served.shared.told(SEAT)["photos"]["taken"]] == [True]
        served.shared.changed(SEAT, {"change": "photo away", "photo": 1})
        told = served.shared.told(SEAT)["photos"]
        assert (told["taken"], told["told"]) == ([], [])
        with pytest.raises(CommandError, match="no photo of that number"):
            served.shared.changed(SEAT, {"change": "photo away", "photo": 1})


def test_what_is_told_of_figures_goes_once_they_are_put_right(tmp_path: Path) -> None:
    table = load_table(table_file(tmp_path))
    after = {figure.id: figure.position for figure in table.figures}
    before = after | {"oddo": (3.0, 6.0, 0.0)}
    doubts = (FigureDoubt(("jelena", "oddo"), "are alike", least=2), FigureDoubt(("oddo",), "may stand elsewhere"))
    found = FoundFigures(("jelena", "oddo"), before, after, doubts, ("one more",))
    first = "2 of 3 figures were found"
    assert found.told(table) == [
        first, 'moved, if that is so: Oddo 15.0"', "Jelena, Oddo are alike", "Oddo may stand elsewhere", "one more"
    ]  # fmt: skip
    assert found.told(table.with_figure(table.figure("oddo").moved((9.0, 9.0, 0.0)))) == [first, "one more"]


def test_a_photo_of_another_phone_is_told_of_in_words_for_whoever_sent_it(tmp_path: Path) -> None:
    first, second = new_photos(2)
    whole, other = Image.open(BytesIO(second)), BytesIO()
    exif = whole.getexif()
    exif[ExifTags.Base.Model] = "Plain Phone 4"
    whole.save(other, "JPEG", exif=exif, quality=95)
    with serving(table_file(tmp_path)) as served:
        served.shared.take_photo(first, last=False)
        served.shared.take_photo(other.getvalue())
        assert served.shared.photos_done(WAIT)
        told = " ".join(served.shared.told(SEAT)["photos"]["told"])
    assert "was taken with another camera (Plain Phone 4) than the one that counts: take all with one phone" in told
    whole_words = "has 9 x 9 pixels, the 2 others that count 8 x 8; scan with one camera, and whole photos"
    assert NewPhotos(tmp_path).by_number(whole_words).endswith("8 x 8: take all with one phone, and send them whole")


def test_a_photo_that_was_cropped_is_left_out_in_words_for_whoever_sent_it(tmp_path: Path) -> None:
    whole = Image.open(BytesIO(new_photos()[0]))
    part = BytesIO()
    whole.crop((0, 100, 1280, 960)).save(part, "JPEG", exif=whole.getexif(), quality=95)
    with serving(table_file(tmp_path)) as served:
        served.shared.take_photo(part.getvalue())
        assert served.shared.photos_done(WAIT)
        told = " ".join(served.shared.told(SEAT)["photos"]["told"])
    assert "the photos of the scan have 1280 x 960 pixels, these have 1280 x 860: send it as the camera made it" in told


def test_a_table_that_was_not_scanned_has_its_figures_placed_by_its_corners(tmp_path: Path) -> None:
    path = table_file(tmp_path)
    written = json.loads(path.read_text())
    del written["scan"]
    written["figures"].append({"id": "lost", "position": [3.0, 14.0, 0.0], "proxy": "brute", "base_mm": 50.0})
    path.write_text(json.dumps(written))
    with serving(path) as served:
        shared = served.shared
        shared.take_photo(new_photos()[0])
        assert shared.photos_done(WAIT)
        told = shared.told(SEAT)["photos"]
        assert (told["told"][0], told["missing"]) == ("3 of 4 figures were found", ["lost"])
        np.testing.assert_allclose(place(shared, "jelena"), AFTER["jelena"], atol=0.12)
        assert shared.doubts()[-2:] == (
            NOT_SCANNED,
            "not found on new photos, and taken to be near where they were: lost",
        )
        # Whoever plays on takes photos again: tags 0 to 3 lie in the corners as before.
        shared.changed(SEAT, {"change": "photos anew"})
        shared.take_photo(new_photos(2)[1])
        assert shared.photos_done(WAIT)
        assert shared.told(SEAT)["photos"]["told"][0] == "3 of 4 figures were found"
        np.testing.assert_allclose(place(shared, "brute"), AFTER["brute"], atol=0.12)
        # What stands there besides the table's own pieces nobody has measured.
        shared.changed(SEAT, {"change": "turn", "figure": "jelena", "facing": 5})
        known = served.ask({"ask": "sight", "shooter": "jelena", "target": "oddo"})[1]
        assert any(NOT_KNOWN in line for line in known["lines"])
        # Whoever was not found may be inches away, also on a table that nobody measured.
        drawn = served.ask({"ask": "sight", "shooter": "lost", "target": "oddo"})[1]
        assert any("drawn from its errors" in line for line in drawn["lines"])
        for _ in range(3):
            shared.take_back()
        told = shared.told(SEAT)["photos"]
        assert (told["told"], told["missing"], shared.doubts()) == ([TAKEN_BACK], [], ())


def test_a_page_that_closes_as_the_server_ends_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = table_file(tmp_path)
    served = ServedTable(SharedTable(load_table(path), path))
    server = RunningServer(served, new_links(SEAT), LOOPBACK, 0)

    def ends(_self: object, sockets: object) -> None:
        assert sockets
        raise InvalidState("connection is closing")

    monkeypatch.setattr("uvicorn.Server.run", ends)
    server.run()
    with pytest.raises(RuntimeError):  # all is closed: its threads take no more work
        asyncio.run(served.ask({"ask": "measure", "a": "jelena", "b": "oddo"}))


def test_figures_that_were_moved_and_not_saved_are_saved_at_the_end(tmp_path: Path) -> None:
    with serving(table_file(tmp_path)) as served:
        served.shared.stand("jelena", [5.0, 3.0, 0.0])
    with pytest.raises(CommandError, match="nothing was changed"):
        SharedTable(load_table(tmp_path / "hall.json"), tmp_path / "hall.json").save()
    served.shared.save()  # as the command does once the server has ended: nobody is told any more
    # Asked once more, it writes no second file.
    assert "saved already" in served.shared.save()
    assert len(list(tmp_path.glob("*.sightline"))) == 1
    assert load_table(tmp_path / "hall-moved.sightline").figure("jelena").position == (5.0, 3.0, 0.0)


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
        page.get_by_text("These photos").tap()
        page.get_by_role("button", name="take photo 1 away").wait_for()
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
        # Whoever put figures right on photos keeps that from there.
        page.get_by_role("button", name="Save").tap()
        page.get_by_text('saved as "hall-moved.sightline"').wait_for()
        page.get_by_role("button", name="Table", exact=True).tap()
        page.locator(".photo").wait_for(state="hidden")


def test_a_photo_that_was_left_out_is_in_sight_and_taken_away_by_its_x(tmp_path: Path) -> None:
    (tmp_path / "new.jpg").write_bytes(new_photos()[0])
    (tmp_path / "other.jpg").write_bytes(elsewhere_photo())
    with browsing() as browser, serving(table_file(tmp_path)) as served, phone(browser, served.link) as page:
        page.get_by_role("button", name="Photos").tap()
        page.get_by_label("Choose photos").set_input_files([tmp_path / "new.jpg", tmp_path / "other.jpg"])
        page.get_by_role("button", name="take photo 2 away").tap()
        page.get_by_text("photo 2 is taken away").wait_for()
        page.get_by_text("1 left out").wait_for(state="detached")
        assert served.shared.photos_done(WAIT)
        assert len(served.shared.photos().photos) == 1


def test_a_tap_beside_the_doubts_goes_to_what_is_behind_them(tmp_path: Path) -> None:
    with browsing() as browser, serving(table_file(tmp_path, known="pieces")) as served, phone(browser, served.link) as page:
        box = page.locator(".doubts summary").bounding_box()
        assert box is not None
        page.touchscreen.tap(400, box["y"] + box["height"] / 2)
        assert page.locator(".doubts[open]").count() == 0
        page.touchscreen.tap(box["x"] + 20, box["y"] + box["height"] / 2)
        page.locator(".doubts[open]").wait_for()
