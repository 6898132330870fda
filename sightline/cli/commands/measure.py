"""``sightline measure``: the distance between two figures, pieces or places, and what is in the way."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from scene.measuring.distance import Thing
from scene.mesh_io.mesh_reading import MAX_FACES
from sightline.answers.distance_answer import rounded_limits, things
from sightline.api.distance_questions import SpanAnswer, typed
from sightline.api.distance_questions import measure as measured
from sightline.cli import completion
from sightline.cli.options import AsJson, MaxFaces, Overwrite, PhotoPath, PicturePath, TablePath
from sightline.cli.typed_places import TypedPlace, typed_place
from sightline.cli.typed_words import is_number
from sightline.console import answers, print_json, warn, working
from sightline.errors import CommandError
from sightline.files.output_files import check_outputs, write_file
from sightline.files.scan_photo_lookup import Taken, better_photos, check_photo, moved_since, taken
from sightline.files.table_loading import load

Named = Annotated[
    list[str],
    typer.Argument(
        metavar="A B",
        help="Two of these: a figure, a piece, a scan's tag or point, or a place X Y Z or X,Y,Z in inches.",
        show_default=False,
        autocompletion=completion.things,
    ),
]


def command(
    table: TablePath,
    named: Named,
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

      sightline measure disputed-shot jelena kruger

      sightline measure disputed-shot jelena feed-pipe --json

      sightline measure disputed-shot jelena 12,9.5,3

      sightline measure disputed-shot -2 9.5 0 jelena

    [bold]With photos and files of your own[/bold]

      sightline measure hall.json jelena kruger --photo photos/IMG_2041.jpg --picture way.png
    """
    if picture and not photo:
        raise CommandError("measure draws on photos of the table's scan; name one with --photo, or leave out --picture")
    check_photo(photo, picture)
    check_outputs(table, picture=picture, overwrite=overwrite)
    ends = two_ends(named)
    whole, _ = load(table, max_faces=max_faces)
    a, b = (one if isinstance(one, str) else one.on(whole) for one in ends)
    on = taken(whole, photo) if photo else None
    found = measured(whole, a, b)
    if on and picture:
        with working("drawing on the photo"):
            _draw(found, on, picture, things(whole, *(one if isinstance(one, str) else typed(one) for one in (a, b))))
    if as_json:
        print_json(found.document())
    else:
        answers().print(str(found))


def two_ends(parts: Sequence[str]) -> list[str | TypedPlace]:
    """What a distance is between: names, and places of two or three numbers; a `CommandError` where that is not two things."""
    found = list[str | TypedPlace]()
    runs = groupby(parts, key=lambda part: is_number(part) and "," not in part) if len(parts) > 2 else [(False, parts)]
    for numbers, run in runs:
        words = list(run)
        if numbers:
            each = len(words) if len(words) <= 3 else len(words) // 2
            found += [typed_place(" ".join(words[i : i + each])) for i in range(0, len(words), each)]
        else:
            found += [typed_place(word) if "," in word and is_number(word.partition(",")[0]) else word for word in words]
    if len(found) != 2:
        named = ", ".join(f'"{one}"' if isinstance(one, str) else "a place" for one in found)
        raise CommandError(f"a distance is between two things, and there {'is' if len(found) == 1 else 'are'} {named}")
    return found


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
