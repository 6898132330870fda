"""A coloured mesh: textures and coloured points of GLB, OBJ and PLY files, in grey.

Textures beside a file are read only from its own folder, and only pictures that are not too large.
"""

import io
import logging
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import trimesh
from numpy.typing import NDArray
from scipy.ndimage import map_coordinates

from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, IntArray, Mesh
from scene.mesh_io.mesh_limits import checked, named
from scene.mesh_io.mesh_reading import mesh_type
from scene.table_io.table_folder import Folder

COLOURED_TYPES = ("glb", "obj", "ply")
MAX_PICTURE_BYTES = 256 * 2**20
MAX_PIXELS = 300_000_000
"""Phones make textures of 8192 x 8192; far larger ones come only from files made to fill the memory."""

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
            return _coloured(path, checked(data, kind, max_faces), kind)
        except SceneError:
            raise
        except Exception:  # noqa: BLE001 - a damaged file makes a parser fail in any way at all
            raise SceneError("its colours cannot be read; give --no-tags to do without them") from None


def _coloured(path: Path, data: bytes, kind: str) -> Coloured | None:
    log = logging.getLogger("trimesh")
    level = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            scene = trimesh.load_scene(io.BytesIO(data), file_type=kind, process=False, resolver=_Beside(path))
    finally:
        log.setLevel(level)
    points, faces, patches, start, found = [], [], [], 0, False
    for name in scene.graph.nodes_geometry:
        matrix, geometry = scene.graph.get(name)
        part = scene.geometry[geometry]
        if not isinstance(part, trimesh.Trimesh) or not len(part.faces):
            continue
        patch = _patch(part)
        found |= patch is not None
        points.append(np.asarray(part.vertices) @ matrix[:3, :3].T + matrix[:3, 3])
        faces.append(np.asarray(part.faces, dtype=np.int64) + start)
        patches.append(patch or ColourPatch(np.full((len(part.faces), 3), 128.0)))
        start += len(part.vertices)
    return Coloured(Mesh.of(np.concatenate(points), np.concatenate(faces)), tuple(patches)) if found else None


def _patch(part: Any) -> ColourPatch | None:  # noqa: ANN401 - trimesh comes with loose types
    """What the faces of a part look like; None where the file says nothing of it."""
    visual = part.visual
    if visual.kind == "texture":
        texture = _texture(visual.material)
        if texture is None or visual.uv is None or len(visual.uv) != len(part.vertices):
            return None
        return ColourPatch(np.nan_to_num(np.asarray(visual.uv, dtype=np.float64)[part.faces]), texture)
    if visual.kind == "vertex":
        return ColourPatch((np.asarray(visual.vertex_colors)[:, :3] @ GREY)[part.faces])
    if visual.kind == "face":
        return ColourPatch(np.repeat((np.asarray(visual.face_colors)[:, :3] @ GREY)[:, None], 3, axis=1))
    return None


def _texture(material: Any) -> NDArray[np.uint8] | None:  # noqa: ANN401
    image = getattr(material, "baseColorTexture", None) or getattr(material, "image", None)
    if image is None:
        return None
    if image.width * image.height > MAX_PIXELS:
        raise SceneError(f"its texture has {image.width} x {image.height} pixels, which is too large; make it smaller")
    return np.asarray(image.convert("L"), dtype=np.uint8)


class _Beside(trimesh.resolvers.Resolver):
    """Gives trimesh the files beside a mesh, and no others."""

    def __init__(self, path: Path) -> None:
        self._folder = Folder(path)

    def get(self, name: str) -> bytes:
        """The bytes of a file beside the mesh."""
        try:
            return self._folder.read(str(name).strip(), MAX_PICTURE_BYTES)
        except SceneError:
            raise FileNotFoundError(name) from None

    def write(self, name: str, data: bytes) -> None:
        """Writes nothing."""
        raise NotImplementedError

    def namespaced(self, namespace: str) -> "_Beside":
        """The same."""
        del namespace
        return self

    def keys(self) -> list[str]:
        """Nothing is listed."""
        return []
