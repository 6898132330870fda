"""Odds by Five Parsecs, worked by hand: each as a fraction that shares nothing with the program."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.engine.exact_odds import odds
from rules.engine.procedure_steps import Choose, Procedure
from rules.skirmish.state.battle_state import Battle
from rules.systems.five_parsecs.combat.brawl import Brawled, brawl, brawler, fought
from rules.systems.five_parsecs.combat.fire_attack import attack_with
from rules.systems.five_parsecs.combat.fire_odds import FireOdds, fire_odds
from rules.systems.five_parsecs.conditions.marks import STUNNED
from rules.systems.five_parsecs.roster.combat_sheet import CombatSheet
from rules.systems.five_parsecs.turns.seizing import seizing_roll
from tests.rules.systems.five_parsecs.battle_scenes import BLADE, HAND, RAIDER, REPEATER, RIFLE, scene
from tests.rules.systems.five_parsecs.test_brawl import ANN, BOB, TOUGH, close
from tests.rules.systems.five_parsecs.test_fire import BARRICADE, DUMB, duel


def F(numerator: int, denominator: int) -> Fraction:  # noqa: N802 - a fraction as it is written
    return Fraction(numerator, denominator)


def of_fire(battle: Battle, weapon: str = "rifle") -> FireOdds:
    return fire_odds(battle, attack_with(battle, "ann", (weapon,), ("bob",)), "bob")


def share(holds: Callable[[Any], bool], procedure: Callable[..., Procedure[Any]], *arguments: Hashable) -> Fraction:
    """How likely the result of a procedure is as wanted."""

    def never(question: Choose) -> dict[str, Fraction]:
        raise AssertionError(question.what)

    return sum((chance for found, chance in odds(never, procedure, *arguments).items() if holds(found)), Fraction(0))


def test_a_shot_in_the_open() -> None:
    """4, 5, 6 hit with +1; of them 4, 5, 6 of damage beat toughness 3; a plain casualty is gone on 5 and 6 of one die.

    With a natural 6, one of three hits, the better of two dice counts: 1 - (4/6)^2 = 5/9.
    """
    found = of_fire(duel())
    assert found.hit == F(1, 2)
    assert found.out == F(1, 2) * F(1, 2) * (F(2, 3) * F(1, 3) + F(1, 3) * F(5, 9))
    assert (found.stunned, found.shocked) == (F(1, 2) * F(2, 6), F(1, 2) * F(1, 6))


def test_a_shot_into_cover() -> None:
    """5 and 6 hit with +1; half of the hits are natural sixes."""
    found = of_fire(duel(BARRICADE))
    assert found.hit == F(1, 3)
    assert found.out == F(1, 2) * (F(1, 6) * F(1, 3) + F(1, 6) * F(5, 9))


def test_a_good_shot_that_rerolls_its_only_1() -> None:
    """Three faces hit; of the 1, one in six, half hit after all."""
    assert of_fire(duel(facing=90.0)).hit == F(1, 2) + F(1, 6) * F(1, 2)


def test_three_shots() -> None:
    """A miss of all three: (1/2)^3."""
    hand = replace(HAND, weapons=(REPEATER,))
    assert of_fire(duel(hand=hand), "repeater").hit == 1 - F(1, 8)


def test_three_good_shots_reroll_one_1() -> None:
    """All three miss with faces 1, 2, 3: without a 1 (2/6)^3; with one or more a reroll that misses, too: 1/2 of the rest."""
    hand = replace(HAND, weapons=(REPEATER,))
    miss = F(2, 6) ** 3 + (F(3, 6) ** 3 - F(2, 6) ** 3) * F(1, 2)
    assert of_fire(duel(hand=hand, facing=90.0), "repeater").hit == 1 - miss


def test_luck_and_a_save() -> None:
    """A hit goes through luck with 1/2 and through a save of 5+ with 2/3."""
    found = of_fire(duel(sheet=replace(DUMB, luck=1, saves=(5,))))
    assert found.out == F(1, 2) * F(2, 3) * F(1, 2) * F(1, 2) * (F(2, 3) * F(1, 3) + F(1, 3) * F(5, 9))


def test_a_heavy_weapon_against_a_boss() -> None:
    """Damage 2 beats toughness 4 with 3 to 6; a boss is gone with a 6 only, of two dice with 11/36."""
    hand = replace(HAND, weapons=(replace(RIFLE, damage=2),))
    found = of_fire(duel(sheet=replace(DUMB, toughness=4, boss=True), hand=hand))
    assert found.out == F(4, 6) * (F(2, 6) * F(1, 6) + F(1, 6) * F(11, 36))


def winner(one: CombatSheet, other: CombatSheet, *, stunned: bool = False) -> Fraction:
    """How likely Ann has the higher score."""
    battle = close(ann=one, bob=other)
    battle = battle.marked("bob", STUNNED) if stunned else battle
    return share(lambda found: found.winner == "ann", brawl, battle, "ann", "bob", True, "")


def test_a_brawl_of_equals() -> None:
    """15 of 36 pairs of dice are higher."""
    assert winner(replace(HAND, combat=0, weapons=(RIFLE,)), TOUGH) == F(15, 36)


def test_a_brawl_with_a_blade_against_a_stunned_rifle() -> None:
    """A bonus of 1 + 2 + 1 = 4: only 1 against 5 or 6 and 2 against 6 do not win, of which none is below but 1 against 6."""
    assert winner(replace(HAND, combat=1, weapons=(BLADE,)), TOUGH, stunned=True) == F(33, 36)


def test_hits_in_a_brawl_of_equals() -> None:
    """Bob is not hit where Ann loses without a 6 of her own or a 1 of his: 15 losing pairs, of which none has such a die."""
    battle = scene({"ann": ANN}, {"bob": BOB}, sheets={"ann": replace(HAND, combat=0, toughness=6), "bob": TOUGH})
    ann, bob = brawler(battle, "ann", "bob", "improvised"), brawler(battle, "bob", "ann", "improvised")

    def hit(found: Brawled) -> bool:
        return bool(found.battle.model("bob").marks) or not found.battle.model("bob").on_table

    assert share(hit, fought, battle, ann, bob) == F(21, 36)


@pytest.mark.parametrize(
    ("savvy", "more", "chance"), [(0, 0, F(6, 36)), (1, 0, F(10, 36)), (0, 1, F(10, 36)), (2, 1, F(21, 36))]
)
def test_seizing_the_initiative(savvy: int, more: int, chance: Fraction) -> None:
    """10 or more with two dice: 6 of 36; with +1 10, with +3 21 of 36. Outnumbered, the crew has +1."""
    enemies = {f"e{number}": (10.0 + 3 * number, 30.0, 0.0) for number in range(1 + more)}
    battle = scene({"ann": ANN}, enemies, sheets={"ann": replace(HAND, savvy=savvy)} | dict.fromkeys(enemies, RAIDER))
    assert share(bool, seizing_roll, battle) == chance
