"""A blast marker: where it may be placed, where it lies after the hit roll, and whom it hits.

Source: main-rulebook, Shooting with blast weapons; Scatter dice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rules.body_limits import STEP
from rules.citations import Reason
from rules.engagement import engaged_with
from rules.errors import RulesError
from rules.hazards.scatter_die import any_direction
from scene.base.memo import memoized
from scene.base.messages import plain
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Point
from scene.hazards.blast_coverage import EDGE, LOOKS, shielded, touched
from scene.hazards.scatter_slide import BEFORE, LIFT, SlideLimits, ends, impassable_areas, lifted, stops
from scene.measuring.distance import nearest
from scene.table.table import Figure, Table
from scene.visibility.line_of_sight import find_lines
from scene.walkable.obstacles import solids

Ended = Literal["hit", "scattered", "dud", "misfire", "off-table", "mid-air"]
SLIDE = SlideLimits(tall=2.0, step=STEP)
"""What a marker scatters over. Source: main-rulebook, Shooting with blast weapons: Scatter."""
SIZES = (3.0, 5.0)
"""Inches across. Source: main-rulebook, Shooting with blast weapons."""
FARTHEST = 6
"""Inches that a marker scatters at most: a D6."""
SYMBOL = 1.0 / 3.0
"""The share of the faces of a scatter die that show the hit symbol. Source: main-rulebook, Scatter dice."""
LOOKED = 512
"""Points of a body that the odds look for; a single blast looks for all."""
HIGHEST = 100.0
"""Inches above the ground; a marker higher than this was not meant."""
CHAPTER = "Shooting with blast weapons"
SCATTER, MISFIRE, HIT = f"{CHAPTER}, Scatter", f"{CHAPTER}, Misfire", f"{CHAPTER}, Determine hit fighters"
RANGE, PLACING = f"{CHAPTER}, Check the range", f"{CHAPTER}, Place a blast marker"


@dataclass(frozen=True)
class Marker:
    """A marker as it was placed, before anything is rolled.

    Attributes:
        middle: of the marker, inches.
        radius: inches.
        shooter: the id of who shoots.
        missed: whether it was pulled back into range, so that the shot has missed.
        goes_off: whether it goes off in mid-air.
        notes: what is to be said of its place.
    """

    middle: Point
    radius: float
    shooter: str
    missed: bool = False
    goes_off: bool = False
    notes: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Rolls:
    """The dice of a scatter.

    Attributes:
        degrees: the direction, anticlockwise from +x.
        inches: the D6.
        symbol: whether the scatter die showed the hit symbol.
        second: the D6 after a possible misfire; None if there was none.
    """

    degrees: float
    inches: int
    symbol: bool
    second: int | None = None


@dataclass(frozen=True)
class Blast:
    """One blast, resolved.

    Attributes:
        middle: of the marker in the end.
        ended: how.
        stopped_by: the id of the terrain that stopped it.
        hits: ids of those hit, in the order of the table.
        shielded: ids of those who are touched but hidden by terrain.
        rolls: of the scatter; None without one.
        because: the reasons.
    """

    middle: Point
    ended: Ended
    stopped_by: str | None
    hits: tuple[str, ...]
    shielded: tuple[str, ...]
    rolls: Rolls | None
    because: tuple[Reason, ...]


@dataclass(frozen=True, eq=False)
class Outcomes:
    """What becomes of n scatters, of the same table and marker.

    Attributes:
        middle: (n, 3) of the marker.
        ended: (n,) 0 scattered, 1 off the table, 2 in mid-air.
        stopped: (n,) what stopped it, its place among ``names``; -1 for nothing.
        hits: (n, f) whom of the figures it hits.
        shielded: (n, f) who is touched but hidden.
        names: ids of terrain.
    """

    middle: FloatArray
    ended: IntArray
    stopped: IntArray
    hits: BoolArray
    shielded: BoolArray
    names: tuple[str, ...]

    def chosen(self, rows: IntArray) -> "Outcomes":
        """Some of them."""
        return Outcomes(
            self.middle[rows], self.ended[rows], self.stopped[rows], self.hits[rows], self.shielded[rows], self.names
        )


ENDED: tuple[Ended, ...] = ("scattered", "off-table", "mid-air")


def placed(
    table: Table,
    shooter: str,
    at: Point,
    size: float,
    *,
    reach: tuple[float, float] | None = None,
    lobbed: bool = False,
    target: Figure | None = None,
    goes_off: bool = False,
) -> Marker:
    """A marker placed by a shooter; beyond the long range it is pulled back into it, and the shot has missed.

    Args:
        table: where.
        shooter: the id of who shoots.
        at: the middle of the marker.
        size: inches across.
        reach: the short and the long range of the weapon; None for any.
        lobbed: whether it is thrown, so that the way down to a lower level does not count. Source: Hand thrown grenades.
        target: who is shot at; his figure is put there to look for a line of sight, or one like the shooter's own.
        goes_off: whether it goes off in mid-air.

    Raises:
        RulesError: for a marker that cannot be there.
    """
    figure = table.figure(shooter)
    _check_place(table, at, size, over=target)
    notes: tuple[Reason, ...] = ()
    there = (target or figure).moved(at)
    if not find_lines(table.terrain, [(figure, there)])[0]:
        notes = (Reason(f"{figure.called} has no line of sight to there, so the marker may not be placed there", PLACING),)
    if reach is None or (far := _range(figure, at, lobbed=lobbed)) <= reach[1] + EDGE:
        return Marker(at, size / 2.0, shooter, goes_off=goes_off, notes=notes)
    back = _pulled_back(figure, at, reach[1], lobbed=lobbed)
    text = f'{far:.2f}" away is beyond the long range of {plain(reach[1])}": the marker is pulled back, and the shot misses'
    return Marker(back, size / 2.0, shooter, missed=True, goes_off=goes_off, notes=(*notes, Reason(text, RANGE)))


def over_base(table: Table, figure: Figure) -> Point:
    """The middle of a marker over the middle of a base: on top of what rises a little into it, as a lid or a dome does."""
    x, y, z = figure.position
    top = float(lifted(solids(table.terrain), np.array([figure.position]), SLIDE.tall)[0])
    return (x, y, top if top - z <= STEP else z)


def _check_place(table: Table, at: Point, size: float, *, over: Figure | None) -> None:
    """Over the middle of a target's base there is always room for it."""
    x, y, z = at
    free = over is not None and (x, y) == over.position[:2] and abs(z - over.position[2]) <= STEP
    place = f"{plain(x)}, {plain(y)}, {plain(z)}"
    faults = []
    if size not in SIZES:
        faults.append(f"a blast marker is {' or '.join(map(plain, SIZES))} inches across, not {plain(size)}")
    if not (0.0 <= x <= table.size[0] and 0.0 <= y <= table.size[1]):
        faults.append(f"{place} is off the table, which is {plain(table.size[0])} x {plain(table.size[1])} inches")
    elif z > HIGHEST:
        faults.append(f"{place} is higher than anything; markers lie on floors, or not far above them")
    elif not free and (piece := solids(table.terrain).inside((x, y, z + LIFT))) is not None:
        faults.append(f"{place} is inside {table.called(piece.id)}; place the marker on top of it or beside it")
    elif z < 0.0 and not any(piece.kind == "pit" for piece in table.terrain.pieces):
        faults.append(f"{place} is under the floor of the table; give a height of 0 or more")
    if faults:
        raise RulesError(faults)


