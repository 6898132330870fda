"""The Retreat and Run for cover actions: out of close combat, and away from enemies when broken.

Source: main-rulebook, Engaged; Broken; Running for cover.
"""

from dataclasses import dataclass, replace

import numpy as np

from rules.engine.procedure_steps import Procedure, Roll, Say
from rules.movement.path_rules import find_reach
from rules.skirmish.melee.close_combat import reactions
from rules.skirmish.moving.carrying import half_movement, left_behind
from rules.skirmish.moving.facing_action import choose_facing
from rules.skirmish.moving.move_actions import ON_FOOT, Manner, goes
from rules.skirmish.moving.walk_resolution import stopped, walk
from rules.skirmish.state.action import Action, nothing_hinders
from rules.skirmish.state.battle_navmesh import movement_rules, mover, way
from rules.skirmish.state.battle_sight import distance, engaged, figure_of, is_engaged, sees, table_of, terrain_of, verdict
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import check, profile_now
from rules.skirmish.state.skirmish_rules import skirmish_rules
from scene.base.errors import SceneError
from scene.geometry.mesh import BoolArray, FloatArray, Point
from scene.measuring.distance import nearest
from scene.pathfinding.path_legs import Path
from scene.table.table import Figure
from scene.visibility.occluders import occluders

ENGAGED = "Engaged"
RUNNING = "Running for cover"
STEP = 1.0
"""Inches between the places that a broken fighter considers."""
LOOKED_AT = 4
"""Places at which it is looked closely for sight, and as many for cover, the nearest first."""
PARTS = np.array([[0.0, 0.0, 0.92], [0.0, 0.0, 0.55], [0.0, 0.35, 0.75], [0.0, -0.35, 0.75], [0.0, 0.0, 0.2]])
"""Points of a body by which it is guessed whether somebody is seen: ahead, aside in base radii, up in parts of the height."""


def retreat(battle: Battle, fighter: str) -> Procedure[Battle]:
    """Away from close combat after an initiative check; who fails it is attacked by all he is engaged with."""
    enemies, number = engaged(battle, fighter), skirmish_rules(battle).retreat
    passed = yield from check(battle, fighter, "initiative", what="retreat", source=ENGAGED, fails="stays where the fight is")
    if number.reactions == "who pass a check":
        battle = yield from _quick_reactions(battle, enemies, fighter)
    elif not passed:
        yield Say(f"{battle.called(fighter)} does not get away", ENGAGED, battle)
        battle = yield from reactions(battle, enemies, fighter)
    if passed and battle.model(fighter).on_feet:
        inches = float(profile_now(battle, fighter).movement)
        if number.inches == "D6":
            (face,) = yield Roll("retreat", "D6", fighter, source=ENGAGED, tells="the inches of the retreat")
            inches = float(face)
        manner = Manner("where to retreat", ENGAGED, clear=True)
        battle = yield from goes((yield from left_behind(battle, fighter)), fighter, inches, manner)
        for enemy in enemies if number.pivot else ():
            if battle.model(enemy).on_feet and fighter not in engaged(battle, enemy):
                battle = yield from choose_facing(battle, enemy, battle.model(enemy).gang, source=ENGAGED)
    return _ended_if_broken(battle, fighter)


def _quick_reactions(battle: Battle, enemies: tuple[str, ...], fighter: str) -> Procedure[Battle]:
    """The reactions of those who are quick enough, before he is gone."""
    quick: tuple[str, ...] = ()
    for enemy in enemies:
        if (
            yield from check(
                battle, enemy, "initiative", what="reacting to a retreat", source=ENGAGED, fails="does not strike back"
            )
        ):
            quick = (*quick, enemy)
    return (yield from reactions(battle, quick, fighter))


