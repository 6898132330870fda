"""Pictures and evidence pages of answers that the page asked for."""

import re
import shlex
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from scene.table_io.table_reading import table_digest
from sightline.api.shown_answers import ShownAnswer, WordedAnswer
from sightline.api.sight_questions import SightAnswer
from sightline.drawing.rendering.png_bytes import png_bytes
from sightline.errors import CommandError
from sightline.files.table_names import as_typed
from sightline.reports.evidence import shot_page
from sightline.server.answer_shelf import KeptAnswer
from sightline.server.cards.card_measurement import CardMeasurement
from sightline.server.table_source import TableMoment

LONGEST_WORD = 40
"""Letters of the table's name, and of each figure's, in the name of a file."""


def picture(kept: KeptAnswer) -> bytes:
    """An answer drawn, as PNG."""
    if not isinstance(kept.answer, ShownAnswer):
        raise CommandError("there is nothing to draw of this answer")
    return png_bytes(kept.answer.picture())


def evidence_name(answer: WordedAnswer, path: Path) -> str:
    """What the file of an answer's evidence page is called, by the table and who; empty where there is no such page.

    It has only letters that every file system takes, and is the same for the same two on the same table.
    """
    if isinstance(answer, CardMeasurement):
        words = [path.stem, answer.shot.shooter.id, answer.shot.target.id, "card"]
    elif isinstance(answer, SightAnswer):
        words = [path.stem, answer.verdict.question.shooter.id, answer.verdict.question.target.id]
    else:
        return ""
    return " ".join(filter(None, map(_plain, words))) + ".html"


def _plain(word: str) -> str:
    letters = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9_-]+", "-", letters).strip("-")[:LONGEST_WORD]


def evidence_page(kept: KeptAnswer, path: Path) -> bytes:
    """The report of a settled shot: one file that holds all of it.

    Args:
        kept: the answer.
        path: the file of the table.
    """
    answer, moment = kept.answer, kept.moment
    file = moment.saved or path
    if isinstance(answer, CardMeasurement):
        return answer.page(
            name=moment.table.name or file.name,
            digest=table_digest(file),
            command=_again(moment, answer.command(as_typed(file))),
            warnings=moment.table.warnings,
        ).encode()
    if not isinstance(answer, SightAnswer):
        raise CommandError("an evidence page is made of a settled shot")
    shooter, target = answer.verdict.question.shooter, answer.verdict.question.target
    words = ["sightline", "los", as_typed(file), shooter.id, target.id, "--rules", answer.verdict.rules.name]
    return shot_page(
        moment.table,
        path,
        answer.verdict,
        answer.sensitivity,
        answer.document() | {"warnings": list(moment.table.warnings)},
        digest=table_digest(file),
        command=_again(moment, words),
    ).encode()


def _again(moment: TableMoment, words: Sequence[str]) -> str:
    """The command line that repeats an answer, with what has to be done first."""
    command = shlex.join(words)
    if moment.moved and moment.saved is None:
        return f"save the table on the page first (figures were moved there; a battle's are in its journal), then: {command}"
    return command
