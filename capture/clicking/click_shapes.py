"""Click shapes: the solids that can be fitted to clicked corners, by their names."""

from collections.abc import Mapping
from types import MappingProxyType

from capture.clicking.block_shapes import BOX, LADDER, PLATFORM, RAMP, WALL
from capture.clicking.prism_shape import PRISM
from capture.clicking.round_shapes import CYLINDER, PIPE
from capture.clicking.shape_frame import ClickShape
from scene.base.errors import SceneError

SHAPES: Mapping[str, ClickShape] = MappingProxyType(
    {shape.name: shape for shape in (BOX, WALL, RAMP, CYLINDER, PLATFORM, LADDER, PIPE, PRISM)}
)


def shape_named(name: str) -> ClickShape:
    """The shape of that name; a `SceneError` for any other."""
    if name not in SHAPES:
        raise SceneError(f'there is no shape "{name}" to click; there are {", ".join(SHAPES)}')
    return SHAPES[name]
