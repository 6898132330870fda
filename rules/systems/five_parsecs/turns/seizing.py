"""Seizing the initiative, before the first round. Sources: five-parsecs: Seizing the initiative roll, Outcomes."""

from rules.citations import Reason
from rules.engine.procedure_steps import Choose, Modifier, Option, Procedure, Roll, Say, call
from rules.skirmish.moving.own_movement import as_usual
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.combat.fire_attack import fires
from rules.systems.five_parsecs.combat.fire_choice import asks_fire, ways_asked
from rules.systems.five_parsecs.conditions.figure_now import sheet, speed_now
from rules.systems.five_parsecs.moving.asked_moves import asks_where
from rules.systems.five_parsecs.moving.species_rules import moves_as
from rules.systems.five_parsecs.roster.combat_sheet import crew_of, crew_sheet, enemies_of, enemy_force
from rules.systems.five_parsecs.turns.crew_actions import after_move

SEIZING, OUTCOMES = "Seizing the initiative roll", "Outcomes"
NEEDED = 10
DIFFICULTY = {"normal": 0, "hardcore": -2, "insanity": -3}
HIRED, OUTNUMBERED = -1, 1


def seizing_modifiers(battle: Battle) -> tuple[Modifier, ...]:
    """All that is added to the roll. A feral in the crew lets penalties go that the opponents impose."""
    crew, foes = crew_of(battle.setting), enemies_of(battle.setting)
    members, force = list(battle.on_table(crew)), enemy_force(battle.setting)
    feral = any(sheet(battle, one.id).species == "feral" for one in members)
    savvy = max((sheet(battle, one.id).savvy for one in members), default=0)
    outnumbered = len(members) < len(list(battle.on_table(foes)))
    theirs = [(HIRED if force.hired else 0, "hired muscle"), (force.initiative, battle.called(foes))]
    difficulty = crew_sheet(battle.setting).difficulty
    found = [
        (savvy, "the best savvy of the crew"),
        (OUTNUMBERED if outnumbered else 0, "outnumbered"),
        *((amount, text) for amount, text in theirs if amount > 0 or not feral),
        (DIFFICULTY[difficulty], f"{difficulty} difficulty"),
    ]
    return tuple(Modifier(amount, Reason(text, SEIZING)) for amount, text in found if amount)


def seizing_roll(battle: Battle) -> Procedure[bool]:
    """Whether the crew seizes the initiative."""
    why = seizing_modifiers(battle)
    good = frozenset(range(max(NEEDED - sum(one.amount for one in why), 2), 13))
    crew = crew_of(battle.setting)
    tells = "if seized, everybody moves or fires before the first round"
    roll = Roll("seizing the initiative", "2D6", crew, f"{NEEDED}+", why, SEIZING, good, ("seized", "not seized"), tells=tells)
    return roll.succeeds((yield roll))


def seize(battle: Battle) -> Procedure[Battle]:
    """The roll, and the move or the fire of every crew member if it succeeds."""
    if not (yield from call(seizing_roll, battle)):
        return battle
    yield Say(
        f"the initiative is seized by {battle.called(crew_of(battle.setting))}: everybody moves or fires", OUTCOMES, battle
    )
    for model in tuple(battle.on_table(crew_of(battle.setting))):
        if battle.model(model.id).on_table:
            battle = yield from _moves_or_fires(battle, model.id)
    return battle


def _moves_or_fires(battle: Battle, fighter: str) -> Procedure[Battle]:
    fire = (Option("fire", "fire, hits on a natural 6 only", "fire"),) if ways_asked(battle, fighter, turns=True) else ()
    options = (Option("move", "a normal move", "move"), *fire, Option("nothing", "neither", ""))
    crew = crew_of(battle.setting)
    what = yield Choose("before the first round", crew, options, about=fighter, source=OUTCOMES)
    if what == "move":
        able = moves_as(battle, fighter)
        moved = yield from asks_where(able, fighter, speed_now(battle, fighter), "where to", OUTCOMES)
        return (yield from after_move(battle, as_usual(moved), fighter))
    if what == "fire":
        attack = yield from asks_fire(battle, fighter, "before the battle", turns=True)
        # Whoever thinks better of it may still move.
        return (yield from (_moves_or_fires(battle, fighter) if attack is None else call(fires, battle, attack)))
    return battle
