"""What `scene.beside` runs: it takes over a table, works on its ground, and says what comes of it.

It ends as soon as nobody holds the other end of its pipe any more.
"""

import os
import sys
from contextlib import suppress
from threading import Thread
from typing import BinaryIO

from scene.beside import GREETING, ZONES, said
from scene.handover import taken_over
from scene.helper import downward
from scene.zones import survey


def main(task: str) -> None:
    """Do the task that the line says, with the table that comes in."""
    # What libraries print must not get among what is said.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    out.write(GREETING)
    terrain, size, walker = taken_over(sys.stdin.buffer)
    Thread(target=_end_with, args=(sys.stdin.buffer,), daemon=True).start()
    if task == "zones":
        for found in downward(survey(terrain, size, walker)):
            said(out, ZONES, found)


def _end_with(stream: BinaryIO) -> None:
    """End when a pipe does."""
    with suppress(OSError):
        stream.read(1)
    os._exit(1)


if __name__ == "__main__":
    with suppress(OSError, EOFError):
        main(sys.argv[1])
