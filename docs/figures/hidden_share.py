"""The grid of directions of a hidden share, round after round."""

import numpy as np
from PIL import Image, ImageDraw

from assets.mesh_library import LIBRARY
from assets.tables import path
from docs.figures.canvas import GREY, INK, side_by_side
from scene.table_io.table_reading import load_table
from scene.visibility.occluders import occluders
from scene.visibility.share_sampling import Grid, summed
from scene.visibility.view_casting import HIDDEN, SEEN, Caster, SightQuery
from sightline.drawing.annotation.lettering import font

CELLS, ROUNDS, PANEL = 16, 3, 360
PAPER, BODY_SEEN, BODY_HIDDEN = (250, 248, 243), (217, 119, 6), (31, 111, 178)


def figure() -> Image.Image:
    """Three rounds of looking at a figure behind a barricade: what is looked into, and what is settled (paler)."""
    table = load_table(path("disputed-shot"), LIBRARY)
    shooter, target = table.figure("jelena"), table.figure("kruger")
    eye = shooter.pose.to_table(shooter.body.eye[None])[0]
    caster = Caster(occluders(table.terrain), table.figures, [SightQuery(eye, target, frozenset({shooter.id}))])
    grid, panels = Grid.blank(1, CELLS), []
    for number in range(ROUNDS):
        grid = grid.looked(caster)
        panels.append(_panel(grid, number))
        again = grid.by_body() if number == 0 else grid.disputed()
        grid = grid.divided(np.array([True]), again)
    return side_by_side(panels)


def _panel(grid: Grid, number: int) -> Image.Image:
    labels, cast = grid.labels[0][::-1], grid.cast[0][::-1]
    colours = np.empty((*labels.shape, 3))
    colours[:] = PAPER
    colours[labels == SEEN], colours[labels == HIDDEN] = BODY_SEEN, BODY_HIDDEN
    colours[~cast] = 0.55 * np.array(PAPER) + 0.45 * colours[~cast]
    picture = Image.fromarray(colours.round().astype(np.uint8)).resize((PANEL - 16, PANEL - 16), Image.Resampling.NEAREST)
    whole = Image.new("RGB", (PANEL, PANEL + 58), "white")
    whole.paste(picture, (8, 8))
    pen, sums = ImageDraw.Draw(whole), summed(grid)
    pen.rectangle((7, 7, PANEL - 8, PANEL - 8), outline=GREY)
    size, looked = labels.shape[0], int(cast.sum())
    pen.text((10, PANEL), f"{number + 1}: {size} x {size} cells, {looked} looked into", fill=INK, font=font(17))
    deviation = 100.0 * float(sums.deviation[0] / sums.body[0])
    told = f"hidden {100.0 * float(sums.share[0]):.1f} %, standard deviation {deviation:.1f} %"
    pen.text((10, PANEL + 26), told, fill=INK, font=font(17))
    return whole
