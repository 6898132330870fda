"""Who falls how far, and what that does."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules.systems.registry import DEFAULT
from scene.geometry.mesh import Point
from scene.hazards.fall_landing import Faller, fall_from
from scene.table.table import Figure, Table
from sightline.answers import fall_answer
from sightline.answers.as_measured import as_measured
from sightline.api.given_values import BASE_MM, figure_of, given_table, number, numbers, place, rules_of
from sightline.api.shown_answers import ShownAnswer

if TYPE_CHECKING:
    from PIL import Image


@dataclass(frozen=True, eq=False, repr=False)
class FallAnswer(ShownAnswer):
    """A fall, and all that may follow by the rules, level by level.

    Attributes:
        table: where.
        faller: who falls; nobody in particular without a figure.
        steps: the fall, then those that may follow.
    """

    table: Table
    faller: Faller
    steps: Sequence[fall_answer.FallStep]

    def document(self) -> dict[str, Any]:
        """As ``sightline fall --json`` has it."""
        return fall_answer.document(self.steps)

    def lines(self) -> list[str]:
        """How far, onto what, and what that does."""
        who = self.faller.figure.called if self.faller.figure else "a figure"
        return fall_answer.words(self.table, self.steps, who) + as_measured(self.table)

    def picture(self) -> "Image.Image":
        """The way down."""
        from sightline.drawing.hazards.fall_picture import fall_picture

        return fall_picture(self.table, self.faller, [step.fall for step in self.steps])


def fall(
    table: Table,
    at: Point | str | Figure,
    *,
    rules: str = DEFAULT,
    figure: str | Figure | None = None,
    toward: tuple[float, float] | None = None,
    base_mm: float | None = None,
) -> FallAnswer:
    """The fall of whoever goes over the edge at a place, or falls from there.

    Args:
        table: where.
        at: x, y, z in inches, on a floor near its edge or in the air; or the id or name of a figure, who falls from where it
            stands.
        rules: the name of the rule system, or a system file.
        figure: who falls, an id, a name or a figure of the table; by default nobody in particular, on a base of the usual
            size.
        toward: a place beyond the edge that it goes over; the nearest edge by default.
        base_mm: another base, millimetres from 5 to 200.

    Raises:
        SceneError: there is no edge to fall over.
    """
    given_table(table)
    if isinstance(at, str | Figure):
        figure = figure_of(table, at, "at")
        at = figure.position
    start, falls = place(at, "at"), rules_of(rules).falls
    who = None if figure is None else figure_of(table, figure, "figure").id
    base = None if base_mm is None else number(base_mm, "base_mm", BASE_MM, "millimetres")
    way = None if toward is None else _in_plan(toward)
    faller = fall_answer.who_falls(table, who, base, falls)
    return FallAnswer(table, faller, fall_answer.steps(fall_from(table, start, faller, toward=way), falls))


def _in_plan(toward: tuple[float, float]) -> tuple[float, float]:
    x, y = numbers(toward, "toward", 2, "a place in plan: two numbers x, y, inches")
    return x, y
