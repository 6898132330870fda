"""Critters: who comes out of the vents, and attacks whoever is nearest, of either side.

Source: five-parsecs, Battle events on round 2 and round 4. They fight for a side of their own, unless the enemies are of
their kind.
"""

from collections.abc import Callable

from rules.engine.dice import halved
from rules.engine.procedure_steps import Procedure, Roll, call
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.marks import EVENTS
from rules.systems.five_parsecs.events.arriving import arrive, middle_of, waiting
from rules.systems.five_parsecs.harm.random_movement import moves_at_random
from rules.systems.five_parsecs.roster.combat_sheet import enemies_of, sheet_of

Acts = Callable[[Battle, str], Procedure[Battle]]
"""How one figure acts."""
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


def vermin_act(battle: Battle, acts: Acts) -> Procedure[Battle]:
    """All vermin that are nobody's move, and attack.

    Args:
        battle: before it.
        acts: how one of them acts: a function of a module, as odds may be reckoned over it.
    """
    for model in tuple(battle.on_table(VERMIN)):
        if battle.model(model.id).on_table:
            battle = yield from call(acts, battle, model.id)
    return battle
