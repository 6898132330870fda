"""``sightline drift``: its JSON, its words, its pictures, and what is asked wrongly."""

from math import cos, radians
from pathlib import Path

import pytest
from PIL import Image

from assets.tables import path as bundled
from sightline.cli.command_line import run
from tests.plain_scenes import box
from tests.sightline.tables import json_answer, member, table_file

Capture = pytest.CaptureFixture[str]
R = 0.5
"""Inches: the radius of their bases."""
WALL = {"id": "wall", "mesh": "wall.obj", "units": "inch", "anchor": "origin", "position": [0, 0, 0], "kind": "wall"}
DECK = {"id": "deck", "mesh": "deck.obj", "units": "inch", "anchor": "origin", "position": [0, 0, 0]}


@pytest.fixture
def table(tmp_path: Path) -> str:
    """Jelena before a wall at x = 14, Kruger west of her; Reina on a deck 3 inches high, an inch from its edge."""
    figures = [
        member("jelena", "red", 10, 18),
        member("kruger", "blue", 6, 18),
        member("reina", "red", 31, 18, position=[31, 18, 3]),
    ]
    meshes = {"wall": box((14, 0, 0), (14.2, 36, 6)), "deck": box((30, 10, 0), (44, 26, 3))}
    return table_file(tmp_path, WALL, DECK, *figures, size=(48, 36), **meshes)


def test_one_walk_in_json(table: str, capsys: Capture) -> None:
    found = json_answer(capsys, "drift", table, "jelena", "--inches", "6", "--degrees", "0")
    assert (found["figure"], found["degrees"], found["inches"]) == ("jelena", 0.0, 6.0)
    assert (found["ended"], found["stopped_by"], found["check"]) == ("terrain", "wall", None)
    assert found["moved"] == pytest.approx(4 - R, abs=0.02)
    assert found["position"] == pytest.approx([14 - R, 18, 0], abs=0.02)


def test_a_check_at_an_edge_in_json_and_in_words(table: str, capsys: Capture) -> None:
    found = json_answer(capsys, "drift", table, "reina", "--inches", "6", "--degrees", "180")
    assert (found["ended"], found["falls"]) == ("edge", False)
    assert (found["edge"]["drop"], found["edge"]["rail"]) == (3.0, False)
    assert (found["check"]["characteristic"], found["check"]["modifier"]) == ("initiative", 0)
    assert found["if_falls"]["position"] == pytest.approx([30 - R, 18, 0], abs=0.03)
    assert run(["drift", table, "reina", "--inches", "6", "--degrees", "180"]) == 0
    out = capsys.readouterr().out
    assert "initiative check, +0, or it falls  [main-rulebook: Falling hazards]" in out
    assert "If the check is failed" in out


def test_dice_by_their_seed(table: str, capsys: Capture) -> None:
    rolls = [json_answer(capsys, "drift", table, "jelena", "--dice", "2D6", "--seed", str(seed)) for seed in range(30)]
    assert json_answer(capsys, "drift", table, "jelena", "--dice", "2d6", "--seed", "7") == rolls[7]
    assert {one["inches"] for one in rolls} <= set(range(2, 13))
    assert len({one["degrees"] for one in rolls}) == 30
    for one in rolls:
        assert one["moved"] <= one["inches"] + 1e-3
        x = 10 + one["moved"] * cos(radians(one["degrees"]))
        assert one["reached"][0] == pytest.approx(x, abs=0.01)


@pytest.mark.parametrize("words", [("--dice", "2D6"), ("--inches", "6"), ("--shifted", "--rules", "five-parsecs")])
def test_without_a_seed_the_dice_are_fresh_and_say_theirs(words: tuple[str, ...], table: str, capsys: Capture) -> None:
    moves = [json_answer(capsys, "drift", table, "jelena", *words) for _ in range(4)]
    assert len({one["degrees"] for one in moves}) > 1
    assert json_answer(capsys, "drift", table, "jelena", *words, "--seed", str(moves[0]["seed"])) == moves[0]
    assert run(["drift", table, "jelena", *words]) == 0
    *told, again = capsys.readouterr().out.splitlines()
    assert again.endswith(" rolls the same dice again")
    assert run(["drift", table, "jelena", *words, *again.split()[:2]]) == 0
    assert capsys.readouterr().out.splitlines() == [*told, again]


