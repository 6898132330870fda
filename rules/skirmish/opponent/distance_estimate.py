"""An estimate of distance: how far it is to a goal from many places at once, as near as the program needs to know."""

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from scipy.spatial import cKDTree

from rules.movement.link_costs import MovementCosts
from rules.movement.movement_rules import MovementRules
from rules.movement.path_rules import NoPath, agent_of, find_path
from rules.skirmish.state.battle_navmesh import mover
from rules.skirmish.state.battle_sight import terrain_of
from rules.skirmish.state.battle_state import Battle, Setting
from rules.skirmish.state.characteristics import profile_now
from scene.base.errors import SceneError
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Point
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.pathfinding.path_legs import Path
from scene.pathfinding.region_lookup import nearest_on_navmesh, region_at
from scene.pathfinding.route_search import NavPoint, priced_navmesh, search
from scene.table.table import Figure, Table, Terrain
from scene.walkable.agent import Agent

PACE = 5.0
"""The movement characteristic for which routes are reckoned; it matters only for leaps."""
TALL = np.array([1.0, 1.0, 4.0])
"""How many times farther up counts than aside, looking for what is near."""
LOOKED_AT = 8
"""Nodes of the roadmap, corners of regions and ends of links, by which the route may lead on from a place."""
HIDDEN = 4.0
"""Inches that a route counts for more by a corner to which one cannot walk straight."""


@dataclass(frozen=True, eq=False)
class DistanceField:
    """What the routes to one place cost from everywhere, or from it to everywhere.

    Attributes:
        navmesh: of whom it is for.
        goal: the place.
        xy, region, cost: (n, 2), (n,) and (n,) nodes of the roadmap from which one gets there, or the other way round.
    """

    navmesh: NavMesh
    goal: NavPoint
    xy: FloatArray
    region: IntArray
    cost: FloatArray

    def rest(self, places: FloatArray) -> FloatArray:
        """(n,) inches of movement from places (n, 3) to the goal."""
        near = self._near(places)
        start, end = places[:, None, :2], self.xy[near]
        far = np.linalg.norm(start - end, axis=-1) + np.abs(places[:, None, 2] - self.heights[near])
        walks = self._walks(self.region[near], np.broadcast_to(start, end.shape), end)
        routes = (self.cost[near] + far + HIDDEN * ~walks).min(axis=1)
        return np.asarray(np.minimum(routes, self._straight(places)))

    def route(self, place: Point) -> float:
        """Inches of movement of the cheapest route between a place and the goal; infinite where none leads there."""
        end = region_at(self.navmesh, place, stray=self.navmesh.agent.radius) or _nearest(self.navmesh, place)
        if end is None:
            return math.inf
        there = np.flatnonzero(self.region == end.region)
        xy = np.concatenate([self.xy[there], self.goal.xy[None]])
        cost = np.append(self.cost[there], 0.0 if self.goal.region == end.region else math.inf)
        walks = self._walks(np.full(len(xy), end.region), xy, np.broadcast_to(end.xy, xy.shape))
        return float((cost + np.linalg.norm(xy - end.xy, axis=1))[walks].min(initial=math.inf))

    def _near(self, places: FloatArray) -> IntArray:
        some = min(LOOKED_AT, len(self.cost))
        return np.asarray(self._tree.query(places * TALL, k=some)[1]).reshape(len(places), some)

    @cached_property
    def heights(self) -> FloatArray:
        """(n,) those of the nodes."""
        return self.navmesh.heights(self.region, self.xy)

    @cached_property
    def _tree(self) -> cKDTree:
        return cKDTree(np.column_stack([self.xy, self.heights]) * TALL)

    def _straight(self, places: FloatArray) -> FloatArray:
        """(n,) the same without a corner; infinite where there is one."""
        level = np.abs(places[:, 2] - self.navmesh.regions[self.goal.region].plane.at(places)) < 0.3
        region = np.full(len(places), self.goal.region)
        walks = self._walks(region, places[:, :2], np.broadcast_to(self.goal.xy, (len(places), 2)))
        return np.where(level & walks, np.linalg.norm(places[:, :2] - self.goal.xy, axis=1), np.inf)

    def _walks(self, region: IntArray, start: FloatArray, end: FloatArray) -> BoolArray:
        found: BoolArray = self.navmesh.visibility.sees(region.reshape(-1), start.reshape(-1, 2), end.reshape(-1, 2))
        return found.reshape(region.shape)


