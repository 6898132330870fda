"""A table that is being scanned from phones: photos, what is missing still, and the table once it is made."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from threading import RLock, Thread
from typing import TYPE_CHECKING, Any

import numpy as np

from scene.base.errors import Error
from scene.walkable.agent import Agent
from sightline.api.given_values import wrong
from sightline.api.loaded_table import LoadedTable
from sightline.api.tables_drawn import load_table
from sightline.errors import CommandError
from sightline.files.output_files import free_name, is_there, write_file
from sightline.server.scanning.kept_photos import KeptPhoto, found_in, kept, looked_at, number_of_tags
from sightline.server.scanning.ruler_measures import Given, measured, said_on_page
from sightline.server.seat_links import Seat
from sightline.server.shared_table import SharedTable
from sightline.server.table_source import Heard, TableMoment

if TYPE_CHECKING:
    from capture.adjustment.prior_knowledge import PriorKnowledge
    from capture.results.coverage_plan import CoveragePlan
    from capture.tags.photo_tags import PhotoTags
    from sightline.server.scanning.table_photos import NewPhotos

SIZE = (48.0, 36.0)
"""Inches of the table that is shown while none is known."""
CORNERS = range(4)
ENOUGH, FEW_VIEWS, FEWEST = 8, 3, 2
"""Photos that make a scan, that should see a tag, and that a scan cannot do without."""
PHOTOS, NAME = "scan-photos", "scanned-table"


class ScanSource:
    """Photos of a table that phones send, and the table that is made of them. The one thing here that changes."""

    def __init__(self, folder: Path, pieces: Path | None = None) -> None:
        """Go on with the photos that were sent before to the same folder, if there are any.

        Args:
            folder: where photos and tables go.
            pieces: a file that says which tag sits where on which piece; None where only tags and figures are found.
        """
        self._pieces = pieces
        self._folder = folder
        self._photos: tuple[KeptPhoto, ...] = ()
        self._seen: dict[Path, PhotoTags] = {}
        self._plan: CoveragePlan | None = None
        self._before = found_in(folder / PHOTOS)
        self._empty = LoadedTable(SIZE, name="A new scan")
        self._made: SharedTable | None = None
        self._count = 0
        self._path = folder / f"{NAME}.json"
        self._share: float | None = None
        self._given = Given()
        self._told: tuple[str, ...] = ()
        self._report = ""
        self._heard: list[Heard] = []
        self._lock = RLock()

    @property
    def now(self) -> TableMoment:
        """The table that was scanned last, as it is; an empty one before."""
        with self._lock:
            if self._made is None:
                return TableMoment(self._empty, self._count)
            now = self._made.now
            return replace(now, number=self._count + now.number)

    @property
    def path(self) -> Path:
        """The file of the table."""
        return self._path

    def listen(self, heard: Heard) -> None:
        """Have a function called after each change."""
        self._heard.append(heard)

    def doubts(self) -> tuple[str, ...]:
        """What makes answers about the table doubtful, a line each."""
        return self._made.doubts() if self._made else ()

    def told(self, seat: Seat) -> dict[str, Any]:
        """The photos with what they show, what is missing, how far the scan is; and all of the table once there is one."""
        photos, scan = self._photos, self.now.table.scan
        return (self._made.told(seat) if self._made else {}) | {
            "scan": {
                "photos": [
                    {"number": number, "tags": list(one.tags), "fault": one.fault} for number, one in enumerate(photos, 1)
                ],
                "missing": [] if self._share is not None else list(missing(photos, self._plan)),
                "plan": None if self._plan is None else _told_plan(self._plan, photos),
                "share": self._share,
                "told": list(self._told),
                "file": self._path.name if self._made else "",
                "report": self._report,
                "ready": sum(not one.fault for one in photos) >= FEWEST and self._share is None,
                "given": asdict(self._given),
                "stands": [list(photo.pose.position) for photo in (scan.photos if scan else ())],
            }
        }

    def take_photo(self, data: bytes, *, last: bool = True) -> str:
        """Take a photo of the figures as they stand now on the table that was scanned."""
        return self._table.take_photo(data, last=last)

    def take_scan_photo(self, data: bytes) -> str:
        """Take a photo to be scanned; what is to be said about it."""
        with self._lock:
            photo, seen = kept(data, self._folder / PHOTOS, self._photos)
            self._add(photo, seen)
        self._tell()
        number = len(self._photos)
        return f"photo {number}: {photo.fault}" if photo.fault else f"photo {number} shows {number_of_tags(len(photo.tags))}"

    def changed(self, seat: Seat, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Scan the photos, leave one out, or change the table that was scanned; what is to be said about it."""
        match wanted.get("change"):
            case "scan":
                if sum(not one.fault for one in self._photos) < FEWEST:
                    raise CommandError(f"a scan takes {FEWEST} photos that show tags at least; {ENOUGH} make a good one")
                given = Given.of(wanted)
                known = measured(wanted)
                with self._lock:
                    if self._share is not None:
                        raise CommandError("the photos are being scanned already")
                    self._share = 0.0
                self._given = given
                # Minutes, in which the pages are told all the same how far it is.
                Thread(target=self._scan_and_tell, args=(known,), name="scan", daemon=True).start()
                return {"said": ""}
            case "leave out":
                return {"said": self._left_out(wanted.get("number"))}
        if self._made is None:
            raise wrong("change", wanted.get("change"), "scan or leave out")
        return self._made.changed(seat, wanted)

    def agents(self) -> tuple[Agent, ...]:
        """Those of all figures; nobody while the table is not known."""
        return self._made.agents() if self._made else ()

    def go_on(self) -> bool:
        """Look at the next photo that was there before, or make the table ready; whether there was something to do."""
        if not self._before:
            return self._made is not None and self._made.go_on()
        photo, seen = looked_at(self._before.pop(0))
        with self._lock:
            if all(one.path != photo.path for one in self._photos):
                self._add(photo, seen)
        self._tell()
        return True

    def photos(self) -> "NewPhotos | None":
        """The photos that show the figures as they stand now; None while there is no table."""
        return self._made.photos() if self._made else None

    def save_moved(self) -> str:
        """Save the table if figures were moved and nobody has saved that; what is to be said about it, or nothing."""
        said = self._made.end() if self._made is not None else ""
        return f"{said}: figures were moved" if said else ""

    @property
    def _table(self) -> SharedTable:
        if self._made is None:
            raise CommandError("there is no table yet: scan the photos first")
        return self._made

    def _add(self, photo: KeptPhoto, seen: "PhotoTags | None") -> None:
        self._photos = (*self._photos, photo)
        if seen is not None and not photo.fault:
            # Of the picture only its size is wanted any more.
            blank = np.broadcast_to(np.uint8(0), seen.photo.grey.shape)
            self._seen[photo.path] = replace(seen, photo=replace(seen.photo, grey=blank))
        self._plan_anew()

    def _plan_anew(self) -> None:
        from capture.results.coverage_plan import coverage_plan

        # While photos of before are looked at one after the other, the last one tells all.
        if not self._before:
            self._plan = coverage_plan([self._seen[one.path] for one in self._photos if one.path in self._seen])

    def look(self) -> None:
        """No other program scans into the same folder."""

    def _scan_and_tell(self, known: "PriorKnowledge") -> None:
        self._tell()
        try:
            self._scan(known)
        except Error as error:
            self._told = tuple(map(said_on_page, error.faults))
        finally:
            self._share = None
            self._tell()

    def _left_out(self, number: object) -> str:
        with self._lock:
            if not isinstance(number, int) or isinstance(number, bool) or not 0 < number <= len(self._photos):
                raise CommandError("there is no photo of that number")
            photo = self._photos[number - 1]
            self._photos = tuple(one for one in self._photos if one is not photo)
            self._plan_anew()
        self._tell()
        return f'photo {number} is left out; its file stays, "{photo.path.name}"'

    def _scan(self, known: "PriorKnowledge") -> None:
        """Make the table of the photos, and write it with its report under names that are free."""
        from capture.results.whole_scan import STEPS, ScanRequest, whole_scan
        from scene.table_io.table_document import write_document
        from sightline.answers.scanned.scan_answer import words
        from sightline.api.photo_scans import with_tagged_pieces
        from sightline.reports.scan_report import scan_report

        files = [one.path for one in self._photos if not one.fault]
        tell = self._counted(STEPS * len(files))
        name = free_name(f"{NAME}.json", lambda one: is_there(self._folder / one))
        path = self._folder / name
        wanted = ScanRequest(nothing_else=self._given.nothing_else)
        wanted = wanted if self._pieces is None else with_tagged_pieces(wanted, self._pieces, path)
        found = whole_scan(files, known, wanted, on_progress=tell)
        write_document(found.document(path.stem), path)
        report = path.with_suffix(".html")
        if not report.exists():
            write_file(report, scan_report(found, name=path.stem, photos=files, beside=path, folder=self._folder))
            self._report = report.name
        table = SharedTable(load_table(path), path, self._folder, self._pieces)
        saved = self.save_moved()
        numbers = {one.path.name: number for number, one in enumerate(self._photos, 1)}
        lines = (
            words(found)[0],
            *((f"note: the table as it was is {saved}",) if saved else ()),
            *(f"photo {numbers.get(one, one)} does not count: it {why}" for one, why in found.scanned.rejected),
            *(f"better: {line}" for line in found.advice),
            *(f"note: {line}" for line in found.notes),
        )
        self._told = tuple(map(said_on_page, lines))
        table.listen(self._hear)
        with self._lock:
            # News go on being numbered upwards.
            self._count = self.now.number
            self._path, self._made = path, table

    def _counted(self, steps: int) -> Callable[[int], None]:
        done = 0

        def tell(more: int) -> None:
            nonlocal done
            done += more
            self._share = min(done / max(steps, 1), 1.0)
            self._tell()

        return tell

    def _tell(self) -> None:
        with self._lock:
            self._count += 1
        self._hear()

    def _hear(self) -> None:
        for heard in self._heard:
            heard()


