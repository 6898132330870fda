"""The OpenGL canvas: pyrender draws the scene inside a window's own context; only it and `gl_renderer` know of pyrender.

pyrender brings the scene, the buffers and the shadows; how surfaces look is in ``shaders``.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import FloatArray, Point
from sightline.drawing.rendering.camera import Camera
from sightline.window.graphics.daylight import SKY, SUN, SUN_FROM, SUNLIGHT
from sightline.window.graphics.gl_buffers import Buffer, buffer
from sightline.window.graphics.gl_renderer import HIGHEST, Renderer, Triangles
from sightline.window.graphics.shapes.drawn_object import DrawnObject
from sightline.window.view.window_settings import DAY, Backdrop

# After the renderer, which says how OpenGL is to be asked.
import pyrender  # isort: skip
from OpenGL import GL  # isort: skip

NEAR, FAR = 0.12, 600.0
BEFORE = 0.7
"""Inches before the middle of a figure at which that begins which stands in its way."""
FREED = 2.2
"""Inches about somebody in which what stands before him is cut away."""
THICK = 1.6
"""Inches that no figure is thicker than."""
COARSE = 2
"""Pixels of the window along the side of one where it is drawn coarsely."""
TINY = 1.0
"""Coarse pixels that a triangle of terrain measures across at least that is drawn coarsely, if software draws."""


@dataclass
class Canvas:
    """What is drawn, by names; only what has changed is sent to the graphics card.

    Attributes:
        things: the drawn objects that are there now.
        samples: for each pixel, for smooth edges; 0 for none.
        by_software: whether no graphics card draws: then only triangles that can be seen are sent to OpenGL.
        coarse: whether what was drawn last has larger pixels than the window.
    """

    things: dict[Hashable, DrawnObject] = field(default_factory=dict)
    samples: int = 0
    by_software: bool = True
    coarse: bool = False

    def __post_init__(self) -> None:
        self._scene = pyrender.Scene(bg_color=[*DAY, 1.0], ambient_light=list(SKY))
        self._nodes: dict[Hashable, Any] = {}
        self._lens = pyrender.PerspectiveCamera(yfov=0.7, aspectRatio=1.6, znear=NEAR, zfar=FAR)
        self._eye = self._scene.add(self._lens, pose=np.eye(4))
        sun = pyrender.DirectionalLight(color=list(SUN), intensity=SUNLIGHT)
        self._scene.add(sun, pose=_looking(np.asarray(SUN_FROM), np.zeros(3)))
        self._renderer: Renderer | None = None
        self._still: Buffer | None = None
        self._front: Buffer | None = None
        self._flat: Buffer | None = None
        self._drawn: tuple[object, ...] = ()
        # Whether what lies upon the table is in the picture of what stands on it, too.
        self._covered = False
        self._shaded: tuple[DrawnObject, ...] | None = None
        self._upon: tuple[DrawnObject, ...] | None = None

    def show(self, things: Mapping[Hashable, DrawnObject]) -> None:
        """Draw these from now on."""
        for name in [name for name, drawn in self.things.items() if things.get(name) is not drawn]:
            self._scene.remove_node(self._nodes.pop(name))
        for name, drawn in things.items():
            if name not in self._nodes and len(drawn.shape):
                mesh = _mesh(drawn, culled=self.by_software and drawn.closed)
                self._nodes[name] = self._scene.add(mesh, pose=np.eye(4) if drawn.pose is None else drawn.pose)
        self.things = {name: drawn for name, drawn in things.items() if name in self._nodes}
        for name, drawn in self.things.items():
            self._nodes[name].mesh.is_visible = not drawn.upon

    def draw(
        self,
        camera: Camera,
        pixels: tuple[int, int],
        *,
        shadows: bool,
        grid: bool,
        cut: float,
        backdrop: Backdrop = DAY,
        freed: Point | None = None,
        coarse: bool = False,
    ) -> bool:
        """Draw all into the window's own buffer of so many pixels; of that, only what is not there already.

        Gives whether anything but what lies upon the table had to be drawn because it has changed.

        Args:
            camera: from where.
            pixels: width and height.
            shadows, grid: whether there are.
            cut: inches above which nothing is drawn.
            backdrop: what is behind the table.
            freed: the place before which terrain is cut away; None for none.
            coarse: whether what has changed may be drawn with larger pixels, as while a view turns, which is faster.
        """
        standing, upon = (tuple(thing for thing in self.things.values() if thing.upon is there) for there in (False, True))
        look = (
            camera.position.tobytes(),
            camera.axes.tobytes(),
            camera.focal,
            camera.size,
            shadows,
            grid,
            cut,
            backdrop,
            freed,
        )
        changed = self._drawn != (look, standing)
        # What is there already in fine is not drawn again.
        coarse = coarse and (changed or self.coarse)
        if coarse != self.coarse:
            self._drawn, self.coarse = (), coarse
        window, pixels = pixels, (max(pixels[0] // COARSE, 1), max(pixels[1] // COARSE, 1)) if coarse else pixels
        renderer, still, front, flat = self._ready(pixels)
        renderer.wanted = {
            "cut": float(min(cut, HIGHEST)),
            "grid": float(grid),
            "coarse": float(coarse),
            "behind": 0.0,
            **_hole(camera, pixels, freed),
        }
        renderer.smallest = TINY / 2.0 * camera.size[0] / pixels[0] / camera.focal if coarse else 0.0
        flags = pyrender.RenderFlags.SHADOWS_DIRECTIONAL if shadows else pyrender.RenderFlags.NONE
        if self._drawn != (look, standing) or (self._covered and self._upon != upon):
            self._look(camera, pixels)
            self._scene.bg_color = [*backdrop, 1.0]
            self._show_backs(cut < HIGHEST)
            if shadows and self._shaded != standing:
                renderer.shade(self._scene, flags)
                self._shaded = standing
            renderer.target = still.number
            renderer.draw(self._scene, flags, clear=True)
            self._drawn, self._upon, self._covered = (look, standing), None, False
        if coarse and not self.samples:
            # The next picture has to be drawn anew anyway, and a copy would wait until all that stands still is drawn.
            self._covered, front, flat = True, still, still
        self._draw_upon(upon, renderer, (still, front, flat), flags)
        flat.copy_to(0, depth=False, size=window)
        _leave_clean(window)
        return changed

    def _draw_upon(
        self, upon: tuple[DrawnObject, ...], renderer: Renderer, buffers: tuple[Buffer, Buffer, Buffer], flags: int
    ) -> None:
        """Draw what lies upon the table over what stands on it, if it is not there already."""
        still, front, flat = buffers
        if self._upon != upon:
            if front is not still:
                still.copy_to(front.number, depth=True)
            renderer.target = front.number
            for behind in (True, False):
                renderer.behind = behind
                renderer.wanted["behind"] = THICK if behind else 0.0
                self._only(upon=True, behind=behind)
                renderer.draw(self._scene, flags, clear=False)
            # Else nothing could be cleared with the next picture.
            GL.glDepthMask(GL.GL_TRUE)
            self._only(upon=False, behind=False)
            self._upon = upon
            if flat is not front:
                front.copy_to(flat.number, depth=False)

    def _ready(self, pixels: tuple[int, int]) -> tuple[Renderer, Buffer, Buffer, Buffer]:
        """The renderer and the buffers for pictures of so many pixels: what stands still, all, and all without samples."""
        width, height = pixels
        if self._renderer is None:
            self._renderer = Renderer(width, height)
        scale = self._renderer.dpscale
        self._renderer.viewport_width, self._renderer.viewport_height = width // scale, height // scale
        self._renderer.order = {self._nodes[name]: number for number, name in enumerate(self.things)}
        if self._still is None or self._front is None or self._flat is None or self._still.size != pixels:
            self._give_back()
            self._still, self._front = buffer(pixels, self.samples), buffer(pixels, self.samples)
            self._flat = buffer(pixels, 0) if self.samples else self._front
        return self._renderer, self._still, self._front, self._flat

    def _show_backs(self, shown: bool) -> None:  # noqa: FBT001
        """Whether the backs of closed surfaces are seen, but of what lies upon the table: a line round somebody has none."""
        for name, thing in self.things.items():
            if thing.closed and not thing.upon:
                self._nodes[name].mesh.primitives[0].material.doubleSided = shown

    def _only(self, *, upon: bool, behind: bool) -> None:
        """See some things only."""
        for name, thing in self.things.items():
            self._nodes[name].mesh.is_visible = (thing.upon, thing.behind) == (upon, behind)

    def _give_back(self) -> None:
        for one in {self._still, self._front, self._flat} - {None}:
            assert one is not None
            one.delete()
        self._still = self._front = self._flat = None
        self._drawn, self._upon, self._covered = (), None, False

    def _look(self, camera: Camera, pixels: tuple[int, int]) -> None:
        width, height = pixels
        self._lens.yfov = 2.0 * float(np.arctan(camera.size[1] / 2.0 / camera.focal))
        self._lens.aspectRatio = width / height
        pose = np.eye(4)
        pose[:3, 0], pose[:3, 1], pose[:3, 2] = camera.axes[0], -camera.axes[1], -camera.axes[2]
        pose[:3, 3] = camera.position
        self._scene.set_pose(self._eye, pose)

    def close(self) -> None:
        """Give back what the graphics card holds."""
        if self._renderer is not None:
            self._give_back()
            self._renderer.delete()
            self._renderer = None


def _hole(camera: Camera, pixels: tuple[int, int], freed: Point | None) -> dict[str, float]:
    """Where in the window terrain is cut away that is nearer than a place, as the shaders want it."""
    if freed is None:
        return {"hole_x": 0.0, "hole_y": 0.0, "hole_depth": 0.0, "hole_wide": 0.0}
    ((x, y),), (far,) = camera.project(np.array([freed]))
    scale, near = pixels[0] / camera.size[0], max(float(far) - BEFORE, 2.0 * NEAR)
    depth = 0.5 * ((FAR + NEAR) / (FAR - NEAR) - 2.0 * FAR * NEAR / ((FAR - NEAR) * near)) + 0.5
    wide = FREED * camera.focal / max(float(far), NEAR) * scale
    return {"hole_x": float(x) * scale, "hole_y": pixels[1] - float(y) * scale, "hole_depth": depth, "hole_wide": wide}


def _mesh(drawn: DrawnObject, *, culled: bool) -> Any:  # noqa: ANN401
    material = pyrender.MetallicRoughnessMaterial(
        doubleSided=not drawn.closed,
        baseColorFactor=[1.0, 1.0, 1.0, 1.0],
        metallicFactor=drawn.kind,
        roughnessFactor=drawn.nearer,
        emissiveFactor=list(drawn.glow),
        alphaMode="BLEND" if drawn.blended else "OPAQUE",
        baseColorTexture=None if drawn.picture is None else _texture(drawn.picture),
    )
    return pyrender.Mesh([Triangles(drawn.shape, material, culled=culled)])


def _texture(picture: NDArray[np.uint8]) -> Any:  # noqa: ANN401
    # OpenGL counts rows from below; pyrender sees to that.
    return pyrender.Texture(source=picture, source_channels="RGBA")


def _looking(eye: FloatArray, at: FloatArray) -> FloatArray:
    """(4, 4) the pose of something at an eye that looks along its own -z at a place."""
    back = (eye - at) / np.linalg.norm(eye - at)
    right = np.cross([0.0, 0.0, 1.0], back)
    right /= np.linalg.norm(right)
    pose = np.eye(4)
    pose[:3, 0], pose[:3, 1], pose[:3, 2], pose[:3, 3] = right, np.cross(back, right), back, eye
    return pose


def _leave_clean(window: tuple[int, int]) -> None:
    """Whoever draws next into the window, of so many pixels, or reads from it, finds OpenGL as it expects it."""
    GL.glViewport(0, 0, *window)
    GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, 0)
    GL.glUseProgram(0)
    GL.glBindVertexArray(0)
    GL.glDisable(GL.GL_CULL_FACE)
    GL.glPolygonMode(GL.GL_FRONT_AND_BACK, GL.GL_FILL)
    GL.glActiveTexture(GL.GL_TEXTURE0)
    GL.glBlendFunc(GL.GL_SRC_ALPHA, GL.GL_ONE_MINUS_SRC_ALPHA)
