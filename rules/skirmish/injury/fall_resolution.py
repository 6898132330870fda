"""Resolving falls: who is at risk, how far it goes down, and what it does to him and to those he lands on.

Source: main-rulebook, Falling down; Falling hazards; Pits; Climbing.
"""

from dataclasses import replace

from rules.engine.procedure_steps import Procedure, Say, call
from rules.engine.shown_events import FallShown
from rules.fall_rules import FallDamage, fall_damage, faller_of, railed
from rules.movement.making_room import make_room
from rules.movement.path_rules import NoPath
from rules.skirmish.injury.hit_resolution import Hit, resolve_hits
from rules.skirmish.state.battle_navmesh import grounded, movement_rules, mover, navmesh_for
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import check, modifier
from rules.skirmish.state.status_changes import dropped, out_of_action, pinned
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.hazards.fall_landing import Fall, Faller, edge_to_fall_over, fall_from, fall_over
from scene.pathfinding.region_lookup import nearest_on_navmesh
from scene.walkable.floor_edges import Edge

DOWN = "Falling down"
HAZARDS = "Falling hazards"


def at_risk(battle: Battle, fighter: str) -> Procedure[Battle]:
    """What befalls a fighter who became pinned or seriously injured, or came down, near an edge.

    Within half an inch of an edge he passes an initiative check, with +1 where a rail bounds it, or falls. Whoever hangs on
    a face, a ladder or in the air falls without one.
    """
    model = battle.model(fighter)
    if not model.on_table:
        return battle
    if model.climb is not None:
        return (yield from falls(battle, fighter))
    edge = _edge(battle, fighter)
    if edge is None:
        return battle
    rail = (modifier(+1, f'a rail of {edge.rail_height:.1f}" bounds the edge', "Falling hazards"),) if railed(edge) else ()
    if (yield from check(battle, fighter, "initiative", rail, what="falling hazard", source=HAZARDS)):
        return battle
    return (yield from falls(battle, fighter))


def falls(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A fighter falls from where he is: over the nearest edge or, in the air, straight down.

    He is pinned, and hit if it is deep enough; those he lands on suffer the same. Then he is at risk at the next edge. A fall
    ends his own activation.
    """
    fall = _fall(battle, fighter)
    battle = _activation_over(_let_fall(battle, fighter, fall), fighter).changed(fighter, climb=None, hard_target=False)
    if fall is None:
        return _lies(_set_down(battle, fighter), fighter)
    if fall.ended is not None:
        battle = out_of_action(battle, fighter)
        where = "into a pit" if fall.ended == "pit" else "off the table"
        told = f"{battle.called(fighter)} falls {where} and goes out of action"
        yield Say(told, "Pits", battle, shown=FallShown(fighter, fall))
        return battle
    return (yield from _landed(battle, fighter, fall))


def _let_fall(battle: Battle, fighter: str, fall: Fall | None) -> Battle:
    """He lets go of what he carries: it lies where he stood or, if he hung there, where he comes down."""
    place = battle.model(fighter).position
    if not grounded(battle, fighter, place):
        below = place if fall is None or fall.ended is not None else fall.landing
        place = nearest_on_navmesh(navmesh_for(battle, fighter), below) or place
    things = tuple(replace(thing, position=place) if thing.holder == fighter else thing for thing in battle.things)
    return dropped(replace(battle, things=things), fighter)


def _landed(battle: Battle, fighter: str, fall: Fall) -> Procedure[Battle]:
    damage = fall_damage(movement_rules(battle).falls, fall.distance)
    battle = _lies(battle.changed(fighter, position=fall.landing), fighter)
    lies = " and lies pinned" if battle.model(fighter).status == "pinned" else ""
    onto = f" onto {battle.all_called(fall.onto)}" if fall.onto else ""
    told = f'{battle.called(fighter)} falls {fall.distance:.1f}"{onto}{lies}'
    yield Say(told, DOWN, battle, shown=FallShown(fighter, fall))
    met = tuple(name for name in fall.onto if battle.model(name).on_table)
    up = tuple(name for name in met if battle.model(name).status == "standing")
    for name in met:
        battle = pinned(battle, name)
    for name in (fighter, *met):
        battle = yield from _hit(battle, name, damage)
    battle = _apart(battle, fighter, fall)
    for name in (fighter, *up):
        if battle.model(name).status != "standing":
            battle = yield from call(at_risk, battle, name)
    return battle


def _hit(battle: Battle, name: str, damage: FallDamage) -> Procedure[Battle]:
    if not damage.hits or not battle.model(name).on_table:
        return battle
    hit = Hit(name, "fall", damage.strength, damage.ap or 0, damage.damage, weapon="fall")
    return (yield from call(resolve_hits, battle, (hit,)))


def _apart(battle: Battle, fighter: str, fall: Fall) -> Battle:
    """Moved by the shortest way off those he landed on, and an inch away from enemies, once it is known who is left."""
    if not battle.model(fighter).on_table or fall.apart is None:
        return battle
    return battle.changed(fighter, position=room(battle, fighter) or fall.apart)


def room(battle: Battle, fighter: str) -> Point | None:
    """Where a fighter is moved to who may not stay where he is: by the shortest way to nobody's place, an inch from enemies.

    Source: main-rulebook, The 1" rule and engaging enemies.
    """
    try:
        place = make_room(table_of(battle), mover(battle, fighter), rules=movement_rules(battle))
    except SceneError:
        return None
    return None if isinstance(place, NoPath) else place


def _fall(battle: Battle, fighter: str) -> Fall | None:
    """The fall to the next level; None where there is nothing to fall from."""
    table, faller = table_of(battle), _faller(battle, fighter)
    edge = _edge(battle, fighter) if battle.model(fighter).climb is None else None
    if edge is not None:
        return fall_over(table, edge, faller, levels=1)
    try:
        return fall_from(table, battle.model(fighter).position, faller)
    except SceneError:
        return None


def _edge(battle: Battle, fighter: str) -> Edge | None:
    faller = _faller(battle, fighter)
    return edge_to_fall_over(table_of(battle), faller.at(battle.model(fighter).position), within=faller.reach)


def _faller(battle: Battle, fighter: str) -> Faller:
    return faller_of(mover(battle, fighter), movement_rules(battle).falls)


def _set_down(battle: Battle, fighter: str) -> Battle:
    """On the ground that is no more than a step away."""
    place = nearest_on_navmesh(navmesh_for(battle, fighter), battle.model(fighter).position)
    return (
        battle
        if place is None or grounded(battle, fighter, battle.model(fighter).position)
        else battle.changed(fighter, position=place)
    )


def _lies(battle: Battle, fighter: str) -> Battle:
    """Pinned, whatever he did, unless he is worse off."""
    return battle if battle.model(fighter).status != "standing" else battle.changed(fighter, status="pinned")


def _activation_over(battle: Battle, fighter: str) -> Battle:
    acting = battle.activation
    if acting is None or acting.fighter != fighter:
        return battle
    return replace(battle, activation=replace(acting, left=0, free=()))
