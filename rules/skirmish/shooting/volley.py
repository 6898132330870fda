"""A volley, the shots of one Shoot action: every hit roll first, then what was hit.

Source: main-rulebook, Shooting: Make the hit roll and firepower dice roll; Target is engaged; Twin guns blazing; Hand thrown
grenades.
"""

from rules.engine.procedure_steps import Procedure, Roll, Say, call
from rules.skirmish.shooting.ammo_checks import ammo_check, fired, run_out
from rules.skirmish.shooting.blast_attack import blast
from rules.skirmish.shooting.flame_attack import Spray, spray
from rules.skirmish.shooting.ranged_hits import Strikes, strikes_from, struck
from rules.skirmish.shooting.shot_hit_roll import RANGE, Shot, hit_roll, range_to
from rules.skirmish.shooting.stray_shots import Tally, added, strays
from rules.skirmish.shooting.target_choice import gang_of
from rules.skirmish.state.battle_sight import engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import success
from rules.skirmish.state.skirmish_rules import skirmish_rules

ENGAGED = "Target is engaged"
INTENDED = 4
"""On at least this, a shot into close combat hits the one it was meant for."""


def volley(battle: Battle, shots: tuple[Shot | Spray, ...]) -> Procedure[Battle]:
    """All shots of one action: every hit roll first, then what was hit; weapons run dry in the end."""
    before = battle
    found, dry = yield from call(_rolled, battle, shots)
    for shot, strikes in zip(shots, found, strict=True):
        for strike in strikes:
            battle = yield from call(struck, before, battle, shot.shooter, shot.gun, strike)
    for weapon in (*dry, *(yield from call(_thrown, shots))):
        battle = yield from run_out(battle, shots[0].shooter, weapon)
    return battle


def _rolled(battle: Battle, shots: tuple[Shot | Spray, ...]) -> Procedure[tuple[tuple[Strikes, ...], tuple[str, ...]]]:
    """Whom each shot strikes, and the weapons that are out of ammo now."""
    found: tuple[Strikes, ...] = ()
    dry: tuple[str, ...] = ()
    for shot in shots:
        if isinstance(shot, Spray):
            strikes, empty = yield from call(spray, battle, shot)
        else:
            strikes, empty = yield from call(roll if shot.marker is None else blast, battle, shot)
        found, dry = (*found, strikes), (*dry, shot.gun.weapon) if empty else dry
    return found, dry


def _thrown(shots: tuple[Shot | Spray, ...]) -> Procedure[tuple[str, ...]]:
    """The thrown grenades of which there are no more. Source: main-rulebook, Hand thrown grenades."""
    gone: tuple[str, ...] = ()
    for shot in shots:
        ammo = shot.gun.profile.ammo
        if shot.gun.profile.has("grenade") and ammo is not None:
            left = yield from call(ammo_check, shot.shooter, shot.gun.weapon, ammo)
            gone = gone if left else (*gone, shot.gun.weapon)
    return gone


def roll(battle: Battle, shot: Shot) -> Procedure[tuple[Strikes, bool]]:
    """Hit roll and firepower dice of one shot: whom it strikes, and whether the weapon runs out of ammo.

    The firepower dice are rolled whether it hits or not: a miss that strays makes as many hits.
    """
    if not shot.in_range:
        yield Say(f"{battle.called(shot.target)} is out of range of {shot.gun.weapon}", RANGE)
    hit = yield from call(hit_roll, shot)
    hits, dry = yield from call(fired, shot.shooter, shot.gun.weapon, shot.gun.profile)
    tally: Tally = ((shot.target, hits),)
    number = skirmish_rules(battle).shooting
    if not hit:
        stray = number.stray and (shot.in_range or number.stray_beyond_range)
        tally = (yield from call(strays, battle, shot.shooter, shot.target, hits)) if stray else ()
    elif number.engaged == "4+ or a friend" and engaged(battle, shot.target):
        tally = yield from call(into_combat, battle, shot.shooter, shot.target, hits)
    return strikes_from(battle, battle.model(shot.shooter).position[:2], tally), dry


def into_combat(battle: Battle, shooter: str, target: str, hits: int) -> Procedure[Tally]:
    """Who of those in close combat takes each hit of a shot that hit."""
    if hits == 0:
        return ()
    others = yield from call(into_combat, battle, shooter, target, hits - 1)
    other = bystander(battle, shooter, target)
    meant = yield from call(_as_meant, target, battle.called(target), battle.called(other))
    return added(others, target if meant else other)


def bystander(battle: Battle, shooter: str, target: str) -> str:
    """The shooter's friend engaged with the target who is closest to the shooter; without friends there, whoever is."""
    rivals = engaged(battle, target)
    friends = [name for name in rivals if battle.model(name).gang == gang_of(battle, shooter)]
    return min(friends or rivals, key=lambda name: (range_to(battle, shooter, name), name))


def _as_meant(target: str, name: str, other: str) -> Procedure[bool]:
    """Whether the target takes a hit, by his id and his name, rather than another, by his name."""
    needs, good = f"{INTENDED}+ to hit {name}", frozenset(range(INTENDED, 7))
    called = (f"{name} is hit", f"{other} is hit")
    return success(Roll("shot into close combat", "D6", target, needs, source=ENGAGED, good=good, called=called))
