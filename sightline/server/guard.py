"""What stands before the server: who does not know a link's secret, or comes from another page, is told nothing of it.

The secret is the first part of every address. A request has to name this very server as its host, so that no name that a
stranger has pointed at this machine reaches it (DNS rebinding), and what changes something or stays open has to come from a
page of this server (cross-site requests, cross-site WebSockets).
"""

from collections.abc import Collection, Mapping
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from sightline.server.seat_links import Links
from sightline.server.workers import ASKER

SEAT = "seat"
"""The key of the scope under which the seat of a request is found."""
SAFE = frozenset({"GET", "HEAD"})
NOT_FOUND, REFUSED = 404, 403
GONE = """<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sightline</title>
<p style="font: 1.2em sans-serif; margin: 2em">This link leads to no table: it has ended, or is served anew under another link.
Ask whoever serves it for the new link, or scan the code in the window again.</p>
"""
"""What people see who open or reload a link that leads nowhere; whatever else is asked for gets no word."""
MOST_PATH = 500
"""Characters of an address."""


class Guard:
    """Lets in whoever has a link, and hides where from the rest of the server."""

    def __init__(self, app: ASGIApp, links: Links, hosts: Collection[str]) -> None:
        """Before an application.

        Args:
            app: what answers.
            links: the secrets.
            hosts: what a request may call this server, each with its port.
        """
        self._app, self._links, self._hosts = app, links, frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse: people are told that their link leads nowhere."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        _, _, rest = str(scope["path"]).partition("/")
        secret, slash, inner = rest.partition("/")
        seat = self._links.seat(secret) if len(scope["path"]) <= MOST_PATH else None
        here = headers.get("host", "") in self._hosts
        if not here or seat is None or not slash:
            opened = here and scope.get("method") == "GET" and slash and not inner
            await _refuse(scope, send, NOT_FOUND, GONE if opened else "")
        elif not self._own_page(scope, headers):
            await _refuse(scope, send, REFUSED)
        else:
            # Of this request alone: each has a context of its own.
            ASKER.set(f"{seat.name} {(scope.get('client') or [''])[0]}")
            within = {**scope, "path": f"/{inner}", "raw_path": f"/{inner}".encode(), SEAT: seat}
            await self._app(within, receive, send)

    def _own_page(self, scope: Mapping[str, Any], headers: Mapping[str, str]) -> bool:
        """Whether a request that needs to comes from a page of this server."""
        if scope["type"] == "http" and scope["method"] in SAFE:
            return True
        return headers.get("origin", "").partition("://")[2] in self._hosts


async def _refuse(scope: Scope, send: Send, status: int, page: str = "") -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    body = page.encode()
    # Who is refused holds no connection open.
    headers = [(b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    headers += [(b"content-type", b"text/html; charset=utf-8")] if body else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
