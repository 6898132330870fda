"""Time and memory on a table of more than a million triangles, beside bare embreex with as many rays."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.table import Table as Rows

from benchmarks.reference import embree
from benchmarks.scenes import arguments, bodies, console, terrain
from scene.casting import View
from scene.lines import LINES, find_lines
from scene.mesh import FloatArray
from scene.occluders import occluders
from scene.pose import Pose
from scene.sight import COARSE, hidden_shares
from scene.table import Figure, Piece, Table, Terrain

TRIANGLES = 1_000_000
SIZE = (48.0, 36.0)


def big_table(folder: Path | None, *, figures: int, seed: int = 0) -> Table:
    """Copies of the pieces all over a table until there are enough triangles, and figures among them."""
    rng = np.random.default_rng(seed)
    pieces: list[Piece] = []
    count = 0
    while count < TRIANGLES:
        for shape in terrain(folder):
            pose = Pose.turned((*rng.uniform((0, 0), SIZE), 0.0), rng.uniform(0, 360))
            pieces.append(Piece(f"piece {len(pieces)}", shape, pose))
            count += len(shape.faces)
    # More copies than a table has room for would hide everything, so they are sunk until a table's worth sticks out.
    sunk = [i for i in range(len(pieces)) if i >= 30]
    for i in sunk:
        x, y, _ = pieces[i].pose.position
        depth = float(pieces[i].shape.bounds[1, 2]) - 0.15
        pieces[i] = Piece(pieces[i].id, pieces[i].shape, Pose((x, y, -depth), pieces[i].pose.rotation))
    places = rng.uniform([1, 1], np.array(SIZE) - 1, (figures, 2))
    heights = rng.choice([0.0, 0.0, 3.0, 5.0], figures)
    people = [
        Figure(f"figure {i}", bodies()[i % 3], (float(x), float(y), float(z)), facing=float(rng.uniform(0, 360)))
        for i, ((x, y), z) in enumerate(zip(places, heights, strict=True))
    ]
    return Table(SIZE, Terrain(tuple(pieces)), tuple(people))


def question(table: Table, one: Figure, other: Figure) -> tuple[int, int]:
    """What `los` asks: the hidden share, and a line between the bodies where the eye sees nothing.

    Returns:
        Rays from the eye, and lines between the bodies (of which it is not known how many were needed).
    """
    view = View(one.eye, other, frozenset({one.id}))
    found = hidden_shares(table.terrain, table.figures, [view])[0]
    assert found is not None
    if found.seen:
        return found.rays, 0
    line = find_lines(table.terrain, [(one, other)])[0]
    return found.rays, 0 if line else LINES


def bare(table: Table) -> Callable[[Figure, Figure, int, int], float]:
    """Seconds that bare embreex takes for as many rays: body, first hit on the terrain, and lines from body to body."""
    whole = embree(occluders(table.terrain).meshes, np.zeros(3))
    rng = np.random.default_rng(1)

    def cast(one: Figure, other: Figure, rays: int, lines: int) -> float:
        body = embree([other.placed], np.zeros(3))
        low, high = other.placed.bounds
        eyes = np.repeat(one.eye[None], rays, axis=0).astype(np.float32)
        ways = (rng.uniform(low, high, (rays, 3)) - one.eye).astype(np.float32)
        near, far = one.placed.bounds
        starts = rng.uniform(near, far, (lines, 3)).astype(np.float32)
        on = (rng.uniform(low, high, (lines, 3)) - starts).astype(np.float32)
        body.run(eyes[:1], ways[:1])
        start = time.perf_counter()
        body.run(eyes, ways, query="DISTANCE")
        whole.run(eyes, ways, dists=np.ones(rays, dtype=np.float32), output=1)
        if lines:
            whole.run(starts, on, dists=np.ones(lines, dtype=np.float32), query="OCCLUDED")
        return time.perf_counter() - start

    whole.run(np.zeros((1, 3), dtype=np.float32), np.ones((1, 3), dtype=np.float32))
    return cast


def single(table: Table, count: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Seconds of ours and of bare embreex (count,), and rays (count,), for random questions of one pair each."""
    rng = np.random.default_rng(3)
    cast = bare(table)
    rows = []
    for _ in range(count):
        i, j = rng.choice(len(table.figures), 2, replace=False)
        one, other = table.figures[i], table.figures[j]
        start = time.perf_counter()
        rays, lines = question(table, one, other)
        seconds = time.perf_counter() - start
        rows.append((seconds, cast(one, other, rays, lines), rays + lines))
    ours, theirs, rays_cast = np.array(rows).T
    return ours, theirs, rays_cast


