"""Journal files: a line is added for every answer, by several programs in turn, and nothing is ever lost.

Whoever adds a line locks the journal as long as that takes, and adds it only where nobody else has added something that it does
not know. What others have added is read on from there.
"""

import hashlib
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from errno import EACCES, EAGAIN, ENOSPC
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from filelock import FileLock, Timeout

from rules.engine.journal_format import MOST_BYTES, Entry, Journal, added, begun, journal_text, read, read_on, sound_part
from rules.errors import RulesError
from scene.base.errors import SceneError
from scene.base.safe_files import file_size, read_bytes, write_bytes
from sightline.errors import CommandError

if sys.platform != "win32":
    import fcntl

SUFFIX = ".journal"
PATIENCE = 5.0
"""Seconds that a line waits for those who add another one."""
BETWEEN = 0.005
"""Seconds between two tries meanwhile."""
RESCUE = f"; --rescue NEW{SUFFIX} writes them to a new journal"
LONGEST_NAME = 143
"""Bytes of a file's name that every disk allows; encrypted ones allow the fewest."""


class GoneOnMeanwhileError(CommandError):
    """Others have added to a journal: what is refused was meant for how it was before, and is not in it."""

    def __init__(self) -> None:
        super().__init__("the battle has gone on meanwhile; look what is asked now")


