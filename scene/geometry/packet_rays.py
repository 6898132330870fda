"""Rays in packets of 16: Embree as embreex brings it, called by a little code in C that is compiled where a compiler is.

embreex casts one ray at a time. Sixteen that go nearly the same way are followed together in less than half the time, and a
whole look at a body (`Looks`) needs no arrays of rays at all. Without it `scene.geometry.ray_casting` does the same by embreex.
"""

import ctypes
import importlib.util
import platform
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scene.base.compiled_code import compiled
from scene.geometry.mesh import BoolArray, FloatArray, IntArray

Float32 = NDArray[np.float32]
Answers = dict[str, NDArray[Any]]

SOURCE = Path(__file__).with_name("packet_rays.c")
VERSIONS = range(40_300, 50_000)
"""Of Embree (4.3.0 is 40300) whose interface is known."""
VERSION, TRIANGLES, ROBUST, INDEX, VERTEX, UINT3, FLOAT3 = 0, 0, 1 << 2, 0, 1, 0x5003, 0x9003
"""Embree's numbers for what is used of it (rtcore_device.h, rtcore_geometry.h, rtcore_scene.h, rtcore_buffer.h)."""

VIEW = np.dtype(
    [
        ("body", np.uint64),
        ("eye", np.float64, 3),
        ("room", np.float64, 5),
        ("eye_own", np.float32, 3),
        ("axes", np.float32, (3, 3)),
        ("turn", np.float32, (3, 3)),
        ("window", np.float32, 4),
        ("first", np.int32),
        ("last", np.int32),
    ],
    align=True,
)
"""A view, as packet_rays.c has it."""
BETWEEN = np.dtype(
    [("body", np.uint64), ("eye", np.float32, 3), ("turn", np.float32, (3, 3)), ("number", np.int32)], align=True
)
"""A figure that may stand before a body, as packet_rays.c has it."""


@dataclass(frozen=True)
class _Libraries:
    """Embree with a device, our own code, and where those of Embree's functions are that it calls."""

    embree: ctypes.CDLL
    device: int
    code: ctypes.CDLL
    intersect: int
    occluded: int


@cache
def _libraries() -> _Libraries | None:
    """All that is needed, or None where something is missing or another version than is known."""
    spec = importlib.util.find_spec("embreex")
    if spec is None or spec.origin is None or platform.machine() != "x86_64":
        return None
    found = sorted((Path(spec.origin).parent.parent / "embreex.libs").glob("libembree4*.so*"))
    code = compiled(SOURCE) if len(found) == 1 else None
    if code is None:
        return None
    try:
        embree = ctypes.CDLL(str(found[0]))
    except OSError:
        return None
    _declare_embree(embree)
    if not _declare_code(code):
        return None
    device = embree.rtcNewDevice(None)
    if not device or embree.rtcGetDeviceProperty(device, VERSION) not in VERSIONS:
        return None
    intersect, occluded = (
        ctypes.cast(function, ctypes.c_void_p).value or 0 for function in (embree.rtcIntersect16, embree.rtcOccluded16)
    )
    return _Libraries(embree, device, code, intersect, occluded)


def _declare_embree(embree: ctypes.CDLL) -> None:
    """What Embree's functions take and answer, as its headers have it."""
    pointer, number, size = ctypes.c_void_p, ctypes.c_uint, ctypes.c_size_t
    _declare(embree, "rtcNewDevice", pointer, ctypes.c_char_p)
    _declare(embree, "rtcGetDeviceProperty", ctypes.c_ssize_t, pointer, number)
    _declare(embree, "rtcGetDeviceError", number, pointer)
    _declare(embree, "rtcNewScene", pointer, pointer)
    _declare(embree, "rtcSetSceneFlags", None, pointer, number)
    _declare(embree, "rtcNewGeometry", pointer, pointer, number)
    _declare(embree, "rtcSetSharedGeometryBuffer", None, pointer, number, number, number, pointer, size, size, size)
    _declare(embree, "rtcAttachGeometry", number, pointer, pointer)
    for name in ("rtcCommitGeometry", "rtcReleaseGeometry", "rtcCommitScene", "rtcReleaseScene"):
        _declare(embree, name, None, pointer)


