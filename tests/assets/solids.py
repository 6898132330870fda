"""What every piece of the kit must keep to, at its defaults and at the ends of its ranges; and its row in docs/table-files.md.

``python -m tests.assets.solids`` prints all rows.
"""

import sys
from collections.abc import Iterator

import numpy as np
import trimesh
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from assets.kit import KIT, KitEntry
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, Mesh

Given = dict[str, float]

MOST_FACES = 6000
"""Triangles of a piece with its defaults: a table has dozens of them."""


def corners(entry: KitEntry) -> Iterator[tuple[Given, Mesh]]:
    """A piece with each parameter alone at either end of its range, and with all at one end as far as they go together.

    Ends that do not go with the other parameters (`assets.kit.kit_piece.misfit`) are left out.
    """
    together: dict[str, Given] = {"low": {}, "high": {}}
    for name, parameter in entry.parameters.items():
        for end, given in together.items():
            limit: float = getattr(parameter.range, end)
            if made := _made(entry, {name: limit}):
                yield {name: limit}, made
            if _made(entry, given | {name: limit}):
                given[name] = limit
    for given in together.values():
        yield given, entry.make(**given)


def _made(entry: KitEntry, given: Given) -> Mesh | None:
    try:
        return entry.make(**given)
    except SceneError:
        return None


def faults(mesh: Mesh) -> list[str]:
    """What is wrong with a mesh of closed parts that stands on its anchor; nothing if it is sound."""
    solid = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    low, high = mesh.bounds
    wrong = {
        "is not closed": not solid.is_watertight,
        "is not wound one way": not solid.is_winding_consistent,
        "has a part that is wound inwards": bool((_volumes(mesh) <= 0.0).any()),
        "is not about the z axis": not np.allclose((low + high)[:2], 0.0, atol=1e-12),
        "does not stand on z = 0": abs(low[2]) > 1e-12,
    }
    return [fault for fault, is_so in wrong.items() if is_so]


def _volumes(mesh: Mesh) -> FloatArray:
    """(n,) the volume of each connected part; negative for those wound inwards."""
    ends = np.concatenate([mesh.faces[:, :2], mesh.faces[:, 1:]])
    links = coo_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(len(mesh.vertices),) * 2)
    count, part = connected_components(links, directed=False)
    a, b, c = (mesh.vertices[mesh.faces[:, corner]] for corner in range(3))
    volumes = np.einsum("ij,ij->i", a, np.cross(b, c)) / 6.0
    return np.asarray(np.bincount(part[mesh.faces[:, 0]], weights=volumes, minlength=count), dtype=np.float64)


def page_row(entry: KitEntry) -> str:
    """The row of a piece in docs/table-files.md: its kind, what it is, and every parameter with default, range and meaning."""
    told = [
        f"`{one.name}` {one.default:g} ({one.range.low:g} to {one.range.high:g}: {one.range.meaning})"
        for one in entry.parameters.values()
    ]
    kind = f"{entry.kind}, {entry.ground}" if entry.ground else entry.kind
    return f"| `{entry.name}` | {kind} | {entry.description} | {', '.join(told)} |"


if __name__ == "__main__":
    sys.stdout.write("".join(f"{page_row(entry)}\n" for entry in KIT.values()))
