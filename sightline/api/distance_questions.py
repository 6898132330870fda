"""How far it is, and what is in the way."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scene.geometry.mesh import Point
from scene.measuring.distance import Span
from scene.table.scan_measurements import Known
from scene.table.table import Figure, Piece, Table
from sightline.answers import distance_answer
from sightline.api.given_values import figure_of, given_table, place
from sightline.api.shown_answers import ShownAnswer, with_more

if TYPE_CHECKING:
    from PIL import Image


@dataclass(frozen=True, kw_only=True, repr=False)
class SpanAnswer(ShownAnswer, Span):
    """A distance.

    Attributes:
        table: where.
        ids: of figures, and what the others were called.
        ends: what sentences call the two.
        blocked_by: ids of what the straight way goes through.
        low, high: inches, between which the distance on the real table lies in 95 of 100 cases; None where it is exact.
        known: what is known of the way on a scanned table; None for any other.
    """

    table: Table = field(compare=False, repr=False)
    ids: tuple[str, str]
    ends: tuple[str, str]
    blocked_by: tuple[str, ...]
    low: float | None
    high: float | None
    known: Known | None

    @property
    def _bounds(self) -> tuple[float, float] | None:
        return None if self.low is None or self.high is None else (self.low, self.high)

    def document(self) -> dict[str, Any]:
        """As ``sightline measure --json`` has it."""
        return distance_answer.document(self, self.blocked_by, self._bounds, self.known)

    def lines(self) -> list[str]:
        """The distance with its limits, and what is in the way."""
        told = distance_answer.words(self, tuple(map(self.table.called, self.blocked_by)), self._bounds, self.known)
        return [f"{self.ends[0]} to {self.ends[1]}: {told}"]

    def picture(self) -> "Image.Image":
        """The way on the table."""
        from sightline.drawing.sight.overview import best_side, overview

        return overview(self.table, viewpoint=best_side(self.table, self.from_, self.to), witness=(self.from_, self.to))


def measure(table: Table, a: str | Figure | Piece | Point, b: str | Figure | Piece | Point) -> SpanAnswer:
    """The distance between the nearest points of two figures, pieces, places, or tags of a scan.

    Args:
        table: where.
        a, b: ids or names, figures or pieces of the table, or places x, y, z in inches.

    Raises:
        SceneError: with all that stands for nothing.
    """
    given_table(table)
    found = distance_answer.distance(table, _name(table, a, "a"), _name(table, b, "b"))
    low, high = found.bounds or (None, None)
    called = (table.called(found.ids[0]), table.called(found.ids[1]))
    return with_more(
        SpanAnswer,
        found.span,
        table=table,
        ids=found.ids,
        ends=called,
        blocked_by=found.blocked,
        low=low,
        high=high,
        known=found.known,
    )


def _name(table: Table, given: str | Figure | Piece | Point, name: str) -> str:
    """What was given as the command has it, to the last digit."""
    if isinstance(given, Figure):
        return figure_of(table, given, name).id
    if isinstance(given, Piece):
        return given.id
    return typed(given, name)


def typed(given: str | Point, name: str = "place") -> str:
    """A name, or a place as a command has it, to the last digit."""
    return given if isinstance(given, str) else ",".join(repr(value).removesuffix(".0") for value in place(given, name))
