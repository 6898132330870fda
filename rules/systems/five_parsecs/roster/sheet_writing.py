"""Writing crews and enemies: files that say everything themselves, so that they can be read whatever the armoury says later."""

from collections.abc import Iterable

from rules.roster.gang import Fighter, Gang
from rules.roster.toml_writing import lines
from rules.systems.five_parsecs.roster.combat_sheet import BattleWeapon, CombatSheet, CrewSheet, EnemySheet
from rules.systems.five_parsecs.roster.die_table import DieTable
from rules.systems.five_parsecs.roster.loot import LootItem

CREW, ENEMIES = "sightline-crew", "sightline-enemies"
VERSION = 1


def crew_text(gang: Gang) -> str:
    """The crew file of a crew; reading it gives an equal one, with any armoury."""
    assert isinstance(gang.sheet, CrewSheet)
    loot = gang.sheet.loot
    found = [item.weapon for _, item in loot.rows if item.weapon] if loot else []
    head = _head(CREW, gang) + lines(difficulty=gang.sheet.difficulty)
    return "\n".join([head, *_weapons(gang, found), *(_loot(loot) if loot else ()), *map(_member, gang.fighters)])


def enemies_text(gang: Gang) -> str:
    """The enemies file of a force; reading it gives an equal one, with any armoury. Everybody is told by himself."""
    force = gang.sheet
    assert isinstance(force, EnemySheet)
    head = _head(ENEMIES, gang) + lines(
        ai=force.ai, panic=force.panic, initiative=force.initiative, hired=force.hired, grenades=force.grenades
    )
    own = force.escalation.own if force.escalation else None
    rows = ["[[escalation]]\n" + lines(effect=key, range=str(faces)) for faces, key in own.rows] if own else []
    return "\n".join([head, *_weapons(gang, ()), *rows, *map(_enemy, gang.fighters)])


def _head(form: str, gang: Gang) -> str:
    return lines(format=form, version=VERSION, name=gang.name, id=gang.id, colour=gang.colour or None)


def _weapons(gang: Gang, others: Iterable[BattleWeapon]) -> Iterable[str]:
    carried = {weapon.name: weapon for figure in gang.fighters for weapon in _sheet(figure).weapons}
    for one in {**{weapon.name: weapon for weapon in others}, **carried}.values():
        reach = {"range": one.inches} if one.inches else {}
        given = lines(name=one.name, **reach, shots=one.shots or None, damage=one.damage, traits=sorted(one.traits))
        yield f"[[weapon]]\n{given}"


def _loot(table: DieTable[LootItem]) -> Iterable[str]:
    for faces, item in table.rows:
        weapon = item.weapon.name if item.weapon else None
        told = lines(range=str(faces), name=item.name, text=item.text or None, weapon=weapon, save=item.save or None)
        yield f"[[loot]]\n{told}"


def _member(figure: Fighter) -> str:
    sheet = _sheet(figure)
    return f"[[member]]\n{lines(id=figure.id, name=figure.name, reactions=sheet.reactions, savvy=sheet.savvy)}" + (
        _shared(figure) + (lines(spare=True) if sheet.waits else "")
    )


def _enemy(figure: Fighter) -> str:
    sheet = _sheet(figure)
    own = lines(ai=sheet.ai, boss=sheet.boss or None, fearless=None if sheet.role == "lieutenant" else sheet.fearless)
    told = lines(ward=sheet.ward or None, waits=sheet.waits or None)
    return f"[[enemy]]\n{lines(id=figure.id, name=figure.name, role=sheet.role)}{own}{told}{_shared(figure)}"


def _shared(figure: Fighter) -> str:
    sheet = _sheet(figure)
    return lines(
        speed=sheet.speed,
        combat=sheet.combat,
        toughness=sheet.toughness,
        luck=sheet.luck,
        species=sheet.species,
        anatomy=sheet.anatomy,
        saves=[f"{save}+" for save in sheet.saves],
        abilities=sorted(sheet.abilities),
        weapons=[weapon.name for weapon in sheet.weapons],
        proxy=figure.proxy,
        base_mm=figure.base_mm,
    )


def _sheet(figure: Fighter) -> CombatSheet:
    assert isinstance(figure.sheet, CombatSheet)
    return figure.sheet
