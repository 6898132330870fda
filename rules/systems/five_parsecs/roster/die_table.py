"""Tables of one die: rows for ranges of its faces, such as 01-15, which neither overlap nor leave gaps."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, NoReturn, TypeVar

from rules.roster.toml_reading import tidy
from scene.base.json_fields import Check, WrongValue

HUNDRED = 100
"""Faces of a D100."""
Row = TypeVar("Row")

_RANGE = re.compile(r"([0-9]{1,3})(?: ?- ?([0-9]{1,3}))?")


@dataclass(frozen=True, order=True)
class DieRange:
    """Faces of a die, from one to another with both."""

    low: int
    high: int

    def __str__(self) -> str:
        """As tables have it: 07, 01-15."""
        return f"{self.low:02}" if self.low == self.high else f"{self.low:02}-{self.high:02}"


@dataclass(frozen=True)
class DieTable(Generic[Row]):
    """A table.

    Attributes:
        rows: what each range brings, in the order of the ranges.
    """

    rows: tuple[tuple[DieRange, Row], ...]

    def at(self, face: int) -> Row:
        """What a face of the die brings."""
        return next(row for faces, row in self.rows if faces.low <= face <= faces.high)


def die_range(most: int) -> Check:
    """A range of the faces 1 to ``most``: "01-15", "7", or a bare number; 00 is the hundred of a D100."""

    def check(value: object) -> DieRange:
        said = f"{value:g}" if isinstance(value, float) else tidy(value) if isinstance(value, str) else ""
        found = _RANGE.fullmatch(said)
        if found is None:
            _fail(most)
        low, high = (_face(face, most) for face in (found[1], found[2] or found[1]))
        if not 1 <= low <= high <= most:
            _fail(most)
        return DieRange(low, high)

    return check


def _face(written: str, most: int) -> int:
    return HUNDRED if written == "00" and most == HUNDRED else int(written)


def _fail(most: int) -> NoReturn:
    raise WrongValue(f'a range within 1 to {most} such as "1-{min(most, 15)}", the lower number first')


def die_misfits(rows: Sequence[tuple[DieRange, str]], most: int) -> Iterator[str]:
    """What is wrong with ranges, each with the name of its row, that are to cover 1 to ``most``: overlaps and gaps."""
    reached, last = 0, ""
    for faces, name in sorted(rows):
        if faces.low > reached + 1:
            yield f"nothing is said for {DieRange(reached + 1, faces.low - 1)}"
        elif faces.low <= reached:
            both = DieRange(faces.low, min(reached, faces.high))
            yield f'"{last}" and "{name}" overlap: both are there for {both}'
        if faces.high > reached:
            reached, last = faces.high, name
    if reached < most:
        yield f"nothing is said for {DieRange(reached + 1, most)}"
