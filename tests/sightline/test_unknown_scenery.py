"""Scans that know their pieces and nothing else: no answer calls free or open what an unmeasured tank may hide, nor is sure."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from capture.objects.figure_placement import by_tags
from capture.objects.pieces_file import TaggedPiece, TaggedPieces, TagPlace
from capture.objects.terrain_placement import place_pieces
from capture.results.whole_scan import WholeScan
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH
from scene.table_io.table_document import PieceEntry, write_document
from scene.table_io.table_reading import load_document
from sightline.cli.command_line import run
from sightline.reports.shot_report import report_html
from tests.capture.made_scans import TAGS, made_scan, ring
from tests.sightline.scanned_tables import scanned_table

pytestmark = pytest.mark.usefixtures("coarse_pictures")

Capture = pytest.CaptureFixture[str]

OPEN, PARTIAL, FULL, BLOCKED = 12.0, 17.9, 18.06, 21.0
"""Where the edge of the wall is; Kruger is behind it up to there."""
NOT_KNOWN = "scenery without tags is not known"
FREE = f"no line is blocked by the measured pieces; {NOT_KNOWN}"
NOT_ALL = f"not every line is blocked by the measured pieces; {NOT_KNOWN}"


@pytest.fixture
def write(tmp_path: Path) -> Any:  # noqa: ANN401
    return partial(scanned_table, tmp_path, mm=0.05, terrain_known="pieces")


def asked(capsys: Capture, *words: str, code: int = 0) -> dict[str, Any]:
    """The JSON of an answer that comes with the warning."""
    assert run([*words, "--json"]) == code
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert isinstance(found, dict)
    assert err.count(NOT_KNOWN) == 1
    return found


def said(capsys: Capture, *words: str, code: int = 0) -> list[str]:
    """The lines of an answer for a person."""
    assert run([*words]) == code
    return capsys.readouterr().out.splitlines()


def test_what_is_in_the_open_past_the_pieces_is_not_known(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(OPEN)
    found = asked(capsys, "los", path, "jelena", "kruger")
    assert (found["known"], found["sure"], found["too_close_to_call"]) == ("unknown", False, False)
    assert (found["line_of_sight"], found["cover"], found["steady"]["agree"]) == (True, "open", True)
    assert found["at_least"] == {"cover": "open", "hidden": 0.0}
    assert any(NOT_KNOWN in warning for warning in found["warnings"])
    assert said(capsys, "los", path, "jelena", "kruger")[:4] == [
        f"NOT KNOWN FROM THIS SCAN: {FREE}",
        "as far as measured, jelena sees kruger: in the open",
        "what was measured hides 0 % of the body (between 0.0 % and 0.1 %)",
        "80 scenes drawn from its errors change nothing of that",
    ]


@pytest.mark.parametrize(("edge", "cover", "words"), [(PARTIAL, "partial", "partial cover"), (FULL, "full", "full cover")])
def test_what_is_hidden_at_least_is_sure(write: Any, capsys: Capture, edge: float, cover: str, words: str) -> None:  # noqa: ANN401
    path = write(edge)
    found = asked(capsys, "los", path, "jelena", "kruger")
    assert (found["known"], found["sure"], found["cover"], found["line_of_sight"]) == ("unknown", False, cover, True)
    least = found["at_least"]
    assert least["cover"] == cover
    assert 0.0 < least["hidden"] <= found["hidden"]["low"]
    lines = said(capsys, "los", path, "jelena", "kruger")
    assert lines[:2] == [f"NOT KNOWN FROM THIS SCAN: {NOT_ALL}", f"as far as measured, jelena sees kruger: {words}"]
    assert lines[2].startswith("what was measured hides ")
    assert lines[3].startswith(f"sure from this scan: at least {words}, at least ")
    assert lines[3].endswith(" % of the body hidden, in all 80 scenes drawn from its errors")


def test_what_the_pieces_block_is_sure(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(BLOCKED)
    found = asked(capsys, "los", path, "jelena", "kruger")
    assert (found["known"], found["sure"], found["at_least"]) == ("blocked", True, None)
    lines = said(capsys, "los", path, "jelena", "kruger")
    assert lines[0] == "jelena does not see kruger"
    scenes = "sure from this scan: 80 scenes drawn from its errors change nothing"
    assert f"{scenes}, and scenery without tags could only hide more" in lines


@pytest.mark.long
def test_with_nothing_else_on_the_table_it_is_clear(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(OPEN, terrain_known="all")
    assert run(["los", path, "jelena", "kruger", "--json"]) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found["known"], found["sure"], found["at_least"], found["warnings"], err) == ("clear", True, None, [], "")
    blocked = write(BLOCKED, terrain_known="all")
    assert run(["los", blocked, "jelena", "kruger", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["known"] == "blocked"
    assert said(capsys, "los", blocked, "jelena", "kruger")[2].endswith("drawn from its errors change nothing")


@pytest.mark.long
def test_what_cannot_be_told_from_the_errors_has_the_reservation_too(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(17.99, mm=0.3)
    found = asked(capsys, "los", path, "jelena", "kruger")
    assert (found["known"], found["sure"], found["too_close_to_call"]) == ("unknown", False, True)
    assert (found["steady"]["agree"], found["at_least"]["cover"]) == (False, "partial")
    first, second, third, _, fifth, *_ = said(capsys, "los", path, "jelena", "kruger")
    assert first.startswith("CANNOT BE TOLD FROM THIS SCAN: ")
    assert second == "exactly as measured, jelena sees kruger: partial cover"
    assert third == NOT_ALL
    assert fifth.startswith("sure from this scan: at least partial cover, at least ")


def test_everybody_at_once(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(OPEN)
    pairs = asked(capsys, "los", path, "--all")["pairs"]
    assert [(pair["known"], pair["sure"]) for pair in pairs] == [("unknown", False)] * 2
    for line in said(capsys, "los", path, "--all"):
        assert line.startswith(f"NOT KNOWN FROM THIS SCAN: {FREE}; as far as measured, ")


def test_by_geometry_alone(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    found = asked(capsys, "los", write(PARTIAL), "jelena", "kruger", "--rules", "geometry")
    assert (found["known"], found["sure"], found["at_least"]["cover"]) == ("unknown", False, None)
    assert found["at_least"]["hidden"] > 0.0


def test_the_report_says_so_on_top(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    pages = {}
    for name, edge in {"open": OPEN, "partial": PARTIAL, "blocked": BLOCKED}.items():
        facts = asked(capsys, "los", write(edge), "jelena", "kruger")
        page = report_html(title="?", facts=facts, eye_picture=None, overview_picture=None, digest="", command="")
        pages[name] = page.split("Repeat it")[0]
    for name in ("open", "partial"):
        page = pages[name]
        banner = page.split('<section class="banner')[1].split("</section>")[0]
        assert banner.startswith(" close")
        assert "Not known from this scan" in banner
        assert f"blocked by the measured pieces; {NOT_KNOWN}" in banner
        assert "yes ✓" not in page.replace("<dt>In the vision arc</dt><dd>yes ✓</dd>", "")
        assert "Anyone can check it" not in page
    assert "<dt>Cover</dt><dd>not known" in pages["open"]
    assert "<dt>Cover</dt><dd>at least partial" in pages["partial"]
    assert "No line of sight" in pages["blocked"]
    assert "Not known" not in pages["blocked"]


def test_nothing_in_the_way_of_a_distance_is_not_known(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(OPEN)
    found = asked(capsys, "measure", path, "jelena", "kruger")
    assert (found["known"], found["blocked_by"], found["distance"]) == ("unknown", [], 9.0)
    (line,) = said(capsys, "measure", path, "jelena", "kruger")
    assert line.endswith(f"in height), no measured piece in the way; {NOT_KNOWN}")
    blocked = write(BLOCKED)
    found = asked(capsys, "measure", blocked, "jelena", "kruger")
    assert (found["known"], found["blocked_by"]) == ("blocked", ["wall"])
    (line,) = said(capsys, "measure", blocked, "jelena", "kruger")
    assert line.endswith("in height), through wall")


def test_a_distance_on_a_table_that_is_all_known(write: Any, capsys: Capture, tmp_path: Path) -> None:  # noqa: ANN401
    path = write(OPEN, terrain_known="all")
    assert run(["measure", path, "jelena", "kruger", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["known"] == "clear"
    assert run(["measure", str(tmp_path / "table.json"), "jelena", "kruger", "--json"]) == 0
    assert "known" not in json.loads(capsys.readouterr().out)


def test_from_where_somebody_could_be_seen_at_most(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path, words = write(BLOCKED), ("kruger", "--step", "6")
    places = asked(capsys, "field", path, *words)["places"]
    assert {place["known"] for place in places} == {"unknown", "blocked"}
    assert all((place["known"] == "blocked") is (not place["line_of_sight"]) for place in places)
    (line,) = said(capsys, "field", path, *words)
    seen = sum(place["line_of_sight"] for place in places)
    assert line == f"kruger can be seen from {seen} of {len(places)} places at most; {NOT_KNOWN}"
    sure = write(BLOCKED, terrain_known="all")
    assert said(capsys, "field", sure, *words) == [f"kruger can be seen from {seen} of {len(places)} places"]


MOVES = [
    ("path", "jelena", "12", "10", "0"), ("reach", "jelena", "--inches", "2"), ("fall", "12", "10", "3"), ("fall",),
    ("drift", "jelena", "--inches", "2", "--seed", "1"), ("flame", "jelena", "--at", "17", "18", "0"),
    ("blast", "jelena", "--at", "13", "18", "0"), ("blast", "jelena", "--at", "13", "18", "0", "--odds"),
    ("odds", "jelena", "kruger", "--weapon", "Beam rifle"),
]  # fmt: skip


@pytest.mark.parametrize("words", MOVES, ids=" ".join)
def test_every_other_answer_comes_with_one_line(write: Any, capsys: Capture, words: tuple[str, ...]) -> None:  # noqa: ANN401
    command, *rest = words
    path, line = write(OPEN), f"lines and ways are free of the measured pieces only; {NOT_KNOWN}"
    (warning,) = asked(capsys, command, path, *rest)["warnings"]
    assert warning.startswith(f"scanned.json: {line}")
    assert '"terrain_known": "all"' in warning
    assert run([command, path, *rest]) == 0
    assert line in capsys.readouterr().err.replace("\n", " ")
    assert run([command, write(OPEN, terrain_known="all"), *rest, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["warnings"] == []


def scanned_hall(folder: Path) -> tuple[Path, Path]:
    """Two figures on a table with a container that has a tag, as photos say, and the same table with a tank between them."""
    tags = {i: pose for i, pose in TAGS.items() if i < 4} | {104: RigidTransform.turned((34.0, 28.0, 2.75), 30.0)}
    for number, x, turn in ((300, 12.0, -90.0), (301, 30.0, 90.0)):
        tags[number] = RigidTransform.turned((x, 18.0, 3.0 / MM_PER_INCH), turn)
    survey = made_scan(ring(5, away=38.0), tags=tags)
    container = TaggedPiece(PieceEntry("container", (0.0, 0.0, 0.0), kit="container"), (TagPlace(104, (0.0, 0.0, 2.75)),))
    pieces, _ = place_pieces(survey.survey, TaggedPieces((container,)))
    figures, _ = by_tags(survey.survey)
    document = WholeScan(survey, pieces, figures).document("Hall")
    tank = PieceEntry("tank", (20.0, 18.0, 0.0), kit="container", turn=90.0)
    paths = folder / "hall.json", folder / "truth.json"
    write_document(document, paths[0])
    write_document(replace(document, terrain=(*document.terrain, tank), scan=None), paths[1])
    return paths


@pytest.mark.long
def test_a_tank_without_a_tag_between_two_figures(tmp_path: Path, capsys: Capture) -> None:
    """From the photos to the answer: what was called sure and in the open, and is wrong, is not known."""
    hall, truth = scanned_hall(tmp_path)
    shot = ("figure-300", "figure-301")
    assert run(["los", str(truth), *shot, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["line_of_sight"] is False
    found = asked(capsys, "los", str(hall), *shot)
    assert (found["cover"], found["known"], found["sure"], found["steady"]["agree"]) == ("open", "unknown", False, True)
    assert asked(capsys, "measure", str(hall), *shot)["known"] == "unknown"
    document = load_document(hall)
    assert document.scan is not None
    # Only somebody who looks at the table can say that there is no tank.
    write_document(replace(document, scan=replace(document.scan, terrain_known="all")), hall, overwrite=True)
    assert run(["los", str(hall), *shot, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["cover"], found["known"], found["sure"]) == ("open", "clear", True)
