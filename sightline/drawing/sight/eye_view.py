"""The eye view: what the shooter's eye sees of the target."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scene.geometry.mesh import BoolArray
from scene.table.table import Figure, Table
from scene.visibility.hidden_share import Hidden
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.lettering import write
from sightline.drawing.rendering.camera import Camera, eye_camera
from sightline.drawing.rendering.palette import INK
from sightline.drawing.rendering.ray_tiles import in_tiles
from sightline.drawing.rendering.render_scene import RenderScene, build_render_scene, is_closed_up
from sightline.drawing.rendering.renderer import RenderedPicture, render
from sightline.drawing.rendering.shading import Light, lamp_beside
from sightline.drawing.sight.eye_marks import (
    BlockerMark,
    draw_scale,
    keys_for,
    label_blockers,
    letter_blockers,
    masks,
    near_target,
    outline_blocker,
    outline_target,
    scale_bar,
)
from sightline.drawing.sight.eye_panel import eye_panel
from sightline.drawing.sight.target_paint import TargetPaint
from sightline.drawing.sight.target_rays import NO_BODY, VISIBLE, TargetView, target_view

PANEL_WIDTH = 400
SMALLEST = (800, 500)


def eye_view(
    table: Table,
    shooter: Figure,
    target: Figure,
    *,
    hidden: Hidden | None,
    verdict_lines: Sequence[str] = (),
    size: tuple[int, int] = (1400, 1000),
) -> Image.Image:
    """The target through the shooter's eye, with what is hidden of it, by what, and the verdict in the margin.

    Args:
        table: where both stand; their own places come from ``shooter`` and ``target``.
        shooter: who looks; nothing of it is drawn.
        target: at whom the view is aimed and zoomed.
        hidden: the measured share with its bound and blockers; None if the target has no body to be seen.
        verdict_lines: what the rules make of it, the first one the most important.
        size: width and height of the whole picture in pixels, at least `SMALLEST`.
    """
    width, height = (max(value, least) for value, least in zip(size, SMALLEST, strict=True))
    camera = eye_camera(shooter, target, (width - PANEL_WIDTH, height))
    table = table.with_figure(shooter).with_figure(target)
    render_scene = build_render_scene(table, without={shooter.id}, without_body={target.id})
    view = target_view(table, shooter, target)
    away = float(np.linalg.norm(target.placed.bounds.mean(axis=0) - camera.position))
    light = Light(lamp_beside(camera), corner_reach=1.2, haze_near=1.3 * away, haze_depth=1.5 * away + 6.0)
    picture = render(render_scene, camera, light, TargetPaint(view, light))
    blocker = blocker_pixels(camera, view)
    keys = keys_for(hidden.by if hidden else ())
    scene = _marked(picture, render_scene, camera, view, blocker, keys, away)
    whole = Image.new("RGB", (width, height))
    whole.paste(scene, (0, 0))
    panel = eye_panel(
        table, shooter, target, hidden=hidden, keys=keys, verdict_lines=verdict_lines, size=(PANEL_WIDTH, height),
        closed=any(is_closed_up(piece) for piece in table.terrain.pieces),
    )  # fmt: skip
    whole.paste(panel, (width - PANEL_WIDTH, 0))
    return whole


def blocker_pixels(camera: Camera, view: TargetView) -> NDArray[np.int32]:
    """(rows, columns) what the middle of each pixel finds of the target, as in `TargetHits.blocker`."""
    pixels = camera.grid()
    tiles = in_tiles(lambda tile: view.look(*camera.rays(pixels[tile])).blocker, len(pixels))
    return np.concatenate(tiles).reshape(camera.size[1], camera.size[0])


def _marked(
    picture: RenderedPicture,
    render_scene: RenderScene,
    camera: Camera,
    view: TargetView,
    blocker: NDArray[np.int32],
    keys: Sequence[BlockerMark],
    away: float,
) -> Image.Image:
    """The scene with outlines, labels and scale."""
    canvas = ImageCanvas(Image.fromarray(np.rint(picture.colour).astype(np.uint8)))
    body, near = blocker != NO_BODY, near_target(blocker != NO_BODY)
    names = list(view.blockers)
    numbers = [names.index(key.blocker.id) if key.blocker.id in names else NO_BODY - 1 for key in keys]
    covering = masks(blocker, numbers)
    for key, mask in zip(reversed(keys), reversed(covering), strict=True):
        outline_blocker(canvas, key, mask, _shown(picture, render_scene, key.blocker.id) & ~body, near)
    outline_target(canvas, blocker >= 0, blocker == VISIBLE)
    length, words = scale_bar(camera, away)
    draw_scale(canvas, length, camera.size[1])
    avoid = body.copy()
    avoid[-80:, : max(int(length) + 50, 214)] = True
    shown = [(key, mask) for key, mask in zip(keys, covering, strict=True) if mask.any()]
    boxes = label_blockers(canvas, [key for key, _ in shown], [mask for _, mask in shown], avoid)
    flat, draw = canvas.flat()
    letter_blockers(draw, [key for key, _ in shown], boxes)
    if words:
        write(draw, (27, camera.size[1] - 46), f"{words}, at the target", 16, colour=INK)
    return flat


def _shown(picture: RenderedPicture, render_scene: RenderScene, owner: str) -> BoolArray:
    """(rows, columns) where what counts of a piece or figure is what one sees there."""
    counting = [part.owner == owner and part.role in {"terrain", "body"} for part in render_scene.parts]
    return np.array([*counting, False])[picture.part]
