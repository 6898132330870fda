"""Games as the history of their answers: undo, redo and replay, scripts, and what is refused."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.dice import Faces
from rules.engine.game_history import Answered, Game
from rules.engine.procedure_steps import Answer, Choose, Option, Procedure, Roll, Say, call
from rules.errors import RulesError
from tests.rules.engine.answerers import Dice, Script, played

GOAL = 30


def throw(total: int) -> Procedure[int]:
    faces: Faces = yield Roll("throw", "2D6", "a")
    return total + sum(faces)


def turn(total: int) -> Procedure[int]:
    """Throw once or twice; at most once more after doubles of the total."""
    total = yield from call(throw, total)
    yield Say(f"now {total}", state=total)
    more: bool = yield Choose("again?", "a", (Option("yes", "yes", value=True), Option("no", "no", value=False)))
    return (yield from call(throw, total)) if more else total


def step(total: int) -> Procedure[int] | None:
    return turn(total) if total < GOAL else None


def new_game() -> Game[int]:
    return Game(0, step)


def test_a_game_asks_and_goes_on() -> None:
    game = new_game()
    assert isinstance(game.pending, Roll)
    game.answer((3, 4))
    assert isinstance(game.pending, Choose)
    assert (game.state, game.settled) == (7, 0)
    game.answer("yes")
    game.answer((1, 1))
    assert (game.state, game.settled) == (9, 9)
    assert [type(line) for line in game.log] == [Answered, Say, Answered, Answered]


@pytest.mark.parametrize("answer", [(7, 1), (1,), (1, 2, 3), "no", (True, 1), (0, 3), [1, 2]])
def test_what_cannot_be_rolled_changes_nothing(answer: Answer) -> None:
    game = new_game()
    with pytest.raises(RulesError, match="throw"):
        game.answer(answer)
    assert game.answers == ()
    assert isinstance(game.pending, Roll)


@pytest.mark.parametrize("answer", ["maybe", "", "YES", (1, 2)])
def test_what_is_not_offered_changes_nothing(answer: Answer) -> None:
    game = Game(0, step, [(1, 2)])
    with pytest.raises(RulesError, match="again"):
        game.answer(answer)
    assert game.answers == ((1, 2),)
    game.answer("no")
    assert game.settled == 3


def test_an_answer_that_a_procedure_cannot_go_on_from_changes_nothing() -> None:
    def once(total: int) -> Procedure[int]:
        way: str = yield Choose("way", "a", (Option("far", "far", "far"), Option("near", "near", "near")))
        if way == "far":
            raise RulesError("there is no way")
        return (yield from call(throw, total))

    game: Game[int] = Game(0, lambda total: once(total) if total < GOAL else None)
    for answer in ("near", (3, 4)):
        game.answer(answer)
    with pytest.raises(RulesError, match="no way"):
        game.answer("far")
    assert (game.answers, game.state, len(game.log)) == (("near", (3, 4)), 7, 2)
    game.answer("near")
    game.answer((1, 1))
    assert (game.state, isinstance(game.pending, Choose)) == (9, True)


def test_a_procedure_that_fails_changes_nothing() -> None:
    """Whatever goes wrong in a procedure, the game is where it was, and goes on from there."""

    def failing(total: int) -> Procedure[int]:
        faces: Faces = yield Roll("throw", "D6", "a")
        yield Say("thrown")
        return total + 6 // (faces[0] - 1)

    game = Game(0, lambda total: failing(total) if total < GOAL else None, [(2,)])
    before = game.pending, game.log, game.state
    with pytest.raises(ZeroDivisionError):
        game.answer((1,))
    assert (game.pending, game.log, game.state) == before
    game.answer((3,))
    assert (game.answers, game.state) == (((2,), (3,)), 9)


def test_a_game_that_is_over_takes_no_answer() -> None:
    game = played(new_game(), Script([(6, 6), "yes", (6, 6), (5, 5), "no"]))
    assert (game.pending, game.state) == (None, 34)
    with pytest.raises(RulesError, match="over"):
        game.answer((1, 1))


def test_answers_that_do_not_fit_name_their_number() -> None:
    with pytest.raises(RulesError, match="answer 2"):
        Game(0, step, [(1, 2), (3, 4)])


def test_a_script_that_ends_too_soon_says_where() -> None:
    with pytest.raises(RulesError, match="again"):
        played(new_game(), Script([(1, 2)]))


def by_chance(seed: int) -> Game[int]:
    rng = np.random.default_rng(seed)
    return played(new_game(), Dice(rng, lambda question: question.options[int(rng.integers(2))].key))


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), back=st.integers(1, 40))
def test_undone_and_done_again_a_game_is_the_same(seed: int, back: int) -> None:
    game = by_chance(seed)
    answers, log, state = game.answers, game.log, game.state
    back = min(back, len(answers))
    game.undo(back)
    fresh = Game(0, step, answers[: len(answers) - back])
    assert (game.answers, game.log, game.state, game.pending) == (fresh.answers, fresh.log, fresh.state, fresh.pending)
    for _ in range(back):
        game.redo()
    assert (game.answers, game.log, game.state, game.pending) == (answers, log, state, None)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_a_replay_ends_the_same(seed: int) -> None:
    game = by_chance(seed)
    again = Game(0, step, game.answers)
    assert (again.log, again.state) == (game.log, game.state)


def test_undo_to_the_start() -> None:
    game = by_chance(1)
    while game.answers:
        game.undo()
    assert (game.state, game.log) == (0, ())
    with pytest.raises(RulesError, match="cannot be taken back"):
        game.undo()


def test_a_new_answer_forgets_what_was_taken_back() -> None:
    game = new_game()
    game.answer((1, 2))
    game.undo()
    game.answer((5, 5))
    with pytest.raises(RulesError, match="nothing"):
        game.redo()


@given(seed=st.integers(0, 2**32 - 1))
def test_moments_are_what_the_first_answers_come_to(seed: int) -> None:
    """How things were after each number of answers: told from the log, and played again for comparison."""
    game = played(new_game(), Dice(np.random.default_rng(seed), lambda _question: "yes"))
    moments = game.moments()
    assert len(moments) == len(game.answers) + 1
    for count, moment in enumerate(moments):
        again = Game(0, step, game.answers[:count])
        assert (moment.state, moment.lines, moment.question) == (again.state, len(again.log), again.pending)
