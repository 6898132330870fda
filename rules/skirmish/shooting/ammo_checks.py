"""Firepower dice, ammo checks, and weapons that are out of ammo.

Source: main-rulebook, Firepower dice; The firepower dice; Ammo check; Out of ammo.
"""

from rules.engine.procedure_steps import Procedure, Roll, Say, call
from rules.roster.weapon import Weapon, WeaponProfile
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import reaches

FIREPOWER = "The firepower dice"
CHECK = "Ammo check"
AMMO_SYMBOL = 1
"""The face of a D6 that shows it. Source: main-rulebook, Conversion into firepower dice."""


def holes(face: int) -> int:
    """How many bullet holes a D6 shows as a firepower die. Source: main-rulebook, Conversion into firepower dice."""
    return 1 if face <= 3 else 2 if face <= 5 else 3


def firepower_dice(profile: WeaponProfile) -> int:
    """How many are rolled: as many as rapid fire says, else one; none without an ammo characteristic, nor for grenades."""
    return 0 if profile.ammo is None or profile.has("grenade") else max(1, profile.number("rapid fire"))


def fired(fighter: str, weapon: str, profile: WeaponProfile) -> Procedure[tuple[int, bool]]:
    """The firepower dice of one attack: the hits that it makes if it hits, and whether the weapon runs out of ammo.

    Every ammo symbol asks for a check of its own; the first that is failed settles it.
    """
    hits, symbols = yield from call(_firepower, fighter, profile)
    for _ in range(symbols):
        if not (yield from call(ammo_check, fighter, weapon, profile.ammo)):
            return hits, True
    return hits, False


def _firepower(fighter: str, profile: WeaponProfile) -> Procedure[tuple[int, int]]:
    """Hits and ammo symbols. Only rapid fire makes as many hits as there are bullet holes."""
    number = firepower_dice(profile)
    if number == 0:
        return 1, 0
    faces = yield Roll("firepower", "firepower" if number == 1 else f"{number} firepower", fighter, source=FIREPOWER)
    hits = sum(holes(face) for face in faces) if profile.has("rapid fire") else 1
    return hits, faces.count(AMMO_SYMBOL)


def firepower(battle: Battle, fighter: str, weapon: str, profile: WeaponProfile) -> Procedure[tuple[Battle, int]]:
    """`fired` where the weapon runs out at once, as pistols do in close combat: the battle, and the hits."""
    hits, dry = yield from call(fired, fighter, weapon, profile)
    if dry:
        battle = yield from run_out(battle, fighter, weapon)
    return battle, hits


def ammo_check(fighter: str, weapon: str, needed: int) -> Procedure[bool]:
    """One ammo check against a profile's ammo characteristic."""
    return (yield from reaches(Roll(f"ammo check, {weapon}", "D6", fighter, f"{needed}+", source=CHECK), needed))


def run_out(battle: Battle, fighter: str, weapon: str) -> Procedure[Battle]:
    """The weapon is out of ammo, all its profiles but those for melee."""
    battle = battle.changed(fighter, empty=battle.model(fighter).empty | {weapon})
    yield Say(f"{battle.called(fighter)} is out of ammo: {weapon}", "Out of ammo", battle)
    return battle


def loaded(battle: Battle, fighter: str, weapon: Weapon, profile: WeaponProfile) -> bool:
    """Whether a profile can be used as far as ammo goes. Source: main-rulebook, The firepower dice."""
    return weapon.name not in battle.model(fighter).empty or profile.has("melee")
