"""Looking up photos of a table's scan, to draw on: by their file's name, and only as they were when the scan was made."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scene.base.errors import SceneError
from scene.base.messages import shown_text
from scene.base.safe_files import read_bytes
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import FloatArray
from scene.table.scan_measurements import TERRAIN, Scan, ScanPhoto
from scene.table.table import Table
from scene.table_io.table_folder import MAX_TABLE_BYTES
from scene.table_io.table_reading import load_document
from sightline.console import warn
from sightline.errors import CommandError

MOST_BYTES = 200_000_000
"""Files that are larger are no photos."""
LISTED = 12
"""As many of a scan's photos are named in a message."""


@dataclass(frozen=True, eq=False)
class Taken:
    """A photo of the scan.

    Attributes:
        name: its file's name.
        colour: (h, w, 3) uint8 red, green, blue; upright.
        view: the lens that took it, and from where.
    """

    name: str
    colour: NDArray[np.uint8]
    view: CameraView


def check_photo(photo: Path | None, picture: Path | None) -> None:
    """Raises a `CommandError` where a photo is named but not where the drawing goes, or is the file that it would replace."""
    if photo is None:
        return
    if picture is None:
        raise CommandError(f'--photo draws on a copy of "{photo.name}"; say with --picture P.png where that goes')
    if picture.resolve() == photo.resolve():
        raise CommandError(f'"{picture}" is the photo itself, which is not replaced; give another name for --picture')


def taken(table: Table, path: Path) -> Taken:
    """The photo of that file, with its place on the table.

    Raises:
        CommandError: one line where the table has no scan, the photo is none of its photos, or has changed since.
        SceneError: one line where the file cannot be read as a photo.
    """
    scan = table.scan
    if scan is None or not scan.photos:
        raise CommandError("--photo needs a table that was scanned from photos, and this one was not")
    # Pillow and what reads photos are wanted here only.
    from capture.photos.photo_reading import colour, read_photo

    if path.name in scan.views and not path.exists():
        raise CommandError(
            f'photo "{shown_text(path.name)}" is one of the scan\'s, but it is not there; '
            f"give the way to it, such as photos/{shown_text(path.name)}"
        )
    found = read_photo(path)
    known = _of_the_scan(scan, path.name, found.sha256)
    view = scan.views[known.file]
    if found.size != view.lens.size:
        wide, high = view.lens.size
        raise CommandError(
            f'photo "{shown_text(path.name)}" has {found.size[0]} x {found.size[1]} pixels, and the scan says {wide} x {high}; '
            "scan the photos again"
        )
    return Taken(path.name, colour(found), view)


def _of_the_scan(scan: Scan, name: str, sha256: str) -> ScanPhoto:
    """The scan's photo of that name and content; under another name it may be as well."""
    by_name = {photo.file: photo for photo in scan.photos}
    by_content = {photo.sha256: photo for photo in scan.photos}
    if sha256 in by_content:
        return by_content[sha256]
    if name in by_name:
        raise CommandError(
            f'photo "{shown_text(name)}" is not as it was when the scan was made; give the file that was scanned, '
            "neither edited nor sent through a messenger"
        )
    listed = ", ".join(shown_text(photo.file) for photo in scan.photos[:LISTED])
    more = f" and {len(scan.photos) - LISTED} more" if len(scan.photos) > LISTED else ""
    raise CommandError(f'photo "{shown_text(name)}" is none of this scan, which was made of {listed}{more}')


def files_of_the_scan(scan: Scan, paths: Sequence[Path]) -> dict[str, Path]:
    """Of the files, those that are photos of the scan as it was made, by the names that the scan has for them.

    Raises:
        CommandError: one line where there are none.
    """
    by_content, by_name = {photo.sha256: photo.file for photo in scan.photos}, scan.views
    found, changed = dict[str, Path](), list[str]()
    for path in paths:
        digest = hashlib.sha256(read_bytes(path, MOST_BYTES, label="@")).hexdigest()
        if digest in by_content:
            found[by_content[digest]] = path
        elif path.name in by_name:
            changed.append(path.name)
    if not found and changed:
        named = ", ".join(f'"{shown_text(name)}"' for name in changed[:LISTED])
        raise CommandError(
            f"{named}: not as when the scan was made; give the files that were scanned, neither edited nor sent by a messenger"
        )
    if not found:
        listed = ", ".join(shown_text(photo.file) for photo in scan.photos[:LISTED])
        raise CommandError(f"none of the {len(paths)} photos is of this scan, which was made of {listed}")
    if changed:
        warn(
            [
                f'photo "{shown_text(name)}" is not as it was when the scan was made, and is left out'
                for name in changed[:LISTED]
            ]
        )
    return {photo.file: found[photo.file] for photo in scan.photos if photo.file in found}


def shows(view: CameraView, points: FloatArray) -> bool:
    """Whether most of the points (n, 3) lie within the photo, seen or not."""
    pixels = view.project(points)
    inside = (pixels > -0.5) & (pixels < np.array(view.lens.size) - 0.5)
    return bool(inside.all(axis=-1).mean() > 0.5)


def better_photos(table: Table, photo: Taken, things: Iterable[tuple[str, FloatArray]]) -> tuple[str, ...]:
    """What to say where a photo does not show objects that were asked for, by names and (n, 3) points: a line, or none."""
    wanted = list(things)
    missing = [name for name, points in wanted if not shows(photo.view, points)]
    if not missing or table.scan is None:
        return ()
    all_in = [file for file, view in table.scan.views.items() if all(shows(view, points) for _, points in wanted)]
    instead = f"; shown by {', '.join(map(shown_text, all_in[:4]))}" if all_in else ""
    return (f'photo "{shown_text(photo.name)}" does not show {" and ".join(map(shown_text, missing))}{instead}',)


def moved_since(table: Table, names: Iterable[str]) -> tuple[str, ...]:
    """A line for each figure or piece of those names that stands elsewhere than where the scan measured it."""
    scan = table.scan
    if scan is None:
        return ()
    here = {("figure", figure.id): figure.position for figure in table.figures}
    here |= {(of, piece.id): piece.pose.position for piece in table.terrain.pieces for of in TERRAIN}
    wanted = set(names)
    return tuple(
        f'"{shown_text(table.called(thing.id))}" was moved since the photos were taken, and is drawn where the table has it now'
        for thing in scan.things
        if thing.id in wanted and (at := here.get((thing.of, thing.id))) and scan.standing(thing.of, thing.id, at) is None
    )


def clicked_pieces_in(path: Path, pieces_file: Path | None = None) -> list[str]:
    """The ids of pieces on the table in a file that were clicked in photos of its scan; none where there is no such table.

    Those that a pieces file knows by their looks, and that were put there by these, are not meant: they are found again.
    """
    if not path.exists():
        return []
    try:
        document = load_document(path)
    except SceneError:
        return []
    known, again = {entry.id for entry in document.terrain}, _known_by_look(pieces_file)
    shapes = [thing.id for thing in (document.scan.things if document.scan else ()) if thing.of == "shape"]
    return [name for name in shapes if name in known and re.sub(r"-[0-9]+$", "", name) not in again and name not in again]


def _known_by_look(pieces_file: Path | None) -> set[str]:
    """The ids of pieces that a file knows by their looks; none where it cannot be read, which is told later."""
    from capture.objects.pieces_file import read_tagged

    if pieces_file is None:
        return set()
    try:
        found, _ = read_tagged(read_bytes(pieces_file, MAX_TABLE_BYTES))
    except SceneError:
        return set()
    return {piece.id for piece in found.pieces if piece.look is not None}
