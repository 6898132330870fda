"""What a scan must reach, against exact truth: rendered photos, the 95 % limits on made-up scenes, shots on scanned tables.

python -m benchmarks.scans [--rendered N] [--width PIXELS] [--gamma G] [--keep DIR] [--made-up N] [--shots N] [--short]
"""

import argparse
import os
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from rich.progress import track
from rich.table import Table as Rows

from benchmarks.scan_limits import KINDS, held, scores
from benchmarks.scan_photos import PHOTOS, Findings, Shoot, in_a_process
from benchmarks.scan_shots import shots
from benchmarks.scenes import arguments, console

WANTED: Mapping[str, str] = {
    "distances over 4 ft": "1 mm",
    "heights of decks": "1 mm",
    "pieces, mm": "1.5 mm",
    "pieces, degrees": "0.5",
    "bases with tags": "0.7 mm",
    "bases by their rims": "1.5 mm",
}
"""The worst error that is allowed."""

SECONDS, MEMORY_MB, ADJUSTING = 60, 2_000, 3
"""For twelve photos of 12 megapixels: all of it, its peak memory, and the adjustments alone."""

HOLD = (0.93, 0.98)
"""How often 95 % limits have to hold."""


def rendered(shoots: Sequence[Shoot], folder: Path) -> None:
    """Print how far off scans of rendered photos are, what OpenCV makes of the same ones, and what it takes."""
    found = list[Findings]()
    for shoot in track(shoots, description="rendering and scanning"):
        shoot.render(folder, lambda _: None)
        found.append(in_a_process(shoot, folder))
    first = shoots[0]
    photos = f"{first.photos} photos of {first.width} x {first.width * 3 // 4}, gamma {first.gamma:g}"
    rows = Rows(title=f"{len(found)} rendered tables, {photos}, {os.cpu_count()} cores")
    for column in ("errors", "number", "rms", "worst", "wanted"):
        rows.add_column(column, justify="left" if column == "errors" else "right")
    for kind in found[0].errors:
        errors = np.array([error for each in found for error in each.errors[kind]])
        if len(errors):
            rms, worst = np.sqrt(np.mean(errors**2)), np.abs(errors).max()
            rows.add_row(kind, f"{len(errors):,}", f"{rms:.3f}", f"{worst:.3f}", WANTED.get(kind, ""))
    console().print(rows)
    limits = [one for each in found for one in each.held]
    right, wrong = sum(each.sizes_right for each in found), sum(each.sizes_wrong for each in found)
    missed, false = [name for each in found for name in each.missed], [name for each in found for name in each.false]
    out = console()
    out.print(f"distances within their 95 % limits: {np.mean(limits):.1%} of {len(limits):,}; one print, so one scale, a table")
    out.print(
        f"sizes of bases: {right} right, {wrong} wrong; {_named('missed', missed)}; {_named('found where none is', false)}"
    )
    taken = Rows(title=f"{first.photos} photos")
    for column in ("what", "took", "wanted for twelve of 12 megapixels"):
        taken.add_column(column, justify="left" if column == "what" else "right")
    taken.add_row("a whole scan", f"{_range([each.seconds for each in found])} s", f"{SECONDS} s")
    taken.add_row("of it on processors", f"{_range([each.busy for each in found])} s", "")
    taken.add_row("its adjustments, on processors", f"{_range([each.adjusting for each in found])} s", f"{ADJUSTING} s")
    taken.add_row("OpenCV: finding corners", f"{_range([each.rival_seconds for each in found])} s", "")
    taken.add_row("peak memory", f"{max(each.memory_mb for each in found):,.0f} MB", f"{MEMORY_MB:,} MB")
    out.print(taken)
    for note in sorted({note for each in found for note in each.notes if "facing" not in note}):
        out.print(f"  {note}", markup=False)


def _named(what: str, names: Sequence[str]) -> str:
    return f"{len(names)} {what}" + (f" ({', '.join(names)})" if names else "")


