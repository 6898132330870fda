"""``sightline path``: its JSON, its words, its exit codes, and what is asked wrongly.

A block 2 inches high reaches from x = 10 to 20, from y = 10 to 20; Jelena stands 5 inches before it. Her base has half an
inch of radius, and she is 1.2 inches high and as much as her base.
"""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from assets.figures.figure_proxies import PROXIES
from assets.mesh_library import LIBRARY
from assets.tables import path as bundled
from rules.movement.path_rules import agent_of
from scene.table.table import Figure
from scene.table_io.table_bundle import pack
from scene.walkable.agent import Agent
from sightline.cli.command_line import run
from tests.plain_scenes import box
from tests.sightline.tables import draws_once, json_answer, member, table_file

Capture = pytest.CaptureFixture[str]

ASKED = ["figure", "start", "goal", "rules", "move", "safe", "warnings"]
FIELDS = ["reachable", "length", "cost", "checks", "legs", "ends", "after", *ASKED]
LEG = ["kind", "from", "to", "length", "rise", "cost", "check", "ends_round", "source"]
END = ["position", "state", "left", "done", "over", "back", "falls", "ends_round", "because"]

BLOCK = {"id": "block", "mesh": "block.obj", "units": "inch", "anchor": "origin", "position": [0, 0, 0]}
FENCE = BLOCK | {"id": "fence", "mesh": "fence.obj", "kind": "wall", "infinite_height": True}
DOOR = BLOCK | {"id": "gate", "mesh": "gate.obj", "kind": "door", "infinite_height": True, "open": False}
JELENA = member("jelena", "red", 5, 15)


@pytest.fixture
def write(tmp_path: Path) -> Any:  # noqa: ANN401
    """Writes a table of these pieces and figures and answers its path."""
    block, fence = box((10, 10, 0), (20, 20, 2)), box((23.9, -1, 0), (24.1, 14, 6))
    gate = box((23.9, 14, 0), (24.1, 37, 6))
    return partial(table_file, tmp_path, size=(48, 36), block=block, fence=fence, gate=gate)


@pytest.fixture
def path(write: Any) -> str:  # noqa: ANN401
    return str(write(BLOCK, JELENA))


def answer(capsys: Capture, *words: str, code: int = 0) -> dict[str, Any]:
    return json_answer(capsys, "path", *words, code=code)


def test_the_document(path: str, capsys: Capture) -> None:
    """Up the block 2 inches at 2 inches each, down by a jump of 2 inches without a modifier, which is no table row yet."""
    found = answer(capsys, path, "jelena", "25", "15", "0")
    assert list(found) == FIELDS
    assert all(list(leg) == LEG for leg in found["legs"])
    assert [leg["kind"] for leg in found["legs"]] == ["walk", "climb", "walk", "jump", "walk"]
    assert found["cost"] == pytest.approx(20 + 2 * 2, abs=0.02)
    assert found["length"] == pytest.approx(20 + 2, abs=0.02)
    walk, climb, over, jump, _ = found["legs"]
    assert (walk["from"], found["start"]) == ([5, 15, 0], [5, 15, 0])
    assert walk["to"] == pytest.approx([9.5, 15, 0], abs=0.01)
    assert climb | {"from": None, "to": None} == {
        "kind": "climb", "from": None, "to": None, "length": 2, "rise": 2, "cost": 4, "check": None, "ends_round": False,
        "source": "main-rulebook: Climbing",
    }  # fmt: skip
    assert over["length"] == pytest.approx(11, abs=0.02)
    assert (jump["length"], jump["rise"], jump["cost"]) == (0, -2, 0)
    assert jump["check"]["characteristic"] == "initiative"
    assert jump["check"]["modifier"] == 0
    assert jump["check"]["if_failed"]["fall"] == 2
    assert (found["checks"], found["reachable"], found["after"]) == (1, True, None)
    assert [found[name] for name in ASKED] == ["jelena", [5, 15, 0], [25, 15, 0], "main-rulebook", 5, False, []]


