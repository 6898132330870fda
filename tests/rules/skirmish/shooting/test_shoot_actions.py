"""main-rulebook: Shoot, Aim; Shooting; Target is engaged; Twin guns blazing; Target is pinned; Resolve hits."""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.procedure_steps import Answer, Roll
from rules.roster.gang import Saves
from rules.roster.weapon import Strength, Weapon
from rules.skirmish.shooting.shoot_actions import AIM, SHOOT, choices_of_guns
from rules.skirmish.shooting.volley import bystander, into_combat
from rules.skirmish.state.action import can, do, verify
from rules.skirmish.state.battle_state import Activation, Battle
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, Told, gone_through
from tests.rules.skirmish.guns import CARBINE, CLOSED, FULL, PARTIAL, card, duel, profile, rail, weapon

CONTACT = 25 / 25.4


def shoot(battle: Battle, *answers: Answer) -> tuple[Battle, Told]:
    return gone_through(do(battle, "ann", SHOOT), *answers)


def why_not(battle: Battle) -> list[str]:
    return [reason.text for reason in verify(battle, "ann", SHOOT)]


def test_shoot_is_a_basic_action_of_active_fighters() -> None:
    battle = duel()
    assert can(battle, "ann", SHOOT)
    assert not can(replace(battle, activation=Activation("ann", 1, done=("shoot",))), "ann", SHOOT)
    for status in ("pinned", "seriously_injured"):
        assert not can(battle.changed("ann", status=status), "ann", SHOOT)
    assert not can(duel(others={"ben": (10.0 + CONTACT, 10.0)}), "ann", SHOOT)


def test_shoot_spends_one_action() -> None:
    after, _ = shoot(duel(), (3,))
    assert after.activation is not None
    assert after.activation.left == 0


def test_shoot_hit_pinned_wounded_and_injured() -> None:
    """4+ to hit, strength 3 against toughness 3 on 4+, and a 4 on the injury die."""
    after, told = shoot(duel(), (4,), (4,), (4,))
    assert told.names() == ["hit roll, carbine", "wound roll", "injury"]
    assert after.model("bill").status == "seriously_injured"


def test_target_is_pinned_by_a_hit_that_does_not_wound() -> None:
    after, _ = shoot(duel(), (4,), (3,))
    assert after.model("bill").status == "pinned"


def test_target_is_not_pinned_by_a_miss() -> None:
    after, told = shoot(duel(), (3,))
    assert after.model("bill").status == "standing"
    assert told.names() == ["hit roll, carbine"]


def test_target_is_pinned_engaged_fighters_are_not() -> None:
    after, _ = shoot(duel(others={"rob": (20.0 + CONTACT, 10.0)}), (4,), (4,), (3,))
    assert after.model("bill").status == "standing"


def test_target_is_pinned_not_who_was_engaged_when_the_volley_was_rolled() -> None:
    """One of two hits takes Al down, with whom Bill was engaged; the other one hits Bill."""
    gunner = card("ann", weapon("gun", ("rapid fire", 1), ammo=4))
    after, told = shoot(duel(gunner, others={"al": (20.0 + CONTACT, 10.0)}), (4,), (4,), (3,), (5,), (4,), (6,), (1,))
    assert told.names()[-3:] == ["wound roll", "injury", "wound roll"]
    assert not after.model("al").on_table
    assert after.model("bill").status == "standing"


def test_target_is_pinned_and_no_hard_target_any_more() -> None:
    after, _ = shoot(duel().changed("bill", hard_target=True), (5,), (3,))
    assert (after.model("bill").status, after.model("bill").hard_target) == ("pinned", False)


