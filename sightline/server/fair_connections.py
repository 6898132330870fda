"""Connections that leave room for others: one machine, whether it knows a link or not, cannot hold all that there are."""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

from sightline.server.lan_address import LOOPBACK

MOST = 400
"""Connections at a time; a page has up to six, and one that stays open."""
MOST_OF_ONE = 60
"""Of one address in the network; programs on this very machine may have more."""


class FairConnection(H11Protocol):
    """A connection that is closed at once where its machine has too many already."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count those that come from the same address, open pages among them."""
        super().connection_made(transport)
        own = self.client[0] if self.client else LOOPBACK
        if own != LOOPBACK and [_host(one) for one in self.connections].count(own) > MOST_OF_ONE:
            transport.abort()


def _host(connection: object) -> str:
    client: tuple[str, int] | None = getattr(connection, "client", None)
    return client[0] if client else ""
