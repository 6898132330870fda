"""arbiter: Shooting: target priority, hit rolls, pinning, firepower dice, hits, injury dice, templates."""

from fractions import Fraction
from typing import Any

import pytest

from rules.engine.procedure_steps import Answer, Choose, Roll
from rules.roster.gang import Fighter, Saves
from rules.skirmish.attack_odds import shooting_odds
from rules.skirmish.injury.hit_resolution import injury, needed_to_wound
from rules.skirmish.shooting.ammo_checks import holes
from rules.skirmish.shooting.shot_hit_roll import cover_of, shot_at, turned_to
from rules.skirmish.shooting.target_choice import first_choice, why_not
from rules.skirmish.state.action import can, do, verify
from rules.skirmish.state.battle_state import Battle
from scene.table.table import Piece
from tests.rules.skirmish.battles import Place, Told, gone_through
from tests.rules.skirmish.guns import ANN, BILL, CARBINE, FULL, PARTIAL, card, gun_of, rail, weapon
from tests.rules.systems.arbiter.arbiter_scenes import CONTACT, action, scene, turn_of

PASSED = (6, 6)


def duel(*cards: Fighter, bill: Place = BILL, others: dict[str, Place] | None = None, pieces: tuple[Piece, ...] = ()) -> Battle:
    """Ann, with a carbine that hits on 4+ and has no short or long accuracy, and Bill ten inches off."""
    places: dict[str, Place] = {"ann": ANN, "bill": bill, **(others or {})}
    known = {"ann": card("ann", CARBINE)} | {one.id: one for one in cards}
    return turn_of(scene(places, cards=list(known.values()), pieces=pieces), "ann")


def shoot(start: Battle, *answers: Answer) -> tuple[Battle, Told]:
    return gone_through(do(start, "ann", action(start, "shoot")), *answers, always={"nerve test": PASSED})


def hit_roll(start: Battle) -> Roll:
    told = shoot(start, (1,), *([(1,)] if start.card("ann").weapons[0].profiles[0].ammo else []))[1]
    roll = told[0]
    assert isinstance(roll, Roll)
    return roll


NEAR_AND_FAR = duel(others={"ben": (20.0, 15.0)}, pieces=(rail(PARTIAL),))


def test_target_priority_the_closest_even_if_another_is_easier_to_hit() -> None:
    """Bill, nearer, is in cover; Ben is not. There is no willpower check that would free the choice."""
    assert [cover_of(turned_to(NEAR_AND_FAR, "ann", one), "ann", one) for one in ("bill", "ben")] == ["partial", "open"]
    assert first_choice(NEAR_AND_FAR, "ann", (gun_of(NEAR_AND_FAR),)) == ("bill",)
    _, told = shoot(NEAR_AND_FAR, (1,))
    assert told.names() == ["hit roll, carbine"], "nothing is asked"


def test_target_priority_nobody_may_be_passed_over_because_he_lies() -> None:
    start = duel(others={"ben": (22.0, 12.0)}).changed("bill", status="pinned")
    assert first_choice(start, "ann", (gun_of(start),)) == ("bill",)


def test_target_priority_in_the_front_arc() -> None:
    """Bill, nearer, is behind her."""
    start = duel(bill=(5.0, 10.0), others={"ben": (22.0, 12.0)})
    assert first_choice(start, "ann", (gun_of(start),)) == ("ben",)


def test_target_priority_nobody_in_the_front_arc_no_shot() -> None:
    """She turns first, which is free before her first action; one enemy or several."""
    several: list[dict[str, Place]] = [{}, {"ben": (4.0, 12.0)}]
    for others in several:
        start = duel(bill=(5.0, 10.0), others=others)
        assert not can(start, "ann", action(start, "shoot"))
        assert "vision arc" in verify(start, "ann", action(start, "shoot"))[0].text
        turned, _ = gone_through(do(start, "ann", action(start, "face")), "bill")
        assert can(turned, "ann", action(turned, "shoot"))


