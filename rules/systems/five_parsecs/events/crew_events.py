"""Battle events that befall the crew: who acts when, who fires at once, whose weapon fails, who is lost or comes.

Source: five-parsecs, Battle events on round 2 and round 4.
"""

from rules.engine.procedure_steps import Choose, Option, Procedure, Say, call
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.combat.fire_attack import allowed_targets, fires
from rules.systems.five_parsecs.combat.fire_choice import asks_fire, ways_to_fire
from rules.systems.five_parsecs.combat.hit_rolls import FireAttack
from rules.systems.five_parsecs.conditions.figure_now import bailed, guns_of, may_fire
from rules.systems.five_parsecs.conditions.marks import BOTH, EVENTS, FIRED, IDLE, LAST_SHOT
from rules.systems.five_parsecs.conditions.side_marks import CUNNING, HESITANT, LOOT
from rules.systems.five_parsecs.events.arriving import arrive, on_edge, waiting
from rules.systems.five_parsecs.events.random_figures import by_chance, by_choice, crew_there, enemies_there
from rules.systems.five_parsecs.events.table_edges import crew_edge
from rules.systems.five_parsecs.roster.combat_sheet import crew_of


def seized_the_moment(battle: Battle) -> Procedure[Battle]:
    """A crew member of the player's choice acts quickly and slowly in the next round."""
    name = yield from by_choice(battle, "who seizes the moment", crew_there(battle), EVENTS)
    return (yield from _acts_twice(battle, name))


def _acts_twice(battle: Battle, name: str) -> Procedure[Battle]:
    if name:
        battle = battle.marked(name, BOTH)
        yield Say(f"{battle.called(name)} acts in the quick and in the slow actions phase of the next round", EVENTS, battle)
    return battle


def desperate_plan(battle: Battle) -> Procedure[Battle]:
    """A crew member by chance cannot act in the next round, and another one of the player's choice acts twice in it."""
    crew = crew_there(battle)
    idle = yield from by_chance(battle, "who cannot act", crew_of(battle.setting), crew, EVENTS)
    if not idle:
        return battle
    battle = battle.marked(idle, IDLE)
    yield Say(f"{battle.called(idle)} cannot act in the next round", EVENTS, battle)
    others = [name for name in crew if name != idle]
    return (yield from _acts_twice(battle, (yield from by_choice(battle, "who acts twice instead", others, EVENTS))))


def cunning_plan(battle: Battle) -> Procedure[Battle]:
    """In the next round there is no reaction roll: everybody of the crew acts when the player likes."""
    battle = battle.side_marked(crew_of(battle.setting), CUNNING, battle.round + 1)
    yield Say("in the next round everybody of the crew acts when the player likes", EVENTS, battle)
    return battle


def hesitation(battle: Battle) -> Procedure[Battle]:
    """In the next round but one of the crew acts quickly."""
    battle = battle.side_marked(crew_of(battle.setting), HESITANT, battle.round + 1)
    yield Say("in the next round but one of the crew acts in the quick actions phase", EVENTS, battle)
    return battle


def ammo_fault(battle: Battle) -> Procedure[Battle]:
    """A weapon that a crew member by chance fired in this round is of no more use; if he fired none, one has one shot left."""
    name = yield from by_chance(battle, "whose ammunition fails", crew_of(battle.setting), crew_there(battle), EVENTS)
    if not name:
        return battle
    who, model = battle.called(name), battle.model(name)
    if fired := model.about(FIRED):
        weapon = yield from by_chance(battle, "which weapon fails", name, fired, EVENTS)
        battle = battle.changed(name, empty=model.empty | {weapon})
        yield Say(f"{who} can use {weapon} no more", EVENTS, battle)
        return battle
    guns = [gun.name for gun in guns_of(battle, name)]
    weapon = yield from by_chance(battle, "which weapon has one shot left", name, guns, EVENTS)
    if not weapon:
        yield Say(f"{who} has nothing to fire", EVENTS)
        return battle
    battle = battle.marked(name, LAST_SHOT, about=weapon)
    yield Say(f"{who} can fire {weapon} once more", EVENTS, battle)
    return battle


def snap_shot(battle: Battle) -> Procedure[Battle]:
    """A crew member of the player's choice fires one weapon at once; a pistol hits by itself."""
    able = [name for name in crew_there(battle) if may_fire(battle, name) and next(ways_to_fire(battle, name), None)]
    name = yield from by_choice(battle, "who takes the snap shot", able, EVENTS, may_pass=True)
    attack = (yield from _aimed(battle, name)) if name else None
    if attack is None:
        yield Say("nobody takes a snap shot", EVENTS)
        return battle
    return (yield from call(fires, battle, attack))


def _aimed(battle: Battle, name: str) -> Procedure[FireAttack | None]:
    """What a crew member fires at whom, as if he had nothing but one of his weapons."""
    guns = {gun.name: gun for gun in guns_of(battle, name) if allowed_targets(battle, name, gun)}
    options = tuple(Option(one, one, one) for one in guns)
    weapon = options[0].value
    if len(options) > 1:
        weapon = yield Choose("weapon for the snap shot", crew_of(battle.setting), options, about=name, source=EVENTS)
    others = {gun.name for gun in guns_of(battle, name)} - {weapon}
    alone = battle.changed(name, empty=battle.model(name).empty | others)
    pistol = "pistol" in guns[weapon].traits
    return (yield from asks_fire(alone, name, "hits by itself" if pistol else "fire"))


def back_up(battle: Battle) -> Procedure[Battle]:
    """A crew member who has taken no part comes at the centre of the crew's edge, if the player likes."""
    spare = waiting(battle, crew_of(battle.setting))
    if not spare:
        yield Say("there is no spare crew", EVENTS)
        return battle
    name = yield from by_choice(battle, "who comes as back-up", spare, EVENTS, may_pass=True)
    return (yield from arrive(battle, [name], on_edge(battle, crew_edge(battle)), EVENTS)) if name else battle


def lost(battle: Battle) -> Procedure[Battle]:
    """A crew member by chance loses his way and is out of the battle; not while the crew is outnumbered."""
    crew = crew_there(battle)
    if len(crew) < len(enemies_there(battle)):
        yield Say("the crew is outnumbered: nobody is lost", EVENTS)
        return battle
    name = yield from by_chance(battle, "who is lost", crew_of(battle.setting), crew, EVENTS)
    if name:
        battle = bailed(battle, name)
        yield Say(f"{battle.called(name)} is lost, and safe back after the battle", EVENTS, battle)
    return battle


def checks_it_out(battle: Battle) -> Procedure[Battle]:
    """A crew member by chance may leave the battle for a roll on the loot table after it."""
    gang = crew_of(battle.setting)
    name = yield from by_chance(battle, "who has seen something", gang, crew_there(battle), EVENTS)
    if not name:
        return battle
    who = battle.called(name)
    options = (Option("stay", f"{who} stays", value=False), Option("go", f"{who} leaves the battle for it", value=True))
    if (yield Choose("whether to check it out", gang, options, about=name, source=EVENTS)):
        battle = bailed(battle, name).side_marked(gang, LOOT, battle.side(gang).has(LOOT) + 1)
        yield Say(f"{who} goes to check it out: a roll on the loot table after the battle", EVENTS, battle)
    else:
        yield Say(f"{who} stays, and the chance is lost", EVENTS)
    return battle
