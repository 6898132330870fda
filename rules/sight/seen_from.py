"""Where a figure is seen from: one viewer looks from many places of a table, a little less exactly than for a shot."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from rules.sight.cover_exemptions import standing_radius
from rules.sight.sight_rulings import sight_rulings
from rules.sight.verdict import Effort, SightQuestion, SightRules, SightRuling, is_hiding
from scene.geometry.mesh import BoolArray, FloatArray
from scene.measuring.distance import nearest
from scene.navmesh.navmesh import NavMesh
from scene.table.table import Figure, Table
from scene.visibility.hidden_share import Precision

EFFORT = Effort(Precision(cells=28, divisions=0), lines=200, thorough=False)
"""A place on a map need not be known to the tenth of a point."""
TOGETHER = 512
"""Places worked on at once."""
ROOM = 1.4
"""Inches of room that a standing human needs."""


def standing_places(navmesh: NavMesh, size: tuple[float, float], *, step: float) -> FloatArray:
    """(n, 3) the places of an even grid on a table where a figure can stand, on all levels."""
    counts = [max(1, round(side / step)) for side in size]
    x, y = ((np.arange(count) + 0.5) * side / count for count, side in zip(counts, size, strict=True))
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    found = [np.zeros((0, 3))]
    for region in navmesh.regions:
        here = grid[region.holds(grid)]
        found.append(region.points(here))
    return np.concatenate(found)


def free_of_figures(places: FloatArray, figures: Sequence[Figure], viewer: Figure) -> BoolArray:
    """(n,) which places do not overlap a figure's own."""
    free = np.ones(len(places), dtype=bool)
    for figure in figures:
        aside = np.hypot(*(places[:, :2] - np.array(figure.position[:2])).T)
        level = np.abs(places[:, 2] - figure.position[2]) <= ROOM
        free &= ~level | (aside >= standing_radius(figure) + viewer.base_radius)
    return free


def seen_from(
    table: Table, viewer: Figure, target: Figure, places: FloatArray, *, rules: SightRules
) -> Iterator[list[SightRuling]]:
    """What the viewer makes of the target from every place (n, 3), facing it: in order, some hundreds of places at a time."""
    for start in range(0, len(places), TOGETHER):
        questions = _questions(viewer, target, places[start : start + TOGETHER])
        yield sight_rulings(table, questions, rules=rules, effort=EFFORT)


def hides_from(viewer: Figure, target: Figure, places: FloatArray, *, rules: SightRules) -> BoolArray | None:
    """(n,) from which places (n, 3) the viewer does not find a target that hides; None where it does not, by these rules."""
    if rules.found is None or not target.hides:
        return None
    standing = (replace(viewer, position=(float(x), float(y), float(z))) for x, y, z in places)
    return np.array([is_hiding(rules, target, nearest(one, target).distance) for one in standing], dtype=bool)


def _questions(viewer: Figure, target: Figure, places: FloatArray) -> list[SightQuestion]:
    """What is asked when the viewer stands at every place (n, 3), facing the target."""
    facing = np.degrees(np.arctan2(target.position[1] - places[:, 1], target.position[0] - places[:, 0]))
    return [
        SightQuestion(replace(viewer, position=(float(x), float(y), float(z)), facing=float(turn)), target)
        for (x, y, z), turn in zip(places, facing, strict=True)
    ]
