"""main-rulebook: Close combat in nine steps; Coup de grace; Consolidate; reaction attacks."""

from dataclasses import replace
from typing import TypeVar

import pytest

from rules.engine.procedure_steps import Answer, Choose, Procedure, Roll
from rules.roster.gang import Fighter
from rules.roster.profile import Profile
from rules.roster.weapon import Strength, Weapon, WeaponProfile
from rules.skirmish.melee.close_combat import (
    COUP_DE_GRACE,
    FIGHT,
    attack,
    declared,
    defended,
    fight,
    helpless,
    reactions,
    turned_to_face,
)
from rules.skirmish.melee.melee_weapons import Arm
from rules.skirmish.moving.contact_resolution import meets
from rules.skirmish.moving.facing_action import FACE
from rules.skirmish.state.action import can, do
from rules.skirmish.state.battle_state import Activation, Battle
from tests.rules.skirmish import battles
from tests.rules.skirmish.battles import Told, battle

KNIFE = Weapon("knife", (WeaponProfile(strength=Strength(0, wielders=True), traits=(("melee", 0),)),))
APART = 0.98
"""Inches between the middles of two 25 mm bases in contact."""


def fighters(attacks: int = 1) -> list[Fighter]:
    return [
        Fighter(name, name.title(), profile=replace(Profile(), attacks=attacks), weapons=(KNIFE,))
        for name in ("anna", "alan", "bill", "bob", "bert")
    ]


def brawl(attacks: int = 1, *, charged: bool = False, bare: bool = False, **others: tuple[float, float]) -> Battle:
    """Anna, who acts, and Bill in contact, face to face."""
    cards = () if bare else fighters(attacks)
    start = battle({"anna": (10, 10), "bill": (10 + APART, 10), **others}, cards=cards).changed("bill", facing=180.0)
    return replace(start, activation=Activation("anna", 1, controller="red", charged=charged))


Result = TypeVar("Result")


def gone_through(procedure: Procedure[Result], *answers: Answer) -> tuple[Result, Told]:
    """As in `battles`; everybody takes the knife."""
    return battles.gone_through(procedure, *answers, always={"weapons": "knife"})


def dice(told: Told) -> list[str]:
    return [f"{one.who} {one.what}" for one in told if isinstance(one, Roll)]


def test_fight_attack_then_reaction() -> None:
    """Neither has a second die, so nobody is asked whether he defends."""
    after, told = gone_through(fight(brawl(), "anna"), (1,), (1,))
    assert dice(told) == ["anna hit roll, knife", "bill hit roll, knife"]
    assert after.model("bill") == brawl().model("bill")


def test_turn_to_face_several_in_any_direction() -> None:
    """Bill is ahead of her and Bob to her left; at 45 degrees she has both in front of her."""
    both = brawl(bob=(10, 10 + APART))
    after, _ = gone_through(turned_to_face(both, "anna"), "45")
    assert after.model("anna").facing == pytest.approx(45.0)
    after, _ = gone_through(turned_to_face(both, "anna"), "bob")
    assert after.model("anna").facing == pytest.approx(90.0)


def test_turn_to_face_the_attacker_turns_to_his_only_enemy() -> None:
    behind = brawl().changed("anna", facing=180.0)
    after, told = gone_through(turned_to_face(behind, "anna"))
    assert (told, after.model("anna").facing) == ([], 0.0)


def test_turn_to_face_with_several_enemies_the_player_picks_and_cannot_face_nobody() -> None:
    both = brawl(bob=(10 - APART, 10))
    _, told = gone_through(turned_to_face(both, "anna"), "bob")
    (choice,) = told
    assert isinstance(choice, Choose)
    assert [one.key for one in choice.options] == ["stay", "bill", "bob"]
    aside = both.changed("anna", facing=90.0)
    _, told = gone_through(turned_to_face(aside, "anna"), "bob")
    (choice,) = told
    assert isinstance(choice, Choose)
    assert [one.key for one in choice.options] == ["bill", "bob"]


def test_declare_targets_only_enemies_in_the_vision_arc() -> None:
    both = brawl(bob=(10 - APART, 10))
    shares, told = gone_through(declared(both, "anna", ((Arm("knife", KNIFE.profiles[0]), 3),)))
    assert [target for target, _ in shares] == ["bill"]
    assert told == []


def test_declare_targets_attack_dice_are_split_as_the_player_wishes() -> None:
    arm = Arm("knife", KNIFE.profiles[0])
    both = brawl(bob=(10 + APART * 0.64, 10 + APART * 0.768))
    shares, _ = gone_through(declared(both, "anna", ((arm, 3),)), "1")
    assert [(target, pool) for target, pool in shares] == [("bill", ((arm, 1),)), ("bob", ((arm, 2),))]
    shares, _ = gone_through(declared(both, "anna", ((arm, 3),)), "0")
    assert [target for target, _ in shares] == ["bob"]


