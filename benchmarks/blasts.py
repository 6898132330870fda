"""Exact odds of blast markers beside a million seeded scatters on 30 tables, and what odds and best places take.

python -m benchmarks.blasts [--pieces DIR] [--short] [--seed N]
"""

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from rich.table import Table as Rows

from assets.mesh_library import LIBRARY
from assets.tables import path as bundled
from benchmarks.movement import SIZE, crowded_table
from benchmarks.scenes import arguments, console
from benchmarks.speed import bare, recorded
from rules.engagement import enemies
from rules.errors import RulesError
from rules.hazards.blast_marker import ENDED, SYMBOL, Ended, Marker, gone_off, placed, scattered
from rules.hazards.blast_odds import BACKFIRE, BlastOdds, scatter_odds
from rules.hazards.blast_placement import best_placements
from scene.geometry.mesh import FloatArray, Point
from scene.table.table import Figure, Table
from scene.table_io.table_reading import load_table
from scene.visibility.line_of_sight import find_lines
from scene.walkable.obstacles import solids

TABLES = {"gantry-town": 8, "high-foundry": 8, "sluice-warren": 8, "disputed-shot": 1}
"""Bundled tables, and scenes on each."""
CROWDED = 5
"""Scenes on a table of more than a million triangles: pieces of the folder, or else of the kit."""
PEOPLE = 18
TIMES, SHORT = 1_000_000, 20_000
TOGETHER = 20_000
"""Scatters followed at once."""
MOST = 4.0
"""Standard errors by which a share may be off."""
REPEATS = 5


@dataclass(frozen=True)
class Scene:
    """A marker on a table."""

    name: str
    table: Table
    marker: Marker


def scenes(folder: Path | None, seed: int, *, short: bool) -> Iterator[Scene]:
    """Markers near figures, at their heights: on floors, decks, at edges and next to walls."""
    rng = np.random.default_rng(seed)
    for name, count in TABLES.items():
        table = load_table(bundled(name), LIBRARY)
        for number in range(1 if short else count):
            yield Scene(f"{name} {number + 1}", table, somewhere(table, rng))
    table = peopled(crowded_table(folder, seed=seed), rng)
    for number in range(1 if short else CROWDED):
        yield Scene(f"{table.terrain.triangles:,} triangles {number + 1}", table, somewhere(table, rng))


def peopled(table: Table, rng: np.random.Generator) -> Table:
    """The table with figures of two sides on its ground and on what stands there."""
    rays, found = solids(table.terrain), list[Figure]()
    body = LIBRARY.body("human", "upright", "upright")
    while len(found) < PEOPLE:
        x, y = rng.uniform(1.0, np.array(SIZE) - 1.0)
        down = rays.rays.first_hits(np.array([[x, y, 20.0]]), np.array([[0.0, 0.0, -1.0]]), np.array([20.0]))
        top = 20.0 - float(down.distance[0]) if down.mesh[0] >= 0 else 0.0
        z = top if rng.random() < 0.5 else 0.0
        if rays.inside((x, y, z + 0.5)) is None:
            found.append(Figure(f"{len(found)}", body, (x, y, z), base_mm=25.0, side="red" if len(found) % 2 else "blue"))
    return replace(table, figures=tuple(found))


def somewhere(table: Table, rng: np.random.Generator) -> Marker:
    """A marker of a figure near another one."""
    while True:
        shooter, near = rng.choice(len(table.figures), 2, replace=False)
        x, y, z = table.figures[near].position
        dx, dy = rng.uniform(-1.5, 1.5, 2)
        try:
            return placed(table, table.figures[shooter].id, (x + dx, y + dy, z), float(rng.choice([3.0, 5.0])))
        except RulesError:
            continue


def simulated(scene: Scene, times: int, seed: int) -> tuple[FloatArray, dict[Ended, float]]:
    """(f,) how often each figure is hit, and how often the marker ends how, by so many rolls of all dice."""
    rng = np.random.default_rng(seed)
    hits, ended = np.zeros(len(scene.table.figures)), dict[Ended, float]()
    shooter = scene.table.figure(scene.marker.shooter).position
    backfire = gone_off(scene.table, scene.marker, shooter, "misfire", None, ()).hits
    for count in np.diff([*range(0, times, TOGETHER), times]).tolist():
        inches, symbol = rng.integers(1, 7, count), rng.random(count) < SYMBOL
        turns, wrong = rng.uniform(0.0, 2.0 * np.pi, count), rng.random(count) < BACKFIRE
        stays = (inches == 1) & symbol
        misfires = int((stays & wrong).sum())
        found = scattered(scene.table, scene.marker, turns[~stays], inches[~stays].astype(np.float64))
        hits += found.hits.sum(axis=0)
        hits[[figure.id in backfire for figure in scene.table.figures]] += misfires
        some: dict[Ended, int] = {name: int((found.ended == kind).sum()) for kind, name in enumerate(ENDED)}
        for name, much in (some | {"misfire": misfires, "dud": int(stays.sum()) - misfires}).items():
            ended[name] = ended.get(name, 0.0) + much / times
    return hits / times, ended


