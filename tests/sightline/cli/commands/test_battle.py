"""``sightline battle``: playing, keeping, taking back, and what a stranger's files may be like."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from rules.engine.game_history import Answered
from rules.engine.given_entries import TypedFaces
from rules.engine.journal_format import Entry, begun, read
from rules.engine.procedure_steps import Choose, Option, Roll
from rules.errors import RulesError
from rules.skirmish.opponent.program_player import decide
from rules.skirmish.opponent.style import Styles
from rules.skirmish.state.battle_state import Battle, Climb
from scene.pathfinding.path_legs import Path as FigurePath
from sightline.cli.command_line import run
from sightline.errors import CommandError
from sightline.session import battle_log
from sightline.session.acting_words import condition
from sightline.session.answer_sources import question_lines, read_answer
from sightline.session.battle_keeping import kept, play_of
from sightline.session.journal_files import JournalFile, opened
from tests.rules.skirmish.battles import battle as plain
from tests.sightline.small_battle import small_battle
from tests.sightline.tables import json_answer

Capture = pytest.CaptureFixture[str]
JOURNAL = "duel-at-the-wall.journal"
FIVE, TWO = TypedFaces((5,)), TypedFaces((2,))


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    return small_battle(tmp_path)


def played(battle: Path, capsys: Capture, *words: str) -> dict[str, Any]:
    return json_answer(capsys, "battle", str(battle), *words)


def refused(capsys: Capture, *words: str) -> str:
    """The one line on standard error of bad input."""
    assert run(["battle", *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    lines = said.err.strip().splitlines()
    assert len(lines) == 1, said.err
    return lines[0]


def test_auto_plays_to_the_end_and_keeps_everything(battle: Path, capsys: Capture) -> None:
    found = played(battle, capsys, "--auto", "--seed", "4")
    assert found["over"] is True
    assert found["pending"] is None
    assert found["winner"] in {"red", "blue", None}
    assert 1 <= found["rounds"] <= 3
    assert found["journal"] == str(battle.with_suffix(".journal"))
    assert found["events"] == len(read(Path(found["journal"]).read_bytes()).answers)


def test_the_program_plays_in_the_styles_that_are_named(battle: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_in: dict[str, str] = {}

    def answered(state: Battle, question: Choose, styles: Styles) -> str:
        asked_in[question.who] = styles.of(question.who).name
        return decide(state, question, styles)

    monkeypatch.setattr("rules.skirmish.opponent.program_player.decide", answered)
    played(battle, capsys, "--auto", "--seed", "4", "--style", "careful", "--style", "red=aggressive")
    assert asked_in == {"red": "aggressive", "blue": "careful"}


def test_styles_that_there_are_not_are_named_and_nothing_is_played(battle: Path, capsys: Capture) -> None:
    words = (str(battle), "--seed", "4", "--style", "reckless", "--style", "green=careful")
    assert refused(capsys, *words).endswith("--style says how the program plays; add --auto, or leave --style out")
    assert run(["battle", *words, "--auto"]) == 2
    said = capsys.readouterr().err
    assert 'there is no style "reckless"; there are: balanced, careful, aggressive, objective' in said
    assert 'there is no gang "green" to play careful; there are: red, blue' in said
    with kept(str(battle)) as file:
        assert not file.journal.answers


def test_scores_count_all_that_decides_who_wins(battle: Path, capsys: Capture) -> None:
    """A point for each enemy who is lost."""
    scenario = battle.parent / "duel.toml"
    scenario.write_text(scenario.read_text().replace("rounds = 3", 'rounds = 3\nvictory = "points"\npoints_for_casualties = 1'))
    found = played(battle, capsys, "--auto", "--seed", "4")
    lost = {side: sum(one["where"] != "table" for one in found["fighters"] if one["side"] == side) for side in ("red", "blue")}
    assert found["scores"] == {"red": lost["blue"], "blue": lost["red"]}
    assert sum(lost.values()) > 0


def test_the_same_seed_gives_the_same_battle_and_another_one_another(battle: Path, capsys: Capture, tmp_path: Path) -> None:
    logs = []
    for number, seed in enumerate(("4", "4", "5")):
        journal = str(tmp_path / f"{number}.journal")
        logs.append(played(battle, capsys, "--auto", "--seed", seed, "--journal", journal, "--log")["log"])
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]


def test_a_new_battle_has_fresh_dice_and_says_their_seed(battle: Path, capsys: Capture, tmp_path: Path) -> None:
    one, other = (played(battle, capsys, "--journal", str(tmp_path / f"{name}.journal"))["seed"] for name in "ab")
    assert one != other
    assert run(["battle", str(tmp_path / "a.journal"), "--log"]) == 0
    assert capsys.readouterr().err.replace("\n", "").endswith(f"; seed {one}")


def test_a_journal_goes_on_where_it_ended(battle: Path, capsys: Capture) -> None:
    start = played(battle, capsys, "--seed", "4")
    assert (start["events"], start["over"]) == (0, False)
    assert start["pending"]["what"] == "who sets up first"
    whole = played(battle, capsys, "--auto")
    again = played(Path(whole["journal"]), capsys)
    assert again == whole


def script(tmp_path: Path, *lines: str) -> str:
    path = tmp_path / "answers.txt"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def test_a_script_answers_with_typed_dice(battle: Path, capsys: Capture, tmp_path: Path) -> None:
    answers = script(tmp_path, "5", "2   # red begins", "3 3 0", "13 3 0", "3 12", "13 12 0", "6", "1", "anna")
    found = played(battle, capsys, "--script", answers, "--dice", "typed")
    assert found["events"] == 9
    assert (found["pending"]["who"], found["pending"]["what"]) == ("red", "action")
    places = {one["id"]: one["position"] for one in found["fighters"]}
    assert places["alan"] == [3.0, 12.0, 0.0]


def test_a_script_with_rolled_dice_holds_the_choices_only(battle: Path, capsys: Capture, tmp_path: Path) -> None:
    found = played(battle, capsys, "--script", script(tmp_path, "1", "1", "1", "1"), "--seed", "1")
    assert found["pending"]["what"] == "who is activated"


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("7",), 'line 1 of the script: "7" cannot be rolled with D6'),
        (("5", "2", "9 9 0"), "line 3 of the script: that is outside the area in which red sets up"),
        (("5", "2", "somewhere"), 'line 3 of the script: "somewhere" is no place'),
        (("undo",), "line 1 of the script: 1 answers cannot be taken back"),
        (("5", "2", "²"), 'line 3 of the script: "²" is no place'),
        (("5", "2", "9" * 5000), "line 3 of the script: "),
        (("5", "undo " + "9" * 5000), "line 2 of the script: "),
    ],
)
def test_answers_that_do_not_fit_are_refused_and_what_came_before_is_kept(
    battle: Path, capsys: Capture, tmp_path: Path, lines: tuple[str, ...], says: str
) -> None:
    line = refused(capsys, str(battle), "--script", script(tmp_path, *lines), "--dice", "typed")
    assert says in line
    assert played(battle, capsys)["events"] == len(lines) - 1


def test_a_script_names_the_line_of_its_file(battle: Path, capsys: Capture, tmp_path: Path) -> None:
    answers = script(tmp_path, "# red begins", "", "5  # red", "nine")
    assert "line 4 of the script" in refused(capsys, str(battle), "--script", answers, "--dice", "typed")


def test_answers_may_be_spelled_as_they_are_read(battle: Path, capsys: Capture, tmp_path: Path) -> None:
    setup = ("5", "2", "3 3 0", "13 3 0", "3 12", "13 12 0", "6", "1")
    answers = script(tmp_path, *setup, "ANNA", "take cover", "STAY")
    found = played(battle, capsys, "--script", answers, "--dice", "typed")
    anna = next(one for one in found["fighters"] if one["id"] == "anna")
    assert anna["status"] == "pinned"


def test_special_dice_say_how_they_are_typed_and_what_fell() -> None:
    firepower = Roll("firepower", "2 firepower", "anna")
    asked = list(question_lines(firepower, str.title))
    assert asked[0] == "Anna: roll 2 firepower dice for firepower"
    assert "of a D6, 1 is ammo" in asked[1]
    assert read_answer(firepower, "ammo 3") == (1, 6)
    injury = Roll("injury", "1 injury", "anna")
    assert next(question_lines(injury, str.title)) == "Anna: roll 1 injury die for injury"
    told = list(battle_log.lines([Answered(firepower, (1, 6)), Answered(injury, (5,))], str.title))
    assert told == [
        "  Anna: firepower: 1 bullet hole and ammo, 3 bullet holes (D6: 1 6)",
        "  Anna: injury: serious injury (D6: 5)",
    ]


def test_choices_between_numbers_are_answered_by_the_numbers_themselves() -> None:
    dice = Choose("defence dice", "red", (Option("0", "0 of 3", 0), Option("1", "1 of 3", 1), Option("2", "2 of 3", 2)))
    assert list(question_lines(dice, str.title))[1:] == ["   0  0 of 3", "   1  1 of 3", "   2  2 of 3"]
    assert [read_answer(dice, text) for text in ("0", "2", "3")] == ["0", "2", "3"]
    fighters = Choose("target", "red", (Option("bill", "Bill"), Option("bob", "Bob")))
    assert [read_answer(fighters, text) for text in ("2", "Bill", "3")] == ["bob", "bill", "3"]


def test_options_are_listed_by_name_with_the_key_only_where_it_says_more() -> None:
    target = Choose("target", "red", (Option("mako-trent", "Mako Trent"), Option("end", "end the activation")))
    named = {"mako-trent": "Mako Trent"}
    assert list(question_lines(target, lambda one: named.get(one, one)))[1:] == [
        "   1  Mako Trent",
        "   2  end the activation  [end]",
    ]
    assert [read_answer(target, text) for text in ("mako trent", "mako-trent", "end")] == ["mako-trent", "mako-trent", "end"]


def test_answers_are_kept_with_single_blanks_and_have_an_end() -> None:
    place = Choose("where to", "red", (Option("stay", "stay"),), lambda key: Option(key, key))
    assert read_answer(place, "12 \t 8,\x1c safe\n") == "12 8, safe"
    spelled = Choose("which card", "red", (Option("two  blanks", "two  blanks"), Option("none", "none")))
    assert read_answer(spelled, "two  blanks") == "two  blanks", "what is offered can be given as it is spelled"
    with pytest.raises(RulesError, match="at most 1000 letters"):
        read_answer(place, "safe " * 1000 + "12 8")


def test_the_log_tells_where_those_come_to_stand_who_moved(battle: Path, capsys: Capture, tmp_path: Path) -> None:
    setup = ("5", "2", "3 3 0", "13 3 0", "3 12", "13 12 0", "6", "1")
    answers = script(tmp_path, *setup, "anna", "move", "3 9")  # six inches away; she moves five
    told = played(battle, capsys, "--script", answers, "--dice", "typed", "--log")["log"]
    assert told[-1].startswith('Anna moves 5.0" (Anna at 3 8 0)')


def test_undo_is_kept_in_the_journal_with_what_was_taken_back(battle: Path, capsys: Capture, tmp_path: Path) -> None:
    answers = script(tmp_path, "5", "2", "3 3 0", "undo 2", "3")
    found = played(battle, capsys, "--script", answers, "--dice", "typed")
    assert found["events"] == 2
    assert read(battle.with_suffix(".journal").read_bytes()).entries == (FIVE, TWO, "3 3 0", -2, TypedFaces((3,)))


def test_dice_taken_back_fall_the_same_again(battle: Path, capsys: Capture, tmp_path: Path) -> None:
    first = played(battle, capsys, "--script", script(tmp_path, "1"), "--seed", "9")
    journal = Path(first["journal"])
    before = read(journal.read_bytes()).answers
    played(battle, capsys, "--script", script(tmp_path, "undo 3", "1"))
    assert read(journal.read_bytes()).answers == before


def test_people_are_asked_and_may_ask_back(battle: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = "5\n2\n1\n1\n1\n1\n6\n1\nanna\nwhy\nhelp\nnonsense\n\x1b[31mred\nReload\nlog\nundo\nredo\nquit\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert run(["battle", str(battle), "--dice", "typed"]) == 0
    said = capsys.readouterr().out
    assert "red: roll D6 for who sets up first" in said
    assert "Fight: Anna is active; only engaged fighters do this  [main-rulebook: Engaged]" in said
    assert '"nonsense" is not offered for "action"' in said
    assert "no weapon is out of ammo  [main-rulebook: Active]\nAnna: active; actions left: 2" in said
    assert '"?[31mred" is not offered' in said
    assert "Anna is activated" in said
    assert "the same command goes on from here" in said


def test_undo_takes_back_what_people_answered_and_the_dice_after_it(
    battle: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program rolls: two dice for who sets up first, four places, two dice for priority, somebody picked."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1\n1\n1\n1\nundo 2\nredo\nredo\nundo 9\nundo 5\nquit\n"))
    assert run(["battle", str(battle), "--seed", "9"]) == 0
    assert "9 answers cannot be taken back; you have given 5" in capsys.readouterr().out
    entries = read(battle.with_suffix(".journal").read_bytes()).entries
    first, backs = entries[:9], [entry for entry in entries if isinstance(entry, int)]
    assert [isinstance(entry, str) for entry in first] == [False, False, True, True, True, True, False, False, True]
    assert backs == [-4, -7], "somebody picked, two dice, a place; then all from the first place on"
    assert entries == (*first, -4, *first[5:], -7)


class Terminal(io.StringIO):
    """Somebody who types."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a battle that is over, played once."""
    battle = small_battle(tmp_path_factory.mktemp("ended"))
    scenario = battle.parent / "duel.toml"
    scenario.write_text(scenario.read_text().replace("rounds = 3", "rounds = 1"))
    assert run(["battle", str(battle), "--json", "--auto", "--seed", "25"]) == 0
    return battle.parent