def test_target_priority_as_close_is_as_good() -> None:
    start = duel(bill=(20.0, 13.0), others={"ben": (20.0, 7.0)})
    told = shoot(start, "ben", (1,))[1]
    assert isinstance(told[0], Choose)
    assert [option.key for option in told[0].options] == ["bill", "ben"]


@pytest.mark.parametrize("status", ["pinned", "seriously_injured"])
def test_target_priority_who_lies_in_cover_cannot_be_shot_at(status: str) -> None:
    start = duel(others={"ben": (22.0, 12.0)}, pieces=(rail(0.3),)).changed("bill", status=status)
    assert "in hiding" in (why_not(start, "ann", "bill") or "")
    assert first_choice(start, "ann", (gun_of(start),)) == ("ben",)


@pytest.mark.parametrize(("height", "amount", "needs"), [(None, [], "4+"), (PARTIAL, [-1], "5+"), (FULL, [-2], "6+")])
def test_hit_roll_cover(height: float | None, amount: list[int], needs: str) -> None:
    roll = hit_roll(duel(pieces=(rail(height),) if height else ()))
    assert ([one.amount for one in roll.why], roll.needs) == (amount, needs)


def test_hit_roll_full_cover_a_natural_2_may_hit() -> None:
    """Skill 2+ and an accuracy of 2 make full cover good."""
    sharp = card("ann", weapon("rifle", accuracy_long=2), ballistic_skill=2)
    roll = hit_roll(duel(sharp, pieces=(rail(FULL),)))
    assert roll.good == frozenset({2, 3, 4, 5, 6})


def test_hit_roll_the_weapons_accuracy() -> None:
    roll = hit_roll(duel(card("ann", weapon("rifle", accuracy_long=-1))))
    assert [one.amount for one in roll.why] == [-1]


def test_hit_roll_who_lies_in_the_open_is_as_easy_to_hit() -> None:
    """At long range too: the list of modifiers has nothing for it."""
    start = duel().changed("bill", status="pinned")
    assert hit_roll(start).why == ()


IN_COMBAT: dict[str, Place] = {"rob": (20.0 + CONTACT, 10.0)}


def test_hit_roll_target_is_engaged() -> None:
    """One less, and no die for whom it hits: a shot that hits hits Bill."""
    start = duel(others=IN_COMBAT)
    assert [(one.amount, one.because.source) for one in hit_roll(start).why] == [(-1, "Target is engaged")]
    _, told = shoot(start, (5,), (1,))
    assert told.names() == ["hit roll, carbine", "wound roll"]


def test_hit_roll_improbable_shot() -> None:
    """Engaged, in full cover: 4+ becomes 7+. A 6, then the hit roll without modifiers."""
    start = duel(others=IN_COMBAT, pieces=(rail(FULL),))
    assert shot_at(start, "ann", "bill", gun_of(start)).chance == Fraction(1, 6) * Fraction(1, 2)
    _, told = shoot(start, (6,), (4,), (1,))
    assert told.names() == ["improbable shot", "hit roll, carbine", "wound roll"]


def test_a_shot_that_misses_hits_nobody_else() -> None:
    start = duel(others={"rob": (15.0, 10.6), "ben": (25.0, 10.3)})
    _, told = shoot(start, (1,))
    assert told.names() == ["hit roll, carbine"]


def test_target_is_pinned_if_he_stands_and_is_not_engaged() -> None:
    assert shoot(duel(), (4,), (1,))[0].model("bill").status == "pinned"
    assert shoot(duel(others=IN_COMBAT), (5,), (1,))[0].model("bill").status == "standing"


def test_firepower_die_hits_by_face() -> None:
    assert [holes(face) for face in range(1, 7)] == [1, 1, 1, 2, 2, 3]


