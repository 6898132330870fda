"""Sight on a photo of the scan: what the shooter sees of the target, what hides it, and the witness ray."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from math import hypot

import numpy as np
from PIL import Image

from rules.percentages import percent
from rules.sight.verdict import Verdict
from scene.geometry.mesh import FloatArray
from scene.table.table import Table
from scene.visibility.hidden_share import Blocker
from sightline.drawing.annotation.image_canvas import Box, ImageCanvas
from sightline.drawing.annotation.legend import LegendEntry
from sightline.drawing.on_photo.photo_band import CLOSE_UP, drawn_area, drawn_line, with_band
from sightline.drawing.on_photo.photo_frame import PhotoFrame, holds_camera, part_of_photo, whole_photo
from sightline.drawing.on_photo.photo_marks import (
    LEAST_PIXELS,
    QUIET,
    SPECK,
    STRONG,
    PhotoLabel,
    Silhouette,
    draw_labels,
    draw_line_in_space,
    draw_others,
    draw_outline,
    figure_silhouette,
    kept_free,
    other_labels,
    things_in,
)
from sightline.drawing.on_photo.photo_target import AWAY, Classed, classed, painted
from sightline.drawing.rendering.palette import GREEN, HIDDEN, PURPLE, SKY, VISIBLE, WHITE, WITNESS, YELLOW, Rgb
from sightline.files.scan_photo_lookup import Taken

STEPS = 600
"""Into how many steps lines in space are divided, so that the lens bends them."""
SHOOTER = YELLOW
BLOCKERS: tuple[Rgb, ...] = (PURPLE, GREEN, SKY)
"""For those that hide most; further ones are drawn as strongly without a colour of their own."""
LARGER = 1.6
"""The target is shown enlarged as well where that makes it so many times as large or more."""
ROOMY = 1.5
"""How much more than the target a close-up shows."""
LEAST_CLOSE = 40.0
"""Pixels of the photo: a close-up is no closer than this."""


@dataclass(frozen=True, eq=False)
class SightOnPhoto:
    """A frame with all that is drawn on it.

    Attributes:
        table: with the two where they stand.
        frame: the photo or a part of it.
        target: the target's points; None where it is not in the picture.
        shooter: None where it is not in the picture.
        blockers: what hides the target and its colour, the one that hides most first.
        others: all else, by its id.
    """

    table: Table
    frame: PhotoFrame
    target: Classed | None
    shooter: Silhouette | None
    blockers: list[tuple[Blocker, Rgb, Silhouette]]
    others: dict[str, Silhouette]


def sight_on_photo(
    table: Table, photo: Taken, verdict: Verdict, lines: Sequence[str], reasons: Sequence[str] = ()
) -> Image.Image:
    """A photo with a shot drawn on it.

    The target is tinted where the shooter's eye sees it, and hatched where something hides it from the eye, also where the
    camera does not see it itself; what is turned away from the shooter is left as it is. Outlines and the witness ray are
    dashed where something stands between them and the camera.

    Args:
        table: on which both stand.
        photo: of its scan.
        verdict: what is drawn.
        lines: the answer in words, the first line the most important.
        reasons: what else is to be said, as far as there is room.
    """
    table = table.with_figure(verdict.question.shooter).with_figure(verdict.question.target)
    frame = whole_photo(photo, table)
    shown = _shown(frame, table, verdict)
    drawn = _drawn(shown, verdict, names=True)
    close = _close_up(table, photo, frame, verdict, shown)
    return with_band(
        drawn,
        lines,
        _marks(shown, verdict),
        reasons=reasons,
        source=f"drawn on {photo.name}, a photo of this table's scan",
        close_up=close,
        close_up_says=f"{verdict.question.target.called}, enlarged from the same photo",
    )


def _shown(frame: PhotoFrame, table: Table, verdict: Verdict) -> SightOnPhoto:
    question, hidden = verdict.question, verdict.ruling.geometry
    found = things_in(frame, table, without={question.shooter.id, question.target.id})
    ranked = sorted(hidden.by if hidden else (), key=lambda blocker: -blocker.share)
    coloured = zip(ranked, chain(BLOCKERS, repeat(QUIET)), strict=False)
    blockers = [(blocker, colour, found.pop(blocker.id)) for blocker, colour in coloured if blocker.id in found]
    return SightOnPhoto(
        table,
        frame,
        classed(frame, table, question.shooter, question.target),
        figure_silhouette(frame, question.shooter, with_base=False),
        blockers,
        found,
    )


def _drawn(shown: SightOnPhoto, verdict: Verdict, *, names: bool) -> Image.Image:
    frame, question = shown.frame, verdict.question
    picture = painted(frame.picture, shown.target, period=8.0 if names else 12.0) if shown.target else frame.picture
    canvas = ImageCanvas(picture.copy())
    least = SPECK if names else 0
    draw_others(canvas, shown.others)
    for _, colour, thing in reversed(shown.blockers):
        draw_outline(canvas, thing, colour, thick=0.8 * STRONG, least=least)
    if shown.shooter:
        draw_outline(canvas, shown.shooter, SHOOTER)
    if shown.target:
        draw_outline(canvas, shown.target.outline, VISIBLE, thick=STRONG if names else 1.3 * STRONG, least=least)
    witness = _witness(verdict)
    for way in witness:
        draw_line_in_space(canvas, frame, way, WITNESS, edge=WHITE)
        for end in (way[0], way[-1]):
            if (pixel := frame.pixel(end)) is not None:
                canvas.disc(pixel, 5.0, WITNESS, edge=WHITE, thick=1.6)
    if not names:
        return canvas.flat()[0]
    labels = list[PhotoLabel]()
    if shown.target:
        labels.append(PhotoLabel(f"{question.target.called}: {_seen_words(verdict)}", shown.target.outline.anchor, VISIBLE))
    if shown.shooter:
        labels.append(PhotoLabel(f"{question.shooter.called} looks", shown.shooter.anchor, SHOOTER))
    labels += [
        PhotoLabel(f"{blocker.called}: hides {percent(blocker.share)}", thing.anchor, colour)
        for blocker, colour, thing in shown.blockers
        if thing.full.sum() > LEAST_PIXELS
    ]
    labels += other_labels(shown.table, shown.others)
    strong = [shown.target.outline] if shown.target else []
    strong += [shown.shooter] if shown.shooter else []
    return draw_labels(canvas, labels, kept_free(frame, strong, witness))


def _seen_words(verdict: Verdict) -> str:
    hidden = verdict.ruling.geometry
    if not verdict.line_of_sight:
        return "not seen"
    if verdict.known == "unknown":
        return f"{percent(hidden.share)} hidden, as measured" if hidden else "seen past the pieces"
    return f"{percent(hidden.share)} hidden" if hidden else "seen"


def _witness(verdict: Verdict) -> list[FloatArray]:
    witness = verdict.ruling.witness
    return [np.linspace(witness.start, witness.end, STEPS + 1)] if witness else []


def _close_up(table: Table, photo: Taken, frame: PhotoFrame, verdict: Verdict, shown: SightOnPhoto) -> Image.Image | None:
    """The target enlarged; None where it is not in the photo or is large enough in it."""
    if shown.target is None:
        return None
    scale = frame.shape[1] / photo.colour.shape[1]
    outline = shown.target.outline
    rows, columns = np.nonzero(outline.full)
    low = np.array([columns.min() + outline.left, rows.min() + outline.top]) / scale
    high = np.array([columns.max() + outline.left + 1, rows.max() + outline.top + 1]) / scale
    box = _box_around(low, high, photo)
    if box is None or CLOSE_UP[0] / (box[2] - box[0]) < LARGER * scale:
        return None
    return _drawn(_shown(part_of_photo(photo, frame.render_scene, box, CLOSE_UP), table, verdict), verdict, names=False)


def _box_around(low: FloatArray, high: FloatArray, photo: Taken) -> Box | None:
    """Left, top, right, bottom of a part of the photo in the shape of a close-up; None where the photo is too small."""
    high_, wide_ = photo.colour.shape[:2]
    wide = max(float(high[0] - low[0]) * ROOMY, float(high[1] - low[1]) * ROOMY * CLOSE_UP[0] / CLOSE_UP[1], LEAST_CLOSE)
    high_of_box = wide * CLOSE_UP[1] / CLOSE_UP[0]
    if wide > wide_ or high_of_box > high_:
        return None
    left = float(np.clip((low[0] + high[0] - wide) / 2.0, 0.0, wide_ - wide))
    top = float(np.clip((low[1] + high[1] - high_of_box) / 2.0, 0.0, high_ - high_of_box))
    return left, top, left + wide, top + high_of_box


def _marks(shown: SightOnPhoto, verdict: Verdict) -> list[LegendEntry]:
    one, other = verdict.question.shooter.called, verdict.question.target.called
    held = holds_camera(verdict.question.shooter, shown.frame.eye)
    turned = shown.target is not None and bool((shown.target.kinds == AWAY).sum() > 0.1 * (shown.target.kinds > 0).sum())
    unknown = verdict.known == "unknown"
    seen = f"past the pieces from the eye of {one}" if unknown else f"seen of {other} from the eye of {one}"
    marks = [
        drawn_area(VISIBLE, seen),
        drawn_area(HIDDEN, "hidden from that eye" + (" (turned away from it: neither)" if turned else ""), hatches=(1.0,)),
    ]
    if not held:
        marks.append(drawn_line(SHOOTER, one))
    if verdict.ruling.witness:
        line = "a line past the pieces" if unknown else "a line of sight"
        marks.append(drawn_line(WITNESS, f"{line}, {_long(verdict):.1f} inches"))
    return [*marks, drawn_line(QUIET, "behind something, seen from the camera", dashed=True)]


def _long(verdict: Verdict) -> float:
    witness = verdict.ruling.witness
    return hypot(*np.subtract(witness.end, witness.start)) if witness else 0.0
