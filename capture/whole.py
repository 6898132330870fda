"""A whole scan: tags, pieces, figures and points on the table, from photos to what is written down."""

from dataclasses import dataclass

from capture.record import Standing, document_of
from capture.scan import Scanned
from capture.things import Thing
from scene.document import TableDocument


@dataclass(frozen=True, eq=False)
class WholeScan:
    """All that a scan found.

    Attributes:
        scanned: photos and tags.
        standing: pieces and figures with their entries in the table file.
        points: single points, by the names that were given to them.
        doubts: what is doubtful of pieces, figures and points, a line each.
        advice: what to do for a better scan.
    """

    scanned: Scanned
    standing: tuple[Standing, ...]
    points: tuple[Thing, ...]
    doubts: tuple[str, ...]
    advice: tuple[str, ...]

    def document(self, name: str = "") -> TableDocument:
        """The table file."""
        return document_of(self.scanned, self.standing, self.points, name=name)

    @property
    def notes(self) -> tuple[str, ...]:
        """All that the player should know."""
        return (*self.scanned.notes, *self.doubts)
