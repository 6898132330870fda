"""Reach on a photo of the scan: the reachable ground laid over it, where the camera sees it."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from rules.movement.path_rules import Reach
from scene.table.table import Figure, Table
from sightline.drawing.annotation.image_canvas import ImageCanvas
from sightline.drawing.annotation.legend import LegendEntry
from sightline.drawing.annotation.mask_outlines import outlines
from sightline.drawing.movement.reach_levels import ROOM, Found, levels_of, one_level
from sightline.drawing.movement.reach_paint import CHECK, PERIOD, CostColours, scale_for
from sightline.drawing.on_photo.photo_band import drawn_area, reserved, with_band
from sightline.drawing.on_photo.photo_frame import PhotoFrame, whole_photo
from sightline.drawing.on_photo.photo_marks import (
    HALO,
    QUIET,
    PhotoLabel,
    draw_labels,
    draw_others,
    draw_outline,
    kept_free,
    other_labels,
    things_in,
)
from sightline.drawing.rendering.palette import ORANGE, WHITE, Rgb
from sightline.drawing.rendering.ray_tiles import in_tiles
from sightline.drawing.sight.target_paint import stripes
from sightline.files.scan_photo_lookup import Taken

STRENGTH = 0.5
"""How much of a cost's colour lies over the photo."""
LEVEL = 0.3
"""The least upward part of the normal of what counts as floor."""
Float32 = NDArray[np.float32]


def reach_on_photo(
    table: Table, photo: Taken, figure: Figure, found: Reach, *, inches: float, lines: Sequence[str]
) -> Image.Image:
    """A photo with the reachable ground laid over the floors, as far as the camera sees them.

    Bands of colour say the cost, lines where one ends; stripes that the path there takes a dice check, crossed stripes that it
    takes more than one.

    Args:
        table: on which the figure stands.
        photo: of its scan.
        figure: who moves.
        found: all that it reaches.
        inches: how much movement there is.
        lines: the answer in words, the first line the most important.
    """
    frame, scale = whole_photo(photo, table), scale_for(inches)
    ground = reached_in(frame, found)
    things = things_in(frame, table)
    own = things.pop(figure.id, None)
    canvas = ImageCanvas(_painted(frame, ground, scale))
    _draw_borders(canvas, frame, ground, scale)
    draw_others(canvas, things)
    if own:
        draw_outline(canvas, own, ORANGE)
    labels = [PhotoLabel(figure.called, own.anchor, ORANGE)] if own else []
    labels += other_labels(table, {name: thing for name, thing in things.items() if name in {one.id for one in table.figures}})
    drawn = draw_labels(canvas, labels, kept_free(frame, [own] if own else []))
    return with_band(
        drawn, reserved(table, lines), _marks(ground, scale), source=f"drawn on {photo.name}, a photo of this table's scan"
    )


def reached_in(frame: PhotoFrame, found: Reach) -> Found:
    """What every pixel of the frame shows of the reachable ground, row by row."""
    surface = frame.surface
    count = len(surface.part)
    cost, height = np.full(count, np.nan, dtype=np.float32), np.full(count, np.nan, dtype=np.float32)
    checks = np.zeros(count, dtype=np.int64)
    levels = levels_of(found.positions, found.costs, found.checks, found.step)
    if levels:
        floors = np.array([part.role in {"terrain", "ground"} for part in frame.render_scene.parts] + [False])
        floor = floors[surface.part] & (surface.normal[:, 2] > LEVEL)
        low, high = (end(found.positions[:, :2], axis=0) for end in (np.min, np.max))
        room = ROOM * found.step
        floor &= ((surface.point[:, :2] > low - room) & (surface.point[:, :2] < high + room)).all(axis=1)
        pixels = np.flatnonzero(floor)
        ask = partial(one_level, levels)
        for part, told in zip(_tiles(len(pixels)), in_tiles(lambda t: ask(surface.point[pixels[t]]), len(pixels)), strict=True):
            here = pixels[part]
            cost[here], height[here], checks[here] = told.cost, told.height, told.checks
    return Found(cost, checks, height)


def _tiles(count: int) -> list[slice]:
    return in_tiles(lambda tile: tile, count)


def _painted(frame: PhotoFrame, ground: Found, scale: CostColours) -> Image.Image:
    """The photo with the bands over it, as light and dark as the photo is."""
    colour = np.asarray(frame.picture, dtype=np.float32).reshape(-1, 3).copy()
    here = np.flatnonzero(ground.reached)
    under = colour[here]
    ink = np.array(scale.colours(), dtype=np.float32)[scale.bands(ground.cost[here])]
    ink *= np.clip(0.65 + 0.7 * under.mean(axis=1) / 255.0, 0.0, 1.2)[:, None]
    places = np.stack([here % frame.shape[1], here // frame.shape[1]], axis=1).astype(np.float64)
    strength = np.full((len(here), 1), STRENGTH, dtype=np.float32)
    for lean, least in ((1.0, 1), (-1.0, 2)):
        for line, share in ((WHITE, 0.34), (CHECK, 0.18)):
            cover = (stripes(places, PERIOD, share, lean=lean) * (ground.checks[here] >= least))[:, None]
            ink += (np.array(line, dtype=np.float32) - ink) * cover
            strength += (np.float32(0.85) - strength) * cover
    colour[here] = under + (np.clip(ink, 0.0, 255.0) - under) * strength
    return Image.fromarray(np.rint(colour).astype(np.uint8).reshape(*frame.shape, 3))


def _draw_borders(canvas: ImageCanvas, frame: PhotoFrame, ground: Found, scale: CostColours) -> None:
    """Lines where a band of cost ends, and a stronger one where all does."""
    bands = np.where(ground.reached, scale.bands(ground.cost), scale.count).reshape(frame.shape)
    for number in range(scale.count):
        last = number == scale.count - 1
        for line in outlines(np.asarray(bands <= number), smooth=1.2):
            canvas.line(line, QUIET, thick=1.8 if last else 0.9, casing=HALO if last else None, alpha=0.9 if last else 0.55)


def _marks(ground: Found, scale: CostColours) -> list[LegendEntry]:
    marks = [
        drawn_area(colour, f'{border:g}"') for colour, border in zip(scale.colours(), scale.borders(), strict=True)
    ]  # fmt: skip
    most = int(ground.checks.max(initial=0))
    stripe: Rgb = CHECK
    marks += [drawn_area(stripe, "needs a check", hatches=(1.0,))] if most > 0 else []
    return marks + ([drawn_area(stripe, "needs more than one", hatches=(1.0, -1.0))] if most > 1 else [])
