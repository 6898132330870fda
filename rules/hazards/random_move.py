"""Random moves: how far figures get that are moved in a random direction, what stops them, and what follows.

Sources: main-rulebook: Scatter dice, Falling hazards, Moving directly towards and directly away from, The 1" rule and engaging
enemies; five-parsecs: Random movement, Falling.
"""

from dataclasses import dataclass, replace
from math import dist
from typing import Literal

import numpy as np

from rules.citations import Reason
from rules.fall_rules import fall_numbers
from rules.movement.cost_tables import MoveSystem
from rules.movement.direct_move import DirectMove, line_ahead, straight_on
from rules.movement.straight_walk import StraightWalk
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.hazards.fall_landing import Fall, Faller, fall_down, fall_from, fall_over
from scene.table.table import Figure, Table
from scene.walkable.agent_limits import EQUAL

Ended = Literal["free", "terrain", "edge", "figure", "table"]
"""What ends the movement: nothing, but for its inches; terrain; the edge of a level; a figure; the edge of the table."""
PUSHED = 1.0
"""Inches that whoever is run into is pushed. Source: five-parsecs, Random movement."""
ROOM = {
    "main-rulebook": 'main-rulebook: The 1" rule and engaging enemies',
    "five-parsecs": "five-parsecs: Movement",
}
"""Where it stands that one is given room."""
SECTIONS = {
    "main-rulebook": ("main-rulebook: Scatter dice", "main-rulebook: Moving directly towards and directly away from"),
    "five-parsecs": ("five-parsecs: Random movement", "five-parsecs: Random movement"),
}
"""Where the direction and the stops stand."""


@dataclass(frozen=True)
class RandomMove:
    """A figure that was moved in a direction.

    Attributes:
        figure: its id.
        degrees: the direction, anticlockwise from +x.
        inches: of movement that it was given.
        gone: the move along the straight line.
        ended: what ended it.
        fall: the fall over the edge at which it stopped, if the check is failed; without a check it falls at once.
        pushed: who was run into and pushed, and where to; None where nobody was.
        stunned: ids of those whom it stuns.
        because: what happened, each with its section.
    """

    figure: str
    degrees: float
    inches: float
    gone: DirectMove
    ended: Ended
    fall: Fall | None
    pushed: tuple[str, Point] | None
    stunned: tuple[str, ...]
    because: tuple[Reason, ...]

    @property
    def falls(self) -> bool:
        """Whether it falls whatever is rolled."""
        return self.fall is not None and self.gone.check is None

    @property
    def place(self) -> Point | None:
        """Where it is in the end if it passes the check that it may have to make; None where there is no room for it."""
        return self.fall.lies if self.fall is not None and self.falls else self.gone.place


def random_move(
    table: Table, figure: str, degrees: float, inches: float, *, system: MoveSystem = "main-rulebook"
) -> RandomMove:
    """The move of a figure that runs, or is moved, so far in a direction that dice have told.

    It walks straight on as by `rules.movement.direct_move.directly`. main-rulebook: it crosses obstacles and stops at what
    is no path, at enemies, and where its base touches an edge, for a check. five-parsecs: it stops at all that is higher
    than a step and at everybody, whom it pushes on, and both are stunned; no edge stops it.

    Args:
        table: where.
        figure: the id of who moves.
        degrees: the direction, anticlockwise from +x.
        inches: of movement.
        system: whose rules.

    Raises:
        SceneError: there is no such figure, or it is on no ground.
    """
    who = table.figure(figure)
    gone = straight_on(random_move_line(table, who, degrees, system=system), inches)
    ended: Ended = gone.stop or "free"
    pushed = _pushed(table, str(gone.stopped_by), degrees, system) if ended == "figure" and system == "five-parsecs" else None
    stunned = _stunned(gone, figure, system)
    fall = _fall(table, who, gone, degrees, system)
    found = RandomMove(figure, degrees, inches, gone, ended, fall, pushed, stunned, ())
    return replace(found, because=_because(table, found, system))


