"""Places as programmers give them: any three numbers."""

import math
from collections.abc import Sequence

from scene.geometry.mesh import Point
from scene.table.table import FARTHEST
from sightline.errors import CommandError


def place(given: Sequence[float]) -> Point:
    """The place x, y, z in inches, as plain floats; a `CommandError` for what is none."""
    values = [float(value) for value in given]
    if len(values) != 3 or not all(math.isfinite(value) and abs(value) <= FARTHEST for value in values):
        raise CommandError(f"there is no place {', '.join(f'{value:g}' for value in values)}; give x, y, z in inches")
    x, y, z = values
    return x, y, z
