"""Several programs play one battle: each follows what the others answer, and none of them answers what it has not seen."""

import os
import re
import secrets
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

import sightline as sl
from rules.engine.journal_format import added
from rules.engine.procedure_steps import Roll
from rules.engine.shared_dice import SharedRoll, commitment_of, received
from rules.errors import RulesError
from sightline.errors import CommandError
from sightline.session.battle_keeping import game_kept, kept, play_of
from sightline.session.journal_files import GoneOnMeanwhileError, read_journal
from sightline.session.people_play import by_people
from sightline.session.play_loop import Play
from tests.sightline.owed_roll import answered
from tests.sightline.small_battle import small_battle, with_cards

Two = tuple[Play, Play]
POSIX = pytest.mark.skipif(os.name == "nt", reason="needs a terminal that a program can hold")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return small_battle(tmp_path)


@pytest.fixture
def both(path: Path) -> Iterator[Two]:
    """The battle in two programs."""
    with kept(str(path), seed=4) as file, kept(str(path)) as other:
        yield play_of(file, typed=False), play_of(other, typed=False)


def first(play: Play) -> None:
    """Rolls, or gives the first answer that there is."""
    question = play.game.pending
    assert question is not None
    if isinstance(question, Roll):
        play.roll(question)
    else:
        play.give(question.options[0].key)


def begun(*plays: Play) -> None:
    """Sets up and rolls, until somebody is activated."""
    while plays[0].game.pending is None or plays[0].game.pending.what != "who is activated":
        first(plays[0])
    for play in plays:
        play.catch_up()


def check_same(*plays: Play) -> None:
    """All have the battle that the journal tells."""
    journal = read_journal(plays[0].file.path)
    fresh, _ = game_kept(plays[0].file.path, journal, journal.answers)
    for play in plays:
        play.catch_up()
        assert play.file.journal == journal
        assert play.game.answers == fresh.answers
        assert play.game.state.models == fresh.state.models
        assert str(play.game.pending) == str(fresh.pending)


def test_two_programs_answer_in_turn_and_none_answers_what_is_asked_no_longer(both: Two) -> None:
    one, other = both
    for number in range(15):
        mine, his = (one, other) if number % 3 else (other, one)
        mine.catch_up()
        before = his.game.pending
        his.catch_up()
        first(mine)
        asked = his.game.pending
        with pytest.raises(GoneOnMeanwhileError):
            first(his)
        assert his.game.pending is not before or his.game.pending == asked, "nothing of it is done"
        assert his.catch_up()
    check_same(one, other)


def test_what_one_has_answered_another_takes_back_gives_again_and_answers_otherwise(both: Two) -> None:
    one, other = both
    begun(one, other)
    one.give("bill")
    one.rule("anna broken", "red")
    other.catch_up()
    assert other.game.state.model("anna").broken
    other.take_back(2)
    check_same(one, other)
    assert not one.game.state.model("anna").broken
    one.give_again()
    check_same(one, other)
    assert len(one.game.taken_back) == len(other.game.taken_back) == 1, "the ruling can be made again, by either"
    other.give_again()
    check_same(one, other)
    assert one.game.state.model("anna").broken
    one.take_back(2)
    one.give("bob")
    check_same(one, other)
    assert len(one.game.taken_back) == len(other.game.taken_back) == 0


def test_a_roll_that_two_devices_draw_is_owed_in_every_program(both: Two) -> None:
    one, other = both
    secret = secrets.token_bytes(32)
    roll = one.shared_roll("red", "blue")
    number = roll.bound.number
    roll = received(roll, "red", number, "commitment", commitment_of(roll.bound, secret).hex())
    roll = received(roll, "blue", number, "answer", secrets.token_bytes(32).hex())
    one.keep_answered(roll)
    stale = other.shared_roll("red", "blue")
    with pytest.raises(GoneOnMeanwhileError):
        other.keep_answered(SharedRoll(stale.bound, bytes(32), bytes(32)))
    other.catch_up()
    assert other.owed == one.owed == roll
    with pytest.raises(RulesError, match="owes the reveal"):
        first(other)
    told: list[str] = []
    by_people(other, told.append, lambda: None)
    assert any("owes the reveal" in line for line in told), "whoever looks on is told, and nothing is rolled"
    other.give_drawn(received(roll, "red", number, "reveal", secret.hex()))
    check_same(one, other)
    assert one.owed is None


def test_a_roll_in_secret_that_is_owed_is_told_before_anybody_looks_away(tmp_path: Path) -> None:
    with kept(str(with_cards(tmp_path))) as file:
        play, told = play_of(file, typed=False), list[str]()
        play.keep_answered(answered(play.shared_roll("red", "blue")))
        by_people(play, told.append, lambda: None, beside=nullcontext, ask_at_end=True)
        owed = 'red owes the reveal of a roll, "tactic card"; it is waited for'
        assert told[:2] == [owed, "a secret choice of red: everybody else looks away; press Enter"]


