"""Rolls that two devices draw in a battle: kept, owed, falling again; and what is found in a journal that somebody changed."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.engine.drawn_entries import under_way
from rules.engine.given_entries import DrawnFaces, TypedFaces, unproven
from rules.engine.journal_format import Entry, journal_text, read
from rules.engine.procedure_steps import Roll
from rules.engine.shared_dice import commitment_of, drawn_faces, received
from rules.errors import RulesError
from sightline.session.battle_keeping import kept, play_of
from sightline.session.battle_log import lines
from sightline.session.play_loop import Play
from sightline.session.roll_verification import VerifiedRolls, verified
from tests.sightline.shared_rolls import answered, draw, number_of, revealed, set_up
from tests.sightline.small_battle import small_battle


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    return small_battle(tmp_path)


@pytest.fixture
def play(battle: Path) -> Iterator[Play]:
    with kept(str(battle), seed=4) as file:
        yield play_of(file, typed=False)


def checked(path: Path) -> VerifiedRolls:
    return verified(path, lambda _share: None)


def test_rolls_that_two_devices_drew_are_played_kept_told_and_found_right(play: Play) -> None:
    drawn = draw(play)
    draw(play, "blue", "red")
    assert next(lines(play.game.log, play.game.state.called)) == f"  red: who sets up first: {drawn.faces[0]}, drawn by both"
    set_up(play)
    journal = play.file.path
    count = sum(isinstance(one, DrawnFaces) for one in play.game.answers)
    assert count >= 4
    assert checked(journal) == VerifiedRolls(drawn_by_both=count)
    again = play_of(play.file, typed=False)
    assert again.game.answers == play.game.answers == read(journal.read_bytes()).answers
    assert list(lines(again.game.log, str)) == list(lines(play.game.log, str))


def test_nobody_draws_until_it_suits_them(play: Play) -> None:
    """Taken back, a roll falls again when it is asked for again, also where other answers were given before it, or fewer."""
    first, second = draw(play), draw(play, "blue", "red")
    play.take_back(2)
    with pytest.raises(RulesError, match="was drawn by both and taken back; it falls as it did"):
        play.shared_roll("red", "blue")
    assert play.fall_again()
    play.take_back(1)
    assert play.fall_again()
    assert play.game.taken_back, "what falls as it did leaves the rest to be given again"
    assert play.fall_again()
    assert [one.faces for one in play.game.answers if isinstance(one, DrawnFaces)] == [first.faces, second.faces]
    assert not play.fall_again()
    set_up(play)
    assert checked(play.file.path).wrong == ()
    before = [one for one in play.game.answers if isinstance(one, DrawnFaces)]
    play.take_back(len(play.game.answers))
    with pytest.raises(RulesError, match=f"drawn by both and taken back; it falls as it did: {first.faces[0]}"):
        play.give((first.faces[0] % 6 + 1,))
    play.give(first.faces)
    assert isinstance(play.game.pending, Roll)
    play.roll(play.game.pending)
    assert [one for one in play.game.answers if isinstance(one, DrawnFaces)] == before[:2], "whoever rolls"
    assert checked(play.file.path).wrong == ()


def test_a_roll_that_is_not_revealed_is_owed_and_nothing_goes_on_also_after_a_new_start(battle: Path) -> None:
    with kept(str(battle), seed=4) as file:
        play = play_of(file, typed=False)
        draw(play)
        play.take_back(1)
        play.fall_again()
        roll = answered(play.shared_roll("blue", "red"))
        play.keep_answered(roll)
    with kept(str(battle)) as file:
        play = play_of(file, typed=False)
        assert play.owed == roll
        assert play.owed.owes == "blue"
        question = play.game.pending
        assert isinstance(question, Roll)
        says = 'blue owes the reveal of a roll, "who sets up first"; nothing else is taken before it'
        tries: list[Callable[[], object]] = [
            lambda: play.give((6,)), lambda: play.give_line("6"), lambda: play.give_line("6 5"), lambda: play.roll(question),
            lambda: play.rule("bob broken"), play.give_again, lambda: play.shared_roll("red", "blue"),
            lambda: play.keep_answered(roll),
        ]  # fmt: skip
        for attempt in tries:
            with pytest.raises(RulesError, match=says):
                attempt()
        with pytest.raises(RulesError, match="not the roll that is owed"):
            play.give_drawn(replace(revealed(roll), answer=number_of("other")))
        with pytest.raises(RulesError, match="not the roll that is owed"):
            play.give_drawn(roll)
        found = checked(file.path)
        assert (found.wrong, found.owed) == ((), file.journal.entries[-1])
        with pytest.raises(RulesError, match="another number"):
            received(play.owed, "blue", roll.bound.number, "reveal", number_of("other").hex())
        play.give_drawn(revealed(play.owed))
        assert checked(file.path) == VerifiedRolls(drawn_by_both=3)


def test_a_roll_is_begun_again_where_something_was_kept_before_its_answer(play: Play) -> None:
    draw(play)
    late = answered(play.shared_roll("blue", "red"))
    play.take_back(1)
    play.fall_again()
    with pytest.raises(RulesError, match="begun again: something else was kept meanwhile"):
        play.keep_answered(late)
    for by, beside in (("red", "red"), ("red", "green"), ("", "red"), ("anna", "red")):
        with pytest.raises(RulesError, match="no two gangs of this battle"):
            play.shared_roll(by, beside)
    set_up(play)
    with pytest.raises(RulesError, match="no roll is asked for"):
        play.shared_roll("red", "blue")
    assert not play.fall_again()


def kept_rolls(battle: Path) -> Path:
    """A journal with rolls of each kind, one of them taken back and fallen again: the file that a tamperer changes."""
    with kept(str(battle), seed=4) as file:
        play = play_of(file, typed=False)
        draw(play)
        draw(play, "blue", "red")
        play.take_back(1)
        play.fall_again()
        while not isinstance(play.game.pending, Roll):
            assert play.game.pending is not None
            play.give(play.game.pending.options[0].key)
        play.roll(play.game.pending)
        play.give((2,))
    return file.path


Tamper = Callable[[list[Any], bytes], None]
"""Changes entries; it is told what rolls of the game are bound to."""


def put(place: int, **values: object) -> Tamper:
    def tamper(entries: list[Any], _game: bytes) -> None:
        entries[place] = replace(entries[place], **values)

    return tamper


def instead(first: int, count: int, *new: Entry) -> Tamper:
    def tamper(entries: list[Any], _game: bytes) -> None:
        entries[first : first + count] = new

    return tamper


def another_face(place: int) -> Tamper:
    """A face that did not fall: what falls is bound to the game, and so to the version of its rules."""

    def tamper(entries: list[Any], _game: bytes) -> None:
        entries[place] = replace(entries[place], faces=(entries[place].faces[0] % 6 + 1,))

    return tamper


def typed_and_drawn_late(entries: list[Any], _game: bytes) -> None:
    """A typed die in place of the second roll, whoever sets up first then does, and a drawn roll where none is asked for."""
    red_first = entries[1].faces[0] > 1
    typed, place = (TypedFaces((1,)), "1 1 0") if red_first else (TypedFaces((2,)), "12 1 0")
    entries[2:6] = [typed, place, DrawnFaces((2,), 0, b"\0" * 32)]


def drawn_anew(entries: list[Any], game: bytes) -> None:
    """In place of the roll that falls again: another one, bound to its number as it has to be."""
    owed, secret = entries[2], number_of("another try")
    bound = under_way(game, 5, owed).bound
    new = replace(owed, commitment=commitment_of(bound, secret))
    entries[5:6] = [new, DrawnFaces(drawn_faces(bound, secret, owed.answer), 5, secret)]


def earlier(entries: list[Any], _game: bytes) -> None:
    """Two entries before a roll are left out, and the numbers are put right."""
    del entries[:2]
    entries[1] = entries[3] = replace(entries[1], number=0)


def late_reveal(entries: list[Any], _game: bytes) -> None:
    """A roll is revealed only after something else was tried in its place."""
    entries[1:] = [TypedFaces((4,)), -1, entries[1]]


def test_a_journal_that_nobody_changed_is_right(battle: Path) -> None:
    assert checked(kept_rolls(battle)) == VerifiedRolls(rolled_by_program=1, typed=1, drawn_by_both=3)


@pytest.mark.parametrize(
    ("tamper", "line", "says"),
    [
        (another_face(1), 3, "both devices drew "),
        (put(1, secret=number_of("x")), 3, "not what was committed to"),
        (put(1, number=2), 2, "never revealed it"),
        (put(1, number=2), 3, "no roll number 2 was begun"),
        (late_reveal, 5, "roll number 0 was begun elsewhere in the journal"),
        (instead(1, 1, DrawnFaces((4,), 99, b"\0" * 32)), 2, "never revealed it"),
        (put(0, answer=number_of("x")), 3, "both devices drew"),
        (put(0, commitment=number_of("x")), 3, "not what was committed to"),
        (put(0, by="blue", beside="red"), 3, "not what was committed to"),
        (put(0, what="hit roll"), 3, "roll number 0 was begun for hit roll of red with D6"),
        (put(0, dice="2D6"), 3, "was begun for who sets up first of red with 2D6"),
        (put(0, beside="green"), 2, '"red" and "green" are no two gangs of this battle'),
        (put(0, beside="red"), 2, '"red" and "red" are no two gangs of this battle'),
        (another_face(5), 7, "roll number 2 for the same was taken back, and did not fall again"),
        (drawn_anew, 8, "roll number 2 for the same was taken back, and did not fall again"),
        (instead(5, 1, TypedFaces((6,))), 7, "roll number 2 for the same was taken back, and did not fall again"),
        (instead(1, 1), 2, "red had committed to it and been answered, and never revealed it"),
        (typed_and_drawn_late, 6, "it does not fit what is asked"),
        (instead(0, 1), 2, "no roll number 0 was begun"),
        (earlier, 3, "roll number 0 was begun for who sets up first of blue with D6"),
        (instead(10, 1, (6,)), 12, "the seed gives 3, and the journal has 6"),
        (instead(6, 1, "100 100 0"), 8, "it does not fit what is asked, so that nothing after it can be checked"),
    ],
)
def test_what_somebody_changed_is_found_also_with_its_sums_put_right(
    tamper: Tamper, line: int, says: str, battle: Path
) -> None:
    path = kept_rolls(battle)
    journal = read(path.read_bytes())
    entries = list(journal.entries)
    tamper(entries, journal.game)
    path.write_bytes(journal_text(journal.header, entries)[0])
    assert any(one.line == line and says in one.why for one in checked(path).wrong)


def test_rolls_of_another_game_are_not_those_of_this_one(battle: Path) -> None:
    path = kept_rolls(battle)
    journal = read(path.read_bytes())
    path.write_bytes(journal_text({**journal.header, "seed": 5}, journal.entries)[0])
    wrong = checked(path).wrong
    assert [one.line for one in wrong] == [3, 5, 12]
    assert "not what was committed to for this roll of this game" in wrong[0].why
    assert "the seed gives" in wrong[2].why


def test_a_journal_that_marks_no_typed_dice_is_gone_on_with_so_and_they_count_by_what_they_show(battle: Path) -> None:
    path = kept_rolls(battle)
    journal = read(path.read_bytes())
    header = {name: value for name, value in journal.header.items() if name != "typed"}
    path.write_bytes(journal_text(header, [(6,), (1,)])[0])
    with kept(str(path)) as file:
        play = play_of(file, typed=True)
        play.give(play.game.pending.options[0].key)  # type: ignore[union-attr]
        play.take_back(2)
        play.give((3,))
        assert file.journal.entries[-1] == (3,)
    found = checked(path)
    assert (found.rolls, found.rolled_by_program + found.typed, found.marked, found.wrong) == (3, 3, False, ())
    assert found.typed >= 2


def test_in_a_shared_moment_drawn_dice_count_as_typed(battle: Path) -> None:
    answers = read(kept_rolls(battle).read_bytes()).answers
    assert [type(one) for one in map(unproven, answers) if not isinstance(one, str)] == [
        TypedFaces,
        TypedFaces,
        tuple,
        TypedFaces,
    ]