def _range(figure: Figure, at: Point, *, lobbed: bool) -> float:
    """Inches from a base to a place. Source: main-rulebook, Hand thrown grenades."""
    span = nearest(figure, at)
    return span.horizontal if lobbed and at[2] < figure.position[2] else span.distance


def _pulled_back(figure: Figure, at: Point, longest: float, *, lobbed: bool) -> Point:
    """The place nearest to ``at``, on the level way back to the shooter, that is within range."""
    x, y, z = at
    way = np.array(figure.position[:2]) - (x, y)
    near, far = 0.0, 1.0
    for _ in range(50):
        share = (near + far) / 2.0
        there = (float(x + share * way[0]), float(y + share * way[1]), z)
        near, far = (near, share) if _range(figure, there, lobbed=lobbed) <= longest else (share, far)
    return (float(x + far * way[0]), float(y + far * way[1]), z)


@dataclass(frozen=True, eq=False)
class Flights:
    """Where n markers that scatter end, before anybody is looked for.

    Attributes:
        middle: (n, 3) of the marker.
        ended: (n,) as in `Outcomes`.
        stopped: (n,) as in `Outcomes`.
        touched: (n, f) whose bases it touches, if it goes off.
        names: ids of terrain.
    """

    middle: FloatArray
    ended: IntArray
    stopped: IntArray
    touched: BoolArray
    names: tuple[str, ...]


