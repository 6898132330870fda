"""``los --photos``: a shot past the pieces of a scan is clear where its photos see through every line, and else unknown."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from scene.table.scan_measurements import Scan, ScanMeasurement, ScanPhoto
from sightline.cli.command_line import run
from tests.capture.dense.painted import LENS, Sheet, painted, ring, sheet
from tests.scans import apart
from tests.sightline.scanned_tables import scanned_table

Capture = pytest.CaptureFixture[str]
MAT = sheet((4.0, 10.0, 0.0), (22.0, 0.0, 0.0), (0.0, 16.0, 0.0), mean=110.0, grain=18.0, seed=1)
SCREEN = sheet((14.0, 15.0, 0.0), (0.0, 6.0, 0.0), (0.0, 0.0, 2.5), mean=160.0, grain=18.0, seed=4)


def table_of(folder: Path, *sheets: Sheet) -> tuple[str, str]:
    """A scanned table of two figures and a wall beside their line, and the folder with its photos, which show the sheets."""
    photos = []
    (folder / "photos").mkdir()
    for number, view in enumerate(ring(8, (15.0, 18.0, 0.5), away=22.0)):
        path = folder / "photos" / f"{number}.png"
        cv2.imwrite(str(path), painted(view, sheets, seed=number).grey)
        photos.append(ScanPhoto(path.name, hashlib.sha256(path.read_bytes()).hexdigest(), 0, view.pose))
    things = (
        ScanMeasurement("jelena", "figure", (10.0, 18.0, 0.0)), ScanMeasurement("kruger", "figure", (20.0, 18.0, 0.0)),
    )  # fmt: skip
    scan = Scan(things, apart(2, mm=0.05, degrees=0.02), cameras=(LENS,), photos=tuple(photos))
    return scanned_table(folder, 12.0, scan=scan, terrain_known="pieces"), str(folder / "photos")


def asked(capsys: Capture, *words: str) -> dict[str, Any]:
    assert run(["los", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_a_free_line_is_clear_and_sure(tmp_path: Path, capsys: Capture) -> None:
    table, photos = table_of(tmp_path, MAT)
    found = asked(capsys, table, "jelena", "kruger", "--photos", photos)
    assert (found["known"], found["cover"], found["sure"], found["photo_from"]) == ("clear", "open", True, None)
    assert found["hidden"]["high"] < 0.01
    assert found["seen_through"]["clear"] == found["seen_through"]["lines"] > 10
    before = asked(capsys, table, "jelena", "kruger")
    assert (before["known"], before["hidden"]["high"], before["at_most"]["cover"]) == ("unknown", 1.0, "none-seen")
    assert "--photos" in before["seen_through"]["words"][0]


def test_behind_a_screen_that_was_not_measured_it_is_unknown(tmp_path: Path, capsys: Capture) -> None:
    table, photos = table_of(tmp_path, MAT, SCREEN)
    found = asked(capsys, table, "jelena", "kruger", "--photos", photos)
    assert (found["known"], found["sure"], found["seen_through"]["clear"]) == ("unknown", False, 0)
    (begin, *_), (end, *_) = found["seen_through"]["unseen"]
    assert begin <= 14.0 <= end
    assert (found["hidden"]["low"], found["hidden"]["high"]) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("given", "said"), [("edited", "not as when the scan was made"), ("others", "none of the 1 photos is of this scan")]
)
def test_photos_that_are_not_the_scans(tmp_path: Path, capsys: Capture, given: str, said: str) -> None:
    table, _ = table_of(tmp_path, MAT)
    other = tmp_path / given / ("0.png" if given == "edited" else "cat.png")
    other.parent.mkdir()
    cv2.imwrite(str(other), np.zeros((480, 640), dtype=np.uint8))
    assert run(["los", table, "jelena", "kruger", "--photos", str(other.parent)]) != 0
    lines: Sequence[str] = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("warning")]
    assert len(lines) == 1
    assert said in lines[0]
