"""The tables of the files that the window opens: tables, battles, shared moments."""

from dataclasses import replace
from pathlib import Path

from assets import battles, tables
from rules.errors import RulesError
from scene.base.errors import SceneError
from scene.mesh_io.mesh_reading import KNOWN_TYPES
from sightline.drafts.draft_table import Draft, open_draft
from sightline.drafts.move_edits import delete
from sightline.errors import CommandError
from sightline.files.shared_moments import shares_battle, shares_moment
from sightline.session.journal_files import SUFFIX as JOURNAL

BATTLES = (".toml", JOURNAL)
MESHES = tuple(f".{one}" for one in KNOWN_TYPES)


def is_battle(name: str) -> bool:
    """Whether a name is that of a battle: a battle file, a journal, a shared battle, or a bundled battle."""
    bundled = Path(name).name == name and name in battles.names()
    return bundled or Path(name).suffix.lower() in BATTLES or shares_battle(Path(name).expanduser())


def is_mesh(name: str) -> bool:
    """Whether a name is that of a mesh file, to be placed on the table that is shown."""
    return Path(name).suffix.lower() in MESHES


def draft_of(name: str) -> Draft:
    """The table of a file; a bundled one or a shared moment is nobody's file, so that nothing is ever saved over it.

    Raises:
        SceneError: with all that is wrong with it.
    """
    path = Path(name).expanduser()
    if is_mesh(name):
        raise SceneError(
            f'"{path.name}" is a mesh, not a table; open a table (sightline play) and drop the mesh on it, or make a table '
            f"of it: sightline import {path.name} -o {path.stem}.json"
        )
    if path.name == name and not path.suffix and not path.exists():
        return replace(open_draft(tables.path(name)), path=None)
    draft = open_draft(path)
    bundled = path.resolve() in {tables.path(one).resolve() for one in tables.names()}
    return replace(draft, path=None) if bundled or shares_moment(path) else draft


def battlefield(name: str) -> Draft | None:
    """The table of a battle file, to be looked at while the battle is being opened; None where that is not known so soon."""
    from sightline.session.battle_loading import battle_path, table_of

    try:
        found = open_draft(table_of(battle_path(name).expanduser()))
    except (CommandError, RulesError, SceneError):
        return None
    # Figures of the table take no part.
    people = [figure.id for figure in found.table.figures]
    return replace(delete(found, people) if people else found, path=None)
