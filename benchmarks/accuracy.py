"""How exact the hidden share is, and whether its bound holds, against a plain reference of four million rays."""

import sys
import time

import numpy as np
from rich.table import Table as Rows

from benchmarks import reference
from benchmarks.reference import Reference
from benchmarks.scenes import arguments, console, random_scenes
from scene.visibility.hidden_share import Hidden, hidden_shares
from scene.visibility.view_casting import SightQuery
from tests.scene.scenes import Scene

Pair = tuple[Hidden, Reference]


def main(args: list[str]) -> None:
    """Print errors, bounds and times for random scenes."""
    parser = arguments(__doc__)
    parser.add_argument("--scenes", type=int, default=None, help="500 unless --short, then 20")
    given = parser.parse_args(args)
    out = console()
    count, rays = given.scenes or (20 if given.short else 500), 1_000_000 if given.short else 4_000_000
    pairs: dict[str, list[Pair]] = {"boxes": [], "pieces": []}
    ours = theirs = 0.0
    for seed, scene in random_scenes(count, folder=given.pieces, seed=given.seed):
        look(scene)
        start = time.perf_counter()
        found = look(scene)
        middle = time.perf_counter()
        counted = reference.hidden_share(scene, rays=rays, seed=seed)
        ours, theirs = ours + middle - start, theirs + time.perf_counter() - middle
        assert found is not None, seed
        assert counted is not None, seed
        pairs["pieces" if seed % 2 else "boxes"].append((found, counted))
        if not found.low <= counted.share <= found.high:
            out.print(
                f"seed {seed}: {counted.share:.5f} ± {counted.error:.5f} counted, "
                f"{found.share:.5f} in {found.low:.5f}..{found.high:.5f} answered"
            )
    out.print(_table(pairs, rays))
    each, other = ours / count * 1e3, theirs / count * 1e3
    out.print(f"time a scene: {each:.1f} ms; the reference {other:.0f} ms, {theirs / ours:.0f} times as long")


def look(scene: Scene) -> Hidden | None:
    """The answer under test."""
    view = SightQuery(scene.shooter.eye, scene.target, scene.ignored)
    return hidden_shares(scene.table.terrain, scene.table.figures, [view])[0]


def _table(pairs: dict[str, list[Pair]], rays: int) -> Rows:
    rows = Rows(title=f"hidden share against {rays / 1e6:g} million rays, in percentage points")
    rows.caption = "net: rms error without the reference's own; held: the reference lies within low..high"
    rows.add_column("terrain")
    for column in ("scenes", "rms error", "net", "worst", "bias", "held", "width", "widest", "rays"):
        rows.add_column(column, justify="right")
    for name, part in {**pairs, "all": [*pairs["boxes"], *pairs["pieces"]]}.items():
        if part:
            rows.add_row(name, *_row(part))
    rows.add_row("wanted", "500", "0.100", "", "0.300", "", "99 %", "", "0.500", "")
    return rows


def _row(pairs: list[Pair]) -> list[str]:
    error = 100 * np.array([found.share - counted.share for found, counted in pairs])
    own = 100 * np.array([counted.error for _, counted in pairs])
    width = 100 * np.array([found.high - found.low for found, _ in pairs])
    held = np.mean([found.low <= counted.share <= found.high for found, counted in pairs])
    net = np.sqrt(max(0.0, float((error**2 - own**2).mean())))
    numbers = [f"{value:.3f}" for value in (np.sqrt((error**2).mean()), net, np.abs(error).max(), error.mean())]
    rays = f"{np.median([found.rays for found, _ in pairs]):.0f}"
    return [str(len(pairs)), *numbers, f"{held:.1%}", f"{width.mean():.3f}", f"{width.max():.3f}", rays]


if __name__ == "__main__":
    main(sys.argv[1:])
