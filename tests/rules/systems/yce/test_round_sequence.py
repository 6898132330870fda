"""yce: Round sequence: priority phase with reinforcements in turn, end phase. Beside it, what the main rulebook says."""

from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Choose, Roll
from rules.errors import RulesError
from rules.roster.gang import Fighter, Gang
from rules.skirmish.phases.activation import may_activate
from rules.skirmish.phases.deployment import arrive, reinforcements
from rules.skirmish.phases.end_phase import bottle_test, flee, may_lead, must_test, recovery
from rules.skirmish.phases.priority import new_round, readied
from rules.skirmish.state.battle_state import Battle, Setting
from rules.skirmish.state.initial_state import new_battle
from rules.skirmish.state.scenario import Area, Scenario
from rules.systems import registry
from scene.table.table import Table, Terrain
from tests.rules.skirmish.battles import Told, battle, body, gone_through

LEFT, RIGHT = Area((0.0, 0.0), (0.25, 1.0)), Area((0.75, 0.0), (1.0, 1.0))
CREW = Scenario("Crew", (LEFT, RIGHT), crew=1, reinforcements_from=2)
BASE = 25 / 25.4
"""Inches across a base of 25 mm."""


def with_reserves(rules: str, *, red: int = 3, blue: int = 3) -> Battle:
    """The first of each gang is on the table, in round 2; the others are in reserve. The table is 40 inches by 24."""
    gangs = tuple(
        Gang(
            gang,
            gang.title(),
            tuple(Fighter(f"{gang[0]}{number}", f"{gang[0]}{number}".upper()) for number in range(1, count + 1)),
        )
        for gang, count in (("red", red), ("blue", blue))
    )
    setting = Setting(Table((40.0, 24.0), Terrain()), gangs, body, registry.system(rules).battle, CREW)
    start = new_battle(setting).changed("r1", position=(5.0, 12.0, 0.0), whereabouts="table")
    start = start.changed("b1", position=(35.0, 12.0, 0.0), whereabouts="table")
    return replace(start, phase="priority", order=("red", "blue"), turn="red", round=2)


# Deploying reinforcements


@pytest.mark.parametrize(
    ("rules", "order"),
    [
        ("yce", ["D3 red", "D3 blue", "red", "blue", "red", "blue"]),
        ("main-rulebook", ["D3 red", "red", "red", "D3 blue", "blue", "blue"]),
    ],
)
def test_deploying_reinforcements_the_gangs_take_turns_to_set_up_one_each(rules: str, order: list[str]) -> None:
    start = with_reserves(rules)
    places = {"red": ("20 1", "23 1"), "blue": ("20 23", "23 23")}
    count: dict[str, int] = {}
    answers: list[str | tuple[int, ...]] = []
    for what in order:
        gang = what.removeprefix("D3 ")
        if what == gang:
            answers.append(places[gang][count.setdefault(gang, 0)])
            count[gang] += 1
        else:
            answers.append((4,))
    after, told = gone_through(reinforcements(start), *answers)
    met = [f"D3 {one.who}" if isinstance(one, Roll) else one.who for one in told]
    assert met == order
    assert {model.id for model in after.models if model.arrived == 2} == {"r2", "r3", "b2", "b3"}


def test_deploying_reinforcements_who_arrives_is_picked_at_random_unless_all_do() -> None:
    start = with_reserves("yce", red=4, blue=1)
    _, told = gone_through(reinforcements(start), (3,), (1, 2), "20 1", (2, 1), "24 1")
    assert [one.what for one in told if isinstance(one, Roll)] == ["reinforcements", "who arrives", "who arrives"]
    _, told = gone_through(reinforcements(start), (6,), "20 1", "24 1", "28 1")
    assert [one.what for one in told if isinstance(one, Roll)] == ["reinforcements"]


@pytest.mark.parametrize(("rules", "inches"), [("yce", 6.0), ("main-rulebook", 12.0)])
def test_deploying_reinforcements_six_inches_from_enemies(rules: str, inches: float) -> None:
    """The enemy is at (35, 12), ten inches below the upper edge's strip; places are on the lower edge's."""
    start = with_reserves(rules).changed("b1", position=(20.0, 1.0, 0.0))
    near, far = (20.0 - inches - BASE + off for off in (0.1, -0.1))
    with pytest.raises(RulesError, match=f'keep {inches:g}" away from enemies'):
        gone_through(arrive(start, "r2", ()), f"{near:.2f} 1")
    after, _ = gone_through(arrive(start, "r2", ()), f"{far:.2f} 1")
    assert after.model("r2").on_table


@pytest.mark.parametrize(("rules", "anywhere"), [("yce", True), ("main-rulebook", False)])
def test_deploying_reinforcements_within_three_inches_of_any_edge_not_of_each_other(rules: str, *, anywhere: bool) -> None:
    start, _ = gone_through(arrive(with_reserves(rules), "r2", ()), "10 1")
    if anywhere:
        assert gone_through(arrive(start, "r3", ("r2",)), "20 23")[0].model("r3").on_table
    else:
        with pytest.raises(RulesError, match="of each other"):
            gone_through(arrive(start, "r3", ("r2",)), "20 23")
    with pytest.raises(RulesError, match='within 3" of an edge'):
        gone_through(arrive(start, "r3", ("r2",)), "10 6")


def test_deploying_reinforcements_they_are_activated_last() -> None:
    start = readied(gone_through(arrive(with_reserves("yce"), "r2", ()), "20 1")[0])
    assert may_activate(start, "red") == ("r1",)
    assert may_activate(start.changed("r1", ready=False), "red") == ("r2",)


