"""The table that all who have its page open look at: what one of them changes, everybody sees."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import Any

from rules.movement.path_rules import agent_of
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.table_io.standing_check import edge_warnings, footing_warnings, standing_faults
from scene.walkable.agent import Agent
from sightline.api.given_values import number, place, words, wrong
from sightline.api.loaded_table import LoadedTable
from sightline.api.tables_drawn import save_table
from sightline.drafts.standing_places import standing_place, why_not
from sightline.errors import CommandError
from sightline.files.output_files import free_name, is_there
from sightline.files.table_names import as_typed
from sightline.server.seat_links import Seat
from sightline.server.table_source import NO_PHOTOS, Heard, TableMoment

MOST_BACK = 200
"""So many changes can be taken back."""


class SharedTable:
    """A table that several people change. What it is at a moment is a value; the one thing here that changes."""

    def __init__(self, table: LoadedTable, path: Path, save_in: Path | None = None) -> None:
        """Begin with a table as its file has it.

        Args:
            table: itself.
            path: its file.
            save_in: the folder where it is saved; None: beside its file, of a bundled table in the present folder.
        """
        self._first, self._path = table, path
        self._folder = save_in or (path.parent if as_typed(path) == str(path) else Path())
        self._before: list[LoadedTable] = []
        self._now = TableMoment(table)
        self._lock = RLock()
        self._heard: list[Heard] = []

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
        """Nothing happens here by itself."""
        return False

    def take_photo(self, _data: bytes) -> str:
        """Photos are taken where a table is scanned."""
        raise CommandError(NO_PHOTOS)

    def look(self) -> None:
        """Nobody else changes it."""

    def told(self, _seat: Seat) -> dict[str, Any]:
        """How far the table has been changed here."""
        now = self._now
        return {"moved": now.moved, "saved": now.saved.name if now.saved else "", "back": now.back}

    def changed(self, _seat: Seat, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Change something; what is to be said about it.

        Raises:
            SceneError, CommandError: that cannot be, with a line for people.
        """
        match wanted.get("change"):
            case "stand":
                said = self.stand(_who(wanted), wanted.get("at"), wanted.get("facing"))
            case "turn":
                said = self.turn(_who(wanted), wanted.get("facing"))
            case "take back":
                said = self.take_back()
            case "save":
                said = self.save()
            case other:
                raise wrong("change", other, "stand, turn, take back or save")
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
        wanted, turned = place(at, "at"), None if facing is None else number(facing, "facing", (-3600.0, 3600.0))
        with self._lock:
            table = self._now.table
            figure = table.meant(who)
            there: Point = standing_place(table, figure, wanted, wanted=wanted[:2])
            moved = figure.moved(there, turned)
            if refused := why_not(table, moved):
                raise SceneError(f"{figure.called} cannot stand there: {refused}")
            self._change(table.with_figure(moved))
        return f"{figure.called} stands at {', '.join(f'{inches:.2f}' for inches in there)}"

    def turn(self, who: str, facing: object) -> str:
        """Turn a figure where it stands; what is to be said about it."""
        turned = number(facing, "facing", (-3600.0, 3600.0)) % 360.0
        with self._lock:
            table = self._now.table
            figure = table.meant(who)
            self._change(table.with_figure(figure.moved(figure.position, turned)))
        return f"{figure.called} faces {turned:.0f} degrees"

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
            table, folder = self._now.table, self._folder
            name = free_name(f"{self._path.stem}-moved.sightline", lambda one: is_there(folder / one))
            save_table(table, folder / name)
            self._now = replace(self._now, saved=folder / name)
        self._tell()
        return f'saved as "{name}" on the computer'

    def doubts(self) -> tuple[str, ...]:
        """What makes answers about the table doubtful, a line each."""
        table = self._now.table
        found = [*table.warnings, *standing_faults(table), *footing_warnings(table), *edge_warnings(table)]
        return tuple(dict.fromkeys(found))

    def _change(self, table: LoadedTable) -> None:
        self._before = [*self._before[1 - MOST_BACK :], self._now.table]
        self._set(table)

    def _set(self, table: LoadedTable) -> None:
        moved = table.figures != self._first.figures
        self._now = TableMoment(table, self._now.number + 1, moved, None, len(self._before))
        self._tell()

    def _tell(self) -> None:
        for heard in self._heard:
            heard()


def _who(wanted: Mapping[str, Any]) -> str:
    return words(wanted.get("figure"), "figure", "the id or the name of a figure")
