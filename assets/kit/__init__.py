"""The terrain kit: industrial pieces and open country made by code, in inches, for 28 mm figures.

Every piece stands in its own frame with its anchor (middle of its box in x and y, lowest z) at the origin.
`kit_piece` says what a piece is, `steelwork` has what several are built of; the other modules make the pieces of their names.

To add a piece, write its function under `part` (see `kit_piece`) in the module that it goes with, or in a new one. Then import
it here and list it in `_ENTRIES`, which is the only list of the pieces in the code; docs/table-files.md describes them.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType

from assets.kit.cargo import barrels, container, crates
from assets.kit.corridor_walls import (
    corridor_corner,
    corridor_door,
    corridor_end,
    corridor_gate,
    corridor_junction,
    corridor_wall,
)
from assets.kit.crates_barricades import barricade, crate
from assets.kit.decks import platform, walkway
from assets.kit.ductways_terminals import ductway, terminal
from assets.kit.gantry import gantry, grating
from assets.kit.hills_copses import copse, hill
from assets.kit.kit_piece import KitEntry, Parameter, ParameterRange
from assets.kit.ladders_stairs import ladder, stairs
from assets.kit.lift import lift
from assets.kit.machines import console, furnace
from assets.kit.pipes_tanks import pipe_bridge, pipe_run, tank
from assets.kit.pits_pools import pit, toxic_pool
from assets.kit.plain_walls import door, wall, wall_with_openings
from assets.kit.ruins_walls import ruin, stone_wall
from assets.kit.steelwork import leg, rail
from assets.kit.tank_catwalk import tank_catwalk
from assets.program_digest import program_digest
from scene.base.errors import SceneError
from scene.geometry.kept_meshes import kept_meshes
from scene.geometry.mesh import Mesh
from scene.table.table import Kind

__all__ = ["KIT", "KitEntry", "Parameter", "ParameterRange", "piece"]

_ENTRIES = (
    wall,
    wall_with_openings,
    door,
    platform,
    walkway,
    ladder,
    stairs,
    crate,
    barricade,
    pipe_run,
    tank,
    gantry,
    lift,
    tank_catwalk,
    pipe_bridge,
    grating,
    furnace,
    console,
    barrels,
    crates,
    container,
    corridor_wall,
    corridor_door,
    corridor_gate,
    corridor_corner,
    corridor_junction,
    corridor_end,
    pit,
    toxic_pool,
    terminal,
    ductway,
    hill,
    copse,
    ruin,
    stone_wall,
)

KIT: Mapping[str, KitEntry] = MappingProxyType({entry.name: entry for entry in _ENTRIES})
"""Every piece by the name that a table file calls it."""


def piece(name: str, parameters: Mapping[str, float] = MappingProxyType({})) -> tuple[Mesh, Kind]:
    """The kit piece of that name and what it is to the rules.

    Args:
        name: a name in `KIT`.
        parameters: what differs from the defaults, mostly inches.

    Returns:
        The mesh in its own frame; the same object for the same parameters.

    Raises:
        SceneError: for a name or parameter that does not exist (the nearest is suggested), or a value out of range.
    """
    if name not in KIT:
        close = get_close_matches(name, KIT, n=1, cutoff=0.6)
        hint = f'did you mean "{close[0]}"?' if close else f"it has {', '.join(KIT)}"
        raise SceneError(f'the kit has no piece "{name}"; {hint}')
    entry = KIT[name]
    return _made(name, tuple(entry.complete(parameters).items())), entry.kind


@cache
def _made(name: str, parameters: tuple[tuple[str, float], ...]) -> Mesh:
    def make() -> tuple[Mesh]:
        # The modelling library puts triangles in the order of the age of their solids. So none may be older than the piece, or
        # the same piece would differ, and with it the digest of its table, by what was made before it.
        rail.cache_clear()
        leg.cache_clear()
        return (KIT[name].make(**dict(parameters)),)

    return kept_meshes((program_digest(), "kit", name, repr(parameters)), 1, make)[0]
