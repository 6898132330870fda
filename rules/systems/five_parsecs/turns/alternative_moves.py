"""Moves that take the place of the usual one: teleporting with spatial shifts, gliding, powered jumps.

Source: five-parsecs: Alternative movement actions. It gives no distance for teleports and powered jumps; here it is twice the
speed and once the speed, measured straight.
"""

import math
from collections.abc import Callable
from functools import partial

from rules.engine.procedure_steps import Choose, Option, Procedure, Roll, Say, call
from rules.errors import RulesError
from rules.movement.spatial_shift import AGAIN, Throw, shifted
from rules.skirmish.state.action import Action
from rules.skirmish.state.battle_navmesh import free
from rules.skirmish.state.battle_sight import table_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.placement import read_places, typed_point, written
from rules.systems.five_parsecs.conditions.figure_now import casualty, sheet, shocked, speed_now, stunned
from rules.systems.five_parsecs.conditions.marks import STUNNED
from rules.systems.five_parsecs.harm.hits import falls_down
from rules.systems.five_parsecs.harm.random_movement import direction
from rules.systems.five_parsecs.moving.closing_in import in_contact_with
from rules.systems.five_parsecs.roster.combat_sheet import Ability, crew_of
from rules.systems.five_parsecs.turns.breaking_in import comes_into_view
from rules.systems.five_parsecs.turns.crew_actions import ANY, after_move, no_move
from scene.geometry.mesh import Point

SOURCE = "Alternative movement actions"
TELEPORT = 2.0
"""Times the speed."""
HINT = "x y z, or x y"


