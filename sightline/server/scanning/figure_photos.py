"""Figures found on new photos of a table, as soon as the photos are there, and put right by taps on these photos."""

import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import dist
from pathlib import Path
from threading import Event, RLock, Thread
from typing import TYPE_CHECKING, Any

import numpy as np

from assets.figures.figure_proxies import PROXIES
from scene.base.errors import Error
from scene.base.messages import capped
from scene.geometry.mesh import Point
from scene.table.scan_measurements import ANEW, NOT_SCANNED
from scene.table.table import MM_PER_INCH, Table
from sightline.api.given_values import number, wrong
from sightline.drafts.draft_table import Draft
from sightline.drafts.figure_edits import FigureFields, edit_figure
from sightline.drafts.figures_on_photos import (
    PointedAt,
    figure_on_photo,
    stand_on_photo,
    swapped,
    taken_off,
    with_figures_anew,
)
from sightline.server.scanning.found_figures import FoundFigures
from sightline.server.scanning.kept_photos import number_of_tags
from sightline.server.scanning.measured_figures import SIGMA_PX, lost, pixels_off, unturned
from sightline.server.scanning.table_photos import Base, NewPhotos

if TYPE_CHECKING:
    from capture.clicking.clicked_base import ClickedBase

CHANGES = frozenset(
    {"photos anew", "photo away", "photo stand", "photo height", "photo figure", "swap", "put right", "take off"}
)
"""What can be changed about figures on photos."""
MOST_PIXELS = 100_000.0
BASE_MM = (10.0, 200.0)
MOST_NAME = 80
HEIGHTS, ON_GROUND = (0.0, 24.0), 0.05
"""Inches above the ground that figures may stand, and below which that is the ground."""
BASES_MM = (25.0, 28.5, 30.0, 32.0, 40.0, 50.0, 60.0)
"""Diameters of round bases that are sold for figures of this size."""

TAKEN_BACK = "what was found on the photos is taken back"

Change = tuple[Draft | None, str]
"""What a change makes of the table, None for nothing, and what is to be said about it."""


