"""Forced moves, which a fighter does not make of his own will: knocked back, or running about on fire.

Nothing in the rulebook itself forces anybody to move; weapons, cards and scenarios do.
Source: main-rulebook, Moving directly towards and directly away from; Scatter dice; Falling hazards; The 1" rule and engaging
enemies.
"""

from rules.engine.procedure_steps import Procedure, Roll, Say
from rules.fall_rules import railed
from rules.movement.direct_move import DirectMove, directly, line_ahead, straight_on
from rules.skirmish.injury.fall_resolution import HAZARDS, falls
from rules.skirmish.moving.carrying import brought_along
from rules.skirmish.moving.walk_resolution import settled
from rules.skirmish.state.battle_navmesh import movement_rules, mover
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import check, modifier, profile_now
from rules.skirmish.state.status_changes import put_down
from scene.geometry.mesh import Point

DICE = "main-rulebook: Scatter dice"
STRAIGHT = "main-rulebook: Moving directly towards and directly away from"


def forced(battle: Battle, fighter: str, other: str | Point, inches: float, away: bool) -> Procedure[Battle]:  # noqa: FBT001
    """A fighter is moved straight toward, or away from, somebody or a place.

    Where his base touches an edge he stops and passes an initiative check, with +1 for a rail, or falls. In the end he is moved
    an inch away from enemies by the shortest way.

    Args:
        battle: before it.
        fighter: who is on the ground.
        other: the other fighter's id, or the place, inches.
        inches: how far.
        away: whether it is away from there.
    """
    to = mover(battle, other) if isinstance(other, str) else other
    move = profile_now(battle, fighter).movement
    gone = directly(table_of(battle), mover(battle, fighter), to, inches, away=away, rules=movement_rules(battle), move=move)
    return (yield from _moved(battle, fighter, gone, STRAIGHT)) if isinstance(gone, DirectMove) else battle


def runs(battle: Battle, fighter: str, degrees: float, dice: str) -> Procedure[Battle]:
    """A fighter runs in the direction that the scatter die showed, as far as dice say, and is stopped as by `forced`.

    Args:
        battle: before it.
        fighter: who is on the ground.
        degrees: the direction, anticlockwise from +x.
        dice: that are rolled for the inches, such as ``2D6``.
    """
    faces = yield Roll("inches run", dice, fighter, source=DICE)
    line = line_ahead(table_of(battle), mover(battle, fighter), degrees, rules=movement_rules(battle))
    return (yield from _moved(battle, fighter, straight_on(line, float(sum(faces))), DICE))


def _moved(battle: Battle, fighter: str, gone: DirectMove, source: str) -> Procedure[Battle]:
    """The battle after a straight move, with the check at an edge, and the fall if it is failed."""
    before = battle
    battle = brought_along(put_down(battle, fighter).changed(fighter, position=gone.reached), fighter)
    yield Say(f'{battle.called(fighter)} is moved {gone.moved:.1f}"', source, battle)
    if gone.check is not None:
        assert gone.edge is not None
        rail = (modifier(+1, f'a rail of {gone.edge.rail_height:.1f}" bounds the edge', "Falling hazards"),)
        why = rail if railed(gone.edge) else ()
        if not (yield from check(battle, fighter, "initiative", why, what="falling hazard", source=HAZARDS)):
            return (yield from settled(before, (yield from falls(battle, fighter))))
    return brought_along(battle.changed(fighter, position=gone.place or gone.reached), fighter)
