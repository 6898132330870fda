"""Whether lines of sight through thin slots and pinholes are found, and none where there is none.

The question is asked as `sightline los` asks it, with the search for a proof. The reference casts millions of random lines from
body to body, at pinholes through the hole. Where it finds one, one must be found, and no proof that there is none. Every line
that is found is cast again in double precision at every triangle, so a false one cannot pass.

python -m benchmarks.slots [--short] [--seed N] [--placements N] [--mm WIDTH]
"""

import sys
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rich.table import Table as Rows

from benchmarks.reference import embree
from benchmarks.scenes import arguments, bodies, console
from rules.sight.sight_rulings import measured_rulings
from rules.sight.verdict import PROVING_EFFORT, SightQuestion
from scene.geometry.mesh import FloatArray, Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH, Figure, Piece, Table, Terrain
from scene.visibility.line_of_sight import Witness
from tests.scene import reference
from tests.scene.scenes import Generator, box

SLOT = 0.5
"""Millimetres, if nothing else is said."""
AT_ONCE = 500_000
FAR = 60.0
"""Inches that all lines through a pinhole are long."""
KINDS = ("level", "upright", "slanted", "pinhole")


@dataclass(frozen=True)
class Placement:
    """Two figures with a slot between two plates between them, or two that cross: a pinhole.

    Attributes:
        kind: of the opening.
        plates: beside it.
        one, other: the figures.
        hole: (4, 3) corners of a pinhole; None for a slot.
    """

    kind: str
    plates: tuple[Mesh, ...]
    one: Figure
    other: Figure
    hole: FloatArray | None


@dataclass(frozen=True)
class Outcome:
    """What came of a placement: the share of random lines that are free, what was found, whether it is proven that none is."""

    kind: str
    free: float
    witness: Witness | None
    proven: bool
    seconds: float


def placement(rng: Generator, slot: float) -> Placement:
    """Two figures up to 40 inches apart and a slot (inches) somewhere between the middles of their bodies, give or take."""
    distance, bearing = rng.uniform(1.5, 40), rng.uniform(0, 360)
    shapes = [bodies()[int(rng.integers(len(bodies())))] for _ in range(2)]
    high = rng.choice([0.0, 0.0, 1.0, 3.0])
    way = RigidTransform.turned((24, 18, 0), bearing)
    one, other = (
        Figure(name, shape, _point(way.to_table(place)), facing=rng.uniform(0, 360))
        for name, shape, place in zip(("one", "other"), shapes, [(0, 0, 0), (distance, rng.normal() * 0.3, high)], strict=True)
    )
    depth, part = rng.uniform(0.02, 0.3), rng.uniform(0.1, 0.9)
    kind = KINDS[int(rng.integers(len(KINDS)))]
    turn = {"level": 0.0, "upright": 90.0}.get(kind, rng.uniform(0, 180))
    middles = np.array([figure.pose.to_table(figure.body.counts.bounds.mean(axis=0)) for figure in (one, other)])
    aside = rng.normal(size=3) * [0.0, 0.25, 0.25]
    at = way.to_own(middles[0] + part * (middles[1] - middles[0])) + aside
    half = np.radians(turn) / 2
    lean = RigidTransform(_point(at), (float(np.cos(half)), float(np.sin(half)), 0.0, 0.0))
    flat = [box([-depth / 2, -60, -60], [depth / 2, 60, -slot / 2]), box([-depth / 2, -60, slot / 2], [depth / 2, 60, 60])]
    hole = None
    if kind == "pinhole":
        # The slot between these two stands across the other, right behind it.
        behind = (depth / 2, depth / 2 + 0.02)
        flat += [box([behind[0], -60, -60], [behind[1], -slot / 2, 60]), box([behind[0], slot / 2, -60], [behind[1], 60, 60])]
        corners = [(behind[0], y, z) for y in (-slot / 2, slot / 2) for z in (-slot / 2, slot / 2)]
        hole = way.to_table(lean.to_table(np.array(corners)))
    plates = tuple(Mesh.of(way.to_table(lean.to_table(mesh.vertices)), mesh.faces) for mesh in flat)
    return Placement(kind, plates, one, other, hole)


def _point(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in values)
    return (x, y, z)


