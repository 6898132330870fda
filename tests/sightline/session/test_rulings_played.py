"""Rulings, dice of several rolls in one line, secrets and forced answers, as people at a terminal and scripts meet them."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import sightline as sl
from rules.engine.dice import Faces
from rules.engine.game_history import Game
from rules.engine.given_entries import Ruling, TypedFaces
from rules.engine.journal_format import Entry, added, begun, read
from rules.engine.procedure_steps import Answer, Choose, Option, Procedure, Roll, Say
from rules.errors import RulesError
from rules.skirmish.state.battle_state import Battle
from sightline.cli.command_line import run
from sightline.errors import CommandError
from sightline.session.battle_keeping import kept, play_of
from sightline.session.battle_log import lines
from sightline.session.people_play import HELP, by_people
from sightline.session.play_loop import OLD_JOURNAL, Play
from tests.rules.skirmish.battles import battle as plain
from tests.sightline.small_battle import small_battle

Capture = pytest.CaptureFixture[str]
SET_UP = ("5", "2", "3 3 0", "13 3 0", "3 9 0", "13 13 0", "6", "1")


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    return small_battle(tmp_path)


@pytest.fixture
def scripted(battle: Path, tmp_path: Path, capsys: Capture) -> Callable[..., tuple[int, str]]:
    """Answers given from a script: the exit code, and what was said."""

    def give(*answers: str, journal: Path | None = None) -> tuple[int, str]:
        path = tmp_path / "script.txt"
        path.write_text("\n".join(answers))
        code = run(["battle", str(journal or battle), "--script", str(path), "--dice", "typed", "--log"])
        said = capsys.readouterr()
        return code, said.out + said.err

    return give


def entries(battle: Path) -> tuple[Entry, ...]:
    return read(battle.with_suffix(".journal").read_bytes()).entries


def test_a_script_makes_rulings_that_are_kept_and_replayed(battle: Path, scripted: Callable[..., tuple[int, str]]) -> None:
    code, said = scripted(*SET_UP, "anna", "rule Bill broken", 'rule "we play on"', "end")
    assert code == 0
    assert "ruling: Bill is broken  [ruling by the table]" in said
    assert "ruling: we play on  [ruling by the table]" in said
    assert entries(battle)[-4:] == ("anna", Ruling("Bill broken"), Ruling('"we play on"'), "end")
    with kept(str(battle)) as file:
        play = play_of(file, typed=True)
        assert play.game.settled.model("bill").broken
        play.take_back(3)
        assert not play.game.settled.model("bill").broken
        for _ in range(3):
            play.give_again()
        assert play.game.settled.model("bill").broken


def test_a_ruling_that_moves_somebody_tells_the_place_once(scripted: Callable[..., tuple[int, str]]) -> None:
    _, said = scripted(*SET_UP, "rule move bill 3 12 0")
    assert "ruling: Bill is moved to 3 12 0  [ruling by the table]" in said


def test_a_ruling_that_makes_no_sense_names_the_line_of_the_script(scripted: Callable[..., tuple[int, str]]) -> None:
    code, said = scripted(*SET_UP, "rule quill broken")
    assert code == 2
    assert f'line {len(SET_UP) + 1} of the script: "quill" is no fighter; there are: Anna, Alan, Bill, Bob; a ruling is' in said


def test_in_the_middle_of_a_step_what_no_longer_fits_is_told_and_asked_again(battle: Path) -> None:
    with kept(str(battle), seed=4) as file:
        play = play_of(file, typed=True)
        for line in (*SET_UP, "anna", "shoot", "bill"):
            play.give_line(line)
        assert play.game.pending is not None
        assert play.game.pending.what.startswith("hit roll")
        play.give_line("rule bill out of action")
        told = list(lines(play.game.log, play.game.state.called))
        assert "ruling: Bill is out of action; no longer fits, and is asked again or gone: red: target (Anna): Bill" in told[-2]
        assert not play.game.state.model("bill").on_table


def test_people_at_a_terminal_make_rulings(battle: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    for answer in (*SET_UP, "anna"):
        type_in(battle, monkeypatch, answer)
    capsys.readouterr()
    type_in(battle, monkeypatch, "rule Anna hard target", "RULE bill blessed", "rule", "help", "undo", "redo")
    said = capsys.readouterr().out
    assert "ruling: Anna is a hard target" in said
    assert "Anna: active, hard target; actions left: 2" in said
    assert '"blessed" is no mark of Bill; there are: broken' in said
    assert "a ruling says something; type FIGURE MARK" in said
    assert HELP in said
    assert "rule FIGURE MARK [on|off|N]" in HELP
    ruling = Ruling("Anna hard target")
    assert entries(battle)[-3:] == (ruling, -1, ruling)


def type_in(battle: Path, monkeypatch: pytest.MonkeyPatch, *typed: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([*typed, "quit"]) + "\n"))
    assert run(["battle", str(battle), "--dice", "typed"]) == 0


def test_an_old_journal_still_replays_and_takes_a_ruling_which_is_told(battle: Path) -> None:
    """A journal of version 1 holds the answers to questions with one possible answer, and goes on to ask them."""
    with kept(str(battle), seed=4) as file:
        header = file.journal.header
    path = battle.with_suffix(".journal")
    anna = ("anna", "end", "bill", "end")
    old: list[Answer] = [(5,), (2,), "3 3 0", "13 3 0", "3 9 0", "13 13 0", (6,), (1,), *anna, "alan", "end", "bob"]
    data, journal = begun({**header, "version": 1})
    for one in old:
        line, journal = added(journal, one)
        data += line
    path.write_bytes(data)
    with kept(str(path)) as file:
        play = play_of(file, typed=True)
        assert play.game.answers == tuple(old)
        assert play.rule("bob broken") == OLD_JOURNAL
        assert play.rule("bob broken off") == ""
    assert path.read_bytes().startswith(data)
    assert read(path.read_bytes()).version == 1
    path.unlink()
    with kept(str(battle), seed=4) as file:
        play = play_of(file, typed=True)
        for number, one in enumerate(old):
            if number not in {12, 14}:
                play.give(one)
        assert play.rule("bob broken") == ""
        assert play.game.settled.activation is not None
        assert play.game.settled.activation.fighter == "bob", "the last of each gang is activated without being asked for"


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("5 2", ((5,), (2,))),
        ("5, 2", ((5,), (2,))),
        ("5,2", ((5,), (2,))),
        ("3", ((3,),)),
    ],
)
def test_dice_of_several_rolls_are_typed_in_one_line(battle: Path, line: str, given: tuple[Faces, ...]) -> None:
    with kept(str(battle), seed=4) as file:
        play = play_of(file, typed=True)
        play.give_line(line)
        assert play.game.answers == file.journal.answers == tuple(map(TypedFaces, given))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("5 2 4", 'no roll asks for 4: after the others "where to set up" is asked; nothing of "5 2 4" was taken'),
        ("5 7", '"7" cannot be rolled with D6'),
        ("52", '"52" cannot be rolled with D6'),
        ("5 x", '"x" cannot be rolled with D6'),
    ],
)
def test_of_dice_that_do_not_fit_none_is_taken(battle: Path, line: str, says: str) -> None:
    with kept(str(battle), seed=4) as file:
        play = play_of(file, typed=True)
        with pytest.raises(RulesError) as caught:
            play.give_line(line)
        assert says in caught.value.faults[0]
        assert play.game.answers == file.journal.answers == ()


def toss(battle: Battle) -> Procedure[Battle]:
    """Two dice, a symbol die and one; then a secret that is shown after a throw."""
    yield Roll("pair", "2D6", "anna")
    yield Roll("injury", "injury", "anna")
    yield Roll("one", "D6", "anna")
    yield Choose("pick", "red", (Option("yes", "Yes"), Option("no", "No")), secret=True)
    yield Roll("open", "D6", "anna")
    yield Say("Yes or no?", reveals=True)
    yield Roll("last", "D6", "anna")
    return battle


@pytest.fixture
def tossing(battle: Path) -> Play:
    game = Game(plain({"anna": (4.0, 4.0), "bill": (9.0, 4.0)}), toss)
    with kept(str(battle), seed=4) as file:
        return Play(game, Kept(file.path, file.journal, io.BytesIO()), 4, typed=True)  # type: ignore[arg-type]


class Kept:
    """A journal that is kept in memory."""

    def __init__(self, path: Path, journal: object, _file: object) -> None:
        self.path, self.journal = path, journal
        self.added: list[object] = []

    def add(self, entry: object) -> None:
        self.added.append(entry)

    gone_on = False

    def news(self) -> tuple[object, ...]:
        return ()


def test_of_dice_that_cannot_all_be_kept_those_that_are_kept_have_been_played(tossing: Play) -> None:
    def full(entry: object) -> None:
        if kept_so_far:
            raise CommandError("the disk is full")
        kept_so_far.append(entry)

    kept_so_far: list[object] = []
    tossing.file.add = full  # type: ignore[method-assign]
    with pytest.raises(CommandError, match="full"):
        tossing.give_line("3 5 out 4")
    assert tossing.game.answers == tuple(kept_so_far) == (TypedFaces((3, 5)),)


@pytest.mark.parametrize("line", ["3 5 out 4", "35 out 4", "3, 5, out, 4", "3+5 OUT 4"])
def test_each_roll_takes_its_dice_together_or_one_by_one(tossing: Play, line: str) -> None:
    tossing.give_line(line)
    typed = [TypedFaces((3, 5)), TypedFaces((6,)), TypedFaces((4,))]
    assert list(tossing.game.answers) == tossing.file.added == typed  # type: ignore[attr-defined]


def test_a_secret_is_taken_off_the_screen_and_shown_as_hidden_until_it_is_revealed(tossing: Play) -> None:
    said: list[str] = []
    off: list[str] = []
    typed = iter(["3 5 out 4", "yes", "log", "2", "quit"])
    by_people(tossing, said.append, lambda: next(typed), hide=off.append)
    assert off == ["yes"]
    asked = said.index("Red: pick?")
    assert said[asked - 1] == "a secret choice of Red: everybody else looks away"
    assert said.count("  Red: pick: hidden") == 2, "as news, and in the log"
    assert not any("Yes" in line for line in said[asked + 3 : said.index("  Red: pick: Yes")])
    assert said[said.index("Yes or no?") - 2] == "  Red: pick: Yes", "told once more, as it is hidden no longer"
    assert list(lines(tossing.game.log, tossing.game.state.called))[3] == "  Red: pick: Yes"
    tossing.take_back(1)
    assert list(lines(tossing.game.log, tossing.game.state.called))[3] == "  Red: pick: hidden"


def test_from_python_a_ruling_is_made_and_taken_back(battle: Path) -> None:
    with sl.Battle.open(battle, seed=4, typed=True) as played:
        for one in SET_UP:
            played.answer(one)
        played.rule("anna broken")
        assert played.state.model("anna").broken
        assert played.log[-1] == "ruling: Anna is broken  [ruling by the table]"
        played.undo()
        assert not played.state.model("anna").broken
        played.answer('rule "we play on"')
        with pytest.raises(RulesError, match="no mark of Anna"):
            played.rule("rule anna blessed")
        with pytest.raises(CommandError, match="a ruling as a text"):
            played.rule(3)  # type: ignore[arg-type]
    with pytest.raises(CommandError, match="closed"):
        played.rule("anna broken")


def test_a_ruling_says_who_made_it_where_that_is_known(battle: Path) -> None:
    with kept(str(battle), seed=4) as file:
        play = play_of(file, typed=True)
        play.rule('"we play on"', "red")
        assert file.journal.entries == (Ruling('"we play on"', "red"),)
        assert list(lines(play.game.log, play.game.state.called))[-1] == "ruling by red: we play on"
