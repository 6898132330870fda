"""The answer about a random move of a figure and its odds, as JSON and in words."""

from collections.abc import Mapping, Sequence

from rules.citations import Reason
from rules.fall_rules import FallNumbers
from rules.hazards.random_move import RandomMove
from rules.hazards.random_move_odds import RandomMoveOdds
from rules.movement.spatial_shift import Hop, SpatialShift
from rules.percentages import percent
from scene.geometry.mesh import Point
from scene.hazards.fall_landing import Fall
from scene.table.table import Figure, Table
from sightline.answers.fall_answer import check_document, edge_document, steps
from sightline.answers.fall_answer import document as fall_document
from sightline.answers.fall_answer import words as fall_words
from sightline.answers.path_answer import place_words

SAID: Mapping[str, str] = {
    "free": "goes all the way",
    "terrain": "is stopped by terrain",
    "edge": "is stopped at the edge of a level",
    "figure": "is stopped by a figure",
    "table": "is stopped at the edge of the table",
}
"""What ends a walk."""
ARRIVED: Mapping[str, str] = {
    "stands": "stands there",
    "falls": "comes out in mid-air and falls",
    "inside": "would be inside something and is shifted again",
    "figure": "would be in somebody's place and is shifted again",
    "impassable": "comes out over impassable ground",
}
"""What becomes of a shift."""
ENOUGH = 0.0005
"""Chances below this are not worth a line."""


def document(found: RandomMove, numbers: FallNumbers) -> dict[str, object]:
    """One walk."""
    gone = found.gone
    return {
        "figure": found.figure,
        "degrees": round(found.degrees, 2),
        "inches": found.inches,
        "moved": round(gone.moved, 4),
        "reached": _rounded(gone.reached),
        "position": _rounded(found.place) if found.place else None,
        "ended": found.ended,
        "stopped_by": gone.stopped_by,
        "edge": edge_document(gone.edge) if gone.edge else None,
        "check": check_document(gone.check),
        "falls": found.falls,
        "if_falls": _fall_document(found.fall, numbers),
        "pushed": {found.pushed[0]: _rounded(found.pushed[1])} if found.pushed else {},
        "stunned": list(found.stunned),
        "because": _reasons(found.because),
    }


def words(table: Table, found: RandomMove, numbers: FallNumbers) -> list[str]:
    """One walk in words."""
    who = table.called(found.figure)
    at = f" and comes to stand at {place_words(found.place)}" if found.place and not found.falls else ""
    lines = [f'{who} moves {found.gone.moved:.2f}" of {found.inches:g}" and {SAID[found.ended]}{at}']
    lines += _told(found.because)
    if found.fall is None:
        return lines
    told = fall_words(table, steps(found.fall, numbers), who)
    return lines + (told if found.falls else [f"If the check is failed: {told[0]}", *told[1:]])


def shift_document(found: SpatialShift, numbers: FallNumbers) -> dict[str, object]:
    """One spatial shift."""
    last = found.hops[-1]
    return {
        "figure": found.figure,
        "degrees": round(found.hops[0].throw.degrees, 2),
        "inches": found.hops[0].throw.inches,
        "shifts": [_hop(hop) for hop in found.hops],
        "position": _rounded(found.place) if found.place else None,
        "ended": last.arrival,
        "falls": found.fall is not None,
        "if_falls": _fall_document(found.fall, numbers),
        "stun": found.stun,
        "shock": found.shock,
        "stunned": list(found.stunned),
        "because": _reasons(found.because),
    }


def shift_words(table: Table, found: SpatialShift, numbers: FallNumbers) -> list[str]:
    """One spatial shift in words."""
    who = table.called(found.figure)
    end = f"comes to stand at {place_words(found.place)}" if found.place else "becomes a casualty"
    often = "is shifted" if len(found.hops) == 1 else f"is shifted {len(found.hops)} times"
    return [f"{who} {often} and {end}", *_told(found.because), *_fallen(table, found.fall, numbers, who)]


def odds_document(figure: str, found: RandomMoveOdds) -> dict[str, object]:
    """The odds of either."""
    return {
        "figure": figure,
        "ends": {name: round(share, 5) for name, share in found.ends.items()},
        "figures": {name: round(share, 5) for name, share in found.figures.items()},
        "sure_to": round(found.sure, 5),
    }


def odds_words(table: Table, figure: Figure, found: RandomMoveOdds, thrown: str) -> list[str]:
    """The odds of either in words, the likeliest end first."""
    lines = [f'{figure.called}, {thrown}" in any direction']
    ends = sorted(found.ends.items(), key=lambda one: -one[1])
    said = SAID if set(found.names) == set(SAID) else ARRIVED
    lines += [f"  {said[name]}: {percent(share)}" for name, share in ends if share >= ENOUGH]
    likely = sorted(found.figures.items(), key=lambda one: -one[1])
    lines += [f"    {table.called(name)}: {percent(share)}" for name, share in likely if share >= ENOUGH]
    return [*lines, f"All directions and all dice are counted; the chances are exact to {100.0 * found.sure:.2f} points"]


def _hop(hop: Hop) -> dict[str, object]:
    return {
        "degrees": round(hop.throw.degrees, 2),
        "inches": hop.throw.inches,
        "position": _rounded(hop.place),
        "arrival": hop.arrival,
        "by": hop.by,
    }


def _fall_document(fall: Fall | None, numbers: FallNumbers) -> dict[str, object] | None:
    return fall_document(steps(fall, numbers)) if fall else None


def _fallen(table: Table, fall: Fall | None, numbers: FallNumbers, who: str) -> list[str]:
    return fall_words(table, steps(fall, numbers), who) if fall else []


def _reasons(because: Sequence[Reason]) -> list[dict[str, str]]:
    return [{"text": one.text, "source": one.source} for one in because]


def _told(because: Sequence[Reason]) -> list[str]:
    return [f"  {one.text}  [{one.source}]" for one in because]


def _rounded(place: Point) -> list[float]:
    return [round(float(value), 4) for value in place]
