"""A table is scanned from a phone: photos are kept as they came, and what they lack is told."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from capture.objects.figure_placement import MISSED, NO_DECKS
from sightline.api.tables_drawn import load_table
from sightline.errors import CommandError
from sightline.server.lan_address import LOOPBACK
from sightline.server.running_server import RunningServer
from sightline.server.scanning.kept_photos import number_of_tags
from sightline.server.scanning.ruler_measures import measured, said_on_page
from sightline.server.scanning.scan_source import PHOTOS, ScanSource
from sightline.server.seat_links import PLAYER, Seat, new_links
from sightline.server.served_table import ServedTable
from sightline.server.tls_certificate import Certificate, certificate_for
from tests.capture.flatphotos import DEPTH, WIDTH, photos
from tests.sightline.server.served import browsing, phone

SEAT = Seat(PLAYER)


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return photos(tmp_path_factory.mktemp("phone"))


@contextmanager
def scanning(folder: Path, tls: Certificate | None = None) -> Iterator[tuple[ScanSource, str]]:
    source = ScanSource(folder)
    server = RunningServer(ServedTable(source), new_links(SEAT), LOOPBACK, 0, tls)
    server.begin()
    try:
        yield source, server.link(PLAYER)
    finally:
        server.end()


def test_photos_become_a_table_by_taps_on_a_phone(tmp_path: Path, sent: list[Path]) -> None:
    with browsing() as browser, scanning(tmp_path) as (source, link), phone(browser, link) as page:
        assert page.get_by_text("no photo shows the corner tags 0, 1, 2, 3").is_visible()
        assert page.get_by_role("button", name="Scan the photos").is_disabled()
        page.get_by_label("Choose photos").set_input_files(sent)
        page.get_by_text("photo 5 shows").wait_for()
        assert not page.get_by_text("corner tag").is_visible()
        page.get_by_text("3 photos more").wait_for()
        assert page.get_by_text("the next photo from the side between tags").is_visible()
        assert page.locator(".plan circle").count() == len(sent) + 1
        page.get_by_text("Measured with a ruler").tap()
        page.get_by_label("lengths between tags").fill("0 2 far")
        page.get_by_role("button", name="Scan the photos").tap()
        why = page.get_by_text('such as 0 2 1412, not "0 2 far"')
        why.wait_for()
        place, sheet = why.bounding_box(), page.locator(".below").bounding_box()
        assert place is not None
        assert sheet is not None
        assert place["y"] >= sheet["y"], "why not is not above what is seen of the sheet"
        # All is said to be a tenth smaller than it is.
        page.get_by_label("lengths between tags").fill("")
        page.get_by_label("side of a tag's black square").fill("54")
        page.get_by_label("nothing else stands").check()
        page.get_by_role("button", name="Scan the photos").tap()
        page.get_by_text('the table is "scanned-table.json"').wait_for()
        # What was said and typed holds for the next scan, also after the page was opened anew.
        page.reload()
        page.get_by_role("button", name="Scan again").wait_for()
        assert page.get_by_label("side of a tag's black square").input_value() == "54"
        assert page.get_by_label("nothing else stands").is_checked()
        assert page.get_by_text("better:").first.is_visible()
        page.get_by_role("button", name="Measure").tap()
        assert page.get_by_text("Tap from whom").is_visible()
        # From then on it is a table as all others are: new photos of it are taken, and it is changed and saved.
        page.get_by_role("button", name="Photos", exact=True).tap()
        page.get_by_label("Choose photos").set_input_files(sent[0])
        page.get_by_text("0 of 0 figures were found").wait_for()
        page.get_by_text("is kept in").or_(page.get_by_text("are kept in")).wait_for()
        assert "scanned-table-moved.sightline" in source.save_moved()
        assert source.save_moved() == ""
    assert sorted(path.read_bytes() for path in (tmp_path / PHOTOS).iterdir()) == sorted(path.read_bytes() for path in sent)
    table = load_table(tmp_path / "scanned-table.json")
    np.testing.assert_allclose(table.size, (0.9 * WIDTH, 0.9 * DEPTH), atol=0.1)
    assert (tmp_path / "scanned-table.html").is_file()
    assert source.now.table.size == table.size


def test_the_live_camera_of_a_page_that_came_encrypted_takes_photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    fake = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
    tls = certificate_for(LOOPBACK)
    with browsing(*fake) as browser, scanning(tmp_path, tls) as (_, link), phone(browser, link) as page:
        page.get_by_role("button", name="Viewfinder").tap()
        page.get_by_text("tells more of the lens").wait_for()
        page.get_by_role("button", name="Take it").tap()
        page.get_by_text("photo 1").first.wait_for()
        assert page.locator(".viewfinder").count() == 0
    (photo,) = (tmp_path / PHOTOS).iterdir()
    assert photo.read_bytes().startswith(b"\xff\xd8\xff")


def test_it_goes_on_with_the_photos_that_were_sent_and_writes_over_nothing(tmp_path: Path, sent: list[Path]) -> None:
    first = ScanSource(tmp_path)
    for path in sent[:3]:
        assert "shows" in first.take_scan_photo(path.read_bytes())
    assert (number_of_tags(1), number_of_tags(4)) == ("1 tag", "4 tags")
    with pytest.raises(CommandError, match="here already"):
        first.take_scan_photo(sent[0].read_bytes())
    for wrong in (b"", b"GIF89a" + b"\0" * 100, b"%PDF-1.7", b"<svg/>"):
        with pytest.raises(CommandError, match="no photo"):
            first.take_scan_photo(wrong)
    assert "shows" not in first.take_scan_photo(b"\xff\xd8\xff" + b"\0" * 1000)
    assert len(list((tmp_path / PHOTOS).iterdir())) == 4
    source = ScanSource(tmp_path)
    while source.go_on():
        pass
    told = source.told(SEAT)["scan"]
    json.dumps(told, allow_nan=False)
    assert sorted(bool(one["tags"]) for one in told["photos"]) == [False, True, True, True]
    (broken,) = (one["number"] for one in told["photos"] if one["fault"])
    assert "left out" in source.changed(SEAT, {"change": "leave out", "number": broken})["said"]
    (tmp_path / "scanned-table.json").write_text("mine")
    source.changed(SEAT, {"change": "scan"})
    with pytest.raises(CommandError, match="scanned already"):
        source.changed(SEAT, {"change": "scan"})
    ends = time.monotonic() + 300.0
    while source.told(SEAT)["scan"]["share"] is not None and time.monotonic() < ends:
        time.sleep(0.05)
    assert (tmp_path / "scanned-table.json").read_text() == "mine"
    assert source.path.name != "scanned-table.json"
    assert load_table(source.path).scan is not None
    for number in (0, 9, "1", None, True):
        with pytest.raises(CommandError, match="no photo of that number"):
            source.changed(SEAT, {"change": "leave out", "number": number})


def test_no_options_of_the_command_are_told_to_whoever_scans_from_the_page() -> None:
    missed = "figures without base tags may have been missed, such as dark bases on dark ground, or half hidden ones"
    for line, told in (
        (
            "measure between two tags, and give --known-length",
            'measure between two tags, and type it under "Measured with a ruler"',
        ),
        (
            "print at 100 %, or give --tag-mm 57.1",
            'print at 100 %, or type 57.1 as the side of a tag under "Measured with a ruler"',
        ),
        (
            "printed at another scale, so give a --known-length",
            'printed at another scale, so type such a length under "Measured with a ruler"',
        ),
        ("not known (if there is none, give --nothing-else)", "not known (if there is none, tick that here and scan again)"),
        (MISSED, f"{missed}: count them"),
        (NO_DECKS, "figures without base tags on decks were not looked for"),
    ):
        assert said_on_page(line) == told


def test_what_was_measured_with_a_ruler_is_read_as_people_type_it_and_all_faults_are_told() -> None:
    known = measured({"tag_mm": " 57,1 mm", "lengths": "0 2 1412; 1  3 1410,5 mm;"})
    assert known.tag_mm == 57.1
    assert [(one.one, one.other, one.mm) for one in known.lengths] == [(0, 2, 1412.0), (1, 3, 1410.5)]
    assert measured({}).tag_mm == 60.0
    assert measured({"tag_mm": "", "lengths": ""}).lengths == ()
    with pytest.raises(CommandError) as caught:
        measured({"tag_mm": "2", "lengths": "0 0 100; 0 9999 100; 0 2; far; 0 2 1e9; 0 2 30000"})
    assert len(caught.value.faults) == 7
    for wrong in ({"tag_mm": 57.1}, {"lengths": ["0 2 1412"]}, {"lengths": "0 2 1412;" * 30}, {"lengths": "x" * 5000}):
        with pytest.raises(CommandError):
            measured(wrong)


def test_photos_of_before_keep_their_numbers(tmp_path: Path, sent: list[Path]) -> None:
    first = ScanSource(tmp_path)
    for path in sent[:4]:
        first.take_scan_photo(path.read_bytes())
    again = ScanSource(tmp_path)
    while again.go_on():
        pass
    assert again.told(SEAT)["scan"]["photos"] == first.told(SEAT)["scan"]["photos"]


def test_too_little_is_told_and_scans_nothing(tmp_path: Path, sent: list[Path]) -> None:
    source = ScanSource(tmp_path)
    with pytest.raises(CommandError, match="scan the photos first"):
        source.take_photo(sent[0].read_bytes())
    source.take_scan_photo(sent[0].read_bytes())
    assert source.told(SEAT)["scan"]["missing"][0].startswith("7 photos more")
    with pytest.raises(CommandError, match="2 photos that show tags"):
        source.changed(SEAT, {"change": "scan"})
    assert [path.name for path in tmp_path.iterdir()] == [PHOTOS]
