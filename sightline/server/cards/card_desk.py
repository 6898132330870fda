"""The photos of cards that phones send, a set for each shot as it stands, and what each set says."""

import hashlib
import shutil
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

import numpy as np

from capture.shot_cards.card_layout import tags_of
from capture.shot_cards.card_shot import CardShot
from rules.sight.verdict import SightRules
from scene.base.errors import Error
from scene.base.safe_files import write_bytes
from scene.table.table import Figure, Table
from sightline.answers import sight_answer
from sightline.answers.scanned.card_answer import low_eye, said_here
from sightline.answers.scanned.card_questions import (
    MOST_PHOTOS,
    TaggedPhoto,
    card_pdf,
    nearest_typed,
    read_alone,
    shot_of_photos,
    tagged_photo,
)
from sightline.api.given_values import rules_of, words, wrong
from sightline.errors import CommandError
from sightline.server.answer_shelf import AnswerShelf
from sightline.server.asked_questions import Asked, rules_named
from sightline.server.cards.card_measurement import CardMeasurement
from sightline.server.evidence_pages import evidence_name
from sightline.server.scanning.kept_photos import photo_ending
from sightline.server.table_geometry import packed_body, packed_terrain
from sightline.server.table_source import TableMoment, TableSource

MOST_SETS, MOST_KEPT = 24, 400_000_000
"""Sets of photos that are kept, and bytes of all of their files; the oldest go."""
OF_LAMP = 2
"""Photos, one with the lamp and one without."""
BY = ("lens", "lamp")


@dataclass(frozen=True, eq=False)
class CardPair:
    """A shooter and a target as they stand.

    Attributes:
        moment: of the table.
        shooter, target: themselves.
        signs: what tells it from any other: of the shooter, of the target, and of what else a card depends on.
    """

    moment: TableMoment
    shooter: Figure
    target: Figure
    signs: tuple[str, str, str]

    @property
    def stand(self) -> str:
        """All of that in short."""
        return hashlib.sha256(repr(self.signs).encode()).hexdigest()[:20]


@dataclass(frozen=True, eq=False)
class CardSet:
    """The photos of one shot, taken through the lens or with a lamp, and what they say.

    Attributes:
        pair: whose shot, as they stood.
        lamp: whether a lamp stood in the eye's place.
        folder: of the files, named by their numbers; None before the first.
        photos: that count.
        nearest_mm: from the eye to the nearest thing in between; None where nobody measured.
        shot: what the photos say; None where they do not tell, or are too few.
        faults: why they do not.
        names: of the answer on the shelf, by rules.
    """

    pair: CardPair
    lamp: bool
    folder: Path | None = None
    photos: tuple[TaggedPhoto, ...] = ()
    nearest_mm: float | None = None
    shot: CardShot | None = None
    faults: tuple[str, ...] = ()
    names: dict[str, str] = field(default_factory=dict)

    @property
    def most(self) -> int:
        """So many photos it may have."""
        return OF_LAMP if self.lamp else MOST_PHOTOS