def scattered(table: Table, marker: Marker, turns: FloatArray, inches: FloatArray, *, looks: int = LOOKED) -> Outcomes:
    """What becomes of markers that scatter in directions (n,), radians, so many inches (n,)."""
    found, which = flights(table, marker, turns, inches)
    hidden = shielded(table.terrain, table.figures, found.middle, found.touched, looks=looks, step=STEP)
    return outcomes(table, found, hidden).chosen(which)


def flights(table: Table, marker: Marker, turns: FloatArray, inches: FloatArray) -> tuple[Flights, IntArray]:
    """Where markers end that scatter in directions (n,), radians, so many inches (n,).

    Returns:
        the ends that differ, and (n,) which of them each marker comes to: all that one thing stops in one direction end there.
    """
    angles, line = np.unique(turns, return_inverse=True)
    return flown(table, np.array([marker.middle]), marker, angles, line, inches)


def flown(
    table: Table, starts: FloatArray, marker: Marker, turns: FloatArray, line: IntArray, inches: FloatArray
) -> tuple[Flights, IntArray]:
    """The same for markers of one kind that are placed at starts (l, 3), or at one of them.

    Args:
        table: where.
        starts: inches, where each line begins.
        marker: how large they are, and whether they go off in mid-air.
        turns: (l,) directions of lines, radians.
        line: (n,) along which of them each marker moves.
        inches: (n,) how far.
    """
    ways = np.column_stack([np.cos(turns), np.sin(turns)])
    starts = np.broadcast_to(starts, (len(ways), 3))
    stop = stops(table.terrain, starts, ways, float(inches.max(initial=0.0)), SLIDE)
    every, first = np.arange(len(line)), np.full(len(ways), len(line))
    halted = stop.distance[line] <= inches
    np.minimum.at(first, line[halted], every[halted])
    rows, which = np.unique(np.where(halted, first[line], every), return_inverse=True)
    halted, line, inches = halted[rows], line[rows], inches[rows]
    gone = np.where(halted, np.maximum(stop.distance[line] - BEFORE, 0.0), inches)
    found = ends(table, starts[line], starts[line, :2] + gone[:, None] * ways[line], stop.first[line] <= gone, SLIDE)
    harmless = found.off_table | (found.mid_air & (not marker.goes_off))
    reached = np.zeros((len(rows), len(table.figures)), dtype=bool)
    reached[~harmless] = touched(table.figures, found.place[~harmless], marker.radius)
    names = (*(piece.id for piece in stop.pieces), *(piece.id for piece in impassable_areas(table.terrain)))
    ended = np.where(found.off_table, 1, np.where(found.mid_air, 2, 0))
    return Flights(found.place, ended, np.where(halted, stop.piece[line], -1), reached, names), which


def outcomes(table: Table, found: Flights, hidden: BoolArray) -> Outcomes:
    """What becomes of markers from which those are hidden (n, f)."""
    hits = with_combats(table, found.touched & ~hidden)
    return Outcomes(found.middle, found.ended, found.stopped, hits, hidden & ~hits, found.names)


def with_combats(table: Table, hits: BoolArray) -> BoolArray:
    """(n, f) who is hit, with all who are in close combat with them. Source: main-rulebook, Determine hit fighters."""
    together = _combats(table)
    return hits if together is None else np.asarray(hits.astype(np.float32) @ together > 0.0)


