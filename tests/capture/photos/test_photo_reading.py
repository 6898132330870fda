"""Reading photos from files: what is in them, how they lie, and that nothing damaged or too large gets through."""

import io
import os
import struct
import sys
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from capture.photos import photo_reading
from capture.photos.exif_orientation import (
    stored_pixels,
    upright_lens,
    upright_picture,
    upright_pixels,
    upright_size,
)
from capture.photos.photo_reading import colour, read_photo, read_photos
from scene.base.errors import SceneError
from scene.geometry.camera_model import Lens
from tests.capture.upright import upright_covariance

ALL_FORMATS = pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a.jpg", {"quality": 98, "subsampling": 0}),
        ("a.png", {}),
        ("a.tif", {}),
        ("a.webp", {"quality": 98}),
        ("a.heic", {"quality": 98}),
    ],
)
RED, BLUE = (200, 30, 30), (20, 40, 210)
LUMA = {RED: 0.299 * 200 + 0.587 * 30 + 0.114 * 30, BLUE: 0.299 * 20 + 0.587 * 40 + 0.114 * 210}
"""Source: ITU-R BT.601."""


def halves(width: int = 64, height: int = 48) -> Image.Image:
    """Red on the left, blue on the right."""
    image = Image.new("RGB", (width, height), RED)
    image.paste(BLUE, (width // 2, 0, width, height))
    return image


def save(path: Path, image: Image.Image, exif: Mapping[int, object] | None = None, **words: Any) -> Path:  # noqa: ANN401
    if path.suffix == ".heic":
        import pillow_heif

        pillow_heif.register_heif_opener()
    block = Image.Exif()
    for tag, value in (exif or {}).items():
        (block if tag < 30000 else block.get_ifd(0x8769))[tag] = value
    image.save(path, exif=block.tobytes(), **words)
    return path


def fault_of(path: Path) -> str:
    with pytest.raises(SceneError) as caught:
        read_photo(path)
    (fault,) = caught.value.faults
    assert path.name in fault
    return fault


@ALL_FORMATS
def test_every_format_is_read_grey_and_in_colour(tmp_path: Path, name: str, words: dict[str, Any]) -> None:
    photo = read_photo(save(tmp_path / name, halves(), **words))
    assert (photo.name, photo.size, photo.stored_size) == (name, (64, 48), (64, 48))
    assert photo.grey.dtype == np.uint8
    assert photo.grey[24, 8] == pytest.approx(LUMA[RED], abs=4)
    assert photo.grey[24, 56] == pytest.approx(LUMA[BLUE], abs=4)
    np.testing.assert_allclose(colour(photo)[24, [8, 56]], [RED, BLUE], atol=8)
    assert photo.focal_px is None


@pytest.mark.parametrize("mode", ["L", "LA", "RGBA", "P", "CMYK", "1", "I;16"])
def test_every_kind_of_pixel_becomes_eight_bits_of_grey(tmp_path: Path, mode: str) -> None:
    ramp = np.repeat(np.linspace(0, 255, 32).astype(np.uint8)[None], 20, axis=0)
    if mode == "I;16":
        image = Image.fromarray(ramp.astype(np.uint16) * 257)
    elif mode == "1":
        ramp = np.where(ramp > 127, 255, 0).astype(np.uint8)
        image = Image.fromarray(ramp).convert("1")
    else:
        image = Image.fromarray(ramp).convert(mode)
    path = tmp_path / "ramp.tif"
    image.save(path)
    np.testing.assert_allclose(read_photo(path).grey.astype(int), ramp, atol=1)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_photos_are_turned_upright_as_pillow_does(tmp_path: Path, orientation: int) -> None:
    from PIL import ImageOps

    rng = np.random.default_rng(orientation)
    stored = rng.integers(0, 256, (12, 20), dtype=np.uint8)
    path = save(tmp_path / "a.png", Image.fromarray(stored), {274: orientation})
    photo = read_photo(path)
    with Image.open(path) as image:
        np.testing.assert_array_equal(photo.grey, np.asarray(ImageOps.exif_transpose(image)))
    np.testing.assert_array_equal(photo.grey, upright_picture(stored, orientation))
    assert photo.stored_size == (20, 12)
    # A pixel and its place in the file show the same grey.
    pixels = rng.integers(0, photo.size, (50, 2))
    back = stored_pixels(pixels, photo.size, orientation)
    columns, rows = back.astype(int).T
    np.testing.assert_array_equal(stored[rows, columns], photo.grey[pixels[:, 1], pixels[:, 0]])
    np.testing.assert_array_equal(upright_pixels(back, photo.size, orientation), pixels)


def test_heic_photos_are_turned_once(tmp_path: Path) -> None:
    photo = read_photo(save(tmp_path / "a.heic", halves(), {274: 6}, quality=95))
    assert (photo.size, photo.orientation, photo.stored_size) == ((48, 64), 6, (64, 48))
    # Turned a quarter clockwise: what was left is on top.
    assert photo.grey[8, 24] == pytest.approx(LUMA[RED], abs=6)
    assert photo.grey[56, 24] == pytest.approx(LUMA[BLUE], abs=6)
    assert tuple(colour(photo).shape) == (64, 48, 3)


def test_a_heic_photo_that_says_it_is_turned_but_is_shown_unturned(tmp_path: Path) -> None:
    path = save(tmp_path / "a.heic", halves(), {274: 6})
    path.write_bytes(path.read_bytes().replace(b"irot", b"free"))  # what turns it is now something that is passed over
    photo = read_photo(path)
    assert (photo.size, photo.orientation) == ((64, 48), 1)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_lens_turned_upright_shows_the_same_points_in_the_turned_photo(orientation: int) -> None:
    lens = Lens((4000, 3000), (3050.0, 3048.0), (2011.0, 1489.0), (0.11, -0.25, 0.0006, -0.0004, 0.12))
    rng = np.random.default_rng(3)
    upright = np.column_stack([rng.uniform(-0.4, 0.4, (30, 2)), np.ones(30)])
    turned = upright_lens(lens, orientation)
    assert turned.size == upright_size((4000, 3000), orientation)
    # The directions as the sensor's frame has them: turned as a photo of 1 x 1 pixels about its middle would be.
    stored = upright.copy()
    stored[:, :2] = stored_pixels(upright[:, :2], (1, 1), orientation)
    np.testing.assert_allclose(
        turned.project(upright), upright_pixels(lens.project(stored), turned.size, orientation), atol=1e-8
    )


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_covariance_turns_as_the_lens_does(orientation: int) -> None:
    rng = np.random.default_rng(4)
    mixing = rng.normal(size=(9, 9)) * 1e-3
    draws = rng.normal(size=(20, 9)) @ mixing
    base = np.array([3050.0, 3048.0, 2011.0, 1489.0, 0.11, -0.25, 0.0006, -0.0004, 0.12])

    def turned(values: np.ndarray) -> np.ndarray:
        own = tuple(values)
        lens = upright_lens(Lens((4000, 3000), own[:2], own[2:4], own[4:]), orientation)
        return np.array([*lens.focal, *lens.centre, *lens.distortion])

    moved = np.array([turned(base + draw) for draw in draws])
    np.testing.assert_allclose(np.cov(moved.T), upright_covariance(np.cov(draws.T), orientation), rtol=1e-6, atol=1e-12)


def test_what_the_camera_noted(tmp_path: Path) -> None:
    exif = {271: "Maker\0", 272: " Phone 5 ", 37386: 4.25, 41989: 26}
    across = read_photo(save(tmp_path / "a.jpg", halves(400, 300), exif))
    held_up = read_photo(save(tmp_path / "b.jpg", halves(400, 300), {**exif, 274: 6}))
    assert (across.make, across.model, across.focal_mm, across.focal_35mm) == ("Maker", "Phone 5", 4.25, 26.0)
    # 26 mm before a film of 43.27 mm across the corners, the photo having 500 pixels there.
    assert across.focal_px == pytest.approx(26 / 43.27 * 500)
    assert held_up.focal_px == pytest.approx(26 / 43.27 * 500)
    assert held_up.size == (300, 400)
    assert held_up.taken_with == across.taken_with
    zoomed = read_photo(save(tmp_path / "c.jpg", halves(400, 300), {**exif, 41989: 52}))
    assert zoomed.taken_with != across.taken_with


def test_the_focal_length_from_the_sensors_pixels(tmp_path: Path) -> None:
    # 4000 pixels wide when taken, 5080 pixels an inch = 200 a millimetre, 10 mm: 2000 pixels; the photo is a tenth of that.
    exif = {37386: 10.0, 41486: 5080.0, 41488: 2, 40962: 4000}
    assert read_photo(save(tmp_path / "a.jpg", halves(400, 300), exif)).focal_px == pytest.approx(200.0)
    assert read_photo(save(tmp_path / "b.jpg", halves(400, 300), {37386: 10.0})).focal_px is None


@pytest.mark.parametrize("exif", [{41989: 0}, {41989: 60000}, {274: 99}, {37386: 0.0, 41486: 0.0}, {274: 0}])
def test_senseless_notes_count_as_none(tmp_path: Path, exif: dict[int, object]) -> None:
    photo = read_photo(save(tmp_path / "a.jpg", halves(), exif))
    assert (photo.focal_px, photo.orientation) == (None, 1)


def test_a_damaged_exif_block_does_not_cost_the_photo(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    block = b"Exif\0\0MM\0*\0\0\0\x08\xff\xff" + bytes(range(200))
    halves().save(path, exif=block)
    assert read_photo(path).size == (64, 48)


def png_header(width: int, height: int) -> bytes:
    """A whole PNG in name only: its header promises a picture of that size."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(("width", "height"), [(20_000, 10_000), (16_000, 7_600), (60_000, 60_000)])
def test_photos_of_too_many_pixels_are_refused_by_their_header(tmp_path: Path, width: int, height: int) -> None:
    path = tmp_path / "huge.png"
    path.write_bytes(png_header(width, height))
    assert "limit is 120" in fault_of(path)


def test_a_photo_of_100_megapixels_is_read_without_a_warning(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    path = tmp_path / "large.png"
    Image.new("1", (12_000, 8_400)).save(path)
    assert read_photo(path).size == (12_000, 8_400)
    assert not recwarn.list


def test_files_that_are_too_long_are_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(tmp_path / "a.jpg", halves())
    monkeypatch.setattr(photo_reading, "MAX_BYTES", path.stat().st_size - 1)
    assert "the limit is" in fault_of(path)


@ALL_FORMATS
def test_cut_short_at_any_place_is_one_line(tmp_path: Path, name: str, words: dict[str, Any]) -> None:
    noise = Image.fromarray(np.random.default_rng(0).integers(0, 256, (200, 300, 3), dtype=np.uint8))
    whole = save(tmp_path / f"whole{Path(name).suffix}", noise, **words).read_bytes()
    for share in (0.002, 0.02, 0.3, 0.6, 0.9):
        path = tmp_path / name
        path.write_bytes(whole[: max(int(len(whole) * share), 1)])
        assert "damaged" in fault_of(path) or "cut short" in fault_of(path)


def test_no_scrambled_file_ends_in_anything_but_one_line(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    for name in ("a.jpg", "a.png", "a.tif", "a.webp", "a.heic"):
        whole = np.frombuffer(save(tmp_path / name, halves(), {271: "M", 41989: 28}).read_bytes(), np.uint8)
        for _ in range(60):
            data = whole.copy()
            places = rng.integers(0, min(len(data), 400), 6)
            data[places] = rng.integers(0, 256, 6)
            path = tmp_path / f"scrambled{Path(name).suffix}"
            path.write_bytes(data.tobytes())
            found, rejected = read_photos([path])
            assert len(found) + len(rejected) == 1


@pytest.mark.parametrize(("content", "why"), [(b"", "is empty"), (b"not a photo", "JPEG"), (b"%PDF-1.7\n" * 50, "JPEG")])
def test_files_that_are_no_photos(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "notes.jpg"
    path.write_bytes(content)
    assert why in fault_of(path)


def test_folders_and_missing_files(tmp_path: Path) -> None:
    assert fault_of(tmp_path).endswith("is not a file but a folder; name the photos in it")
    assert fault_of(tmp_path / "gone.jpg").endswith('photo "gone.jpg" is not there: there is no such file')


def test_heic_without_its_reader_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(tmp_path / "a.heic", halves())
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    assert "install" in fault_of(path)


def test_one_bad_photo_does_not_stop_the_others(tmp_path: Path) -> None:
    good = save(tmp_path / "good.jpg", halves())
    other = save(tmp_path / "other.jpg", halves(80))
    twin, text = tmp_path / "twin.jpg", tmp_path / "text.jpg"
    twin.write_bytes(good.read_bytes())
    text.write_text("hello")
    steps = list[int]()
    found, rejected = read_photos([good, text, tmp_path / "gone.jpg", other, twin], on_progress=steps.append)
    assert [photo.name for photo in found] == ["good.jpg", "other.jpg"]
    assert [name for name, _ in rejected] == ["text.jpg", "gone.jpg", "twin.jpg"]
    assert rejected[1][1] == "is not there: there is no such file"
    assert rejected[2][1] == 'is the same photo as "good.jpg"'
    assert steps == [1] * 5


def test_colour_of_a_photo_that_has_changed_since(tmp_path: Path) -> None:
    photo = read_photo(save(tmp_path / "a.png", halves()))
    buffer = io.BytesIO()
    halves(32).save(buffer, "PNG")
    photo.path.write_bytes(buffer.getvalue())
    with pytest.raises(SceneError, match="has changed"):
        colour(photo)


def test_names_that_are_not_utf_8_can_be_written_down(tmp_path: Path) -> None:
    good, bad = tmp_path / os.fsdecode(b"gr\xfc\xdfe.png"), tmp_path / os.fsdecode(b"\xff.jpg")
    try:
        save(good, halves())
        bad.write_bytes(b"no photo")
    except (OSError, UnicodeError):
        pytest.skip("this system has no such names")
    photos, rejected = read_photos([good, bad])
    assert [photo.name for photo in photos] == ["gr??e.png"]
    assert [name for name, _ in rejected] == ["?.jpg"]


@pytest.mark.parametrize("orientation", [1, 6])
def test_colours_may_come_smaller_but_not_too_small(tmp_path: Path, orientation: int) -> None:
    picture = Image.new("RGB", (1600, 1200), RED)
    picture.paste(BLUE, (800, 0, 1600, 1200))
    exif = Image.Exif()
    exif[0x0112] = orientation
    picture.save(tmp_path / "a.jpg", exif=exif, quality=95)
    photo = read_photo(tmp_path / "a.jpg")
    small = colour(photo, least=300)
    assert small.shape == ((300, 400, 3) if orientation == 1 else (400, 300, 3))
    assert colour(photo).shape[:2] == photo.grey.shape
    ends = small[150, [50, 350]] if orientation == 1 else small[[50, 350], 150]
    np.testing.assert_allclose(ends, [RED, BLUE], atol=8)


def damaged_tiff(packing: str) -> bytes:
    """Noise of which a piece was turned into something else after it was packed."""
    sink = io.BytesIO()
    noise = np.random.default_rng(2).integers(0, 256, (48, 64, 3), dtype=np.uint8)
    Image.fromarray(noise).save(sink, "TIFF", compression=packing)
    data = bytearray(sink.getvalue())
    piece = slice(len(data) // 8, len(data) // 4)
    data[piece] = bytes(255 - value for value in data[piece])
    return bytes(data)


@pytest.mark.parametrize("packing", ["tiff_lzw", "tiff_adobe_deflate"])
def test_a_broken_tiff_is_one_line_and_the_c_library_says_nothing(
    packing: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.tif"
    path.write_bytes(damaged_tiff(packing))
    with pytest.raises(SceneError, match="is damaged or cut short; copy it") as caught:
        read_photo(path)
    assert len(caught.value.faults) == 1
    assert capfd.readouterr() == ("", "")
    print("still there", file=sys.stderr)  # noqa: T201 - as what comes next in the program
    assert capfd.readouterr().err == "still there\n"
