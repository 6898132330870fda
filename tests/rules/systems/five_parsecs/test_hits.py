"""What hits do by Five Parsecs: luck, saves, damage, the three casualty tables, pushes, falls."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Answer
from rules.skirmish.state.battle_navmesh import grounded
from rules.skirmish.state.battle_state import Battle, Mark
from rules.systems.five_parsecs.conditions.figure_now import combat_now, speed_now, toughness_now
from rules.systems.five_parsecs.conditions.marks import (
    BLEEDING,
    DAMAGED,
    DAZED,
    LANDED,
    LUCK_USED,
    OVERWATCH,
    SHOCKED,
    STUNNED,
    TOUGHER,
)
from rules.systems.five_parsecs.harm.hits import BattleHit, falls_down, resolve_hit, saving_throw
from rules.systems.five_parsecs.harm.lasting_effects import activated, deactivated
from rules.systems.five_parsecs.harm.pushes import dropped
from rules.systems.five_parsecs.harm.random_movement import moves_at_random
from rules.systems.five_parsecs.roster.combat_sheet import Anatomy, CombatSheet
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Told, gone_through
from tests.rules.systems.five_parsecs.battle_scenes import RAIDER, scene

HIT = BattleHit("bob", 0, "ann")


def struck(
    *answers: Answer, sheet: CombatSheet = RAIDER, hit: BattleHit = HIT, marks: tuple[Mark, ...] = ()
) -> tuple[Battle, Told]:
    """Bob, ten inches from Ann, is hit."""
    battle = scene({"ann": (20.0, 10.0, 0.0)}, {"bob": (20.0, 20.0, 0.0)}, sheets={"bob": sheet})
    for mark in marks:
        battle = battle.marked("bob", mark)
    return gone_through(resolve_hit(battle, hit), *answers)


def bears(battle: Battle) -> set[str]:
    """The marks of Bob."""
    return {name for name, _, _ in battle.model("bob").marks}


# Luck, Saving throws


def test_luck_negates_on_4_to_6_and_only_then_is_used_up() -> None:
    lucky = replace(RAIDER, luck=1)
    after, told = struck((4,), sheet=lucky)
    assert (told.names(), after.model("bob").has(LUCK_USED)) == (["luck"], 1)
    after, told = struck((3,), (1,), sheet=lucky)
    assert (told.names(), after.model("bob").has(LUCK_USED)) == (["luck", "damage"], 0)
    _, told = struck((1,), sheet=lucky, marks=(LUCK_USED,))
    assert told.names() == ["damage"]


def test_luck_comes_before_saves() -> None:
    _, told = struck((1,), (5,), sheet=replace(RAIDER, luck=1, saves=(5,)))
    assert told.names() == ["luck", "saving throw"]


@pytest.mark.parametrize(
    ("saves", "armour", "needed"),
    [((5,), True, 5), ((5, 6), True, 4), ((2, 3), True, 2), ((), True, None), ((5,), False, None)],
)
def test_the_best_save_is_one_better_where_there_are_several(saves: tuple[int, ...], armour: bool, needed: int | None) -> None:
    battle = scene({"ann": (20.0, 10.0, 0.0)}, {"bob": (20.0, 20.0, 0.0)}, sheets={"bob": replace(RAIDER, saves=saves)})
    assert saving_throw(battle, replace(HIT, armour=armour)) == needed


# Rolling for damage


@pytest.mark.parametrize(("face", "mark"), [(2, STUNNED), (3, SHOCKED)])
def test_less_than_the_toughness_stuns_as_much_shocks_and_both_push_an_inch_away(face: int, mark: Mark) -> None:
    after, _ = struck((face,))
    assert bears(after) == {mark.name}
    assert after.model("bob").position == pytest.approx((20.0, 21.0, 0.0))


def test_the_damage_of_the_weapon_is_added() -> None:
    _, told = struck((2,), (1,), hit=replace(HIT, damage=2))
    assert told.names() == ["damage", "casualty"]


def test_the_shocked_ignore_stuns_and_shock_takes_the_place_of_stun() -> None:
    assert bears(struck((1,), marks=(SHOCKED,))[0]) == {SHOCKED.name}
    assert bears(struck((3,), marks=(STUNNED,))[0]) == {SHOCKED.name}


def test_what_has_made_tougher_counts_up_to_6() -> None:
    assert toughness_now(struck((1,), marks=(TOUGHER,))[0], "bob") == 4
    assert toughness_now(struck((1,), sheet=replace(RAIDER, toughness=6), marks=(TOUGHER,))[0], "bob") == 6


def test_any_hit_ends_overwatch_also_one_that_is_saved() -> None:
    after, _ = struck((6,), sheet=replace(RAIDER, saves=(2,)), marks=(OVERWATCH,))
    assert bears(after) == set()


def test_of_a_critical_hit_the_higher_casualty_die_counts() -> None:
    after, told = struck((6,), (1, 5), hit=replace(HIT, critical=True))
    assert told.names() == ["damage", "casualty"]
    assert not after.model("bob").on_table
    assert after.side("enemies").lost_this_round == 1


# The three casualty tables

ROWS = [
    ("humanoid", False, ["dazed", "dazed", "wounded", "wounded", "gone", "gone"]),
    ("humanoid", True, ["dazed", "dazed", "wounded", "wounded", "wounded", "gone"]),
    ("cybernetic", False, ["dazed", "dazed", "damaged", "damaged", "gone", "gone"]),
    ("cybernetic", True, ["dazed", "dazed", "damaged", "damaged", "damaged", "gone"]),
    ("beast", False, ["driven", "driven", "bleeding", "bleeding", "gone", "gone"]),
    ("beast", True, ["driven", "driven", "bleeding", "bleeding", "bleeding", "gone"]),
]


@pytest.mark.parametrize(("anatomy", "boss", "rows"), ROWS)
def test_every_row_of_every_casualty_table(anatomy: Anatomy, boss: bool, rows: list[str]) -> None:
    for face, row in enumerate(rows, 1):
        after, _ = struck((6,), (face,), sheet=replace(RAIDER, anatomy=anatomy, boss=boss))
        bob = after.model("bob")
        assert bob.on_table == (row != "gone")
        assert bears(after) == ({row} if row in {"dazed", "wounded", "damaged", "bleeding"} else set())
        assert bob.position[1] == pytest.approx(22.0 if row == "driven" else 20.0)


def test_the_wounded_are_slow_and_weak_and_gone_the_next_time() -> None:
    after, _ = struck((6,), (3,), sheet=replace(RAIDER, combat=0, speed=5))
    assert (combat_now(after, "bob"), speed_now(after, "bob")) == (-1, 2.5)
    again, _ = gone_through(resolve_hit(after, HIT), (6,), (4,))
    assert not again.model("bob").on_table


@pytest.mark.parametrize(("anatomy", "mark"), [("cybernetic", DAMAGED), ("beast", BLEEDING)])
def test_damage_and_bleeding_make_the_next_casualty_roll_worse(anatomy: Anatomy, mark: Mark) -> None:
    after, _ = struck((6,), (4,), sheet=replace(RAIDER, anatomy=anatomy), marks=(mark,))
    assert not after.model("bob").on_table


# What activations bring and take


def test_stun_and_shock_go_with_the_activation_but_not_the_stun_of_the_dazed() -> None:
    battle = scene({"ann": (20.0, 10.0, 0.0)}, {"bob": (20.0, 20.0, 0.0)}).marked("bob", STUNNED).marked("bob", DAZED)
    after = acted(battle)
    assert bears(after) == {STUNNED.name}
    assert not after.model("bob").ready
    assert bears(acted(after)) == set()


def acted(battle: Battle, *dice: Answer, suffers: Mark | None = None) -> Battle:
    """The battle after an activation of Bob's in which he may suffer something."""
    battle, _ = gone_through(activated(battle, "bob"))
    after, _ = gone_through(deactivated(battle.marked("bob", suffers) if suffers else battle, "bob"), *dice)
    return after


