"""Critters: who comes out of the vents, and attacks whoever is nearest, of either side.

Source: five-parsecs, Battle events on round 2 and round 4. They fight for a side of their own, unless the enemies are of
their kind.
"""

from rules.engine.dice import halved
from rules.engine.procedure_steps import Procedure, Roll, Say, call
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.combat.brawl import brawls
from rules.systems.five_parsecs.conditions.battle_view import apart
from rules.systems.five_parsecs.conditions.figure_now import speed_now
from rules.systems.five_parsecs.conditions.marks import EVENTS, SHOCKED
from rules.systems.five_parsecs.events.arriving import arrive, middle_of, waiting
from rules.systems.five_parsecs.harm.lasting_effects import activated, deactivated
from rules.systems.five_parsecs.harm.random_movement import moves_at_random
from rules.systems.five_parsecs.moving.closing_in import closes_in, in_contact_with, way_to_contact
from rules.systems.five_parsecs.roster.combat_sheet import enemies_of, sheet_of

VERMIN = "vermin"
"""The side of critters that are nobody's. It is none of the battle's sides: nobody plays it."""


def brood(battle: Battle) -> bool:
    """Whether the enemies are vermin themselves, so that more of them are theirs."""
    cards = [name for name, home in battle.setting.home.items() if home == enemies_of(battle.setting)]
    sheets = [sheet_of(battle.setting, name) for name in cards]
    return any(sheet.role == "vermin" and not sheet.waits for sheet in sheets)


def critters(battle: Battle) -> Procedure[Battle]:
    """Some critters come to the centre of the table, and each of them runs off in a random direction."""
    gang = enemies_of(battle.setting)
    (face,) = yield Roll("critters", "D3", gang, source=EVENTS, tells="how many there are")
    found = waiting(battle, gang, "vermin")[: halved(face)]
    side = gang if brood(battle) else VERMIN
    if not found:
        return (yield from arrive(battle, (), middle_of(battle), EVENTS))
    for name in found:
        battle = yield from arrive(battle, [name], middle_of(battle), EVENTS, gang=side)
        if battle.model(name).on_table:
            (inches,) = yield Roll("move of the critter", "D6", name, source=EVENTS, tells="inches")
            battle = yield from moves_at_random(battle, name, float(inches))
    return battle


def vermin_act(battle: Battle) -> Procedure[Battle]:
    """All vermin that are nobody's move, and attack."""
    for model in tuple(battle.on_table(VERMIN)):
        if battle.model(model.id).on_table:
            battle = yield from call(one_acts, battle, model.id)
    return battle


def one_acts(battle: Battle, fighter: str) -> Procedure[Battle]:
    """One of them moves towards the nearest figure that it can get at, and fights it; the shocked stay where they are."""
    battle = yield from call(activated, battle, fighter)
    model = battle.model(fighter)
    if not model.on_table:
        return battle
    if not model.has(SHOCKED):
        if not in_contact_with(battle, fighter):
            battle = yield from _nears(battle, fighter)
        if in_contact_with(battle, fighter):
            battle = yield from call(brawls, battle, fighter)
    return (yield from call(deactivated, battle, fighter))


def _nears(battle: Battle, fighter: str) -> Procedure[Battle]:
    others = sorted((apart(battle, fighter, foe.id), foe.id) for foe in battle.foes(VERMIN))
    for _, other in others:
        planned = way_to_contact(battle, fighter, other)
        if planned is not None:
            yield Say(f"{battle.called(fighter)} goes for {battle.called(other)}", EVENTS)
            return (yield from closes_in(battle, fighter, planned, speed_now(battle, fighter)))
    return battle
