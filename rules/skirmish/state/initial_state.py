"""The initial state of a battle: everybody waits to be set up."""

from dataclasses import replace

from rules.errors import RulesError
from rules.skirmish.state.battle_state import Battle, FighterState, GangState, Setting, TableObject
from rules.skirmish.state.scenario import Scenario, objective_place, of

MOST_FIGHTERS = 200
ANSWERS = frozenset({"none", "flee", "stay", "keep", "nearest", "safe"})
"""Answers that are offered beside fighters, or typed beside their names."""
WORDS = frozenset({"undo", "redo", "why", "log", "rule", "help", "quit"})
"""What people type at any time."""


def new_battle(setting: Setting) -> Battle:
    """A battle before the first fighter is set up.

    Raises:
        RulesError: with all that does not fit together.
    """
    faults = list(_faults(setting))
    if faults:
        raise RulesError(faults)
    models = tuple(
        FighterState(card.id, gang.id, whereabouts="reserve", wounds=card.profile.wounds)
        for gang in setting.gangs
        for card in gang.fighters
    )
    sides = tuple(GangState(gang.id, deck=gang.deck) for gang in setting.gangs)
    battle = Battle(setting, models, sides, phase="deploy")
    return replace(battle, things=_things(battle))


def _things(battle: Battle) -> tuple[TableObject, ...]:
    """What can be carried off."""
    scenario = of(battle)
    loot = [one for one in scenario.objectives if one.loot] if scenario is not None else []
    return tuple(TableObject(one.id, objective_place(battle, one), one.light, locked=one.locked) for one in loot)


def _faults(setting: Setting) -> list[str]:
    faults = []
    ids = [card.id for gang in setting.gangs for card in gang.fighters]
    if len(setting.gangs) < 2:
        faults.append("a battle needs two gangs or more")
    if len({gang.id for gang in setting.gangs}) < len(setting.gangs):
        faults.append("two gangs have the same id; give one of them another")
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice:
        faults.append(f"these ids stand for more than one fighter: {', '.join(twice)}")
    faults += [
        f'no fighter can have the id "{name}": it is an answer; give him another'
        for name in sorted((ANSWERS | WORDS) & set(ids))
    ]
    if len(ids) > MOST_FIGHTERS:
        faults.append(f"there are {len(ids)} fighters; the limit is {MOST_FIGHTERS}")
    faults += [f'the gang "{setting.names[gang.id]}" has no fighters' for gang in setting.gangs if not gang.fighters]
    scenario = setting.scenario
    if isinstance(scenario, Scenario):
        both = sorted({one.id for one in scenario.objectives} & set(ids))
        faults += [f'"{name}" is both a fighter and an objective; give one of them another id' for name in both]
    if isinstance(scenario, Scenario) and len(scenario.areas) < len(setting.gangs):
        faults.append(f'the scenario "{scenario.name}" is for {len(scenario.areas)} gangs; there are {len(setting.gangs)}')
    return faults
