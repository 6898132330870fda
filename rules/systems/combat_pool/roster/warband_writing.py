"""Writing warbands: files that say everything themselves, so that they can be read whatever the armoury says later."""

from collections.abc import Iterable

from rules.roster.gang import Fighter, Gang
from rules.roster.toml_writing import lines
from rules.systems.combat_pool.roster.pool_sheet import Ploy, PoolSheet, PoolWeapon, WarbandSheet

FORMAT = "sightline-warband"
VERSION = 1
RANKS = {"leader": "leader", "champion": "sergeant", "ganger": "warrior", "juve": "warrior"}


def warband_text(gang: Gang) -> str:
    """The warband file of a warband; reading it gives an equal one, with any armoury."""
    sheet = gang.sheet
    assert isinstance(sheet, WarbandSheet)
    head = lines(
        format=FORMAT,
        version=VERSION,
        name=gang.name,
        id=gang.id,
        colour=gang.colour or None,
        morale=sheet.morale,
        counters={"attack": sheet.attack_counters, "ploy": sheet.ploy_counters},
    )
    carried = {weapon.name: weapon for model in gang.fighters for weapon in _sheet(model).weapons}
    parts = [head, *map(_weapon, carried.values()), *map(_ploy, sheet.ploys.values()), *map(_model, gang.fighters)]
    return "\n".join(parts)


def _weapon(one: PoolWeapon) -> str:
    reach: dict[str, object] = {"range": one.inches, "reload": one.reload} if one.is_missile else {}
    added = {} if one.is_missile else {"attack": one.attack, "initiative": one.initiative}
    return f"[[weapon]]\n{lines(name=one.name, **reach, **added, wound=one.wound)}"


def _ploy(one: Ploy) -> str:
    told = lines(
        name=one.name,
        declared=one.declared,
        attack=one.attack or None,
        defence=one.defence or None,
        wound=one.wound or None,
    )
    return f"[[ploy]]\n{told}{lines(**dict.fromkeys(_switches(one), True))}"


def _switches(one: Ploy) -> Iterable[str]:
    yield from ["cancels"] * one.cancels
    yield from ["answers"] * one.answers


def _model(model: Fighter) -> str:
    sheet = _sheet(model)
    mount = {"mount": sheet.mount, "mount_move": int(sheet.mount_move)} if sheet.mount else {}
    told = lines(
        id=model.id,
        name=model.name,
        rank=RANKS[model.rank],
        move=int(sheet.move),
        fight=sheet.fight,
        shoot=sheet.shoot,
        armour=sheet.armour,
        initiative=sheet.initiative,
        pool=sheet.pool,
        wounds=sheet.wounds,
        weapons=[weapon.name for weapon in sheet.weapons],
        ploys=list(sheet.ploys),
        **mount,
        proxy=model.proxy,
        base_mm=model.base_mm,
    )
    return f"[[model]]\n{told}"


def _sheet(model: Fighter) -> PoolSheet:
    assert isinstance(model.sheet, PoolSheet)
    return model.sheet
