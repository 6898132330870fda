"""What events do to the phases of a round: to be asked, and called, by them.

A round calls `before_round` first, with its number in the battle; then `reactions_by_event` in place of the reaction roll,
where `reaction_rolls_skipped`; `before_enemies` at the beginning of the enemy actions phase, and `after_enemies` when all have
acted.

Source: five-parsecs, Battle events on round 2 and round 4.
"""

from rules.engine.procedure_steps import Choose, Option, Procedure, Say, call
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.conditions.figure_now import sheet
from rules.systems.five_parsecs.conditions.marks import BOTH, EVENTS, IDLE, QUICK, SLOW
from rules.systems.five_parsecs.conditions.side_marks import CUNNING, HESITANT, RENEWED, ROUND_MARKS, holds_now
from rules.systems.five_parsecs.events.possible_reinforcements import somebody_comes
from rules.systems.five_parsecs.events.random_figures import by_chance, by_choice, crew_there, enemies_there
from rules.systems.five_parsecs.events.vermin import Acts, vermin_act
from rules.systems.five_parsecs.roster.combat_sheet import crew_of, enemies_of


def before_round(battle: Battle) -> Procedure[Battle]:
    """Marks of rounds that are over go, and the log says what holds for this one."""
    for side in battle.sides:
        for mark in ROUND_MARKS:
            if side.has(mark) and side.has(mark) < battle.round:
                battle = battle.side_marked(side.id, mark, 0)
            elif holds_now(battle, side.id, mark):
                yield Say(f"{battle.called(side.id)}, in this round: {mark.name}", mark.source)
    return battle


def reaction_rolls_skipped(battle: Battle) -> bool:
    """Whether an event says who acts quickly in this round, so that nobody rolls for it."""
    crew = crew_of(battle.setting)
    return holds_now(battle, crew, CUNNING) or holds_now(battle, crew, HESITANT)


def reactions_by_event(battle: Battle) -> Procedure[Battle]:
    """Who acts quickly and who slowly in this round by an event: as the player likes, or but one of the crew quickly."""
    crew = tuple(name for name in crew_there(battle) if not battle.model(name).has(BOTH) and not battle.model(name).has(IDLE))
    if holds_now(battle, crew_of(battle.setting), HESITANT):
        return (yield from _one_is_quick(battle, crew))
    for name in crew:
        options = (Option("quick", "in the quick actions phase", QUICK), Option("slow", "in the slow actions phase", SLOW))
        battle = battle.marked(name, (yield Choose("when to act", crew_of(battle.setting), options, about=name, source=EVENTS)))
    return battle


def _one_is_quick(battle: Battle, crew: tuple[str, ...]) -> Procedure[Battle]:
    """One of the crew acts quickly, a Feral if there is one."""
    ferals = [name for name in crew if sheet(battle, name).species == "feral"]
    quick = yield from by_choice(battle, "who acts quickly", ferals or crew, EVENTS)
    for name in crew:
        battle = battle.marked(name, QUICK if name == quick else SLOW)
    if quick:
        yield Say(f"{battle.called(quick)} alone acts quickly", EVENTS, battle)
    return battle


def before_enemies(battle: Battle, acts: Acts) -> Procedure[Battle]:
    """Enemies may come at a marker, and vermin attack; ``acts`` is how one of them acts."""
    battle = yield from call(somebody_comes, battle)
    return (yield from call(vermin_act, battle, acts))


def after_enemies(battle: Battle, acts: Acts) -> Procedure[Battle]:
    """After all enemies have acted, one of them by chance acts again, where they have renewed their efforts.

    Args:
        battle: before it.
        acts: how one enemy acts: a function of a module, as odds may be reckoned over it.
    """
    gang = enemies_of(battle.setting)
    if not battle.side(gang).has(RENEWED):
        return battle
    name = yield from by_chance(battle, "who acts again", gang, enemies_there(battle), EVENTS)
    if not name:
        return battle
    battle = battle.changed(name, ready=True)
    yield Say(f"{battle.called(name)} acts again", EVENTS, battle)
    return (yield from call(acts, battle, name))
