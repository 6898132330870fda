"""A photo, or a part of it, as a frame to draw on: which object each pixel shows, and which point of the table."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image

from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.table import Figure, Table
from sightline.drawing.annotation.image_canvas import Box
from sightline.drawing.annotation.mask_outlines import runs
from sightline.drawing.rendering.ray_tiles import in_tiles
from sightline.drawing.rendering.render_scene import FirstHits, RenderScene, build_render_scene, joined_surfaces
from sightline.files.scan_photo_lookup import Taken

LONGEST, SHORTEST = 1600, 1000
"""Pixels: a photo's longer side is brought between these before it is drawn on."""
NEARBY = 0.05
"""Inches: what lies this much behind a surface still counts as on it."""
BESIDE = 300.0
"""Pixels beside the frame up to which lines are followed."""
AT_THE_CAMERA = 0.4
"""Inches: a figure whose box comes this near to the camera was taken away for the photo."""

Float32 = NDArray[np.float32]
Int32 = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class PhotoFrame:
    """What is drawn on.

    Attributes:
        picture: the photo, or a part of it, in the size of the drawing.
        view: the lens as if it had taken just this picture.
        render_scene: what stood before the camera.
    """

    picture: Image.Image
    view: CameraView
    render_scene: RenderScene

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.picture.height, self.picture.width

    @property
    def eye(self) -> FloatArray:
        """(3,) float: the camera's eye."""
        return np.array(self.view.pose.position)

    @cached_property
    def ways(self) -> Float32:
        """(rows, columns, 3) float32: unit directions in the table's frame through the middles of the pixels."""
        rows, columns = self.shape
        found = in_tiles(lambda tile: self._ways(np.arange(rows * columns)[tile]), rows * columns)
        return np.concatenate(found).reshape(rows, columns, 3)

    def _ways(self, number: NDArray[np.int64]) -> Float32:
        row, column = np.divmod(number, self.shape[1])
        return self.view.rays(np.stack([column, row], axis=1)).astype(np.float32)

    @cached_property
    def surface(self) -> FirstHits:
        """What the pixels show, row by row."""
        flat = self.ways.reshape(-1, 3)
        return joined_surfaces(in_tiles(lambda tile: self.look(flat[tile]), len(flat)))

    def look(self, ways: FloatArray | Float32) -> FirstHits:
        """What the camera meets first along unit directions (n, 3)."""
        directions = np.asarray(ways, dtype=np.float64)
        return self.render_scene.look(np.broadcast_to(self.eye, directions.shape), directions)

    @cached_property
    def part(self) -> Int32:
        """(rows, columns) the place in the render scene's parts of what each pixel shows; -1 for nothing."""
        return self.surface.part.reshape(self.shape)

    def shows(self, owner: str, rows: slice, columns: slice) -> BoolArray:
        """Where those pixels show the piece or figure of that id, whatever part of it."""
        return np.array([part.owner == owner for part in self.render_scene.parts] + [False])[self.part[rows, columns]]

    def sees(self, points: FloatArray) -> BoolArray:
        """(n,) whether nothing stands between the camera and the points (n, 3), in the frame or not."""
        ways = points - self.eye
        away = np.linalg.norm(ways, axis=1)
        return np.asarray(self.look(ways / np.maximum(away, 1e-9)[:, None]).distance > away - NEARBY)

    def stretches(self, points: FloatArray) -> list[tuple[FloatArray, bool]]:
        """A line through (n, 3) points of the table as (m, 2) pixels, cut where it comes into view or out of it.

        Each stretch says whether it is seen; those outside of the picture are left out. Points must be so near to each
        other that the lens bends nothing between them.
        """
        pixels, seen = self.view.project(points), self.sees(points)
        # What is behind the camera has no pixel, and what is not a number is not near either.
        near = (pixels > -BESIDE) & (pixels < np.array(self.picture.size) + BESIDE)
        inside = np.asarray(near.all(axis=1))
        found = []
        for first, last in runs(inside):
            if inside[first]:
                part = slice(first, last + 1)
                for start, end in runs(seen[part]):
                    # A stretch goes on to the next one's first point, so that no gap shows.
                    line = pixels[part][start : end + 2]
                    if len(line) > 1:
                        found.append((line, bool(seen[part][start])))
        return found

    def pixel(self, point: ArrayLike) -> tuple[float, float] | None:
        """The pixel of a point (3,); None outside of the picture."""
        x, y = self.view.project(point).tolist()
        inside = -0.5 <= x < self.picture.width - 0.5 and -0.5 <= y < self.picture.height - 0.5
        return (x, y) if inside else None


def whole_photo(photo: Taken, table: Table) -> PhotoFrame:
    """All of a photo in a size that is good to look at."""
    high, wide = photo.colour.shape[:2]
    scale = min(max(wide, high, SHORTEST), LONGEST) / max(wide, high)
    size = (max(1, round(wide * scale)), max(1, round(high * scale)))
    return _framed(photo, _render_scene_of(photo, table), (0.0, 0.0, float(wide), float(high)), size)


def part_of_photo(photo: Taken, render_scene: RenderScene, box: Box, size: tuple[int, int]) -> PhotoFrame:
    """A part of a photo, enlarged.

    Args:
        photo: all of it.
        render_scene: what stood before the camera.
        box: left, top, right, bottom in the photo's pixels, counted from its corner.
        size: width and height of the drawing.
    """
    return _framed(photo, render_scene, box, size)


def _framed(photo: Taken, render_scene: RenderScene, box: Box, size: tuple[int, int]) -> PhotoFrame:
    left, top, right, bottom = box
    along = np.array([size[0] / (right - left), size[1] / (bottom - top)])
    lens = photo.view.lens
    # Pixels are counted by their middles, boxes from the corner: half a pixel between.
    centre = (np.array(lens.centre) + 0.5 - (left, top)) * along - 0.5
    focal = np.array(lens.focal) * along
    drawn = Lens(size, (float(focal[0]), float(focal[1])), (float(centre[0]), float(centre[1])), lens.distortion)
    picture = Image.fromarray(photo.colour).resize(size, Image.Resampling.LANCZOS, box=box, reducing_gap=3.0)
    return PhotoFrame(picture, CameraView(drawn, photo.view.pose), render_scene)


def _render_scene_of(photo: Taken, table: Table) -> RenderScene:
    """All that stood before the camera; a figure at whose place it was held was not there."""
    eye = np.array(photo.view.pose.position)
    return build_render_scene(table, without={figure.id for figure in table.figures if holds_camera(figure, eye)})


def holds_camera(figure: Figure, eye: FloatArray) -> bool:
    """Whether a camera at ``eye`` (3,) would stand in a figure."""
    if len(figure.body.counts.faces) == 0:
        return False
    low, high = figure.box
    return bool(((eye > low - AT_THE_CAMERA) & (eye < high + AT_THE_CAMERA)).all())
