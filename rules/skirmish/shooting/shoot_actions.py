"""The Shoot and Aim actions.

Source: main-rulebook, Active; Shooting; Shooting with blast weapons;
Shooting with template weapons; Twin guns blazing.
"""

from dataclasses import replace
from itertools import combinations

from rules.engine.procedure_steps import Choose, Option, Procedure, Say, call
from rules.skirmish.morale.aftermath import aftermath
from rules.skirmish.shooting.ammo_checks import loaded
from rules.skirmish.shooting.blast_attack import place_marker
from rules.skirmish.shooting.flame_attack import Spray, lay_template, sprays
from rules.skirmish.shooting.shot_hit_roll import Gun, Shot, shot_at
from rules.skirmish.shooting.target_choice import declared, fires_blindly, foes, gang_of, has_target, pivots, targets, why_not
from rules.skirmish.shooting.volley import volley
from rules.skirmish.state.action import Action, nothing_hinders
from rules.skirmish.state.battle_state import Battle

SOURCE = "Shoot"
AIMING = "Aim"


def guns_of(battle: Battle, fighter: str) -> tuple[Gun, ...]:
    """All that a fighter can shoot with now, one gun for each profile."""
    return tuple(
        Gun(weapon.name, profile)
        for weapon in battle.card(fighter).weapons
        for profile in weapon.profiles
        if profile.ranged and loaded(battle, fighter, weapon, profile)
    )


def choices_of_guns(battle: Battle, fighter: str) -> tuple[tuple[Gun, ...], ...]:
    """Each gun alone, and every two pistols together. Source: main-rulebook, Twin guns blazing."""
    guns = guns_of(battle, fighter)
    pistols = [gun for gun in guns if gun.profile.has("sidearm")]
    pairs = [(one, other) for one, other in combinations(pistols, 2) if one.weapon != other.weapon]
    return (*((gun,) for gun in guns), *pairs)


def usable(battle: Battle, fighter: str) -> tuple[tuple[Gun, ...], ...]:
    """The choices of guns with which there is something to shoot at: templates need no target, all others do."""
    choices = choices_of_guns(battle, fighter)
    aimed = any(not _sprays_all(guns) for guns in choices) and has_target(battle, fighter)
    laid = any(map(_sprays_all, choices)) and bool(sprays(battle, fighter))
    return tuple(guns for guns in choices if (laid if _sprays_all(guns) else aimed))


def _sprays_all(guns: tuple[Gun, ...]) -> bool:
    return all(gun.profile.has("template") for gun in guns)


def shoot(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The Shoot action: weapon, target, markers and templates, the shots, and what follows from them."""
    guns = yield from _picked(battle, fighter)
    target = ""
    if not _sprays_all(guns):
        battle, target = yield from declared(battle, fighter, tuple(gun for gun in guns if not gun.profile.has("template")))
    shots = yield from _readied(battle, fighter, guns, target)
    if battle.activation is not None:
        battle = replace(battle, activation=replace(battle.activation, aimed=False))
    before = battle
    battle = yield from call(volley, battle, shots)
    return (yield from call(aftermath, before, battle))


def _readied(battle: Battle, fighter: str, guns: tuple[Gun, ...], target: str) -> Procedure[tuple[Shot | Spray, ...]]:
    """The shots of all guns, markers and templates in place. Two templates have to hit somebody in common."""
    shots: tuple[Shot | Spray, ...] = ()
    must = frozenset({target} if target else ())
    for gun in guns:
        if gun.profile.has("template"):
            laid = yield from lay_template(battle, fighter, gun, must)
            if laid is not None:
                shots, must = (*shots, laid), must or frozenset(laid.flame.hits)
            continue
        shot = shot_at(battle, fighter, target, gun, twin=len(guns) > 1)
        if gun.profile.has("blast"):
            shot = yield from place_marker(battle, shot)
        shots = (*shots, shot)
    return shots


def aim(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The Aim action: the next Shoot action of this activation hits more easily."""
    assert battle.activation is not None
    battle = replace(battle, activation=replace(battle.activation, aimed=True))
    yield Say(f"{battle.called(fighter)} aims", AIMING, battle)
    return battle


def _picked(battle: Battle, fighter: str) -> Procedure[tuple[Gun, ...]]:
    choices = usable(battle, fighter)
    if len(choices) == 1:
        return choices[0]
    options = tuple(
        Option("+".join(gun.label for gun in guns), " and ".join(gun.label for gun in guns), guns) for guns in choices
    )
    guns: tuple[Gun, ...] = yield Choose("weapon", gang_of(battle, fighter), options, about=fighter, source=SOURCE)
    return guns


def why_no_shot(battle: Battle, fighter: str) -> str | None:
    """Why a fighter can shoot at nobody as he stands; None where he can."""
    guns = guns_of(battle, fighter)
    if not guns:
        return _no_gun(battle, fighter)
    if usable(battle, fighter):
        return None
    if _sprays_all(guns):
        where = "" if fires_blindly(battle, fighter) else " within the vision arc"
        return f"a flame template reaches nobody{where}"
    enemies = foes(battle, fighter)
    if not pivots(battle) and next(targets(battle, fighter), None) is not None:
        return "every enemy who can be shot at is outside the vision arc; turn first"
    if len(enemies) == 1:
        # Whom he could see, but not as he stands, he may not shoot at by every system.
        behind = f"{battle.called(enemies[0])} is not in the vision arc of {battle.called(fighter)}"
        return why_not(battle, fighter, enemies[0]) or behind
    return "no enemy is in line of sight and not in hiding"


def _no_gun(battle: Battle, fighter: str) -> str:
    ranged = any(one.ranged for weapon in battle.card(fighter).weapons for one in weapon.profiles)
    return f"{battle.called(fighter)} {'is out of ammo' if ranged else 'has nothing to shoot with'}"


def _no_gun_now(battle: Battle, fighter: str) -> str | None:
    return None if guns_of(battle, fighter) else _no_gun(battle, fighter)


SHOOT = Action("shoot", "Shoot", "basic", frozenset({"active"}), why_no_shot, shoot, SOURCE)
AIM = Action("aim", "Aim", "basic", frozenset({"active"}), nothing_hinders, aim, AIMING, vain=_no_gun_now)
