"""Secret choices at one terminal: who alone is asked, what is taken off the screen, and what nothing tells before that."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

import sightline as sl
from rules.engine.game_history import Answered
from rules.engine.procedure_steps import Choose, Option
from rules.skirmish.state.battle_state import Battle
from sightline.cli.command_line import run
from sightline.session import people_play
from sightline.session.battle_keeping import kept, play_of
from sightline.session.battle_log import lines
from sightline.session.people_play import by_people
from sightline.session.play_loop import SEEN, Play
from sightline.session.secret_choices import VEILED, Lookers, chooser, chooses_alone, veiled
from sightline.session.targets.decision_evidence import CHARGE
from sightline.session.targets.evidence_log import chooses_target
from sightline.session.terminal_screen import BACK, BESIDE, beside_screen, off_screen
from tests.sightline.secret_toy import ROW, TELLING, toy_rules
from tests.sightline.small_battle import small_battle

Capture = pytest.CaptureFixture[str]
__all__ = ["toy_rules"]
pytestmark = pytest.mark.usefixtures("toy_rules")

AWAY = "a secret choice of {}: everybody else looks away"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return small_battle(tmp_path)


@pytest.fixture
def play(path: Path) -> Iterator[Play]:
    with kept(str(path), seed=4) as file:
        yield play_of(file, typed=False)


class Screen:
    """A terminal: what stands on its first screen, and what was ever told beside it."""

    def __init__(self, *typed: str) -> None:
        self.first: list[str] = []
        self.beside: list[str] = []
        self.hidden: list[str] = []
        self._away = False
        self._typed = iter(typed)

    def say(self, line: str) -> None:
        (self.beside if self._away else self.first).append(line)

    def read(self) -> str | None:
        return next(self._typed, None)

    @contextmanager
    def alone(self) -> Iterator[None]:
        self._away = True
        self.beside.append("---")
        try:
            yield
        finally:
            self._away = False

    def played(self, play: Play) -> "Screen":
        by_people(play, self.say, self.read, hide=self.hidden.append, beside=self.alone)
        assert next(self._typed, None) is None, "all that was typed is read"
        return self


def telling(said: list[str]) -> list[str]:
    """Lines that tell what only one may see."""
    return [line for line in said if any(word in line for word in TELLING)]


def test_each_player_is_asked_in_secret_on_a_screen_of_which_nothing_is_left(play: Play) -> None:
    screen = Screen("sun", "\n", "2", "fox", "\n", "1", "elk", "rain").played(play)
    assert play.game.pending is None
    assert [line for line in screen.first if "secret" in line or "looks" in line] == [
        f"{AWAY.format('red')}; press Enter",
        "the choice of red is made: everybody looks again",
        f"{AWAY.format('blue')}; press Enter",
        "the choice of blue is made: everybody looks again",
    ]
    shown = screen.first.index("the choice of blue is made: everybody looks again")
    assert not telling(screen.first[:shown])
    assert screen.first[shown + 1 : shown + 7] == [
        "  red: how many counters (Anna): two counters",
        "  red: which counter (Anna): the fox",
        "  blue: how many counters (Bill): one counter",
        "  blue: which counter (Bill): elk",
        "all counters are turned over",
        "  Anna: wind: 1",
    ]
    assert screen.hidden == ["2", "fox", "1", "elk"]
    assert screen.beside.count("---") == 2
    assert "   1  the owl  [owl]" in screen.beside
    # What was told beside the first screen is told on it too, as it is hidden.
    assert screen.first.count("  red: how many counters (Anna): hidden") == 1


def test_where_nobody_looks_on_nothing_more_is_read(play: Play) -> None:
    said: list[str] = []
    typed = iter(["sun", *ROW, "rain"])
    by_people(play, said.append, lambda: next(typed, None))
    assert play.game.pending is None
    assert said[said.index("red: how many counters (Anna)?") - 1] == AWAY.format("red")
    assert "   2  the fox  [fox]: runs twice" in said


def test_a_pipe_and_a_script_take_the_answers_alone(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("sun\n2\nfox\n"))
    assert run(["battle", str(path), "--seed", "4"]) == 0
    said = capsys.readouterr()
    assert said.err.count("> ") == 4
    assert "\x1b" not in said.out + said.err
    assert f"{AWAY.format('blue')}\n" in said.out
    script = tmp_path / "script.txt"
    script.write_text("\n".join([*ROW[2:], "rain"]))
    assert run(["battle", str(path), "--script", str(script), "--log"]) == 0
    assert "the fox" in capsys.readouterr().out


def test_nothing_is_answered_or_told_before_the_player_is_alone(play: Play) -> None:
    screen = Screen("sun", "2", "fox", "why", "log", "help", 'rule "we play on"', "\n", "quit").played(play)
    assert play.game.answers[:1] == ("sun",)
    assert len(play.game.answers) == 2, "the weather and a ruling"
    assert screen.first.count("press Enter first: what is asked is not shown yet") == 2
    assert not telling(screen.first)
    assert telling(screen.beside)


def test_taking_back_leads_to_the_other_player_only_when_he_is_alone(play: Play) -> None:
    """Blue takes the last answer of red back: it is red's again, and blue sees nothing of it."""
    screen = Screen("sun", "\n", "2", "fox", "undo", "\n", "owl", "\n", "undo", "redo", "\n", "undo 2", "quit").played(play)
    assert not telling(screen.first)
    assert play.game.answers == ("sun",)
    asked = [line for line in screen.beside if line.endswith("?") or line == "---"]
    many, which = "red: how many counters (Anna)?", "red: which counter (Anna)?"
    blue = "blue: how many counters (Bill)?"
    assert asked == ["---", many, which, "---", which, "---", blue, "---", blue]
    assert screen.first[-1] == "kept; the same command goes on from here"


