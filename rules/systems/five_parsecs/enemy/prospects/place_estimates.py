"""Estimates for many places at once: lines to opponents, cover from them, shots at them, and how far it is to the nearest.

They say what is worth proving; nothing is decided by them alone.

Sources: five-parsecs: Lines of sight, Cover, Area features, Good shot.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely

from rules.skirmish.opponent.distance_estimate import DistanceField
from rules.skirmish.opponent.sight_estimate import OPEN, eye_height, height, seen_shares
from rules.skirmish.state.battle_navmesh import mover
from rules.skirmish.state.battle_sight import figure_of, terrain_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import apart_from_each
from rules.systems.five_parsecs.conditions.battle_view import vision
from rules.systems.five_parsecs.conditions.figure_now import arc_of
from rules.systems.five_parsecs.enemy.prospects.reached_places import ReachedPlaces
from rules.systems.five_parsecs.enemy.prospects.used_features import used_features
from rules.systems.five_parsecs.sight import NEAR_FIRER
from rules.systems.five_parsecs.terrain_features import EDGE, FIGURE_HEIGHT, UNDER, WITHIN_AREA, area_features, bare, closed
from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.table.table import Figure, Terrain

NO_TARGET, IN_COVER, IN_OPEN = 0, 1, 2
"""What `targets` counts in."""
LOOKS = ((0.0, 0.0), (1.0, 0.25), (-1.0, 0.25), (0.0, 0.6))
"""Where lines are taken to start: half a base aside, and parts of the height below the eye."""
CHEST = 0.6
"""Of a body's height: where a line to it is taken to lead."""
NOT_ALL = 0.9
"""Of the way to a target what is passed over beside the firer at most."""


