"""Visibility within regions: which places of a region see one another along its floor, so that one can walk straight."""

import itertools
from collections.abc import Sequence

import numpy as np
import shapely

from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.geometry.ray_casting import RayScene
from scene.navmesh_parts.regions import Region

LEEWAY = 0.002
"""Inches by which walls stand back, so that walks along them are free."""
_MIDDLE = 0.45
_HEIGHT = 0.9


class RegionVisibility:
    """The outlines of regions as walls, each region's on a storey of its own: the number of the region is its height."""

    def __init__(self, regions: Sequence[Region]) -> None:
        meshes = [_wall(region, number) for number, region in enumerate(regions)]
        self._scene = RayScene([Mesh.of(np.concatenate([m.vertices for m in meshes]), _stacked(meshes))] if meshes else [])

    def sees(self, region: IntArray, start: FloatArray, end: FloatArray) -> BoolArray:
        """(n,) whether one can walk straight from ``start`` to ``end``, both (n, 2), within regions (n,)."""
        walks = np.empty((2, len(region), 3))
        walks[0, :, :2], walks[1, :, :2], walks[:, :, 2] = start, end, region + _MIDDLE
        return ~self._scene.blocked(walks[0], walks[1])

    def crossed(self, region: IntArray, start: FloatArray, direction: FloatArray, *, most: int) -> FloatArray:
        """(n, most) how far along ``direction`` (n, 2) from ``start`` (n, 2) outlines of regions (n,) are crossed.

        In lengths of the direction, none beyond its end; infinite after the last.
        """
        found = np.full((len(region), most), np.inf)
        step = LEEWAY / np.maximum(np.hypot(*direction.T), 1e-9)
        gone, active = np.zeros(len(region)), np.arange(len(region))
        for number in range(most):
            origin = start[active] + gone[active, None] * direction[active]
            hits = self._scene.first_hits(
                np.append(origin, region[active, None] + _MIDDLE, axis=1),
                np.append(direction[active], np.zeros((len(active), 1)), axis=1),
                (1.0 - gone[active]).clip(min=0.0),
            )
            met = hits.mesh >= 0
            active = active[met]
            if len(active) == 0:
                break
            gone[active] += hits.distance[met]
            found[active, number] = gone[active]
            gone[active] += step[active]
        return found


def _wall(region: Region, storey: int) -> Mesh:
    outline = shapely.Polygon(region.rings[0], region.rings[1:]).buffer(LEEWAY, join_style="mitre", mitre_limit=2.0)
    rings = itertools.chain.from_iterable([part.exterior, *part.interiors] for part in shapely.get_parts(outline))
    vertices, faces, count = [], [], 0
    for ring in rings:
        plan = np.asarray(ring.coords)[:-1]
        size = len(plan)
        low = np.column_stack([plan, np.full(size, storey)])
        vertices += [low, low + np.array([0.0, 0.0, _HEIGHT])]
        this = np.arange(size)
        after = np.roll(this, -1)
        faces += [
            np.column_stack([this, after, after + size]) + count,
            np.column_stack([this, after + size, this + size]) + count,
        ]
        count += 2 * size
    return Mesh.of(np.concatenate(vertices), np.concatenate(faces))


def _stacked(meshes: Sequence[Mesh]) -> IntArray:
    starts = np.cumsum([0] + [len(mesh.vertices) for mesh in meshes[:-1]])
    return np.concatenate([mesh.faces + start for mesh, start in zip(meshes, starts, strict=True)])
