"""What is checked of a photo's file before anything decodes it: how much work and memory that would take."""

import re
import struct
from typing import Literal

from scene.base.errors import SceneError

MAX_PIXELS = 120_000_000
MAX_PIXELS_AT_ONCE = 61_000_000
"""Of photos that their decoders hold several times over: WebP, and JPEG in several scans."""

MAX_SCANS = 50
"""Of a JPEG; progressive ones have about ten, and each takes as long as the whole photo."""
MAX_SEGMENTS = 10_000
MAX_CHUNKS = 100_000
MAX_STRIPS = 100_000
MAX_FILLING = 1_000_000
"""Bytes between the segments of a JPEG that mean nothing."""
MAX_STRIP_BYTES = 400_000_000
"""Of a strip or tile of a TIFF, unpacked."""

_MARKER = re.compile(rb"\xff[^\x00\xff]")
_MARKER_AFTER_SCAN = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_SCAN, _END = 0xDA, 0xD9
_ALONE = frozenset((0x01, *range(0xD0, 0xD9)))
"""Markers that no segment belongs to: restarts, the beginning, and one without meaning."""

_WIDTH, _LENGTH, _BITS, _STRIPS, _SAMPLES, _STRIP_ROWS, _TILE_WIDTH, _TILE_LENGTH, _TILES = (
    *(256, 257, 258, 273, 277, 278),
    *(322, 323, 324),
)
_TIFF_SIZES = {1: 1, 3: 2, 4: 4, 16: 8}
"""Bytes of the whole numbers in a TIFF, by their kind. Source: TIFF 6.0, section 2."""


class TooLargeError(SceneError):
    """A picture that would take more work or memory than any that is meant."""


def most_pixels(data: bytes) -> int:
    """How many pixels the photo in a file may have.

    Raises:
        TooLargeError: it would take minutes, or gigabytes, only to look the file through.
    """
    if data.startswith(b"\xff\xd8\xff"):
        return MAX_PIXELS_AT_ONCE if _jpeg_scans(data) > 1 else MAX_PIXELS
    if data.startswith(b"\x89PNG"):
        _check_png(data)
    elif data.startswith((b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")):
        _check_tiff(data)
    return MAX_PIXELS_AT_ONCE if data[8:12] == b"WEBP" else MAX_PIXELS


def _jpeg_scans(data: bytes) -> int:
    """In how many scans a JPEG comes. Source: ITU-T T.81, annex B."""
    at, count, filling, scans = 2, 0, 0, 0
    while (found := (_MARKER_AFTER_SCAN if scans else _MARKER).search(data, at)) is not None:
        marker = data[found.end() - 1]
        if marker == _END:
            break
        count += 1
        scans += marker == _SCAN
        filling += 0 if scans else found.start() - at
        at = found.end() + (0 if marker in _ALONE else int.from_bytes(data[found.end() : found.end() + 2]))
        if count > MAX_SEGMENTS or filling > MAX_FILLING or scans > MAX_SCANS:
            raise _too_many_parts()
    return scans


def _check_png(data: bytes) -> None:
    at, count = 8, 0
    while at < len(data):
        at += 12 + int.from_bytes(data[at : at + 4])
        count += 1
        if count > MAX_CHUNKS:
            raise _too_many_parts()


def _check_tiff(data: bytes) -> None:
    numbers, values = _tiff_directory(data)
    if max(numbers.get(_STRIPS, 0), numbers.get(_TILES, 0)) > MAX_STRIPS:
        raise _too_many_parts()
    if _TILES in numbers:
        across, rows = values.get(_TILE_WIDTH, 0), values.get(_TILE_LENGTH, 0)
    else:
        across, rows = values.get(_WIDTH, 0), min(values.get(_STRIP_ROWS, 2**32), values.get(_LENGTH, 0))
    bits = values.get(_BITS, 1) if numbers.get(_BITS, 1) == 1 else 16
    if across * rows * values.get(_SAMPLES, 1) * bits > 8 * MAX_STRIP_BYTES:
        raise TooLargeError("is stored in parts that are too large; save it anew with another program")


def _tiff_directory(data: bytes) -> tuple[dict[int, int], dict[int, int]]:
    """Of each field of the first directory, how many values it has, and which where that is one; as far as it can be read."""
    order: Literal["<", ">"] = "<" if data.startswith(b"II") else ">"
    wide = b"+" in data[2:4]
    entry = struct.Struct(order + ("HHQ8s" if wide else "HHI4s"))
    numbers, values = dict[int, int](), dict[int, int]()
    try:
        (start,) = struct.unpack_from(order + ("Q" if wide else "I"), data, 8 if wide else 4)
        (fields,) = struct.unpack_from(order + ("Q" if wide else "H"), data, start)
        for number in range(min(fields, 2**16)):
            tag, kind, count, value = entry.unpack_from(data, start + (8 if wide else 2) + number * entry.size)
            if tag not in numbers:
                numbers[tag] = count
                if count == 1:
                    values[tag] = int.from_bytes(value[: _TIFF_SIZES.get(kind, 4)], "little" if order == "<" else "big")
    except (struct.error, OverflowError):
        pass  # whoever reads the photo says that it is damaged
    return numbers, values


def _too_many_parts() -> TooLargeError:
    return TooLargeError("is made of far more parts than a photo has; save it anew with another program")
