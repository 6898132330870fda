"""Who does not have the link, or comes from another page, gets no answer; nothing that is sent ends the server."""

import asyncio
import json
import socket
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, suppress
from typing import ClassVar, cast
from urllib.parse import urlsplit

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from sightline.errors import CommandError
from sightline.server.asked_questions import MOST_BYTES
from sightline.server.fair_connections import MOST
from sightline.server.live_pages import MOST_OPEN, LivePages
from sightline.server.seat_links import PLAYER, SPECTATOR
from tests.sightline.server.served import Served, serving


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving("disputed-shot") as one:
        yield one


@pytest.mark.parametrize(
    "path",
    ["/", "/state.json", "/{wrong}/", "/{wrong}/state.json", "/{secret}", "/{secret}x/", "//", "/%2e%2e/",
     "/{secret}/../etc/passwd",
     "/{secret}/page/../page.js", "/{secret}/page.py", "/{secret}/answer/../../x/picture.png"],
)  # fmt: skip
def test_nothing_is_answered_without_the_secret_or_beside_the_pages(served: Served, path: str) -> None:
    status, headers, body = served.request(path.format(secret=served.secret, wrong=served.secret[::-1]))
    assert status == 404
    assert len(body) < 30  # what there is not is not told
    assert "server" not in headers


@pytest.mark.parametrize("host", ["evil.example:80", "", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example"])
def test_a_name_that_a_stranger_points_here_is_not_answered(served: Served, host: str) -> None:
    assert served.request(f"/{served.secret}/state.json", headers={"Host": host})[0] in {400, 404}


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://127.0.0.1", "http://127.0.0.1:1"])
def test_another_page_cannot_ask_or_change(served: Served, origin: str) -> None:
    sent = {"change": "turn", "figure": "jelena", "facing": 7}
    before = served.shared.now.number
    status, _, _ = served.request(f"/{served.secret}/change", sent=sent, headers={"Origin": origin})
    assert (status, served.shared.now.number) == (403, before)
    address = served.link.replace("http", "ws") + "live"
    with pytest.raises(InvalidStatus):
        asyncio.run(_opened(address, origin))


def test_those_who_watch_leave_the_players_their_places(served: Served) -> None:
    asyncio.run(_watched_by_many(*(served.server.link(seat).replace("http", "ws") + "live" for seat in (SPECTATOR, PLAYER))))


async def _watched_by_many(watching: str, playing: str) -> None:
    origin = {"Origin": f"http://{urlsplit(watching).netloc}"}
    async with AsyncExitStack() as opened:
        for _ in range(3 * MOST_OPEN):
            with suppress(InvalidStatus):
                await opened.enter_async_context(connect(watching, additional_headers=origin))
        async with connect(playing, additional_headers=origin) as page:
            assert "number" in json.loads(await page.recv())


def test_what_happens_while_a_page_opens_is_told_to_it() -> None:
    class Opening:
        told: ClassVar[list[str]] = []
        client_state = WebSocketState.CONNECTED

        async def accept(self) -> None:
            numbers.append(1)

        async def send_text(self, text: str) -> None:
            self.told.append(text)

        async def receive_text(self) -> None:
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            raise WebSocketDisconnect

    numbers = [0]
    asyncio.run(LivePages().hold(cast("WebSocket", Opening()), PLAYER, lambda: {"number": numbers[-1]}))
    assert Opening.told == ['{"number": 1}']


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a machine has only one address of its own")
def test_one_machine_cannot_hold_all_connections(served: Served) -> None:
    address = served.server.address
    with ExitStack() as opened:
        for _ in range(MOST + 10):
            with suppress(OSError):
                opened.enter_context(socket.create_connection((address.host, address.port), 5, ("127.0.0.2", 0)))
        assert served.request(f"/{served.secret}/state.json")[0] == 200


def test_a_line_that_quotes_what_is_no_text_is_told(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise CommandError("there is no \ud800")

    monkeypatch.setattr(served.shared, "changed", refused)
    assert served.ask({"change": "turn"}, change=True) == (400, {"faults": ["there is no \\ud800"]})


async def _opened(address: str, origin: str) -> None:
    async with connect(address, additional_headers={"Origin": origin} if origin else {}):
        pass


@pytest.mark.parametrize(
    "sent",
    [b"", b"{", b"[" * 5000, b"[1]", b'"sight"', b'{"ask": {}}', b'{"ask": "sight"}', b"\xff\xfe", b'{"ask": NaN}',
     b'{"ask": "sight", "shooter": {"a": 1}, "target": []}', b'{"ask": "sight", "shooter": "jelena", "target": "jelena"}',
     b'{"ask": "reach", "figure": "jelena", "inches": 1e308}', b'{"ask": "path", "figure": "jelena", "to": [1e400, 0, 0]}',
     b'{"ask": "path", "figure": "jelena", "to": "here"}', b'{"ask": "measure", "a": "jelena", "b": {"x": 1}}',
     b'{"ask": "sight", "shooter": "jelena", "target": "kruger", "rules": "../../etc/passwd"}',
     b'{"ask": "sight", "shooter": "jelena", "target": "kruger", "rules": ["geometry"]}',
     b'{"ask": "blast-odds", "shooter": "jelena", "at": [1, 1, 0], "size": -3}',
     b'{"ask": "fall", "at": {"at": 1}}', b'{"ask": "sight", "shooter": "jelena", "target": "kruger", "more": 1}',
     b'{"ask": "sight", "shooter": "' + b"j" * MOST_BYTES + b'"}'],
    ids=lambda it: it[:40].decode("latin-1"),
)  # fmt: skip
def test_what_is_no_question_is_told_in_a_line(served: Served, sent: bytes) -> None:
    status, headers, body = served.request(f"/{served.secret}/ask", sent=sent)
    assert status == 400
    assert b'"faults"' in body
    assert b"Traceback" not in body
    assert headers["cache-control"] == "no-store"
    assert served.ask({"ask": "measure", "a": "jelena", "b": "kruger"})[0] == 200


def test_the_page_may_load_nothing_from_elsewhere(served: Served) -> None:
    _, headers, body = served.request(f"/{served.secret}/")
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"
    assert b"http" not in body.replace(b"<!doctype html>", b"")
