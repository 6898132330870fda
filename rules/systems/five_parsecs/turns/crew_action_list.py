"""The list of all actions of the crew, in the order in which they are offered. Source: five-parsecs, Actions."""

from rules.engine.procedure_steps import Procedure
from rules.skirmish.state.action import Action
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.events.battle_endings import can_leave, leaves
from rules.systems.five_parsecs.events.found_things import can_search, search
from rules.systems.five_parsecs.turns.alternative_moves import ALTERNATIVE_MOVES
from rules.systems.five_parsecs.turns.crew_actions import ACTIVE, ANY, CREW_ACTIONS, activation_over


def _nothing_here(battle: Battle, fighter: str) -> str | None:
    return None if can_search(battle, fighter) else f"there is no marker in contact with {battle.called(fighter)}"


def _no_edge(battle: Battle, fighter: str) -> str | None:
    return None if can_leave(battle, fighter) else f"{battle.called(fighter)} is not at an edge of the table"


def _searches(battle: Battle, fighter: str) -> Procedure[Battle]:
    """In place of a combat action."""
    return activation_over((yield from search(battle, fighter)))


SEARCH = Action(
    "search", "Look at the marker", "basic", ACTIVE, _nothing_here, _searches, "Battle events on round 2 and round 4"
)
LEAVE = Action("leave", "Leave the table", "basic", ANY, _no_edge, leaves, "Ending the battle", does="and take no more part")

_FIRST, *_REST = CREW_ACTIONS
ACTIONS = (_FIRST, *ALTERNATIVE_MOVES, *_REST, SEARCH, LEAVE)
