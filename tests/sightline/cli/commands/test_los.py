"""``sightline los``: its JSON is the contract's, and what is asked wrongly ends in one line, code 2, and no file.

Jelena looks along x at Kruger, 10 inches off; both are boxes of 0.4 by 0.6 by 1.2 inches. A wall's upright edge is halfway.
"""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from scene.table.table import Table
from scene.table_io.table_check import load_with_warnings
from scene.table_io.table_reading import Parts
from sightline.cli.command_line import run
from tests.plain_scenes import box
from tests.sightline.tables import json_answer, member, obj, table_file

Capture = pytest.CaptureFixture[str]

FIELDS: dict[str, type | tuple[type, ...]] = {
    "shooter": str, "target": str, "rules": str, "line_of_sight": bool, "witness": list, "hidden": dict, "cover": str,
    "in_vision_arc": bool, "visible": bool, "distance": float, "distance_blocked": bool, "steady": dict, "because": list,
}  # fmt: skip
"""What the contract names, in its order."""


def piece(name: str, x: float, y: float, **fields: Any) -> dict[str, Any]:  # noqa: ANN401
    """A wall 0.1 inches thick and 9 high whose upright edge is at y, from there 6 inches towards lower y."""
    return {"id": name, "mesh": "wall.obj", "units": "inch", "anchor": "origin", "position": [x, y, 0]} | fields


@pytest.fixture
def write(tmp_path: Path) -> Any:  # noqa: ANN401
    """Writes a table of these pieces and figures and answers its path."""
    return partial(table_file, tmp_path, size=(48, 36), wall=box((-0.05, -6, 0), (0.05, 0, 9)))


JELENA = member("jelena", "red", 10, 18)
KRUGER = member("kruger", "blue", 20, 18, facing=180)


@pytest.fixture
def path(write: Any) -> str:  # noqa: ANN401
    return str(write(JELENA, KRUGER, piece("wall", 15, 18)))


def answer(capsys: Capture, *words: str) -> dict[str, Any]:
    return json_answer(capsys, "los", *words)


