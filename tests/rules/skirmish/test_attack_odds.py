"""main-rulebook: Shooting; Close combat; Resolve hits: exact odds worked out by hand, and rolled for."""

import math
from fractions import Fraction
from typing import Any

import pytest

from rules.engine import exact_odds
from rules.errors import RulesError
from rules.roster.gang import Saves
from rules.skirmish.attack_odds import AttackOdds, fighting_odds, reckoned, shooting_odds
from rules.skirmish.state.battle_state import Battle
from tests.rules.skirmish.attacks import BLADE, CLUB, COMPARED, CONTACT, rolled, situations
from tests.rules.skirmish.guns import FULL, PARTIAL, card, duel, gun_of, rail, weapon

SITUATIONS = situations()
NEVER = Fraction(0)


def shot(battle: Battle, **options: Any) -> AttackOdds:  # noqa: ANN401
    return shooting_odds(battle, "ann", "bill", (gun_of(battle),), **options)


def outcomes(found: AttackOdds) -> tuple[Fraction, Fraction, Fraction]:
    return found.out_of_action, found.seriously_injured, found.flesh_wound


def test_by_hand_a_plain_shot() -> None:
    """4+, then 4+; the injury die says out on 1 face, serious on 3, flesh on 2."""
    found = shot(duel())
    assert (found.hit, found.pinned, found.wound) == (Fraction(1, 2), Fraction(1, 2), Fraction(1, 4))
    assert outcomes(found) == (Fraction(1, 4) / 6, Fraction(1, 4) / 2, Fraction(1, 4) / 3)
    assert found.expected_wounds == Fraction(1, 4)


def test_by_hand_in_partial_cover() -> None:
    assert shot(duel(pieces=(rail(PARTIAL),))).hit == Fraction(2, 6)


def test_by_hand_in_full_cover_with_aim() -> None:
    """4+ with -2 and +1 is 5+; without aiming 6+."""
    battle = duel(pieces=(rail(FULL),))
    assert (shot(battle, aimed=True).hit, shot(battle).hit) == (Fraction(2, 6), Fraction(1, 6))


def test_by_hand_in_full_cover_where_a_natural_2_misses() -> None:
    """2+ with -2, +1 and +1 is 2+ again, but a 2 does not do."""
    battle = duel(card("ann", weapon("gun", accuracy_long=1), ballistic_skill=2), pieces=(rail(FULL),))
    assert shot(battle, aimed=True).hit == Fraction(4, 6)


