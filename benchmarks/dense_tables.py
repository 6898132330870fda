"""What photos show of whole rendered tables, against the truth: surface, free space, decks, seconds and memory.

The photos are those of `benchmarks.dense_lines`, twenty of each table. Nothing of a table is known but its photos' poses,
as tags tell them.

python -m benchmarks.dense_tables [--short] [--seed N] [--tables NAME ...]
"""

import resource
from collections.abc import Sequence
from time import perf_counter, process_time

import numpy as np
from rich.table import Table as Rows
from scipy.ndimage import binary_dilation, label
from scipy.spatial import cKDTree

from benchmarks.dense_lines.__main__ import TABLES, photos_of
from benchmarks.dense_lines.lines import BASE, lines_of
from benchmarks.dense_lines.sets import PhotoSet, photo_set
from benchmarks.scenes import arguments, console
from capture.dense.dense_lines import points_along
from capture.dense.whole_table import seen_table, table_photo
from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.seen_table import FREE, SOLID, SeenTable
from scene.table.table import MM_PER_INCH

PHOTOS = 20
LINES = 200
SAMPLES = 60_000
FINE = 0.8 / MM_PER_INCH
"""Inches between samples of the true surface."""
ABOVE = 4.0 / MM_PER_INCH


def looked_at(found: PhotoSet, count: int) -> SeenTable:
    """What so many of the photos show, evenly chosen."""
    every = np.unique(np.linspace(0, len(found.files) - 1, count).round().astype(int))
    photos = photos_of(found)
    ready = [table_photo(photos[i], np.repeat(photos[i].grey[..., None], 3, axis=2), found.table.size) for i in every]
    return seen_table([one for one in ready if one is not None], found.table.size, scan="")


def true_points(found: PhotoSet, rng: np.random.Generator) -> FloatArray:
    """(n, 3) points of the pieces' surfaces, inches, so dense that no cell is missed but at its very corners."""
    triangles = np.concatenate([piece.placed.triangles for piece in found.table.terrain.pieces])
    areas = np.concatenate([piece.placed.areas for piece in found.table.terrain.pieces])
    chosen = np.repeat(np.arange(len(triangles)), np.ceil(areas / FINE**2).astype(int) + 3)
    u, v = rng.random((2, len(chosen), 1))
    u, v = np.where(u + v > 1.0, 1.0 - u, u), np.where(u + v > 1.0, 1.0 - v, v)
    a, b, c = triangles[chosen].transpose(1, 0, 2)
    return np.asarray(a + u * (b - a) + v * (c - a))


def row_of(name: str, seed: int, count: int) -> tuple[list[str], list[bool]]:
    """A table's row, and of each of its decks whether its height is within what it may be off."""
    found, rng = photo_set(name), np.random.default_rng(seed)
    begun, worked = perf_counter(), process_time()
    seen = looked_at(found, count)
    took = perf_counter() - begun, process_time() - worked
    truth = true_points(found, rng)
    off = _surface_errors(seen, truth, rng)
    held = _decks_held(seen, found)
    row = [name, f"{np.median(off):.2f}", f"{np.percentile(off, 90):.2f}", f"{np.mean(off > 5.0):.2%}"]
    row += [*_space(seen, truth), *_lines(seen, found, seed), f"{sum(held)} of {len(held)}"]
    return [*row, f"{took[0]:.0f}", f"{took[1]:.0f}"], held


def _surface_errors(seen: SeenTable, truth: FloatArray, rng: np.random.Generator) -> FloatArray:
    """(n,) millimetres from points all over the mesh to the nearest true one, or to the ground."""
    corners = seen.surface.vertices.astype(np.float64)[seen.surface.faces]
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    some = rng.choice(len(corners), SAMPLES, p=areas / areas.sum())
    points = (corners[some] * rng.dirichlet([1.0, 1.0, 1.0], SAMPLES)[:, :, None]).sum(axis=1)
    far = cKDTree(truth).query(points, workers=2)[0]
    return np.asarray(np.minimum(far, np.abs(points[:, 2])) * MM_PER_INCH)


