"""``sightline fall``: its JSON, its words, and what is asked wrongly.

A block 6 inches high reaches to x = 20, a deck of 3 inches from there to x = 21.2; the bases have half an inch of radius.
"""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sightline.cli import run
from tests.plain_scenes import box
from tests.sightline.tables import member, table_file

Capture = pytest.CaptureFixture[str]

FIELDS = [
    "from", "edge", "position", "distance", "damage", "onto", "moved_to", "landed_on", "ground", "ended", "near_edge", "next",
    "rules", "figure", "warnings",
]  # fmt: skip

UPPER = {"id": "upper", "mesh": "upper.obj", "units": "inch", "anchor": "origin", "position": [0, 0, 0]}
LOWER = UPPER | {"id": "lower", "mesh": "lower.obj"}
PIT = UPPER | {"id": "shaft", "mesh": "shaft.obj", "kind": "pit"}


@pytest.fixture
def write(tmp_path: Path) -> Any:  # noqa: ANN401
    """Writes a table of these pieces and figures and answers its path."""
    upper, lower = box((10, 10, 0), (20, 20, 6)), box((20, 10, 2.8), (21.2, 20, 3))
    shaft = box((6, 10, 0), (10, 20, 0.05))
    return partial(table_file, tmp_path, size=(48, 36), upper=upper, lower=lower, shaft=shaft)


@pytest.fixture
def path(write: Any) -> str:  # noqa: ANN401
    return str(write(UPPER, LOWER))


AT = ("19.8", "15", "6", "--base-mm", "25.4")


