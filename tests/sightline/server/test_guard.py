"""Who does not have the link, or comes from another page, gets no answer; nothing that is sent ends the server."""

import asyncio
import errno
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
from sightline.server import fair_connections
from sightline.server.asked_questions import MOST_BYTES
from sightline.server.fair_connections import MOST
from sightline.server.lan_address import LOOPBACK, MOST_OF_ONE, FairSocket, listening
from sightline.server.live_pages import MOST_OPEN, LivePages
from sightline.server.seat_links import PLAYER, SPECTATOR
from tests.sightline.server.served import Served, serving


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving("disputed-shot") as one:
        yield one


@pytest.mark.parametrize(
    "path",
    ["/", "/state.json", "/{wrong}/state.json", "/{secret}", "/%2e%2e",
     "/{secret}/../etc/passwd",
     "/{secret}/page/../page.js", "/{secret}/page.py", "/{secret}/answer/../../x/picture.png"],
)  # fmt: skip
def test_nothing_is_answered_without_the_secret_or_beside_the_pages(served: Served, path: str) -> None:
    status, headers, body = served.request(path.format(secret=served.secret, wrong=served.secret[::-1]))
    assert status == 404
    assert len(body) < 30  # what there is not is not told
    assert "server" not in headers


@pytest.mark.parametrize("path", ["/{wrong}/", "/{secret}x/", "//", "/%2e%2e/"])
def test_whoever_opens_a_link_that_leads_nowhere_is_told_what_to_do_and_no_more(served: Served, path: str) -> None:
    status, headers, body = served.request(path.format(secret=served.secret, wrong=served.secret[::-1]))
    assert status == 404
    assert b"leads to no table" in body
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert served.secret.encode() not in body
    assert served.request(path.format(secret="a", wrong="b"), headers={"Host": "evil.example:80"})[2] == b""


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


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a machine has only one address of its own")
def test_many_machines_that_ask_nothing_leave_room(served: Served) -> None:
    address = served.server.address
    with ExitStack() as opened:
        for number in range(MOST + 20):
            with suppress(OSError):
                own = f"127.0.1.{1 + number // MOST_OF_ONE}"
                one = opened.enter_context(socket.create_connection((address.host, address.port), 5, (own, 0)))
                one.sendall(b"GET /a HTTP/1.1\r\nHost: a\r\n")
        assert served.request(f"/{served.secret}/state.json")[0] == 200


SLOW_PHOTO = b"POST /{secret}/photo HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 999\r\n\r\nab"


@pytest.mark.parametrize("begun", [b"", b"GET /a HTTP/1.1\r\n", SLOW_PHOTO], ids=len)
def test_a_request_that_never_comes_is_not_waited_for(served: Served, begun: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PATIENCE", "SENDING", "BETWEEN_LOOKS"):
        monkeypatch.setattr(fair_connections, name, 0.1)
    address = served.server.address
    host = f"{address.host}:{address.port}".encode()
    with socket.create_connection((address.host, address.port), 5) as one:
        one.sendall(begun.replace(b"{secret}", served.secret.encode()).replace(b"{host}", host))
        with suppress(ConnectionResetError):
            assert one.recv(100) == b""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a machine has only one address of its own")
def test_one_machine_has_so_many_connections_from_the_first_packet_on() -> None:
    with listening(LOOPBACK, 0) as server, ExitStack() as opened:
        for _ in range(MOST_OF_ONE + 1):
            opened.enter_context(socket.create_connection(server.getsockname(), 5, ("127.0.0.2", 0)))
        handed = [server.accept()[0] for _ in range(MOST_OF_ONE)]
        with pytest.raises(BlockingIOError):
            server.accept()
        opened.enter_context(socket.create_connection(server.getsockname(), 5, ("127.0.0.3", 0)))
        handed.append(server.accept()[0])
        handed.pop(0).close()
        opened.enter_context(socket.create_connection(server.getsockname(), 5, ("127.0.0.2", 0)))
        handed.append(server.accept()[0])
        for one in handed:
            one.close()


def test_where_no_file_can_be_opened_connections_are_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, full = socket.socket.accept, [True]

    def accept(one: socket.socket) -> tuple[socket.socket, tuple[str, int]]:
        if full.pop() if full else False:
            raise OSError(errno.EMFILE, "too many open files")
        return usual(one)

    with listening(LOOPBACK, 0) as server, socket.create_connection(server.getsockname(), 5) as one:
        assert isinstance(server, FairSocket)
        monkeypatch.setattr(socket.socket, "accept", accept)
        with pytest.raises(BlockingIOError):
            server.accept()
        assert one.recv(1) == b""
        with socket.create_connection(server.getsockname(), 5):
            server.accept()[0].close()


def test_who_is_refused_holds_no_connection(served: Served) -> None:
    assert served.request("/nobody/")[1]["connection"] == "close"


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
