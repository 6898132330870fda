"""The build of a navmesh shared by two processes, for the regions of a large table.

This process works from the lowest patch up, a helper from the highest down.
What the two find is the same to the last bit, so it does not matter how far each comes, nor whether the helper comes at all.
"""

import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from scene.geometry.ray_casting import cores
from scene.navmesh.navmesh_file import NavMeshParts, packed, unpacked
from scene.navmesh.worker_input import handed_over
from scene.navmesh.worker_process import KEY, REGIONS, WorkerProcess, begun
from scene.navmesh_parts.links import nothing
from scene.navmesh_parts.regions import Found, RegionInputs
from scene.navmesh_parts.roadmap import Roadmap
from scene.table.table import Terrain
from scene.walkable.agent import Agent
from scene.walkable.openings import Opening

MANY = 50_000
"""Triangles of a table from which on a helper gains more than it takes to begin."""
_HEAD = struct.Struct("<QQ")
"""The number of the patch, and how many openings there are."""
_OPENING = 7
"""Numbers of an opening."""


@contextmanager
def helper(terrain: Terrain, size: tuple[float, float], agent: Agent) -> Iterator[WorkerProcess | None]:
    """A process that works on the regions of a table from the highest patch down; None where it would not help."""
    wanted = terrain.triangles >= MANY and cores() > 1
    found = begun("regions", handed_over(terrain, size, agent)) if wanted else None
    if found is None:
        yield None
        return
    with found:
        yield found


def together(floors: RegionInputs, helped: WorkerProcess | None, advance: Callable[[float], None]) -> list[Found]:
    """The regions on all patches, in their order: those that the helper has not brought in time are found here.

    Args:
        floors: of the table.
        helped: the helper, if there is one.
        advance: is told the share of the work done, 0 to 1.
    """
    count = len(floors.patches.all)
    own: list[Found] = []
    brought: list[Found] = []
    while True:
        while helped is not None and (reply := helped.reply()) is not None:
            found = _unpacked(reply[1], count - 1 - len(brought)) if reply[0] == REGIONS else None
            if found is None:
                # Whatever it says, it is not what was asked for.
                helped.close()
                break
            brought.append(found)
        if len(own) + len(brought) >= count:
            return own + brought[: count - len(own)][::-1]
        own.append(floors.on(len(own)))
        advance(min(1.0, (len(own) + len(brought)) / count))


def downward(floors: RegionInputs) -> Iterator[bytes]:
    """What a helper says: the regions on every patch, from the highest down."""
    for number in reversed(range(len(floors.patches.all))):
        yield _packed(number, floors.on(number))


def _packed(number: int, found: Found) -> bytes:
    regions, openings = found
    none = np.zeros(0, dtype=np.int64)
    roadmap = Roadmap(np.zeros((0, 2)), none, np.zeros((0, 2, 2)), none, none, np.zeros(0))
    rows = [[*one.start, *one.end, one.door] for one in openings]
    return (
        _HEAD.pack(number, len(rows))
        + np.array(rows, dtype="<f8").tobytes()
        + packed(NavMeshParts(tuple(regions), nothing(), none, none, roadmap), KEY)
    )


def _unpacked(content: bytes, number: int) -> Found | None:
    """The regions on a patch; None if these bytes are anything else."""
    if len(content) < _HEAD.size:
        return None
    patch, count = _HEAD.unpack(content[: _HEAD.size])
    end = _HEAD.size + 8 * _OPENING * count
    if patch != number or end > len(content):
        return None
    layout = unpacked(content[end:], KEY)
    rows = np.frombuffer(content[_HEAD.size : end], dtype="<f8").reshape(-1, _OPENING)
    openings = [Opening(row[:3].copy(), row[3:6].copy(), bool(row[6])) for row in rows]
    return (list(layout.regions), openings) if layout is not None else None
