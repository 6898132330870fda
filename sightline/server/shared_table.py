"""The table that all who have its page open look at: what one of them changes, everybody sees."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from math import atan2, degrees, hypot
from pathlib import Path
from threading import RLock
from typing import Any

from rules.movement.path_rules import agent_of
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.table.scan_measurements import RESERVATION
from scene.table.table import Table
from scene.table_io.standing_check import edge_warnings, footing_warnings, standing_faults
from scene.walkable.agent import Agent
from sightline.api.given_values import number, numbers, place, words, wrong
from sightline.api.loaded_table import LoadedTable
from sightline.api.shown_answers import with_more
from sightline.drafts.clicked_scenery import say_nothing_else
from sightline.drafts.draft_saving import save
from sightline.drafts.draft_table import Draft, open_draft, with_entries
from sightline.drafts.figures_on_photos import FACED_SIGMA, turned
from sightline.drafts.standing_places import standing_place, why_not
from sightline.errors import CommandError
from sightline.files.output_files import free_name, is_there
from sightline.files.table_names import as_typed
from sightline.server.scanning.figure_photos import CHANGES, FigurePhotos
from sightline.server.scanning.table_photos import NewPhotos
from sightline.server.seat_links import Seat
from sightline.server.table_source import NO_SCAN, Heard, TableMoment
from sightline.server.unsaved_table import UnsavedTable

MOST_BACK = 200
"""So many changes can be taken back."""
NO_WAY = 0.1
"""Inches: nobody faces what is so near."""


class SharedTable:
    """A table that several people change. What it is at a moment is a value; the one thing here that changes."""

    def __init__(self, table: LoadedTable, path: Path, save_in: Path | None = None, pieces: Path | None = None) -> None:
        """Begin with a table as its file has it.

        Args:
            table: itself.
            path: its file.
            save_in: the folder where it is saved; None: beside its file, of a bundled table in the present folder.
            pieces: a file that says which tag sits where on which piece, for photos on which one was moved.
        """
        self._first, self._path = table, path
        self._folder = save_in or (path.parent if as_typed(path) == str(path) else Path())
        self._opened: Draft | None = None
        self._before: list[Draft] = []
        self._now = TableMoment(table)
        self._lock = RLock()
        self._heard: list[Heard] = []
        self._unsaved, self._kept = UnsavedTable(path), 0
        folder = self._folder / f"{path.stem}-photos"
        self._photos = FigurePhotos(folder, self._lock, self._draft, self._change, self._stir, pieces)

    @property
    def now(self) -> TableMoment:
        """The table as it is."""
        return self._now

    @property
    def path(self) -> Path:
        """The file that it was read from."""
        return self._path

    def listen(self, heard: Heard) -> None:
        """Have a function called after each change, by whoever made it."""
        self._heard.append(heard)

    def agents(self) -> tuple[Agent, ...]:
        """Those of all figures."""
        return tuple(dict.fromkeys(map(agent_of, self._now.table.figures)))

    def go_on(self) -> bool:
        """Open the file for changes, so that the first one need not wait for that; keep what nobody has saved."""
        with self._lock:
            fresh = self._opened is None
            if fresh:
                self._draft()
            now = self._now
            if fresh or now.number == self._kept:
                return fresh
            self._kept = now.number
            if now.moved and now.saved is None:
                self._unsaved.keep(self._draft())
            else:
                self._unsaved.forget()
        return True

    def take_up(self) -> str:
        """Go on as a crash left the table, if one did; what is to be said about it, or nothing. It can be taken back."""
        with self._lock:
            left = self._unsaved.left()
            if left is None:
                return ""
            if left.document.terrain == self._draft().document.terrain:
                # What is known of the terrain that was loaded stays.
                left = replace(left, table=replace(left.table, terrain=self._first.terrain))
            self._change(replace(left, path=self._path))
        return f"going on as {self._path.name} stood when the program ended without saving; Undo brings back what the file has"

    def end(self) -> str:
        """Save what was changed and nobody has saved; what is to be said about it, or nothing."""
        said = self.save() if self._now.moved and self._now.saved is None else ""
        self._unsaved.forget()
        self._unsaved.end()
        return said

    def take_photo(self, data: bytes, *, last: bool = True) -> str:
        """Take a photo of the figures as they stand now; with the last one they are looked for."""
        return self._photos.take(data, last=last)

    def photos_done(self, seconds: float) -> bool:
        """Wait until no figures are looked for on photos; whether that came in time."""
        return self._photos.wait(seconds)

    def take_scan_photo(self, _data: bytes) -> str:
        """Nothing is scanned here."""
        raise CommandError(NO_SCAN)

    def photos(self) -> NewPhotos:
        """The photos that show the figures as they stand now."""
        return self._photos.now

    def look(self) -> None:
        """Nobody else changes it."""

    def told(self, _seat: Seat) -> dict[str, Any]:
        """How far the table has been changed here, and what photos show."""
        now = self._now
        saved = now.saved.name if now.saved else ""
        return {"moved": now.moved, "saved": saved, "back": now.back, "photos": self._photos.told(now.table)}

    def changed(self, _seat: Seat, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Change something; what is to be said about it.

        Raises:
            SceneError, CommandError: that cannot be, with a line for people.
        """
        match wanted.get("change"):
            case "stand":
                said = self.stand(_who(wanted), wanted.get("at"), wanted.get("facing"))
            case "nudge":
                said = self.nudge(_who(wanted), wanted.get("by"), wanted.get("turn", 0.0))
            case "turn":
                said = self.turn(_who(wanted), wanted.get("facing"))
            case "face":
                said = self.face(_who(wanted), wanted.get("at"))
            case "take back":
                said = self.take_back()
            case "save":
                said = self.save()
            case "nothing else":
                said = self.nothing_else(on=wanted.get("on") is not False)
            case str(what) if what in CHANGES:
                with self._lock:
                    draft, said = self._photos.changed(self._draft(), what, wanted)
                    if draft is not None:
                        self._change(draft)
            case other:
                known = ("stand", "nudge", "turn", "face", "take back", "save", "nothing else", *sorted(CHANGES))
                raise wrong("change", other, ", ".join(known))
        return {"said": said}

    def stand(self, who: str, at: object, facing: object = None) -> str:
        """Put a figure where somebody pointed, on the floor there; what is to be said about it.

        Args:
            who: its id or name.
            at: x, y, z in inches; where there is no room, the nearest place on that floor with room is taken.
            facing: degrees anticlockwise from +x; None for as before.

        Raises:
            SceneError: it cannot stand there.
            CommandError: that is no place.
        """
        wanted, facing_to = place(at, "at"), None if facing is None else number(facing, "facing", (-3600.0, 3600.0))
        with self._lock:
            table = self._now.table
            figure = table.meant(who)
            there: Point = standing_place(table, figure, wanted, wanted=wanted[:2])
            moved = figure.moved(there, facing_to)
            if refused := why_not(table, moved):
                raise SceneError(f"{figure.called} cannot stand there: {refused}")
            draft = self._draft()
            entry = replace(draft.figure_entry(figure.id), position=moved.position, facing=moved.facing)
            self._change(with_entries(draft, [entry]))
        return f"{figure.called} stands at {', '.join(f'{inches:.2f}' for inches in there)}"

    def nudge(self, who: str, by: object, turn: object = 0.0) -> str:
        """Shift and turn a figure a little from how it stands; what is to be said about it.

        Args:
            who: its id or name.
            by: how far in x and y, inches.
            turn: degrees anticlockwise.
        """
        (dx, dy), more = numbers(by, "by", 2, "two numbers: inches in x and y"), number(turn, "turn", (-360.0, 360.0))
        with self._lock:
            figure = self._now.table.meant(who)
            if dx == dy == 0.0:
                return self.turn(who, figure.facing + more)
            x, y, z = figure.position
            return self.stand(who, (x + dx, y + dy, z), figure.facing + more)

    def turn(self, who: str, facing: object) -> str:
        """Turn a figure where it stands; what is to be said about it."""
        facing_to = number(facing, "facing", (-3600.0, 3600.0)) % 360.0
        with self._lock:
            figure = self._now.table.meant(who)
            self._change(turned(self._draft(), figure.id, facing_to))
        return f"{figure.called} faces {facing_to:.0f} degrees"

    def face(self, who: str, at: object) -> str:
        """Have a figure face somebody, by his id or name, or a place x, y, z; what is to be said about it."""
        with self._lock:
            table = self._now.table
            figure, other = table.meant(who), table.meant(at) if isinstance(at, str) else None
            there = other.position if other else place(at, "at")
            x, y = there[0] - figure.position[0], there[1] - figure.position[1]
            if hypot(x, y) < NO_WAY:
                raise CommandError(f"that is where {figure.called} stands; point at what it faces")
            facing = degrees(atan2(y, x)) % 360.0
            self._change(turned(self._draft(), figure.id, facing, FACED_SIGMA))
        return f"{figure.called} faces {other.called if other else 'there'}"

    def nothing_else(self, *, on: bool) -> str:
        """Take somebody's word that nothing but its pieces stands on a scanned table; what is to be said about it."""
        with self._lock:
            self._change(say_nothing_else(self._draft(), on=on))
        return "nothing but the pieces stands on the table, as you say" if on else "what else stands on the table is not known"

    def take_back(self) -> str:
        """Take the last change back; what is to be said about it."""
        with self._lock:
            if not self._before:
                raise CommandError("nothing was changed here that could be taken back")
            self._set(self._before.pop())
        return "the last change is taken back"

    def save(self) -> str:
        """Save the table under a new name beside its file, or in the present folder; what is to be said about it."""
        with self._lock:
            if self._now.saved is not None:
                return f'saved already as "{self._now.saved.name}" on the computer'
            if not self._now.moved:
                raise CommandError("nothing was changed here: the table is as its file has it")
            folder = self._folder
            name = free_name(f"{self._path.stem}-moved.sightline", lambda one: is_there(folder / one))
            save(self._draft(), folder / name)
            self._now = replace(self._now, saved=folder / name)
            self._unsaved.forget()
        self._tell()
        return f'saved as "{name}" on the computer'

    def doubts(self) -> tuple[str, ...]:
        """What makes answers about the table doubtful, a line each."""
        table = self._now.table
        # What is not known besides the pieces is told as the table is now; what to write into its file nobody asks here.
        # Nor where figures stood as it was loaded: that is told as they stand now.
        found = [line for line in table.warnings if RESERVATION not in line and line not in self._doubts_as_loaded]
        found += [RESERVATION] if table.terrain_known == "pieces" else []
        found += _standing_doubts(table)
        found += self._photos.doubts(table)
        return tuple(dict.fromkeys(found))

    @cached_property
    def _doubts_as_loaded(self) -> frozenset[str]:
        return frozenset(f"{self._path.name}: {line}" for line in _standing_doubts(self._first))

    def _draft(self) -> Draft:
        """The table as it is, to be changed."""
        with self._lock:
            if self._opened is None:
                draft = open_draft(self._path)
                # What is kept beside the terrain that was loaded stays.
                self._opened = replace(draft, table=replace(draft.table, terrain=self._first.terrain))
            return self._opened

    def _change(self, draft: Draft) -> None:
        self._before = [*self._before[1 - MOST_BACK :], self._draft()]
        self._set(draft)

    def _set(self, draft: Draft) -> None:
        self._opened = draft
        table = _loaded(draft.table, self._first)
        moved = (table.figures, table.scan) != (
            self._first.figures,
            self._first.scan,
        ) or table.terrain is not self._first.terrain
        self._now = TableMoment(table, self._now.number + 1, moved, None, len(self._before))
        self._tell()

    def _stir(self) -> None:
        """Something else than the table has changed that pages are told of."""
        with self._lock:
            self._now = replace(self._now, number=self._now.number + 1)
        self._tell()

    def _tell(self) -> None:
        for heard in self._heard:
            heard()


def _standing_doubts(table: Table) -> list[str]:
    """What is doubtful about where figures stand."""
    return [*standing_faults(table), *footing_warnings(table), *edge_warnings(table)]


def _loaded(table: Table, first: LoadedTable) -> LoadedTable:
    return with_more(LoadedTable, table, warnings=first.warnings)


def _who(wanted: Mapping[str, Any]) -> str:
    return words(wanted.get("figure"), "figure", "the id or the name of a figure")
