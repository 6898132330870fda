"""Journal files: one line is added for every answer, by one program at a time, and nothing is ever lost."""

import hashlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from errno import EACCES, EAGAIN, ENOSPC
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from filelock import FileLock, Timeout

from rules.engine.journal_format import MOST_BYTES, Entry, Journal, added, begun, journal_text, read, sound_part
from rules.errors import RulesError
from scene.base.errors import SceneError
from scene.base.safe_files import file_size, read_bytes, write_bytes
from sightline.errors import CommandError

if sys.platform != "win32":
    import fcntl

SUFFIX = ".journal"
LONGEST_NAME = 143
"""Bytes of a file's name that every disk allows; encrypted ones allow the fewest."""


class JournalInUseError(CommandError):
    """A journal that somebody else has open."""

    def __init__(self, path: Path) -> None:
        super().__init__(f'"{path}" is being played by another program; close it there first')
        self.path = path


class JournalFile:
    """A journal that is open for writing; nobody else can write it meanwhile."""

    def __init__(self, path: Path, journal: Journal, file: BinaryIO) -> None:
        """Go on with a journal as it was read; use `opened`, `created` or `written_later`."""
        self._path, self._journal, self._file = path, journal, file

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self._path

    @property
    def journal(self) -> Journal:
        """What it holds."""
        return self._journal

    def add(self, entry: Entry) -> None:
        """Write one entry; whatever becomes of this program afterwards, it is in the file.

        Raises:
            CommandError: if it cannot be written, or somebody else has written meanwhile; then it is not in the file.
        """
        line, after = added(self._journal, entry)
        try:
            self._check_alone()
            _write_whole(self._file, line)
        except OSError as error:
            # Half a line must not stand before the next one.
            with suppress(OSError):
                self._file.seek(self._journal.size)
                self._file.truncate()
            raise CommandError(f'"{self._path}" cannot be written: {error.strerror}; what it holds so far is safe') from None
        self._journal = after

    def _check_alone(self) -> None:
        """Whoever does not heed the locks, such as a program that keeps folders alike, is found out by what it did."""
        mine = os.fstat(self._file.fileno())
        if mine.st_size != self._journal.size:
            raise CommandError(
                f'another program has written to "{self._path}" meanwhile, so the last answer is not in it; '
                "close the battle and open it again to go on from what the journal holds now"
            )
        with suppress(OSError):
            if os.path.samestat(mine, self._path.stat()):
                return
        raise CommandError(
            f'another program has moved or replaced "{self._path}" meanwhile, so the last answer is not in it; '
            "put the journal back or close the battle, and open it again"
        )


class _WrittenLater(JournalFile):
    """A journal whose file is there once something is added to it."""

    def __init__(self, path: Path, header: Mapping[str, Any], entries: Sequence[Entry], closing: ExitStack) -> None:
        self._content, journal = journal_text(header, entries)
        self._closing = closing
        super().__init__(path, journal, BytesIO())

    def add(self, entry: Entry) -> None:
        """Write one entry, before the first one all that was there already."""
        if self._content:
            try:
                self._file = self._closing.enter_context(_new(self._path, self._content))
            except SceneError as error:
                raise CommandError(error.faults) from None
            self._content = b""
        super().add(entry)


def read_journal(path: Path) -> Journal:
    """The journal of a file.

    Raises:
        CommandError: with one line, if it is none or damaged.
    """
    data = read_bytes(path, MOST_BYTES)
    try:
        return read(data)
    except RulesError as error:
        raise CommandError(f'"{path}" {error.faults[0]}{_way_out(data)}') from None


def _way_out(data: bytes) -> str:
    """What can be done about a damaged journal, if anything."""
    try:
        sound_part(data)
    except RulesError:
        return ""
    return f"; --rescue NEW{SUFFIX} writes them to a new journal"


def rescued(path: Path, new: Path) -> tuple[Journal, int]:
    """Write the sound part of a journal as a new one: what it holds, and how many lines of the old one are left out.

    Raises:
        SceneError, CommandError: if there is none, or the new one is there already or cannot be written.
    """
    data = read_bytes(path, MOST_BYTES)
    try:
        journal = sound_part(data)
    except RulesError as error:
        raise CommandError(f'"{path}" {error.faults[0]}') from None
    write_bytes(new, data[: journal.size])
    return journal, len(data[journal.size :].splitlines())


@contextmanager
def opened_to_read(path: Path) -> Iterator[JournalFile]:
    """A journal that is only read: it may lie where nothing can be written, or be in use elsewhere."""
    journal = read_journal(path)
    try:
        file = path.open("rb")
    except OSError as error:
        raise CommandError(f'"{path}" cannot be read: {error.strerror}') from None
    with file:
        yield JournalFile(path, journal, file)


@contextmanager
def opened(path: Path) -> Iterator[JournalFile]:
    """A journal for writing; a `CommandError` while another program has it open."""
    with _locked(path), _writable(path) as file:
        journal = read_journal(path)
        # What was torn off after the last whole line is cut off.
        file.seek(journal.size)
        file.truncate()
        yield JournalFile(path, journal, file)


@contextmanager
def created(path: Path, header: Mapping[str, Any]) -> Iterator[JournalFile]:
    """A new journal for writing; what is there already is not overwritten."""
    line, journal = begun(header)
    with _new(path, line) as file:
        yield JournalFile(path, journal, file)


@contextmanager
def written_later(path: Path, header: Mapping[str, Any], entries: Sequence[Entry]) -> Iterator[JournalFile]:
    """A new journal that has answers already and is written with the next one; what is there then is not overwritten."""
    with ExitStack() as closing:
        yield _WrittenLater(path, header, entries, closing)


@contextmanager
def _new(path: Path, content: bytes) -> Iterator[BinaryIO]:
    """A new file, open behind its content."""
    with _locked(path):
        write_bytes(path, content)
        with _writable(path) as file:
            file.seek(len(content))
            yield file


@contextmanager
def _writable(path: Path) -> Iterator[BinaryIO]:
    """The file, locked itself as well, so that nobody gets round by a link or by deleting the other lock's file."""
    file_size(path, MOST_BYTES)
    try:
        file = path.open("r+b", buffering=0)
    except OSError as error:
        raise CommandError(f'"{path}" cannot be written: {error.strerror}') from None
    with file:
        if not _locked_itself(file):
            raise JournalInUseError(path)
        yield file
        os.fsync(file.fileno())


def _locked_itself(file: BinaryIO) -> bool:
    """Whether nobody else has locked the open file; it is locked now, if its disk knows such locks.

    Not on Windows: there it could not be read meanwhile, and the other lock's file cannot be deleted.
    """
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno not in {EACCES, EAGAIN}
    return True


def _write_whole(file: BinaryIO, line: bytes) -> None:
    if file.write(line) != len(line):
        raise OSError(ENOSPC, os.strerror(ENOSPC))


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    # Whoever closes a journal may be another thread than the one that opened it.
    lock = FileLock(_lock_path(path), timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        raise JournalInUseError(path) from None
    except OSError as error:
        raise CommandError(f'"{path}" cannot be written: {error.strerror}') from None
    try:
        yield
    finally:
        lock.release()


def _lock_path(path: Path) -> Path:
    """The lock's file: beside the journal itself, wherever a link to it lies."""
    real = Path(os.path.realpath(path))
    name = f".{real.name}.lock"
    if len(os.fsencode(name)) > LONGEST_NAME:
        name = f".{hashlib.sha256(os.fsencode(real.name)).hexdigest()[:16]}.lock"
    return real.with_name(name)
