"""Scenery clicked in the photos of a scan, by the mouse: it becomes a piece with limits, and wrong photos are refused."""

import hashlib
import json
import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from capture.clicking.click_shapes import SHAPES
from capture.results.scan_writing import document_of
from scene.geometry.camera_model import CameraView
from scene.table.seen_table import FREE, UNKNOWN, ColouredMesh, SeenTable, photos_digest
from scene.table.table import MM_PER_INCH
from scene.table_io.table_document import FigureEntry, write_document
from sightline.cli.command_line import run
from sightline.drafts.draft_saving import save
from sightline.drafts.draft_table import open_draft
from sightline.files.surface_files import surface_bytes, surface_file
from sightline.window.controllers.window_state import WindowState
from sightline.window.graphics.photo_picture import photo_painting
from sightline.window.graphics.shapes.view_shapes import things
from sightline.window.intents.intents import Cancel, Choice, EditSelection, OtherFloor, Quit, SetMode, Undo
from sightline.window.intents.panel_widgets import words
from sightline.window.intents.photo_intents import (
    KeepForOtherTables,
    LookAtPhoto,
    NamePiece,
    NothingElse,
    PhotoFolder,
    TakeShape,
)
from sightline.window.mouse_input import MouseInput
from sightline.window.view.camera_orbit import home
from sightline.window.view.panels.all_panels import panels
from sightline.window.view.photo_view import PhotoView
from sightline.window.view.window_view import WindowView
from tests.capture.made_scans import made_scan, ring
from tests.capture.seen_boxes import seen_boxes
from tests.sightline.window.window_states import SIZE, done, now, rest

