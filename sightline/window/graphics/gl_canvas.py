"""The OpenGL canvas: pyrender draws the scene inside a window's own context. The one module that knows of pyrender.

pyrender brings the scene, the buffers and the shadows; how surfaces look is in ``shaders``.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import OpenGL
from numpy.typing import NDArray

# Asking after every call whether it went well takes longer than drawing.
OpenGL.ERROR_CHECKING = False

import pyrender  # noqa: E402
from OpenGL import GL  # noqa: E402
from pyrender.shader_program import ShaderProgramCache  # noqa: E402

from scene.geometry.mesh import FloatArray, Point  # noqa: E402
from sightline.drawing.rendering.camera import Camera  # noqa: E402
from sightline.window.graphics.gl_buffers import Buffer, buffer  # noqa: E402
from sightline.window.graphics.gl_shapes import TriangleBatch  # noqa: E402

SHADERS = Path(__file__).parent / "shaders"
DAY, NIGHT = (0.86, 0.88, 0.90), (0.16, 0.17, 0.19)
"""What is behind the table."""
Backdrop = tuple[float, float, float]
SKY = (0.62, 0.64, 0.68)
SUN = (1.0, 0.97, 0.92)
SUNLIGHT = 0.52
SUN_FROM = (-0.45, -0.60, 0.78)
"""From where the sun shines; over the shoulder of whoever looks from the long side."""
NEAR, FAR = 0.12, 600.0
BEFORE = 0.7
"""Inches before the middle of a figure at which that begins which stands in its way."""
FREED = 2.2
"""Inches about somebody in which what stands before him is cut away."""
THICK = 1.6
"""Inches that no figure is thicker than."""
HIGHEST = 1e6
"""Inches above which nothing is cut."""
COARSE = 2
"""Pixels of the window along the side of one where it is drawn coarsely."""
PLAIN, FIGURE, BAKED, GROUND, UNLIT = 0.0, 0.125, 0.25, 0.5, 1.0
"""How something takes the light: plainly, with a bright rim, with its own share of the sky's, with the grid, not at all."""


@dataclass(frozen=True, eq=False)
class DrawnObject:
    """Something that is drawn.

    Attributes:
        shape: its triangles.
        pose: (4, 4) from its own frame to the table's; None for the table's.
        kind: how it takes the light: `PLAIN`, `FIGURE`, `BAKED`, `GROUND` or `UNLIT`.
        nearer: how much nearer to the eye it is drawn than it is, to lie upon what is behind it.
        glow: that is added to its colour.
        blended: whether it lets through what is behind it.
        upon: whether it is drawn upon all that stands on the table, and casts no shadow.
        behind: whether of it is drawn only what something else hides.
        closed: whether it is a closed surface that is turned outward, whose backs are seen only where it is cut open.
        picture: (rows, columns, 4) uint8 that is laid on it, its first row at the top; None for none.
    """

    shape: TriangleBatch
    pose: FloatArray | None = None
    kind: float = PLAIN
    nearer: float = 0.0
    glow: tuple[float, float, float] = (0.0, 0.0, 0.0)
    blended: bool = False
    upon: bool = False
    behind: bool = False
    closed: bool = False
    picture: NDArray[np.uint8] | None = None


class _Renderer(pyrender.Renderer):  # type: ignore[misc]
    """pyrender's, with our own shaders and what they ask for besides, into any framebuffer.

    Attributes:
        wanted: numbers that the shaders ask for.
        target: the framebuffer.
        order: of all nodes; what comes later is drawn over what comes before where both are see-through.
        behind: whether what is drawn is drawn where something hides it, and nowhere else.
    """

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self._program_cache = ShaderProgramCache(shader_dir=str(SHADERS))
        self.wanted: dict[str, float] = {}
        self.target = 0
        self.order: dict[Any, int] = {}
        self.behind = False
        self._sun: Any = None

    def shade(self, scene: Any, flags: int) -> None:  # noqa: ANN401
        """Find out where the shadows of what can be seen now fall; they are kept."""
        self._sun = None
        self._update_context(scene, flags)
        for light in scene.light_nodes:
            self._shadow_mapping_pass(scene, light, flags)

    def draw(self, scene: Any, flags: int, *, clear: bool) -> None:  # noqa: ANN401
        """Draw what can be seen now, with the shadows that are kept."""
        self._update_context(scene, flags)
        if clear:
            self._forward_pass(scene, flags)
        elif self._sorted_mesh_nodes(scene):
            self._configure_forward_pass_viewport(flags)
            self._forward_pass_no_reset(scene, flags)

    def _configure_forward_pass_viewport(self, flags: int) -> None:
        super()._configure_forward_pass_viewport(flags)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.target)
        if self.behind:
            GL.glDepthFunc(GL.GL_GREATER)
            GL.glDepthMask(GL.GL_FALSE)

    def _get_light_cam_matrices(self, *arguments: object) -> Any:  # noqa: ANN401
        # They follow from all that there is; what lies upon the table must not shift its shadows.
        if self._sun is None:
            self._sun = super()._get_light_cam_matrices(*arguments)
        return self._sun

    def _sorted_mesh_nodes(self, scene: Any) -> list[Any]:  # noqa: ANN401
        seen = [node for node in scene.mesh_nodes if node.mesh.is_visible]
        return sorted(seen, key=lambda node: (node.mesh.is_transparent, self.order.get(node, 0)))

    def _get_primitive_program(self, *arguments: object) -> Any:  # noqa: ANN401
        program = super()._get_primitive_program(*arguments)
        program._bind()  # noqa: SLF001
        for name, value in self.wanted.items():
            program.set_uniform(name, value)
        return program