class FigurePhotos:
    """The photos that show figures as they stand now, and what was found on them. Changes as photos come."""

    def __init__(
        self,
        folder: Path,
        lock: RLock,
        draft: Callable[[], Draft],
        change: Callable[[Draft], None],
        tell: Callable[[], None],
        pieces: Path | None = None,
    ) -> None:
        """Begin without photos.

        Args:
            folder: where photos are kept.
            lock: of the table.
            draft: the table as it is.
            change: is called with the table as the photos have it.
            tell: is called after each change of what is told.
            pieces: a file that says which tag sits where on which piece.
        """
        self._pieces = pieces
        self.now = NewPhotos(folder)
        self._draft, self._change, self._tell = draft, change, tell
        self._lock = lock
        self._finding = False
        self._told: tuple[str, ...] = ()
        self._result: FoundFigures | None = None
        self._strange: tuple[Base, ...] = ()
        self._done: NewPhotos | None = None
        # Where all stood before the first of these photos was looked at.
        self._before: Mapping[str, Point] | None = None
        self._idle = Event()
        self._idle.set()

    def take(self, data: bytes, *, last: bool = True) -> str:
        """Take a photo, and with the last one look for figures on all of them; what is to be said about it."""
        try:
            photo = self.now.with_photo(data).photos[-1]
            with self._lock:
                # Others may have come, or been taken away, while this one was read.
                photos = self.now = replace(self.now, photos=(*self.now.photos, photo))
                taken, shown = len(photos.photos), len(photo.kept.tags)
        finally:
            if last:
                self._begin()
        self._tell()
        return f"photo {taken} shows {number_of_tags(shown)}"

    def _begin(self) -> None:
        with self._lock:
            if self._finding or not self.now.photos or self._done is self.now:
                return
            self._finding = True
            self._idle.clear()
        Thread(target=self._find, name="figures", daemon=True).start()

    def wait(self, seconds: float) -> bool:
        """Wait until nothing is looked for; whether that came in time."""
        return self._idle.wait(seconds)

    def told(self, table: Table) -> dict[str, Any]:
        """The photos, where figures are on them, and what was found."""
        taken_back = self._result is not None and not self._finding and not self._placed(table)
        strange = self._nobodys(table)
        found = list(self._told) if self._result is None else self._result.told(table)
        told = [TAKEN_BACK] if taken_back else found
        if strange and not taken_back:
            told.insert(1, f"bases that are nobody's: {len(strange)}; tap one to say whose it is")
        return {
            "taken": self.now.told(table, strange),
            "finding": self._finding,
            "told": told,
            "missing": [figure.id for figure in lost(table)],
            "unturned": unturned(table),
            "strange": [{"place": list(place), "base_mm": base_mm} for place, base_mm in strange],
            "folder": str(self.now.folder),
            "proxies": {name: proxy.base_mm for name, proxy in PROXIES.items()},
            "bases_mm": sorted({*BASES_MM, *(figure.base_mm for figure in table.figures if figure.base_mm > 0.0)}),
        }

    def doubts(self, table: Table) -> tuple[str, ...]:
        """Who stands where the photos have not shown, and what was moved without that it is known where to."""
        notes = table.scan.notes if table.scan else ()
        noted = [line for line in notes if line == NOT_SCANNED or line.startswith(f"{ANEW}tag")]
        names = ", ".join(one.called for one in lost(table))
        return (*noted, f"not found on new photos, and taken to be near where they were: {names}") if names else tuple(noted)

    def _nobodys(self, table: Table) -> tuple[Base, ...]:
        """The bases that were found and on which nobody of the table stands by now."""
        feet = [figure.position for figure in table.figures]
        return tuple(one for one in self._strange if all(dist(one[0], foot) > one[1] / 2.0 / MM_PER_INCH for foot in feet))

    def _placed(self, table: Table) -> bool:
        """Whether the table is as some of the photos have it."""
        views = table.scan.views if table.scan else {}
        return any(one.name in views for one in self.now.photos)

    def changed(self, draft: Draft, what: str, wanted: Mapping[str, Any]) -> Change:
        """A change that somebody wants.

        Raises:
            SceneError, CommandError: that cannot be, with a line for people.
        """
        match what:
            case "photos anew":
                with self._lock:
                    self.now = NewPhotos(self.now.folder)
                    self._told, self._result, self._strange, self._before = (), None, (), None
                self._tell()
                return None, "the photos are laid aside; take new ones"
            case "photo away":
                return None, self._away(wanted.get("photo"))
            case "photo stand" | "photo height" | "photo figure":
                work = {"photo stand": self._stood, "photo height": self._raised, "photo figure": self._more}[what]
                return work(draft, wanted)
            case "swap":
                one, other = _figure(draft, wanted.get("figure")), _figure(draft, wanted.get("with"))
                return swapped(
                    draft, one, other
                ), f"{draft.table.called(one)} and {draft.table.called(other)} have changed places"
            case "put right":
                who = _figure(draft, wanted.get("figure"))
                made = edit_figure(draft, [who], **_fields(wanted))
                return made, f"{made.table.called(who)} is put right"
            case _:
                who = _figure(draft, wanted.get("figure"))
                return taken_off(draft, [who]), f"{draft.table.called(who)} is off the table"

    def _away(self, number: object) -> str:
        """Take a photo away, and look for figures on the others."""
        with self._lock:
            self.now = self.now.without(number)
            if not self.now.photos:
                self._told, self._result, self._strange = (), None, ()
        self._begin()
        self._tell()
        return f"photo {number} is taken away; figures stay where they stand until other photos show them elsewhere"

    def _stood(self, draft: Draft, wanted: Mapping[str, Any]) -> Change:
        who, pointed = _figure(draft, wanted.get("figure")), self._pointed(wanted)
        moved, base = stand_on_photo(draft, who, pointed, self.now.pictures(draft.table))
        return moved, _stands(moved.table, who, base)

    def _raised(self, draft: Draft, wanted: Mapping[str, Any]) -> Change:
        """Whoever stands on something that the table does not have stands higher, where the same photo shows him."""
        who, height = _figure(draft, wanted.get("figure")), number(wanted.get("height"), "height", HEIGHTS)
        view = self.now.view(wanted.get("photo"), draft.table)
        x, y = view.project(np.array(draft.table.figure(who).position)).tolist()
        pointed = self._pointed({**wanted, "pixel": [x, y], "sigma": pixels_off(draft.table, who, view)})
        moved, base = stand_on_photo(draft, who, pointed, self.now.pictures(draft.table), height)
        within = f"within {base.limit * MM_PER_INCH:.0f} mm if that is so"
        return moved, f"{moved.table.called(who)} stands {height:g} inches above the ground there, {within}"

    def _more(self, draft: Draft, wanted: Mapping[str, Any]) -> Change:
        pointed = self._pointed(wanted)
        made, who, base = figure_on_photo(draft, pointed, self.now.pictures(draft.table), **_fields(wanted))
        return made, _stands(made.table, who, base)

    def _pointed(self, wanted: Mapping[str, Any]) -> PointedAt:
        photo = self.now.named(wanted.get("photo"))
        pixel = wanted.get("pixel")
        if not isinstance(pixel, list) or len(pixel) != 2:
            raise wrong("pixel", pixel, "x and y in the photo")
        x, y = (number(one, "pixel", (0.0, MOST_PIXELS)) for one in pixel)
        return PointedAt(photo.name, (x, y), number(wanted.get("sigma", SIGMA_PX[0]), "sigma", SIGMA_PX))

    def _find(self) -> None:
        """Look for figures until those of all photos are found."""
        try:
            while (photos := self._goes_on()) is not None:
                self._found(photos)
        except Exception as error:  # noqa: BLE001 - a fault here must not leave pages waiting
            traceback.print_exception(error, file=sys.stderr)
            self._result = None
            self._told = ("looking for figures has a fault of Sightline's; the computer's terminal tells more",)
            with self._lock:
                self._finding = False
        self._idle.set()
        self._tell()

    def _goes_on(self) -> NewPhotos | None:
        """The photos that are still to be looked at, if there are some; who comes later begins anew."""
        with self._lock:
            self._finding = self._done is not self.now and bool(self.now.photos)
            self._done = self.now
            return self.now if self._finding else None

    def _found(self, photos: NewPhotos) -> None:
        from threadpoolctl import threadpool_limits

        from assets.mesh_library import LIBRARY
        from capture.objects.pieces_file import load_tagged
        from capture.results.figures_anew import figures_anew

        draft = self._draft()
        try:
            with threadpool_limits(1, "blas"):
                tagged = None if self._pieces is None else load_tagged(self._pieces, LIBRARY)
                found = figures_anew(draft.table, [one.seen for one in photos.photos], tagged)
        except Error as error:
            with self._lock:
                if photos is self.now:
                    self._done = self.now = photos.left_out([one.name for one in photos.photos])
                    self._told, self._result = tuple(map(photos.by_number, capped(error.faults))), None
            return
        with self._lock:
            if photos is not self.now:
                return
            self._done = self.now = photos.left_out([name for name, _ in found.scanned.rejected])
            # Whoever was moved by hand meanwhile stands where the photos have him.
            now = self._draft()
            self._before = self._before or {figure.id: figure.position for figure in now.table.figures}
            after = with_figures_anew(now, found)
            self._strange = tuple((base.entry.position, base.entry.base_mm or 0.0) for base in found.strange)
            rejected = [f'photo "{name}" {why}' for name, why in found.scanned.rejected]
            self._result = FoundFigures(
                tuple(found.stood),
                self._before,
                {figure.id: figure.position for figure in after.table.figures},
                found.doubts,
                tuple(photos.by_number(line) for line in (*rejected, *found.notes)),
            )
            self._change(after)