def _range(values: Sequence[float]) -> str:
    low, high = min(values), max(values)
    return f"{low:.1f} to {high:.1f}" if high - low > 0.05 else f"{high:.1f}"


def made_up_limits(count: int, seed: int) -> None:
    """Print how often limits hold, over all scenes and for each kind of them."""
    every, kinds = defaultdict[str, list[float]](list), defaultdict[str, dict[str, list[float]]](dict)
    number = Counter[str]()
    for scene, found in track(scores(count, seed), description="made-up scenes", total=count):
        number[scene.name] += 1
        for kind, values in found.items():
            every[kind] += values
            kinds[scene.name].setdefault(kind, []).extend(values)
    rows = Rows(title=f"95 % limits that hold in {count} made-up scenes (wanted {HOLD[0]:.0%} to {HOLD[1]:.0%})")
    names = list(kinds)
    for column in ("limits of", "number", "all", "rms of errors in sigmas", *(f"{name} ({number[name]})" for name in names)):
        rows.add_column(column, justify="left" if column == "limits of" else "right")
    for kind in KINDS:
        parts = [f"{held(kinds[name][kind]):.1%}" for name in names]
        rms = float(np.sqrt(np.mean(np.square(every[kind]))))
        rows.add_row(kind, f"{len(every[kind]):,}", f"{held(every[kind]):.1%}", f"{rms:.2f}", *parts)
    console().print(rows)


def sure_shots(count: int, seed: int) -> None:
    """Print what became of shots on scanned tables until so many were called sure."""
    out = console()
    asked, sure, wrong, flipped = 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for shot in shots(Path(folder), seed):
            asked, sure, flipped = asked + 1, sure + shot.sure, flipped + (not shot.right)
            wrong += shot.sure and not shot.right
            blamed = f", most of it by {shot.steady.scan.blame}" if shot.steady.scan and shot.steady.scan.blame else ""
            told = "sure" if shot.sure else f"not sure{blamed}"
            print(f"{asked:4} {shot.name}: {shot.scanned}, in truth {shot.true}; {told}", file=sys.stderr)
            if sure == count:
                break
    rows = Rows(title=f"{asked} shots between opponents on scanned tables, ten a scan")
    for column in ("verdicts", "number", "wanted"):
        rows.add_column(column, justify="left" if column == "verdicts" else "right")
    rows.add_row("called sure", f"{sure} ({sure / asked:.0%})", "")
    rows.add_row("called sure, and other than on the true table", f"{wrong}", "0")
    rows.add_row("other than on the true table, sure or not", f"{flipped}", "")
    out.print(rows)


def main(args: list[str]) -> None:
    """Print what was asked for; all of it without options."""
    parser: argparse.ArgumentParser = arguments(__doc__)
    parser.add_argument("--rendered", type=int, metavar="N", help="so many rendered tables, scanned the whole way")
    parser.add_argument("--width", type=int, default=1600, help="of rendered photos, pixels; 4000 is 12 megapixels")
    parser.add_argument("--gamma", type=float, default=1.0, help="of the camera; phones are near 2.2")
    parser.add_argument("--keep", type=Path, help="folder in which rendered photos are kept, and taken from the next time")
    parser.add_argument("--made-up", type=int, metavar="N", help="so many scenes of exact corners with noise")
    parser.add_argument("--shots", type=int, metavar="N", help="shots on scanned tables until so many are called sure")
    given = parser.parse_args(args)
    if given.rendered is None and given.made_up is None and given.shots is None:
        given.rendered, given.made_up, given.shots = (1, 20, 10) if given.short else (3, 200, 100)
    photos = 6 if given.short else PHOTOS
    if given.rendered:
        shoots = [Shoot(1 + given.seed + i, given.width, given.gamma, photos) for i in range(given.rendered)]
        with tempfile.TemporaryDirectory() as folder:
            rendered(shoots, given.keep or Path(folder))
    if given.made_up:
        made_up_limits(given.made_up, given.seed)
    if given.shots:
        sure_shots(given.shots, given.seed)


if __name__ == "__main__":
    main(sys.argv[1:])
