"""The rim of a base in a photo: where it is looked for, and where it was found."""

import numpy as np
from PIL import Image, ImageDraw

from capture.objects.base_fit import DARK, NARROW_MM, NARROW_PX, BaseSizePrior, fit_rim, rim_edges
from capture.objects.survey_photos import survey_photos_of
from docs.figures.canvas import GREEN, INK, RED, side_by_side
from scene.table.table import MM_PER_INCH
from sightline.drawing.annotation.lettering import font
from tests.capture.objects.test_base_detection import SIZE, rendered_table
from tests.capture.surveyed import survey_of

START, TIMES, HALF = (2.75, 2.7), 10, 27
"""Inches, where the fit begins; how much larger the photo is shown; and how many of its pixels to each side."""


def figure() -> Image.Image:
    """Two of six photos, enlarged: the outline that the fit began with, and the edges on the outline that it came to."""
    _, views, pictures = rendered_table(with_figures=True)
    photos = survey_photos_of(pictures, survey_of(views, size=SIZE), range(len(views)))
    prior = BaseSizePrior(25.0, 3.0)
    found = fit_rim(photos, START, 0.0, prior, paint=DARK)
    assert found is not None
    begun = prior.known()[0]
    begun[:2] = START
    edges = {
        name: rim_edges(photos, unknowns, 0.0, paint=DARK, mm=NARROW_MM, px=NARROW_PX)
        for name, unknowns in (("begun", begun), ("found", found.unknowns))
    }
    panels = []
    for number in (0, 3):
        middle = photos[number].project(np.array([*found.place, 0.0]))
        low = np.round(middle).astype(int) - HALF
        grey = photos[number].grey[low[1] : low[1] + 2 * HALF, low[0] : low[0] + 2 * HALF]
        picture = Image.fromarray(grey).resize((2 * HALF * TIMES, 2 * HALF * TIMES), Image.Resampling.BICUBIC).convert("RGB")
        pen = ImageDraw.Draw(picture)

        def at(pixels: np.ndarray, low: np.ndarray = low) -> list[tuple[float, float]]:
            return [(float(x), float(y)) for x, y in (pixels - low + 0.5) * TIMES]

        own, line = edges["found"], edges["begun"].outlines[number]
        pen.line([*at(line.pixels), at(line.pixels[:1])[0]], fill=RED, width=2)
        outline = own.outlines[number]
        count = own.directions
        off, good = own.off[number][:count], own.good[number][:count]
        for x, y in at((outline.pixels + off[:, None] * outline.normals)[good]):
            pen.ellipse((x - 4, y - 4, x + 4, y + 4), fill=GREEN)
        panels.append(_titled(picture, f"photo {number + 1}: {int(good.sum())} of {count} directions show the rim"))
    radius, place = found.unknowns[2] * MM_PER_INCH, found.place
    begun_at = f"begun at {START[0]:g}, {START[1]:g} (red)"
    told = f"{begun_at}; found: {2 * radius:.2f} mm across at {place[0]:.3f}, {place[1]:.3f} (green)"
    return _titled(side_by_side(panels), told)


def _titled(picture: Image.Image, text: str) -> Image.Image:
    whole = Image.new("RGB", (picture.width + 8, picture.height + 34), "white")
    whole.paste(picture, (4, 4))
    ImageDraw.Draw(whole).text((8, picture.height + 8), text, fill=INK, font=font(19))
    return whole
