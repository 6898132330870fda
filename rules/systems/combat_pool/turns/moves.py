"""Moves of models: where to is asked and may be seen before it is done, and what jumps down do.

Source: combat-pool, Move Phase. Sightline's own, in docs/rules-combat-pool.md: moving over terrain, jumps and falls.
"""

from dataclasses import replace
from fractions import Fraction

from rules.engine.procedure_steps import Choose, Option, Procedure, Say
from rules.errors import RulesError
from rules.fall_rules import jump_damage
from rules.movement.engaging_paths import Engagement
from rules.skirmish.moving.contact_resolution import approach
from rules.skirmish.moving.facing_action import decides
from rules.skirmish.moving.interrupted_walk import watched_walk
from rules.skirmish.moving.move_actions import Manner, Step, planned
from rules.skirmish.moving.walk_preview import WalkPreview, preview_contact, preview_walk
from rules.skirmish.moving.walk_resolution import WalkResult, cost_to, last_ground, stopped
from rules.skirmish.state.battle_navmesh import movement_rules
from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.citations import WALK
from rules.systems.combat_pool.conditions.model_now import is_mounted
from rules.systems.combat_pool.harm.wounds import WoundScore, armour_of, wound
from scene.pathfinding.path_legs import Leg, LegKind, Path

HINT = "x y or x y z"
NEVER_MOUNTED: frozenset[LegKind] = frozenset({"climb", "ladder", "squeeze"})


def asks_where(battle: Battle, fighter: str, inches: float, manner: Manner) -> Procedure[Battle]:
    """Asks where a model moves, or whom it moves into contact with, and moves it as far as the inches last."""

    def free(key: str) -> Option:
        steps = planned(battle, fighter, key, inches, manner)
        if is_mounted(battle, fighter) and any(leg.kind in NEVER_MOUNTED for leg in _legs(steps)):
            who = battle.called(fighter)
            raise RulesError(f"{who} is mounted, and there is no way there without climbing or squeezing through")
        return Option(key, key, steps)

    steps = yield Choose(
        f'{manner.what}, up to {inches:g}"',
        decides(battle, fighter),
        (Option("stay", "stay", ()),),
        free,
        fighter,
        WALK,
        ("engage ENEMY to move into contact; " if manner.engages else "") + HINT,
        preview=lambda option: _preview(battle, fighter, option.value, inches),
        shown=((inches, Fraction(1)),),
        kind=manner.what,
    )
    for step in steps:
        if not battle.model(fighter).on_table:
            return battle
        if isinstance(step, Engagement):
            gone = yield from approach(battle, fighter, replace(step, path=_without_harm(step.path)), inches)
            return (yield from _after_walk(gone, fighter))
        if isinstance(step, Path):
            gone = yield from watched_walk(battle, fighter, _without_harm(step), inches)
            battle = yield from _after_walk(gone, fighter)
            inches -= min(gone.gone.cost, inches)
    return battle


def _legs(steps: tuple[Step, ...]) -> list[Leg]:
    paths = [step if isinstance(step, Path) else step.path for step in steps if isinstance(step, Path | Engagement)]
    return [leg for path in paths for leg in path.legs]


def _without_harm(path: Path) -> Path:
    """A path without the harm of its jumps, which nothing averts and `_landed` sees to."""
    return Path(tuple(replace(leg, check=None) for leg in path.legs))


def _preview(battle: Battle, fighter: str, steps: tuple[object, ...], inches: float) -> WalkPreview | None:
    """How far the first way of an answer leads; None without one."""
    first = next((step for step in steps if isinstance(step, Path | Engagement)), None)
    if isinstance(first, Engagement):
        return preview_contact(battle, fighter, first, inches, grounded=True)
    return None if first is None else preview_walk(battle, fighter, first, inches, grounded=True)


def _after_walk(gone: WalkResult, fighter: str) -> Procedure[Battle]:
    """Where a walk leaves a model, off all climbs, and what its jumps down did to it."""
    battle = gone.battle if gone.end is not None and gone.end.done else stopped(fighter, gone)
    if battle.model(fighter).climb is not None:
        battle = battle.changed(fighter, position=last_ground(battle, fighter, gone.gone), climb=None)
    if gone.gone.legs and battle.model(fighter).position != gone.battle.model(fighter).position:
        stops = cost_to(gone.gone, battle.model(fighter).position)
        said = f'{battle.called(fighter)} cannot stay there, and goes back to {stops:.1f}" of the way'
        yield Say(said, WALK, battle)
    for leg in gone.gone.legs:
        if battle.model(fighter).on_table:
            battle = yield from _landed(battle, fighter, leg)
    return battle


def _landed(battle: Battle, fighter: str, leg: Leg) -> Procedure[Battle]:
    damage = jump_damage(movement_rules(battle).falls, -leg.rise) if leg.kind in {"jump", "leap"} else None
    if damage is None or damage.damage is None:
        return battle
    yield Say(f'{battle.called(fighter)} jumps down {-leg.rise:.1f}"', damage.source, battle)
    return (yield from wound(battle, fighter, WoundScore(damage.damage, 0, armour_of(battle, fighter))))
