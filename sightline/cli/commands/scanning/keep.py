"""``sightline keep``: pieces that were clicked on a scanned table are kept, to be found on other tables by how they look."""

from pathlib import Path
from typing import Annotated

import typer

from scene.base.messages import shown_text
from scene.mesh_io.mesh_reading import MAX_FACES
from sightline.cli.options import AsJson, Overwrite, TablePath
from sightline.console import print_json, progress, tell, warn, wrote
from sightline.errors import CommandError
from sightline.files.output_files import check_file
from sightline.files.table_loading import load

PIECES_FILE = Path("pieces.json")
PIECES_ENDS = (".json",)


def command(
    table: TablePath,
    *,
    piece: Annotated[
        list[str] | None,
        typer.Option(
            "--piece", metavar="ID", help="Which one; all that were clicked if not given. Repeatable.", show_default=False
        ),
    ] = None,
    photos: Annotated[
        Path | None,
        typer.Option("--photos", metavar="FOLDER", help="Where the photos of its scan lie.", show_default=False),
    ] = None,
    pieces: Annotated[Path, typer.Option("--pieces", metavar="FILE.json", help="The pieces file to add to.")] = PIECES_FILE,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Keep pieces that were clicked in the photos of a scan, for other tables.

    Their shapes, their sizes and how they look in the photos go into the pieces
    file and beside it. The next scan with --pieces finds them wherever they
    stand, without tags, and says how sure that is.

    A piece in one colour has nothing to be known by, and is not kept.

    [bold]With a table and photos of your own[/bold]

      sightline keep hall.json

      sightline keep hall.json --piece hut --photos photos --pieces set/pieces.json
    """
    check_file(pieces, what="pieces files are JSON files", ends=PIECES_ENDS, overwrite=True, sources=[table])
    from scene.table_io.table_reading import load_document
    from sightline.drafts.clicked_scenery import scan_photos_of
    from sightline.drafts.kept_pieces import MOST_PHOTOS, clicked_ids, keep_pieces

    found, _ = load(table, max_faces=MAX_FACES)
    shots = scan_photos_of(found.scan, table, photos)
    names = list(dict.fromkeys(piece or clicked_ids(found)))
    if not names:
        raise CommandError(f'no piece of "{table.name}" was clicked in its photos; click some in the window (sightline play)')
    if shots.missing:
        listed = ", ".join(shown_text(name) for name in shots.missing[:4])
        warn([f"{len(shots.missing)} of {len(shots.names)} photos were not found ({listed}); say with --photos where they are"])
    with progress("looking at the pieces", min(len(shots.files), MOST_PHOTOS) + len(names)) as advance:
        kept = keep_pieces(load_document(table), found, shots, names, pieces, overwrite=overwrite, on_progress=advance)
    if kept.kept:
        wrote(pieces)
    if as_json:
        print_json(
            {
                "pieces": str(pieces),
                "kept": [{"id": each.id, "points": each.points, "sightings": each.sightings} for each in kept.kept],
                "left_out": [{"id": name, "why": why} for name, why in kept.left_out],
            }
        )
    else:
        tell([f"{found.called(each.id)}: kept, known by {each.points} points of its look" for each in kept.kept])
        tell([f"{found.called(name)}: not kept, it {why}" for name, why in kept.left_out])
    if not kept.kept:
        raise typer.Exit(1)