def _stands(table: Table, who: str, base: "ClickedBase") -> str:
    """Where somebody stands now, and on what that depends."""
    said = f"{table.called(who)} stands there, within {base.limit * MM_PER_INCH:.0f} mm"
    if not base.notes or table.terrain_known == "all":
        return said
    on = "the ground" if table.figure(who).position[2] < ON_GROUND else "what the table has there"
    return f"{said} if on {on}: {base.notes[0]}. Say below if it stands higher"


def _figure(draft: Draft, given: object) -> str:
    if not isinstance(given, str):
        raise wrong("figure", given, "the id or the name of a figure")
    return draft.table.meant(given).id


def _fields(wanted: Mapping[str, Any]) -> FigureFields:
    """What is said of a figure."""
    found = FigureFields()
    for key in ("name", "side"):
        if key in wanted:
            value = wanted[key]
            if not isinstance(value, str) or len(value) > MOST_NAME:
                raise wrong(key, value, f"a text of {MOST_NAME} letters at most")
            found[key] = value.strip() or None
    if "proxy" in wanted:
        if wanted["proxy"] not in PROXIES:
            raise wrong("proxy", wanted["proxy"], ", ".join(PROXIES))
        found["proxy"] = wanted["proxy"]
    if wanted.get("base_mm") is not None:
        found["base_mm"] = number(wanted["base_mm"], "base_mm", BASE_MM, "millimetres")
    return found
