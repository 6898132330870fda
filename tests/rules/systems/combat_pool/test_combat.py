"""The combat phase by combat-pool: drawing, initiative, attacks and ploys, with the dice given."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Choose, Roll, Say
from rules.skirmish.state.battle_state import Battle
from rules.systems.combat_pool.conditions.model_marks import BRACED, CHARGED, MOUNTED, STUNNED
from rules.systems.combat_pool.conditions.model_now import pool_now
from rules.systems.combat_pool.melee.attack_scores import attack_on
from rules.systems.combat_pool.melee.attacks import attacks
from rules.systems.combat_pool.melee.combat_phase import combat_is_left, initiative_modifiers, next_combat
from rules.systems.combat_pool.melee.combat_pools import CombatPool, CombatPools
from rules.systems.combat_pool.melee.combats import combats
from rules.systems.combat_pool.melee.drawing import draws
from rules.systems.combat_pool.pool_numbers import MeleeNumbers, PoolNumbers
from tests.rules.skirmish.battles import Told, gone_through
from tests.rules.systems.combat_pool.pool_scenes import PLAIN, known_ploys, scene

BASE = 25.0 / 25.4
ANN, BOB = (10.0, 18.0, 0.0), (10.0 + BASE, 18.0, 0.0)
PAIR = {"ann": ANN, "bob": BOB}
ALL_ATTACKS = ("3", "3")
NO_PLOYS = replace(PLAIN, ploys=())


def pools(ann: CombatPool, bob: CombatPool) -> CombatPools:
    return CombatPools((ann, bob))


def attacked(battle: Battle, found: CombatPools, *answers: object) -> tuple[Battle, CombatPools, Told]:
    (after, left), told = gone_through(attacks(battle, found, "ann", "bob"), *answers)  # type: ignore[arg-type]
    return after, left, told


def test_a_combat_is_all_that_touch_and_those_who_touch_them() -> None:
    far = {"axel": (25.0, 18.0, 0.0), "bert": (25.0 + BASE, 18.0, 0.0)}
    chain = {**PAIR, "alf": (10.0 + 2 * BASE, 18.0, 0.0), **far, "bea": (30.0, 5.0, 0.0)}
    assert combats(scene(chain)) == (("ann", "alf", "bob"), ("axel", "bert"))


def test_who_has_priority_picks_and_each_combat_is_fought_once() -> None:
    far = {"axel": (25.0, 18.0, 0.0), "bert": (25.0 + BASE, 18.0, 0.0)}
    battle = scene({**PAIR, **far}, sheets=dict.fromkeys((*PAIR, *far), replace(NO_PLOYS, pool=0)))
    battle, told = gone_through(next_combat(battle), "axel", (1,), (2,))
    assert (told[0].who, told[0].what) == ("red", "which combat is next")
    assert combats(battle) == (("ann", "bob"),)
    battle, _ = gone_through(next_combat(battle), (1,), (2,))
    assert not combat_is_left(battle)


def test_both_draw_in_secret_before_anybody_sees() -> None:
    answers = ("attack", "guard", "attack", "press", "guard", "attack")
    found, told = gone_through(draws(scene(PAIR), ("ann", "bob")), *answers)
    assert found == pools(CombatPool("ann", 2, ("Guard",)), CombatPool("bob", 1, ("Guard", "Press")))
    assert all(isinstance(question, Choose) and question.secret and question.forced is None for question in told)
    # Who draws sees what he has; what is asked, which the log tells, does not say it.
    third = told[2]
    assert isinstance(third, Choose)
    assert third.what == "draw counter 3 of 3"
    assert [option.text.endswith("(1 drawn already)") for option in third.options] == [True, True, False]
    # As many questions whatever is drawn: their number is no secret.
    assert [question.who for question in told] == ["red"] * 3 + ["blue"] * 3
    _, same = gone_through(draws(scene(PAIR), ("ann", "bob")), *["attack"] * 6)
    assert same.names() == told.names()
    said = [one.text for one in told.said]
    assert said == ["Ann reveals 2 attack counters and 1 ploy", "Bob reveals 1 attack counter and 2 ploys"]
    assert not any(one.reveals for one in told.said)


def test_the_stock_of_counters_bounds_what_is_drawn() -> None:
    battle = scene(PAIR, counters=(1, 1))
    answers = ("attack", "guard", "press") * 2
    found, told = gone_through(draws(battle, ("ann", "bob")), *answers)
    assert found.of("ann") == CombatPool("ann", 1, ("Guard", "Press"))
    offered = [[option.key for option in one.options] for one in told if isinstance(one, Choose)]
    assert offered[:3] == [["attack", "guard", "press"], ["guard", "press"], ["press"]]
    (less, _) = gone_through(draws(scene(PAIR, counters=(0, 1)), ("ann", "bob")), "guard", "press", "guard", "press")
    assert less.of("bob") == CombatPool("bob", 0, ("Guard", "Press"))


def test_who_knows_no_ploy_draws_attacks_unasked() -> None:
    battle = scene(PAIR, sheets=dict.fromkeys(PAIR, NO_PLOYS))
    found, told = gone_through(draws(battle, ("ann", "bob")))
    assert (found.of("ann").attacks, told.names()) == (3, [])


@pytest.mark.parametrize(("stunned", "drawn"), [(0, 3), (1, 2), (2, 1), (5, 1)])
def test_each_stunned_counter_takes_one_out_of_the_pool(stunned: int, drawn: int) -> None:
    assert pool_now(scene(PAIR).marked("ann", STUNNED, stunned), "ann") == drawn


def test_initiative_has_its_modifiers() -> None:
    battle = scene(PAIR).marked("ann", CHARGED).marked("bob", BRACED)
    assert sum(one.amount for one in initiative_modifiers(battle, "ann")) == 2 + 2
    assert sum(one.amount for one in initiative_modifiers(battle, "bob")) == 2 + 3


def test_the_highest_initiative_goes_first_and_who_lets_all_go_by_must_act() -> None:
    battle = scene(PAIR, sheets=dict.fromkeys(PAIR, replace(NO_PLOYS, pool=1, armour=9)))
    miss = (1, 1), (6,)
    battle, told = gone_through(next_combat(battle), (2,), (5,), "wait", "wait", *miss, "wait", "wait", *miss)
    waits = [one for one in told if isinstance(one, Choose)]
    assert [one.about for one in waits] == ["bob", "ann", "ann", "ann"]
    assert waits[0].options[0].text == "attack Ann, who has 1 attack counter and no ploys left"
    assert any("all have waited: Bob has to attack" in one.text for one in told.said)


def test_attack_score_less_defence_score_less_ar() -> None:
    bare = pools(CombatPool("ann", 1), CombatPool("bob", 0))
    after, left, told = attacked(scene(PAIR), bare, (4, 4), (3,))
    # 8 + 2 - (3 + 2) = 5; less AR 1: wounded.
    assert (after.model("bob").wounds, left.of("ann").attacks) == (1, 0)
    assert any("attack score 10 - defence score 5 = hit score 5" in one.text for one in told.said)
    defends = told[-1]
    assert isinstance(defends, Roll)
    # 8 + 2 for the attack: less than an 8 does not do.
    assert (defends.needs, defends.good) == ("more than a 6 to be missed", frozenset())
    missed, _, told = attacked(scene(PAIR), bare, (1, 2), (3,))
    assert missed.model("bob") == scene(PAIR).model("bob")
    assert any("hit score 0" in one.text for one in told.said)


def test_the_defender_declares_first_and_the_attacker_knows() -> None:
    found = pools(CombatPool("ann", 1, ("Press",)), CombatPool("bob", 0, ("Guard",)))
    _, left, told = attacked(scene(PAIR), found, "guard", "press", (1, 1), (6,))
    asked = [one for one in told if isinstance(one, Choose)]
    assert [(one.about, one.secret) for one in asked] == [("bob", True), ("ann", True)]
    assert asked[1].shown.against == ("Guard",)
    # 2D6 beats a D6 in 181 cases of 216, and a D6 and 2 in 135; 2 more on both sides change nothing.
    assert [option.hint.partition(",")[0] for option in asked[0].options] == ["then hit 83.8 %", "then hit 62.5 %"]
    assert [option.hint.partition(",")[0] for option in asked[1].options] == ["then hit 62.5 %", "then hit 83.8 %"]
    assert left == pools(CombatPool("ann", 0), CombatPool("bob", 0))
    assert [one.text for one in told.said if one.reveals] == [
        "Bob declares Guard: +2 Defence Score",
        "Ann declares Press: +2 Attack Score",
    ]


@pytest.mark.parametrize(("most", "asked"), [(1, ["bob", "ann"]), (2, ["bob", "bob", "ann"])])
def test_each_side_declares_one_ploy_in_an_attack_unless_a_group_plays_it_otherwise(most: int, asked: list[str]) -> None:
    battle = scene(PAIR)
    own = PoolNumbers(melee=MeleeNumbers(ploys=most))
    parts = tuple(own if isinstance(part, PoolNumbers) else part for part in battle.setting.parts)
    battle = replace(battle, setting=replace(battle.setting, parts=parts))
    found = pools(CombatPool("ann", 1, ("Press",)), CombatPool("bob", 0, ("Guard", "Guard")))
    _, _, told = attacked(battle, found, *["guard"] * most, "press", (1, 1), (6,))
    assert [one.about for one in told if isinstance(one, Choose)] == asked


def test_whoever_has_counters_is_asked_whatever_they_are() -> None:
    """Else the question would tell what has been drawn."""
    found = pools(CombatPool("ann", 1), CombatPool("bob", 0, ("Press",)))
    _, _, told = attacked(scene(PAIR), found, "none", (1, 1), (6,))
    first = told[0]
    assert isinstance(first, Choose)
    assert [option.key for option in first.options] == ["none"]
    assert first.forced is None


@pytest.mark.parametrize(
    ("defends", "attacks_with", "attack", "defence", "wound"),
    [
        ((), (), 0, 0, 0),
        (("Guard",), (), 0, 2, 0),
        (("Roll with it",), (), 0, 0, -2),
        (("Riposte",), (), 0, 1, 0),
        ((), ("Press",), 2, 0, 0),
        ((), ("Heavy blow",), 0, 0, 2),
        (("Guard",), ("Feint",), 1, 2, 0),
    ],
)
def test_what_ploys_add(defends: tuple[str, ...], attacks_with: tuple[str, ...], attack: int, defence: int, wound: int) -> None:
    names = known_ploys()
    made = attack_on(scene(PAIR), "ann", "bob", tuple(names[one] for one in attacks_with), tuple(names[one] for one in defends))
    assert (made.attack_score(0) - 2, made.defence_score(0) - 2, made.wound) == (attack, defence, wound)


def test_a_feint_undoes_a_ploy() -> None:
    found = pools(CombatPool("ann", 1, ("Feint",)), CombatPool("bob", 0, ("Guard",)))
    _, _, told = attacked(scene(PAIR), found, "guard", "feint", (4, 4), (3,))
    assert any("Feint undoes Guard of Bob" in one.text for one in told.said)
    assert any("attack score 11 - defence score 5" in one.text for one in told.said)


def test_a_riposte_answers_a_miss_with_an_attack_of_ones_own() -> None:
    found = pools(CombatPool("ann", 1), CombatPool("bob", 1, ("Riposte",)))
    after, left, told = attacked(scene(PAIR), found, "riposte", (1, 1), (6,), (5, 5), (1,))
    assert not after.model("ann").on_table
    assert left.of("bob").attacks == 0
    assert any(one.text == "Bob answers the miss: Riposte" for one in told.said)


def test_a_rider_and_numbers_help() -> None:
    battle = scene({**PAIR, "alf": (10.0 + 2 * BASE, 18.0, 0.0)}).marked("ann", MOUNTED)
    assert attack_on(battle, "ann", "bob").attack_score(0) == 2 + 1 + 1
    assert attack_on(battle.marked("bob", MOUNTED), "ann", "bob").attack_score(0) == 2 + 1


def test_the_end_shows_what_nobody_declared() -> None:
    battle = scene(PAIR, sheets=dict.fromkeys(PAIR, replace(PLAIN, pool=1)))
    _, told = gone_through(next_combat(battle), "guard", "press", (1,), (2,))
    last: Say = told.said[-1]
    assert last.reveals
    assert last.text == "the combat is over: Ann puts back Guard; Bob puts back Press"