def test_a_walk_without_dice_has_no_seed_and_a_shift_has_one_only_if_it_goes_on(table: str, capsys: Capture) -> None:
    walk = ("--inches", "6", "--degrees", "0")
    assert json_answer(capsys, "drift", table, "jelena", *walk)["seed"] is None
    shift = ("--shifted", "--rules", "five-parsecs", "--inches", "4", "--degrees")
    assert json_answer(capsys, "drift", table, "jelena", *shift, "90")["seed"] is None
    again = json_answer(capsys, "drift", table, "jelena", *shift, "180")  # where Kruger stands
    assert len(again["shifts"]) > 1
    assert again["seed"] is not None


def test_five_parsecs_stuns_and_pushes(table: str, capsys: Capture) -> None:
    words = ("--inches", "6", "--degrees", "180", "--rules", "five-parsecs")
    found = json_answer(capsys, "drift", table, "jelena", *words)
    assert (found["stopped_by"], found["stunned"]) == ("kruger", ["jelena", "kruger"])
    assert found["pushed"]["kruger"] == pytest.approx([5, 18, 0], abs=0.01)


def test_a_spatial_shift(table: str, capsys: Capture) -> None:
    words = ("--shifted", "--rules", "five-parsecs", "--at", "14.1", "10", "0", "--inches", "5", "--degrees", "0")
    found = json_answer(capsys, "drift", table, "jelena", *words)
    assert found["position"] == pytest.approx([19.1, 10, 0], abs=0.01)
    assert (found["stun"], found["shock"], found["ended"]) == (1, 0, "stands")
    shifts = json_answer(capsys, "drift", table, "jelena", *words[:-4], "--seed", "3")["shifts"]
    assert all(one["inches"] in range(2, 13) for one in shifts)
    assert run(["drift", table, "jelena", *words]) == 0
    assert "receives a stun marker" in capsys.readouterr().out


def test_odds_in_json_and_in_words(table: str, capsys: Capture) -> None:
    found = json_answer(capsys, "drift", table, "jelena", "--dice", "2D6", "--odds")
    assert sum(found["ends"].values()) == pytest.approx(1, abs=1e-4)
    assert found["figures"]["kruger"] == pytest.approx(found["ends"]["figure"])
    assert run(["drift", table, "jelena", "--dice", "2D6", "--odds"]) == 0
    assert "is stopped by terrain:" in capsys.readouterr().out
    shifted = json_answer(capsys, "drift", table, "jelena", "--shifted", "--rules", "five-parsecs", "--odds")
    assert set(shifted["ends"]) == {"stands", "inside", "figure"}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "how far"),
        (("--inches", "3", "--dice", "D6"), "one of them"),
        (("--dice", "2D8"), "no dice"),
        (("--dice", "99D6"), "no dice"),
        (("--inches", "nan"), "nan"),
        (("--inches", "3", "--degrees", "inf"), "direction"),
        (("--inches", "3", "--degrees", "4", "--odds"), "leave --degrees out"),
        (("--dice", "D6", "--odds", "--seed", "4"), "leave --seed out"),
        (("--inches", "3", "--shifted"), "only five-parsecs"),
        (("--inches", "3", "--at", "1", "1", "0"), "goes with --shifted"),
        (("--shifted", "--rules", "five-parsecs", "--at", "99", "1", "0"), "off the table"),
    ],
)
def test_what_is_asked_wrongly_is_told_in_one_line(table: str, words: tuple[str, ...], why: str, capsys: Capture) -> None:
    assert run(["drift", table, "jelena", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert why in err


def test_whoever_is_on_no_ground_is_told_in_one_line(tmp_path: Path, capsys: Capture) -> None:
    tower = DECK | {"id": "tower"}
    hangs = member("jelena", "red", 29.4, 18, position=[29.4, 18, 2])
    table = table_file(tmp_path, tower, hangs, size=(48, 36), deck=box((30, 10, 0), (44, 26, 6)))
    assert run(["drift", table, "jelena", "--inches", "3"]) == 2
    assert "on no ground" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("--dice", "2D6", "--odds"), marks=pytest.mark.long),
        ("--dice", "2D6", "--seed", "3"),
        ("--shifted", "--rules", "five-parsecs", "--seed", "5"),
    ],
)
def test_pictures_show_the_cloud_the_walk_and_the_shift(words: tuple[str, ...], tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "drift.png"
    given = ["drift", str(bundled("disputed-shot")), "jelena", *words, "--picture", str(path)]
    assert run(given) == 0
    with Image.open(path) as drawn:
        # One row more where the legend takes it.
        assert drawn.size in {(1200, 900), (1200, 925)}
        # The vermillion of paths, falls and the legend is in it.
        colours = drawn.convert("RGB").getcolors(2**24) or []
        assert sum(count for count, colour in colours if colour == (213, 94, 0)) > 40
    assert run(given) == 2
    assert "exists" in capsys.readouterr().err
