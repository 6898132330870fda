"""``sightline check``: every fault in a table file, or a summary of it; or whether a certificate proves what it says."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer

from assets.mesh_library import LIBRARY
from scene.base.errors import SceneError
from scene.base.messages import plain, shown_text
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.scan_measurements import NOT_KNOWN
from scene.table_io.table_check import Report, check_file
from sightline.cli.options import AsJson, MaxFaces, TablePath
from sightline.console import answers, print_json, progress_share, words
from sightline.errors import CommandError
from sightline.files.proof_files import checked_certificate, is_certificate
from sightline.files.table_loading import load
from sightline.files.table_names import missing, table_file

OfTable = Annotated[
    Path | None, typer.Option("--of", metavar="TABLE", help="The table that a certificate is about.", show_default=False)
]


def command(table: TablePath, *, of: OfTable = None, max_faces: MaxFaces = MAX_FACES, as_json: AsJson = False) -> None:
    """Find every fault in a table file, or sum it up; or check the certificate of a "no".

    Faults (exit code 2) are what other commands refuse the table for. Warnings are what looks wrong and may be meant.
    With --json there is a document even for a file that cannot be read: its faults tell why.

    [bold]Examples[/bold]

      sightline check disputed-shot

      sightline check gantry-town --json

    [bold]With files of your own[/bold]

      sightline check no-line.json --of gantry-town

    What [bold]sightline los --certificate FILE[/bold] has written is checked in exact arithmetic, by code of its own.
    With --of, also whether the bodies and the scenery in it are those of the table.
    """
    if is_certificate(table):
        _certificate(table, of, max_faces=max_faces, as_json=as_json)
        return
    if of is not None:
        if not table.exists():
            raise CommandError(f'there is no certificate "{table}"')
        raise CommandError(f'--of goes with a certificate, and "{table}" is none')
    with progress_share("checking the table") as tell:
        report = check_file(table, LIBRARY, max_faces=max_faces, tell=tell)
    if not table.exists() and not table.is_symlink():
        report = replace(report, faults=(missing(table),))
    if as_json:
        facts = asdict(report)
        if report.scan is None:
            del facts["scan"]
        print_json(facts)
    else:
        for warning in report.warnings:
            words().print(f"warning: {warning}")
    if report.faults:
        raise SceneError(report.faults)
    if not as_json:
        answers().print(summary(report))


def _certificate(path: Path, of: Path | None, *, max_faces: int, as_json: bool) -> None:
    """Whether a certificate proves that two figures see nothing of one another."""
    whole = load(table_file(of), max_faces=max_faces)[0] if of else None
    with progress_share("checking the proof") as tell:
        found = checked_certificate(path, whole, tell)
    count = found.shafts
    if as_json:
        told = {"figures": list(found.figures), "hiding_figures": list(found.hiding), "shafts": count}
        print_json({"certificate": str(path), **told, "table": str(of) if of else None})
        return
    called = whole.called if whole else shown_text
    first, second = map(called, found.figures)
    about = "" if whole else "; without --of TABLE nothing is said of which table that is"
    if found.hiding:
        bodies = " and ".join(map(called, found.hiding))
        about = f"; by rules in which bodies stop lines: {bodies} {'is' if len(found.hiding) == 1 else 'are'} in the way"
    closed = "1 shaft is closed" if count == 1 else f"all {count:,} shafts are closed"
    answers().print(f"proven: no line joins {first} and {second} ({closed}){about}")


def summary(report: Report) -> str:
    """A table in one line, for a person."""
    counts = [
        (report.pieces, "piece", "pieces"),
        (report.triangles, "triangle", "triangles"),
        (report.figures, "figure", "figures"),
    ]
    held = ", ".join(f"{count:,} {one if count == 1 else many}" for count, one, many in counts)
    warned = len(report.warnings)
    found = f"; {warned} warning{'s' if warned > 1 else ''}" if warned else ""
    size = " x ".join(map(plain, report.size or ()))
    return f"{report.table}: {size} inches, {held}{_scan(report)}; no faults{found}"


def _scan(report: Report) -> str:
    """Of what it was scanned, for a person."""
    scan = report.scan
    if scan is None:
        return ""
    photos = f"{scan.photos} photo{'' if scan.photos == 1 else 's'}"
    things = f"{scan.things} thing{'' if scan.things == 1 else 's'} measured"
    measured = f"; scanned from {photos}, {things}, typically to {plain(scan.sigma_mm, 2)} mm"
    if scan.terrain_known == "all":
        return f'{measured}; nothing else stands there ("terrain_known": "all")'
    return f'{measured}; {NOT_KNOWN} ("terrain_known": "pieces"; if there is none, write "all" into the file)'
