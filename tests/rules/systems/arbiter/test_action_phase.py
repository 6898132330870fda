"""arbiter: Action Phase: Cool Checks, Activation, Nerve Test."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Roll
from rules.skirmish.melee.close_combat import coup_de_grace
from rules.skirmish.morale.aftermath import aftermath
from rules.skirmish.phases.activation import may_join, next_activation
from rules.skirmish.phases.end_phase import flee
from rules.skirmish.phases.rounds import bolting
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.condition_marks import BOLTS
from rules.skirmish.state.status_changes import out_of_action, seriously_injured
from tests.rules.skirmish.battles import Told, gone_through
from tests.rules.skirmish.guns import card
from tests.rules.systems.arbiter.arbiter_scenes import CONTACT, scene, turn_of

LEADER = replace(card("ann"), leads_by_example=12.0)
CHAMPION = replace(card("art"), leads_by_example=6.0)
ROW = {"ann": (10.0, 10.0), "art": (30.0, 10.0), "abel": (21.0, 10.0), "amos": (36.0, 10.0), "bill": (46.0, 46.0)}
BOTTLED = scene(ROW, cards=[LEADER, CHAMPION]).side_changed("red", bottled=True)
PASSED, FAILED = (6, 6), (1, 1)


def test_cool_checks_who_fails_is_removed() -> None:
    far = scene({"ann": (10, 10), "art": (30, 10), "bill": (46, 46)}).side_changed("red", bottled=True)
    after, told = gone_through(flee(far, "red"), FAILED, PASSED)
    assert [after.model(name).whereabouts for name in ("ann", "art")] == ["fled", "table"]
    assert told.names() == ["stay and fight", "stay and fight"]


def test_cool_checks_fleeing_counts_as_lost_for_the_scenario() -> None:
    after, _ = gone_through(flee(BOTTLED, "red"), FAILED, FAILED, PASSED, PASSED)
    assert after.side("red").lost == 2


def test_cool_checks_a_leader_who_passes_passes_friends_within_12() -> None:
    """Abel is within 12 inches of Ann, Art and Amos are not; Art, a champion, fails and passes nobody."""
    after, told = gone_through(flee(BOTTLED, "red"), PASSED, FAILED, FAILED)
    assert [one.who for one in told] == ["ann", "art", "amos"]
    assert {model.id for model in after.on_table("red")} == {"ann", "abel"}


def test_cool_checks_a_champion_who_passes_passes_friends_within_6() -> None:
    """Amos is within 6 inches of Art."""
    _, told = gone_through(flee(BOTTLED, "red"), FAILED, PASSED, FAILED)
    assert [one.who for one in told] == ["ann", "art", "abel"]


def test_activation_one_fighter_at_a_time() -> None:
    """A leader who could take two friends with him by other rules activates alone, and the other gang is next."""
    start = scene(
        {"ann": (10, 10), "art": (12, 10), "bill": (30, 30)}, cards=[replace(LEADER, group_activation=2)], order=("red", "blue")
    )
    assert may_join(start, "ann") == ()
    after, told = gone_through(next_activation(start), "ann")
    assert told.names() == ["who is activated"]
    assert after.group == ()


def shaken(start: Battle, casualty: str, *answers: tuple[int, ...]) -> tuple[Battle, Told]:
    return gone_through(aftermath(start, seriously_injured(start, casualty)), *answers)


CLOSE = scene({"ann": (10, 10), "art": (12.5, 10), "abel": (14.5, 10), "bill": (46, 46)}, order=("red", "blue"))


def test_nerve_test_friends_within_3_of_who_goes_down_take_a_cool_check() -> None:
    """Art is within 3 inches of Ann, Abel is not."""
    after, told = shaken(CLOSE, "ann", FAILED)
    assert [(one.what, one.who) for one in told] == [("nerve test", "art")]
    assert after.model("art").broken
    gone = out_of_action(CLOSE, "ann")
    assert gone_through(aftermath(CLOSE, gone), PASSED)[1].names() == ["nerve test"]


@pytest.mark.parametrize(
    ("changes", "steadied"),
    [({}, True), ({"status": "pinned"}, False), ({"broken": True}, False), ({"insane": True}, True)],
)
def test_nerve_test_one_for_each_friend_who_stands_unbroken(changes: dict[str, object], steadied: bool) -> None:
    """Abel is within 3 inches of Art. Who is pinned helps nobody; of insanity the text says nothing."""
    _, told = shaken(CLOSE.changed("abel", **changes), "ann", PASSED)
    roll = told[0]
    assert isinstance(roll, Roll)
    assert [one.amount for one in roll.why] == [1] * steadied
    assert roll.needs == ("6+" if steadied else "7+")


def test_nerve_test_who_fails_runs_for_cover_at_once() -> None:
    near = CLOSE.changed("bill", position=(22.0, 10.0, 0.0))
    broken, _ = shaken(near, "ann", FAILED)
    after, told = gone_through(bolting(broken), (3, 4))
    assert told.names() == ["run for cover"]
    assert 12.5 - 7.0 - 1e-6 <= after.model("art").position[0] <= 12.5 - 5.5
    assert not after.model("art").has(BOLTS)


def test_nerve_test_the_run_costs_no_activation() -> None:
    near = CLOSE.changed("bill", position=(22.0, 10.0, 0.0))
    broken, _ = shaken(near, "ann", FAILED)
    after, _ = gone_through(bolting(broken), (3, 4))
    assert after.model("art").ready


def test_nerve_test_after_a_coup_de_grace_too() -> None:
    start = scene({"bill": (10, 10), "ann": (10 + CONTACT, 10), "art": (13, 10)}, cards=[card("art", cool=12)])
    start = turn_of(start.changed("ann", status="seriously_injured"), "bill")
    after, told = gone_through(coup_de_grace(start, "bill"), "ann", FAILED)
    assert told.names() == ["coup de grace", "nerve test"]
    assert after.model("art").broken
