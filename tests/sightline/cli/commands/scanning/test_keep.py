"""``sightline keep``: from a clicked piece on one table to a pieces file by which it is found on another."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from assets.mesh_library import LIBRARY
from capture.adjustment.tag_survey import TagSurvey
from capture.objects.pieces_file import load_tagged
from capture.recognition.look_file import load_looks
from capture.results.pieces_by_look import pieces_by_look
from capture.results.scan_writing import document_of
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH
from scene.table_io.table_document import write_document
from sightline.cli.command_line import run
from sightline.drafts.clicked_scenery import corner_click, fitted, place_clicked, scan_photos_of
from sightline.drafts.draft_saving import save
from sightline.drafts.draft_table import open_draft
from sightline.files.scan_photo_lookup import clicked_pieces_in
from tests.capture.made_scans import made_scan
from tests.capture.recognition.painted_boxes import BOX, CORNERS, LENS, TAGS, BoxPhotos, PaintedBox, box_photos, numbers_of

HERE = PaintedBox(RigidTransform.turned((7.0, 6.5, 0.0), 20.0))
THERE = PaintedBox(RigidTransform.turned((9.0, 5.0, 0.0), 130.0))


def scan_of(shots: BoxPhotos, folder: Path) -> TagSurvey:
    """The scan of photos, which are files then."""
    made, photos = made_scan(shots.true, tags=TAGS, noise=0.2, lens=LENS), []
    for number, each in enumerate(made.photo_tags):
        path = folder / each.photo.name.replace(".jpg", ".png")
        cv2.imwrite(str(path), shots.pictures[number])
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        photos.append(replace(each, photo=replace(each.photo, path=path, grey=shots.pictures[number], sha256=digest)))
    return replace(made, photo_tags=tuple(photos))


@pytest.fixture(scope="module")
def clicked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table file with a box that was clicked in the photos beside it."""
    folder = tmp_path_factory.mktemp("hall")
    shots = box_photos([HERE], 1, count=9)
    path = folder / "hall.json"
    write_document(document_of(scan_of(shots, folder)), path)
    draft = open_draft(path)
    photos = scan_photos_of(draft.document.scan, path)
    places = BOX.corner_places(numbers_of(HERE), CORNERS, np.zeros((3, 3)))
    clicks = [
        corner_click(corner, photo, (x, y))
        for photo in (0, 1, 3)
        for corner, (x, y) in enumerate(shots.true[photo].project(places).tolist())
    ]
    save(place_clicked(draft, fitted(photos, "box", clicks), "hut"), path, overwrite=True)
    return path


def test_a_clicked_piece_is_kept_and_found_on_the_next_table(
    clicked: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pieces = tmp_path / "pieces.json"
    assert run(["keep", str(clicked), "--pieces", str(pieces), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["id"] for each in told["kept"]] == ["hut"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hut.look.npz", "hut.stl", "pieces.json"]
    tagged = load_tagged(pieces, LIBRARY)
    scanned = scan_of(box_photos([THERE], 2), tmp_path)
    (found,), doubts = pieces_by_look(scanned, tagged.pieces, load_looks(pieces, tagged.pieces), ())
    assert not doubts
    document = document_of(scanned)
    four = np.array(document.scan.marks["tag-4"]) if document.scan else np.zeros(3)
    apart = np.linalg.norm(np.subtract(found.entry.position, four))
    assert abs(apart - np.linalg.norm(np.subtract(THERE.pose.position, TAGS[4].position))) * MM_PER_INCH < 1.5
    assert found.thing.own.shape == (9, 9)
    # Nothing is replaced unasked.
    assert run(["keep", str(clicked), "--pieces", str(pieces)]) == 2
    assert '"hut" already; give --overwrite' in capsys.readouterr().err
    assert run(["keep", str(clicked), "--pieces", str(pieces), "--overwrite"]) == 0
    assert run(["keep", str(clicked), "--piece", "shed", "--pieces", str(pieces)]) == 2
    assert 'no piece "shed"' in capsys.readouterr().err
    # Beside the table, as the page has it: no mesh that a table names is written over, nor one of another "hut".
    mine = clicked.with_name("hut.stl").read_bytes()
    assert run(["keep", str(clicked), "--pieces", str(clicked.with_name("pieces.json"))]) == 0
    assert clicked.with_name("hut.stl").read_bytes() == mine
    another = b"another hut".ljust(80) + mine[80:]
    pieces.with_name("hut.stl").write_bytes(another)
    assert run(["keep", str(clicked), "--pieces", str(pieces), "--overwrite"]) == 0
    assert pieces.with_name("hut.stl").read_bytes() == another
    assert load_tagged(pieces, LIBRARY).pieces[0].entry.mesh == "hut-2.stl"
    # What is found again may be scanned over.
    assert clicked_pieces_in(clicked) == ["hut"]
    assert clicked_pieces_in(clicked, pieces) == []
