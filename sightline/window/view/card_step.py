"""A shot that is measured by a printed card: what people have given for it so far, and what came of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rules.sight.verdict import SightQuestion, SightRules
from scene.base.safe_files import write_bytes
from scene.table.table import Table

READING = "reading the photos"
"""What is told while they are."""


@dataclass(frozen=True, eq=False)
class CardStep:
    """What was given so far.

    Attributes:
        question: whose shot.
        table: on which it was asked.
        file: where the card is written.
        written: whether it was.
        there: whether a file of that name is there already, and it is asked whether it is replaced.
        photos: of the card.
        lamp: whether a lamp stood in the eye's place.
        nearest_mm: from the eye to the nearest thing in between; None where nobody measured.
    """

    question: SightQuestion
    table: Table
    file: Path
    written: bool = False
    there: bool = False
    photos: tuple[Path, ...] = ()
    lamp: bool = False
    nearest_mm: float | None = None


@dataclass(frozen=True, eq=False)
class CountedPhoto:
    """A photo that counts.

    Attributes:
        name: of its file.
        words: what it says.
        pictures: (h, w, 3) uint8 each: with the silhouette's outline, then with what was counted, if anything was.
    """

    name: str
    words: str
    pictures: tuple[NDArray[np.uint8], ...]


@dataclass(frozen=True, eq=False)
class MeasuredShot:
    """What photos of a card say of a shot.

    Attributes:
        question: whose shot.
        number: tells it from others that were measured since the window was opened.
        standing: whether it is settled, and how.
        lines: of the answer; the first in a few words, with limits.
        photos: that count.
    """

    question: SightQuestion
    number: int
    standing: Literal["clear", "blocked", "open"]
    lines: tuple[str, ...]
    photos: tuple[CountedPhoto, ...]


def write_card(step: CardStep, *, overwrite: bool) -> None:
    """Write the card of a shot with the stand for its eye, to be printed.

    Raises:
        SceneError: one line where it cannot be printed or written.
    """
    from sightline.answers.scanned.card_questions import card_pdf

    pdf = card_pdf(step.table, step.question.shooter, step.question.target)
    write_bytes(step.file, pdf, overwrite=overwrite)


def measured_shot(step: CardStep, rules: SightRules, number: int, tell: Callable[[float], None]) -> MeasuredShot:
    """What the photos of a card say of a shot.

    Raises:
        SceneError, CommandError: where they do not tell.
    """
    from sightline.answers.scanned.card_answer import headline, said_here, standing, words
    from sightline.answers.scanned.card_questions import card_shot
    from sightline.reports.card_report import card_pictures

    question = step.question
    shot = card_shot(
        step.table, question.shooter, question.target, step.photos, nearest_mm=step.nearest_mm, lamp=step.lamp, tell=tell
    )
    photos = tuple(
        CountedPhoto(one.name, one.words, tuple(np.asarray(each) for each in (one.plain, one.drawn) if each is not None))
        for one in card_pictures(shot)
    )
    lines = (headline(shot, rules), *words(shot, rules)[1:])
    return MeasuredShot(question, number, standing(shot, rules), tuple(said_here(line) for line in lines), photos)


def measured_of(measured: Sequence[MeasuredShot], question: SightQuestion) -> MeasuredShot | None:
    """What was measured last of a shot; None where nothing was."""
    return next((one for one in reversed(measured) if one.question == question), None)
