"""yce: Statuses and available actions: active, engaged, pinned. Beside it, what the main rulebook says."""

import math
from dataclasses import replace

import pytest

from rules.errors import RulesError
from rules.roster.gang import Fighter
from rules.roster.profile import Profile
from rules.skirmish.melee.close_combat import COUP_DE_GRACE, FIGHT
from rules.skirmish.melee.consolidation import consolidate
from rules.skirmish.melee.retreat_actions import retreat
from rules.skirmish.moving.carrying import in_reach
from rules.skirmish.moving.charge_action import CHARGE, charge
from rules.skirmish.moving.crawl_actions import CRAWL, STAND_UP, TAKE_COVER, crawl, take_cover
from rules.skirmish.moving.move_actions import CARRY, MOVE, carry, move
from rules.skirmish.phases.action_list import actions_of
from rules.skirmish.shooting.reload_action import RELOAD
from rules.skirmish.shooting.shoot_actions import AIM, SHOOT
from rules.skirmish.state.action import can, do
from rules.skirmish.state.battle_state import Activation, Battle, TableObject
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, battle, gone_through
from tests.rules.skirmish.guns import duel
from tests.rules.skirmish.moves import R, acting, place

SIZE = (24.0, 16.0)
CRATE = TableObject("crate", (4.0 + R + 0.5 + 0.9, 8.0, 0.0))
"""Its middle is half an inch from its edge, which is 0.9 inches from the base of Ann at (4, 8)."""
OTHERS = ("yce", "main-rulebook")


def start(*things: TableObject, rules: str = "yce", **others: Place) -> Battle:
    return acting(replace(battle({"ann": (4.0, 8.0), **others}, size=SIZE, rules=rules), things=things), "ann")


def begun(state: Battle, left: int = 2) -> Battle:
    return replace(state, activation=Activation("ann", left, controller="red"))


# What the active may do: moving


@pytest.mark.parametrize("rules", OTHERS)
def test_move_twice_in_a_row_makes_a_hard_target(rules: str) -> None:
    once, _ = gone_through(do(begun(start(rules=rules)), "ann", MOVE), "8 8")
    assert not once.model("ann").hard_target
    twice, _ = gone_through(do(once, "ann", MOVE), "12 8")
    assert twice.model("ann").hard_target


@pytest.mark.parametrize("rules", OTHERS)
def test_move_allows_engaging_enemies(rules: str) -> None:
    after, _ = gone_through(move(start(rules=rules, bill=(8.0, 8.0)), "ann"), "engage bill")
    assert place(after, "ann")[0] == pytest.approx(8.0 - 2 * R, abs=0.02)


# Charging


@pytest.mark.parametrize(("status", "inches"), [("standing", 10.0), ("pinned", 5.0)])
def test_charge_twice_the_movement_and_once_from_the_ground(status: str, inches: float) -> None:
    far = start(bill=(20.0, 8.0)).changed("ann", status=status)
    after, _ = gone_through(charge(far, "ann"), "bill")
    assert place(after, "ann")[0] == pytest.approx(4.0 + inches, abs=0.02)


def test_charge_goes_no_farther_than_twelve_inches() -> None:
    cards = [Fighter("ann", "Ann", profile=replace(Profile(), movement=8))]
    far = acting(battle({"ann": (4.0, 8.0), "bill": (21.0, 8.0)}, cards=cards, size=SIZE, rules="yce"), "ann")
    assert place(gone_through(charge(far, "ann"), "bill")[0], "ann")[0] == pytest.approx(16.0, abs=0.02)


def test_charge_gives_a_free_fight_or_against_the_helpless_only_a_coup_de_grace() -> None:
    near = begun(start(bill=(8.0, 8.0)))
    after, _ = gone_through(do(near, "ann", CHARGE), "bill")
    assert (can(after, "ann", FIGHT), can(after, "ann", COUP_DE_GRACE)) == (True, False)
    after, _ = gone_through(do(near.changed("bill", status="seriously_injured"), "ann", CHARGE), "bill")
    assert (can(after, "ann", FIGHT), can(after, "ann", COUP_DE_GRACE)) == (False, True)


# Aiming


@pytest.mark.parametrize(("rules", "aims"), [("yce", False), ("main-rulebook", True)])
def test_aim_counts_for_the_next_action_only(rules: str, *, aims: bool) -> None:
    aimed, _ = gone_through(do(replace(duel(rules=rules), activation=Activation("ann", 3, controller="red")), "ann", AIM))
    moved, _ = gone_through(do(aimed, "ann", MOVE), "11 10")
    assert moved.activation is not None
    assert moved.activation.aimed is aims
    for state, needs in ((aimed, "3+"), (moved, "3+" if aims else "4+")):
        _, told = gone_through(do(state, "ann", SHOOT), (1,))
        assert getattr(told[0], "needs", "") == needs


