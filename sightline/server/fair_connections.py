"""Connections that leave room for others: who asks nothing for long is closed, and gives way to those who come later.

How many one machine may have at all is seen to where they are accepted (`sightline.server.lan_address`).
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

MOST = 400
"""Connections at a time; a page has up to six, and one that stays open."""
MOST_SILENT = 100
"""That have asked nothing yet, or nothing more; the oldest go."""
PATIENCE, SENDING = 20.0, 300.0
"""Seconds until a request has to be begun and its head be there, and until all of it has to be; slow photos take minutes."""
BETWEEN_LOOKS = 1.0
"""Seconds after which it is seen again whether a request has come."""


class FairConnection(H11Protocol):
    """A connection that is closed where nothing comes of it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request; where too many are silent, the oldest of them goes."""
        super().connection_made(transport)
        self.since = self.loop.time()
        self._look()
        silent = [
            one for one in self.connections if isinstance(one, FairConnection) and one.silent and not one.transport.is_closing()
        ]
        if len(silent) > MOST_SILENT:
            min(silent, key=lambda one: one.since).transport.abort()

    @property
    def silent(self) -> bool:
        """Whether no request is there that is being read or answered."""
        return not self._at_work

    @property
    def _at_work(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _look(self) -> None:
        """Close it where a request does not come; a page that is open has another protocol by then."""
        if self not in self.connections:
            return
        now = self.loop.time()
        if self._at_work and not self.cycle.more_body:
            self.since = now  # it is answered
        elif now - self.since > (PATIENCE if self.silent else SENDING):
            self.transport.abort()
            return
        self.loop.call_later(BETWEEN_LOOKS, self._look)
