"""Figures that are made to run in a random direction, and spatial shifts.

Sources: five-parsecs: Random movement, Alternative movement actions. Nothing is said of edges: whoever is moved over one falls.
"""

from dataclasses import replace

from rules.engine.procedure_steps import Procedure, Roll, Say, call
from rules.engine.shown_events import MoveShown
from rules.hazards.random_move import random_move
from rules.skirmish.state.battle_navmesh import movement_rules
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.figure_now import speed_now, stunned
from rules.systems.five_parsecs.harm.hits import falls_down
from rules.systems.five_parsecs.random_moves import RANDOM_MOVES
from scene.base.errors import SceneError

RANDOM = "Random movement"


def direction(who: str, what: str, source: str) -> Procedure[float]:
    """A direction by chance, degrees anticlockwise from +x."""
    (degrees,) = yield Roll(what, "direction", who, source=source)
    return float(degrees)


def moves_at_random(battle: Battle, fighter: str, inches: float | None = None) -> Procedure[Battle]:
    """A figure moves in a random direction, its full move or so many inches; terrain and others stop and stun it."""
    degrees = yield from direction(fighter, "direction of the random move", RANDOM)
    rules = replace(RANDOM_MOVES, movement=movement_rules(battle))
    far = speed_now(battle, fighter) if inches is None else inches
    try:
        found = random_move(table_of(battle), fighter, degrees, far, rules=rules)
    except SceneError:
        yield Say(f"{battle.called(fighter)} does not move", RANDOM)
        return battle
    old = battle.model(fighter).position
    battle = battle.changed(fighter, position=found.gone.reached if found.falls else found.gone.place or old)
    battle = battle if found.pushed is None else battle.changed(found.pushed[0], position=found.pushed[1])
    met = [name for name in found.stunned if name in battle.setting.cards]
    for name in met:
        battle = stunned(battle, name)
    told = f"; stunned: {battle.all_called(met)}" if met else ""
    said = f'{battle.called(fighter)} moves {found.gone.moved:.1f}" at random{told}'
    yield Say(said, RANDOM, battle, shown=MoveShown(fighter, found.gone.path))
    return (yield from call(falls_down, battle, fighter, found.fall)) if found.fall is not None and found.falls else battle
