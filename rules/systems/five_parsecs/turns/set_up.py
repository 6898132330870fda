"""Setting up: the enemies along their edge, then the crew, and who seizes the initiative.

The text leaves setting up to the scenario. Here the enemies stand spread over their area before the crew is placed; a guardian
stands beside its ward. Source: five-parsecs: Seizing the initiative.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from rules.engine.procedure_steps import Procedure, Say
from rules.skirmish.opponent.distance_estimate import distance_field
from rules.skirmish.phases.deployment import SET_UP, own_area, set_up
from rules.skirmish.state.battle_navmesh import navmesh_for
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import an_inch_away, good_places
from rules.skirmish.state.scenario import of
from rules.systems.five_parsecs.conditions.figure_now import sheet
from rules.systems.five_parsecs.roster.combat_sheet import crew_of, enemies_of
from rules.systems.five_parsecs.turns.seizing import seize
from scene.geometry.mesh import Point
from scene.pathfinding.region_lookup import nearest_on_navmesh

WARD = 3.0
"""Inches from its ward that a guardian keeps within."""


def set_up_step(battle: Battle) -> Procedure[Battle]:
    """The enemies at once, then one of the crew, then the roll for the initiative; the first round begins."""
    crew, foes = crew_of(battle.setting), enemies_of(battle.setting)
    battle = replace(battle, order=(crew, foes), turn=crew)
    if to_place(battle, foes):
        if without := _left_out(battle):
            yield Say(f"the scenario's {' and '.join(without)} play no part by these rules", SET_UP)
        for name in to_place(battle, foes):
            battle = _placed(battle, name)
        yield Say(f"{battle.called(foes)} set up", SET_UP, battle)
        return battle
    if waiting := to_place(battle, crew):
        return (yield from set_up(battle, waiting[0]))
    battle = yield from seize(battle)
    return replace(battle, phase=battle_rules(battle).phases[0].key)


def _left_out(battle: Battle) -> tuple[str, ...]:
    """What a scenario asks for of which these rules know nothing."""
    if (scenario := of(battle)) is None:
        return ()
    asked = {
        "numbers at the start": scenario.crew,
        "reinforcements": scenario.reinforcements_from,
        "points": scenario.victory == "points",
        "tactic cards": scenario.cards,
    }
    return tuple(words for words, given in asked.items() if given)


def to_place(battle: Battle, gang: str) -> tuple[str, ...]:
    """Who of a side is still to be set up; those who wait for an event are not."""
    waiting = (model.id for model in battle.models if model.gang == gang and model.whereabouts == "reserve")
    return tuple(name for name in waiting if not sheet(battle, name).waits)


def _placed(battle: Battle, fighter: str) -> Battle:
    """An enemy in its place: spread along the area, a guardian beside its ward. Without room it takes no part."""
    size = battle.setting.table.size
    area = own_area(battle, battle.model(fighter).gang)
    places = good_places(battle, fighter, (area, an_inch_away(battle, fighter)))
    if not len(places):
        return battle.changed(fighter, whereabouts="fled")
    ward = sheet(battle, fighter).ward
    there = [model.position for model in battle.on_table(battle.model(fighter).gang)]
    if ward and battle.model(ward).on_table:
        near = battle.model(ward).position
        ranked = sorted(map(_point, places.tolist()), key=lambda one: _from_ward(one, near))
    else:
        ranked = sorted(map(_point, places.tolist()), key=lambda one: _room(one, there, size), reverse=True)
    x, y, z = next(filter(_leads_out(battle, fighter), ranked), ranked[0])
    middle = (size[0] / 2.0 - x, size[1] / 2.0 - y)
    facing = math.degrees(math.atan2(middle[1], middle[0])) % 360.0
    return battle.changed(fighter, whereabouts="table", position=(x, y, z), facing=facing)


def _point(place: Sequence[float]) -> Point:
    x, y, z = place
    return (x, y, z)


def _leads_out(battle: Battle, fighter: str) -> Callable[[Point], bool]:
    """Whether a way leads from a place to the middle of the table: nobody is set up inside a tank."""
    width, depth = battle.setting.table.size
    middle = nearest_on_navmesh(navmesh_for(battle, fighter), (width / 2.0, depth / 2.0, 0.0))
    field = None if middle is None else distance_field(battle, fighter, middle, safe=False)
    return lambda place: field is None or math.isfinite(field.route(place))


def _from_ward(place: tuple[float, ...], ward: Point) -> float:
    far = math.dist(place, ward)
    return far if far >= 1.0 else 100.0


def _room(place: tuple[float, ...], others: list[Point], size: tuple[float, float]) -> tuple[float, float]:
    """How far a place is from all who stand there already, at most as far as a figure needs; then how near to the middle."""
    nearest = min((math.dist(place[:2], other[:2]) for other in others), default=math.inf)
    return min(nearest, 6.0), -math.dist(place[:2], (size[0] / 2.0, size[1] / 2.0))
