"""Whole battles by the program against itself on the bundled tables: all end, replay to the same state, and can be undone.

python -m benchmarks.battles [--short] [--seed N] [--battles N]
"""

import hashlib
import os
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from itertools import cycle, islice, product
from multiprocessing import get_context

from rich.console import Console
from rich.progress import track
from rich.table import Table as Rows

from assets import tables
from benchmarks.scenes import arguments, console
from rules.engine.game_history import Game
from rules.engine.given_entries import Given
from rules.engine.journal_format import added, begun, read
from rules.engine.procedure_steps import Roll
from rules.movement.path_rules import agent_of
from rules.roster.gang_writing import gang_text
from rules.skirmish.opponent.program_player import decide
from rules.skirmish.phases.rounds import step
from rules.skirmish.state.battle_state import Battle, Setting
from rules.skirmish.state.initial_state import new_battle
from rules.skirmish.state.scenario_reading import scenario_text
from rules.systems import registry
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.table import Figure
from sightline.files.table_loading import load, load_navmesh
from sightline.session.answer_sources import rolled
from sightline.session.gang_loading import load_gang
from sightline.session.scenario_loading import load_scenario
from tests.rules.skirmish.battles import body

TABLES = ("gantry-town", "disputed-shot", "high-foundry", "sluice-warren")
SCENARIOS = ("standoff", "night-freight", "three-valves")
GANGS = ("ninth-shift", "lantern-ferry")
BATTLES, SHORT = 300, 4
MOST_SECONDS, MOST_UNDO_MS, MOST_KB = 20.0, 100.0, 200.0
MOST_ANSWERS = 20_000


@dataclass(frozen=True)
class Played:
    """A battle that was played to its end.

    Attributes:
        table, scenario, seed: which one.
        rounds, answers, winner: how it went.
        seconds: processor time to play it.
        undo: milliseconds that the slowest and the middle one of all single answers took to be taken back.
        undone: whether that led to the very start.
        journal: as it would be written.
        end: a digest of the last state.
    """

    table: str
    scenario: str
    seed: int
    rounds: int
    answers: int
    winner: str
    seconds: float
    undo: tuple[float, float]
    undone: bool
    journal: bytes
    end: str


@cache
def setting(table: str, scenario: str) -> Setting:
    """A bundled table with the bundled gangs; the navmeshes are worked out beforehand."""
    found = Setting(
        load(tables.path(table), max_faces=MAX_FACES)[0],
        tuple(load_gang(gang)[0] for gang in GANGS),
        body,
        registry.system(registry.DEFAULT).battle,
        load_scenario(scenario),
    )
    for card in found.cards.values():
        load_navmesh(
            found.table, agent_of(Figure(card.id, body(card.proxy, "standing"), (0.0, 0.0, 0.0), base_mm=card.base_mm))
        )
    return found


def digest(battle: Battle) -> str:
    """Everything that can differ between two states, as a few letters."""
    told = repr([_ordered(getattr(battle, one.name)) for one in fields(battle) if one.name != "setting"])
    return hashlib.blake2b(told.encode(), digest_size=12).hexdigest()


def _ordered(value: object) -> object:
    """The same in an order that no process's hashes decide."""
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_ordered(one) for one in value]
    if is_dataclass(value):
        return [_ordered(getattr(value, one.name)) for one in fields(value)]
    return value


def answered(game: Game[Battle], seed: int) -> None:
    """Play a game to its end."""
    for _ in range(MOST_ANSWERS):
        question = game.pending
        if question is None:
            return
        roll = isinstance(question, Roll)
        game.answer(rolled(seed, len(game.answers), question.dice) if roll else decide(game.state, question))  # type: ignore[arg-type, union-attr]
    raise AssertionError(f"no end after {MOST_ANSWERS} answers")


def journal_of(where: Setting, seed: int, answers: tuple[Given, ...]) -> bytes:
    """The journal of a battle."""
    header = {
        "gangs": [gang_text(gang) for gang in where.gangs],
        "scenario": scenario_text(where.scenario),  # type: ignore[arg-type]
        "seed": seed,
    }
    line, journal = begun(header)
    lines = [line]
    for answer in answers:
        line, journal = added(journal, answer)
        lines.append(line)
    return b"".join(lines)


