"""A whole scanned table looked at in its photos: those of a folder that are the scan's, chosen, read and compared."""

from collections.abc import Sequence
from pathlib import Path

from capture.dense.line_strips import GreyPhoto
from capture.dense.whole_table import FEWEST, HIGHEST, MOST, STEPS, TablePhoto, farthest_apart, seen_table, table_photo
from capture.photos.photo_reading import colour, read_photo
from scene.base.messages import shown_text
from scene.geometry.camera_model import CameraView
from scene.table.seen_table import SeenTable, photos_digest
from scene.table.table import Table
from sightline.console import progress, warn
from sightline.errors import CommandError
from sightline.files.scan_photo_lookup import files_of_the_scan

MOST_FILES = 1000
"""Files of a folder that are looked through for the scan's photos."""


def whole_table(table: Table, photos: Sequence[Path], *, highest: float = HIGHEST) -> SeenTable:
    """What the photos of a table's scan show of all of it.

    Args:
        table: with the scan.
        photos: files, among which the scan's are.
        highest: inches above the ground up to which surfaces are looked for.

    Raises:
        CommandError, SceneError: one line where the table was not scanned, none of the files serves, or too few do.
    """
    scan = table.scan
    if scan is None or not scan.photos:
        raise CommandError("a surface is taken from a scan's photos, and this table was not scanned from any")
    if len(photos) > MOST_FILES:
        raise CommandError(f"{len(photos)} files are too many; the limit is {MOST_FILES}: name a folder with the scan's photos")
    files = files_of_the_scan(scan, photos)
    if len(files) < FEWEST:
        raise CommandError(
            f"{len(files)} of these photos are the scan's, and a surface takes {FEWEST} at least; give all that were scanned"
        )
    names = list(files)
    chosen = [names[i] for i in farthest_apart([scan.views[name] for name in names])]
    if len(chosen) < len(names):
        warn([f"of {len(names)} photos the {MOST} that stand farthest apart are looked at"])
    with progress("looking at the table", (STEPS + 1) * len(chosen)) as advance:
        ready = list[TablePhoto]()
        for name in chosen:
            found = _ready(files[name], name, scan.views[name], table.size)
            advance(1)
            if found is None:
                advance(STEPS)
            else:
                ready.append(found)
        return seen_table(ready, table.size, scan=photos_digest(scan), highest=highest, on_progress=advance)


def _ready(path: Path, name: str, view: CameraView, size: tuple[float, float]) -> TablePhoto | None:
    photo = read_photo(path)
    if photo.size != view.lens.size:
        wide, high = view.lens.size
        raise CommandError(
            f'photo "{shown_text(path.name)}" has {photo.size[0]} x {photo.size[1]} pixels, and the scan says {wide} x {high}; '
            "scan the photos again"
        )
    return table_photo(GreyPhoto(name, photo.grey, view), colour(photo), size)
