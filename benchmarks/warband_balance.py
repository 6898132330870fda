"""Battles of warbands by the program: whether who goes first wins more, or one style, or one of those that ship; all end.

Equal warbands are one of those that ship and its twin. Sides of the table and styles are swapped from battle to battle.
With --between, those that ship play each other, in the usual style.

python -m benchmarks.warband_balance [--between] [--short] [--seed N]
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, cycle, islice, permutations

import numpy as np
from rich.progress import track
from rich.table import Table as Rows

from assets import tables
from assets import warbands as bundled
from benchmarks.battles import digest
from benchmarks.scenes import arguments, console
from rules.engine.dice import thrown
from rules.engine.game_history import Game
from rules.engine.procedure_steps import Roll
from rules.roster.gang import Fighter, Gang
from rules.skirmish.state.battle_state import Battle, Setting
from rules.systems import registry
from rules.systems.combat_pool.program.program_answers import decide_as
from rules.systems.combat_pool.program.styles import STYLES, USUAL, Style
from scene.mesh_io.mesh_reading import MAX_FACES
from sightline.files.table_loading import load
from sightline.session.battle_loading import game_of
from sightline.session.gang_loading import load_gang
from sightline.session.scenario_loading import load_scenario
from tests.rules.skirmish.battles import body

TABLE, SCENARIO = "broken-abbey", "hill-and-ruins"
BATTLES, BETWEEN, SHORT = 400, 80, 4
MOST = 0.55
"""The share of decided battles that neither who goes first nor one style should pass."""
MOST_ANSWERS = 5_000
REPLAYED = 4
"""Of so many battles one is replayed and undone."""


@dataclass(frozen=True)
class Fought:
    """A battle that was played to its end.

    Attributes:
        first: whether who had priority in the first turn has won; None for a draw.
        style: of the winner, and ``other``: of the loser; empty for a draw.
        winner: the warband's id; empty for a draw.
        turns, answers: how long it was.
        seconds: processor time to play it.
    """

    first: bool | None
    style: str
    other: str
    winner: str
    turns: int
    answers: int
    seconds: float


def twin(gang: Gang) -> Gang:
    """An equal warband with other ids."""

    def renamed(one: Fighter) -> Fighter:
        return replace(one, id=f"{one.id}-twin", name=f"{one.name}'s twin")

    return replace(gang, id=f"{gang.id}-twin", name=f"{gang.name}' twins", fighters=tuple(map(renamed, gang.fighters)))


def both_sides(one: Gang, other: Gang) -> tuple[Setting, Setting]:
    """Two warbands against each other, from either side of the table."""
    table = replace(load(tables.path(TABLE), max_faces=MAX_FACES)[0], figures=())
    rules, scenario = registry.system("combat-pool").battle, load_scenario(SCENARIO)
    first, second = (Setting(table, gangs, body, rules, scenario) for gangs in ((one, other), (other, one)))
    return first, second


def fought(where: Setting, styles: tuple[Style, Style], seed: int) -> Fought:
    """A battle to its end; of some the journal is played again, and all of it taken back."""
    game: Game[Battle] = game_of(where)
    start, dice, began = game.settled, np.random.default_rng(seed), time.process_time()
    own = dict(zip((gang.id for gang in where.gangs), styles, strict=True))
    first = ""
    while (question := game.pending) is not None:
        game.answer(
            thrown(question.dice, dice) if isinstance(question, Roll) else decide_as(game.state, question, own[question.who])
        )
        first = first or (game.state.order[0] if game.state.phase == "move" else "")
        assert len(game.answers) < MOST_ANSWERS
    seconds, end, answers = time.process_time() - began, game.settled, len(game.answers)
    if seed % REPLAYED == 0:
        assert digest(game_of(where, game.answers).settled) == digest(end)
        while game.answers:
            game.undo()
        assert digest(game.settled) == digest(start)
    won, lost = end.winner, next((one for one in own if one != end.winner), "")
    names = (own[won].name, own[lost].name) if won else ("", "")
    return Fought(won == first if won else None, *names, won, end.round, answers, seconds)


def pairs() -> Iterator[tuple[Style, Style]]:
    """The styles that meet, each with every other from both sides of the table, and the usual one with itself."""
    return cycle([(USUAL, USUAL), *permutations(STYLES, 2)])


def main() -> None:
    """Plays them and prints who won how often."""
    parser = arguments(__doc__)
    parser.add_argument("--between", action="store_true", help="the warbands that ship against each other")
    given = parser.parse_args()
    count = SHORT if given.short else BETWEEN if given.between else BATTLES
    gangs = [load_gang(name)[0] for name in bundled.names()]
    met = combinations(gangs, 2) if given.between else ((one, twin(one)) for one in gangs)
    settings = [setting for two in met for setting in both_sides(*two)]
    styles = cycle([(USUAL, USUAL)]) if given.between else pairs()
    played = list(islice(zip(cycle(settings), styles, strict=False), count))
    found = [fought(*one, given.seed + number) for number, one in enumerate(track(played, "battles", console=console()))]
    _report(found, {gang.id: gang.name for gang in gangs} if given.between else {})


def _report(found: list[Fought], gangs: Mapping[str, str]) -> None:
    what = "battles between the warbands that ship" if gangs else "battles of equal warbands"
    rows = Rows(title=f"{len(found)} {what}: all end; one in {REPLAYED} was replayed and undone")
    for head in ("who", "won", "of", "share"):
        rows.add_column(head)
    decided = [one for one in found if one.first is not None]
    _row(rows, "who had priority first", sum(one.first is True for one in decided), len(decided))
    mixed = [one for one in decided if one.style != one.other]
    won = Counter(one.style for one in mixed)
    for gang, name in gangs.items():
        _row(rows, name, sum(one.winner == gang for one in decided), len(decided))
    for style in STYLES if mixed else ():
        _row(rows, style.name, won[style.name], sum(style.name in {one.style, one.other} for one in mixed))
    console().print(rows)
    seconds, turns = (float(np.mean([getattr(one, name) for one in found])) for name in ("seconds", "turns"))
    console().print(f"{len(found) - len(decided)} drawn; {turns:.1f} turns and {seconds:.1f} s of processor time a battle")


def _row(rows: Rows, who: str, won: int, of: int) -> None:
    share = won / max(of, 1)
    beyond = "" if share <= MOST else f", more than {100 * MOST:.0f} %"
    error = 196.0 * (share * (1.0 - share) / max(of, 1)) ** 0.5
    rows.add_row(who, str(won), str(of), f"{100.0 * share:.1f} % +- {error:.1f}{beyond}")


if __name__ == "__main__":
    main()
