"""main-rulebook: Active and Pinned, Charge; The 1" rule and engaging enemies."""

from dataclasses import replace

import pytest

from rules.errors import RulesError
from rules.movement.engaging_paths import Engagement
from rules.roster.gang import Fighter
from rules.roster.profile import Profile
from rules.skirmish.moving import charge_action
from rules.skirmish.moving.charge_action import CHARGE, charge, charge_inches
from rules.skirmish.moving.contact_resolution import engagement
from rules.skirmish.phases.action_list import actions_of
from rules.skirmish.state.action import can, do
from rules.skirmish.state.battle_sight import engaged, figure_of
from rules.skirmish.state.battle_state import Activation, Battle, TableObject
from rules.skirmish.state.skirmish_rules import skirmish_rules
from rules.systems import registry
from scene.measuring.distance import nearest
from scene.table.table import Kind, Piece
from scene.table_io.table_statuses import Status
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, battle, gone_through
from tests.rules.skirmish.moves import NEAR, R, acting, place

SIZE = (30.0, 16.0)


def start(*pieces: Piece, movement: int = 5, **others: Place) -> Battle:
    card = Fighter("ann", "Ann", profile=Profile(movement=movement))
    there: dict[str, Place] = {"ann": (4.0, 8.0), **others}
    return acting(battle(there, cards=[card], pieces=pieces, size=SIZE), "ann", left=0, done=("charge",))


def free(after: Battle) -> tuple[str, ...]:
    assert after.activation is not None
    return after.activation.free


@pytest.mark.parametrize(("movement", "inches"), [(4, 8.0), (5, 10.0), (6, 12.0), (7, 12.0)])
def test_charge_double_movement_but_no_more_than_12_inches(movement: int, inches: float) -> None:
    before = start(movement=movement, bill=(20.0, 8.0))
    assert charge_inches(before, "ann") == inches
    after, _ = gone_through(charge(before, "ann"), "bill")
    assert place(after, "ann")[0] == pytest.approx(4.0 + min(inches, 16.0 - 2 * R - 1.0), abs=0.01)


def test_charge_rulebook_example_movement_is_doubled_before_anything_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    """Movement 4 with 2 inches more from a drug: 10 inches, not 12."""
    monkeypatch.setattr(charge_action, "profile_now", lambda *_: Profile(movement=6))
    assert charge_inches(start(movement=4, bill=(20.0, 8.0)), "ann") == 10.0


def test_charge_a_charger_who_gets_there_is_engaged_and_may_fight_for_free() -> None:
    after, told = gone_through(charge(start(bill=(12.0, 8.0)), "ann"), "bill")
    assert place(after, "ann") == pytest.approx((12.0 - 2 * R, 8.0, 0.0), abs=0.01)
    assert engaged(after, "ann") == ("bill",)
    assert free(after) == ("fight",)
    assert after.activation is not None
    assert after.activation.charged
    assert told.names() == ["whom to charge"]


def test_charge_movement_that_does_not_suffice_stops_an_inch_away_with_no_fight() -> None:
    after, _ = gone_through(charge(start(bill=(14.0 + 2 * R + 0.3, 8.0)), "ann"), "bill")
    assert place(after, "ann")[0] == pytest.approx(14.3 - 1.0, abs=0.01)
    assert free(after) == ()


def test_charge_against_the_seriously_injured_leads_to_a_free_coup_de_grace_only() -> None:
    before = start(bill=(12.0, 8.0)).changed("bill", status="seriously_injured")
    after, _ = gone_through(charge(before, "ann"), "bill")
    assert free(after) == ("coup-de-grace",)
    assert engaged(after, "ann") == ()


def test_charge_a_pinned_fighter_stands_up_for_free_and_gets_half_as_far() -> None:
    before = start(bill=(12.0, 8.0)).changed("ann", status="pinned")
    after, _ = gone_through(charge(before, "ann"), "bill")
    assert after.model("ann").status == "standing"
    assert place(after, "ann")[0] == pytest.approx(9.0, abs=0.01)
    near, _ = gone_through(charge(before.changed("bill", position=(9.0, 8.0, 0.0)), "ann"), "bill")
    assert free(near) == ("fight",)


