"""What lasting harm does when a figure is activated, and what its activation ends.

Sources: five-parsecs: Actions, Stun, Shock, Humanoid combatants, Cybernetic combatants, Beasts and monsters.
"""

from rules.engine.procedure_steps import Procedure, Roll, Say
from rules.skirmish.state.battle_rules import expired
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.figure_now import casualty
from rules.systems.five_parsecs.conditions.marks import BLEEDING, DAMAGED, DAZED, HAD_BEFORE, SHOCKED, STUNNED

CYBERNETIC, BEASTS = "Cybernetic combatants", "Beasts and monsters"
LAST_FACE = 6
"""With which the damaged fall apart and the bleeding bleed to death."""


def remembered(battle: Battle, fighter: str) -> Battle:
    """The battle in which it is known what somebody has suffered before his activation: only that tells on the end of it."""
    battle = battle.marked(fighter, HAD_BEFORE, 0)
    for mark in (DAZED, BLEEDING):
        if battle.model(fighter).has(mark):
            battle = battle.marked(fighter, HAD_BEFORE, about=mark.name)
    return battle


def activated(battle: Battle, fighter: str, waited: bool = False) -> Procedure[Battle]:  # noqa: FBT001, FBT002 - by position
    """What befalls a figure on being activated: the damaged may fall apart; not once more if he has waited since then."""
    battle = remembered(expired(battle, "activation begins", fighter), fighter)
    if waited or not battle.model(fighter).has(DAMAGED):
        return battle
    means = (("goes on", tuple((face,) for face in range(1, LAST_FACE))), ("falls apart", ((LAST_FACE,),)))
    (face,) = yield Roll("damaged", "D6", fighter, source=CYBERNETIC, means=means)
    if face < LAST_FACE:
        return battle
    battle = casualty(battle, fighter)
    yield Say(f"{battle.called(fighter)} falls apart", CYBERNETIC, battle)
    return battle


def deactivated(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The end of an activation: stun and shock go, but not the stun of the dazed; who bleeds rolls."""
    if not battle.model(fighter).on_table:
        return expired(battle, "activation ends", fighter)
    model, before = battle.model(fighter), battle.model(fighter).about(HAD_BEFORE)
    battle = battle.marked(fighter, DAZED if DAZED.name in before else STUNNED, 0)
    battle = battle.marked(fighter, SHOCKED, 0).marked(fighter, HAD_BEFORE, 0).changed(fighter, ready=False)
    battle = expired(battle, "activation ends", fighter)
    return (yield from _bleeds(battle, fighter)) if model.has(BLEEDING) and BLEEDING.name in before else battle


def _bleeds(battle: Battle, fighter: str) -> Procedure[Battle]:
    means = (
        ("bleeds no longer", ((1,),)),
        ("bleeds on", tuple((face,) for face in range(2, LAST_FACE))),
        ("bleeds to death", ((LAST_FACE,),)),
    )
    (face,) = yield Roll("bleeding", "D6", fighter, source=BEASTS, means=means)
    if face == 1:
        battle = battle.marked(fighter, BLEEDING, 0)
        yield Say(f"{battle.called(fighter)} bleeds no longer", BEASTS, battle)
    elif face == LAST_FACE:
        battle = casualty(battle, fighter)
        yield Say(f"{battle.called(fighter)} bleeds to death", BEASTS, battle)
    return battle
