"""How a battle stands, in lines for people: who has yet to act, what is at stake, and what events have left behind.

Sources: five-parsecs: The reaction roll, Escalating battles, Ending the battle, Battle events on round 2 and round 4.
"""

import math
from collections.abc import Iterator

from rules.skirmish.state.battle_state import Battle, Mark
from rules.systems.five_parsecs.conditions.battle_view import vision
from rules.systems.five_parsecs.conditions.figure_now import main_ai
from rules.systems.five_parsecs.conditions.marks import BOTH, DELAYED, IDLE, QUICK, SLOW, WATCHFUL
from rules.systems.five_parsecs.conditions.side_marks import (
    CLOCK,
    CREDITS,
    ESCALATED,
    LOOT,
    LOST_HEART,
    MOST_ESCALATIONS,
    reached,
)
from rules.systems.five_parsecs.events.objectives import objectives_of
from rules.systems.five_parsecs.roster.combat_sheet import crew_of, enemies_of


def standing(battle: Battle) -> tuple[str, ...]:
    """All that a player keeps in mind between two questions."""
    return (
        *_sides(battle),
        *(_to_act(battle) if battle.round and battle.phase != "over" else ()),
        *_at_stake(battle),
        *_left(battle),
    )


def _sides(battle: Battle) -> Iterator[str]:
    crew, foes = crew_of(battle.setting), enemies_of(battle.setting)
    if battle.phase == "over":
        yield f"the field is held by {battle.called(battle.winner)}" if battle.winner else "nobody holds the field"
    if battle.round:
        yield f"{battle.called(crew)}: {len(list(battle.on_table(crew)))} on the table"
        yield f"{battle.called(foes)}: {len(list(battle.on_table(foes)))} on the table, {main_ai(battle)}"


def _to_act(battle: Battle) -> Iterator[str]:
    """The crew members who have yet to act, before the enemies and after them."""
    members = [model for model in battle.on_table(crew_of(battle.setting)) if model.ready and not model.has(IDLE)]
    waits = [model.id for model in members if model.has(WATCHFUL) or model.has(DELAYED)]
    early = battle.phase in {"reaction", "quick"}
    quick = [one.id for one in members if early and (one.has(QUICK) or one.has(BOTH)) and one.id not in waits]
    slow = [one.id for one in members if one.has(SLOW) or one.has(BOTH) or one.id in waits]
    if quick:
        yield f"acts before the enemies: {', '.join(map(battle.called, quick))}"
    if slow:
        yield f"acts after the enemies: {', '.join(map(battle.called, slow))}"


def _at_stake(battle: Battle) -> Iterator[str]:
    side = battle.side(crew_of(battle.setting))
    for one in objectives_of(battle):
        yield f"{battle.called(one.id)}: {'reached' if side.has(reached(one.id)) else 'not reached yet'}"


def _left(battle: Battle) -> Iterator[str]:
    """What events and escalation have left behind."""
    crew, foes = battle.side(crew_of(battle.setting)), battle.side(enemies_of(battle.setting))
    if math.isfinite(far := vision(battle)):
        yield f'nobody sees farther than {far:g}"'
    if heart := foes.has(LOST_HEART):
        yield f"the enemies leave at the end of round {heart}"
    if clock := crew.has(CLOCK):
        yield f"from the end of round {clock} on, a 6 ends the battle"
    if rolls := foes.has(ESCALATED):
        yield f"escalation: rolled {rolls} of {MOST_ESCALATIONS} times"
    yield from (f"{mark.name}: {count}" for mark in (CREDITS, LOOT) if (count := _count(battle, mark)))


def _count(battle: Battle, mark: Mark) -> int:
    return battle.side(crew_of(battle.setting)).has(mark)