def teleport(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The figure vanishes and appears elsewhere; inside of something, or of somebody, it is shifted."""
    there = yield from _asked(battle, fighter, "where to teleport", partial(_teleported, battle, fighter))
    if there is None:
        return battle
    if free(battle, fighter, there):
        moved = battle.changed(fighter, position=there)
        yield Say(f"{battle.called(fighter)} teleports", SOURCE, moved)
    else:
        moved = yield from call(shifts, battle, fighter, there)
    return (yield from _arrived(battle, moved, fighter))


def _arrived(before: Battle, battle: Battle, fighter: str) -> Procedure[Battle]:
    """What follows where a figure has come to: overwatch, and whatever follows any move."""
    battle = yield from comes_into_view(battle, fighter)
    return (yield from after_move(before, battle, fighter))


def shifts(battle: Battle, fighter: str, there: Point) -> Procedure[Battle]:
    """A spatial shift from where the figure would have appeared, repeated as long as it must be."""
    throws: list[Throw] = []
    while True:
        degrees = yield from direction(fighter, "direction of the spatial shift", SOURCE)
        inches = yield Roll("spatial shift", "2D6", fighter, source=SOURCE)
        throws.append(Throw(degrees, float(sum(inches))))
        found = shifted(table_of(battle), fighter, iter(throws), at=there)
        if found.hops[-1].arrival not in AGAIN:
            break
    for reason in found.because:
        yield Say(reason.text, reason.source)
    for name in found.stunned:
        battle = stunned(battle, name)
    if found.place is None:
        battle = casualty(battle, fighter)
        yield Say(f"{battle.called(fighter)} is a casualty", SOURCE, battle)
        return battle
    battle = battle.changed(fighter, position=found.place)
    battle = shocked(battle, fighter) if found.shock else stunned(battle, fighter) if found.stun else battle
    yield Say(f"{battle.called(fighter)} appears", SOURCE, battle)
    return battle if found.fall is None else (yield from call(falls_down, battle, fighter, found.fall))


def glide(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The swift glide down, no farther off than the heights differ."""
    return (yield from _put(battle, fighter, "where to glide", partial(_glided, battle, fighter)))


def powered_jump(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The figure jumps over whatever is between."""
    return (yield from _put(battle, fighter, "where to jump", partial(_jumped, battle, fighter)))


def _put(battle: Battle, fighter: str, what: str, read: Callable[[str], Option]) -> Procedure[Battle]:
    there = yield from _asked(battle, fighter, what, read)
    if there is None:
        return battle
    moved = battle.changed(fighter, position=there)
    yield Say(f"{battle.called(fighter)} lands at {written(there)}", SOURCE, moved)
    return (yield from _arrived(battle, moved, fighter))


def _asked(battle: Battle, fighter: str, what: str, read: Callable[[str], Option]) -> Procedure[Point | None]:
    stay = (Option("stay", "stay", None),)
    there: Point | None = yield Choose(what, crew_of(battle.setting), stay, read, fighter, SOURCE, HINT)
    return there


def _teleported(battle: Battle, fighter: str, text: str) -> Option:
    """Any place in reach, also where nobody can stand."""
    here = battle.model(fighter).position
    try:
        place = max(read_places(battle, fighter, text), key=lambda one: -abs(one[2] - here[2]))
    except RulesError:
        place = typed_point(text, here[2])
    width, depth = battle.setting.table.size
    if not (0.0 <= place[0] <= width and 0.0 <= place[1] <= depth):
        raise RulesError(f"{written(place)} is off the table")
    _check_far(battle, fighter, place, TELEPORT * speed_now(battle, fighter))
    _check_brawl(battle, fighter, place)
    return Option(written(place), f"to {written(place)}", place)


def _jumped(battle: Battle, fighter: str, text: str) -> Option:
    place = _free_place(battle, fighter, text)
    _check_far(battle, fighter, place, speed_now(battle, fighter))
    return Option(written(place), f"to {written(place)}", place)


def _glided(battle: Battle, fighter: str, text: str) -> Option:
    place, here = _free_place(battle, fighter, text), battle.model(fighter).position
    down, far = here[2] - place[2], math.dist(here[:2], place[:2])
    if down <= 0.0:
        raise RulesError(f"one glides down, and {written(place)} is no lower than {battle.called(fighter)}")
    if far > down + 1e-6:
        raise RulesError(f'{written(place)} is {far:.1f}" off and {down:.1f}" lower: one glides no farther than down')
    return Option(written(place), f"to {written(place)}", place)


def _free_place(battle: Battle, fighter: str, text: str) -> Point:
    places = [one for one in read_places(battle, fighter, text) if free(battle, fighter, one)]
    if not places:
        raise RulesError(f"{battle.called(fighter)} cannot stand there")
    place = min(places, key=lambda one: math.dist(one, battle.model(fighter).position))
    _check_brawl(battle, fighter, place)
    return place


def _check_brawl(battle: Battle, fighter: str, place: Point) -> None:
    """The stunned cannot move to brawl. Source: five-parsecs, Engaging while stunned."""
    if battle.model(fighter).has(STUNNED) and in_contact_with(battle.changed(fighter, position=place), fighter):
        raise RulesError(f"{battle.called(fighter)} is stunned, and moves into no brawl")


def _check_far(battle: Battle, fighter: str, place: Point, most: float) -> None:
    far = math.dist(battle.model(fighter).position, place)
    if far > most + 1e-6:
        raise RulesError(f'{written(place)} is {far:.1f}" away, and {battle.called(fighter)} gets {most:g}" far')


def _able(ability: Ability, battle: Battle, fighter: str) -> str | None:
    if ability not in sheet(battle, fighter).abilities:
        return f"{battle.called(fighter)} cannot do that"
    return no_move(battle, fighter)


def _cannot_glide(battle: Battle, fighter: str) -> str | None:
    if sheet(battle, fighter).species != "swift":
        return f"{battle.called(fighter)} is no swift"
    return no_move(battle, fighter)


ALTERNATIVE_MOVES = (
    Action("teleport", "Teleport", "basic", ANY, partial(_able, "teleport"), teleport, SOURCE, skill="teleport"),
    Action("powered-jump", "Powered jump", "basic", ANY, partial(_able, "jump"), powered_jump, SOURCE, skill="jump"),
    Action("glide", "Glide", "basic", ANY, _cannot_glide, glide, SOURCE, skill="swift", does="down, no farther off than down"),
)
"""Alternative movement actions."""
