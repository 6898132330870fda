"""The phases of the family, by the names that system files call them; a rule system puts them in its order.

Source: main-rulebook, Game structure.
"""

from rules.skirmish.phases.end_phase import bottle_phase, flee_phase, rally_phase, recovery_phase
from rules.skirmish.phases.rounds import action_phase, priority_phase, somebody_acts
from rules.skirmish.state.battle_rules import Phase

PRIORITY = Phase("priority", "priority phase", priority_phase)
ACTION = Phase("action", "action phase", action_phase, more=somebody_acts)
RECOVERY = Phase("recovery", "end phase: recovery", recovery_phase)
BOTTLE = Phase("bottle", "end phase: bottle tests", bottle_phase)
FLEE = Phase("flee", "fleeing", flee_phase)
RALLY = Phase("rally", "end phase: rallying", rally_phase)

USUAL = (PRIORITY, ACTION, RECOVERY, BOTTLE, FLEE)
"""The order of the main rulebook."""
