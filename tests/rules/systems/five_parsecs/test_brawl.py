"""Brawls by Five Parsecs, paragraph by paragraph, with the dice given."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Question, Roll
from rules.skirmish.state.battle_state import Battle, Mark
from rules.systems.five_parsecs.combat.brawl import Brawler, brawl_weapons, brawler, brawls, hits_of
from rules.systems.five_parsecs.conditions.marks import OVERWATCH, SHOCKED, STUNNED
from rules.systems.five_parsecs.roster.combat_sheet import BattleWeapon, CombatSheet
from scene.geometry.mesh import Point
from tests.rules.skirmish.battles import gone_through
from tests.rules.systems.five_parsecs.battle_scenes import BLADE, HAND, PISTOL, RAIDER, RIFLE, scene

APART = 25 / 25.4
"""Inches from middle to middle of two bases that touch."""
ANN, BOB = (20.0, 10.0, 0.0), (20.0, 10.0 + APART, 0.0)
TOUGH = replace(RAIDER, toughness=6)
"""Of whom a hit with a 1 is nothing but a stun."""


def close(*, ann: CombatSheet = HAND, bob: CombatSheet = TOUGH, others: dict[str, Point] | None = None) -> Battle:
    """Ann in contact with Bob, and more enemies."""
    sheets = {"ann": ann, "bob": bob} | dict.fromkeys(others or {}, TOUGH)
    return scene({"ann": ANN}, {"bob": BOB} | (others or {}), sheets=sheets)


# Brawling combat


@pytest.mark.parametrize(
    ("weapons", "best", "bonus"), [((RIFLE,), "improvised", 0), ((RIFLE, PISTOL), "pistol", 1), ((PISTOL, BLADE), "blade", 2)]
)
def test_pistols_add_one_and_blades_two(weapons: tuple[BattleWeapon, ...], best: str, bonus: int) -> None:
    battle = close(ann=replace(HAND, combat=1, weapons=weapons))
    assert brawl_weapons(battle, "ann")[0].name == best
    assert brawler(battle, "ann", "bob", best).bonus == 1 + bonus


def test_the_player_picks_the_weapon_and_enemies_take_the_best() -> None:
    both = (PISTOL, BLADE)
    battle = close(ann=replace(HAND, weapons=both), bob=replace(TOUGH, weapons=both))
    _, told = gone_through(brawls(battle, "ann"), "pistol", (3,), (2,), (1,))
    assert told.names() == ["weapon for the brawl", "brawl, pistol", "brawl, blade", "damage"]


def even(mine: int, theirs: int) -> list[str]:
    """Who is hit in a brawl of two without bonuses, by its faces."""
    ann, bob = Brawler("ann", "improvised", 0, ()), Brawler("bob", "improvised", 0, ())
    return [hit.target for hit in hits_of(ann, bob, mine, theirs)]


@pytest.mark.parametrize(
    ("mine", "theirs", "hit"),
    [
        (4, 3, ["bob"]),
        (3, 4, ["ann"]),
        (3, 3, ["bob", "ann"]),
        (6, 3, ["bob", "bob"]),
        (6, 6, ["bob", "bob", "ann", "ann"]),
        (1, 3, ["ann", "ann"]),
        (6, 1, ["bob", "bob", "bob"]),
        (1, 1, ["bob", "bob", "ann", "ann"]),
    ],
)
def test_the_higher_score_hits_a_draw_hits_both_a_6_hits_and_a_1_is_hit_besides(mine: int, theirs: int, hit: list[str]) -> None:
    assert even(mine, theirs) == hit


def test_hits_are_struck_with_the_weapon() -> None:
    battle = close(ann=replace(HAND, weapons=(BLADE,)), bob=replace(TOUGH, toughness=5))
    after, told = gone_through(brawls(battle, "ann"), (3,), (2,), (4,))
    assert told.names() == ["brawl, blade", "brawl, improvised", "damage"]
    assert after.model("bob").has(SHOCKED)


def test_a_brawl_ends_overwatch() -> None:
    battle = close().marked("bob", OVERWATCH)
    after, _ = gone_through(brawls(battle, "ann"), (2,), (5,), (1,))
    assert not after.model("bob").has(OVERWATCH)


# Stun and shock


@pytest.mark.parametrize("mark", [STUNNED, SHOCKED])
def test_whoever_moves_to_engage_the_stunned_is_better_by_one(mark: Mark) -> None:
    battle = close().marked("bob", mark)
    assert brawler(battle, "ann", "bob", "improvised", moved=True).bonus == 2
    assert brawler(battle, "ann", "bob", "improvised").bonus == 1


def test_brawling_on_is_no_move_to_engage() -> None:
    battle = close().marked("bob", STUNNED)
    for moved, bonus in ((True, 2), (False, 1)):
        _, told = gone_through(brawls(battle, "ann", moved), (5,), (3,), (1,))
        assert isinstance(told[0], Roll)
        assert sum(one.amount for one in told[0].why) == bonus


# Following up


def test_who_eliminates_the_opponent_may_follow_up_into_another_brawl() -> None:
    battle = close(others={"cat": (20.0, 10.0 + 2.5, 0.0)}, bob=RAIDER)
    after, told = gone_through(brawls(battle, "ann"), (5,), (2,), (6,), (6,), "engage cat", (4,), (2,), (1,))
    assert told.names()[4] == 'where to follow up, up to 2"'
    assert not after.model("bob").on_table
    assert after.model("cat").has(STUNNED)


def test_who_was_shocked_in_the_brawl_that_he_won_follows_up_as_others_do() -> None:
    battle = close(others={"cat": (22.0, 10.0, 0.0)}, bob=RAIDER)
    after, told = gone_through(brawls(battle, "ann"), (2,), (3,), (6,), (6,), (3,), "engage cat", (4,), (2,), (1,))
    assert told.names()[5:7] == ['where to follow up, up to 2"', "brawl, improvised"]
    assert after.model("ann").has(SHOCKED)
    assert after.model("cat").has(STUNNED)


def test_who_stays_in_contact_instead_of_following_up_fights_nobody_more() -> None:
    battle = close(others={"cat": (20.0, 10.0 - APART, 0.0)}, ann=replace(HAND, toughness=5, saves=(2,)), bob=RAIDER)
    after, told = gone_through(brawls(battle, "ann"), (1,), (2,), (2,), (6,), (6,), (2,), "stay")
    assert told.names()[-1] == 'where to follow up, up to 2"'
    assert not after.model("bob").on_table


def test_nobody_follows_up_who_has_only_pushed_back() -> None:
    after, told = gone_through(brawls(close(), "ann"), (5,), (2,), (1,))
    assert "where to follow up" not in told.names()
    assert after.model("bob").position[1] == pytest.approx(BOB[1] + 1.0)


# Multiple opponents


def outnumbers(question: Question) -> bool:
    """Whether a roll has the bonus of the side that is more."""
    return isinstance(question, Roll) and any("more than one" in one.because.text for one in question.why)


def test_of_two_opponents_one_is_picked_who_has_the_bonus_and_the_winner_fights_the_other_without() -> None:
    battle = close(others={"cat": (20.0, 10.0 - APART, 0.0)})
    after, told = gone_through(brawls(battle, "ann"), (2,), (6,), (3,), (1,), (1,), (2,), (2,), (1,))
    assert told.names() == [
        "who fights first",
        *["brawl, improvised"] * 2,
        *["damage"] * 2,
        *["brawl, improvised"] * 2,
        "damage",
    ]
    assert [question.who for question in told][:3] == ["ann", "ann", "cat"]
    assert outnumbers(told[2])
    assert not any(outnumbers(told[place]) for place in (5, 6))
    assert after.model("bob").has(STUNNED)


def test_who_loses_to_the_first_of_two_does_not_fight_the_other() -> None:
    battle = close(others={"cat": (20.0, 10.0 - APART, 0.0)}, ann=replace(HAND, toughness=6))
    _, told = gone_through(brawls(battle, "ann"), (1,), (2,), (5,), (1,))
    assert told.names() == ["who fights first", *["brawl, improvised"] * 2, "damage"]


def test_who_has_brought_down_both_follows_up_and_so_does_who_brings_down_the_single_one() -> None:
    battle = scene({"ann": ANN}, {"bob": BOB, "cat": (20.0, 10.0 - APART, 0.0)})
    wins = (1,), (5,), (2,), (6,), (6,), (5,), (2,), (6,), (6,)
    after, told = gone_through(brawls(battle, "ann"), *wins, "stay")
    assert told.names()[-1] == 'where to follow up, up to 2"'
    assert not after.model("cat").on_table
    crew = scene({"ann": ANN, "eve": (20.0, 10.0 + 2 * APART, 0.0)}, {"bob": BOB})
    _, told = gone_through(brawls(crew, "bob"), (1,), (2,), (5,), (6,), (6,), "stay")
    assert told.names()[-1] == 'where to follow up, up to 2"'


def test_a_third_opponent_is_pushed_back_first() -> None:
    side = (20.0 + APART, 10.0, 0.0)
    battle = close(others={"cat": (20.0, 10.0 - APART, 0.0), "dog": side}, ann=replace(HAND, toughness=6))
    after, told = gone_through(brawls(battle, "ann"), (3,), (1,), (2,), (5,), (1,))
    assert told.names()[:2] == ["who is pushed back", "who fights first"]
    assert after.model("dog").position[0] == pytest.approx(21.0 + APART)


def test_a_friend_in_contact_with_the_same_enemy_gives_the_bonus() -> None:
    battle = scene({"ann": ANN, "eve": (20.0, 10.0 + 2 * APART, 0.0)}, {"bob": BOB}, sheets={"bob": TOUGH})
    _, told = gone_through(brawls(battle, "ann"), (3,), (2,), (1,))
    assert outnumbers(told[0])


def test_a_single_one_who_wins_against_the_second_of_two_fights_the_first_instead_of_following_up() -> None:
    battle = close(others={"cat": (20.0, 10.0 - APART, 0.0)}, bob=RAIDER)
    after, told = gone_through(brawls(battle, "bob"), (2,), (5,), (6,), (6,), (5,), (2,), (1,))
    assert told.names() == [*["brawl, improvised"] * 2, "damage", "casualty", *["brawl, improvised"] * 2, "damage"]
    assert outnumbers(told[0])
    assert [question.who for question in told][4:6] == ["ann", "cat"]
    assert not any(outnumbers(told[place]) for place in (4, 5))
    assert after.model("cat").has(STUNNED)
