"""Reading mesh files (STL, OBJ, PLY, GLB, 3MF) into meshes in inches.

Nothing but the given bytes is looked at: no textures, no materials, no other files. What a scan or a careless export
leaves in a file (doubled and flat faces, unused points, any winding, holes) is cleaned or accepted; what makes a mesh
meaningless (no faces, NaN, indices that lead nowhere) is a `SceneError` that names the file.
"""

import io
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scene.base.errors import SceneError
from scene.base.fingerprints import fingerprints
from scene.base.quiet import quiet
from scene.base.safe_files import read_bytes
from scene.geometry.kept_meshes import kept_meshes
from scene.geometry.large_mesh import FLAT_AREA, LargeMesh
from scene.geometry.mesh import FloatArray, IntArray, Mesh
from scene.geometry.rigid_transform import turned
from scene.mesh_io import mesh_limits
from scene.mesh_io.obj_reading import obj_triangles
from scene.mesh_io.threemf_reading import threemf_triangles

Units = Literal["mm", "cm", "m", "inch"]
Up = Literal["z", "y"]

INCHES: Mapping[str, float] = {"mm": 1 / 25.4, "cm": 1 / 2.54, "m": 100 / 2.54, "inch": 1.0}
KNOWN_TYPES = ("stl", "obj", "ply", "glb", "3mf")
UNITS_NEEDED = ("stl", "obj", "ply")
"""File types that do not say how long their 1 is."""
UP_IS_Y = ("glb",)
"""File types whose y is up unless somebody says otherwise."""

MAX_FACES = 5_000_000
LARGE = 400_000
"""Faces from which on a mesh is cleaned only as far as somebody needs it."""
NO_FACES = np.zeros((0, 3), dtype=np.int64)
MAX_COORDINATE = 1e6
"""Inches; farther away there is no table, only a damaged file."""

Number = TypeVar("Number", bound=np.floating[Any])

_Y_UP_TO_Z_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])


@dataclass(frozen=True, eq=False)
class MeshFile:
    """A mesh as read, and how the file's own frame became the mesh's.

    Attributes:
        mesh: in inches, z up, about the file's own origin.
        frame: (3, 3) float; takes points of the file (its units, its up) to the mesh's inches.
    """

    mesh: Mesh
    frame: FloatArray

    def to_inches(self, points: ArrayLike) -> FloatArray:
        """(..., 3) points of the file's own frame, in the mesh's frame."""
        return np.asarray(np.asarray(points, dtype=np.float64) @ self.frame.T)


def load_mesh(path: str | Path, *, units: Units | None = None, up: Up | None = None, max_faces: int = MAX_FACES) -> Mesh:
    """The mesh of a file, in inches with z up; see `parse_mesh`."""
    data = read_bytes(Path(path), max_bytes(max_faces), label=f'mesh "{path}"')
    return parse_mesh(data, str(path), units=units, up=up, max_faces=max_faces).mesh


def parse_mesh(
    data: bytes, name: str, *, units: Units | None = None, up: Up | None = None, max_faces: int = MAX_FACES
) -> MeshFile:
    """The mesh in a file's bytes.

    Args:
        data: the whole file.
        name: the file's name; its ending says which kind of file it is, and messages call it so.
        units: how long the file's 1 is; needed for STL, OBJ and PLY. GLB is in metres, 3MF says itself, unless given.
        up: which of the file's axes points up: z, unless given; y in GLB.
        max_faces: more faces than this are refused.

    Raises:
        SceneError: one line that names the file.
    """
    kind = mesh_type(name)
    if units is None and kind in UNITS_NEEDED:
        raise SceneError(f'mesh "{name}": {kind.upper()} files carry no units; say "units": "mm", "cm", "m" or "inch"')
    if not data:
        raise SceneError(f'mesh "{name}": the file is empty')
    corners = large_stl(data, max_faces) if kind == "stl" else None
    vertices, faces, own_units = _parsed(data, kind, name, max_faces) if corners is None else (corners, NO_FACES, 1.0)
    scale = INCHES[units] if units else own_units
    turn = _Y_UP_TO_Z_UP if (up or ("y" if kind in UP_IS_Y else "z")) == "y" else np.eye(3)
    frame = turn * scale
    with mesh_limits.named(name), np.errstate(over="ignore"):
        if corners is not None and (large := _large(corners, frame)) is not None:
            return MeshFile(large, frame)
        if corners is not None:
            vertices, faces = corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3)
        return MeshFile(cleaned(vertices, faces, frame), frame)


