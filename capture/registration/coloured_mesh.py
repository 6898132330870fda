"""A coloured mesh: textures and coloured points of GLB, OBJ and PLY files, in grey.

Textures beside a file are read only from its own folder, and only pictures that are not too large.
"""

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import trimesh
from numpy.typing import NDArray
from scipy.ndimage import map_coordinates

from capture.registration.mesh_textures import Textures
from scene.base.errors import SceneError
from scene.base.quiet import quiet
from scene.geometry.mesh import FloatArray, IntArray, Mesh
from scene.mesh_io.mesh_limits import check_faces, check_points, checked, more_than_needed, named
from scene.mesh_io.mesh_reading import mesh_type
from scene.mesh_io.obj_reading import statements

COLOURED_TYPES = ("glb", "obj", "ply")
MOST_MATERIALS = 1_000
"""Of an OBJ file; each takes time for all of its points."""

GREY = np.array([0.299, 0.587, 0.114])
"""How bright red, green and blue look. Source: ITU-R BT.601, as OpenCV and Pillow have it."""


@dataclass(frozen=True, eq=False)
class ColourPatch:
    """Faces that follow one another and take their colour from one place.

    Attributes:
        values: (k, 3, 2) float: where the corners are in the texture, u to the right and v up; or (k, 3) float: their grey.
        texture: (h, w) uint8; None where the corners themselves are grey.
    """

    values: FloatArray
    texture: NDArray[np.uint8] | None = None

    @property
    def samples(self) -> float:
        """How many texels lie on the faces; of coloured points there is one to two faces."""
        if self.texture is None:
            return len(self.values) / 2.0
        one, other = self.values[:, 1] - self.values[:, 0], self.values[:, 2] - self.values[:, 0]
        return float(np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]).sum()) / 2.0 * self.texture.size


@dataclass(frozen=True, eq=False)
class Coloured:
    """A mesh in its file's own frame and unit, with what it looks like.

    Attributes:
        mesh: nothing merged and nothing dropped.
        patches: of all faces, in their order.
    """

    mesh: Mesh
    patches: tuple[ColourPatch, ...]

    @property
    def grain(self) -> float:
        """How large a texel is on the mesh, or how far coloured points are apart; the mean over all of its surface."""
        texels = sum(patch.samples for patch in self.patches)
        return float(np.sqrt(self.mesh.areas.sum() / max(texels, 1.0)))

    def grey(self, faces: IntArray, weights: FloatArray) -> FloatArray:
        """(n,) how bright, 0 to 255, the mesh is on (n,) faces at (n, 3) weights of their corners."""
        found = np.zeros(len(faces))
        starts = np.cumsum([0] + [len(patch.values) for patch in self.patches])
        for patch, start, end in zip(self.patches, starts[:-1], starts[1:], strict=True):
            chosen = np.flatnonzero((faces >= start) & (faces < end))
            if not len(chosen):
                continue
            values = patch.values[faces[chosen] - start]
            mixed = np.einsum("nk,nk...->n...", weights[chosen], values)
            found[chosen] = mixed if patch.texture is None else _looked_up(patch.texture, mixed)
        return found


def _looked_up(texture: NDArray[np.uint8], places: FloatArray) -> FloatArray:
    """(n,) the brightness of a texture at (n, 2) places; it repeats beyond its edges."""
    height, width = texture.shape
    x = np.mod(places[:, 0], 1.0) * width - 0.5
    y = np.mod(1.0 - places[:, 1], 1.0) * height - 0.5
    return np.asarray(map_coordinates(texture, [y, x], order=1, mode="grid-wrap", output=np.float64))


def coloured(path: Path, data: bytes, max_faces: int) -> Coloured | None:
    """The mesh of a file with its colours; None where it has none.

    Args:
        path: the file; textures of OBJ and PLY files lie beside it.
        data: its bytes.
        max_faces: more are refused.

    Raises:
        SceneError: the file cannot be read.
    """
    kind = mesh_type(path.name)
    if kind not in COLOURED_TYPES:
        return None
    with named(path.name):
        try:
            return _coloured(path, checked(data, kind, max_faces), kind, max_faces)
        except SceneError:
            raise
        except Exception:  # noqa: BLE001 - a damaged file makes a parser fail in any way at all
            raise SceneError("its colours cannot be read; give --no-tags to do without them") from None


def _coloured(path: Path, data: bytes, kind: str, max_faces: int) -> Coloured | None:
    textures = Textures(path)
    plain = textures.of_glb(data) if kind == "glb" else _plain_obj(data) if kind == "obj" else data
    with quiet(), np.errstate(all="ignore"):
        scene = trimesh.load_scene(io.BytesIO(plain), file_type=kind, process=False, resolver=textures)
    if textures.fault is not None:
        raise textures.fault
    placed = [(scene.geometry[geometry], matrix) for matrix, geometry in map(scene.graph.get, scene.graph.nodes_geometry)]
    placed = [(part, matrix) for part, matrix in placed if isinstance(part, trimesh.Trimesh) and len(part.faces)]
    check_faces(sum(len(part.faces) for part, _ in placed), max_faces)
    check_points(sum(len(part.vertices) for part, _ in placed), max_faces)
    points, faces, patches, start, found = [], [], [], 0, False
    for part, matrix in placed:
        patch = _patch(part, textures)
        found |= patch is not None
        points.append(np.asarray(part.vertices) @ matrix[:3, :3].T + matrix[:3, 3])
        faces.append(np.asarray(part.faces, dtype=np.int64) + start)
        patches.append(patch or ColourPatch(np.full((len(part.faces), 3), 128.0)))
        start += len(part.vertices)
    return Coloured(Mesh.of(np.concatenate(points), np.concatenate(faces)), tuple(patches)) if found else None


def _plain_obj(data: bytes) -> bytes:
    """An OBJ file without all that is passed over."""
    lines = [line for some in statements(data, ("v", "vt", "vn", "f"), ("usemtl", "mtllib")) for line in some]
    faces = sum(line.startswith(b"f") for line in lines)
    if len(lines) > 11 * faces + 1_000_000:
        raise more_than_needed(faces)
    if len({line for line in lines if line.startswith(b"usemtl")}) > MOST_MATERIALS:
        raise SceneError(
            f"it has more than {MOST_MATERIALS:,} materials, far more than a scan needs; save it anew with another program"
        )
    return b"\n".join(lines)


def _patch(part: Any, textures: Textures) -> ColourPatch | None:  # noqa: ANN401 - as above
    """What the faces of a part look like; None where the file says nothing of it."""
    visual = part.visual
    if visual.kind == "texture":
        image = getattr(visual.material, "baseColorTexture", None) or getattr(visual.material, "image", None)
        if image is None or visual.uv is None or len(visual.uv) != len(part.vertices):
            return None
        return ColourPatch(np.nan_to_num(np.asarray(visual.uv, dtype=np.float64)[part.faces]), textures.grey(image))
    if visual.kind == "vertex":
        return ColourPatch((np.asarray(visual.vertex_colors)[:, :3] @ GREY)[part.faces])
    if visual.kind == "face":
        return ColourPatch(np.repeat((np.asarray(visual.face_colors)[:, :3] @ GREY)[:, None], 3, axis=1))
    return None
