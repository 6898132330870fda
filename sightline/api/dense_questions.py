"""A shot on a scan that knows its pieces only: looked through in the scan's photos, or where one more would help."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from capture.dense.dense_lines import look_along
from capture.dense.dense_shot import DenseShot, best_views, dense_shot, shot_lines
from capture.dense.line_strips import GreyPhoto
from capture.photos.photo_reading import read_photo
from rules.sight.sensitivity import Sensitivity
from rules.sight.verdict import Verdict
from scene.base.messages import shown_text
from scene.table.scan_measurements import TERRAIN
from scene.table.table import Table
from sightline.console import progress, warn
from sightline.errors import CommandError
from sightline.files.scan_photo_lookup import files_of_the_scan

NAMED = 5
MOST_PHOTOS = 30
"""So many photos are looked at: those that show most of the lines."""


def past_pieces(table: Table, verdict: Verdict, photos: Sequence[Path] | None) -> DenseShot | None:
    """What the photos of a table's scan say of the lines of a shot that its pieces leave free.

    Args:
        table: with the scan.
        verdict: on the shot.
        photos: files, among which the scan's are; None where none are looked at, and it is only told where one more would help.

    Returns:
        None where nothing is left open, or no photos are known.

    Raises:
        CommandError, SceneError: one line where files are given and none of them serves.
    """
    scan, witness = table.scan, verdict.ruling.witness
    if photos is not None and (scan is None or not scan.photos):
        raise CommandError("--photos needs a table that was scanned from photos, and this one was not")
    if scan is None or not scan.photos or witness is None or verdict.known != "unknown":
        return None
    found = shot_lines(table, verdict.question.shooter, verdict.question.target, witness)
    views = list(scan.views.values())
    if photos is None:
        return dense_shot(found, (), views, table.size, photos=0)
    files = files_of_the_scan(scan, photos)
    warn(_moved(table))
    shown = best_views([scan.views[name] for name in files], found, MOST_PHOTOS)
    wanted = {name: path for (name, path), good in zip(files.items(), shown, strict=True) if good}
    with progress("looking through the photos", 2 * len(wanted)) as advance:
        grey = [_grey(table, name, path, advance) for name, path in wanted.items()]
        looked = look_along(grey, found.lines, on_progress=advance)
    return dense_shot(found, looked, views, table.size, photos=len(grey))


def _moved(table: Table) -> list[str]:
    """A line where pieces stand elsewhere than the photos show them, which then tell of another table."""
    scan, places = table.scan, {piece.id: piece.pose.position for piece in table.terrain.pieces}
    assert scan is not None
    moved = [
        shown_text(table.called(thing.id))
        for thing in scan.things
        if thing.of in TERRAIN and thing.id in places and scan.standing(thing.of, thing.id, places[thing.id]) is None
    ]
    named = ", ".join(moved[:NAMED])
    return [
        f"the photos show the table as it was scanned, and {named} was moved since: what is in its new place is not seen"
    ] * bool(moved)


def _grey(table: Table, name: str, path: Path, advance: Callable[[int], None]) -> GreyPhoto:
    assert table.scan is not None
    photo, view = read_photo(path), table.scan.views[name]
    if photo.size != view.lens.size:
        wide, high = view.lens.size
        raise CommandError(
            f'photo "{shown_text(path.name)}" has {photo.size[0]} x {photo.size[1]} pixels, and the scan says {wide} x {high}; '
            "scan the photos again"
        )
    advance(1)
    return GreyPhoto(name, photo.grey, view)


def looked_through(verdict: Verdict, steady: Sensitivity | None, found: DenseShot | None) -> tuple[Verdict, Sensitivity | None]:
    """The verdict, and how it fares, with what was seen through."""
    if found is None:
        return verdict, steady
    told = replace(verdict, unseen=found.unseen)
    if steady is None or steady.scan is None or told.known == "unknown":
        return told, steady
    return told, replace(steady, scan=replace(steady.scan, sure=steady.scan.agree, at_least=None))
