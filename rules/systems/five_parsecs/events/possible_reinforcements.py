"""Possible reinforcements: three markers along the enemies' edge, behind one of which somebody may come each round.

Source: five-parsecs, Battle events on round 2 and round 4.
"""

from dataclasses import replace

from rules.engine.procedure_steps import Procedure, Roll, Say
from rules.skirmish.state.battle_sight import figure_of
from rules.skirmish.state.battle_state import Battle, TableObject
from rules.systems.five_parsecs.conditions.marks import EVENTS
from rules.systems.five_parsecs.events.arriving import arrive, on_edge, reinforcements
from rules.systems.five_parsecs.events.random_figures import by_chance, crew_there
from rules.systems.five_parsecs.events.table_edges import enemy_edge
from rules.systems.five_parsecs.roster.combat_sheet import enemies_of
from scene.measuring.distance import nearest

MARKER = "arrival-marker"
"""What the ids of the markers begin with."""
MARKERS = 3
ARRIVES = frozenset({5, 6})
SCARED_OFF = 3.0
"""Inches within which a crew member removes a marker."""
ROUNDING = 1e-9


def possible_reinforcements(battle: Battle) -> Procedure[Battle]:
    """Three markers, evenly spaced along the enemies' edge."""
    edge = enemy_edge(battle)
    markers = tuple(
        TableObject(f"{MARKER}-{number}", on_edge(battle, edge, number / (MARKERS + 1))) for number in range(1, MARKERS + 1)
    )
    others = tuple(thing for thing in battle.things if thing.id not in {one.id for one in markers})
    battle = replace(battle, things=(*others, *markers))
    yield Say("three markers lie along the enemies' edge; each round somebody may come at one of them", EVENTS, battle)
    return battle


def markers_of(battle: Battle) -> tuple[TableObject, ...]:
    """The markers that are left."""
    return tuple(thing for thing in battle.things if thing.id.startswith(MARKER))


def markers_removed(battle: Battle) -> Procedure[Battle]:
    """The markers go that a crew member is within three inches of. To be called whenever one has moved."""
    crew = [figure_of(battle, name) for name in crew_there(battle)] if markers_of(battle) else []
    for marker in markers_of(battle):
        near = [figure for figure in crew if nearest(figure, marker.position).distance <= SCARED_OFF + ROUNDING]
        if near:
            battle = _without(battle, marker.id)
            yield Say(f"{battle.called(near[0].id)} is near: nobody comes there", EVENTS, battle)
    return battle


def somebody_comes(battle: Battle) -> Procedure[Battle]:
    """The roll for one of the markers, by chance, which is gone after it. Once a round, before the enemies act."""
    battle = yield from markers_removed(battle)
    gang, markers = enemies_of(battle.setting), {marker.id: marker for marker in markers_of(battle)}
    name = yield from by_chance(battle, "which marker", gang, tuple(markers), EVENTS)
    if not name:
        return battle
    battle = _without(battle, name)
    roll = Roll("possible reinforcements", "D6", gang, "5+", (), EVENTS, ARRIVES, ("somebody comes", "nobody comes"))
    if roll.succeeds((yield roll)):
        return (yield from arrive(battle, reinforcements(battle, 1), markers[name].position, EVENTS))
    yield Say("nobody comes", EVENTS, battle)
    return battle


def _without(battle: Battle, marker: str) -> Battle:
    return replace(battle, things=tuple(thing for thing in battle.things if thing.id != marker))