def test_an_answer_that_does_not_fit_is_told_and_the_game_is_as_the_journal_before_it(both: Two) -> None:
    one, other = both
    begun(one, other)
    one.file.add("bill")
    line, _ = added(one.file.journal, "nobody")
    with one.file.path.open("ab") as journal:
        journal.write(line)
    for _ in range(2):
        with pytest.raises(CommandError, match=r"does not fit: .*nobody"):
            other.catch_up()
        assert other.game.answers == other.file.journal.answers
        assert other.game.answers[-1] == "bill"
    with pytest.raises(GoneOnMeanwhileError):
        other.give("face")


PLAYS = """
import sys
import sightline as sl
with sl.Battle.open(sys.argv[1]) as battle:
    print("ready", flush=True)
    sys.stdin.readline()
    given = 0
    while given < 8:
        try:
            battle.answer("" if type(battle.question).__name__ == "Roll" else "1")
            given += 1
        except sl.CommandError as error:
            assert "gone on meanwhile" in str(error), error
"""


def test_programs_that_answer_at_the_same_moment_have_one_battle(both: Two) -> None:
    one, other = both
    words = [sys.executable, "-c", PLAYS, str(one.file.path)]
    running = [subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in both]
    for program in running:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
    for program in running:
        assert program.stdin is not None
        program.stdin.write("\n")
        program.stdin.flush()
    for program in running:
        program.communicate(timeout=60)
        assert program.returncode == 0
    check_same(one, other)
    chosen = [answer for answer in one.game.answers if isinstance(answer, str)]
    assert len(chosen) >= 10


def test_dice_that_came_of_what_others_answered_are_rolled_once_enter_is_pressed(both: Two) -> None:
    one, other = both
    begun(one, other)
    typed: list[Callable[[], str]] = []
    told: list[str] = []

    def others() -> str:
        one.catch_up()
        one.take_back(one.since(1))
        while not isinstance(one.game.pending, Roll):
            first(one)
        raise GoneOnMeanwhileError

    def late() -> str:
        other_roll = one.game.pending
        assert isinstance(other_roll, Roll)
        one.catch_up()
        one.roll(other_roll)
        return "1\n"

    typed += [others, lambda: "4\n", lambda: "\n", others, late, lambda: "quit"]

    def read() -> str:
        return typed.pop(0)()

    by_people(other, told.append, read, ask_at_end=True)
    assert typed == []
    assert told.count("the program rolls these dice: press Enter, or wait for who rolls them") == 1
    assert "      others may roll; Enter has the program roll" in told
    assert any(line.startswith("answers taken back by others: ") for line in told)
    assert told.count("the battle has gone on meanwhile; look what is asked now") == 1, "the answer that was late"
    check_same(one, other)


@POSIX
def test_at_a_terminal_what_others_answer_is_told_at_once_and_what_was_begun_is_forgotten(both: Two) -> None:
    import pty

    one, _ = both
    begun(one)
    held, its = pty.openpty()
    command = [sys.executable, "-m", "sightline", "battle", str(one.file.path)]
    program = subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env={**os.environ, "TERM": "xterm"})
    os.close(its)
    said = ""

    def until(words: str) -> None:
        nonlocal said
        end = time.monotonic() + 60.0
        while not re.search(words, said, re.DOTALL):
            assert time.monotonic() < end, said
            if select.select([held], [], [], 0.1)[0]:
                said += os.read(held, 4096).decode()

    until("who is activated.*> ")
    os.write(held, b"1")
    one.give("bob")
    until(r"who is activated: Bob.*: action.*> ")
    os.write(held, b"undo\n")
    until(r"who is activated: Bob.*who is activated\?.*> ")
    assert one.catch_up() == (-1,), "what was begun for another question is no part of it"
    os.write(held, b"quit\n")
    program.wait(60.0)
    os.close(held)


def test_from_python_an_answer_that_is_late_is_refused(path: Path) -> None:
    with sl.Battle.open(path, seed=4) as one, sl.Battle.open(path) as other:
        asked = other.question
        assert one.question == asked
        one.answer("1")
        with pytest.raises(CommandError, match="gone on meanwhile"):
            other.answer("2")
        assert other.question == one.question != asked
        other.answer("1")
        with pytest.raises(CommandError, match="gone on meanwhile"):
            one.undo()
        one.undo()
        assert other.catch_up()
        assert not other.catch_up()
        assert one.question == other.question
    with pytest.raises(CommandError, match="closed"):
        one.catch_up()