class CardDesk:
    """All sets of photos, until it is closed. One thread changes them; others may look, as what is seen of them are values."""

    def __init__(self, source: TableSource, shelf: AnswerShelf) -> None:
        """For a table; answers go on a shelf."""
        self._source, self._shelf = source, shelf
        self._sets: list[CardSet] = []
        self._files: TemporaryDirectory[str] | None = None
        self._folders: dict[Path, int] = {}
        self.changes = 0
        """How often something was changed here."""

    def close(self) -> None:
        """Let all photos go."""
        if self._files is not None:
            self._files.cleanup()

    def told(self, asked: Asked) -> dict[str, Any]:
        """The photos of a shot and what they say."""
        pair, lamp, rules = self._meant(asked), _lamp(asked), _rules(asked)
        return self._told(pair, self._of(pair, lamp=lamp), rules)

    def changed(self, asked: Asked) -> dict[str, Any]:
        """Begin anew, or take how far the nearest thing is; then what is told."""
        pair, lamp, rules = self._meant(asked), _lamp(asked), _rules(asked)
        cards = self._of(pair, lamp=lamp)
        match asked.get("do"):
            case "begin anew":
                # The files stay for the evidence of what was answered, as long as there is room.
                self._put(replace(cards, folder=None, photos=(), shot=None, faults=(), names={}), cards)
            case "nearest":
                near = nearest_typed(words(asked.get("nearest"), "nearest", "the millimetres as text")[:40])
                for each in (cards, self._of(pair, lamp=not lamp)):
                    self._put(_counted(replace(each, nearest_mm=near)), each)
            case other:
                raise wrong("do", other, "begin anew or nearest")
        return self._told(pair, self._of(pair, lamp=lamp), rules)

    def take(self, asked: Asked, data: bytes) -> dict[str, Any]:
        """Take a photo and count it with the others; then what is told.

        Raises:
            CommandError: it is there already, there are too many, it is no photo, does not show this card, or is of the shot as
                it stood before; the others stay.
        """
        pair, lamp, rules = self._meant(asked), _lamp(asked), _rules(asked)
        if asked.get("stand") != pair.stand:
            raise CommandError("somebody moved meanwhile, and the photo is of the shot as it stood; print the card anew")
        ending, cards = photo_ending(data), self._of(pair, lamp=lamp)
        digest = hashlib.sha256(data).hexdigest()
        if any(one.photo.sha256 == digest for one in cards.photos):
            raise CommandError("this photo is here already")
        if len(cards.photos) >= cards.most:
            raise CommandError(f"{cards.most} photos are taken, which is the most; begin anew")
        folder = cards.folder or self._new_folder()
        path = folder / f"{len(cards.photos) + 1}{ending}"
        write_bytes(path, data, overwrite=True)
        try:
            seen = _without_pixels(tagged_photo(path))
            photo = read_alone(pair.moment.table, pair.shooter, pair.target, seen, lamp=lamp)
        except Error as error:
            path.unlink()
            if not self._folders[folder]:
                del self._folders[folder]
                folder.rmdir()
            # The file is called by a number here; who sent it knows which it was.
            raise CommandError(said_here(line).replace(f'photo "{path.name}"', "the photo") for line in error.faults) from None
        self._folders[folder] += len(data)
        self._put(_counted(replace(cards, folder=folder, photos=(*cards.photos, photo))), cards)
        return self._told(pair, self._of(pair, lamp=lamp), rules)

    def pdf(self, asked: Asked) -> bytes:
        """The card of a shot and the stand for its eye, to be printed."""
        pair, paper = self._meant(asked), asked.get("paper")
        if paper not in ("a4", "letter"):
            raise wrong("paper", paper, "a4 or letter")
        return card_pdf(pair.moment.table, pair.shooter, pair.target, paper)

    def _meant(self, asked: Asked) -> CardPair:
        moment = self._source.now
        one, other = (
            moment.table.meant(words(asked.get(name), name, "the id or the name of somebody on the table"))
            for name in ("shooter", "target")
        )
        if one.id == other.id:
            raise CommandError(f"{one.called} cannot shoot at itself; choose a shooter and a target")
        return CardPair(moment, one, other, _signs(moment.table, one, other))

    def _of(self, pair: CardPair, *, lamp: bool) -> CardSet:
        """The set of a shot as it stands, or a new one."""
        found = next((one for one in self._sets if (one.pair.stand, one.lamp) == (pair.stand, lamp)), None)
        return found or CardSet(pair, lamp)

    def _new_folder(self) -> Path:
        if self._files is None:
            self._files = TemporaryDirectory(prefix="sightline-cards-", ignore_cleanup_errors=True)
        folder = Path(mkdtemp(dir=self._files.name))
        self._folders[folder] = 0
        return folder

    def _put(self, cards: CardSet, before: CardSet) -> None:
        """Keep a set as it is by now; those that were not touched for the longest time go where there are too many."""
        self._sets = [*(one for one in self._sets if one is not before), cards][-MOST_SETS:]
        while sum(self._folders.values()) > MOST_KEPT and (oldest := next(iter(self._folders))) != cards.folder:
            shutil.rmtree(oldest, ignore_errors=True)
            del self._folders[oldest]
            self._sets = [one for one in self._sets if one.folder != oldest]
        self.changes += 1

    def _told(self, pair: CardPair, cards: CardSet, rules: SightRules) -> dict[str, Any]:
        return {
            "stand": pair.stand,
            "shooter": pair.shooter.called,
            "target": pair.target.called,
            "by": BY[cards.lamp],
            "photos": len(cards.photos),
            "most": cards.most,
            "nearest": "" if cards.nearest_mm is None else f"{cards.nearest_mm:g}",
            "low": low_eye(pair.shooter),
            "moved": "" if cards.photos else self._moved(pair),
            "answer": self._answer(cards, rules),
            "faults": [said_here(line) for line in cards.faults],
        }

    def _answer(self, cards: CardSet, rules: SightRules) -> dict[str, Any] | None:
        """What the photos say, as answers of the page are."""
        if cards.shot is None:
            return None
        moment = cards.pair.moment
        found = CardMeasurement(moment.table, cards.shot, rules, cards.nearest_mm)
        if rules.name not in cards.names:
            cards.names[rules.name] = self._shelf.keep(found, moment)
        return {
            "name": cards.names[rules.name],
            "number": moment.number,
            "lines": found.lines(),
            "facts": found.document(),
            "picture": True,
            "evidence": evidence_name(found, self._source.path),
        }

    def _moved(self, pair: CardPair) -> str:
        """That there are photos of the same two as they stood before; empty where there are none."""
        ids = (pair.shooter.id, pair.target.id)
        before = [one for one in self._sets if one.photos and (one.pair.shooter.id, one.pair.target.id) == ids]
        other = next((one for one in reversed(before) if one.pair.stand != pair.stand), None)
        if other is None:
            return ""
        both = zip((pair.shooter, pair.target), other.pair.signs[:2], pair.signs[:2], strict=True)
        who = [figure.called for figure, then, now in both if then != now]
        return f"{' and '.join(who) or 'something else'} moved since photos were taken; print the card anew, and begin anew"


