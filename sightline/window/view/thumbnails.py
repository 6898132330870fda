"""Thumbnails: small pictures of what can be put on the table, drawn by the same rays as all pictures."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assets.mesh_library import LIBRARY
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, Mesh
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Figure, Kind, Piece, Table, Terrain
from sightline.drafts.draft_table import new_draft
from sightline.drafts.mesh_import import read_own
from sightline.drafts.piece_edits import place_mesh
from sightline.drawing.annotation.qr_codes import qr_picture
from sightline.drawing.rendering.camera import orbit_camera
from sightline.drawing.rendering.render_scene import build_render_scene
from sightline.drawing.rendering.renderer import render
from sightline.drawing.rendering.shading import Light, lamp_beside
from sightline.window.table_opening import battlefield, draft_of, is_battle

AROUND = 40.0
"""Inches of ground around a piece."""
LOOK = {"azimuth": 290.0, "elevation": 28.0}
WHOLE = {"azimuth": 262.0, "elevation": 42.0}
"""From where a piece is looked at, and a whole table."""


@lru_cache(maxsize=128)
def thumbnail(name: str, size: tuple[int, int] = (96, 72)) -> NDArray[np.uint8]:
    """(rows, columns, 3) the picture of a piece of the kit, ``kit/crate``, or of a proxy, ``figure/human``.

    Also of a mesh file, ``mesh/UNITS/UP/PATH``, of the file of a table or a battle, ``file/PATH``, and the code of a link,
    ``qr/LINK``, in a size of its own.

    Args:
        name: what is drawn.
        size: width and height in pixels.

    Raises:
        SceneError: for a name that there is not, and a file that cannot be drawn.
    """
    what, _, which = name.partition("/")
    if what == "qr":
        return qr_picture(which)
    if what not in _DRAWN:
        raise SceneError(f'there is no picture of "{name[:40]}"')
    table, corners = _DRAWN[what](which)
    camera = orbit_camera(corners, size, **(WHOLE if what == "file" else LOOK))
    picture = render(build_render_scene(table), camera, Light(lamp_beside(camera), corner_reach=1.5))
    drawn = np.clip(np.rint(picture.colour), 0, 255).astype(np.uint8)
    drawn.setflags(write=False)
    return drawn


def _kit(name: str) -> tuple[Table, FloatArray]:
    return _alone(name, *LIBRARY.piece(name, {}))


def _mesh(name: str) -> tuple[Table, FloatArray]:
    units, up, path = name.split("/", 2)
    draft = place_mesh(
        new_draft((1.0, 1.0)), Path(path).name, read_own(path), (0.0, 0.0, 0.0),
        units=units or None, up=up or None,  # type: ignore[arg-type]
    )  # fmt: skip
    return _alone(name, draft.table.terrain.pieces[0].shape, "structure")


def _file(path: str) -> tuple[Table, FloatArray]:
    draft = battlefield(path) if is_battle(path) else draft_of(path)
    if draft is None:
        raise SceneError(f'"{path}" tells of no table')
    table = draft.table
    high = max((float(piece.placed.bounds[1, 2]) for piece in table.terrain.pieces), default=1.0)
    return table, _corners(np.array([[0.0, 0.0, 0.0], [*table.size, high]]))


def _alone(name: str, shape: Mesh, kind: Kind) -> tuple[Table, FloatArray]:
    """A piece in the middle of a table of its own."""
    low, high = shape.bounds
    size = float(max(high[:2] - low[:2])) + 2.0 * AROUND
    piece = Piece(name, shape, RigidTransform((size / 2.0, size / 2.0, 0.0)), kind)
    return Table((size, size), Terrain((piece,))), _corners(piece.placed.bounds)


def _figure(proxy: str) -> tuple[Table, FloatArray]:
    if proxy not in LIBRARY.proxy_names():
        raise SceneError(f'there is no proxy "{proxy[:40]}"')
    body = LIBRARY.body(proxy, "upright", "upright")
    figure = Figure(proxy, body, (AROUND, AROUND, 0.0), facing=LOOK["azimuth"], base_mm=LIBRARY.default_base_mm(proxy))
    return Table((2.0 * AROUND, 2.0 * AROUND), figures=(figure,)), _corners(figure.box)


def _corners(box: FloatArray) -> FloatArray:
    """(8, 3) the corners of a box (2, 3)."""
    return np.stack(np.meshgrid(*box.T), axis=-1).reshape(-1, 3)


_DRAWN: Mapping[str, Callable[[str], tuple[Table, FloatArray]]] = {"kit": _kit, "figure": _figure, "mesh": _mesh, "file": _file}
"""What makes a table of each kind of name, and what of it is drawn."""
