"""The photo files that a command is given: which are meant by names and patterns."""

from collections.abc import Sequence
from contextlib import suppress
from glob import has_magic
from pathlib import Path

from scene.base.messages import shown_text
from sightline.errors import CommandError

PHOTOS = frozenset((".jpg", ".jpeg", ".jpe", ".jfif", ".mpo", ".png", ".tif", ".tiff", ".webp", ".heic", ".heif", ".hif"))
"""What photos' names end in, by which they are told from other files of a folder."""


def photo_files(paths: Sequence[Path]) -> list[Path]:
    """The photos, with those in it in place of a folder, and all files that fit in place of names such as ``photos/*.jpg``.

    Most shells do the latter before a program starts; those of Windows leave it to the program. A file that is called so is
    meant itself, and a pattern that fits none stays as it is, so that it can be named.

    Raises:
        CommandError: there is no photo in a folder, or all that is given are videos.
    """
    from capture.photos.photo_reading import IS_A_VIDEO, is_video

    found, faults = list[Path](), list[str]()
    for path in paths:
        if not _is_folder(path):
            found += _fitting(path) or [path]
            continue
        inside = _files_in(path)
        photos = [each for each in inside if each.suffix.lower() in PHOTOS]
        found += photos
        if not photos:
            video = next((each for each in inside if is_video(each)), None)
            what = f'; "{shown_text(video.name)}" {IS_A_VIDEO}' if video else "; name one with JPEG, PNG or HEIC files"
            faults.append(f'there is no photo in the folder "{shown_text(str(path))}"{what}')
    if faults:
        raise CommandError(faults)
    if found and not any(path.suffix or _is_there(path) for path in found):
        raise CommandError(f'there is no photo or folder "{shown_text(str(path))}"' for path in dict.fromkeys(found[:5]))
    if found and all(is_video(path) for path in found):
        raise CommandError(f'"{shown_text(found[0].name)}" {IS_A_VIDEO}')
    return found


def _fitting(path: Path) -> list[Path]:
    if has_magic(path.name):
        with suppress(OSError, ValueError):
            return [] if path.exists() else sorted(path.parent.glob(path.name))
    return []


def _is_folder(path: Path) -> bool:
    with suppress(OSError, ValueError):
        return path.is_dir()
    return False


def is_file(path: Path) -> bool:
    """Whether a file is there; none is where nobody may look, or where no path can be so long."""
    with suppress(OSError, ValueError):
        return path.is_file()
    return False


def _is_there(path: Path) -> bool:
    with suppress(OSError, ValueError):
        return path.exists() or path.is_symlink()
    return False


def _files_in(folder: Path) -> list[Path]:
    """The files of a folder, in order; neither hidden ones nor what lies in folders below it."""
    with suppress(OSError):
        return sorted(each for each in folder.iterdir() if not each.name.startswith(".") and each.is_file())
    return []
