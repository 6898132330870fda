"""Tables: loaded, saved, and drawn."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from assets import tables
from scene.base.errors import SceneError
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.table import Table, Terrain
from scene.table_io.table_statuses import status_of
from sightline.errors import CommandError
from sightline.files import table_loading

if TYPE_CHECKING:
    from PIL import Image

    from sightline.api.shown_answers import ShownAnswer

_FILES: WeakKeyDictionary[Terrain, Path] = WeakKeyDictionary()
"""The file that a table's terrain came from."""


def load_table(path: str | Path, *, max_faces: int = MAX_FACES) -> Table:
    """The table of a ``.json`` file or a ``.sightline`` bundle, or the bundled table of that name.

    Args:
        path: of the file, or a name such as ``gantry-town``.
        max_faces: how many triangles its meshes may have.

    Raises:
        SceneError: with everything that is wrong with it.
    """
    place = Path(path)
    if not place.suffix and not place.exists() and place.name == str(path):
        place = tables.path(str(path))
    table, _ = table_loading.load(place, max_faces=max_faces)
    _FILES[table.terrain] = place
    return table


def save_table(table: Table, path: str | Path, *, overwrite: bool = False) -> None:
    """Write a table that was loaded, with its figures as they are now, as a ``.json`` file or a ``.sightline`` bundle.

    Terrain is saved as its file has it, with its meshes. Figures may have been moved, turned, named or left out.

    Raises:
        SceneError: the file is there and is not to be overwritten, or cannot be written.
        CommandError: the terrain or a figure is not from a file that was loaded.
    """
    from sightline.drafts.draft_saving import save
    from sightline.drafts.draft_table import changed, open_draft

    source = _FILES.get(table.terrain)
    if source is None:
        raise CommandError("only a table that load_table has read can be saved, with its terrain as it was read")
    draft = open_draft(source)
    known = {entry.id: entry for entry in draft.document.figures}
    if new := [figure.called for figure in table.figures if figure.id not in known]:
        raise CommandError(f"{', '.join(new)}: not of the file that the table was loaded from; add them to it first")
    entries = [
        replace(
            known[one.id], position=one.position, facing=one.facing, side=one.side, name=one.name, base_mm=one.base_mm,
            status=status_of(one),
        )
        for one in table.figures
    ]  # fmt: skip
    path = Path(path)
    if path.exists() and not overwrite:
        raise SceneError(f'"{path}" exists already; give another name, or overwrite=True')
    save(changed(draft, figures=entries), path, overwrite=overwrite)


def draw(
    table: Table,
    *,
    view: str = "above",
    elevation: float = 38.0,
    size: tuple[int, int] = (1400, 900),
    names: bool = False,
    show: "ShownAnswer | None" = None,
) -> "Image.Image":
    """A picture of a table, or of an answer about it.

    Args:
        view: ``above``, ``north``, ``east``, ``south``, ``west``, or degrees anticlockwise from +x from where it is seen.
        elevation: degrees above the horizon.
        size: pixels.
        names: whether all ids are written in it.
        show: an answer, whose own picture is drawn in place of the table alone.
    """
    if show is not None:
        return show.picture()
    from sightline.drawing.rendering.viewpoint import named_viewpoint
    from sightline.drawing.sight.overview import overview

    return overview(table, viewpoint=named_viewpoint(view, elevation), size=size, names=names)
