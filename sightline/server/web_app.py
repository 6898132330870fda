"""The server as an application: which address answers what."""

import json
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from scene.base.errors import Error
from sightline.errors import CommandError
from sightline.server.asked_questions import MOST_BYTES
from sightline.server.guard import SEAT
from sightline.server.scanning.kept_photos import MOST_PHOTO
from sightline.server.seat_links import Seat
from sightline.server.served_table import ServedTable
from sightline.version import __version__

FILES = {"": ("index.html", "text/html"), "page.js": ("page.js", "text/javascript"), "page.css": ("page.css", "text/css")}
"""Of the page, by the address; all of them are in `sightline/server/page`."""
KEPT = "private, max-age=31536000, immutable"
"""For what has its digest in its address."""
NEVER = "no-store"
PAGE_MAY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self' ws: wss:; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": PAGE_MAY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}
WRONG, FORBIDDEN, TOO_LARGE, OWN_FAULT = 400, 403, 413, 500

Answer = Callable[[Request], Awaitable[Response]]


def web_app(served: ServedTable) -> Starlette:
    """The application for a table."""
    routes = [
        *(Route(f"/{address}", _page_file(address)) for address in FILES),
        Route("/state.json", _told(served, lambda request: _state(served, request))),
        Route("/terrain/{digest}", _told(served, lambda request: _geometry(served.terrain(request.path_params["digest"])))),
        Route("/body/{digest}", _told(served, lambda request: _geometry(served.body(request.path_params["digest"])))),
        Route("/ask", _told(served, lambda request: _ask(served, request)), methods=["POST"]),
        Route("/change", _told(served, lambda request: _change(served, request)), methods=["POST"]),
        Route("/photo", _told(served, lambda request: _photo(served, request)), methods=["POST"]),
        Route("/card", _told(served, lambda request: _card(served, request)), methods=["POST"]),
        Route("/scan/photo", _told(served, lambda request: _scan_photo(served, request)), methods=["POST"]),
        Route("/card/photo", _told(served, lambda request: _card_photo(served, request)), methods=["POST"]),
        Route("/card.pdf", _told(served, lambda request: _card_pdf(served, request))),
        Route("/photo/{number:int}.jpg", _told(served, lambda request: _photo_shown(served, request))),
        Route("/tags.pdf", _told(served, lambda _request: _tags(served))),
        Route("/answer/{name}/picture.png", _told(served, lambda request: _picture(served, request))),
        Route("/answer/{name}/evidence.html", _told(served, lambda request: _evidence(served, request))),
        Route("/photo/{number:int}/at/{x:float}/{y:float}", _told(served, lambda request: _on_photo_at(served, request))),
        Route("/answer/{name}/photo/{number:int}.jpg", _told(served, lambda request: _on_photo(served, request))),
        WebSocketRoute("/live", lambda page: _live(served, page)),
    ]
    return Starlette(routes=routes, middleware=[Middleware(GZipMiddleware, minimum_size=1_000, compresslevel=5)])


@cache
def page_file(name: str) -> bytes:
    """A file of the page."""
    return files("sightline.server").joinpath("page", name).read_bytes()


def _page_file(address: str) -> Answer:
    async def answer(_request: Request) -> Response:
        name, kind = FILES[address]
        headers = HEADERS | {"cache-control": "no-cache", "x-sightline": __version__}
        return Response(page_file(name), media_type=kind, headers=headers)

    return answer


def _told(served: ServedTable, answer: Answer) -> Answer:
    """Whatever goes wrong is told in a line, and ends nothing."""

    async def guarded(request: Request) -> Response:
        try:
            found = await answer(request)
        except Error as error:
            # What was sent may have letters that no text may have, and a line may quote them.
            faults = [line.encode("utf-8", "backslashreplace").decode() for line in error.faults]
            found = JSONResponse({"faults": faults}, WRONG)
        except ClientDisconnect:
            # A phone that lost its network in the middle of what it sent.
            found = Response(status_code=WRONG)
        except Exception as error:  # noqa: BLE001 - a bug in one answer must not end the others
            served.report(error)
            found = JSONResponse({"faults": ["this is a fault of Sightline; the computer's terminal tells more"]}, OWN_FAULT)
        for name, value in HEADERS.items():
            found.headers.setdefault(name, value)
        found.headers.setdefault("cache-control", NEVER)
        return found

    return guarded


