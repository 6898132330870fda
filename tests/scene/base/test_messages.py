"""Messages: numbers and texts as they say them, and many lines of one kind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scene.base.messages import capped, plain, shown_text


@pytest.mark.parametrize(
    ("value", "digits", "written"),
    [
        (0, 6, "0"), (48, 6, "48"), (-0.5, 6, "-0.5"), (2952.76, 3, "2953"), (787.4, 3, "787"), (6.299, 3, "6.3"),
        (0.04, 3, "0.04"), (1e6, 6, "1,000,000"), (-1e4, 6, "-10,000"), (1000, 6, "1000"), (1 / 3, 3, "0.333"),
        (-1e-7, 6, "-0.0000001"),
    ],
)  # fmt: skip
def test_numbers_without_powers_of_ten(value: float, digits: int, written: str) -> None:
    assert plain(value, digits) == written


@given(st.floats(-1e14, 1e14))
def test_a_written_number_is_the_number(value: float) -> None:
    assert "e" not in plain(value)
    assert float(plain(value).replace(",", "")) == pytest.approx(value, rel=1e-5, abs=1e-9)


def test_texts_are_cut_and_made_printable() -> None:
    assert shown_text("a\x1b[2Jb") == "a?[2Jb"
    assert shown_text("x" * 5000) == "x" * 40 + "..."


def test_of_each_kind_twenty_lines_and_then_a_count() -> None:
    """Lines of a kind differ in quoted names and in numbers; a count of one says less than the line itself."""
    floats = [f'figure "f{i}": floats {i}.5 inch above' for i in range(30)]
    lines = [line for pair in zip(floats, [f'terrain "{i}": is lost' for i in range(30)], strict=True) for line in pair]
    found = capped(["one", *lines, "two"])
    assert found.count("and 10 more of this kind") == 2
    assert [found[0], found[-1]] == ["one", "two"]
    assert found[1:41] == lines[:40]
    assert len(found) == 44
    assert capped(floats[:21]) == floats[:21]


def test_there_is_an_end_to_kinds_as_well() -> None:
    found = capped("a" * number for number in range(1, 1001))
    assert len(found) == 201
    assert found[-1] == "and 800 more lines"
