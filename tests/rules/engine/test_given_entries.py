"""Rulings by the table, secrets and forced answers in a toy game: made, taken back, made again, replayed, refused."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.dice import Faces, thrown
from rules.engine.game_history import Answered, Game, Ruled
from rules.engine.given_entries import Given, Ruling
from rules.engine.procedure_steps import Choose, Option, Procedure, Roll, Say, call
from rules.errors import RulesError

GOAL = 30
YES_NO = (Option("yes", "yes", value=True), Option("no", "no", value=False))
Pot = tuple[int, int]
"""What is in the pot, and how many dice are thrown."""


def throw(pot: Pot) -> Procedure[int]:
    faces: Faces = yield Roll("throw", f"{pot[1]}D6", "a", needs=f"{pot[0]} or less")
    return sum(faces)


def turn(pot: Pot) -> Procedure[Pot]:
    """Throw, say it, and throw once more if wanted; those with 13 in the pot give up."""
    total, dice = pot
    yield Say("a new turn", state=pot)
    total += yield from call(throw, pot)
    if total == 13:
        raise RulesError("13 brings bad luck")
    yield Say(f"now {total}", state=(total, dice))
    more: bool = yield Choose("again?", "a", YES_NO)
    if more:
        total += yield from call(throw, (total, dice))
    return total, dice


def step(pot: Pot) -> Procedure[Pot] | None:
    return turn(pot) if pot[0] < GOAL else None


def applied(pot: Pot, text: str) -> tuple[Pot, str]:
    match text.split():
        case ["pot", number]:
            return (int(number), pot[1]), f"the pot holds {number}"
        case ["dice", number]:
            return (pot[0], int(number)), f"{number} dice are thrown"
        case ["say", *_]:
            return pot, text
    raise RulesError(f'"{text}" is no ruling')


def new_game(answers: tuple[Given, ...] = ()) -> Game[Pot]:
    return Game((0, 1), step, answers, applied=applied)


def told(game: Game[Pot]) -> list[str]:
    return [f"{'again ' * line.again}{line.answer}" if isinstance(line, Answered) else line_words(line) for line in game.log]


def line_words(line: Say | Ruled) -> str:
    return line.text if isinstance(line, Say) else line.words


def same(one: Game[Pot], other: Game[Pot]) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in ("answers", "log", "state", "settled", "pending")) and [
        moment.state for moment in one.moments()
    ] == [moment.state for moment in other.moments()]


def test_a_ruling_is_in_force_from_the_start_of_the_step_and_its_answers_stand() -> None:
    game = new_game(((4,),))
    game.rule(Ruling("pot 10", "a"))
    assert (game.state, game.settled) == ((14, 1), (10, 1))
    assert isinstance(game.pending, Choose)
    assert game.answers == ((4,), Ruling("pot 10", "a"))
    game.answer("no")
    assert game.settled == (14, 1)


def test_what_is_told_again_word_for_word_is_told_once() -> None:
    game = new_game(((4,),))
    before = told(game)
    game.rule(Ruling("say hello"))
    assert told(game) == [*before, "say hello"]
    game.rule(Ruling("pot 0"))
    assert told(game) == [*before, "say hello", "the pot holds 0"], "all is as it was"
    game.rule(Ruling("pot 2"))
    assert told(game)[-3:] == ["the pot holds 2", "again (4,)", "now 6"], "the roll needs something else now"


def test_answers_that_no_longer_fit_are_dropped_and_told() -> None:
    game = new_game(((4,), "yes"))
    game.rule(Ruling("dice 2"))
    assert isinstance(game.pending, Roll)
    (ruled,) = (line for line in game.log if isinstance(line, Ruled))
    assert [(one.question.what, one.answer) for one in ruled.dropped] == [("throw", (4,)), ("again?", "yes")]
    game.answer((5, 2))
    assert game.state == (7, 2)


def test_an_answer_that_a_procedure_cannot_go_on_from_any_more_is_dropped() -> None:
    game = new_game(((4,), "yes"))
    game.rule(Ruling("pot 9"))
    assert game.settled == (9, 1)
    assert isinstance(game.pending, Roll)
    (ruled,) = (line for line in game.log if isinstance(line, Ruled))
    assert [one.answer for one in ruled.dropped] == [(4,), "yes"]
    assert same(game, new_game(game.answers))


def test_a_ruling_can_end_the_game_and_be_taken_back() -> None:
    game = new_game(((4,),))
    game.rule(Ruling("pot 30"))
    assert (game.pending, game.state) == (None, (30, 1))
    with pytest.raises(RulesError, match="over"):
        game.rule(Ruling("pot 3"))
    game.undo()
    assert same(game, new_game(((4,),)))


def test_what_is_no_ruling_changes_nothing() -> None:
    game = new_game(((4,), "yes"))
    game.undo()
    with pytest.raises(RulesError, match="no ruling"):
        game.rule(Ruling("nonsense"))
    assert same(game, new_game(((4,),)))
    assert game.taken_back == ("yes",)
    with pytest.raises(RulesError, match="no rulings can be made"):
        Game((0, 1), step).rule(Ruling("pot 3"))


def test_a_ruling_with_which_the_step_cannot_begin_changes_nothing() -> None:
    def picky(pot: Pot) -> Procedure[Pot] | None:
        if pot[1] == 3:
            raise ZeroDivisionError
        return turn(pot)

    game: Game[Pot] = Game((0, 1), picky, ((4,),), applied=applied)
    before = game.log, game.state, game.pending, game.answers
    with pytest.raises(ZeroDivisionError):
        game.rule(Ruling("dice 3"))
    assert (game.log, game.state, game.pending, game.answers) == before
    game.answer("no")
    assert game.settled == (4, 1)


def lap(pot: Pot) -> Procedure[Pot]:
    """So many single throws; who throws depends on the pot, and 13 brings bad luck."""
    total, dice = pot
    for _ in range(dice):
        faces: Faces = yield Roll("throw", "D6", "a" if pot[0] < 20 else "b")
        total += faces[0]
        if total == 13:
            raise RulesError("13 brings bad luck")
        yield Say("thrown", state=(total, dice))
    return total, dice


def laps(*answers: Given) -> Game[Pot]:
    return Game((0, 3), lambda pot: lap(pot) if pot[0] < GOAL else None, answers, applied=applied)


def dropped(game: Game[Pot]) -> list[object]:
    return [one.answer for line in game.log if isinstance(line, Ruled) for one in line.dropped]


def test_what_is_told_in_the_same_words_tells_how_things_are_now() -> None:
    game = laps((4,))
    game.rule(Ruling("pot 2"))
    assert told(game) == ["(4,)", "thrown", "the pot holds 2"]
    assert (game.state, game.moments()[-1].state) == ((6, 3), (6, 3))


def test_a_step_that_ends_sooner_leaves_none_of_its_answers_to_the_next() -> None:
    game = laps((4,), (5,))
    game.rule(Ruling("dice 1"))
    assert (game.settled, dropped(game)) == ((4, 1), [(5,)])
    assert same(game, laps(*game.answers))


def test_an_answer_is_not_given_to_a_question_to_somebody_else() -> None:
    game = laps((4,))
    game.rule(Ruling("pot 20"))
    assert game.pending is not None
    assert (game.pending.who, game.state, dropped(game)) == ("b", (20, 3), [(4,)])


def test_answers_before_the_one_that_breaks_a_procedure_off_stand() -> None:
    game = laps((4,), (3,))
    game.rule(Ruling("pot 6"))
    assert (game.state, dropped(game)) == ((10, 3), [(3,)])


RULINGS = st.sampled_from(["say so", "pot 0", "pot 3", "pot 12", "pot 25", "dice 1", "dice 2"])


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), rulings=st.lists(st.tuples(st.integers(0, 6), RULINGS), max_size=5))
def test_with_rulings_among_the_answers_undo_redo_and_replay_come_to_the_same(
    seed: int, rulings: list[tuple[int, str]]
) -> None:
    rng, game = np.random.default_rng(seed), new_game()
    kept: list[Game[Pot]] = [new_game()]
    for wait, text in [*rulings, (6, "say the end")]:
        for _ in range(wait):
            if game.pending is not None:
                any_answer(game, rng)
                kept.append(new_game(game.answers))
        if game.pending is not None:
            game.rule(Ruling(text))
            kept.append(new_game(game.answers))
    assert len(kept) == len(game.answers) + 1 == len(game.moments())
    assert same(game, kept[-1])
    for moment, once in zip(game.moments(), kept, strict=True):
        assert (moment.state, moment.lines, moment.question) == (once.state, len(once.log), once.pending)
    for once in kept[-2::-1]:
        game.undo()
        assert same(game, once)
    for once in kept[1:]:
        game.redo()
        assert same(game, once)
    if len(game.answers) > 2:
        game.undo(len(game.answers) - 1)
        assert same(game, kept[1])


def any_answer(game: Game[Pot], rng: np.random.Generator) -> None:
    """A roll or a choice by chance; 13 is not thrown."""
    question = game.pending
    assert question is not None
    for _ in range(20):
        roll = isinstance(question, Roll)
        try:
            game.answer(thrown(question.dice, rng) if roll else ("yes", "no")[int(rng.integers(2))])  # type: ignore[union-attr]
        except RulesError:
            continue
        return


def test_a_question_with_one_possible_answer_is_not_asked_unless_the_game_says_so() -> None:
    def lone(pot: Pot) -> Procedure[Pot]:
        only: int = yield Choose("how many", "a", (Option("two", "two", 2),))
        faces: Faces = yield Roll("throw", "D6", "a")
        return pot[0] + only * faces[0], pot[1]

    def lonely(pot: Pot) -> Procedure[Pot] | None:
        return lone(pot) if pot[0] < GOAL else None

    asks: Game[Pot] = Game((0, 1), lonely, ("two", (3,)))
    quick: Game[Pot] = Game((0, 1), lonely, ((3,),), asks_forced=False)
    assert (asks.settled, quick.settled) == ((6, 1), (6, 1))
    assert isinstance(asks.pending, Choose)
    assert isinstance(quick.pending, Roll)
    assert [type(line) for line in quick.log] == [Answered]


def test_a_lone_option_beside_free_answers_is_asked() -> None:
    def free(pot: Pot) -> Procedure[Pot]:
        got: int = yield Choose("how many", "a", (Option("two", "two", 2),), lambda text: Option(text, text, int(text)))
        return pot[0] + got, pot[1]

    game: Game[Pot] = Game((0, 1), lambda pot: free(pot) if pot[0] < 9 else None, asks_forced=False)
    game.answer("7")
    assert game.settled == (7, 1)


def picks(pot: Pot) -> Procedure[Pot]:
    """Both pick in secret; what both picked is thrown on."""
    yield Choose("open", "a", YES_NO)
    one: bool = yield from call(pick, "a")
    other: bool = yield from call(pick, "b")
    yield Say("both have picked")
    yield Roll("before", "D6", "a")
    yield Say("shown", reveals=True)
    yield Roll("after", "D6", "a")
    return pot[0] + one + other, pot[1]


def pick(who: str) -> Procedure[bool]:
    found: bool = yield Choose("pick", who, YES_NO, secret=True)
    return found


def hidden(game: Game[Pot]) -> list[bool]:
    return [line.hidden for line in game.log if isinstance(line, Answered) and line.question.what == "pick"]


def test_a_secret_answer_is_hidden_until_its_procedure_reveals_it() -> None:
    game: Game[Pot] = Game((0, 1), lambda pot: picks(pot) if pot[0] < 9 else None, ("yes", "yes", "no"), applied=applied)
    assert hidden(game) == [True, True]
    game.answer((3,))
    assert hidden(game) == [False, False]
    game.undo()
    assert hidden(game) == [True, True], "taking the reveal back hides them again"
    game.rule(Ruling("say so"))
    assert hidden(game) == [True, True], "what is only said lets nothing begin again"
    game.rule(Ruling("pot 1"))
    assert hidden(game) == [True] * 4
    game.answer((3,))
    assert hidden(game) == [True, True, False, False], "those before the ruling say nothing"
    replayed: Game[Pot] = Game((0, 1), lambda pot: picks(pot) if pot[0] < 9 else None, game.answers, applied=applied)
    assert replayed.log == game.log


def test_what_another_procedure_reveals_stays_hidden_elsewhere() -> None:
    def apart(pot: Pot) -> Procedure[Pot]:
        yield Choose("pick", "a", YES_NO, secret=True)
        yield from call(shows, pot)
        yield Roll("after", "D6", "a")
        return pot

    def shows(_pot: Pot) -> Procedure[None]:
        yield Choose("pick", "b", YES_NO, secret=True)
        yield Say("shown", reveals=True)

    game: Game[Pot] = Game((0, 1), apart, ("yes", "no"))
    assert hidden(game) == [True, False]


@pytest.mark.parametrize("throughout", [True, False])
def test_what_is_revealed_throughout_is_so_until_that_is_taken_back(throughout: bool) -> None:
    def apart(pot: Pot) -> Procedure[Pot]:
        yield Choose("pick", "a", YES_NO, secret=True)
        if pot[0] == 2:
            yield Say("all is shown", reveals=True, throughout=throughout)
        return pot[0] + 1, pot[1]

    game: Game[Pot] = Game((0, 1), lambda pot: apart(pot) if pot[0] < 3 else None, ("yes", "no"))
    assert hidden(game) == [True, True]
    game.answer("yes")
    shown = [not throughout] * 2 + [False]
    assert hidden(game) == shown
    game.undo()
    assert hidden(game) == [True, True], "also what was answered in steps before the one that is taken back"
    game.redo()
    assert hidden(game) == shown


def test_answers_in_turn_are_all_taken_or_none() -> None:
    left: list[Faces | str] = [(4,), "yes", (2,)]
    game = new_game()
    game.answer_in_turn(lambda _question: left.pop(0) if left else None)
    assert game.answers == ((4,), "yes", (2,))
    game.undo()
    wrong: list[Faces | str] = [(2,), (3,), (3,)]

    with pytest.raises(RulesError, match="choice"):
        game.answer_in_turn(lambda _question: wrong.pop(0) if wrong else None)
    assert game.taken_back == ((2,),)
    assert same(game, new_game(((4,), "yes")))
