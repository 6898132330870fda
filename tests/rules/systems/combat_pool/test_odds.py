"""Odds by combat-pool, worked by counting dice here: it shares nothing with the program but the sheets."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from rules.engine.exact_odds import odds
from rules.engine.procedure_steps import Choose
from rules.systems.combat_pool.conditions.model_marks import AIMED, MOUNTED, RESTED, STUNNED, morale
from rules.systems.combat_pool.harm.stunned_counters import recovery
from rules.systems.combat_pool.melee.attack_scores import attack_on
from rules.systems.combat_pool.melee.attack_wound_odds import attack_odds
from rules.systems.combat_pool.melee.attacks import rolled
from rules.systems.combat_pool.melee.combat_phase import initiative
from rules.systems.combat_pool.shooting.missile_attack import shoots, shot_at
from rules.systems.combat_pool.shooting.shot_odds import WoundOdds, shot_odds
from rules.systems.combat_pool.turns.morale_tests import morale_test
from rules.systems.combat_pool.turns.special_actions import break_off
from sightline.cli.command_line import run
from tests.rules.systems.combat_pool.pool_scenes import BOW, CROSSBOW, PLAIN, known_ploys, scene
from tests.rules.systems.combat_pool.test_combat import PAIR
from tests.rules.systems.combat_pool.test_shooting import FAR, NEAR
from tests.rules.systems.combat_pool.test_turns import PLACES, acting

D6 = range(1, 7)


def nothing_to_choose(question: Choose) -> dict[str, Fraction]:
    raise AssertionError(question.what)


def counted(scores: list[int], extra: int, *, wounds: int = 2) -> WoundOdds:
    """What final scores do: hit scores, one for each way the dice fall, with what is added to those that hit."""
    finals = [score + extra for score in scores if score > 0]
    critical = sum(1 for one in finals if one >= 5 or (one >= 3 and wounds == 1))
    wounded = sum(1 for one in finals if 3 <= one < 5 and wounds > 1)
    stunned = sum(1 for one in finals if one in {1, 2})
    return WoundOdds(*(Fraction(count, len(scores)) for count in (len(finals), stunned, wounded, critical)))


def of_shot(shoot: int) -> list[int]:
    return [one + other + shoot - 6 for one, other in product(D6, D6)]


def of_attack(attack: int, defence: int) -> list[int]:
    return [one + other + attack - third - defence for one, other, third in product(D6, D6, D6)]


def test_a_plain_shot() -> None:
    battle = scene(NEAR)
    found = shot_odds(battle, shot_at(battle, "ann", BOW, "bob"))
    assert found == counted(of_shot(2), -1)
    # By hand: 5 and more on two dice hit, 30 of 36; 6 and 7 leave 1 and 2, 8 and 9 leave 3 and 4, 10 and more 5.
    assert found == WoundOdds(Fraction(30, 36), Fraction(11, 36), Fraction(9, 36), Fraction(6, 36))


def test_a_long_shot_with_a_crossbow_that_was_aimed_at_a_rider() -> None:
    battle = scene(FAR).marked("ann", AIMED).marked("bob", MOUNTED)
    assert shot_odds(battle, shot_at(battle, "ann", CROSSBOW, "bob")) == counted(of_shot(2 - 1 + 2 + 1), 2 - 1)


def test_a_shot_at_somebody_with_his_last_wound() -> None:
    battle = scene(NEAR).changed("bob", wounds=1)
    found = shot_odds(battle, shot_at(battle, "ann", BOW, "bob"))
    assert found == counted(of_shot(2), -1, wounds=1)
    assert found.wounded == 0


def test_the_procedure_of_a_shot_has_the_odds_that_are_told() -> None:
    battle = scene(NEAR)
    made = shot_at(battle, "ann", BOW, "bob")
    found = odds(nothing_to_choose, shoots, battle, made)
    gone = sum((share for after, share in found.items() if not after.model("bob").on_table), Fraction(0))
    stunned = sum((share for after, share in found.items() if after.model("bob").has(STUNNED)), Fraction(0))
    told = counted(of_shot(2), -1)
    assert (gone, stunned) == (told.critical, told.stunned + told.wounded)


def test_a_plain_attack() -> None:
    battle = scene(PAIR)
    assert attack_odds(battle, attack_on(battle, "ann", "bob")) == counted(of_attack(2, 2), -1)


def test_an_attack_with_ploys_on_both_sides() -> None:
    battle, names = scene(PAIR), known_ploys()
    made = attack_on(battle, "ann", "bob", (names["Press"], names["Heavy blow"]), (names["Guard"],))
    assert attack_odds(battle, made) == counted(of_attack(2 + 2, 2 + 2), 2 - 1)


def test_the_procedure_of_an_attack_has_the_odds_that_are_told() -> None:
    battle = scene(PAIR, sheets={"bob": replace(PLAIN, fight=3, armour=2)})
    found = odds(nothing_to_choose, rolled, battle, attack_on(battle, "ann", "bob"))
    told = counted(of_attack(2, 3), -2)
    assert sum((share for (_, hit), share in found.items() if hit), Fraction(0)) == told.hit
    gone = sum((share for (after, _), share in found.items() if not after.model("bob").on_table), Fraction(0))
    assert gone == told.critical


def test_who_has_the_initiative() -> None:
    """Equal sheets: the higher die; a tie goes to who has priority. 15 + 6 of 36."""
    found = odds(nothing_to_choose, initiative, scene(PAIR), ("ann", "bob"))
    assert found[("ann", "bob")] == Fraction(21, 36)


@pytest.mark.parametrize(("shaken", "steady", "wavering", "routing"), [(0, 30, 6, 0), (1, 30, 0, 6)])
def test_a_morale_test(shaken: int, steady: int, wavering: int, routing: int) -> None:
    """A rating of 8 and a leader: 9 or less on two dice, 30 of 36."""
    from rules.systems.combat_pool.conditions.model_marks import SHAKEN

    battle = scene(PLACES).side_marked("red", SHAKEN, shaken)
    found = odds(nothing_to_choose, morale_test, battle, "red", ("it is so",))
    shares = dict.fromkeys(("steady", "wavering", "routing"), Fraction(0))
    for after, share in found.items():
        shares[morale(after, "red")] += share
    assert [shares[one] * 36 for one in shares] == [steady, wavering, routing]


def test_three_stunned_counters_after_a_rest() -> None:
    """1 to 3 with 2 added are 3 to 5 and remove one; 4 to 6 remove all."""
    battle = scene(PLACES).marked("ann", STUNNED, 3).marked("ann", RESTED)
    found = odds(nothing_to_choose, recovery, battle, "ann")
    assert {after.model("ann").has(STUNNED): share for after, share in found.items()} == {2: Fraction(1, 2), 0: Fraction(1, 2)}


def test_breaking_off_with_a_stunned_counter() -> None:
    """5 and 6 of a die, one more for the counter."""
    battle = acting(scene({**PLACES, "bob": (5.0 + 25.0 / 25.4, 18.0, 0.0)})).marked("ann", STUNNED)

    def stays(question: Choose) -> dict[str, Fraction]:
        assert question.what.startswith("where to break off")
        return {"1 18": Fraction(1)}

    found = odds(stays, break_off, battle, "ann")
    assert sum((share for after, share in found.items() if after.model("ann").position[0] < 3.0), Fraction(0)) == Fraction(1, 3)


def test_the_command_tells_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = [
        {"id": "wenna-reed", "side": "red", "position": [5, 10, 0], "facing": 0},
        {"id": "osric-pane", "side": "blue", "position": [12, 10, 0], "facing": 180},
    ]
    table = tmp_path / "field.json"
    table.write_text(json.dumps({"format": "sightline-table", "version": 1, "size": [20, 20], "figures": figures}))
    asked = ["odds", str(table), "wenna-reed", "osric-pane", "--rules", "combat-pool", "--json"]
    gangs = ["--gang", "fallow-riders", "--gang", "stone-ford-levy"]
    assert run([*asked, *gangs, "--weapon", "Long bow"]) == 0
    told = json.loads(capsys.readouterr().out)
    expected = counted(of_shot(3), -2)
    assert told["hit"] == pytest.approx(float(expected.hit))
    assert told["wound"] == pytest.approx(float(expected.wounded + expected.critical))
    assert told["outcomes"]["out_of_action"] == pytest.approx(float(expected.critical))
    assert told["conditions"]["stunned and no worse"] == pytest.approx(float(expected.stunned))
    figures[1]["proxy"] = "rider"
    table.write_text(json.dumps({"format": "sightline-table", "version": 1, "size": [20, 20], "figures": figures}))
    assert run([*asked, *gangs, "--weapon", "Long bow"]) == 0
    assert "at a mounted target" in capsys.readouterr().out
    figures[1] |= {"proxy": "human", "hides": True}
    table.write_text(json.dumps({"format": "sightline-table", "version": 1, "size": [20, 20], "figures": figures}))
    assert run([*asked, *gangs, "--weapon", "Long bow"]) == 1
    assert json.loads(capsys.readouterr().out)["why"] == "Osric Pane is hidden"
    assert run([*asked, *gangs, "--fight"]) == 1
    assert "not in contact" in json.loads(capsys.readouterr().out)["why"]
    assert run([*asked, "--weapon", "Long bow"]) == 2
    assert "no sheet; give --gang" in capsys.readouterr().err
    assert run([*asked, *gangs, "--weapon", "Long bwo"]) == 2
    assert 'did you mean "Long bow"' in capsys.readouterr().err