def test_safe_goes_round_or_climbs_down(path: str, capsys: Capture) -> None:
    """Round two corners with half an inch of radius is shorter than 2 inches of climbing down."""
    found = answer(capsys, path, "jelena", "25", "15", "0", "--safe")
    assert (found["checks"], found["safe"]) == (0, True)
    assert {leg["kind"] for leg in found["legs"]} == {"walk"}
    assert 2 * (5**2 + 5**2) ** 0.5 + 10 < found["cost"] < 25.5


def test_five_parsecs_climbs_at_one_inch_each_and_a_jump_ends_the_round(path: str, capsys: Capture) -> None:
    found = answer(capsys, path, "jelena", "25", "15", "0", "--rules", "five-parsecs", "--inches", "20")
    assert found["cost"] == pytest.approx(20 + 2, abs=0.02)
    assert [leg["ends_round"] for leg in found["legs"] if leg["kind"] == "jump"] == [True]
    assert found["after"]["ends_round"] is True
    assert found["after"]["position"] == pytest.approx([20.5, 15, 0], abs=0.02)


def test_after_so_many_inches_she_hangs_on_the_wall(path: str, capsys: Capture) -> None:
    """4.5 inches to the block; of the 2 inches left half go into each inch of height."""
    end = answer(capsys, path, "jelena", "15", "15", "2", "--inches", "6.5")["after"]
    assert list(end) == END
    assert end["state"] == "mid-climb"
    assert end["position"] == pytest.approx([9.5, 15, 1], abs=0.01)
    assert end["because"][0]["source"] == "main-rulebook: Climbing"


def test_a_height_that_is_a_little_off_is_taken_to_the_ground(path: str, capsys: Capture) -> None:
    found = answer(capsys, path, "jelena", "15", "15", "2.4")
    assert found["legs"][-1]["to"] == [15, 15, 2]