@pytest.mark.parametrize(("face", "hits"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_firepower_die_rapid_fire(face: int, hits: int) -> None:
    start = duel(card("ann", weapon("burst", ("rapid fire", 1), ammo=4)))
    _, told = shoot(start, (4,), (face,), *[(1,)] * hits)
    assert told.names() == ["hit roll, burst", "firepower", *["wound roll"] * hits]


def test_firepower_die_a_1_asks_for_an_ammo_check() -> None:
    start = duel(card("ann", weapon("carbine", ammo=4)))
    dry, told = shoot(start, (1,), (1,), (3,))
    assert told.names() == ["hit roll, carbine", "firepower", "ammo check, carbine"]
    assert dry.model("ann").empty == {"carbine"}


def test_resolve_hits_strength_against_toughness() -> None:
    found = {(s, t): needed_to_wound(s, t) for s in range(1, 7) for t in range(1, 7)}
    assert found == {
        (s, t): 2 if s >= 2 * t else 6 if 2 * s <= t else 3 if s > t else 4 if s == t else 5
        for s in range(1, 7)
        for t in range(1, 7)
    }


def test_resolve_hits_saves_are_modified_by_the_weapon() -> None:
    start = duel(card("ann", weapon("gun", ap=-1)), card("bill", saves=Saves(armour=4)))
    _, told = shoot(start, (4,), (4,), (5,))
    assert [one.needs for one in told if isinstance(one, Roll)][-1] == "5+"


def test_injury_dice() -> None:
    assert [injury(face) for face in range(1, 7)] == ["flesh", "flesh", "serious", "serious", "serious", "out"]


def test_injury_dice_one_at_no_wounds_and_one_for_each_point_more() -> None:
    start = duel(card("ann", weapon("gun", damage=3)), card("bill", wounds=2))
    after, told = shoot(start, (4,), (4,), (1, 3))
    assert told.names() == ["hit roll, gun", "wound roll", "injury"]
    assert (after.model("bill").status, after.model("bill").flesh_wounds) == ("seriously_injured", 1)


FLAMER = card("ann", weapon("lamp", "template", short=None, long=0.0))


@pytest.mark.parametrize(
    ("armour", "height", "needs"),
    [
        (5, None, "5+"),
        (5, PARTIAL, "4+"),
        (5, FULL, "3+"),
        (None, None, None),
        (None, PARTIAL, "6+"),
        (None, FULL, "5+"),
    ],
)
def test_templates_hit_automatically_and_cover_is_for_the_save(
    armour: int | None, height: float | None, needs: str | None
) -> None:
    """The rail stands before Bill, six inches off; it hides as much of him as one farther off would."""
    start = duel(FLAMER, card("bill", saves=Saves(armour=armour)), bill=(16.0, 10.0), pieces=cover(height))
    _, told = shoot(start, "16 10", (4,), *[(1,)] * (needs is not None), (1,))
    asked = ["wound roll", *["armour save"] * (needs is not None), "injury"]
    assert told.names() == ["where to lay the template", *asked]
    assert [one.needs for one in told if isinstance(one, Roll) and one.what == "armour save"] == [needs] * (needs is not None)


def cover(height: float | None, x: float = 14.9) -> tuple[Piece, ...]:
    return (rail(height, x=x),) if height else ()


def test_templates_no_bonus_against_other_weapons() -> None:
    start = duel(card("bill", saves=Saves(armour=5)), pieces=(rail(PARTIAL),))
    _, told = shoot(start, (5,), (4,), (1,), (1,))
    assert [one.needs for one in told if isinstance(one, Roll) and one.what == "armour save"] == ["5+"]


def test_templates_an_invulnerable_save_is_not_modified() -> None:
    saves = Saves(invulnerable=5)
    odds: Any = [
        shooting_odds(duel(FLAMER, card("bill", saves=saves), bill=(16.0, 10.0), pieces=cover(height)), "ann", "bill", GUN)
        for height in (None, PARTIAL)
    ]
    assert odds[0].wound == odds[1].wound


GUN = (gun_of(duel(FLAMER)),)
