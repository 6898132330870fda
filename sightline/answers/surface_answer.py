"""What the photos of a scan show of the whole table, as JSON and in words."""

from typing import Any

import numpy as np

from rules.percentages import percent
from scene.table.seen_table import SOLID, Deck, SeenTable

NAMED = 12
"""So many decks are told in words."""


def document(seen: SeenTable) -> dict[str, Any]:
    """The answer of ``sightline surface --json``."""
    return {
        "photos": seen.photos,
        "tallest": round(seen.tallest, 3),
        "space": {name: round(share, 4) for name, share in zip(("free", "solid", "unknown"), shares(seen), strict=True)},
        "decks": [
            {
                "height": round(deck.height, 3),
                "low": round(deck.height - deck.off, 3),
                "high": round(deck.height + deck.off, 3),
                "area": round(deck.area, 1),
                "place": [round(value, 3) for value in deck.place],
            }
            for deck in seen.decks
        ],
        "triangles": len(seen.surface.faces),
        "words": words(seen),
    }


def shares(seen: SeenTable) -> tuple[float, float, float]:
    """Of the space above the ground up to the tallest surface: seen to be free, with a surface in it, and unknown."""
    first, last = seen.layers
    part = seen.space[:, :, first:last]
    solid = float(np.mean(part == SOLID)) if part.size else 0.0
    return seen.free_share, solid, 1.0 - seen.free_share - solid


def words(seen: SeenTable) -> list[str]:
    """The same for a person, a line each."""
    if not len(seen.surface.faces):
        return [f"{seen.photos} photos agree on no surface: nothing of the table is known from them"]
    free, solid, unknown = shares(seen)
    told_free = f"of the space up to there {percent(free)} was seen to be free, {percent(unknown)} is unknown"
    lines = [
        f"{seen.photos} photos: the tallest surface that they agree on is {seen.tallest:.1f} inches above the ground",
        f"{told_free}, and in {percent(solid)} photos show a surface (a hint, no verdict)",
    ]
    lines += [f"deck {number}: {told(deck)}" for number, deck in enumerate(seen.decks[:NAMED], start=1)]
    if len(seen.decks) > NAMED:
        lines.append(f"and {len(seen.decks) - NAMED} smaller decks")
    return lines


def told(deck: Deck) -> str:
    """A deck's height with its limits, its size and its place."""
    x, y, _ = deck.place
    return f"{deck.height:.2f} inches high, give or take {deck.off:.2f}; {deck.area:.0f} square inches, at {x:.1f}, {y:.1f}"