@dataclass
class Canvas:
    """What is drawn, by names; only what has changed is sent to the graphics card.

    Attributes:
        things: the drawn objects that are there now.
        samples: for each pixel, for smooth edges; 0 for none.
        coarse: whether what was drawn last has larger pixels than the window.
    """

    things: dict[Hashable, DrawnObject] = field(default_factory=dict)
    samples: int = 0
    coarse: bool = False

    def __post_init__(self) -> None:
        self._scene = pyrender.Scene(bg_color=[*DAY, 1.0], ambient_light=list(SKY))
        self._nodes: dict[Hashable, Any] = {}
        self._lens = pyrender.PerspectiveCamera(yfov=0.7, aspectRatio=1.6, znear=NEAR, zfar=FAR)
        self._eye = self._scene.add(self._lens, pose=np.eye(4))
        sun = pyrender.DirectionalLight(color=list(SUN), intensity=SUNLIGHT)
        self._scene.add(sun, pose=_looking(np.asarray(SUN_FROM), np.zeros(3)))
        self._renderer: _Renderer | None = None
        self._still: Buffer | None = None
        self._front: Buffer | None = None
        self._flat: Buffer | None = None
        self._drawn: tuple[object, ...] = ()
        self._shaded: tuple[DrawnObject, ...] | None = None
        self._upon: tuple[DrawnObject, ...] | None = None

    def show(self, things: Mapping[Hashable, DrawnObject]) -> None:
        """Draw these from now on."""
        for name in [name for name, drawn in self.things.items() if things.get(name) is not drawn]:
            self._scene.remove_node(self._nodes.pop(name))
        for name, drawn in things.items():
            if name not in self._nodes and len(drawn.shape):
                self._nodes[name] = self._scene.add(_mesh(drawn), pose=np.eye(4) if drawn.pose is None else drawn.pose)
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
        standing = tuple(thing for thing in self.things.values() if not thing.upon)
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
        renderer.wanted = {"cut": float(min(cut, HIGHEST)), "grid": float(grid), "behind": 0.0, **_hole(camera, pixels, freed)}
        flags = pyrender.RenderFlags.SHADOWS_DIRECTIONAL if shadows else pyrender.RenderFlags.NONE
        if self._drawn != (look, standing):
            self._look(camera, pixels)
            self._scene.bg_color = [*backdrop, 1.0]
            self._show_backs(cut < HIGHEST)
            if shadows and self._shaded != standing:
                renderer.shade(self._scene, flags)
                self._shaded = standing
            renderer.target = still.number
            renderer.draw(self._scene, flags, clear=True)
            self._drawn, self._upon = (look, standing), None
        self._draw_upon(renderer, still, front, flat, flags)
        flat.copy_to(0, depth=False, size=window)
        _leave_clean()
        return changed

    def _draw_upon(self, renderer: _Renderer, still: Buffer, front: Buffer, flat: Buffer, flags: int) -> None:
        """Draw what lies upon the table over what stands on it, if it is not there already."""
        upon = tuple(thing for thing in self.things.values() if thing.upon)
        if self._upon != upon:
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

    def _ready(self, pixels: tuple[int, int]) -> tuple[_Renderer, Buffer, Buffer, Buffer]:
        """The renderer and the buffers for pictures of so many pixels: what stands still, all, and all without samples."""
        width, height = pixels
        if self._renderer is None:
            self._renderer = _Renderer(width, height)
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
        self._drawn, self._upon = (), None

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


def _mesh(drawn: DrawnObject) -> Any:  # noqa: ANN401
    material = pyrender.MetallicRoughnessMaterial(
        doubleSided=not drawn.closed,
        baseColorFactor=[1.0, 1.0, 1.0, 1.0],
        metallicFactor=drawn.kind,
        roughnessFactor=drawn.nearer,
        emissiveFactor=list(drawn.glow),
        alphaMode="BLEND" if drawn.blended else "OPAQUE",
        baseColorTexture=None if drawn.picture is None else _texture(drawn.picture),
    )
    one = drawn.shape
    part = pyrender.Primitive(
        positions=one.places, normals=one.normals, color_0=one.colours, texcoord_0=one.spots, mode=4, material=material
    )
    return pyrender.Mesh([part])


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


def _leave_clean() -> None:
    """Whoever draws next into the window finds OpenGL as it expects it."""
    GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, 0)
    GL.glUseProgram(0)
    GL.glBindVertexArray(0)
    GL.glDisable(GL.GL_CULL_FACE)
    GL.glPolygonMode(GL.GL_FRONT_AND_BACK, GL.GL_FILL)
    GL.glActiveTexture(GL.GL_TEXTURE0)
    GL.glBlendFunc(GL.GL_SRC_ALPHA, GL.GL_ONE_MINUS_SRC_ALPHA)
