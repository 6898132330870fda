"""pyrender's renderer with our own shaders: little is sent to the graphics card, and nothing that cannot be seen."""

from ctypes import c_void_p
from pathlib import Path
from typing import Any

import numpy as np
import OpenGL

# Asking after every call whether it went well takes longer than drawing.
OpenGL.ERROR_CHECKING = False

import pyrender  # noqa: E402
from OpenGL import GL  # noqa: E402
from pyrender.shader_program import ShaderProgram, ShaderProgramCache  # noqa: E402

from scene.geometry.mesh import FloatArray  # noqa: E402
from sightline.window.graphics.face_culling import FaceCulling  # noqa: E402
from sightline.window.graphics.shapes.drawn_object import BAKED, FIGURE, GROUND, PLAIN, UNLIT  # noqa: E402
from sightline.window.graphics.shapes.gl_shapes import TriangleBatch  # noqa: E402

SHADERS = Path(__file__).parent / "shaders"
HIGHEST = 1e6
"""Inches above which nothing is cut."""
KINDS = {FIGURE: "FIGURE", BAKED: "BAKED", GROUND: "GROUND", UNLIT: "UNLIT"}
"""What the shaders call the kinds of drawn objects."""


class _Program(ShaderProgram):  # type: ignore[misc]
    """pyrender's, which asks once where a number is kept, and sends none that is there already."""

    def __init__(self, *arguments: object, **named: object) -> None:
        super().__init__(*arguments, **named)
        self._places: dict[str, int] = {}
        self._sent: dict[str, object] = {}

    def set_uniform(self, name: str, value: Any, unsigned: bool = False) -> None:  # noqa: ANN401, FBT001, FBT002
        sent = value.tobytes() if isinstance(value, np.ndarray) else value
        if name not in self._places:
            self._places[name] = GL.glGetUniformLocation(self._program_id, name)
        if self._places[name] != -1 and self._sent.get(name) != sent:
            self._sent[name] = sent
            super().set_uniform(name, value, unsigned)


class _Programs(ShaderProgramCache):  # type: ignore[misc]
    """Our own shaders, each made once for all that it is to know.

    Attributes:
        known: what the next program that is asked for is to know besides what pyrender says.
    """

    def __init__(self) -> None:
        super().__init__()
        self.known: list[str] = []

    def get_program(
        self,
        vertex_shader: str,
        fragment_shader: str,
        geometry_shader: str | None = None,
        defines: Any = None,  # noqa: ANN401
    ) -> _Program:
        defines = {**defines, **dict.fromkeys(self.known, 1)}
        key = (vertex_shader, fragment_shader, geometry_shader, *sorted(defines.items()))
        if key not in self._program_cache:
            shaders = (str(SHADERS / name) for name in (vertex_shader, fragment_shader))
            self._program_cache[key] = _Program(*shaders, defines=defines)
        program: _Program = self._program_cache[key]
        return program


class Triangles(pyrender.Primitive):  # type: ignore[misc]
    """Triangles to be drawn; of those of a closed surface, if it is wanted, only those that a camera can see."""

    def __init__(self, shape: TriangleBatch, material: Any, *, culled: bool) -> None:  # noqa: ANN401
        self._culling = FaceCulling(shape.places) if culled else None
        if self._culling is not None:
            shape = shape.ordered(self._culling.order)
        super().__init__(
            shape.places, normals=shape.normals, color_0=shape.colours, texcoord_0=shape.spots, mode=4, material=material
        )

    def _add_to_context(self) -> None:
        """Send the corners as they are: pyrender would copy them three times before."""
        self._vertex_array_id = GL.glGenVertexArrays(1)
        GL.glBindVertexArray(self._vertex_array_id)
        kinds = [self.positions, self.normals, self.texcoord_0, self.color_0]
        sent = [numbers for numbers in kinds if numbers is not None]
        self._buffers = [int(number) for number in GL.glGenBuffers(len(sent))]
        for place, (number, numbers) in enumerate(zip(self._buffers, sent, strict=True)):
            GL.glBindBuffer(GL.GL_ARRAY_BUFFER, number)
            GL.glBufferData(GL.GL_ARRAY_BUFFER, numbers.nbytes, np.ascontiguousarray(numbers), GL.GL_STATIC_DRAW)
            GL.glVertexAttribPointer(place, numbers.shape[1], GL.GL_FLOAT, GL.GL_FALSE, 0, c_void_p(0))
            GL.glEnableVertexAttribArray(place)
        GL.glBindVertexArray(0)

    def draw(self, seen_by: tuple[FloatArray, FloatArray, float] | None) -> None:
        """Draw those that a camera of these matrices sees, under that tangent at least; or all of them."""
        self._bind()
        if self._culling is None or seen_by is None:
            GL.glDrawArrays(GL.GL_TRIANGLES, 0, len(self.positions))
        else:
            firsts, counts = self._culling.seen(*seen_by)
            GL.glMultiDrawArrays(GL.GL_TRIANGLES, firsts, counts, len(firsts))
        self._unbind()


