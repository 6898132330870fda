"""What a blast does: one marker with its dice, and the odds over all of them."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from rules.hazards.blast_marker import Blast, Marker, placed, resolved, rolled
from rules.hazards.blast_odds import BlastOdds, scatter_odds
from rules.systems.registry import DEFAULT
from rules.systems.rule_system import RuleSystem
from scene.geometry.mesh import Point
from scene.table.table import Figure, Table
from sightline.answers import blast_answer
from sightline.answers.as_measured import as_measured
from sightline.api.given_values import figure_of, given_table, number, place, rules_of, span_of, wrong, yes_or_no
from sightline.api.shown_answers import ShownAnswer, with_more

if TYPE_CHECKING:
    from PIL import Image


@dataclass(frozen=True, kw_only=True, repr=False)
class BlastAnswer(ShownAnswer, Blast):
    """One blast, and where its marker was placed."""

    table: Table = field(compare=False, repr=False)
    marker: Marker

    def document(self) -> dict[str, Any]:
        """As ``sightline blast --json`` has it."""
        return blast_answer.document(self)

    def lines(self) -> list[str]:
        """How it ends, and whom it hits."""
        return blast_answer.words(self.table, self) + as_measured(self.table)

    def picture(self) -> "Image.Image":
        """Where it was placed, went and ended."""
        from sightline.drawing.hazards.blast_picture import blast_picture

        return blast_picture(self.table, self.marker, self)


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class BlastOddsAnswer(ShownAnswer, BlastOdds):
    """The odds of a blast, and where its marker was placed."""

    table: Table = field(repr=False)
    marker: Marker
    hit_roll: float

    def document(self) -> dict[str, Any]:
        """As ``sightline blast --odds --json`` has it."""
        return blast_answer.odds_document(self.marker, self)

    def lines(self) -> list[str]:
        """Whom it hits how likely, and how it ends."""
        rest_on = blast_answer.odds_rest_on(self.marker, self.hit_roll)
        return blast_answer.odds_words(self.table, self.marker, self, rest_on=rest_on) + as_measured(self.table)

    def picture(self) -> "Image.Image":
        """The cloud of all places where it may end."""
        from sightline.drawing.hazards.blast_picture import cloud_picture

        return cloud_picture(self.table, self.marker, self)


def blast(
    table: Table,
    shooter: str | Figure,
    at: Point,
    *,
    size: float,
    rng: np.random.Generator | None,
    missed: bool = False,
    reach: tuple[float, float] | None = None,
    rules: str = DEFAULT,
) -> BlastAnswer:
    """One blast.

    Args:
        table: where.
        shooter: an id, a name, or a figure of the table.
        at: the middle of the marker, inches.
        size: inches across.
        rng: rolls its dice; may be None only where there are none.
        missed: whether the hit roll has failed, so that it scatters.
        reach: the weapon's short and long range, inches; a marker beyond is pulled back, and scatters.
        rules: the name of the rule system, or a system file.

    Raises:
        SceneError: the shooter is not on the table.
        RulesError: the marker cannot be placed there.
    """
    yes_or_no(missed=missed)
    if not (rng is None or isinstance(rng, np.random.Generator)):
        raise wrong("rng", rng, "a generator, such as numpy.random.default_rng(7)")
    marker = _marker(table, shooter, at, size, reach, rules)
    diced = bool(missed) or marker.missed
    if diced and rng is None:
        raise wrong("rng", rng, "a generator for the dice, such as numpy.random.default_rng(7)")
    found = resolved(table, marker, rolled(rng) if diced and rng else None)
    found = replace(found, because=rules_of(rules).citations.reasons(found.because))
    return with_more(BlastAnswer, found, table=table, marker=marker)


def blast_odds(
    table: Table,
    shooter: str | Figure,
    at: Point,
    *,
    size: float,
    hit_roll: float = 0.0,
    reach: tuple[float, float] | None = None,
    rules: str = DEFAULT,
) -> BlastOddsAnswer:
    """The odds of a blast over all directions and dice; ``hit_roll``, 0 to 1, is how likely the hit roll is made.

    Else as `blast`.
    """
    hit_roll = number(hit_roll, "hit_roll", (0.0, 1.0))
    marker = _marker(table, shooter, at, size, reach, rules)
    return with_more(
        BlastOddsAnswer, scatter_odds(table, marker, hit_roll=hit_roll), table=table, marker=marker, hit_roll=hit_roll
    )


def _marker(
    table: Table, shooter: str | Figure, at: Point, size: float, reach: tuple[float, float] | None, rules: str
) -> Marker:
    given_table(table)
    told_by = rules_of(rules)
    told_by.check("numbers")
    who, middle = figure_of(table, shooter, "shooter"), place(at, "at")
    inches, span = number(size, "size", unit="inches"), span_of(reach, "reach")
    marker = placed(table, who.id, middle, inches, reach=span, goes_off=goes_off_in_air(told_by))
    return replace(marker, notes=told_by.citations.reasons(marker.notes))


def goes_off_in_air(told_by: RuleSystem) -> bool:
    """Whether a rule system has markers go off that end in mid-air."""
    return told_by.numbers.shooting.mid_air == "goes off"
