"""Pictures and evidence pages of answers that the page asked for."""

import shlex
from pathlib import Path

from scene.table_io.table_reading import table_digest
from sightline.api.shown_answers import ShownAnswer
from sightline.api.sight_questions import SightAnswer
from sightline.drawing.rendering.png_bytes import png_bytes
from sightline.errors import CommandError
from sightline.files.table_names import as_typed
from sightline.reports.evidence import shot_page
from sightline.server.answer_shelf import KeptAnswer


def picture(kept: KeptAnswer) -> bytes:
    """An answer drawn, as PNG."""
    if not isinstance(kept.answer, ShownAnswer):
        raise CommandError("there is nothing to draw of this answer")
    return png_bytes(kept.answer.picture())


def evidence_page(kept: KeptAnswer, path: Path) -> bytes:
    """The report of a settled shot: one file that holds all of it.

    Args:
        kept: the answer.
        path: the file of the table.
    """
    answer = kept.answer
    if not isinstance(answer, SightAnswer):
        raise CommandError("an evidence page is made of a settled shot")
    moment = kept.moment
    shooter, target = answer.verdict.question.shooter, answer.verdict.question.target
    words = ["sightline", "los", as_typed(moment.saved or path), shooter.id, target.id, "--rules", answer.verdict.rules.name]
    command = shlex.join(words)
    if moment.moved and moment.saved is None:
        command = f"save the table on the page first (figures were moved there), then: {command}"
    return shot_page(
        moment.table,
        path,
        answer.verdict,
        answer.sensitivity,
        answer.document() | {"warnings": list(moment.table.warnings)},
        digest=table_digest(moment.saved or path),
        command=command,
    ).encode()
