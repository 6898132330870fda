"""Figures of a table that was measured before, found again by their base tags; what new photos say of errors."""

from dataclasses import replace

import numpy as np
import pytest

from assets.mesh_library import LIBRARY
from capture.objects.pieces_file import TaggedPiece, TaggedPieces, TagPlace
from capture.results.bases_anew import bears, decks_of
from capture.results.figures_anew import figures_anew
from capture.results.scan_writing import document_of
from capture.tags.photo_tags import PhotoTags
from scene.base.errors import SceneError
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform
from scene.table.scan_measurements import Scan, ScanMeasurement
from scene.table.table import Figure, Piece, Table, Terrain
from scene.table_io.table_document import PieceEntry
from tests.capture.made_scans import SIZE, TAGS, made_scan, ring, view_from
from tests.plain_scenes import box

TOP = 3.0 / 25.4
HERE, THERE = (10.0, 20.0, 0.0), (17.0, 14.0, 0.0)


@pytest.fixture(autouse=True)
def no_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Corners stay as they were seen: there are no pixels to find them in once more."""
    monkeypatch.setattr(PhotoTags, "with_lens", lambda seen, _lens: seen)


def on_base(place: tuple[float, float, float], facing: float) -> RigidTransform:
    """Where the tag of a figure lies that stands there: its y is where the figure faces."""
    return RigidTransform.turned((place[0], place[1], TOP), facing - 90.0)


def test_base_tags_move_their_figures_and_no_others() -> None:
    document = document_of(made_scan(ring(8), tags=TAGS | {300: on_base(HERE, 0.0)}))
    body = LIBRARY.body("human", "upright", "upright")
    figures = (Figure("figure-300", body, HERE, name="Jelena"), Figure("lost", body, (30.0, 5.0, 0.0)))
    table = Table(SIZE, figures=figures, scan=document.scan)
    views = [view_from(30.0), view_from(120.0)]
    photos = made_scan(views, tags=TAGS | {300: on_base(THERE, 40.0), 301: on_base((25.0, 12.0, 0.0), 0.0)}).photo_tags
    found = figures_anew(table, photos)
    stood = found.stood["figure-300"]
    assert list(found.stood) == ["figure-300"]
    assert np.allclose(stood.entry.position, THERE, atol=0.05)
    assert stood.entry.facing == pytest.approx(40.0, abs=3.0)
    assert found.missing == ("lost",)
    # Whose tag it is is known: it is not that of whoever is missing.
    assert [base.tag for base in found.strange] == [301]

    scan = found.scan(table)
    assert document.scan is not None
    index = scan.standing("figure", "figure-300", stood.entry.position)
    assert index is not None
    assert 0.0 < scan.sigmas[index][0] < 0.1
    assert np.linalg.eigvalsh(scan.covariance)[0] > -1e-9
    assert {photo.file for photo in scan.photos} == {photo.file for photo in document.scan.photos}
    tag = scan.mark("tag-4")
    assert tag is not None
    # It was measured from the tags, and goes where they go.
    assert np.abs(scan.covariance[scan.slots[index], scan.slots[tag]][:2, :2]).max() > 1e-7


def test_cards_between_the_corners_of_a_table_that_was_not_scanned_place_later_photos() -> None:
    table = Table(SIZE)
    first = figures_anew(table, made_scan([view_from(30.0), view_from(120.0)]).photo_tags)
    scan = first.scan(table)
    assert {thing.id for thing in scan.things if thing.of == "tag"} == {f"tag-{tag}" for tag in TAGS if tag < 100}
    view = view_from(75.0)
    photo = made_scan([view], sees=lambda _photo, tag: tag in {0, 4, 9, 11}, names=["later.jpg"]).photo_tags
    later = figures_anew(replace(table, scan=scan), photo)
    assert set(later.scanned.survey.known) == {0, 4, 9, 11}
    away = np.linalg.norm(
        np.subtract(later.scan(replace(table, scan=scan)).views["later.jpg"].pose.position, view.pose.position)
    )
    assert away < 0.5
    with pytest.raises(SceneError, match="to place them takes 3 tags"):
        figures_anew(table, photo)


def test_a_piece_that_was_moved_stands_where_its_tags_are_and_a_card_that_was_pushed_counts_there() -> None:
    shape, kind = LIBRARY.piece("platform", {"height": 3.0, "length": 7.0, "width": 6.0})
    before, after = RigidTransform.turned((20.0, 20.0, 0.0), 15.0), RigidTransform.turned((21.5, 18.0, 0.0), 40.0)
    on_piece = {100: (-1.5, 1.0, 3.0), 101: (1.5, -1.0, 3.0)}

    def tags(pose: RigidTransform) -> dict[int, RigidTransform]:
        return {
            tag: RigidTransform(tuple(pose.to_table(np.array(own)).tolist()), pose.rotation) for tag, own in on_piece.items()
        }

    ground = {number: pose for number, pose in TAGS.items() if number < 100}
    document = document_of(made_scan(ring(8), tags=ground | tags(before)))
    table = Table(SIZE, Terrain((Piece("deck", shape, before, kind),)), scan=document.scan)
    entry = PieceEntry("deck", (0.0, 0.0, 0.0), kit="platform")
    tagged = TaggedPieces((TaggedPiece(entry, tuple(TagPlace(tag, own) for tag, own in on_piece.items())),))
    pushed = ground | {9: RigidTransform.turned((33.4, 31.8, 0.0), 70.0)}
    photos = made_scan([view_from(30.0), view_from(120.0)], tags=pushed | tags(after)).photo_tags
    found = figures_anew(table, photos, tagged)
    (piece,) = found.pieces
    assert np.allclose(piece.entry.position, after.position, atol=0.05)
    assert piece.entry.turn == pytest.approx(40.0, abs=0.5)
    assert any("deck was moved" in line for line in found.notes)
    assert any("tag 9 does not lie" in line for line in found.notes)
    scan = found.scan(table)
    for tag, place in {"tag-9": pushed[9].position, "tag-100": tags(after)[100].position}.items():
        mark = scan.mark(tag)
        assert mark is not None
        assert np.allclose(scan.things[mark].position, place, atol=0.05)
    assert scan.standing("piece", "deck", piece.entry.position) is not None
    # Without knowing how tags sit on it, it stays, and that is told; its tags do not count where they lie now.
    blind = figures_anew(table, photos)
    assert blind.pieces == ()
    assert any("tags 100, 101 do not lie" in line and "--pieces" in line for line in blind.notes)
    old = blind.scan(table)
    assert any(line.startswith("new photos: tags 100, 101") for line in old.notes)
    assert not any("tags 100" in line for line in found.scan(replace(table, scan=old)).notes)
    mark = old.mark("tag-100")
    assert mark is not None
    assert np.allclose(old.things[mark].position, tags(before)[100].position, atol=0.05)


def test_whoever_no_photo_shows_may_be_anywhere_near_and_scans_do_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("capture.results.figures_anew.MOST_PHOTOS", 15)
    both = TAGS | {300: on_base(HERE, 0.0), 301: on_base(THERE, 0.0)}
    body = LIBRARY.body("human", "upright", "upright")
    table = Table(SIZE, figures=tuple(Figure(f"figure-{tag}", body, HERE) for tag in (300, 301)))
    views = [view_from(30.0), view_from(120.0), view_from(200.0)]
    bare = document_of(made_scan(ring(8))).scan
    first = figures_anew(replace(table, scan=bare), made_scan(views, tags=both).photo_tags)
    where = first.stood["figure-301"].entry.position
    scan = first.scan(replace(table, scan=bare))
    table = replace(table, figures=(table.figures[0], replace(table.figures[1], position=where)))
    some = made_scan(views, tags=TAGS | {300: on_base(HERE, 0.0)})
    found = figures_anew(replace(table, scan=scan), some.photo_tags)
    assert found.missing == ("figure-301",)
    for number in range(4):
        seen = made_scan(views, names=[f"{number}-{i}.jpg" for i in range(3)]).photo_tags
        scan = replace(found, scanned=replace(found.scanned, photo_tags=seen)).scan(replace(table, scan=scan))
    assert len(scan.photos) == 15
    assert {thing.id for thing in scan.things if thing.of == "photo"} == {photo.file for photo in scan.photos}
    assert {photo.camera for photo in scan.photos} == set(range(len(scan.cameras)))
    index = scan.standing("figure", "figure-301", where)
    assert index is not None
    assert scan.sigmas[index][0] > 2.0
    assert sum(line.startswith("new photos: figure-301") for line in scan.notes) == 1


def test_floors_that_bear_bases_are_searched() -> None:
    shape, kind = LIBRARY.piece("platform", {"height": 3.0, "length": 7.0, "width": 6.0})
    piece = Piece("platform", shape, RigidTransform((20.0, 10.0, 0.0)), kind)
    # Its floor and what lies a little lower beside it are one.
    (deck,) = decks_of(Table(SIZE, Terrain((piece,))))
    assert deck.height == pytest.approx(3.0, abs=0.005)
    assert deck.box is not None
    low, high = piece.placed.bounds
    assert np.all(deck.box >= low[:2] - 1e-6)
    assert np.all(deck.box <= high[:2] + 1e-6)
    # It is no better known than its piece.
    covariance = np.diag([0.0, 0.0, 0.1**2, 0.0, 0.0, 0.0])
    scan = Scan((ScanMeasurement("platform", "piece", piece.pose.position),), covariance)
    (measured,) = decks_of(Table(SIZE, Terrain((piece,)), scan=scan))
    assert measured.sigma == pytest.approx(np.hypot(0.1, deck.sigma))


def test_bases_stand_on_floors_and_not_in_solids() -> None:
    floors = RayScene([box((10.0, 10.0, 0.0), (12.0, 12.0, 1.0))])
    assert bears(floors, (5.0, 5.0, 0.0), 25.0)
    assert bears(floors, (11.0, 11.0, 1.0), 25.0)
    assert not bears(floors, (11.0, 11.0, 0.0), 25.0)
    assert not bears(floors, (5.0, 5.0, 1.0), 25.0)
