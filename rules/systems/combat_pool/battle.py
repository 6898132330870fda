"""A battle by combat-pool: the parts that its procedures ask for."""

from collections.abc import Mapping

from rules.skirmish.state.battle_rules import BattleRules, RuledMark
from rules.systems.combat_pool.conditions.model_marks import HIDDEN, MODEL_MARKS, MOUNTED, RELOADS
from rules.systems.combat_pool.conditions.model_now import to_reload, with_reloads
from rules.systems.combat_pool.conditions.riding import ruled_mounted
from rules.systems.combat_pool.melee.combats import FOUGHT
from rules.systems.combat_pool.movement import MOVEMENT
from rules.systems.combat_pool.pool_numbers import PoolNumbers
from rules.systems.combat_pool.program.program_answers import decide
from rules.systems.combat_pool.sight import SIGHT
from rules.systems.combat_pool.turns.mounted_set_up import set_up_step
from rules.systems.combat_pool.turns.move_phase_actions import MOVE_ACTIONS
from rules.systems.combat_pool.turns.shown_models import shown_card, shown_targets, standing
from rules.systems.combat_pool.turns.special_actions import SPECIAL_ACTIONS
from rules.systems.combat_pool.turns.stand_off import turn_is_over
from rules.systems.combat_pool.turns.turn_phases import GIVEN, TURN_PHASES

UNKNOWN = frozenset(
    {"flesh wounds", "broken", "insane", "hard target", "reduced actions", "pinned", "seriously injured", "standing"}
    | {"out of ammo", "reload"}
)
"""Conditions of other rulebooks that these rules do not know."""

BATTLE = BattleRules(
    TURN_PHASES,
    (*MOVE_ACTIONS, *SPECIAL_ACTIONS),
    marks=(*MODEL_MARKS, FOUGHT, GIVEN),
    ruled={MOUNTED.name: RuledMark(ruled_mounted), RELOADS.name: RuledMark(with_reloads, to_reload)},
    sets_up=set_up_step,
    ends_round=turn_is_over,
    decides=decide,
    card=shown_card,
    targets=shown_targets,
    standing=standing,
    unknown=UNKNOWN,
    hidden=HIDDEN,
    round_called="turn",
)

PARTS: tuple[object, ...] = (SIGHT, MOVEMENT, BATTLE, PoolNumbers())

FORMER: Mapping[int, tuple[object, ...]] = {}
"""Former versions of its battles: there are none."""
