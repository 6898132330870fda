"""``import sightline as sl``: what it offers, that it agrees with the commands, and how its answers show themselves."""

import inspect
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import sightline as sl
from assets import tables
from rules.movement.path_rules import NoPath
from scene.base.errors import SceneError
from scene.table.table import Table
from sightline.api.shown_answers import ShownAnswer
from sightline.cli.command_line import run
from sightline.errors import CommandError
from tests.sightline.small_battle import small_battle
from tests.sightline.tables import member, table_file

TABLE = "disputed-shot"
FILE = str(tables.path(TABLE))
Capture = pytest.CaptureFixture[str]

AGREE: dict[str, tuple[Callable[[Table], Any], list[str]]] = {
    "los": (
        lambda table: sl.line_of_sight(table, "jelena", "kruger"),
        ["los", FILE, "jelena", "kruger", "--tolerance-mm", "0"],
    ),
    "los by geometry": (
        lambda table: sl.line_of_sight(table, "Jelena", "oddo", rules="geometry", tolerance_mm=2.0),
        ["los", FILE, "jelena", "oddo", "--rules", "geometry"],
    ),
    "flat": (
        lambda table: sl.line_of_sight(table, "jelena", "kruger", flat=True, tolerance_mm=None, seed=3),
        ["los", FILE, "jelena", "kruger", "--flat", "--seed", "3"],
    ),
    "los of all": (
        lambda table: sl.who_sees_whom(table, tolerance_mm=None),
        ["los", FILE, "--all"],
    ),
    "path": (lambda table: sl.path(table, "jelena", (10, 6, 0)), ["path", FILE, "jelena", "10", "6", "0"]),
    "another path": (
        lambda table: sl.path(table, "oddo", (10, 6, 0), rules="five-parsecs", safe=True, move=4.0),
        ["path", FILE, "oddo", "10", "6", "0", "--rules", "five-parsecs", "--safe", "--move", "4"],
    ),
    "reach": (
        lambda table: sl.reach(table, "oddo", 3, step=0.5),
        ["reach", FILE, "oddo", "--inches", "3", "--step", "0.5"],
    ),
    "fall": (
        lambda table: sl.fall(table, (6.6, 9.2, 3.0), figure="jelena", toward=(8.0, 9.2)),
        ["fall", FILE, "6.6", "9.2", "3", "--figure", "jelena", "--toward", "8", "9.2"],
    ),
    "measure": (lambda table: sl.measure(table, "jelena", (3, 4, 0)), ["measure", FILE, "jelena", "3,4,0"]),
    "blast": (
        lambda table: sl.blast(table, "jelena", (15, 8, 3), size=3, rng=np.random.default_rng(5), missed=True),
        ["blast", FILE, "jelena", "--at", "15", "8", "3", "--miss", "--seed", "5"],
    ),
    "blast odds": (
        lambda table: sl.blast_odds(table, "jelena", (15, 8, 3), size=5, hit_roll=0.5, reach=(8, 16)),
        ["blast", FILE, "jelena", "--at", "15", "8", "3", "--size", "5", "--odds", "--hit-roll", "0.5", "--range", "8", "16"],
    ),
    "no odds": (
        lambda table: sl.attack_odds(table, "jelena", "kruger", weapon=[], fight=True),
        ["odds", FILE, "jelena", "kruger", "--fight"],
    ),
    "odds": (
        lambda table: sl.attack_odds(table, "jelena", "kruger", weapon="Slug pistol", aim=True),
        ["odds", FILE, "jelena", "kruger", "--weapon", "Slug pistol", "--aim"],
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def table() -> Table:
    return sl.load_table(TABLE)


@pytest.mark.long
@pytest.mark.parametrize("name", AGREE)
def test_an_answer_is_what_the_command_prints(name: str, table: Table, capsys: Capture) -> None:
    ask, words = AGREE[name]
    answer = ask(table)
    run([*words, "--json"])
    printed = json.loads(capsys.readouterr().out)
    ours = json.loads(json.dumps(answer.document()))
    assert ours
    assert {key: printed[key] for key in ours} == ours
    run(words)
    out = " ".join(capsys.readouterr().out.split())
    for line in answer.lines():
        assert " ".join(line.split()) in out


def test_the_names_are_those_of_the_contract_and_documented() -> None:
    assert set(sl.__all__) - {"__version__"} == {
        "Battle", "CommandError", "Error", "RulesError", "SceneError", "attack_odds", "blast", "blast_odds", "draw", "fall",
        "line_of_sight", "load_table", "measure", "names", "path", "reach", "save_table", "scan_photos", "who_sees_whom",
    }  # fmt: skip
    for name in sl.__all__:
        if name != "__version__":
            assert inspect.getdoc(getattr(sl, name))
    assert set(sl.__all__) <= set(dir(sl))
    with pytest.raises(AttributeError, match="no attribute 'los'"):
        _ = sl.los


def test_importing_it_loads_nothing_heavy() -> None:
    program = "import sys, sightline; print([name for name in sys.modules if name in {'numpy', 'PIL', 'typer', 'scene'}])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_no_path_is_false_and_says_why(tmp_path: Path) -> None:
    box = {"id": "tower", "kit": "crate", "position": [15, 10, 0]}
    whole = sl.load_table(table_file(tmp_path, box, member("ann", "red", 4, 10), member("bill", "blue", 8, 10), size=(24, 20)))
    found = sl.path(whole, "ann", (8, 10, 0))
    assert not found
    assert isinstance(found, NoPath)
    assert found.why == 'figure "bill" stands there'
    assert found.document() == {"reachable": False, "why": found.why}
    assert str(found) == f"ann does not get there: {found.why}"
    assert repr(found) == f"<NoPathAnswer: {found}>"
    with pytest.raises(CommandError, match="show: there is nothing to draw: ann does not get there"):
        sl.draw(whole, show=found)


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        "los",
        "path",
        pytest.param("reach", marks=pytest.mark.long),
        pytest.param("fall", marks=pytest.mark.long),
        pytest.param("measure", marks=pytest.mark.long),
        pytest.param("blast", marks=pytest.mark.long),
        "blast odds",
        "los of all",
        "odds",
    ],
)
def test_a_notebook_shows_a_picture(name: str, table: Table) -> None:
    answer = AGREE[name][0](table)
    assert isinstance(answer, ShownAnswer)
    picture = Image.open(BytesIO(answer._repr_png_()))
    assert min(picture.size) > 100
    assert np.asarray(picture.convert("L")).std() > 10.0
    if name == "blast odds":
        assert sl.draw(table, show=answer).tobytes() == picture.convert("RGB").tobytes()


