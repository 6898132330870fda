"""``sightline new``, ``place`` and ``remove``: where things come to stand, what is told, and that nothing else changes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from assets.mesh_library import LIBRARY
from assets.tables import path as bundled
from scene.table.table import Table
from scene.table_io.table_reading import load_document, load_table
from sightline.cli.command_line import run
from tests.plain_scenes import box
from tests.sightline.tables import json_answer, obj

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def yard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table with a walkway whose floor is 3 inches high."""
    monkeypatch.chdir(tmp_path)
    assert run(["new", "yard.json", "--size", "24", "24", "--name", "Yard"]) == 0
    words = "place yard.json --kit walkway --set length=8 --set height=3 --at 15 12 --turn 90"
    assert run(words.split()) == 0
    return tmp_path / "yard.json"


def table(path: Path) -> Table:
    return load_table(path, LIBRARY)


def place(capsys: Capture, *words: str) -> tuple[tuple[float, ...], str | None]:
    told = json_answer(capsys, "place", "yard.json", *words)
    return tuple(told["position"]), told["on"]


def test_a_new_table_is_empty_and_a_copy_is_the_same(tmp_path: Path, capsys: Capture) -> None:
    assert (table(tmp_path / "yard.json").size, table(tmp_path / "yard.json").name) == ((24.0, 24.0), "Yard")
    assert json_answer(capsys, "new", "plain.json") == {"table": "plain.json", "size": [48, 36], "pieces": 0, "figures": 0}
    assert run(["new", "copy.json", "--from", "Disputed-Shot"]) == 0
    assert load_document(tmp_path / "copy.json") == load_document(bundled("disputed-shot"))


