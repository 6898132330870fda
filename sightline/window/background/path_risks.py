"""The risks of a path: what comes of failing a check on it, where somebody lands then, and the edge that he stops at."""

from dataclasses import dataclass, replace

from rules.fall_rules import FallNumbers, faller_of, hazard_check, railed
from rules.skirmish.state.battle_state import Battle
from rules.systems.registry import DEFAULT, system
from scene.base.errors import SceneError
from scene.hazards.fall_landing import Fall, fall_from, fall_where_it_stands
from scene.pathfinding.path_legs import Check, Leg, Path
from scene.table.table import Figure, Table
from sightline.answers.fall_answer import FallStep, steps
from sightline.session.targets.check_chances import failure_chances


@dataclass(frozen=True, eq=False)
class FailedCheck:
    """What comes of failing a check on a path that ends it.

    Attributes:
        leg: whose check it is.
        falls: the fall, and those that may follow; none where nobody falls.
        catch: the check that still averts the fall, of who hangs at the far edge; None where failing is falling, or safe.
        chances: in a battle: how he may be afterwards, and how likely that is.
    """

    leg: Leg
    falls: tuple[FallStep, ...]
    catch: Check | None = None
    chances: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, eq=False)
class PathRisks:
    """All that may go wrong on a path.

    Attributes:
        failed: for each check whose failure ends the way: what comes of that.
        at_end: the fall that he is at risk of where the path ends; None for none.
        check: that averts it, if he is pinned or hurt there.
    """

    failed: tuple[FailedCheck, ...] = ()
    at_end: Fall | None = None
    check: Check | None = None

    @property
    def falls(self) -> tuple[tuple[FallStep, ...], ...]:
        """For each check whose failure may be a fall: that fall, and those that may follow."""
        return tuple(one.falls for one in self.failed if one.falls)


def path_risks(
    table: Table, figure: Figure, way: Path, rules: FallNumbers | None = None, *, battle: Battle | None = None
) -> PathRisks:
    """What may go wrong on a path of a figure of the table; by the usual rules, where none are given.

    In a battle, where it is known who falls and what he wears, with how he may be afterwards.

    Source: main-rulebook, Jumping down; Leaping gaps; Falling hazards.
    """
    if not way.legs:
        return PathRisks()
    rules = rules or system(DEFAULT).movement.falls
    failed = tuple(found for leg in way.legs if (found := _failed(table, figure, leg, rules)) is not None)
    if battle is not None:
        failed = tuple(replace(one, chances=failure_chances(battle, figure.id, one.leg)) for one in failed)
    return PathRisks(failed, *_at_edge(table, figure.moved(way.legs[-1].end), rules))


def _at_edge(table: Table, stands: Figure, rules: FallNumbers) -> tuple[Fall, Check | None] | tuple[()]:
    """The fall that somebody who stands somewhere is at risk of, and the check that averts it; nothing where there is none."""
    found = fall_where_it_stands(table.with_figure(stands), faller_of(stands, rules))
    if found is None or found.edge is None:
        return ()
    pit = found.ended == "pit"
    edge = replace(found.edge, drop=found.distance, pit=pit)
    return replace(found, edge=edge), hazard_check(rules, found.distance, rail=railed(edge), pit=pit)


def _failed(table: Table, figure: Figure, leg: Leg, rules: FallNumbers) -> FailedCheck | None:
    """What comes of failing the check of a leg, where that ends the way; None where it does not, or there is no check."""
    if leg.check is None or leg.check.if_failed.get("cost"):
        return None
    if "fall" in leg.check.if_failed:
        found = _fall(table, figure, leg, rules)
        return FailedCheck(leg, found) if found else None
    if leg.kind != "leap":
        return None
    # Who fails a leap grabs the far edge, and is at risk there.
    risk = _at_edge(table, figure.moved(leg.end), rules)
    if not risk or risk[1] is None:
        return FailedCheck(leg, ())
    return FailedCheck(leg, tuple(steps(risk[0], rules)), risk[1])


def _fall(table: Table, figure: Figure, leg: Leg, rules: FallNumbers) -> tuple[FallStep, ...]:
    """The fall of who fails the check of a leg that leads down."""
    x, y, z = leg.end
    there = (x, y, z - leg.rise)
    faller = faller_of(figure.moved(there), rules)
    try:
        return tuple(steps(fall_from(table.with_figure(figure.moved(there)), there, faller), rules))
    except SceneError:
        return ()
