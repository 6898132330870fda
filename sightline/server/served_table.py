"""A table that is served: what the pages ask for, worked out by threads, and what they are told."""

import sys
import traceback
from collections.abc import Mapping
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from scene.base.errors import Error
from scene.geometry.mesh import Point
from scene.navmesh.navmesh import navmesh_of
from scene.table.table import Table
from scene.walkable.agent import Agent
from sightline.answers.place_in_words import without_numbers
from sightline.api.shown_answers import WordedAnswer
from sightline.api.sight_questions import SightAnswer
from sightline.errors import CommandError
from sightline.files.table_loading import ground_words
from sightline.server.answer_shelf import AnswerShelf, KeptAnswer
from sightline.server.asked_questions import Asked, answered, offered
from sightline.server.evidence_pages import evidence_name, evidence_page, picture
from sightline.server.live_pages import LivePages
from sightline.server.scanning.answers_on_photos import DRAWN, answer_on_photo
from sightline.server.scanning.kept_photos import tag_sheets
from sightline.server.scanning.table_photos import NewPhotos, jpeg_of
from sightline.server.seat_links import Seat
from sightline.server.table_geometry import packed_body, packed_terrain, told_table
from sightline.server.table_source import NO_PHOTOS, TableSource
from sightline.server.workers import Worker

if TYPE_CHECKING:
    from sightline.server.cards.card_desk import CardDesk

ON_GROUND = frozenset({"path", "reach"})
"""Questions that need the ground, which may have to be worked out first."""
AIMED = "  aimed with --at "
"""What a line begins with that tells how to ask the command for the same; the page draws it."""
COMMANDS = (" (sightline card)", "; scan them with the others")
"""What lines say to whoever asked by a command; the page has buttons for it, or none."""
BETWEEN_LOOKS = 0.3
"""Seconds after which it is seen again whether another program has answered."""
MOST_CARDS = 12
"""Photos of cards that wait: each takes seconds, and memory while it waits."""
TELLING = 0.01
"""Share of a work after which pages are told how far it is."""


