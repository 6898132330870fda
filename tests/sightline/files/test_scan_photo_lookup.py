"""The lookup of photos by ``--photo``: answers drawn on those of a table's scan, and those that are refused."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from assets.mesh_library import LIBRARY
from scene.geometry.camera_model import CameraView
from scene.table_io.table_document import write_document
from scene.table_io.table_reading import load_document, load_table
from sightline.cli.command_line import run
from sightline.drawing.annotation.legend import LegendEntry
from sightline.drawing.rendering.palette import VERMILLION
from sightline.files.scan_photo_lookup import better_photos, moved_since, taken
from tests.capture.rendered import looking, photograph
from tests.capture.rendered.light import EVEN
from tests.capture.rendered.scenery import Scenery
from tests.sightline.photographed import Yard, bent_lens, photographed, yard_table
from tests.sightline.tables import draws_once, json_answer

pytestmark = pytest.mark.usefixtures("coarse_pictures")

Capture = pytest.CaptureFixture[str]

SOUTH = CameraView(bent_lens((480, 360), 380.0), looking((11.0, -7.0, 12.0), (12.0, 10.0, 0.5), roll=2.0))
ASIDE = CameraView(bent_lens((480, 360), 380.0), looking((11.0, -7.0, 12.0), (40.0, 10.0, 0.5)))
UPRIGHT = CameraView(bent_lens((360, 480), 380.0), looking((11.0, -7.0, 12.0), (12.0, 10.0, 0.5), roll=-3.0))

QUESTIONS = {
    "los": ("ada", "bruno", "--tolerance-mm", "0"),
    "measure": ("ada", "bruno"),
    "reach": ("ada", "--inches", "2"),
    "blast": ("ada", "--at", "14", "9.8", "0"),
}


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Yard:
    views = {"south.jpg": SOUTH, "aside.jpg": ASIDE, "upright.jpg": UPRIGHT}
    return photographed(tmp_path_factory.mktemp("yard"), views, orientations={"aside.jpg": 3, "upright.jpg": 6})


def asked(yard: Yard, command: str) -> list[str]:
    name, *more = QUESTIONS[command]
    return [command, str(yard.path), name, *more]


@pytest.mark.long
@pytest.mark.parametrize(
    "command", ["los", pytest.param("measure", marks=pytest.mark.long), "reach", pytest.param("blast", marks=pytest.mark.long)]
)
def test_the_answer_is_the_same_and_a_picture_is_written(command: str, yard: Yard, tmp_path: Path, capsys: Capture) -> None:
    words, picture = asked(yard, command), tmp_path / "on.png"
    plain = json_answer(capsys, *words)
    assert json_answer(capsys, *words, "--photo", str(yard.photos[0]), "--picture", str(picture)) == plain
    with Image.open(picture) as drawn:
        # The photo above, enlarged to a thousand pixels, and the words below it.
        assert drawn.width == 1000
        assert drawn.height > 750 + 100
        shown = np.asarray(drawn.convert("RGB"), dtype=np.float64)[:750]
    with Image.open(yard.photos[0]) as photo:
        under = np.asarray(photo.resize((1000, 750)), dtype=np.float64)
    changed = np.abs(shown - under).max(axis=-1) > 40.0
    assert 0.005 < changed.mean() < 0.4


@pytest.mark.long
@pytest.mark.parametrize(
    "command", ["los", pytest.param("measure", marks=pytest.mark.long), pytest.param("reach", marks=pytest.mark.long), "blast"]
)
def test_what_the_scan_did_not_measure_is_told_below_the_photo(
    command: str, yard: Yard, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = load_document(yard.path)
    assert document.scan is not None
    path = yard.path.with_name("pieces.json")
    write_document(replace(document, scan=replace(document.scan, terrain_known="pieces")), path, overwrite=True)
    told = list[str]()

    def band(photo: Image.Image, lines: list[str], marks: list[LegendEntry], **_more: object) -> Image.Image:
        told.extend([*lines, *(mark.text for mark in marks)])
        return photo

    module = {"los": "sight"}.get(command, command)
    monkeypatch.setattr(f"sightline.drawing.on_photo.photo_{module}.with_band", band)
    more = ["ada", "5,2,0"] if command == "measure" else asked(yard, command)[2:]
    words = [command, str(path), *more, "--photo", str(yard.photos[0])]
    assert run([*words, "--picture", str(tmp_path / "on.png")]) == 0
    assert "scenery without tags is not known" in capsys.readouterr().err
    assert any("scenery without tags is not known" in line for line in told)
    assert not any(line.startswith(("seen of", "a line of sight", "sure")) and "at least" not in line for line in told)


def test_pictures_are_only_replaced_if_told_so(yard: Yard, tmp_path: Path, capsys: Capture) -> None:
    draws_once(capsys, tmp_path / "on.png", *asked(yard, "measure"), "--photo", str(yard.photos[0]))


@pytest.mark.long
@pytest.mark.parametrize("words", [("--odds",), ("--best", "--target", "bruno"), ("--miss", "--seed", "2")])
def test_clouds_and_best_places_are_drawn_on_photos_too(words: tuple[str, ...], yard: Yard, tmp_path: Path) -> None:
    place = () if "--best" in words else ("--at", "14", "9.8", "0")
    picture = tmp_path / "on.png"
    given = ["blast", str(yard.path), "ada", *place, *words, "--photo", str(yard.photos[0]), "--picture", str(picture)]
    assert run(given) == 0
    with Image.open(picture) as drawn:
        shown = np.asarray(drawn.convert("RGB"), dtype=np.float64)[:750]
    # Vermillion, of the cloud or of the circle where it ends.
    assert (np.abs(shown - VERMILLION).sum(axis=-1) < 60.0).sum() > 50


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_photo_is_read_upright_however_it_is_stored(number: int, yard: Yard) -> None:
    found = taken(yard.table, yard.photos[number])
    view = (SOUTH, ASIDE, UPRIGHT)[number]
    assert found.view == view
    exact = photograph(Scenery(yard.table), view, light=EVEN, blur_px=0.0, rng=np.random.default_rng(0))
    assert found.colour.shape == exact.shape
    assert np.abs(found.colour.astype(float) - exact).mean() < 2.5


def test_a_renamed_photo_is_still_known(yard: Yard, tmp_path: Path) -> None:
    shutil.copy(yard.photos[0], tmp_path / "copy.jpg")
    assert taken(yard.table, tmp_path / "copy.jpg").view == SOUTH


def test_who_is_not_in_the_photo_is_told_with_photos_that_show_both(yard: Yard, tmp_path: Path, capsys: Capture) -> None:
    words = [*asked(yard, "los"), "--photo", str(yard.photos[1]), "--picture", str(tmp_path / "on.png")]
    assert run(words) == 0
    err = capsys.readouterr().err
    told, wrote = err.splitlines()
    assert told == 'warning: photo "aside.jpg" does not show ada and bruno; shown by south.jpg, upright.jpg'
    assert wrote == f"wrote {tmp_path / 'on.png'}"
    assert better_photos(yard.table, taken(yard.table, yard.photos[0]), [("ada", yard.table.figure("ada").box)]) == ()


def test_what_was_moved_since_is_told(yard: Yard) -> None:
    assert moved_since(yard.table, ["ada", "bruno", "crate"]) == ()
    bruno = yard.table.figure("bruno")
    (line,) = moved_since(yard.table.with_figure(bruno.moved((14.0, 9.0, 0.0))), ["ada", "bruno", "crate"])
    assert line.startswith('"bruno" was moved')
    assert moved_since(yard.table.with_figure(bruno.moved((14.0, 9.0, 0.0))), ["ada"]) == ()


def refused(capsys: Capture, *words: str) -> str:
    """The one line of a command that is refused."""
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize("command", ["los", "measure", "reach", "blast"])
def test_a_photo_wants_a_place_for_the_drawing(command: str, yard: Yard, capsys: Capture) -> None:
    err = refused(capsys, *asked(yard, command), "--photo", str(yard.photos[0]))
    assert "--picture" in err
    assert "south.jpg" in err


@pytest.mark.parametrize("command", ["los", "measure", "reach", "blast"])
def test_a_table_without_a_scan_has_no_photos(command: str, yard: Yard, tmp_path: Path, capsys: Capture) -> None:
    path, _ = yard_table(tmp_path)
    words = [command, str(path), *asked(yard, command)[2:]]
    err = refused(capsys, *words, "--photo", str(yard.photos[0]), "--picture", str(tmp_path / "on.png"))
    assert "scanned from photos" in err


def test_photos_that_are_refused(yard: Yard, tmp_path: Path, capsys: Capture) -> None:
    on = ("--picture", str(tmp_path / "on.png"))
    words = asked(yard, "measure")
    other = tmp_path / "other.jpg"
    Image.new("RGB", (48, 36)).save(other)
    err = refused(capsys, *words, "--photo", str(other), *on)
    assert "none of this scan" in err
    assert "south.jpg, aside.jpg, upright.jpg" in err
    changed = tmp_path / "south.jpg"
    with Image.open(yard.photos[0]) as photo:
        photo.save(changed, quality=60)
    assert "not as it was" in refused(capsys, *words, "--photo", str(changed), *on)
    assert "no such file" in refused(capsys, *words, "--photo", str(tmp_path / "gone.jpg"), *on)
    assert "photos/aside.jpg" in refused(capsys, *words, "--photo", str(tmp_path / "aside.jpg"), *on)
    other.write_bytes(b"this is no photo")
    assert "not a photo" in refused(capsys, *words, "--photo", str(other), *on)
    assert "is not a file" in refused(capsys, *words, "--photo", str(tmp_path), *on)
    assert not (tmp_path / "on.png").exists()


def test_what_else_is_asked_wrongly(yard: Yard, tmp_path: Path, capsys: Capture) -> None:
    photo = str(yard.photos[0])
    on = ("--picture", str(tmp_path / "on.png"))
    assert "SHOOTER" in refused(capsys, "los", str(yard.path), "--all", "--photo", photo, *on)
    assert "--photo" in refused(capsys, *asked(yard, "measure"), *on)
    png = tmp_path / "photo.png"
    png.write_bytes(b"\x89PNG")
    same = refused(capsys, *asked(yard, "los"), "--photo", str(png), "--picture", str(png), "--overwrite")
    assert "the photo itself" in same
    assert png.read_bytes() == b"\x89PNG"


def test_a_photo_of_another_size_than_its_camera_is_refused(yard: Yard, tmp_path: Path, capsys: Capture) -> None:
    document = load_document(yard.path)
    assert document.scan is not None
    cameras = tuple(replace(lens, size=(lens.size[0] + 1, lens.size[1])) for lens in document.scan.cameras)
    path = tmp_path / "yard.json"
    write_document(replace(document, scan=replace(document.scan, cameras=cameras)), path)
    assert load_table(path, LIBRARY).scan is not None
    words = ["measure", str(path), "ada", "bruno", "--photo", str(yard.photos[0]), "--picture", str(tmp_path / "on.png")]
    assert "480 x 360 pixels, and the scan says 481 x 360" in refused(capsys, *words)