class Renderer(pyrender.Renderer):  # type: ignore[misc]
    """pyrender's, with our own shaders and what they ask for besides, into any framebuffer.

    Attributes:
        wanted: numbers that the shaders ask for.
        target: the framebuffer.
        order: of all nodes; what comes later is drawn over what comes before where both are see-through.
        behind: whether what is drawn is drawn where something hides it, and nowhere else.
        smallest: the tangent under which triangles of terrain must be seen at least to be drawn, if they are culled at all.
    """

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self._program_cache = _Programs()
        self.wanted: dict[str, float] = {}
        self.target = 0
        self.order: dict[Any, int] = {}
        self.behind = False
        self.smallest = 0.0
        self._sun: Any = None
        self._view, self._projection = np.eye(4), np.eye(4)

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

    def _bind_and_draw_primitive(self, primitive: Triangles, pose: FloatArray, program: _Program, flags: int) -> None:
        program.set_uniform("M", pose)
        GL.glPolygonMode(GL.GL_FRONT_AND_BACK, GL.GL_FILL)
        GL.glEnable(GL.GL_BLEND)
        GL.glCullFace(GL.GL_BACK)
        if flags & pyrender.RenderFlags.DEPTH_ONLY:
            GL.glEnable(GL.GL_CULL_FACE)
            GL.glBlendFunc(GL.GL_ONE, GL.GL_ZERO)
            primitive.draw(None)
            return
        material = primitive.material
        self._wear(material, program)
        smallest = self.smallest if material.metallicFactor in {PLAIN, BAKED} else 0.0
        primitive.draw(None if material.doubleSided else (self._view @ pose, self._projection, smallest))

    def _wear(self, material: Any, program: _Program) -> None:  # noqa: ANN401
        """Take the colours of a material, and how it lets through what is behind it."""
        program.set_uniform("material.emissive_factor", material.emissiveFactor)
        program.set_uniform("material.base_color_factor", material.baseColorFactor)
        program.set_uniform("material.metallic_factor", material.metallicFactor)
        program.set_uniform("material.roughness_factor", material.roughnessFactor)
        if material.baseColorTexture is not None:
            self._bind_texture(material.baseColorTexture, "material.base_color_texture", program)
        GL.glBlendFunc(
            *((GL.GL_SRC_ALPHA, GL.GL_ONE_MINUS_SRC_ALPHA) if material.alphaMode == "BLEND" else (GL.GL_ONE, GL.GL_ZERO))
        )
        (GL.glDisable if material.doubleSided else GL.glEnable)(GL.GL_CULL_FACE)

    def _get_camera_matrices(self, scene: Any) -> Any:  # noqa: ANN401
        self._view, self._projection = super()._get_camera_matrices(scene)
        return self._view, self._projection

    def _get_light_cam_matrices(self, *arguments: object) -> Any:  # noqa: ANN401
        # They follow from all that there is; what lies upon the table must not shift its shadows.
        if self._sun is None:
            self._sun = super()._get_light_cam_matrices(*arguments)
        return self._sun

    def _sorted_mesh_nodes(self, scene: Any) -> list[Any]:  # noqa: ANN401
        seen = [node for node in scene.mesh_nodes if node.mesh.is_visible]
        return sorted(seen, key=lambda node: (node.mesh.is_transparent, self.order.get(node, 0)))

    def _get_primitive_program(self, primitive: Triangles, flags: int, *arguments: object) -> Any:  # noqa: ANN401
        asked = pyrender.RenderFlags
        depth, shadows = (bool(flags & flag) for flag in (asked.DEPTH_ONLY, asked.SHADOWS_DIRECTIONAL))
        self._program_cache.known = [] if depth else self._known(primitive, shadows=shadows)
        program = super()._get_primitive_program(primitive, flags, *arguments)
        program._bind()  # noqa: SLF001
        for name, value in self.wanted.items():
            program.set_uniform(name, value)
        return program

    def _known(self, primitive: Triangles, *, shadows: bool) -> list[str]:
        """What the program for something knows of it, so that it finds nothing out again and again for each pixel."""
        kind, wanted, coarse = primitive.material.metallicFactor, self.wanted, self.wanted["coarse"] > 0.0
        pictured, spotted = primitive.material.baseColorTexture is not None, primitive.texcoord_0 is not None
        cut, patterned = wanted["cut"] < HIGHEST, spotted and not (pictured or coarse or kind == UNLIT)
        known = {
            KINDS.get(kind, ""): kind in KINDS,
            "CUT": cut,
            "HOLE": kind in {PLAIN, BAKED} and wanted["hole_wide"] > 0.0,
            "COARSE": coarse,
            "PATTERNED": patterned,
            "SPOTTED": pictured or patterned,
            "PLACED": cut or patterned or kind == GROUND,
            "SHADED": shadows and kind != UNLIT,
        }
        return [name for name, is_so in known.items() if is_so]
