"""Writing down a scan: the table file, with what was measured and where the photos were taken."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from capture.adjustment.rotation_vectors import pose_of
from capture.adjustment.survey import Survey
from capture.adjustment.tag_survey import TagSurvey
from capture.objects.placed_objects import PlacedObject, joint_covariance, photo_things, tag_things
from capture.photos.exif_orientation import TURNS, upright_lens
from capture.tags.photo_tags import PhotoTags
from scene.base.json_fields import MAX_TEXT
from scene.base.messages import shown_text
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.scan_measurements import Scan, ScanMeasurement, ScanPhoto, TerrainKnown
from scene.table_io.table_document import FigureEntry, PieceEntry, TableDocument

MOST_NOTES = 50
"""So many of a scan's notes are written down; all of them are told when the scan is made."""

MOST_PLACES = 60
"""So many photos are written with the errors of their places: the table file grows with the square of them."""

DIGITS = 6
"""Decimals of an inch that are written: a fortieth of a thousandth of a millimetre."""

Place = tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class PlacedEntry:
    """A piece or figure as the table file has it, and what is known of its errors."""

    entry: PieceEntry | FigureEntry
    thing: PlacedObject


def document_of(
    scanned: TagSurvey,
    standing: Sequence[PlacedEntry] = (),
    points: Sequence[PlacedObject] = (),
    *,
    name: str = "",
    terrain_known: TerrainKnown = "pieces",
) -> TableDocument:
    """The table file of a scan: its size, what stands on it, and the scan itself.

    Args:
        scanned: what the photos say.
        standing: pieces and figures.
        points: single points that were measured.
        name: of the table.
        terrain_known: what of its scenery.
    """
    found = scanned.survey
    placed = [replace(each, entry=replace(each.entry, position=rounded(each.entry.position))) for each in standing]
    things = [each.thing for each in placed] + tag_things(found) + list(points) + _written_photos(scanned)
    places = [each.entry.position for each in placed] + [rounded(thing.pose.position) for thing in things[len(placed) :]]
    measured = tuple(ScanMeasurement(thing.id, thing.of, place) for thing, place in zip(things, places, strict=True))
    cameras, photos = cameras_of(scanned)
    width, depth = (round(float(each), DIGITS) for each in found.size)
    notes = written_notes(scanned.notes)
    scan = Scan(measured, joint_covariance(things, found), size_sigma(found), cameras, photos, notes, terrain_known)
    return TableDocument(
        size=(width, depth),
        name=name or None,
        terrain=tuple(each.entry for each in placed if isinstance(each.entry, PieceEntry)),
        figures=tuple(each.entry for each in placed if isinstance(each.entry, FigureEntry)),
        scan=scan,
    )


def _written_photos(scanned: TagSurvey) -> list[PlacedObject]:
    """The places of the photos with their errors; of very many, those in which most tags were seen."""
    names = [each.photo.name for each in scanned.photo_tags]
    things = photo_things(scanned.survey, names)
    if len(things) <= MOST_PLACES:
        return things
    most = np.argsort([-len(each.tags) for each in scanned.photo_tags], kind="stable")[:MOST_PLACES]
    return [things[index] for index in sorted(most.tolist())]


def written_notes(notes: Sequence[str]) -> tuple[str, ...]:
    """The notes as table files take them: not too long, and not too many."""
    return tuple(shown_text(note, most=MAX_TEXT - 3) for note in notes[:MOST_NOTES])


def rounded(place: Place) -> Place:
    """A place as it is written."""
    x, y, z = (round(float(each), DIGITS) + 0.0 for each in place)
    return x, y, z


def size_sigma(found: Survey) -> tuple[float, float]:
    """Standard deviation of the table's size along x and y, inches."""
    across, along = np.sqrt(np.clip(np.diag(found.covariance)[found.size_slot], 0.0, None)).tolist()
    return across, along


def cameras_of(scanned: TagSurvey) -> tuple[tuple[Lens, ...], tuple[ScanPhoto, ...]]:
    """The lenses of upright photos, each once, and where each photo was taken."""
    views = upright_views(scanned)
    lenses = list(dict.fromkeys(lens for _, lens, _ in views))
    photos = [ScanPhoto(each.photo.name, each.photo.sha256, lenses.index(lens), pose) for each, lens, pose in views]
    return tuple(lenses), tuple(photos)


def upright_pose(pose: RigidTransform, orientation: int) -> RigidTransform:
    """Where the upright photo was taken, from where the photo as stored was: only the camera's axes are named anew."""
    return pose_of(pose.matrix @ _turn(orientation).T, np.array(pose.position))


def _turn(orientation: int) -> FloatArray:
    """(3, 3) takes directions of the stored photo's camera to the upright one's."""
    swap, flip_x, flip_y = TURNS[orientation]
    flat = np.eye(2)[::-1] if swap else np.eye(2)
    found = np.eye(3)
    found[:2, :2] = np.array([[-1.0 if flip_x else 1.0], [-1.0 if flip_y else 1.0]]) * flat
    return found


def upright_views(scanned: TagSurvey) -> tuple[tuple[PhotoTags, Lens, RigidTransform], ...]:
    """Every photo that counts with its lens and place, as it is looked at."""
    return tuple(
        (each, upright_lens(view.lens, each.orientation), upright_pose(view.pose, each.orientation))
        for each, view in zip(scanned.photo_tags, map(scanned.survey.view, range(len(scanned.photo_tags))), strict=True)
    )
