"""What a crew member may find: markers beside the crew, and picking them up.

Source: five-parsecs, Battle events on round 2 and round 4. A marker is an inch across, and lies on the ground nearest to where
it falls: that is ours.
"""

import math
from dataclasses import replace

from rules.engine.dice import HUNDRED, halved
from rules.engine.procedure_steps import Procedure, Roll, Say
from rules.skirmish.state.battle_navmesh import navmesh_for
from rules.skirmish.state.battle_sight import figure_of
from rules.skirmish.state.battle_state import Battle, TableObject
from rules.systems.five_parsecs.conditions.figure_now import is_crew
from rules.systems.five_parsecs.conditions.marks import EVENTS, LOOTED
from rules.systems.five_parsecs.conditions.side_marks import CREDITS
from rules.systems.five_parsecs.events.random_figures import by_chance, crew_there
from rules.systems.five_parsecs.harm.random_movement import direction
from rules.systems.five_parsecs.roster.combat_sheet import crew_of, crew_sheet
from rules.systems.five_parsecs.roster.loot import loot_words
from scene.measuring.distance import nearest
from scene.pathfinding.region_lookup import nearest_on_navmesh

FIND, VALUABLES = "loot-marker", "credits-marker"
"""What the ids of the markers begin with: of loot, and of credits."""
TOUCHED = 0.5
"""Inches from a base to the middle of a marker that it touches."""
ROUNDING = 1e-9


def found_something(battle: Battle) -> Procedure[Battle]:
    """A marker of loot beside a crew member by chance."""
    return (yield from _marker(battle, FIND))


def looks_valuable(battle: Battle) -> Procedure[Battle]:
    """A marker of credits beside a crew member by chance."""
    return (yield from _marker(battle, VALUABLES))


def _marker(battle: Battle, kind: str) -> Procedure[Battle]:
    name = yield from by_chance(battle, "who has found something", crew_of(battle.setting), crew_there(battle), EVENTS)
    if not name:
        return battle
    (inches,) = yield Roll("distance of the marker", "D6", name, source=EVENTS, tells="inches")
    degrees = yield from direction(name, "direction of the marker", EVENTS)
    (x, y, z), turn, (long, wide) = battle.model(name).position, math.radians(degrees), battle.setting.table.size
    x, y = min(max(x + inches * math.cos(turn), 0.0), long), min(max(y + inches * math.sin(turn), 0.0), wide)
    place = nearest_on_navmesh(navmesh_for(battle, name), (x, y, z)) or (x, y, z)
    marker = TableObject(_new_id(battle, kind), place)
    battle = replace(battle, things=(*battle.things, marker))
    yield Say(f'{battle.called(name)} has seen something {inches}" away', EVENTS, battle)
    return battle


def _new_id(battle: Battle, kind: str) -> str:
    taken = {thing.id for thing in battle.things}
    return next(name for name in (kind, *(f"{kind}-{number}" for number in range(2, 9))) if name not in taken)


def within_reach(battle: Battle, fighter: str) -> TableObject | None:
    """The marker that a crew member touches; None where there is none, or he is none of the crew."""
    if not (is_crew(battle, fighter) and battle.model(fighter).on_table):
        return None
    figure = figure_of(battle, fighter)
    markers = [thing for thing in battle.things if thing.id.startswith((FIND, VALUABLES)) and not thing.holder]
    return next((one for one in markers if nearest(figure, one.position).distance <= TOUCHED + ROUNDING), None)


def can_search(battle: Battle, fighter: str) -> bool:
    """Whether a figure touches a marker that it may pick up, with an action that is no combat action."""
    return within_reach(battle, fighter) is not None


def search(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A crew member picks up the marker that he touches: an item of loot, to use at once, or some credits."""
    marker = within_reach(battle, fighter)
    assert marker is not None
    who, gang = battle.called(fighter), crew_of(battle.setting)
    battle = replace(battle, things=tuple(thing for thing in battle.things if thing.id != marker.id))
    if marker.id.startswith(FIND):
        return (yield from _loot(battle, fighter))
    (face,) = yield Roll("credits", "D3", gang, source=EVENTS)
    battle = battle.side_marked(gang, CREDITS, battle.side(gang).has(CREDITS) + halved(face))
    yield Say(f"{who} has found {halved(face)} credit{'s' * (halved(face) > 1)}", EVENTS, battle)
    return battle


def _loot(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A roll on the crew's loot table; weapons and armour are of use at once. A crew without one looks the number up."""
    who, table = battle.called(fighter), crew_sheet(battle.setting).loot
    rows = table.rows if table is not None else ()
    means = tuple((item.name, tuple((number,) for number in range(faces.low, faces.high + 1))) for faces, item in rows)
    (number,) = yield Roll("loot", HUNDRED, fighter, source=EVENTS, means=means, tells="on the loot table")
    found = loot_words(battle.setting, number) or f"{number} on the loot table"
    if table is not None:
        item = table.at(number)
        # A weapon like one that he has used up is a fresh one.
        empty = battle.model(fighter).empty - ({item.weapon.name} if item.weapon is not None else set())
        battle = battle.marked(fighter, LOOTED, about=item.name).changed(fighter, empty=empty)
    yield Say(f"{who} has found loot: {found}", EVENTS, battle)
    return battle
