"""Navmeshes for the window, built in processes of their own: a thread would hold up the frames by Python's lock.

A navmesh that nobody waits for any more goes on: people who drag a figure ask for another path with every step, and all of
them are on the same navmesh. It ends when other terrain is on the table, and with the window.
"""

import json
import struct
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock, Thread

from scene.base.errors import SceneError
from scene.navmesh.navmesh import Advance, build
from scene.navmesh.navmesh_file import NavMeshParts, unpacked
from scene.navmesh.worker_input import handed_over
from scene.navmesh.worker_process import FAULTS, KEY, NAVMESH, PROGRESS, WorkerProcess, begun
from scene.table.changed_pieces import all_open
from scene.table.table import Terrain
from scene.walkable.agent import Agent

EVERY = 0.1
"""Seconds after which those who wait are told how far it is, or that nobody waits for them."""
CUT_SHORT = "working out the ground was cut short: its process ended by itself, perhaps for want of memory; ask again"

Wanted = tuple[Terrain, tuple[float, float], Agent]


class DroppedError(SceneError):
    """Nobody waits for this any more."""

    def __init__(self) -> None:
        super().__init__("this is no longer asked")


@dataclass(eq=False)
class _Running:
    """A process that works a navmesh out.

    Attributes:
        process: itself.
        turn: whoever has it listens to the process.
        share: of the work done, 0 to 1; None before it has said anything.
        outcome: what came of it; None is nothing yet.
        stopped: whether it was ended on purpose.
    """

    process: WorkerProcess
    turn: Lock = field(default_factory=Lock)
    share: float | None = None
    outcome: NavMeshParts | SceneError | None = None
    stopped: bool = False

    def stop(self) -> None:
        """End it, and do not wait for that."""
        self.stopped = True
        self.process.kill()
        Thread(target=self.process.close, daemon=True).start()

    def listen(self) -> None:
        """Take the next thing that it says, or wait a little."""
        reply = self.process.reply(EVERY)
        if self.stopped:
            self.outcome = DroppedError()
        elif reply is not None:
            self._take(*reply)
        elif self.process.ended:
            self.outcome = SceneError(CUT_SHORT)

    def _take(self, kind: bytes, content: bytes) -> None:
        if kind == PROGRESS:
            (self.share,) = struct.unpack("<d", content)
        elif kind == FAULTS:
            self.outcome = SceneError(json.loads(content))
        elif kind == NAVMESH:
            self.outcome = unpacked(content, KEY) or SceneError(CUT_SHORT)


class NavMeshProcesses:
    """The processes that work navmeshes out for one window; they change, and any thread may ask."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._running: dict[Wanted, _Running] = {}
        self._closed = False

    @property
    def share(self) -> float | None:
        """How far the work has come that is under way; None where there is none."""
        return None if self.under_way is None else self.under_way[1]

    @property
    def under_way(self) -> tuple[Agent, float] | None:
        """For whom the ground is worked out, and how far that has come, of what has come least far; None where nothing is."""
        told = [(agent, one.share) for (_, _, agent), one in [*self._running.items()] if one.share is not None]
        return min(told, key=lambda one: one[1], default=None)

    def build(self, terrain: Terrain, size: tuple[float, float], agent: Agent, advance: Advance) -> NavMeshParts:
        """What `scene.navmesh.navmesh.build` gives, worked out in another process; in this one where there can be no other.

        Raises:
            SceneError: it cannot be worked out, or its process ended by itself.
            DroppedError: it was ended on purpose. What ``advance`` raises comes out as well, and the work goes on for others.
        """
        wanted = (terrain, size, agent)
        running = self._begun(wanted)
        if running is not None:
            while not running.turn.acquire(timeout=EVERY):
                advance(running.share or 0.0)
            try:
                while running.outcome is None:
                    advance(running.share or 0.0)
                    running.listen()
            finally:
                running.turn.release()
            self._ended(wanted, running)
            if isinstance(running.outcome, NavMeshParts):
                return running.outcome
            # What has never said a word could not be begun.
            if running.share is not None or running.stopped:
                raise running.outcome

        def tell(share: float) -> None:
            # Half of the work in this process would be lost.
            with suppress(DroppedError):
                advance(share)

        return build(terrain, size, agent, tell)

    def only(self, terrain: Terrain) -> None:
        """Other terrain is on the table: what is worked out for any other ends, but for the same with its doors open."""
        opened = all_open(terrain)
        for wanted, running in [*self._running.items()]:
            if wanted[0] is not terrain and wanted[0] is not opened:
                self._ended(wanted, running)
                running.stop()

    def close(self) -> None:
        """The window closes: all of it ends."""
        with self._lock:
            self._closed = True
        for wanted, running in [*self._running.items()]:
            self._ended(wanted, running)
            running.stop()

    def _begun(self, wanted: Wanted) -> _Running | None:
        with self._lock:
            if self._closed:
                raise DroppedError
            running = self._running.get(wanted)
            if running is None:
                process = begun("navmesh", handed_over(*wanted), gently=True)
                if process is None:
                    return None
                running = self._running[wanted] = _Running(process)
            return running

    def _ended(self, wanted: Wanted, running: _Running) -> None:
        with self._lock:
            if self._running.get(wanted) is running:
                del self._running[wanted]
        if running.outcome is not None:
            running.process.close()
