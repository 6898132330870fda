"""The pages that are open: what happens is told to all of them at once."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

MOST_OPEN = 32
"""Pages of one link at a time: those who watch leave the players their places."""
MOST_BEHIND = 100
"""Messages that a page may leave unread before it is left alone; it catches up when it comes back."""


class LivePages:
    """All open pages. Anybody may tell them something, from any thread."""

    def __init__(self) -> None:
        """None yet."""
        self._open: dict[WebSocket, asyncio.Queue[str]] = {}
        self._seats: dict[WebSocket, str] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def count(self) -> int:
        """How many are open."""
        return len(self._open)

    def tell(self, message: dict[str, Any]) -> None:
        """Tell all pages something, in order."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._queue, json.dumps(message))

    def _queue(self, text: str) -> None:
        for waiting in self._open.values():
            if waiting.qsize() < MOST_BEHIND:
                waiting.put_nowait(text)

    async def hold(self, page: WebSocket, seat: str, news: Callable[[], dict[str, Any]]) -> None:
        """Keep a page told until it goes.

        Args:
            page: which.
            seat: the name of the one that it was opened by.
            news: gives what it is told at once.
        """
        self._loop = asyncio.get_running_loop()
        if sum(one == seat for one in self._seats.values()) >= MOST_OPEN:
            await page.close(1013, "too many pages are open")
            return
        self._seats[page] = seat
        sending: asyncio.Task[None] | None = None
        try:
            await page.accept()
            waiting = self._open[page] = asyncio.Queue()
            # Not before it is among those that are told: what happens in between would be told to it by nobody.
            waiting.put_nowait(json.dumps(news()))
            sending = asyncio.create_task(self._send(page, waiting))
            # What a page says here counts for nothing: it only shows that it is there.
            while True:
                await page.receive_text()
        except (WebSocketDisconnect, KeyError, RuntimeError):
            pass
        finally:
            self._open.pop(page, None)
            del self._seats[page]
            if sending is not None:
                sending.cancel()

    async def _send(self, page: WebSocket, waiting: "asyncio.Queue[str]") -> None:
        try:
            while page.client_state is WebSocketState.CONNECTED:
                await page.send_text(await waiting.get())
        except (WebSocketDisconnect, RuntimeError):
            self._open.pop(page, None)
