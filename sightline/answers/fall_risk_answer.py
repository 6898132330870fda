"""The answer about fall risk: who may fall where he stands, as JSON and in words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.fall_rules import FallNumbers, faller_of, hazard_check, railed
from scene.hazards.fall_landing import fall_where_it_stands
from scene.pathfinding.path_legs import Check
from scene.table.table import Figure, Table
from scene.walkable.floor_edges import Edge
from sightline.answers.fall_answer import check_document, edge_document, near_words
from sightline.answers.path_answer import failed_words


@dataclass(frozen=True)
class Risk:
    """A figure near an edge.

    Attributes:
        figure: who.
        edge: the edge, with how deep the fall would be.
        check: what it takes if it is pinned or hurt there; None without rules.
    """

    figure: Figure
    edge: Edge
    check: Check | None


def risks(table: Table, figures: Sequence[Figure], numbers: FallNumbers | None) -> list[Risk]:
    """Those of the figures that are at risk of falling where they stand."""
    if numbers and numbers.edge is None:
        return []
    found = []
    for figure in figures:
        fall = fall_where_it_stands(table, faller_of(figure, numbers))
        if fall and fall.edge:
            pit = fall.ended == "pit"
            check = hazard_check(numbers, fall.distance, rail=railed(fall.edge), pit=pit) if numbers else None
            edge = replace(fall.edge, drop=fall.distance, pit=pit)
            found.append(Risk(figure, edge, check))
    return found


def document(found: Sequence[Risk], numbers: FallNumbers | None) -> list[dict[str, object]]:
    """Each with its edge, its check, and the damage that a failed one does."""
    source = numbers.hazards if numbers else None
    return [
        {"figure": risk.figure.id, "edge": edge_document(risk.edge), "check": check_document(risk.check), "source": source}
        for risk in found
    ]


def words(found: Sequence[Risk], asked: int, numbers: FallNumbers | None) -> list[str]:
    """How many of those asked about, and a line for each."""
    if numbers and numbers.edge is None:
        return [f"nobody: by {numbers.name}, standing near an edge is no risk"]
    if not found:
        return [f"nobody of {asked} is at risk of falling"]
    are = "is" if len(found) == 1 else "are"
    return [f"{len(found)} of {asked} {are} at risk of falling", *(_line(risk, numbers) for risk in found)]


def _line(risk: Risk, numbers: FallNumbers | None) -> str:
    line = f"{risk.figure.called} {near_words(risk.edge, risk.check, verb='stands')}"
    if risk.check is None or numbers is None:
        return line
    return f"{line}; if it is failed, {failed_words(risk.check.if_failed)}  [{numbers.hazards}]"
