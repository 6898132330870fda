"""``sightline play``: the window."""

from pathlib import Path
from typing import Annotated

import typer

from assets import tables
from scene.meshfile import MAX_FACES
from sightline.commands.options import MaxFaces
from sightline.loading import load
from sightline.window.lacking import no_window

FIRST = "disputed-shot"

TableName = Annotated[
    str | None,
    typer.Argument(metavar="[TABLE]", help="A table file or bundle, or the name of a bundled table.", show_default=False),
]


Shot = Annotated[
    tuple[str, str] | None,
    typer.Option("--shot", metavar="SHOOTER TARGET", help="Begin with who sees whom: two figures.", show_default=False),
]


def command(table: TableName = None, *, shot: Shot = None, max_faces: MaxFaces = MAX_FACES) -> None:
    """Open the window: look around a table, ask who sees whom, move, measure.

    [bold]Examples[/bold]

      sightline play

      sightline play gantry-town

      sightline play sump.json --shot jelena kruger
    """
    path = Path(table or FIRST)
    if not path.suffix and not path.exists() and path.name == str(path):
        path = tables.path(path.name)
    whole, _ = load(path, max_faces=max_faces)
    for name in shot or ():
        whole.figure(name)
    try:
        from sightline.window.app import show
    except Exception as error:  # noqa: BLE001 - pyglet looks for a screen while it is imported, and raises what the system says
        raise no_window(error) from None
    raise typer.Exit(show(whole, path, shot))
