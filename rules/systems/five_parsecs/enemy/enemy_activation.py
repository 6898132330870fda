"""The activation of an enemy and of its group: one roll for all of them, then each acts to its end before the next.

Sources: five-parsecs: How to use movement tables, Group actions, Enemy overwatch, Stun, Shock, Snap fire rules, Jumping.
"""

from rules.engine.procedure_steps import Procedure, Roll, Say, call
from rules.movement.engaging_paths import Engagement
from rules.skirmish.moving.own_movement import as_usual
from rules.skirmish.state.battle_sight import apart
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.combat.brawl import brawls
from rules.systems.five_parsecs.combat.fire_attack import fires
from rules.systems.five_parsecs.conditions.battle_view import ROUNDING, listed
from rules.systems.five_parsecs.conditions.figure_now import ai_of, may_fire, sheet, speed_now
from rules.systems.five_parsecs.conditions.marks import ATTACKED, IDLE, LANDED, OVERWATCH, SHOCKED, STUNNED
from rules.systems.five_parsecs.enemy.activation_end import ends
from rules.systems.five_parsecs.enemy.ai_tables import AI_TABLES, AiTable, Instruction
from rules.systems.five_parsecs.enemy.base_conditions import CONDITIONS
from rules.systems.five_parsecs.enemy.enemy_fire import aims, settled_attack
from rules.systems.five_parsecs.enemy.enemy_plan import EnemyPlan
from rules.systems.five_parsecs.enemy.overruling import asked, inches_of
from rules.systems.five_parsecs.enemy.plan_making import looking, make_plan, preferred
from rules.systems.five_parsecs.enemy.prospects.outlook import Outlook
from rules.systems.five_parsecs.enemy.shock_moves import shock_move
from rules.systems.five_parsecs.enemy.type_behaviours import ward_of
from rules.systems.five_parsecs.harm.lasting_effects import activated, deactivated
from rules.systems.five_parsecs.moving.closing_in import closes_in, in_contact_with
from rules.systems.five_parsecs.moving.species_rules import moves_as
from rules.systems.five_parsecs.moving.walks import walks
from rules.systems.five_parsecs.roster.combat_sheet import AiType, enemy_force

GROUPS = "Group actions"
TABLES = "How to use movement tables"
TOGETHER = 2.0
"""Inches within which enemies act as a group. Source: five-parsecs, Group actions."""
CRITTERS = Instruction("Battle events on round 2 and round 4", "goes for whoever is nearest", "chase")
"""What vermin do, whichever side the nearest figure is on."""


