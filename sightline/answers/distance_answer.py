"""The answer about a distance: what is meant by its two names, how far they are apart, as JSON and in words."""

from dataclasses import dataclass
from math import ceil, floor

from scene.base.errors import SceneError
from scene.measuring.distance import Span, Thing, blocked_by, nearest
from scene.measuring.distance_limits import DistanceEnd, limits
from scene.table.scan_measurements import NOT_KNOWN, Known, known_between
from scene.table.table import FARTHEST, Figure, Piece, Table, unknown_id


@dataclass(frozen=True)
class MeasuredDistance:
    """How far two things are apart.

    Attributes:
        ids: of figures, and what the others were called.
        things: the two.
        span: the straight way between their nearest points.
        blocked: ids of what it goes through.
        bounds: inches, between which the real distance lies in 95 of 100 cases; None where it is exact.
        known: what is known of the way on a scanned table; None for any other.
    """

    ids: tuple[str, str]
    things: tuple[Thing, Thing]
    span: Span
    blocked: tuple[str, ...]
    bounds: tuple[float, float] | None
    known: Known | None


def distance(table: Table, a: str, b: str) -> MeasuredDistance:
    """The distance between what two names stand for; a `SceneError` with all that stand for nothing."""
    one, other = things(table, a, b)
    a, b = (thing.id if isinstance(thing, Figure | Piece) else name for thing, name in ((one, a), (other, b)))
    span, blocked = nearest(one, other), blocked_by(table.terrain, one, other)
    bounds = limits(table.scan, span, _end(table, a, one), _end(table, b, other)) if table.scan else None
    known = known_between(table.terrain_known, blocked=bool(blocked))
    return MeasuredDistance((a, b), (one, other), span, blocked, bounds, known)


def things(table: Table, *names: str) -> list[Thing]:
    """What the names stand for; a `SceneError` with all that stand for nothing."""
    found, faults = list[Thing](), list[str]()
    known: dict[str, Thing] = dict(table.scan.marks) if table.scan else {}
    known.update((piece.id, piece) for piece in table.terrain.pieces)
    known.update((figure.id, figure) for figure in table.figures)
    named: dict[str, Thing] = {piece.called.casefold(): piece for piece in table.terrain.pieces}
    named.update((figure.called.casefold(), figure) for figure in table.figures)
    for name in names:
        thing = known.get(name, _place(name)) or named.get(name.casefold())
        if thing is None:
            what = "figure, terrain piece, tag or point" if table.scan else "figure or terrain piece"
            faults.append(unknown_id(what, name, list(known), [figure.name for figure in table.figures]))
        elif isinstance(thing, tuple) and any(abs(value) > FARTHEST for value in thing):
            faults.append(f'the place "{name}" is too far off; coordinates are inches from {-FARTHEST:,} to {FARTHEST:,}')
        else:
            found.append(thing)
    if faults:
        raise SceneError(faults)
    return found


def _place(name: str) -> tuple[float, ...] | None:
    """The place that ``x,y,z`` says, or None if it is nothing of the kind."""
    parts = name.split(",")
    try:
        return tuple(float(part) for part in parts) if len(parts) > 1 else None
    except ValueError:
        return None


def _end(table: Table, name: str, thing: Thing) -> DistanceEnd:
    """What is measured to, and where the scan has it."""
    assert table.scan is not None
    if isinstance(thing, Figure):
        return DistanceEnd(thing, table.scan.standing("figure", name, thing.position))
    if isinstance(thing, Piece):
        return DistanceEnd(thing, table.scan.standing("piece", name, thing.pose.position))
    return DistanceEnd(thing, table.scan.mark(name))


def document(
    span: Span, blocked: tuple[str, ...], bounds: tuple[float, float] | None = None, known: Known | None = None
) -> dict[str, object]:
    """The answer as JSON has it; on a scanned table with its limits, and with what is known of the way."""
    scanned = {} if bounds is None else {"low": bounds[0], "high": bounds[1]}
    return {
        "distance": span.distance,
        **scanned,
        "horizontal": span.horizontal,
        "vertical": span.vertical,
        "blocked_by": list(blocked),
        **({"known": known} if known else {}),
        "from": list(span.from_),
        "to": list(span.to),
    }


def words(span: Span, blocked: tuple[str, ...], bounds: tuple[float, float] | None = None, known: Known | None = None) -> str:
    """The answer for a person; on a scanned table with its limits, and with what is known of the way.

    ``blocked``: what sentences call all that the straight way goes through.
    """
    sure = "" if bounds is None else f"{rounded_limits(*bounds)} in 95 of 100 cases; "
    way = f'{span.distance:.2f}" ({sure}{span.horizontal:.2f}" level, {span.vertical:.2f}" in height)'
    if blocked:
        return f"{way}, through {', '.join(blocked)}"
    return f"{way}, no measured piece in the way; {NOT_KNOWN}" if known == "unknown" else f"{way}, nothing in the way"


def rounded_limits(low: float, high: float) -> str:
    """The limits to hundredths, outwards, so that they still hold."""
    return f"{floor(100.0 * low + 1e-7) / 100.0:.2f} to {ceil(100.0 * high - 1e-7) / 100.0:.2f}"
