"""The server while it runs: begun at an address, with its links, until it is told to end."""

import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sightline.server.guard import Guard
from sightline.server.lan_address import LOOPBACK, listening
from sightline.server.seat_links import Links
from sightline.server.served_table import ServedTable
from sightline.server.tls_certificate import Certificate
from sightline.server.web_app import web_app

if TYPE_CHECKING:
    import uvicorn

SECONDS_TO_END = 2
"""Seconds that open pages are given when the server ends."""
LARGEST_MESSAGE = 1_000
"""Bytes that an open page may say at a time; it has nothing to say."""


@dataclass(frozen=True)
class Address:
    """Where a server listens.

    Attributes:
        host: its address.
        port: of it.
        tls: its certificate; None for plain http.
    """

    host: str
    port: int
    tls: Certificate | None = None

    @property
    def link(self) -> str:
        """What every link begins with."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.tls else 'http'}://{host}:{self.port}/"

    @property
    def hosts(self) -> tuple[str, ...]:
        """What requests may call it."""
        return tuple(dict.fromkeys(f"{host}:{self.port}" for host in (self.host, LOOPBACK, "localhost")))


class RunningServer:
    """A server for a table; `run` until it ends, or `begin` it beside other things."""

    def __init__(self, served: ServedTable, links: Links, host: str, port: int | None, tls: Certificate | None = None) -> None:
        """Listen at an address.

        Raises:
            CommandError: one cannot listen there.
        """
        self._served, self._socket = served, listening(host, port)
        self.links = links
        self.address = Address(host, int(self._socket.getsockname()[1]), tls)
        self._server = _uvicorn(served, self.links, self.address)
        self._thread: threading.Thread | None = None

    def link(self, seat: str) -> str:
        """The link of a seat, by its name."""
        return f"{self.address.link}{self.links.secret(seat)}/"

    def run(self) -> None:
        """Answer until the program is interrupted or `end` is called."""
        from websockets.exceptions import InvalidState

        self._served.begin()
        try:
            # At its end uvicorn closes connections once more that a page is closing just then, and takes that for a fault.
            with suppress(InvalidState):
                self._server.run([self._socket])
        finally:
            self._served.close()

    def begin(self) -> None:
        """The same in a thread of its own."""
        self._thread = threading.Thread(target=self.run, name="server", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Answer nothing any more."""
        self._server.should_exit = True
        if self._thread is not None:
            self._thread.join(SECONDS_TO_END + 3)


def _uvicorn(served: ServedTable, links: Links, address: Address) -> "uvicorn.Server":
    import uvicorn

    from sightline.server.fair_connections import MOST, FairConnection

    tls = address.tls
    certificate = {"ssl_certfile": tls.certificate, "ssl_keyfile": tls.key} if tls else {}
    config = uvicorn.Config(
        Guard(web_app(served), links, address.hosts),
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        lifespan="off",
        http=FairConnection,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        timeout_graceful_shutdown=SECONDS_TO_END,
        limit_concurrency=MOST,
        h11_max_incomplete_event_size=16_384,
        **certificate,  # type: ignore[arg-type]
    )
    return uvicorn.Server(config)