def _seat(request: Request) -> Seat:
    seat = request.scope[SEAT]
    assert isinstance(seat, Seat)
    return seat


async def _state(served: ServedTable, request: Request) -> Response:
    return JSONResponse(await served.state(_seat(request)))


async def _geometry(found: Awaitable[bytes]) -> Response:
    headers = {"cache-control": KEPT, "content-encoding": "gzip"}
    return Response(await found, media_type="application/octet-stream", headers=headers)


async def _body(request: Request, most: int) -> bytes:
    """What was sent, if it is not too much."""
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > most:
            raise CommandError(f"that is more than {most:,} bytes")
    return bytes(data)


async def _sent(request: Request) -> Mapping[str, Any]:
    """The JSON object that was sent."""
    try:
        found = json.loads(await _body(request, MOST_BYTES))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise CommandError("a question is a JSON object")
    return found


async def _ask(served: ServedTable, request: Request) -> Response:
    return JSONResponse(await served.ask(await _sent(request)))


async def _change(served: ServedTable, request: Request) -> Response:
    seat = _seat(request)
    if not seat.asks:
        return _only_looks()
    return JSONResponse(await served.change(seat, await _sent(request)))


async def _photo(served: ServedTable, request: Request) -> Response:
    if not _seat(request).asks:
        return _only_looks()
    return JSONResponse({"said": await served.photo(await _body(request, MOST_PHOTO), last="more" not in request.query_params)})


async def _scan_photo(served: ServedTable, request: Request) -> Response:
    if not _seat(request).asks:
        return _only_looks()
    return JSONResponse({"said": await served.scan_photo(await _body(request, MOST_PHOTO))})


async def _card(served: ServedTable, request: Request) -> Response:
    asked = await _sent(request)
    if "do" in asked and not _seat(request).asks:
        return _only_looks()
    return JSONResponse(await served.card(asked))


async def _card_photo(served: ServedTable, request: Request) -> Response:
    if not _seat(request).asks:
        return _only_looks()
    return JSONResponse(await served.card(request.query_params, await _body(request, MOST_PHOTO)))


async def _card_pdf(served: ServedTable, request: Request) -> Response:
    headers = {"content-disposition": 'inline; filename="card.pdf"'}
    return Response(await served.card_pdf(request.query_params), media_type="application/pdf", headers=headers)


def _only_looks() -> Response:
    return JSONResponse({"faults": ["from this link the table can only be looked at"]}, FORBIDDEN)


async def _photo_shown(served: ServedTable, request: Request) -> Response:
    data = await served.photo_shown(request.path_params["number"])
    return Response(data, media_type="image/jpeg", headers={"cache-control": NEVER})


async def _on_photo_at(served: ServedTable, request: Request) -> Response:
    found = request.path_params
    return JSONResponse({"place": await served.on_photo_at(found["number"], (found["x"], found["y"]))})


async def _on_photo(served: ServedTable, request: Request) -> Response:
    data = await served.on_photo(request.path_params["name"], request.path_params["number"])
    return Response(data, media_type="image/jpeg", headers={"cache-control": NEVER})


async def _tags(served: ServedTable) -> Response:
    headers = {"content-disposition": 'inline; filename="tags.pdf"'}
    return Response(await served.tags(), media_type="application/pdf", headers=headers)


async def _picture(served: ServedTable, request: Request) -> Response:
    data = await served.picture(request.path_params["name"])
    return Response(data, media_type="image/png", headers={"cache-control": KEPT})


async def _evidence(served: ServedTable, request: Request) -> Response:
    name, data = await served.evidence(request.path_params["name"])
    # A page that is looked at on its own may style and draw itself, and nothing else.
    own = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'unsafe-inline'"
    kept = {"cache-control": KEPT, "content-security-policy": own}
    kept["content-disposition"] = f'{"attachment" if request.query_params.get("save") else "inline"}; filename="{name}"'
    return Response(data, media_type="text/html", headers=kept)


async def _live(served: ServedTable, page: WebSocket) -> None:
    seat = page.scope[SEAT]
    assert isinstance(seat, Seat)
    await served.pages.hold(page, seat.name, served.news)