def test_what_somebody_suffers_in_his_own_activation_tells_on_the_next() -> None:
    battle = scene({"ann": (20.0, 10.0, 0.0)}, {"bob": (20.0, 20.0, 0.0)})
    dazed = acted(battle.marked("bob", STUNNED), suffers=DAZED)
    assert bears(dazed) == {DAZED.name}
    assert bears(acted(dazed.marked("bob", STUNNED))) == {STUNNED.name}
    bleeding = acted(battle, suffers=BLEEDING)
    assert bears(bleeding) == {BLEEDING.name}
    assert bears(acted(bleeding, (1,))) == set()


@pytest.mark.parametrize(("face", "stays", "mark"), [(1, True, False), (2, True, True), (5, True, True), (6, False, False)])
def test_who_bleeds_rolls_at_the_end_of_the_activation(face: int, stays: bool, mark: bool) -> None:
    battle = scene({"ann": (20.0, 10.0, 0.0)}, {"bob": (20.0, 20.0, 0.0)}).marked("bob", BLEEDING)
    after = acted(battle, (face,))
    assert (after.model("bob").on_table, bool(after.model("bob").has(BLEEDING))) == (stays, mark)


@pytest.mark.parametrize(("face", "stays"), [(5, True), (6, False)])
def test_the_damaged_fall_apart_on_a_6(face: int, stays: bool) -> None:
    battle = scene({"ann": (20.0, 10.0, 0.0)}, {"bob": (20.0, 20.0, 0.0)}).marked("bob", DAMAGED)
    assert gone_through(activated(battle, "bob"), (face,))[0].model("bob").on_table == stays
    waited, told = gone_through(activated(battle, "bob", True))
    assert told.names() == []
    assert waited.model("bob").on_table


