"""Whether kept pieces are found again on other tables, how near, and whether anything else is taken for them.

Painted pieces stand on a made-up table and are photographed; their corners are clicked a pixel and a half off, and their looks
are learned. Then some of them stand elsewhere on other tables, on other mats, in other light, beside others of the very same
sizes in other paint. Corners are compared with the truth. Photos are drawn once and kept in the folder for temporary files.

python -m benchmarks.recognition [--short] [--seed N] [--tables N]
"""

import sys
from time import perf_counter

import numpy as np
from rich.table import Table as Rows

from benchmarks.recognition.sets import TablePhotos, clicked_on, look_on, table_photos
from benchmarks.recognition.worlds import NAMES, Painted, drawn, painted_otherwise
from benchmarks.scenes import arguments, console
from capture.clicking.clicked_piece import ClickedPiece, vertex_moves
from capture.clicking.shape_fit import within
from capture.recognition.found_pieces import FoundPiece, find_pieces
from scene.table.table import MM_PER_INCH

THERE, REPAINTED = 4, 2
"""Of the eight kept pieces, so many stand on each other table, and so many others of their sizes in other paint."""
FOCALS = (2000.0, 2400.0, 3000.0)
PHOTOS = 8
LEAST_HELD, LEAST_FOUND = 0.93, 0.9


def off_and_held(table: TablePhotos, at: int, piece: ClickedPiece, found: FoundPiece) -> tuple[np.ndarray, np.ndarray]:
    """(vertices,) millimetres that the corners of a found piece are off, and whether they are within their limits."""
    placed = piece.mesh.with_vertices(found.pose.to_table(piece.mesh.vertices))
    far = np.linalg.norm(placed.vertices - table.solid(at).vertices, axis=1)
    slopes = vertex_moves(piece.mesh, found.pose)
    covariance = found.slopes @ table.photos.covariance @ found.slopes.T + found.own
    limits = within(np.einsum("vij,jk,vlk->vil", slopes, covariance, slopes), 1e6)
    return far * MM_PER_INCH, far <= limits


def other_table(pieces: list[Painted], seed: int) -> tuple[TablePhotos, dict[int, int]]:
    """A table with some of the pieces, and where each of them is among those that stand there."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(pieces)).tolist()
    there = [pieces[i] for i in order[:THERE]]
    alike = [painted_otherwise(pieces[i], rng) for i in order[THERE : THERE + REPAINTED]]
    table = table_photos([*there, *alike], seed, count=PHOTOS, focal=float(rng.choice(FOCALS)), told="other")
    return table, {piece: at for at, piece in enumerate(order[:THERE])}


def main() -> None:
    """Prints a row for each table and their sum; the exit status is 1 where anything was found that is not there."""
    parser = arguments(__doc__)
    parser.add_argument("--tables", type=int, default=0, help="other tables, for each of two sets of pieces")
    given = parser.parse_args()
    count = given.tables or (1 if given.short else 7)
    rows = Rows(title="kept pieces on other tables")
    for column in ("set", "table", "found", "of", "50 % mm", "95 % mm", "held", "false", "of", "s"):
        rows.add_column(column, justify="right")
    far, held, there, seen, false, absent = list[float](), list[bool](), 0, 0, 0, 0
    for kept in range(1 if given.short else 2):
        rng = np.random.default_rng((given.seed, kept))
        pieces = [drawn(name, rng) for name in NAMES]
        first = table_photos(pieces, 100 * given.seed + kept, count=PHOTOS, told="kept")
        clicked = [clicked_on(first, i, rng) for i in range(len(pieces))]
        looks = [look_on(first, i, piece) for i, piece in enumerate(clicked)]
        for number in range(count):
            table, where = other_table(pieces, 10_000 * (given.seed + 1) + 100 * kept + number)
            begun = perf_counter()
            found, _ = find_pieces(table.photos, table.pictures, looks, np.random.default_rng(number))
            took = perf_counter() - begun
            right = [each for each in found if each.known in where]
            told = [off_and_held(table, where[each.known], clicked[each.known], each) for each in right]
            own_far = [float(value) for one, _ in told for value in one]
            own_held = [bool(value) for _, one in told for value in one]
            wrong = len(found) - len({each.known for each in right})
            limits = np.quantile(own_far, [0.5, 0.95]) if own_far else [np.nan, np.nan]
            rows.add_row(str(kept), str(number), str(len(right)), str(THERE), f"{limits[0]:.2f}", f"{limits[1]:.2f}",
                         f"{np.mean(own_held):.3f}", str(wrong), str(len(pieces) - THERE), f"{took:.1f}")  # fmt: skip
            print(kept, number, f"{table.photos.views[0].lens.focal[0]:g} px", len(right), limits, np.mean(own_held), wrong,
                  f"{took:.1f} s", [(each.points, each.expected) for each in found], file=sys.stderr, flush=True)  # fmt: skip
            far, held = far + own_far, held + own_held
            there, seen = there + THERE, seen + len(right)
            false, absent = false + wrong, absent + len(pieces) - THERE
    rows.add_row("", "all", str(seen), str(there), *(f"{value:.2f}" for value in np.quantile(far, [0.5, 0.95])),
                 f"{np.mean(held):.3f}", str(false), str(absent), "")  # fmt: skip
    console().print(rows)
    if false or seen < LEAST_FOUND * there or np.mean(held) < LEAST_HELD:
        sys.exit(1)


if __name__ == "__main__":
    main()