# Recovery test


@pytest.mark.parametrize(("rules", "recovers"), [("yce", True), ("main-rulebook", False)])
def test_recovery_test_hindered_by_operational_enemies_only(rules: str, *, recovers: bool) -> None:
    """A broken enemy stands an inch away: he is not operational, and on his feet."""
    start = battle({"anna": (10, 10), "bill": (10, 11.9)}, rules=rules).changed("anna", status="seriously_injured")
    hindered = gone_through(recovery(start))[1]
    assert hindered == []
    assert [say.text for say in hindered.said] == ['Anna cannot recover: Bill is within 1"']
    broken = start.changed("bill", broken=True)
    told = gone_through(recovery(broken), *([(3,)] if recovers else []))[1]
    assert told.names() == ["recovery"] * recovers


def test_recovery_test_a_friend_helps_with_one_more_die_and_one_is_picked() -> None:
    start = battle({"anna": (10, 10), "alan": (11.5, 10), "bill": (40, 40)}, rules="yce")
    start = start.changed("anna", status="seriously_injured")
    after, told = gone_through(recovery(start), "alan", (1, 6), "flesh")
    assert told.names() == ["who assists", "recovery", "which die counts"]
    assert after.model("anna").status == "pinned"


# Bottle tests


def gang_of(left: int, lost: int, rules: str = "yce", **side: object) -> Battle:
    places = {f"a{number}": (3.0 + 4 * number, 5.0) for number in range(left)} | {"bill": (40, 40), "bob": (44, 40)}
    return battle(places, rules=rules).side_changed("red", lost=lost, **side)


@pytest.mark.parametrize(
    ("left", "lost", "yce", "main"),
    [
        (4, 1, False, True),
        (4, 2, True, True),
        (3, 1, False, True),
        (2, 1, True, True),
        (1, 0, False, True),
        (3, 0, False, False),
    ],
)
def test_bottle_tests_at_half_of_those_left_and_not_for_being_alone(left: int, lost: int, *, yce: bool, main: bool) -> None:
    assert must_test(gang_of(left, lost), "red") is yce
    assert must_test(gang_of(left, lost, "main-rulebook"), "red") is main


@pytest.mark.parametrize(("rules", "keys"), [("yce", ["a0", "a1"]), ("main-rulebook", ["a0", "a1", "flee"])])
def test_bottle_tests_nobody_gives_up(rules: str, keys: list[str]) -> None:
    """7+ and two lost this round: 9+."""
    after, told = gone_through(bottle_test(gang_of(2, 2, rules, lost_this_round=2), "red"), "a0", (4, 4))
    asked, roll = told
    assert isinstance(asked, Choose)
    assert [option.key for option in asked.options] == keys
    assert isinstance(roll, Roll)
    assert roll.needs == "9+"
    assert told.said[0].text == "Red: 2 lost, 2 left, and a bottle test"
    assert after.side("red").bottled


def test_bottle_tests_not_by_whoever_was_selected_last_round_nor_by_who_is_not_operational() -> None:
    after, _ = gone_through(bottle_test(gang_of(3, 2), "red"), "a0", (6, 6))
    assert may_lead(new_round(after), "red") == ("a1", "a2")
    assert may_lead(new_round(after).changed("a1", broken=True).changed("a2", status="pinned"), "red") == ("a2",)
    nobody = new_round(after).changed("a1", broken=True).changed("a2", status="seriously_injured")
    bottled, told = gone_through(bottle_test(nobody, "red"), "stay")
    assert told.names() == ["who takes the bottle test"], "nobody can be selected, and nothing is rolled"
    assert bottled.side("red").bottled


# Fleeing the battlefield


def led(rules: str) -> Battle:
    """A leader with Leading by example (6), a friend 4 inches off and another one far away; the gang bottles out."""
    cards = [Fighter("ada", "Ada", leads_by_example=6.0)]
    start = battle({"alan": (14, 10), "ada": (10, 10), "abel": (40, 10), "bill": (24, 40)}, cards=cards, rules=rules)
    return start.side_changed("red", bottled=True)


def fled(told: Told) -> list[str]:
    return [f"{one.about if isinstance(one, Choose) else one.who} {one.what}" for one in told]


def test_fleeing_the_battlefield_friends_of_an_example_may_pass() -> None:
    after, told = gone_through(flee(led("yce"), "red"), (6, 6), "stay", (6, 6))
    assert fled(told) == ["ada stay and fight", "alan follow an example", "abel stay and fight"]
    assert not after.side("red").bottled, "a gang that has fled no longer bottles"
    after, told = gone_through(flee(led("yce"), "red"), (6, 6), "check", (1, 1), (6, 6))
    assert after.model("alan").whereabouts == "fled"


def test_fleeing_the_battlefield_by_the_main_rulebook_they_stay_unasked() -> None:
    _, told = gone_through(flee(led("main-rulebook"), "red"), (6, 6), (6, 6))
    assert fled(told) == ["ada stay and fight", "abel stay and fight"]


def test_fleeing_the_battlefield_no_example_is_set_by_who_flees() -> None:
    after, told = gone_through(flee(led("yce"), "red"), (1, 1), (6, 6), (6, 6))
    assert fled(told) == ["ada stay and fight", "alan stay and fight", "abel stay and fight"]
    assert [model.id for model in after.on_table("red")] == ["alan", "abel"]