VIEWS = ring(8)
HUT = np.array([24.0, 19.0, 0.0, 0.3, 0.0, 0.0, 5.0, 3.5, 3.0])
"""A box on the table: its foot, turn, leans and size."""
FACES = ((0, 1, 2, 3), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
GREYS = (200, 150, 60, 110, 85)


def _photo(view: CameraView) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A picture of the hut and nothing else; corners of boxes are where lines meet."""
    corners = SHAPES["box"].corner_places(HUT, np.arange(8), np.zeros((8, 3)))
    shown, depth = view.project(corners), np.linalg.norm(corners - np.array(view.pose.position), axis=1)
    wide, high = view.lens.size
    picture = np.full((high, wide), 128, np.uint8)
    for face in sorted(range(5), key=lambda face: -depth[list(FACES[face])].mean()):
        cv2.fillConvexPoly(picture, np.rint(shown[list(FACES[face])] * 16).astype(np.int32), GREYS[face], cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


@pytest.fixture(scope="module")
def scanned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a table that was scanned, with its photos in a folder beside it."""
    folder = tmp_path_factory.mktemp("scanned")
    document = document_of(made_scan(VIEWS, noise=0.2))
    assert document.scan is not None
    (folder / "photos").mkdir()
    photos = []
    for photo, view in zip(document.scan.photos, VIEWS, strict=True):
        data = cv2.imencode(".png", _photo(view))[1].tobytes()
        (folder / "photos" / photo.file).write_bytes(data)
        photos.append(replace(photo, sha256=hashlib.sha256(data).hexdigest()))
    figures = (
        FigureEntry("ada", (16.0, 17.0, 0.0), side="red", facing=10.0),
        FigureEntry("bo", (33.0, 21.0, 0.0), side="blue"),
    )
    write_document(replace(document, scan=replace(document.scan, photos=tuple(photos)), figures=figures), folder / "hall.json")
    return folder / "hall.json"


def _opened(path: Path) -> WindowState:
    draft = open_draft(path)
    state = WindowState(WindowView(draft.table, home(draft.table, SIZE), SIZE))
    state.show_table(draft)
    rest(state)
    return state


def _click_hut(state: WindowState, mouse: MouseInput, off: float) -> None:
    """Click the three upper corners in the photo that is shown, some pixels of the window beside them."""
    photo = now(state).photo
    assert photo is not None
    corners = SHAPES["box"].corner_places(HUT, np.arange(3), np.zeros((3, 3)))
    for x, y in photo.in_window(VIEWS[photo.shown].project(corners), SIZE).tolist():
        at = (x + off, y - off)
        mouse.moved(at)
        mouse.pressed(at, "left", shift=False)
        mouse.released("left", also=False)
        rest(state)


def test_a_hut_is_clicked_and_hides_with_limits(scanned: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(scanned.parent, tmp_path / "copy")
    state = _opened(tmp_path / "copy" / "hall.json")
    mouse = MouseInput(state, lambda _pixel: False)
    done(state, SetMode("photos"), LookAtPhoto(1))
    _click_hut(state, mouse, 1.5)
    assert now(state).photo is not None
    assert "second photo" in words(panels(now(state))[1])
    for _ in range(2):
        done(state, OtherFloor())
        _click_hut(state, mouse, -1.0)
    photo = now(state).photo
    assert photo is not None
    assert photo.fit is not None, photo.fault
    assert len({click.photo for click in photo.clicks}) == 3
    painting = photo_painting(now(state))
    assert painting is not None
    assert painting.loupe is not None
    assert [mark.text for mark in painting.marks] == ["1", "2", "3"]
    said = photo.limit_mm
    assert 0.5 < said < 6.0
    done(state, NamePiece("the hut"))
    history = now(state).history
    assert history is not None
    piece = history.now.table.piece("the-hut")
    true = SHAPES["box"].solid(HUT).vertices
    off = np.linalg.norm(piece.placed.vertices[:, None] - true[None], axis=2).min(axis=0).max() * MM_PER_INCH
    assert off < said
    assert (piece.kind, now(state).selected) == ("structure", ("the-hut",))
    # It is as plain as it can be, so it is not kept for other tables, and why is said by its name.
    done(state, KeepForOtherTables())
    message = now(state).message
    assert message is not None
    assert "the hut was not kept, it " in message.text
    assert not (tmp_path / "copy" / "pieces.json").exists()
    placed = photo.clicks
    # Undo takes back what was done last, whatever it was; clicks come back with their own piece only.
    done(state, NothingElse(on=True), Undo())
    still = now(state).photo
    assert still is not None
    assert (still.clicks, now(state).table.terrain_known) == ((), "pieces")
    done(state, Undo())
    again = now(state).photo
    assert again is not None
    assert again.clicks == placed, "its clicks come back"
    assert not history.undo().now.table.terrain.pieces
    assert now(state).history is not None
    assert not now(state).table.terrain.pieces
    path = tmp_path / "copy" / "saved.json"

    save(history.now, path)
    table = open_draft(path).table
    assert table.scan is not None
    assert table.scan.things[-1].of == "shape"
    # What the hut hides is a band: of some scenes drawn from its limits more, of others less.
    assert run(["los", str(path), "ada", "bo", "--json"]) == 0
    assert '"known": "blocked"' in capsys.readouterr().out
    done(state, NothingElse(on=True))
    assert now(state).table.terrain_known == "all"
    assert run(["scan", str(tmp_path / "copy" / "photos"), "-o", str(path), "--overwrite"]) == 2
    assert "holds 1 piece clicked" in " ".join(capsys.readouterr().err.split())


def test_a_click_is_dragged_and_taken_back(scanned: Path) -> None:
    state = _opened(scanned)
    mouse = MouseInput(state, lambda _pixel: False)
    done(state, SetMode("photos"), LookAtPhoto(2))
    _click_hut(state, mouse, 0.0)
    photo = now(state).photo
    assert photo is not None
    at = tuple(photo.in_window(np.array([photo.clicks[0].pixel]), SIZE)[0].tolist())
    mouse.pressed((at[0], at[1]), "left", shift=False)
    mouse.dragged((at[0] + 20.0, at[1]), 20.0, 0.0)
    mouse.released("left", also=False)
    after = now(state).photo
    assert after is not None
    moved = next(click for click in after.clicks if click.corner == 0)
    assert moved.pixel[0] - photo.clicks[0].pixel[0] == pytest.approx(20.0 / photo.fitted_into(SIZE).scale)
    done(state, Undo())
    last = now(state).photo
    assert last is not None
    assert len(last.clicks) == 2
    before = last.fitted_into(SIZE)
    mouse.pressed((300.0, 300.0), "left", shift=False)
    mouse.dragged((340.0, 300.0), 40.0, 0.0)
    mouse.released("left", also=False)
    mouse.scrolled((300.0, 300.0), 3.0)
    zoomed = now(state).photo
    assert zoomed is not None
    assert zoomed.scale > before.scale
    assert len(zoomed.clicks) == 2, "sliding clicks nothing"
    # What was clicked of one shape is kept beside that of another; closing asks once, and deleting deletes no piece.
    done(state, TakeShape("pipe"))
    pipe = now(state).photo
    assert pipe is not None
    assert (pipe.clicks, pipe.pending) == ((), 2)
    done(state, TakeShape("box"), EditSelection("delete"))
    box = now(state).photo
    assert box is not None
    assert len(box.clicks) == 1
    done(state, Quit())
    assert not state.quitting
    assert "would be lost" in now(state).message.text  # type: ignore[union-attr]
    done(state, Cancel())
    assert now(state).mode == "look"
    done(state, Quit())
    assert state.quitting


def test_the_ground_is_painted_and_photos_are_looked_through_from_their_places(scanned: Path) -> None:
    state = _opened(scanned)
    view = now(state)
    assert view.ground is not None
    drawn = things(view)
    assert drawn["ground"].picture is view.ground.picture
    assert "cameras" in drawn
    camera = view.orbit.camera(SIZE)
    assert view.table.scan is not None
    pixels, depth = camera.project(np.array([one.pose.position for one in view.table.scan.views.values()]))
    number = next(i for i, ahead in enumerate(depth.tolist()) if ahead > 0.0)
    at = (float(pixels[number, 0]) + 2.0, float(pixels[number, 1]))
    mouse = MouseInput(state, lambda _pixel: False)
    mouse.pressed(at, "left", shift=False)
    mouse.released("left", also=False)
    rest(state)
    photo = now(state).photo
    assert photo is not None
    assert (now(state).mode, photo.shown) == ("photos", number)
    done(state, Cancel(), Choice("photos", value=False))
    assert not {"ground", "cameras"} & set(things(now(state)))


def test_the_surface_that_photos_show_lies_on_the_table_with_haze_where_nothing_is_known(scanned: Path, tmp_path: Path) -> None:
    shutil.copytree(scanned.parent, tmp_path / "copy")
    path = tmp_path / "copy" / "hall.json"
    scan = open_draft(path).table.scan
    assert scan is not None
    space = np.full((96, 72, 20), FREE, np.uint8)
    space[40:60, 30:50] = UNKNOWN
    red = np.tile(np.array([[200, 0, 0]], np.uint8), (3, 1))
    mesh = ColouredMesh(np.array([[5, 5, 0], [9, 5, 0], [5, 9, 4]], np.float32), red, np.array([[0, 1, 2]], np.int32))
    seen = SeenTable(photos_digest(scan), 8, (0.0, 0.0, 0.0), 0.5, space, (), np.full((96, 72), -1, np.int16), mesh)
    surface_file(path).write_bytes(surface_bytes(seen))
    state = _opened(path)
    drawn = things(now(state))
    assert np.allclose(drawn["surface"].shape.colours[0], [200 / 255, 0, 0, 1])
    low, high = drawn["haze"].shape.places.min(axis=0), drawn["haze"].shape.places.max(axis=0)
    assert ((low >= (20.0, 15.0, 0.0)) & (high <= (30.0, 25.0, 4.0))).all()
    assert drawn["haze"].blended
    done(state, Choice("surface", value=False))
    assert "surface" not in things(now(state))
    done(state, Choice("haze", value=False))
    assert "haze" not in things(now(state))
    # That of another scan is none of this table's.
    surface_file(path).write_bytes(surface_bytes(replace(seen, scan="other")))
    assert now(_opened(path)).surface is None


def test_one_photo_that_cannot_be_read_does_not_take_the_ground_away(scanned: Path, tmp_path: Path) -> None:
    shutil.copytree(scanned.parent, tmp_path / "copy")
    (tmp_path / "copy" / "photos" / "photo-00.jpg").write_bytes(b"no photo")
    assert now(_opened(tmp_path / "copy" / "hall.json")).ground is not None


def test_photos_that_are_not_there_or_not_the_same(scanned: Path, tmp_path: Path) -> None:
    shutil.copy(scanned, tmp_path / "hall.json")
    state = _opened(tmp_path / "hall.json")
    done(state, SetMode("photos"))
    assert now(state).ground is None
    assert (now(state).files, now(state).mode) == ("photos", "look")
    done(state, PhotoFolder(str(tmp_path / "nowhere")))
    assert now(state).message is not None
    assert "none of the scan's photos" in now(state).message.text  # type: ignore[union-attr]
    done(state, PhotoFolder(str(scanned.parent / "photos")))
    assert now(state).mode == "photos"
    names = sorted(one.name for one in (scanned.parent / "photos").iterdir())
    (tmp_path / "photos").mkdir()
    for name, other in zip(names, names[::-1], strict=True):
        shutil.copy(scanned.parent / "photos" / name, tmp_path / "photos" / other)
    state = _opened(tmp_path / "hall.json")
    done(state, SetMode("photos"))
    assert now(state).message is not None
    assert "is not as it was when the scan was made" in now(state).message.text  # type: ignore[union-attr]
    assert "this photo cannot be used; go to another one (Tab)" in words(panels(now(state))[1])


def test_a_thing_of_any_shape_is_cut_out_of_the_surface_by_one_click(
    scanned: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(scanned.parent, tmp_path / "copy")
    path = tmp_path / "copy" / "hall.json"
    state = _opened(path)
    scan = now(state).table.scan
    assert scan is not None
    mouse = MouseInput(state, lambda _pixel: False)

    def click_top() -> PhotoView:
        photo = now(state).photo
        assert photo is not None
        ((x, y),) = photo.in_window(VIEWS[photo.shown].project(np.array([[24.0, 19.0, 3.0]])), SIZE).tolist()
        mouse.moved((x, y))
        mouse.pressed((x, y), "left", shift=False)
        mouse.released("left", also=False)
        rest(state)
        found = now(state).photo
        assert found is not None
        return found

    done(state, SetMode("photos"), TakeShape("surface"))
    click_top()
    message = now(state).message
    assert message is not None
    assert 'sightline surface "hall.json" --photos FOLDER' in message.text
    seen = seen_boxes(now(state).table.size, [((24.0, 19.0), (5.0, 3.5, 3.0))], photos_digest(scan))
    surface_file(path).write_bytes(surface_bytes(seen))
    state = _opened(path)
    mouse = MouseInput(state, lambda _pixel: False)
    done(state, SetMode("photos"), TakeShape("surface"))
    photo = click_top()
    assert photo.part is not None, photo.fault
    assert len(photo.outline)
    assert "127 x 89 mm" in words(panels(now(state))[1])
    done(state, NamePiece("the rock"))
    history = now(state).history
    assert history is not None
    piece = history.now.table.piece("the-rock")
    np.testing.assert_allclose(piece.placed.bounds[1], [26.5, 20.75, 3.0], atol=0.01)
    measured = history.now.table.scan
    assert measured is not None
    assert "the-rock" in {thing.id for thing in measured.things if thing.of == "shape"}
    done(state, Undo())
    assert not now(state).table.terrain.pieces
    # The same at a terminal, and on the table that comes of it the rock stands in the way.
    words_of = ["surface", str(path), "--cut", "24", "19", "--called", "rock", "--save", str(tmp_path / "copy" / "rock.json")]
    assert run([*words_of, "--json"]) == 0
    cut = json.loads(capsys.readouterr().out)["cut"]
    assert (cut["id"], cut["size"][:2]) == ("rock", pytest.approx([5.0, 3.5], abs=0.01))
    assert run(["los", str(tmp_path / "copy" / "rock.json"), "ada", "bo", "--json"]) == 0
    hidden = json.loads(capsys.readouterr().out)["hidden"]
    assert {one["id"] for one in hidden["by"]} == {"rock"}
    for wrong, said in (
        (words_of, "--overwrite"),
        (words_of[:-2], "--cut X Y and --save TABLE go together"),
        ([*words_of[:3], "2", "2", *words_of[5:-1], str(tmp_path / "other.json")], "photos show nothing that stands at 2, 2"),
        ([*words_of[:3], "nan", "2", *words_of[5:-1], str(tmp_path / "other.json")], "--cut: "),
    ):
        assert run(wrong) == 2
        assert said in capsys.readouterr().err
    assert not (tmp_path / "other.json").exists()
