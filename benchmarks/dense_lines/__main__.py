"""How many disputed lines on unmeasured scenery photos settle, and whether any blocked one is called clear.

A disputed line is one beside which, 10 or 20 mm off, another has the other answer. Half of them are blocked. Nothing of the
table is known but the photos' poses, as tags tell them. Photos are drawn once and kept in the folder for temporary files.

python -m benchmarks.dense_lines [--short] [--seed N] [--lines N]
"""

from collections.abc import Iterator, Sequence
from time import perf_counter, process_time

import cv2
import numpy as np
from rich.table import Table as Rows
from scipy.spatial.transform import Rotation

from benchmarks.dense_lines.lines import BASE, lines_of
from benchmarks.dense_lines.sets import FOCAL, SIZE, PhotoSet, photo_set
from benchmarks.scenes import arguments, console
from capture.dense.dense_lines import DenseLine, look_along, points_along
from capture.dense.line_strips import GreyPhoto
from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH

TABLES = ("gantry-town", "high-foundry", "sluice-warren", "sump-lock")


def photos_of(found: PhotoSet) -> list[GreyPhoto]:
    """The photos as the product takes them."""
    lens = Lens(SIZE, (FOCAL, FOCAL), ((SIZE[0] - 1) / 2, (SIZE[1] - 1) / 2))
    result = []
    for file, (axes, eye) in zip(found.files, found.poses, strict=True):
        x, y, z = (eye / MM_PER_INCH).tolist()
        w, i, j, k = Rotation.from_matrix(axes.T).as_quat(scalar_first=True).tolist()
        grey = np.asarray(cv2.imread(str(file), cv2.IMREAD_GRAYSCALE), dtype=np.uint8)
        result.append(GreyPhoto(file.name, grey, CameraView(lens, RigidTransform((x, y, z), (w, i, j, k)))))
    return result


def tried(name: str, count: int, seed: int) -> Iterator[tuple[bool, DenseLine, float, float]]:
    """Lines of a table: whether each is blocked, what photos say of it, and the seconds and the processor's seconds it took."""
    found = photo_set(name)
    photos = photos_of(found)
    for line in lines_of(found.world, found.table.size, count, seed):
        start, end = line.start / MM_PER_INCH, line.end / MM_PER_INCH
        bases = [(float(place[0]), float(place[1]), BASE / MM_PER_INCH) for place in (start, end)]
        begun, worked = perf_counter(), process_time()
        (told,) = look_along(photos, [points_along(start, end, bases)])
        yield line.blocked, told, perf_counter() - begun, process_time() - worked


def main() -> None:
    """Prints a row for each table, and their sum."""
    parser = arguments(__doc__)
    parser.add_argument("--lines", type=int, default=0, help="lines on each table, half of them blocked")
    given = parser.parse_args()
    rows = Rows(title="disputed lines")
    for column in ("table", "blocked called clear", "clear ones settled", "hints: blocked", "hints: clear", "s", "processor s"):
        rows.add_column(column, justify="right")
    total = list[tuple[bool, DenseLine, float, float]]()
    for name in TABLES[: 1 if given.short else None]:
        some = list(tried(name, given.lines or (4 if given.short else 100), given.seed))
        total += some
        rows.add_row(name, *_counted(some))
    rows.add_row("all", *_counted(total))
    console().print(rows)


def _counted(some: Sequence[tuple[bool, DenseLine, float, float]]) -> tuple[str, ...]:
    blocked, free = ([told for was, told, _, _ in some if was is wanted] for wanted in (True, False))
    shares = [
        f"{sum(told.clear for told in blocked)} of {len(blocked)}",
        f"{sum(told.clear for told in free)} of {len(free)}",
        *(f"{sum(told.hint is not None for told in those)} of {len(those)}" for those in (blocked, free)),
    ]
    return *shares, *(f"{np.mean([row[i] for row in some]):.1f}" for i in (2, 3))


if __name__ == "__main__":
    main()
