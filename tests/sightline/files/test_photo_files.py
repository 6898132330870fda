"""Photo files: patterns that a shell has left as they are stand for the files that fit."""

from pathlib import Path

import pytest

from capture.photos.photo_reading import read_photo
from scene.base.errors import SceneError
from sightline.errors import CommandError
from sightline.files.photo_files import photo_files


def test_patterns_stand_for_what_fits_in_order(tmp_path: Path) -> None:
    for name in ("b.jpg", "a.jpg", "c.png"):
        (tmp_path / name).touch()
    assert photo_files([tmp_path / "*.jpg", tmp_path / "c.png"]) == [tmp_path / name for name in ("a.jpg", "b.jpg", "c.png")]


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(tmp_path: Path) -> None:
    for name in ("- [x] {y}.jpg", "- x {y}.jpg"):
        (tmp_path / name).touch()
    assert photo_files([tmp_path / "- [x] {y}.jpg"]) == [tmp_path / "- [x] {y}.jpg"]


def test_what_fits_nothing_stays_to_be_named(tmp_path: Path) -> None:
    assert photo_files([tmp_path / "*.heic", tmp_path / "gone.jpg"]) == [tmp_path / "*.heic", tmp_path / "gone.jpg"]


def test_a_folder_stands_for_the_photos_in_it(tmp_path: Path) -> None:
    for name in ("b.JPG", "a.heic", "notes.txt", "clip.mp4", "c.hevc", ".DS_Store", "._b.JPG", "sub.jpg/c.jpg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = photo_files([tmp_path, tmp_path / "sub.jpg"])
    assert found == [tmp_path / name for name in ("a.heic", "b.JPG", "sub.jpg/c.jpg")]


def test_a_folder_of_videos_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "VID_1.mp4").touch()
    with pytest.raises(CommandError, match=r'no photo in the folder.*"VID_1\.mp4" is a video; take single photos, or save'):
        photo_files([tmp_path])


@pytest.mark.parametrize(
    ("head", "video"),
    [
        (b"\0\0\0\x18ftypisom", True),
        (b"\0\0\0\x14ftypqt  ", True),
        (b"\0\0\0\x18ftypmp42", True),
        (b"\x1aE\xdf\xa3\x01\0\0\0", True),
        (b"RIFF\0\x10\0\0AVI LIST", True),
        (b"\0\0\0\x18ftypheic", False),
        (b"RIFF\0\x10\0\0WEBPVP8 ", False),
    ],
)
def test_a_video_that_is_called_a_photo_is_told(tmp_path: Path, head: bytes, *, video: bool) -> None:
    path = tmp_path / "a.heic"
    path.write_bytes(head + bytes(200))
    with pytest.raises(SceneError) as caught:
        read_photo(path)
    assert ("is a video; take single photos" in caught.value.faults[0]) == video


def test_a_folder_without_photos_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    with pytest.raises(CommandError, match="there is no photo in the folder") as caught:
        photo_files([tmp_path])
    assert len(caught.value.faults) == 1


@pytest.mark.parametrize("name", ["clip.mp4", "VID_1.MOV", "a.avi", "a.mkv", "a.webm", "a.3gp", "a.hevc", "a.h265"])
def test_a_video_is_one_line_with_what_to_do(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"\0\0\0\x18ftypmp42" + bytes(64))
    with pytest.raises(CommandError) as caught:
        photo_files([tmp_path / name])
    assert caught.value.faults == (
        f'"{name}" is a video; take single photos, or save sharp frames of it as JPEG or PNG files and give those',
    )
    # Among photos it is one that does not count.
    assert photo_files([tmp_path / name, tmp_path / "a.jpg"]) == [tmp_path / name, tmp_path / "a.jpg"]
    with pytest.raises(SceneError, match=f'photo "{name}" is a video'):
        read_photo(tmp_path / name)
