"""``sightline check``: every fault in a table file, or a summary of it."""

from dataclasses import asdict, replace

from assets.mesh_library import LIBRARY
from scene.base.errors import SceneError
from scene.base.messages import plain
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.scan_measurements import NOT_KNOWN
from scene.table_io.table_check import Report, check_file
from sightline.cli.options import AsJson, MaxFaces, TablePath
from sightline.console import answers, print_json, words
from sightline.files.table_names import missing


def command(table: TablePath, *, max_faces: MaxFaces = MAX_FACES, as_json: AsJson = False) -> None:
    """Find every fault in a table file, or sum it up.

    Faults (exit code 2) are what other commands refuse the table for. Warnings are what looks wrong and may be meant.
    With --json there is a document even for a file that cannot be read: its faults tell why.

    [bold]Examples[/bold]

      sightline check disputed-shot

      sightline check gantry-town --json
    """
    report = check_file(table, LIBRARY, max_faces=max_faces)
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