def _space(seen: SeenTable, truth: FloatArray) -> list[str]:
    """Of the truly free space the share that is called free; wrongly free cells; how often a surface is where one is shown."""
    cells = np.floor((truth - seen.low) / seen.cell).astype(int)
    cells = cells[((cells >= 0) & (cells < seen.space.shape)).all(axis=1)]
    solid = np.zeros(seen.space.shape, dtype=bool)
    solid[tuple(cells.T)] = True
    first, last = seen.layers
    solid[:, :, :first] = True
    groups, _ = label(~solid)
    outside: BoolArray = (groups == groups[0, 0, -1]) & ~solid
    part = np.s_[:, :, first:last]
    free, shown = (seen.space[part] == FREE), (seen.space[part] == SOLID)
    wrong = np.count_nonzero(free & ~outside[part])
    beside = binary_dilation(solid, np.ones((3, 3, 3), dtype=bool))[part]
    return [
        f"{np.count_nonzero(free & outside[part]) / np.count_nonzero(outside[part]):.0%}",
        f"{wrong} of {np.count_nonzero(~outside[part])}",
        f"{np.mean(beside[shown]):.0%}",
    ]


def _lines(seen: SeenTable, found: PhotoSet, seed: int) -> list[str]:
    """Blocked lines whose cells are all free, and clear ones."""
    told: dict[bool, list[bool]] = {True: [], False: []}
    for line in lines_of(found.world, found.table.size, LINES, seed):
        start, end = line.start / MM_PER_INCH, line.end / MM_PER_INCH
        bases = [(float(place[0]), float(place[1]), BASE / MM_PER_INCH) for place in (start, end)]
        told[line.blocked].append(bool((seen.at(points_along(start, end, bases)) == FREE).all()))
    return [f"{sum(told[blocked])} of {len(told[blocked])}" for blocked in (True, False)]


def _decks_held(seen: SeenTable, found: PhotoSet) -> list[bool]:
    """Of each deck that is not under others whether its height is within what it may be off: by rays from just above."""
    held = list[bool]()
    for number, deck in enumerate(seen.decks):
        x, y = np.nonzero(seen.deck_at == number)
        if not len(x):
            continue
        above = np.column_stack([*(low + (at + 0.5) * seen.cell for low, at in zip(seen.low, (x, y), strict=False)), x])
        above[:, 2] = deck.height + ABOVE
        down = np.tile([0.0, 0.0, -1.0], (len(x), 1))
        level = above[:, 2] - found.world.distance(above * MM_PER_INCH, down) / MM_PER_INCH
        held.append(bool(abs(np.median(level) - deck.height) <= deck.off))
    return held


def main(given: Sequence[str] | None = None) -> None:
    """Prints a row for each table."""
    parser = arguments(__doc__)
    parser.add_argument("--tables", nargs="+", default=TABLES, metavar="NAME")
    parser.add_argument("--photos", type=int, default=PHOTOS)
    asked = parser.parse_args(given)
    rows, decks = Rows(title="whole tables"), list[bool]()
    surface, space = ("table", "surface off, mm", "90 %", "over 5 mm"), ("free space called so", "wrongly free cells")
    lines = ("surfaces rightly shown", "blocked lines called clear", "clear ones settled")
    for column in (*surface, *space, *lines, "decks within limits", "s", "processor s"):
        rows.add_column(column, justify="right")
    for name in asked.tables[: 1 if asked.short else None]:
        row, held = row_of(name, asked.seed, asked.photos)
        rows.add_row(*row)
        decks += held
        console().print(*row)
    console().print(rows)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    console().print(f"{sum(decks)} of {len(decks)} heights of decks are within their limits; {most:.1f} GB of memory at most")


if __name__ == "__main__":
    main()