class JournalFile:
    """A journal that is open for writing, as far as it is known here; other programs may add to it as well."""

    def __init__(self, path: Path, journal: Journal, file: BinaryIO) -> None:
        """Go on with a journal as it was read; use `opened`, `opened_to_read` or `written_later`."""
        self._path, self._journal, self._file = path, journal, file

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self._path

    @property
    def journal(self) -> Journal:
        """What it holds, as far as that is known here."""
        return self._journal

    def add(self, entry: Entry) -> None:
        """Write one entry; whatever becomes of this program afterwards, it is in the file.

        Raises:
            GoneOnMeanwhileError: others have added something that is not known here; then it is not in the file.
            CommandError: it cannot be written, or the file is another one by now; then it is not in the file either.
        """
        line, after = added(self._journal, entry)
        with self._alone():
            rest = self._rest()
            if b"\n" in rest:
                raise GoneOnMeanwhileError
            try:
                if rest:
                    # Torn off: whoever wrote it is gone.
                    self._cut()
                _write_whole(self._file, line)
            except OSError as error:
                # Half a line must not stand before the next one.
                with suppress(OSError):
                    self._cut()
                held = f"{error.strerror}; what it holds so far is safe"
                raise CommandError(f'"{self._path}" cannot be written: {held}') from None
        self._journal = after

    @property
    def gone_on(self) -> bool:
        """Whether others have added to it, or the file is another one by now: no more than a look at the file."""
        try:
            return self._size() != self._journal.size and b"\n" in self._rest()
        except CommandError:
            return True

    def news(self) -> tuple[Entry, ...]:
        """What others have added to what is known here, in order; `know` takes it in, one after another.

        Raises:
            CommandError: it is damaged, or the file is another one by now.
        """
        if not self.gone_on:
            return ()
        with self._alone():
            rest = self._rest()
        try:
            return read_on(self._journal, rest).entries[len(self._journal.entries) :]
        except RulesError as error:
            raise CommandError(f'"{self._path}" {error.faults[0]}{RESCUE}') from None

    def know(self, entry: Entry) -> None:
        """Take in the first of the news."""
        self._journal = added(self._journal, entry)[1]

    def _cut(self) -> None:
        self._file.seek(self._journal.size)
        self._file.truncate()

    def _rest(self) -> bytes:
        """What the file holds behind what is known."""
        if self._size() < self._journal.size:
            raise CommandError(
                f'another program has cut "{self._path}" short meanwhile, so the last answer is not in it; '
                "close the battle and open it again to go on from what the journal holds now"
            )
        try:
            self._file.seek(self._journal.size)
            return self._file.read(max(MOST_BYTES - self._journal.size, 0) + 1)
        except OSError as error:
            raise CommandError(f'"{self._path}" cannot be read: {error.strerror}') from None

    def _size(self) -> int:
        """How large the file is, if it still lies where it was; whoever does not heed the locks is found out by that."""
        mine = os.fstat(self._file.fileno())
        with suppress(OSError):
            if os.path.samestat(mine, self._path.stat()):
                return mine.st_size
        raise CommandError(
            f'another program has moved or replaced "{self._path}" meanwhile, so the last answer is not in it; '
            "put the journal back or close the battle, and open it again"
        )

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else adds anything meanwhile, whatever way they come by."""
        with _locked(self._path), _locked_itself(self._path, self._file):
            yield


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
                with _locked(self._path):
                    write_bytes(self._path, self._content)
                self._file = self._closing.enter_context(_writable(self._path))
            except SceneError as error:
                raise CommandError(error.faults) from None
            self._content = b""
        super().add(entry)

    @property
    def gone_on(self) -> bool:
        """Whether others have added to it: nobody knows of it before it is written."""
        return not self._content and super().gone_on


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
    return RESCUE


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
    """A journal that is only read: it may lie where nothing can be written."""
    journal = read_journal(path)
    try:
        file = path.open("rb")
    except OSError as error:
        raise CommandError(f'"{path}" cannot be read: {error.strerror}') from None
    with file:
        yield JournalFile(path, journal, file)


@contextmanager
def opened(path: Path) -> Iterator[JournalFile]:
    """A journal for writing."""
    with _writable(path) as file:
        yield JournalFile(path, read_journal(path), file)


def begin_journal(path: Path, header: Mapping[str, Any]) -> None:
    """Write the first line of a new journal; one that is there already, as others begin it as well, stays as it is."""
    with _locked(path):
        if not path.exists():
            write_bytes(path, begun(header)[0])


@contextmanager
def written_later(path: Path, header: Mapping[str, Any], entries: Sequence[Entry]) -> Iterator[JournalFile]:
    """A new journal that has answers already and is written with the next one; what is there then is not overwritten."""
    with ExitStack() as closing:
        yield _WrittenLater(path, header, entries, closing)


@contextmanager
def _writable(path: Path) -> Iterator[BinaryIO]:
    file_size(path, MOST_BYTES)
    try:
        file = path.open("r+b", buffering=0)
    except OSError as error:
        raise CommandError(f'"{path}" cannot be written: {error.strerror}') from None
    with file:
        yield file
        os.fsync(file.fileno())


@contextmanager
def _locked_itself(path: Path, file: BinaryIO) -> Iterator[None]:
    """The file itself is locked, so that nobody gets round by a link or by deleting the other lock's file.

    Not on Windows: there it could not be read meanwhile, and the other lock's file cannot be deleted.
    """
    if sys.platform == "win32":
        yield
        return
    until = time.monotonic() + PATIENCE
    while not _takes_lock(file):
        if time.monotonic() > until:
            raise _held(path)
        time.sleep(BETWEEN)
    try:
        yield
    finally:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_UN)


def _write_whole(file: BinaryIO, line: bytes) -> None:
    if file.write(line) != len(line):
        raise OSError(ENOSPC, os.strerror(ENOSPC))


def _takes_lock(file: BinaryIO) -> bool:
    """Whether nobody else has locked the open file; it is locked now, if its disk knows such locks."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in {EACCES, EAGAIN}
    return True


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    # Whoever closes a journal may be another thread than the one that opened it.
    lock = FileLock(_lock_path(path), timeout=PATIENCE, poll_interval=BETWEEN, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        raise _held(path) from None
    except OSError as error:
        raise CommandError(f'"{path}" cannot be written: {error.strerror}') from None
    try:
        yield
    finally:
        lock.release()


def _held(path: Path) -> CommandError:
    return CommandError(f'another program holds "{path}" and does not let it go; close the battle there, and try again')


def _lock_path(path: Path) -> Path:
    """The lock's file: beside the journal itself, wherever a link to it lies."""
    real = Path(os.path.realpath(path))
    name = f".{real.name}.lock"
    if len(os.fsencode(name)) > LONGEST_NAME:
        name = f".{hashlib.sha256(os.fsencode(real.name)).hexdigest()[:16]}.lock"
    return real.with_name(name)
