"""Pictures that are made to take gigabytes or minutes are read in less, or refused by their header."""

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from capture.photos import photo_limits, picture_decoding
from capture.photos.photo_limits import MAX_PIXELS_AT_ONCE, TooLargeError, most_pixels
from capture.photos.photo_reading import colour, read_photo
from capture.photos.picture_decoding import opened_picture
from scene.base.errors import SceneError
from tests.peak import peaks

PARTS = "is made of far more parts than a photo has"
WIDE, HIGH = 6_000, 4_000


def chunk(kind: bytes, body: bytes = b"") -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int, height: int, *, bits: int = 8, colours: int = 0, before: bytes = b"", after: bytes = b"") -> bytes:
    """A black one; ``colours`` as the format counts: 0 grey, 2 red, green and blue, 6 with a fourth."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, colours, 0, 0, 0))
    row = b"\0" + bytes(width * bits // 8 * {0: 1, 2: 3, 6: 4}[colours])
    packing = zlib.compressobj(1)
    body = b"".join(packing.compress(row) for _ in range(height)) + packing.flush()
    return b"\x89PNG\r\n\x1a\n" + header + before + chunk(b"IDAT", body) + after + chunk(b"IEND")


def saved(image: Image.Image, kind: str, **words: object) -> bytes:
    sink = io.BytesIO()
    image.save(sink, kind, **words)
    return sink.getvalue()


def jpeg(**words: object) -> bytes:
    return saved(Image.new("L", (64, 48), 90), "JPEG", **words)


def after_first_two(data: bytes, more: bytes) -> bytes:
    return data[:2] + more + data[2:]


def tiff(fields: dict[int, int], *, order: str = "<", long: int = 0, piece: bytes = b"") -> bytes:
    """One directory, and after it ``piece``; the field ``long`` has as many values as it says, and they begin at the piece."""
    head = 8 + 2 + 12 * len(fields) + 4
    entries = b"".join(
        struct.pack(order + "HHII", tag, 4, value if tag == long else 1, head if tag in {long, 273, 324} else value)
        for tag, value in sorted(fields.items())
    )
    start = {"<": b"II*\0", ">": b"MM\0*"}[order] + struct.pack(order + "I", 8)
    return start + struct.pack(order + "H", len(fields)) + entries + struct.pack(order + "I", 0) + piece


PLAIN = {256: 64, 257: 48, 258: 8, 259: 8, 262: 1, 277: 1}
"""64 x 48 pixels of grey, deflated."""


def test_large_pictures_take_little_more_than_their_pixels(tmp_path: Path) -> None:
    """24 megapixels; 16 bits of grey took 600 MB, 25 times as much as there are pixels."""
    files = {
        "grey16.png": png(WIDE, HIGH, bits=16),
        "grey16.tif": saved(Image.new("I;16", (WIDE, HIGH)), "TIFF", compression="tiff_adobe_deflate"),
        "grey.jpg": saved(Image.new("L", (WIDE, HIGH)), "JPEG"),
        "rgb16.png": png(WIDE, HIGH, bits=16, colours=2),
        "rgba.png": png(WIDE, HIGH, colours=6),
    }
    found = peaks(tmp_path, files, imports="from capture.photos.photo_reading import read_photo", read="read_photo(path).size")
    assert {said for said, _, _ in found.values()} == {str((WIDE, HIGH))}
    assert found["grey.jpg"][1] < 150
    assert found["rgba.png"][1] < 200


def test_as_colours_they_are_held_once_beside_what_they_are_decoded_to(tmp_path: Path) -> None:
    reading = "colour(Photo(path, None, sha256=hashlib.sha256(path.read_bytes()).hexdigest()))"
    imports = "import hashlib\nfrom capture.photos.photo_reading import Photo, colour"
    found = peaks(tmp_path, {"rgb.png": png(WIDE, HIGH, colours=2)}, imports=imports, read=f"{reading}.shape")
    said, megabytes, _ = found["rgb.png"]
    assert said == str((HIGH, WIDE, 3))
    assert megabytes < 250


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(png(64, 48, before=chunk(b"abCd") * 110_000), id="chunks before the picture"),
        pytest.param(png(64, 48, after=chunk(b"abCd") * 110_000), id="chunks after it"),
        pytest.param(png(64, 48, after=chunk(b"IDAT") * 110_000), id="empty pictures"),
        pytest.param(after_first_two(jpeg(), b"\xff\xe5\0\x02" * 11_000), id="segments"),
        pytest.param(after_first_two(jpeg(), b"\xff\xfe\0\x02" * 11_000), id="comments"),
        pytest.param(after_first_two(jpeg(), b"\xff" * 1_100_000), id="filling"),
        pytest.param(after_first_two(jpeg(), b"\xff\xe5\0\x02" + bytes(1_100_000)), id="zeros"),
        pytest.param(tiff(PLAIN | {322: 1, 323: 1, 324: 110_000}, long=324), id="tiles"),
        pytest.param(tiff(PLAIN | {278: 1, 273: 110_000}, long=273), id="strips"),
        pytest.param(tiff(PLAIN | {278: 1, 273: 110_000}, long=273, order=">"), id="strips, the larger byte first"),
    ],
)
def test_pictures_strewn_with_parts_are_refused_before_anything_walks_through_them(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.photo"
    path.write_bytes(data)
    with pytest.raises(TooLargeError, match=PARTS):
        most_pixels(data)
    with pytest.raises(SceneError, match=f'photo "a.photo" {PARTS}'):
        read_photo(path)


def test_a_progressive_jpeg_with_hundreds_of_scans_is_refused() -> None:
    data = jpeg(progressive=True)
    scans = [at for at in range(len(data)) if data[at : at + 2] == b"\xff\xda"]
    assert len(scans) > 1
    assert most_pixels(data) == MAX_PIXELS_AT_ONCE
    last = data[scans[-1] : -2]
    with pytest.raises(TooLargeError, match=PARTS):
        most_pixels(data[:-2] + last * 60 + data[-2:])


@pytest.mark.parametrize(
    "fields", [{322: 40_000, 323: 40_000, 324: 0}, {256: 40_000, 257: 40_000, 273: 0}, {277: 200_000, 273: 0, 256: 600}]
)
def test_a_tiff_in_huge_parts_is_refused(fields: dict[int, int]) -> None:
    with pytest.raises(TooLargeError, match="in parts that are too large"):
        most_pixels(tiff(PLAIN | {278: 2**31} | fields))


def test_what_is_held_several_times_over_may_have_fewer_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo_limits, "MAX_PIXELS_AT_ONCE", 64 * 48 - 1)
    picture = Image.new("RGB", (64, 48), (9, 200, 70))
    for data in (saved(picture, "WEBP"), saved(picture, "JPEG", progressive=True)):
        with pytest.raises(TooLargeError, match="for photos that are stored like it"):
            opened_picture(data)
    assert opened_picture(saved(picture, "JPEG")).size == (64, 48)


def test_photos_of_phones_are_within_the_limits() -> None:
    """60 megapixels however they are stored, 108 as usual; thousands of strips, segments with depths and more pictures."""
    assert MAX_PIXELS_AT_ONCE > 9_504 * 6_336
    assert most_pixels(jpeg()) > 12_000 * 9_000
    assert most_pixels(tiff(PLAIN | {256: 8_192, 257: 6_144, 277: 3, 278: 1, 273: 6_144}, long=273))
    assert most_pixels(tiff(PLAIN | {256: 8_192, 257: 6_144, 277: 3, 278: 2**31, 273: 0}))
    assert most_pixels(after_first_two(jpeg(), (b"\xff\xe2\xff\xff" + bytes(65_533)) * 200))


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "P", "I;16"])
@pytest.mark.parametrize("rows", [1, 7, 1_000])
def test_strips_make_the_same_picture(mode: str, rows: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noise = np.random.default_rng(3).integers(0, 256, (23, 31, 3), dtype=np.uint8)
    image = Image.fromarray(noise[:, :, 0].astype(np.uint16) * 257) if mode == "I;16" else Image.fromarray(noise).convert(mode)
    image.save(tmp_path / "a.png")
    monkeypatch.setattr(picture_decoding, "STRIP_PIXELS", 31 * rows)
    photo = read_photo(tmp_path / "a.png")
    expected = Image.fromarray(noise[:, :, 0]) if mode == "I;16" else image
    np.testing.assert_array_equal(photo.grey, np.asarray(expected.convert("L")))
    np.testing.assert_array_equal(colour(photo), np.asarray(expected.convert("RGB")))
