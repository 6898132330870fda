"""The stage that is photographed: a scenery in its light, what a ray meets there, and how bright it is."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import FloatArray
from scene.geometry.ray_casting import RayScene
from tests.capture.rendered.light import Light, grain_at
from tests.capture.rendered.scenery import Scenery

Float32 = NDArray[np.float32]
Int32 = NDArray[np.int32]

OFF = 1e-3
"""Inches by which a point is taken off its surface before it looks for the lamp."""


@dataclass(frozen=True, eq=False)
class Looks:
    """What n rays saw.

    Attributes:
        colour: (n, 3) float32, linear light; 1 is white.
        label: (n,) int32; differs where another thing is seen, or the same one in the shade. -1 is nothing.
        plain: (n,) float32, brightness without grain and unevenness: rays of one label and one plain need no rays between.
    """

    colour: Float32
    label: Int32
    plain: Float32


class Stage:
    """A scenery in its light, ready to be looked at. Build it once for all photos of a scenery."""

    def __init__(self, scenery: Scenery, light: Light) -> None:
        self.scenery, self.light = scenery, light
        solids = scenery.solids()
        self.sheets = scenery.sheets
        self.first_sheet = len(solids)
        meshes = [mesh for mesh, _, _ in solids] + [sheet.placed for sheet in self.sheets]
        self.rays = RayScene(meshes)
        counts = np.array([len(mesh.faces) for mesh in meshes])
        self._start = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        colours = [colour for _, colour, _ in solids] + [(1.0, 1.0, 1.0)] * len(self.sheets)
        self._colour = np.array(colours, dtype=np.float32)
        self._grain = np.array([grain for _, _, grain in solids] + [0.0] * len(self.sheets), dtype=np.float32)
        corners = np.concatenate([mesh.triangles for mesh in meshes])
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        normals /= np.where(lengths > 0.0, lengths, 1.0)
        around, lamp = light.on_normals(normals)
        self._normals = normals.astype(np.float32)
        self._around, self._lamp = around.astype(np.float32), lamp.astype(np.float32)

    def look(self, eye: FloatArray, ways: FloatArray) -> Looks:
        """What rays from the eye (3,) along (n, 3) ways see."""
        none = np.zeros(len(ways), dtype=np.int64)
        hits = self.rays.first_hits(eye[None, :], ways, which=none)
        missed = hits.mesh < 0
        mesh = np.where(missed, 0, hits.mesh)
        face = self._start[mesh] + np.where(missed, 0, hits.face)
        distance = np.where(missed, np.float32(0.0), hits.distance)
        points = ways.astype(np.float32) * distance[:, None] + eye.astype(np.float32)
        lit = self._lit(points, face)
        light = self._around[face] + self._lamp[face] * lit
        colour = self._colour[mesh] * light[:, None]
        own = self._colour.mean(axis=1)[mesh] * light
        on_paper = np.flatnonzero(hits.mesh >= self.first_sheet)
        paper = np.ones(len(ways), dtype=np.float32)
        shade = np.ones(len(ways), dtype=np.float32)
        if len(on_paper):
            paper[on_paper], shade[on_paper] = self._paper(eye, ways[on_paper], hits.mesh[on_paper] - self.first_sheet)
        brightness = paper * shade * self._evenness(points) * (1.0 + self._grain[mesh] * grain_at(points))
        colour *= np.clip(brightness, 0.0, None)[:, None]
        colour[missed] = 0.0
        label = np.where(missed, -1, 2 * hits.mesh + lit)
        return Looks(colour, label.astype(np.int32), np.where(missed, np.float32(0.0), own * paper))

    def sheet_of(self, label: Int32) -> Int32:
        """(n,) the number of the sheet that a label stands for; negative for anything else."""
        return np.asarray(np.where(label < 0, -1, label // 2 - self.first_sheet), dtype=np.int32)

    def mostly(self, sheet: int, eye: FloatArray, ways: FloatArray) -> Float32:
        """(m,) float32: the mean share of the light that a sheet gives back over rows of (m, n, 3) ways that meet it."""
        found = self.sheets[sheet]
        places = found.places(eye, ways.reshape(-1, 3))
        return np.asarray(found.albedo(places).reshape(ways.shape[:2]).mean(axis=1), dtype=np.float32)

    def _lit(self, points: Float32, face: NDArray[np.int64]) -> NDArray[np.bool_]:
        lit = self._lamp[face] > 0.0
        if not self.light.shadows:
            return lit
        asking = np.flatnonzero(lit)
        starts = points[asking].astype(np.float64) + OFF * self._normals[face[asking]]
        lit[asking] = ~self.rays.meets(starts, 200.0 * self.light.direction)
        return lit

    def _evenness(self, points: Float32) -> Float32:
        size = self.scenery.table.size
        across, along = (np.clip(points[:, i] / size[i] * 2.0 - 1.0, -1.5, 1.5) for i in (0, 1))
        return np.asarray(1.0 + self.light.uneven[0] * across + self.light.uneven[1] * along, dtype=np.float32)

    def _paper(self, eye: FloatArray, ways: FloatArray, number: Int32) -> tuple[Float32, Float32]:
        albedo, shade = np.empty(len(ways), dtype=np.float32), np.empty(len(ways), dtype=np.float32)
        for sheet in np.unique(number):
            these = np.flatnonzero(number == sheet)
            found = self.sheets[sheet]
            places = found.places(eye, ways[these])
            albedo[these], shade[these] = found.albedo(places), found.shading(places)
        return albedo, shade
