"""``sightline reach``: its JSON, its words, and what is asked wrongly.

Jelena stands in the middle of a bare table; a block 2 inches high is to her right, from x = 30 on. Her base has half an inch
of radius.
"""

from functools import partial
from math import pi
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assets.tables import path as bundled
from sightline.cli.command_line import run
from tests.plain_scenes import box
from tests.sightline.tables import draws_once, json_answer, member, table_file

Capture = pytest.CaptureFixture[str]

FIELDS = ["places", "area", "figure", "rules", "inches", "move", "safe", "step", "warnings"]
BLOCK = {"id": "block", "mesh": "block.obj", "units": "inch", "anchor": "origin", "position": [0, 0, 0]}
JELENA = member("jelena", "red", 24, 18)


@pytest.fixture
def write(tmp_path: Path) -> Any:  # noqa: ANN401
    """Writes a table of these pieces and figures and answers its path."""
    return partial(table_file, tmp_path, size=(48, 36), block=box((30, 10, 0), (40, 26, 2)))


@pytest.fixture
def path(write: Any) -> str:  # noqa: ANN401
    return str(write(BLOCK, JELENA))


def answer(capsys: Capture, *words: str) -> dict[str, Any]:
    found = json_answer(capsys, "reach", *words)
    assert list(found) == FIELDS
    assert all(list(place) == ["position", "cost", "checks"] for place in found["places"])
    return found


def test_on_level_ground_it_is_a_circle(path: str, capsys: Capture) -> None:
    found = answer(capsys, path, "jelena", "--inches", "5")
    assert found["area"] == pytest.approx(pi * 25, rel=0.01)
    at = np.array([place["position"] for place in found["places"]])
    cost = np.array([place["cost"] for place in found["places"]])
    assert cost == pytest.approx(np.hypot(at[:, 0] - 24, at[:, 1] - 18), abs=1e-3)
    assert len(at) == pytest.approx(pi * 25 / 0.25**2, rel=0.01)
    assert {place["checks"] for place in found["places"]} == {0}
    assert [found[name] for name in FIELDS[2:]] == ["jelena", "main-rulebook", 5, 5, False, 0.25, []]


def test_up_the_block(path: str, capsys: Capture) -> None:
    """5.5 inches to the wall and twice 2 inches up it; over its edge the middle of the base is half an inch on."""
    assert {place["position"][2] for place in answer(capsys, path, "jelena", "--inches", "9.8")["places"]} == {0}
    above = [place for place in answer(capsys, path, "jelena", "--inches", "11")["places"] if place["position"][2] == 2]
    assert above
    assert min(place["cost"] for place in above) == pytest.approx(10, abs=0.3)
    cheap = answer(capsys, path, "jelena", "--inches", "9", "--rules", "five-parsecs")["places"]
    assert any(place["position"][2] == 2 for place in cheap), "there climbing costs its height once"


def test_an_enemy_is_kept_away_from_and_a_friend_is_not_stood_on(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    for side, apart in (("blue", 2.0), ("red", 1.0)):
        path = write(JELENA, member("kruger", side, 26, 18))
        at = np.array([place["position"] for place in answer(capsys, path, "jelena", "--inches", "6")["places"]])
        nearest = np.hypot(at[:, 0] - 26, at[:, 1] - 18).min()
        assert apart - 0.01 <= nearest <= apart + 0.25


def test_the_step_is_the_distance_between_places(path: str, capsys: Capture) -> None:
    found = answer(capsys, path, "jelena", "--inches", "4", "--step", "1")
    assert {place["position"][0] % 1 for place in found["places"]} == {0.5}
    assert len(found["places"]) == pytest.approx(pi * 16, rel=0.1)


def test_with_a_check_or_without(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    """From the block down by a jump of 2 inches, or, safely, by hand at twice the height."""
    path = write(BLOCK, member("jelena", "red", 31, 18, position=[31, 18, 2]))
    down = [place for place in answer(capsys, path, "jelena", "--inches", "4")["places"] if place["position"][2] == 0]
    assert down
    assert {place["checks"] for place in down} == {1}
    safe = answer(capsys, path, "jelena", "--inches", "4", "--safe")
    assert safe["safe"] is True
    assert {place["checks"] for place in safe["places"]} == {0}


def test_in_words(path: str, capsys: Capture) -> None:
    assert run(["reach", path, "jelena", "--inches", "5", "--step", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("jelena reaches ")
    assert 'square inches with 5" of movement: ' in out
    assert out.endswith("places; none takes a check\n")


@pytest.mark.long
def test_a_picture_is_written_and_not_replaced(path: str, tmp_path: Path, capsys: Capture) -> None:
    draws_once(capsys, tmp_path / "picture.png", "reach", path, "jelena", "--inches", "3")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["jelna", "--inches", "5"], 'did you mean "jelena"?'),
        (["jelena"], "--inches"),
        (["jelena", "--inches", "0"], "--inches"),
        (["jelena", "--inches", "101"], "--inches"),
        (["jelena", "--inches", "nan"], "--inches"),
        (["jelena", "--inches", "far"], "--inches"),
        (["jelena", "--inches", "5", "--step", "0"], "--step"),
        (["jelena", "--inches", "5", "--step", "50"], "--step"),
        (["jelena", "--inches", "50", "--step", "0.1"], "give --step 0.19 or more"),
        (["jelena", "--inches", "5", "--picture", "reach.gif"], ".png"),
    ],
    ids=" ".join,
)
def test_asked_wrongly_is_one_line(path: str, words: list[str], says: str, capsys: Capture) -> None:
    assert run(["reach", path, *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert says in err


def test_on_a_bundled_table(capsys: Capture) -> None:
    found = answer(capsys, str(bundled("disputed-shot")), "jelena", "--inches", "5", "--step", "0.5")
    assert 0 < found["area"] < pi * 25 * 2
    assert {0.0, 3.0} <= {place["position"][2] for place in found["places"]}
