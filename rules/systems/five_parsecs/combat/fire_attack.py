"""An attack with ranged weapons, and what those may do at once whom all shots have missed.

Sources: five-parsecs: Eligibility to fire, Target selection, Gun slinging, Panic fire, Firefights, Lunging, Arc of fire.
"""

from dataclasses import replace

from rules.engine.procedure_steps import Choose, Option, Procedure, Say, call
from rules.skirmish.moving.own_movement import moved_as
from rules.skirmish.moving.walk_preview import WalkPreview
from rules.skirmish.state.battle_sight import apart
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.combat.brawl import brawls
from rules.systems.five_parsecs.combat.hit_rolls import AimedShots, FireAttack, Fired, Manner, settled, turned, volley
from rules.systems.five_parsecs.conditions.battle_view import in_arc, in_sight
from rules.systems.five_parsecs.conditions.figure_now import (
    ai_of,
    can_fight,
    guns_of,
    has_fired,
    is_crew,
    may_fire,
    sheet,
    speed_now,
    weapon_of,
)
from rules.systems.five_parsecs.moving.closing_in import closes_in, contact_seen, in_contact_with, reaches, way_to_contact
from rules.systems.five_parsecs.moving.species_rules import moves_as
from rules.systems.five_parsecs.roster.combat_sheet import BattleWeapon, crew_of

ELIGIBLE = "Eligibility to fire"
TARGETS = "Target selection"
PANIC = "Panic fire"
FIREFIGHTS, LUNGING = "Firefights", "Lunging"
BESIDE = 3.0
"""Inches from the first target within which further shots may be aimed; and within which the closest is shot at first."""
ROUNDING = 1e-9
FIRES: dict[Manner, str] = {"firefight": "fires back at", "snap fire": "snap fires at", "overwatch": "fires from overwatch at"}
"""What the log calls attacks that are no action of their own."""
LUNGES = frozenset({"aggressive", "rampaging", "beast"})
"""Enemies of these types lunge rather than fire back, where they can do both."""


def why_not(battle: Battle, shooter: str, target: str, weapon: BattleWeapon, *, turns: bool = False) -> str | None:
    """Why somebody cannot be fired at; None where he can. ``turns``: whether the shooter turns to him first."""
    name = battle.called(target)
    if not turns and not in_arc(battle, shooter, target):
        return f"{name} is out of the arc of fire of {battle.called(shooter)}"
    far = apart(battle, shooter, target)
    if far > weapon.inches + ROUNDING:
        return f'{name} is {far:.1f}" away, and {weapon.name} reaches {weapon.inches:g}"'
    return None if in_sight(battle, shooter, target) else f"there is no line of sight to {name}"


def targets_of(battle: Battle, shooter: str, weapon: BattleWeapon, *, turns: bool = False) -> tuple[str, ...]:
    """Everybody who can be fired at with a weapon, nearest first."""
    foes = sorted((apart(battle, shooter, foe.id), foe.id) for foe in battle.foes(battle.model(shooter).gang))
    return tuple(foe for _, foe in foes if why_not(battle, shooter, foe, weapon, turns=turns) is None)


def allowed_targets(battle: Battle, shooter: str, weapon: BattleWeapon, *, turns: bool = False) -> tuple[str, ...]:
    """The same, but only the closest of those within 3", if there are any: the player's figures have to shoot at it.

    Source: five-parsecs, Target selection.
    """
    found = targets_of(battle, shooter, weapon, turns=turns)
    near = [name for name in found if apart(battle, shooter, name) <= BESIDE + ROUNDING]
    return (near[0],) if near and is_crew(battle, shooter) else found


def beside(battle: Battle, shooter: str, first: str, weapon: BattleWeapon, *, turns: bool = False) -> tuple[str, ...]:
    """The other targets within 3" of the first one, nearest to it first, for weapons with several shots."""
    others = (name for name in targets_of(battle, shooter, weapon, turns=turns) if name != first)
    near = sorted((apart(battle, first, name), name) for name in others)
    return tuple(name for far, name in near if far <= BESIDE + ROUNDING)


def fires(battle: Battle, attack: FireAttack) -> Procedure[Battle]:
    """An attack, and then what those do at once whom it has missed."""
    battle = turned(battle, attack)
    armed = " and ".join(attack.weapons) + (", in panic" if attack.panic else "")
    does = FIRES.get(attack.manner, "fires at")
    said = f"{battle.called(attack.shooter)} {does} {battle.all_called(attack.targets)} with {armed}"
    yield Say(said, ELIGIBLE, battle)
    fired: Fired = yield from call(volley, battle, settled(battle, attack))
    battle = _used_up(fired.battle, attack)
    return (yield from call(answered, battle, attack, fired.fumbled)) if fired.missed else battle