# Falling, Random movement


def test_who_is_pushed_over_an_edge_falls_and_is_hit_from_three_inches_on() -> None:
    def pushed(high: float, *answers: Answer) -> Battle:
        tower = block("tower", (16.0, 14.0, 0.0), (24.0, 20.5, high))
        battle = scene({"ann": (20.0, 16.0, high)}, {"bob": (20.0, 20.0, high)}, pieces=(tower,))
        return gone_through(resolve_hit(battle, HIT), *answers)[0]

    deep = pushed(5.0, (1,), (2,))
    assert deep.model("bob").position[2] == pytest.approx(0.0)
    assert bears(deep) == {SHOCKED.name, LANDED.name}
    assert not pushed(5.0, (1,), (3,), (5,)).model("bob").on_table
    assert bears(pushed(2.0, (1,))) == {STUNNED.name, LANDED.name}
    assert bears(pushed(0.9, (1,))) == {STUNNED.name}


def test_whoever_falls_onto_what_is_no_ground_stands_on_the_nearest_ground() -> None:
    tower, back = block("tower", (16.0, 14.0, 0.0), (24.0, 20.0, 4.0)), block("back", (16.0, 21.0, 0.0), (24.0, 25.0, 4.0))
    rail = block("rail", (16.0, 20.3, 0.0), (24.0, 20.7, 2.0))
    battle = scene({"ann": (20.0, 16.0, 4.0)}, {"bob": (20.0, 20.5, 2.6)}, pieces=(tower, rail, back))
    fall = dropped(battle, "bob")
    assert not grounded(battle, "bob", fall.lies)
    after, _ = gone_through(falls_down(battle, "bob", fall))
    assert grounded(after, "bob", after.model("bob").position)


def test_a_random_move_stops_at_others_who_are_pushed_and_both_are_stunned() -> None:
    battle = scene({"ann": (20.0, 10.0, 0.0)}, {"bob": (24.0, 10.0, 0.0)})
    after, told = gone_through(moves_at_random(battle, "ann"), (0,))
    assert told.names() == ["direction of the random move"]
    assert after.model("ann").position[0] == pytest.approx(24.0 - 25 / 25.4, abs=0.02)
    assert after.model("bob").position[0] == pytest.approx(25.0, abs=0.02)
    assert after.model("ann").has(STUNNED)
    assert after.model("bob").has(STUNNED)
