"""Where somebody gets: the cheapest path, and all that is in reach."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rules.movement.movement_rules import MovementRules
from rules.movement.path_rules import NoPath, Reach, agent_of, find_path, find_reach
from rules.systems.registry import DEFAULT
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Path
from scene.table.table import Figure, Table
from sightline.answers import path_answer, reach_answer
from sightline.answers.as_measured import as_measured
from sightline.api.given_values import INCHES, MOVE, STEP, figure_of, given_table, number, place, rules_of, yes_or_no
from sightline.api.shown_answers import ShownAnswer, WordedAnswer, with_more
from sightline.files.table_loading import load_navmesh

if TYPE_CHECKING:
    from PIL import Image


@dataclass(frozen=True, kw_only=True, repr=False)
class PathAnswer(ShownAnswer, Path):
    """A path, and whose it is."""

    table: Table = field(compare=False, repr=False)
    figure: Figure = field(compare=False, repr=False)
    rules: MovementRules = field(compare=False, repr=False)

    def document(self) -> dict[str, Any]:
        """As ``sightline path --json`` has it."""
        return path_answer.document(self, self.rules)

    def lines(self) -> list[str]:
        """The path, leg by leg."""
        return path_answer.words(self, self.figure.called, self.rules) + as_measured(self.table)

    def picture(self) -> "Image.Image":
        """From the side and from above."""
        from sightline.drawing.movement.path_picture import path_picture

        return path_picture(self.table, self.figure, self)


@dataclass(frozen=True, kw_only=True, repr=False)
class NoPathAnswer(WordedAnswer, NoPath):
    """There is no path, and why; false. There is nothing to draw."""

    table: Table = field(compare=False)
    figure: Figure = field(compare=False)

    def document(self) -> dict[str, Any]:
        """As ``sightline path --json`` has it."""
        return {"reachable": False, "why": self.why}

    def lines(self) -> list[str]:
        """Who does not get there, and why."""
        return [f"{self.figure.called} does not get there: {self.why}"]


def path(
    table: Table, figure: str | Figure, goal: Point, *, rules: str = DEFAULT, move: float = 5.0, safe: bool = False
) -> PathAnswer | NoPathAnswer:
    """The cheapest path of a figure to a place; a `NoPathAnswer`, which is false and says why, where there is none.

    Args:
        table: where.
        figure: an id, a name, or a figure of the table.
        goal: x, y, z in inches.
        rules: the name of the rule system, or a system file.
        move: the movement characteristic, inches from 0.5 to 100.
        safe: without any check.

    Raises:
        SceneError: the figure or the goal is on no ground.
    """
    given_table(table)
    yes_or_no(safe=safe)
    who, end, move = figure_of(table, figure, "figure"), place(goal, "goal"), number(move, "move", MOVE, "inches")
    moving = rules_of(rules).movement
    load_navmesh(table, agent_of(who))
    found = find_path(table, who, end, rules=moving, move=move, safe=bool(safe))
    if isinstance(found, NoPath):
        return with_more(NoPathAnswer, found, table=table, figure=who)
    return with_more(PathAnswer, found, table=table, figure=who, rules=moving)


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class ReachAnswer(ShownAnswer, Reach):
    """All that is in reach, and whose it is."""

    table: Table = field(repr=False)
    figure: Figure = field(repr=False)
    inches: float

    def document(self) -> dict[str, Any]:
        """As ``sightline reach --json`` has it."""
        return reach_answer.document(self)

    def lines(self) -> list[str]:
        """How much that is."""
        return [reach_answer.words(self, self.figure.called, self.inches), *as_measured(self.table)]

    def picture(self) -> "Image.Image":
        """On the table, level by level."""
        from sightline.drawing.movement.reach_picture import reach_picture

        return reach_picture(
            self.table, self.figure, self.positions, self.costs, self.checks, step=self.step, inches=self.inches, area=self.area
        )


def reach(
    table: Table,
    figure: str | Figure,
    inches: float,
    *,
    rules: str = DEFAULT,
    move: float = 5.0,
    safe: bool = False,
    step: float = 0.25,
) -> ReachAnswer:
    """All places where a figure can end a move of so many inches, in one round.

    The arguments are those of `path`; ``inches``, 0.01 to 100, is the movement to spend, and ``step``, 0.1 to 6, the distance
    between neighbouring places, inches.
    """
    given_table(table)
    yes_or_no(safe=safe)
    who, moving = figure_of(table, figure, "figure"), rules_of(rules).movement
    inches, step = number(inches, "inches", INCHES, "inches"), number(step, "step", STEP, "inches")
    move = number(move, "move", MOVE, "inches")
    reach_answer.check_count(table, inches, step)
    load_navmesh(table, agent_of(who))
    found = find_reach(table, who, inches=inches, rules=moving, move=move, safe=bool(safe), step=step)
    return with_more(ReachAnswer, found, table=table, figure=who, inches=inches)
