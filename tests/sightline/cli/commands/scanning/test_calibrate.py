"""``sightline calibrate``: JSON, exit codes, the camera file, and one line for what cannot be."""

import json
from pathlib import Path

import numpy as np
import pytest

from capture.calibration.boards import parse_board
from capture.calibration.camera_file import read_camera
from sightline.cli.command_line import run
from tests.capture.boardphotos import FOCAL, POSES, photos, save
from tests.capture.photos.test_photo_reading import png_header

WORDS = "charuco:7x9:24mm:17mm"


@pytest.fixture(scope="module")
def shots(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return [str(path) for path in photos(tmp_path_factory.mktemp("board"), parse_board(WORDS))]


def test_json_has_what_is_promised_and_the_camera_file_holds_the_same(
    shots: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    camera, empty = tmp_path / "camera.json", save(tmp_path, "empty.png", np.full((600, 800), 90, np.uint8))
    assert run(["calibrate", *shots, str(empty), "--board", WORDS, "-o", str(camera), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["image_size"] == [800, 600]
    assert answer["camera_matrix"][0][0] == pytest.approx(FOCAL, abs=2.0)
    assert answer["camera_matrix"][2] == [0, 0, 1]
    assert len(answer["distortion"]) == 5
    assert answer["photos_used"] == len(shots)
    assert answer["photos_rejected"] == [{"photo": "empty.png", "why": "shows no such board"}]
    assert 0.0 < answer["sigma"]["focal"] < 2.0
    assert answer["rms_px"] < 0.15
    assert answer["sufficient"] is True
    assert answer["why"] == []
    lens, covariance, info = read_camera(camera)
    assert lens.matrix.tolist() == answer["camera_matrix"]
    assert list(lens.distortion) == answer["distortion"]
    assert np.sqrt(covariance[0, 0]) == pytest.approx(answer["sigma"]["focal"])
    assert (info.photos_used, info.sufficient, info.board) == (len(shots), True, f"{WORDS}:DICT_5X5_50")


def test_words_for_people(shots: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", *shots, "--board", WORDS]) == 0
    out, err = capsys.readouterr()
    assert "give or take" in out.splitlines()[0]
    assert "8 photos" in out
    assert "warning: the board was seen in" in err


@pytest.mark.long
def test_too_little_is_an_honest_no(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alike = [str(path) for path in photos(tmp_path, parse_board(WORDS), tuple((0.4, 0.5, 0.02 * i) for i in range(4)))]
    camera = tmp_path / "camera.json"
    assert run(["calibrate", *alike, "--board", WORDS, "--json", "-o", str(camera)]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["sufficient"] is False
    assert len(answer["why"]) >= 2
    assert read_camera(camera)[2].why == tuple(answer["why"])
    assert run(["calibrate", *alike, "--board", WORDS]) == 1
    out, _ = capsys.readouterr()
    assert out.startswith("Not enough to measure with")
    assert "Lacking: 4 photos are too few" in out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--board", "charuco:7x9"], "too short"),
        (["--board", "checkers:7x9:3mm"], "names no board"),
        ([], "--board"),
        (["--board", WORDS, "-o", "camera.png"], ".json"),
        (["--board", WORDS, "-o", "none/camera.json"], "make it first"),
    ],
)
def test_wrong_words_are_one_line(words: list[str], why: str, shots: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", shots[0], *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert why in err
    assert err.count("\n") == 1


def test_photos_that_are_none(shots: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    huge, cut, text = tmp_path / "huge.png", tmp_path / "cut.png", tmp_path / "text.jpg"
    huge.write_bytes(png_header(20_000, 10_000))
    cut.write_bytes(Path(shots[0]).read_bytes()[:2000])
    text.write_text("hello")
    assert run(["calibrate", str(huge), str(cut), str(text), shots[0], "--board", WORDS]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert "only one photo shows the board" in lines[0]
    for name, why in [("huge.png", "limit is 120"), ("cut.png", "damaged"), ("text.jpg", "JPEG")]:
        assert sum(name in line and why in line for line in lines) == 1
    assert run(["calibrate", "--board", WORDS]) == 2
    assert "PHOTO" in capsys.readouterr().err


def test_nothing_is_replaced_unasked(shots: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    camera = tmp_path / "camera.json"
    camera.write_text("mine")
    assert run(["calibrate", *shots, "--board", WORDS, "-o", str(camera)]) == 2
    assert "--overwrite" in capsys.readouterr().err
    assert camera.read_text() == "mine"
    assert run(["calibrate", *shots[: len(POSES)], "--board", WORDS, "-o", str(camera), "--overwrite"]) == 0
    assert read_camera(camera)[2].sufficient
