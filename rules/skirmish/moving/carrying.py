"""Carrying objects and seriously injured friends: picking up, dragging along, letting go.

Source: main-rulebook, Carrying objects and injured fighters.
"""

from dataclasses import replace

import numpy as np

from rules.body_limits import STEP
from rules.engagement import touch
from rules.engine.procedure_steps import Procedure, Say
from rules.movement.making_room import moved_aside
from rules.skirmish.state.battle_navmesh import mover
from rules.skirmish.state.battle_sight import distance, table_of
from rules.skirmish.state.battle_state import Battle, TableObject
from rules.skirmish.state.characteristics import profile_now
from rules.skirmish.state.skirmish_rules import skirmish_rules
from rules.skirmish.state.status_changes import dropped
from scene.geometry.mesh import FloatArray, Point
from scene.pathfinding.path_legs import Path
from scene.table.table import Figure

SOURCE = "Carrying objects and injured fighters"
THING = 0.5
"""Inches: half the width of an object, of which only the middle is known."""
TYPED = 0.02
"""Inches: places given in decimals are no better."""


def movement(battle: Battle, fighter: str) -> float:
    """Inches that a fighter moves with one action: no more than his strength while he carries something."""
    profile = profile_now(battle, fighter)
    slowed = battle.model(fighter).carries and skirmish_rules(battle).carrying.strength
    return float(min(profile.movement, profile.strength) if slowed else profile.movement)


def half_movement(battle: Battle, fighter: str) -> float:
    """Half the movement characteristic, no more than the strength with a load; inches, fractions are rounded up.

    Source also: main-rulebook, Modifying characteristics and costs.
    """
    return float(-(-movement(battle, fighter) // 2))


def in_reach(battle: Battle, fighter: str) -> tuple[str, ...]:
    """The objects and seriously injured friends in base contact, or as near as may be, that nobody carries, by id."""
    model = battle.model(fighter)
    if model.carries:
        return ()
    things = [thing.id for thing in battle.things if not thing.light and not thing.holder and beside(battle, fighter, thing)]
    carried = {other.carries for other in battle.on_table()}
    own = mover(battle, fighter)
    friends = [
        other.id
        for other in battle.on_table(model.gang)
        if other.status == "seriously_injured" and other.id not in carried and _near_friend(battle, own, other.id)
    ]
    return (*things, *(name for name in friends if name != fighter))


def why_not_taken(battle: Battle, fighter: str, name: str) -> str | None:
    """Why a fighter cannot take something up where he is; None if he can."""
    if battle.model(fighter).status == "seriously_injured":
        return f"{battle.called(fighter)} is seriously injured and carries nothing"
    if name in in_reach(battle, fighter):
        return None
    things = {thing.id: thing for thing in battle.things}
    down = [one.id for one in battle.on_table(battle.model(fighter).gang) if one.status == "seriously_injured"]
    if name not in {*things, *down}:
        there = ", ".join(map(battle.called, (*(thing.id for thing in battle.things if not thing.light), *down)))
        return f'there is no "{name[:40]}" to be carried; there are: {there or "none"}'
    if name in things and things[name].light:
        return f"{battle.called(name)} is light: it is picked up by moving over it"
    holder = next((one.id for one in battle.on_table() if one.carries == name), "")
    taken = battle.called(name)
    if holder:
        return f"{battle.called(holder)} has {taken}"
    reach = skirmish_rules(battle).carrying.reach
    near = f'within {reach:g}" of' if reach else "in contact with"
    return f"{battle.called(fighter)} is not {near} {taken} there"


def take(battle: Battle, fighter: str, name: str) -> Procedure[Battle]:
    """The fighter gets hold of what he is in contact with."""
    things = tuple(replace(thing, holder=fighter) if thing.id == name else thing for thing in battle.things)
    battle = replace(battle, things=things).changed(fighter, carries=name)
    yield Say(f"{battle.called(fighter)} takes {battle.called(name)}", SOURCE, battle)
    return battle


def drop(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The fighter lets go of what he carries, which lies beside him."""
    carried = battle.model(fighter).carries
    battle = dropped(battle, fighter)
    yield Say(f"{battle.called(fighter)} drops {battle.called(carried)}", SOURCE, battle)
    return battle


def left_behind(battle: Battle, fighter: str) -> Procedure[Battle]:
    """What a fighter holds stays where he is, if carrying is an action of its own and he moves by another one.

    What is light is carried with ease, and goes along.
    """
    if not skirmish_rules(battle).carrying.action or not battle.model(fighter).carries:
        return battle
    light = [thing.id for thing in battle.things if thing.light and thing.holder == fighter]
    battle = yield from drop(battle, fighter)
    return replace(battle, things=tuple(replace(one, holder=fighter) if one.id in light else one for one in battle.things))


def taken_on_the_way(battle: Battle) -> bool:
    """Whether things are taken up and let go in the middle of other movements."""
    return not skirmish_rules(battle).carrying.action


def brought_along(battle: Battle, fighter: str) -> Battle:
    """The battle with what a fighter holds where he is now: objects at his feet, a friend in base contact.

    Where there is no room for a friend beside him, the friend stays behind.
    """
    model = battle.model(fighter)
    things = tuple(replace(thing, position=model.position) if thing.holder == fighter else thing for thing in battle.things)
    battle = replace(battle, things=things)
    if not model.carries or all(other.id != model.carries for other in battle.models):
        return battle
    friend, own = mover(battle, model.carries), mover(battle, fighter)
    if touch(own, friend):
        return battle
    x, y, _ = friend.position
    place = moved_aside(table_of(battle), friend.moved((x, y, own.position[2])), own)
    return battle.changed(fighter, carries="") if place is None else battle.changed(friend.id, position=place)


def picked_up(battle: Battle, fighter: str, gone: Path) -> Procedure[Battle]:
    """All light objects are picked up that a fighter's base moved over."""
    reach = mover(battle, fighter).base_radius + TYPED

    def over(thing: TableObject) -> bool:
        return thing.light and not thing.holder and any(_near(leg.start, leg.end, thing.position, reach) for leg in gone.legs)

    for name in [thing.id for thing in battle.things if over(thing)]:
        things = tuple(replace(thing, holder=fighter) if thing.id == name else thing for thing in battle.things)
        battle = replace(battle, things=things)
        yield Say(f"{battle.called(fighter)} picks up {battle.called(name)}", SOURCE, battle)
    return battle


def beside(battle: Battle, fighter: str, thing: TableObject) -> bool:
    """Whether an object is in contact with a fighter, or as near as may be to be taken up."""
    figure, reach = mover(battle, fighter), skirmish_rules(battle).carrying.reach
    return _near(figure.position, figure.position, thing.position, figure.base_radius + THING + TYPED + reach)


def _near_friend(battle: Battle, own: Figure, friend: str) -> bool:
    reach = skirmish_rules(battle).carrying.reach
    if reach:
        return distance(battle, own.id, friend) <= reach + TYPED
    return touch(own, mover(battle, friend))


def _near(start: Point, end: Point, place: Point, reach: float) -> bool:
    """Whether a place is so near to a straight way, in plan, and on its level."""
    if not min(start[2], end[2]) - STEP <= place[2] <= max(start[2], end[2]) + STEP:
        return False
    a, along, to = np.array(start[:2]), np.subtract(end[:2], start[:2]), np.subtract(place[:2], start[:2])
    share = float(np.clip(to @ along / max(float(along @ along), 1e-12), 0.0, 1.0))
    nearest: FloatArray = a + share * along
    return bool(np.hypot(*(nearest - place[:2])) <= reach)