@pytest.mark.parametrize("wrong", [(1, 2), (1, 2, float("nan")), (1, 2, 1e9)])
def test_what_is_no_place_is_refused(wrong: Any, table: Table) -> None:  # noqa: ANN401
    for ask in (lambda: sl.path(table, "oddo", wrong), lambda: sl.measure(table, "oddo", wrong), lambda: sl.fall(table, wrong)):
        with pytest.raises(CommandError, match=r"=\(1, 2.*: give a place"):
            ask()


def test_a_table_is_drawn(table: Table) -> None:
    plan = sl.draw(table, size=(600, 400))
    assert plan.size == (600, 400)
    assert plan.tobytes() == sl.draw(table, view="above", size=(600, 400)).tobytes()
    assert plan.tobytes() != sl.draw(table, view="250", size=(600, 400)).tobytes()


def test_a_figure_falls_from_where_it_stands(table: Table) -> None:
    there = table.with_figure(table.figure("jelena").moved((6.6, 9.2, 3.0)))
    by_name, by_place = sl.fall(there, "Jelena"), sl.fall(there, (6.6, 9.2, 3.0), figure="jelena")
    assert by_name.document() == by_place.document()
    assert str(by_name).startswith("Jelena falls")


@pytest.mark.parametrize("name", ["moved.sightline", "moved.json"])
def test_a_table_is_saved_with_its_figures_as_they_are(name: str, table: Table, tmp_path: Path) -> None:
    turned = replace(table.figure("oddo"), position=(3.0, 3.0, 0.0), facing=90.0, posture="on_back", name="Old Oddo")
    moved = replace(table, figures=tuple(turned if one.id == "oddo" else one for one in table.figures if one.id != "tamsin"))
    path = tmp_path / name
    sl.save_table(moved, path)
    again = sl.load_table(path)
    kept = again.figure("oddo")
    assert (kept.position, kept.facing, kept.posture, kept.name) == ((3.0, 3.0, 0.0), 90.0, "on_back", "Old Oddo")
    assert [one.id for one in again.figures] == [one.id for one in moved.figures]
    assert sl.line_of_sight(again, "jelena", "kruger").hidden == sl.line_of_sight(moved, "jelena", "kruger").hidden
    before = path.read_bytes()
    with pytest.raises(SceneError, match="exists already"):
        sl.save_table(table, path)
    assert path.read_bytes() == before
    sl.save_table(table, path, overwrite=True)
    assert sl.load_table(path).figure("oddo").position == table.figure("oddo").position


def test_only_what_was_loaded_is_saved(table: Table, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="only a table that load_table has read"):
        sl.save_table(replace(table, terrain=type(table.terrain)(())), tmp_path / "new.json")
    stranger = replace(table.figure("oddo"), id="new", name="Newcomer")
    with pytest.raises(CommandError, match="Newcomer: not of the file"):
        sl.save_table(replace(table, figures=(*table.figures, stranger)), tmp_path / "new.json")
    assert list(tmp_path.iterdir()) == []


def test_a_battle_is_played_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    titles: list[str] = []

    def band(picture: Image.Image, table: Table, *_: object, **__: object) -> Image.Image:
        titles.append(table.name)
        return picture

    file = small_battle(tmp_path)
    with sl.Battle.open(file, seed=4) as battle:
        first = battle.question
        assert first is not None
        assert str(battle).strip()
        battle.answer("1")
        second = battle.question
        assert battle.undo() == first
        assert battle.answer("1") == second
        state, journal = battle.state, battle.journal
        with monkeypatch.context() as patched:
            patched.setattr("sightline.drawing.sight.overview.draw_band", band)
            assert Image.open(BytesIO(battle._repr_png_())).width > 100
        assert titles == [battle.name] == ["Duel at the wall"]
    with sl.Battle.open(journal) as again:
        assert again.question == second
        assert again.state.models == state.models
