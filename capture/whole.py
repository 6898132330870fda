"""A whole scan: tags, pieces, figures and points on the table, from photos to what is written down."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from capture.advice import advice
from capture.known import Settings
from capture.pieces import PlacedPiece, place_pieces
from capture.record import Standing, document_of
from capture.scan import Scanned, scan_photos
from capture.tagged import TaggedPieces
from capture.things import Thing
from scene.document import TableDocument


@dataclass(frozen=True, eq=False)
class WholeScan:
    """All that a scan found.

    Attributes:
        scanned: photos and tags.
        pieces: terrain that was placed by its tags.
        points: single points, by the names that were given to them.
        doubts: what is doubtful of pieces, figures and points, a line each.
        advice: what to do for a better scan.
    """

    scanned: Scanned
    pieces: tuple[PlacedPiece, ...] = ()
    points: tuple[Thing, ...] = ()
    doubts: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()

    def document(self, name: str = "") -> TableDocument:
        """The table file."""
        standing = [Standing(piece.entry, piece.thing) for piece in self.pieces]
        return document_of(self.scanned, standing, self.points, name=name)

    @property
    def notes(self) -> tuple[str, ...]:
        """All that the player should know."""
        return (*self.scanned.notes, *self.doubts)


def whole_scan(
    paths: Sequence[Path],
    settings: Settings,
    *,
    tagged: TaggedPieces | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> WholeScan:
    """Everything that photos say of a table.

    Args:
        paths: the photos.
        settings: what is known before.
        tagged: which tag sits where on which piece of terrain.
        on_progress: called with steps done, `STEPS` for every photo.

    Raises:
        SceneError: with all reasons, where the photos do not say anything.
    """
    scanned = scan_photos(paths, settings, on_progress=on_progress)
    pieces, doubts = place_pieces(scanned.survey, tagged) if tagged else ((), ())
    return WholeScan(scanned, pieces, (), doubts, advice(scanned))


STEPS = 4
"""Steps of progress for every photo."""
