"""Moves that are none of a fighter's own will: knocked back, pushed away, running about at random.

Source: main-rulebook, Moving directly towards and directly away from; Scatter dice; Falling hazards.
"""

from rules.engine.procedure_steps import Procedure, Roll, Say, call
from rules.engine.shown_events import MoveShown
from rules.movement.direct_move import DirectMove, directly, line_ahead, straight_on
from rules.movement.path_rules import NoPath
from rules.skirmish.injury.fall_resolution import falls
from rules.skirmish.moving.carrying import brought_along
from rules.skirmish.state.battle_navmesh import movement_rules, mover
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import check, modifier, profile_now
from rules.skirmish.state.condition_marks import IMMOVABLE
from rules.skirmish.state.status_changes import put_down
from scene.base.errors import SceneError

DIRECTLY = "Moving directly towards and directly away from"
AT_RANDOM = "Scatter dice"
HAZARDS = "Falling hazards"


def pushed_away(battle: Battle, fighter: str, other: str, inches: float) -> Procedure[Battle]:
    """A fighter is moved straight away from another one; he may come up against somebody, or go over an edge."""
    if (why := _stays(battle, fighter)) is not None:
        yield Say(why, DIRECTLY)
        return battle
    figure, rules = mover(battle, fighter), movement_rules(battle)
    move = float(profile_now(battle, fighter).movement)
    try:
        gone = directly(table_of(battle), figure, mover(battle, other), inches, away=True, rules=rules, move=move)
    except SceneError as error:
        gone = NoPath(error.faults[0])
    return (yield from _moved(battle, fighter, gone, DIRECTLY))


def runs_about(battle: Battle, fighter: str, dice: str, source: str) -> Procedure[Battle]:
    """A fighter runs in a random direction, as far as dice say."""
    way = yield Roll("direction", "scatter", fighter, source=AT_RANDOM)
    faces = yield Roll("running about", dice, fighter, source=source)
    if (why := _stays(battle, fighter)) is not None:
        yield Say(why, source)
        return battle
    try:
        line = line_ahead(table_of(battle), mover(battle, fighter), float(way[1]), rules=movement_rules(battle))
        gone: DirectMove | NoPath = straight_on(line, float(sum(faces)))
    except SceneError as error:
        gone = NoPath(error.faults[0])
    return (yield from _moved(battle, fighter, gone, source))


def _stays(battle: Battle, fighter: str) -> str | None:
    """Why nothing moves somebody; None where it does."""
    model, who = battle.model(fighter), battle.called(fighter)
    if model.has(IMMOVABLE):
        return f"{who} is immovable and does not move"
    return f"{who} hangs on and is not moved" if model.climb is not None else None


def _moved(battle: Battle, fighter: str, gone: DirectMove | NoPath, source: str) -> Procedure[Battle]:
    """What comes of a move along a line: a place, a check at an edge, a fall."""
    who = battle.called(fighter)
    if isinstance(gone, NoPath):
        yield Say(f"{who} does not move: {gone.why}", source)
        return battle
    old = battle.model(fighter).position
    battle = put_down(battle, fighter).changed(fighter, position=gone.reached)
    stop = f", and is stopped by {battle.called(gone.stopped_by)}" if gone.stopped_by else ""
    yield Say(f'{who} is moved {gone.moved:.1f}"{stop}', source, battle, shown=MoveShown(fighter, gone.path))
    if gone.check is not None:
        why = (modifier(gone.check.modifier, "a rail bounds the edge", HAZARDS),) if gone.check.modifier else ()
        if not (yield from check(battle, fighter, "initiative", why, what="falling hazard", source=HAZARDS)):
            return (yield from call(falls, battle, fighter))
    if gone.falls:
        return (yield from call(falls, battle, fighter))
    return brought_along(battle.changed(fighter, position=gone.place or old), fighter)