class ServedTable:
    """A table, its open pages, and the threads that answer."""

    def __init__(self, source: TableSource) -> None:
        """Serve a table."""
        self._source = source
        self._shelf = AnswerShelf()
        self._state, self._changes, self._quick = Worker("state"), Worker("changes"), Worker("quick")
        self._sight, self._ground, self._drawing = Worker("sight"), Worker("ground"), Worker("drawing")
        self._cards = Worker("cards", MOST_CARDS)
        self._desk: CardDesk | None = None
        self._setting_up = Lock()
        self._closed = Event()
        self._looking = Thread(target=self._look, name="looking", daemon=True)
        self._doing = ""
        self._share = 0.0
        self.pages = LivePages()
        source.listen(self._changed)

    def begin(self) -> None:
        """Work out ahead what the first questions need."""
        self._ground.begin(self._work_out_ground)
        self._quick.begin(self._warm)
        self._changes.begin(self._go_on)
        self._looking.start()

    def close(self) -> None:
        """Answer nothing any more."""
        self._closed.set()
        for worker in (self._state, self._changes, self._quick, self._sight, self._ground, self._drawing, self._cards):
            worker.close()
        if self._desk is not None:
            self._desk.close()

    def news(self) -> dict[str, Any]:
        """What every page is told: which moment it is, and what is worked on."""
        cards = 0 if self._desk is None else self._desk.changes
        return {"number": self._source.now.number, "doing": self._doing, "share": round(self._share, 3), "cards": cards}

    def report(self, error: BaseException) -> None:
        """Tell a fault of the program itself at the terminal."""
        traceback.print_exception(error, file=sys.stderr)

    async def state(self, seat: Seat) -> dict[str, Any]:
        """All that a page shows of the table."""
        moment = self._source.now
        told = await self._state.answer(lambda: told_table(moment.table))
        doubts = await self._state.answer(self._source.doubts)
        return {
            **self.news(),
            "number": moment.number,
            "table": told,
            "doubts": list(doubts),
            **await self._changes.answer(lambda: self._source.told(seat)),
            "seat": {"name": seat.name, "gang": seat.gang, "asks": seat.asks},
            "offered": offered(),
        }

    async def terrain(self, digest: str) -> bytes:
        """The geometry of the terrain."""
        found = await self._state.answer(lambda: packed_terrain(self._source.now.table.terrain))
        if found.digest != digest:
            raise CommandError("the terrain is another one by now; load the page again")
        return found.data

    async def body(self, digest: str) -> bytes:
        """The geometry of a figure's body."""
        figures = self._source.now.table.figures
        for found in await self._state.answer(lambda: [packed_body(figure.body) for figure in figures]):
            if found.digest == digest:
                return found.data
        raise CommandError("nobody on the table has that body; load the page again")

    async def ask(self, asked: Asked) -> dict[str, Any]:
        """A question answered: its words, its facts, and what there is to look at."""
        moment = self._source.now
        on_ground = str(asked.get("ask")) in ON_GROUND
        worker = self._ground if on_ground else self._quick if asked.get("quick") else self._sight
        try:
            found, lines, facts = await worker.answer(lambda: _told(moment.table, asked))
        except Error as error:
            raise CommandError(without_numbers(moment.table, line) for line in error.faults) from None
        name = self._shelf.keep(found, moment)
        return {
            "name": name,
            "number": moment.number,
            "lines": lines,
            "facts": facts,
            "picture": self._shelf.find(name).drawn,
            "on_photo": isinstance(found, DRAWN),
            "evidence": evidence_name(found, self._source.path),
        }

    async def photo(self, data: bytes, *, last: bool) -> str:
        """A photo taken; what is to be said about it."""
        return await self._drawing.answer(lambda: self._source.take_photo(data, last=last))

    async def scan_photo(self, data: bytes) -> str:
        """A photo taken that is to be scanned; what is to be said about it."""
        return await self._drawing.answer(lambda: self._source.take_scan_photo(data))

    async def photo_shown(self, number: int) -> bytes:
        """A new photo of the table, small enough for a phone, JPEG."""
        return await self._drawing.answer(lambda: self._new_photos().jpeg(number))

    async def on_photo(self, name: str, number: int) -> bytes:
        """An answer drawn on a new photo of the table, JPEG."""

        def drawn_on(kept: KeptAnswer) -> bytes:
            return jpeg_of(answer_on_photo(kept.answer, self._new_photos().to_draw_on(number, kept.moment.table)))

        def drawn() -> bytes:
            kind = f"photo {self._new_photos().named(number).name}"
            return self._shelf.made(name, kind, drawn_on)

        return await self._drawing.answer(drawn)

    async def on_photo_at(self, number: int, pixel: tuple[float, float]) -> Point:
        """The place that a pixel of a new photo shows."""
        return await self._quick.answer(lambda: self._new_photos().place(number, pixel, self._source.now.table))

    def _new_photos(self) -> NewPhotos:
        photos = self._source.photos()
        if photos is None:
            raise CommandError(NO_PHOTOS)
        return photos

    async def tags(self) -> bytes:
        """The sheets of tags to print, PDF."""
        return await self._drawing.answer(tag_sheets)

    async def card(self, asked: Asked, photo: bytes | None = None) -> dict[str, Any]:
        """What photos of a card say of a shot, after another one was taken, or what was asked was done."""
        if photo is None and "do" not in asked:
            # Whoever looks does not wait until a photo of somebody else's is read.
            return await self._state.answer(lambda: self._card_desk().told(asked))
        found = await self._cards.answer(lambda: self._changed_card(asked, photo))
        self.pages.tell(self.news())
        return found

    async def card_pdf(self, asked: Asked) -> bytes:
        """The card of a shot to print, PDF."""
        return await self._drawing.answer(lambda: self._card_desk().pdf(asked))

    async def change(self, seat: Seat, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """A change; what is told about it."""
        return await self._changes.answer(lambda: self._source.changed(seat, wanted))

    async def picture(self, name: str) -> bytes:
        """An answer drawn."""
        return await self._drawing.answer(lambda: self._shelf.made(name, "picture", picture))

    async def evidence(self, name: str) -> tuple[str, bytes]:
        """The evidence page of an answer, with what its file is called."""
        path = self._source.path
        page = await self._drawing.answer(lambda: self._shelf.made(name, "page", lambda kept: evidence_page(kept, path)))
        return evidence_name(self._shelf.find(name).answer, path), page

    def _changed_card(self, asked: Asked, photo: bytes | None) -> dict[str, Any]:
        desk = self._card_desk()
        return desk.changed(asked) if photo is None else desk.take(asked, photo)

    def _card_desk(self) -> "CardDesk":
        """The desk, once somebody asks for it: OpenCV is wanted nowhere else."""
        with self._setting_up:
            if self._desk is None:
                from sightline.server.cards.card_desk import CardDesk

                self._desk = CardDesk(self._source, self._shelf)
            return self._desk

    def _changed(self) -> None:
        if self._closed.is_set():  # what is saved at the end nobody looks at any more
            return
        self.pages.tell(self.news())
        self._changes.begin(self._go_on)

    def _go_on(self) -> None:
        """What happens by itself, a step at a time: in between others may have their turn, and it tells of each."""
        try:
            self._source.go_on()
        except Exception as error:  # noqa: BLE001 - a fault of the program as a player must not end the server
            self.report(error)

    def _look(self) -> None:
        """Take in again and again what other programs have done, in between what is done here."""
        with suppress(RuntimeError):  # it is closed in this moment
            look = self._changes.begin(self._source.look)
            while not self._closed.wait(BETWEEN_LOOKS):
                if look.done():
                    if (fault := look.exception()) is not None:
                        self.report(fault)
                        return
                    look = self._changes.begin(self._source.look)

    def _warm(self) -> None:
        """What every answer of sight needs, by giving one that nobody asked for."""
        figures = self._source.now.table.figures
        if len(figures) > 1:
            answered(self._source.now.table, {"ask": "sight", "shooter": figures[0].id, "target": figures[1].id, "quick": True})

    def _work_out_ground(self) -> None:
        table = self._source.now.table
        for agent in self._source.agents():
            navmesh_of(table.terrain, table.size, agent, lambda share, agent=agent: self._told(agent, share))  # type: ignore[misc]
        self._doing, self._share = "", 0.0
        self.pages.tell(self.news())

    def _told(self, agent: Agent, share: float) -> None:
        if share >= self._share + TELLING or share < self._share:
            self._doing, self._share = ground_words(agent), share
            self.pages.tell(self.news())


def _told(table: Table, asked: Asked) -> tuple[WordedAnswer, list[str], dict[str, Any]]:
    """An answer, its words and its facts: these take their time as well, and nobody else's page waits for them."""
    found = answered(table, asked)
    # At first sight nobody asks for the best place of the shooter's body, which takes three times as long as the rest.
    facts = found.document(best=not asked.get("quick")) if isinstance(found, SightAnswer) else found.document()
    lines = [_on_page(table, line) for line in found.lines() if not line.startswith(AIMED)]
    return found, lines, facts


def _on_page(table: Table, line: str) -> str:
    """A line of an answer as the page tells it."""
    for words in COMMANDS:
        line = line.replace(words, "")
    return without_numbers(table, line)