def _told_plan(plan: "CoveragePlan", photos: tuple[KeptPhoto, ...]) -> dict[str, Any]:
    """A plan as pages are told of it."""
    numbers = {one.path.name: number for number, one in enumerate(photos, 1)}
    return {
        "size": [round(side, 2) for side in plan.size],
        "tags": [{"id": tag, "place": [round(x, 2), round(y, 2)], "views": views} for tag, x, y, views in plan.tags],
        "photos": [
            {"number": numbers.get(name, 0), "place": [round(x, 2), round(y, 2)], "steep": round(steep)}
            for name, x, y, _, steep in plan.photos
        ],
        "following": None if plan.following is None else {"place": plan.following[:2], "low": plan.following[2]},
    }


def missing(photos: tuple[KeptPhoto, ...], plan: "CoveragePlan | None" = None) -> list[str]:
    """What photos do not show yet, the most useful first; empty where nothing is known to be missing."""
    good = [one for one in photos if not one.fault]
    seen = Counter(tag for one in good for tag in one.tags)
    found = []
    if corners := [str(tag) for tag in CORNERS if not seen[tag]]:
        found.append(f"no photo shows the corner tag{'s' * (len(corners) > 1)} {', '.join(corners)}")
    if plan is not None and plan.words:
        found.append(plan.words)
    if len(good) < ENOUGH:
        found.append(
            f"{ENOUGH - len(good)} photos more, walking round the table, half of them from low down, half from high up"
        )
    if few := [str(tag) for tag, count in sorted(seen.items()) if count < FEW_VIEWS]:
        more = f" and {len(few) - 8} more" if len(few) > 8 else ""
        found.append(f"fewer than {FEW_VIEWS} photos show tag{'s' * (len(few) > 1)} {', '.join(few[:8])}{more}")
    if lonely := [str(number) for number, one in enumerate(photos, 1) if not one.fault and len(one.tags) < 4]:
        found.append(f"photo{'s' * (len(lonely) > 1)} {', '.join(lonely)} show{'s' * (len(lonely) == 1)} fewer than four tags")
    return found