def answer(capsys: Capture, *words: str) -> dict[str, Any]:
    assert run(["fall", *words, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.count("\n") == 1
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


def test_the_document_with_all_that_may_follow(path: str, capsys: Capture) -> None:
    found = answer(capsys, path, *AT)
    assert list(found) == FIELDS
    assert found["position"] == pytest.approx([20.5, 15, 3], abs=0.001)
    assert found["from"] == pytest.approx([20.5, 15, 6], abs=0.001)
    assert found["distance"] == pytest.approx(3, abs=0.001)
    hit = {"strength": 3, "ap": 0, "damage": 1, "status": "pinned"}
    assert found["damage"] == hit | {"ends_round": False, "source": "main-rulebook: Falling down"}
    assert (found["onto"], found["moved_to"], found["landed_on"]) == ([], None, "lower")
    assert (found["ground"], found["ended"], found["rules"], found["figure"]) == (None, None, "main-rulebook", None)
    near = found["near_edge"]
    assert near["point"] == pytest.approx([21.2, 15, 3], abs=0.001)
    assert near["distance"] == pytest.approx(0.2, abs=0.001)
    assert (near["rail"], near["pit"]) == (False, False)
    assert near["check"]["characteristic"] == "initiative"
    assert near["check"]["modifier"] == 0
    assert near["check"]["if_failed"] == {"fall": pytest.approx(3, abs=0.001)} | hit
    (second,) = found["next"]
    assert list(second) == FIELDS[:11]
    assert second["position"] == pytest.approx([21.7, 15, 0], abs=0.001)
    assert second["near_edge"] is None


def test_geometry_knows_no_damage(path: str, capsys: Capture) -> None:
    found = answer(capsys, path, *AT, "--rules", "geometry")
    assert found["damage"] is None
    assert found["near_edge"]["check"] is None
    assert [one["damage"] for one in found["next"]] == [None]


def test_five_parsecs_hits_and_ends_the_round_and_falls_no_further(path: str, capsys: Capture) -> None:
    found = answer(capsys, path, *AT, "--rules", "five-parsecs")
    assert found["damage"] == {
        "strength": None, "ap": None, "damage": 0, "status": None, "ends_round": True, "source": "five-parsecs: Falling",
    }  # fmt: skip
    assert found["near_edge"]["check"] is None
    assert found["next"] == []


def test_into_a_pit_is_out_of_action(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    found = answer(capsys, write(UPPER, PIT), "10.1", "15", "6")
    assert (found["ended"], found["landed_on"]) == ("pit", "shaft")
    assert found["damage"]["status"] == "out_of_action"
    assert found["damage"]["damage"] is None
    assert found["damage"]["source"] == "main-rulebook: Pits"


def test_a_figure_falls_onto_an_enemy_and_is_moved_off(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    table = write(UPPER, member("jelena", "red", 19, 15, position=[19, 15, 6]), member("kruger", "blue", 20.5, 15.4))
    found = answer(capsys, table, "19.8", "15", "6", "--figure", "jelena")
    assert (found["onto"], found["figure"]) == (["kruger"], "jelena")
    assert found["moved_to"] == pytest.approx([20.5, 13.4, 0], abs=0.01), "an inch between two bases of an inch across"
    apart = answer(capsys, table, "19.8", "15", "6", "--figure", "jelena", "--rules", "five-parsecs")["moved_to"]
    assert apart == pytest.approx([20.5, 14.4, 0], abs=0.01), "only off him"


def test_toward_a_place(path: str, capsys: Capture) -> None:
    found = answer(capsys, path, "19.8", "10.5", "6", "--base-mm", "25.4", "--toward", "19.8", "5")
    assert found["position"] == pytest.approx([19.8, 9.5, 0], abs=0.001)


def test_in_words(path: str, capsys: Capture) -> None:
    assert run(["fall", path, *AT]) == 0
    hit = "  a hit of strength 3, AP 0, damage 1; pinned  [main-rulebook: Falling down]"
    again = 'if it is failed, falls again, 3.00" over the edge at 21.20, 15.00, 3.00,'
    assert capsys.readouterr().out.splitlines() == [
        'a figure falls 3.00" over the edge at 20.00, 15.00, 6.00, and lands on lower at 20.50, 15.00, 3.00',
        hit,
        '  lies 0.20" from the edge at 21.20, 15.00, 3.00 (3.00" down): initiative check, +0',
        f"{again} and lands on the ground at 21.70, 15.00, 0.00",
        hit,
    ]


def test_five_parsecs_in_words(path: str, capsys: Capture) -> None:
    assert run(["fall", path, "10.2", "15", "6", "--rules", "five-parsecs"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "  a hit with damage +1; the round ends  [five-parsecs: Falling]"
    assert len(lines) == 2


def test_a_picture_is_written_and_not_replaced(path: str, tmp_path: Path, capsys: Capture) -> None:
    picture = tmp_path / "fall.png"
    words = ["fall", path, *AT, "--picture", str(picture)]
    assert run(words) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert run(words) == 2
    assert "--overwrite" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["15", "15", "6"], "has no edge within 0.5 inch"),
        (["1", "1", "0"], "there is nothing to fall from"),
        (["60", "1", "0"], "off the table"),
        (["--", "-1", "1", "0"], "off the table"),
        (["1", "1", "nan"], "inches"),
        (["19.8", "15", "6", "--figure", "jelena"], 'no figure "jelena"'),
        (["19.8", "15", "6", "--toward", "19.8", "15"], "the point itself"),
        (["19.8", "15", "6", "--base-mm", "0"], "--base-mm"),
        (["19.8", "15", "6", "--rules", "yce"], '"yce" is not available'),
        (["19.8", "15"], "Z"),
    ],
)
def test_asked_wrongly_is_one_line(path: str, words: list[str], says: str, capsys: Capture) -> None:
    assert run(["fall", path, *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert says in err


@pytest.mark.parametrize("command", [["los", "a", "b"], ["field", "a"]])
def test_five_parsecs_does_not_settle_sight(write: Any, command: list[str], capsys: Capture) -> None:  # noqa: ANN401
    table = write(member("a", "red", 5, 5), member("b", "blue", 9, 5))
    assert run([command[0], table, *command[1:], "--rules", "five-parsecs"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert (
        err
        == "sightline: five-parsecs does not settle sight yet, only moves and falls; give --rules main-rulebook or geometry\n"
    )