def test_many_attack_dice_of_two_weapons_against_many_defence_dice_take_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six attack dice that are all told apart, with four defence dice, fall in 6 ** 10 ways."""
    monkeypatch.setattr(exact_odds, "MOST_STEPS", 10_000)
    saves = Saves(armour=5, special_close=6)
    cards = (card("ann", BLADE, CLUB, attacks=4), card("bill", BLADE, CLUB, attacks=5, wounds=2, saves=saves))
    battle = duel(*cards).changed("bill", position=(10.0 + CONTACT, 10.0, 0.0), facing=180.0)
    found = fighting_odds(battle, "ann", "bill", ("blade", "club"), charged=True, defence=4)
    assert 0 < found.wound < 1


def test_by_hand_an_improbable_shot() -> None:
    """5+ with -2: a 6, then 5+."""
    battle = duel(card("ann", weapon("gun"), ballistic_skill=5), pieces=(rail(FULL),))
    assert shot(battle).hit == Fraction(1, 6) * Fraction(2, 6)


def test_by_hand_armour_and_armour_penetration() -> None:
    """5+ at -1 is saved on a 6."""
    battle = duel(card("ann", weapon("gun", ap=-1)), card("bill", saves=Saves(armour=5)))
    assert shot(battle).wound == Fraction(1, 2) * Fraction(1, 2) * Fraction(5, 6)


def test_by_hand_a_special_save_is_no_hit() -> None:
    found = shot(duel(card("bill", saves=Saves(special_ranged=6))))
    assert (found.hit, found.pinned, found.wound) == (Fraction(5, 12), Fraction(5, 12), Fraction(5, 24))


def test_by_hand_rapid_fire() -> None:
    """One hit on 3 faces, two on 2, three on 1; each wounds on 4+. The ammo symbol is 1 face, and the check fails on 1 to 3."""
    found = shot(duel(card("ann", weapon("gun", ("rapid fire", 1), ammo=4))))
    none = Fraction(3, 6) * Fraction(1, 2) + Fraction(2, 6) * Fraction(1, 4) + Fraction(1, 6) * Fraction(1, 8)
    assert found.wound == Fraction(1, 2) * (1 - none)
    assert found.expected_wounds == Fraction(1, 2) * Fraction(3 * 1 + 2 * 2 + 1 * 3, 6) * Fraction(1, 2)
    assert found.out_of_ammo == Fraction(1, 6) * Fraction(1, 2)


def test_by_hand_two_points_of_damage_are_two_injury_dice() -> None:
    """Strength 6 wounds toughness 3 on 2+. Out unless neither die is a 6; flesh only if both are."""
    found = shot(duel(card("ann", weapon("gun", strength=6, damage=2))))
    wound = Fraction(1, 2) * Fraction(5, 6)
    assert outcomes(found) == (
        wound * (1 - Fraction(5, 6) ** 2),
        wound * (Fraction(5, 6) ** 2 - Fraction(2, 6) ** 2),
        wound * Fraction(2, 6) ** 2,
    )
    assert found.expected_wounds == 2 * wound


def test_by_hand_a_second_wound_spares_the_injury_die() -> None:
    found = shot(duel(card("bill", wounds=2)))
    assert (found.wound, *outcomes(found)) == (Fraction(1, 4), NEVER, NEVER, NEVER)


def test_by_hand_flesh_wounds_down_to_toughness_0() -> None:
    """Toughness 1: strength 3 wounds on 2+, and a flesh wound takes out of action as well."""
    found = shot(duel(card("bill", toughness=1)))
    assert outcomes(found) == (
        Fraction(1, 2) * Fraction(5, 6) * Fraction(3, 6),
        Fraction(1, 2) * Fraction(5, 6) * Fraction(3, 6),
        NEVER,
    )


def test_by_hand_without_strength_a_hit_is_an_injury_die() -> None:
    found = shot(duel(card("ann", weapon("gun", strength=None, damage=None))))
    assert (found.wound, found.out_of_action) == (Fraction(1, 2), Fraction(1, 12))


def test_by_hand_into_close_combat() -> None:
    found = shot(duel(others={"rob": (20 + CONTACT, 10.0)}))
    assert (found.hit, found.pinned, found.wound) == (Fraction(1, 4), NEVER, Fraction(1, 8))
    assert found.others == (("rob", Fraction(1, 4)),)


def test_by_hand_a_stray_shot() -> None:
    """Half the shots miss; then 1 to 3 hits Rob, and otherwise a pinned Ben, farther off, on a 1."""
    battle = duel(others={"rob": (13.0, 10.8), "ben": (15.0, 9.2)}).changed("ben", status="pinned")
    found = shot(battle)
    assert found.hit == Fraction(1, 2)
    assert found.others == (("ben", Fraction(1, 2) * Fraction(1, 2) * Fraction(1, 6)), ("rob", Fraction(1, 2) * Fraction(1, 2)))


def test_by_hand_out_of_range() -> None:
    found = shot(duel(card("ann", weapon("gun", long=9.0, ammo=4))))
    assert (found.hit, found.wound, found.out_of_ammo) == (NEVER, NEVER, Fraction(1, 12))


def test_by_hand_two_pistols() -> None:
    """Each at 4+ instead of 3+; each hit wounds on 4+."""
    battle = duel(card("ann", weapon("one", "sidearm"), weapon("two", "sidearm"), ballistic_skill=3))
    found = shooting_odds(battle, "ann", "bill", (gun_of(battle, 0), gun_of(battle, 1)))
    assert (found.hit, found.wound) == (Fraction(3, 4), 1 - Fraction(3, 4) ** 2)


def test_by_hand_who_lies_already_is_not_pinned_again() -> None:
    assert shot(duel().changed("bill", status="pinned")).pinned == 0


def close(*cards: Any) -> Battle:  # noqa: ANN401
    return duel(*cards).changed("bill", position=(10 + CONTACT, 10.0, 0.0), facing=180.0)


def test_by_hand_bare_hands() -> None:
    """4+ to hit, 4+ to wound, and AP+1 gives whoever has no armour a save of 6+."""
    found = fighting_odds(close(), "ann", "bill")
    assert (found.hit, found.wound) == (Fraction(1, 2), Fraction(1, 2) * Fraction(1, 2) * Fraction(5, 6))
    assert found.pinned == 0


def test_by_hand_a_charge_with_two_dice() -> None:
    found = fighting_odds(close(card("ann", BLADE)), "ann", "bill", ("blade",), charged=True)
    assert (found.hit, found.wound) == (Fraction(3, 4), 1 - Fraction(3, 4) ** 2)
    assert found.expected_wounds == 2 * Fraction(1, 4)


def test_by_hand_a_defender() -> None:
    """Bill has two attacks; one die defends, at 5+ for defending. A natural 6 is parried only by a 6."""
    battle = close(card("ann", BLADE), card("bill", BLADE, attacks=2))
    found = fighting_odds(battle, "ann", "bill", ("blade",), defence=1)
    assert found.hit == Fraction(2, 6) * Fraction(4, 6) + Fraction(1, 6) * Fraction(5, 6)


def test_a_fight_needs_engaged_fighters_and_weapons_at_hand() -> None:
    with pytest.raises(RulesError, match="Ann is not engaged with Bill"):
        fighting_odds(duel(), "ann", "bill")
    with pytest.raises(RulesError, match="Ann cannot fight with axe now"):
        fighting_odds(close(), "ann", "bill", ("axe",))


def test_steps_are_all_rolls_with_what_they_need() -> None:
    battle = duel(card("ann", weapon("gun", ("rapid fire", 2), ammo=4)), others={"rob": (13.0, 10.8)}, pieces=(rail(PARTIAL),))
    found = shot(battle)
    told = [(roll.what, roll.who, roll.needs) for roll in found.steps]
    assert told == [
        ("hit roll, gun", "ann", "5+"),
        ("firepower", "ann", ""),
        ("ammo check, gun", "ann", "4+"),
        ("wound roll", "bill", "4+ (strength 3 against toughness 3)"),
        ("injury", "bill", ""),
        ("stray shot", "rob", "3 or less to hit"),
    ]
    assert [one.because.text for one in found.steps[0].why] == ["Bill is in partial cover"]


def test_there_are_sixty_situations() -> None:
    assert len(SITUATIONS) == 60


@pytest.mark.parametrize("name", list(SITUATIONS)[::3])
def test_odds_agree_with_dice(name: str) -> None:
    """Within four standard errors of 1,000 attacks rolled for."""
    times, attack = 1000, SITUATIONS[name]
    exact, found = reckoned(attack), rolled(attack, times, seed=1)
    assert sum(outcomes(exact)) <= exact.wound <= exact.hit <= 1, "outcomes exclude each other"
    for field in COMPARED:
        chance, share = float(getattr(exact, field)), float(getattr(found, field))
        assert abs(chance - share) <= 4 * math.sqrt(chance * (1 - chance) / times), field
