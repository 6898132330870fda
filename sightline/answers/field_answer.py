"""The answer about the field from which a figure is seen: who looks, and each place as JSON has it."""

from assets.mesh_library import LIBRARY
from rules.sight.verdict import SightRuling
from scene.geometry.mesh import FloatArray
from scene.table.scan_measurements import NOT_KNOWN, TerrainKnown, known_between
from scene.table.table import Figure

VIEWER = "human"


def viewer_of(target: Figure) -> Figure:
    """The human who looks from everywhere; of no side."""
    body = LIBRARY.body(VIEWER, "upright", "upright")
    return Figure(f"viewer of {target.id}", body, (0.0, 0.0, 0.0), base_mm=LIBRARY.default_base_mm(VIEWER))


def rows(places: FloatArray, found: list[SightRuling], terrain_known: TerrainKnown | None) -> list[dict[str, object]]:
    """The places as JSON has them; on a scanned table with what is known of the lines from them."""
    return [
        {
            "position": [round(float(value), 4) for value in place],
            "line_of_sight": ruling.witness is not None,
            "hidden": round(ruling.geometry.share, 5) if ruling.geometry else None,
            "low": round(ruling.geometry.low, 5) if ruling.geometry else None,
            "high": round(ruling.geometry.high, 5) if ruling.geometry else None,
            "cover": ruling.cover,
            **({"known": known} if (known := known_between(terrain_known, blocked=ruling.witness is None)) else {}),
        }
        for place, ruling in zip(places, found, strict=True)
    ]


def in_words(who: str, found: list[SightRuling], terrain_known: TerrainKnown | None) -> str:
    """The answer for a person."""
    seen = sum(ruling.witness is not None for ruling in found)
    said = f"{who} can be seen from {seen:,} of {len(found):,} places"
    return f"{said} at most; {NOT_KNOWN}" if terrain_known == "pieces" else said