def test_taking_back_what_was_shown_is_told(play: Play) -> None:
    screen = Screen("sun", "\n", "2", "fox", "\n", "1", "elk", "log", "undo 1", "quit").played(play)
    assert "  red: which counter (Anna): the fox" in screen.first
    assert screen.first[screen.first.index(SEEN) + 1] == f"{AWAY.format('blue')}; press Enter"
    assert [line for line in lines(play.game.log, play.game.state.called) if "hidden" in line] == [
        "  red: how many counters (Anna): hidden",
        "  red: which counter (Anna): hidden",
        "  blue: how many counters (Bill): hidden",
    ]


def test_of_a_gang_that_plays_alone_nobody_has_to_look_away(play: Play) -> None:
    play.give("sun")
    battle, question = play.game.state, play.game.pending
    assert chooses_alone(battle, question, {"red", "blue"}) == "red"
    assert chooses_alone(battle, question, {"red"}) == ""
    assert chooses_alone(battle, question, {"blue", "green"}) == ""
    assert chooses_alone(battle, None, {"red", "blue"}) == ""


def test_a_veiled_question_tells_who_is_asked_and_nothing_else(play: Play) -> None:
    open_one = play.game.pending
    assert veiled(play.game.state, open_one) is open_one
    play.give("sun")
    found = veiled(play.game.state, play.game.pending)
    assert found is not None
    assert (found.what, found.who) == (VEILED, "red")
    assert chooser(play.game.state, found) == "red"
    assert not telling([repr(found)])


def test_whoever_looks_alone_is_done_when_anything_else_is_asked() -> None:
    assert Lookers().now_asked("red") == Lookers()
    assert Lookers("red").now_asked("red") == Lookers("red")
    assert Lookers("red").now_asked("blue") == Lookers(done="red")
    assert Lookers("red").now_asked("") == Lookers(done="red")


def test_python_tells_no_secret_that_was_not_shown(path: Path) -> None:
    with sl.Battle.open(path, seed=4) as battle:
        battle.answer("sun")
        before = battle.state
        for answer in ROW[:3]:
            battle.answer(answer)
            assert not telling([*battle.log, repr(battle), repr(battle.state.models)])
            assert isinstance(battle.state, Battle)
            assert battle.state == before
        assert sum(line.endswith("hidden") or ": hidden  [" in line for line in battle.log) == 3
        battle.answer(ROW[3])
        assert len(telling(battle.log)) == 3
        battle.undo()
        assert not telling(battle.log)


def test_what_is_left_out_of_the_log_is_told_as_hidden_while_it_is_secret(play: Play) -> None:
    """A line that is missing would tell which answer it was."""
    question = Choose(
        "a ploy", "red", (Option("none", "no ploy"), Option("trap", "a trap")), secret=True, untold=frozenset({"none"})
    )
    for answer in ("none", "trap"):
        assert list(lines([Answered(question, answer)], play.game.state.called)) == ["  red: a ploy: hidden"]
    assert list(lines([Answered(question, "none", revealed=True)], play.game.state.called)) == []


def test_nothing_is_told_of_whom_somebody_charges_in_secret() -> None:
    question = Choose("charge", "red", (Option("bill", "Bill", "bill"),), kind=CHARGE, secret=True)
    assert not chooses_target(Answered(question, "bill"))
    assert chooses_target(Answered(question, "bill", revealed=True))


def test_where_the_rules_play_the_others_nobody_has_to_look_away(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_play, "battle_rules", lambda _: SimpleNamespace(played=lambda _: {"blue"}))
    screen = Screen("sun", "2", "quit").played(play)
    assert screen.beside == screen.hidden == []
    assert "red: which counter (Anna)?" in screen.first


def test_the_log_as_json_tells_no_secret_that_was_not_shown(path: Path, tmp_path: Path, capsys: Capture) -> None:
    script = tmp_path / "script.txt"
    script.write_text("\n".join(["sun", *ROW[:2]]))
    run(["battle", str(path), "--script", str(script), "--log", "--json"])
    found = capsys.readouterr().out
    assert "the fox" not in found
    assert "how many counters (Anna): hidden" in found


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 2


def terminal_of(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal that is ten letters wide and five lines high."""
    found = Terminal()
    monkeypatch.setattr(sys, "stderr", found)
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(os, "get_terminal_size", lambda _file: os.terminal_size((10, 5)))
    monkeypatch.setenv("TERM", "xterm")
    return found


def test_what_was_typed_is_wiped_off_line_by_line_where_the_terminal_can(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    off_screen("yes")
    off_screen("x" * 20)
    assert terminal.getvalue() == "\x1b[1A\r\x1b[J\x1b[3A\r\x1b[J"
    monkeypatch.setenv("TERM", "dumb")
    off_screen("yes")
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setenv("TERM", "xterm")
    off_screen("yes")
    assert terminal.getvalue() == "\x1b[1A\r\x1b[J\x1b[3A\r\x1b[J"


def test_the_other_screen_goes_whatever_happens_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)

    def left() -> None:
        with beside_screen():
            sys.stderr.write("options")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        left()
    assert terminal.getvalue() == f"{BESIDE}options{BACK}"


def test_a_terminal_without_another_screen_is_filled_with_empty_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    monkeypatch.setenv("TERM", "dumb")
    with beside_screen():
        sys.stderr.write("options\n")
    assert terminal.getvalue() == "options\n" + "\n" * 5
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with beside_screen():
        pass
    assert terminal.getvalue() == "options\n" + "\n" * 5
