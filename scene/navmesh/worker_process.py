"""A worker process of our own beside this one, which Python's lock does not hold up.

It runs `scene.navmesh.worker` and nothing else. What it works on goes in through a pipe and what comes of it comes out
through another: plain numbers, of which nothing is ever run. It ends when it is told to, and when this process ends.
"""

import os
import struct
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Literal, Self

from scene.navmesh.navmesh_file import PROGRAM

Task = Literal["regions", "navmesh"]
Reply = tuple[bytes, bytes]
"""What it says: of which kind it is, one byte, and the rest."""
GREETING = b"Sightline beside 1 " + PROGRAM.encode()
"""What it says first: it runs the same program and libraries."""
PROGRESS, REGIONS, NAVMESH, FAULTS = b"p", b"r", b"n", b"f"
"""Kinds of replies: the share of the work done, the regions of a patch, a whole navmesh, faults of the table."""
LARGEST = 2**30
"""Bytes of a reply."""
_HEAD = struct.Struct("<cQ")
KEY = "0" * 40
"""What regions and navmeshes are packed under that only pass through a pipe."""
_NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)
_GENTLY = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
"""Both are 0 where there is no such thing: on Windows only can a process be begun so."""


class WorkerProcess:
    """Another process at work; use `begun`, and close it."""

    def __init__(self, process: "subprocess.Popen[bytes]", work: Iterable[bytes]) -> None:
        """Hand over the work."""
        self._process = process
        self._replies: SimpleQueue[Reply | None] = SimpleQueue()
        self._thread = Thread(target=self._talk, args=(work,), name="beside", daemon=True)
        self._thread.start()
        self.ended = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def reply(self, wait: float = 0.0) -> Reply | None:
        """The next thing that it says, if it says one within so many seconds; see `ended` for whether it will say any more."""
        if self.ended:
            return None
        try:
            found = self._replies.get(timeout=wait) if wait > 0.0 else self._replies.get_nowait()
        except Empty:
            return None
        self.ended = found is None
        return found

    def kill(self) -> None:
        """End it, whatever it is at, without waiting for that; it has to be closed all the same."""
        with suppress(OSError):
            self._process.kill()

    def close(self) -> None:
        """End it, whatever it is at, and wait until it is gone."""
        self.kill()
        self.ended = True
        self._process.wait()
        self._thread.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _talk(self, work: Iterable[bytes]) -> None:
        """Hand over the work and take all replies; runs in a thread."""
        into, out = self._process.stdin, self._process.stdout
        assert into is not None
        assert out is not None
        with suppress(OSError, ValueError):
            for part in work:
                into.write(part)
            into.flush()
            for reply in replies(out):
                self._replies.put(reply)
        self._replies.put(None)


def begun(task: Task, work: Iterable[bytes], *, gently: bool = False) -> WorkerProcess | None:
    """Have something worked out in another process; None where there can be none.

    Args:
        task: what to do with the work.
        work: what `scene.navmesh.worker_input.handed_over` gives.
        gently: whether it gives way to everything else that runs.
    """
    python = sys.executable or ""
    # A program that has Python built in is not Python, and would start itself once more.
    if "python" not in Path(python).name.lower() or getattr(sys, "frozen", False):
        return None
    line = [python, "-P", "-m", "scene.navmesh.worker", task, *(["gently"] if gently else [])]
    try:
        process = subprocess.Popen(  # noqa: S603 - this very Python with a module of our own
            line,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": _import_folders()},
            creationflags=_NO_CONSOLE | (_GENTLY if gently else 0),
        )
    except (OSError, ValueError):
        return None
    return WorkerProcess(process, work)


def _import_folders() -> str:
    """From where it imports: as this process does, but from the current folder only if the program itself lies there."""
    here, program = os.path.realpath(os.curdir), os.path.realpath(Path(__file__).parents[2])
    folders = [path for path in sys.path if os.path.realpath(path) != here or here == program]  # "" is the current folder
    return os.pathsep.join(str(Path(path).absolute()) for path in folders)


def said(stream: IO[bytes], kind: bytes, content: bytes) -> None:
    """Say something to the process that has the work done."""
    stream.write(_HEAD.pack(kind, len(content)) + content)
    stream.flush()


def replies(stream: IO[bytes]) -> Iterator[Reply]:
    """All that is said, up to the end or whatever is not ours."""
    if stream.read(len(GREETING)) != GREETING:
        return
    while len(head := stream.read(_HEAD.size)) == _HEAD.size:
        kind, length = _HEAD.unpack(head)
        if length > LARGEST or len(content := stream.read(length)) < length:
            return
        yield kind, content