def large_stl(data: bytes, max_faces: int) -> NDArray[np.float32] | None:
    """(m, 3, 3) the corners of a binary STL file of so many faces that cleaning them takes seconds; None for another file."""
    if not mesh_limits.is_binary_stl(data) or len(data) < mesh_limits.STL_HEADER + mesh_limits.STL_FACE * LARGE:
        return None
    mesh_limits.checked(data, "stl", max_faces)
    return np.asarray(_stl_faces(data)["corners"])


def _large(corners: NDArray[np.float32], frame: FloatArray) -> Mesh | None:
    """The mesh of so many corners (m, 3, 3), cleaned as far as somebody needs it; None where it has to be cleaned at once."""
    ends = np.array([[end(corners[:, :, axis]) for axis in range(3)] for end in (np.min, np.max)], dtype=np.float64)
    if not np.isfinite(ends).all() or np.abs(turned(ends, frame)).max() > MAX_COORDINATE:
        return None

    def clean(chosen: IntArray | None) -> Mesh:
        if chosen is None:
            return kept_meshes(
                ("clean 1", blake2b(np.ascontiguousarray(corners).data).hexdigest(), repr(frame.tolist())), 1, make
            )[0]
        some = corners[chosen].reshape(-1, 3)
        return cleaned(some, np.arange(len(some)).reshape(-1, 3), frame)

    def make() -> tuple[Mesh]:
        return (cleaned(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3), frame),)

    large = LargeMesh(corners, clean, (lambda points: turned(points, frame),))
    return None if large.bounds_need_all else large


def mesh_type(name: str) -> str:
    """The kind of mesh file that a name stands for, as its ending in small letters."""
    kind = PurePosixPath(name).suffix.lower().lstrip(".")
    if kind in KNOWN_TYPES:
        return kind
    known = ", ".join(known.upper() for known in KNOWN_TYPES)
    hint = "; export it as .glb, which holds everything in one file" if kind == "gltf" else ""
    raise SceneError(f'mesh "{name}": not a kind of mesh file known here ({known}){hint}')


def max_bytes(max_faces: int) -> int:
    """Larger files than this are not opened: what the wordiest kind (ASCII STL) needs for so many faces."""
    return 2**26 + mesh_limits.BYTES_A_FACE * max_faces


def cleaned(vertices: NDArray[np.floating[Any]], faces: IntArray, frame: FloatArray) -> Mesh:
    """A mesh of (n, 3) points and (m, 3) faces, taken through ``frame``, without what says nothing.

    Points at the same place become one; flat faces, faces that appear twice (in any order) and unused points go.
    """
    if len(faces) == 0:
        raise SceneError("there are no faces in it")
    faces = mesh_limits.sound_faces(faces, len(vertices))
    vertices, faces = _of_use(vertices, faces)
    if not np.isfinite(vertices).all():
        raise SceneError("damaged: points with coordinates that are no finite numbers")
    points, faces = _merged(vertices.astype(np.float64) + 0.0, faces)  # adding zero makes -0.0 and 0.0 one number
    points = turned(points, frame)
    if np.abs(points).max() > MAX_COORDINATE:
        raise SceneError(f"it reaches farther than {MAX_COORDINATE:,.0f} inches from its origin; are the units right?")
    faces = _without_doubles(_without_flat(points, faces))
    if len(faces) == 0:
        raise SceneError("all of its faces are flat (without area)")
    return Mesh.of(*_of_use(points, faces))


def _of_use(points: NDArray[Number], faces: IntArray) -> tuple[NDArray[Number], IntArray]:
    """The points that are corners of faces, in their order, and the faces by their new numbers."""
    used = np.zeros(len(points), dtype=bool)
    used[faces.reshape(-1)] = True
    return (points, faces) if used.all() else (points[used], (np.cumsum(used) - 1)[faces])


def _merged(points: FloatArray, faces: IntArray) -> tuple[FloatArray, IntArray]:
    """Points at exactly the same place become one."""
    _, first, group = np.unique(fingerprints(points.view(np.uint64)), return_index=True, return_inverse=True)
    # Two different points with one fingerprint are next to impossible; then nothing is merged.
    if not np.array_equal(points[first][group], points):
        return points, faces
    return points[first], group[faces]