def test_charge_takes_two_actions_and_an_enemy() -> None:
    ready = replace(start(bill=(12.0, 8.0)), activation=Activation("ann", 2, controller="red"))
    assert can(ready, "ann", CHARGE)
    assert not can(replace(ready, activation=Activation("ann", 1, controller="red")), "ann", CHARGE)
    assert not can(ready.changed("bill", whereabouts="fled"), "ann", CHARGE)


def test_engaging_an_active_enemy_within_an_inch_of_the_way_is_engaged_instead() -> None:
    after, _ = gone_through(charge(start(bill=(12.0, 8.0), bob=(8.0, 9.5)), "ann"), "bill")
    assert engaged(after, "ann") == ("bob",)


@pytest.mark.parametrize("status", ["pinned", "seriously_injured"])
def test_engaging_who_lies_near_the_way_prevents_nothing(status: str) -> None:
    before = start(bill=(12.0, 8.0), bob=(8.0, 9.5)).changed("bob", status=status)
    after, _ = gone_through(charge(before, "ann"), "bill")
    assert engaged(after, "ann") == ("bill",)


def test_multiple_enemies_to_engage_both_at_once() -> None:
    after, _ = gone_through(charge(start(bill=(12.0, 7.4), bob=(12.0, 8.6)), "ann"), "bill bob")
    assert set(engaged(after, "ann")) == {"bill", "bob"}


def test_multiple_enemies_that_no_base_can_touch_together_are_refused() -> None:
    with pytest.raises(RulesError, match="choose one"):
        gone_through(charge(start(bill=(12.0, 4.0), bob=(12.0, 12.0)), "ann"), "bill bob")


@pytest.mark.parametrize("text", ["ann", "nobody here", "", "safe"])
def test_whoever_is_no_enemy_is_not_charged(text: str) -> None:
    with pytest.raises(RulesError):
        gone_through(charge(start(bill=(12.0, 8.0)), "ann"), text)


def test_an_enemy_without_a_way_to_him_is_not_offered_again() -> None:
    wall = block("wall", (9.0, 0.0, 0.0), (9.2, 16.0, 8.0), kind="wall", infinite_height=True)
    after, told = gone_through(charge(start(wall, bill=(12.0, 8.0)), "ann"), "bill", "stay")
    assert place(after, "ann") == (4.0, 8.0, 0.0)
    assert [option.key for option in getattr(told[1], "options", ())] == ["stay"]


def test_engaged_fighters_can_stand_within_an_inch_of_enemies() -> None:
    """Bob is half an inch beside Bill; Ann comes within an inch of Bill first, and is engaged with him alone."""
    after, _ = gone_through(charge(start(bill=(12.0, 8.0), bob=(12.0, 8.0 + 2 * R + 0.5)), "ann"), "bill")
    assert engaged(after, "ann") == ("bill",)
    assert nearest(figure_of(after, "ann"), figure_of(after, "bob")).distance < 1.0


@pytest.mark.parametrize(("height", "kind", "met"), [(5.0, "wall", "bill"), (1.0, "obstacle", "bob")])
def test_measuring_through_walls_nobody_behind_one_is_engaged_instead(height: float, kind: Kind, met: str) -> None:
    """Bob is within an inch of the path to Bill, on the far side of a wall; over a barricade he would be met."""
    wall = block("wall", (0.0, 8.4, 0.0), (24.0, 8.6, height), kind=kind)
    before = start(wall, bill=(12.0, 7.5), bob=(8.0, 8.6 + R + 0.1)).changed("ann", position=(4.0, 7.5, 0.0))
    found = engagement(before, "ann", ("bill",))
    assert isinstance(found, Engagement)
    assert found.engaged == (met,)


def test_not_enough_space_the_enemy_is_moved_just_enough_and_pivots() -> None:
    """Bill stands on the edge of a ledge that Ann climbs."""
    ledge = block("ledge", (8.0, 0.0, 0.0), (20.0, 16.0, 2.0))
    after, told = gone_through(charge(start(ledge, bill=(8.5, 8.0, 2.0)), "ann"), "bill", "keep")
    assert engaged(after, "ann") == ("bill",)
    assert place(after, "bill")[0] > 8.5
    assert told.names() == ["whom to charge", "facing"]
    assert [getattr(question, "who", "") for question in told] == ["red", "blue"]


