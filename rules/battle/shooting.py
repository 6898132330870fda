"""The Shoot and Aim actions. Source: main-rulebook, Active; Shooting.

Blast, template and grenade weapons cannot be shot with yet.
"""

from dataclasses import replace
from itertools import combinations

from rules.battle.actions import Action, nothing_hinders
from rules.battle.aftermath import aftermath
from rules.battle.ammunition import fired, loaded, run_out
from rules.battle.characteristics import profile_now, success
from rules.battle.firing import Gun, Shot, hit_roll, range_to, shot_at
from rules.battle.hits import Hit, in_arc, resolve_hits, special_save
from rules.battle.looks import engaged
from rules.battle.state import Battle
from rules.battle.statuses import pinned
from rules.battle.stray import Tally, added, strays
from rules.battle.targets import declared, foes, gang_of, has_target, why_not
from rules.engine.asks import Choose, Option, Procedure, Roll, Say, call
from rules.gangs.weapon import WeaponProfile

SOURCE = "main-rulebook: Active"
ENGAGED = "main-rulebook: Target is engaged"
INTENDED = 4
"""On at least this, a shot into close combat hits the one it was meant for."""


def guns_of(battle: Battle, fighter: str) -> tuple[Gun, ...]:
    """All that a fighter can shoot with now, one gun for each profile."""
    return tuple(
        Gun(weapon.name, profile)
        for weapon in battle.card(fighter).weapons
        for profile in weapon.profiles
        if profile.ranged and not _of_areas(profile) and loaded(battle, fighter, weapon, profile)
    )


def choices_of_guns(battle: Battle, fighter: str) -> tuple[tuple[Gun, ...], ...]:
    """Each gun alone, and every two pistols together. Source: main-rulebook, Twin guns blazing."""
    guns = guns_of(battle, fighter)
    pistols = [gun for gun in guns if gun.profile.has("sidearm")]
    pairs = [(one, other) for one, other in combinations(pistols, 2) if one.weapon != other.weapon]
    return (*((gun,) for gun in guns), *pairs)


