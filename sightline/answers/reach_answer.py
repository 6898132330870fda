"""The answer about all that is in reach, as JSON and in words."""

from math import ceil, pi, sqrt

import numpy as np

from rules.movement.path_rules import Reach
from scene.table.table import Table
from sightline.answers.path_answer import rounded
from sightline.errors import CommandError

MOST_PLACES = 100_000
"""As many are asked for at most, with nothing in the way."""
LEVELS = 2
"""So many times the area of the table is all reachable ground, about."""


def check_count(table: Table, inches: float, step: float) -> None:
    """Raises a `CommandError` where there would be too many places within so many inches."""
    area = min(pi * inches**2, LEVELS * table.size[0] * table.size[1])
    if area / step**2 > MOST_PLACES:
        least = ceil(100.0 * sqrt(area / MOST_PLACES)) / 100.0
        raise CommandError(f"places {step:g} inches apart are too many for so large an area; give --step {least:g} or more")


def document(found: Reach) -> dict[str, object]:
    """All places, and how much ground that is."""
    return {"places": rows(found), "area": rounded(found.area)}


def rows(found: Reach) -> list[dict[str, object]]:
    """The places as JSON has them."""
    positions, costs = (np.round(values, 4) + 0.0 for values in (found.positions, found.costs))
    return [
        {"position": position, "cost": cost, "checks": checks}
        for position, cost, checks in zip(positions.tolist(), costs.tolist(), found.checks.tolist(), strict=True)
    ]


def words(found: Reach, who: str, inches: float) -> str:
    """The answer for a person."""
    heights = found.positions[:, 2]
    checked = int((found.checks > 0).sum())
    levels = f", from {heights.min():.2f} to {heights.max():.2f} high" if len(heights) and np.ptp(heights) >= 0.01 else ""
    checks = f"; {checked:,} of them take a check" if checked else "; none takes a check"
    said = f'{who} reaches {found.area:.1f} square inches with {inches:g}" of movement'
    return f"{said}: {len(heights):,} places{levels}{checks if len(heights) else ''}"
