"""The threads that work for the pages: how things stand, changes, first sights, whole shots, the ground, pictures, and cards.

A question about the ground may have to work it out first, and a proof takes seconds; nobody's first sight waits for that,
and nothing waits for pictures. Within each thread questions are answered in the order in which they came.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from sightline.errors import CommandError

Result = TypeVar("Result")

MOST_WAITING = 60
"""Questions that wait for one thread, unless it is told otherwise; more are turned away."""


class Worker:
    """A thread and those who wait for it."""

    def __init__(self, name: str, most: int = MOST_WAITING) -> None:
        """A thread of that name, for which so many may wait."""
        self._pool = ThreadPoolExecutor(1, name)
        self._waiting, self._most = 0, most

    async def answer(self, work: Callable[[], Result]) -> Result:
        """What the work gives, once it is its turn; a `CommandError` where too many wait already."""
        if self._waiting >= self._most:
            raise CommandError("too many questions wait for an answer; ask again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1

    def begin(self, work: Callable[[], object]) -> Future[object]:
        """Have something done that nobody has to wait for."""
        return self._pool.submit(work)

    def close(self) -> None:
        """Take no more work; what has not begun is left."""
        self._pool.shutdown(wait=False, cancel_futures=True)
