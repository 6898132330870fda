"""Proofs that there is no line of sight: for how many who do not see one another, how long they take, and whether they hold.

All pairs on the bundled tables, on tables that are named, and on random ones. Beside them random lines are cast between those
for whom it is proven, and the certificates are checked in exact arithmetic.

python -m benchmarks.proofs [--short] [--seed N] [--table FILE ...] [--random N [--pieces DIR]] [--lines N]
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import numpy as np
from rich.progress import track
from rich.table import Table as Rows

from assets import tables
from assets.figures.figure_proxies import body
from benchmarks.scenes import arguments, console, terrain
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.proof.certificate_check import check_certificate
from scene.proof.sight_proof import proof_document, prove
from scene.table.table import Figure, Piece, Table, Terrain
from scene.table_io.standing_check import footing_warnings, standing_faults
from scene.visibility.line_of_sight import find_lines
from scene.visibility.occluders import occluders
from sightline.files.table_loading import load

SHORT = 12
"""Pairs of a table in a short run."""
LINES = 100_000
"""Random lines between two of whom it is proven that none is free."""


SIZE, PIECES, FIGURES = (48.0, 36.0), 22, 16
"""Of a random table: inches, and how many of each stand on it."""


@dataclass(frozen=True)
class Tried:
    """Two who were not found to see one another.

    Attributes:
        kind: ``proven``, ``searched``, or ``found``: a line after all.
        open: which share of lines stays open.
        seconds: processor time of the proof.
        free: random lines that are free all the same.
        checked: shafts that the exact check finds closed.
    """

    table: str
    kind: str
    open: float
    seconds: float
    free: int
    checked: int


def pairs(table: Table, most: int | None, rng: np.random.Generator) -> list[tuple[Figure, Figure]]:
    """Those of a table who are not found to see one another."""
    all_ = list(combinations(table.figures, 2))
    some = [all_[i] for i in rng.permutation(len(all_))[:most]]
    return [pair for pair, line in zip(some, find_lines(table.terrain, some), strict=True) if line is None]


def tried(table: Table, pair: tuple[Figure, Figure], lines: int, rng: np.random.Generator) -> Tried:
    """The proof for a pair."""
    began = time.process_time()
    proof = prove(table.terrain, pair)
    seconds = time.process_time() - began
    kind = "found" if proof.line else proof.certainty.kind
    if kind != "proven":
        return Tried(table.name, kind, proof.certainty.open, seconds, 0, 0)
    start, end = (_points(figure, lines, rng) for figure in pair)
    free = int((~occluders(table.terrain).rays.blocked(start, end)).sum())
    document = proof_document(proof)
    assert document is not None
    return Tried(table.name, kind, 0.0, seconds, free, check_certificate(document))


def _points(figure: Figure, count: int, rng: np.random.Generator) -> FloatArray:
    """(n, 3) on a body, evenly over its faces."""
    areas = figure.body.counts.areas
    faces = rng.choice(len(areas), size=count, p=areas / areas.sum())
    weights = rng.dirichlet((1.0, 1.0, 1.0), count)
    return np.asarray(np.einsum("nij,ni->nj", figure.placed.triangles[faces], weights))


def random_table(seed: int, folder: Path | None) -> Table:
    """Pieces of a folder, or of the kit, anywhere on the ground, and people where nothing is in their way."""
    rng, shapes = np.random.default_rng(seed), terrain(folder)
    places, turns = rng.uniform((0.0, 0.0), SIZE, (PIECES, 2)), rng.uniform(0.0, 360.0, PIECES)
    chosen = rng.integers(len(shapes), size=PIECES)
    pieces = [
        Piece(f"p{i}", shapes[shape], RigidTransform.turned((x, y, 0.0), turn))
        for i, (shape, (x, y), turn) in enumerate(zip(chosen.tolist(), places.tolist(), turns.tolist(), strict=True))
    ]
    bare = Table(SIZE, Terrain(tuple(pieces)), name=f"random {seed}")
    figures: list[Figure] = []
    while len(figures) < FIGURES:
        x, y = rng.uniform((1.0, 1.0), np.subtract(SIZE, 1.0)).tolist()
        figure = Figure(f"f{len(figures)}", body("human"), (x, y, 0.0), facing=rng.uniform(0.0, 360.0))
        alone = replace(bare, figures=(*figures, figure))
        if not standing_faults(alone) and not footing_warnings(replace(bare, figures=(figure,))):
            figures.append(figure)
    return replace(bare, figures=tuple(figures))


def _tables(given: list[str], seeds: range, folder: Path | None) -> Iterator[Table]:
    for path in [*map(tables.path, tables.names()), *map(Path, given)]:
        yield load(path, max_faces=MAX_FACES)[0]
    yield from (random_table(seed, folder) for seed in seeds)


def main() -> None:
    """Tries all of them and prints what came of it."""
    parser = arguments(__doc__)
    parser.add_argument("--table", action="append", default=[], help="another table")
    parser.add_argument("--random", type=int, default=0, help="so many tables of random pieces, of --pieces or the kit")
    parser.add_argument("--lines", type=int, default=LINES, help="random lines for each proof")
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    found: list[Tried] = []
    for table in _tables(given.table, range(given.seed, given.seed + given.random), given.pieces):
        some = pairs(table, SHORT if given.short else None, rng)
        found += [tried(table, pair, given.lines, rng) for pair in track(some, table.name, console=console())]
    rows = Rows(title=f"{len(found)} pairs between whom no line was found")
    for head in ("table", "proven", "found after all", "open", "median ms", "mean ms", "longest s"):
        rows.add_column(head)
    for name in dict.fromkeys(one.table for one in found):
        _row(rows, name, [one for one in found if one.table == name])
    _row(rows, "all", found)
    console().print(rows)
    proven = [one for one in found if one.kind == "proven"]
    console().print(
        f"{len(proven) * given.lines:,} random lines between those who are proven not to see one another: "
        f"{sum(one.free for one in proven)} free; all their {sum(one.checked for one in proven):,} shafts hold exactly"
    )


def _row(rows: Rows, name: str, found: list[Tried]) -> None:
    count = {kind: sum(one.kind == kind for one in found) for kind in ("proven", "searched", "found")}
    share = 100.0 * count["proven"] / max(count["proven"] + count["searched"], 1)
    seconds = [one.seconds for one in found] or [0.0]
    rows.add_row(
        name, f"{count['proven']} ({share:.1f} %)", str(count["found"]), str(count["searched"]),
        f"{1e3 * np.median(seconds):.0f}", f"{1e3 * np.mean(seconds):.0f}", f"{max(seconds):.1f}",
    )  # fmt: skip


if __name__ == "__main__":
    main()
