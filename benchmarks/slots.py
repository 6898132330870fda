"""Whether lines of sight through a slot half a millimetre wide are found, and none where there is none.

The reference casts millions of random lines from body to body. Where it finds one, one must be found; and every line that is
found is cast again in double precision at every triangle, so a false one cannot pass.
"""

import sys
import time
from dataclasses import dataclass

import numpy as np
from rich.table import Table as Rows

from benchmarks.reference import embree
from benchmarks.scenes import arguments, bodies, console
from scene.geometry.mesh import Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH, Figure, Piece, Terrain
from scene.visibility.line_of_sight import Witness, find_lines
from tests.scene import reference
from tests.scene.scenes import Generator, box

SLOT = 0.5 / MM_PER_INCH
AT_ONCE = 500_000
ORIENTATIONS = ("level", "upright", "slanted")


@dataclass(frozen=True)
class Placement:
    """Two figures with two plates between them."""

    orientation: str
    plates: tuple[Mesh, ...]
    one: Figure
    other: Figure


@dataclass(frozen=True)
class Outcome:
    """What came of a placement: the share of random lines that are free, and what was found."""

    orientation: str
    free: float
    witness: Witness | None
    seconds: float


def placement(rng: Generator) -> Placement:
    """Two figures anywhere up to 40 inches apart and a slot somewhere between the middles of their bodies, give or take."""
    distance, bearing = rng.uniform(1.5, 40), rng.uniform(0, 360)
    shapes = [bodies()[int(rng.integers(len(bodies())))] for _ in range(2)]
    high = rng.choice([0.0, 0.0, 1.0, 3.0])
    way = RigidTransform.turned((24, 18, 0), bearing)
    one, other = (
        Figure(name, shape, _point(way.to_table(place)), facing=rng.uniform(0, 360))
        for name, shape, place in zip(("one", "other"), shapes, [(0, 0, 0), (distance, rng.normal() * 0.3, high)], strict=True)
    )
    depth, part = rng.uniform(0.02, 0.3), rng.uniform(0.1, 0.9)
    orientation = ORIENTATIONS[int(rng.integers(3))]
    turn = {"level": 0.0, "upright": 90.0, "slanted": rng.uniform(0, 180)}[orientation]
    middles = np.array([figure.pose.to_table(figure.body.counts.bounds.mean(axis=0)) for figure in (one, other)])
    aside = rng.normal(size=3) * [0.0, 0.25, 0.25]
    at = way.to_own(middles[0] + part * (middles[1] - middles[0])) + aside
    half = np.radians(turn) / 2
    lean = RigidTransform(_point(at), (float(np.cos(half)), float(np.sin(half)), 0.0, 0.0))
    flat = [box([-depth / 2, -60, -60], [depth / 2, 60, -SLOT / 2]), box([-depth / 2, -60, SLOT / 2], [depth / 2, 60, 60])]
    plates = tuple(Mesh.of(way.to_table(lean.to_table(mesh.vertices)), mesh.faces) for mesh in flat)
    return Placement(orientation, plates, one, other)


def _point(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in values)
    return (x, y, z)


def free_share(given: Placement, *, lines: int, rng: Generator) -> float:
    """The share of random lines between the surfaces that nothing stops."""
    middle = given.plates[0].bounds.mean(axis=0)
    plates = embree(given.plates, middle)
    free = 0
    for _ in range(lines // AT_ONCE):
        starts, ends = (reference.surface(rng, figure.placed, AT_ONCE) - middle for figure in (given.one, given.other))
        ways = (ends - starts).astype(np.float32)
        found = plates.run(starts.astype(np.float32), ways, dists=np.ones(AT_ONCE, dtype=np.float32), query="OCCLUDED")
        free += int((found < 0).sum())
    return free / lines


def is_true(given: Placement, witness: Witness) -> bool:
    """Whether the line is free in double precision."""
    start, end = np.array([witness.start]), np.array([witness.end])
    return bool(reference.free(given.plates, start, end, hair=0.0).all())


def main(args: list[str]) -> None:
    """Print found, missed and false lines by orientation."""
    parser = arguments(__doc__)
    parser.add_argument("--placements", type=int, default=None, help="200 unless --short, then 20")
    given = parser.parse_args(args)
    wanted, lines = given.placements or (20 if given.short else 200), 2_000_000 if given.short else 5_000_000
    rng, outcomes, out = np.random.default_rng(given.seed), list[Outcome](), console()
    while sum(outcome.free > 0 for outcome in outcomes) < wanted:
        place = placement(rng)
        terrain = Terrain(tuple(Piece(f"plate {i}", mesh) for i, mesh in enumerate(place.plates)))
        share = free_share(place, lines=lines, rng=rng)
        start = time.perf_counter()
        witness = find_lines(terrain, [(place.one, place.other)])[0]
        outcomes.append(Outcome(place.orientation, share, witness, time.perf_counter() - start))
        if witness is not None and not is_true(place, witness):
            out.print(f"placement {len(outcomes) - 1}: FALSE line {witness}")
        if share > 0 and witness is None:
            out.print(f"placement {len(outcomes) - 1}: missed, {share:.1e} of lines free, {place.orientation}")
    out.print(_table(outcomes, lines))


def _table(outcomes: list[Outcome], lines: int) -> Rows:
    rows = Rows(title=f"slots of 0.5 mm; reference: {lines / 1e6:g} million lines a placement")
    rows.caption = "more than reference: lines found, and true, where the reference met none"
    columns = (
        "slot",
        "with a line",
        "found",
        "of which 1 in 10,000\nlines free or less",
        "more than\nreference",
        "ms, median",
        "most",
    )
    for column in columns:
        rows.add_column(column, justify="right")
    for name in (*ORIENTATIONS, "all"):
        part = [outcome for outcome in outcomes if name in {outcome.orientation, "all"}]
        real = [outcome for outcome in part if outcome.free > 0]
        rare = [outcome for outcome in real if outcome.free <= 1e-4]
        times = [1e3 * outcome.seconds for outcome in part] or [0.0]
        found = [sum(outcome.witness is not None for outcome in some) for some in (real, rare)]
        more = sum(outcome.witness is not None and outcome.free == 0 for outcome in part)
        cells = [len(real), found[0], f"{found[1]} of {len(rare)}", more, f"{np.median(times):.1f}", f"{max(times):.1f}"]
        rows.add_row(name, *(str(cell) for cell in cells))
    rows.add_row("wanted", "200", "198", "", "", "", "")
    return rows


if __name__ == "__main__":
    main(sys.argv[1:])
