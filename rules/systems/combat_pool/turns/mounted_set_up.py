"""Setting up, as the scenario has it, with all mounts ridden.

The reference says nothing of it: Sightline's own, docs/rules-combat-pool.md, setting up, who wins.
"""

from rules.engine.procedure_steps import Procedure, Say
from rules.skirmish.phases.deployment import deploy
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.scenario import of
from rules.systems.combat_pool.citations import own
from rules.systems.combat_pool.conditions.model_now import is_mounted, sheet
from rules.systems.combat_pool.conditions.riding import in_saddle


def set_up_step(battle: Battle) -> Procedure[Battle]:
    """One model is placed; when all are, the first turn begins."""
    if not battle.order:
        for model in battle.models:
            if sheet(battle, model.id).mount and not is_mounted(battle, model.id):
                battle = in_saddle(battle, model.id)
        battle = yield from _without_what_is_unknown(battle)
    return (yield from deploy(battle))


def _without_what_is_unknown(battle: Battle) -> Procedure[Battle]:
    """Whom and what a scenario has in vain: those who would come later, and things to carry."""
    late = tuple(name for side in battle.sides for name in _late(battle, side.id))
    for name in late:
        battle = battle.changed(name, whereabouts="fled")
    if late:
        yield Say(f"nobody comes later by these rules: without {battle.all_called(late)}", own("setting up"), battle)
    if battle.things:
        things = battle.all_called(thing.id for thing in battle.things)
        yield Say(f"nothing is carried by these rules: nobody gets points for {things}", own("who wins"), battle)
    return battle


def _late(battle: Battle, gang: str) -> tuple[str, ...]:
    """Whom of a warband the scenario has as reinforcements."""
    scenario = of(battle)
    if scenario is None or not scenario.crew:
        return ()
    return tuple(model.id for model in battle.models if model.gang == gang)[scenario.crew :]
