"""Tables: loaded, saved, and drawn."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from assets import tables
from scene.base.errors import SceneError
from scene.mesh_io.mesh_reading import MAX_FACES
from scene.table.table import Figure, Table, Terrain
from scene.table_io.standing_check import standing_faults
from scene.table_io.table_document import FigureEntry
from scene.table_io.table_statuses import status_of
from sightline.api.given_values import MOST_SEED, file, given_table, number, numbers, whole, wrong, yes_or_no
from sightline.api.loaded_table import LoadedTable
from sightline.api.shown_answers import ShownAnswer, WordedAnswer, with_more
from sightline.errors import CommandError
from sightline.files import table_loading

if TYPE_CHECKING:
    from PIL import Image

    from sightline.drawing.rendering.viewpoint import Viewpoint

SMALLEST, LARGEST = 400, 4096
MOST_PIXELS = 9_000_000
ELEVATION = (5.0, 89.0)
"""Sizes in pixels and degrees above the horizon, as ``sightline show`` takes them."""
VIEW, SIZE, SLANTED = "above", (1400, 900), 38.0

_FILES: WeakKeyDictionary[Terrain, Path] = WeakKeyDictionary()
"""The file that a table's terrain came from."""


def load_table(path: str | Path, *, max_faces: int = MAX_FACES) -> LoadedTable:
    """The table of a ``.json`` file or a ``.sightline`` bundle, or the bundled table of that name.

    What makes answers about it doubtful is told on standard error, and kept as its ``warnings``.

    Args:
        path: of the file, or a name such as ``gantry-town``.
        max_faces: how many triangles its meshes may have.

    Raises:
        SceneError: with everything that is wrong with it.
    """
    place = file(path, "path", "the path of a table file, or the name of a bundled table")
    if not place.suffix and not place.exists() and place.name == str(path):
        place = tables.path(str(path))
    table, warnings = table_loading.load(place, max_faces=whole(max_faces, "max_faces", (1, MOST_SEED)))
    _FILES[table.terrain] = place
    return with_more(LoadedTable, table, warnings=warnings)


def save_table(table: Table, path: str | Path, *, overwrite: bool = False) -> None:
    """Write a table that was loaded, with its figures as they are now, as a ``.json`` file or a ``.sightline`` bundle.

    Terrain is saved as its file has it, with its meshes. Figures may have been moved, turned, named or left out.

    Raises:
        SceneError: the file is there and is not to be overwritten, or cannot be written; or a figure stands where none can,
            with the line that `load_table` would give.
        CommandError: the terrain or a figure is not from a file that was loaded.
    """
    from sightline.drafts.draft_saving import save
    from sightline.drafts.draft_table import changed, open_draft

    given_table(table, standing=False)
    yes_or_no(overwrite=overwrite)
    path = file(path, "path", "the path of a file that ends in .json or .sightline")
    source = _FILES.get(table.terrain)
    if source is None:
        raise CommandError("only a table that load_table has read can be saved, with its terrain as it was read")
    draft = open_draft(source)
    known = {entry.id: entry for entry in draft.document.figures}
    if new := [figure.called for figure in table.figures if figure.id not in known]:
        raise CommandError(f"{', '.join(new)}: not of the file that the table was loaded from; add them to it first")
    if faults := standing_faults(table):
        raise SceneError(faults)
    if path.exists() and not overwrite:
        raise SceneError(f'"{path}" exists already; give another name, or overwrite=True')
    save(changed(draft, figures=[_entry(known[one.id], one) for one in table.figures]), path, overwrite=bool(overwrite))


def _entry(entry: FigureEntry, figure: Figure) -> FigureEntry:
    """A figure's entry in the table file, with the figure as it is now."""
    return replace(
        entry, position=figure.position, facing=figure.facing, side=figure.side, name=figure.name, base_mm=figure.base_mm,
        status=status_of(figure),
    )  # fmt: skip


def draw(
    table: Table,
    *,
    view: str | float | None = None,
    elevation: float | None = None,
    size: tuple[int, int] | None = None,
    names: bool = False,
    show: WordedAnswer | None = None,
) -> "Image.Image":
    """A picture of a table, or of an answer about it.

    Args:
        view: ``above``, ``north``, ``east``, ``south``, ``west``, or degrees anticlockwise from +x from where it is seen; above
            by default.
        elevation: degrees above the horizon, 5 to 89; 38 by default.
        size: pixels, each side 400 to 4096; 1400 x 900 by default.
        names: whether all ids are written in it.
        show: an answer about this table, whose own picture is drawn; that has a view and a size of its own.

    Raises:
        SceneError, CommandError: that cannot be drawn.
    """
    given_table(table, standing=False)
    yes_or_no(names=names)
    if show is not None:
        given = {"view": view, "elevation": elevation, "size": size, "names": names or None}
        return _shown(table, show, [name for name, value in given.items() if value is not None])
    from sightline.drawing.sight.overview import overview

    return overview(table, viewpoint=_viewpoint(view, elevation), size=_pixels(size), names=bool(names))


def _shown(table: Table, answer: object, given: list[str]) -> "Image.Image":
    if isinstance(answer, WordedAnswer) and not isinstance(answer, ShownAnswer):
        raise CommandError(f"show: there is nothing to draw: {answer.lines()[0]}")
    if not isinstance(answer, ShownAnswer):
        raise wrong("show", answer, "an answer, such as that of line_of_sight or path")
    if given:
        raise CommandError(f"{', '.join(given)}: the picture of an answer is as it is; leave that out with show=...")
    if answer.table is not table:
        raise CommandError("show: this answer is about another table; give the one that it was asked of")
    return answer.picture()


def _viewpoint(view: object, elevation: object) -> "Viewpoint":
    from sightline.drawing.rendering.viewpoint import named_viewpoint

    high = SLANTED if elevation is None else number(elevation, "elevation", ELEVATION, "degrees")
    if not isinstance(view, str | None):
        view = str(number(view, "view", unit="degrees"))
    return named_viewpoint(VIEW if view is None else view, high)


def _pixels(size: object) -> tuple[int, int]:
    if size is None:
        return SIZE
    may_be = f"width and height in pixels, {SMALLEST} to {LARGEST:,} each and {MOST_PIXELS:,} in all, such as (1400, 900)"
    wide, high = numbers(size, "size", 2, may_be)
    fits = all(side.is_integer() and SMALLEST <= side <= LARGEST for side in (wide, high))
    if not fits or wide * high > MOST_PIXELS:
        raise wrong("size", size, may_be)
    return int(wide), int(high)