def test_determine_attack_dice_one_more_for_a_charge() -> None:
    _, told = gone_through(fight(brawl(charged=True), "anna"), (1,), (1,), (1,))
    assert dice(told).count("anna hit roll, knife") == 2


def test_determine_attack_dice_a_charge_counts_for_the_attack_that_belongs_to_it_only() -> None:
    after, _ = gone_through(fight(brawl(charged=True), "anna"), (1,), (1,), (1,))
    _, told = gone_through(fight(after, "anna"), (1,), (1,))
    assert dice(told) == ["anna hit roll, knife", "bill hit roll, knife"]


def test_determine_attack_dice_and_declare_targets_are_told_before_the_dice_are_rolled() -> None:
    _, told = gone_through(fight(brawl(charged=True), "anna"), (1,), (1,), (1,))
    said = [one.text for one in told.said]
    assert "Anna has 2 attack dice (attacks 1; +1 for the charge)" in said
    assert "Anna strikes at Bill: 2 dice with knife" in said
    assert "Bill strikes at Anna: 1 die with knife" in said


def test_declare_targets_all_are_told_before_any_dice_and_with_the_dice_of_each() -> None:
    both = brawl(2, bob=(10 + APART * 0.64, 10 + APART * 0.768)).changed("bill", broken=True)
    _, told = gone_through(attack(both, "anna", False), "1", "no", "no", (1,), (1,))
    assert [one.text for one in told.said if "Bill" in one.text or "Bob" in one.text] == [
        "Anna strikes at Bill: 1 die with knife",
        "Anna strikes at Bob: 1 die with knife",
        "the dice against Bill",
        "Anna does not hurt Bill",
        "the dice against Bob",
        "Anna does not hurt Bob",
    ]


def test_target_chooses_whether_to_defend() -> None:
    defence, told = gone_through(defended(brawl(3), "bill", 2, "anna"), "yes", "2")
    assert (defence.stance.defends, defence.dice, defence.left) == (True, 2, 1)
    numbers = [one for one in told if isinstance(one, Choose)][-1]
    assert [one.key for one in numbers.options] == ["0", "1", "2"]
    assert {one.who for one in told} == {"blue"}


def test_target_chooses_to_defend_keeps_an_attack_die_and_has_no_more_defence_dice_than_the_attacker_dice() -> None:
    _, told = gone_through(defended(brawl(3), "bill", 9, "anna"), "yes", "2")
    assert [one.key for one in [one for one in told if isinstance(one, Choose)][-1].options] == ["0", "1", "2"]
    _, told = gone_through(defended(brawl(3), "bill", 1, "anna"), "yes", "1")
    assert [one.key for one in [one for one in told if isinstance(one, Choose)][-1].options] == ["0", "1"]


def test_target_chooses_to_defend_only_with_a_weapon_for_melee() -> None:
    defence, told = gone_through(defended(brawl(bare=True), "bill", 2, "anna"))
    assert (told, defence.stance.defends) == ([], False)


def test_reaction_attacks_a_defender_uses_the_dice_that_are_left() -> None:
    """Anna has two attacks, Bill three: two parry, one strikes back, at a weapon skill one worse."""
    start = brawl(2)
    strong = Fighter("bill", "Bill", profile=replace(Profile(), attacks=3), weapons=(KNIFE,))
    start = battle({"anna": (10, 10), "bill": (10 + APART, 10)}, cards=[fighters(2)[0], strong]).changed("bill", facing=180.0)
    start = replace(start, activation=Activation("anna", 1, controller="red"))
    _, told = gone_through(fight(start, "anna"), "yes", "2", (1, 1), (1,), (1,), (1,))
    rolls = [one for one in told if isinstance(one, Roll)]
    assert [(one.who, one.what, one.needs) for one in rolls] == [
        ("bill", "defence", "5+ with each die"),
        ("anna", "hit roll, knife", "4+"),
        ("anna", "hit roll, knife", "4+"),
        ("bill", "hit roll, knife", "5+"),
    ]


def test_reaction_attacks_turning_costs_one() -> None:
    away = brawl().changed("bill", facing=0.0)
    _, told = gone_through(fight(away, "anna"), (1,), "turn", (1,))
    reaction = [one for one in told if isinstance(one, Roll)][-1]
    assert (reaction.who, reaction.needs) == ("bill", "5+")
    _, told = gone_through(fight(away, "anna"), (1,), "stay")
    assert dice(told) == ["anna hit roll, knife"]


def test_reaction_attacks_only_by_declared_targets() -> None:
    both = brawl(bob=(10 - APART, 10))
    _, told = gone_through(fight(both, "anna"), "stay", (1,), (1,))
    assert dice(told) == ["anna hit roll, knife", "bill hit roll, knife"]


def test_reaction_attacks_not_by_those_who_went_down() -> None:
    after, told = gone_through(fight(brawl(), "anna"), (6,), (6,), (6,), "none")
    assert dice(told) == ["anna hit roll, knife", "bill wound roll", "bill injury"]
    assert not after.model("bill").on_table


