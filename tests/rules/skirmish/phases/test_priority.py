"""main-rulebook: Priority phase; Priority in multiplayer battles; Roll-off; Ready fighters."""

from dataclasses import replace

from rules.skirmish.phases.priority import highest, new_round, readied, roll_for_priority
from rules.skirmish.state.battle_state import GangState
from tests.rules.skirmish.battles import battle, gone_through

TWO = battle({"anna": (5, 5), "bill": (40, 40)}, order=(), round=0)


def test_roll_for_priority_the_higher_die_wins() -> None:
    after, _ = gone_through(roll_for_priority(TWO), (2,), (5,))
    assert (after.order, after.turn) == (("blue", "red"), "blue")


def test_roll_for_priority_ties_of_the_first_round_are_rolled_again() -> None:
    after, told = gone_through(roll_for_priority(TWO), (4,), (4,), (3,), (3,), (6,), (1,))
    assert after.order == ("red", "blue")
    assert len(told) == 6
    again = "a tie: Red and Blue roll again"
    assert [one.text for one in told.said] == [again, again, "priority: Red"]
    assert {one.source for one in (*told, *told.said)} == {"Roll for priority"}, "of two gangs, not of several"


def test_roll_for_priority_later_a_tie_passes_it_to_the_opponent() -> None:
    had = replace(TWO, order=("blue", "red"))
    after, told = gone_through(roll_for_priority(had), (4,), (4,))
    assert after.order == ("red", "blue")
    assert len(told) == 2
    assert [one.text for one in told.said] == ["a tie: priority passes to Red"]


def test_priority_in_multiplayer_battles_rulebook_example() -> None:
    """Four players score 5, 4, 4 and 2; the two fours roll again for second and third."""
    four = replace(TWO, sides=tuple(GangState(name) for name in "abcd"))
    after, told = gone_through(roll_for_priority(four), (5,), (4,), (4,), (2,), (1,), (6,))
    assert after.order == ("a", "c", "b", "d")
    assert [roll.who for roll in told if hasattr(roll, "dice")] == ["a", "b", "c", "d", "b", "c"]
    assert told.said[-1].text == "priority: a, then c, then b, then d"


def test_priority_in_multiplayer_battles_ties_are_rolled_again_though_there_was_priority() -> None:
    three = replace(TWO, sides=tuple(GangState(name) for name in "abc"), order=("b", "a", "c"))
    # b, a and c tie; then b has 1, a and c tie again at 5; then a has 2 and c has 6.
    after, _ = gone_through(roll_for_priority(three), (3,), (3,), (3,), (1,), (5,), (5,), (2,), (6,))
    assert after.order == ("c", "a", "b")


def test_roll_off_draws_are_rolled_again() -> None:
    winner, _ = gone_through(highest(TWO, ("red", "blue"), "roll-off", ""), (3,), (3,), (2,), (5,))
    assert winner == "blue"


def test_making_use_of_situational_tactics_a_discard_may_reroll_priority() -> None:
    holding = TWO.side_changed("red", reroll=True)
    after, told = gone_through(roll_for_priority(holding), (1,), (5,), "yes", (6,))
    assert after.order == ("red", "blue")
    assert not after.side("red").reroll
    after, _ = gone_through(roll_for_priority(holding), (1,), (5,), "no")
    assert after.order == ("blue", "red")
    assert "roll again for priority" in told.names()


def test_re_rolling_a_re_roll_stands_though_the_first_roll_was_better() -> None:
    after, _ = gone_through(roll_for_priority(TWO.side_changed("red", reroll=True)), (5,), (4,), "yes", (2,))
    assert after.order == ("blue", "red")


def test_re_rolling_no_die_is_re_rolled_twice() -> None:
    """One discarded card is one offer; the die that was rolled again is not offered again."""
    _, told = gone_through(roll_for_priority(TWO.side_changed("red", reroll=True)), (2,), (4,), "yes", (1,))
    assert told.names().count("roll again for priority") == 1


def test_re_rolling_dice_rolled_separately_each_gang_only_its_own() -> None:
    both = TWO.side_changed("red", reroll=True).side_changed("blue", reroll=True)
    after, told = gone_through(roll_for_priority(both), (2,), (4,), "yes", (6,), "no")
    assert after.order == ("red", "blue")
    assert [one.who for one in told if one.what == "priority, rolled again"] == ["red"]


def test_ready_fighters_everybody_on_the_battlefield_gets_a_marker() -> None:
    gone = TWO.changed("bill", whereabouts="out_of_action", ready=False).changed("anna", ready=False)
    assert [model.ready for model in readied(gone).models] == [True, False]


def test_a_new_round_forgets_what_held_for_the_last() -> None:
    worn = TWO.changed("anna", nerve_tested=True).side_changed("red", lost_this_round=2, tested="anna", tested_before="x")
    after = new_round(worn)
    assert not after.model("anna").nerve_tested
    assert (after.side("red").lost_this_round, after.side("red").tested, after.side("red").tested_before) == (0, "", "anna")
    assert after.round == 1
