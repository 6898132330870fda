"""main-rulebook: Firepower dice; The firepower dice; Ammo check; Out of ammo; Reload."""

from dataclasses import replace

import pytest

from rules.roster.weapon import Weapon
from rules.skirmish.shooting.ammo_checks import ammo_check, fired, firepower, firepower_dice, holes, loaded
from rules.skirmish.shooting.reload_action import RELOAD
from rules.skirmish.state.action import can, do, verify
from rules.skirmish.state.battle_state import Battle
from tests.rules.skirmish.battles import gone_through
from tests.rules.skirmish.guns import card, duel, profile, weapon


@pytest.mark.parametrize(("face", "shown"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_conversion_into_firepower_dice(face: int, shown: int) -> None:
    assert holes(face) == shown


@pytest.mark.parametrize("face", [2, 4, 6])
def test_firepower_dice_without_rapid_fire_make_one_hit(face: int) -> None:
    assert gone_through(fired("ann", "gun", profile(ammo=4)), (face,))[0] == (1, False)


@pytest.mark.parametrize(("face", "hits"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_firepower_dice_rapid_fire_makes_as_many_hits_as_bullet_holes(face: int, hits: int) -> None:
    assert gone_through(fired("ann", "gun", profile(("rapid fire", 1), ammo=4)), (face,))[0] == (hits, False)


def test_firepower_dice_rapid_fire_with_a_number_rolls_so_many() -> None:
    (hits, _), told = gone_through(fired("ann", "gun", profile(("rapid fire", 3), ammo=4)), (2, 4, 6))
    assert hits == 1 + 2 + 3
    assert [question.dice for question in told] == ["3 firepower"]  # type: ignore[union-attr]


def test_firepower_dice_rapid_fire_without_a_number_rolls_one() -> None:
    assert firepower_dice(profile("rapid fire", ammo=4)) == 1


def test_firepower_dice_without_an_ammo_characteristic_none_is_rolled() -> None:
    assert gone_through(fired("ann", "gun", profile(("rapid fire", 2))))[0] == (1, False)


@pytest.mark.parametrize(("face", "dry"), [(3, True), (4, False)])
def test_firepower_dice_the_ammo_symbol_is_one_hit_and_an_ammo_check(face: int, dry: bool) -> None:
    result, told = gone_through(fired("ann", "gun", profile(("rapid fire", 1), ammo=4)), (1,), (face,))
    assert result == (1, dry)
    assert told.names() == ["firepower", "ammo check, gun"]


def test_firepower_dice_every_ammo_symbol_is_a_check_until_one_fails() -> None:
    one = profile(("rapid fire", 3), ammo=4)
    assert gone_through(fired("ann", "gun", one), (1, 1, 6), (4,), (3,))[0] == (5, True)
    assert gone_through(fired("ann", "gun", one), (1, 1, 6), (3,))[0] == (5, True)
    assert gone_through(fired("ann", "gun", one), (1, 1, 6), (5,), (6,))[0] == (5, False)


@pytest.mark.parametrize(("needed", "face", "passed"), [(4, 4, True), (4, 3, False), (6, 6, True), (2, 1, False)])
def test_ammo_check_reaches_the_ammo_characteristic(needed: int, face: int, passed: bool) -> None:
    assert gone_through(ammo_check("ann", "gun", needed), (face,))[0] is passed


def test_firepower_dice_in_close_combat_run_dry_at_once() -> None:
    battle = duel(card("ann", weapon("pistol", "sidearm", ammo=4)))
    (after, hits), told = gone_through(firepower(battle, "ann", "pistol", profile("sidearm", ammo=4)), (1,), (2,))
    assert hits == 1
    assert after.model("ann").empty == {"pistol"}
    assert [line.text for line in told.said] == ["Ann is out of ammo: pistol"]


def test_out_of_ammo_is_every_profile_but_those_for_melee() -> None:
    bolt, blade = profile(name="bolt", ammo=5), profile("melee", short=None, long=None, name="bayonet")
    gun = Weapon("gun", (bolt, profile(name="needle", ammo=6), blade))
    battle = duel(card("ann", gun))
    assert all(loaded(battle, "ann", gun, one) for one in gun.profiles)
    empty = battle.changed("ann", empty=frozenset({"gun"}))
    assert [loaded(empty, "ann", gun, one) for one in gun.profiles] == [False, False, True]


def armed(*empty: str) -> Battle:
    gun = Weapon("gun", (profile(name="bolt", ammo=6), profile(name="needle", ammo=4), profile("melee", name="bayonet")))
    cards = card("ann", gun, weapon("pistol", "sidearm", ammo=2), weapon("bombs", "grenade", ammo=4))
    return duel(cards).changed("ann", empty=frozenset(empty))


def reload(battle: Battle, *answers: tuple[int, ...] | str) -> Battle:
    return gone_through(do(battle, "ann", RELOAD), *answers)[0]


@pytest.mark.parametrize(("face", "empty"), [(4, frozenset()), (3, frozenset({"gun"}))])
def test_reload_is_an_ammo_check_with_one_of_the_weapons_profiles(face: int, empty: frozenset[str]) -> None:
    """The needle's 4+ is easier than the bolt's 6+."""
    after = reload(armed("gun"), (face,))
    assert after.model("ann").empty == empty
    assert after.activation is not None
    assert after.activation.left == 0


def test_reload_one_of_several_weapons_is_picked() -> None:
    assert reload(armed("gun", "pistol"), "pistol", (2,)).model("ann").empty == {"gun"}


@pytest.mark.parametrize("status", ["standing", "pinned"])
def test_reload_active_or_pinned(status: str) -> None:
    assert can(armed("gun").changed("ann", status=status), "ann", RELOAD)


def test_reload_not_when_seriously_injured() -> None:
    assert not can(armed("gun").changed("ann", status="seriously_injured"), "ann", RELOAD)


def test_reload_can_be_done_more_than_once() -> None:
    battle = armed("gun")
    assert battle.activation is not None
    again = replace(battle, activation=replace(battle.activation, done=("reload",)))
    assert can(again, "ann", RELOAD)


@pytest.mark.parametrize(("empty", "why"), [((), "no weapon is out of ammo"), (("bombs",), "grenades cannot be reloaded")])
def test_reload_says_why_not(empty: tuple[str, ...], why: str) -> None:
    assert [reason.text for reason in verify(armed(*empty), "ann", RELOAD)] == [why]


@pytest.mark.parametrize(("face", "says"), [(4, "Ann has reloaded gun"), (3, "gun of Ann stays out of ammo")])
def test_reload_says_what_came_of_it(face: int, says: str) -> None:
    assert [one.text for one in gone_through(do(armed("gun"), "ann", RELOAD), (face,))[1].said] == [says]
