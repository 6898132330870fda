"""``sightline measure``: the distance between two figures, pieces or places, and what is in the way."""

from math import ceil, floor
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from scene.base.errors import SceneError
from scene.measuring.distance import Span, Thing, blocked_by, nearest
from scene.measuring.distance_limits import DistanceEnd, limits
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.scan_measurements import NOT_KNOWN, Known, known_between
from scene.table.table import Figure, Piece, Table, unknown_id
from sightline.cli.coordinates import FARTHEST
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
    one, other = things(whole, a, b)
    a, b = (thing.id if isinstance(thing, Figure) else name for thing, name in ((one, a), (other, b)))
    span, blocked = nearest(one, other), blocked_by(whole.terrain, one, other)
    ends = (_end(whole, a, one), _end(whole, b, other)) if whole.scan else ()
    bounds = limits(whole.scan, span, *ends) if whole.scan and ends else None
    known = known_between(whole.terrain_known, blocked=bool(blocked))
    said = f"{whole.called(a)} to {whole.called(b)}: {in_words(span, blocked, bounds, known)}"
    if on and picture:
        with working("drawing on the photo"):
            _draw(whole, on, picture, {a: one, b: other}, span, blocked, bounds, said)
    if as_json:
        print_json(document(span, blocked, bounds, known))
    else:
        answers().print(said)


def _draw(
    table: Table,
    photo: Taken,
    picture: Path,
    named: dict[str, Thing],
    span: Span,
    blocked: tuple[str, ...],
    bounds: tuple[float, float] | None,
    said: str,
) -> None:
    from sightline.drawing.on_photo.photo_measure import measure_on_photo
    from sightline.drawing.rendering.png_bytes import png_bytes

    warn(
        better_photos(table, photo, [("the way between them", np.linspace(span.from_, span.to, 9))]) + moved_since(table, named)
    )
    length = f'{span.distance:.2f}"'
    if bounds:
        length += f" ({_rounded(*bounds)})"
    drawn = measure_on_photo(table, photo, named, span, through=blocked, length=length, lines=[length, said])
    write_file(picture, png_bytes(drawn))


def things(table: Table, *names: str) -> list[Thing]:
    """What the names stand for; a `SceneError` with all that stand for nothing."""
    found, faults = list[Thing](), list[str]()
    known: dict[str, Thing] = dict(table.scan.marks) if table.scan else {}
    known.update((piece.id, piece) for piece in table.terrain.pieces)
    known.update((figure.id, figure) for figure in table.figures)
    named = {figure.called.casefold(): figure for figure in table.figures}
    for name in names:
        thing = known.get(name, _place(name)) or named.get(name.casefold())
        if thing is None:
            what = "figure, terrain piece, tag or point" if table.scan else "figure or terrain piece"
            faults.append(unknown_id(what, name, list(known), [figure.name for figure in table.figures]))
        elif isinstance(thing, tuple) and any(abs(value) > FARTHEST for value in thing):
            faults.append(f'the place "{name}" is too far off; coordinates are inches from {-FARTHEST:,} to {FARTHEST:,}')
        else:
            found.append(thing)
    if faults:
        raise SceneError(faults)
    return found


def _place(name: str) -> tuple[float, ...] | None:
    """The place that ``x,y,z`` says, or None if it is nothing of the kind."""
    parts = name.split(",")
    try:
        return tuple(float(part) for part in parts) if len(parts) > 1 else None
    except ValueError:
        return None


def _end(table: Table, name: str, thing: Thing) -> DistanceEnd:
    """What is measured to, and where the scan has it."""
    assert table.scan is not None
    if isinstance(thing, Figure):
        return DistanceEnd(thing, table.scan.standing("figure", name, thing.position))
    if isinstance(thing, Piece):
        return DistanceEnd(thing, table.scan.standing("piece", name, thing.pose.position))
    return DistanceEnd(thing, table.scan.mark(name))


def document(
    span: Span, blocked: tuple[str, ...], bounds: tuple[float, float] | None = None, known: Known | None = None
) -> dict[str, object]:
    """The answer as JSON has it; on a scanned table with its limits, and with what is known of the way."""
    scanned = {} if bounds is None else {"low": bounds[0], "high": bounds[1]}
    return {
        "distance": span.distance,
        **scanned,
        "horizontal": span.horizontal,
        "vertical": span.vertical,
        "blocked_by": list(blocked),
        **({"known": known} if known else {}),
        "from": list(span.from_),
        "to": list(span.to),
    }


def in_words(
    span: Span, blocked: tuple[str, ...], bounds: tuple[float, float] | None = None, known: Known | None = None
) -> str:
    """The answer for a person; on a scanned table with its limits, and with what is known of the way."""
    sure = "" if bounds is None else f"{_rounded(*bounds)} in 95 of 100 cases; "
    way = f'{span.distance:.2f}" ({sure}{span.horizontal:.2f}" level, {span.vertical:.2f}" in height)'
    if blocked:
        return f"{way}, through {', '.join(blocked)}"
    return f"{way}, no measured piece in the way; {NOT_KNOWN}" if known == "unknown" else f"{way}, nothing in the way"


def _rounded(low: float, high: float) -> str:
    """The limits to hundredths, outwards, so that they still hold."""
    return f"{floor(100.0 * low + 1e-7) / 100.0:.2f} to {ceil(100.0 * high - 1e-7) / 100.0:.2f}"
