"""Marks of sides: what battle events and escalation leave behind for the rounds to come.

A mark for one round, or from one round on, is had as often as the number of that round: `holds_now` and `holds_since` ask
for it.

Sources: five-parsecs: Battle events on round 2 and round 4, Escalating battles, Escalation table, Ending the battle.
"""

from rules.skirmish.state.battle_state import Battle, Mark
from rules.systems.five_parsecs.conditions.marks import EVENTS
from rules.systems.five_parsecs.roster.combat_sheet import AI_TYPES

ESCALATION = "Escalating battles"
EFFECTS = "Escalation table"
ENDING = "Ending the battle"
LAST = 9999
"""No battle has more rounds, and no crew finds more credits."""
MOST_ESCALATIONS = 3
"""Rolls in a battle. Source: five-parsecs, Escalating battles."""

RENEWED = Mark("renewed efforts", source=EVENTS)
"""Of enemies: after all have acted, one of them acts again."""
CHANGED_PLANS = Mark("change of plans", most=2, source=EVENTS)
"""Of enemies: how often they have changed to the cautious or the tactical AI type."""
LOST_HEART = Mark("lost heart", most=LAST, source=EVENTS)
"""Of enemies: the round at the end of which they leave."""
STAND_OFF = 10
"""Rounds in a row without a shot and without contact after which nobody waits any longer: ours."""
STILL = Mark("rounds without a shot or a brawl", most=STAND_OFF, source=ENDING)
CLOCK = Mark("clock running out", most=LAST, source=EVENTS)
"""Of the crew: the first round at the end of which a die may end the battle."""
CUNNING = Mark("cunning plan", most=LAST, source=EVENTS)
"""Of the crew: the round in which everybody acts when he likes."""
HESITANT = Mark("moment of hesitation", most=LAST, source=EVENTS)
"""Of the crew: the round in which but one acts quickly."""
LOOT = Mark("loot to roll for after the battle", most=LAST, source=EVENTS)
CREDITS = Mark("credits found", most=LAST, source=EVENTS)
STEADIED = Mark("morale increased", most=9, source=EFFECTS)
"""Of enemies: by how much their panic range is less."""
INTENSE = Mark("fighting intensified", most=LAST, source=EFFECTS)
"""Of enemies: the round in which their combat skill is one more."""
RUSHING = Mark("rush attack", most=LAST, source=EFFECTS)
"""Of enemies: the round in which all of them rampage, and are faster."""
OTHER_TACTICS = Mark("unconventional tactics", most=len(AI_TYPES), source=EFFECTS)
"""Of enemies: the place among `AI_TYPES`, from 1, of the type that has replaced their main one."""
ESCALATED = Mark("escalations", most=MOST_ESCALATIONS, source=ESCALATION)
"""Of enemies: how often it was rolled for escalation."""

ROUND_MARKS = (CUNNING, HESITANT, INTENSE, RUSHING)
"""Those that hold for one round."""


def reached(objective: str) -> Mark:
    """Of the crew: that one of them has been at an objective. Source: five-parsecs, Ending the battle."""
    return Mark(f"has reached {objective}", source=ENDING)


def holds_now(battle: Battle, gang: str, mark: Mark) -> bool:
    """Whether a mark for one round is for the present one."""
    return battle.round > 0 and battle.side(gang).has(mark) == battle.round


def holds_since(battle: Battle, gang: str, mark: Mark) -> bool:
    """Whether the round has come from which on a mark holds."""
    return 0 < battle.side(gang).has(mark) <= battle.round
