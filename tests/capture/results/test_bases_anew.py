"""Bases in few photos of a table with a deck, and who is taken to stand on them; a stranger's base is nobody's."""

from dataclasses import replace

import numpy as np
import pytest

from assets.mesh_library import LIBRARY
from assets.tag_scheme import ANCHOR_CARD_MM, ANCHOR_MM
from capture.photos.photo_reading import each_photo
from capture.results import figures_anew as anew
from capture.results.bases_anew import ShownTable
from capture.results.figures_anew import FiguresAnew, figures_anew
from capture.results.old_places import OldPlace, OldPlaces
from capture.results.scan_writing import document_of
from capture.tags.photo_tags import tags_in_photo
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import Point
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH, Figure, Piece, Table, Terrain
from tests.capture.made_scans import made_scan
from tests.capture.rendered import EVEN, Noise, PrintedTag, Scenery, Stage, jpeg, looking, phone_lens, photograph
from tests.plain_scenes import box

SIZE = (30.0, 22.0)
EDGE = ANCHOR_CARD_MM / 2.0 / MM_PER_INCH
TAGS = {
    0: RigidTransform.turned((EDGE, EDGE, 0.0), 0.0),
    1: RigidTransform.turned((SIZE[0] - EDGE, EDGE, 0.0), 90.0),
    2: RigidTransform.turned((SIZE[0] - EDGE, SIZE[1] - EDGE, 0.0), 180.0),
    3: RigidTransform.turned((EDGE, SIZE[1] - EDGE, 0.0), 270.0),
    4: RigidTransform.turned((15.0, 19.5, 0.0), 20.0),
    5: RigidTransform.turned((15.0, 2.0, 0.0), -30.0),
}
LENS = phone_lens((1600, 1200))
WALLS = (("barricade", (12.0, 8.0, 0.0), 0.0), ("walkway", (22.0, 14.0, 0.0), 90.0), ("crate", (7.0, 15.0, 0.0), 10.0))
STOOD: dict[str, tuple[Point, str, float]] = {
    "mags": ((5.0, 6.0, 0.0), "human", 32.0),
    "rook": ((18.0, 6.0, 0.0), "brute", 40.0),
    "wisp": ((10.0, 17.0, 0.0), "human", 25.0),
    "shade": ((12.0, 9.2, 0.0), "human", 28.5),
    "decker": ((22.0, 13.0, 3.0), "human", 32.0),
}
STRANGER: Point = (20.0, 5.0, 0.0)


def view_from(turn: float) -> CameraView:
    eye = (15.0 + 24.0 * np.cos(turn), 11.0 + 24.0 * np.sin(turn), 20.0)
    return CameraView(LENS, looking(eye, (15.0, 11.2, 0.0), roll=3.0))


def figure(name: str, place: Point, proxy: str, base_mm: float) -> Figure:
    return Figure(name, LIBRARY.body(proxy, "upright", "upright"), place, base_mm=base_mm)


def lines(found: FiguresAnew, table: Table) -> list[str]:
    return [doubt.line(table, [one.id for one in table.figures]) for doubt in found.doubts]


@pytest.fixture(scope="module")
def table() -> Table:
    """The table as it was scanned."""
    pieces = []
    for kit, place, turn in WALLS:
        shape, kind = LIBRARY.piece(kit, {})
        pieces.append(Piece(kit, shape, RigidTransform.turned(place, turn), kind))
    scan = document_of(made_scan([view_from(float(turn)) for turn in range(6)], tags=TAGS, lens=LENS)).scan
    return Table(SIZE, Terrain(tuple(pieces)), tuple(figure(name, *one) for name, one in STOOD.items()), scan=scan)


