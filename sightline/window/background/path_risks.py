"""The risks of a path: where somebody lands who fails a check on it, and the edge that he stops at."""

from dataclasses import dataclass, replace

from rules.fall_rules import FallNumbers, faller_of, hazard_check, railed
from rules.systems.registry import DEFAULT, system
from scene.base.errors import SceneError
from scene.hazards.fall_landing import Fall, fall_from, fall_where_it_stands
from scene.pathfinding.path_legs import Check, Leg, Path
from scene.table.table import Figure, Table
from sightline.answers.fall_answer import FallStep, steps


@dataclass(frozen=True, eq=False)
class PathRisks:
    """All falls that a path may end in.

    Attributes:
        falls: for each check whose failure is a fall: that fall, and those that may follow.
        at_end: the fall that he is at risk of where the path ends; None for none.
        check: that averts it, if he is pinned or hurt there.
    """

    falls: tuple[tuple[FallStep, ...], ...] = ()
    at_end: Fall | None = None
    check: Check | None = None


def path_risks(table: Table, figure: Figure, way: Path, rules: FallNumbers | None = None) -> PathRisks:
    """What may go wrong on a path of a figure of the table; by the usual rules, where none are given.

    Source: main-rulebook, Jumping down; Leaping gaps; Falling hazards.
    """
    if not way.legs:
        return PathRisks()
    rules = rules or system(DEFAULT).movement.falls
    falls = tuple(found for leg in way.legs if (found := _fall(table, figure, leg, rules)))
    stands = figure.moved(way.legs[-1].end)
    there = table.with_figure(stands)
    at_end = fall_where_it_stands(there, faller_of(stands, rules))
    if at_end is None or at_end.edge is None:
        return PathRisks(falls)
    pit = at_end.ended == "pit"
    edge = replace(at_end.edge, drop=at_end.distance, pit=pit)
    return PathRisks(falls, replace(at_end, edge=edge), hazard_check(rules, at_end.distance, rail=railed(edge), pit=pit))


def _fall(table: Table, figure: Figure, leg: Leg, rules: FallNumbers) -> tuple[FallStep, ...]:
    """The fall of who fails the check of a leg; none where that does not end in a fall."""
    if leg.check is None or "fall" not in leg.check.if_failed:
        return ()
    x, y, z = leg.end
    there = (x, y, z - leg.rise)
    faller = faller_of(figure.moved(there), rules)
    try:
        return tuple(steps(fall_from(table.with_figure(figure.moved(there)), there, faller), rules))
    except SceneError:
        return ()
