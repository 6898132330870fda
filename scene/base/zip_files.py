"""What is checked of a zip archive before it is opened: how many files it lists."""

from typing import IO

MOST_FILES = 5_000

_LISTED = b"PK\1\2"
"""Stands before each file in the list of contents. Source: PKWARE, APPNOTE.TXT, 4.3.12."""


def lists_too_many(archive: IO[bytes]) -> bool:
    """Whether it lists more than `MOST_FILES` files: reading the list of hundreds of thousands alone takes long."""
    count = 0
    while count <= MOST_FILES and (block := archive.read(2**20)):
        count += block.count(_LISTED)
    return count > MOST_FILES
