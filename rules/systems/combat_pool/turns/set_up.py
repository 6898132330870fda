"""Setting up, as the scenario has it, with all mounts ridden.

The reference says nothing of it: Sightline's own, docs/rules-combat-pool.md, setting up.
"""

from rules.engine.procedure_steps import Procedure
from rules.skirmish.phases.deployment import deploy
from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.conditions.model_now import is_mounted, sheet
from rules.systems.combat_pool.conditions.riding import in_saddle


def set_up_step(battle: Battle) -> Procedure[Battle]:
    """One model is placed; when all are, the first turn begins."""
    if not battle.order:
        for model in battle.models:
            if sheet(battle, model.id).mount and not is_mounted(battle, model.id):
                battle = in_saddle(battle, model.id)
    return (yield from deploy(battle))
