"""Which terrain features a figure would stand at in many places at once: they rise beside its body, an inch away at most.

Sources: five-parsecs: Lines of sight, Area features, Cautious.
"""

import numpy as np
import shapely

from rules.skirmish.state.battle_navmesh import mover
from rules.skirmish.state.battle_sight import terrain_of
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.sight import ADJACENT
from rules.systems.five_parsecs.terrain_features import EDGE, UNDER, area_features
from scene.geometry.mesh import BoolArray, FloatArray
from scene.visibility.occluders import occluders

HEIGHTS = (0.45, 1.0)
"""Inches above the ground at which it is looked for what rises: about the knees and the chest."""
WAYS = 24
"""Directions in which it is looked for."""


def used_features(battle: Battle, fighter: str, places: FloatArray) -> BoolArray:
    """(n, features) whether a figure at places (n, 3) is within an inch of each piece that hides, or in each area feature."""
    terrain, radius = terrain_of(battle), mover(battle, fighter).base_radius
    around = np.linspace(0.0, 2.0 * np.pi, WAYS, endpoint=False)
    ways = np.stack([np.cos(around), np.sin(around), np.zeros(WAYS)], axis=1) * (ADJACENT + radius)
    starts = places[:, None] + np.array([[0.0, 0.0, height] for height in HEIGHTS])
    origins = np.repeat(starts.reshape(-1, 3), WAYS, axis=0)
    hits = occluders(terrain).rays.first_hits(origins, np.tile(ways, (len(places) * len(HEIGHTS), 1)), np.ones(len(origins)))
    pieces, areas = len(occluders(terrain).pieces), area_features(terrain)
    found = np.zeros((len(places), pieces + len(areas)), dtype=bool)
    met = np.flatnonzero(hits.mesh >= 0)
    found[met // (WAYS * len(HEIGHTS)), hits.mesh[met]] = True
    points = shapely.points(places[:, :2])
    for column, area in enumerate(areas, pieces):
        level = (places[:, 2] >= area.low - UNDER) & (places[:, 2] < area.high)
        found[:, column] = level & np.asarray(shapely.distance(points, area.outline) < max(radius - EDGE, 1e-9))
    return found
