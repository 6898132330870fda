"""``sightline card-photo``: how much of a target is hidden, measured from photos of its card."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from scene.mesh_io.mesh_reading import MAX_FACES
from sightline.answers.sight_answer import sight_rules
from sightline.cli import completion
from sightline.cli.options import USUAL_RULES, AsJson, MaxFaces, Overwrite, ReportPath, ShooterId, SightRules, TablePath
from sightline.console import print_json, progress_share, tell, working
from sightline.errors import CommandError
from sightline.files.output_files import PICTURE_ENDS, REPORT_ENDS, check_file, write_file
from sightline.files.photo_files import photo_files
from sightline.files.rule_systems import rule_system
from sightline.files.table_loading import load
from sightline.files.table_names import as_typed

NEAREST_MM = (1.0, 5000.0)


def command(
    table: TablePath,
    shooter: ShooterId,
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET", help="Whose card it is: an id or a name.", show_default=False, autocompletion=completion.figures
        ),
    ],
    photos: Annotated[
        list[Path], typer.Argument(metavar="PHOTO...", help="Photos of the card, or a folder of them.", show_default=False)
    ],
    *,
    lamp: Annotated[
        bool, typer.Option("--lamp", help="A lamp stood in the eye's place: two photos, one with it and one without.")
    ] = False,
    nearest_mm: Annotated[
        float | None,
        typer.Option(
            "--nearest-mm",
            min=NEAREST_MM[0],
            max=NEAREST_MM[1],
            help="From the shooter's eye to the nearest thing in between, as measured.",
            show_default=False,
        ),
    ] = None,
    camera: Annotated[
        Path | None, typer.Option("--camera", metavar="CAMERA.json", help="From sightline calibrate.", show_default=False)
    ] = None,
    rules: SightRules = USUAL_RULES,
    picture: Annotated[
        Path | None,
        typer.Option(
            "--picture", metavar="P.png", help="Write the first photo here, with what was counted.", show_default=False
        ),
    ] = None,
    report: ReportPath = None,
    overwrite: Overwrite = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """How much of a target is hidden, measured from photos of the card in its place (sightline card).

    One photo with the lens at the hole of the eye stand; better four,
    the phone taken away and held to it anew for each. Or --lamp: a lamp behind
    the hole, and two photos from anywhere, one with the lamp and one without,
    as the phone wrote them. The lens needs one tag of the card in view, the
    lamp two.

    [bold]With photos of your own[/bold]

      sightline card-photo hall.json jelena kruger shot.jpg

      sightline card-photo hall.json jelena kruger a.jpg b.jpg c.jpg d.jpg --nearest-mm 120 --picture shot.png

      sightline card-photo hall.json jelena kruger with.jpg without.jpg --lamp --report shot.html
    """
    files = photo_files(photos)
    for path, what, ends in (
        (picture, "pictures are PNG files", PICTURE_ENDS),
        (report, "reports are HTML files", REPORT_ENDS),
    ):
        if path is not None:
            check_file(path, what=what, ends=ends, overwrite=overwrite, sources=(table, *files))
    whole, warnings = load(table, max_faces=max_faces)
    one, other = whole.figure(shooter), whole.figure(target)
    if one.id == other.id:
        raise CommandError(f"{one.called} cannot shoot at itself; name a shooter and a target")
    judged = sight_rules(rule_system(rules), flat=False)
    from sightline.answers.scanned.card_answer import document, words
    from sightline.answers.scanned.card_questions import card_shot

    with progress_share("reading the photos") as share:
        found = card_shot(whole, one, other, files, camera=camera, nearest_mm=nearest_mm, lamp=lamp, tell=share)
    if picture is not None:
        from sightline.drawing.rendering.png_bytes import png_bytes
        from sightline.reports.card_report import first_counted

        write_file(picture, png_bytes(first_counted(found)))
    if report is not None:
        from scene.table_io.table_reading import table_digest
        from sightline.reports.card_report import card_report_html

        again = ["sightline", "card-photo", as_typed(table), one.id, other.id, *map(str, photos), *["--lamp"] * lamp]
        again += [] if nearest_mm is None else ["--nearest-mm", f"{nearest_mm:g}"]
        again += [] if camera is None else ["--camera", str(camera)]
        again += ["--rules", rules, *([] if max_faces == MAX_FACES else ["--max-faces", str(max_faces)])]
        with working("drawing the evidence"):
            page = card_report_html(
                found,
                judged,
                table_name=whole.name or table.name,
                digest=table_digest(table, max_faces=max_faces),
                command=shlex.join(again),
                warnings=warnings,
            )
        write_file(report, page)
    if as_json:
        print_json(document(found, judged))
    else:
        tell(words(found, judged))