def test_not_enough_space_the_enemy_who_is_moved_keeps_what_he_carries() -> None:
    ledge = block("ledge", (8.0, 0.0, 0.0), (20.0, 16.0, 2.0))
    before = start(ledge, bill=(8.5, 8.0, 2.0)).changed("bill", carries="crate")
    before = replace(before, things=(TableObject("crate", (8.5, 8.0, 2.0), holder="bill"),))
    after, _ = gone_through(charge(before, "ann"), "bill", "keep")
    assert after.things[0].position == place(after, "bill")


def test_pinned_enemies_in_contact_stand_up_and_the_chargers_player_chooses_their_facing() -> None:
    before = start(bill=(12.0, 8.0)).changed("bill", status="pinned")
    after, told = gone_through(charge(before, "ann"), "bill", "45")
    assert (after.model("bill").status, after.model("bill").facing) == ("standing", 45.0)
    assert (told.names()[1], getattr(told[1], "who", "")) == ("facing", "red")
    assert free(after) == ("fight",)


def test_hard_target_is_lost_on_becoming_engaged() -> None:
    before = start(bill=(12.0, 8.0)).changed("bill", hard_target=True)
    after, _ = gone_through(charge(before, "ann"), "bill")
    assert not after.model("bill").hard_target


def test_charge_checks_on_the_way_are_rolled() -> None:
    """Eight inches with a fence; two more after a failed check are more than ten."""
    fence = block("fence", (8.0, 0.0, 0.0), (8.2, 16.0, 1.0), kind="obstacle")
    before = start(fence, bill=(13.0 + 2 * R, 8.0))
    there, told = gone_through(charge(before, "ann"), "bill", (4,))
    assert engaged(there, "ann") == ("bill",)
    assert told.names() == ["whom to charge", "cross an obstacle"]
    short, _ = gone_through(charge(before, "ann"), "bill", (3,))
    assert place(short, "ann")[0] == pytest.approx(12.0, abs=NEAR)


def test_charge_that_falls_short_says_where_on_the_way_it_ends() -> None:
    """Ten inches end a third of an inch from bill; he has to stay an inch away, and stops after 14.3 - 1 - 4 of them."""
    _, told = gone_through(charge(start(bill=(14.0 + 2 * R + 0.3, 8.0)), "ann"), "bill")
    assert [one.text for one in told.said] == ['Ann moves 10.0"', 'Ann does not get there, and stops after 9.3"']


def test_climbing_a_fighter_may_charge_mid_climb() -> None:
    from rules.skirmish.moving.move_actions import move

    ledge = block("ledge", (8.0, 0.0, 0.0), (20.0, 16.0, 2.5))
    up, _ = gone_through(move(start(ledge, bill=(13.0, 8.0, 2.5)), "ann"), "10 8 2.5")
    assert up.model("ann").climb is not None
    after, _ = gone_through(charge(up, "ann"), "bill")
    assert engaged(after, "ann") == ("bill",)
    assert after.model("ann").climb is None


@pytest.mark.parametrize("rules", registry.names("numbers"))
@pytest.mark.parametrize("status", ["standing", "pinned"])
def test_a_charge_at_nobody_costs_nothing(rules: str, status: Status) -> None:
    """Nothing was spent, nobody stands up, and he may do anything else; in former versions both actions were gone."""
    system = registry.system(rules)
    before = start(bill=(12.0, 8.0)).changed("ann", status=status)
    for version in range(1, system.version + 1):
        now = replace(before, setting=replace(before.setting, parts=system.battle_of(version)))
        now = replace(now, activation=Activation("ann", 2, controller="red", aimed=True))
        charges = next(one for one in actions_of(now) if one.key == "charge")
        if not can(now, "ann", charges):
            assert (rules, status) == ("arbiter", "pinned")
            continue
        after, told = gone_through(do(now, "ann", charges), "stay")
        taken_back = skirmish_rules(now).charge.taken_back
        assert (after == now) is taken_back
        assert taken_back or version < system.version
        assert [one.text for one in getattr(told[0], "options", ())][-1] == ("nobody, at no cost" if after == now else "nobody")
        assert [one.text for one in told.said] == ["Ann stands up"] * (status == "pinned" and after != now)
