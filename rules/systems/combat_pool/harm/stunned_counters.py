"""Removing stunned counters at the end of the turn.

Source: combat-pool, Remove stunned counters. It gives the two modifiers; what they modify is a D6, which is Sightline's own
(docs/rules-combat-pool.md, stunned counters).
"""

from rules.engine.dice import Faces
from rules.engine.procedure_steps import Modifier, Procedure, Roll, Say, call
from rules.skirmish.state.battle_sight import is_engaged
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.characteristics import modifier
from rules.systems.combat_pool.citations import STUNNED as SECTION
from rules.systems.combat_pool.conditions.model_marks import RESTED, STUNNED
from rules.systems.combat_pool.pool_numbers import numbers

SIDES = 6


def recovers(battle: Battle) -> Procedure[Battle]:
    """All models with stunned counters roll, those of whoever has priority first."""
    for gang in battle.order:
        for model in tuple(battle.on_table(gang)):
            if model.has(STUNNED):
                battle = yield from call(recovery, battle, model.id)
    return battle


def recovery(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A model's roll, and the counters that it loses by it."""
    why = recovery_modifiers(battle, fighter)
    number, amount = numbers(battle).stunned, sum(one.amount for one in why)
    count = battle.model(fighter).has(STUNNED)
    faces: dict[int, tuple[Faces, ...]] = dict.fromkeys(range(count + 1), ())
    for face in range(1, SIDES + 1):
        left = 0 if face + amount >= number.all else count - 1 if face + amount >= number.one else count
        faces[left] = (*faces[left], (face,))
    means = tuple((_words(count, left), those) for left, those in faces.items() if those)
    (face,) = yield Roll("stunned counters", "D6", fighter, why=why, source=SECTION, means=means, tells="how many are removed")
    left = next(left for left, those in faces.items() if (face,) in those)
    battle = battle.marked(fighter, STUNNED, left)
    yield Say(f"{battle.called(fighter)}: {_words(count, left)}", SECTION, battle)
    return battle


def recovery_modifiers(battle: Battle, fighter: str) -> tuple[Modifier, ...]:
    """What is added to a model's roll."""
    number, found = numbers(battle).stunned, []
    if is_engaged(battle, fighter):
        found.append(modifier(number.engaged, "engaged", SECTION))
    if battle.model(fighter).has(RESTED):
        found.append(modifier(number.rested, "rested in the move phase", SECTION))
    return tuple(one for one in found if one.amount)


def _words(count: int, left: int) -> str:
    gone = count - left
    if not gone:
        return "no stunned counter is removed"
    if not left:
        return "no stunned counter is left"
    return f"{gone} stunned counter{'s' * (gone > 1)} removed, {left} left"
