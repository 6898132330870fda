"""Contact resolved: going into base contact with enemies, and what happens then.

Source: main-rulebook, The 1" rule and engaging enemies; Pinned; Hard target.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from rules.engagement import in_contact
from rules.engine.procedure_steps import Procedure, Say
from rules.movement.engaging_paths import Engagement, engage
from rules.movement.movement_rules import MovementRules
from rules.movement.path_rules import NoPath
from rules.skirmish.moving.carrying import brought_along
from rules.skirmish.moving.facing_action import choose_facing, decides
from rules.skirmish.moving.interrupted_walk import watched_walk
from rules.skirmish.moving.walk_resolution import WalkResult, cost_to, stopped, toward
from rules.skirmish.state.battle_navmesh import grounded, movement_rules, mover
from rules.skirmish.state.battle_sight import engaged, table_of
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import profile_now
from rules.skirmish.state.status_changes import stood_up, without_hard_target
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.pathfinding.path_legs import Leg, Path
from scene.table.table import Figure, Table

ENGAGING = "Engaging an enemy"
NO_SPACE = "Not enough space for engaging fighter"
CLOSE = 0.005
"""Inches within which the place is found where a path comes to ground."""
PINNED = "Pinned"


def starts(battle: Battle, fighter: str) -> Iterator[tuple[tuple[Leg, ...], Point]]:
    """From where a fighter can go on, and the legs to there.

    That is where he is or, mid-climb, where the path on, or the path back, comes to ground.
    """
    model = battle.model(fighter)
    if model.climb is None:
        yield (), model.position
        return
    for path in (model.climb.rest, model.climb.back):
        for number, leg in enumerate(path.legs):
            if grounded(battle, fighter, leg.end):
                last = _onto_ground(battle, fighter, leg)
                yield (*path.legs[:number], last), last.end
                break


def _onto_ground(battle: Battle, fighter: str, leg: Leg) -> Leg:
    """A leg that ends on ground, as far as it has to be gone to get there."""
    start, along = np.array(leg.start), np.subtract(leg.end, leg.start)
    # Jumps and leaps are gone to the end.
    none, some = (0.0, 1.0) if leg.kind == "walk" and leg.check is None else (1.0, 1.0)
    while (some - none) * leg.length > CLOSE:
        middle = (none + some) / 2.0
        x, y, z = (start + middle * along).tolist()
        none, some = (none, middle) if grounded(battle, fighter, (x, y, z)) else (middle, some)
    if some == 1.0:
        return leg
    x, y, z = (start + some * along).tolist()
    return replace(leg, end=(x, y, z), length=some * leg.length, rise=some * leg.rise, cost=some * leg.cost)


def engagement(battle: Battle, fighter: str, enemies: Sequence[str], *, safe: bool = False) -> Engagement | NoPath:
    """How a fighter gets into base contact with enemies, all of them at once; why he cannot."""
    move = profile_now(battle, fighter).movement
    found: Engagement | NoPath = NoPath(f"{battle.called(fighter)} hangs in the air")
    for legs, place in starts(battle, fighter):
        one = _engagement(
            table_of(battle), mover(battle, fighter).moved(place), tuple(enemies), movement_rules(battle), move, safe
        )
        if isinstance(one, Engagement):
            one = replace(one, path=Path(legs + one.path.legs))
            if not isinstance(found, Engagement) or one.path.cost < found.path.cost:
                found = one
        elif isinstance(found, NoPath):
            found = one
    return found


@lru_cache(maxsize=256)
def _engagement(
    table: Table,
    figure: Figure,
    enemies: tuple[str, ...],
    rules: MovementRules,
    move: float,
    safe: bool,  # noqa: FBT001
) -> Engagement | NoPath:
    try:
        # The figure may start elsewhere than the table has it: at the end of a climb that was broken off.
        return engage(table.with_figure(figure), figure, enemies, rules=rules, move=move, safe=safe)
    except SceneError as error:
        return NoPath(error.faults[0])


def approach(battle: Battle, fighter: str, planned: Engagement, inches: float) -> Procedure[WalkResult]:
    """A fighter goes into contact, or stops short of it: an inch from enemies, off obstacles and nobody's place."""
    for reason in planned.because:
        yield Say(reason.text, reason.source)
    gone = yield from watched_walk(battle, fighter, planned.path, inches)
    if gone.end is None:
        return gone
    battle = gone.battle
    if not gone.end.done:
        battle = stopped(fighter, gone)
        stops = cost_to(gone.gone, battle.model(fighter).position)
        yield Say(f'{battle.called(fighter)} does not get there, and stops after {stops:.1f}"', ENGAGING, battle)
        return replace(gone, battle=battle)
    for name, place in planned.moved.items():
        battle = brought_along(battle.changed(name, position=place), name)
    battle = yield from contact(battle, fighter, tuple(planned.moved))
    return replace(gone, battle=battle)


def contact(battle: Battle, fighter: str, moved: tuple[str, ...] = ()) -> Procedure[Battle]:
    """What happens when an active fighter comes into base contact with enemies.

    He faces the first of them. Pinned ones stand up, facing as his player likes; those who were moved aside turn as their own
    player likes. Nobody engaged is a hard target.
    """
    met = engaged(battle, fighter)
    near = met or touching(battle, fighter)
    if near:
        battle = battle.changed(fighter, facing=toward(battle, fighter, battle.model(near[0]).position))
    for name in met:
        if battle.model(name).status == "pinned":
            battle = stood_up(battle, name)
            yield Say(f"{battle.called(name)} stands up", PINNED, battle)
            battle = yield from choose_facing(battle, name, decides(battle, fighter), source=PINNED)
        elif name in moved:
            battle = yield from choose_facing(battle, name, battle.model(name).gang, source=NO_SPACE)
    if met:
        battle = without_hard_target(battle)
        yield Say(f"{battle.called(fighter)} engages {battle.all_called(met)}", ENGAGING, battle)
    return battle


def touching(battle: Battle, fighter: str) -> tuple[str, ...]:
    """All enemies in base contact, also those who are seriously injured."""
    own, table = mover(battle, fighter), table_of(battle)
    foes = battle.foes(battle.model(fighter).gang)
    return tuple(foe.id for foe in foes if in_contact(table, own, mover(battle, foe.id)))


def meets(battle: Battle) -> Procedure[Battle]:
    """What contact does that came about without a charge: across a barricade, or by a fall.

    Whoever lies pinned against an enemy on his feet stands up, facing as that enemy's player likes. Nobody engaged is a hard
    target. Source also: Base to base.
    """
    for model in tuple(battle.on_table()):
        if model.status == "pinned" and (foes := engaged(battle, model.id)):
            battle = stood_up(battle, model.id)
            yield Say(f"{battle.called(model.id)} stands up", PINNED, battle)
            battle = yield from choose_facing(battle, model.id, decides(battle, foes[0]), source=PINNED)
    return without_hard_target(battle)
