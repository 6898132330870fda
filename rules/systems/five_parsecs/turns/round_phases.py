"""The phases of a round. Sources: five-parsecs: The reaction roll, Actions, Enemy movement."""

from rules.engine.procedure_steps import Procedure, Say
from rules.skirmish.state.battle_rules import Phase
from rules.skirmish.state.battle_sight import apart
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.figure_now import sheet
from rules.systems.five_parsecs.enemy.enemy_activation import enemy_acts
from rules.systems.five_parsecs.events.round_hooks import (
    after_enemies,
    before_enemies,
    before_round,
    reaction_rolls_skipped,
    reactions_by_event,
)
from rules.systems.five_parsecs.roster.combat_sheet import enemies_of
from rules.systems.five_parsecs.turns.breaking_in import forgotten
from rules.systems.five_parsecs.turns.crew_activation import crew_step, somebody_acts
from rules.systems.five_parsecs.turns.reactions import new_round, reaction_roll

FAR = 1e6
"""Inches: farther than anybody."""


def reaction_phase(battle: Battle) -> Procedure[Battle]:
    """The round begins, and it is found out who acts before the enemies."""
    battle = new_round(battle)
    yield Say(f"round {battle.round}", "Actions", battle)
    battle = yield from before_round(battle)
    return (yield from (reactions_by_event if reaction_rolls_skipped(battle) else reaction_roll)(battle))


def ready_enemies(battle: Battle) -> tuple[str, ...]:
    """The enemies who have yet to act, those nearest to the crew first; guardians after their wards, whom they keep with."""
    gang = enemies_of(battle.setting)
    ready = [model.id for model in battle.on_table(gang) if model.ready]

    def order(name: str) -> tuple[bool, float]:
        far = min((apart(battle, name, foe.id) for foe in battle.foes(gang)), default=FAR)
        return sheet(battle, name).ward in ready, far

    return tuple(sorted(ready, key=order))


def somebody_is_ready(battle: Battle) -> bool:
    """Whether an enemy has yet to act."""
    return bool(ready_enemies(battle))


def enemy_step(battle: Battle) -> Procedure[Battle]:
    """The activation of the next enemy, or of its group."""
    return (yield from _acts(battle, ready_enemies(battle)[0]))


def _acts(battle: Battle, fighter: str) -> Procedure[Battle]:
    return forgotten((yield from enemy_acts(battle, fighter)))


def enemies_begin(battle: Battle) -> Procedure[Battle]:
    """What comes before all enemies act."""
    return (yield from before_enemies(battle, _acts))


def enemies_end(battle: Battle) -> Procedure[Battle]:
    """What follows when all enemies have acted."""
    return (yield from after_enemies(battle, _acts))


REACTION = Phase("reaction", "reaction roll", reaction_phase)
QUICK = Phase("quick", "quick actions", crew_step, more=somebody_acts)
ENEMY_BEGINS = Phase("enemy-begins", "enemy actions", enemies_begin)
ENEMY = Phase("enemy", "enemy actions", enemy_step, more=somebody_is_ready)
ENEMY_ENDS = Phase("enemy-ends", "enemy actions", enemies_end)
SLOW = Phase("slow", "slow actions", crew_step, more=somebody_acts)

ROUND = (REACTION, QUICK, ENEMY_BEGINS, ENEMY, ENEMY_ENDS, SLOW)
"""Source: five-parsecs, The reaction roll."""
