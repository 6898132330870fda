"""The choice of what to do about caskets and doors at hand, and which door to go to, where the rules have actions for them."""

import math
from collections.abc import Container

from rules.skirmish.opponent.attack_estimate import pass_chance
from rules.skirmish.opponent.distance_estimate import route_cost
from rules.skirmish.state.battle_navmesh import navmesh_for
from rules.skirmish.state.battle_pieces import door_of, doors, doors_beside, is_open, terminals_beside, terminals_of
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import profile_now
from scene.geometry.mesh import Point
from scene.pathfinding.region_lookup import nearest_on_navmesh

BYPASS, SMASH, OPERATE, FORCE, TERMINAL = "bypass-lock", "smash-casket", "open-door", "force-door", "use-terminal"
"""Keys of the actions."""
REACH = 1.0
"""Inches from the middle of a door or a terminal at which one surely gets at it."""
DETOUR = 4.0
"""Inches, climbs and all, that are rather gone than a door opened."""
LIKELY = 0.4
"""Chance from which on a lock is opened by wit, which costs nothing of what is in the casket."""


def at_hand(battle: Battle, fighter: str, keys: Container[str], *, through: bool) -> str | None:
    """The key of what is done before anything else: a casket or a door is opened; None where nothing is to be.

    Args:
        battle: how things are.
        fighter: who acts.
        keys: of the actions that are open to him.
        through: whether he wants to get through a door.
    """
    if BYPASS in keys and (SMASH not in keys or pass_chance(profile_now(battle, fighter).intelligence) >= LIKELY):
        return BYPASS
    if SMASH in keys:
        return SMASH
    if not through:
        return None
    shut = [door for door in doors_beside(battle, fighter) if not is_open(battle, door)]
    if OPERATE in keys and len(shut) == len(doors_beside(battle, fighter)) > 0:
        return OPERATE
    if TERMINAL in keys and not any(is_open(battle, door_of(battle, one)) for one in terminals_beside(battle, fighter)):
        return TERMINAL
    return FORCE if FORCE in keys else None


def way_in(battle: Battle, fighter: str, place: Point) -> Point | None:
    """Where to go first to get to a place that no way leads to, or a long one: a terminal, or a closed door; else None."""
    if all(action.key != OPERATE for action in battle_rules(battle).actions):
        return None
    shut = [door for door in doors(battle) if not is_open(battle, door)]
    if not shut or route_cost(battle, fighter, place) <= math.dist(battle.model(fighter).position, place) + DETOUR:
        return None
    handles = [one for door in shut for one in (*terminals_of(battle, door), door)]
    spots = [spot for spot in (_before(battle, fighter, one) for one in handles) if spot is not None]
    here = battle.model(fighter).position
    return min(spots, key=lambda spot: math.dist(spot, here), default=None)


def _before(battle: Battle, fighter: str, piece: str) -> Point | None:
    """A place on his own side of a piece, within reach of it, that he gets to; None where there is none."""
    (low_x, low_y, z), (high_x, high_y, _) = battle.setting.table.piece(piece).placed.bounds.tolist()
    here, (x, y) = battle.model(fighter).position, ((low_x + high_x) / 2.0, (low_y + high_y) / 2.0)
    far = max(math.dist(here[:2], (x, y)), 1e-9)
    aside = (x + (here[0] - x) / far * REACH, y + (here[1] - y) / far * REACH, z)
    spot = nearest_on_navmesh(navmesh_for(battle, fighter), aside)
    if spot is None:
        return None
    there = battle.changed(fighter, position=spot)
    works = piece in (*terminals_beside(there, fighter), *doors_beside(there, fighter))
    return spot if works and math.isfinite(route_cost(battle, fighter, spot)) else None