def _used_up(battle: Battle, attack: FireAttack) -> Battle:
    """What was fired; an emptied pistol is of no more use. Source: five-parsecs, Panic fire."""
    if not battle.model(attack.shooter).on_table:
        return battle
    for weapon in attack.weapons:
        battle = has_fired(battle, attack.shooter, weapon)
    if not attack.panic:
        return battle
    return battle.changed(attack.shooter, empty=battle.model(attack.shooter).empty | {attack.weapons[0]})


def answered(battle: Battle, attack: FireAttack, fumbled: bool) -> Procedure[Battle]:  # noqa: FBT001 - by position
    """What those may do whom all shots have missed: the closest who can may fire back, others may lunge."""
    shooter, able = attack.shooter, False
    for target in sorted(attack.targets, key=lambda name: apart(battle, shooter, name)):
        if not (can_fight(battle, target) and battle.model(shooter).on_table) or in_contact_with(battle, target):
            continue
        guns = _answers_with(battle, target, shooter) if fumbled and not able else ()
        able = able or bool(guns)
        lunges = may_lunge(battle, target, shooter)
        what = yield from call(picked_answer, battle, target, shooter, guns, lunges)
        if what == "lunge":
            battle = yield from _lunges(battle, target, shooter)
        elif what:
            weapon = weapon_of(battle, target, what)
            back = FireAttack(target, (AimedShots(what, shooter, weapon.shots),), "firefight")
            battle = yield from call(fires, battle, back)
    return battle


def _answers_with(battle: Battle, target: str, shooter: str) -> tuple[str, ...]:
    """The weapons with which somebody can fire back at who is in his arc and in range, the best first. Source: Firefights."""
    if not may_fire(battle, target):
        return ()
    guns = sorted(guns_of(battle, target), key=lambda gun: (-gun.shots, -gun.damage))
    return tuple(gun.name for gun in guns if why_not(battle, target, shooter, gun) is None)


def may_lunge(battle: Battle, target: str, shooter: str) -> bool:
    """Whether somebody may lunge at who has fired at him. Source: five-parsecs, Lunging."""
    weapons = sheet(battle, target).weapons
    armed = any("melee" in weapon.traits for weapon in weapons) or not any(weapon.ranged for weapon in weapons)
    inches = speed_now(battle, target)
    return armed and apart(battle, target, shooter) <= inches and reaches(moves_as(battle, target), target, shooter, inches)


def picked_answer(battle: Battle, target: str, shooter: str, guns: tuple[str, ...], lunges: bool) -> Procedure[str]:  # noqa: FBT001 - by position
    """What somebody does about shots that have all missed: a weapon, "lunge" or nothing."""
    if not guns and not lunges:
        return ""
    if not is_crew(battle, target):
        fierce = ai_of(battle, target) in LUNGES
        return "lunge" if lunges and (fierce or not guns) else guns[0]
    options = [Option(name, f"fire back with {name}, hits on a natural 6", name) for name in guns]
    options += [Option("lunge", f"lunge at {battle.called(shooter)}, into a brawl", "lunge")] if lunges else []
    options.append(Option("nothing", "do nothing", ""))
    source = FIREFIGHTS if guns else LUNGING
    asked = Choose(
        "answer to the shots",
        crew_of(battle.setting),
        tuple(options),
        about=target,
        against=shooter,
        source=source,
        preview=(lambda option: _lunge_seen(battle, target, shooter) if option.value == "lunge" else None) if lunges else None,
    )
    return str((yield asked))


def _lunge_seen(battle: Battle, target: str, shooter: str) -> WalkPreview | None:
    """The way of a lunge."""
    able = moves_as(battle, target)
    planned = way_to_contact(able, target, shooter)
    return None if planned is None else contact_seen(able, target, planned, speed_now(battle, target))


def _lunges(battle: Battle, target: str, shooter: str) -> Procedure[Battle]:
    yield Say(f"{battle.called(target)} lunges at {battle.called(shooter)}", LUNGING, battle)
    able = moves_as(battle, target)
    planned = way_to_contact(able, target, shooter)
    if planned is not None:
        battle = moved_as((yield from closes_in(able, target, planned, speed_now(battle, target))), battle)
    return (yield from call(brawls, battle, target)) if battle.model(target).on_table else battle


def attack_with(
    battle: Battle, shooter: str, weapons: tuple[str, ...], targets: tuple[str, ...], *, panic: bool = False
) -> FireAttack:
    """An attack by its weapons and the target of each shot, in their order; a target too few gets the last one's again."""
    wanted = list(targets)
    shots: list[AimedShots] = []
    for name in weapons:
        weapon = weapon_of(battle, shooter, name)
        for _ in range(weapon.shots + panic):
            target = wanted.pop(0) if len(wanted) > 1 else wanted[0]
            if shots and (shots[-1].weapon, shots[-1].target) == (name, target):
                shots[-1] = replace(shots[-1], count=shots[-1].count + 1)
            else:
                shots.append(AimedShots(name, target, 1))
    return FireAttack(shooter, tuple(shots), panic=panic)
