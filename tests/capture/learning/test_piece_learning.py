"""Learning where tags sit on a piece, from rendered photos of it whose truth is known."""

import json
from pathlib import Path

import numpy as np
import pytest

from assets.mesh_library import LIBRARY
from capture.learning.piece_learning import own_points
from capture.objects.pieces_file import TagPlace, load_tagged
from scene.geometry.camera_model import CameraView
from scene.geometry.rigid_transform import RigidTransform
from scene.table_io.table_document import PieceEntry
from scene.table_io.table_folder import Folder
from sightline.cli.command_line import run
from tests.capture.alone import Alone, piece_alone
from tests.capture.surveys import difference

TAGS = {104: RigidTransform.turned((1.2, 0.3, 2.75), 25.0), 105: RigidTransform.turned((-1.3, -0.2, 2.75), -80.0)}
CORNERS = np.array([[x, y, z] for x in (-3.0, 3.0) for y in (-1.25, 1.25) for z in (0.0, 2.75)])
"""Of the kit's container."""


@pytest.fixture(scope="module")
def alone() -> Alone:
    return piece_alone("container", {}, TAGS, turn=37.0)


@pytest.fixture(scope="module")
def photos(alone: Alone, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Path], tuple[CameraView, ...]]:
    rng = np.random.default_rng(12)
    return alone.photos(tmp_path_factory.mktemp("photos"), rng, count=3, width=900, orientation=6)


def marked(alone: Alone, photos: tuple[list[Path], tuple[CameraView, ...]], which: list[int]) -> list[str]:
    """The words that mark the container's corners in some of the photos, as well as people do it."""
    rng, words = np.random.default_rng(2), []
    for number in which:
        pixels = photos[1][number].project(alone.piece.pose.to_table(CORNERS)) + rng.normal(0.0, 0.7, (8, 2))
        for (x, y, z), (across, down) in zip(CORNERS, pixels, strict=True):
            words += ["--point", f"{x:g} {y:g} {z:g} {photos[0][number].name} {across:.2f} {down:.2f}"]
    return words


def errors(found: TagPlace) -> tuple[float, float]:
    """Millimetres and degrees between a learned tag and the truth."""
    miss = difference(found.pose, TAGS[found.id])
    return float(np.linalg.norm(miss[:3])) * 25.4, float(np.degrees(np.linalg.norm(miss[3:])))