def _without_flat(points: FloatArray, faces: IntArray) -> IntArray:
    a, b, c = (points[faces[:, corner]] for corner in range(3))
    doubled_area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    return np.asarray(faces[doubled_area > 2 * FLAT_AREA])


def _without_doubles(faces: IntArray) -> IntArray:
    keys = np.sort(faces, axis=1)
    _, first = np.unique(fingerprints(keys.view(np.uint64)), return_index=True)
    if len(first) == len(faces):
        return faces
    return faces[np.sort(first)]


def _parsed(data: bytes, kind: str, name: str, max_faces: int) -> tuple[NDArray[np.floating[Any]], IntArray, float]:
    """Points, faces, and how many inches the file says its 1 is (1.0 where it does not say)."""
    try:
        with quiet(), np.errstate(all="ignore"):
            # Numbers cut short by a typing error are an error, not a warning.
            warnings.filterwarnings("error", message="string or file could not be read")
            data = mesh_limits.checked(data, kind, max_faces)
            if kind == "stl" and mesh_limits.is_binary_stl(data):
                return (*_binary_stl(data), 1.0)
            if kind == "obj":
                return (*obj_triangles(data, max_faces), 1.0)
            if kind == "3mf":
                return threemf_triangles(data, max_faces)
            return _through_trimesh(data, kind, max_faces)
    except SceneError as error:
        raise SceneError(f'mesh "{name}": {error.faults[0]}') from None
    # A damaged file makes a parser fail in any way at all; the user gets one line for each.
    except MemoryError:
        raise SceneError(f'mesh "{name}": there is not enough memory to read it') from None
    except Exception:  # noqa: BLE001
        raise SceneError(f'mesh "{name}": cannot be read as {kind.upper()}; it is damaged or of another kind') from None


def _binary_stl(data: bytes) -> tuple[NDArray[np.floating[Any]], IntArray]:
    """What most terrain comes as; reading it here saves the second that importing a mesh library takes."""
    corners = _stl_faces(data)["corners"].reshape(-1, 3)
    return corners, np.arange(len(corners)).reshape(-1, 3)


def _stl_faces(data: bytes) -> NDArray[np.void]:
    face = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
    return np.frombuffer(data, face, offset=mesh_limits.STL_HEADER)


def _through_trimesh(data: bytes, kind: str, max_faces: int) -> tuple[NDArray[np.floating[Any]], IntArray, float]:
    import trimesh

    options: dict[str, Any] = {"skip_materials": True} if kind in {"ply", "glb"} else {}
    scene = trimesh.load_scene(io.BytesIO(data), file_type=kind, process=False, **options)
    placed = [(scene.geometry[geometry], matrix) for matrix, geometry in map(scene.graph.get, scene.graph.nodes_geometry)]
    meshes = [(mesh, matrix) for mesh, matrix in placed if isinstance(mesh, trimesh.Trimesh) and len(mesh.faces)]
    if not meshes:
        cloud = any(isinstance(thing, trimesh.PointCloud) for thing in scene.geometry.values())
        raise SceneError(f"there are no faces in it{f', {mesh_limits.ONLY_POINTS}' if cloud else ''}")
    mesh_limits.check_faces(sum(len(mesh.faces) for mesh, _ in meshes), max_faces)
    mesh_limits.check_points(sum(len(mesh.vertices) for mesh, _ in meshes), max_faces)
    points = [_moved(_rows_of_three(mesh.vertices), matrix) for mesh, matrix in meshes]
    faces = [mesh_limits.sound_faces(_rows_of_three(mesh.faces).astype(np.int64), len(mesh.vertices)) for mesh, _ in meshes]
    starts = np.cumsum([0] + [len(own) for own in points[:-1]])
    together = np.concatenate([own + start for own, start in zip(faces, starts, strict=True)])
    return np.concatenate(points), together, INCHES["m"] if kind == "glb" else 1.0


def _moved(points: NDArray[np.floating[Any]], matrix: FloatArray) -> NDArray[np.floating[Any]]:
    """(n, 3) points taken through a (4, 4) transform; most files have none, and then nothing is computed."""
    if np.array_equal(matrix, np.eye(4)):
        return points
    return np.asarray(turned(points, matrix[:3, :3]) + matrix[:3, 3])


def _rows_of_three(values: ArrayLike) -> NDArray[Any]:
    """The (n, 3) values as they are, if they are so many a row."""
    rows = np.asarray(values)
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise SceneError("damaged: its points do not have three coordinates, or its faces three corners")
    return rows
