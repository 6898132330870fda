"""The page's answers are those of the functions that programmers call."""

from typing import Any

import pytest

import sightline as sl
from sightline.api.flame_questions import best_flame, flame
from sightline.api.loaded_table import LoadedTable
from sightline.api.tables_drawn import load_table
from sightline.errors import CommandError
from sightline.server.asked_questions import answered, offered

GROUND = (9.0, 8.0, 0.0)


@pytest.fixture(scope="module")
def table() -> LoadedTable:
    return load_table("disputed-shot")


def test_every_question_is_answered_as_its_function_does(table: LoadedTable) -> None:
    asked: list[tuple[dict[str, Any], Any]] = [
        ({"ask": "sight", "shooter": "jelena", "target": "kruger"},
         sl.line_of_sight(table, "jelena", "kruger", tolerance_mm=None)),
        ({"ask": "measure", "a": "jelena", "b": list(GROUND)}, sl.measure(table, "jelena", GROUND)),
        ({"ask": "path", "figure": "jelena", "to": list(GROUND), "safe": True}, sl.path(table, "jelena", GROUND, safe=True)),
        ({"ask": "reach", "figure": "oddo", "inches": 3}, sl.reach(table, "oddo", 3, step=0.5)),
        ({"ask": "fall", "at": [7.0, 9.3, 3]}, sl.fall(table, (7.0, 9.3, 3.0))),
        ({"ask": "blast-odds", "shooter": "jelena", "at": list(GROUND), "size": 5},
         sl.blast_odds(table, "jelena", GROUND, size=5)),
        ({"ask": "flame", "shooter": "kruger"}, best_flame(table, "kruger")),
        ({"ask": "flame", "shooter": "kruger", "at": [10.45, 9.8, 0]}, flame(table, "kruger", (10.45, 9.8, 0))),
        ({"ask": "odds", "shooter": "jelena", "target": "kruger", "weapon": "Slug pistol"},
         sl.attack_odds(table, "jelena", "kruger", weapon="Slug pistol")),
    ]  # fmt: skip
    for question, expected in asked:
        found = answered(table, question)
        assert found.document() == expected.document(), question
        assert found.lines() == expected.lines()


def test_at_first_sight_the_verdict_is_the_same_and_nothing_is_proven(table: LoadedTable) -> None:
    for target in ("kruger", "oddo"):
        quick = answered(table, {"ask": "sight", "shooter": "jelena", "target": target, "quick": True}).document()
        whole = answered(table, {"ask": "sight", "shooter": "jelena", "target": target}).document()
        assert quick["steady"] is None
        assert (quick["line_of_sight"], quick["cover"]) == (whole["line_of_sight"], whole["cover"])


def test_a_place_beside_the_ground_is_the_ground_that_is_meant(table: LoadedTable) -> None:
    """A finger hits the side of a crate a little above the floor."""
    near = answered(table, {"ask": "path", "figure": "oddo", "to": [14.0, 8.0, 0.3]})
    assert near.document()["reachable"]
    with pytest.raises(sl.SceneError, match="nearest ground"):
        answered(table, {"ask": "path", "figure": "oddo", "to": [14.0, 8.0, 9.0]})


def test_the_top_of_a_rail_means_the_floor_at_its_foot(table: LoadedTable) -> None:
    with pytest.raises(sl.SceneError, match="inside terrain"):
        sl.fall(table, (7.1, 9.3, 3.95))
    assert answered(table, {"ask": "fall", "at": [7.1, 9.3, 3.95]}).document()["distance"] == pytest.approx(3.0, abs=0.01)


def test_no_file_is_opened_by_a_name_that_a_page_sends(table: LoadedTable) -> None:
    with pytest.raises(CommandError, match="the name of a rule system"):
        answered(table, {"ask": "sight", "shooter": "jelena", "target": "kruger", "rules": "pyproject.toml"})


def test_the_odds_of_a_blast_say_what_they_take_the_hit_roll_for(table: LoadedTable) -> None:
    asked = {"ask": "blast-odds", "shooter": "jelena", "at": list(GROUND), "size": 5}
    assert "the hit roll is taken as failed" in " ".join(answered(table, asked).lines())
    assert "the hit roll is made in 50" in " ".join(answered(table, asked | {"hit_roll": 0.5}).lines())


def test_what_is_offered_is_answered(table: LoadedTable) -> None:
    told = offered()
    assert told["usual"] in told["questions"]["sight"]
    assert "geometry" not in told["questions"]["blast-odds"]
    with pytest.raises(sl.RulesError):
        answered(table, {"ask": "blast-odds", "shooter": "jelena", "at": [9, 8, 0], "rules": "geometry"})
