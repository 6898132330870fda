"""``sightline show``: a picture of the table from a side or from above."""

import re
from pathlib import Path
from typing import Annotated

import typer

from scene.mesh_io.mesh_reading import MAX_FACES
from sightline.cli.options import AsJson, MaxFaces, Overwrite, TablePath
from sightline.console import answers, print_json, words
from sightline.errors import CommandError
from sightline.files.output_files import check_outputs, free_name, is_there, write_file
from sightline.files.table_loading import load

SMALLEST, LARGEST = 400, 4096
MOST_PIXELS = 9_000_000

From = Annotated[
    str,
    typer.Option("--from", metavar="SIDE", help="above, north, east, south, west, or degrees anticlockwise from +x."),
]
Elevation = Annotated[float, typer.Option("--elevation", min=5.0, max=89.0, help="Degrees above the horizon.")]
Names = Annotated[bool, typer.Option("--names", help="Write the ids of all pieces and figures.")]
Pixels = Annotated[str, typer.Option("--pixels", metavar="WxH", help="Width and height of the picture.")]
OldSize = Annotated[str | None, typer.Option("--size", metavar="WxH", help="As it was called once.", hidden=True)]
Picture = Annotated[
    Path | None,
    typer.Option(
        "--picture",
        "-o",
        metavar="P.png",
        help="Write it here.",
        show_default="here, by TABLE's name",
    ),
]


def command(
    table: TablePath,
    *,
    side: From = "250",
    elevation: Elevation = 38.0,
    names: Names = False,
    pixels: Pixels = "1400x1000",
    size: OldSize = None,
    picture: Picture = None,
    max_faces: MaxFaces = MAX_FACES,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Draw a picture of the table.

    [bold]Examples[/bold]

      sightline show disputed-shot

      sightline show disputed-shot --from above --names -o plan.png --overwrite

      sightline show gantry-town --from west --elevation 20 --pixels 1920x1080 -o west.png --overwrite
    """
    from sightline.drawing.rendering.png_bytes import png_bytes
    from sightline.drawing.rendering.viewpoint import named_viewpoint
    from sightline.drawing.sight.overview import overview

    if overwrite and picture is None:
        raise CommandError("--overwrite replaces the picture that -o names; name one, or leave --overwrite out")
    path = picture or Path(free_name(f"{table.stem}.png", lambda name: is_there(Path(name))))
    if size is not None:
        words().print(f"--size is called --pixels here now, as --size is that of a table; --pixels {size} is meant")
    wanted, viewpoint = picture_size(size or pixels), named_viewpoint(side, elevation)
    check_outputs(table, picture=path, overwrite=overwrite)
    whole, _ = load(table, max_faces=max_faces)
    write_file(path, png_bytes(overview(whole, viewpoint=viewpoint, size=wanted, names=names)))
    if as_json:
        print_json({"picture": str(path), "size": list(wanted), "from": side, "names": names})
    else:
        answers().print(f"{path}: {whole.name or table.name}, {wanted[0]} x {wanted[1]} pixels")


def picture_size(text: str) -> tuple[int, int]:
    """Width and height from ``1400x1000``; a `CommandError` for anything else or far too small or large."""
    found = re.fullmatch(r"\s*(\d{1,6})\s*[xX×]\s*(\d{1,6})\s*", text)
    if not found:
        raise CommandError(f'"{text}" is not a size; give width and height in pixels, such as 1400x1000')
    wide, high = int(found[1]), int(found[2])
    if not all(SMALLEST <= value <= LARGEST for value in (wide, high)):
        raise CommandError(f"a picture of {wide} x {high} pixels cannot be drawn; each side is {SMALLEST} to {LARGEST}")
    if wide * high > MOST_PIXELS:
        raise CommandError(f"a picture of {wide} x {high} has more than {MOST_PIXELS:,} pixels; ask for a smaller one")
    return wide, high
