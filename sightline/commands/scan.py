"""``sightline scan``: a real table from photos."""

import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import mkstemp
from typing import TYPE_CHECKING, Annotated

import typer

from scene.bundle import SUFFIX
from sightline.commands.options import AsJson, Overwrite, ReportPath, print_json, progress, tell, warn, working
from sightline.errors import CommandError
from sightline.outputs import REPORT_ENDS, check_file, write_file

if TYPE_CHECKING:
    from capture.known import Measured, Settings
    from capture.whole import WholeScan

TABLE_ENDS = (".json", SUFFIX)
MOST_PHOTOS = 200
MOST_LENGTHS = 50

LENGTH = "--known-length"


def prepared(words: Sequence[str]) -> list[str]:
    """The words of the command with the three after ``--known-length`` joined into one."""
    found, rest = list[str](), list(words)
    while rest:
        word = rest.pop(0)
        found.append(word)
        if word == LENGTH and len(rest) >= 3 and not any(part.startswith("--") for part in rest[:3]):
            found.append(" ".join(rest[:3]))
            del rest[:3]
    return found


def command(
    photos: Annotated[
        list[Path], typer.Argument(help="Photos of the table: eight to twenty, from all sides.", show_default=False)
    ],
    *,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="TABLE", help="Write the table here.", show_default=False)
    ] = None,
    camera: Annotated[
        Path | None, typer.Option("--camera", metavar="CAMERA.json", help="From sightline calibrate.", show_default=False)
    ] = None,
    pieces: Annotated[
        Path | None,
        typer.Option("--pieces", metavar="PIECES.json", help="Which tag sits where on which piece.", show_default=False),
    ] = None,
    tag_mm: Annotated[
        float | None,
        typer.Option(
            "--tag-mm", min=3, max=1000, help="The side of anchor tags as printed; 60 if not given.", show_default=False
        ),
    ] = None,
    known_length: Annotated[
        list[str] | None,
        typer.Option(
            LENGTH,
            metavar="A B MM",
            help="The length between the middles of tags A and B; may be given more than once.",
            show_default=False,
        ),
    ] = None,
    name: Annotated[str, typer.Option("--name", help="The table's name.", show_default=False)] = "",
    report: ReportPath = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """A real table from photos: tags, edges, terrain and distances, each with its uncertainty.

    [bold]Examples[/bold]

      sightline scan photos/*.jpg -o table.json --report scan.html

      sightline scan photos/*.jpg --camera phone.json --pieces pieces.json -o table.json

      sightline scan photos/*.jpg --known-length 0 2 1412 --json
    """
    _check(photos, output, report, overwrite=overwrite)
    lengths = _lengths(known_length or [])
    settings = _settings(camera, tag_mm, lengths)
    found = _found(photos, settings, pieces, output)
    # The files come first: whoever reads the answer may stop reading at any line.
    if output is not None:
        _write(found, output, name)
    if report is not None:
        from sightline.scanreport import scan_report

        with working("writing the report"):
            write_file(report, scan_report(found, name=name))
    from sightline.scans import document, words

    if as_json:
        print_json(document(found))
    else:
        tell(words(found))


def _check(photos: Sequence[Path], output: Path | None, report: Path | None, *, overwrite: bool) -> None:
    """All that can be seen to be wrong before any work."""
    faults = list[str]()
    if len(photos) > MOST_PHOTOS:
        faults.append(f"{len(photos)} photos are too many; the limit is {MOST_PHOTOS}, and twenty do")
    outputs = ((output, "tables are JSON or .sightline files", TABLE_ENDS), (report, "reports are HTML files", REPORT_ENDS))
    for path, what, ends in outputs:
        if path is not None:
            try:
                check_file(path, what=what, ends=ends, overwrite=overwrite, sources=photos)
            except CommandError as error:
                faults += error.faults
    if faults:
        raise CommandError(faults)


def _lengths(texts: Sequence[str]) -> "tuple[Measured, ...]":
    from capture.known import Measured

    found, faults = list[Measured](), list[str]()
    for text in texts[:MOST_LENGTHS]:
        try:
            one, other, length = text.split()
            measured = Measured(int(one), int(other), float(length))
        except ValueError:
            faults.append(f'{LENGTH} takes two tags and a length in millimetres, such as "{LENGTH} 0 2 1412", not "{text}"')
            continue
        if measured.one == measured.other or not 1.0 <= measured.mm <= 20_000.0:
            faults.append(f"{LENGTH} {text}: two different tags, and a length from 1 to 20,000 mm")
        found.append(measured)
    if faults:
        raise CommandError(faults)
    return tuple(found)


def _settings(camera: Path | None, tag_mm: float | None, lengths: "tuple[Measured, ...]") -> "Settings":
    from capture.known import Settings

    if camera is None:
        return Settings(None, tag_mm, lengths)
    from capture.camerafile import read_camera

    lens, covariance, info = read_camera(camera)
    if not info.sufficient:
        warn([f'"{camera}" comes from photos that did not fix the focal length; its errors are taken as it states them'])
    return Settings((lens, covariance), tag_mm, lengths)


def _found(photos: Sequence[Path], settings: "Settings", pieces: Path | None, output: Path | None) -> "WholeScan":
    from capture.whole import STEPS, whole_scan

    tagged = None
    if pieces is not None:
        from assets.library import LIBRARY
        from capture.tagged import load_tagged, rebased

        tagged = load_tagged(pieces, LIBRARY)
        tagged = rebased(tagged, pieces, output) if output is not None else tagged
    with progress("scanning", STEPS * len(photos)) as advance:
        return whole_scan(photos, settings, tagged=tagged, on_progress=advance)


def _write(found: "WholeScan", output: Path, name: str) -> None:
    from scene.bundle import pack
    from scene.document import write_document

    document = found.document(name)
    if output.suffix.lower() != SUFFIX:
        write_document(document, output, overwrite=True)
        return
    # A bundle is packed from a table beside it, so that meshes are found from there.
    handle, beside = mkstemp(prefix=".", suffix=".json", dir=output.parent)
    os.close(handle)
    try:
        write_document(document, beside, overwrite=True)
        pack(Path(beside), output, overwrite=True)
    finally:
        Path(beside).unlink(missing_ok=True)
