"""A battle by Five Parsecs From Home: the parts that its procedures ask for."""

from collections.abc import Mapping

from rules.skirmish.state.battle_rules import BattleRules
from rules.skirmish.state.battle_state import Setting
from rules.systems.five_parsecs.conditions.figure_now import arc_of
from rules.systems.five_parsecs.conditions.marks import FIGURE_MARKS
from rules.systems.five_parsecs.enemy.overruling import WHAT
from rules.systems.five_parsecs.events.end_of_round import end_of_round
from rules.systems.five_parsecs.movement import MOVEMENT
from rules.systems.five_parsecs.roster.combat_sheet import enemies_of
from rules.systems.five_parsecs.sight import SIGHT
from rules.systems.five_parsecs.turns.battle_standing import standing
from rules.systems.five_parsecs.turns.breaking_in import watch
from rules.systems.five_parsecs.turns.crew_action_list import ACTIONS
from rules.systems.five_parsecs.turns.program_crew import decide
from rules.systems.five_parsecs.turns.round_phases import ROUND
from rules.systems.five_parsecs.turns.set_up import set_up_step
from rules.systems.five_parsecs.turns.shown_sheets import shown_card, shown_targets

UNKNOWN = frozenset(
    {"wounds", "flesh wounds", "broken", "insane", "hard target", "reduced actions", "pinned", "seriously injured", "standing"}
)
"""Conditions of the relatives of the main rulebook that these rules do not know."""


def played_by_tables(setting: Setting) -> frozenset[str]:
    """The enemies: their tables play them."""
    return frozenset({enemies_of(setting)})


BATTLE = BattleRules(
    ROUND,
    ACTIONS,
    marks=FIGURE_MARKS,
    watch=watch,
    sets_up=set_up_step,
    ends_round=end_of_round,
    decides=decide,
    card=shown_card,
    targets=shown_targets,
    played=played_by_tables,
    own_turns=frozenset({WHAT}),
    arc=arc_of,
    standing=standing,
    unknown=UNKNOWN,
)

PARTS: tuple[object, ...] = (SIGHT, MOVEMENT, BATTLE)

FORMER: Mapping[int, tuple[object, ...]] = {}
"""Former versions of its battles: there are none."""
