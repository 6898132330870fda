"""arbiter: the program opens caskets and doors that are in its way, and leaves others alone."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Choose, Option
from rules.skirmish.opponent.goal_choice import goal_of
from rules.skirmish.opponent.piece_choice import at_hand, way_in
from rules.skirmish.opponent.program_player import decide
from rules.skirmish.opponent.style import USUAL
from rules.skirmish.phases.action_list import actions_of
from rules.skirmish.state.action import can
from rules.skirmish.state.battle_state import Battle, TableObject
from rules.skirmish.state.initial_state import new_battle
from tests.rules.skirmish.guns import card
from tests.rules.systems.arbiter.arbiter_scenes import scene, turn_of
from tests.rules.systems.arbiter.test_program_battles import met

CASKET = TableObject("casket", (10.9, 10.0, 0.0), locked=True)


@pytest.mark.parametrize(("wit", "strength", "does"), [(6, 3, "bypass-lock"), (11, 3, "smash-casket")])
def test_a_casket_is_opened_by_wit_if_that_is_likely_else_by_force(wit: int, strength: int, does: str) -> None:
    start = scene({"ann": (10, 10), "bill": (40, 40)}, cards=[card("ann", intelligence=wit, strength=strength)])
    start = turn_of(replace(start, things=(CASKET,)), "ann")
    assert chosen(start) == does
    open_now = replace(start, things=(replace(CASKET, locked=False),))
    assert chosen(open_now) not in {"bypass-lock", "smash-casket"}


def chosen(start: Battle) -> str:
    acting = start.activation
    assert acting is not None
    options = tuple(Option(one.key, one.name, one) for one in actions_of(start) if can(start, acting.fighter, one))
    return decide(start, Choose("action", acting.controller, (*options, Option("end", "end")), about=acting.fighter))


def alone(x: float, y: float, casket: tuple[float, float]) -> Battle:
    """The first of the gang in the east of the yard, near its door or not; all others are away."""
    start = new_battle(met(0))
    who = next(model.id for model in start.models if model.gang == "net-loft")
    start = start.changed(who, whereabouts="table", position=(x, y, 0.0), ready=True)
    thing = replace(start.things[0], position=(*casket, 0.0))
    return turn_of(replace(start, things=(thing,), order=("kiln-vigil", "net-loft"), phase="action", turn="net-loft"), who)


def test_a_door_in_the_way_is_gone_to_and_opened() -> None:
    far = alone(14.0, 9.0, (5.0, 6.0))
    who = far.activation.fighter if far.activation else ""
    goal = goal_of(far, who, USUAL.usual)
    assert goal is not None
    assert goal.what == "door"
    near = alone(10.2, 6.0, (5.0, 6.0))
    assert chosen(near) == "force-door", "its terminal is on the other side"


def test_a_door_is_left_alone_where_nothing_is_behind_it() -> None:
    start = alone(10.2, 6.0, (14.0, 9.0))
    who = start.activation.fighter if start.activation else ""
    assert way_in(start, who, (14.0, 9.0, 0.0)) is None
    assert at_hand(start, who, frozenset({"force-door"}), through=False) is None
    assert chosen(start) != "force-door"