def play(asked: tuple[str, str, int]) -> Played:
    """One battle, taken back answer by answer afterwards."""
    table, scenario, seed = asked
    where = setting(table, scenario)
    begin = time.process_time()
    game = Game(new_battle(where), step, asks_forced=False)
    answered(game, seed)
    seconds = time.process_time() - begin
    end, answers = game.settled, game.answers
    took = list(_taken_back(game))
    undone = game.settled == new_battle(where) and not game.answers
    undo = max(took), statistics.median(took)
    journal = journal_of(where, seed, answers)
    return Played(table, scenario, seed, end.round, len(answers), end.winner, seconds, undo, undone, journal, digest(end))


def _taken_back(game: Game[Battle]) -> Iterator[float]:
    while game.answers:
        begin = time.process_time()
        game.undo()
        yield 1000.0 * (time.process_time() - begin)


def replayed(one: Played) -> tuple[bool, float]:
    """Whether a journal leads to the same end, in a process that knows nothing of the battle; and processor time."""
    where = setting(one.table, one.scenario)
    begin = time.process_time()
    game = Game(new_battle(where), step, read(one.journal).answers, asks_forced=False)
    return game.pending is None and digest(game.settled) == one.end, time.process_time() - begin


def main() -> None:
    """Prints how the battles went; the exit status tells whether all is as it has to be."""
    parser = arguments(__doc__)
    parser.add_argument("--battles", type=int, default=0, help="how many")
    asked = parser.parse_args()
    count = asked.battles or (SHORT if asked.short else BATTLES)
    battles = [(*pair, asked.seed + number) for number, pair in enumerate(islice(cycle(product(SCENARIOS, TABLES)), count))]
    battles = [(table, scenario, seed) for scenario, table, seed in battles]
    with _processes() as pool:
        found = list(track(pool.map(play, battles), "played", count, console=Console(stderr=True)))
    with _processes() as pool:
        again = list(track(pool.map(replayed, found), "replayed", count, console=Console(stderr=True)))
    console().print(_rows(found, again))
    same = all(one for one, _ in again) and all(one.undone for one in found)
    slow, undo = max(one.seconds for one in found), max(one.undo[0] for one in found)
    size = max(len(one.journal) for one in found) / 1000.0
    verdict = "all replay to the same state and undo to the start" if same else "SOME DO NOT REPLAY OR UNDO"
    console().print(f"{count} battles: {verdict}; at most {slow:.1f} s, {undo:.0f} ms to undo an answer, {size:.0f} kB")
    raise SystemExit(not same or slow > MOST_SECONDS or undo > MOST_UNDO_MS or size > MOST_KB)


def _processes() -> ProcessPoolExecutor:
    """A new process for each battle, as players have it."""
    return ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn"), max_tasks_per_child=1)


def _rows(found: list[Played], again: list[tuple[bool, float]]) -> Rows:
    rows = Rows(
        "table", "scenario", "battles", "won by", "rounds", "answers", "played in s", "replayed in s", "undo in ms", "kB"
    )
    for scenario, table in product(SCENARIOS, TABLES):
        some = [number for number, one in enumerate(found) if (one.table, one.scenario) == (table, scenario)]
        if some:
            rows.add_row(table, scenario, str(len(some)), *_cells([found[n] for n in some], [again[n][1] for n in some]))
    return rows


def _cells(battles: list[Played], again: list[float]) -> tuple[str, ...]:
    won = Counter(one.winner or "nobody" for one in battles)
    seconds = [one.seconds for one in battles]
    return (
        ", ".join(f"{who} {some / len(battles):.0%}" for who, some in won.most_common()),
        f"{statistics.mean(one.rounds for one in battles):.1f}",
        f"{statistics.mean(one.answers for one in battles):.0f}",
        f"{statistics.mean(seconds):.1f} to {max(seconds):.1f}",
        f"{statistics.mean(again):.1f}",
        f"{statistics.median(one.undo[1] for one in battles):.1f} to {max(one.undo[0] for one in battles):.0f}",
        f"{max(len(one.journal) for one in battles) / 1000.0:.0f}",
    )


if __name__ == "__main__":
    main()
