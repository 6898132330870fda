"""``sightline new``: a table, empty or a copy of one that there is."""

import shlex
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from scene.base.errors import SceneError
from scene.base.messages import plain
from scene.table_io.table_reading import load_document
from sightline.cli import completion
from sightline.cli.options import AsJson, Overwrite
from sightline.cli.typed_measures import TableSize, typed_size
from sightline.console import print_json, tell, wrote
from sightline.drafts.draft_saving import save
from sightline.drafts.draft_table import new_draft, open_draft
from sightline.errors import CommandError
from sightline.files.output_files import check_file
from sightline.files.table_names import TABLE_ENDS, check_there, table_file

File = Annotated[
    Path, typer.Argument(metavar="FILE", help="The table to make: a .json or .sightline file.", show_default=False)
]
Size = Annotated[
    TableSize | None,
    typer.Option("--size", metavar="X Y", parser=typed_size, help="How large an empty one is, inches.", show_default="48 36"),
]
From = Annotated[
    Path | None,
    typer.Option(
        "--from",
        metavar="TABLE",
        help="Make a copy of this table, with its meshes.",
        show_default=False,
        autocompletion=completion.tables,
    ),
]
Name = Annotated[str | None, typer.Option("--name", help="What the table is called.", show_default=False)]


def command(
    file: File,
    *,
    size: Size = None,
    source: From = None,
    name: Name = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Make a table: an empty one of so many inches, or a copy of one that there is.

    [bold]Examples[/bold]

      sightline new my-table.json --size 48 36 --overwrite

      sightline new my-town.json --from gantry-town --name "Our town" --overwrite
    """
    if source is not None and size is not None:
        raise CommandError("--size is that of an empty table, and a copy has its own; leave --size or --from out")
    check_file(file, what="tables are JSON files or bundles", ends=TABLE_ENDS, overwrite=overwrite)
    if source is not None:
        source = table_file(source)
        check_there(source)
        draft = open_draft(source)
        draft = replace(draft, document=replace(draft.document, name=name or draft.document.name), path=None)
    else:
        draft = new_draft(size or (48.0, 36.0), name=name or "")
    before = held_by(file)
    save(draft, file, overwrite=overwrite)
    wrote(file)
    if as_json:
        held = {"pieces": len(draft.document.terrain), "figures": len(draft.document.figures)}
        print_json({"table": str(file), "size": list(draft.document.size)} | held)
        return
    sides = " x ".join(map(plain, draft.document.size))
    called = shlex.quote(str(file))
    told = (
        f"{len(draft.document.terrain)} pieces and {len(draft.document.figures)} figures" if draft.ids else "nothing on it yet"
    )
    place = f"sightline place {called} --kit gantry --at 12 12, or --figure Ada --at 4 12"
    tell([*before, f"{file}: {sides} inches, {told}", f"next: sightline play {called}, and Build; or {place}"])


def held_by(file: Path) -> list[str]:
    """What a table that is replaced had on it, so that nobody loses it unawares."""
    with suppress(SceneError, OSError):
        old = load_document(file)
        if old.terrain or old.figures:
            return [f"{file} had {len(old.terrain)} pieces and {len(old.figures)} figures, which are gone"]
    return []
