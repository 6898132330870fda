"""``sightline surface``: a scan's photos looked at, what is kept of them beside the table, and what is refused."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from capture.dense import whole_depths
from scene.table.seen_table import FREE, ColouredMesh, Deck, SeenTable, photos_digest
from scene.table_io.table_reading import load_document
from sightline.cli.command_line import run
from sightline.files.surface_files import kept_surface, read_surface, surface_bytes, surface_file
from tests.sightline.test_dense_shots import MAT, table_of

Capture = pytest.CaptureFixture[str]
SEEN = SeenTable(
    "scan",
    12,
    (0.0, 0.0, -0.2),
    0.5,
    (np.arange(60) % 3).astype(np.uint8).reshape(5, 4, 3),
    (Deck(1.0, 0.03, 12.0, (1.0, 1.0, 1.0)),),
    np.zeros((5, 4), np.int16),
    ColouredMesh(
        np.array([[0, 0, 0], [1, 0, 0], [0, 1, 1.1]], np.float32),
        np.array([[255, 0, 0], [0, 255, 0], [0, 0, 255]], np.uint8),
        np.array([[0, 1, 2]], np.int32),
    ),
)


def test_what_is_kept_comes_back_for_the_same_photos_only() -> None:
    content = surface_bytes(SEEN)
    found = read_surface(content, "scan")
    assert found is not None
    assert (found.photos, found.low, found.cell, found.decks) == (SEEN.photos, SEEN.low, SEEN.cell, SEEN.decks)
    assert np.array_equal(found.space, SEEN.space)
    assert np.array_equal(found.deck_at, SEEN.deck_at)
    assert np.array_equal(found.surface.vertices, SEEN.surface.vertices)
    assert np.array_equal(found.surface.colours, SEEN.surface.colours)
    assert np.array_equal(found.surface.faces, SEEN.surface.faces)
    assert read_surface(content, "another scan") is None
    assert read_surface(content[:-1], "scan") is None
    wrong = replace(SEEN.surface, faces=np.array([[0, 1, 3]], np.int32))
    assert read_surface(surface_bytes(replace(SEEN, surface=wrong)), "scan") is None
    assert read_surface(surface_bytes(replace(SEEN, deck_at=np.ones((5, 4), np.int16))), "scan") is None
    # Whoever has the scan can seal such a file: what cannot be is not believed.
    for impossible in (
        replace(SEEN, photos=-3),
        replace(SEEN, low=(0.0, 0.0, 9000.0)),
        replace(SEEN, cell=1e-300),
        replace(SEEN, decks=(replace(SEEN.decks[0], height=99.0),)),
        replace(SEEN, decks=(replace(SEEN.decks[0], off=-5.0),)),
        replace(SEEN, surface=replace(SEEN.surface, vertices=SEEN.surface.vertices + np.float32(999.0))),
    ):
        assert read_surface(surface_bytes(impossible), "scan") is None


def test_shares_and_places_of_its_space() -> None:
    assert SEEN.layers == (1, 3)
    assert SEEN.free_share == pytest.approx(np.mean(SEEN.space[:, :, 1:3] == FREE))
    assert SEEN.at(np.array([[0.1, 0.1, 0.4], [-0.1, 0.1, 0.4], [0.1, 0.1, 9.0]])).tolist() == [FREE, 0, 0]


def test_the_command_writes_surface_and_plan_and_keeps_what_it_found(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Coarser than it is, which saves most of the time.
    monkeypatch.setattr(whole_depths, "PIXEL", 4.0 / 25.4)
    table, photos = table_of(tmp_path, MAT)
    words = ["surface", table, "--photos", photos, "--highest", "0.5", "--json"]
    outputs = ["-o", str(tmp_path / "hall.glb"), "--picture", str(tmp_path / "plan.png")]
    assert run([*words, *outputs]) == 0
    found = json.loads(capsys.readouterr().out)
    ground = found["decks"][0]
    assert ground["low"] <= 0.0 <= ground["high"]
    assert found["photos"] == 8
    assert found["triangles"] > 300
    for name, start in (("hall.glb", b"glTF"), ("plan.png", b"\x89PNG")):
        assert (tmp_path / name).read_bytes().startswith(start)
    scan = load_document(Path(table)).scan
    assert scan is not None
    kept = kept_surface(Path(table), scan)
    assert kept is not None
    assert kept.scan == photos_digest(scan)
    assert len(kept.surface.faces) == found["triangles"]
    # From what is kept, without photos; and it is not replaced unasked.
    assert run(["surface", table, "-o", str(tmp_path / "hall.ply"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["decks"] == found["decks"]
    assert (tmp_path / "hall.ply").read_bytes().startswith(b"ply")
    # Reports have the plan of it.
    report = tmp_path / "why.html"
    assert run(["los", table, "jelena", "kruger", "--report", str(report), "--json"]) == 0
    capsys.readouterr()
    assert "kept by sightline surface" in report.read_text()
    assert run(words) == 2
    assert "--overwrite" in capsys.readouterr().err
    # Photos that show nothing do not take away what others showed.
    nothing = ColouredMesh(np.zeros((0, 3), np.float32), np.zeros((0, 3), np.uint8), np.zeros((0, 3), np.int32))
    monkeypatch.setattr("sightline.api.surface_questions.whole_table", lambda *_, **__: replace(SEEN, surface=nothing))
    assert run([*words, "--overwrite"]) == 0
    assert "agree on no surface" in json.loads(capsys.readouterr().out)["words"][0]
    assert kept_surface(Path(table), scan) is not None
    # A table that was saved under another name has it, too; what is damaged is of no use and is made anew.
    assert kept_surface(Path(table).with_name("week2.json"), scan) is not None
    surface_file(Path(table)).write_bytes(b"damaged")
    assert kept_surface(Path(table), scan) is None
    assert run(["surface", table]) == 2
    assert "damaged" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["{table}"], "--photos"),
        (["{table}", "--photos", "{photos}/0.png"], "4"),
        (["{table}", "--photos", "{photos}", "-o", "hall.stl"], "PLY or GLB"),
    ],
)
def test_what_cannot_be_done_is_one_line(words: list[str], said: str, tmp_path: Path, capsys: Capture) -> None:
    table, photos = table_of(tmp_path, MAT)
    assert run(["surface", *(word.format(table=table, photos=photos) for word in words)]) == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("warning")]
    assert len(lines) == 1
    assert said in lines[0]