def free_share(given: Placement, *, lines: int, rng: Generator) -> float:
    """The share of random lines between the surfaces that nothing stops; of a pinhole, of those that are cast at it."""
    middle = given.plates[0].bounds.mean(axis=0)
    plates, free = embree(given.plates, middle), 0
    for _ in range(lines // AT_ONCE):
        starts = (reference.surface(rng, given.one.placed, AT_ONCE) - middle).astype(np.float32)
        if given.hole is None:
            ways = (reference.surface(rng, given.other.placed, AT_ONCE) - middle).astype(np.float32) - starts
            far = np.ones(AT_ONCE, dtype=np.float32)
        else:
            ways = _through(given.hole - middle, starts, rng)
            far = embree([given.other.placed], middle).run(starts, ways, query="DISTANCE")
        met = far < 1e30
        found = plates.run(starts[met], ways[met], dists=far[met], query="OCCLUDED")
        free += int((found < 0).sum())
    return free / lines


def _through(hole: FloatArray, starts: NDArray[np.float32], rng: Generator) -> NDArray[np.float32]:
    """(n, 3) ways from starts (n, 3) through anywhere in a hole."""
    share = rng.uniform(size=(len(starts), 2, 1))
    aims = hole[0] + share[:, 0] * (hole[2] - hole[0]) + share[:, 1] * (hole[1] - hole[0])
    ways = aims - starts
    return np.asarray(FAR * ways / np.linalg.norm(ways, axis=1, keepdims=True), dtype=np.float32)


def is_true(given: Placement, witness: Witness) -> bool:
    """Whether the line is free in double precision."""
    start, end = np.array([witness.start]), np.array([witness.end])
    return bool(reference.free(given.plates, start, end, hair=0.0).all())


def main(args: list[str]) -> None:
    """Print found, missed and false lines by kind."""
    parser = arguments(__doc__)
    parser.add_argument("--placements", type=int, default=None, help="200 unless --short, then 20")
    parser.add_argument("--mm", type=float, default=SLOT, help="how wide slots and pinholes are")
    given = parser.parse_args(args)
    wanted, lines = given.placements or (20 if given.short else 200), 2_000_000 if given.short else 5_000_000
    rng, outcomes, out = np.random.default_rng(given.seed), list[Outcome](), console()
    while sum(outcome.free > 0 for outcome in outcomes) < wanted:
        place = placement(rng, given.mm / MM_PER_INCH)
        outcomes.append(_outcome(place, lines, rng))
        last = outcomes[-1]
        if last.witness is not None and not is_true(place, last.witness):
            out.print(f"placement {len(outcomes) - 1}: FALSE line {last.witness}")
        if last.free > 0 and last.witness is None:
            wrong = "PROVEN that there is none" if last.proven else "missed"
            out.print(f"placement {len(outcomes) - 1}: {wrong}, {last.free:.1e} of lines free, {place.kind}")
    out.print(_table(outcomes, lines, given.mm))


def _outcome(place: Placement, lines: int, rng: Generator) -> Outcome:
    pieces = tuple(Piece(f"plate {i}", mesh) for i, mesh in enumerate(place.plates))
    table = Table((48.0, 48.0), Terrain(pieces), (place.one, place.other))
    share = free_share(place, lines=lines, rng=rng)
    start = time.process_time()
    ruling = measured_rulings(table, [SightQuestion(place.one, place.other)], PROVING_EFFORT)[0]
    proven = ruling.proof is not None and ruling.proof.settled and ruling.witness is None
    return Outcome(place.kind, share, ruling.witness, proven, time.process_time() - start)


def _table(outcomes: list[Outcome], lines: int, wide: float) -> Rows:
    rows = Rows(title=f"slots and pinholes of {wide:g} mm; reference: {lines / 1e6:g} million lines a placement")
    rows.caption = "more than reference: lines found, and true, where the reference met none"
    columns = (
        "opening",
        "with a line",
        "found",
        "of which 1 in 10,000\nlines free or less",
        "more than\nreference",
        "no line:\nproven",
        "ms, median",
        "most",
    )
    for column in columns:
        rows.add_column(column, justify="right")
    for name in (*KINDS, "all"):
        part = [outcome for outcome in outcomes if name in {outcome.kind, "all"}]
        real = [outcome for outcome in part if outcome.free > 0]
        rare = [outcome for outcome in real if outcome.free <= 1e-4]
        none = [outcome for outcome in part if outcome.witness is None and not outcome.free]
        times = [1e3 * outcome.seconds for outcome in part] or [0.0]
        found = [sum(outcome.witness is not None for outcome in some) for some in (real, rare)]
        more = sum(outcome.witness is not None and outcome.free == 0 for outcome in part)
        proven = f"{sum(outcome.proven for outcome in none)} of {len(none)}"
        told = (len(real), found[0], f"{found[1]} of {len(rare)}", more, proven, f"{np.median(times):.1f}", f"{max(times):.1f}")
        rows.add_row(name, *map(str, told))
    rows.add_row("wanted", "all", "all", "", "", "", "", "")
    return rows


if __name__ == "__main__":
    main(sys.argv[1:])
