"""Choices: options that are looked at only when somebody asks for them."""

import pytest

from rules.engine.procedure_steps import Choose, Option, PossibleOptions, chosen
from rules.errors import RulesError

CANDIDATES = tuple(Option(key, key.upper(), key) for key in "abc")
END = Option("end", "end")


def but_b(looked_at: list[str]) -> PossibleOptions:
    def can(option: Option) -> bool:
        looked_at.append(option.key)
        return option.key != "b"

    return PossibleOptions(CANDIDATES, can)


def test_possible_options_are_those_that_can_be_chosen_in_their_order() -> None:
    options = but_b([]).followed_by(END)
    assert tuple(options) == options[:] == (CANDIDATES[0], CANDIDATES[2], END) == options
    assert (len(options), options[0], options[-1], bool(options)) == (3, CANDIDATES[0], END, True)
    assert not PossibleOptions(CANDIDATES, lambda _: False)
    assert options != (CANDIDATES[0], END)
    assert hash(options) == hash(tuple(options))


def test_possible_options_are_looked_at_once_and_only_those_that_are_asked_for() -> None:
    looked_at: list[str] = []
    question = Choose("what", "red", but_b(looked_at).followed_by(END))
    assert "end" in question
    assert chosen(question, "c").value == "c"
    assert looked_at == ["c"]
    assert [option.key for option in question.options] == ["a", "c", "end"]
    assert ("b" in question, "d" in question, 3 in question) == (False, False, False)
    assert sorted(looked_at) == ["a", "b", "c"]


def test_possible_options_refuse_what_cannot_be_chosen_and_tell_what_can() -> None:
    with pytest.raises(RulesError, match='"b" is not offered for "what"; it may be: A, C'):
        chosen(Choose("what", "red", but_b([])), "b")


def test_possible_options_a_single_one_is_forced() -> None:
    alone = Choose("what", "red", PossibleOptions(CANDIDATES, lambda option: option.key == "b"))
    assert alone.forced == CANDIDATES[1]
    assert Choose("what", "red", but_b([])).forced is None
