"""``sightline remove``: pieces and figures off a table."""

from typing import Annotated

import typer

from scene.table.table import unknown_id
from scene.table_io.table_document import entry_text
from sightline.cli import completion
from sightline.cli.options import AsJson, TablePath
from sightline.console import print_json, tell, warn, wrote
from sightline.drafts.draft_saving import save
from sightline.drafts.draft_table import Draft, open_draft
from sightline.drafts.move_edits import delete, riders, whole
from sightline.errors import CommandError
from sightline.files.table_lock import changing
from sightline.files.table_names import check_own, check_there

Ids = Annotated[
    list[str],
    typer.Argument(
        metavar="ID...",
        help="What to take off: ids of pieces, ids or names of figures.",
        show_default=False,
        autocompletion=completion.things,
    ),
]


def command(table: TablePath, ids: Ids, *, as_json: AsJson = False) -> None:
    """Take pieces or figures off a table; what stood on a piece comes down, and pieces of a group go together.

    What was said of them is told, so that it can be put back.

    [bold]Examples[/bold]

      sightline new my-town.json --from gantry-town --overwrite

      sightline remove my-town.json gorm
    """
    check_there(table)
    check_own(table)
    with changing(table):
        draft = open_draft(table)
        gone = whole(draft, list(dict.fromkeys(named(draft, ids))))
        moved = [draft.table.called(one) for one in riders(draft, gone)]
        was = [entry_text(draft.entry(one)) for one in gone]
        called = [draft.table.called(one) for one in gone]
        save(delete(draft, gone), table)
        wrote(table)
    if as_json:
        print_json({"table": str(table), "removed": list(gone), "came_down": moved, "was": was})
        return
    warn([f"{', '.join(moved)} stood on that, and came down"] if moved else [])
    tell([f"{table}: without {', '.join(called)}, which said", *(f"  {line}" for line in was)])


def named(draft: Draft, typed: list[str]) -> list[str]:
    """The ids of what is meant; a `CommandError` with all names that nothing has."""
    found, faults = list[str](), list[str]()
    for one in typed:
        said = one.casefold()
        fits = [entry for entry in draft.entries if one == entry.id]
        fits = fits or [
            entry for entry in draft.entries if said in {entry.id.casefold(), draft.table.called(entry.id).casefold()}
        ]
        if len(fits) == 1:
            found.append(fits[0].id)
        elif fits:
            faults.append(f'"{one}" may be {" or ".join(draft.table.called(entry.id) for entry in fits)}')
        else:
            faults.append(
                unknown_id("piece or figure", one, list(draft.ids), [one.name or "" for one in draft.document.figures])
            )
    if faults:
        raise CommandError(faults)
    return found
