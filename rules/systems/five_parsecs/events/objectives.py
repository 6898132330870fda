"""What is at stake in a scenario, and whether the crew has been there.

Sources: five-parsecs: Escalating battles, Ending the battle. An objective is reached within an inch, with no wall between; all
of them reached are the win condition: that is ours, as the text leaves it to the mission.
"""

from rules.skirmish.state.battle_sight import figure_of, terrain_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.scenario import HOLDING, Objective, objective_place, of
from rules.systems.five_parsecs.conditions.side_marks import reached
from rules.systems.five_parsecs.events.random_figures import crew_there
from rules.systems.five_parsecs.roster.combat_sheet import crew_of
from scene.geometry.mesh import Point
from scene.measuring.distance import blocked_by, nearest

ROUNDING = 1e-9


def objectives_of(battle: Battle) -> tuple[Objective, ...]:
    """What is at stake; nothing without a scenario."""
    scenario = of(battle)
    return scenario.objectives if scenario is not None else ()


def newly_reached(battle: Battle) -> tuple[str, ...]:
    """The ids of the objectives at which one of the crew is, and none has been before."""
    side = battle.side(crew_of(battle.setting))
    return tuple(one.id for one in objectives_of(battle) if not side.has(reached(one.id)) and _somebody_at(battle, one))


def with_reached(battle: Battle, objectives: tuple[str, ...]) -> Battle:
    """The battle in which the crew has been at some objectives."""
    for one in objectives:
        battle = battle.side_marked(crew_of(battle.setting), reached(one))
    return battle


def win_condition(battle: Battle) -> bool:
    """Whether there are objectives, and the crew has been at all of them."""
    side, objectives = battle.side(crew_of(battle.setting)), objectives_of(battle)
    return bool(objectives) and all(side.has(reached(one.id)) for one in objectives)


def _somebody_at(battle: Battle, objective: Objective) -> bool:
    thing = next((one for one in battle.things if one.id == objective.id), None)
    if thing is not None and thing.holder:
        return thing.holder in crew_there(battle)
    place = objective_place(battle, objective) if thing is None else thing.position
    return any(_near(battle, name, place) for name in crew_there(battle))


def _near(battle: Battle, fighter: str, place: Point) -> bool:
    figure = figure_of(battle, fighter)
    near = nearest(figure, place).distance <= HOLDING + ROUNDING
    return near and not blocked_by(terrain_of(battle), figure, place)
