"""``sightline field``: from where a figure could be seen.

Kruger stands in the middle of a table of 24 by 24 inches; a wall of 12 inches stands beside him at x = 14 along y.
"""

import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules.movement.path_rules import agent_of
from rules.sight.seen_from import seen_from, standing_places
from rules.systems import registry
from scene.navmesh.navmesh import navmesh_of
from scene.table.table import Table
from sightline.answers.field_answer import viewer_of
from sightline.cli.command_line import run
from tests.plain_scenes import block, box, figure
from tests.sightline.tables import member, table_file

Capture = pytest.CaptureFixture[str]

KRUGER = member("kruger", "blue", 12, 12)


@pytest.fixture
def write(tmp_path: Path) -> Any:  # noqa: ANN401
    wall, deck = box((-0.1, -6, 0), (0.1, 6, 6)), box((-3, -3, 2.8), (3, 3, 3))
    return partial(table_file, tmp_path, size=(24, 24), wall=wall, deck=deck)


def piece(mesh: str, x: float, y: float, **fields: Any) -> dict[str, Any]:  # noqa: ANN401
    name = Path(mesh).stem
    return {"id": name, "mesh": mesh, "units": "inch", "anchor": "origin", "position": [x, y, 0]} | fields


def places(capsys: Capture, *words: str) -> list[dict[str, Any]]:
    assert run(["field", *words, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found = json.loads(out)
    for place in found["places"]:
        assert list(place) == ["position", "line_of_sight", "hidden", "low", "high", "cover"]
        assert isinstance(place["line_of_sight"], bool)
        assert 0 <= place["hidden"] <= 1
    return list(found["places"])


def test_on_a_bare_table_he_is_seen_from_everywhere_but_his_own_place(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    """His base and the viewer's of 25 mm cannot overlap: the four squares around him are his."""
    found = places(capsys, write(KRUGER), "kruger", "--rules", "main-rulebook")
    assert len(found) == 24 * 24 - 4
    assert {(place["line_of_sight"], place["hidden"], place["cover"]) for place in found} == {(True, 0.0, "open")}


def test_behind_the_wall_he_is_not_seen_and_before_it_he_is_in_the_open(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    """From (14.5, 23.5) the line to the body's right rim, x = 12.2, passes the wall's end at y = 18 two inches off."""
    found = places(capsys, write(KRUGER, piece("wall.obj", 14, 12)), "kruger")
    before = [place for place in found if place["position"][0] < 13.5]
    assert {place["cover"] for place in before} == {"open"}
    behind = [place for place in found if place["position"][0] > 15 and abs(place["position"][1] - 12) < 4]
    assert {(place["line_of_sight"], place["cover"], place["hidden"]) for place in behind} == {(False, "none-seen", 1.0)}
    corner = [place for place in found if place["position"][0] == 14.5 and abs(place["position"][1] - 12) > 11]
    assert {place["cover"] for place in corner} == {"open"}


def test_geometry_has_no_cover(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    found = places(capsys, write(KRUGER, piece("wall.obj", 14, 12)), "kruger", "--rules", "geometry", "--step", "2")
    assert {place["cover"] for place in found} == {None}
    assert {place["line_of_sight"] for place in found} == {True, False}


def test_the_flat_variant_asks_for_bases_and_walls(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    found = places(capsys, write(KRUGER, piece("wall.obj", 14, 12, kind="wall")), "kruger", "--flat", "--step", "3")
    behind = [place for place in found if place["position"][0] > 15 and abs(place["position"][1] - 12) < 4]
    assert {place["cover"] for place in behind} == {"none-seen"}


def test_levels_are_places_of_their_own(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    found = places(capsys, write(KRUGER, piece("deck.obj", 5, 5)), "kruger")
    heights = {place["position"][2] for place in found if place["position"][:2] == [5.5, 5.5]}
    assert heights == {0.0, 3.0}


def test_where_somebody_stands_nobody_else_can(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    found = places(capsys, write(KRUGER, member("jelena", "red", 4.5, 4.5)), "kruger")
    assert [4.5, 4.5] not in [place["position"][:2] for place in found]
    assert len(found) == 24 * 24 - 4 - 1


def test_the_step_is_the_distance_between_places(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    found = places(capsys, write(KRUGER), "kruger", "--step", "3")
    assert sorted({place["position"][0] for place in found}) == [1.5 + 3 * i for i in range(8)]


@pytest.mark.long
def test_in_words_and_as_a_picture(write: Any, capsys: Capture, tmp_path: Path) -> None:  # noqa: ANN401
    path, picture = write(KRUGER), tmp_path / "field.png"
    words = ["field", path, "kruger", "--step", "4", "--picture", str(picture)]
    assert run(words) == 0
    assert capsys.readouterr().out == "kruger can be seen from 36 of 36 places\n"
    before = picture.read_bytes()
    assert before.startswith(b"\x89PNG")
    assert run(words) == 2
    assert "--overwrite" in capsys.readouterr().err
    assert picture.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["krugr"], 'did you mean "kruger"?'),
        ([], "TARGET"),
        (["kruger", "--picture", "field.gif"], ".png"),
        (["kruger", "--step", "0"], "--step"),
        (["kruger", "--step", "nan"], "--step"),
        (["kruger", "--flat", "--rules", "geometry"], "--flat"),
        (["kruger", "--rules", "go"], "go"),
    ],
    ids=" ".join,
)
def test_what_is_asked_wrongly_is_told_in_a_line(
    words: list[str],
    says: str,
    write: Any,  # noqa: ANN401
    capsys: Capture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = write(KRUGER)
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    assert run(["field", path, *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert says in err
    assert sorted(tmp_path.rglob("*")) == before


def test_every_place_is_answered_as_if_asked_alone() -> None:
    target = figure("kruger", 12, 12)
    whole = Table((24.0, 24.0), figures=(target, figure("reina", 9, 9)))
    whole = Table(whole.size, type(whole.terrain)((block("wall", (14, 6, 0), (14.2, 18, 6)),)), whole.figures)
    viewer = viewer_of(target)
    spots = standing_places(navmesh_of(whole.terrain, whole.size, agent_of(viewer)), whole.size, step=4.0)
    (together,) = seen_from(whole, viewer, target, spots, rules=registry.system("main-rulebook").sight)
    alone = [
        one
        for spot in spots
        for (one,) in seen_from(whole, viewer, target, spot[None], rules=registry.system("main-rulebook").sight)
    ]
    assert [one.cover for one in together] == [one.cover for one in alone]
    shares = [[one.geometry.share if one.geometry else np.nan for one in found] for found in (together, alone)]
    assert shares[0] == pytest.approx(shares[1], abs=0.01)


def test_who_hides_is_found_from_near_alone_by_rules_that_know_of_it(write: Any, capsys: Capture) -> None:  # noqa: ANN401
    """Within six inches between the bases, which are half an inch and 12.5 mm in radius."""
    table = write(KRUGER | {"hides": True})
    assert run(["field", table, "kruger", "--rules", "combat-pool", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["places"]
    far = [np.hypot(place["position"][0] - 12, place["position"][1] - 12) - 0.5 - 12.5 / 25.4 for place in found]
    assert [place["hides"] for place in found] == [inches > 6 for inches in far]
    assert run(["field", table, "kruger", "--rules", "combat-pool"]) == 0
    near = sum(inches <= 6 for inches in far)
    assert f"kruger hides, and is found from {near} of them" in capsys.readouterr().out
    assert "hides" not in places(capsys, table, "kruger", "--rules", "main-rulebook")[0]
