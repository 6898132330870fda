"""arbiter: End Phase: Bottle Check, Recovery Test, Rally Test."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Roll
from rules.skirmish.phases.activation import ended
from rules.skirmish.phases.end_phase import bottle_phase, bottle_test, rally_phase, recovery, recovery_roll
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.scenario import Area, Scenario
from rules.skirmish.state.status_changes import fled, out_of_action, seriously_injured
from tests.rules.skirmish.battles import gone_through
from tests.rules.systems.arbiter.arbiter_scenes import scene, turn_of

ALL = Area((0.0, 0.0), (1.0, 1.0))


def crew_of(count: int, *, out: int = 0, down: int = 0) -> Battle:
    """So many began; the first of them are out of action, the next ones seriously injured."""
    places = {f"a{number}": (4.0 + 4 * number, 5.0) for number in range(count)} | {"bill": (40, 40), "bob": (44, 40)}
    start = scene(places)
    for number in range(out):
        start = out_of_action(start, f"a{number}")
    for number in range(out, out + down):
        start = seriously_injured(start, f"a{number}")
    return start


@pytest.mark.parametrize(
    ("crew", "out", "down", "holds"),
    [(6, 1, 0, 5), (6, 0, 1, 5), (6, 1, 1, 4), (6, 2, 2, 2), (4, 1, 1, 2), (8, 1, 0, 7)],
)
def test_bottle_check_a_die_with_all_who_are_down_against_the_starting_crew(crew: int, out: int, down: int, holds: int) -> None:
    """They hold with a die of so much, and bottle out with one more."""
    start = crew_of(crew, out=out, down=down)
    for face in range(1, 7):
        after, told = gone_through(bottle_test(start, "red"), "test", (face,))
        assert after.side("red").bottled is (face > holds)
        assert told.names() == ["take the bottle test", "bottle test"]


def test_bottle_check_none_before_somebody_is_down() -> None:
    assert gone_through(bottle_test(crew_of(6), "red"))[1] == []


def test_bottle_check_the_last_of_a_gang_takes_no_check_of_his_own() -> None:
    """He is alone because the others have fled: nobody is seriously injured or out of action."""
    alone = fled(crew_of(2), "a1")
    assert gone_through(bottle_test(alone, "red"))[1] == []


def test_bottle_check_a_gang_may_fail_at_will() -> None:
    after, told = gone_through(bottle_test(crew_of(6, out=1), "red"), "fail")
    assert after.side("red").bottled
    assert not after.side("red").gave_up, "everybody still has a Cool check"
    assert told.names() == ["take the bottle test"]


def test_bottle_check_it_may_not_fail_before_somebody_is_down() -> None:
    assert not gone_through(bottle_test(crew_of(6), "red"))[0].side("red").bottled


def test_bottle_check_counts_those_who_began_not_reinforcements() -> None:
    """Eight on the card, five of them the crew: with one down, 5 is too much."""
    start = crew_of(8, out=1)
    short = Scenario("", (ALL, ALL), crew=5, reinforcements_from=2)
    start = replace(start, setting=replace(start.setting, scenario=short))
    assert gone_through(bottle_test(start, "red"), "test", (5,))[0].side("red").bottled
    assert not gone_through(bottle_test(start, "red"), "test", (4,))[0].side("red").bottled


def test_bottle_check_every_gang_in_order_of_priority() -> None:
    start = replace(seriously_injured(crew_of(6, out=1), "bill"), order=("blue", "red"))
    _, told = gone_through(bottle_phase(start), "test", (1,), "test", (1,))
    assert [one.who for one in told] == ["blue", "blue", "red", "red"]


DOWN = scene({"ann": (10, 10), "art": (11.5, 10), "abel": (10, 11.5), "bill": (40, 40)}).changed(
    "ann", status="seriously_injured"
)


@pytest.mark.parametrize(
    ("face", "status", "flesh", "where"),
    [
        (1, "pinned", 1, "table"),
        (2, "pinned", 1, "table"),
        (3, "seriously_injured", 0, "table"),
        (5, "seriously_injured", 0, "table"),
        (6, "seriously_injured", 0, "out_of_action"),
    ],
)
def test_recovery_test_what_the_die_says(face: int, status: str, flesh: int, where: str) -> None:
    (after, _), _ = gone_through(recovery_roll(DOWN, "ann", ("art", "abel")), (face,))
    model = after.model("ann")
    assert (model.status, model.flesh_wounds, model.whereabouts) == (status, flesh, where)


def test_recovery_test_a_friend_within_an_inch_gives_a_die_more_and_one_is_discarded() -> None:
    (after, helper), told = gone_through(recovery_roll(DOWN, "ann", ()), "art", (6, 2), "flesh")
    assert [one.dice for one in told if isinstance(one, Roll)] == ["2 injury"]
    assert (helper, after.model("ann").status) == ("art", "pinned")


def test_recovery_test_no_enemy_hinders_it() -> None:
    watched = DOWN.changed("bill", position=(10.0, 8.5, 0.0))
    assert gone_through(recovery(watched), "none", (3,))[1].names() == ["who assists", "recovery"]


BROKEN = scene({"ann": (10, 10), "art": (12, 10), "abel": (10, 12), "bill": (40, 40)}).changed("ann", broken=True)


def test_rally_test_in_the_end_phase_one_for_each_friend_who_stands_unbroken() -> None:
    after, told = gone_through(rally_phase(BROKEN), (2, 3))
    roll = told[0]
    assert isinstance(roll, Roll)
    assert [one.amount for one in roll.why] == [1, 1]
    assert not after.model("ann").broken, "7+ becomes 5+"


def test_rally_test_who_lies_or_is_broken_himself_does_not_count() -> None:
    alone = BROKEN.changed("art", status="pinned").changed("abel", broken=True)
    after, told = gone_through(rally_phase(alone), (3, 3), (6, 6))
    assert [one.who for one in told] == ["ann", "abel"]
    assert (after.model("ann").broken, after.model("abel").broken) == (True, False)


def test_rally_test_none_at_the_end_of_an_activation() -> None:
    after, told = gone_through(ended(turn_of(BROKEN, "ann")))
    assert told == []
    assert after.model("ann").broken