def errors(scene: Scene, odds: BlastOdds, times: int, seed: int) -> tuple[float, str]:
    """By how many standard errors rolls are off at most, and in what."""
    hits, ended = simulated(scene, times, seed)
    pairs = [(odds.hit[figure.id], float(hits[n]), figure.id) for n, figure in enumerate(scene.table.figures)]
    pairs += [(odds.ends.get(name, 0.0), share, name) for name, share in ended.items()]
    # What is rarer than once in all rolls is weighed as that.
    return max((abs(p - share) / np.sqrt(max(p * (1.0 - p), 1.0 / times) / times), what) for p, share, what in pairs)


def best(scene: Scene) -> float:
    """Seconds for the best places of the marker's shooter, against all enemies in sight."""
    table, shooter = scene.table, scene.table.figure(scene.marker.shooter)
    start = time.perf_counter()
    foes = [other for other in table.figures if enemies(shooter, other)]
    lines = find_lines(table.terrain, [(shooter, foe) for foe in foes])
    targets = [foe.id for foe, line in zip(foes, lines, strict=True) if line]
    best_placements(table, shooter.id, 2.0 * scene.marker.radius, targets=targets, reach=None, hit_roll=0.5)
    return time.perf_counter() - start


def timed(scene: Scene) -> tuple[float, float, int]:
    """Seconds for the odds, for the same rays by bare Embree, and how many rays."""
    seconds, theirs = np.inf, np.inf
    calls = recorded(lambda: scatter_odds(scene.table, scene.marker))
    for _ in range(REPEATS):
        start = time.perf_counter()
        scatter_odds(scene.table, scene.marker)
        seconds, theirs = min(seconds, time.perf_counter() - start), min(theirs, bare(calls))
    return seconds, theirs, sum(len(call[1]) for call in calls)


def main() -> None:
    """Prints the comparison; the exit status tells whether all agree."""
    asked = arguments(__doc__).parse_args()
    times = SHORT if asked.short else TIMES
    rows = Rows(title=f"{times:,} scatters of each scene, {os.cpu_count()} cores")
    for column in ("scene", "marker", "standard errors off", "in", "sure to", "odds", "rays", "/ embree", "best"):
        rows.add_column(column, justify="left" if column in {"scene", "in"} else "right")
    off, took, searched = list[float](), list[float](), list[float]()
    for number, scene in enumerate(scenes(asked.pieces, asked.seed, short=asked.short)):
        odds = scatter_odds(scene.table, scene.marker)
        (seconds, theirs, rays), search = timed(scene), best(scene)
        errors_off, what = errors(scene, odds, times, asked.seed + number)
        cells = (shown(scene.marker.middle), f"{errors_off:.2f}", what, f"{100.0 * odds.sure:.2f}", f"{1e3 * seconds:.0f} ms")
        rows.add_row(scene.name, *cells, f"{rays:,}", f"{seconds / theirs:.1f}", f"{search:.2f} s")
        print(f"{scene.name}: {errors_off:.2f} standard errors off, in {what}", file=sys.stderr)
        off, took, searched = [*off, errors_off], [*took, seconds], [*searched, search]
    console().print(rows)
    median, longest = 1e3 * np.median(took), 1e3 * max(took)
    console().print(
        f"{len(off)} scenes: at most {max(off):.2f} standard errors off; odds in {median:.0f} ms (median), {longest:.0f} ms "
        f"(longest), wanted 50 ms; best places in {np.median(searched):.2f} s (median), {max(searched):.2f} s, wanted 3 s"
    )
    raise SystemExit(bool(max(off) > MOST))


def shown(place: Point) -> str:
    """A place in tenths of an inch."""
    return ", ".join(f"{value:.1f}" for value in place)


if __name__ == "__main__":
    main()
