"""Writing gang files: a gang as a text that says everything itself, so that it can be read whatever the armoury says later."""

from dataclasses import fields

from rules.roster.armoury import SAVES
from rules.roster.gang import Fighter, Gang, Saves
from rules.roster.gang_reading import CARD, FORMAT, VERSION
from rules.roster.profile import BY_2D6, BY_D6
from rules.roster.toml_writing import lines
from rules.roster.weapon import Strength, Weapon, WeaponProfile

SIGNS = {"armour": "+", "invulnerable": "++", "special_ranged": "+++", "special_close": "+++"}


def gang_text(gang: Gang) -> str:
    """The gang file of a gang; reading it gives an equal gang, with any armoury.

    Weapons of the same name must be the same, as they are in a gang that was read.
    """
    weapons = {weapon.name: weapon for fighter in gang.fighters for weapon in fighter.weapons}
    deck = list(gang.deck) or None
    head = lines(
        format=FORMAT,
        version=VERSION,
        name=gang.name,
        id=gang.id,
        colour=gang.colour or None,
        deck=deck,
        rules=gang.rules or None,
    )
    tables = [*map(_weapon, weapons.values()), *map(_fighter, gang.fighters)]
    return "\n".join([head, *tables])


def _fighter(fighter: Fighter) -> str:
    return "[[fighter]]\n" + lines(
        id=fighter.id,
        name=fighter.name,
        rank=fighter.rank,
        cost=fighter.cost,
        profile={card: _characteristic(fighter, card) for card in CARD},
        weapons=[weapon.name for weapon in fighter.weapons],
        wargear=list(fighter.wargear),
        skills=list(fighter.skills),
        saves=_saves(fighter.saves),
        group_activation=fighter.group_activation,
        leads_by_example=fighter.leads_by_example,
        proxy=fighter.proxy,
        base_mm=fighter.base_mm,
    )


def _characteristic(fighter: Fighter, card: str) -> object:
    value = fighter.profile.of(CARD[card])
    return f"{value}+" if CARD[card] in {*BY_D6, *BY_2D6} else value


def _saves(saves: Saves) -> dict[str, object]:
    assert {field.name for field in fields(saves)} == set(SAVES)
    given = {name: getattr(saves, name) for name in SAVES}
    return {name: f"{value}{SIGNS[name]}" if name in SIGNS else value for name, value in given.items() if value is not None}


def _weapon(weapon: Weapon) -> str:
    first, *others = weapon.profiles
    head = "[[weapon]]\n" + lines(name=weapon.name, cost=weapon.cost)
    if not others and not first.name:
        return head + _profile(first)
    return head + "".join(f"[[weapon.profile]]\n{lines(name=one.name)}{_profile(one)}" for one in weapon.profiles)


def _profile(profile: WeaponProfile) -> str:
    return lines(
        range=_range(profile),
        accuracy=[profile.accuracy_short, profile.accuracy_long],
        strength="-" if profile.strength is None else _strength(profile.strength),
        ap=profile.ap,
        damage="-" if profile.damage is None else profile.damage,
        ammo="-" if profile.ammo is None else f"{profile.ammo}+",
        traits=[f"{name} ({number})" if number else name for name, number in profile.traits],
    )


def _range(profile: WeaponProfile) -> object:
    if profile.has("template"):
        return "T"
    if profile.has("melee") and profile.short is None and not profile.has("sidearm"):
        return "E" if profile.long is None else ["E", profile.long]
    return ["-" if profile.short is None else profile.short, profile.long]


def _strength(strength: Strength) -> object:
    if not strength.wielders:
        return strength.value
    return f"S{strength.value:+}" if strength.value else "S"
