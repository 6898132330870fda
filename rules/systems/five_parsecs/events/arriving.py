"""Figures who wait come onto the table: reinforcements, spare crew, others.

Source: five-parsecs, Battle events on round 2 and round 4. Where there is no room, they come as near by as there is, and no
nearer than an inch to an enemy: that is ours.
"""

import math
from collections.abc import Sequence

from rules.engagement import ONE_INCH
from rules.engine.procedure_steps import Procedure, Say
from rules.movement.making_room import make_room
from rules.movement.path_rules import NoPath
from rules.skirmish.state.battle_navmesh import movement_rules, mover, navmesh_for
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.events.table_edges import TableEdge, enemy_edge
from rules.systems.five_parsecs.roster.combat_sheet import EnemyRole, enemies_of, sheet_of
from scene.geometry.mesh import Point
from scene.pathfinding.region_lookup import nearest_on_navmesh


def waiting(battle: Battle, gang: str, *roles: EnemyRole) -> tuple[str, ...]:
    """The ids of those of a side who wait, by their roles in the order given; of all roles, if none is."""
    found = [model.id for model in battle.models if battle.setting.home[model.id] == gang and _waits(battle, model.id)]
    if not roles:
        return tuple(found)
    return tuple(one for role in roles for one in found if sheet_of(battle.setting, one).role == role)


def _waits(battle: Battle, fighter: str) -> bool:
    return battle.model(fighter).whereabouts == "reserve" and sheet_of(battle.setting, fighter).waits


def reinforcements(battle: Battle, count: int, *, specialists: int = 0) -> tuple[str, ...]:
    """Who comes of the enemies: so many, of whom some are specialists if there are any; fewer where fewer wait."""
    gang = enemies_of(battle.setting)
    armed = waiting(battle, gang, "specialist")[:specialists]
    others = [one for one in waiting(battle, gang, "basic", "specialist") if one not in armed]
    return (*armed, *others)[:count]


def middle_of(battle: Battle) -> Point:
    """The centre of the table, inches."""
    long, wide = battle.setting.table.size
    return long / 2.0, wide / 2.0, 0.0


def on_edge(battle: Battle, edge: TableEdge, share: float = 0.5) -> Point:
    """A place on an edge, after a share of its length; its centre by default. Inches."""
    return (*edge.at(share, battle.setting.table.size), 0.0)


def placed(battle: Battle, fighter: str, place: Point, *, gang: str = "") -> Battle | None:
    """The battle with a figure as near to a place as there is room, looking to the middle; None where there is none.

    Args:
        battle: before it.
        fighter: who comes.
        place: where, inches.
        gang: for which he fights from now on; his own by default.
    """
    ground = nearest_on_navmesh(navmesh_for(battle, fighter), place)
    if ground is None:
        return None
    battle = battle.changed(fighter, gang=gang or battle.model(fighter).gang)
    there = make_room(table_of(battle), mover(battle, fighter).moved(ground), rules=movement_rules(battle), apart=ONE_INCH)
    if isinstance(there, NoPath):
        return None
    x, y, _ = middle_of(battle)
    facing = round(math.degrees(math.atan2(y - there[1], x - there[0])) % 360.0, 3)
    return battle.changed(fighter, position=there, facing=facing, whereabouts="table", arrived=battle.round, ready=True)


def arrive(battle: Battle, fighters: Sequence[str], place: Point, source: str, *, gang: str = "") -> Procedure[Battle]:
    """Figures come onto the table at a place, one after the other; the log says if nobody is left who could.

    Args:
        battle: before it.
        fighters: their ids.
        place: where, inches.
        source: the section.
        gang: for which they fight from now on; their own by default.
    """
    if not fighters:
        yield Say("nobody is left who could arrive", source)
    for fighter in fighters:
        found = placed(battle, fighter, place, gang=gang)
        if found is None:
            yield Say(f"there is no room for {battle.called(fighter)}, who does not arrive", source)
            continue
        battle = found
        yield Say(f"{battle.called(fighter)} arrives", source, battle)
    return battle


def arrive_at_enemy_edge(battle: Battle, fighters: Sequence[str], source: str) -> Procedure[Battle]:
    """Enemies come onto the table at the centre of their own edge."""
    return arrive(battle, fighters, on_edge(battle, enemy_edge(battle)), source)
