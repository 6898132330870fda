"""The answer about a blast and its odds, as JSON and in words."""

from collections.abc import Mapping, Sequence

from rules.hazards.blast_marker import Blast, Ended, Marker
from rules.hazards.blast_odds import BlastOdds
from rules.hazards.blast_placement import CLOSER, SPACING, MarkerPlacement
from rules.percentages import percent
from scene.base.messages import plain
from scene.table.table import Table

SAID: Mapping[Ended, str] = {
    "hit": "stays where it was placed",
    "scattered": "scatters and goes off",
    "dud": "is a dud",
    "misfire": "misfires over the shooter",
    "off-table": "leaves the table",
    "mid-air": "ends in mid-air",
}
"""What a marker does in the end."""
MEASURE = "enemies hit on average, less friends hit on average, the shooter among them"
"""What the best place is the best by."""
ENOUGH = 0.0005
"""Chances below this are not worth a line."""


def document(blast: Blast) -> dict[str, object]:
    """One blast."""
    rolls = blast.rolls
    return {
        "centre": [round(value, 3) for value in blast.middle],
        "stopped_by": blast.stopped_by,
        "ended": blast.ended,
        "hits": list(blast.hits),
        "shielded": list(blast.shielded),
        "rolls": None
        if rolls is None
        else {
            "degrees": round(rolls.degrees, 2),
            "inches": rolls.inches,
            "scatter": "hit" if rolls.symbol else "arrow",
            "second": rolls.second,
        },
        "because": [{"text": one.text, "source": one.source} for one in blast.because],
    }


def words(table: Table, blast: Blast) -> list[str]:
    """One blast in words."""
    where = ", ".join(plain(round(value, 2)) for value in blast.middle)
    lines = [f"The marker {SAID[blast.ended]}" + (f" at {where}" if blast.ended not in {"dud", "off-table"} else "")]
    if blast.rolls is not None:
        symbol = "hit symbol" if blast.rolls.symbol else "arrow"
        lines.append(f"  dice: {symbol} towards {blast.rolls.degrees:.0f} degrees, {blast.rolls.inches} inches")
    lines += [f"  {one.text}  [{one.source}]" for one in blast.because]
    return [*lines, "  hit: " + (", ".join(table.called(name) for name in blast.hits) or "nobody")]


def odds_document(marker: Marker, odds: BlastOdds) -> dict[str, object]:
    """The odds of a marker."""
    return {
        "centre": [round(value, 3) for value in marker.middle],
        "hit_chance": {name: round(chance, 5) for name, chance in odds.hit.items()},
        "ends": {name: round(chance, 5) for name, chance in odds.ends.items()},
        "sure_to": round(odds.sure, 5),
        "because": [{"text": one.text, "source": one.source} for one in marker.notes],
    }


def odds_words(table: Table, marker: Marker, odds: BlastOdds, *, rest_on: str = "") -> list[str]:
    """The same in words: whom it hits, the likeliest first, what that rests on, if that is wanted, and how it ends."""
    likely = sorted(((chance, name) for name, chance in odds.hit.items() if chance >= ENOUGH), reverse=True)
    lines = [f"{table.called(name)} is hit in {percent(chance)}" for chance, name in likely] or ["Nobody is hit"]
    lines += [rest_on] if rest_on else []
    lines.append("The marker " + "; ".join(f"{SAID[name]}: {percent(chance)}" for name, chance in odds.ends.items()))
    lines.append(f"All directions and all dice are counted; the chances are exact to {100.0 * odds.sure:.2f} points")
    return [*lines, *(f"  {one.text}  [{one.source}]" for one in marker.notes)]


def odds_rest_on(marker: Marker, hit_roll: float) -> str:
    """The same for whoever has no command line: what the odds take the hit roll for, and what the other way would be."""
    if marker.missed:
        return "the hit roll has failed: the marker was beyond the long range"
    if hit_roll <= 0.0:
        return "the hit roll is taken as failed; after one that is made the marker stays where it was put"
    return f"the hit roll is made in {percent(hit_roll)}"


def odds_assumption(marker: Marker, hit_roll: float | None) -> str:
    """What the odds take the hit roll for; ``hit_roll`` is how likely it is to be made, if that was given."""
    if marker.missed:
        return "  the hit roll has failed: the marker was beyond the long range"
    if hit_roll is None:
        return "  the hit roll is taken as failed; --hit-roll 0.5 gives the odds of one that is made half of the time"
    return f"  the hit roll is made in {percent(hit_roll)}"


def best_document(found: Sequence[MarkerPlacement], chance: float, why: str) -> dict[str, object]:
    """The best places, and by what measure; without any, why not."""
    return {
        "best": [{"target": one.target, "value": round(one.value, 5), **odds_document(one.marker, one.odds)} for one in found],
        "measure": MEASURE,
        "hit_roll": chance,
        "spacing": SPACING,
        "closest": SPACING / CLOSER,
        **({} if found else {"because": why}),
    }


def best_words(table: Table, found: Sequence[MarkerPlacement], chance: float) -> list[str]:
    """The same in words, the best place first."""
    lines = [f"Measure: {MEASURE}; a hit roll that succeeds in {percent(chance)}"]
    for number, one in enumerate(found, start=1):
        where = ", ".join(plain(round(value, 2)) for value in one.marker.middle)
        likely = sorted(((much, name) for name, much in one.odds.hit.items() if much >= ENOUGH), reverse=True)
        hits = ", ".join(f"{table.called(name)} {percent(much)}" for much, name in likely)
        lines.append(f"{number}. {where}, at {table.called(one.target)}: {one.value:.3f} ({hits or 'nobody'})")
    lines.append(
        f'Legal places were looked at every {plain(SPACING)}", around the best every {plain(SPACING / CLOSER)}", and where the '
        "circles of two bases cross; a place between these may be a little better"
    )
    return [*lines, *(f"  {note.text}  [{note.source}]" for note in found[0].marker.notes)]
