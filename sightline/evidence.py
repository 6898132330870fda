"""The evidence for a settled shot: the picture through the shooter's eye, and the report."""

from pathlib import Path
from typing import Any

from PIL import Image

from rules.steadiness import Steadiness
from rules.verdict import Verdict
from scene.table import Table
from scene.tablefile import table_digest
from sightline.commands.options import write_file
from sightline.pictures.eye_view import eye_view
from sightline.pictures.overview import overview
from sightline.pictures.png import png_bytes
from sightline.report import write_report
from sightline.verdicts import words

REPORT_EYE = (1200, 820)
REPORT_OVERVIEW = (1200, 800)


def write_evidence(
    table: Table,
    table_path: Path,
    verdict: Verdict,
    steady: Steadiness | None,
    facts: dict[str, Any],
    *,
    picture: Path | None,
    report: Path | None,
    command: str,
) -> None:
    """Draw what was asked for and write it.

    Args:
        facts: the answer as JSON has it.
        command: the command line that repeats the answer.
    """
    if picture:
        write_file(picture, png_bytes(_eye(table, verdict, steady, (1400, 1000))))
    if report:
        shooter, target = verdict.question.shooter, verdict.question.target
        witness = verdict.ruling.witness
        above = overview(
            table,
            size=REPORT_OVERVIEW,
            highlight={figure.id: figure.name or figure.id for figure in (shooter, target)},
            witness=(witness.start, witness.end) if witness else None,
        )
        write_report(
            report,
            title=f"Does {shooter.name or shooter.id} see {target.name or target.id}?",
            facts=facts,
            eye_picture=_eye(table, verdict, steady, REPORT_EYE),
            overview_picture=above,
            digest=table_digest(table_path),
            command=command,
            table_name=table.name or table_path.name,
        )


def _eye(table: Table, verdict: Verdict, steady: Steadiness | None, size: tuple[int, int]) -> Image.Image:
    question = verdict.question
    lines = [*words(verdict, steady), *(f"{reason.text} ({reason.source})" for reason in verdict.because)]
    return eye_view(table, question.shooter, question.target, hidden=verdict.ruling.geometry, verdict_lines=lines, size=size)
