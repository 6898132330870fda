"""Broken meshes of public test sets: every file gets an answer, or one clear line that names it, in bounded time."""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from benchmarks.scenes import console
from scene.base.errors import SceneError
from scene.mesh_io.mesh_reading import KNOWN_TYPES, UNITS_NEEDED, load_mesh

LONGEST = 240
"""Characters of a line that can be read at a glance."""
SLOW = 30.0
"""Seconds of processor time that no file of a test set may take."""


def answer(file: Path) -> tuple[str, str, bool]:
    """What kind of answer a file gets, its words, and whether that is as it should be."""
    start = time.process_time()
    try:
        mesh = load_mesh(file, units="mm" if file.suffix.lower().lstrip(".") in UNITS_NEEDED else None)
        kind, words, good = "read", f"{len(mesh.faces):,} triangles", True
    except SceneError as error:
        kind, words = "refused", str(error)
        good = "\n" not in words and file.name in words and len(words) <= LONGEST + len(str(file))
    except Exception as error:  # noqa: BLE001 - that anything else comes out is what is looked for
        kind, words, good = "broken", f"{type(error).__name__}: {error}", False
    seconds = time.process_time() - start
    return kind, f"{words} ({seconds:.1f} s)" if seconds > 1.0 else words, good and seconds <= SLOW


def main(args: list[str]) -> None:
    """Read every mesh file below folders; the exit status is 1 if one is answered by anything else than a mesh or a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="such as the folder test/models of assimp, or models of trimesh")
    given = parser.parse_args(args)
    out, kinds, bad = console(), Counter[str](), 0
    for file in sorted(file for folder in given.folders for file in folder.rglob("*") if file.is_file()):
        if file.suffix.lower().lstrip(".") in KNOWN_TYPES:
            kind, words, good = answer(file)
            kinds[kind] += 1
            bad += not good
            out.print(f"{'' if good else 'WRONG '}{file.name}: {words}", markup=False, highlight=False, soft_wrap=True)
    out.print(
        f"{kinds.total()} files: " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) + f"; {bad} wrong"
    )
    raise SystemExit(bad > 0)


if __name__ == "__main__":
    main(sys.argv[1:])
