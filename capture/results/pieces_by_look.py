"""Pieces of a scan that are found by their looks: kept from earlier tables, without tags, as shapes with their errors."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from capture.adjustment.tag_survey import TagSurvey
from capture.clicking.clickable_photos import ClickablePhotos
from capture.objects.pieces_file import TaggedPiece
from capture.objects.placed_objects import PlacedObject, photo_things
from capture.recognition.found_pieces import FoundPiece, find_pieces
from capture.recognition.look import Look
from capture.results.scan_writing import document_of
from scene.base.errors import SceneError
from scene.base.messages import shown_text
from scene.geometry.rigid_transform import RigidTransform
from scene.table_io.table_document import PieceEntry

LEVEL = np.radians(0.05)
"""Radians: what leans by less is written as upright."""
DIGITS = 6
"""Decimals of an inch and of a degree that are written."""
SEED = 0
"""What is drawn in the search is the same every time."""


@dataclass(frozen=True, eq=False)
class PieceByLook:
    """A piece on the table.

    Attributes:
        entry: as a table file has it, with its place.
        thing: the same with its errors, and those of its size.
        points: how many points of its look were seen, ``expected`` how many at most.
        photos: the names of those that show it.
    """

    entry: PieceEntry
    thing: PlacedObject
    points: int
    expected: int
    photos: tuple[str, ...]


def pieces_by_look(
    scanned: TagSurvey,
    pieces: Sequence[TaggedPiece],
    looks: Mapping[str, Look],
    taken: Collection[str],
    *,
    on_progress: Callable[[int], None] | None = None,
) -> tuple[tuple[PieceByLook, ...], tuple[str, ...]]:
    """The pieces that were found in the photos of a scan, and what is said of the others, a line each.

    Args:
        scanned: photos and tags.
        pieces: those that are looked for.
        looks: of them, by their ids.
        taken: ids that others have.
        on_progress: called with 1 for each piece.
    """
    try:
        photos = ClickablePhotos.of(document_of(scanned).scan)
    except SceneError as error:
        return (), tuple(f"no piece is looked for by its look: {fault}" for fault in error.faults)
    grey = {each.photo.name: each.photo.grey for each in scanned.photo_tags}
    pictures = {number: grey[name] for number, name in enumerate(photos.names)}
    found, unclear = find_pieces(
        photos, pictures, [looks[piece.id] for piece in pieces], np.random.default_rng(SEED), on_progress=on_progress
    )
    names, placed = set(taken), list[PieceByLook]()
    for each in found:
        entry = pieces[each.known].entry
        name = _free(entry.id, names)
        names.add(name)
        placed.append(_placed(scanned, photos, each, replace(entry, id=name)))
    doubts = [_unclear_words(pieces[one].id, pieces[other].id) for one, other in unclear]
    known = {each.known for each in found} | {number for pair in unclear for number in pair}
    doubts += [
        f'piece "{shown_text(piece.id)}" was not found by its look: it is not on the table, or too little of it is seen, or it '
        "has changed; if it is there, click it or glue a tag to it"
        for number, piece in enumerate(pieces)
        if number not in known
    ]
    return tuple(placed), tuple(doubts)


def _unclear_words(one: str, other: str) -> str:
    if one == other:
        return f'"{shown_text(one)}" was found in one place in two ways, and is not placed; click it, or glue a tag to it'
    return (
        f'"{shown_text(one)}" and "{shown_text(other)}" cannot be told apart by their looks, and neither is placed; '
        "keep only one of them in the pieces file, or glue a tag to each"
    )


def _free(name: str, taken: Collection[str]) -> str:
    """The name, or the same with the first number that is free, for a second one of a kind."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}-{number}"
    return found


def _placed(scanned: TagSurvey, photos: ClickablePhotos, found: FoundPiece, entry: PieceEntry) -> PieceByLook:
    matrix = found.pose.matrix
    x, y, z = (round(value, DIGITS) + 0.0 for value in found.pose.position)
    turn = round(float(np.degrees(np.arctan2(matrix[1, 0], matrix[0, 0]))), DIGITS)
    upright = float(np.arccos(np.clip(matrix[2, 2], -1.0, 1.0))) < LEVEL
    pose = RigidTransform.turned((x, y, z), turn) if upright else RigidTransform((x, y, z), found.pose.rotation)
    stands = {"turn": turn or None} if upright else {"rotation": pose.rotation}
    things = photo_things(scanned.survey, [each.photo.name for each in scanned.photo_tags])
    by_name = {thing.id: thing for thing in things}
    slopes, own = np.zeros((9, len(scanned.survey.covariance))), found.own.copy()
    for number, name in enumerate(photos.names):
        part = found.slopes[:, 6 * number : 6 * number + 6]
        slopes += part @ by_name[name].slopes
        own += part @ by_name[name].own @ part.T
    thing = PlacedObject(entry.id, "shape", pose, slopes, own)
    seen = tuple(photos.names[number] for number in found.photos)
    return PieceByLook(replace(entry, position=(x, y, z), **stands), thing, found.points, found.expected, seen)
