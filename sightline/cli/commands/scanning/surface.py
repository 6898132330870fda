"""``sightline surface``: what the photos of a scan show of the whole table."""

from pathlib import Path
from typing import Annotated

import typer

from scene.mesh_io.mesh_reading import MAX_FACES
from sightline.cli.options import AsJson, MaxFaces, Overwrite, PicturePath, TablePath
from sightline.console import print_json, tell, working
from sightline.errors import CommandError
from sightline.files.output_files import PICTURE_ENDS, check_file, write_file
from sightline.files.photo_files import photo_files
from sightline.files.surface_files import SUFFIX, kept_surface, surface_bytes, surface_file
from sightline.files.table_loading import load
from sightline.files.table_names import table_file

MESH_ENDS = (".ply", ".glb")
HIGHEST = (0.5, 24.0)


def command(
    table: TablePath,
    *,
    photos: Annotated[
        list[Path] | None,
        typer.Option(
            "--photos",
            metavar="FOLDER",
            help="The photos of the table's scan: a folder or a file; may be given more than once. Without, what is kept.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="MESH", help="Write the surface here, a PLY or GLB file.", show_default=False),
    ] = None,
    picture: PicturePath = None,
    highest: Annotated[
        float, typer.Option("--highest", min=HIGHEST[0], max=HIGHEST[1], help="Inches up to which scenery stands.")
    ] = 8.0,
    overwrite: Overwrite = False,
    max_faces: MaxFaces = MAX_FACES,
    as_json: AsJson = False,
) -> None:
    """What the photos of a scan show of the whole table: its surface, the heights of decks, and what is free.

    About twenty photos take some minutes. The result is kept beside the table,
    its name ending in .surface, for the window; without --photos it is told again.

    [bold]With photos of your own[/bold]

      sightline surface hall.json --photos photos

      sightline surface hall.json --photos photos -o hall.ply --picture plan.png
    """
    whole, _ = load(table, max_faces=max_faces)
    if whole.scan is None:
        raise CommandError("this table was not scanned, and a surface is taken from the photos of a scan (sightline scan)")
    files, own = photo_files(photos or ()), table_file(table)
    kept, sources = surface_file(own), (own, *files)
    if output is not None:
        check_file(output, what="surfaces are PLY or GLB files", ends=MESH_ENDS, overwrite=overwrite, sources=sources)
    if picture is not None:
        check_file(picture, what="pictures are PNG files", ends=PICTURE_ENDS, overwrite=overwrite, sources=sources)
    from sightline.answers.scanned.surface_answer import document, words

    if photos:
        # What is damaged, or of an earlier scan, is of no use to anybody.
        stale = kept.is_file() and kept_surface(own, whole.scan) is None
        check_file(kept, what="what is kept", ends=(SUFFIX,), overwrite=overwrite or stale, sources=sources)
        from sightline.api.surface_questions import whole_table

        seen = whole_table(whole, files, highest=highest)
    else:
        found = kept_surface(own, whole.scan)
        if found is None:
            nothing = "nothing is kept of this scan's photos yet"
            there = f'"{kept.name}" is of an earlier scan, or damaged' if kept.is_file() else nothing
            raise CommandError(f"{there}; give the photos with --photos FOLDER")
        seen = found
    with working("writing what was seen"):
        # What shows nothing takes the place of nothing.
        if photos and len(seen.surface.faces):
            write_file(kept, surface_bytes(seen))
        if output is not None:
            from scene.mesh_io.coloured_writing import coloured_bytes

            write_file(output, coloured_bytes(seen.surface, ".glb" if output.suffix.lower() == ".glb" else ".ply"))
        if picture is not None:
            from sightline.drawing.rendering.png_bytes import png_bytes
            from sightline.drawing.sight.seen_plan import seen_plan

            write_file(picture, png_bytes(seen_plan(seen, whole.size, whole.name)))
    from capture.dense.piece_agreement import piece_agreements

    pieces = piece_agreements(whole, seen)
    called = {piece.id: whole.called(piece.id) for piece in whole.terrain.pieces}
    if as_json:
        print_json(document(seen, pieces, called))
    else:
        tell(words(seen, pieces, called))
