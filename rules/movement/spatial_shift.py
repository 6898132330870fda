"""Spatial shifts: a figure that would come out of nowhere inside of something does so somewhere else, at random.

Source: five-parsecs, Alternative movement actions; Falling. It appears there and walks no way. What the text leaves open is
decided as docs/rules-five-parsecs.md says: it keeps its height and falls if nothing is under it, and stays on the table.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
import shapely

from rules.body_limits import LIMITS, STEP
from rules.citations import Reason
from rules.errors import RulesError
from rules.fall_rules import faller_of
from rules.movement.keep_out_discs import overlapped, taken
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Point
from scene.hazards.fall_descent import RIM, land
from scene.hazards.fall_landing import Fall, fall_down
from scene.table.plan_outlines import covered, geometry
from scene.table.table import Figure, Table
from scene.walkable.agent_limits import EQUAL
from scene.walkable.floor_edges import Stand, stand_of
from scene.walkable.local_floors import nearby
from scene.walkable.obstacles import barriers

Arrival = Literal["stands", "falls", "inside", "figure", "impassable"]
"""What there is where it comes out: floor, nothing, something solid, somebody, ground that nobody survives."""
ARRIVALS: tuple[Arrival, ...] = get_args(Arrival)
AGAIN: frozenset[Arrival] = frozenset({"inside", "figure"})
"""Where it cannot stay."""
MOST = 100
"""Shifts in a row; whoever finds no room by then has none."""
SOURCE = "five-parsecs: Alternative movement actions"


@dataclass(frozen=True)
class Throw:
    """A random direction, degrees anticlockwise from +x, and the inches of 2D6."""

    degrees: float
    inches: float


@dataclass(frozen=True)
class Hop:
    """One shift.

    Attributes:
        throw: its dice.
        place: where it came out, the middle of the underside of the base.
        arrival: what there is.
        by: the id of the terrain or the figure there; None where neither is.
        kept: whether the edge of the table kept it from going farther.
    """

    throw: Throw
    place: Point
    arrival: Arrival
    by: str | None
    kept: bool


@dataclass(frozen=True)
class SpatialShift:
    """A spatial shift with all its repetitions.

    Attributes:
        figure: the id of who is shifted.
        hops: one after the other.
        place: where it is in the end; None for a casualty.
        fall: the fall from where nothing is under it.
        stun, shock: markers that it receives.
        stunned: ids of those in whose places it would have come out.
        because: what happened, each with its section.
    """

    figure: str
    hops: tuple[Hop, ...]
    place: Point | None
    fall: Fall | None
    stun: int
    shock: int
    stunned: tuple[str, ...]
    because: tuple[Reason, ...]


def shifted(table: Table, figure: str, throws: Iterator[Throw], *, at: Point | None = None) -> SpatialShift:
    """The spatial shift of a figure, as often as it has to be repeated.

    Args:
        table: where.
        figure: the id of who is shifted.
        throws: the dice, for as many shifts as it takes.
        at: the place where it would have materialised; where it stands, if None.

    Raises:
        SceneError: there is no such figure.
        RulesError: the place is off the table, or there is no room anywhere.
    """
    who = table.figure(figure)
    who = who.moved(at or who.position)
    x, y, _ = who.position
    if not (0.0 <= x <= table.size[0] and 0.0 <= y <= table.size[1]):
        raise RulesError(f"{_at(who.position)} is off the table, which is {table.size[0]:g} x {table.size[1]:g} inches")
    other = overlapped(table, who, np.array(who.position))
    # Whoever was in its place is stunned instead.
    stunned, stun, shock = ([other.id], 0, 0) if other else ([], 1, 0)
    hops: list[Hop] = []
    for throw in throws:
        hop = _hop(table, who, throw)
        hops.append(hop)
        who = who.moved(hop.place)
        if hop.arrival not in AGAIN:
            break
        shock += hop.arrival == "inside"
        stunned += [str(hop.by)] if hop.arrival == "figure" else []
        if len(hops) >= MOST:
            raise RulesError(f'there is no room for "{who.called}" in {MOST} shifts')
    last = hops[-1]
    fall = fall_down(table, last.place, faller_of(who, None)) if last.arrival == "falls" else None
    place = fall.lies if fall else last.place if last.arrival == "stands" else None
    found = SpatialShift(figure, tuple(hops), place, fall, stun, shock, tuple(dict.fromkeys(stunned)), ())
    return replace(found, because=_because(table, found))


@dataclass(frozen=True, eq=False)
class Arrivals:
    """Where n shifts come out.

    Attributes:
        place: (n, 3) the middle of the underside of the base.
        kind: (n,) what there is, the place in `ARRIVALS`.
        kept: (n,) whether the edge of the table kept it from going farther.
    """

    place: FloatArray
    kind: IntArray
    kept: BoolArray


def arrivals(table: Table, figure: Figure, turns: FloatArray, inches: FloatArray) -> Arrivals:
    """What there is where a figure comes out that is shifted in directions (n,), radians, so many inches (n,)."""
    stand, start = stand_of(figure, LIMITS), np.array(figure.position)
    plan, kept = _on_table(table, stand, start[:2] + inches[:, None] * np.column_stack([np.cos(turns), np.sin(turns)]), start)
    places = np.column_stack([plan, np.full(len(plan), start[2])])
    kind = np.full(len(places), ARRIVALS.index("stands"))
    solid = _inside(table, stand, places, float(inches.max(initial=0.0)))
    on_somebody = ~solid & taken(table, figure, places)
    kind[solid], kind[on_somebody] = ARRIVALS.index("inside"), ARRIVALS.index("figure")
    rest = np.flatnonzero(~solid & ~on_somebody)
    sure, doubtful = _borne(table, stand, places[rest], float(inches.max(initial=0.0)))
    kind[rest[~sure]] = ARRIVALS.index("falls")
    for row in rest[doubtful].tolist():
        kind[row], places[row] = _landed(table, replace(stand, place=tuple(places[row].tolist())))
    return Arrivals(places, kind, kept)


def _hop(table: Table, figure: Figure, throw: Throw) -> Hop:
    found = arrivals(table, figure, np.array([np.radians(throw.degrees)]), np.array([throw.inches]))
    x, y, z = found.place[0].tolist()
    arrival, there = ARRIVALS[int(found.kind[0])], figure.moved((x, y, z))
    by = None
    if arrival == "figure":
        other = overlapped(table, there, np.array([x, y, z]))
        by = other.id if other else None
    elif arrival == "inside":
        by = _named(table, stand_of(there, LIMITS))
    elif arrival == "stands":
        _, place = _landed(table, stand_of(there, LIMITS))
        x, y, z = place.tolist()
    return Hop(throw, (x, y, z), arrival, by, bool(found.kept[0]))


def _on_table(table: Table, stand: Stand, plan: FloatArray, start: FloatArray) -> tuple[FloatArray, BoolArray]:
    """The places (n, 2), on the straight way there, at which the whole base is still on the table; and which are others."""
    low, high = np.full(2, stand.radius), np.array(table.size) - stand.radius
    way, here = plan - start[:2], np.clip(start[:2], low, high)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(way > 0.0, (high - here) / way, np.where(way < 0.0, (low - here) / way, np.inf)).min(axis=1)
    kept = share < 1.0
    return np.clip(here + np.minimum(share, 1.0)[:, None] * way, low, high), kept


def _inside(table: Table, stand: Stand, places: FloatArray, reach: float) -> BoolArray:
    """(n,) at which of places (n, 3) of one height something solid takes up the room of the figure, above a step."""
    scene, z = barriers(table.terrain), stand.place[2]
    if not scene.pieces:
        return np.zeros(len(places), dtype=bool)
    low, high = z + STEP, z + max(stand.height, STEP + 0.1)
    standing = nearby(table, stand.plan, reach + stand.radius).standing(low, high, stand.plan, reach + 2.0 * stand.radius)
    shapely.prepare(standing)
    met = shapely.dwithin(standing, shapely.points(places[:, :2]), stand.radius - RIM)
    return np.asarray(met | (scene.within(places + np.array([0.0, 0.0, STEP + RIM])) >= 0))


def _borne(table: Table, stand: Stand, places: FloatArray, reach: float) -> tuple[BoolArray, BoolArray]:
    """(n,) where floor no more than a step away may bear it at places (n, 3); and where that has to be looked at closely."""
    near, z = nearby(table, stand.plan, reach + 3.0 * stand.radius), stand.place[2]
    floor = geometry(near.underfoot(z - STEP, z + STEP, stand.radius, LIMITS.foothold))
    points = shapely.points(places[:, :2])
    touched = np.asarray(shapely.dwithin(floor, points, stand.radius))
    rim = shapely.dwithin(shapely.boundary(floor), points, stand.radius)
    bad = [geometry(covered(piece)) for piece in table.terrain.pieces if piece.ground == "impassable"]
    over = shapely.intersects(shapely.union_all(bad), points) if bad else np.zeros(len(points), dtype=bool)
    return touched, touched & np.asarray(rim | over)


def _landed(table: Table, stand: Stand) -> tuple[int, FloatArray]:
    """What there is under a base at a place, and where it stands there."""
    x, y, z = stand.place
    found = land(table, replace(stand, place=(x, y, z + STEP + 2.0 * EQUAL)))
    if found.ended is not None or found.place[2] < z - STEP - EQUAL:
        return ARRIVALS.index("falls"), np.array(stand.place)
    kind: Arrival = "impassable" if found.ground == "impassable" else "stands"
    return ARRIVALS.index(kind), np.array(found.place)


def _named(table: Table, stand: Stand) -> str | None:
    """The id of what a figure would be inside of."""
    scene, (x, y, z) = barriers(table.terrain), stand.place
    piece = scene.inside((x, y, z + STEP + RIM))
    if piece is not None:
        return piece.id
    turn = np.linspace(0.0, 2.0 * np.pi, 90, endpoint=False)
    heights = np.linspace(z + STEP + RIM, z + max(stand.height, STEP + 0.1), 12)
    starts = np.repeat([[x, y, height] for height in heights], len(turn), axis=0)
    ways = np.tile(stand.radius * np.column_stack([np.cos(turn), np.sin(turn), np.zeros(90)]), (len(heights), 1))
    hits = scene.rays.first_hits(starts, ways, np.ones(len(starts)))
    if not (hits.mesh >= 0).any():
        return None
    return scene.pieces[int(hits.mesh[np.where(hits.mesh >= 0, hits.distance, np.inf).argmin()])].id


def _because(table: Table, found: SpatialShift) -> tuple[Reason, ...]:
    said: list[Reason] = []
    who = table.called(found.figure)
    for number, hop in enumerate(found.hops):
        again = "is shifted" if number == 0 else "is shifted again,"
        kept = ", where it is kept on the table" if hop.kept else ""
        text = f'{who} {again} {hop.throw.inches:g}" towards {hop.throw.degrees:.0f} degrees, to {_at(hop.place)}{kept}'
        said.append(Reason(text, SOURCE))
        if hop.arrival == "inside":
            said.append(Reason(f"it would be inside {hop.by or 'something'}: a shock marker", SOURCE))
        elif hop.arrival == "figure":
            said.append(Reason(f"{table.called(str(hop.by))} is there, and is stunned instead", SOURCE))
    last = found.hops[-1]
    if last.arrival == "impassable":
        said.append(Reason("it comes out over impassable ground: a casualty", SOURCE))
    if found.fall is not None:
        said.append(Reason(f'nothing is under it: it falls {found.fall.distance:.2f}"', "five-parsecs: Falling"))
    if found.stun:
        said.append(Reason(f"{who} receives a stun marker", SOURCE))
    return tuple(said)


def _at(place: Point) -> str:
    return ", ".join(f"{value:.2f}" for value in place)