def remaining_distance(battle: Battle, fighter: str, place: Point, places: FloatArray, *, safe: bool = True) -> FloatArray:
    """(n,) inches of movement from places (n, 3) to another one; straight where no route is known.

    Nobody plans to break his neck: routes are those without checks, unless they are wanted otherwise (not ``safe``).
    """
    field = distance_field(battle, fighter, place, safe=safe)
    if field is None:
        return np.asarray(np.linalg.norm(places - np.array(place), axis=1))
    return field.rest(places)


def walking_distance(battle: Battle, fighter: str, place: Point, *, safe: bool = True) -> float:
    """The same from where a fighter is; to places that stay where they are it is told at once."""
    agent, start = agent_of(mover(battle, fighter)), battle.model(fighter).position
    return _rest(battle.setting, terrain_of(battle), agent, place, safe, start)


@lru_cache(maxsize=8192)
def _rest(setting: Setting, terrain: Terrain, agent: Agent, place: Point, safe: bool, start: Point) -> float:  # noqa: FBT001
    field = _field(setting, terrain, agent, place, safe, True, math.inf)
    return math.dist(start, place) if field is None else float(field.rest(np.array([start]))[0])


def distance_field(
    battle: Battle, fighter: str, place: Point, *, safe: bool = True, longest: float = math.inf
) -> DistanceField | None:
    """What routes to a place cost a fighter from everywhere on a table without others; None where no ground is near it.

    Args:
        battle, fighter: whose routes.
        place: where to, inches.
        safe: without checks or harm.
        longest: inches of movement; climbs and the like that cost more are left out, as for who cannot stop on them.
    """
    return _field(battle.setting, terrain_of(battle), agent_of(mover(battle, fighter)), place, safe, True, longest)


def route_cost(battle: Battle, fighter: str, place: Point) -> float:
    """Inches of movement that a fighter's route to a place costs on a table without others; infinite where none leads there.

    Without checks where there is such a route, as `path_to_goal` has it. The string is not pulled taut, which takes most of the
    time that a path does.
    """
    agent, here = agent_of(mover(battle, fighter)), battle.model(fighter).position
    for safe in (True, False):
        field = _field(battle.setting, terrain_of(battle), agent, here, safe, False, math.inf)
        cost = math.inf if field is None else field.route(place)
        if math.isfinite(cost):
            return cost
    return math.inf


@lru_cache(maxsize=64)
def _field(
    setting: Setting,
    terrain: Terrain,
    agent: Agent,
    place: Point,
    safe: bool,  # noqa: FBT001
    back: bool,  # noqa: FBT001
    longest: float,
) -> DistanceField | None:
    navmesh = navmesh_of(terrain, setting.table.size, agent)
    goal = region_at(navmesh, place, stray=agent.radius) or _nearest(navmesh, place)
    if goal is None:
        return None
    prices = MovementCosts(setting.part(MovementRules), PACE, safe=safe, longest=longest)
    found = search(priced_navmesh(navmesh, prices), goal, back=back)
    use = np.isfinite(found.cost[:-1])
    if not use.any():
        return None
    return DistanceField(navmesh, goal, found.priced.xy[use], found.priced.region[use], found.cost[:-1][use])


def _nearest(navmesh: NavMesh, place: Point) -> NavPoint | None:
    near = nearest_on_navmesh(navmesh, place)
    return None if near is None else region_at(navmesh, near)


def path_to_goal(battle: Battle, fighter: str, place: Point, *, safe: bool = True) -> Path | None:
    """The path of a fighter to a place on a table without others; without checks if that is wanted and there is one."""
    move = float(profile_now(battle, fighter).movement)
    return _path(battle.setting, terrain_of(battle), mover(battle, fighter), place, move, safe)


@lru_cache(maxsize=256)
def _path(setting: Setting, terrain: Terrain, figure: Figure, place: Point, move: float, safe: bool) -> Path | None:  # noqa: FBT001
    table = Table(setting.table.size, terrain, (figure,))
    for around in (True, False) if safe else (False,):
        try:
            found = find_path(table, figure, place, rules=setting.part(MovementRules), move=move, safe=around)
        except SceneError:
            return None
        if not isinstance(found, NoPath):
            return found
    return None
