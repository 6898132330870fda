"""five-parsecs: End phase; Ending the battle: every way, and in which order things happen at the end of a round."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.engine.exact_odds import odds
from rules.engine.procedure_steps import Answer, Roll
from rules.skirmish.state.battle_state import Battle
from rules.skirmish.state.scenario import Area, Objective, Scenario
from rules.systems.five_parsecs.conditions.marks import FIRED, SHOCKED
from rules.systems.five_parsecs.conditions.side_marks import CLOCK, LOST_HEART, STAND_OFF, STILL, reached
from rules.systems.five_parsecs.events.arriving import placed
from rules.systems.five_parsecs.events.battle_endings import can_leave, emptied, leaves
from rules.systems.five_parsecs.events.end_of_round import end_of_round
from rules.systems.five_parsecs.events.vermin import VERMIN
from rules.systems.five_parsecs.roster.combat_sheet import AiType, EnemySheet
from tests.rules.skirmish.battles import Told, gone_through
from tests.rules.systems.five_parsecs.battle_scenes import CREW, ENEMIES, HAND, PISTOL, RAIDER
from tests.rules.systems.five_parsecs.event_scenes import BASIC, SPARE, VERMIN_SHEET, fought, killed

FORCE = EnemySheet(panic=2)
AREAS = (Area((0.0, 0.0), (1.0, 0.2)), Area((0.0, 0.8), (1.0, 1.0)))
RELAY = Scenario("", AREAS, objectives=(Objective("relay", (0.5, 0.5)),))


def ends(battle: Battle, *answers: Answer) -> tuple[Battle, Told]:
    return gone_through(end_of_round(battle), *answers)


def rolled(told: Told) -> list[str]:
    return [one.what for one in told if isinstance(one, Roll)]


def gone(battle: Battle, *names: str) -> Battle:
    for name in names:
        battle = battle.changed(name, whereabouts="fled")
    return battle


def is_over(battle: Battle) -> tuple[bool, str]:
    return battle.phase == "over", battle.winner


def test_a_round_in_which_nothing_happened_ends_without_a_roll() -> None:
    start = fought(round=3)
    after, told = ends(start)
    assert after == start.side_marked(CREW, STILL)
    assert list(told) == []


def test_morale_then_the_battle_event_then_escalation() -> None:
    start = killed(fought(round=2, force=FORCE), "rex")
    after, told = ends(start, (3,), (43,), (1,))
    assert rolled(told) == ["panic dice", "battle event", "escalation"]
    assert is_over(after) == (False, "")
    # All of that is done with: the next round ends in quiet.
    assert rolled(ends(replace(after, round=3))[1]) == []


def test_what_an_event_removes_counts_for_the_next_round() -> None:
    sheets = {"ann": replace(HAND, weapons=(PISTOL,))}
    start = fought(crew={"ann": (16.0, 30.0, 0.0), "bea": (30.0, 8.0, 0.0)}, sheets=sheets, force=FORCE)
    after, told = ends(start, (39,), "ann", "pistol", "rex", (6,), (6,))
    assert rolled(told) == ["battle event", "damage", "casualty"]
    assert after.side(ENEMIES).lost_this_round == 1
    assert rolled(ends(replace(after, round=3), (6,), (1,))[1]) == ["panic dice", "escalation"]


def test_all_enemies_slain_the_crew_holds_the_field() -> None:
    start = killed(fought(round=2), "rex", "rio", "roz")
    after, told = ends(start)
    # Neither morale nor an event nor an escalation comes any more.
    assert rolled(told) == []
    assert is_over(after) == (True, CREW)
    assert "the field is held by" in told.said[-1].text


def test_the_last_enemies_bail_the_crew_holds_the_field() -> None:
    start = killed(fought(round=2, force=FORCE, waiting={"w1": BASIC}), "rex", "rio")
    after, told = ends(start, (1, 6))
    assert rolled(told) == ["panic dice"]
    assert after.model("roz").whereabouts == "fled"
    assert is_over(after) == (True, CREW)


def test_all_crew_casualties_or_left_the_enemies_hold_the_field() -> None:
    start = fought(round=3, waiting={"dan": SPARE})
    after, told = ends(killed(start, "ann", "bea", "cal"))
    assert is_over(after) == (True, ENEMIES)
    assert "nobody of Crew is left" in told.said[-1].text
    assert is_over(ends(gone(killed(start, "ann"), "bea", "cal"))[0]) == (True, ENEMIES)


def test_nobody_left_at_all_nobody_holds_the_field() -> None:
    nobody = killed(fought(), "ann", "bea", "cal", "rex", "rio", "roz")
    assert is_over(ends(nobody)[0]) == (True, "")
    assert [emptied(one) for one in (fought(), nobody)] == [None, ""]


def test_vermin_keep_no_battle_going() -> None:
    found = placed(fought(waiting={"vic": VERMIN_SHEET}), "vic", (24.0, 24.0, 0.0), gang=VERMIN)
    assert found is not None
    assert is_over(ends(killed(found, "rex", "rio", "roz"))[0]) == (True, CREW)


def test_an_event_that_takes_the_last_of_the_crew_ends_the_battle() -> None:
    start = fought(round=4, crew={"ann": (24.0, 8.0, 0.0)})
    after, told = ends(start, (98,), "go")
    assert is_over(after) == (True, ENEMIES)
    assert rolled(told) == ["battle event"]


@pytest.mark.parametrize(("number", "over"), [(3, False), (4, True)])
def test_lost_heart_all_enemies_leave_at_the_end_of_the_next_round(number: int, over: bool) -> None:
    sheets = {"rio": replace(RAIDER, fearless=True)}
    start = fought(round=number, sheets=sheets).side_marked(ENEMIES, LOST_HEART, 4)
    after, told = ends(start, *[(43,)] * over)
    assert is_over(after) == (over, CREW * over)
    assert bool(told.said) is over
    assert [model.id for model in after.on_table(ENEMIES)] == ([] if over else ["rex", "rio", "roz"])


def test_lost_heart_from_the_event_to_the_end() -> None:
    battle, _ = ends(fought(round=2), (14,))
    assert is_over(battle) == (False, "")
    battle, _ = ends(replace(battle, round=3))
    assert is_over(battle) == (True, CREW)


@pytest.mark.parametrize(("face", "over"), [(6, True), (5, False), (1, False)])
def test_clock_is_running_out_a_6_ends_the_battle_and_nobody_holds_the_field(face: int, over: bool) -> None:
    start = fought(round=3).side_marked(CREW, CLOCK, 3)
    assert is_over(ends(start, (face,))[0]) == (over, "")
    assert rolled(ends(replace(start, round=5), (1,))[1]) == ["clock"]
    early = replace(start, round=1)
    assert ends(early)[0] == early.side_marked(CREW, STILL)
    # Whoever clears the table before holds the field.
    assert is_over(ends(killed(start, "rex", "rio", "roz"))[0]) == (True, CREW)


WON = fought(round=3, scenario=RELAY, force=EnemySheet(ai="tactical")).side_marked(CREW, reached("relay"))


@pytest.mark.parametrize(("faces", "over"), [((1, 6), True), ((6, 1), True), ((1, 1), True), ((2, 2), False), ((6, 6), False)])
def test_achieving_the_win_condition_any_natural_1_makes_the_enemy_withdraw(faces: tuple[int, int], over: bool) -> None:
    after, told = ends(WON, faces)
    assert is_over(after) == (over, CREW * over)
    assert not (over and any(after.on_table(ENEMIES)))
    assert isinstance(told[0], Roll)
    assert told[0].meant_by(faces) == ("they withdraw" if over else "they fight on")
    # The other way round it is rolled again at the end of every round.
    if not over:
        assert rolled(ends(replace(after, round=5), (2, 2))[1]) == ["whether they give up"]


@pytest.mark.parametrize(
    ("ai", "dice"),
    [
        ("cautious", "2D6"),
        ("defensive", "2D6"),
        ("tactical", "2D6"),
        ("aggressive", "D6"),
        ("guardian", "D6"),
        ("rampaging", ""),
        ("beast", ""),
    ],
)
def test_achieving_the_win_condition_the_dice_of_each_ai_type(ai: AiType, dice: str) -> None:
    start = fought(round=3, scenario=RELAY, force=EnemySheet(ai=ai)).side_marked(CREW, reached("relay"))
    _, told = ends(start, *[(6,) * (2 if dice == "2D6" else 1)] * bool(dice))
    assert [one.dice for one in told if isinstance(one, Roll)] == [dice] * bool(dice)


@pytest.mark.parametrize(("ward", "dice"), [("tactical", ["2D6"]), ("aggressive", ["D6"]), ("beast", [])])
def test_achieving_the_win_condition_guardians_do_as_their_ward_would(ward: AiType, dice: list[str]) -> None:
    sheets = {"rio": replace(RAIDER, ai="guardian", ward="rex"), "rex": replace(RAIDER, ai=ward)}
    start = fought(round=3, scenario=RELAY, sheets=sheets, force=EnemySheet(ai="guardian")).side_marked(CREW, reached("relay"))
    _, told = ends(start, *[(6,) * (2 if one == "2D6" else 1) for one in dice])
    assert [one.dice for one in told if isinstance(one, Roll)] == dice


def test_achieving_the_win_condition_takes_all_objectives_and_it_is_rolled_in_the_very_round() -> None:
    at_relay = {"ann": (24.0, 23.0, 0.0), "bea": (24.0, 8.0, 0.0)}
    start = fought(round=3, scenario=RELAY, crew=at_relay, force=EnemySheet(ai="aggressive"))
    after, told = ends(start, (100,), (1,))
    assert rolled(told) == ["escalation", "whether they give up"]
    assert is_over(after) == (True, CREW)
    two = replace(RELAY, objectives=(*RELAY.objectives, Objective("cache", (0.9, 0.5))))
    assert rolled(ends(fought(round=3, scenario=two, crew=at_relay), (100,))[1]) == ["escalation"]
    without = replace(RELAY, objectives=())
    assert rolled(ends(fought(round=3, scenario=without, crew=at_relay))[1]) == []


def test_odds_of_giving_up() -> None:
    for ai, by_hand in (("tactical", Fraction(11, 36)), ("aggressive", Fraction(1, 6))):
        start = fought(round=3, scenario=RELAY, force=EnemySheet(ai=ai)).side_marked(CREW, reached("relay"))  # type: ignore[arg-type]
        found = Counter[str]()
        for battle, chance in odds(lambda _: {}, end_of_round, start).items():
            found[battle.phase] += chance  # type: ignore[assignment]
        assert found["over"] == by_hand


@pytest.mark.parametrize(("number", "over"), [(4, False), (5, True)])
def test_the_last_round_of_a_scenario_ends_the_battle_with_nobody_holding_the_field(number: int, over: bool) -> None:
    start = fought(round=number, scenario=Scenario("", AREAS, rounds=5))
    after, _ = ends(start, *[(43,)] * (number == 4))
    assert is_over(after) == (over, "")


def test_ten_rounds_without_a_shot_or_contact_are_a_stand_off() -> None:
    battle = fought(round=3)
    warned = []
    for _ in range(STAND_OFF - 1):
        battle, told = ends(battle)
        warned.append(told.said[-1].text if told.said else "")
    assert [bool(words) for words in warned] == [False] * 4 + [True] * 5
    assert "after 1 more round like that" in warned[-1]
    fired = battle.marked("ann", FIRED, about="rifle")
    assert ends(fired)[0].side(CREW).has(STILL) == 0
    assert is_over(ends(battle)[0]) == (True, "")


@pytest.mark.parametrize(("gap", "can"), [(0.0, True), (0.99, True), (1.01, False)])
def test_a_crew_member_may_leave_within_an_inch_of_an_edge(gap: float, can: bool) -> None:
    far = 12.5 / 25.4 + gap
    for place in ((far, 20.0), (48.0 - far, 20.0), (20.0, far), (20.0, 48.0 - far)):
        start = fought(crew={"ann": (*place, 0.0)}, enemies={"rex": (*place[::-1], 0.0)})
        assert can_leave(start, "ann") is can
        assert not can_leave(start, "rex")
        assert not can_leave(start.marked("ann", SHOCKED), "ann")
        assert not can_leave(start.changed("ann", whereabouts="out_of_action"), "ann")


def test_the_crew_that_leaves_does_not_hold_the_field() -> None:
    battle = fought(round=3, crew={"ann": (1.0, 20.0, 0.0), "bea": (1.0, 24.0, 0.0)})
    for name in ("ann", "bea"):
        battle, told = gone_through(leaves(battle, name))
        assert "leaves the battlefield" in told.said[0].text
    assert battle.side(CREW).lost_this_round == 0
    assert emptied(battle) == ENEMIES
    assert is_over(ends(battle)[0]) == (True, ENEMIES)
