"""``sightline scan``: a real table from photos."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scene.base.json_fields import MAX_TEXT
from scene.base.messages import shown_text
from scene.table_io.table_bundle import SUFFIX
from sightline.cli.options import AsJson, NothingElse, Overwrite, ReportPath
from sightline.cli.typed_measures import typed_length
from sightline.console import print_json, tell, working, wrote
from sightline.errors import CommandError
from sightline.files.output_files import REPORT_ENDS, check_file, write_file
from sightline.files.photo_files import photo_files
from sightline.files.scan_photo_lookup import clicked_pieces_in
from sightline.files.table_names import TABLE_ENDS

if TYPE_CHECKING:
    from capture.adjustment.prior_knowledge import MeasuredLength
    from capture.objects.figure_placement import ExpectedBase
    from capture.results.whole_scan import Spotted, WholeScan

MOST_PHOTOS = 200
MOST_LENGTHS = 50
FARTHEST = 1_000.0
LEAST_BASE_MM, MOST_BASE_MM = 10.0, 300.0

LEAST_OFF, MOST_OFF = 0.01, 1_000.0
"""Pixels by which a point may be off."""

LENGTH = "--known-length"


def command(
    photos: Annotated[
        list[Path],
        typer.Argument(help="Photos of the table, or a folder of them: eight to twenty, from all sides.", show_default=False),
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
        typer.Option(
            "--pieces",
            metavar="PIECES.json",
            help="Which tag sits where on which piece, and how others look.",
            show_default=False,
        ),
    ] = None,
    tag_mm: Annotated[
        float | None,
        typer.Option(
            "--tag-mm", min=3, max=1000, help="The side of an anchor tag's black square; 60 if not given.", show_default=False
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
    rims: Annotated[bool, typer.Option(help="Look for round bases without tags on the ground.")] = True,
    decks: Annotated[bool, typer.Option("--decks", help="Look for round bases on decks too, as high as terrain tags.")] = False,
    base: Annotated[
        list[str] | None,
        typer.Option("--base", metavar="NAME=X,Y[,Z[,MM]]", help="A base stands near there (inches).", show_default=False),
    ] = None,
    point: Annotated[
        list[str] | None,
        typer.Option(
            "--point",
            metavar="NAME=PHOTO:X,Y;PHOTO:X,Y",
            help="A point to measure, from its pixels in two or more photos.",
            show_default=False,
        ),
    ] = None,
    nothing_else: NothingElse = False,
    name: Annotated[str, typer.Option("--name", help="The table's name.", show_default=False)] = "",
    report: ReportPath = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """A real table from photos: tags, edges, terrain and distances, each with its uncertainty.

    [bold]With photos and files of your own[/bold]

      sightline scan photos/*.jpg -o table.json --report scan.html

      sightline scan photos/*.jpg --camera phone.json --pieces pieces.json -o table.json

      sightline scan photos/*.jpg --pieces pieces.json --nothing-else -o table.json

      sightline scan photos/*.jpg --known-length 0 2 1412 --json

      sightline scan photos/*.jpg --point "rivet=IMG_3.jpg:1023,442;IMG_7.jpg:88,1201" -o table.json
    """
    from capture.results.whole_scan import ScanRequest
    from sightline.api.photo_scans import check_names, prior_knowledge, scanned

    photos = photo_files(photos)
    _check(photos, [one for one in (camera, pieces) if one], output, report, name, pieces, overwrite=overwrite)
    lengths = _lengths(known_length or [])
    wanted = ScanRequest(None, rims, decks, _bases(base or []), _points(point or []), nothing_else=nothing_else)
    check_names(wanted)
    found = scanned(photos, prior_knowledge(camera, tag_mm, lengths), wanted, pieces, output)
    # The files come first: whoever reads the answer may stop reading at any line.
    if output is not None:
        _write(found, output, name)
    if report is not None:
        from sightline.reports.scan_report import scan_report

        with working("writing the report"):
            write_file(report, scan_report(found, name=name, photos=photos, beside=output or pieces, folder=report.parent))
    from sightline.answers.scanned.scan_answer import document, words

    if as_json:
        print_json(document(found))
    else:
        tell(words(found))


def _check(
    photos: Sequence[Path],
    files: Sequence[Path],
    output: Path | None,
    report: Path | None,
    name: str,
    pieces: Path | None,
    *,
    overwrite: bool,
) -> None:
    """All that can be seen to be wrong before any work."""
    faults = list[str]()
    if len(photos) > MOST_PHOTOS:
        faults.append(f"{len(photos)} photos are too many; the limit is {MOST_PHOTOS}, and twenty do")
    if fault := _unfit(name):
        faults.append(f"--name {fault}")
    outputs = ((output, "tables are JSON or .sightline files", TABLE_ENDS), (report, "reports are HTML files", REPORT_ENDS))
    for path, what, ends in outputs:
        if path is not None:
            try:
                check_file(path, what=what, ends=ends, overwrite=overwrite, sources=[*photos, *files])
            except CommandError as error:
                faults += error.faults
    if output is not None and overwrite and (clicked := clicked_pieces_in(output, pieces)):
        named = ", ".join(shown_text(one) for one in clicked[:4])
        faults.append(
            f'"{output}" holds {len(clicked)} piece{"" if len(clicked) == 1 else "s"} clicked in photos ({named}), '
            "which this scan would lose; write elsewhere, or delete it first"
        )
    if faults:
        raise CommandError(faults)


def _unfit(name: str, *, known: Sequence[str] = ()) -> str | None:
    """What is wrong with a name that is to go into a table file."""
    if len(name) > MAX_TEXT or not name.isprintable():
        return f'"{shown_text(name)}": names have at most {MAX_TEXT} characters, all of which can be printed'
    return f'"{shown_text(name)}" is given twice' if name in known else None


def _lengths(texts: Sequence[str]) -> "tuple[MeasuredLength, ...]":
    from capture.adjustment.prior_knowledge import MeasuredLength

    found, faults = list[MeasuredLength](), list[str]()
    if len(texts) > MOST_LENGTHS:
        raise CommandError(f"{LENGTH} is given {len(texts)} times; the limit is {MOST_LENGTHS}, and two or three do")
    for text in texts:
        typed = typed_length(text)
        try:
            measured = MeasuredLength(int(typed.a), int(typed.b), typed.mm) if typed else None
        except ValueError:
            measured = None
        if measured is None:
            example = f'such as "{LENGTH} 0 2 1412"'
            faults.append(f'{LENGTH} takes two tags and a length in millimetres, {example}, not "{shown_text(text)}"')
            continue
        if measured.fault:
            faults.append(f"{LENGTH} {shown_text(text)}: {measured.fault}")
        found.append(measured)
    if faults:
        raise CommandError(faults)
    return tuple(found)


def _bases(texts: Sequence[str]) -> "tuple[ExpectedBase, ...]":
    from capture.objects.figure_placement import ExpectedBase

    found, faults = list[ExpectedBase](), list[str]()
    for text in texts:
        name, _, numbers = text.partition("=")
        try:
            values = [float(each) for each in numbers.split(",")]
        except ValueError:
            values = []
        if not name.strip() or len(values) not in {2, 3, 4} or not all(abs(value) <= FARTHEST for value in values):
            example = 'such as "--base ork=12.5,8"'
            faults.append(f'--base takes a name and a place in inches, {example}, not "{shown_text(text)}"')
            continue
        x, y, z, mm = (*values, 0.0, 0.0)[:4]
        if fault := _unfit(name.strip(), known=[each.name for each in found]):
            faults.append(f"--base {fault}")
        if mm and not LEAST_BASE_MM <= mm <= MOST_BASE_MM:
            faults.append(f'--base "{shown_text(name)}": bases are {LEAST_BASE_MM:g} to {MOST_BASE_MM:g} mm wide, not {mm:g}')
        found.append(ExpectedBase(name.strip(), (x, y, z), mm or None))
    if faults:
        raise CommandError(faults)
    return tuple(found)


def _points(texts: Sequence[str]) -> "tuple[Spotted, ...]":
    from capture.results.whole_scan import Spotted

    found, faults = list[Spotted](), list[str]()
    for text in texts:
        name, _, places = text.partition("=")
        try:
            listed = tuple(_pixel(each) for each in places.split(";"))
        except ValueError:
            listed = ()
        if not name.strip() or not listed:
            example = 'such as "rivet=A.jpg:1023,442;B.jpg:88,1201"'
            faults.append(f'--point takes a name and pixels in photos, {example}, not "{shown_text(text)}"')
            continue
        if fault := _unfit(name.strip(), known=[each.name for each in found]):
            faults.append(f"--point {fault}")
        found.append(Spotted(name.strip(), listed))
    if faults:
        raise CommandError(faults)
    return tuple(found)


def _pixel(text: str) -> tuple[str, tuple[float, float], float]:
    """A photo, a pixel of it, and by how much that may be off: ``photo:x,y`` or ``photo:x,y~off``."""
    from capture.objects.triangulation import PIXEL_SIGMA
    from capture.photos.photo_reading import name_of

    photo, _, numbers = text.strip().rpartition(":")
    place, tilde, off = numbers.partition("~")
    x, y = (float(each) for each in place.split(","))
    sigma = float(off) if tilde else PIXEL_SIGMA
    if not photo or not LEAST_OFF <= sigma <= MOST_OFF:
        raise ValueError(text)
    return name_of(Path(photo)), (x, y), sigma


def _write(found: "WholeScan", output: Path, name: str) -> None:
    from scene.base.safe_files import part_beside
    from scene.table_io.table_bundle import pack
    from scene.table_io.table_document import write_document
    from scene.table_io.table_reading import load_document

    document = found.document(name)
    # It is written beside its place first: a bundle is packed from there, with the meshes that it names, and nothing takes
    # another file's place that cannot be read again.
    with part_beside(output) as beside:
        write_document(document, beside)
        if output.suffix.lower() == SUFFIX:
            pack(beside, output, overwrite=True)
            wrote(output)
            return
        load_document(beside)
        write_document(document, output, overwrite=True)
        wrote(output)
