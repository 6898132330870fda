"""Where the table of a server comes from: one that is laid out, or that of a battle."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from scene.walkable.agent import Agent
from sightline.api.loaded_table import LoadedTable
from sightline.server.seat_links import Seat

if TYPE_CHECKING:
    from sightline.server.scanning.table_photos import NewPhotos

NO_SCAN = "nothing is scanned here: sightline serve --new does that"
NO_PHOTOS = "photos are taken of a table, and not in a battle: sightline serve TABLE, or sightline serve --new"

Heard = Callable[[], None]
"""Is called after a change."""


@dataclass(frozen=True, eq=False)
class TableMoment:
    """The table at one moment.

    Attributes:
        table: as it is.
        number: goes up with each change, also with one that takes another back.
        moved: whether a figure stands elsewhere than its file says.
        saved: the file that it was saved to as it is; None if it was not.
        back: how many changes can be taken back.
    """

    table: LoadedTable
    number: int = 0
    moved: bool = False
    saved: Path | None = None
    back: int = 0


class TableSource(Protocol):
    """What is served: a table that changes, and who may change it how."""

    @property
    def now(self) -> TableMoment:
        """The table as it is."""

    @property
    def path(self) -> Path:
        """The file that it was read from."""

    def listen(self, heard: Heard) -> None:
        """Have a function called after each change, by whoever made it."""

    def agents(self) -> tuple[Agent, ...]:
        """For whom the ground is wanted sooner or later: it is worked out ahead."""

    def go_on(self) -> bool:
        """Do what nobody has to ask for, a step of it, such as the program's next answer; whether there was any."""

    def look(self) -> None:
        """Take in what other programs have done, where there are any; costs next to nothing where there is nothing new."""

    def doubts(self) -> tuple[str, ...]:
        """What makes answers about the table doubtful, a line each."""

    def told(self, seat: Seat) -> dict[str, Any]:
        """What a seat is told besides the table."""

    def take_photo(self, data: bytes, *, last: bool = True) -> str:
        """Take a photo of the table; what is to be said about it. ``last``: none is known to come at once."""

    def take_scan_photo(self, data: bytes) -> str:
        """Take a photo that is to be scanned; a `CommandError` where a table is there already."""

    def photos(self) -> "NewPhotos | None":
        """The photos that show the figures as they stand now; None where photos do not tell where figures stand."""

    def changed(self, seat: Seat, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Change something, or look what that would come to; what is to be told about it, with ``said`` for people."""
