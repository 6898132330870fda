"""Moves that a fighter does not make of his own will: knocked back, or running about on fire.

Nothing in the rulebook itself forces anybody to move; weapons, cards and scenarios do.
Source: main-rulebook, Moving directly towards and directly away from; Falling hazards; The 1" rule and engaging enemies.
"""

from rules.battle.carrying import brought_along
from rules.battle.characteristics import check, modifier, profile_now
from rules.battle.falling import HAZARDS, falls
from rules.battle.ground import RULES, mover
from rules.battle.looks import table_of
from rules.battle.state import Battle
from rules.battle.statuses import put_down
from rules.battle.walking import settled
from rules.engine.asks import Procedure, Say
from rules.straight import Straight, directly
from scene.mesh import Point

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
    before, to = battle, mover(battle, other) if isinstance(other, str) else other
    move = profile_now(battle, fighter).movement
    gone = directly(table_of(battle), mover(battle, fighter), to, inches, away=away, system=RULES, move=move)
    if not isinstance(gone, Straight):
        return battle
    battle = brought_along(put_down(battle, fighter).changed(fighter, position=gone.reached), fighter)
    yield Say(f'{fighter} is moved {gone.moved:.1f}"', STRAIGHT, battle)
    if gone.check is not None:
        assert gone.edge is not None
        railed = (modifier(+1, f'a rail of {gone.edge.rail_height:.1f}" bounds the edge', "Falling hazards"),)
        why = railed if gone.edge.rail else ()
        if not (yield from check(battle, fighter, "initiative", why, what="falling hazard", source=HAZARDS)):
            return (yield from settled(before, (yield from falls(battle, fighter))))
    return brought_along(battle.changed(fighter, position=gone.place or gone.reached), fighter)
