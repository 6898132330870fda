"""The answer about the field from which a figure is seen: who looks, and each place as JSON has it."""

import numpy as np

from assets.mesh_library import LIBRARY
from rules.sight.verdict import SightRuling
from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.scan_measurements import NOT_KNOWN, TerrainKnown, known_between
from scene.table.table import Figure

VIEWER = "human"


def viewer_of(target: Figure) -> Figure:
    """The human who looks from everywhere; of no side."""
    body = LIBRARY.body(VIEWER, "upright", "upright")
    return Figure(f"viewer of {target.id}", body, (0.0, 0.0, 0.0), base_mm=LIBRARY.default_base_mm(VIEWER))


def rows(
    places: FloatArray, found: list[SightRuling], terrain_known: TerrainKnown | None, hides: BoolArray | None = None
) -> list[dict[str, object]]:
    """The places as JSON has them; on a scanned table with what is known of the lines from them.

    Args:
        places: (n, 3) inches.
        found: what is made of the target from each.
        terrain_known: what is known of the real table's scenery; None for a table that was made up.
        hides: (n,) from which a target that hides is not found; None for who does not hide.
    """
    return [
        {
            "position": [round(float(value), 4) for value in place],
            "line_of_sight": ruling.witness is not None,
            "hidden": round(ruling.geometry.share, 5) if ruling.geometry else None,
            "low": round(ruling.geometry.low, 5) if ruling.geometry else None,
            "high": _most(ruling, terrain_known),
            "cover": ruling.cover,
            **({} if hides is None else {"hides": bool(hides[number])}),
            **({"known": known} if (known := known_between(terrain_known, blocked=ruling.witness is None)) else {}),
        }
        for number, (place, ruling) in enumerate(zip(places, found, strict=True))
    ]


def _most(ruling: SightRuling, terrain_known: TerrainKnown | None) -> float | None:
    """The most that may be hidden, with what was not measured."""
    if ruling.geometry is None:
        return None
    unknown = known_between(terrain_known, blocked=ruling.witness is None) == "unknown"
    return 1.0 if unknown else round(ruling.geometry.high, 5)


def in_words(who: str, found: list[SightRuling], terrain_known: TerrainKnown | None, hides: BoolArray | None = None) -> str:
    """The answer for a person."""
    seen = np.array([ruling.witness is not None for ruling in found], dtype=bool)
    said = f"{who} can be seen from {seen.sum():,} of {len(found):,} places"
    said = f"{said} at most; {NOT_KNOWN}" if terrain_known == "pieces" else said
    return said if hides is None else f"{said}; {who} hides, and is found from {(seen & ~hides).sum():,} of them"
