"""``sightline battle verify``: what it counts, what it finds, how it ends, and a battle whose file has its name."""

import json
import shutil
from pathlib import Path

import pytest

from rules.engine.given_entries import DrawnFaces, TypedFaces
from rules.engine.journal_format import journal_text, read
from sightline.cli.command_line import run
from sightline.session.battle_keeping import kept, play_of
from tests.sightline.shared_rolls import answered, draw
from tests.sightline.small_battle import small_battle
from tests.sightline.tables import json_answer

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Red's device and Blue's drew a roll each; red owes the next one."""
    with kept(str(small_battle(tmp_path)), seed=4) as file:
        play = play_of(file, typed=False)
        draw(play)
        draw(play, "blue", "red")
    return file.path


def test_a_right_journal_ends_with_0_and_tells_what_there_is(journal: Path, capsys: Capture) -> None:
    found = json_answer(capsys, "battle", "verify", str(journal))
    contract = {"rolls": 2, "typed": 0, "drawn_by_both": 2, "wrong": []}
    assert found == contract | {"rolled_by_program": 0, "owed": None}
    assert run(["battle", "verify", str(journal)]) == 0
    said = capsys.readouterr()
    assert said.out == "2 rolls, 0 by the program, 0 typed, 2 drawn by both: nothing is wrong\n"
    assert said.err == ""


def test_a_wrong_roll_is_told_and_ends_with_1(journal: Path, capsys: Capture) -> None:
    kept_journal = read(journal.read_bytes())
    # What falls is bound to the game, and so to the version of its rules: who sets up first is read from it.
    red, blue = (one.faces[0] for one in kept_journal.entries if isinstance(one, DrawnFaces))
    places = ["1 1 0", "12 1 0", "1 2 0", "12 2 0"] if red > blue else ["12 1 0", "1 1 0", "12 2 0", "1 2 0"]
    entries = [*kept_journal.entries, *places, (6,), TypedFaces((2,))]
    journal.write_bytes(journal_text(kept_journal.header, entries)[0])
    assert run(["battle", "verify", str(journal), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["rolls"], found["typed"], found["drawn_by_both"], found["rolled_by_program"]) == (4, 1, 2, 1)
    why = "the seed gives 3, and the journal has 6"
    assert found["wrong"] == [{"number": 8, "line": 10, "what": "priority", "who": "red", "why": why}]
    assert run(["battle", "verify", str(journal)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith(": 1 thing is wrong")
    assert told[1] == f"line 10, priority of red: {why}"


def test_a_roll_that_is_owed_is_told_and_is_not_wrong(journal: Path, capsys: Capture) -> None:
    with kept(str(journal)) as file:
        play = play_of(file, typed=False)
        for _ in range(4):
            play.give(play.game.pending.options[0].key)  # type: ignore[union-attr]
        play.keep_answered(answered(play.shared_roll("red", "blue")))
    found = json_answer(capsys, "battle", "verify", str(journal))
    assert found["owed"] == {"by": "red", "what": "priority", "who": "red"}
    assert run(["battle", "verify", str(journal)]) == 0
    assert capsys.readouterr().out.endswith('\nred owes the reveal of a roll, "priority"\n')
    assert run(["battle", str(journal), "--auto"]) == 2
    says = 'red owes the reveal of a roll, "priority"; nothing else is taken before it'
    assert says in capsys.readouterr().err.replace("\n", " ")


def test_a_journal_that_marks_no_typed_dice_is_told(journal: Path, capsys: Capture) -> None:
    header = {name: value for name, value in read(journal.read_bytes()).header.items() if name != "typed"}
    journal.write_bytes(journal_text(header, [(6,)])[0])
    assert run(["battle", "verify", str(journal)]) == 0
    said = capsys.readouterr()
    assert said.out == "1 roll, 0 by the program, 1 typed, 0 drawn by both: nothing is wrong\n"
    assert "did not mark typed dice" in said.err


def test_a_damaged_journal_is_bad_input(journal: Path, capsys: Capture) -> None:
    first = next(one.faces[0] for one in read(journal.read_bytes()).entries if isinstance(one, DrawnFaces))
    drawn, other = (f'"drawn":[{face}]'.encode() for face in (first, first % 6 + 1))
    journal.write_bytes(journal.read_bytes().replace(drawn, other, 1))
    assert run(["battle", "verify", str(journal)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "line 3 is damaged or was changed" in said.err


def test_a_battle_whose_file_is_called_verify_is_played_all_the_same(
    journal: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(journal.parent)
    shutil.copy(journal.with_suffix(".toml"), "verify")
    assert json_answer(capsys, "battle", "verify", "--seed", "3")["seed"] == 3
    assert json_answer(capsys, "battle", "./verify")["seed"] == 3
    assert json_answer(capsys, "battle", "verify", "verify.journal")["rolls"] == 0
