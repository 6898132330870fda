"""``sightline path`` as an approach: into base contact, and straight toward and away from somebody.

All bases have half an inch of radius. Jelena stands at 5, 15; what there is to climb is a block 2 inches high, from x = 10 to
20 and from y = 10 to 20.
"""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rules.systems.registry import names
from sightline.cli.command_line import run
from tests.plain_scenes import box
from tests.sightline.tables import json_answer, member, table_file

Capture = pytest.CaptureFixture[str]

PATH = ["reachable", "length", "cost", "checks", "legs", "ends", "after"]
BLOCK = {"id": "block", "mesh": "block.obj", "units": "inch", "anchor": "origin", "position": [0, 0, 0]}
FENCE = BLOCK | {"id": "fence", "mesh": "fence.obj", "kind": "wall", "infinite_height": True}
JELENA = member("jelena", "red", 5, 15)
KRUGER = member("kruger", "blue", 9, 15)


@pytest.fixture
def write(tmp_path: Path) -> Any:  # noqa: ANN401
    """Writes a table of these pieces and figures and answers its path."""
    meshes = {"block": box((10, 10, 0), (20, 20, 2)), "fence": box((23.9, -1, 0), (24.1, 37, 6))}
    return partial(table_file, tmp_path, size=(48, 36), **meshes)


def answer(capsys: Capture, *words: str, code: int = 0) -> dict[str, Any]:
    return json_answer(capsys, "path", *words, code=code)


def said(capsys: Capture, *words: str, code: int = 0) -> list[str]:
    assert run(["path", *words]) == code
    return capsys.readouterr().out.splitlines()


# Into base contact.


