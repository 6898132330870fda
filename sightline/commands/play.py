"""``sightline play``: the window."""

from pathlib import Path
from typing import Annotated

import typer

from assets import tables
from scene.meshfile import MAX_FACES
from sightline.commands.options import MaxFaces
from sightline.loading import load

FIRST = "disputed-shot"

TableName = Annotated[
    str | None,
    typer.Argument(metavar="[TABLE]", help="A table file or bundle, or the name of a bundled table.", show_default=False),
]


def command(table: TableName = None, *, max_faces: MaxFaces = MAX_FACES) -> None:
    """Open the window: look around a table, ask who sees whom, move, measure.

    [bold]Examples[/bold]

      sightline play

      sightline play gantry-town

      sightline play sump.json
    """
    path = Path(table or FIRST)
    if not path.suffix and not path.exists() and path.name == str(path):
        path = tables.path(path.name)
    whole, _ = load(path, max_faces=max_faces)
    from sightline.window.app import show

    raise typer.Exit(show(whole, path))