def test_target_is_pinned_the_vision_arc_is_that_in_which_he_stood_when_he_was_shot() -> None:
    """A shield of 5+, better by one in front. Bill looks at Ann, or away."""
    shield = card("bill", saves=Saves(armour=5, armour_in_arc=1))
    facing = duel(shield).changed("bill", facing=180.0)
    assert shoot(facing, (4,), (4,), (4,))[0].model("bill").status == "pinned"
    assert shoot(duel(shield), (4,), (4,), (4,), (3,))[0].model("bill").status == "seriously_injured"
    lying = facing.changed("bill", status="pinned")
    assert shoot(lying, (5,), (4,), (4,), (3,))[0].model("bill").status == "seriously_injured"


def test_shoot_out_of_range_still_rolls_firepower() -> None:
    battle = duel(card("ann", weapon("gun", long=9.0, ammo=4)))
    after, told = shoot(battle, (1,), (3,))
    assert told.names() == ["firepower", "ammo check, gun"]
    assert after.model("ann").empty == {"gun"}
    assert after.model("bill").status == "standing"


def test_shoot_out_of_range_is_a_miss_that_can_stray() -> None:
    battle = duel(card("ann", weapon("gun", long=9.0)), others={"rob": (15.0, 10.8)})
    after, told = shoot(battle, (3,), (1,))
    assert told.names() == ["stray shot", "wound roll"]
    assert after.model("rob").status == "pinned"


def test_firepower_dice_is_rolled_with_a_miss() -> None:
    after, told = shoot(duel(card("ann", weapon("gun", ammo=4))), (1,), (1,), (3,))
    assert told.names() == ["hit roll, gun", "firepower", "ammo check, gun"]
    assert after.model("ann").empty == {"gun"}


def test_firepower_dice_is_rolled_for_an_improbable_shot() -> None:
    poor = card("ann", weapon("gun", ammo=4), ballistic_skill=6)
    _, told = shoot(duel(poor, pieces=(rail(PARTIAL),)), (1,), (2,))
    assert told.names() == ["improbable shot", "firepower"]


def test_out_of_ammo_only_after_the_whole_sequence() -> None:
    """The shot that failed its ammo check still does what it does."""
    after, told = shoot(duel(card("ann", weapon("gun", ammo=4))), (4,), (1,), (3,), (4,), (6,))
    assert told.names() == ["hit roll, gun", "firepower", "ammo check, gun", "wound roll", "injury"]
    assert told.said[-1].text == "Ann is out of ammo: gun"
    assert not after.model("bill").on_table


def test_out_of_ammo_cannot_be_shot_until_reloaded() -> None:
    battle = duel().changed("ann", empty=frozenset({"carbine"}))
    assert why_not(battle) == ["Ann is out of ammo"]


def test_resolve_hits_of_rapid_fire_are_pooled() -> None:
    """Three hits, two wounds on a fighter of one: two injury dice together."""
    battle = duel(card("ann", weapon("gun", ("rapid fire", 1), ammo=4)))
    after, told = shoot(battle, (4,), (6,), (4,), (3,), (5,), (1, 2))
    assert told.names() == ["hit roll, gun", "firepower", "wound roll", "wound roll", "wound roll", "injury"]
    assert after.model("bill").flesh_wounds == 2


def test_resolve_hits_with_the_wielders_strength() -> None:
    """S+1 of strength 4 is 5 against toughness 3: a 3 wounds."""
    thrower = Weapon("axe", (replace(profile(), strength=Strength(1, wielders=True)),))
    _, told = shoot(duel(card("ann", thrower, strength=4)), (4,), (3,), (1,))
    assert told[1].needs == "3+ (strength 5 against toughness 3)"  # type: ignore[union-attr]


def test_special_save_rolls_come_before_pinning_and_wounding() -> None:
    dodger = card("bill", saves=Saves(special_ranged=6))
    saved, told = shoot(duel(dodger), (4,), (6,))
    assert told.names() == ["hit roll, carbine", "special save"]
    assert saved.model("bill").status == "standing"
    assert shoot(duel(dodger), (4,), (5,), (1,))[0].model("bill").status == "pinned"