def refused(capsys: Capture, *words: str) -> list[str]:
    """The lines of a refusal."""
    assert run(["los", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert all(line.startswith("sightline: ") for line in lines)
    return lines


def assert_contract(found: dict[str, Any]) -> None:
    """Names, types, and what may be null, of one answer."""
    assert [name for name in found if name in FIELDS] == list(FIELDS)
    for name, kind in FIELDS.items():
        optional = name in {"witness", "cover", "steady", "hidden"}
        assert isinstance(found[name], kind) or (optional and found[name] is None), name
    assert (found["witness"] is not None) is found["line_of_sight"]
    assert found["visible"] is (found["line_of_sight"] and found["in_vision_arc"])
    if found["rules"] == "geometry":
        assert found["cover"] is None
    else:
        assert found["cover"] in {"open", "partial", "full", "none-seen"}
        assert (found["cover"] == "none-seen") is not found["line_of_sight"]
    hidden = found["hidden"]
    assert list(hidden)[:5] == ["share", "low", "high", "from", "by"]
    assert hidden["from"] == "eye"
    assert 0 <= hidden["low"] <= hidden["share"] <= hidden["high"] <= 1
    for one in hidden["by"]:
        assert list(one) == ["id", "kind", "share"]
        assert one["kind"] in {"terrain", "figure"}
    assert sum(one["share"] for one in hidden["by"]) == pytest.approx(hidden["share"])
    if found["steady"]:
        assert list(found["steady"])[:3] == ["tolerance_mm", "verdict_holds", "otherwise"]
        assert found["steady"]["verdict_holds"] + sum(found["steady"]["otherwise"].values()) == pytest.approx(1)
    for reason in found["because"]:
        assert list(reason) == ["text", "source"]
        assert reason["source"].split(":")[0] == found["rules"]


@pytest.mark.parametrize("rules", [["main-rulebook"], ["geometry"], ["main-rulebook", "--flat"]], ids=" ".join)
@pytest.mark.parametrize("edge", [12.0, 17.95, 21.0])
def test_the_answer_is_the_contracts(write: Any, capsys: Capture, rules: list[str], edge: float) -> None:  # noqa: ANN401
    found = answer(capsys, write(JELENA, KRUGER, piece("wall", 15, edge, kind="wall")), "jelena", "kruger", "--rules", *rules)
    assert_contract(found)
    assert (found["shooter"], found["target"], found["rules"]) == ("jelena", "kruger", rules[0])
    assert found["line_of_sight"] is (edge < 21)
    assert found["distance"] == pytest.approx(9)
    assert found["steady"]["tolerance_mm"] == 2


def test_numbers_that_can_be_worked_by_hand(path: str, capsys: Capture) -> None:
    """The edge is in the line from the eye to the middle of the target: half of it is hidden, and half is too close to call."""
    found = answer(capsys, path, "jelena", "kruger", "--rules", "main-rulebook")
    assert found["hidden"]["low"] <= 0.5 <= found["hidden"]["high"]
    assert found["hidden"]["high"] - found["hidden"]["low"] <= 0.005
    assert [one["id"] for one in found["hidden"]["by"]] == ["wall"]
    assert found["too_close_to_call"] is True
    assert found["distance_blocked"] is True
    assert found["distance_blocked_by"] == ["wall"]
    assert found["hidden_from_best"]["share"] < found["hidden"]["low"]
    assert found["hidden_from_best"]["from"] == "body"


def test_without_a_tolerance_there_is_no_sensitivity(path: str, capsys: Capture) -> None:
    found = answer(capsys, path, "jelena", "kruger", "--tolerance-mm", "0")
    assert_contract(found)
    assert found["steady"] is None
    assert found["too_close_to_call"] is True, "the bound still reaches over one half"


def test_the_same_seed_gives_the_same_answer(path: str, capsys: Capture) -> None:
    words = (path, "jelena", "kruger", "--seed", "7")
    assert answer(capsys, *words) == answer(capsys, *words)


def test_a_bundle_answers_as_its_table(path: str, tmp_path: Path, capsys: Capture) -> None:
    from scene.table_io.table_bundle import pack

    pack(Path(path), tmp_path / "table.sightline")
    assert answer(capsys, str(tmp_path / "table.sightline"), "jelena", "kruger") == answer(capsys, path, "jelena", "kruger")


def test_in_words_the_verdict_comes_first(path: str, capsys: Capture) -> None:
    assert run(["los", path, "jelena", "kruger"]) == 0
    lines = capsys.readouterr().out.splitlines()
    stands = {
        "exactly as they stand, jelena sees kruger: partial cover",
        "exactly as they stand, jelena sees kruger: full cover",
    }
    assert lines[0].startswith("TOO CLOSE TO CALL: as much as half may be hidden by terrain, or a little less; ")
    assert re.search(r"(partial|full) cover in [\d.]+ %, (partial|full) cover in [\d.]+ % of 40 shifts within 2 mm$", lines[0])
    assert lines[1] in stands
    assert "of the body is hidden" in lines[2]
    assert any(line.endswith("[main-rulebook: Cover]") for line in lines)


def test_in_words_a_steady_verdict_is_the_first_line(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(JELENA, KRUGER | {"name": "KRUGER"}, piece("wall", 15, 12))
    assert run(["los", path, "jelena", "kruger"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "jelena sees KRUGER: in the open"
    assert lines[2] == "steady: a shift of 2 mm changes nothing (40 tried)"


@pytest.mark.parametrize("typed", ["jelena", "Jelena Kor", "JELENA KOR"])
def test_figures_go_by_their_names_as_well(write: Any, capsys: Capture, typed: str) -> None:  # noqa: ANN401
    path = write(JELENA | {"name": "Jelena Kor"}, KRUGER, piece("wall", 15, 21))
    assert run(["los", path, typed, "kruger"]) == 0, "no line of sight is an answer like any other"
    assert capsys.readouterr().out.startswith("Jelena Kor does not see kruger (proven)\n")


def test_a_name_that_two_figures_share_goes_with_the_id(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(JELENA | {"name": "Kor"}, KRUGER | {"name": "kor"}, piece("wall", 15, 21))
    assert run(["los", path, "Kor", "kruger"]) == 2
    assert capsys.readouterr().err == 'sightline: "Kor" may be Kor (jelena) or kor (kruger)\n'
    assert run(["los", path, "Kor (jelena)", "kruger"]) == 0
    assert capsys.readouterr().out.startswith("Kor (jelena) does not see kor (kruger) (proven)\n")


def test_all_asks_everybody_of_different_sides_both_ways(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    mira, reina = member("mira", "red", 10, 24), member("reina", "blue", 20, 24, facing=180)
    path = write(JELENA, mira, KRUGER, reina, piece("wall", 15, 17.9))
    found = answer(capsys, path, "--all", "--rules", "main-rulebook")
    assert list(found) == ["pairs", "warnings"]
    red, blue = ("jelena", "mira"), ("kruger", "reina")
    expected = [(one, other) for one in red for other in blue] + [(one, other) for one in blue for other in red]
    assert sorted((pair["shooter"], pair["target"]) for pair in found["pairs"]) == sorted(expected)
    for pair in found["pairs"]:
        assert_contract(pair)
        alone = answer(capsys, path, pair["shooter"], pair["target"])
        for name in ("line_of_sight", "in_vision_arc", "visible", "distance", "distance_blocked"):
            assert alone[name] == pair[name]
        assert alone["hidden"]["low"] <= pair["hidden"]["high"]
        assert pair["hidden"]["low"] <= alone["hidden"]["high"]
        assert alone["cover"] == pair["cover"] or (alone["too_close_to_call"] and pair["too_close_to_call"])


def test_all_figures_without_a_side_are_each_of_their_own(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    stray, lone = member("stray", "", 15, 18), member("lone", "", 25, 18)
    found = answer(capsys, write(JELENA, stray, lone), "--all")
    assert len(found["pairs"]) == 6


def test_all_with_nobody_to_ask_says_so(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(JELENA, member("mira", "red", 20, 18))
    assert run(["los", path, "--all", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {"pairs": [], "warnings": []}
    assert "different sides" in err


def test_figures_of_the_same_side_can_be_asked_about(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    found = answer(capsys, write(JELENA, member("mira", "red", 20, 18)), "jelena", "mira")
    assert (found["cover"], found["line_of_sight"]) == ("open", True)


def test_all_in_words_is_a_line_a_pair(path: str, capsys: Capture) -> None:
    assert run(["los", path, "--all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("TOO CLOSE TO CALL: ") for line in lines), "half of either is hidden"
    stands = [re.search(r"; exactly as they stand, (\w+ sees \w+): ", line) for line in lines]
    assert [found[1] for found in stands if found] == ["jelena sees kruger", "kruger sees jelena"]


def test_all_in_words_says_why_the_cover_is_another_than_the_share(write: Any, capsys: Capture, tmp_path: Path) -> None:  # noqa: ANN401
    """A bar of 1.3 inches beside Jelena hides Kruger's legs; Mira behind him sees his back and all of Jelena's front."""
    obj(tmp_path / "bar.obj", box((-0.05, -3, 0), (0.05, 3, 1.2)))
    path = write(JELENA, KRUGER, piece("bar", 10.8, 18, mesh="bar.obj", kind="obstacle"))
    assert run(["los", path, "--all", "--tolerance-mm", "0"]) == 0
    beside, across = capsys.readouterr().out.splitlines()
    assert beside.startswith("jelena sees kruger: in the open (bar beside the shooter does not count); ")
    assert across.startswith("kruger sees jelena: full cover; ")
    obj(tmp_path / "giant.obj", box((-0.2, -3, 0), (0.2, 3, 3)))
    giant = member("giant", "red", 15, 18) | {"body": {"mesh": "giant.obj", "units": "inch", "eye": [0, 0, 3]}}
    assert run(["los", write(JELENA, KRUGER, giant), "--all", "--tolerance-mm", "0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("jelena sees kruger: partial cover (fighters give partial at most); 100 % of the body is hidden")
    pinned = giant | {"status": "pinned"}
    assert run(["los", write(JELENA, KRUGER, pinned), "--all", "--tolerance-mm", "0"]) == 0
    assert " does not count" in capsys.readouterr().out.splitlines()[0]


DOUBT = "table.json: who knows"


@pytest.fixture
def doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table is loaded with a warning."""

    def loaded(path: Path, parts: Parts, *, max_faces: int, tell: Callable[[float], None]) -> tuple[Table, tuple[str, ...]]:
        return load_with_warnings(path, parts, max_faces=max_faces, tell=tell)[0], (DOUBT,)

    monkeypatch.setattr("sightline.files.table_loading.load_with_warnings", loaded)


@pytest.mark.usefixtures("doubtful")
@pytest.mark.parametrize(
    "words",
    [
        ["los", "jelena", "kruger", "--tolerance-mm", "0"],
        ["los", "--all", "--tolerance-mm", "0"],
        ["field", "kruger", "--step", "12"],
        ["measure", "jelena", "kruger"],
        ["show", "--pixels", "400x400", "-o", "picture.png", "--overwrite"],
    ],
    ids=" ".join,
)
def test_warnings_of_the_table_are_told_beside_every_answer(
    words: list[str], path: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command, *others = words
    assert run([command, path, *others]) == 0
    out, err = capsys.readouterr()
    wrote = "wrote picture.png\n" if "-o" in others else ""
    assert DOUBT not in out
    assert err == f"warning: {DOUBT}\n{wrote}"
    assert run([command, path, *others, "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out).get("warnings", [DOUBT]) == [DOUBT]
    assert ("warnings" in out) is (command in {"los", "field"})
    assert err == f"warning: {DOUBT}\n{wrote}"


def test_a_figure_that_floats_makes_its_answers_doubtful(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(JELENA, KRUGER | {"position": [20, 18, 3]}, piece("wall", 15, 12))
    assert run(["los", path, "jelena", "kruger", "--tolerance-mm", "0", "--json"]) == 0
    out, err = capsys.readouterr()
    (warning,) = json.loads(out)["warnings"]
    assert 'figure "kruger"' in warning
    assert err == f"warning: {warning}\n"


@pytest.mark.usefixtures("doubtful")
def test_warnings_of_the_table_are_in_the_report(path: str, tmp_path: Path, capsys: Capture) -> None:
    report = tmp_path / "why.html"
    assert run(["los", path, "jelena", "kruger", "--tolerance-mm", "0", "--report", str(report)]) == 0
    assert f"<li>{DOUBT}</li>" in report.read_text(encoding="utf-8")
    capsys.readouterr()


@pytest.mark.parametrize(("height", "doubted"), [(0.4, False), (0.6, True)])
def test_the_flat_variant_is_doubted_on_different_levels(
    height: float,
    doubted: bool,
    write: Any,  # noqa: ANN401
    capsys: Capture,
    tmp_path: Path,
) -> None:
    obj(tmp_path / "step.obj", box((-1, -1, 0), (1, 1, height)))
    step = piece("step", 20, 18, mesh="step.obj")
    path = write(JELENA, KRUGER | {"position": [20, 18, height]}, step)
    for words in (["jelena", "kruger"], ["--all"]):
        assert run(["los", path, *words, "--flat", "--json", "--tolerance-mm", "0"]) == 0
        out, err = capsys.readouterr()
        assert ("--flat is meant for flat tables" in err) is doubted
        assert [line.removeprefix("warning: ") for line in err.splitlines()] == json.loads(out)["warnings"]
        assert run(["los", path, *words, "--tolerance-mm", "0"]) == 0
        assert capsys.readouterr().err == ""


def test_evidence_is_written_and_not_over_what_is_there(path: str, tmp_path: Path, capsys: Capture) -> None:
    picture, report = tmp_path / "eye.png", tmp_path / "why.html"
    words = [path, "jelena", "kruger", "--picture", str(picture), "--report", str(report)]
    assert run(["los", *words, "--json"]) == 0
    json.loads(capsys.readouterr().out)
    first = picture.read_bytes(), report.read_bytes()
    assert first[0].startswith(b"\x89PNG")
    assert b"sightline los" in first[1]
    lines = refused(capsys, *words)
    assert len(lines) == 2
    assert all("--overwrite" in line for line in lines)
    assert (picture.read_bytes(), report.read_bytes()) == first
    assert run(["los", *words, "--overwrite", "--tolerance-mm", "0"]) == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "SHOOTER"),
        (["jelena"], "TARGET"),
        (["jelena", "jelena"], "two figures"),
        (["jelena", "--all"], "--all"),
        (["--all", "--picture", "p.png"], "--picture"),
        (["--all", "--report", "p.html"], "--report"),
        (["jelena", "kruger", "--flat", "--rules", "geometry"], "--flat"),
        (["jelena", "kruger", "--rules", "chess"], "chess"),
        (["jelena", "kruger", "--tolerance-mm", "-1"], "--tolerance-mm"),
        (["jelena", "kruger", "--tolerance-mm", "nan"], "--tolerance-mm"),
        (["jelena", "kruger", "--tolerance-mm", "inf"], "--tolerance-mm"),
        (["jelena", "kruger", "--seed", "-1"], "--seed"),
        (["jelena", "kruger", "--picture", "eye.jpg"], ".png"),
        (["jelena", "kruger", "--report", "why.txt"], ".html"),
        (["jelena", "kruger", "--report", "-"], ".html"),
        (["jelena", "kruger", "--report", "table.json", "--overwrite"], ".html"),
        (["jelena", "kruger", "--report", "no/such/folder/why.html"], "no folder"),
        (["jelena", "wall"], "wall"),
    ],
    ids=" ".join,
)
def test_what_is_asked_wrongly_is_told_in_a_line(
    words: list[str], says: str, path: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    (line,) = refused(capsys, path, *words)
    assert says in line
    assert sorted(tmp_path.rglob("*")) == before


def test_unknown_ids_are_all_told_with_the_nearest_known(path: str, tmp_path: Path, capsys: Capture) -> None:
    lines = refused(capsys, path, "jelana", "krugr", "--picture", str(tmp_path / "eye.png"))
    assert len(lines) == 2
    assert 'did you mean "jelena"?' in lines[0]
    assert 'did you mean "kruger"?' in lines[1]
    assert not (tmp_path / "eye.png").exists()


def test_faults_of_the_table_are_all_told(write: Any, capsys: Capture, tmp_path: Path) -> None:  # noqa: ANN401
    outside = member("mira", "red", 50, 18)
    double = member("kruger", "red", 30, 18)
    lines = refused(capsys, write(JELENA, KRUGER, outside, double, piece("gap", 15, 18, kind="hole")), "jelena", "kruger")
    text = "\n".join(lines)
    assert len(lines) >= 2
    assert "kruger" in text
    assert "hole" in text
    (line,) = refused(capsys, str(tmp_path / "gone.json"), "jelena", "kruger")
    assert "gone.json" in line


def test_somebody_who_stands_inside_a_wall_is_a_fault(write: Any, capsys: Capture, tmp_path: Path) -> None:  # noqa: ANN401
    obj(tmp_path / "rock.obj", box((-2, -2, 0), (2, 2, 4)))
    rock = {"id": "rock", "mesh": "rock.obj", "units": "inch", "position": [10, 18, 0]}
    (line,) = refused(capsys, write(JELENA, KRUGER, rock), "jelena", "kruger")
    assert "jelena" in line
    assert "rock" in line


def test_the_certificate_of_a_no_is_checked_against_its_table_and_no_other(
    capsys: Capture,
    write: Any,  # noqa: ANN401
    tmp_path: Path,
) -> None:
    table, file = str(write(JELENA, KRUGER, piece("wall", 15, 21))), tmp_path / "no-line.json"
    said = answer(capsys, table, "jelena", "kruger", "--rules", "geometry", "--certificate", str(file))
    assert not said["line_of_sight"]
    assert said["certainty"] == {"kind": "proven", "open": 0.0, "thinner_than_mm": 0.01}
    assert json_answer(capsys, "check", str(file), "--of", table)["shafts"] == 1
    assert run(["check", str(file)]) == 0
    assert "proven: no line joins jelena and kruger" in capsys.readouterr().out
    moved = str(write(JELENA, KRUGER | {"position": [20, 18.1, 0]}, piece("wall", 15, 21)))
    assert run(["check", str(file), "--of", moved]) == 2
    assert "kruger stands elsewhere" in capsys.readouterr().err
    document = json.loads(file.read_text())
    body = document["bodies"][0]
    document["bodies"][0] = body | {"faces": body["faces"][:1] * len(body["faces"])}
    file.write_text(json.dumps(document))
    assert run(["check", str(file), "--of", table]) == 2
    assert "a part of jelena is missing in it" in capsys.readouterr().err.replace("\n", " ")
    file.write_text(json.dumps(document | {"faces": []}))
    assert run(["check", str(file)]) == 2
    assert "proves nothing" in capsys.readouterr().err
    file.write_text(file.read_text()[:-9])
    assert run(["check", str(file)]) == 2
    assert f'"{file}" is not JSON' in capsys.readouterr().err.replace("\n", " ")
    file.unlink()
    assert run(["check", str(file), "--of", table]) == 2
    assert "there is no certificate" in capsys.readouterr().err


def test_a_certificate_tells_whose_body_it_takes_to_stop_lines(
    capsys: Capture,
    write: Any,  # noqa: ANN401
    tmp_path: Path,
) -> None:
    body = {"mesh": "broad.obj", "units": "inch", "eye": [0.1, 0, 1.1]}
    obj(tmp_path / "broad.obj", box((-0.1, -3, 0), (0.1, 3, 4)))
    table, file = str(write(JELENA, KRUGER, member("broad", "red", 15, 18, body=body))), tmp_path / "no-line.json"
    assert not answer(capsys, table, "jelena", "kruger", "--rules", "geometry", "--certificate", str(file))["line_of_sight"]
    assert json_answer(capsys, "check", str(file), "--of", table)["hiding_figures"] == ["broad"]
    assert run(["check", str(file), "--of", table]) == 0
    assert "by rules in which bodies stop lines: broad is in the way" in capsys.readouterr().out.replace("\n", " ")


def test_who_is_seen_gets_no_certificate(capsys: Capture, path: str, tmp_path: Path) -> None:
    file = tmp_path / "no-line.json"
    assert run(["los", path, "jelena", "kruger", "--rules", "geometry", "--certificate", str(file)]) == 0
    assert "no certificate was written: jelena sees kruger" in capsys.readouterr().err.replace("\n", " ")


@pytest.mark.parametrize(("high", "alone"), [(1.0, "a line is free"), (4.0, "there is no line either")])
def test_where_a_rule_stops_lines_no_certificate_is_written_and_the_rule_is_told(
    capsys: Capture,
    write: Any,  # noqa: ANN401
    tmp_path: Path,
    high: float,
    alone: str,
) -> None:
    body = {"mesh": "broad.obj", "units": "inch", "eye": [0.1, 0, 0.3]}
    obj(tmp_path / "broad.obj", box((-0.1, -3, 0), (0.1, 3, high)))
    table, file = str(write(JELENA, KRUGER, member("broad", "red", 15, 18, body=body))), tmp_path / "no-line.json"
    assert run(["los", table, "jelena", "kruger", "--rules", "five-parsecs", "--certificate", str(file)]) == 0
    said = (
        "a rule decides, five-parsecs: Shooting past people, as broad hides a part of kruger: people block; by geometry alone"
    )
    assert f"no certificate was written: {said} {alone}" in capsys.readouterr().err.replace("\n", " ")
    assert not file.exists()
    assert not file.exists()
