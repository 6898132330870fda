"""Loading the table that a command answers about, and its navmesh."""

from pathlib import Path
from typing import TYPE_CHECKING

from assets.mesh_library import LIBRARY
from scene.base.errors import SceneError
from scene.table.scan_measurements import RESERVATION
from scene.table.table import MM_PER_INCH, Table
from scene.table_io.table_check import load_with_warnings
from sightline.console import progress_share, warn
from sightline.files.table_names import check_there

if TYPE_CHECKING:
    from scene.navmesh.navmesh import NavMesh
    from scene.walkable.agent import Agent


def load(path: Path, *, max_faces: int) -> tuple[Table, tuple[str, ...]]:
    """The table of a file, and what makes answers about it doubtful, which is told on standard error as well.

    Raises:
        SceneError: with every fault of the table; what may have led to them has been told as well.
    """
    check_there(path)
    try:
        with progress_share("reading the table") as tell:
            table, warnings = load_with_warnings(path, LIBRARY, max_faces=max_faces, tell=tell)
    except SceneError as error:
        warn(error.warnings)
        raise
    warnings += _idle_doors(path, table) + _unknown_scenery(path, table)
    warn(warnings)
    return table, warnings


def _idle_doors(path: Path, table: Table) -> tuple[str, ...]:
    """Pieces that are said to be open and are no doors, as when the frame was meant to be its door."""
    idle = [piece for piece in table.terrain.pieces if piece.open and piece.kind != "door"]
    does = '"open" does nothing, as its kind is "%s" and not "door"'
    return tuple(f'{path.name}: terrain "{piece.id}": {does % piece.kind}' for piece in idle)


def _unknown_scenery(path: Path, table: Table) -> tuple[str, ...]:
    """What no answer about a table knows whose scan measured its pieces and nothing else."""
    if table.terrain_known != "pieces":
        return ()
    return (f'{path.name}: {RESERVATION} (if there is none, write "terrain_known": "all" into its scan)',)


def load_navmesh(table: Table, agent: "Agent") -> "NavMesh":
    """The navmesh of a table for an agent; working it out may take a while, and is told on a terminal."""
    # The ground wants a second library of numbers, which questions of sight have no use for.
    from scene.navmesh.navmesh import navmesh_of

    with progress_share(ground_words(agent)) as tell:
        return navmesh_of(table.terrain, table.size, agent, tell)


def ground_words(agent: "Agent") -> str:
    """What is worked out in a navmesh, for people: it is kept, so that it takes its time only once for a table."""
    return f"working out the ground for bases of {2.0 * agent.radius * MM_PER_INCH:.0f} mm, once for this table"