@pytest.mark.parametrize(("which", "within_mm"), [([0, 1, 2], 1.0), ([1], 1.5)])
def test_tags_are_learned_from_marked_corners(
    alone: Alone,
    photos: tuple[list[Path], tuple[CameraView, ...]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    which: list[int],
    within_mm: float,
) -> None:
    pieces = tmp_path / "pieces.json"
    used = [str(photos[0][number]) for number in which]
    words = ["learn", *used, "--piece", "hut", "--kit", "container", "--pieces", str(pieces), *marked(alone, photos, which)]
    assert run([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    (piece,) = load_tagged(pieces, LIBRARY).pieces
    assert [tag.id for tag in piece.tags] == [104, 105]
    for tag, line in zip(piece.tags, told["tags"], strict=True):
        mm, degrees = errors(tag)
        assert mm < within_mm
        assert degrees < 0.6
        assert mm < 3.5 * np.sqrt(3.0) * line["sigma_mm"]
        assert abs(line["off_mm"]) < max(0.5, 3.0 * line["sigma_mm"])
    assert told["by"] == "points"
    assert len(told["misses"]) == 8 * len(which)
    assert not told["doubts"]


DECK = {"height": 3.0, "grate": 0.0, "rail_front": 2.0, "rail_left": 1.0, "length": 6.0, "width": 5.0}
ON_DECK = {104: RigidTransform.turned((1.2, 0.6, 3.0), 25.0), 105: RigidTransform.turned((-1.3, -0.2, 3.0), -80.0)}


@pytest.mark.long
def test_tags_are_learned_by_edges_alone_and_a_learned_piece_is_not_replaced_unasked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = piece_alone("platform", DECK, ON_DECK, turn=137.0)
    paths, _ = deck.photos(tmp_path, np.random.default_rng(12), count=3, width=900, orientation=6)
    pieces = tmp_path / "pieces.json"
    parameters = [word for name, value in DECK.items() for word in ("--set", f"{name}={value:g}")]
    words = ["learn", *map(str, paths), "--piece", "deck", "--kit", "platform", *parameters, "--pieces", str(pieces)]
    assert run(words) == 0
    first = pieces.read_bytes()
    (piece,) = load_tagged(pieces, LIBRARY).pieces
    assert [tag.id for tag in piece.tags] == [104, 105]
    for tag in piece.tags:
        miss = difference(tag.pose, ON_DECK[tag.id])
        assert np.linalg.norm(miss[:3]) * 25.4 < 1.0
        assert np.degrees(np.linalg.norm(miss[3:])) < 0.5
    capsys.readouterr()
    assert run(words) == 2
    assert 'has a piece "deck" already; give --overwrite' in capsys.readouterr().err
    assert pieces.read_bytes() == first


@pytest.mark.long
def test_edges_of_another_shape_are_refused_rather_than_guessed(
    photos: tuple[list[Path], tuple[CameraView, ...]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["learn", *map(str, photos[0]), "--piece", "hut", "--kit", "platform", "--set", "height=2.75"]
    assert run([*words, "--pieces", str(tmp_path / "pieces.json")]) == 2
    assert "mark points with --point" in capsys.readouterr().err
    assert not (tmp_path / "pieces.json").exists()


def test_points_of_a_mesh_are_in_its_own_units_and_axes(tmp_path: Path) -> None:
    """The mesh is 50 x 30 x 20 mm, y up, its corner at its origin: the anchor is below its middle."""
    box = [(x, y, z) for x in (0, 50) for y in (0, 20) for z in (0, 30)]
    faces = "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n"
    (tmp_path / "box.obj").write_text("".join(f"v {x} {y} {z}\n" for x, y, z in box) + faces)
    source = Folder(tmp_path / "pieces.json")
    entry = PieceEntry("box", (0.0, 0.0, 0.0), mesh="box.obj", units="mm", up="y")
    found = own_points(entry, source, [[0.0, 20.0, 0.0], [50.0, 0.0, 30.0]]) * 25.4
    assert found == pytest.approx(np.array([[-25.0, 15.0, 20.0], [25.0, -15.0, 0.0]]))
    assert own_points(PieceEntry("a", (0.0, 0.0, 0.0), kit="container"), source, [[1.0, 2.0, 3.0]]).tolist() == [
        [1.0, 2.0, 3.0]
    ]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["--piece", "a"], "give either --kit NAME or --mesh FILE"),
        (["--piece", "a", "--kit", "container", "--mesh", "a.stl"], "give either --kit NAME or --mesh FILE"),
        (["--piece", "a", "--kit", "container", "--set", "length"], '--set: "length" is not a parameter'),
        (["--piece", "a", "--kit", "container", "--point", "1 2 3 photo 4"], '--point: "1 2 3 photo 4" is not a point'),
        (["--piece", "a", "--kit", "container", "--tags", "104,x"], '--tags: "x" is not a tag\'s id'),
        (["--piece", "a", "--kit", "contaner"], 'there is no kit piece "contaner"; did you mean "container"?'),
        (["--piece", "a", "--kit", "container", "--pieces", "no/such/pieces.json"], 'there is no folder "no/such"'),
        (["--piece", "a", "--kit", "container", "--pieces", "pieces.txt"], "pieces files are JSON files"),
        (["--piece", "a", "--mesh", "/elsewhere/a.stl", "--units", "mm"], "is not in the folder of"),
    ],
)
def test_what_cannot_be_learned_is_one_line(
    words: list[str], fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["learn", str(tmp_path / "no.jpg"), "--pieces", str(tmp_path / "pieces.json"), *words]) == 2
    told = capsys.readouterr().err
    assert fault in told
    assert "Traceback" not in told
    assert not (tmp_path / "pieces.json").exists()


def test_points_in_other_photos_and_beside_them_are_refused(
    photos: tuple[list[Path], tuple[CameraView, ...]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["learn", str(photos[0][0]), "--piece", "a", "--kit", "container", "--pieces", str(tmp_path / "pieces.json")]
    points = ["--point", "0 0 0 = other.jpg:3,4", "--point", "0 0 1 = view-0.jpg:900,3"]
    assert run([*words, *points]) == 2
    told = capsys.readouterr().err.splitlines()
    assert told == [
        'sightline: the point (0, 0, 0) in "other.jpg": the photo is none of those given',
        'sightline: the point (0, 0, 1) in "view-0.jpg": pixel 900, 3 is outside of the photo, which has 900 x 675 pixels',
    ]
