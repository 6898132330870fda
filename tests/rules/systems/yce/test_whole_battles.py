"""yce: whole battles by the program, four against four on a small table: they end, replay and can be taken back."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from rules.engine.dice import thrown
from rules.engine.game_history import Answered, Game
from rules.engine.given_entries import Ruling
from rules.engine.procedure_steps import Roll
from rules.roster.gang import Fighter, Gang
from rules.roster.profile import Profile
from rules.roster.weapon import Weapon
from rules.skirmish.opponent.program_player import decide
from rules.skirmish.phases.rounds import step
from rules.skirmish.state.battle_state import Battle, Setting
from rules.skirmish.state.initial_state import new_battle
from rules.skirmish.state.scenario import Area, Objective, Scenario
from rules.systems import registry
from scene.table.table import Table, Terrain
from tests.plain_scenes import block
from tests.rules.skirmish.attacks import BLADE, CLUB, PISTOL
from tests.rules.skirmish.battles import body
from tests.rules.skirmish.guns import CARBINE, rail, weapon

AREAS = (Area((0.0, 0.0), (0.25, 1.0)), Area((0.75, 0.0), (1.0, 1.0)))
SCENARIOS = (
    Scenario("to the last", AREAS, rounds=6, crew=3, reinforcements_from=2),
    Scenario("loot", AREAS, rounds=4, objectives=(Objective("crate", (0.5, 0.5), points=3, loot=True),), victory="points"),
    Scenario(
        "a place",
        AREAS,
        rounds=4,
        crew=2,
        reinforcements_from=1,
        objectives=(Objective("valve", (0.5, 0.5)),),
        victory="points",
    ),
)
TERRAIN = Terrain(
    (
        block("wall", (7.0, 1.0, 0.0), (7.5, 5.0, 4.0)),
        rail(1.0, 5.0),
        block("platform", (9.0, 7.0, 0.0), (13.0, 10.0, 2.0)),
    )
)
LAUNCHER = weapon("launcher", ("blast", 3), ammo=4)
MOST = 4000
"""Answers that no such battle takes."""


def gang(name: str) -> Gang:
    """A leader who leads by example and activates others, one with a launcher, a brawler, and one with a carbine."""
    cards: tuple[tuple[str, tuple[Weapon, ...], dict[str, int]], ...] = (
        ("leader", (BLADE, PISTOL), {"weapon_skill": 3, "wounds": 2, "attacks": 2}),
        ("gunner", (LAUNCHER, BLADE), {"ballistic_skill": 3}),
        ("brawler", (BLADE, CLUB), {"weapon_skill": 3, "attacks": 2, "movement": 6}),
        ("ganger", (CARBINE,), {}),
    )
    fighters = tuple(
        Fighter(
            f"{name}-{one}",
            f"{name.title()} {one}",
            profile=replace(Profile(), **changes),
            weapons=arms,
            group_activation=2 if one == "leader" else 0,
            leads_by_example=6.0 if one == "leader" else 0.0,
        )
        for one, arms, changes in cards
    )
    return Gang(name, name.title(), fighters)


def start(scenario: Scenario) -> Battle:
    table = Table((16.0, 12.0), TERRAIN)
    return new_battle(Setting(table, (gang("red"), gang("blue")), body, registry.system("yce").battle, scenario))


def fought(number: int) -> Game[Battle]:
    """One battle to its end, with dice from a seed."""
    scenario, rng = SCENARIOS[number % len(SCENARIOS)], np.random.default_rng([22, number])
    game = Game(start(scenario), step, cites=registry.system("yce").citations.of, asks_forced=False)
    for _ in range(MOST):
        question = game.pending
        if question is None:
            return game
        game.answer(thrown(question.dice, rng) if isinstance(question, Roll) else decide(game.state, question))
    raise AssertionError(f"battle {number} does not end within {MOST} answers; round {game.state.round}")


@cache
def check(number: int) -> Game[Battle]:
    """A battle by its number, as it ended: it is over, and its answers lead there again."""
    game = fought(number)
    assert game.state.phase == "over"
    answers, end = game.answers, game.settled
    again = Game(start(SCENARIOS[number % len(SCENARIOS)]), step, answers, asks_forced=False)
    assert (again.pending, again.settled) == (None, replace(end, setting=again.settled.setting))
    half = len(answers) // 2
    game.undo(len(answers) - half)
    assert game.pending is not None
    for answer in answers[half:]:
        assert not isinstance(answer, Ruling)
        game.answer(answer)
    assert game.settled == end, "taken back to the middle, and the same answers given again"
    return game


PARTICULAR = ("action: carry", "where to carry", "follow an example", "arrives in turn")
"""What is asked, or done, by yce alone."""
ENOUGH, MANY = 6, 100


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.long)])
def test_battles_by_the_program_end_and_are_the_same_again(number: int) -> None:
    check(number)


@pytest.mark.long
def test_many_battles_end_and_all_that_is_particular_to_yce_comes_up() -> None:
    """Two of each scenario or, where it takes more until everything has come up, as many as a hundred."""
    asked: Counter[str] = Counter()
    for number in range(MANY):
        asked.update(set(met(check(number))))
        if number + 1 >= ENOUGH and all(asked[what] for what in PARTICULAR):
            break
    assert {what for what in PARTICULAR if not asked[what]} == set()


def met(game: Game[Battle]) -> list[str]:
    """The questions of a battle, and the actions taken."""
    told = [line for line in game.log if isinstance(line, Answered)]
    arrivals = [line.question.who for line in told if line.question.what == "where to arrive"]
    turns = ["arrives in turn"] * any(one != other for one, other in pairwise(arrivals))
    actions = [f"action: {line.answer}" for line in told if line.question.what == "action"]
    return [line.question.what for line in told] + actions + turns
