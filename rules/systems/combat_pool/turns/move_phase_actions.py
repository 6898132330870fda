"""The actions of the move phase.

Source: combat-pool, Move Phase. What they do in detail is Sightline's own: docs/rules-combat-pool.md.
"""

from collections.abc import Callable
from dataclasses import replace

from rules.engine.procedure_steps import Choose, Option, Procedure, Say, call
from rules.skirmish.moving.facing_action import decides
from rules.skirmish.moving.move_actions import Manner
from rules.skirmish.moving.own_movement import as_usual
from rules.skirmish.moving.walk_resolution import toward
from rules.skirmish.state.action import Action, FighterStatus, nothing_hinders
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle, Mark
from rules.skirmish.state.typed_names import asked_by_name
from rules.systems.combat_pool.citations import AIM, HIDE, MISSILE, MOUNT, RELOAD, SHOOTING, SPECIAL, WALK
from rules.systems.combat_pool.conditions.hiding import why_not_hidden
from rules.systems.combat_pool.conditions.model_marks import AIMED, BRACED, CHARGED, HIDDEN, MOVED, RESTED
from rules.systems.combat_pool.conditions.model_now import (
    is_mounted,
    is_stunned,
    loaded,
    move_now,
    reloads,
    sheet,
    with_reloads,
)
from rules.systems.combat_pool.conditions.riding import in_saddle, moves_as, on_foot, why_not_mounted
from rules.systems.combat_pool.pool_numbers import numbers
from rules.systems.combat_pool.roster.pool_sheet import PoolWeapon
from rules.systems.combat_pool.shooting.missile_attack import shoots, shot_at, targets
from rules.systems.combat_pool.shooting.shot_odds import chance_words
from rules.systems.combat_pool.turns.moves import asks_where

ACTIVE: frozenset[FighterStatus] = frozenset({"active"})
ANY: frozenset[FighterStatus] = ACTIVE | {"engaged"}
WITH_WHAT, AT_WHOM, WHICH_WEAPON = "with which weapon to shoot", "at whom to shoot", "which weapon to reload"


def done_so_far(battle: Battle) -> tuple[str, ...]:
    """What whoever acts has done, in its order."""
    return battle.activation.done if battle.activation is not None else ()


def activation_over(battle: Battle) -> Battle:
    """Nothing is left to do for whoever acts."""
    acting = battle.activation
    return battle if acting is None else replace(battle, activation=replace(acting, left=0))


def moves(battle: Battle, fighter: str, inches: float, manner: Manner) -> Procedure[Battle]:
    """A move, which spoils aim and bracing; contact ends the activation."""
    before = battle.model(fighter)
    moved = as_usual((yield from asks_where(moves_as(battle, fighter), fighter, inches, manner)))
    if moved.model(fighter).position == before.position:
        return moved
    moved = moved.marked(fighter, MOVED).marked(fighter, AIMED, 0).marked(fighter, BRACED, 0)
    if moved.model(fighter).on_table and engaged(moved, fighter):
        return activation_over(moved.marked(fighter, CHARGED).marked(fighter, HIDDEN, 0))
    return moved


