"""``sightline play``: opens the window."""

from pathlib import Path
from typing import Annotated

import typer

from sightline.cli.options import OwnRules
from sightline.errors import CommandError
from sightline.files.rule_systems import rule_system
from sightline.files.shared_moments import read_moment, shares_moment
from sightline.window.no_window import no_window

FIRST = "disputed-shot"

TableName = Annotated[
    str | None,
    typer.Argument(
        metavar="TABLE|BATTLE",
        help="A table, a battle, its journal or a shared moment: a file, or the name of a bundled one.",
        show_default=False,
    ),
]


Shot = Annotated[
    tuple[str, str] | None,
    typer.Option("--shot", metavar="SHOOTER TARGET", help="Begin with who sees whom: two figures.", show_default=False),
]


def command(table: TableName = None, *, rules: OwnRules = None, shot: Shot = None) -> None:
    """Open the window: look around a table, ask who sees whom, move, build, play a battle.

    [bold]Examples[/bold]

      sightline play

      sightline play gantry-town

      sightline play gantry-standoff

      sightline play disputed-shot --shot jelena kruger
    """
    from sightline.window.table_opening import battlefield, draft_of, is_battle
    from sightline.window.view.window_settings import load_settings, settings_path

    name = table or FIRST
    battle, path = name if is_battle(name) else "", Path(name).expanduser()
    shared = shares_moment(path)
    if battle and shot:
        raise CommandError("--shot is about two figures of a table; leave it out with a battle")
    if rules and not battle:
        raise CommandError("--rules is about a battle; leave it out with a table")
    if rules:
        rule_system(rules).check("battle")  # before there is a window
    if shared:
        read_moment(path)  # before there is a window, too
    draft = battlefield(name) if battle else draft_of(name)
    if shot and draft is not None:
        shooter, target = (draft.table.meant(figure).id for figure in shot)
        shot = (shooter, target)
    opens = battle or (name if shared and shot is None else "")
    try:
        from sightline.window.first_window import first_window

        seen = draft.table if draft is not None else None
        window = first_window(f"Opening {Path(name).stem} ...", load_settings(settings_path()), seen)
        from sightline.window.window_app import show
    except CommandError:
        raise
    except Exception as error:  # noqa: BLE001 - pyglet looks for a screen while it is imported, and raises what the system says
        raise no_window(error) from None
    raise typer.Exit(show(window, draft, opens, shot, rules or ""))
