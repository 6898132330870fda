"""Where somebody gets: the cheapest path, and all that is in reach."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rules.movement.movement_rules import MovementRules
from rules.movement.path_rules import NoPath, Reach, agent_of, find_path, find_reach
from rules.systems.registry import DEFAULT, system
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Path
from scene.table.table import Figure, Table
from sightline.answers import path_answer, reach_answer
from sightline.answers.as_measured import as_measured
from sightline.api.given_places import place
from sightline.api.shown_answers import ShownAnswer, with_more
from sightline.files.table_loading import load_navmesh

if TYPE_CHECKING:
    from PIL import Image


@dataclass(frozen=True, kw_only=True)
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


def path(
    table: Table, figure: str, goal: Point, *, rules: str = DEFAULT, move: float = 5.0, safe: bool = False
) -> PathAnswer | NoPath:
    """The cheapest path of a figure to a place; a `NoPath`, which is false and says why, where there is none.

    Args:
        table: where.
        figure: an id or a name.
        goal: x, y, z in inches.
        rules: the name of the rule system.
        move: the movement characteristic, inches.
        safe: without any check.

    Raises:
        SceneError: the figure or the goal is on no ground.
    """
    who, moving = table.meant(figure), system(rules).movement
    load_navmesh(table, agent_of(who))
    found = find_path(table, who, place(goal), rules=moving, move=move, safe=safe)
    return found if isinstance(found, NoPath) else with_more(PathAnswer, found, table=table, figure=who, rules=moving)


@dataclass(frozen=True, eq=False, kw_only=True)
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
    figure: str,
    inches: float,
    *,
    rules: str = DEFAULT,
    move: float = 5.0,
    safe: bool = False,
    step: float = 0.25,
) -> ReachAnswer:
    """All places where a figure can end a move of so many inches, in one round.

    The arguments are those of `path`; ``step`` is the distance between neighbouring places, inches.
    """
    who = table.meant(figure)
    reach_answer.check_count(table, inches, step)
    load_navmesh(table, agent_of(who))
    found = find_reach(table, who, inches=inches, rules=system(rules).movement, move=move, safe=safe, step=step)
    return with_more(ReachAnswer, found, table=table, figure=who, inches=inches)