def all_pairs(table: Table) -> float:
    """Seconds for ten against ten, both ways, with lines where the eye sees nothing."""
    red, blue = table.figures[:10], table.figures[10:20]
    pairs = [(a, b) for a in red for b in blue] + [(b, a) for a in red for b in blue]
    start = time.perf_counter()
    views = [View(a.eye, b, frozenset({a.id})) for a, b in pairs]
    found = hidden_shares(table.terrain, table.figures, views)
    unseen = [pair for pair, one in zip(pairs, found, strict=True) if one is not None and not one.seen]
    find_lines(table.terrain, [(a, b) for a, b in unseen if a.id < b.id])
    return time.perf_counter() - start


def field(table: Table, places: int) -> float:
    """Seconds for how well one figure sees a figure at each of many places."""
    rng = np.random.default_rng(5)
    one, other = table.figures[0], table.figures[1]
    spots = rng.uniform([1, 1], np.array(SIZE) - 1, (places, 2))
    there = [other.moved((float(x), float(y), 0.0)) for x, y in spots]
    start = time.perf_counter()
    hidden_shares(table.terrain, (), [View(one.eye, figure) for figure in there], precision=COARSE)
    return time.perf_counter() - start


def main(args: list[str]) -> None:
    """Print all of it; the work is done in a process of its own, whose memory is then known."""
    parser = arguments(__doc__)
    parser.add_argument("--child", action="store_true", help="do the work here")
    given = parser.parse_args(args)
    if not given.child:
        subprocess.run([sys.executable, "-m", "benchmarks.speed", *args, "--child"], check=True)
        return
    out = console()
    questions, places = (20, 600) if given.short else (100, 6000)
    start = time.perf_counter()
    table = big_table(given.pieces, figures=20, seed=given.seed)
    question(table, *table.figures[:2])
    loading = time.perf_counter() - start
    ours, theirs, rays = single(table, questions)
    rows = Rows(title=f"{table.terrain.triangles:,} triangles, {len(table.terrain.pieces)} pieces, {os.cpu_count()} cores")
    for column in ("what", "work", "took", "wanted"):
        rows.add_column(column, justify="left" if column == "what" else "right")
    rows.add_row("building the table, first question", "1", f"{loading:.1f} s", "")
    rows.add_row("one question, median", f"{np.median(rays):,.0f} rays", f"{1e3 * np.median(ours):.1f} ms", "15 ms")
    rows.add_row("one question, longest", f"{rays.max():,.0f} rays", f"{1e3 * ours.max():.1f} ms", "")
    rows.add_row("bare embreex, as many rays, median", "", f"{1e3 * np.median(theirs):.1f} ms", "")
    ratios = ours / theirs
    rows.add_row("ours / embreex, sum", f"{questions} questions", f"{ours.sum() / theirs.sum():.2f}", "3")
    rows.add_row("ours / embreex, median of ratios", "", f"{np.median(ratios):.2f}", "3")
    rows.add_row("ten against ten, both ways", "200 questions", f"{all_pairs(table):.2f} s", "1 s")
    rows.add_row("field, geometry only", f"{places:,} places", f"{field(table, places):.2f} s", "5 s")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    rows.add_row("peak memory", "", f"{peak:,.0f} MB", "1,200 MB")
    out.print(rows)


if __name__ == "__main__":
    main(sys.argv[1:])