def enemy_acts(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The whole activation of an enemy and of its group; nothing for who is not on the table.

    Source: five-parsecs, Group actions; How to use movement tables.

    Args:
        battle: in which it is an enemy's turn.
        fighter: who is to act, ready or not: something may let it act once more. Those of its group act if they are ready.
    """
    if not battle.model(fighter).on_table:
        return battle
    if sheet(battle, fighter).role == "vermin":
        return (yield from vermin_acts(battle, fighter))
    group = group_of(battle, fighter)
    if len(group) > 1:
        yield Say(f"{listed(battle, group)} act as a group", GROUPS)
    row = yield from call(instruction, battle, group)
    for name in group:
        if name == fighter or battle.model(name).ready:
            battle = yield from _acts(battle, name, row, group[0] if row.faces else "")
    return battle


def _acts(battle: Battle, fighter: str, row: Instruction, rolled: str = "") -> Procedure[Battle]:
    """One enemy acts, and moves as it can."""
    return as_usual((yield from call(acts_by, moves_as(battle, fighter), fighter, row, rolled)))


def vermin_acts(battle: Battle, fighter: str) -> Procedure[Battle]:
    """The activation of vermin, who go for the nearest figure of any side but their own.

    For that they have to be of a side of their own: `FighterState.gang` an id that no other figure has.

    Source: five-parsecs, Battle events on round 2 and round 4 (critters).
    """
    if not battle.model(fighter).on_table:
        return battle
    return (yield from _acts(battle, fighter, CRITTERS))


def acting_ai(battle: Battle, fighter: str) -> AiType:
    """The AI type that an enemy acts by: a guardian whose ward is gone acts as the others do, which the text leaves open."""
    own = ai_of(battle, fighter)
    if own != "guardian" or ward_of(battle, fighter):
        return own
    main = enemy_force(battle.setting).ai
    return "aggressive" if main == "guardian" else main


def group_of(battle: Battle, fighter: str) -> tuple[str, ...]:
    """An enemy and all who act with it: ready, of its AI type, and each within 2" of another of them; itself first.

    Source: five-parsecs, Group actions. It is about a shared roll, and so about types that roll.
    """
    ai = acting_ai(battle, fighter)
    found = [fighter]
    if not AI_TABLES[ai].rows:
        return (fighter,)
    own = battle.on_table(battle.model(fighter).gang)
    left = [one.id for one in own if one.ready and one.id != fighter and sheet(battle, one.id).role != "vermin"]
    left = [name for name in left if acting_ai(battle, name) == ai and sheet(battle, name).ai != "guardian"]
    for one in found:
        near = sorted((apart(battle, one, name), name) for name in left)
        joined = [name for far, name in near if far <= TOGETHER + ROUNDING]
        found += joined
        left = [name for name in left if name not in joined]
    return tuple(found)


def instruction(battle: Battle, group: tuple[str, ...]) -> Procedure[Instruction]:
    """What a group does: as its base says if the condition holds for any of them, else as a roll on its table says."""
    ai = acting_ai(battle, group[0])
    table = AI_TABLES[ai]
    able = [name for name in group if _free_to_act(battle, name)]
    if table.condition is None or not able:
        return table.base
    bound = next((name for name in able if CONDITIONS[table.condition](Outlook(moves_as(battle, name), name))), None)
    if bound is not None:
        yield Say(f"{battle.called(bound)}: {table.holds}, the base condition of {ai} enemies", table.base.section)
        return table.base
    (face,) = yield _table_roll(group[0], ai, table)
    return table.row(face)


def _table_roll(fighter: str, ai: AiType, table: AiTable) -> Roll:
    means = tuple((row.words, tuple((face,) for face in row.faces)) for row in table.rows)
    return Roll(f"{ai} enemies", "D6", fighter, source=table.base.section, means=means)


def _free_to_act(battle: Battle, fighter: str) -> bool:
    """Whether nothing keeps somebody from doing what the table says."""
    model = battle.model(fighter)
    return not (model.has(SHOCKED) or model.has(LANDED) or model.has(IDLE))


def acts_by(battle: Battle, fighter: str, row: Instruction, rolled: str = "") -> Procedure[Battle]:
    """One enemy acts, from its activation to its end; ``rolled``: who has just rolled for its row, if anybody has."""
    battle = yield from call(activated, battle.marked(fighter, OVERWATCH, 0), fighter)
    if not battle.model(fighter).on_table:
        return battle
    if battle.model(fighter).has(SHOCKED) and not battle.model(fighter).has(LANDED):
        battle = yield from call(shock_move, battle, fighter)
    elif not _free_to_act(battle, fighter):
        yield Say(f"{battle.called(fighter)} cannot act in this round", TABLES)
    else:
        plan = yield from asked(battle, make_plan(battle, fighter, row), rolled)
        battle = yield from carried_out(battle, plan)
    battle = yield from call(ends, battle, fighter)
    return (yield from call(deactivated, battle, fighter))


def carried_out(battle: Battle, plan: EnemyPlan) -> Procedure[Battle]:
    """An enemy does what it was about to do, as far as nobody keeps it from that on the way."""
    fighter, stunned = plan.fighter, bool(battle.model(plan.fighter).has(STUNNED))
    if isinstance(plan.where, Engagement):
        battle = _attacking(battle, fighter, plan.where.engaged)
        moves = bool(plan.path.legs)
        if moves:
            battle = yield from closes_in(battle, fighter, plan.where, speed_now(battle, fighter))
        return (yield from call(brawls, battle, fighter, moves)) if in_contact_with(battle, fighter) else battle
    if plan.path.legs:
        battle = yield from walks(battle, fighter, plan.path, inches_of(battle, plan))
    wants = plan.fire is not None if plan.overruled else not plan.dash and not (stunned and plan.path.legs)
    if not wants or not may_fire(battle, fighter) or battle.model(fighter).has(LANDED):
        return battle
    return (yield from _fires(battle, plan))


def _fires(battle: Battle, plan: EnemyPlan) -> Procedure[Battle]:
    """Fire at whom is best from where it has come to, or at whom a person has named."""
    fighter = plan.fighter
    only = plan.fire.first if plan.overruled and plan.fire is not None else None
    aim = aims(looking(battle, fighter), fighter, prefers=preferred(battle, fighter), only=only)
    if aim is None:
        return battle
    attack = yield from settled_attack(battle, fighter, aim)
    return (yield from call(fires, _attacking(battle, fighter, attack.targets), attack))


def _attacking(battle: Battle, fighter: str, targets: tuple[str, ...]) -> Battle:
    for target in targets:
        battle = battle.marked(fighter, ATTACKED, about=target)
    return battle