def test_no_ground_there_offers_the_nearest_and_that_can_be_asked_for(path: str, capsys: Capture) -> None:
    assert run(["path", path, "jelena", "9.8", "15", "0"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "no ground at 9.8, 15, 0; the nearest ground is " in err
    place = err.rsplit(" is ", 1)[1].strip().split(", ")
    assert [float(value) for value in place] == pytest.approx([9.5, 15, 0], abs=0.02)
    assert answer(capsys, path, "jelena", *place)["reachable"] is True


def test_a_figure_that_hangs_over_the_tables_edge_steps_onto_it_first(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    found = answer(capsys, write(member("jelena", "red", 0.1, 15)), "jelena", "5", "15", "0")
    assert found["cost"] == pytest.approx(4.9, abs=0.001)
    assert found["legs"][0]["from"] == [0.1, 15, 0]


def test_a_figure_that_touches_a_wall_steps_away_from_it_first(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    found = answer(capsys, write(BLOCK, member("jelena", "red", 9.7, 15)), "jelena", "5", "15", "0")
    assert found["cost"] == pytest.approx(4.7, abs=0.001)


@pytest.mark.parametrize("z", [1.0, 9.0])
def test_a_figure_in_the_air_stands_on_no_ground(write: Any, z: float, capsys: Capture) -> None:  # noqa: ANN401
    path = write(BLOCK, member("jelena", "red", 5, 15, position=[5, 15, z]))
    assert run(["path", path, "jelena", "6", "15", "0"]) == 2
    assert "sightline: " in (err := capsys.readouterr().err)
    assert "jelena" in err.splitlines()[-1]


# Why there is no path.


def why(capsys: Capture, *words: str) -> str:
    found = answer(capsys, *words, code=1)
    assert list(found) == ["reachable", "why", *ASKED]
    assert found["reachable"] is False
    return str(found["why"])


def test_a_closed_door_is_named(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(FENCE, DOOR, JELENA)
    assert "closed: gate" in why(capsys, path, "jelena", "40", "15", "0")
    assert answer(capsys, path, "jelena", "40", "15", "0", "--rules", "five-parsecs")["cost"] > 36
    assert answer(capsys, write(FENCE, DOOR | {"open": True}, JELENA), "jelena", "40", "15", "0")["reachable"] is True


def test_an_enemy_in_the_only_gap_is_named(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    gap = DOOR | {"kind": "wall", "position": [0, 1.5, 0]}
    del gap["open"]
    enemy, friend = member("kruger", "blue", 24, 14.75), member("reina", "red", 24, 14.75)
    assert "no way past kruger" in why(capsys, write(FENCE, gap, JELENA, enemy), "jelena", "40", "15", "0")
    assert answer(capsys, write(FENCE, gap, JELENA, friend), "jelena", "40", "15", "0")["reachable"] is True


def test_an_enemy_beside_the_goal_is_named(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(JELENA, member("kruger", "blue", 9, 15))
    assert why(capsys, path, "jelena", "7.5", "15", "0") == "kruger is within an inch of there"
    assert why(capsys, path, "jelena", "8.5", "15", "0") == 'figure "kruger" stands there'


def test_too_large_for_the_gap(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    gap = DOOR | {"kind": "wall", "position": [0, 1.5, 0]}
    del gap["open"]
    path = write(FENCE, gap, JELENA | {"base_mm": 80})
    assert "; with a base of 25 mm instead of 80 mm it would be" in why(capsys, path, "jelena", "40", "15", "0")


def test_only_with_a_check(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    """A shelf that hangs in the air, 3 inches up: there is nothing to climb down by."""
    shelf = BLOCK | {"mesh": "shelf.obj"}
    path = write(shelf, member("jelena", "red", 30, 30, position=[30, 30, 3]), shelf=box((28, 28, 2.9), (32, 32, 3)))
    said = why(capsys, path, "jelena", "30", "20", "0", "--safe")
    assert "no way without a check; with 1 there is one for 10.00 inches" in said
    assert said.endswith("initiative -1 on a jump")


def test_nothing_at_all(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    wall = DOOR | {"kind": "wall"}
    del wall["open"]
    path = write(FENCE, wall, JELENA)
    said = "there is no way; walls without end: fence, gate"
    assert why(capsys, path, "jelena", "40", "15", "0") == said
    assert run(["path", path, "jelena", "40", "15", "0"]) == 1
    assert capsys.readouterr().out == f"jelena does not get there: {said}\n"


def test_what_hangs_in_the_air_is_said_to_be_out_of_reach_and_how_far(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(BLOCK | {"mesh": "shelf.obj"}, JELENA, shelf=box((28, 28, 2.9), (32, 32, 3)))
    assert why(capsys, path, "jelena", "30", "30", "3") == (
        "there is no way; nothing leads up there: no face to climb, no ladder, no stairs, no leap; "
        "the nearest that is reached is 30.00, 30.00, 0.00, 3.00 inches below"
    )


def test_a_ledge_beside_which_nobody_can_stand_is_told_with_what_lies_aside(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    """Beneath the shelf is 1 inch of room, too little for her; so she gets no nearer than half a base from it."""
    path = write(BLOCK | {"mesh": "shelf.obj"}, JELENA, shelf=box((28, 28, 1), (32, 32, 4)))
    said = why(capsys, path, "jelena", "30", "30.5", "4")
    assert said.endswith("inches aside and 4.00 inches below")
    assert float(said.split(" inches aside")[0].rsplit(" ", 1)[1]) == pytest.approx(32 - 30.5 + 0.5, abs=0.03)


def test_only_walls_between_are_named(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    """Another wall stands on her own side; and behind the fence there may be a second one."""
    wall = DOOR | {"kind": "wall"}
    del wall["open"]
    aside = FENCE | {"id": "aside", "position": [-12, 0, 0]}
    assert why(capsys, write(aside, FENCE, wall, JELENA), "jelena", "40", "15", "0").endswith(" end: fence, gate")
    second = [piece | {"id": f"second-{piece['id']}", "position": [6, 0, 0]} for piece in (FENCE, wall)]
    said = why(capsys, write(FENCE, wall, *second, JELENA), "jelena", "40", "10", "0")
    assert said == "there is no way; walls without end: fence, second fence"


def test_a_roof_that_nobody_may_climb_is_named(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    path = write(BLOCK | {"infinite_height": True}, FENCE, JELENA)
    assert why(capsys, path, "jelena", "15", "15", "2") == "there is no way; walls without end: block"


# Words, pictures, and what is asked wrongly.


def test_harm_is_no_check(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    """From a shelf 4 inches up; by the battle rules a jump of 3 inches or more does damage, whatever is rolled."""
    shelf, above = BLOCK | {"mesh": "shelf.obj"}, member("jelena", "red", 30, 30, position=[30, 30, 4])
    path = write(shelf, above, shelf=box((28, 28, 3.9), (32, 32, 4)))
    asked = (path, "jelena", "30", "20", "0", "--rules", "five-parsecs")
    found = answer(capsys, *asked)
    assert found["checks"] == 0
    assert [leg["check"]["characteristic"] for leg in found["legs"] if leg["check"]] == ["none"]
    assert run(["path", *asked]) == 0
    first, *legs = capsys.readouterr().out.splitlines()
    assert first.endswith(" of way, no checks, but harm that no roll averts")
    assert '     harm that no roll averts: falls 4.00", a hit with damage +0' in legs
    said = why(capsys, *asked, "--safe")
    assert said == "there is no way without harm; with it there is one for 10.00 inches: harm that no roll averts on a jump"


def test_that_a_door_is_opened_is_said_where_it_is_paid_for(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    for gate, told in ((DOOR, 1), (DOOR | {"open": True}, 0)):
        assert run(["path", write(FENCE, gate, JELENA), "jelena", "40", "15", "0", "--rules", "five-parsecs"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert sum(', opens a door for 1"  [' in line for line in lines) == told


def test_what_is_open_and_no_door_is_warned_of(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    said = 'terrain "gate": "open" does nothing, as its kind is "wall" and not "door"'
    path = write(DOOR | {"kind": "wall", "open": True}, JELENA)
    assert run(["path", path, "jelena", "6", "15", "0"]) == 0
    assert capsys.readouterr().err == f"warning: table.json: {said}\n"
    assert run(["check", path]) == 0
    assert capsys.readouterr().err.count(said) == 1
    assert run(["path", write(DOOR | {"open": True}, JELENA), "jelena", "6", "15", "0"]) == 0
    assert capsys.readouterr().err == ""


def test_in_words(path: str, capsys: Capture) -> None:
    assert run(["path", path, "jelena", "25", "15", "0"]) == 0
    first, *legs = capsys.readouterr().out.splitlines()
    assert first == 'jelena gets there for 24.00" of movement: 22.00" of way, 1 check'
    assert [line.split()[:2] for line in legs if "." in line.split()[0]] == [
        [f"{number}.", kind] for number, kind in enumerate(["walk", "climb", "walk", "jump", "walk"], start=1)
    ]
    assert 'climb 2.00" up to ' in legs[1]
    assert legs[1].endswith(', 15.00, 2.00: costs 4.00"  [main-rulebook: Climbing]')
    assert legs[4].strip() == 'initiative check; if it is failed, falls 2.00", pinned'


def test_a_walk_round_bends_is_one_in_words_and_all_its_legs_in_json(path: str, capsys: Capture) -> None:
    words = [path, "jelena", "25", "15", "0", "--safe"]
    legs = answer(capsys, *words)["legs"]
    assert len(legs) >= 3, "before, along and behind the block"
    assert run(["path", *words]) == 0
    first, line = capsys.readouterr().out.splitlines()
    far = sum(leg["length"] for leg in legs)
    assert line == (
        f'  1. walk {far:.2f}" to 25.00, 15.00, 0.00: costs {far:.2f}", round {len(legs) - 1} bends'
        "  [main-rulebook: Terrain types]"
    )
    assert first.endswith("no checks")


def test_where_she_is(path: str, capsys: Capture) -> None:
    assert run(["path", path, "jelena", "5", "15", "0"]) == 0
    assert capsys.readouterr().out == "jelena is there already\n"


@pytest.mark.long
def test_a_picture_is_written_and_not_replaced(path: str, tmp_path: Path, capsys: Capture) -> None:
    draws_once(capsys, tmp_path / "picture.png", "path", path, "jelena", "15", "15", "2")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["jelna", "6", "15", "0"], 'did you mean "jelena"?'),
        (["jelena", "6"], "a place is X Y Z"),
        (["jelena", "6,5"], "write 6.5"),
        (["jelena", "6,5", "15", "0"], "write 6.5"),
        (["jelena", "6", "15", "nan"], "is no place"),
        (["jelena", "1e9", "15", "0"], "coordinates are inches"),
        (["--", "jelena", "-3", "15", "0"], "the nearest ground is"),
        (["jelena", "6", "15", "1.9"], "the nearest ground is 6, 15, 0"),
        (["jelena", "6", "15", "0", "--move", "0"], "--move"),
        (["jelena", "6", "15", "0", "--move", "nan"], "--move"),
        (["jelena", "6", "15", "0", "--inches", "-1"], "--inches"),
        (["jelena", "6", "15", "0", "--rules", "checkers"], '"checkers" is not available'),
        (["jelena", "6", "15", "0", "--picture", "way.gif"], ".png"),
    ],
    ids=" ".join,
)
def test_asked_wrongly_is_one_line(path: str, words: list[str], says: str, capsys: Capture) -> None:
    assert run(["path", path, *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert says in err


def test_a_table_too_small_to_stand_on(tmp_path: Path, capsys: Capture) -> None:
    path = table_file(tmp_path, member("jelena", "red", 0.4, 0.4), size=(1, 1))
    assert run(["path", path, "jelena", "0.5", "0.5", "0"]) == 2
    assert "no ground" in capsys.readouterr().err


def test_on_a_bundled_table(capsys: Capture) -> None:
    """From the lower walkway to the platform where Kruger stands: down, up again, and never for less than the straight line."""
    found = answer(capsys, str(bundled("disputed-shot")), "jelena", "15.5", "11.7", "3")
    assert found["cost"] > 9.5
    assert {"climb", "ladder"} & {leg["kind"] for leg in found["legs"]}
    for before, leg in zip(found["legs"], found["legs"][1:], strict=False):
        assert leg["from"] == pytest.approx(before["to"], abs=0.002)


def test_a_bundle_answers_as_its_table(path: str, tmp_path: Path, capsys: Capture) -> None:
    pack(Path(path), tmp_path / "table.sightline")
    words = ["jelena", "25", "15", "0"]
    assert answer(capsys, str(tmp_path / "table.sightline"), *words) == answer(capsys, path, *words)


@pytest.mark.long
def test_up_the_tall_bundled_table(capsys: Capture, tmp_path: Path) -> None:
    """To its third level, 9 inches up: no climb, ladder or stairs gets there for less than that and the straight line.

    Sable goes from where Pip stands: her navmesh is kept, as docs/move.md has her walk about the same table.
    """
    document = json.loads(bundled("high-foundry").read_text("utf-8"))
    figures = {one["id"]: one for one in document["figures"]}
    sable = figures["sable"] | {"position": figures["pip"]["position"]}
    table = tmp_path / "foundry.json"
    table.write_text(json.dumps(document | {"figures": [sable]}), encoding="utf-8")
    found = answer(capsys, str(table), "sable", "42.15", "18.71", "9", "--safe")
    assert found["checks"] == 0
    assert sum(leg["rise"] for leg in found["legs"]) == pytest.approx(9 - 0.2, abs=0.1)
    assert found["cost"] >= ((42.15 - 11.5) ** 2 + (18.71 - 8.2) ** 2) ** 0.5 - 0.01


@pytest.mark.parametrize("proxy", PROXIES)
def test_whoever_is_pinned_walks_as_tall_as_on_his_feet(proxy: str) -> None:
    def agent(posture: Any) -> Agent:  # noqa: ANN401
        return agent_of(Figure(proxy, LIBRARY.body(proxy, posture, "upright"), (0.0, 0.0, 0.0), posture=posture))

    assert agent("on_back").height == pytest.approx(agent("upright").height, rel=0.03)
    assert agent("on_face").height == pytest.approx(agent("upright").height, rel=0.15)