def test_figures_stand_on_the_upper_floor_and_others_are_told(yard: Path, capsys: Capture) -> None:
    assert place(capsys, "--figure", "Ada", "--at", "15", "12") == ((15, 12, 3), "walkway")
    assert place(capsys, "--figure", "Bo", "--at", "15", "10", "0") == ((15, 10, 0), None)
    assert place(capsys, "--figure", "Cy", "--at", "15,14,5") == ((15, 14, 3), "walkway")
    assert run(["place", "yard.json", "--figure", "Di", "--at", "15", "9"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "Di is at 15, 9, 3, on walkway"
    assert "another floor below, at 0; --at 15 9 0 puts it there" in out
    assert err == "wrote yard.json\n"
    ada = table(yard).figure("ada")
    assert (ada.name, ada.position, ada.base_mm) == ("Ada", (15.0, 12.0, 3.0), 25.0)


def test_terrain_comes_down_on_what_is_there(yard: Path, capsys: Capture) -> None:
    assert place(capsys, "--kit", "crate", "--at", "9", "11.5") == ((9, 11.5, 0), None)
    (x, y, z), on = place(capsys, "--kit", "crate", "--on", "WALKWAY")
    assert (x, y, on) == (15, 12, "walkway")
    assert z == pytest.approx(3.0, abs=1e-3)
    obj(yard.parent / "my tower.obj", box((0, 0, 0), (2, 2, 5)))
    assert place(capsys, "--mesh", "my tower.obj", "--units", "inch", "--at", "4", "4") == ((4, 4, 0), None)
    assert table(yard).piece("my tower").placed.bounds[1].tolist() == pytest.approx([5.0, 5.0, 5.0])


def test_who_would_stand_in_somebody_is_refused_and_nothing_is_written(yard: Path, capsys: Capture) -> None:
    assert run(["place", "yard.json", "--figure", "Ada", "--at", "4", "4"]) == 0
    before = yard.read_bytes()
    capsys.readouterr()
    assert run(["place", "yard.json", "--figure", "Bo", "--at", "4.3", "4"]) == 2
    assert 'figures "Ada" and "Bo": stand in one another' in capsys.readouterr().err
    assert run(["place", "yard.json", "--figure", "Bo", "--on", "walkway", "--at", "2", "2"]) == 2
    assert "it reaches from" in capsys.readouterr().err
    assert yard.read_bytes() == before


def test_ids_of_the_same_name_are_told_apart(capsys: Capture) -> None:
    words = [["place", "yard.json", "--kit", "crate", "--at", str(3 * i + 2), "3"] for i in range(3)]
    assert [json_answer(capsys, *one)["placed"] for one in words] == ["crate", "crate-2", "crate-3"]


def test_what_stood_on_a_piece_that_goes_comes_down(yard: Path, capsys: Capture) -> None:
    assert run(["place", "yard.json", "--figure", "Ada", "--at", "15", "12"]) == 0
    capsys.readouterr()
    told = json_answer(capsys, "remove", "yard.json", "Walkway")
    assert (told["removed"], told["came_down"]) == (["walkway"], ["Ada"])
    assert json.loads(told["was"][0])["parameters"] == {"height": 3, "length": 8}
    assert table(yard).figure("ada").position == (15.0, 12.0, 0.0)
    assert run(["remove", "yard.json", "ADA"]) == 0
    assert table(yard).figures == ()


def test_a_bundle_is_filled_as_well(tmp_path: Path, capsys: Capture) -> None:
    obj(tmp_path / "tower.obj", box((0, 0, 0), (2, 2, 5)))
    assert run(["new", "yard.sightline", "--size", "24", "24"]) == 0
    for at in ("4", "9"):
        assert run(["place", "yard.sightline", "--mesh", "tower.obj", "--units", "inch", "--at", at, "4"]) == 0
    (tmp_path / "tower.obj").unlink()
    capsys.readouterr()
    assert [piece.id for piece in table(tmp_path / "yard.sightline").terrain.pieces] == ["tower", "tower-2"]


def test_bundled_tables_stay_as_they_are(capsys: Capture) -> None:
    before = bundled("gantry-town").read_bytes()
    for words in (["place", "gantry-town", "--kit", "crate"], ["remove", "gantry-town", "gorm"]):
        assert run(words) == 2
        assert "sightline new my-gantry-town.json --from gantry-town makes a copy" in capsys.readouterr().err
    assert bundled("gantry-town").read_bytes() == before


def test_commands_at_once_lose_nothing(yard: Path) -> None:
    """Each waits until the other one has written what it read."""
    places = [["--kit", "crate", "--at", str(3 * number + 2), "3"] for number in range(4)]
    begun = [subprocess.Popen([sys.executable, "-P", "-m", "sightline", "place", yard, *words]) for words in places]
    assert [one.wait() for one in begun] == [0] * 4
    assert sorted(piece.id for piece in table(yard).terrain.pieces) == ["crate", "crate-2", "crate-3", "crate-4", "walkway"]


def test_what_could_not_be_read_again_is_not_written(tmp_path: Path, capsys: Capture) -> None:
    assert run(["new", "bad.json", "--name", "a\x01b"]) == 2
    assert "printable" in capsys.readouterr().err
    assert not (tmp_path / "bad.json").exists()


def test_a_terminal_says_which_door_it_works(yard: Path, capsys: Capture) -> None:
    assert run(["place", "yard.json", "--kit", "door", "--at", "6", "6"]) == 0
    assert run(["place", "yard.json", "--kit", "terminal", "--works", "door", "--at", "7.5", "5.4"]) == 0
    assert {piece.id: piece.works for piece in table(yard).terrain.pieces}["terminal"] == "door"
    capsys.readouterr()
    assert run(["place", "yard.json", "--kit", "terminal", "--works", "dor", "--at", "3", "3"]) == 2
    assert '"works": there is no door "dor" on this table; did you mean "door"?' in capsys.readouterr().err
    assert run(["place", "yard.json", "--figure", "Ada", "--works", "door"]) == 2
    assert "--works goes with --kit or --mesh" in capsys.readouterr().err
    assert run(["place", "yard.json", "--kit", "terminal", "--at", "3", "3"]) == 0
    assert "terminal-2 works no door yet" in capsys.readouterr().err


def test_nothing_is_placed_below_the_ground(capsys: Capture) -> None:
    for words in (["--kit", "crate"], ["--figure", "Ada"]):
        assert run(["place", "yard.json", *words, "--at", "5", "5", "-4"]) == 2
        assert "has no floor at -4 or below; the lowest one there is at 0" in capsys.readouterr().err


def test_figures_look_at_the_nearest_enemy_or_to_the_middle(yard: Path) -> None:
    assert run(["place", "yard.json", "--figure", "Ada", "--side", "red", "--at", "12", "4"]) == 0
    assert run(["place", "yard.json", "--figure", "Bo", "--side", "blue", "--at", "6", "4"]) == 0
    assert run(["place", "yard.json", "--figure", "Cy", "--side", "blue", "--at", "6", "8", "--turn", "-90"]) == 0
    assert [figure.facing for figure in table(yard).figures] == [90.0, 0.0, 270.0]
