"""The threads that work for the pages: how things stand, changes, first sights, whole shots, the ground, pictures, and cards.

A question about the ground may have to work it out first, and a proof takes seconds; nobody's first sight waits for that,
and nothing waits for pictures. Within each thread those who ask take turns, however much one of them asks.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from typing import TypeVar

from sightline.errors import CommandError

Result = TypeVar("Result")

ASKER: ContextVar[str] = ContextVar("asker", default="")
"""Who asks: a seat, and the machine that it is asked from."""
MOST_WAITING = 60
"""Questions that wait for one thread, unless it is told otherwise; more are turned away, and of one asker more than half."""


class Worker:
    """A thread and those who wait for it. Its answers are asked for in one loop."""

    def __init__(self, name: str, most: int = MOST_WAITING) -> None:
        """A thread of that name, for which so many may wait."""
        self._pool = ThreadPoolExecutor(1, name)
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._busy, self._most = False, most

    async def answer(self, work: Callable[[], Result]) -> Result:
        """What the work gives, once it is its turn; a `CommandError` where too many wait already."""
        if self._busy:
            await self._turn(ASKER.get())
        self._busy = True
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._pass_on()

    def begin(self, work: Callable[[], object]) -> Future[object]:
        """Have something done that nobody has to wait for."""
        return self._pool.submit(work)

    def close(self) -> None:
        """Take no more work; what has not begun is left."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _turn(self, asker: str) -> None:
        """Wait until it is the asker's turn."""
        own = self._waiting.get(asker, deque())
        if len(own) >= self._most // 2 or sum(map(len, self._waiting.values())) >= self._most:
            raise CommandError("too many questions wait for an answer; ask again in a moment")
        turn = asyncio.get_running_loop().create_future()
        own.append(turn)
        self._waiting[asker] = own
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """It is the turn of the asker who has had none for the longest time."""
        while self._waiting:
            asker = next(iter(self._waiting))
            own = self._waiting.pop(asker)
            turn = own.popleft()
            if own:
                self._waiting[asker] = own
            if not turn.done():
                turn.set_result(None)
                return
        self._busy = False