# Taking cover


@pytest.mark.parametrize(("rules", "again"), [("yce", False), ("main-rulebook", True)])
def test_take_cover_is_basic_and_so_done_once(rules: str, *, again: bool) -> None:
    """A fighter who was helped up after it may do it a second time only where it is a simple action."""
    state = replace(start(rules=rules), activation=Activation("ann", 1, ("take-cover",), controller="red"))
    (action,) = (one for one in actions_of(state) if one.key == TAKE_COVER.key)
    assert can(state, "ann", action) is again


def test_take_cover_half_the_movement_then_pinned_without_falling() -> None:
    high = block("platform", (2.0, 6.0, 0.0), (12.0, 10.0, 4.0))
    state = acting(battle({"ann": (8.0, 8.0, 4.0)}, size=SIZE, pieces=(high,), rules="yce"), "ann")
    after, told = gone_through(take_cover(state, "ann"), "11.4 8 4")
    assert told.names() == ["where to take cover"], "nobody falls who lies down on purpose"
    assert place(after, "ann") == pytest.approx((11.0, 8.0, 4.0), abs=0.02)
    assert after.model("ann").status == "pinned"


# Carrying an object


def test_carry_object_is_an_action_of_its_own_from_an_inch_away() -> None:
    near = begun(start(CRATE))
    assert can(near, "ann", CARRY)
    assert not can(near.changed("ann", position=(3.8, 8.0, 0.0)), "ann", CARRY), "1.1 inches"
    assert CARRY not in actions_of(begun(start(CRATE, rules="main-rulebook")))
    for action in (MOVE, TAKE_COVER):
        with pytest.raises(RulesError, match="is no place"):
            gone_through(do(near, "ann", action), "take crate, 8 8")
    lying = near.changed("ann", status="pinned")
    with pytest.raises(RulesError, match="is no place"):
        gone_through(do(lying, "ann", CRAWL), "take crate, 8 8")


@pytest.mark.parametrize(("strength", "inches"), [(3, 3.0), (6, 5.0)])
def test_carry_object_by_the_lower_of_movement_and_strength_and_the_object_goes_along(strength: int, inches: float) -> None:
    cards = [Fighter("ann", "Ann", profile=replace(Profile(), strength=strength))]
    state = replace(battle({"ann": (4.0, 8.0)}, cards=cards, size=SIZE, rules="yce"), things=(CRATE,))
    once, _ = gone_through(do(begun(state), "ann", CARRY), "crate", "20 8")
    assert place(once, "ann")[0] == pytest.approx(4.0 + inches, abs=1e-6)
    assert math.dist(once.things[0].position, place(once, "ann")) <= 1.0
    twice, told = gone_through(do(once, "ann", CARRY), "20 8")
    assert told.names() == ["where to carry"]
    assert place(twice, "ann")[0] == pytest.approx(4.0 + 2 * inches, abs=1e-6)
    assert not twice.model("ann").hard_target, "to carry is not to move"


def test_carry_object_also_a_seriously_injured_friend() -> None:
    state = start(abe=(4.0 + 2 * R + 0.8, 8.0)).changed("abe", status="seriously_injured")
    after, _ = gone_through(carry(state, "ann"), "abe", "4 11")
    assert place(after, "ann") == pytest.approx((4.0, 11.0, 0.0), abs=1e-6)
    assert math.dist(place(after, "abe"), place(after, "ann")) <= 2 * R + 1.0


def held(rules: str, **others: Place) -> Battle:
    """Ann has the crate in her hands."""
    own = replace(CRATE, position=(4.0, 8.0, 0.0), holder="ann")
    return start(own, rules=rules, **others).changed("ann", carries="crate")


@pytest.mark.parametrize(
    ("procedure", "status", "answers", "yce", "main"),
    [
        (move, "standing", ("20 8",), 5.0, 3.0),
        (take_cover, "standing", ("20 8",), 3.0, 2.0),
        (crawl, "pinned", ("20 8",), 3.0, 2.0),
        (charge, "standing", ("bill",), 10.0, 6.0),
        (consolidate, "standing", ("8 8",), 3.0, 3.0),
    ],
)
def test_carry_object_every_other_movement_leaves_it_behind(
    procedure: object, status: str, answers: tuple[str, ...], yce: float, main: float
) -> None:
    """Ann has M 5 and S 3; by the main rulebook she moves with it, and no farther than her strength at a time."""
    for rules, inches in (("yce", yce), ("main-rulebook", main)):
        state = held(rules, bill=(22.0, 8.0)).changed("ann", status=status)
        after, _ = gone_through(procedure(state, "ann"), *answers)  # type: ignore[operator]
        assert place(after, "ann")[0] == pytest.approx(4.0 + inches, abs=0.02), rules
        assert (after.model("ann").carries, after.things[0].holder) == (("", "") if rules == "yce" else ("crate", "ann"))
        assert after.things[0].position[0] == pytest.approx(4.0 if rules == "yce" else 4.0 + inches, abs=0.02)