@memoized
def _combats(table: Table) -> NDArray[np.float32] | None:
    """(f, f) 1 for those who are in one close combat, be it by others between them; None where nobody is in any."""
    number = {figure.id: place for place, figure in enumerate(table.figures)}
    together = np.eye(len(number), dtype=np.float32)
    for figure in table.figures:
        for other in engaged_with(table, figure):
            together[number[figure.id], number[other]] = together[number[other], number[figure.id]] = 1.0
    for _ in range(len(number)):
        wider = np.asarray(together @ together > 0.0, dtype=np.float32)
        if (wider == together).all():
            break
        together = wider
    return together if together.sum() > len(number) else None


def resolved(table: Table, marker: Marker, rolls: Rolls | None = None) -> Blast:
    """A blast after its dice: without any it hits where it was placed."""
    if rolls is None:
        return gone_off(table, marker, marker.middle, "hit", None, marker.notes)
    if rolls.symbol and rolls.inches == 1:
        if rolls.second != 1:
            why = Reason("a hit symbol with a 1, then no 1: the shot is a dud", MISFIRE)
            return Blast(marker.middle, "dud", None, (), (), rolls, (*marker.notes, why))
        why = Reason("a hit symbol with a 1, then another 1: the weapon misfires", MISFIRE)
        return gone_off(table, marker, over_base(table, table.figure(marker.shooter)), "misfire", rolls, (*marker.notes, why))
    turn, inches = np.array([np.radians(rolls.degrees)]), np.array([float(rolls.inches)])
    return fate(table, marker, rolls, scattered(table, marker, turn, inches, looks=LOOKS[-1]), 0)


def fate(table: Table, marker: Marker, rolls: Rolls, found: Outcomes, row: int) -> Blast:
    """The blast that one of many scatters is, which these dice have led to."""
    x, y, z = found.middle[row].tolist()
    ended = ENDED[int(found.ended[row])]
    stopped = found.names[int(found.stopped[row])] if found.stopped[row] >= 0 else None
    went = float(np.hypot(x - marker.middle[0], y - marker.middle[1]))
    halt = f", where {table.called(stopped)} stops it" if stopped else ""
    because = (*marker.notes, Reason(f'it scatters {went:.2f}" towards {rolls.degrees:.0f} degrees{halt}', SCATTER))
    if ended == "off-table":
        because += (Reason("it leaves the table and does no harm", SCATTER),)
    if ended == "mid-air":
        harm = "it is in mid-air over an edge and " + ("goes off there" if marker.goes_off else "does no harm")
        because += (Reason(harm, SCATTER),)
    hits, hidden = _names(table, found.hits[row]), _names(table, found.shielded[row])
    return Blast((x, y, z), ended, stopped, hits, hidden, rolls, (*because, *_reasons(table, hidden)))


def gone_off(
    table: Table, marker: Marker, middle: Point, ended: Ended, rolls: Rolls | None, because: tuple[Reason, ...]
) -> Blast:
    """A blast that goes off at a place."""
    middles = np.array([middle])
    asked = touched(table.figures, middles, marker.radius)
    hidden = shielded(table.terrain, table.figures, middles, asked, looks=LOOKS[-1], step=STEP)
    found = with_combats(table, asked & ~hidden)
    hits, behind = _names(table, found[0]), _names(table, (hidden & ~found)[0])
    return Blast(middle, ended, None, hits, behind, rolls, (*because, *_reasons(table, behind)))


def _names(table: Table, which: BoolArray) -> tuple[str, ...]:
    return tuple(figure.id for figure, chosen in zip(table.figures, which, strict=True) if chosen)


def _reasons(table: Table, hidden: Sequence[str]) -> tuple[Reason, ...]:
    named = ", ".join(map(table.called, hidden))
    return (Reason(f"wholly hidden from its middle by terrain: {named}", HIT),) if hidden else ()


def rolled(rng: np.random.Generator) -> Rolls:
    """The dice of one scatter."""
    degrees, inches = any_direction(rng), int(rng.integers(1, 7))
    symbol = bool(rng.random() < SYMBOL)
    return Rolls(degrees, inches, symbol, int(rng.integers(1, 7)) if symbol and inches == 1 else None)
