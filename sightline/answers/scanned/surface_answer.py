"""What the photos of a scan show of the whole table, as JSON and in words."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from capture.dense.piece_agreement import PieceAgreement
from rules.percentages import percent
from scene.table.seen_table import SOLID, Deck, SeenTable
from scene.table.table import MM_PER_INCH

NAMED = 12
"""So many decks are told in words."""


def document(seen: SeenTable, pieces: Sequence[PieceAgreement], called: Mapping[str, str]) -> dict[str, Any]:
    """The answer of ``sightline surface --json``; ``called`` has the names of pieces by their ids."""
    return {
        "photos": seen.photos,
        "tallest": round(seen.tallest, 3),
        "space": {name: round(share, 4) for name, share in zip(("free", "solid", "unknown"), shares(seen), strict=True)},
        "decks": [
            {
                "height": round(deck.height, 3) + 0.0,
                "low": round(deck.height - deck.off, 3) + 0.0,
                "high": round(deck.height + deck.off, 3),
                "area": round(deck.area, 1),
                "place": [round(value, 3) for value in deck.place],
            }
            for deck in seen.decks
        ],
        "triangles": len(seen.surface.faces),
        "pieces": [
            {
                "id": piece.id,
                "photos": piece.said,
                "shown": round(piece.shown, 3),
                "off": None if piece.off is None else round(piece.off, 4),
                "seen_through": round(piece.through, 4),
                "surface_beside": None if piece.beside is None else round(piece.beside, 3),
            }
            for piece in pieces
        ],
        "words": words(seen, pieces, called),
    }


def shares(seen: SeenTable) -> tuple[float, float, float]:
    """Of the space above the ground up to the tallest surface: seen to be free, with a surface in it, and unknown."""
    first, last = seen.layers
    part = seen.space[:, :, first:last]
    solid = float(np.mean(part == SOLID)) if part.size else 0.0
    return seen.free_share, solid, 1.0 - seen.free_share - solid


def words(seen: SeenTable, pieces: Sequence[PieceAgreement], called: Mapping[str, str]) -> list[str]:
    """The same for a person, a line each."""
    if not len(seen.surface.faces):
        return [f"{seen.photos} photos agree on no surface: nothing of the table is known from them"]
    free, solid, unknown = shares(seen)
    told_free = f"of the space up to there {percent(free)} was seen to be free, {percent(unknown)} is unknown"
    lines = [
        f"{seen.photos} photos: the tallest surface that they agree on is {seen.tallest:.1f} inches above the ground",
        f"{told_free}, and in {percent(solid)} photos show a surface (a hint, no verdict)",
    ]
    decks = [deck for deck in seen.decks if not deck.is_ground]
    lines += [f"the ground: {told(deck)}" for deck in seen.decks if deck.is_ground]
    lines += [f"deck {number}: {told(deck)}" for number, deck in enumerate(decks[:NAMED], start=1)]
    if len(decks) > NAMED:
        lines.append(f"and {len(decks) - NAMED} smaller decks")
    agreed = [piece for piece in pieces if piece.said == "agrees"]
    if agreed:
        middle = MM_PER_INCH * float(np.median([piece.off for piece in agreed if piece.off is not None]))
        names = ", ".join(called[piece.id] for piece in agreed[:NAMED]) + (" and others" if len(agreed) > NAMED else "")
        lines.append(f"the photos agree with {names}: surfaces {middle:.1f} mm off in the middle")
    lines += [contradiction(piece, called[piece.id]) for piece in pieces if piece.said == "contradicts"]
    untold = [called[piece.id] for piece in pieces if piece.said == "not told"]
    if untold:
        more = " and others" if len(untold) > NAMED else ""
        lines.append(f"they show too little of {', '.join(untold[:NAMED])}{more} to tell whether it stands so")
    return lines


def contradiction(piece: PieceAgreement, name: str) -> str:
    """What photos have against a piece."""
    parts = []
    if piece.through:
        parts.append(f"they see through {percent(piece.through)} of it")
    if piece.beside is not None:
        parts.append(f"they show a surface {MM_PER_INCH * piece.beside:.0f} mm outside of it")
    return f"the photos contradict {name}: {' and '.join(parts)}; was it clicked or measured rightly, or moved since?"


def told(deck: Deck) -> str:
    """A deck's height with its limits, its size and its place."""
    x, y, _ = deck.place
    height = round(deck.height, 2) + 0.0  # never minus nought
    return f"{height:.2f} inches high, give or take {deck.off:.2f}; {deck.area:.0f} square inches, at {x:.1f}, {y:.1f}"