def test_special_save_rolls_are_made_once_for_each_hit_roll() -> None:
    """One save against all three hits of rapid fire."""
    gunner, dodger = card("ann", weapon("gun", ("rapid fire", 1), ammo=4)), card("bill", saves=Saves(special_ranged=6))
    saved, _ = shoot(duel(gunner, dodger), (4,), (6,), (6,))
    assert saved.model("bill").status == "standing"
    _, told = shoot(duel(gunner, dodger), (4,), (6,), (5,), (1,), (1,), (1,))
    assert told.names().count("special save") == 1


# Engaged targets.


def melee(**others: Place) -> Battle:
    return duel(others={"rob": (20.0 + CONTACT, 10.0), **others})


@pytest.mark.parametrize(("face", "struck"), [(4, "bill"), (6, "bill"), (3, "rob"), (1, "rob")])
def test_target_is_engaged_4_or_more_hits_the_intended_one(face: int, struck: str) -> None:
    after, told = shoot(melee(), (4,), (face,), (4,), (6,))
    assert told.names() == ["hit roll, carbine", "shot into close combat", "wound roll", "injury"]
    assert not after.model(struck).on_table


def test_target_is_engaged_otherwise_the_closest_friend_engaged_with_him() -> None:
    """Ron is nearer to Ann than Rob is; Roy, nearer still, is not engaged."""
    battle = melee(ron=(20.0, 10.0 + CONTACT), roy=(15.0, 14.0))
    assert bystander(battle, "ann", "bill") == "ron"


def test_target_is_engaged_every_hit_is_rolled_for() -> None:
    tally, told = gone_through(into_combat(melee(), "ann", "bill", 3), (4,), (3,), (5,))
    assert tally == (("bill", 2), ("rob", 1))
    assert told.names() == ["shot into close combat"] * 3
    assert [
        one.called[not one.succeeds((face,))] for one, face in zip(told, (4, 3, 5), strict=True) if isinstance(one, Roll)
    ] == [
        "Bill is hit",
        "Rob is hit",
        "Bill is hit",
    ]


def test_target_is_engaged_a_miss_strays_past_those_engaged_with_him() -> None:
    _, told = shoot(melee(), (3,))
    assert told.names() == ["hit roll, carbine"]


# Stray shots.


def test_stray_shot_hits_pin_and_wound_somebody_else() -> None:
    battle = duel(others={"rob": (15.0, 10.8)})
    after, told = shoot(battle, (3,), (3,), (4,), (4,))
    assert told.names()[:4] == ["hit roll, carbine", "stray shot", "wound roll", "injury"]
    assert after.model("rob").status == "seriously_injured"
    assert after.model("bill").status == "standing"


def test_stray_shot_not_where_the_attack_hits() -> None:
    _, told = shoot(duel(others={"rob": (15.0, 10.8)}), (5,), (1,))
    assert told.names() == ["hit roll, carbine", "wound roll"]


def test_stray_shot_not_where_a_special_save_stops_the_attack() -> None:
    battle = duel(card("bill", saves=Saves(special_ranged=6)), others={"rob": (15.0, 10.8)})
    _, told = shoot(battle, (5,), (6,))
    assert told.names() == ["hit roll, carbine", "special save"]


def test_stray_shot_of_rapid_fire_once_for_every_hit() -> None:
    battle = duel(card("ann", weapon("gun", ("rapid fire", 1), ammo=4)), others={"rob": (15.0, 10.8)})
    _, told = shoot(battle, (3,), (4,), (3,), (4,), (1,))
    assert told.names() == ["hit roll, gun", "firepower", "stray shot", "stray shot", "wound roll"]


# Aim.


def test_aim_helps_the_next_shoot_action() -> None:
    battle = replace(duel(), activation=Activation("ann", 2, controller="red"))
    aimed, _ = gone_through(do(battle, "ann", AIM))
    after, told = shoot(aimed, (3,), (1,))
    assert after.model("bill").status == "pinned"
    assert [one.amount for one in told[0].why] == [1]  # type: ignore[union-attr]
    assert after.activation is not None
    assert not after.activation.aimed


