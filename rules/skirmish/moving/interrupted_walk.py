"""Walks that others may break in on: somebody comes into view, is shot at or stopped, and goes on with what he has left.

A rule system says who breaks in, by `BattleRules.watch`; of the relatives none does. After each interruption it is asked anew,
because what was done may have moved, stopped or brought down whoever walks, and has spent what let the other one break in.
"""

from dataclasses import replace

import numpy as np

from rules.engine.procedure_steps import Procedure, call
from rules.movement.movement_end import cut
from rules.skirmish.moving.walk_resolution import WalkResult, walk
from rules.skirmish.state.battle_rules import battle_rules
from rules.skirmish.state.battle_sight import sees
from rules.skirmish.state.battle_state import Battle
from scene.pathfinding.path_legs import Path

STEP = 0.5
"""Inches between the places of a path at which it is looked whether somebody is seen."""
CLOSE = 0.01
"""Inches to which the first place in sight is found."""


def watched_walk(battle: Battle, fighter: str, path: Path, inches: float) -> Procedure[WalkResult]:
    """`walk`, with all who break in on it by the rules of the battle. Who was moved, lies or is gone then goes no further."""
    watch = battle_rules(battle).watch
    before, gone = battle, Path(())
    while watch is not None and (stop := watch(battle, fighter, path, inches)) is not None and stop.inches < inches:
        part = yield from walk(battle, fighter, path, stop.inches)
        gone = Path((*gone.legs, *part.gone.legs))
        if part.end is None:
            return replace(part, before=before, gone=gone)
        here = part.battle.model(fighter)
        battle = yield from call(stop.does, part.battle, stop.who, fighter)
        now = battle.model(fighter)
        halted = stop.halts is not None and stop.halts(battle, fighter)
        if halted or not now.on_table or (now.position, now.status) != (here.position, here.status):
            return WalkResult(before, battle, gone, Path(()), None)
        path, inches = part.rest, inches - stop.inches
    found = yield from walk(battle, fighter, path, inches)
    return replace(found, before=before, gone=Path((*gone.legs, *found.gone.legs)))


def first_seen(battle: Battle, walker: str, watcher: str, path: Path, inches: float) -> float | None:
    """After how many inches of movement along a path somebody first sees the walker; None if nowhere on it.

    It is looked every half inch, so a glimpse shorter than that may be missed; the first place is then found by halving.
    """

    def seen(spent: float) -> bool:
        legs = cut(path, spent)[0].legs
        there = legs[-1].end if legs else battle.model(walker).position
        return sees(battle.changed(walker, position=there), watcher, walker)

    most = min(inches, path.cost)
    if seen(0.0):
        return 0.0
    some = next((spent for spent in (*np.arange(STEP, most, STEP).tolist(), most) if seen(spent)), None)
    if some is None:
        return None
    none = max(some - STEP, 0.0)
    while some - none > CLOSE:
        middle = (none + some) / 2.0
        none, some = (none, middle) if seen(middle) else (middle, some)
    return float(some)
