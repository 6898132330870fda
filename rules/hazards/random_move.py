"""Random moves: how far figures get that are moved in a random direction, what stops them, and what follows.

Sources: main-rulebook: Scatter dice, Falling hazards, Moving directly towards and directly away from, The 1" rule and engaging
enemies; five-parsecs: Random movement, Falling.
"""

from dataclasses import dataclass, replace
from math import dist
from typing import Literal

import numpy as np

from rules.citations import Reason
from rules.fall_rules import faller_of, railed
from rules.movement.direct_move import DirectMove, line_ahead, straight_on
from rules.movement.movement_rules import MovementRules
from rules.movement.straight_walk import StraightWalk
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.hazards.fall_landing import Fall, fall_down, fall_from, fall_over
from scene.table.table import Figure, Table
from scene.walkable.agent_limits import EQUAL

Ended = Literal["free", "terrain", "edge", "figure", "table"]
"""What ends the movement: nothing, but for its inches; terrain; the edge of a level; a figure; the edge of the table."""


@dataclass(frozen=True, eq=False)
class RandomMoveRules:
    """How figures are moved in a random direction by a rule system.

    Attributes:
        movement: its rules of movement.
        over_edges: whether no edge stops whoever is moved, who falls; else a check at the edge says whether.
        crosses: whether obstacles are crossed.
        pushed: inches that whoever is run into is pushed on; 0: nobody is.
        stuns: whether who runs into something is stunned, and who is run into, too.
        shifts: whether there are spatial shifts.
        direction, stops, room: where it stands what is rolled, what stops a move, and that one is given room.
    """

    movement: MovementRules
    over_edges: bool
    crosses: bool
    pushed: float
    stuns: bool
    shifts: bool
    direction: str
    stops: str
    room: str


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


def random_move(table: Table, figure: str, degrees: float, inches: float, *, rules: RandomMoveRules) -> RandomMove:
    """The move of a figure that runs, or is moved, so far in a direction that dice have told.

    It walks straight on as by `rules.movement.direct_move.directly`. It stops at what is no path and at whom it cannot pass
    through; the rules say whether also at obstacles, and at edges for a check, and what comes of running into something.

    Args:
        table: where.
        figure: the id of who moves.
        degrees: the direction, anticlockwise from +x.
        inches: of movement.
        rules: whose.

    Raises:
        SceneError: there is no such figure, or it is on no ground.
    """
    who = table.figure(figure)
    gone = straight_on(random_move_line(table, who, degrees, rules), inches)
    ended: Ended = gone.stop or "free"
    pushed = _pushed(table, str(gone.stopped_by), degrees, rules) if ended == "figure" and rules.pushed > 0.0 else None
    stunned = _stunned(gone, figure, rules)
    fall = _fall(table, who, gone, degrees, rules)
    found = RandomMove(figure, degrees, inches, gone, ended, fall, pushed, stunned, ())
    return replace(found, because=_because(table, found, rules))


def random_move_line(table: Table, figure: Figure, degrees: float, rules: RandomMoveRules) -> StraightWalk:
    """The line along which a figure is moved at random by a rule system."""
    return line_ahead(table, figure, degrees, rules=rules.movement, over_edges=rules.over_edges, crosses=rules.crosses)


def _pushed(table: Table, other: str, degrees: float, rules: RandomMoveRules) -> tuple[str, Point] | None:
    who = table.figure(other)
    try:
        gone = straight_on(random_move_line(table, who, degrees, rules), rules.pushed)
    except SceneError:
        return None  # Whoever hangs on a face or a ladder is not pushed along it.
    fall = _fall(table, who, gone, degrees, rules)
    place = fall.lies if fall else gone.place
    return (other, place) if place and dist(place, who.position) > EQUAL else None


def _stunned(gone: DirectMove, figure: str, rules: RandomMoveRules) -> tuple[str, ...]:
    if not rules.stuns or gone.stop not in {"terrain", "figure"}:
        return ()
    return (figure, str(gone.stopped_by)) if gone.stop == "figure" else (figure,)


def _fall(table: Table, figure: Figure, gone: DirectMove, degrees: float, rules: RandomMoveRules) -> Fall | None:
    """The fall over the edge that it has come to."""
    faller = faller_of(figure, rules.movement.falls)
    if gone.edge is not None:
        return fall_over(table, gone.edge, faller)
    if not gone.falls:
        return None
    turn, (x, y, _) = np.radians(degrees), gone.reached
    try:
        return fall_from(table, gone.reached, faller, toward=(x + float(np.cos(turn)), y + float(np.sin(turn))))
    except SceneError:
        return fall_down(table, gone.reached, faller)


def _because(table: Table, found: RandomMove, rules: RandomMoveRules) -> tuple[Reason, ...]:
    gone, stops = found.gone, rules.stops
    who = table.called(found.figure)
    said = [Reason(f'{who} moves {gone.moved:.2f}" towards {found.degrees:.0f} degrees', rules.direction)]
    said += [Reason(f"it crosses an obstacle at {_at(leg.start)}", stops) for leg in gone.path.legs if leg.kind == "cross"]
    if gone.stop in {"terrain", "figure"}:
        said.append(Reason(f"{table.called(gone.stopped_by or 'terrain')} stops it", stops))
    elif gone.stop == "table":
        said.append(Reason("the edge of the table stops it", stops))
    said += _edge_reasons(found, rules)
    if found.stunned:
        said.append(Reason(f"stunned: {', '.join(map(table.called, found.stunned))}", stops))
    if found.pushed:
        said.append(Reason(f"{table.called(found.pushed[0])} is pushed on to {_at(found.pushed[1])}", stops))
    if gone.place is None and not found.falls:
        said.append(Reason("there is no room for it there, nor near by", stops))
    elif gone.place is not None and dist(gone.place, gone.reached) >= EQUAL:
        text = f"it is moved to {_at(gone.place)}, where there is room"
        said.append(Reason(text, rules.room))
    return tuple(said)


def _edge_reasons(found: RandomMove, rules: RandomMoveRules) -> list[Reason]:
    """What it stops at or goes over."""
    gone, hazards = found.gone, rules.movement.falls.hazards
    if gone.edge is not None and gone.check is not None:
        rail = f', with a rail of {gone.edge.rail_height:.1f}"' if railed(gone.edge) else ""
        text = f"its base touches the edge at {_at(gone.edge.point)}, {_down(gone.edge.drop, pit=gone.edge.pit)}{rail}"
        return [Reason(f"{text}: {gone.check.characteristic} check, {gone.check.modifier:+d}, or it falls", hazards)]
    if found.falls and found.fall is not None:
        return [Reason(f"it goes over the edge at {_at(gone.reached)} and falls", hazards)]
    return []


def _down(drop: float, *, pit: bool) -> str:
    return "into a pit" if pit else f'{drop:.2f}" down'


def _at(place: Point) -> str:
    return ", ".join(f"{value:.2f}" for value in place)
