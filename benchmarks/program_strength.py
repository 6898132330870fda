"""How well the program plays: whole battles against itself as it was with flat prices for checks, sides swapped.

python -m benchmarks.program_strength [--short] [--seed N] [--battles N] [--fighters N] [--style NAME] [--against NAME]
"""

import argparse
import math
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle, islice, product

from rich.table import Table as Rows

from benchmarks.battles import SCENARIOS, TABLES, setting
from benchmarks.former_program import former_decide
from benchmarks.scenes import arguments, console
from rules.engine.game_history import Game
from rules.engine.procedure_steps import Choose, Roll
from rules.roster.gang import Gang
from rules.skirmish.opponent.program_player import decide
from rules.skirmish.opponent.style import BALANCED, STYLES, Style, Styles
from rules.skirmish.phases.rounds import step
from rules.skirmish.state.battle_state import Battle, Setting
from rules.skirmish.state.initial_state import new_battle
from scene.base.garbage_collection import collect_seldom
from sightline.session.answer_sources import rolled

FLAT = Style("flat", "every check costs the same, whatever failing it brings", flat_check=0.15)
FORMER = "former"
"""The whole program as it was then (`benchmarks.former_program`); "flat" is that of now with that price alone."""
Player = Callable[[Battle, Choose], str]
BATTLES, SHORT = 200, 4
FIGHTERS = 5
WANTED = 0.6
"""Points a battle that the program is to get, a draw counting half."""


@dataclass(frozen=True)
class Pair:
    """Two battles with the same dice, sides swapped.

    Attributes:
        table, scenario, seed: which ones.
        points: 1, 0.5 or 0 for each.
        seconds: processor time of each.
    """

    table: str
    scenario: str
    seed: int
    points: tuple[float, float]
    seconds: tuple[float, float]


def of_size(gang: Gang, count: int) -> Gang:
    """A gang of so many fighters: every other one first, and copies of one where there are too few."""
    half = gang.fighters[::2] + gang.fighters[1::2]
    more = tuple(replace(half[-1], id=f"{half[-1].id}-{number}") for number in range(len(half), count))
    return replace(gang, fighters=(*half[:count], *more))


def of_size_all(where: Setting, count: int) -> Setting:
    """The same place with gangs of so many fighters."""
    gangs = tuple(of_size(gang, count) for gang in where.gangs)
    return Setting(where.table, gangs, where.body, where.parts, where.scenario)


def won(where: Setting, seed: int, gang: str, own: Player, other: Player) -> tuple[float, float]:
    """A whole battle: the points of a gang, and processor time."""
    begin = time.process_time()
    game = Game(new_battle(where), step)
    while (question := game.pending) is not None:
        if isinstance(question, Roll):
            game.answer(rolled(seed, len(game.answers), question.dice))
        else:
            game.answer((own if question.who == gang else other)(game.state, question))
    winner = game.settled.winner
    return 1.0 if winner == gang else 0.0 if winner else 0.5, time.process_time() - begin


def played(table: str, scenario: str, seed: int, fighters: int, sides: tuple[Player, Player]) -> Pair:
    """A pair of battles, the first player once with each gang."""
    where = of_size_all(setting(table, scenario), fighters)
    one, other = (gang.id for gang in where.gangs)
    first = won(where, seed, one, *sides)
    second = won(where, seed, other, *sides)
    return Pair(table, scenario, seed, (first[0], second[0]), (first[1], second[1]))


def interval(pairs: list[Pair]) -> tuple[float, float]:
    """Points a battle, and half of their 95 % interval. Battles of a pair go together, so pairs are what is counted."""
    means = [statistics.mean(pair.points) for pair in pairs]
    spread = statistics.stdev(means) if len(means) > 1 else 0.5
    return statistics.mean(means), 1.96 * spread / math.sqrt(len(means))


def main() -> None:
    """Prints the points; the exit status tells whether they are as many as wanted."""
    collect_seldom()
    asked = _asked()
    sides = _player(asked.style), _player(asked.against)
    count = (asked.battles or (SHORT if asked.short else BATTLES)) // 2
    pairs: list[Pair] = []
    for number, (scenario, table) in enumerate(islice(cycle(product(SCENARIOS, TABLES)), count)):
        pairs.append(played(table, scenario, asked.seed + number, asked.fighters, sides))
        mean, off = interval(pairs)
        seconds = statistics.mean(second for pair in pairs for second in pair.seconds)
        told = f"{2 * len(pairs)} of {2 * count} battles: {mean:.1%} of the points, +- {off:.1%}; {seconds:.1f} s a battle"
        console().print(f"{told}  ({table}, {scenario}: {pairs[-1].points})")
    console().print(_rows(pairs))
    mean, off = interval(pairs)
    console().print(f"{asked.style} against {asked.against}, {asked.fighters} a side: {mean:.1%} of the points, +- {off:.1%}")
    # A few battles tell nothing about points.
    raise SystemExit(not asked.short and asked.against == FORMER and mean < WANTED)


def _player(name: str) -> Player:
    if name == FORMER:
        return former_decide()
    return partial(decide, styles=Styles(({FLAT.name: FLAT} | dict(STYLES))[name]))


def _asked() -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("--battles", type=int, default=0, help="how many, two for each place and seed")
    parser.add_argument("--fighters", type=int, default=FIGHTERS, help="of each gang")
    names = (FLAT.name, *STYLES)
    parser.add_argument("--style", choices=names, default=BALANCED.name, help="that is measured")
    parser.add_argument("--against", choices=(FORMER, *names), default=FORMER, help="the other player")
    return parser.parse_args()


def _rows(pairs: list[Pair]) -> Rows:
    rows = Rows("scenario", "battles", "points", "won", "drawn", "lost", "s a battle")
    for scenario in SCENARIOS:
        some = [pair for pair in pairs if pair.scenario == scenario]
        if some:
            points = [one for pair in some for one in pair.points]
            seconds = [one for pair in some for one in pair.seconds]
            counts = (str(points.count(value)) for value in (1.0, 0.5, 0.0))
            share, took = f"{statistics.mean(points):.0%}", f"{statistics.mean(seconds):.1f} to {max(seconds):.1f}"
            rows.add_row(scenario, str(len(points)), share, *counts, took)
    return rows


if __name__ == "__main__":
    main()
