"""An approach and its answer: a figure goes to a place, into base contact, or straight toward or away from somebody."""

from dataclasses import dataclass, field, replace
from math import dist

from rules.citations import Reason
from rules.engagement import enemies
from rules.movement.direct_move import DirectMove, directly
from rules.movement.engaging_paths import Engagement, engage
from rules.movement.movement_rules import MovementRules
from rules.movement.path_rules import NoPath, find_path
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Check, Path
from scene.table.table import Figure, Table
from scene.walkable.floor_edges import Edge
from sightline.answers.counted_legs import NOTHING
from sightline.answers.fall_answer import check_document, edge_document, near_words
from sightline.answers.path_answer import GETS_THERE, AtEdge, failed_words, place_document, place_words, rounded
from sightline.errors import CommandError


@dataclass(frozen=True)
class Terms:
    """By whose rules, with what movement characteristic, and whether without checks.

    Attributes:
        rules: whose.
        move: inches.
        safe: without any check.
        inches: movement that is spent; None: as much as it takes, and on a straight line the characteristic.
    """

    rules: MovementRules
    move: float
    safe: bool
    inches: float | None


@dataclass(frozen=True)
class Done:
    """A path, and what is told of it.

    Attributes:
        path: of the figure.
        goal: where it leads.
        table: with everybody where he is when it is done.
        does: what the figure does, and what it is when there is nothing to do, for a person.
        facts: what JSON has besides.
        remarks: what is told besides, a line each.
        edge: the edge that it stops at, for the picture.
    """

    path: Path
    goal: Point
    table: Table
    does: tuple[str, str] = GETS_THERE
    facts: dict[str, object] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    edge: AtEdge | None = None


@dataclass(frozen=True)
class Approach:
    """What is asked of a figure: one of these.

    Attributes:
        goal: where it is to go.
        engage: ids of whom it is to engage, all at once.
        toward, away: the id of whom, or the place that it is to move straight toward, or away from.
    """

    goal: Point | None = None
    engage: tuple[str, ...] = ()
    toward: str | Point | None = None
    away: str | Point | None = None

    @property
    def straight(self) -> bool:
        """Whether it is a move along a straight line."""
        return bool(self.toward or self.away)

    @property
    def asked(self) -> dict[str, object]:
        """What of it JSON repeats."""
        if self.goal:
            return {"goal": place_document(self.goal)}
        name, value = next((name, value) for name in ("engage", "toward", "away") if (value := getattr(self, name)))
        return {"goal": None, name: value if isinstance(value, str) else list(value)}

    def asked_of(self, table: Table, figure: Figure) -> "Approach":
        """The same with the ids of those who are meant; a `SceneError` or `CommandError` if it cannot be asked of a figure."""
        for name in (*self.engage, self.toward, self.away):
            if not isinstance(name, str):
                continue
            other = table.meant(name)
            if other.id == figure.id:
                raise CommandError(f'"{name}" cannot be both FIGURE and the other one; name two figures')
            if self.engage and not enemies(figure, other):
                side = f'both are of side "{other.side}"' if other.side else "neither is of any side"
                raise CommandError(f'"{other.called}" is no enemy of "{figure.called}", and cannot be engaged: {side}')
        toward, away = (table.meant(one).id if isinstance(one, str) else one for one in (self.toward, self.away))
        return replace(self, engage=tuple(table.meant(name).id for name in self.engage), toward=toward, away=away)

    def carried_out(self, table: Table, figure: Figure, terms: Terms) -> Done | NoPath:
        """The path that does it; or why there is none.

        Raises:
            SceneError: for a start or goal off the navmesh.
        """
        if self.goal:
            path = find_path(table, figure, self.goal, rules=terms.rules, move=terms.move, safe=terms.safe)
            return Done(path, self.goal, table) if isinstance(path, Path) else path
        if self.engage:
            charge = engage(table, figure, self.engage, rules=terms.rules, move=terms.move, safe=terms.safe)
            return _engaged(table, charge) if isinstance(charge, Engagement) else charge
        aim = self.toward or self.away
        assert aim is not None
        other = table.figure(aim) if isinstance(aim, str) else aim
        inches = terms.inches or terms.move
        line = directly(table, figure, other, inches, away=bool(self.away), rules=terms.rules, move=terms.move)
        name = other.called if isinstance(other, Figure) else place_words(other)
        whither = f"{'away from' if self.away else 'toward'} {name}"
        return _straight(table, line, whither) if isinstance(line, DirectMove) else line


def _engaged(table: Table, found: Engagement) -> Done:
    """A path into base contact. Whoever has made room for it stands where he was moved to."""
    for name, place in found.moved.items():
        table = table.with_figure(table.figure(name).moved(place))
    names = " and ".join(table.called(name) for name in found.engaged)
    facts = {
        "engaged": list(found.engaged),
        "moved": {name: place_document(place) for name, place in found.moved.items()},
        "because": [{"text": reason.text, "source": reason.source} for reason in found.because],
    }
    does = (f"gets into base contact with {names}", f"is in base contact with {names} already")
    return Done(found.path, found.place, table, does, {"engagement": facts}, tuple(map(_reason, found.because)))


def _reason(reason: Reason) -> str:
    return f"{reason.text}  [{reason.source}]"


def _straight(table: Table, found: DirectMove, whither: str) -> Done:
    """A move along a straight line."""
    facts = {
        "moved": rounded(found.moved),
        "place": place_document(found.place) if found.place else None,
        "stop": found.stop,
        "stopped_by": found.stopped_by,
        "edge": edge_document(found.edge) | {"check": check_document(found.check)} if found.edge else None,
    }
    does = (f"moves straight {whither}", f"cannot move straight {whither}")
    edge = AtEdge(found.edge.point, _edge_words(found.edge, found.check), found.check is not None) if found.edge else None
    return Done(found.path, found.reached, table, does, {"straight": facts}, tuple(_straight_words(table, found)), edge)


def _edge_words(edge: Edge, check: Check | None) -> str:
    """Where the edge is, and the check there with what follows if it is failed."""
    failed = f"; if it is failed, {failed_words(check.if_failed)}" if check else ""
    return near_words(edge, check, verb="stops") + failed


def _straight_words(table: Table, found: DirectMove) -> list[str]:
    """What it stopped at, and where the figure stands then."""
    said = []
    if found.stop and found.stop != "edge":
        what = {"figure": "somebody", "terrain": "terrain", "table": "the edge of the table"}[found.stop]
        said.append(f"stops at {table.called(found.stopped_by or what)}")
    if found.edge:
        said.append(_edge_words(found.edge, found.check))
    if found.place is None:
        said.append("there is no room for it there, nor near by")
    elif dist(found.place, found.reached) >= NOTHING:
        said.append(f"is then moved to {place_words(found.place)}, where there is room")
    return said
