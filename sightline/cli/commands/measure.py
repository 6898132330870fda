"""``sightline measure``: the distance between two figures, pieces or places, and what is in the way."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from scene.measuring.distance import Thing
from scene.mesh_io.mesh_reading import MAX_FACES
from sightline.answers.distance_answer import rounded_limits, things
from sightline.api.distance_questions import SpanAnswer
from sightline.api.distance_questions import measure as measured
from sightline.cli.options import AsJson, MaxFaces, Overwrite, PhotoPath, PicturePath, TablePath
from sightline.console import answers, print_json, warn, working
from sightline.errors import CommandError
from sightline.files.output_files import check_outputs, write_file
from sightline.files.scan_photo_lookup import Taken, better_photos, check_photo, moved_since, taken
from sightline.files.table_loading import load

Named = Annotated[
    str,
    typer.Argument(help="A figure, a piece, a scan's tag or point, or a place x,y,z in inches.", show_default=False),
]


def command(
    table: TablePath,
    a: Named,
    b: Named,
    *,
    photo: PhotoPath = None,
    picture: PicturePath = None,
    overwrite: Overwrite = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """The distance between the nearest points of A and B, and the terrain that the straight way goes through.

    Between bases, or bodies without bases; pieces are measured to their surface. On a table that was scanned from photos
    the answer has the limits between which the distance on the real table lies in 95 of 100 cases.

    [bold]Examples[/bold]

      sightline measure sump.json jelena kruger

      sightline measure sump.json jelena tower --json

      sightline measure sump.json jelena 24,18,3.5

      sightline measure sump.json jelena kruger --photo photos/IMG_2041.jpg --picture way.png

      sightline measure sump.json -- -2,0,0 jelena   [dim](-- before a place that begins with a minus)[/dim]
    """
    if picture and not photo:
        raise CommandError("measure draws on photos of the table's scan; name one with --photo, or leave out --picture")
    check_photo(photo, picture)
    check_outputs(table, picture=picture, overwrite=overwrite)
    whole, _ = load(table, max_faces=max_faces)
    on = taken(whole, photo) if photo else None
    found = measured(whole, a, b)
    if on and picture:
        with working("drawing on the photo"):
            _draw(found, on, picture, things(whole, a, b))
    if as_json:
        print_json(found.document())
    else:
        answers().print(str(found))


def _draw(found: SpanAnswer, photo: Taken, picture: Path, ends: Sequence[Thing]) -> None:
    from sightline.drawing.on_photo.photo_measure import measure_on_photo
    from sightline.drawing.rendering.png_bytes import png_bytes

    table, named = found.table, dict(zip(found.ids, ends, strict=True))
    way = ("the way between them", np.linspace(found.from_, found.to, 9))
    warn(better_photos(table, photo, [way]) + moved_since(table, named))
    length = f'{found.distance:.2f}"'
    if found.low is not None and found.high is not None:
        length += f" ({rounded_limits(found.low, found.high)})"
    drawn = measure_on_photo(table, photo, named, found, through=found.blocked_by, length=length, lines=[length, str(found)])
    write_file(picture, png_bytes(drawn))