def move(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The move."""
    return (yield from moves(battle, fighter, move_now(battle, fighter), Manner("where to", engages=True)))


def run(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A further, shorter move that leads into no contact."""
    inches = move_now(battle, fighter) * numbers(battle).turns.run
    return (yield from moves(battle, fighter, inches, Manner("where to run")))


def shoot(battle: Battle, fighter: str) -> Procedure[Battle | None]:
    """The use of a missile weapon; taken back where nobody is shot at."""
    armed = [one for one in loaded(battle, fighter) if targets(battle, fighter, one)]
    picks = tuple(Option(one.name.casefold(), f'{one.name}, {one.inches:g}"', one) for one in armed)
    asked = Choose(WITH_WHAT, decides(battle, fighter), picks, about=fighter, source=SHOOTING)
    weapon: PoolWeapon = armed[0] if len(armed) == 1 else (yield asked)
    found = targets(battle, fighter, weapon)
    shots = {name: shot_at(battle, fighter, weapon, name) for name in found}
    options = tuple(Option(name, f"{battle.called(name)}: {chance_words(battle, shots[name])}", name) for name in found)
    nobody = Option("nobody", "nobody", "")
    asked = Choose(AT_WHOM, decides(battle, fighter), (*options, nobody), about=fighter, source=SHOOTING, shown=weapon)
    target: str = yield asked_by_name(battle, asked)
    if not target:
        return None
    battle = battle.changed(fighter, facing=toward(battle, fighter, battle.model(target).position))
    return (yield from call(shoots, battle, shots[target]))


def reload(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A reload counter is removed."""
    empty = [one for one in sheet(battle, fighter).missiles if reloads(battle, fighter, one.name)]
    picks = tuple(Option(one.name.casefold(), one.name, one.name) for one in empty)
    asked = Choose(WHICH_WEAPON, decides(battle, fighter), picks, about=fighter, source=RELOAD)
    name: str = empty[0].name if len(empty) == 1 else (yield asked)
    left = reloads(battle, fighter, name) - 1
    battle = with_reloads(battle, fighter, name, left)
    told = f"{left} reload counter{'s' * (left > 1)} left" if left else "ready to shoot"
    yield Say(f"{battle.called(fighter)} reloads the {name}: {told}", RELOAD, battle)
    return battle


def mount(battle: Battle, fighter: str) -> Procedure[Battle]:
    """Into the saddle, or out of it."""
    rides = is_mounted(battle, fighter)
    battle = (on_foot if rides else in_saddle)(battle, fighter)
    yield Say(f"{battle.called(fighter)} {'dismounts' if rides else 'mounts'}", MOUNT, battle)
    return battle


def marking(mark: Mark, told: str, source: str) -> Callable[[Battle, str], Procedure[Battle]]:
    """An action that does no more than to put a model into a condition."""

    def does(battle: Battle, fighter: str) -> Procedure[Battle]:
        battle = battle.marked(fighter, mark)
        yield Say(f"{battle.called(fighter)} {told}", source, battle)
        return battle

    return does


def _no_move(battle: Battle, fighter: str) -> str | None:
    return None if move_now(battle, fighter) > 0.0 else f"{battle.called(fighter)} cannot move"


def _no_run(battle: Battle, fighter: str) -> str | None:
    return None if "move" in done_so_far(battle) else f"{battle.called(fighter)} runs only after a move"


def _no_shot(battle: Battle, fighter: str) -> str | None:
    who = battle.called(fighter)
    if not sheet(battle, fighter).missiles:
        return f"{who} has no missile weapon"
    if is_stunned(battle, fighter):
        return f"{who} is stunned"
    return None if loaded(battle, fighter) else f"{who} has to remove reload counters first"


def _no_target(battle: Battle, fighter: str) -> str | None:
    some = any(targets(battle, fighter, weapon) for weapon in loaded(battle, fighter))
    return None if some else f"nobody is in range and in line of sight of {battle.called(fighter)}"


def _no_reload(battle: Battle, fighter: str) -> str | None:
    some = any(reloads(battle, fighter, weapon.name) for weapon in sheet(battle, fighter).missiles)
    return None if some else f"{battle.called(fighter)} has no reload counter"


def _no_hiding(battle: Battle, fighter: str) -> str | None:
    if battle.model(fighter).has(HIDDEN):
        return f"{battle.called(fighter)} is hidden already"
    return why_not_hidden(battle, fighter)


def _no_aim(battle: Battle, fighter: str) -> str | None:
    if (kept := _no_shot(battle, fighter)) is not None:
        return kept
    return _no_bracing(battle, fighter)


def _no_bracing(battle: Battle, fighter: str) -> str | None:
    return f"{battle.called(fighter)} has moved" if battle.model(fighter).has(MOVED) else None


MOVE_ACTIONS = (
    Action("move", "Move", "basic", ACTIVE, _no_move, move, WALK, does="into contact, too, which ends the activation"),
    Action("run", "Run on", "basic", ACTIVE, _no_run, run, WALK, does="half as far again, into no contact"),
    Action("shoot", "Use a missile weapon", "basic", ACTIVE, _no_shot, shoot, MISSILE, vain=_no_target),
    Action("reload", "Remove a reload counter", "simple", ACTIVE, _no_reload, reload, RELOAD),
    Action("mount", "Mount or dismount", "basic", ACTIVE, why_not_mounted, mount, MOUNT),
    Action("hide", "Hide", "basic", ACTIVE, _no_hiding, marking(HIDDEN, "hides", HIDE), HIDE, does="nobody shoots from afar"),
    Action(
        "rest",
        "Rest",
        "basic",
        ANY,
        nothing_hinders,
        marking(RESTED, "rests", HIDE),
        HIDE,
        does="sheds stunned counters",
    ),
    Action("aim", "Aim", "basic", ACTIVE, _no_aim, marking(AIMED, "aims", AIM), AIM, does="for the next shot of this turn"),
)
"""In the order of the reference."""
_braces = marking(BRACED, "braces", SPECIAL)
BRACE = Action("brace", "Special: brace", "basic", ANY, _no_bracing, _braces, SPECIAL, does="for initiative in combat")
