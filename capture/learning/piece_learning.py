"""Learning where the tags sit on a piece of terrain: the whole way from photos of the piece to its entry in the pieces file.

The photos tell where tags and cameras are (`capture.adjustment.tag_survey`); where the piece itself is comes from marked
points of its mesh (`capture.learning.marked_point_pose`) or, without any, from its edges (`capture.learning.edge_pose`).
"""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from assets.mesh_library import LIBRARY
from assets.tag_scheme import role_of
from capture.adjustment.prior_knowledge import PriorKnowledge
from capture.adjustment.survey import Survey
from capture.adjustment.tag_survey import TagSurvey, scan_photos
from capture.learning.marked_point_pose import MarkedPoint, pose_by_marks
from capture.learning.tag_layout import Learned, learned
from capture.photos.exif_orientation import stored_pixels
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray
from scene.mesh_io.mesh_reading import MAX_FACES, max_bytes, parse_mesh
from scene.table.mesh_placement import anchor
from scene.table_io.table_document import PieceEntry
from scene.table_io.table_folder import Folder, Source
from scene.table_io.table_reading import Builder

Point = tuple[float, float, float, str, float, float]
"""x, y, z of a point of the mesh in the mesh's own units and axes, a photo's file name, and the pixel in the upright photo."""


def learn(
    photos: Sequence[Path],
    entry: PieceEntry,
    pieces_file: Path,
    points: Sequence[Point] = (),
    *,
    tags: Collection[int] | None = None,
    leaning: bool = False,
    settings: PriorKnowledge | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Learned:
    """Where the tags sit on a piece.

    Args:
        photos: of the piece alone, with its tags on it and, best, anchor tags beside it.
        entry: what the piece is; its mesh lies in the folder of the pieces file.
        pieces_file: where it is to be written down.
        points: of its mesh, marked in photos; its edges are looked for without any.
        tags: the ids of its tags; all that are for terrain without.
        leaning: whether it may not stand upright on the ground in the photos.
        settings: what is known of camera and tags before.
        on_progress: called with 1 for each of four steps of every photo; without points then with the number of photos for each
            of four stages of the search by edges.

    Raises:
        SceneError: with all reasons why the photos do not tell it.
    """
    source = Folder(pieces_file)
    shape = Builder(source, LIBRARY, MAX_FACES).piece(entry).shape
    places = own_points(entry, source, [point[:3] for point in points])
    scanned = scan_photos(photos, settings or PriorKnowledge(), on_progress=on_progress)
    survey = scanned.survey
    ids = piece_tags(survey, tags)
    stands = on_ground(survey) and not leaning
    if not points:
        from capture.learning.edge_photos import pictures_of
        from capture.learning.edge_pose import pose_by_edges

        if not stands:
            raise SceneError("without an anchor tag beside a standing piece its edges are not enough; mark points with --point")
        tell = on_progress or (lambda _steps: None)
        fit = pose_by_edges(survey, pictures_of(scanned), shape, ids, lambda: tell(len(photos)))
    else:
        fit = pose_by_marks(survey, marks_of(scanned, places, points), on_ground=stands)
    return learned(survey, entry, shape, fit, ids)


def marks_of(scanned: TagSurvey, places: FloatArray, points: Sequence[Point]) -> list[MarkedPoint]:
    """The marked points by the scan's photos.

    Args:
        scanned: the photos.
        places: (n, 3) the points in the piece's own frame, inches.
        points: the same as they were given.

    Raises:
        SceneError: for points in photos that do not count, or outside of them.
    """
    names = [each.photo.name for each in scanned.photo_tags]
    why = dict(scanned.rejected)
    faults, found = [], []
    for place, (x, y, z, name, across, down) in zip(places, points, strict=True):
        called = f'the point ({x:g}, {y:g}, {z:g}) in "{name}"'
        if name not in names:
            faults.append(f"{called}: the photo {why.get(name, 'is none of those given')}")
            continue
        photo_tags = scanned.photo_tags[names.index(name)]
        width, height = photo_tags.photo.size
        if not (-0.5 <= across <= width - 0.5 and -0.5 <= down <= height - 0.5):
            faults.append(f"{called}: pixel {across:g}, {down:g} is outside of the photo, which has {width} x {height} pixels")
            continue
        pixel = stored_pixels([across, down], photo_tags.photo.size, photo_tags.orientation)
        found.append(MarkedPoint(place, names.index(name), pixel, called))
    if faults:
        raise SceneError(faults)
    return found


def on_ground(survey: Survey) -> bool:
    """Whether the survey's z = 0 is the ground: an anchor tag was seen."""
    return any(role_of(number).kind == "anchor" for number in survey.ids)


def piece_tags(survey: Survey, wanted: Collection[int] | None = None) -> tuple[int, ...]:
    """The ids of the tags that are on the piece: all that are for terrain, or those that are ``wanted``.

    Raises:
        SceneError: if there are none, or a wanted one has no place.
    """
    if wanted is not None:
        if missing := [f"tag {number} is in no photo that counts" for number in wanted if number not in survey.ids]:
            raise SceneError(missing)
        return tuple(wanted)
    found = tuple(number for number in survey.ids if role_of(number).kind == "terrain")
    if not found:
        raise SceneError("no tag for terrain (100 to 299) was found on the piece; name others with --tags")
    return found


def own_points(entry: PieceEntry, source: Source, points: ArrayLike, *, max_faces: int = MAX_FACES) -> FloatArray:
    """(n, 3) points in the piece's own frame, inches, from those of its mesh file as a modelling program shows them.

    Args:
        entry: the piece; points of kit pieces are in inches and in the kit's frame already.
        source: where its mesh is.
        points: (n, 3) in the mesh file's own units and axes.
        max_faces: larger meshes are refused.
    """
    given = np.asarray(points, dtype=np.float64).reshape(-1, 3)
    if entry.mesh is None:
        return given
    data = source.read(entry.mesh, max_bytes(max_faces))
    read = parse_mesh(data, entry.mesh, units=entry.units, up=entry.up, max_faces=max_faces)
    placed = read.to_inches(given)
    return placed if entry.anchor == "origin" else placed - anchor(read.mesh)