@pytest.fixture
def over(ended: Path, tmp_path: Path) -> Path:
    """The journal of a battle that is over, whose last answer was a recovery roll: a flesh wound for Bill."""
    journal = shutil.copytree(ended, tmp_path, dirs_exist_ok=True) / JOURNAL
    assert read(journal.read_bytes()).answers[-1] == (1,)
    return journal


def posture(found: dict[str, Any], fighter: str) -> str:
    return str(next(one["status"] for one in found["fighters"] if one["id"] == fighter))


def test_a_battle_that_is_over_can_be_taken_back_at_a_terminal(
    over: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last die is taken back and mistyped: that ends the battle again, and is taken back as well."""
    monkeypatch.setattr(sys, "stdin", Terminal("undo\nflesh\n?\nundo\nserious\n\nundo\n"))
    assert run(["battle", str(over), "--dice", "typed"]) == 0
    said = capsys.readouterr().out
    asks = 'the battle is over: nobody wins; "undo" takes the last answer back, return leaves'
    assert said.startswith(f"{asks}\nBill: roll 1 injury die for recovery")
    assert said.count(asks) == 4, "at the start, after either die, and after what is no answer"
    assert read(over.read_bytes()).entries[-4:] == (-1, TypedFaces((1,)), -1, TypedFaces((3,)))
    assert posture(played(over, capsys), "bill") == "seriously_injured"


def test_without_typed_dice_the_last_choice_is_taken_back(over: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("undo\nquit\n"))
    assert run(["battle", str(over)]) == 0
    said = capsys.readouterr()
    assert "red: target (Alan)?" in said.out
    assert said.out.endswith("the same command goes on from here\n")
    assert "it goes on" in said.err
    assert read(over.read_bytes()).entries[-1] == -3


@pytest.mark.parametrize("typed", ["", "\n", "quit\n", "no\n"])
def test_whoever_leaves_a_battle_that_is_over_changes_nothing(
    typed: str, over: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = over.read_bytes()
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    assert run(["battle", str(over)]) == 0
    said = capsys.readouterr()
    assert "round 1; nobody wins; 35 answers kept" in said.err
    assert "goes on" not in said.out
    assert over.read_bytes() == before


@pytest.mark.parametrize(
    ("stdin", "words"),
    [(io.StringIO, ()), (Terminal, ("--auto",)), (Terminal, ("--json",)), (Terminal, ("--log",))],
)
def test_nobody_is_asked_where_nobody_can_answer(
    stdin: type[io.StringIO], words: tuple[str, ...], over: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, read_on = over.read_bytes(), stdin("undo\n")
    monkeypatch.setattr(sys, "stdin", read_on)
    assert run(["battle", str(over), *words]) == 0
    assert "undo" not in "".join(capsys.readouterr())
    assert read_on.read() == "undo\n"
    assert over.read_bytes() == before


def test_a_script_takes_back_the_end_of_a_battle(over: Path, capsys: Capture, tmp_path: Path) -> None:
    assert "the battle is over" in refused(capsys, str(over), "--script", script(tmp_path, "out"), "--dice", "typed")
    found = played(over, capsys, "--script", script(tmp_path, "undo", "serious"), "--dice", "typed")
    assert (found["over"], posture(found, "bill")) == (True, "seriously_injured")


def test_a_cut_off_line_is_dropped_and_the_battle_goes_on(battle: Path, capsys: Capture) -> None:
    whole = played(battle, capsys, "--auto", "--seed", "4")
    journal = battle.with_suffix(".journal")
    journal.write_bytes(journal.read_bytes()[:-3])
    assert played(battle, capsys)["events"] == whole["events"] - 1
    assert played(battle, capsys, "--auto") == whole
    assert played(battle, capsys, "--auto", "--seed", "4") == whole


@pytest.mark.parametrize("place", [0.1, 0.5, 0.9])
def test_a_damaged_journal_is_refused_and_left_alone(battle: Path, capsys: Capture, place: float) -> None:
    played(battle, capsys, "--auto", "--seed", "4")
    journal = battle.with_suffix(".journal")
    data = bytearray(journal.read_bytes())
    # A letter, so that the line is damaged and still one of a journal.
    data[next(at for at in range(int(place * len(data)), len(data)) if data[at - 1 : at + 1].isalpha())] ^= 1
    journal.write_bytes(data)
    line = refused(capsys, str(battle))
    assert "damaged or was changed" in line
    assert journal.read_bytes() == data


def test_a_journal_of_another_table_is_refused(battle: Path, capsys: Capture) -> None:
    played(battle, capsys, "--auto", "--seed", "4")
    table = battle.parent / "yard.json"
    table.write_text(table.read_text().replace("[8, 8, 0]", "[8, 7, 0]"))
    assert "has changed since" in refused(capsys, str(battle))


def test_a_journal_needs_neither_battle_file_nor_gangs_any_more(battle: Path, capsys: Capture) -> None:
    whole = played(battle, capsys, "--auto", "--seed", "4")
    for path in battle.parent.glob("*.toml"):
        path.unlink()
    assert played(battle.with_suffix(".journal"), capsys) == whole


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("version = 1", "version = 2", "version 2"),
        ('"yard.json"', '"../yard.json"', "outside the folder"),
        ('"yard.json"', '"no-such-town"', "no bundled table"),
        ('"red.toml", ', "", "2 to 4"),
        ('"red.toml"', '"rod.toml"', "no such file"),
        ('"duel.toml"', '"nothing"', "no bundled scenario"),
        ('table = "yard.json"', "", "table"),
        ("gangs =", "gongs =", "gongs"),
        ("format", "[[[", "is not TOML"),
    ],
)
def test_faults_of_battle_files(battle: Path, capsys: Capture, old: str, new: str, says: str) -> None:
    battle.write_text(battle.read_text().replace(old, new, 1))
    assert run(["battle", str(battle)]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert "Traceback" not in said
    assert not battle.with_suffix(".journal").exists()


def test_a_battle_that_cannot_begin_leaves_no_journal(battle: Path, capsys: Capture) -> None:
    battle.write_text(battle.read_text().replace('"red.toml",', '"red.toml", "red.toml",'))
    assert "is for 2 gangs; there are 3" in refused(capsys, str(battle))
    battle.write_text(battle.read_text().replace('"red.toml", "red.toml",', '"red.toml",'))
    assert "no such file" in refused(capsys, str(battle), "--script", str(battle.parent / "none.txt"))
    assert not battle.with_suffix(".journal").exists()


def test_everything_outside_the_folder_is_told_at_once(battle: Path, capsys: Capture) -> None:
    battle.write_text(battle.read_text().replace('"red.toml"', '"../red.toml"').replace('"yard.json"', '"../yard.json"'))
    assert run(["battle", str(battle)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


@pytest.mark.skipif(os.name != "posix", reason="needs links")
@pytest.mark.parametrize("name", ["red.toml", "duel.toml", "yard.json"])
def test_links_in_a_circle_are_refused(battle: Path, capsys: Capture, name: str) -> None:
    path = battle.parent / name
    path.unlink()
    path.symlink_to(path)
    refused(capsys, str(battle))


def test_folders_are_neither_battles_nor_journals(battle: Path, capsys: Capture) -> None:
    assert "is a folder" in refused(capsys, ".")
    assert "is a folder" in refused(capsys, str(battle), "--journal", ".")
    assert "is a folder" in refused(capsys, str(battle), "--journal", "")


def test_a_journal_of_another_battle_is_refused(battle: Path, capsys: Capture) -> None:
    played(battle, capsys, "--seed", "1")
    other = battle.with_name("other.toml")
    other.write_text(battle.read_text().replace("Duel at the wall", "Another duel"))
    journal = str(battle.with_suffix(".journal"))
    assert 'is of the battle "Duel at the wall", not of "Another duel"' in refused(capsys, str(other), "--journal", journal)
    assert "is a journal itself" in refused(capsys, journal, "--journal", journal)


def test_the_program_types_no_dice(battle: Path, capsys: Capture) -> None:
    assert "the program rolls the dice" in refused(capsys, str(battle), "--auto", "--dice", "typed")


@pytest.mark.parametrize("table", ["a\0b", "", ".", "../yard.json", "/etc/hostname", "gone.json"])
def test_a_journal_with_an_impossible_table_is_refused_by_name(battle: Path, capsys: Capture, table: str) -> None:
    played(battle, capsys, "--seed", "1")
    journal = battle.with_suffix(".journal")
    header = read(journal.read_bytes()).header
    journal.write_bytes(begun({**header, "table": table})[0])
    assert journal.name in refused(capsys, str(battle))


def test_two_gangs_of_the_same_file_get_ids_of_their_own(battle: Path, capsys: Capture) -> None:
    battle.write_text(battle.read_text().replace('"blue.toml"', '"red.toml"'))
    ids = [one["id"] for one in played(battle, capsys, "--seed", "1")["fighters"]]
    assert len(set(ids)) == 4


def test_unknown_battles_rules_and_seeds_are_refused(battle: Path, capsys: Capture) -> None:
    assert "no bundled battle" in refused(capsys, "no-such-battle")
    assert '"geometry" is not available' in refused(capsys, str(battle), "--rules", "geometry")
    played(battle, capsys, "--seed", "1")
    assert "was begun with seed" in refused(capsys, str(battle), "--seed", "2")
    assert "no journal" in refused(capsys, str(battle.parent / "none.journal"))


@pytest.mark.parametrize("words", [("--auto",), ("--script", "answers.txt")])
def test_the_program_and_a_script_stop_where_somebody_else_answers(
    battle: Path, capsys: Capture, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    played(battle, capsys, "--seed", "1")
    monkeypatch.chdir(battle.parent)
    Path("answers.txt").write_text("1\n1\n")
    faster: list[Entry] = []

    def beaten(file: JournalFile, entry: Entry) -> None:
        if isinstance(entry, str) and not faster:
            faster.append(entry)
            with opened(file.path) as other:
                add(other, entry)
        add(file, entry)

    add = JournalFile.add
    monkeypatch.setattr(JournalFile, "add", beaten)
    assert "somebody else has answered meanwhile" in refused(capsys, str(battle), *words)
    assert read(battle.with_suffix(".journal").read_bytes()).entries[-1:] == tuple(faster)


def test_a_killed_program_leaves_a_journal_that_goes_on(battle: Path, capsys: Capture) -> None:
    """Killed at several moments; whatever was there is the beginning of the whole battle with this seed."""
    whole = played(battle, capsys, "--auto", "--seed", "4", "--journal", str(battle.parent / "whole.journal"))
    answers = read(Path(whole["journal"]).read_bytes()).answers
    journal = battle.with_suffix(".journal")
    command = [sys.executable, "-m", "sightline", "battle", str(battle), "--auto"]
    for lines in (3, 12):
        program = subprocess.Popen([*command, *(["--seed", "4"] if not journal.exists() else [])], stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60.0
        while program.poll() is None and time.monotonic() < deadline:
            if journal.exists() and journal.read_bytes().count(b"\n") >= lines:
                break
            time.sleep(0.002)
        if os.name == "posix":
            program.send_signal(signal.SIGKILL)
        else:
            program.kill()
        program.wait()
        kept = read(journal.read_bytes()).answers
        assert kept == answers[: len(kept)]
        assert len(kept) >= lines - 1
    assert played(battle, capsys, "--auto") == {**whole, "journal": str(journal)}


@pytest.mark.long
def test_the_bundled_battle_begins(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = played(Path("gantry-standoff"), capsys, "--seed", "1")
    assert found["journal"] == "gantry-standoff.journal"
    assert len(found["fighters"]) == 18
    assert json.loads(Path("gantry-standoff.journal").read_text().splitlines()[0])[1]["table"] == "gantry-town"


def test_the_log_tells_what_came_of_a_roll() -> None:
    hit = Roll("hit roll, gun", "D6", "anna", "4+", good=frozenset({4, 5, 6}), called=("hit", "missed"))
    cool = Roll("nerve test", "2D6", "anna", "7+", good=frozenset(range(7, 13)))
    log = [Answered(hit, (4,)), Answered(hit, (3,)), Answered(cool, (3, 4)), Answered(cool, (1, 5))]
    told = list(battle_log.lines(log, str.title))
    assert told == [
        "  Anna: hit roll, gun: 4 (needs 4+) -> hit",
        "  Anna: hit roll, gun: 3 (needs 4+) -> missed",
        "  Anna: nerve test: 3 4 (needs 7+) = 7 -> passed",
        "  Anna: nerve test: 1 5 (needs 7+) = 6 -> failed",
    ]


def test_what_is_sound_of_a_damaged_journal_is_rescued(battle: Path, capsys: Capture, tmp_path: Path) -> None:
    answers = script(tmp_path, "5", "2", "3 3 0", "undo", "3 2 0", "13 3 0")
    whole = played(battle, capsys, "--script", answers, "--dice", "typed")
    journal, new = Path(whole["journal"]), tmp_path / "new.journal"
    damaged = journal.read_bytes().replace(b"13 3 0", b"13 4 0")
    journal.write_bytes(damaged)
    line = refused(capsys, str(journal))
    assert "line 7 is damaged or was changed; the 3 answers before it are sound; --rescue NEW.journal" in line
    assert run(["battle", str(journal), "--rescue", str(new)]) == 0
    assert f"answers kept in {new}: 3; left out: 1 line of {journal}" in capsys.readouterr().err.replace("\n", " ")
    assert journal.read_bytes() == damaged
    assert read(new.read_bytes()).entries == (FIVE, TWO, "3 3 0", -1, "3 2 0")
    assert "not overwritten" in refused(capsys, str(journal), "--rescue", str(new))
    assert "not overwritten" in refused(capsys, str(journal), "--rescue", str(journal))
    assert played(new, capsys, "--script", script(tmp_path, "13 3 0"), "--dice", "typed")["events"] == whole["events"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--rescue", "new.journal", "--auto"), "--rescue goes only with"),
        (("--rescue", "new.toml"), "both ending in .journal"),
        (("--rescue", "no-folder/new.journal"), "no-folder"),
    ],
)
def test_what_cannot_be_rescued_says_why(
    battle: Path, capsys: Capture, words: tuple[str, ...], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(battle.parent)
    journal = played(battle, capsys, "--seed", "1")["journal"]
    assert says in refused(capsys, journal, *words)
    Path(journal).write_bytes(b"damaged\n")
    assert "is no journal of a battle" in refused(capsys, journal, "--rescue", "new.journal")
    assert "--rescue" not in refused(capsys, journal)
    assert not Path("new.journal").exists()


@pytest.mark.parametrize("words", [("--json",), ("--log",), ("--log", "--json")])
def test_looking_neither_locks_nor_writes(battle: Path, capsys: Capture, words: tuple[str, ...]) -> None:
    """Somebody else has it open, and has written half a line."""
    journal = Path(played(battle, capsys, "--seed", "1")["journal"])
    with opened(journal):
        torn = journal.read_bytes() + b'["0000'
        journal.write_bytes(torn)
        assert run(["battle", str(battle), *words]) == 0
        assert journal.read_bytes() == torn


def test_looking_makes_no_file_beside_the_journal(battle: Path, capsys: Capture, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    journal = Path(played(battle, capsys, "--seed", "1")["journal"])
    for path in (journal, battle.parent / "yard.json"):
        (other / path.name).write_bytes(path.read_bytes())
    before = sorted(other.iterdir())
    assert played(other / journal.name, capsys, "--log")["events"] == 0
    assert sorted(other.iterdir()) == before


def test_how_a_fighter_stands_says_that_he_is_climbing() -> None:
    start = plain({"anna": (10, 10), "bill": (20, 10)})
    assert condition(start, "anna") == "active"
    assert condition(start.changed("anna", climb=Climb(FigurePath(())), broken=True), "anna") == "active, climbing, broken"


class FullDisk(io.FileIO):
    """A file on a disk with room for a few more bytes only: what is written is cut short."""

    def write(self, line: Any, /) -> int:  # noqa: ANN401
        return super().write(bytes(line)[:3])


def test_what_a_full_disk_does_not_keep_has_not_been_played(battle: Path) -> None:
    """Neither an answer nor an undo; and once there is room the journal goes on, whole."""
    with kept(str(battle), seed=4) as file:
        play = play_of(file, typed=True)
        play.give((5,))
        usual, before = file._file, file.path.read_bytes()
        file._file = FullDisk(str(file.path), "r+b")
        file._file.seek(len(before))
        with pytest.raises(CommandError, match="what it holds so far is safe"):
            play.give((2,))
        with pytest.raises(CommandError, match="what it holds so far is safe"):
            play.take_back(1)
        assert play.game.answers == (FIVE,)
        assert file.path.read_bytes() == before
        file._file.close()
        file._file = usual
        play.give((2,))
    assert read(file.path.read_bytes()).answers == (FIVE, TWO)
