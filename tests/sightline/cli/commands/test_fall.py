"""``sightline fall``: its JSON, its words, and what is asked wrongly.

A block 6 inches high reaches to x = 20, a deck of 3 inches from there to x = 21.2; the bases have half an inch of radius.
"""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from assets.tables import path as bundled
from rules.fall_rules import faller_of
from rules.systems import registry
from sightline.cli.command_line import run
from tests.plain_scenes import box
from tests.sightline.tables import draws_once, json_answer, member, table_file

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
    return json_answer(capsys, "fall", *words)


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


@pytest.mark.long
def test_a_picture_is_written_and_not_replaced(path: str, tmp_path: Path, capsys: Capture) -> None:
    draws_once(capsys, tmp_path / "picture.png", "fall", path, *AT)


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
        (["19.8", "15", "6", "--rules", "checkers"], '"checkers" is not available'),
        (["19.8"], "is no place"),
        (["--toward", "1", "1", "--base-mm", "32"], "--toward, --base-mm: this needs a place"),
        (["--figure", "jelena"], 'no figure "jelena"'),
    ],
)
def test_asked_wrongly_is_one_line(path: str, words: list[str], says: str, capsys: Capture) -> None:
    assert run(["fall", path, *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert says in err


def test_how_near_an_edge_one_falls_over_it_is_for_the_rules_to_say() -> None:
    numbers = registry.system("main-rulebook").movement.falls
    assert faller_of(None, numbers).reach == 0.5
    assert faller_of(None, replace(numbers, edge=0.25)).reach == 0.25


# Who is at risk.

RISK = {"figure", "edge", "check", "source"}


@pytest.fixture
def crowd(write: Any) -> str:  # noqa: ANN401
    """Jelena's rim is 0.3 inch from the edge of the block, Kruger's 0.2 from that of the deck, Reina's far from any."""
    return str(
        write(
            UPPER,
            LOWER,
            member("jelena", "red", 19.2, 15, position=[19.2, 15, 6]),
            member("kruger", "blue", 20.5, 12, position=[20.5, 12, 3]),
            member("reina", "red", 15, 15, position=[15, 15, 6]),
            member("tolly", "blue", 30, 15),
        )
    )


def test_who_is_at_risk_where_they_stand(crowd: str, capsys: Capture) -> None:
    found = answer(capsys, crowd)
    assert list(found) == ["at_risk", "rules", "figure", "warnings"]
    jelena, kruger = found["at_risk"]
    assert set(jelena) == set(kruger) == RISK
    assert [one["figure"] for one in found["at_risk"]] == ["jelena", "kruger"]
    assert jelena["edge"] == {
        "point": pytest.approx([20, 15, 6], abs=0.001), "distance": pytest.approx(0.3, abs=0.001),
        "drop": pytest.approx(3, abs=0.001), "rail": False, "pit": False,
    }  # fmt: skip
    hit = {"fall": pytest.approx(3, abs=0.001), "strength": 3, "ap": 0, "damage": 1, "status": "pinned"}
    assert jelena["check"] == {"characteristic": "initiative", "modifier": 0, "if_failed": hit}
    assert jelena["source"] == "main-rulebook: Falling hazards"
    assert kruger["edge"]["distance"] == pytest.approx(0.2, abs=0.001)


def test_whether_one_figure_is_at_risk(crowd: str, capsys: Capture) -> None:
    assert [one["figure"] for one in answer(capsys, crowd, "--figure", "kruger")["at_risk"]] == ["kruger"]
    assert answer(capsys, crowd, "--figure", "tolly")["at_risk"] == []


def test_risks_without_rules_and_by_five_parsecs(crowd: str, capsys: Capture) -> None:
    assert [(one["check"], one["source"]) for one in answer(capsys, crowd, "--rules", "geometry")["at_risk"]] == [
        (None, None)
    ] * 2
    assert answer(capsys, crowd, "--rules", "five-parsecs")["at_risk"] == []


def test_risks_in_words(crowd: str, write: Any, capsys: Capture) -> None:  # noqa: ANN401
    assert run(["fall", crowd]) == 0
    first, jelena, kruger = capsys.readouterr().out.splitlines()
    assert first == "2 of 4 are at risk of falling"
    check = 'initiative check, +0; if it is failed, falls 3.00", a hit of strength 3, AP 0, damage 1, pinned'
    where = 'jelena stands 0.30" from the edge at 20.00, 15.00, 6.00 (3.00" down)'
    assert jelena == f"{where}: {check}  [main-rulebook: Falling hazards]"
    assert kruger.startswith('kruger stands 0.20" from the edge at 21.20, 12.00, 3.00')
    assert run(["fall", str(write(UPPER, member("tolly", "blue", 30, 15)))]) == 0
    assert capsys.readouterr().out == "nobody of 1 is at risk of falling\n"


def test_on_a_bundled_table_a_rail_below_holds_nobody(capsys: Capture) -> None:
    """Off the east tower, 9 inches up; the deck below lies 3 inches up and has a rail."""
    found = answer(capsys, str(bundled("high-foundry")), "42.5", "22", "9")
    assert found["position"][2] == pytest.approx(3, abs=0.01)


@pytest.mark.parametrize(("table", "point"), [("high-foundry", "38.69 22.69 6"), ("gantry-town", "2.82 10.41 3")])
def test_on_a_bundled_table_nobody_falls_by_a_step_or_less(table: str, point: str, capsys: Capture) -> None:
    """Beside these places a floor just below catches whoever goes over the outline of the upper one."""
    if run(["fall", str(bundled(table)), *point.split(), "--json"]) == 2:
        assert "nothing to fall from" in capsys.readouterr().err
        return
    first = json.loads(capsys.readouterr().out)
    assert all(one["distance"] > 0.5 for one in [first, *first["next"]])
