"""main-rulebook: Nerve test; Nerve tests; Broken."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Choose, Roll
from rules.skirmish.morale.aftermath import aftermath
from rules.skirmish.morale.nerve_tests import nerve_test, rally, shaken_by
from rules.skirmish.phases.rounds import next_action
from rules.skirmish.state.battle_state import Activation
from rules.skirmish.state.characteristics import profile_now
from rules.skirmish.state.status_changes import fled, out_of_action, seriously_injured
from rules.systems import registry
from tests.rules.skirmish.battles import Told, battle, gone_through

# 25 mm bases: 3.9" between middles are a little less than 3" between bases.
THREE = battle({"anna": (10, 10), "alan": (13.9, 10), "abel": (30, 10), "bill": (12, 12)})


def needs(told: Told) -> list[str]:
    return [one.needs for one in told if isinstance(one, Roll)]


def test_nerve_test_is_a_cool_check_with_one_for_each_operational_friend_near() -> None:
    _, told = gone_through(nerve_test(THREE, "anna"), (3, 4))
    assert needs(told) == ["6+"]
    _, told = gone_through(nerve_test(THREE.changed("alan", broken=True), "anna"), (3, 4))
    assert needs(told) == ["7+"]
    _, told = gone_through(nerve_test(THREE, "abel"), (3, 4))
    assert needs(told) == ["7+"]


@pytest.mark.parametrize(("faces", "broken"), [((3, 3), False), ((2, 3), True)])
def test_nerve_tests_who_fails_is_broken(faces: tuple[int, int], broken: bool) -> None:
    after, _ = gone_through(nerve_test(THREE, "anna"), faces)
    assert after.model("anna").broken is broken
    assert after.model("anna").nerve_tested


def test_nerve_tests_only_friends_within_three_inches_test() -> None:
    down = out_of_action(THREE, "alan")
    _, told = gone_through(shaken_by(down, "alan"), (6, 6))
    assert [one.who for one in told if isinstance(one, Roll)] == ["anna"]


def test_nerve_tests_are_made_once_a_round_and_not_when_broken() -> None:
    for state in ({"nerve_tested": True}, {"broken": True}):
        down = out_of_action(THREE.changed("anna", **state), "alan")
        assert gone_through(shaken_by(down, "alan"))[1] == []


def test_nerve_tests_follow_serious_injury_and_out_of_action_but_not_flesh_wounds() -> None:
    for after in (out_of_action(THREE, "alan"), seriously_injured(THREE, "alan")):
        assert gone_through(aftermath(THREE, after), (6, 6))[1].names() == ["nerve test"]
    assert gone_through(aftermath(THREE, THREE.changed("alan", flesh_wounds=1)))[1] == []


def test_fleeing_the_battlefield_shakes_nobody() -> None:
    assert gone_through(aftermath(THREE, fled(THREE, "alan")))[1] == []


def test_nerve_tests_all_fighters_test_whatever_their_status() -> None:
    lying = THREE.changed("anna", status="seriously_injured")
    assert gone_through(shaken_by(out_of_action(lying, "alan"), "alan"), (6, 6))[1].names() == ["nerve test"]


def test_broken_fighters_have_weapon_skill_six() -> None:
    assert profile_now(THREE.changed("anna", broken=True), "anna").weapon_skill == 6
    assert profile_now(THREE, "anna").weapon_skill == 4


@pytest.mark.parametrize(("faces", "broken"), [((3, 3), False), ((2, 3), True)])
def test_broken_fighters_rally_by_a_cool_check_with_friends_near(faces: tuple[int, int], broken: bool) -> None:
    after, _ = gone_through(rally(THREE.changed("anna", broken=True), "anna"), faces)
    assert after.model("anna").broken is broken


# Abby and Ada are within 3" of Alan and of each other, Amos of Alan only.
CROWD = battle({"alan": (10, 10), "abby": (12, 10), "ada": (12, 12), "amos": (7.9, 7.9), "bill": (30, 30)})


def test_resolving_simultaneous_actions_whoever_makes_a_turn_puts_nerve_tests_in_order() -> None:
    down = replace(out_of_action(CROWD, "alan"), activation=Activation("bill", 1, controller="blue"))
    _, told = gone_through(shaken_by(down, "alan"), "amos", (6, 6), "ada", (6, 6), (6, 6))
    assert [one.who for one in told if isinstance(one, Roll)] == ["amos", "ada", "abby"]
    assert {one.who for one in told if isinstance(one, Choose)} == {"blue"}
    _, told = gone_through(shaken_by(down, "alan"), "nearest", (6, 6), (6, 6), (6, 6))
    assert [one.who for one in told if isinstance(one, Roll)] == ["abby", "ada", "amos"]


def test_resolving_simultaneous_actions_without_a_turn_it_is_who_has_priority() -> None:
    down = replace(out_of_action(CROWD, "alan"), order=("blue", "red"), turn="red")
    _, told = gone_through(shaken_by(down, "alan"), "nearest", (6, 6), (6, 6), (6, 6))
    assert told[0].who == "blue"


def test_resolving_simultaneous_actions_nothing_is_asked_where_the_order_does_not_matter() -> None:
    """Abby and Amos are too far apart to steady each other; of two who lie bleeding neither steadies anybody."""
    apart = out_of_action(CROWD.changed("ada", whereabouts="fled"), "alan")
    assert gone_through(shaken_by(apart, "alan"), (6, 6), (6, 6))[1].names() == ["nerve test"] * 2
    lying = CROWD.changed("ada", status="seriously_injured").changed("abby", status="seriously_injured")
    names = gone_through(shaken_by(out_of_action(lying, "alan"), "alan"), (6, 6), (6, 6), (6, 6))[1].names()
    assert names == ["nerve test"] * 3


def test_nerve_tests_who_breaks_steadies_nobody_after_that() -> None:
    """Cool 7+, and each has the other within 3 inches: 6+ for the first, 7+ for the second when the first has failed."""
    down = out_of_action(CROWD.changed("amos", whereabouts="fled"), "alan")
    _, told = gone_through(shaken_by(down, "alan"), "ada", (2, 3), (6, 6))
    assert needs(told) == ["6+", "7+"]


@pytest.mark.parametrize("rules", registry.names("numbers"))
def test_broken_whoever_has_but_one_action_is_not_asked_for_it(rules: str) -> None:
    """Lying he can do nothing but run for cover; on his feet he may turn first. Journals that were begun before ask him."""
    start = battle({"ann": (10.0, 10.0), "bill": (20.0, 10.0)}, rules=rules, activation=Activation("ann", 2, controller="red"))
    lies = start.changed("ann", broken=True, status="pinned")
    asked = next(next_action(lies))
    assert isinstance(asked, Choose)
    assert asked.forced is not None
    assert asked.forced.key == "run-for-cover"
    stands = next(next_action(start.changed("ann", broken=True)))
    assert isinstance(stands, Choose)
    assert (stands.forced, [option.key for option in stands.options]) == (None, ["face", "run-for-cover"])
    system = registry.system(rules)
    former = replace(lies, setting=replace(lies.setting, parts=system.battle_of(system.version - 1)))
    before = next(next_action(former))
    assert isinstance(before, Choose)
    assert before.forced is None
