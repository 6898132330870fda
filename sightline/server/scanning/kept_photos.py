"""The photos that phones send, kept as they came, under names that nobody but this program gives."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from scene.base.errors import SceneError
from scene.base.safe_files import write_bytes
from sightline.errors import CommandError

if TYPE_CHECKING:
    from capture.tags.photo_tags import PhotoTags

MOST_PHOTO = 60_000_000
"""Bytes of a photo: those of phones have 3 to 15 million."""
MOST_PHOTOS = 60
ENDINGS = {b"\xff\xd8\xff": ".jpg", b"\x89PNG\r\n\x1a\n": ".png", b"II*\0": ".tif", b"MM\0*": ".tif"}
"""How files begin."""
HEIF = (b"heic", b"heix", b"mif1", b"msf1", b"hevc")


@dataclass(frozen=True)
class KeptPhoto:
    """A photo and what it shows.

    Attributes:
        path: its file.
        digest: SHA-256 of it.
        tags: ids of the tags that are seen in it.
        fault: why it will not count; empty where it may.
    """

    path: Path
    digest: str
    tags: tuple[int, ...] = ()
    fault: str = ""


def number_of_tags(count: int) -> str:
    """So many tags, in words."""
    return "1 tag" if count == 1 else f"{count} tags"


def kept(data: bytes, folder: Path, before: tuple[KeptPhoto, ...]) -> "tuple[KeptPhoto, PhotoTags | None]":
    """Keep a photo and look for tags in it, a second or so; None where it cannot be read.

    Args:
        data: of the file.
        folder: where it goes; it is made with the first.
        before: those that are there already.

    Raises:
        CommandError: it is there already, there are too many, or it is no photo.
        SceneError: it cannot be written.
    """
    digest = hashlib.sha256(data).hexdigest()
    if any(one.digest == digest for one in before):
        raise CommandError("this photo is here already")
    if len(before) >= MOST_PHOTOS:
        raise CommandError(f"{MOST_PHOTOS} photos are enough; scan them")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SceneError(f'"{folder}" cannot be made: {error.strerror}') from None
    path = folder / f"photo-{digest[:12]}{photo_ending(data)}"
    if not path.exists():
        write_bytes(path, data)
    return looked_at(path, digest)


def found_in(folder: Path) -> list[Path]:
    """The photos that were kept in a folder before, in the order in which they came, so that they keep their numbers."""
    files = [(one.stat().st_mtime_ns, one.name, one) for one in folder.glob("photo-*.*")] if folder.is_dir() else []
    return [one for _, _, one in sorted(files)][:MOST_PHOTOS]


def looked_at(path: Path, digest: str = "") -> "tuple[KeptPhoto, PhotoTags | None]":
    """A kept photo with its tags; None where it cannot be read."""
    # OpenCV is wanted here only.
    from capture.photos.photo_reading import each_photo
    from capture.tags.photo_tags import tags_in_photo, why_no_tags

    # Nobody knows the file by its name here: the fault comes without.
    [(_, photo)] = each_photo([path])
    if isinstance(photo, str):
        return KeptPhoto(path, digest or path.name, fault=f"it {photo}"), None
    seen = tags_in_photo(photo)
    fault = "" if seen.tags else f"it {why_no_tags(seen)}"
    return KeptPhoto(path, digest or photo.sha256, tuple(sorted(tag.id for tag in seen.tags)), fault), seen


def photo_ending(data: bytes) -> str:
    """The ending for the file, by how it begins; a `CommandError` for what is no photo."""
    for begin, ending in ENDINGS.items():
        if data.startswith(begin):
            return ending
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return ".webp"
    if data[4:8] == b"ftyp" and data[8:12] in HEIF:
        return ".heic"
    raise CommandError("that is no photo: JPEG, HEIC, PNG, TIFF and WebP are read")


@cache
def tag_sheets(paper: Literal["a4", "letter"] = "a4") -> bytes:
    """The sheets of anchors, terrain tags and base tags to print, PDF; as ``sightline markers`` makes them."""
    from capture.tags.print_pdf import sheets_pdf
    from capture.tags.print_sheets import SHEETS, sheets

    return sheets_pdf(sheets(paper, list(SHEETS), ()), paper)
