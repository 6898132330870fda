"""main-rulebook: Close combat, steps 2, 3, 6 and 7: weapons, dice, hit rolls, defence rolls."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.engine.exact_odds import odds
from rules.engine.procedure_steps import Choose, Roll
from rules.roster.gang import Fighter, Saves
from rules.roster.profile import Profile
from rules.roster.weapon import Strength, Weapon, WeaponProfile
from rules.skirmish.injury.hit_resolution import wounds
from rules.skirmish.melee.melee_blows import (
    Landed,
    Stance,
    blows,
    defence_roll,
    hit_modifiers,
    hit_roll,
    parried,
    weapon_skill,
)
from rules.skirmish.melee.melee_weapons import Arm, arms_of, attack_dice, bare, key_of, loadouts, shared_out
from rules.skirmish.state.battle_state import Battle
from tests.rules.skirmish.battles import battle, gone_through

MELEE = (("melee", 0),)
KNIFE = Weapon("knife", (WeaponProfile(strength=Strength(0, wielders=True), traits=MELEE),))
SWORD = Weapon("sword", (WeaponProfile(strength=Strength(4), ap=-1, accuracy_short=1, traits=MELEE),))
MAUL = Weapon("maul", (WeaponProfile(strength=Strength(2, wielders=True), traits=(*MELEE, ("unwieldy", 0))),))
PISTOL = Weapon("pistol", (WeaponProfile(8.0, 16.0, 2, 0, Strength(3), ammo=4, traits=(("sidearm", 0),)),))
RIFLE = Weapon("rifle", (WeaponProfile(8.0, 24.0, 1, 0, Strength(3), ammo=4),))
ALL = (KNIFE, SWORD, MAUL, PISTOL, RIFLE)


def arm(weapon: Weapon) -> Arm:
    return Arm(weapon.name, weapon.profiles[0])


def duel(*weapons: Weapon, saves: Saves | None = None, other: tuple[Weapon, ...] = (), **profile: int) -> Battle:
    """Anna and Bill in contact, facing each other."""
    cards = [
        Fighter("anna", "Anna", profile=replace(Profile(), **profile), weapons=weapons),
        Fighter("bill", "Bill", weapons=other, saves=saves or Saves()),
    ]
    return battle({"anna": (10, 10), "bill": (10.98, 10)}, cards=cards).changed("bill", facing=180.0)


def names(choices: tuple[tuple[Arm, ...], ...]) -> list[str]:
    return ["+".join(one.weapon for one in arms) for arms in choices]


def test_pick_weapons_up_to_two_but_one_that_is_unwieldy_or_bare_hands() -> None:
    found = names(loadouts(duel(*ALL), "anna"))
    assert found == ["knife+sword", "knife+pistol", "sword+pistol", "knife", "sword", "maul", "pistol", "unarmed"]


def test_pick_weapons_a_defender_needs_one_for_melee() -> None:
    found = names(loadouts(duel(*ALL), "anna", defending=True))
    assert found == ["knife+sword", "knife+pistol", "sword+pistol", "knife", "sword", "maul"]
    assert loadouts(duel(PISTOL), "anna", defending=True) == ()


def test_pick_weapons_not_one_that_is_out_of_ammo() -> None:
    dry = duel(KNIFE, PISTOL).changed("anna", empty=frozenset({"pistol", "knife"}))
    assert [one.weapon for one in arms_of(dry, "anna")] == ["knife"]


def test_pick_weapons_a_weapon_of_several_profiles_is_used_by_any_of_them_but_not_by_two() -> None:
    """A pistol that stabs and hits: as a pistol it has to be loaded."""
    shot = replace(PISTOL.profiles[0], name="shot")
    stab, hit = (WeaponProfile(strength=Strength(0, wielders=True), traits=MELEE, name=name) for name in ("stab", "hit"))
    fight = duel(Weapon("combi", (shot, stab, hit)), KNIFE)
    found = loadouts(fight, "anna")
    singles = ["combi: stab", "combi: hit", "combi: shot"]
    assert [key_of(one) for one in found] == [*(f"{one}+knife" for one in singles), *singles, "knife", "unarmed"]
    dry = fight.changed("anna", empty=frozenset({"combi"}))
    assert [arm.label for arm in arms_of(dry, "anna")] == ["combi: stab", "combi: hit", "knife"]


def test_determine_attack_dice() -> None:
    fight = duel(*ALL, attacks=2)
    one, two = (arm(SWORD),), (arm(SWORD), arm(KNIFE))
    assert attack_dice(fight, "anna", one, charged=False) == 2
    assert attack_dice(fight, "anna", one, charged=True) == 3
    assert attack_dice(fight, "anna", two, charged=False) == 3
    assert attack_dice(fight, "anna", (arm(SWORD), arm(PISTOL)), charged=True) == 4


def test_pistols_at_close_quarters_one_die_each_the_rest_with_the_blade_or_unarmed() -> None:
    fight = duel(*ALL)
    assert gone_through(shared_out(fight, "anna", (arm(PISTOL),), 3))[0] == ((arm(PISTOL), 1), (bare(fight), 2))
    assert gone_through(shared_out(fight, "anna", (arm(KNIFE), arm(PISTOL)), 3))[0] == ((arm(PISTOL), 1), (arm(KNIFE), 2))
    two = (arm(PISTOL), replace(arm(PISTOL), weapon="other"))
    assert gone_through(shared_out(fight, "anna", two, 3))[0] == (*((one, 1) for one in two), (bare(fight), 1))
    assert gone_through(shared_out(fight, "anna", (arm(PISTOL),), 1))[0] == ((arm(PISTOL), 1),)


@pytest.mark.parametrize("name", ["knife", "pistol"])
def test_reaction_attacks_a_defender_with_one_die_left_picks_the_weapon(name: str) -> None:
    pool, told = gone_through(shared_out(duel(*ALL), "anna", (arm(KNIFE), arm(PISTOL)), 1), name)
    assert [(one.weapon, dice) for one, dice in pool] == [(name, 1)]
    assert told.names() == ["weapon for the last die"]


def test_dual_weapons_at_least_one_die_with_each() -> None:
    fight = duel(*ALL)
    pool, told = gone_through(shared_out(fight, "anna", (arm(KNIFE), arm(SWORD)), 4), "1")
    assert pool == ((arm(KNIFE), 1), (arm(SWORD), 3))
    (choice,) = told
    assert isinstance(choice, Choose)
    assert [option.key for option in choice.options] == ["1", "2", "3"]
    assert gone_through(shared_out(fight, "anna", (arm(KNIFE), arm(SWORD)), 2))[0] == ((arm(KNIFE), 1), (arm(SWORD), 1))


def modifiers(fight: Battle, weapon: Weapon = KNIFE, *, turned: bool = False) -> int:
    return sum(one.amount for one in hit_modifiers(fight, Stance("anna", turned=turned), "bill", arm(weapon)))


def test_melee_hit_roll_modifiers_accuracy_of_blades_but_not_of_pistols() -> None:
    assert modifiers(duel(*ALL), SWORD) == 1
    assert modifiers(duel(*ALL), PISTOL) == 0


def test_melee_hit_roll_modifiers_turning_to_react() -> None:
    assert modifiers(duel(KNIFE), turned=True) == -1


def brawl(**places: tuple[float, float]) -> Battle:
    return battle({"anna": (10.0, 10.0), "bill": (10.98, 10.0), **places})


def test_melee_hit_roll_modifiers_assists() -> None:
    assert modifiers(brawl(alan=(11.96, 10.0))) == 1
    assert modifiers(brawl(alan=(11.96, 10.0), abel=(10.98, 10.98))) == 2
    assert modifiers(brawl(alan=(20.0, 10.0))) == 0


def test_melee_hit_roll_modifiers_no_assist_by_who_is_busy_or_not_operational() -> None:
    assert modifiers(brawl(alan=(11.96, 10.0), bob=(12.94, 10.0))) == 0
    assert modifiers(brawl(alan=(11.96, 10.0)).changed("alan", broken=True)) == 0


def test_melee_hit_roll_modifiers_interference() -> None:
    assert modifiers(brawl(bob=(9.02, 10.0))) == -1
    assert modifiers(brawl(bob=(9.02, 10.0)).changed("bob", insane=True)) == 0


def test_defending_takes_one_off_the_weapon_skill_but_no_more_than_to_six() -> None:
    assert weapon_skill(duel(), Stance("anna", defends=True)) == 5
    assert weapon_skill(duel(weapon_skill=6), Stance("anna", defends=True)) == 6


@pytest.mark.parametrize(("face", "hits"), [(1, False), (3, False), (4, True), (6, True)])
def test_make_hit_rolls(face: int, hits: bool) -> None:
    (score, shown), _ = gone_through(hit_roll(duel(KNIFE), Stance("anna"), "bill", arm(KNIFE)), (face,))
    assert (score, shown) == ((face, face) if hits else (0, 0))


def test_improbable_close_combat_attacks_succeed_on_a_natural_six() -> None:
    hard = brawl(bob=(9.02, 10.0), bert=(10.0, 9.02)).changed("anna", broken=True)
    assert modifiers(hard) == -2
    roll = hit_roll(hard, Stance("anna"), "bill", arm(KNIFE))
    assert gone_through(roll, (6,))[0] == (4, 6)
    assert gone_through(hit_roll(hard, Stance("anna"), "bill", arm(KNIFE)), (5,))[0] == (0, 0)


def test_turn_to_face_the_penalty_stacks_with_that_of_a_defender() -> None:
    """Weapon skill 3+: 4+ for a defender, and one less on the roll for having turned."""
    stance = Stance("anna", defends=True, turned=True)
    start = duel(KNIFE, weapon_skill=3)
    assert gone_through(hit_roll(start, stance, "bill", arm(KNIFE)), (4,))[0] == (0, 0)
    assert gone_through(hit_roll(start, stance, "bill", arm(KNIFE)), (5,))[0] == (4, 5)


def test_defence_dice_are_weapon_skill_checks_without_modifiers_of_hit_rolls() -> None:
    fight = duel(SWORD)
    parries, told = gone_through(defence_roll(fight, Stance("anna", defends=True), 4, "bill"), (1, 4, 5, 6))
    assert parries == (5, 6)
    (roll,) = told
    assert isinstance(roll, Roll)
    assert (roll.dice, roll.needs) == ("4D6", "5+ with each die")
    assert [one.text for one in told.said] == ["Anna can parry 2 blows"]


def landed(*faces: int, weapon: int = 0) -> tuple[Landed, ...]:
    return tuple(Landed(face, face, weapon) for face in faces)


@pytest.mark.parametrize(
    ("faces", "parries", "left"),
    [
        ((4, 5, 6), (5,), (5, 6)),
        ((4, 5, 6), (5, 5), (6,)),
        ((4, 5, 6), (4, 5, 5), (6,)),
        ((4, 5, 6), (5, 5, 6), ()),
        ((6, 6), (5, 5, 5), (6, 6)),
        ((6, 6), (5, 6), (6,)),
        ((4, 6), (6,), (6,)),
        ((), (6,), ()),
    ],
)
def test_defence_rolls_take_the_lowest_away_and_a_six_only_a_six(
    faces: tuple[int, ...], parries: tuple[int, ...], left: tuple[int, ...]
) -> None:
    found, told = gone_through(parried(duel(), "bill", (arm(KNIFE),), landed(*faces), parries))
    assert tuple(one.face for one in found) == left
    assert len(told.said) == len(faces) - len(left), "every parry is told"


def test_defence_rolls_of_tied_scores_the_defender_picks() -> None:
    both = (*landed(4), *landed(4, weapon=1))
    found, told = gone_through(parried(duel(), "bill", (arm(KNIFE), arm(SWORD)), both, (5,)), "2")
    assert [one.arm for one in found] == [0]
    (choice,) = told
    assert isinstance(choice, Choose)
    assert choice.who == "blue"


def test_pistols_at_close_quarters_roll_firepower_even_when_they_miss() -> None:
    _, told = gone_through(blows(duel(PISTOL), Stance("anna"), Stance("bill"), ((arm(PISTOL), 1),), 0), (1,), (3,))
    assert told.names() == ["hit roll, pistol", "firepower"]


def test_pistols_at_close_quarters_can_run_out_of_ammo() -> None:
    after, _ = gone_through(blows(duel(PISTOL), Stance("anna"), Stance("bill"), ((arm(PISTOL), 1),), 0), (1,), (1,), (3,))
    assert after.model("anna").empty == {"pistol"}


def test_resolve_hits_each_blow_that_is_not_parried() -> None:
    fight = duel(KNIFE)
    after, told = gone_through(
        blows(fight, Stance("anna"), Stance("bill"), ((arm(KNIFE), 3),), 0), (4,), (5,), (1,), (4,), (3,), (6,)
    )
    assert told.names() == ["hit roll, knife"] * 3 + ["wound roll"] * 2 + ["injury"]
    assert after.model("bill").whereabouts == "out_of_action"


def test_unarmed_attacks_have_the_strength_of_the_fighter_and_a_better_save_for_the_target() -> None:
    fight = duel(saves=Saves(armour=6), strength=5)
    after, told = gone_through(blows(fight, Stance("anna"), Stance("bill"), ((bare(fight), 1),), 0), (4,), (3,), (5,))
    assert [one.needs for one in told if isinstance(one, Roll)][1:] == ["3+ (strength 5 against toughness 3)", "5+"]
    assert after.model("bill") == fight.model("bill")
    assert wounds is not None


def test_special_saves_come_before_the_wound_roll() -> None:
    fight = duel(KNIFE, saves=Saves(special_close=5))
    after, told = gone_through(blows(fight, Stance("anna"), Stance("bill"), ((arm(KNIFE), 1),), 0), (4,), (5,))
    assert told.names()[-1] == "special save"
    assert after == fight


def no_choice(request: Choose) -> Mapping[str, Fraction]:
    raise AssertionError(request)


def test_odds_of_two_blows_worked_out_by_hand() -> None:
    """Hit on 4+, wound on 4+: each does nothing in three of four cases."""
    found = odds(no_choice, blows, duel(KNIFE), Stance("anna"), Stance("bill"), ((arm(KNIFE), 2),), 0)
    unhurt = sum(part for after, part in found.items() if after.model("bill") == duel().model("bill"))
    assert unhurt == Fraction(9, 16)


def test_odds_of_a_parried_blow_worked_out_by_hand() -> None:
    """One attack at 4+, one defence die at 5+ (weapon skill 4+, one worse for defending).

    A natural 6 is parried by a 6 only (1/6), a 4 or 5 by a 5 or 6 (1/3).
    """
    found = odds(
        no_choice, blows, duel(KNIFE, other=(KNIFE,)), Stance("anna"), Stance("bill", defends=True), ((arm(KNIFE), 1),), 1
    )
    struck = Fraction(1, 6) * Fraction(5, 6) + Fraction(2, 6) * Fraction(2, 3)
    hurt = sum(part for after, part in found.items() if after.model("bill") != found_start().model("bill"))
    assert hurt == struck / 2


def found_start() -> Battle:
    return duel(KNIFE, other=(KNIFE,))


def test_odds_of_a_charge_with_two_weapons_take_few_cases() -> None:
    """Five dice with two weapons against three defence dice: by a plain count 6 ** 8 rolls before the first wound roll."""
    pool = ((arm(KNIFE), 2), (arm(SWORD), 3))
    decide = lambda request: {request.options[0].key: Fraction(1)}  # noqa: E731
    found = odds(decide, blows, duel(KNIFE, SWORD), Stance("anna"), Stance("bill", defends=True), pool, 3)
    assert sum(found.values()) == 1


def test_what_makes_the_weapon_skill_worse_is_told_with_the_roll() -> None:
    """Weapon skill 4+, one worse for who defends; 6+ for who is broken, which nothing makes worse."""
    fight = duel(KNIFE)
    _, told = gone_through(defence_roll(fight, Stance("anna", defends=True), 1, "bill"), (4,))
    _, reacts = gone_through(hit_roll(fight, Stance("anna", defends=True), "bill", arm(KNIFE)), (5,))
    broken = fight.changed("anna", broken=True)
    _, flails = gone_through(hit_roll(broken, Stance("anna", defends=True), "bill", arm(KNIFE)), (6,))
    rolls = [one for one in (*told, *reacts, *flails) if isinstance(one, Roll)]
    assert [(one.needs, [(why.amount, why.because.text) for why in one.why]) for one in rolls] == [
        ("5+", [(-1, "Anna defends")]),
        ("5+", [(-1, "Anna defends")]),
        ("6+", [(-2, "Anna is broken")]),
    ]


def test_parries_tell_what_was_rolled() -> None:
    both = (Landed(3, 4, 0), Landed(4, 5, 0))
    _, told = gone_through(parried(duel(), "bill", (arm(KNIFE),), both, (5,)))
    assert [line.text for line in told.said] == ["Bill parries a 4 rolled with knife"]