def random_move_line(table: Table, figure: Figure, degrees: float, *, system: MoveSystem) -> StraightWalk:
    """The line along which a figure is moved at random by a rule system."""
    main = system == "main-rulebook"
    return line_ahead(table, figure, degrees, system=system, over_edges=not main, crosses=main)


def _pushed(table: Table, other: str, degrees: float, system: MoveSystem) -> tuple[str, Point] | None:
    who = table.figure(other)
    try:
        gone = straight_on(random_move_line(table, who, degrees, system=system), PUSHED)
    except SceneError:
        return None  # Whoever hangs on a face or a ladder is not pushed along it.
    fall = _fall(table, who, gone, degrees, system)
    place = fall.lies if fall else gone.place
    return (other, place) if place and dist(place, who.position) > EQUAL else None


def _stunned(gone: DirectMove, figure: str, system: MoveSystem) -> tuple[str, ...]:
    if system != "five-parsecs" or gone.stop not in {"terrain", "figure"}:
        return ()
    return (figure, str(gone.stopped_by)) if gone.stop == "figure" else (figure,)


def _fall(table: Table, figure: Figure, gone: DirectMove, degrees: float, system: MoveSystem) -> Fall | None:
    """The fall over the edge that it has come to."""
    faller = replace(Faller.of(figure), apart=fall_numbers(system).apart)
    if gone.edge is not None:
        return fall_over(table, gone.edge, faller)
    if not gone.falls:
        return None
    turn, (x, y, _) = np.radians(degrees), gone.reached
    try:
        return fall_from(table, gone.reached, faller, toward=(x + float(np.cos(turn)), y + float(np.sin(turn))))
    except SceneError:
        return fall_down(table, gone.reached, faller)


def _because(table: Table, found: RandomMove, system: MoveSystem) -> tuple[Reason, ...]:
    gone, (dice, stops) = found.gone, SECTIONS[system]
    who = table.called(found.figure)
    said = [Reason(f'{who} moves {gone.moved:.2f}" towards {found.degrees:.0f} degrees', dice)]
    said += [Reason(f"it crosses an obstacle at {_at(leg.start)}", stops) for leg in gone.path.legs if leg.kind == "cross"]
    if gone.stop in {"terrain", "figure"}:
        said.append(Reason(f"{table.called(gone.stopped_by or 'terrain')} stops it", stops))
    elif gone.stop == "table":
        said.append(Reason("the edge of the table stops it", stops))
    said += _edge_reasons(found, system)
    if found.stunned:
        said.append(Reason(f"stunned: {', '.join(map(table.called, found.stunned))}", stops))
    if found.pushed:
        said.append(Reason(f"{table.called(found.pushed[0])} is pushed on to {_at(found.pushed[1])}", stops))
    if gone.place is None and not found.falls:
        said.append(Reason("there is no room for it there, nor near by", stops))
    elif gone.place is not None and dist(gone.place, gone.reached) >= EQUAL:
        text = f"it is moved to {_at(gone.place)}, where there is room"
        said.append(Reason(text, ROOM[system]))
    return tuple(said)


def _edge_reasons(found: RandomMove, system: MoveSystem) -> list[Reason]:
    """What it stops at or goes over."""
    gone, hazards = found.gone, fall_numbers(system).hazards
    if gone.edge is not None and gone.check is not None:
        rail = f', with a rail of {gone.edge.rail_height:.1f}"' if gone.edge.rail else ""
        text = f"its base touches the edge at {_at(gone.edge.point)}, {_down(gone.edge.drop, pit=gone.edge.pit)}{rail}"
        return [Reason(f"{text}: {gone.check.characteristic} check, {gone.check.modifier:+d}, or it falls", hazards)]
    if found.falls and found.fall is not None:
        return [Reason(f"it goes over the edge at {_at(gone.reached)} and falls", hazards)]
    return []


def _down(drop: float, *, pit: bool) -> str:
    return "into a pit" if pit else f'{drop:.2f}" down'


def _at(place: Point) -> str:
    return ", ".join(f"{value:.2f}" for value in place)