def shoot(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The Shoot action: weapon, target, the shots, and what follows from them."""
    guns = yield from _picked(battle, fighter)
    battle, target = yield from declared(battle, fighter, guns)
    shots = tuple(shot_at(battle, fighter, target, gun, twin=len(guns) > 1) for gun in guns)
    if battle.activation is not None:
        battle = replace(battle, activation=replace(battle.activation, aimed=False))
    before = battle
    battle = yield from call(volley, battle, shots)
    return (yield from call(aftermath, before, battle))


def volley(battle: Battle, shots: tuple[Shot, ...]) -> Procedure[Battle]:
    """All shots of one action: every hit roll first, then what was hit; weapons run dry in the end."""
    tallies, dry = yield from call(_rolled, battle, shots)
    battle = yield from call(_resolved, battle, battle, shots, tallies)
    for weapon in dry:
        battle = yield from run_out(battle, shots[0].shooter, weapon)
    return battle


def _rolled(battle: Battle, shots: tuple[Shot, ...]) -> Procedure[tuple[tuple[Tally, ...], tuple[str, ...]]]:
    """Who is hit by each shot and how often, and the weapons that are out of ammo now."""
    tallies: tuple[Tally, ...] = ()
    dry: tuple[str, ...] = ()
    for shot in shots:
        tally, empty = yield from call(roll, battle, shot)
        tallies, dry = (*tallies, tally), (*dry, shot.gun.weapon) if empty else dry
    return tallies, dry


def roll(battle: Battle, shot: Shot) -> Procedure[tuple[Tally, bool]]:
    """Hit roll and firepower dice of one shot: who is hit and how often, and whether the weapon runs out of ammo.

    The firepower dice are rolled whether it hits or not: a miss that strays makes as many hits.
    """
    hit = yield from call(hit_roll, shot)
    hits, dry = yield from call(fired, shot.shooter, shot.gun.weapon, shot.gun.profile)
    if not hit:
        return (yield from call(strays, battle, shot.shooter, shot.target, hits)), dry
    if not engaged(battle, shot.target):
        return ((shot.target, hits),), dry
    return (yield from call(into_combat, battle, shot.shooter, shot.target, hits)), dry


def into_combat(battle: Battle, shooter: str, target: str, hits: int) -> Procedure[Tally]:
    """Who of those in close combat takes each hit of a shot that hit."""
    if hits == 0:
        return ()
    others = yield from call(into_combat, battle, shooter, target, hits - 1)
    other = bystander(battle, shooter, target)
    meant = yield from call(_as_meant, target, other)
    return added(others, target if meant else other)


def bystander(battle: Battle, shooter: str, target: str) -> str:
    """The shooter's friend engaged with the target who is closest to the shooter; without friends there, whoever is."""
    rivals = engaged(battle, target)
    friends = [name for name in rivals if battle.model(name).gang == gang_of(battle, shooter)]
    return min(friends or rivals, key=lambda name: (range_to(battle, shooter, name), name))


def _as_meant(target: str, other: str) -> Procedure[bool]:
    needs, good = f"{INTENDED}+ to hit {target}", frozenset(range(INTENDED, 7))
    called = (f"{target} is hit", f"{other} is hit")
    return success(Roll("shot into close combat", "D6", target, needs, source=ENGAGED, good=good, called=called))


def _resolved(before: Battle, battle: Battle, shots: tuple[Shot, ...], tallies: tuple[Tally, ...]) -> Procedure[Battle]:
    for shot, tally in zip(shots, tallies, strict=True):
        for fighter, hits in tally:
            battle = yield from call(struck, before, battle, shot, fighter, hits)
    return battle


def struck(before: Battle, battle: Battle, shot: Shot, fighter: str, hits: int) -> Procedure[Battle]:
    """What the hits of one shot do to somebody: his special save, then he is pinned, then they are resolved.

    There is one special save against all hits of a hit roll. Whether they come from within the vision arc, and whether he can
    be pinned, is judged as he stood when they were shot: being pinned by them does not take his shield away, and whoever was
    engaged is not pinned because the same volley has taken his opponent down first.
    """
    if not battle.model(fighter).on_table or (yield from call(special_save, battle, fighter, "ranged")):
        return battle
    down = battle if engaged(before, fighter) else pinned(battle, fighter)
    if down != battle:
        yield Say(f"{fighter} is hit and pinned", "main-rulebook: Target is pinned", down)
    profile, place = shot.gun.profile, before.model(shot.shooter).position[:2]
    strength = None if profile.strength is None else profile.strength.of(profile_now(before, shot.shooter).strength)
    front = in_arc(before, fighter, place)
    hit = Hit(fighter, "ranged", strength, profile.ap, profile.damage, place, shot.gun.weapon, in_front=front)
    return (yield from call(resolve_hits, down, (hit,) * hits))


def aim(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The Aim action: the next Shoot action of this activation hits more easily."""
    assert battle.activation is not None
    battle = replace(battle, activation=replace(battle.activation, aimed=True))
    yield Say(f"{fighter} aims", SOURCE, battle)
    return battle


def _picked(battle: Battle, fighter: str) -> Procedure[tuple[Gun, ...]]:
    choices = choices_of_guns(battle, fighter)
    if len(choices) == 1:
        return choices[0]
    options = tuple(
        Option("+".join(gun.label for gun in guns), " and ".join(gun.label for gun in guns), guns) for guns in choices
    )
    guns: tuple[Gun, ...] = yield Choose("weapon", gang_of(battle, fighter), options, about=fighter, source=SOURCE)
    return guns


def _of_areas(profile: WeaponProfile) -> bool:
    return profile.has("blast") or profile.has("template") or profile.has("grenade")


def _no_shot(battle: Battle, fighter: str) -> str | None:
    if not guns_of(battle, fighter):
        return _no_gun(battle, fighter)
    if has_target(battle, fighter):
        return None
    enemies = foes(battle, fighter)
    if len(enemies) == 1:
        return why_not(battle, fighter, enemies[0])
    return "no enemy is in line of sight and not in hiding"


def _no_gun(battle: Battle, fighter: str) -> str:
    ranged = [one for weapon in battle.card(fighter).weapons for one in weapon.profiles if one.ranged]
    if not ranged:
        return f"{fighter} has nothing to shoot with"
    reasons = []
    if not all(map(_of_areas, ranged)):
        reasons.append(f"{fighter} is out of ammo")
    if any(map(_of_areas, ranged)):
        reasons.append("blast, template and grenade weapons cannot be shot with yet")
    return "; ".join(reasons)


SHOOT = Action("shoot", "Shoot", "basic", frozenset({"active"}), _no_shot, shoot, SOURCE)
AIM = Action("aim", "Aim", "basic", frozenset({"active"}), nothing_hinders, aim, SOURCE)
