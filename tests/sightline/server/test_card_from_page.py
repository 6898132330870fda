"""A shot is measured from a phone: photos of a card in the target's place are counted, and what is wrong with one is told."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest

from sightline.api.loaded_table import LoadedTable
from sightline.api.shown_answers import with_more
from sightline.api.tables_drawn import load_table
from sightline.errors import CommandError
from sightline.server.answer_shelf import AnswerShelf
from sightline.server.cards import card_desk
from sightline.server.cards.card_desk import CardDesk
from sightline.server.seat_links import SPECTATOR
from sightline.server.shared_table import SharedTable
from sightline.server.table_source import TableMoment
from tests.capture.shot_cards.carded import photo_file, shot, with_upright_tags
from tests.sightline.server.served import Served, browsing, phone, serving, tap_figure

RAIL = ((9.0, 8.0, 0.0), (9.4, 12.0, 1.25))
LENS = {"shooter": "ann", "target": "bob", "by": "lens", "rules": "main-rulebook"}


def two_figures(folder: Path) -> Path:
    """The table of `shot`, with nothing on it but both figures."""
    people = [
        {"id": name, "side": side, "proxy": "human", "position": [x, 10, 0], "facing": facing}
        for name, side, x, facing in (("ann", "red", 4, 0), ("bob", "blue", 14, 180))
    ]
    document = {"format": "sightline-table", "version": 1, "size": [24, 20], "terrain": [], "figures": people}
    path = folder / "table.json"
    path.write_text(json.dumps(document))
    return path


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(two_figures(tmp_path)) as one:
        yield one


def sent(served: Served, stand: str, data: bytes, *, seat: str = "", **asked: str) -> tuple[int, Any]:
    """Status and JSON of what is answered to a photo."""
    secret = served.server.links.secret(seat) if seat else served.secret
    status, _, body = served.request(f"/{secret}/card/photo?{urlencode(LENS | {'stand': stand} | asked)}", sent=data)
    return status, json.loads(body)


def told(served: Served, *, seat: str = "", **asked: object) -> tuple[int, Any]:
    """The same to a question."""
    secret = served.server.links.secret(seat) if seat else served.secret
    status, _, body = served.request(f"/{secret}/card", sent=LENS | asked)
    return status, json.loads(body)


def test_a_shot_is_measured_by_photos_from_a_phone(tmp_path: Path, served: Served) -> None:
    one, photo = shot(RAIL), photo_file(tmp_path, shot(RAIL))
    wrong = photo_file(tmp_path, shot(RAIL, other="brute"), name="wrong.jpg")
    watching = served.server.link(SPECTATOR)
    with browsing() as browser, phone(browser, served.link) as page, phone(browser, watching) as watcher:
        for each in (page, watcher):
            tap_figure(each, "ann")
            tap_figure(each, "bob")
            each.get_by_role("button", name="Measure it with a card").tap()
        address = page.get_by_role("link", name="The card, Letter").get_attribute("href")
        assert served.request(f"/{served.secret}/{address}")[2].startswith(b"%PDF")
        page.get_by_label("Choose photos").set_input_files([photo])
        page.get_by_text("type it under 2").wait_for()
        assert page.locator(".answer.close").is_visible()
        page.get_by_label("mm to the nearest thing between").fill("125")
        page.get_by_label("mm to the nearest thing between").press("Enter")
        page.get_by_text("125 mm from the eye, as you measured").wait_for()
        known = told(served)[1]["answer"]
        assert known["evidence"] == "table ann bob card.html"
        assert known["facts"]["hidden"]["low"] <= one.true <= known["facts"]["hidden"]["high"]
        assert all(line in page.locator(".answer").inner_text() for line in known["lines"])
        page.locator(".picture img").wait_for()
        watcher.get_by_text("125 mm from the eye, as you measured").wait_for()
        assert watcher.get_by_label("Take a photo").count() == 0
        with page.context.expect_page(timeout=120_000) as opened:
            page.get_by_role("link", name="Evidence page").tap()
        assert sha256(photo.read_bytes()).hexdigest() in opened.value.content()
        page.get_by_label("Take a photo").set_input_files(wrong)
        page.get_by_text("1 photo is kept").wait_for()
        assert ".jpg" not in page.locator(".fault").inner_text()
        assert "card" in page.locator(".fault").inner_text()
        served.shared.stand("bob", [15.0, 10.0, 0.0])
        page.get_by_text("bob moved since photos were taken").wait_for()
        assert page.locator(".answer").count() == 0
        served.shared.take_back()
        page.get_by_text("125 mm from the eye, as you measured").wait_for()
        page.get_by_role("button", name="Begin anew").tap()
        page.locator(".answer").wait_for(state="detached")


def test_what_is_no_photo_of_this_shot_or_comes_from_nobody_who_plays_is_refused(
    tmp_path: Path, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = photo_file(tmp_path, shot(RAIL)).read_bytes()
    stand = told(served)[1]["stand"]
    assert sent(served, stand, data, seat=SPECTATOR)[0] == 403
    assert told(served, seat=SPECTATOR, do="begin anew")[0] == 403
    assert sent(served, "", data)[1]["faults"][0].startswith("somebody moved meanwhile")
    assert "no photo" in sent(served, stand, b"%PDF-1.7" + b"\0" * 100)[1]["faults"][0]
    assert sent(served, stand, b"\xff\xd8\xff" + b"\0" * 100)[1]["faults"][0].startswith("the photo is not a photo")
    for asked in ({"shooter": "../../etc"}, {"target": "ann"}, {"by": "eye"}, {"rules": "/etc/passwd"}):
        assert sent(served, stand, data, **asked)[0] == 400
    assert told(served)[1]["photos"] == 0
    assert sent(served, stand, data)[1]["photos"] == 1
    assert "here already" in sent(served, stand, data)[1]["faults"][0]
    monkeypatch.setattr(card_desk, "MOST_PHOTOS", 1)
    assert "begin anew" in sent(served, stand, data + b"\0")[1]["faults"][0]
    assert told(served, rules="geometry")[1]["answer"]["facts"]["rules"] == "geometry"
    watched = told(served, seat=SPECTATOR)[1]
    assert (watched["photos"], watched["answer"]["facts"]["target"]) == (1, "bob")


@dataclass
class Still:
    """A table on which nothing happens."""

    now: TableMoment


def test_a_lens_beside_the_eye_is_told_where_to_go_and_its_photo_is_kept(tmp_path: Path) -> None:
    one = with_upright_tags(shot(((10.0, 9.0, 0.0), (10.4, 9.98, 4.0))))
    desk = CardDesk(Still(TableMoment(with_more(LoadedTable, one.table, warnings=()))), AnswerShelf())  # type: ignore[arg-type]
    asked = LENS | {"stand": desk.told(LENS)["stand"]}
    found = desk.take(asked, photo_file(tmp_path, one, off_mm=(6.0, 0.0)).read_bytes())
    assert found["answer"] is None
    assert "farther left and take it again" in found["faults"][0]
    assert found["photos"] == 1
    assert desk.changed(asked | {"do": "begin anew"})["photos"] == 0
    desk.close()


def test_photos_with_a_lamp_and_without_are_a_set_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = shot(RAIL)
    path = two_figures(tmp_path)
    desk = CardDesk(SharedTable(load_table(path), path), AnswerShelf())
    x, y, z = one.layout.to_table(one.layout.eye + np.array([25.0, 20.0, -60.0])).tolist()
    lit, dark = (photo_file(tmp_path, one, name=f"{lamp}.jpg", eye=(x, y, z), lamp=lamp).read_bytes() for lamp in (True, False))
    asked = LENS | {"by": "lamp"}
    asked |= {"stand": desk.told(asked)["stand"]}
    with pytest.raises(CommandError, match="the photo is not"):
        desk.take(asked, b"\xff\xd8\xff" + b"\0" * 100)
    assert not list(Path(desk._files.name).iterdir())  # type: ignore[union-attr]
    assert desk.take(asked, lit)["answer"] is None
    desk.changed(asked | {"do": "nearest", "nearest": "125 mm"})
    found = desk.take(asked, dark)
    assert found["answer"]["facts"]["by"] == "lamp"
    assert found["answer"]["facts"]["hidden"]["share"] == pytest.approx(one.true, abs=0.03)
    assert desk.told(LENS)["photos"] == 0
    assert desk.told(LENS)["nearest"] == "125"
    with pytest.raises(CommandError, match="is no distance"):
        desk.changed(asked | {"do": "nearest", "nearest": "near"})
    monkeypatch.setattr(card_desk, "MOST_KEPT", len(lit))
    desk.changed(asked | {"do": "begin anew"})
    assert desk.take(asked, dark)["photos"] == 1
    folders = list(Path(desk._files.name).iterdir())  # type: ignore[union-attr]
    assert len(folders) == 1, "what was let go gives way"
    desk.close()
    assert not folders[0].exists()
