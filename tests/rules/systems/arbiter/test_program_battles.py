"""arbiter: battles by the program end, replay and undo; so do battles by a hand that takes whatever is offered.

On the yard of the playthrough, three against three, with a locked door, its terminal, a ductway and a locked casket.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from rules.engine.dice import thrown
from rules.engine.game_history import Game
from rules.engine.procedure_steps import Answer, Choose, Roll
from rules.roster.gang import Fighter, Gang
from rules.skirmish.opponent.program_player import decide
from rules.skirmish.state.battle_state import Battle, Setting
from rules.skirmish.state.scenario import Scenario
from sightline.session.battle_loading import game_of, header_of, setting_of
from sightline.session.gang_loading import load_gang
from tests.rules.systems.arbiter.arbiter_scenes import ARBITER

YARD = Path(__file__).parents[3] / "sightline" / "session" / "arbiter_playthrough"
ROUNDS = 4
MOST = 3_000
"""Answers after which a battle would have to be over long since."""
HANDS = [(1, 2), *(pytest.param(seed, ROUNDS, marks=pytest.mark.long) for seed in (0, 3, 4, 5, 6, 10))]
"""Seeds and rounds: two rounds in every run. These meet 98 in a hundred lines of the rules that thirteen battles met."""


@cache
def yard() -> Setting:
    """The yard, for three of each bundled gang; who they are differs by the seed."""
    return setting_of(header_of(YARD / "yard-battle.toml", YARD), YARD)


def met(seed: int, rounds: int = ROUNDS) -> Setting:
    own = yard()
    gangs = tuple(_three(load_gang(name)[0], seed) for name in ("kiln-vigil", "net-loft"))
    scenario = own.scenario
    assert isinstance(scenario, Scenario)
    return Setting(own.table, gangs, own.body, own.parts, replace(scenario, rounds=rounds))


def _three(gang: Gang, seed: int) -> Gang:
    fighters: list[Fighter] = list(gang.fighters)
    picked = [fighters[(seed + place) % len(fighters)] for place in (0, 2, 3)]
    return replace(gang, fighters=tuple(picked))


Player = Callable[[Battle, Choose], str]


def played(seed: int, player: Player, rounds: int = ROUNDS) -> Game[Battle]:
    game, dice = game_of(met(seed, rounds)), np.random.default_rng(seed)
    while (question := game.pending) is not None:
        answer: Answer = thrown(question.dice, dice) if isinstance(question, Roll) else player(game.state, question)
        game.answer(answer)
        assert len(game.answers) < MOST
    return game


def sound(game: Game[Battle], seed: int, rounds: int = ROUNDS) -> None:
    """It is over, its answers lead to the same end, and it can be taken back in part and given again."""
    end = game.state
    assert end.phase == "over"
    assert end.round <= rounds
    assert game_of(met(seed, rounds), game.answers).state.models == end.models
    part = min(len(game.answers) // 2, 60)
    game.undo(part)
    assert game.pending is not None
    for _ in range(part):
        game.redo()
    assert game.state == end


@pytest.mark.long
def test_a_battle_by_the_program_ends_replays_and_undoes() -> None:
    """One: of the battles by hand the program gives half the answers."""
    sound(played(0, decide), 0)


@pytest.mark.parametrize(("seed", "rounds"), HANDS)
def test_a_battle_by_a_hand_that_takes_whatever_is_offered(seed: int, rounds: int) -> None:
    """Every other answer is drawn from what is offered, doors, ductways, caskets and skills among it."""
    drawn = np.random.default_rng(1000 + seed)

    def player(battle: Battle, question: Choose) -> str:
        if drawn.random() < 0.5 or not question.options:
            return decide(battle, question)
        return question.options[int(drawn.integers(len(question.options)))].key

    sound(played(seed, player, rounds), seed, rounds)


def test_it_is_the_arbiters_rules_that_they_go_by() -> None:
    assert any(getattr(part, "name", "") == ARBITER for part in met(0).parts)