@dataclass(frozen=True, eq=False)
class PlaceEstimates:
    """n places for a figure, and what there is to be said of each; m opponents, the nearest first.

    Attributes:
        battle, fighter: whose places.
        opponents: ids.
        reached: the places.
        field: what it costs to get to the nearest opponent; None where no way leads there.
        weapon: inches that its weapons reach; 0 without any that it may fire.
    """

    battle: Battle
    fighter: str
    opponents: tuple[str, ...]
    reached: ReachedPlaces
    field: DistanceField | None
    weapon: float

    @property
    def positions(self) -> FloatArray:
        """(n, 3) the places, inches."""
        return self.reached.positions

    @cached_property
    def own(self) -> Figure:
        """The figure as it moves."""
        return mover(self.battle, self.fighter)

    @cached_property
    def others(self) -> tuple[Figure, ...]:
        """(m) the opponents."""
        return tuple(figure_of(self.battle, name) for name in self.opponents)

    @cached_property
    def apart(self) -> FloatArray:
        """(n, m) inches to each opponent."""
        return apart_from_each(self.own, self.positions, self.others)

    @cached_property
    def nearest(self) -> FloatArray:
        """(n,) inches to the nearest opponent."""
        return np.asarray(self.apart.min(axis=1, initial=np.inf))

    @cached_property
    def lines(self) -> BoolArray:
        """(n, m) whether there seems to be a line of sight."""
        terrain = terrain_of(self.battle)
        found = self._lines(closed(terrain))
        if area_features(terrain):
            found = np.where(self._opened, self._lines(bare(terrain)), found)
        return np.asarray(found & (self.apart <= vision(self.battle)))

    def _lines(self, terrain: Terrain) -> BoolArray:
        """Lines from eyes, shoulders and knees to points of the other's body."""
        found = np.zeros((len(self.positions), len(self.others)), dtype=bool)
        own, feet, aside = self._own_eyes, self._feet, self._aside
        for side, part in LOOKS:
            there = self._eyes + side * aside - np.array([0.0, 0.0, part]) * self._tall[:, None]
            back = own - side * aside - np.array([0.0, 0.0, part * height(self.own)])
            found |= seen_shares(terrain, there, self.positions[:, None], height(self.own), self.own.base_radius) > 0.0
            found |= seen_shares(terrain, back, feet, self._tall, self.own.base_radius) > 0.0
        return found

    @cached_property
    def _aside(self) -> FloatArray:
        """(n, m, 3) half a base aside, seen from each place toward each opponent."""
        ahead = self._feet[None] - self.positions[:, None]
        across = np.stack([-ahead[..., 1], ahead[..., 0], np.zeros(ahead.shape[:2])], axis=-1)
        across /= np.maximum(np.linalg.norm(across, axis=-1, keepdims=True), 1e-9)
        return np.asarray(across * self.own.base_radius / 2.0)

    @cached_property
    def _opened(self) -> BoolArray:
        """(n, m) whether an area feature may be open between the two: one of them at its edge, or both near in the same one."""
        spots, places = self._spots(self.positions, self.own.base_radius), self._spots(self._feet, self.own.base_radius)
        within = (spots[0][:, None] & places[0][None]).any(axis=2) & (self.apart <= WITHIN_AREA)
        return np.asarray(np.asarray(spots[1].any(axis=1)).reshape(-1, 1) | np.asarray(places[1].any(axis=1)) | within)

    def _spots(self, places: FloatArray, radius: float) -> tuple[BoolArray, BoolArray]:
        """(k, areas) each: whether figures at places (k, 3) are in each area feature, and whether they are at its edge."""
        points = shapely.points(places[:, :2])
        inside, edge = [np.zeros((len(places), 0), dtype=bool)], [np.zeros((len(places), 0), dtype=bool)]
        for area in area_features(terrain_of(self.battle)):
            level = (places[:, 2] >= area.low - UNDER) & (places[:, 2] < area.high)
            near: FloatArray = shapely.distance(points, area.outline)
            rim: FloatArray = shapely.distance(points, area.outline.exterior)
            within = level & (near < max(radius - EDGE, 1e-9))
            inside.append(within.reshape(-1, 1))
            edge.append((within & (rim <= radius + EDGE)).reshape(-1, 1))
        return np.concatenate(inside, axis=1), np.concatenate(edge, axis=1)

    @cached_property
    def covered(self) -> BoolArray:
        """(n, m) whether it seems to be in cover there from each opponent."""
        eyes = self._past_firer(self._eyes, self.positions[:, None], height(self.own))
        shares = seen_shares(terrain_of(self.battle), eyes, self.positions[:, None], height(self.own), self.own.base_radius)
        inside = self._spots(self.positions, self.own.base_radius)[0].any(axis=1)
        return np.asarray((shares < OPEN) | np.asarray(inside).reshape(-1, 1))

    @cached_property
    def targets(self) -> IntArray:
        """(n, m) whether each opponent seems to be a target from there, and in cover or in the open; inches do not count."""
        eyes = self._past_firer(self._own_eyes, self._feet[None], self._tall)
        shares = seen_shares(terrain_of(self.battle), eyes, self._feet, self._tall, self.own.base_radius)
        inside = self._spots(self._feet, self.own.base_radius)[0].any(axis=1)
        return np.where(self.lines, np.where((shares < OPEN) | inside, IN_COVER, IN_OPEN), NO_TARGET)

    @staticmethod
    def _past_firer(eyes: FloatArray, feet: FloatArray, tall: FloatArray | float) -> FloatArray:
        """(n, m, 3) where on the lines from eyes to bodies what is beside the firer has been passed. Source: Cover."""
        ends = feet + np.asarray(tall)[..., None] * np.array([0.0, 0.0, CHEST])
        along = ends - eyes
        far = np.linalg.norm(along[..., :2], axis=-1, keepdims=True)
        return np.asarray(eyes + along * np.minimum(NEAR_FIRER / np.maximum(far, 1e-9), NOT_ALL))

    @cached_property
    def shots(self) -> BoolArray:
        """(n, m) whether it seems able to fire at each opponent from there."""
        return np.asarray((self.targets > NO_TARGET) & (self.apart <= self.weapon) & ~self.reached.lands[:, None])

    @cached_property
    def best_shot(self) -> FloatArray:
        """(n,) how good the best shot seems: 0 none, 1 at a target in cover, 2 in the open; a quarter more for a good one."""
        good = self.flanks | (self.positions[:, None, 2] - self._feet[None, :, 2] >= FIGURE_HEIGHT - 1e-9)
        return np.asarray((self.shots * (self.targets + 0.25 * good)).max(axis=1, initial=0.0))

    @cached_property
    def flanks(self) -> BoolArray:
        """(n, m) whether each opponent seems to be a target in the open, with it outside its arc. Source: Good shot."""
        off = self.positions[:, None, :2] - self._feet[None, :, :2]
        bearing = np.degrees(np.arctan2(off[..., 1], off[..., 0]))
        facing = np.array([other.facing for other in self.others])
        half = np.array([arc_of(self.battle, name) / 2.0 for name in self.opponents])
        turned = np.abs((bearing - facing + 180.0) % 360.0 - 180.0)
        wide = np.degrees(np.arctan2(self.own.base_radius, np.linalg.norm(off, axis=-1)))
        return np.asarray((self.targets == IN_OPEN) & (turned > half + wide))

    @cached_property
    def safe(self) -> BoolArray:
        """(n,) whether it seems to be in cover there from all who see it, or out of sight."""
        return np.asarray((~self.lines | self.covered).all(axis=1))

    @cached_property
    def hidden(self) -> BoolArray:
        """(n,) whether it seems to be out of sight there."""
        return np.asarray(~self.lines.any(axis=1))

    @cached_property
    def left(self) -> FloatArray:
        """(n,) inches of movement from there to the nearest opponent; straight where no way leads there."""
        if self.field is None:
            return self.nearest
        return self.field.rest(self.positions)

    @cached_property
    def gain(self) -> FloatArray:
        """(n,) inches of movement by which it is nearer there to the nearest opponent than where it is."""
        return np.asarray(self.left[0] - self.left)

    @cached_property
    def features(self) -> BoolArray:
        """(n, pieces) which terrain features it stands at there."""
        return used_features(self.battle, self.fighter, self.positions)

    @cached_property
    def ahead(self) -> BoolArray:
        """(n,) whether they are in front: toward the nearest opponent rather than away from it."""
        way, toward = self.positions[:, :2] - self.positions[0, :2], self._feet[0, :2] - self.positions[0, :2]
        return np.asarray(way @ toward > 0.0)

    @cached_property
    def _feet(self) -> FloatArray:
        return np.array([other.position for other in self.others]).reshape(-1, 3)

    @cached_property
    def _tall(self) -> FloatArray:
        return np.array([height(other) for other in self.others])

    @cached_property
    def _eyes(self) -> FloatArray:
        """(m, 3) of the opponents."""
        return np.asarray(self._feet + np.array([[0.0, 0.0, eye_height(other)] for other in self.others]).reshape(-1, 3))

    @cached_property
    def _own_eyes(self) -> FloatArray:
        """(n, 1, 3) its own at each place."""
        return np.asarray((self.positions + np.array([0.0, 0.0, eye_height(self.own)]))[:, None])