def test_into_contact_the_document_has_all_of_a_path_and_whom_it_engages(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    found = answer(capsys, write(JELENA, KRUGER), "jelena", "--engage", "kruger")
    asked = ["figure", "start", "goal", "engage", "rules", "move", "safe", "warnings"]
    assert list(found) == [*PATH, *asked, "engagement"]
    assert (found["reachable"], found["cost"], found["ends"]) == (True, pytest.approx(4 - 1, abs=0.005), "ground")
    assert found["goal"] == found["legs"][-1]["to"] == pytest.approx([8, 15, 0], abs=0.005)
    assert found["engage"] == ["kruger"]
    assert found["engagement"] == {"engaged": ["kruger"], "moved": {}, "because": []}


def test_into_contact_in_words(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    first, leg = said(capsys, write(JELENA, KRUGER), "jelena", "--engage", "kruger")
    assert first == 'jelena gets into base contact with kruger for 3.00" of movement: 3.00" of way, no checks'
    assert leg.split()[:2] == ["1.", "walk"]


def test_with_too_little_movement_she_stops_an_inch_before_him(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    after = answer(capsys, write(JELENA, KRUGER), "jelena", "--engage", "kruger", "--inches", "2.5")["after"]
    assert (after["state"], after["done"]) == ("within an inch of an enemy", False)
    assert after["back"] == pytest.approx([9 - 1 - 1, 15, 0], abs=0.005)


def test_two_are_engaged_from_between_them(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    """Two bases one inch and a half apart: 0.75 inches aside, and so far before them that both are an inch away."""
    table = write(JELENA, KRUGER | {"position": [9, 15.75, 0]}, member("senn", "blue", 9, 14.25))
    found = answer(capsys, table, "jelena", "--engage", "kruger", "--engage", "senn")
    assert found["engagement"]["engaged"] == ["kruger", "senn"]
    assert found["goal"] == pytest.approx([9 - (1 - 0.75**2) ** 0.5, 15, 0], abs=0.005)
    assert (
        "[main-rulebook: Multiple enemies to engage]"
        in said(capsys, table, "jelena", "--engage", "kruger", "--engage", "senn")[-1]
    )


def test_an_active_enemy_beside_the_path_is_engaged_instead_and_that_is_said(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    table = write(JELENA, KRUGER | {"position": [15, 5, 0]}, member("senn", "blue", 10, 11))
    assert answer(capsys, table, "jelena", "--engage", "kruger")["engagement"]["engaged"] == ["senn"]
    first, *_, last = said(capsys, table, "jelena", "--engage", "kruger")
    assert first.startswith("jelena gets into base contact with senn for ")
    assert last.endswith("engaged instead  [main-rulebook: Engaging an enemy]")


@pytest.mark.long
def test_whoever_stands_at_the_edge_makes_room(write: Any, tmp_path: Path, capsys: Capture) -> None:  # noqa: ANN401
    """Up the wall straight ahead, her middle comes to stand over the edge; he is moved until the bases touch."""
    table = write(BLOCK, JELENA, KRUGER | {"position": [10.3, 15, 2]})
    found = answer(capsys, table, "jelena", "--engage", "kruger", "--picture", str(tmp_path / "way.png"))
    assert found["cost"] == pytest.approx(5 + 2 * 2, abs=0.03)
    assert found["engagement"]["moved"]["kruger"] == pytest.approx([11, 15, 2], abs=0.03)
    assert found["ends"] == "ground", "he is out of her place"
    assert (tmp_path / "way.png").read_bytes().startswith(b"\x89PNG")
    last = said(capsys, table, "jelena", "--engage", "kruger")[-1]
    assert "kruger, who is moved aside to (11.0" in last
    assert last.endswith("[main-rulebook: Not enough space for engaging fighter]")


def test_nobody_makes_room_for_whoever_does_not_get_there(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    table = write(BLOCK, JELENA, KRUGER | {"position": [10.3, 15, 2]})
    after = answer(capsys, table, "jelena", "--engage", "kruger", "--inches", "6.5")["after"]
    assert (after["state"], after["done"]) == ("mid-climb", False)


def test_who_touches_already_is_in_contact(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    table = write(JELENA, KRUGER | {"position": [6, 15, 0]})
    found = answer(capsys, table, "jelena", "--engage", "kruger")
    assert (found["cost"], found["legs"], found["engagement"]["engaged"]) == (0, [], ["kruger"])
    assert said(capsys, table, "jelena", "--engage", "kruger") == ["jelena is in base contact with kruger already"]


def test_nobody_gets_to_whoever_is_behind_a_wall_without_end(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    table = write(FENCE, JELENA, KRUGER | {"position": [30, 15, 0]})
    found = answer(capsys, table, "jelena", "--engage", "kruger", code=1)
    assert (found["reachable"], found["goal"], found["engage"]) == (False, None, ["kruger"])
    assert found["why"] == 'there is no way into base contact with "kruger"'


# Straight toward and away.


def test_straight_toward_somebody_as_far_as_was_said(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    found = answer(capsys, write(JELENA, KRUGER), "jelena", "--toward", "kruger", "--inches", "1.5")
    asked = ["figure", "start", "goal", "toward", "rules", "move", "safe", "warnings"]
    assert list(found) == [*PATH, *asked, "straight"]
    assert (found["cost"], found["after"], found["toward"]) == (pytest.approx(1.5), None, "kruger")
    assert found["goal"] == found["straight"]["place"] == pytest.approx([6.5, 15, 0], abs=0.001)
    assert found["straight"] | {"place": None} == {
        "moved": 1.5, "place": None, "stop": None, "stopped_by": None, "edge": None,
    }  # fmt: skip


def test_straight_into_somebody_and_then_an_inch_away_from_him(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    """Without --inches it is as far as the movement characteristic, 5 inches."""
    table = write(JELENA, KRUGER)
    straight = answer(capsys, table, "jelena", "--toward", "kruger")["straight"]
    assert (straight["stop"], straight["stopped_by"]) == ("figure", "kruger")
    assert straight["moved"] == pytest.approx(3, abs=0.001)
    assert straight["place"] == pytest.approx([9 - 1 - 1, 15, 0], abs=0.005)
    first, _, *remarks = said(capsys, table, "jelena", "--toward", "kruger")
    assert first == 'jelena moves straight toward kruger for 3.00" of movement: 3.00" of way, no checks'
    assert remarks == ["stops at kruger", "is then moved to 7.00, 15.00, 0.00, where there is room"]


@pytest.mark.long
def test_straight_away_from_somebody(write: Any, tmp_path: Path, capsys: Capture) -> None:  # noqa: ANN401
    table, picture = write(JELENA, KRUGER), tmp_path / "way.png"
    found = answer(capsys, table, "jelena", "--away", "kruger", "--move", "4", "--picture", str(picture))
    assert found["goal"] == pytest.approx([1, 15, 0], abs=0.001)
    assert picture.read_bytes().startswith(b"\x89PNG")
    straight = answer(capsys, table, "jelena", "--away", "kruger", "--inches", "9")["straight"]
    assert (straight["stop"], straight["moved"]) == ("table", pytest.approx(4.5, abs=0.001))
    assert said(capsys, table, "jelena", "--away", "kruger", "--inches", "9")[-1] == "stops at the edge of the table"


def test_straight_on_she_stops_at_walls(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    straight = answer(capsys, write(BLOCK, JELENA, KRUGER), "jelena", "--toward", "kruger", "--inches", "9")["straight"]
    assert straight["stopped_by"] == "kruger"
    table = write(BLOCK, JELENA, KRUGER | {"position": [12, 15, 2]})
    straight = answer(capsys, table, "jelena", "--toward", "kruger", "--inches", "9")["straight"]
    assert (straight["stop"], straight["stopped_by"]) == ("terrain", "block")
    assert straight["moved"] == pytest.approx(4.5, abs=0.02)


def test_straight_on_she_stops_at_an_edge_with_a_check(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    """From 15, 15 on the block, whose edge is at 10: the base touches it with its middle half an inch before."""
    table = write(BLOCK, JELENA | {"position": [15, 15, 2]}, KRUGER | {"position": [18, 15, 2]})
    found = answer(capsys, table, "jelena", "--away", "kruger", "--inches", "9")
    assert found["goal"] == pytest.approx([10.5, 15, 2], abs=0.005)
    edge = found["straight"]["edge"]
    assert (edge["drop"], edge["rail"]) == (pytest.approx(2), False)
    assert edge["check"]["characteristic"] == "initiative"
    last = said(capsys, table, "jelena", "--away", "kruger", "--inches", "9")[-1]
    assert last.endswith('(2.00" down): initiative check, +0; if it is failed, falls 2.00", pinned')


def test_in_five_parsecs_nobody_is_moved_off(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    found = answer(capsys, write(JELENA, KRUGER), "jelena", "--toward", "kruger", "--rules", "five-parsecs")
    assert found["straight"]["place"] == pytest.approx(found["goal"], abs=0.005)


# What is asked wrongly.


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["jelena"], "it is not said where to; give X Y Z, --engage ENEMY, --toward or --away FIGURE or X Y"),
        (["jelena", "6", "15", "0", "--engage", "kruger"], "X Y Z and --engage cannot be asked at once"),
        (["jelena", "--toward", "kruger", "--away", "kruger"], "--toward and --away cannot be asked at once"),
        (["jelena", "--engage", "kruger", "--toward", "kruger"], "--engage and --toward cannot be asked at once"),
        (["jelena", "6", "15", "--engage", "kruger"], "X Y Z and --engage cannot be asked at once"),
        (["jelena", "--engage", "kruge"], 'did you mean "kruger"?'),
        (["jelena", "--toward", "kruge"], 'did you mean "kruger"?'),
        (["jelena", "--engage", "reina"], '"reina" is no enemy of "jelena", and cannot be engaged: both are of side "red"'),
        (["jelena", "--engage", "kruger", "--engage", "reina"], '"reina" is no enemy of "jelena"'),
        (["jelena", "--engage", "jelena"], '"jelena" cannot be both FIGURE and the other one'),
        (["jelena", "--away", "jelena"], '"jelena" cannot be both FIGURE and the other one'),
        (["jelena", "--toward", "kruger", "--safe"], "--safe looks for another way, and a straight line has none"),
        (["jelena", "--toward", "kruger", "--inches", "0"], "--inches"),
        (["jelena", "--engage", "kruger", "--rules", "geometry"], f"there are: {', '.join(names('movement'))}"),
    ],
    ids=" ".join,
)
def test_asked_wrongly_is_one_line(write: Any, words: list[str], says: str, capsys: Capture) -> None:  # noqa: ANN401
    assert run(["path", write(JELENA, KRUGER, member("reina", "red", 20, 20)), *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert says in err


def test_figures_without_a_side_engage_nobody(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    assert run(["path", write(JELENA | {"side": ""}, KRUGER | {"side": ""}), "jelena", "--engage", "kruger"]) == 2
    assert "neither is of any side" in capsys.readouterr().err
