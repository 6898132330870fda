"""Exact odds beside the same procedures with dice from a seed: sixty attacks, rolled for 200,000 times each.

python -m benchmarks.odds [--short] [--seed N]
"""

import math
import os
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial

from rich.table import Table as Rows

from benchmarks.scenes import arguments, console
from rules.skirmish.attack_odds import Attack, reckoned
from tests.rules.skirmish.attacks import COMPARED, rolled, situations

TIMES = 200_000
SHORT = 10_000
MOST = 4.0
"""Standard errors by which a share may be off."""


@dataclass(frozen=True)
class Compared:
    """One attack: seconds that its odds took, and how many standard errors the dice are off at most, and in what."""

    name: str
    seconds: float
    off: float
    what: str


attacks = cache(situations)


def compared(name: str, *, times: int, seed: int) -> Compared:
    """The odds of an attack beside its dice."""
    attack: Attack = attacks()[name]
    begin = time.perf_counter()
    exact = reckoned(attack)
    seconds = time.perf_counter() - begin
    found = rolled(attack, times, seed)
    off, what = max((_errors(float(getattr(exact, one)), float(getattr(found, one)), times), one) for one in COMPARED)
    return Compared(name, seconds, off, what)


def _errors(chance: float, share: float, times: int) -> float:
    error = math.sqrt(chance * (1.0 - chance) / times)
    if error == 0.0:
        return 0.0 if chance == share else math.inf
    return abs(chance - share) / error


def main() -> None:
    """Prints the comparison; the exit status tells whether all agree."""
    asked = arguments(__doc__).parse_args()
    times = SHORT if asked.short else TIMES
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(partial(compared, times=times, seed=asked.seed), attacks()))
    rows = Rows("attack", "odds in s", "standard errors off", "in")
    for one in sorted(found, key=lambda one: -one.off):
        rows.add_row(one.name, f"{one.seconds:.2f}", f"{one.off:.2f}", one.what)
    console().print(rows)
    worst = max(one.off for one in found)
    slowest = max(one.seconds for one in found)
    console().print(f"{len(found)} attacks, {times:,} times each: at most {worst:.2f} standard errors off, {slowest:.2f} s")
    raise SystemExit(worst > MOST)


if __name__ == "__main__":
    main()