def _counted(cards: CardSet) -> CardSet:
    """A set with what its photos say, or why they do not."""
    now = replace(cards, shot=None, faults=(), names={})
    if not cards.photos or (cards.lamp and len(cards.photos) < OF_LAMP):
        return now
    pair = cards.pair
    try:
        shot = shot_of_photos(
            pair.moment.table, pair.shooter, pair.target, cards.photos, nearest_mm=cards.nearest_mm, lamp=cards.lamp
        )
    except Error as error:
        return replace(now, faults=tuple(error.faults))
    return replace(now, shot=shot)


def _without_pixels(one: TaggedPhoto) -> TaggedPhoto:
    """A photo whose tags are known, of its size and without its grey levels, which are asked only why there are no tags."""
    if not one.tags:
        return one
    return replace(one, photo=replace(one.photo, grey=np.broadcast_to(np.uint8(0), one.photo.grey.shape)))


def _lamp(asked: Asked) -> bool:
    by = asked.get("by")
    if not isinstance(by, str) or by not in BY:
        raise wrong("by", by, "lens or lamp")
    return by == "lamp"


def _rules(asked: Asked) -> SightRules:
    return sight_answer.sight_rules(rules_of(rules_named(asked)), flat=False)


def _signs(table: Table, shooter: Figure, target: Figure) -> tuple[str, str, str]:
    """What tells how two stand, and what else their card and its photos depend on."""
    numbers = tags_of([figure.id for figure in table.figures].index(target.id))
    one, other = (
        repr((figure.id, figure.position, figure.facing, figure.posture, packed_body(figure.body).digest))
        for figure in (shooter, target)
    )
    return one, other, repr((packed_terrain(table.terrain).digest, numbers))