def test_the_attacker_of_reactions_cannot_defend_and_does_not_react() -> None:
    _, told = gone_through(fight(brawl(2), "anna"), "no", (1,), (1,), (1,), (1,))
    assert [one.what for one in told if isinstance(one, Choose)] == ["defend"]


def test_reaction_attacks_on_one_who_fails_to_retreat() -> None:
    _, told = gone_through(reactions(brawl(), ("bill",), "anna"), (1,))
    assert dice(told) == ["bill hit roll, knife"]


@pytest.mark.parametrize("face", [3, 6])
def test_consolidate_or_coup_de_grace_when_all_enemies_are_down(face: int) -> None:
    answers = ((6,), (6,), (face,), "none")
    _, told = gone_through(fight(brawl(), "anna"), *answers)
    (choice,) = [one for one in told if isinstance(one, Choose)]
    down = ["coup-de-grace"] if face == 3 else []
    assert [one.key for one in choice.options] == ["none", *down, "consolidate"]


def test_consolidate_only_when_no_enemy_is_left() -> None:
    both = brawl(bob=(10 - APART, 10))
    _, told = gone_through(fight(both, "anna"), "stay", (6,), (6,), (3,), (6, 6))
    assert "after the fight" not in told.names()


def test_consolidate_or_coup_de_grace_only_for_who_began_the_fight() -> None:
    """Bill strikes Anna down; nobody is asked what he does then."""
    after, told = gone_through(fight(brawl(), "anna"), (1,), (6,), (6,), (3,))
    assert after.model("anna").status == "seriously_injured"
    assert not any(isinstance(one, Choose) for one in told)


def test_consolidate_three_inches_makes_a_hard_target() -> None:
    after, _ = gone_through(fight(brawl(), "anna"), (6,), (6,), (6,), "consolidate", "10 13 0")
    model = after.model("anna")
    assert (model.position, model.hard_target) == ((10.0, 13.0, 0.0), True)


def test_changing_facing_after_consolidating() -> None:
    after, _ = gone_through(do(brawl(), "anna", FIGHT), (6,), (6,), (6,), "consolidate", "10 13 0")
    assert can(after, "anna", FACE)
    after, _ = gone_through(do(brawl(), "anna", FIGHT), (6,), (6,), (6,), "none")
    assert not can(after, "anna", FACE)


def test_consolidate_into_another_enemy_engages_him() -> None:
    after, _ = gone_through(fight(brawl(bob=(10, 13)), "anna"), (6,), (6,), (6,), (6, 6), "consolidate", "engage bob")
    model = after.model("anna")
    assert not model.hard_target
    assert model.position[1] == pytest.approx(13 - 25 / 25.4, abs=0.01)


def test_coup_de_grace_takes_out_of_action_at_once() -> None:
    after, told = gone_through(fight(brawl(), "anna"), (6,), (6,), (3,), "coup-de-grace", "bill")
    assert after.model("bill").whereabouts == "out_of_action"
    assert after.side("blue").lost == 1
    assert dice(told)[-1] == "bill injury"


def test_coup_de_grace_needs_a_visible_seriously_injured_enemy_within_an_inch() -> None:
    down = brawl().changed("bill", status="seriously_injured")
    assert helpless(down, "anna") == ("bill",)
    assert can(down, "anna", COUP_DE_GRACE)
    assert helpless(down.changed("anna", facing=180.0), "anna") == ()
    assert helpless(down.changed("bill", position=(12.1, 10.0, 0.0)), "anna") == ()
    assert helpless(brawl(), "anna") == ()


def test_nerve_tests_follow_the_attack_before_the_reactions() -> None:
    """Bob is engaged too, near Bill who goes out of action; he tests his nerve before he would strike back."""
    both = brawl(2, bob=(10 + APART * 0.64, 10 + APART * 0.768)).changed("bob", facing=225.0)
    _, told = gone_through(fight(both, "anna"), "stay", "1", "no", "no", (6,), (6,), (6,), (1,), (6, 6), (1,), (1,))
    assert dice(told) == [
        "anna hit roll, knife",
        "bill wound roll",
        "bill injury",
        "anna hit roll, knife",
        "bob nerve test",
        "bob hit roll, knife",
        "bob hit roll, knife",
    ]


def test_declare_targets_with_nobody_in_the_vision_arc_there_is_no_attack() -> None:
    arm = Arm("knife", KNIFE.profiles[0])
    away = brawl().changed("anna", facing=180.0)
    assert gone_through(declared(away, "anna", ((arm, 2),)))[0] == ()


def test_pinned_who_comes_round_against_an_active_enemy_stands_up() -> None:
    """Recovery near an enemy across a barricade: who would lie pinned in contact is engaged and on his feet."""
    lying = replace(brawl().changed("bill", status="pinned"), activation=None)
    after, _ = gone_through(meets(lying), "keep")
    assert after.model("bill").status == "standing"
