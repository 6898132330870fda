"""Orders, and special actions: breaking off from a combat, and bracing for one.

The reference names orders and special actions, and no more: Sightline's own (docs/rules-combat-pool.md).
"""

from rules.engine.procedure_steps import Choose, Option, Procedure, Roll, Say, call
from rules.skirmish.moving.facing_action import decides
from rules.skirmish.moving.move_actions import Manner
from rules.skirmish.state.action import Action
from rules.skirmish.state.battle_sight import apart, engaged, is_engaged, sees
from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.citations import ORDER, SPECIAL, own
from rules.systems.combat_pool.conditions.model_marks import HIDDEN, ORDERED, STUNNED
from rules.systems.combat_pool.conditions.model_now import command_inches, is_stunned, move_now
from rules.systems.combat_pool.pool_numbers import ROUNDING, numbers
from rules.systems.combat_pool.turns.move_phase_actions import ANY, BRACE, activation_over, moves

ORDERS, SPECIALS = own("orders"), own("special actions")
WHOM = "to whom the order goes"
SIDES = 6
AWAY = "where to break off"


def may_be_ordered(battle: Battle, fighter: str) -> tuple[str, ...]:
    """The friends to whom a model can give an order: in reach and in sight, not stunned, in contact with nobody."""
    inches = command_inches(battle, fighter)
    friends = (one.id for one in battle.on_table(battle.model(fighter).gang) if one.id != fighter and not one.has(ORDERED))
    able = [name for name in friends if not is_stunned(battle, name) and not is_engaged(battle, name)]
    near = sorted((apart(battle, fighter, name), name) for name in able)
    return tuple(name for far, name in near if far <= inches + ROUNDING and sees(battle, fighter, name))


def order(battle: Battle, fighter: str) -> Procedure[Battle | None]:
    """A friend has an action more: in its activation, or now that it has acted in another one."""
    names = may_be_ordered(battle, fighter)
    options = tuple(Option(name, battle.called(name), name) for name in names)
    nobody = Option("nobody", "nobody", "")
    friend: str = yield Choose(WHOM, decides(battle, fighter), (*options, nobody), about=fighter, source=ORDER)
    if not friend:
        return None
    battle = battle.marked(friend, ORDERED).marked(fighter, HIDDEN, 0)
    yield Say(f"{battle.called(fighter)} gives {battle.called(friend)} an order: an action more", ORDERS, battle)
    return battle


def break_off(battle: Battle, fighter: str) -> Procedure[Battle]:
    """A model gets out of contact, if its die has it."""
    least = break_off_needs(battle, fighter)
    good = frozenset(range(min(least, SIDES), SIDES + 1))
    needs, called, tells = f"{min(least, SIDES)}+", ("gets away", "does not"), "a failure ends the activation"
    roll = Roll("breaking off", "D6", fighter, needs, (), SPECIALS, good, called, tells=tells)
    if not roll.succeeds((yield roll)):
        yield Say(f"{battle.called(fighter)} does not get away", SPECIALS)
        return activation_over(battle)
    manner = Manner(AWAY, clear=True)
    return activation_over((yield from call(moves, battle, fighter, move_now(battle, fighter), manner)))


def break_off_needs(battle: Battle, fighter: str) -> int:
    """What the die has to show: more for each stunned counter; a 6 always does."""
    return numbers(battle).turns.away + battle.model(fighter).has(STUNNED)


def _no_order(battle: Battle, fighter: str) -> str | None:
    who = battle.called(fighter)
    if not command_inches(battle, fighter):
        return f"{who} is neither a leader nor a sergeant"
    return f"{who} is stunned" if is_stunned(battle, fighter) else None


def _nobody_to_order(battle: Battle, fighter: str) -> str | None:
    if may_be_ordered(battle, fighter):
        return None
    return f'no friend who could act is in sight within {command_inches(battle, fighter):g}" of {battle.called(fighter)}'


def _no_contact(battle: Battle, fighter: str) -> str | None:
    return None if engaged(battle, fighter) else f"{battle.called(fighter)} is in contact with no enemy"


SPECIAL_ACTIONS = (
    Action("order", "Issue an order", "basic", ANY, _no_order, order, ORDER, vain=_nobody_to_order, does="a friend does more"),
    Action("break-off", "Special: break off", "basic", ANY, _no_contact, break_off, SPECIAL, does="out of contact, on a die"),
    BRACE,
)
