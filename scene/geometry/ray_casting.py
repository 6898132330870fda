"""Casting rays at triangles: with Embree, or with `plain_rays` on machines that it is not built for.

Embree works in float32. Meshes are shifted so that the origin is among them, which keeps the rounding of a
48 inch table below 4e-6 inch wherever the table lies.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from scene.base.memo import memoized
from scene.geometry import packet_rays
from scene.geometry.mesh import BoolArray, FloatArray, IntArray, Mesh
from scene.geometry.packet_rays import PacketRayEngine
from scene.geometry.plain_rays import PlainRayEngine

CONTACT = 5e-5
"""Inches (0.0013 mm), more than rounding moves anything on a table: what is this near to a surface touches it, and counts as
before it. So a floor of no thickness hides the soles that stand on it from below."""

MANY_RAYS = 20_000
"""Above this many rays a call is split over the processor's cores; Embree lets go of Python's lock."""

Result = TypeVar("Result")

Float32 = NDArray[np.float32]
Int32 = NDArray[np.int32]
Floats = FloatArray | Float32
Answers = dict[str, NDArray[Any]]
"""What Embree tells of some rays, by the names of its fields."""


@dataclass(frozen=True, eq=False)
class Hits:
    """What each of n rays met first.

    Attributes:
        distance: (n,) float32, in lengths of the ray's direction; infinite where nothing was met.
        mesh: (n,) int32, the place of the mesh in the scene's list; -1 for nothing.
        face: (n,) int32, the face of that mesh; -1 for nothing.
        normal: (n, 3) float32, not normalised, as wound.
    """

    distance: Float32
    mesh: Int32
    face: Int32
    normal: Float32


class Rays(Protocol):
    """What rays can be cast at; `RayScene` says what is asked and answered."""

    def first_hits(
        self, origins: Floats, directions: Floats, reach: Floats | None = None, *, which: IntArray | None = None
    ) -> Hits:
        """What n rays meet first."""
        ...

    def distances(self, origins: Floats, directions: Floats, *, which: IntArray | None = None) -> Float32:
        """(n,) how far to the first hit."""
        ...

    def blocked(self, starts: Floats, ends: Floats) -> BoolArray:
        """(n,) whether anything lies between each start and its end."""
        ...

    def meets(self, starts: Floats, ways: Floats) -> BoolArray:
        """(...) whether anything lies on the ways from starts."""
        ...


class RayScene(Rays):
    """Several meshes to cast rays at; each keeps its place in the list as its number."""

    def __init__(self, meshes: Sequence[Mesh]) -> None:
        self._numbers = np.array([i for i, mesh in enumerate(meshes) if len(mesh.faces)], dtype=np.int32)
        filled = [meshes[i] for i in self._numbers]
        self._middle = np.zeros(3)
        if filled:
            # The middle of the lowest corners: pieces that hide upwards without end do not shift it.
            self._middle = np.stack([mesh.bounds[0] for mesh in filled]).mean(axis=0)
        self._scene = _engine([((mesh.vertices - self._middle).astype(np.float32), mesh.faces) for mesh in filled])
        self._empty = not filled
        # The first question builds the tree; doing it here keeps it out of the first answer.
        self.blocked(np.zeros((1, 3)), np.ones((1, 3)))

    @property
    def packets(self) -> PacketRayEngine | None:
        """What casts its rays in packets, whose frame's origin is `middle`; None where that cannot be done."""
        return self._scene if isinstance(self._scene, PacketRayEngine) else None

    @property
    def middle(self) -> FloatArray:
        """(3,) by which all is shifted before rays are cast."""
        return self._middle

    @property
    def numbers(self) -> Int32:
        """(m,) of those meshes that have faces, their places in the list."""
        return self._numbers

    def first_hits(
        self,
        origins: Floats,
        directions: Floats,
        reach: Floats | None = None,
        *,
        which: IntArray | None = None,
    ) -> Hits:
        """What n rays meet first.

        Args:
            origins: (n, 3) inches.
            directions: (n, 3), of any length; distances come back in that length.
            reach: (n,) how far to look, in lengths of the direction; None is without end.
            which: (n,) then ``origins`` is (m, 3), and this says which of them each ray starts from.
        """
        found = self._run(self._shifted(origins, which), directions, reach, {"output": 1})
        miss = found["geomID"] < 0
        distance = np.where(miss, np.float32(np.inf), found["tfar"])
        if self._empty:
            return Hits(distance, found["geomID"], found["primID"], found["Ng"])
        mesh = np.where(miss, np.int32(-1), self._numbers[found["geomID"]])
        return Hits(distance, mesh, found["primID"], found["Ng"])

    def distances(self, origins: Floats, directions: Floats, *, which: IntArray | None = None) -> Float32:
        """(n,) float32: how far to the first hit, in lengths of the direction; infinite where there is none.

        The arguments are those of `first_hits`.
        """
        found = self._run(self._shifted(origins, which), directions, None, {"query": "DISTANCE"})
        return np.asarray(np.where(found["tfar"] >= np.float32(1e37), np.float32(np.inf), found["tfar"]))

    def blocked(self, starts: Floats, ends: Floats) -> BoolArray:
        """(...) bool: whether anything lies between each start and its end, both (..., 3)."""
        return self._met(starts, ends, ways=False) if self.packets else self.meets(starts, ends - starts)

    def meets(self, starts: Floats, ways: Floats) -> BoolArray:
        """(...) bool: whether anything lies on the ways from starts (..., 3); ways are (..., 3), or fewer for many starts."""
        if self.packets:
            return self._met(starts, ways, ways=True)
        origins = self._shifted(starts, None)
        directions = np.empty_like(origins)
        directions[...] = ways
        rays, ones = origins.reshape(-1, 3), np.ones(origins.size // 3, dtype=np.float32)
        found = self._run(rays, directions.reshape(-1, 3), ones, {"query": "OCCLUDED"})
        return np.asarray(found["geomID"] >= 0).reshape(starts.shape[:-1])

    def _met(self, starts: Floats, ends: Floats, *, ways: bool) -> BoolArray:
        """(...) the same by packets, in one go."""
        packets, here = self.packets, starts.reshape(-1, 3)
        # Most come in one shape, where broadcasting takes longer than looking.
        alike = ends if ends.shape == starts.shape else np.broadcast_to(ends, starts.shape)
        there: FloatArray = np.asarray(alike, dtype=np.float64).reshape(-1, 3)
        assert packets is not None

        def ask(part: slice) -> BoolArray:
            return packets.blocked(self._middle, here[part], there[part], ways=ways)

        parts = side_by_side(ask, len(here), rays=len(here))
        return (parts[0] if len(parts) == 1 else np.concatenate(parts)).reshape(starts.shape[:-1])

    def _shifted(self, origins: Floats, which: IntArray | None) -> Float32:
        near = (origins - self._middle).astype(np.float32)
        return near if which is None else near[which]

    def _run(self, starts: Float32, directions: Floats, reach: Floats | None, query: dict[str, Any]) -> Answers:
        ways = np.ascontiguousarray(directions, dtype=np.float32)
        # Embree writes into the array of reaches, so it always gets one of its own.
        limits = None if reach is None else np.array(reach, dtype=np.float32)

        def ask(part: slice) -> Answers:
            dists = None if limits is None else limits[part]
            answer = self._scene.run(starts[part], ways[part], dists=dists, **query)
            return answer if isinstance(answer, dict) else {_ANSWERS[str(query["query"])]: answer}

        answers = side_by_side(ask, len(starts), rays=len(starts))
        if len(answers) == 1:
            return answers[0]
        return {key: np.concatenate([answer[key] for answer in answers]) for key in answers[0]}


class _Engine(Protocol):
    """What embreex's scene can be asked, and `PlainRayEngine` too."""

    def run(
        self, starts: Float32, ways: Float32, /, *, dists: Float32 | None = None, query: str = ..., output: int = ...
    ) -> Answers | NDArray[Any]:
        """What the rays meet; the limits in ``dists`` may be written into."""
        ...


def _engine(meshes: Sequence[tuple[Float32, IntArray]]) -> _Engine:
    """Embree with the corners and faces of these meshes, in packets if it can be; where it is missing, the slower engine."""
    if packet_rays.available():
        return PacketRayEngine(meshes)
    device = _device()
    if device is None:
        return PlainRayEngine(meshes)
    from embreex.mesh_construction import TriangleMesh
    from embreex.rtcore_scene import EmbreeScene

    scene: _Engine = EmbreeScene(device)
    for corners, faces in meshes:
        TriangleMesh(scene, corners, faces.astype(np.int32))
    return scene


def by_embree() -> bool:
    """Whether Embree casts the rays here; else many of them take long."""
    return packet_rays.available() or _device() is not None


@cache
def _device() -> object | None:
    """Embree's device, one for all: each has a key for what a thread keeps, of which a process has about a thousand."""
    try:
        from embreex.rtcore import EmbreeDevice
    except ImportError:  # not installed, or not able to run here
        return None
    device: object = EmbreeDevice()
    return device


_ANSWERS = {"DISTANCE": "tfar", "OCCLUDED": "geomID"}


def cores() -> int:
    """How many of the processor's cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _workers() -> ThreadPoolExecutor | None:
    return ThreadPoolExecutor(cores()) if cores() > 1 else None


def side_by_side(work: Callable[[slice], Result], count: int, *, rays: int) -> list[Result]:
    """The results of ``work`` on all of ``count`` things at once; where that casts many rays, of parts, two a core."""
    workers = _workers() if rays >= MANY_RAYS else None
    if workers is None or count < 2:
        return [work(slice(0, count))]
    step = -(-count // (2 * cores()))
    return list(workers.map(work, [slice(i, min(i + step, count)) for i in range(0, count, step)]))


@memoized
def mesh_rays(mesh: Mesh) -> RayScene:
    """The ray scene of one mesh in its own frame, built once; figures share it wherever they stand."""
    return RayScene([mesh])
