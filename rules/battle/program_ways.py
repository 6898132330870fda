"""How far it is to a goal from many places at once, as near as the program needs to know."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from scipy.spatial import cKDTree

from rules.battle.characteristics import profile_now
from rules.battle.ground import RULES, mover
from rules.battle.state import Battle, Setting
from rules.tariff import Tariff
from rules.travel import NoPath, find_path, walker_of
from scene.errors import SceneError
from scene.ground import Ground, ground_of
from scene.legs import Path
from scene.mesh import BoolArray, FloatArray, IntArray, Point
from scene.routes import Spot, offers, search
from scene.spots import nearest_ground, spot_at
from scene.table import Figure, Table
from scene.walker import Walker

PACE = 5.0
"""The movement characteristic for which ways are reckoned; it matters only for leaps."""
TALL = np.array([1.0, 1.0, 4.0])
"""How many times farther up counts than aside, looking for what is near."""
LOOKED_AT = 8
"""Corners of the ground, and ends of ways, by which the way may lead on from a place."""
HIDDEN = 4.0
"""Inches that a way counts for more by a corner to which one cannot walk straight."""


@dataclass(frozen=True, eq=False)
class Field:
    """What the ways to one place cost from everywhere.

    Attributes:
        ground: of whom it is for.
        goal: the place.
        xy, zone, cost: (n, 2), (n,) and (n,) corners of the ground and ends of ways from which one gets there.
    """

    ground: Ground
    goal: Spot
    xy: FloatArray
    zone: IntArray
    cost: FloatArray

    def rest(self, places: FloatArray) -> FloatArray:
        """(n,) inches of movement from places (n, 3) to the goal."""
        near = self._near(places)
        start, end = places[:, None, :2], self.xy[near]
        far = np.linalg.norm(start - end, axis=-1) + np.abs(places[:, None, 2] - self.ground.heights[self.zone[near]])
        walks = self._walks(self.zone[near], np.broadcast_to(start, end.shape), end)
        ways = (self.cost[near] + far + HIDDEN * ~walks).min(axis=1)
        return np.asarray(np.minimum(ways, self._straight(places)))

    def _near(self, places: FloatArray) -> IntArray:
        some = min(LOOKED_AT, len(self.cost))
        return np.asarray(self._tree.query(places * TALL, k=some)[1]).reshape(len(places), some)

    @cached_property
    def _tree(self) -> cKDTree:
        return cKDTree(np.column_stack([self.xy, self.ground.heights[self.zone]]) * TALL)

    def _straight(self, places: FloatArray) -> FloatArray:
        """(n,) the same without a corner; infinite where there is one."""
        level = np.abs(places[:, 2] - self.ground.heights[self.goal.zone]) < 0.3
        zone = np.full(len(places), self.goal.zone)
        walks = self._walks(zone, places[:, :2], np.broadcast_to(self.goal.xy, (len(places), 2)))
        return np.where(level & walks, np.linalg.norm(places[:, :2] - self.goal.xy, axis=1), np.inf)

    def _walks(self, zone: IntArray, start: FloatArray, end: FloatArray) -> BoolArray:
        found: BoolArray = self.ground.walls.sees(zone.reshape(-1), start.reshape(-1, 2), end.reshape(-1, 2))
        return found.reshape(zone.shape)


def rest_of_way(battle: Battle, fighter: str, place: Point, places: FloatArray) -> FloatArray:
    """(n,) inches of movement from places (n, 3) to another one; straight where no way is known."""
    field = _field(battle.setting, walker_of(mover(battle, fighter)), place)
    if field is None:
        return np.asarray(np.linalg.norm(places - np.array(place), axis=1))
    return field.rest(places)


@lru_cache(maxsize=256)
def _field(setting: Setting, walker: Walker, place: Point) -> Field | None:
    ground = ground_of(setting.table.terrain, setting.table.size, walker)
    goal = spot_at(ground, place, stray=walker.radius) or _nearest(ground, place)
    if goal is None:
        return None
    found = search(offers(ground, Tariff(RULES, PACE)), goal)
    use = np.isfinite(found.cost[:-1])
    if not use.any():
        return None
    return Field(ground, goal, found.offers.xy[use], found.offers.zone[use], found.cost[:-1][use])


def _nearest(ground: Ground, place: Point) -> Spot | None:
    near = nearest_ground(ground, place)
    return None if near is None else spot_at(ground, near)


def way_to(battle: Battle, fighter: str, place: Point) -> Path | None:
    """The way of a fighter to a place on a table without others."""
    return _way(battle.setting, mover(battle, fighter), place, float(profile_now(battle, fighter).movement))


@lru_cache(maxsize=256)
def _way(setting: Setting, figure: Figure, place: Point, move: float) -> Path | None:
    table = Table(setting.table.size, setting.table.terrain, (figure,))
    try:
        found = find_path(table, figure, place, system=RULES, move=move)
    except SceneError:
        return None
    return None if isinstance(found, NoPath) else found
