"""Time, memory and exactness of ground, paths and reach, beside a grid with Dijkstra's algorithm on the same ground."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from rich.table import Table as Rows

from assets.mesh_library import LIBRARY
from assets.tables import path as bundled
from benchmarks.grid import Grid, grid
from benchmarks.scenes import arguments, console, terrain
from benchmarks.speed import TRIANGLES
from rules.movement.link_costs import MovementCosts
from rules.movement.path_rules import NoPath, agent_of, find_path, find_reach, nav_point
from rules.systems import registry
from scene.base.disk_cache import VARIABLE
from scene.geometry.mesh import BoolArray, FloatArray, Point
from scene.geometry.rigid_transform import RigidTransform
from scene.navmesh.navmesh import NavMesh, navmesh_of
from scene.pathfinding.path_legs import Path as FigurePath
from scene.table.table import Figure, Piece, Table, Terrain
from scene.table_io.table_reading import load_table
from tests.rules.courses import COURSES

TABLES = ("gantry-town", "high-foundry")
CROWDED = "all pieces"
"""Copies of every piece, as many as it takes to be more than a million triangles."""
SIZE = (48.0, 48.0)
RULES = registry.system(registry.DEFAULT).movement
GRIDS = ((0.25, 8), (0.25, 16), (0.25, 32), (0.125, 32), (0.125, 64))
"""Cells in inches and neighbours of each: the plain grid, and finer ones until one is as exact."""
EXACT = 0.001
"""A grid that makes level walks no longer than by so much on average is fine enough."""
INCHES = (6.0, 10.0, 16.0)
CHEAPER = 0.001
"""By what part of ours a path has to cost less to be counted as cheaper."""
RIM = 0.5
"""Inches beyond a reach within which places are looked for that a path reaches all the same."""
SAMPLED = 30
"""Places of each reach, and of each rim, that paths are sought to."""
FLAT = 0.005
"""Inches of rise; a walk with less is level."""


def crowded_table(folder: Path | None, *, seed: int = 0) -> Table:
    """Copies of the pieces, all standing on the table at random, until there are enough triangles."""
    rng = np.random.default_rng(seed)
    pieces: list[Piece] = []
    count = 0
    while count < TRIANGLES:
        for shape in terrain(folder):
            x, y = rng.uniform(2.0, np.array(SIZE) - 2.0)
            pieces.append(Piece(f"piece {len(pieces)}", shape, RigidTransform.turned((x, y, 0.0), rng.uniform(0, 360))))
            count += len(shape.faces)
    return Table(SIZE, Terrain(tuple(pieces)), ())


def mover(at: Point = (1.0, 1.0, 0.0)) -> Figure:
    """A human on a 25 mm base."""
    return Figure("mover", LIBRARY.body("human", "upright", "upright"), at, base_mm=25.0)


def random_places(navmesh: NavMesh, rng: np.random.Generator, count: int, *, level: bool) -> list[Point]:
    """Places all over the navmesh, evenly by area; or, if ``level``, on its largest region only."""
    area = np.array([region.polygon.area for region in navmesh.regions])
    share = area == area.max() if level else area
    found: list[Point] = []
    while len(found) < count:
        region = navmesh.regions[rng.choice(len(area), p=share / share.sum())]
        low, high = region.rings[0].min(axis=0), region.rings[0].max(axis=0)
        place = rng.uniform(low, high)
        if region.holds(place[None])[0]:
            found.append(region.point(place))
    return found


@dataclass(frozen=True)
class Trip:
    """From where to where, the path that was found, and the seconds that it took."""

    start: Point
    goal: Point
    way: FigurePath | NoPath
    seconds: float


def timed(work: Callable[[], FigurePath | NoPath]) -> tuple[FigurePath | NoPath, float]:
    """What it gives, and seconds."""
    start = time.perf_counter()
    found = work()
    return found, time.perf_counter() - start


def trips(table: Table, places: Sequence[Point]) -> list[Trip]:
    """Paths of the mover between every two places; the others on the table stay where they are."""
    found = []
    for start, goal in zip(places[::2], places[1::2], strict=True):
        figure = mover(start)
        asked = replace(table, figures=(*table.figures, figure))
        found.append(Trip(start, goal, *timed(lambda: find_path(asked, figure, goal, rules=RULES))))  # noqa: B023
    return found


def is_level(trip: Trip) -> bool:
    """Whether one only walks on this trip, and neither up nor down."""
    return isinstance(trip.way, FigurePath) and all(leg.kind == "walk" and abs(leg.rise) < FLAT for leg in trip.way.legs)


def peak() -> str:
    """The most memory that this process has had so far."""
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB"


def spread(seconds: Sequence[float]) -> str:
    """Median, 90th percentile and longest, in milliseconds."""
    return " / ".join(f"{1e3 * value:.0f}" for value in np.quantile(seconds, [0.5, 0.9, 1.0])) + " ms"


def our_rows(rows: Rows, table: Table, navmesh: NavMesh, seed: int, short: bool) -> tuple[list[Trip], float]:  # noqa: FBT001
    """Adds what ours takes; gives the trips of the mover alone, anywhere and then on the level, and seconds of a reach."""
    rng = np.random.default_rng(seed)
    count = 20 if short else 60
    alone = replace(table, figures=())
    anywhere, level = (random_places(navmesh, rng, 2 * count, level=flat) for flat in (False, True))
    trips(alone, anywhere[:2])
    found = [trips(alone, places) for places in (anywhere, level)]
    rows.add_row("one path: median / 90 % / longest", f"{count} pairs", spread([t.seconds for t in found[0]]), "100 ms")
    rows.add_row("the same, from and to the largest zone", f"{count} pairs", spread([t.seconds for t in found[1]]), "100 ms")
    if table.figures:
        blocking = trips(table, anywhere)
        work = f"{len(table.figures)} figures"
        rows.add_row("the same all over, with everybody on the table", work, spread([t.seconds for t in blocking]), "100 ms")
    longest = 0.0
    for inches in INCHES:
        sizes, seconds = reaches(alone, anywhere[: count // 2], inches)
        work = f"{np.median(sizes):,.0f} places"
        rows.add_row(f'reach of {inches:.0f}": median / 90 % / longest', work, spread(seconds), "200 ms")
        longest = float(np.median(seconds))
    excess, missed, processor = beside_paths(alone, anywhere[: 4 if short else 8], INCHES[-1])
    work, off = f"{len(excess)} places", f"{np.mean(excess > CHEAPER):.0%} by more than {CHEAPER}"
    shown = " / ".join(f"{value:.3f}" for value in (excess.mean(), np.quantile(excess, 0.95), excess.max()))
    rows.add_row("inches dearer than path: mean / 95 % / most", work, f"{shown}; {off}; least {excess.min():.3f}", "0")
    rows.add_row("missed of what a path reaches", f'{len(missed)} around {INCHES[-1]:.0f}"', f"{missed.sum()}", "0")
    rows.add_row("processor time of these reaches, median", "", f"{1e3 * np.median(processor):.0f} ms", "")
    rows.add_row("peak memory with all of it", "", peak(), "1,500 MB")
    return found[0] + found[1], longest


def reaches(table: Table, places: Sequence[Point], inches: float) -> tuple[list[int], list[float]]:
    """How many places can be reached from each place, and seconds."""
    sizes, seconds = [], []
    for place in places:
        figure = mover(place)
        asked = replace(table, figures=(figure,))
        start = time.perf_counter()
        found = find_reach(asked, figure, inches=inches, rules=RULES)
        seconds.append(time.perf_counter() - start)
        sizes.append(len(found.costs))
    return sizes, seconds


def beside_paths(table: Table, starts: Sequence[Point], inches: float) -> tuple[FloatArray, BoolArray, list[float]]:
    """How reaches compare with the paths to their places.

    Returns:
        (n,) by how much places at random are dearer than their paths, inches; (m,) of places at the rim that paths reach,
        whether the reach misses them; and seconds of processor time of each reach.
    """
    rng = np.random.default_rng(5)
    excess, missed, seconds = list[float](), list[bool](), list[float]()
    for start in starts:
        figure = mover(start)
        asked = replace(table, figures=(figure,))
        wide = find_reach(asked, figure, inches=inches + RIM, rules=RULES)
        before = time.process_time()
        find_reach(asked, figure, inches=inches, rules=RULES)
        seconds.append(time.process_time() - before)
        for low, high in ((0.0, inches), (inches - RIM, inches + RIM)):
            rows = np.flatnonzero((wide.costs > low) & (wide.costs <= high) & ~wide.ends_round)
            for row in rng.choice(rows, min(SAMPLED, len(rows)), replace=False).tolist():
                x, y, z = wide.positions[row].tolist()
                way = find_path(asked, figure, (x, y, z), rules=RULES, one_round=True)
                if isinstance(way, FigurePath) and low == 0.0:
                    excess.append(float(wide.costs[row]) - way.cost)
                elif isinstance(way, FigurePath) and way.cost <= inches:
                    missed.append(bool(wide.costs[row] > inches))
    return np.array(excess), np.array(missed), seconds


def navmesh_rows(rows: Rows, table: Table, again: Sequence[str]) -> NavMesh:
    """Adds what the navmesh is and takes; ``again`` is what makes another process read it from disk, and print seconds."""
    start = time.perf_counter()
    navmesh = navmesh_of(table.terrain, table.size, agent_of(mover()))
    first = time.perf_counter() - start
    work = f"{len(navmesh.regions):,} zones, {len(navmesh.links):,} ways"
    rows.add_row("ground, the first time", work, f"{first:.1f} s", "15 s")
    rows.add_row("its net", f"{len(navmesh.roadmap.xy):,} nodes, {len(navmesh.roadmap.a):,} walks", "", "")
    rows.add_row("peak memory with the ground", "", peak(), "1,500 MB")
    read = subprocess.run([sys.executable, "-m", "benchmarks.movement", *again], check=True, stdout=subprocess.PIPE, text=True)
    seconds = [float(word) for word in read.stdout.split()]
    rows.add_row("ground from disk, in the next process", "", f"{seconds[0]:.2f} s", "0.5 s")
    rows.add_row("the first path after that", "", f"{seconds[1]:.2f} s", "")
    return navmesh


def from_disk(table: Table) -> None:
    """Prints seconds for the navmesh that another process has left on disk, and for a path after that."""
    start = time.perf_counter()
    navmesh = navmesh_of(table.terrain, table.size, agent_of(mover()))
    middle = time.perf_counter()
    trips(replace(table, figures=()), random_places(navmesh, np.random.default_rng(1), 2, level=True))
    print(middle - start, time.perf_counter() - middle)


def rival_rows(rows: Rows, navmesh: NavMesh, found: Sequence[Trip], reach: float, short: bool) -> None:  # noqa: FBT001
    """Adds what grids take for the same trips and how much longer their paths are; stops when one is as exact as ours."""
    ours = float(np.median([trip.seconds for trip in found]))
    level = np.array([is_level(trip) for trip in found])
    rows.add_row("ours", "", "", "", f"{1e3 * ours:.0f} ms", "1", f"{1e3 * reach:.0f} ms", "", "", "")
    for cell, neighbours in GRIDS[: 3 if short else None]:
        start = time.perf_counter()
        made = grid(navmesh, MovementCosts(RULES), cell=cell, neighbours=neighbours)
        building = time.perf_counter() - start
        seconds, excess = compared(made, found)
        rows.add_row(
            f'{cell}", {neighbours}',
            f"{len(made.xy):,}",
            f"{made.graph.nnz:,}",
            f"{building:.1f} s",
            f"{1e3 * np.median(seconds):.0f} ms",
            f"{np.median(seconds) / ours:.1f}",
            f"{1e3 * np.median(grid_reaches(made, found)):.0f} ms",
            told(excess[level]),
            told(excess[~level]),
            f"{(excess < -CHEAPER).sum()}",
        )
        if np.nanmean(excess[level]) <= EXACT:
            break


def grid_reaches(made: Grid, found: Sequence[Trip]) -> list[float]:
    """Seconds for the longest reach from where trips begin."""
    seconds = []
    for trip in found[:10]:
        start = time.perf_counter()
        made.reach(nav_point(made.navmesh, trip.start, "start"), INCHES[-1])
        seconds.append(time.perf_counter() - start)
    return seconds


def compared(made: Grid, found: Sequence[Trip]) -> tuple[FloatArray, FloatArray]:
    """(n,) seconds that a grid takes for trips, and (n,) by what part of ours its paths cost more; NaN where there is none."""
    seconds, excess = np.zeros(len(found)), np.full(len(found), np.nan)
    for number, trip in enumerate(found):
        start = time.perf_counter()
        ends = nav_point(made.navmesh, trip.start, "start"), nav_point(made.navmesh, trip.goal, "goal")
        cost, _ = made.path(*ends)
        seconds[number] = time.perf_counter() - start
        if isinstance(trip.way, FigurePath) and np.isfinite(cost):
            excess[number] = cost / trip.way.cost - 1.0
    return seconds, excess


def told(excess: FloatArray) -> str:
    """Mean and worst excess."""
    known = excess[np.isfinite(excess)]
    return f"{known.mean():.2%} / {known.max():.2%}" if len(known) else "none"


def one_table(name: str, table: Table, seed: int, short: bool, again: Sequence[str]) -> None:  # noqa: FBT001
    """Prints all about one table."""
    title = f'{name}: {table.size[0]:.0f} x {table.size[1]:.0f}", {len(table.terrain.pieces)} pieces'
    rows = Rows(title=f"{title}, {table.terrain.triangles:,} triangles, {os.cpu_count()} cores")
    for column in ("what", "work", "took", "wanted"):
        rows.add_column(column, justify="left" if column == "what" else "right")
    navmesh = navmesh_rows(rows, table, again)
    found, reach = our_rows(rows, table, navmesh, seed, short)
    console().print(rows)
    level = sum(is_level(trip) for trip in found)
    caption = f"too long: by what part of ours, on average / at most; {level} level walks, {len(found) - level} other ways"
    title = f"{name}: grids with Dijkstra's algorithm on the same ground, for the same {len(found)} pairs"
    rival = Rows(title=title, caption=caption)
    headings = ("grid", "cells", "edges", "building", "a path", "/ ours", f'{INCHES[-1]:.0f}" reach')
    for column in (*headings, "level too long", "other too long", "cheaper"):
        rival.add_column(column, justify="left" if column == headings[0] else "right")
    rival_rows(rival, navmesh, found, reach, short)
    console().print(rival)


def courses(short: bool) -> None:  # noqa: FBT001
    """Prints how far from their closed forms the costs of courses are, ours and those of grids."""
    runs = [(course, course.cost) for course in COURSES if course.cost is not None and len(course.table.figures) == 1]
    runs = runs[::4] if short else runs
    off: dict[str, list[float]] = {}
    for course, cost in runs:
        figure = course.figure
        way = find_path(
            course.table, figure, course.goal, rules=registry.system(course.system).movement, move=course.move, safe=course.safe
        )
        off.setdefault("ours", []).append(way.cost / cost - 1.0 if isinstance(way, FigurePath) else np.inf)
        navmesh = navmesh_of(course.table.terrain, course.table.size, agent_of(figure))
        ends = nav_point(navmesh, figure.position, "start"), nav_point(navmesh, course.goal, "goal")
        for cell, neighbours in GRIDS:
            made = grid(
                navmesh,
                MovementCosts(registry.system(course.system).movement, course.move, course.safe),
                cell=cell,
                neighbours=neighbours,
            )
            off.setdefault(f'grid of {cell}", {neighbours} neighbours', []).append(made.path(*ends)[0] / cost - 1.0)
    rows = Rows(title=f"{len(runs)} courses with closed forms: by how much of it the cost is off")
    for column in ("", "mean", "median", "too long at most", "too short at most", "no way"):
        rows.add_column(column, justify="right" if column else "left")
    for name, values in off.items():
        known = np.array(values)[np.isfinite(values)]
        cells = (np.abs(known).mean(), np.median(np.abs(known)), max(0.0, known.max()), max(0.0, -known.min()))
        rows.add_row(name, *(f"{value:.3%}" for value in cells), str(len(values) - len(known)))
    console().print(rows)


def main(args: list[str]) -> None:
    """Print all of it; each table is looked at in a process of its own, whose memory is then known."""
    parser = arguments(__doc__)
    parser.add_argument("--table", choices=("courses", *TABLES, CROWDED), help="only this one, in this process")
    parser.add_argument("--again", action="store_true", help="only read its ground from disk")
    given = parser.parse_args(args)
    if given.table is None:
        for name in ("courses", *TABLES, *([CROWDED] if given.pieces else [])):
            subprocess.run([sys.executable, "-m", "benchmarks.movement", *args, "--table", name], check=True)
        return
    if given.table == "courses":
        os.environ[VARIABLE] = ""
        courses(given.short)
        return
    blocking_discs = given.table == CROWDED
    table = crowded_table(given.pieces, seed=given.seed) if blocking_discs else load_table(bundled(given.table), LIBRARY)
    if given.again:
        from_disk(table)
        return
    with TemporaryDirectory() as folder:
        os.environ[VARIABLE] = folder
        one_table(given.table, table, given.seed, given.short, [*args, "--again"])


if __name__ == "__main__":
    main(sys.argv[1:])
