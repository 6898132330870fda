"""arbiter: Close Combat, in its nine steps."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.citations import Reason
from rules.engine.procedure_steps import Answer, Choose, Roll
from rules.errors import RulesError
from rules.roster.gang import Fighter
from rules.skirmish.melee.close_combat import Defence, fight, may_defend, reaction
from rules.skirmish.melee.melee_blows import Stance, hit_modifiers, hit_roll
from rules.skirmish.melee.melee_weapons import arms_of, attack_dice, loadouts
from rules.skirmish.state.action import verify
from rules.skirmish.state.battle_state import Battle
from rules.systems import registry
from sightline.session.targets.target_chances import chances, ways_of
from tests.rules.skirmish.attacks import BLADE, CLUB, PISTOL
from tests.rules.skirmish.battles import Place, Told, gone_through
from tests.rules.skirmish.guns import card
from tests.rules.skirmish.moves import acting
from tests.rules.systems.arbiter.arbiter_scenes import ARBITER, CONTACT, action, open_to, scene, turn_of, under

C = CONTACT
ANN, BILL, BEN = (10.0, 10.0), (10.0 + C, 10.0), (10.0, 10.0 + C)


def combat(*cards: Fighter, **others: Place) -> Battle:
    """Ann, who looks along +x, and Bill, who looks at her."""
    start = scene({"ann": ANN, "bill": BILL, **others}, cards=list(cards))
    return acting(start.changed("bill", facing=180.0), "ann", done=("fight",))


def fought(start: Battle, *answers: Answer) -> tuple[Battle, Told]:
    return gone_through(fight(start, "ann"), *answers, always={"nerve test": (6, 6)})


MISS = (1,)


def test_adjust_facing_costs_one_on_hit_rolls() -> None:
    """Bill is behind her; she has to turn to attack him."""
    behind = combat().changed("ann", facing=180.0)
    _, told = fought(behind, MISS, MISS)
    own = told[0]
    assert isinstance(own, Roll)
    assert [(one.amount, one.because.text) for one in own.why] == [(-1, "turned")]
    _, told = fought(combat(), MISS, MISS)
    assert isinstance(told[0], Roll)
    assert told[0].why == ()


def test_adjust_facing_to_react_costs_one_on_hit_rolls_too() -> None:
    """Bill looks away: he may turn."""
    away = combat().changed("bill", facing=0.0)
    _, told = fought(away, MISS, "turn", MISS)
    assert isinstance(told[-1], Roll)
    assert [one.amount for one in told[-1].why] == [-1]


def test_pick_weapons_melee_and_sidearms_and_bare_hands() -> None:
    start = combat(card("ann", BLADE, PISTOL))
    assert {tuple(arm.weapon for arm in arms) for arms in loadouts(start, "ann")} >= {("blade",), ("pistol",)}
    (bare,) = loadouts(combat(), "ann")
    profile = bare[0].profile
    assert profile.strength is not None
    assert (profile.strength.of(3), profile.ap, profile.damage) == (3, 0, 1), "own strength, no armour penetration, damage 1"


@pytest.mark.parametrize(("weapons", "charged", "dice"), [(1, False, 2), (2, False, 3), (1, True, 3), (2, True, 4)])
def test_attack_dice_one_more_for_two_weapons_and_one_for_a_charge(weapons: int, charged: bool, dice: int) -> None:
    start = combat(card("ann", BLADE, CLUB, attacks=2))
    assert attack_dice(start, "ann", arms_of(start, "ann")[:weapons], charged=charged) == dice


def test_attack_dice_a_sidearm_is_used_once() -> None:
    """Three attacks with a pistol alone: one with it, two with bare hands, and one firepower die."""
    start = combat(card("ann", PISTOL, attacks=3))
    _, told = fought(start, "pistol", MISS, (2,), MISS, MISS, MISS)
    names = told.names()
    assert names.count("hit roll, pistol") == 1
    assert names.count("firepower") == 1


def test_pick_targets_all_in_the_front_arc() -> None:
    """She may share her dice between two; a third behind her is none of them."""
    low, high = (10.0 + C * 0.866, 10.0 - C * 0.5), (10.0 + C * 0.866, 10.0 + C * 0.5)
    start = combat(card("ann", BLADE, attacks=2), ben=high, bob=(10.0 - C, 10.0)).changed("bill", position=(*low, 0.0))
    start = start.changed("ben", facing=210.0).changed("bill", facing=150.0)
    _, told = fought(start, "stay", "blade", "1", MISS, MISS, MISS, MISS, MISS)
    asked = [one for one in told if isinstance(one, Choose) and one.what.startswith("dice with")]
    assert [one.against for one in asked] == ["bill"]


def test_nobody_defends() -> None:
    start = combat(card("ann", BLADE), card("bill", BLADE, CLUB, attacks=3))
    assert not may_defend(start, "bill", "ann")


def modifiers(start: Battle) -> list[int]:
    (arm,) = arms_of(start, "ann")[:1] or loadouts(start, "ann")[0]
    return [one.amount for one in hit_modifiers(start, Stance("ann"), "bill", arm)]


def test_hit_dice_assistance_and_interference() -> None:
    """Rob is engaged with Bill alone, Ben with Ann alone; then each of them with somebody else as well."""
    assert modifiers(combat(rob=(10.0 + 2 * C, 10.0))) == [1]
    assert modifiers(combat(rob=(10.0 + 2 * C, 10.0), bob=(10.0 + 3 * C, 10.0))) == []
    assert modifiers(combat(ben=BEN)) == [-1]
    assert modifiers(combat(ben=BEN, rob=(10.0, 10.0 + 2 * C))) == []


def test_hit_dice_a_sidearm_has_no_accuracy_a_blade_has() -> None:
    start = combat(card("ann", CLUB, PISTOL))
    club, pistol = arms_of(start, "ann")
    assert [one.amount for one in hit_modifiers(start, Stance("ann"), "bill", club)] == [1]
    assert hit_modifiers(start, Stance("ann"), "bill", pistol) == ()


def test_reaction_attacks_by_all_who_stand_engaged() -> None:
    """All dice go at Bill; Ben, whom nobody attacked, strikes back too."""
    start = combat(card("ann", BLADE), ben=BEN).changed("ben", facing=270.0)
    _, told = fought(start, "stay", "blade", MISS, MISS, MISS)
    assert [(one.what, one.who) for one in told[2:]] == [
        ("hit roll, blade", "ann"),
        ("hit roll, bare hands", "bill"),
        ("hit roll, bare hands", "ben"),
    ]
    main = under(start, "main-rulebook")
    assert "ben" not in [one.who for one in fought(main, "stay", "blade", MISS, MISS)[1]]


def test_reaction_attacks_by_none_who_went_down() -> None:
    start = combat(card("ann", BLADE), ben=BEN).changed("ben", facing=270.0)
    after, told = fought(start, "stay", "blade", (6,), (6,), (4,), MISS)
    assert after.model("bill").status == "seriously_injured"
    assert told[-1].who == "ben"


def test_consolidate_two_inches_and_into_no_other_fight() -> None:
    start = combat(card("ann", BLADE), bob=(14.0, 10.0))
    after, _ = fought(start, "blade", (6,), (6,), (4,), "consolidate", "10 20")
    assert after.model("ann").position == pytest.approx((10.0, 12.0, 0.0), abs=1e-6)
    assert not after.model("ann").hard_target
    with pytest.raises(RulesError, match="engages nobody"):
        fought(start, "blade", (6,), (6,), (4,), "consolidate", "engage bob")


def test_consolidate_or_one_coup_de_grace() -> None:
    start = combat(card("ann", BLADE))
    after, told = fought(start, "blade", (6,), (6,), (4,), "coup-de-grace", "bill")
    assert after.model("bill").whereabouts == "out_of_action"
    (then,) = [one for one in told if one.what == "after the fight"]
    assert isinstance(then, Choose)
    assert [option.key for option in then.options] == ["none", "coup-de-grace", "consolidate"]


def test_consolidate_not_while_an_enemy_stands() -> None:
    start = combat(card("ann", BLADE), ben=BEN).changed("ben", facing=270.0)
    _, told = fought(start, "stay", "blade", (6,), (6,), (4,), MISS)
    assert "after the fight" not in told.names()


def test_a_blow_is_rolled_with_its_modifiers() -> None:
    """Weapon skill 4+; turned, 5+."""
    start = combat(card("ann", BLADE))
    (arm,) = arms_of(start, "ann")
    _, told = gone_through(hit_roll(start, Stance("ann", turned=True), "bill", arm), (4,))
    assert isinstance(told[0], Roll)
    assert told[0].needs == "5+"


def test_a_reaction_may_be_left() -> None:
    away = combat().changed("bill", facing=0.0)
    _, told = gone_through(reaction(away, Defence(Stance("bill")), "ann"), "stay")
    assert told.names() == ["turn to react"]


def test_adjust_facing_is_never_had_for_nothing() -> None:
    """Who is engaged turns in a fight only, at -1: not before his first action, nor after a charge; so version 2 says."""
    behind = turn_of(scene({"ann": (10.0, 8.0), "bill": (10.0 - CONTACT, 8.0)}), "ann")
    assert "face" not in open_to(behind, "ann")
    (reason,) = verify(behind, "ann", action(behind, "face"))
    assert reason == Reason("Ann is engaged, and turns in a fight", "arbiter: Adjust Facing")
    former = registry.system(ARBITER).battle_of(1)
    assert "face" in open_to(replace(behind, setting=replace(behind.setting, parts=former)), "ann")
    alone = turn_of(scene({"ann": (10.0, 8.0), "bill": (20.0, 8.0)}), "ann")
    assert "face" in open_to(alone, "ann")


def test_adjust_facing_is_in_the_chances_that_are_shown() -> None:
    """One die at 4+: a half to his face, a third with the -1 of turning to him first."""
    front = turn_of(scene({"ann": (10.0, 8.0), "bill": (10.0 + CONTACT, 8.0)}), "ann")
    behind = turn_of(scene({"ann": (10.0, 8.0), "bill": (10.0 - CONTACT, 8.0)}), "ann")
    (way,) = ways_of(front, "ann")
    assert way.label == "bare hands"
    found = [chances(one, "ann", "bill", way).odds for one in (front, behind)]
    assert [one.hit for one in found if one is not None] == [Fraction(1, 2), Fraction(1, 3)]
