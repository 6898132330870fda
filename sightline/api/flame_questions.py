"""Whom a flame template hits, and where it is laid best."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rules.hazards.flame_hits import Flame, flamed
from rules.hazards.flame_placement import best_flames
from rules.systems.registry import DEFAULT
from scene.geometry.mesh import Point
from scene.table.table import Figure, Table
from sightline.answers import flame_answer
from sightline.answers.as_measured import as_measured
from sightline.api.given_values import figure_of, given_table, place, rules_of, yes_or_no
from sightline.api.shown_answers import ShownAnswer, with_more

if TYPE_CHECKING:
    from PIL import Image


@dataclass(frozen=True, kw_only=True, repr=False)
class FlameAnswer(ShownAnswer, Flame):
    """One template, and who fires it."""

    table: Table = field(compare=False, repr=False)
    shooter: Figure = field(compare=False, repr=False)

    def document(self) -> dict[str, Any]:
        """As ``sightline flame --json`` has it."""
        return flame_answer.document(self)

    def lines(self) -> list[str]:
        """Whom it hits, and why."""
        return flame_answer.words(self.table, self) + as_measured(self.table)

    def picture(self) -> "Image.Image":
        """How it lies."""
        from sightline.drawing.hazards.flame_picture import flame_picture

        return flame_picture(self.table, self.shooter, self)


@dataclass(frozen=True, eq=False, repr=False)
class BestFlameAnswer(ShownAnswer):
    """The templates that are worth most, the best first; false where none hits anybody.

    Attributes:
        table: where.
        shooter: who fires them.
        choices: each with where it is aimed and what it is worth: 1 for an enemy, -1 for a friend and the shooter.
    """

    table: Table
    shooter: Figure
    choices: Sequence[flame_answer.Choice]

    def __bool__(self) -> bool:
        """Whether any hits anybody."""
        return bool(self.choices)

    def document(self) -> dict[str, Any]:
        """As ``sightline flame --best --json`` has it."""
        return flame_answer.choices_document(self.choices)

    def lines(self) -> list[str]:
        """The best, and those after it."""
        return flame_answer.choices_words(self.table, self.choices) + as_measured(self.table)

    def picture(self) -> "Image.Image":
        """How the best one lies; the table where there is none."""
        from sightline.drawing.hazards.flame_picture import flame_picture
        from sightline.drawing.sight.overview import overview

        return flame_picture(self.table, self.shooter, self.choices[0][1]) if self.choices else overview(self.table)


def flame(table: Table, shooter: str | Figure, at: Point, *, string: bool = False, rules: str = DEFAULT) -> FlameAnswer:
    """One flame template, its narrow end at the shooter's base.

    Args:
        table: where.
        shooter: an id, a name, or a figure of the table.
        at: what its axis runs over.
        string: whether it is measured to the enemy who stands there, in place of the template.
        rules: the name of the rule system, or a system file.

    Raises:
        SceneError: the shooter is not on the table.
        RulesError: it cannot be laid there.
    """
    given_table(table)
    yes_or_no(string=string)
    who, middle, told_by = figure_of(table, shooter, "shooter"), place(at, "at"), rules_of(rules)
    told_by.check("numbers")
    found = flamed(table, who.id, middle, string=bool(string))
    found = replace(found, because=told_by.citations.reasons(found.because))
    return with_more(FlameAnswer, found, table=table, shooter=who)


def best_flame(table: Table, shooter: str | Figure, *, rules: str = DEFAULT) -> BestFlameAnswer:
    """Where a template hits most enemies and fewest friends; else as `flame`."""
    given_table(table)
    who, told_by = figure_of(table, shooter, "shooter"), rules_of(rules)
    told_by.check("numbers")
    choices = [
        (at, replace(one, because=told_by.citations.reasons(one.because)), worth)
        for at, one, worth in best_flames(table, who.id, worths(table, who))
    ]
    return BestFlameAnswer(table, who, choices)


def worths(table: Table, shooter: Figure) -> dict[str, float]:
    """What hitting each figure is worth: 1 for an enemy, -1 for a friend and for the shooter; without sides all are enemies."""

    def friendly(figure: Figure) -> bool:
        return figure.id == shooter.id or bool(shooter.side and figure.side == shooter.side)

    return {figure.id: -1.0 if friendly(figure) else 1.0 for figure in table.figures}
