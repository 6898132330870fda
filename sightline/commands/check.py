"""``sightline check``: every fault in a table file, or a summary of it."""

from dataclasses import asdict

from assets.library import LIBRARY
from scene.check import Report, check_file
from scene.errors import SceneError
from sightline.commands.options import AsJson, MaxFaces, TablePath, answers, print_json, words


def command(table: TablePath, *, max_faces: MaxFaces = 5_000_000, as_json: AsJson = False) -> None:
    """Find every fault in a table file, or sum it up.

    Faults (exit code 2) are what other commands refuse the table for. Warnings are what looks wrong and may be meant.

    [bold]Examples[/bold]

      sightline check sump.json

      sightline check sump.sightline --json
    """
    report = check_file(table, LIBRARY, max_faces=max_faces)
    if as_json:
        print_json(asdict(report))
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
    return f"{report.table}: {report.size[0]:g} x {report.size[1]:g} inches, {held}; no faults{found}"
