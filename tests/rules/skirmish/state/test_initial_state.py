"""The initial state of a battle: who waits, what lies about, and what does not go together."""

from dataclasses import replace

import pytest

from rules.errors import RulesError
from rules.roster.gang import Fighter, Gang
from rules.roster.profile import Profile
from rules.skirmish.state.battle_state import Setting
from rules.skirmish.state.initial_state import new_battle
from rules.skirmish.state.scenario import Area, Objective, Scenario
from rules.systems import registry
from scene.table.table import Table, Terrain
from tests.rules.skirmish.battles import body

AREAS = (Area((0.0, 0.0), (0.25, 1.0)), Area((0.75, 0.0), (1.0, 1.0)))
LOOT = (Objective("crate", (0.5, 0.25), 3, loot=True), Objective("bag", (0.5, 0.75), loot=True, light=True))
RED = Gang("red", "Red", (Fighter("anna", "Anna", profile=Profile(wounds=3)), Fighter("alf", "Alf")), deck=("a", "b"))
BLUE = Gang("blue", "Blue", (Fighter("bill", "Bill"),))


def setting(*gangs: Gang, scenario: object = None) -> Setting:
    return Setting(Table((24.0, 16.0), Terrain(())), gangs, body, registry.system("main-rulebook").battle, scenario)


def faults(*gangs: Gang, scenario: object = None) -> tuple[str, ...]:
    with pytest.raises(RulesError) as raised:
        new_battle(setting(*gangs, scenario=scenario))
    return raised.value.faults


def test_everybody_waits_unhurt_to_be_set_up() -> None:
    start = new_battle(setting(RED, BLUE))
    assert [(model.id, model.gang, model.whereabouts, model.wounds) for model in start.models] == [
        ("anna", "red", "reserve", 3),
        ("alf", "red", "reserve", 1),
        ("bill", "blue", "reserve", 1),
    ]
    assert (start.phase, start.round, start.order, start.things) == ("deploy", 0, (), ())
    assert [side.deck for side in start.sides] == [("a", "b"), ()]


def test_loot_lies_where_the_scenario_puts_it_and_other_objectives_are_no_things() -> None:
    held = Objective("valve", (0.5, 0.5))
    start = new_battle(setting(RED, BLUE, scenario=Scenario("S", AREAS, objectives=(*LOOT, held))))
    assert [(thing.id, thing.position, thing.light, thing.holder) for thing in start.things] == [
        ("crate", (12.0, 4.0, 0.0), False, ""),
        ("bag", (12.0, 12.0, 0.0), True, ""),
    ]


def test_a_scenario_can_be_played_with_fewer_gangs_than_it_has_areas() -> None:
    assert new_battle(setting(RED, BLUE, scenario=Scenario("S", (*AREAS, AREAS[0])))).phase == "deploy"


def test_what_does_not_go_together_is_told_all_at_once() -> None:
    assert faults(RED) == ("a battle needs two gangs or more",)
    twin = replace(RED, name="Twin")
    assert faults(RED, twin) == (
        "two gangs have the same id; give one of them another",
        "these ids stand for more than one fighter: alf, anna",
    )
    assert faults(RED, Gang("empty", "Empty"), BLUE, scenario=Scenario("Two", AREAS)) == (
        'the gang "Empty" has no fighters',
        'the scenario "Two" is for 2 gangs; there are 3',
    )


def test_ids_that_are_answers_or_objectives_are_refused() -> None:
    odd = Gang("odd", "Odd", (Fighter("flee", "Flee"), Fighter("crate", "Crate")))
    assert faults(RED, odd, scenario=Scenario("S", AREAS, objectives=LOOT)) == (
        'no fighter can have the id "flee": it is an answer; give him another',
        '"crate" is both a fighter and an objective; give one of them another id',
    )


@pytest.mark.parametrize("name", ["undo", "why", "log", "quit", "safe"])
def test_ids_that_people_type_for_something_else_are_refused(name: str) -> None:
    odd = Gang("odd", "Odd", (Fighter(name, "Odd"),))
    assert faults(RED, odd) == (f'no fighter can have the id "{name}": it is an answer; give him another',)


def test_too_many_fighters() -> None:
    many = Gang("many", "Many", tuple(Fighter(f"m-{number}", "M") for number in range(199)))
    assert faults(RED, many) == ("there are 201 fighters; the limit is 200",)
    assert len(new_battle(setting(BLUE, many)).models) == 200
