"""Our 500 scenes with their hidden shares, so that any program can be judged by them: made, written out, and answers checked.

The file beside this module has a row a scene: its seed, a digest of its geometry, the share of the target's outline at the eye
that is hidden, counted with millions of random rays by bare Embree, and the standard error of that count.
"""

import argparse
import csv
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np

from benchmarks import reference
from benchmarks.accuracy import look
from benchmarks.scenes import console, random_scenes
from scene.geometry.mesh import Mesh, joined
from scene.mesh_io.mesh_writing import ply_bytes
from scene.table.table import MM_PER_INCH
from tests.scene.scenes import Scene

COUNT = 500
FILE = Path(__file__).with_suffix(".csv")
COLUMNS = ("seed", "digest", "share", "error")
HAIR = 1e-4
"""Inches to which corners are rounded before they are digested."""
SIGMA = 4.0
"""Standard errors of the count that an answer may be off beside the bound it claims for itself."""


@dataclass(frozen=True)
class Judged:
    """A scene that was counted: its seed, the digest of its geometry, the hidden share, 0 to 1, and its standard error."""

    seed: int
    digest: str
    share: float
    error: float


def published() -> dict[int, Judged]:
    """The rows of the file, by their seeds."""
    with FILE.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    return {int(row["seed"]): Judged(int(row["seed"]), row["digest"], float(row["share"]), float(row["error"])) for row in rows}


def scenes(count: int = COUNT) -> Iterator[tuple[int, Scene]]:
    """The first so many of the 500 scenes: on even seeds boxes that lie any way, on odd ones pieces of the bundled kit."""
    return random_scenes(count, folder=None)


def hiding(scene: Scene) -> list[Mesh]:
    """All that may hide the target, inches: the pieces, and the figures but for shooter and target."""
    others = [one for one in scene.table.figures if one.id not in {scene.shooter.id, scene.target.id}]
    return [*(piece.placed for piece in scene.table.terrain.pieces), *(one.placed for one in others)]


def digest(scene: Scene) -> str:
    """A digest of the eye, the target and all that may hide it: other numbers, another scene."""
    content = blake2b(digest_size=6)
    for part in (scene.shooter.eye, scene.target.placed.vertices, *(mesh.vertices for mesh in hiding(scene))):
        content.update(np.round(np.asarray(part) / HAIR).astype("<i8").tobytes())
    return content.hexdigest()


def count(rays: int) -> None:
    """Counts the scenes that are not in the file yet, each with so many rays, and adds them to it."""
    known = published() if FILE.exists() else {}
    with FILE.open("a", encoding="utf-8", newline="") as out:
        lines = csv.writer(out, lineterminator="\n")
        if not known:
            lines.writerow(COLUMNS)
        for seed, scene in scenes():
            if seed not in known:
                found = reference.hidden_share(scene, rays=rays, seed=seed)
                assert found is not None, seed
                lines.writerow((seed, digest(scene), f"{found.share:.6f}", f"{found.error:.6f}"))
                out.flush()


def export(seeds: list[int], folder: Path) -> None:
    """Writes scenes for other programs: SEED-hiding.ply, SEED-target.ply and lines in eyes.csv, mm."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "eyes.csv").open("w", encoding="utf-8", newline="") as out:
        lines = csv.writer(out, lineterminator="\n")
        lines.writerow(("seed", "x", "y", "z"))
        for seed, scene in scenes():
            if seed in seeds or not seeds:
                (folder / f"{seed}-hiding.ply").write_bytes(ply_bytes(joined(*hiding(scene))))
                (folder / f"{seed}-target.ply").write_bytes(ply_bytes(scene.target.placed))
                lines.writerow((seed, *(f"{MM_PER_INCH * at:.4f}" for at in scene.shooter.eye)))


def ours(count: int) -> Iterator[tuple[int, float, float, float]]:
    """Sightline's own answers: seed, share, and between what it must lie."""
    known = published()
    for seed, scene in scenes(count):
        if digest(scene) != known[seed].digest:
            raise SystemExit(f"scene {seed} is not as it was when its share was counted; write {FILE.name} anew")
        found = look(scene)
        assert found is not None, seed
        yield seed, found.share, found.low, found.high


def answers(file: Path) -> Iterator[tuple[int, float, float, float]]:
    """The answers of a CSV file with columns seed, share and, if the program claims bounds, low and high."""
    with file.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            share = float(row["share"])
            yield int(row["seed"]), share, float(row.get("low") or "nan"), float(row.get("high") or "nan")


def judge(given: Iterable[tuple[int, float, float, float]]) -> bool:
    """Prints how far answers are off, and how many bounds do not hold; whether all of them do."""
    known, off, outside, bounds = published(), [], [], []
    for seed, share, low, high in given:
        true = known[seed]
        off.append(100.0 * (share - true.share))
        bounds.append(100.0 * (high - low))
        if not np.isnan(low) and not low - SIGMA * true.error <= true.share <= high + SIGMA * true.error:
            outside.append(seed)
    error, own = np.array(off), np.array([100.0 * row.error for row in known.values()])
    out = console()
    out.print(
        f"{len(error)} of {len(known)} scenes, in percentage points; the count's own error is {own.mean():.3f} on average"
    )
    out.print(f"off: {np.sqrt((error**2).mean()):.3f} rms, {np.abs(error).max():.3f} at worst, {error.mean():+.3f} on average")
    if np.isfinite(bounds).any():
        out.print(f"bounds: {np.nanmean(bounds):.3f} wide on average, {np.nanmax(bounds):.3f} at most")
        out.print(f"bounds that do not hold, by seed: {', '.join(map(str, outside)) or 'none'}")
    return not outside


def main(args: list[str]) -> None:
    """Judge a file of answers, or Sightline itself; or count the shares anew, or write scenes for others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("answers", type=Path, nargs="?", help="a CSV file; without it, Sightline is judged")
    parser.add_argument("--short", action="store_true", help="the first 40 scenes only")
    parser.add_argument("--export", type=Path, help="a folder to write the scenes to, as PLY files and eyes.csv, millimetres")
    parser.add_argument("--seeds", type=int, nargs="*", default=[], help="only these are exported")
    parser.add_argument("--count", type=int, metavar="RAYS", help="count scenes that the file lacks, with so many rays each")
    given = parser.parse_args(args)
    if given.count:
        count(given.count)
    elif given.export is not None:
        export(given.seeds, given.export)
    elif not judge(answers(given.answers) if given.answers else ours(40 if given.short else COUNT)):
        raise SystemExit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
