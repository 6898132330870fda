"""The same rays at the same scene, by trimesh's own casters, Open3D and VTK where they are installed, and by ours."""

import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from rich.table import Table as Rows

from benchmarks.scenes import arguments, console, terrain
from scene.geometry import ray_casting
from scene.geometry.mesh import BoolArray, FloatArray, Mesh, joined
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform

Blocked = Callable[[FloatArray, FloatArray], BoolArray]
"""Whether something lies between starts and ends, both (n, 3)."""


def ours(mesh: Mesh) -> Blocked:
    """Our own ray scene."""
    return RayScene([mesh]).blocked


def ours_without_embree(mesh: Mesh) -> Blocked:
    """Our own ray scene as it is on machines that Embree is not built for."""
    with patch.object(ray_casting, "_device", lambda: None):
        return RayScene([mesh]).blocked


def trimesh_embree(mesh: Mesh) -> Blocked:
    """Trimesh over embreex."""
    import trimesh
    from trimesh.ray import ray_pyembree

    solid = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    return _first_by_trimesh(ray_pyembree.RayMeshIntersector(solid))


def trimesh_plain(mesh: Mesh) -> Blocked:
    """Trimesh's own caster, in NumPy and rtree."""
    import trimesh
    from trimesh.ray import ray_triangle

    solid = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    return _first_by_trimesh(ray_triangle.RayMeshIntersector(solid))  # type: ignore[no-untyped-call, unused-ignore]


class _Trimesh(Protocol):
    def intersects_location(
        self, origins: FloatArray, directions: FloatArray, /, *, multiple_hits: bool
    ) -> tuple[FloatArray, NDArray[np.int64], NDArray[np.int64]]: ...


def _first_by_trimesh(caster: _Trimesh) -> Blocked:
    def blocked(starts: FloatArray, ends: FloatArray) -> BoolArray:
        ways = ends - starts
        places, rays, _ = caster.intersects_location(starts, ways, multiple_hits=False)
        far = np.full(len(starts), np.inf)
        length = np.linalg.norm(ways, axis=1)
        far[rays] = np.linalg.norm(places - starts[rays], axis=1) / length[rays]
        return np.asarray(far <= 1.0)

    return blocked


def open3d(mesh: Mesh) -> Blocked:
    """Open3D's RaycastingScene."""
    import open3d as o3d

    scene = o3d.t.geometry.RaycastingScene()
    scene.add_triangles(mesh.vertices.astype(np.float32), mesh.faces.astype(np.uint32))

    def blocked(starts: FloatArray, ends: FloatArray) -> BoolArray:
        rays = np.concatenate([starts, ends - starts], axis=1).astype(np.float32)
        return np.asarray(scene.test_occlusions(o3d.core.Tensor(rays), 0.0, 1.0).numpy())

    return blocked


def vtk(mesh: Mesh) -> Blocked:
    """VTK's static cell locator, one line a call, as it has no other."""
    from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray
    from vtkmodules.vtkCommonCore import mutable, vtkPoints
    from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData, vtkStaticCellLocator

    points, cells, shape = vtkPoints(), vtkCellArray(), vtkPolyData()
    points.SetData(numpy_to_vtk(mesh.vertices, deep=True))
    ids = np.column_stack([np.full(len(mesh.faces), 3), mesh.faces]).astype(np.int64)
    cells.ImportLegacyFormat(numpy_to_vtkIdTypeArray(ids.reshape(-1), deep=True))
    shape.SetPoints(points)
    shape.SetPolys(cells)
    locator = vtkStaticCellLocator()
    locator.SetDataSet(shape)
    locator.BuildLocator()

    def blocked(starts: FloatArray, ends: FloatArray) -> BoolArray:
        far, where, inside, part, cell = mutable(0.0), [0.0] * 3, [0.0] * 3, mutable(0), mutable(0)
        pairs = zip(starts.tolist(), ends.tolist(), strict=True)
        return np.array([locator.IntersectWithLine(a, b, 0.0, far, where, inside, part, cell) > 0 for a, b in pairs])

    return blocked


RIVALS: dict[str, tuple[str, Callable[[Mesh], Blocked], int]] = {
    "ours": ("embreex", ours, 1),
    "ours without Embree": ("numpy", ours_without_embree, 20),
    "trimesh, embreex": ("trimesh", trimesh_embree, 1),
    "trimesh, its own": ("rtree", trimesh_plain, 200),
    "Open3D": ("open3d", open3d, 1),
    "VTK": ("vtk", vtk, 20),
}
"""By name: the package that it needs, how to build it, and which part of the rays it gets so that it comes to an end."""


def scene_and_rays(folder: Path | None, count: int, *, seed: int) -> tuple[Mesh, FloatArray, FloatArray]:
    """Pieces side by side on a table, and lines between random places at figures' heights."""
    rng = np.random.default_rng(seed)
    shapes = terrain(folder)
    meshes = []
    for i in range(24):
        shape, place = shapes[i % len(shapes)], (4 + 8 * (i % 6), 4 + 9 * (i // 6), 0)
        meshes.append(Mesh.of(RigidTransform.turned(place, rng.uniform(0, 360)).to_table(shape.vertices), shape.faces))
    starts, ends = rng.uniform((0, 0, 0.1), (48, 36, 4.0), (2, count, 3))
    return joined(*meshes), starts, ends


def main(args: list[str]) -> None:
    """Print rays a second of everything that is installed, and how often it agrees with ours."""
    given = arguments(__doc__).parse_args(args)
    mesh, starts, ends = scene_and_rays(given.pieces, 100_000 if given.short else 1_000_000, seed=given.seed)
    rows = Rows(title=f"{len(starts):,} lines at {len(mesh.faces):,} triangles: is something between?")
    for column in ("caster", "version", "lines", "building", "lines a second", "ours is", "agree"):
        rows.add_column(column, justify="left" if column == "caster" else "right")
    right: NDArray[np.bool_] | None = None
    our_speed = 0.0
    for name, (package, build, part) in RIVALS.items():
        if find_spec(package) is None:
            rows.add_row(name, "not installed", *[""] * 5)
            continue
        count = len(starts) // part
        begin = time.perf_counter()
        try:
            blocked = build(mesh)
        except ImportError as error:
            rows.add_row(name, f"cannot be imported: {error}", *[""] * 5)
            continue
        blocked(starts[:2], ends[:2])
        built = time.perf_counter() - begin
        begin = time.perf_counter()
        found = blocked(starts[:count], ends[:count])
        speed = count / (time.perf_counter() - begin)
        right, our_speed = (found, speed) if right is None else (right, our_speed)
        agree = (found == right[:count]).mean()
        cells = (f"{count:,}", f"{built:.2f} s", f"{speed:,.0f}", f"{our_speed / speed:.1f} x", f"{agree:.4%}")
        rows.add_row(name, _version(package), *cells)
    console().print(rows)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"


if __name__ == "__main__":
    main(sys.argv[1:])