def test_carry_object_what_is_light_goes_along_where_the_load_is_left_behind() -> None:
    """Also where a Move goes nowhere, which moves over nothing that lies there."""
    load = replace(CRATE, position=(4.0, 8.0, 0.0), holder="ann")
    bag = TableObject("bag", (4.0, 8.0, 0.0), light=True, holder="ann")
    after, told = gone_through(do(begun(start(load, bag)).changed("ann", carries="crate"), "ann", MOVE), "stay")
    assert [one.text for one in told.said] == ["Ann drops crate"]
    assert after.things == (replace(load, holder=""), bag)


def test_carry_object_nobody_takes_what_is_in_anothers_hands() -> None:
    both = held("yce", abe=(4.0, 9.5))
    assert in_reach(both, "abe") == ()
    dropped, _ = gone_through(move(both, "ann"), "8 8")
    assert in_reach(dropped, "abe") == ("crate",)


# What the engaged may do: retreating


def in_combat(rules: str, **others: Place) -> Battle:
    state = battle({"ann": (12.0, 8.0), "bill": (12.0 + 2 * R, 8.0), **others}, size=SIZE, rules=rules)
    return acting(state.changed("bill", facing=180.0), "ann", done=("retreat",))


def test_retreat_by_the_movement_after_an_initiative_check_and_enemies_turn_after_it() -> None:
    after, told = gone_through(retreat(in_combat("yce"), "ann"), (4,), "1 8", "90")
    assert told.names() == ["retreat", "where to retreat", "facing"]
    assert place(after, "ann") == pytest.approx((7.0, 8.0, 0.0), abs=1e-6)
    assert after.model("bill").facing == 90.0


def test_retreat_by_the_main_rulebook_goes_as_far_as_a_die_says_and_nobody_turns() -> None:
    _, told = gone_through(retreat(in_combat("main-rulebook"), "ann"), (4,), (3,), "1 8")
    assert told.names() == ["retreat", "retreat", "where to retreat"]


def test_retreat_whoever_was_left_may_turn_also_if_others_hold_him() -> None:
    held_on = in_combat("yce", abe=(12.0 + 4 * R, 8.0))
    _, told = gone_through(retreat(held_on, "ann"), (4,), "1 8", "keep")
    assert told.names()[-1] == "facing"
    _, told = gone_through(retreat(in_combat("yce"), "ann"), (4,), "stay")
    assert told.names() == ["retreat", "where to retreat"], "nobody has been left"


def test_retreat_failed_all_who_are_engaged_react_and_nothing_is_defended() -> None:
    """Bare hands of two enemies who assist each other, 4+ with +1; the one who has his back to her turns, at -1."""
    state = in_combat("yce", bob=(12.0 - 2 * R, 8.0)).changed("bob", facing=180.0)
    after, told = gone_through(retreat(state, "ann"), (1,), (1,), "turn", (1,))
    assert [one.what for one in told] == ["retreat", "hit roll, bare hands", "turn to react", "hit roll, bare hands"]
    assert [getattr(one, "needs", "") for one in told if one.what.startswith("hit")] == ["3+", "4+"]
    assert place(after, "ann") == (12.0, 8.0, 0.0)


# Pinned


def test_pinned_stand_up_crawl_reload_and_charge() -> None:
    down = begun(start(bill=(20.0, 8.0))).changed("ann", status="pinned")
    open_to = {one.key for one in actions_of(down) if can(down, "ann", one)}
    assert open_to == {STAND_UP.key, CRAWL.key, CHARGE.key}
    assert "pinned" in RELOAD.statuses


def test_pinned_whoever_is_engaged_stands_up_facing_as_the_enemy_likes() -> None:
    down = start(bill=(8.0, 8.0)).changed("bill", status="pinned")
    after, told = gone_through(move(down, "ann"), "engage bill", "90")
    assert (after.model("bill").status, after.model("bill").facing) == ("standing", 90.0)
    assert getattr(told[-1], "who", "") == "red"
