"""A whole scan: tags, pieces, figures and points on the table, from photos to what is written down."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

import numpy as np

from capture.adjustment.prior_knowledge import PriorKnowledge
from capture.adjustment.tag_survey import TagSurvey, scan_photos
from capture.objects.figure_placement import ExpectedBase, PlacedFigure, by_rims, by_tags, joined, near
from capture.objects.pieces_file import TaggedPieces
from capture.objects.placed_objects import PlacedObject
from capture.objects.resting_on_pieces import Build, settled_figures, settled_pieces
from capture.objects.terrain_placement import PlacedPiece, loose_tags, loose_words, place_pieces
from capture.objects.triangulation import Click, triangulate
from capture.recognition.look import Look
from capture.results.pieces_by_look import PieceByLook, pieces_by_look
from capture.results.scan_advice import advice
from capture.results.scan_writing import PlacedEntry, document_of
from scene.base.errors import SceneError
from scene.table.scan_measurements import RESERVATION, TerrainKnown
from scene.table.table import MM_PER_INCH
from scene.table_io.table_document import TableDocument


@dataclass(frozen=True, eq=False)
class WholeScan:
    """All that a scan found.

    Attributes:
        scanned: photos and tags.
        pieces: terrain that was placed by its tags.
        figures: those with base tags, and those whose round bases were found.
        points: single points, by the names that were given to them.
        doubts: what is doubtful of pieces, figures and points, a line each.
        advice: what to do for a better scan.
        terrain_known: what of the table's scenery; all of it only where somebody says that nothing but the pieces stands there.
        by_look: terrain that was found by its look.
    """

    scanned: TagSurvey
    pieces: tuple[PlacedPiece, ...] = ()
    figures: tuple[PlacedFigure, ...] = ()
    points: tuple[PlacedObject, ...] = ()
    doubts: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    terrain_known: TerrainKnown = "pieces"
    by_look: tuple[PieceByLook, ...] = ()

    def __repr__(self) -> str:
        """How much was found."""
        found = f"{len(self.pieces) + len(self.by_look)} pieces, {len(self.figures)} figures, {len(self.points)} points"
        return f"<WholeScan: {found}, {len(self.doubts)} doubts>"

    def document(self, name: str = "") -> TableDocument:
        """The table file."""
        pieces = [PlacedEntry(each.entry, each.thing) for each in self.pieces]
        pieces += [PlacedEntry(each.entry, each.thing) for each in self.by_look]
        standing = pieces + [PlacedEntry(each.entry, each.thing) for each in self.figures]
        return document_of(self.scanned, standing, self.points, name=name, terrain_known=self.terrain_known)

    @property
    def loose_tags(self) -> tuple[int, ...]:
        """Ids of tags that belong to no piece on the table."""
        return loose_tags(self.scanned.survey, self.pieces)

    @property
    def notes(self) -> tuple[str, ...]:
        """All that the player should know."""
        nothing_else = self.terrain_known == "all"
        known = f"{RESERVATION} (if there is none, give --nothing-else)"
        notes = ["nothing but the pieces is said to stand on this table" if nothing_else else known]
        if loose := self.loose_tags:
            notes.append(loose_words(loose, pieces_file=bool(self.pieces), nothing_else=nothing_else))
        return (*notes, *self.scanned.notes, *self.doubts)


@dataclass(frozen=True)
class Spotted:
    """A point to be measured.

    Attributes:
        name: its id.
        places: where it is in which photos: file name, pixel of the upright photo, and how many pixels that may be off.
    """

    name: str
    places: tuple[tuple[str, tuple[float, float], float], ...]


@dataclass(frozen=True, eq=False)
class ScanRequest:
    """What is to be found beside the tags.

    Attributes:
        tagged: which tag sits where on which piece of terrain.
        build: makes a piece with its shape of its entry; None if shapes are not known, then nothing is let down onto pieces.
        rims: whether round bases are looked for on the ground, ``decks`` whether on decks as well.
        bases: places near which a base is known to stand.
        points: to be measured.
        nothing_else: whether somebody says that nothing but the pieces stands on the table.
        looks: of those tagged pieces that have one, by their ids.
    """

    tagged: TaggedPieces | None = None
    rims: bool = True
    decks: bool = False
    bases: tuple[ExpectedBase, ...] = ()
    points: tuple[Spotted, ...] = ()
    build: Build | None = None
    nothing_else: bool = False
    looks: Mapping[str, Look] = field(default_factory=lambda: MappingProxyType({}))


STEPS = 5
"""Steps of progress for every photo."""


def whole_scan(
    paths: Sequence[Path], settings: PriorKnowledge, wanted: ScanRequest, *, on_progress: Callable[[int], None] | None = None
) -> WholeScan:
    """Everything that photos say of a table.

    Args:
        paths: the photos.
        settings: what is known before.
        wanted: what is to be found.
        on_progress: called with steps done, `STEPS` for every photo and one for every look.

    Raises:
        SceneError: with all reasons, where the photos do not say anything.
    """
    if wanted.tagged:
        settings = replace(settings, sides_mm=wanted.tagged.sides())
    scanned = scan_photos(paths, settings, on_progress=on_progress)
    pieces, doubts = place_pieces(scanned.survey, wanted.tagged) if wanted.tagged else ((), ())
    figures, notes = by_tags(scanned.survey)
    if wanted.rims:
        rimmed, more = by_rims(scanned, decks=wanted.decks)
        figures, notes = joined(figures, rimmed, scanned.survey), (*notes, *more)
    named, faults = _named(scanned, wanted.bases)
    figures = (*(each for each in figures if not any(_same(each, other) for other in named)), *named)
    if wanted.build:
        pieces = settled_pieces(pieces, wanted.build)
        figures = settled_figures(figures, pieces, wanted.build)
    points, unclear = _points(scanned, wanted.points)
    if on_progress:
        on_progress(len(paths))
    taken = [each.entry.id for each in pieces] + [each.entry.id for each in figures] + [each.id for each in points]
    by_look, unseen = _by_look(scanned, wanted, taken, on_progress)
    doubts = (*doubts, *notes, *faults, *unclear, *unseen)
    known: TerrainKnown = "all" if wanted.nothing_else else "pieces"
    return WholeScan(scanned, pieces, figures, points, doubts, advice(scanned), known, by_look)


def _by_look(
    scanned: TagSurvey, wanted: ScanRequest, taken: Sequence[str], on_progress: Callable[[int], None] | None
) -> tuple[tuple[PieceByLook, ...], tuple[str, ...]]:
    """The pieces with a look that no tag has placed."""
    there = wanted.tagged.pieces if wanted.tagged else ()
    asked = [piece for piece in there if piece.id in wanted.looks and piece.id not in taken]
    if on_progress:
        on_progress(len(wanted.looks) - len(asked))
    return pieces_by_look(scanned, asked, wanted.looks, taken, on_progress=on_progress) if asked else ((), ())


def _named(scanned: TagSurvey, wanted: Sequence[ExpectedBase]) -> tuple[tuple[PlacedFigure, ...], tuple[str, ...]]:
    """The bases near places that somebody named, and why others are not there."""
    found, faults = list[PlacedFigure](), list[str]()
    for each in wanted:
        try:
            found.append(near(scanned, each))
        except SceneError as error:
            faults += error.faults
    return tuple(found), tuple(faults)


def _same(one: PlacedFigure, other: PlacedFigure) -> bool:
    """Whether two figures are one: their bases overlap by more than half."""
    apart = float(np.linalg.norm(np.subtract(one.entry.position, other.entry.position)))
    return apart < (one.entry.base_mm or 25.0) / 2.0 / MM_PER_INCH


def _points(scanned: TagSurvey, wanted: Sequence[Spotted]) -> tuple[tuple[PlacedObject, ...], tuple[str, ...]]:
    """The points that were given in photos, and what is doubtful about them."""
    index = {each.photo.name: i for i, each in enumerate(scanned.photo_tags)}
    found, notes = list[PlacedObject](), list[str]()
    for each in wanted:
        unknown = [name for name, _, _ in each.places if name not in index]
        notes += [f'point "{each.name}": photo "{name}" is not one of those that count' for name in unknown]
        clicks = [
            Click(index[name], pixel, scanned.photo_tags[index[name]].orientation, name, sigma)
            for name, pixel, sigma in each.places
            if name in index
        ]
        try:
            spot = triangulate(scanned.survey, clicks, name=each.name)
        except SceneError as error:
            notes += error.faults
        else:
            found.append(spot.thing)
            notes += spot.notes
    return tuple(found), tuple(notes)