@pytest.fixture(scope="module")
def found(table: Table, tmp_path_factory: pytest.TempPathFactory) -> FiguresAnew:
    """What two photos say in which nobody has moved, and a stranger with a base like Mags's and Decker's has come."""
    papers = tuple(PrintedTag(tag, ANCHOR_MM, pose, card_mm=ANCHOR_CARD_MM) for tag, pose in TAGS.items())
    now = replace(table, figures=(*table.figures, figure("stranger", STRANGER, "human", 32.0)), scan=None)
    stage, rng = Stage(Scenery(now, papers), EVEN), np.random.default_rng(9)
    files = [tmp_path_factory.mktemp("photos") / f"{i}.jpg" for i in range(2)]
    for i, file in enumerate(files):
        picture = photograph(stage, view_from(4.9 + i), noise=Noise(), gamma=2.2, rng=rng)
        file.write_bytes(jpeg(picture, lens=LENS))
    photos = [photo for _, photo in each_photo(files) if not isinstance(photo, str)]
    return figures_anew(table, [tags_in_photo(photo) for photo in photos])


def test_a_second_photo_takes_away_no_base_that_the_first_one_shows(found: FiguresAnew) -> None:
    # Behind the walkway's rails either photo shows another half of Decker's rim; Shade is seen past the barricade in one.
    for name, (place, _, _) in STOOD.items():
        np.testing.assert_allclose(found.stood[name].entry.position, place, atol=0.05)
    (stranger,) = found.strange
    np.testing.assert_allclose(stranger.entry.position, STRANGER, atol=0.05)


def test_old_places_are_empty_hidden_or_open(table: Table, found: FiguresAnew) -> None:
    shown = ShownTable.of(found.scanned, table)
    stood = table.figure("mags")

    def told(place: Point) -> OldPlace:
        return OldPlaces(table, shown, ()).look(replace(stood, position=place))

    assert told((9.0, 4.0, 0.0)) is OldPlace.EMPTY
    assert told(STOOD["mags"][0]) is OldPlace.OPEN
    assert told(STOOD["decker"][0]) is OldPlace.OPEN
    assert OldPlaces(table, shown, tuple(found.stood.values())).look(stood) is OldPlace.EMPTY  # somebody stands there
    walls = [
        box((8.0, 1.0, 0.0), (10.0, 2.5, 6.0)),
        box((10.0, 1.0, 0.0), (10.5, 6.0, 6.0)),
        box((7.5, 1.0, 0.0), (8.0, 6.0, 6.0)),
    ]
    walled = ShownTable(shown.photos, RayScene(walls))
    assert OldPlaces(table, walled, ()).look(replace(stood, position=(9.0, 4.0, 0.0))) is OldPlace.HIDDEN
    assert told((9.0, 4.0, 2.0)) is OldPlace.EMPTY  # nothing bears him there any more


def test_whoever_may_still_stand_where_he_stood_is_given_nobodys_base(
    table: Table, found: FiguresAnew, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OldPlaces, "base", lambda *_: None)
    bases = [*(base for name, base in found.stood.items() if name != "decker"), *found.strange]
    monkeypatch.setattr(anew, "rimmed", lambda *_: tuple(bases))
    photos = found.scanned.photo_tags
    doubted = figures_anew(table, photos)
    assert (doubted.missing, len(doubted.strange)) == (("decker",), 1)
    both = "may still stand where it stood, or the base 8.8 inches from there is its own"
    assert any(line.startswith("decker ") and both in line for line in lines(doubted, table))
    # Where he cannot be any more, it is his; and whoever is gone for sure comes before whoever may be hidden.
    monkeypatch.setattr(OldPlaces, "look", lambda *_: OldPlace.EMPTY)
    moved = figures_anew(table, photos)
    assert (moved.missing, moved.strange) == ((), ())
    monkeypatch.setattr(OldPlaces, "look", lambda *_: OldPlace.HIDDEN)
    hidden = figures_anew(table, photos)
    assert hidden.missing == ()
    assert any("moved 8.8 inches, or stands where no photo shows it" in line for line in lines(hidden, table))
    lost = replace(table, figures=(*table.figures, figure("lost", (3.0, 18.0, 0.0), "human", 32.0)))
    monkeypatch.setattr(OldPlaces, "look", lambda _, one: OldPlace.EMPTY if one.id == "lost" else OldPlace.HIDDEN)
    assert figures_anew(lost, photos).missing == ("decker",)
