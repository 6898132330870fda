"""``sightline surface``: what the photos of a scan show of the whole table."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.table import MM_PER_INCH, Kind, Table
from sightline.cli.options import KINDS, AsJson, KindName, MaxFaces, Overwrite, PicturePath, TablePath
from sightline.cli.typed_places import TypedPlace, placed_by
from sightline.console import print_json, tell, working, wrote
from sightline.drafts.clicked_scenery import SURFACE
from sightline.errors import CommandError
from sightline.files.output_files import PICTURE_ENDS, check_file, write_file
from sightline.files.photo_files import photo_files
from sightline.files.surface_files import SUFFIX, kept_surface, surface_bytes, surface_file
from sightline.files.table_loading import load
from sightline.files.table_names import TABLE_ENDS, table_file

if TYPE_CHECKING:
    from scene.table.seen_table import SeenTable

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
    cut: Annotated[
        TypedPlace | None,
        typer.Option(
            "--cut",
            metavar="X Y",
            parser=placed_by("--cut"),
            help="Cut what stands there out of the surface as a piece.",
            show_default=False,
        ),
    ] = None,
    called: Annotated[str, typer.Option("--called", metavar="NAME", help="What that piece is called.")] = SURFACE,
    kind: Annotated[KindName, typer.Option("--kind", help="What it is to the rules.")] = KindName.STRUCTURE,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="TABLE", help="Write the table with that piece here.", show_default=False),
    ] = None,
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

      sightline surface hall.json --cut 20 14 --called ruin --save hall-ruin.json
    """
    if (cut is None) != (save is None):
        raise CommandError("--cut X Y and --save TABLE go together: what is cut out becomes a piece of a new table")
    whole, _ = load(table, max_faces=max_faces)
    if whole.scan is None:
        raise CommandError("this table was not scanned, and a surface is taken from the photos of a scan (sightline scan)")
    files, own = photo_files(photos or ()), table_file(table)
    kept, sources = surface_file(own), (own, *files)
    if output is not None:
        check_file(output, what="surfaces are PLY or GLB files", ends=MESH_ENDS, overwrite=overwrite, sources=sources)
    if picture is not None:
        check_file(picture, what="pictures are PNG files", ends=PICTURE_ENDS, overwrite=overwrite, sources=sources)
    if save is not None:
        check_file(save, what="tables are JSON files or bundles", ends=TABLE_ENDS, overwrite=overwrite, sources=sources)
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
    _write(seen, whole, kept if photos else None, output, picture)
    from capture.dense.piece_agreement import piece_agreements

    pieces = piece_agreements(whole, seen)
    names = {piece.id: whole.called(piece.id) for piece in whole.terrain.pieces}
    more = {"cut": _cut(own, seen, (cut.x, cut.y), (called, KINDS[kind]), save, overwrite=overwrite)} if cut and save else {}
    if as_json:
        print_json(document(seen, pieces, names) | more)
    else:
        tell([*words(seen, pieces, names), *(one["words"] for one in more.values())])


def _write(seen: "SeenTable", table: Table, kept: Path | None, output: Path | None, picture: Path | None) -> None:
    """Write what was seen: kept for the window, as a mesh, as a plan."""
    with working("writing what was seen"):
        # What shows nothing takes the place of nothing.
        if kept is not None and len(seen.surface.faces):
            write_file(kept, surface_bytes(seen))
        if output is not None:
            from scene.mesh_io.coloured_writing import coloured_bytes

            write_file(output, coloured_bytes(seen.surface, ".glb" if output.suffix.lower() == ".glb" else ".ply"))
        if picture is not None:
            from sightline.drawing.rendering.png_bytes import png_bytes
            from sightline.drawing.sight.seen_plan import seen_plan

            write_file(picture, png_bytes(seen_plan(seen, table.size, table.name)))


def _cut(
    table: Path, seen: "SeenTable", at: tuple[float, float], how: tuple[str, Kind], to: Path, *, overwrite: bool
) -> dict[str, Any]:
    """Cut out what stands at a place, and save the table with it; what is told of it."""
    from capture.clicking.clickable_photos import ClickablePhotos
    from sightline.drafts.cut_scenery import HOLES, cut_from_surface, place_cut, seen_above
    from sightline.drafts.draft_saving import save
    from sightline.drafts.draft_table import open_draft

    draft = open_draft(table)
    part = cut_from_surface(seen, draft.table, ClickablePhotos.of(draft.table.scan), seen_above(seen, *at))
    placed = place_cut(draft, part, *how)
    save(placed, to, overwrite=overwrite)
    wrote(to)
    (entry,) = (one for one in placed.document.terrain if one.id not in draft.table.terrain.ids)
    wide, deep, high = (side * MM_PER_INCH for side in part.size)
    limit = f"its corners within {MM_PER_INCH * part.limit:.1f} mm (95 %)"
    return {
        "id": entry.id,
        "size": [round(side, 3) for side in part.size],
        "limit": round(part.limit, 4),
        "triangles": len(part.piece.mesh.faces),
        "words": f"{entry.id}: {wide:.0f} x {deep:.0f} mm, {high:.0f} mm high, {limit}; {HOLES}",
    }
