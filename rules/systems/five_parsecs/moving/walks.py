"""Walks along a path: as far as the movement lasts, with whoever breaks in, and jumps down that end the round.

Sources: five-parsecs: Movement action, Jumping, Falling, Alternative movement actions. The way after a jump of more than an
inch is for another round, but not for the swift. Nobody stays on a climb: who is stopped on one is back at its foot.
"""

from dataclasses import replace

from rules.engine.procedure_steps import Procedure, Say, call
from rules.fall_rules import is_free, jump_damage
from rules.movement.movement_end import within
from rules.skirmish.moving.interrupted_walk import watched_walk
from rules.skirmish.moving.walk_resolution import WalkResult, last_ground, stopped
from rules.skirmish.state.battle_navmesh import grounded, movement_rules, way
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.marks import LANDED, SHOCKED
from rules.systems.five_parsecs.harm.hits import BattleHit, resolve_hit
from scene.pathfinding.path_legs import Leg, Path

JUMPING = "Jumping"
ROUNDING = 1e-6
LEAST = 0.1
"""Inches of movement that are worth going on for."""


def is_hard_jump(leg: Leg) -> bool:
    """Whether a leg is a jump down, or a leap that leads down, that ends the round."""
    return leg.kind in {"jump", "leap"} and leg.ends_round


def _is_drop(battle: Battle, leg: Leg) -> bool:
    """Whether a leg is a jump of more than an inch; not all of these end the round. Source: Alternative movement actions."""
    return leg.kind in {"jump", "leap"} and not is_free(movement_rules(battle).falls, -leg.rise)


def to_landing(path: Path) -> Path:
    """A path as far as the first jump that ends the round."""
    for place, leg in enumerate(path.legs):
        if is_hard_jump(leg):
            return Path(path.legs[: place + 1])
    return path


def within_round(battle: Battle, fighter: str, path: Path, inches: float, *, safe: bool = False) -> Path:
    """A path that a jump would break off before its end, with climbing instead where so many inches are enough for that."""
    if not any(is_hard_jump(leg) for leg in path.legs[:-1]):
        return path
    other = way(battle, fighter, path.legs[-1].end, safe=safe, one_round=True)
    return other if isinstance(other, Path) and other.cost <= inches + ROUNDING else path


def unchecked(path: Path) -> Path:
    """A path without the harm of its jumps, which no check averts and `after_walk` sees to."""
    return Path(tuple(replace(leg, check=None) for leg in path.legs))


def walks(battle: Battle, fighter: str, path: Path, inches: float) -> Procedure[Battle]:
    """A figure goes along a path as far as so many inches of movement take it, and no farther than a hard landing."""
    part, rest = _to_drop(battle, path)
    gone = yield from watched_walk(battle, fighter, unchecked(part), inches)
    battle = yield from after_walk(gone, fighter)
    left = inches - gone.gone.cost
    if not path.legs or not can_go_on(battle, fighter) or left < LEAST:
        return battle
    if gone.end is not None:
        return (yield from walks(battle, fighter, rest, left)) if gone.end.done and rest.legs else battle
    # He was pushed off his way: from there he goes on to where he wanted.
    on = way(battle, fighter, path.legs[-1].end)
    return (yield from walks(battle, fighter, on, left)) if isinstance(on, Path) else battle


def _to_drop(battle: Battle, path: Path) -> tuple[Path, Path]:
    """A path as far as the first jump of more than an inch, which may hurt, and the rest of it."""
    place = next((place for place, leg in enumerate(path.legs, 1) if _is_drop(battle, leg)), len(path.legs))
    return Path(path.legs[:place]), Path(path.legs[place:])


def can_go_on(battle: Battle, fighter: str) -> bool:
    """Whether somebody who was interrupted on his way can still move."""
    model = battle.model(fighter)
    return model.on_table and not (model.has(SHOCKED) or model.has(LANDED))


def as_far_as(battle: Battle, fighter: str, path: Path, inches: float) -> Path:
    """The part of a path for which so many inches are enough, as far as the last place on it where the figure may stay."""
    legs = list(within(path, inches).legs)
    while legs and not grounded(battle, fighter, legs[-1].end):
        legs.pop()
    return Path(tuple(legs))


def _off_climbs(gone: WalkResult, fighter: str) -> Battle:
    """The battle with a figure where its walk leaves it: at the foot of what it has not climbed to the end."""
    battle = stopped(fighter, gone)
    if battle.model(fighter).climb is None:
        return battle
    place = last_ground(battle, fighter, gone.gone) if gone.end is None else battle.model(fighter).position
    return battle.changed(fighter, position=place, climb=None)


def after_walk(gone: WalkResult, fighter: str) -> Procedure[Battle]:
    """Where a walk leaves a figure, and what its jumps down did to it."""
    battle = _off_climbs(gone, fighter)
    for leg in gone.gone.legs:
        if _is_drop(battle, leg) and battle.model(fighter).on_table:
            ends = is_hard_jump(leg)
            battle = battle.marked(fighter, LANDED) if ends else battle
            told = f'{battle.called(fighter)} jumps down {-leg.rise:.1f}"'
            yield Say(f"{told}, which ends the round" if ends else told, JUMPING, battle)
            damage = jump_damage(movement_rules(battle).falls, -leg.rise)
            if damage is not None and damage.damage is not None:
                battle = yield from call(resolve_hit, battle, BattleHit(fighter, damage.damage, weapon="the fall"))
    return battle
