"""The Reload action. Source: main-rulebook, Active; Pinned; Out of ammo; Hand thrown grenades."""

from rules.engine.procedure_steps import Choose, Option, Procedure, Say, call
from rules.roster.weapon import Weapon
from rules.skirmish.shooting.ammo_checks import ammo_check
from rules.skirmish.shooting.target_choice import gang_of
from rules.skirmish.state.action import Action
from rules.skirmish.state.battle_state import Battle

SOURCE = "Reload"


def reloadable(battle: Battle, fighter: str) -> tuple[Weapon, ...]:
    """The weapons that are out of ammo and can be reloaded; thrown grenades cannot."""
    empty = battle.model(fighter).empty
    return tuple(one for one in battle.card(fighter).weapons if one.name in empty and not one.has("grenade"))


def reload(battle: Battle, fighter: str) -> Procedure[Battle]:
    """One weapon gets an ammo check, with the profile that passes it most easily."""
    weapons = reloadable(battle, fighter)
    weapon = weapons[0]
    if len(weapons) > 1:
        options = tuple(Option(one.name, one.name, one) for one in weapons)
        weapon = yield Choose("weapon to reload", gang_of(battle, fighter), options, about=fighter, source=SOURCE)
    needed = min(profile.ammo for profile in weapon.profiles if profile.ammo is not None)
    if not (yield from call(ammo_check, fighter, weapon.name, needed)):
        yield Say(f"{weapon.name} of {battle.called(fighter)} stays out of ammo", SOURCE)
        return battle
    battle = battle.changed(fighter, empty=battle.model(fighter).empty - {weapon.name})
    yield Say(f"{battle.called(fighter)} has reloaded {weapon.name}", SOURCE, battle)
    return battle


def _nothing_to_reload(battle: Battle, fighter: str) -> str | None:
    if reloadable(battle, fighter):
        return None
    return "grenades cannot be reloaded" if battle.model(fighter).empty else "no weapon is out of ammo"


RELOAD = Action("reload", "Reload", "simple", frozenset({"active", "pinned"}), _nothing_to_reload, reload, SOURCE)
