"""Photo files: patterns that a shell has left as they are stand for the files that fit."""

from pathlib import Path

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