def _declare_code(code: ctypes.CDLL) -> bool:
    """The same of our own; whether both sides pack views alike."""
    pointer, whole = ctypes.c_void_p, ctypes.c_int64
    _declare(code, "first_hits", None, pointer, pointer, whole, *[pointer] * 7)
    _declare(code, "any_hits", None, pointer, pointer, whole, *[pointer] * 4)
    _declare(code, "blocked", None, pointer, pointer, whole, *[pointer] * 3, ctypes.c_int, pointer)
    _declare(code, "look", None, *[pointer] * 4, ctypes.c_float, whole, ctypes.c_int32, *[pointer] * 5)
    _declare(code, "view_size", whole)
    _declare(code, "between_size", whole)
    return (code.view_size(), code.between_size()) == (VIEW.itemsize, BETWEEN.itemsize)


def _declare(library: ctypes.CDLL, name: str, result: Any, *arguments: Any) -> None:  # noqa: ANN401 - ctypes' own types
    function = getattr(library, name)
    function.restype, function.argtypes = result, arguments


def available() -> bool:
    """Whether rays can be cast in packets here."""
    return _libraries() is not None


class PacketRayEngine:
    """Triangles to cast rays at; `run` takes and answers what that of embreex's scene does.

    Args:
        meshes: (n, 3) corners and (m, 3) faces of each mesh.

    Raises:
        IndexError: a face names a corner that is not there.
        MemoryError: there is no room for them.
    """

    def __init__(self, meshes: Sequence[tuple[Float32, IntArray]]) -> None:
        found = _libraries()
        assert found is not None
        self._libraries, embree = found, found.embree
        self._kept: list[NDArray[Any]] = []
        self.scene: int = embree.rtcNewScene(found.device)
        weakref.finalize(self, embree.rtcReleaseScene, self.scene)
        embree.rtcSetSceneFlags(self.scene, ROBUST)
        self._meshes = len(meshes)
        for corners, faces in meshes:
            self._attach(corners, faces)
        embree.rtcCommitScene(self.scene)
        if embree.rtcGetDeviceError(found.device):
            raise MemoryError(f"no room for {sum(len(faces) for _, faces in meshes):,} triangles")

    def _attach(self, corners: Float32, faces: IntArray) -> None:
        """Gives Embree a mesh; its arrays are shared, and kept as long as the scene."""
        if len(faces) and not 0 <= faces.min() <= faces.max() < len(corners):
            raise IndexError("a face names a corner that is not there")
        # Embree reads 16 bytes a corner, so one more has to lie behind the last.
        padded, numbers = np.zeros((len(corners) + 1, 3), dtype=np.float32), np.ascontiguousarray(faces, dtype=np.uint32)
        padded[:-1] = corners
        embree = self._libraries.embree
        geometry = embree.rtcNewGeometry(self._libraries.device, TRIANGLES)
        for kind, form, array, count in ((VERTEX, FLOAT3, padded, len(corners)), (INDEX, UINT3, numbers, len(faces))):
            embree.rtcSetSharedGeometryBuffer(geometry, kind, 0, form, _at(array), 0, 12, count)
            self._kept.append(array)
        embree.rtcCommitGeometry(geometry)
        embree.rtcAttachGeometry(self.scene, geometry)
        embree.rtcReleaseGeometry(geometry)

    def run(
        self,
        starts: Float32,
        ways: Float32,
        /,
        *,
        dists: Float32 | None = None,
        query: str = "INTERSECT",
        output: int = 0,
    ) -> Answers | NDArray[Any]:
        """What (n, 3) rays meet, within (n,) ``dists`` lengths of their ways.

        Returns:
            For the query DISTANCE how far to the first, for OCCLUDED whether something (0) or nothing (-1) is met; with
            ``output`` mesh ("geomID"), face ("primID"), distance ("tfar") and normal ("Ng") of the first.
        """
        count, libraries = len(starts), self._libraries
        starts, ways = np.ascontiguousarray(starts, np.float32), np.ascontiguousarray(ways, np.float32)
        if not starts.shape == ways.shape == (count, 3):
            raise ValueError("rays want (n, 3) starts and ways")
        reach = None
        if dists is not None:
            dists = np.ascontiguousarray(dists, np.float32)
            if dists.shape != (count,):
                raise ValueError("rays want (n,) reaches")
            reach = _at(dists)
        given = (self.scene, count, _at(starts), _at(ways), reach)
        if query == "OCCLUDED":
            met = np.empty(count, dtype=np.int32)
            libraries.code.any_hits(libraries.occluded, *given, _at(met))
            return met
        far = np.empty(count, dtype=np.float32)
        if not output:
            libraries.code.first_hits(libraries.intersect, *given, _at(far), None, None, None)
            return far
        mesh, face, normal = np.empty(count, np.int32), np.empty(count, np.int32), np.empty((count, 3), np.float32)
        libraries.code.first_hits(libraries.intersect, *given, _at(far), _at(mesh), _at(face), _at(normal))
        return {"geomID": mesh, "primID": face, "tfar": far, "Ng": normal}

    def blocked(self, middle: FloatArray, starts: FloatArray | Float32, ends: FloatArray | Float32, *, ways: bool) -> BoolArray:
        """(n,) whether anything lies between starts and ends (n, 3) of the table, on which the scene's origin is at ``middle``.

        Args:
            ways: whether ``ends`` are ways from the starts.
        """
        origin, here, there = (np.ascontiguousarray(array, np.float64) for array in (middle, starts, ends))
        if not here.shape == there.shape == (len(here), 3) or origin.shape != (3,):
            raise ValueError("lines want (n, 3) starts and ends")
        met, libraries = np.empty(len(here), dtype=bool), self._libraries
        where = (len(here), _at(origin), _at(here), _at(there))
        libraries.code.blocked(libraries.occluded, self.scene, *where, ways, _at(met))
        return met

    def look(
        self,
        numbers: NDArray[np.int32],
        views: NDArray[np.void],
        between: NDArray[np.void],
        places: Float32,
        cast: BoolArray,
        labels: NDArray[np.int8],
        blame: NDArray[np.int16],
        *,
        contact: float,
    ) -> None:
        """Looks at bodies in the cells of a grid; this scene is what hides them.

        Args:
            numbers: (m,) what each mesh of this scene is called.
            views: (q,) of `VIEW`; ``first`` and ``last`` name their part of ``between``, (k,) of `BETWEEN`.
            places: (2, n, n) across and up in the windows.
            cast: (q, n, n) the cells that are looked into.
            labels, blame: (q, n, n), filled where they are.
            contact: how near before a body counts as before it.
        """
        count, size = cast.shape[:2]
        shapes = {cast.shape, labels.shape, blame.shape, (len(views), size, size)}
        parts: tuple[NDArray[Any], ...] = (numbers, between, views, places, cast, labels, blame)
        types = (np.int32, BETWEEN, VIEW, np.float32, np.bool_, np.int8, np.int16)
        sound = len(shapes) == 1 and places.shape == (2, size, size) and size < 2**15 and len(numbers) == self._meshes
        if not sound or any(part.dtype != kind or not part.flags.c_contiguous for part, kind in zip(parts, types, strict=True)):
            raise ValueError("grids, views and places do not fit")
        if len(views) and not 0 <= views["first"].min() <= views["last"].max() <= len(between):
            raise IndexError("a view names a figure that is not there")
        called, near, *rest = map(_at, parts)
        self._libraries.code.look(self._libraries.intersect, self.scene, called, near, contact, count, size, *rest)


def _at(array: NDArray[Any]) -> int:
    """Where an array's numbers are."""
    address: int = array.__array_interface__["data"][0]
    return address