def run_for_cover(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A broken fighter runs from the closest enemy: far enough away, out of sight, into cover, or at least farther."""
    foes = [foe.id for foe in battle.foes(battle.model(fighter).gang)]
    if is_engaged(battle, fighter):
        if not (
            yield from check(
                battle, fighter, "initiative", what="getting away", source=RUNNING, fails="stays where the fight is"
            )
        ):
            yield Say(f"{battle.called(fighter)} does not get away", RUNNING, battle)
            return _ended_if_broken(battle, fighter)
    elif not foes or (_far(battle, fighter, foes) and not any(sees(battle, foe, fighter) for foe in foes)):
        yield Say(f"{battle.called(fighter)} is out of sight and far from enemies", RUNNING, battle)
        return _ended_if_broken(battle, fighter)
    if battle.model(fighter).status == "standing":
        faces = yield Roll("run for cover", "2D6", fighter, source=RUNNING, tells="the inches to run")
        inches = float(sum(faces))
    else:
        inches = half_movement(battle, fighter)
    path = refuge(battle, fighter, foes, inches)
    if path.legs:
        battle = yield from left_behind(battle, fighter)
        battle = stopped(fighter, (yield from walk(battle, fighter, path, inches)))
    return _ended_if_broken(battle, fighter)


@dataclass(frozen=True, eq=False)
class _Places:
    """Places that a broken fighter could run to, the nearest first.

    Attributes:
        positions: (n, 3) inches.
        apart: (n,) inches from the base of the nearest enemy, straight.
        hidden: (n,) whether no enemy seems to see him there.
        covered: (n,) how much of him the closest enemy seems not to see there, 0 to 1.
    """

    positions: FloatArray
    apart: FloatArray
    hidden: BoolArray
    covered: FloatArray

    def chosen(self, rows: BoolArray) -> "_Places":
        return _Places(self.positions[rows], self.apart[rows], self.hidden[rows], self.covered[rows])


def refuge(battle: Battle, fighter: str, foes: list[str], inches: float) -> Path:
    """The path that a broken fighter runs: to the first place, by cost, that is as good as the priorities ask.

    Places are those in reach without a check that are no nearer to the closest enemy than he is. Those more than 3" from all
    enemies come first; among them one out of everybody's sight, else one in better cover from the closest enemy, else the
    farthest from those who see him.
    """
    closest = min(foes, key=lambda foe: (distance(battle, fighter, foe), _straight(battle, fighter, foe)))
    places = _places(battle, fighter, foes, closest, inches)
    if len(places.positions) == 0:
        return Path(())
    far = places.apart > skirmish_rules(battle).nerve.far
    if far.any():
        places = places.chosen(far)
    for place in _some(places, places.hidden, by=None):
        if not any(sees(_at(battle, fighter, place), foe, fighter) for foe in foes):
            return _to(battle, fighter, place)
    if not far.any():
        return _to(battle, fighter, _point(places.positions[places.apart.argmax()]))
    now = _cover(battle, fighter, closest)
    for place in _some(places, places.covered > 0.0, by=-np.round(places.covered, 1)):
        if _cover(_at(battle, fighter, place), fighter, closest) > now:
            return _to(battle, fighter, place)
    return _to(battle, fighter, _farthest(battle, fighter, foes, places))


def _places(battle: Battle, fighter: str, foes: list[str], closest: str, inches: float) -> _Places:
    table, figure = table_of(battle), mover(battle, fighter)
    move = float(profile_now(battle, fighter).movement)
    try:
        reach = find_reach(table, figure, inches=inches, rules=movement_rules(battle), move=move, safe=True, step=STEP)
    except SceneError:
        return _Places(np.zeros((0, 3)), np.zeros(0), np.zeros(0, dtype=bool), np.zeros(0))
    positions = reach.positions[np.argsort(np.round(reach.costs, 6), kind="stable")]
    enemies = [mover(battle, foe) for foe in foes]
    gaps = np.array([_gaps(figure, enemy, positions) for enemy in enemies])
    own = foes.index(closest)
    away = gaps[own] >= _straight(battle, fighter, closest)
    positions, gaps = positions[away], gaps[:, away]
    looks, *eyes = (figure_of(battle, one, status="standing") for one in (fighter, *foes))
    seen = np.array([_seen(battle, looks, enemy, positions) for enemy in eyes]).reshape(len(eyes), -1)
    return _Places(positions, gaps.min(axis=0, initial=np.inf), (seen == 0.0).all(axis=0), 1.0 - seen[own])


def _gaps(figure: Figure, enemy: Figure, positions: FloatArray) -> FloatArray:
    """(n,) inches between the bases with the figure at places (n, 3)."""
    apart = positions - np.array(enemy.position)
    plan = np.maximum(np.hypot(apart[:, 0], apart[:, 1]) - figure.base_radius - enemy.base_radius, 0.0)
    return np.asarray(np.hypot(plan, apart[:, 2]))


def _seen(battle: Battle, figure: Figure, enemy: Figure, positions: FloatArray) -> FloatArray:
    """(n,) what share of some points of a figure an enemy's eye sees past terrain, with the figure at places (n, 3)."""
    tall = float(figure.body.counts.bounds[1, 2]) + figure.base_height
    size = np.array([figure.base_radius, figure.base_radius, tall])
    across = positions[:, :2] - np.array(enemy.position[:2])
    ahead = across / np.maximum(np.hypot(*across.T), 1e-9)[:, None]
    aside = np.column_stack([-ahead[:, 1], ahead[:, 0]])
    points = PARTS * size
    targets = np.repeat(positions[:, None], len(points), axis=1)
    targets[:, :, :2] += points[:, 1][None, :, None] * aside[:, None]
    targets[:, :, 2] += points[:, 2]
    eyes = np.broadcast_to(enemy.eye, targets.shape).reshape(-1, 3)
    blocked = occluders(terrain_of(battle)).rays.blocked(eyes, targets.reshape(-1, 3))
    return np.asarray(1.0 - blocked.reshape(targets.shape[:2]).mean(axis=1))


def _some(places: _Places, rows: BoolArray, *, by: FloatArray | None) -> list[Point]:
    """A few of the places, by an order (n,) and then by cost."""
    order = np.arange(len(rows)) if by is None else np.argsort(by, kind="stable")
    return [_point(places.positions[row]) for row in order[rows[order]][:LOOKED_AT]]


def _farthest(battle: Battle, fighter: str, foes: list[str], places: _Places) -> Point:
    """The place that is farthest from the nearest of those who see him now."""
    seeing = [foe for foe in foes if sees(battle, foe, fighter)] or foes
    figure = mover(battle, fighter)
    gaps = np.array([_gaps(figure, mover(battle, foe), places.positions) for foe in seeing])
    return _point(places.positions[np.round(gaps.min(axis=0), 6).argmax()])


def _cover(battle: Battle, fighter: str, foe: str) -> int:
    """How good a fighter's cover is against an enemy: 0 in the open."""
    found = verdict(battle, foe, fighter)
    return 3 if not found.line_of_sight else {"open": 0, "partial": 1, "full": 2}.get(str(found.ruling.cover), 0)


def _at(battle: Battle, fighter: str, place: Point) -> Battle:
    return battle.changed(fighter, position=place)


def _to(battle: Battle, fighter: str, place: Point) -> Path:
    found = way(battle, fighter, place, safe=True)
    if not isinstance(found, Path):
        return Path(())
    lies = battle.model(fighter).status != "standing"
    return Path(()) if lies and any(leg.kind not in ON_FOOT for leg in found.legs) else found


def _point(place: FloatArray) -> Point:
    x, y, z = place.tolist()
    return x, y, z


def _far(battle: Battle, fighter: str, foes: list[str]) -> bool:
    return all(distance(battle, fighter, foe) > skirmish_rules(battle).nerve.far for foe in foes)


def _straight(battle: Battle, fighter: str, foe: str) -> float:
    return float(nearest(mover(battle, fighter), mover(battle, foe)).distance)


def _ended_if_broken(battle: Battle, fighter: str) -> Battle:
    """A broken fighter's activation ends after his action. Source: main-rulebook, Broken."""
    acting = battle.activation
    if acting is None or acting.fighter != fighter or not battle.model(fighter).broken:
        return battle
    return replace(battle, activation=replace(acting, left=0, free=()))


def _not_broken(battle: Battle, fighter: str) -> str | None:
    return None if battle.model(fighter).broken else f"{battle.called(fighter)} is not broken"


RETREAT = Action("retreat", "Retreat", "basic", frozenset({"engaged"}), nothing_hinders, retreat, ENGAGED, broken=True)
RUN_FOR_COVER = Action(
    "run-for-cover",
    "Run for cover",
    "basic",
    frozenset({"active", "pinned", "seriously injured"}),
    _not_broken,
    run_for_cover,
    RUNNING,
    broken=True,
    climbing=True,
)
