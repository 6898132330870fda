"""The evidence for a settled shot: the picture through the shooter's eye, and the report."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from rules.sight.sensitivity import Sensitivity
from rules.sight.verdict import Verdict
from rules.sight.verdict_reasons import says_share
from scene.geometry.mesh import Point
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.table import Table
from scene.table_io.table_reading import table_digest
from sightline.answers.sight_answer import doubt_words, words
from sightline.drawing.rendering.png_bytes import png_bytes
from sightline.drawing.sight.eye_view import eye_view
from sightline.drawing.sight.height_profile import profile_picture
from sightline.drawing.sight.overview import best_side, overview
from sightline.drawing.sight.seen_plan import seen_plan
from sightline.files.output_files import write_file
from sightline.files.scan_photo_lookup import Taken
from sightline.files.surface_files import kept_surface
from sightline.reports.shot_report import report_html

REPORT_SIDE = (1080, 460)
REPORT_EYE = (1200, 820)
REPORT_OVERVIEW = (1200, 800)


def write_evidence(
    table: Table,
    table_path: Path,
    verdict: Verdict,
    steady: Sensitivity | None,
    facts: dict[str, Any],
    *,
    picture: Path | None,
    photo: Taken | None = None,
    profile: Path | None = None,
    report: Path | None,
    command: str,
    max_faces: int = MAX_FACES,
) -> None:
    """Draw what was asked for and write it.

    Args:
        facts: the answer as JSON has it.
        picture: where the picture goes: through the shooter's eye, or on the photo if there is one.
        photo: of the table's scan.
        profile: where the line of sight from the side goes.
        report: where the report goes.
        command: the command line that repeats the answer.
        max_faces: how many triangles the table's files may have.
    """
    if picture:
        looked = (facts.get("seen_through") or {}).get("words", ())
        drawn = _on_photo(table, photo, verdict, steady, looked) if photo else eye_picture(table, verdict, steady)
        write_file(picture, png_bytes(drawn))
    if profile:
        write_file(profile, png_bytes(profile_picture(table, verdict)))
    if report:
        page = shot_page(
            table, table_path, verdict, steady, facts, digest=table_digest(table_path, max_faces=max_faces), command=command
        )
        write_file(report, page)


def shot_page(
    table: Table,
    table_path: Path,
    verdict: Verdict,
    steady: Sensitivity | None,
    facts: dict[str, Any],
    *,
    digest: str,
    command: str,
) -> str:
    """The report of a shot as one HTML page; the arguments are those of `write_evidence` and `report_html`."""
    shooter, target = verdict.question.shooter, verdict.question.target
    witness = verdict.ruling.witness
    above = overview(
        table,
        viewpoint=best_side(table, *_ends(verdict)),
        size=REPORT_OVERVIEW,
        highlight={shooter.id: "shoots", target.id: "target"},
        witness=(witness.start, witness.end) if witness else None,
        stopping=verdict.ruling.proof.stopping_triangles if verdict.ruling.proof else None,
    )
    kept = kept_surface(table_path, table.scan)
    return report_html(
        title=f"Does {shooter.called} see {target.called}?",
        facts=facts,
        eye_picture=eye_picture(table, verdict, steady, REPORT_EYE),
        overview_picture=above,
        side_picture=profile_picture(table, verdict, REPORT_SIDE),
        photos_picture=seen_plan(kept, table.size, table.name or table_path.name) if kept else None,
        digest=digest,
        command=command,
        table_name=table.name or table_path.name,
        called=table.called,
    )


def _ends(verdict: Verdict) -> tuple[Point, Point]:
    """The two ends of the question: those of the witness ray, or the eye and the middle of the target's body."""
    witness = verdict.ruling.witness
    if witness:
        return witness.start, witness.end
    middle = verdict.question.target.placed.bounds.mean(axis=0)
    start, end = (tuple(float(value) for value in point) for point in (verdict.question.shooter.eye, middle))
    return (start[0], start[1], start[2]), (end[0], end[1], end[2])


def _on_photo(table: Table, photo: Taken, verdict: Verdict, steady: Sensitivity | None, looked: Sequence[str]) -> Image.Image:
    from sightline.drawing.on_photo.photo_sight import sight_on_photo

    begin, doubt = doubt_words(verdict, steady)
    lines = [*words(verdict, steady), *looked]
    if doubt:
        lines = [begin.removesuffix(": ").capitalize(), doubt, *lines[1:]]
    return sight_on_photo(table, photo, verdict, lines, _reasons(verdict))


def eye_picture(
    table: Table, verdict: Verdict, steady: Sensitivity | None, size: tuple[int, int] = (1400, 1000)
) -> Image.Image:
    """The target through the shooter's eye, with the verdict and its reasons beside it."""
    question, hidden = verdict.question, verdict.ruling.geometry
    # The share and its blockers have their own place in the margin.
    first, *others = words(verdict, steady, share=False)
    begin, doubt = doubt_words(verdict, steady)
    lines = [begin.removesuffix(": ").capitalize(), doubt, *others] if doubt else [first, *others]
    lines += _reasons(verdict)
    return eye_view(table, question.shooter, question.target, hidden=hidden, verdict_lines=lines, size=size)


def _reasons(verdict: Verdict) -> list[str]:
    return [f"{reason.text} ({reason.source})" for reason in verdict.because if not says_share(reason, verdict)]
