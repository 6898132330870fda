"""The worker that `scene.navmesh.worker_process` runs: it takes over a table, builds its navmesh, and says what comes of it.

It ends as soon as nobody holds the other end of its pipe any more.
"""

import json
import os
import struct
import sys
from contextlib import suppress
from threading import Thread
from typing import IO

from scene.base.errors import SceneError
from scene.navmesh.navmesh import build
from scene.navmesh.navmesh_file import packed
from scene.navmesh.shared_build import downward
from scene.navmesh.worker_input import taken_over
from scene.navmesh.worker_process import FAULTS, GREETING, KEY, NAVMESH, PROGRESS, REGIONS, said
from scene.navmesh_parts.regions import survey
from scene.table.table import Terrain
from scene.walkable.agent import Agent

NICE = 5
"""How far it gives way, where systems count that: people who turn the view are not to wait for it, nor it for them for ever."""


def main(task: str, *how: str) -> None:
    """Do the task that the line says, with the table that comes in."""
    if "gently" in how and hasattr(os, "nice"):
        os.nice(NICE)
    # What libraries print must not get among what is said.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    out.write(GREETING)
    if task == "navmesh":
        _progress(out, 0.0)
    terrain, size, agent = taken_over(sys.stdin.buffer)
    Thread(target=_end_with, args=(sys.stdin.fileno(),), daemon=True).start()
    if task == "regions":
        for found in downward(survey(terrain, size, agent)):
            said(out, REGIONS, found)
    elif task == "navmesh":
        _navmesh(out, terrain, size, agent)


def _navmesh(out: IO[bytes], terrain: Terrain, size: tuple[float, float], agent: Agent) -> None:
    """Say what the navmesh of a table is, or what is wrong with the table."""
    try:
        layout = build(terrain, size, agent, lambda share: _progress(out, share))
    except SceneError as error:
        said(out, FAULTS, json.dumps(error.faults).encode())
    else:
        said(out, NAVMESH, packed(layout, KEY))


def _progress(out: IO[bytes], share: float) -> None:
    said(out, PROGRESS, struct.pack("<d", share))


def _end_with(pipe: int) -> None:
    """End when a pipe does."""
    with suppress(OSError):
        os.read(pipe, 1)
    os._exit(1)


if __name__ == "__main__":
    with suppress(OSError, EOFError):
        main(*sys.argv[1:])
        # At once, as a thread still waits for the pipe.
        os._exit(0)