def test_aim_is_a_basic_action_of_active_fighters() -> None:
    assert can(duel(), "ann", AIM)
    assert not can(replace(duel(), activation=Activation("ann", 1, done=("aim",))), "ann", AIM)
    assert not can(duel().changed("ann", status="pinned"), "ann", AIM)


# Two pistols.


def twins(**fields: Any) -> Battle:  # noqa: ANN401
    return duel(card("ann", weapon("pistol", "sidearm", **fields), weapon("other", "sidearm", **fields), CARBINE))


def test_twin_guns_blazing_any_two_sidearms_and_nothing_else() -> None:
    found = [[gun.weapon for gun in guns] for guns in choices_of_guns(twins(), "ann")]
    assert found == [["pistol"], ["other"], ["carbine"], ["pistol", "other"]]


def test_twin_guns_blazing_both_hit_rolls_come_first_at_minus_1() -> None:
    after, told = shoot(twins(), "pistol+other", (5,), (5,), (3,), (4,), (1,))
    assert told.names() == ["weapon", "hit roll, pistol", "hit roll, other", "wound roll", "wound roll", "injury"]
    assert [roll.needs for roll in told[1:3]] == ["5+", "5+"]  # type: ignore[union-attr]
    assert (after.model("bill").status, after.model("bill").flesh_wounds) == ("pinned", 1)


def test_twin_guns_blazing_the_second_hits_although_the_first_sends_him_into_hiding() -> None:
    """Pinned behind his rail Bill could not be targeted any more."""
    battle = replace(twins(), setting=duel(*twins().setting.cards.values(), pieces=(rail(PARTIAL),)).setting)
    after, _ = shoot(battle, "pistol+other", (6,), (6,), (3,), (4,), (6,))
    assert not after.model("bill").on_table


def test_twin_guns_blazing_each_has_its_own_firepower_dice() -> None:
    after, told = shoot(twins(ammo=4), "pistol+other", (1,), (1,), (4,), (1,), (1,), (3,))
    pistol, other = (["hit roll, " + name, "firepower", "ammo check, " + name] for name in ("pistol", "other"))
    assert told.names() == ["weapon", *pistol, *other]
    assert after.model("ann").empty == {"other"}


def test_twin_guns_blazing_not_with_one_that_is_out_of_ammo() -> None:
    found = choices_of_guns(twins().changed("ann", empty=frozenset({"other"})), "ann")
    assert [[gun.weapon for gun in guns] for guns in found] == [["pistol"], ["carbine"]]


# Which weapons.


def test_weapon_profiles_each_is_a_choice_of_its_own() -> None:
    combi = Weapon("combi", (profile(name="bolt"), profile(name="needle", strength=None, damage=None)))
    _, told = shoot(duel(card("ann", combi)), "combi: needle", (4,), (1,))
    assert told.names() == ["weapon", "hit roll, combi", "injury"]


def test_weapon_profiles_for_melee_cannot_be_shot_with() -> None:
    knife, whip = weapon("knife", "melee", short=None, long=None), weapon("whip", "melee", "versatile", short=None, long=3.0)
    assert why_not(duel(card("ann", knife, whip))) == ["Ann has nothing to shoot with"]


def test_shoot_says_why_there_is_no_target() -> None:
    wall = block("wall", (14.0, 0.0, 0.0), (14.5, 40.0, CLOSED))
    assert why_not(duel(pieces=(wall,))) == ["there is no line of sight to Bill"]
    hidden = duel(pieces=(rail(FULL),)).changed("bill", status="pinned")
    assert why_not(hidden) == ["there is no line of sight to Bill"], "behind an inch of rail nobody sees who lies"
    low = duel(pieces=(rail(0.3),)).changed("bill", status="pinned")
    assert why_not(low) == ["Bill is pinned in cover and so in hiding"]
    both = duel(pieces=(wall,), others={"ben": (20.0, 14.0)})
    assert why_not(both) == ["no enemy is in line of sight and not in hiding"]
