"""Kept pieces on other tables: found where they stand, and nowhere else."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from capture.clicking.clicked_piece import ClickedPiece, vertex_moves
from capture.clicking.shape_fit import within
from capture.objects.pieces_file import TaggedPiece, TaggedPieces, read_tagged, tagged_text
from capture.recognition.found_pieces import find_pieces
from capture.recognition.look import Look
from capture.recognition.look_file import load_looks, look_bytes, read_look
from capture.recognition.look_matching import alike_turned
from capture.recognition.scanned_look import MOST_ALIKE
from capture.recognition.upright_search import upright_places
from capture.results.pieces_by_look import pieces_by_look
from capture.results.scan_writing import PlacedEntry, document_of
from scene.base.errors import SceneError
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH
from scene.table_io.table_document import PieceEntry
from tests.capture.made_scans import made_scan
from tests.capture.recognition.painted_boxes import LENS, TAGS, BoxPhotos, PaintedBox, box_photos, clicked_box, look_of, solid

HERE = RigidTransform.turned((7.0, 6.5, 0.0), 20.0)
THERE = RigidTransform.turned((9.0, 5.0, 0.0), 130.0)


@pytest.fixture(scope="module")
def kept() -> tuple[ClickedPiece, Look]:
    shots = box_photos([PaintedBox(HERE)], 1, count=9)
    piece = clicked_box(shots, PaintedBox(HERE))
    return piece, look_of(shots, piece)


@pytest.fixture(scope="module")
def moved() -> BoxPhotos:
    """The same box elsewhere, in another light."""
    return box_photos([PaintedBox(THERE)], 2)


def test_a_piece_is_found_where_it_stands_within_its_limits(kept: tuple[ClickedPiece, Look], moved: BoxPhotos) -> None:
    piece, look = kept
    shots = moved
    ((found,), unclear) = find_pieces(shots.photos, shots.pictures, [look], np.random.default_rng(0))
    off = np.linalg.norm(found.pose.to_table(piece.mesh.vertices) - solid(PaintedBox(THERE)).vertices, axis=1)
    covariance = found.slopes @ shots.photos.covariance @ found.slopes.T + found.own
    slopes = vertex_moves(piece.mesh, found.pose)
    limits = within(np.einsum("vij,jk,vlk->vil", slopes, covariance, slopes), 1e6)
    assert not unclear
    assert off.max() * MM_PER_INCH < 2.0
    assert np.all(off < limits)
    assert limits.max() * MM_PER_INCH < 4.0


@pytest.mark.parametrize("paints", [(21, 22, 23, 24, 25), (21, 22, 23, 24, 15)])
def test_what_has_other_paint_or_one_like_side_is_not_it(kept: tuple[ClickedPiece, Look], paints: tuple[int, ...]) -> None:
    shots = box_photos([PaintedBox(THERE, paints)], 2)
    assert find_pieces(shots.photos, shots.pictures, [kept[1]], np.random.default_rng(0)) == ([], [])


@pytest.mark.long
def test_two_of_a_kind_are_both_found_and_two_looks_of_one_are_told(kept: tuple[ClickedPiece, Look]) -> None:
    there = [PaintedBox(THERE), PaintedBox(RigidTransform.turned((5.0, 8.0, 0.0), -30.0))]
    shots = box_photos(there, 2)
    found, _ = find_pieces(shots.photos, shots.pictures, [kept[1]], np.random.default_rng(0))
    places = sorted(np.round(each.pose.position[0], 1) for each in found)
    assert places == [5.0, 9.0]
    assert find_pieces(shots.photos, shots.pictures, [kept[1]] * 2, np.random.default_rng(0)) == ([], [(0, 1)])


@pytest.mark.long
def test_what_looks_alike_from_two_sides_is_known_to(kept: tuple[ClickedPiece, Look]) -> None:
    look = kept[1]
    middle = (look.points.min(axis=0) + look.points.max(axis=0)) / 2.0
    twins = (look.points - middle) * [-1.0, -1.0, 1.0] + middle
    twice = replace(
        look,
        points=np.concatenate([look.points, twins]),
        of=np.concatenate([look.of, look.of + len(look.points)]),
        descriptors=np.concatenate([look.descriptors] * 2),
    )
    assert alike_turned(look) < MOST_ALIKE / 3.0
    assert alike_turned(twice) > 0.9


def test_two_rays_tell_the_place_and_turn_of_what_stands_upright() -> None:
    rng = np.random.default_rng(4)
    pose = RigidTransform.turned((20.0, 18.0, 1.5), 77.0)
    points, eyes = rng.uniform(-2, 2, (2, 50, 3)), rng.uniform([0, 0, 25], [48, 36, 40], (2, 50, 3))
    rays = pose.to_table(points) - eyes
    rays /= np.linalg.norm(rays, axis=2, keepdims=True)
    found = upright_places(*((eyes[i], rays[i], points[i]) for i in (0, 1)))
    away = np.abs(found - [20.0, 18.0, 1.5, np.radians(77.0)]) % (2.0 * np.pi)
    assert np.sum(np.minimum(away, 2.0 * np.pi - away).max(axis=1) < 1e-6) == 50


def test_look_files_come_back_and_tell_all_that_is_wrong_with_them(kept: tuple[ClickedPiece, Look], tmp_path: Path) -> None:
    look = kept[1]
    again = read_look(look_bytes(look))
    assert np.array_equal(again.descriptors, look.descriptors)
    assert np.abs(again.points - look.points).max() < 1e-6
    wrong = replace(look, of=look.of + len(look.points), sizes=-look.sizes)
    with pytest.raises(SceneError) as caught:
        read_look(look_bytes(wrong))
    assert caught.value.faults == ("has sightings of points that are not there", "has sizes that are not more than 0")
    pickled = BytesIO()
    np.savez(pickled, points=np.array([{}], dtype=object))
    for data, why in ((b"PK", "cannot be read"), (pickled.getvalue(), "does not hold points, of")):
        with pytest.raises(SceneError, match=why):
            read_look(data)
    (tmp_path / "bad.npz").write_bytes(b"PK")
    pieces = [TaggedPiece(PieceEntry(name, (0, 0, 0)), look=name) for name in ("bad.npz", "none.npz", "../up.npz")]
    with pytest.raises(SceneError) as caught:
        load_looks(tmp_path / "pieces.json", pieces)
    assert [fault.split(": ")[1] for fault in caught.value.faults] == [f'piece "{piece.id}"' for piece in pieces]


def test_pieces_files_hold_pieces_without_tags_that_have_a_look() -> None:
    hut = TaggedPiece(PieceEntry("hut", (0.0, 0.0, 0.0), mesh="hut.stl", units="inch"), look="hut.look.npz")
    found, faults = read_tagged(tagged_text(TaggedPieces((hut,))).encode())
    assert (found.pieces, faults) == ((hut,), [])
    _, faults = read_tagged(tagged_text(TaggedPieces((replace(hut, look=None),))).encode())
    assert faults == ['piece "hut": has neither "tags" nor a "look": nothing tells it']


def test_a_scan_has_found_pieces_as_shapes_with_their_errors_and_says_what_was_not_found(
    kept: tuple[ClickedPiece, Look], moved: BoxPhotos
) -> None:
    shots = moved
    made = made_scan(shots.true, tags=TAGS, noise=0.2, lens=LENS)
    assert [each.photo.name for each in made.photo_tags] == [f"photo-{i:02d}.jpg" for i in range(len(shots.true))]
    photos = tuple(replace(each, photo=replace(each.photo, grey=shots.pictures[i])) for i, each in enumerate(made.photo_tags))
    scanned = replace(made, photo_tags=photos)
    pieces = [
        TaggedPiece(PieceEntry(name, (0.0, 0.0, 0.0), mesh="hut.stl", units="inch"), look="-") for name in ("hut", "shed")
    ]
    shed = replace(kept[1], descriptors=kept[1].descriptors[:, ::-1].copy())
    (found,), (doubt,) = pieces_by_look(scanned, pieces, {"hut": kept[1], "shed": shed}, {"hut"})
    assert doubt.startswith('piece "shed" was not found by its look')
    assert found.entry.id == "hut-2"
    scan = document_of(scanned, [PlacedEntry(found.entry, found.thing)]).scan
    assert scan is not None
    assert scan.things[0].of == "shape"
    inches = scan.sigmas[0][[0, 1, 2, 6, 7, 8]] * MM_PER_INCH
    assert np.all((inches > 0.05) & (inches < 3.0))
    assert 0.01 < scan.sigmas[0][5] < 1.0
    # What is off in all photos takes tags and the piece along.
    tag = scan.slots[scan.mark("tag-11") or 0]
    assert abs(scan.covariance[0, tag.start]) > 0.0
    # A scan's own frame lies otherwise on the mat; a tag in its middle tells.
    four = scan.marks["tag-4"]
    apart = float(np.linalg.norm(np.subtract(found.entry.position, four)))
    assert abs(apart - np.linalg.norm(np.subtract(THERE.position, TAGS[4].position))) * MM_PER_INCH < 2.0
