"""Settings of the window outlast everything that can become of their file."""

from pathlib import Path

import pytest

from sightline.window.view.window_settings import WindowSettings, load_settings, save_settings


@pytest.mark.parametrize("written", ["NaN", "Infinity", "-Infinity", "1e400", "9" * 1_000, "-" + "9" * 5_000])
@pytest.mark.parametrize("name", ["text", "frames", "inches", "grid"])
def test_numbers_that_cannot_be_are_as_they_come(name: str, written: str, tmp_path: Path) -> None:
    path = tmp_path / "window.json"
    path.write_text(f'{{"names": true, "{name}": {written}, "dark": true}}')
    assert load_settings(path) == WindowSettings(names=True, dark=True)


@pytest.mark.parametrize("written", ["null", '"large"', "[1]", '{"text": 2}', "true", "[" * 400 + "]" * 400])
def test_values_of_another_type_are_as_they_come(written: str, tmp_path: Path) -> None:
    path = tmp_path / "window.json"
    path.write_text(f'{{"text": {written}, "inches": {written}, "dark": true}}')
    assert load_settings(path) == WindowSettings(dark=True)
    path.write_text(f'{{"grid": {"1" if written == "true" else written}, "shadows": 0, "inches": 7}}')
    assert load_settings(path) == WindowSettings(inches=7.0)


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"[1, 2]", b"[" * 90_000, b'{"a":' * 15_000, b"7", b"\x00" * 200_000])
def test_files_that_are_none_are_as_if_they_were_missing(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "window.json"
    path.write_bytes(content)
    assert load_settings(path) == load_settings(tmp_path) == load_settings(tmp_path / "none") == WindowSettings()


def test_what_is_beyond_the_limits_is_brought_to_them(tmp_path: Path) -> None:
    path = tmp_path / "window.json"
    path.write_text('{"text": 1000, "frames": -3}')
    found = load_settings(path)
    assert (found.text, found.frames) == (2.5, 5.0)
    save_settings(found, path)
    assert load_settings(path) == found
