"""Odds against values worked out by hand and against a plain count of all rolls."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from rules.engine.exact_odds import odds
from rules.engine.procedure_steps import Choose, Option, Procedure, Roll, Say, call
from rules.errors import RulesError


def nothing_to_choose(request: Choose) -> Mapping[str, Fraction]:
    raise AssertionError(request)


def at_least(needed: int) -> Procedure[bool]:
    faces = yield Roll("roll", "D6", "a")
    yield Say("rolled")
    return bool(faces[0] >= needed)


def successes(dice: int, needed: int) -> Procedure[int]:
    count = 0
    for _ in range(dice):
        count += yield from call(at_least, needed)
    return count


def exploding(found: int) -> Procedure[int]:
    """A six is rolled again, up to 60 times: 6 ** 60 rolls, but few cases."""
    faces = yield Roll("roll", "D6", "a")
    if faces[0] == 6 and found < 60:
        return (yield from call(exploding, found + 1))
    return found


def test_one_die() -> None:
    assert odds(nothing_to_choose, at_least, 4) == {True: Fraction(1, 2), False: Fraction(1, 2)}


def test_successes_follow_the_binomial_law() -> None:
    found = odds(nothing_to_choose, successes, 4, 5)
    assert found[2] == 6 * Fraction(1, 3) ** 2 * Fraction(2, 3) ** 2
    assert sum(found.values()) == 1


def test_odds_equal_a_plain_count_of_all_rolls() -> None:
    def both() -> Procedure[tuple[int, bool]]:
        first = yield Roll("first", "2D6", "a")
        second = yield Roll("second", "D6", "a")
        return sum(first) + second[0], first[0] == first[1]

    counted = Counter((a + b + c, a == b) for a, b, c in product(range(1, 7), repeat=3))
    assert odds(nothing_to_choose, both) == {key: Fraction(count, 216) for key, count in counted.items()}


def test_equal_results_are_one_so_deep_procedures_are_cheap() -> None:
    found = odds(nothing_to_choose, exploding, 0)
    assert found[0] == Fraction(5, 6)
    assert found[60] == Fraction(1, 6) ** 60


def test_choices_are_weighed_as_said() -> None:
    def pick() -> Procedure[int]:
        value: int = yield Choose("which", "a", (Option("low", "low", 1), Option("high", "high", 2)))
        return value

    assert odds(lambda _: {"low": Fraction(1, 4), "high": Fraction(3, 4)}, pick) == {1: Fraction(1, 4), 2: Fraction(3, 4)}


def test_too_many_cases_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.engine.exact_odds.MOST_STEPS", 4_000)

    def long() -> Procedure[int]:
        total = 0
        for _ in range(12):
            faces = yield Roll("roll", "D6", "a")
            total = total * 7 + faces[0]
        return total

    with pytest.raises(RulesError, match="more than"):
        odds(nothing_to_choose, long)
