"""Commands on scanned tables: what they add, and what they say first."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from scene.table.scan_measurements import Scan, ScanMeasurement
from sightline.cli.command_line import run
from sightline.drawing.annotation.reservation import STRIP, with_reservation
from sightline.files.table_loading import load
from tests.sightline.scanned_tables import MM, scanned_table
from tests.sightline.tables import json_answer, member, table_file

pytestmark = pytest.mark.usefixtures("coarse_pictures")

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def write(tmp_path: Path) -> Any:  # noqa: ANN401
    return partial(scanned_table, tmp_path)


def test_measure_has_limits(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(12.0, mm=1.0)
    found = json_answer(capsys, "measure", path, "jelena", "kruger")
    assert list(found)[:3] == ["distance", "low", "high"]
    half = 1.96 * np.sqrt(2.0) * MM
    assert (found["distance"], found["low"], found["high"]) == pytest.approx((9, 9 - half, 9 + half), abs=0.003)
    assert run(["measure", path, "jelena", "kruger"]) == 0
    assert capsys.readouterr().out == (
        'jelena to kruger: 9.00" (8.89 to 9.11 in 95 of 100 cases; 9.00" level, 0.00" in height), nothing in the way\n'
    )


def test_tags_can_be_measured_to_and_places_are_exact(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(12.0, mm=1.0)
    found = json_answer(capsys, "measure", path, "tag-7", "30,8,0")
    assert (found["distance"], found["low"]) == pytest.approx((10, 10 - 1.96 * MM), abs=0.003)
    exact = json_answer(capsys, "measure", path, "1,2,3", "1,5,7")
    assert exact["low"] == exact["high"] == exact["distance"] == 5.0
    assert run(["measure", path, "tag-8", "jelena"]) == 2
    assert (
        'there is no figure, terrain piece, tag or point "tag-8" on this table; did you mean "tag-7"?'
        in capsys.readouterr().err
    )


def test_what_was_moved_since_is_exact(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = Path(write(12.0, mm=1.0))
    content = json.loads(path.read_text(encoding="utf-8"))
    for figure in content["figures"]:
        figure["position"][1] = 17
    path.write_text(json.dumps(content), encoding="utf-8")
    found = json_answer(capsys, "measure", str(path), "jelena", "kruger")
    assert found["low"] == found["high"] == found["distance"]


def test_a_sure_verdict(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(12.0)
    found = json_answer(capsys, "los", path, "jelena", "kruger")
    assert (found["sure"], found["too_close_to_call"], found["cover"]) == (True, False, "open")
    steady = found["steady"]
    assert (steady["from"], steady["verdict_holds"], steady["otherwise"], steady["draws"]) == ("scan", 1.0, {}, 40)
    assert (steady["tolerance_mm"], steady["blame"], steady["widened"]) == (
        0,
        None,
        {"times": 2.5, "otherwise": {}, "draws": 40},
    )
    assert run(["los", path, "jelena", "kruger"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "jelena sees kruger: in the open"
    assert "sure from this scan: 80 scenes drawn from its errors change nothing" in out


@pytest.mark.long
@pytest.mark.parametrize("rules", [["main-rulebook"], ["geometry"], ["main-rulebook", "--flat"]], ids=" ".join)
def test_any_rules_answer_on_a_scanned_table(write: Any, capsys: Capture, rules: list[str]) -> None:  # noqa: ANN401
    found = json_answer(capsys, "los", write(17.95), "jelena", "kruger", "--rules", *rules)
    assert isinstance(found["sure"], bool)
    assert found["steady"]["from"] == "scan"


@pytest.mark.long
def test_what_cannot_be_told_is_said_first(write: Any, capsys: Capture, tmp_path: Path) -> None:  # noqa: ANN401
    path = write(17.99, mm=1.0)
    found = json_answer(capsys, "los", path, "jelena", "kruger")
    assert (found["sure"], found["too_close_to_call"]) == (False, True)
    assert set(found["steady"]["otherwise"]) == {"full"}
    report, picture = tmp_path / "why.html", tmp_path / "eye.png"
    assert run(["los", path, "jelena", "kruger", "--report", str(report), "--picture", str(picture)]) == 0
    first, second, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("CANNOT BE TOLD FROM THIS SCAN: partial cover in ")
    assert "full cover in" in first
    assert second == "exactly as measured, jelena sees kruger: partial cover"
    assert any(line.startswith(("what would help most: ", "no single thing decides it")) for line in rest)
    page = report.read_text(encoding="utf-8")
    assert "Cannot be told from this scan" in page
    assert "With all that was measured moved by errors as the scan has them" in page
    assert "--tolerance-mm" not in page
    assert picture.stat().st_size > 0


def test_what_only_larger_errors_change_is_told_as_that(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(17.9, mm=1.0)
    found = json_answer(capsys, "los", path, "jelena", "kruger")
    assert found["sure"] is False
    if not found["too_close_to_call"]:
        assert run(["los", path, "jelena", "kruger"]) == 0
        first = capsys.readouterr().out.splitlines()[0]
        assert first.startswith("CANNOT BE TOLD FOR SURE FROM THIS SCAN: most likely partial cover, as in ")


def test_a_tolerance_is_added_only_if_it_is_given(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    exact = Scan((ScanMeasurement("wall", "piece", (15.0, 17.97, 0.0)),), np.zeros((6, 6)))
    path = write(17.97, scan=exact)
    assert json_answer(capsys, "los", path, "jelena", "kruger")["sure"] is True
    found = json_answer(capsys, "los", path, "jelena", "kruger", "--tolerance-mm", "4")
    assert found["sure"] is False
    assert found["steady"]["tolerance_mm"] == 4
    assert json_answer(capsys, "los", path, "jelena", "kruger", "--tolerance-mm", "0")["steady"]["from"] == "scan"


def test_everybody_at_once_with_fewer_scenes(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(12.0)
    assert run(["los", path, "--all", "--json"]) == 0
    out, err = capsys.readouterr()
    pairs = json.loads(out)["pairs"]
    assert [pair["sure"] for pair in pairs] == [True, True]
    assert (pairs[0]["steady"]["draws"], pairs[0]["steady"]["widened"]["draws"]) == (8, 24)
    assert "8 and 24 scenes drawn from the scan, in place of 40 and 40" in err


def test_tables_that_were_not_scanned_answer_as_before(tmp_path: Path, capsys: Capture) -> None:
    path = table_file(tmp_path, member("jelena", "red", 10, 18), member("kruger", "blue", 20, 18), size=(48, 36))
    found = json_answer(capsys, "los", path, "jelena", "kruger")
    assert "sure" not in found
    assert (found["steady"]["from"], found["steady"]["tolerance_mm"]) == ("tolerance", 2)
    assert "low" not in json_answer(capsys, "measure", path, "jelena", "kruger")
    assert "scan" not in json_answer(capsys, "check", path)


def test_check_tells_of_the_scan(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(12.0, mm=0.5)
    summary = {"photos": 0, "things": 4, "sigma_mm": pytest.approx(0.5), "terrain_known": "all"}
    assert json_answer(capsys, "check", path)["scan"] == summary
    assert run(["check", path]) == 0
    measured = "; scanned from 0 photos, 4 things measured, typically to 0.5 mm"
    assert f'{measured}; nothing else stands there ("terrain_known": "all"); no faults' in capsys.readouterr().out
    path = write(12.0, mm=0.5, terrain_known="pieces")
    assert json_answer(capsys, "check", path)["scan"] == summary | {"terrain_known": "pieces"}
    assert run(["check", path]) == 0
    out = capsys.readouterr().out
    assert f'{measured}; scenery without tags is not known ("terrain_known": "pieces"; if there is none, write "all"' in out


def test_what_draws_no_scenes_says_so_where_all_scenery_is_known(write: Any, capsys: Capture, tmp_path: Path) -> None:  # noqa: ANN401
    assert run(["path", write(12.0), "jelena", "12", "18", "0"]) == 0
    assert capsys.readouterr().out.strip().endswith("typically 0.3 mm, are not counted in")
    exact = table_file(tmp_path, member("jelena", "red", 10, 18), size=(48, 36))
    assert run(["path", exact, "jelena", "12", "18", "0"]) == 0
    assert "as measured" not in capsys.readouterr().out


def test_a_damaged_scan_ends_in_lines(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = Path(write(12.0))
    content = json.loads(path.read_text(encoding="utf-8"))
    content["scan"]["covariance"][2] = [1]
    content["scan"]["things"][0]["of"] = "tank"
    path.write_text(json.dumps(content), encoding="utf-8")
    for command in (["check", str(path)], ["los", str(path), "jelena", "kruger"], ["measure", str(path), "jelena", "kruger"]):
        assert run(command) == 2
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 2
        assert all(line.startswith("sightline: scanned.json: scan") for line in lines)


DRAWN = (
    "path jelena 12 18 0",
    pytest.param("reach jelena --inches 2", marks=pytest.mark.long),
    "fall 5 5 3",
    pytest.param("blast jelena --at 12 18 0", marks=pytest.mark.long),
    "blast jelena --at 12 18 0 --odds",
    pytest.param("flame jelena --at 13 18 0", marks=pytest.mark.long),
    pytest.param("drift jelena --dice D6", marks=pytest.mark.long),
    pytest.param("drift jelena --dice D6 --odds", marks=pytest.mark.long),
    "drift jelena --shifted --rules five-parsecs --at 12 18 0",
)


@pytest.mark.long
@pytest.mark.parametrize("command", DRAWN)
def test_answers_and_pictures_say_what_is_not_known(write: Any, command: str, tmp_path: Path, capsys: Capture) -> None:  # noqa: ANN401
    path, picture = write(12.0, terrain_known="pieces"), tmp_path / "drawn.png"
    name, *more = command.split()
    assert run([name, path, *more, "--picture", str(picture)]) == 0
    measured = "worked out for the places as measured; their errors, typically 0.3 mm, are not counted in"
    out = capsys.readouterr().out.replace("\n", " ")
    assert f"{measured}; scenery without tags is not known" in out
    drawn = np.asarray(Image.open(picture))
    strip = np.asarray(with_reservation(Image.new("RGB", (drawn.shape[1], 1)), load(Path(path), max_faces=10_000)[0]))[1:]
    assert len(strip) == STRIP
    assert np.array_equal(drawn[-STRIP:], strip)
