"""What was found on new photos, in lines that hold as long as nobody has put right by hand what they tell of."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import dist
from typing import TYPE_CHECKING

from scene.geometry.mesh import Point
from scene.table.table import Table

if TYPE_CHECKING:
    from capture.results.figures_anew import FigureDoubt

MOVED, MOST_MOVED = 0.5, 8
"""Inches from which on it is told that somebody has moved, and of how many."""


@dataclass(frozen=True, eq=False)
class FoundFigures:
    """What photos say of figures.

    Attributes:
        stood: ids of those that were found.
        before: where all stood before the photos were looked at.
        after: where all stand since: who stands elsewhere by now was put right.
        doubts: what is not clear about figures.
        notes: what else is doubtful, a line each.
    """

    stood: tuple[str, ...]
    before: Mapping[str, Point]
    after: Mapping[str, Point]
    doubts: "tuple[FigureDoubt, ...]"
    notes: tuple[str, ...]

    def told(self, table: Table) -> list[str]:
        """What is said of it while the table is as it is."""
        as_found = {figure.id for figure in table.figures if figure.position == self.after.get(figure.id)}
        moved = {name: self.before[name] for name in self.stood if name in as_found and name in self.before}
        lines = (doubt.line(table, as_found) for doubt in self.doubts)
        return [
            f"{len(self.stood)} of {len(self.after)} figures were found",
            *lines_of_moved(table, moved),
            *(line for line in lines if line),
            *self.notes,
        ]


def lines_of_moved(table: Table, before: Mapping[str, Point]) -> list[str]:
    """A line of who stands elsewhere than before and how far from there, the farthest first; none where nobody does.

    Photos give a base to whoever has one of that size: only players know whether somebody went so far.
    """
    far = sorted(((dist(table.figure(name).position, place), name) for name, place in before.items()), reverse=True)
    moved = [f'{table.called(name)} {inches:.1f}"' for inches, name in far if inches > MOVED]
    more = f" and {len(moved) - MOST_MOVED} more" if len(moved) > MOST_MOVED else ""
    return [f"moved, if that is so: {', '.join(moved[:MOST_MOVED])}{more}"] if moved else []
