"""The marks over an eye view: outlines, the blockers' labels, a scale."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import ImageDraw
from scipy.ndimage import binary_dilation, distance_transform_edt

from rules.percentages import percent
from scene.geometry.mesh import BoolArray
from scene.visibility.hidden_share import Blocker
from sightline.drawing.annotation.image_canvas import Dash, ImageCanvas
from sightline.drawing.annotation.label_layout import leader, place_labels
from sightline.drawing.annotation.lettering import cut, width, write
from sightline.drawing.annotation.mask_outlines import outlines, pieces_within
from sightline.drawing.rendering.camera import Camera
from sightline.drawing.rendering.palette import BLOCKERS, HIDDEN, INK, PAPER, WHITE, Rgb, ink_on, mixed

DASHES: tuple[Dash | None, ...] = (None, (14.0, 6.0), (4.0, 5.0), (22.0, 5.0), (9.0, 9.0))
LABEL_SIZE = 19
LABEL_ROOM = 250


@dataclass(frozen=True)
class BlockerMark:
    """How a blocker is marked: by letter, colour and dash.

    Attributes:
        blocker: which.
        letter: A for the one that hides most.
        colour: of its outline.
        dash: of its outline; None is solid.
    """

    blocker: Blocker
    letter: str
    colour: Rgb
    dash: Dash | None


def keys_for(blockers: Sequence[Blocker]) -> list[BlockerMark]:
    """Keys for those that hide most; there are as many as there are colours."""
    largest = sorted(blockers, key=lambda blocker: -blocker.share)[: len(BLOCKERS)]
    return [BlockerMark(blocker, "ABCDE"[i], BLOCKERS[i], DASHES[i]) for i, blocker in enumerate(largest)]


def outline_target(canvas: ImageCanvas, hidden: BoolArray, visible: BoolArray) -> None:
    """Dashes round the whole body, a solid line round what is seen of it; masks are (rows, columns)."""
    # Along what is seen the solid line is enough.
    beside_hidden = hidden_edges(hidden, visible)
    for line in outlines(hidden | visible):
        for piece in pieces_within(line, beside_hidden):
            canvas.line(piece, mixed(HIDDEN, INK, 0.45), thick=2.2, dash=(9.0, 6.0), casing=WHITE)
    for line in outlines(visible):
        canvas.line(line, INK, thick=2.6)


def hidden_edges(hidden: BoolArray, visible: BoolArray) -> BoolArray:
    """(rows, columns) the pixels at or beside ``hidden`` and not beside ``visible``."""
    beside = np.ones((3, 3), dtype=np.bool_)
    return np.asarray(binary_dilation(hidden, beside, iterations=2) & ~binary_dilation(visible, beside, iterations=2))


def outline_blocker(canvas: ImageCanvas, key: BlockerMark, covering: BoolArray, shown: BoolArray, near: BoolArray) -> None:
    """The silhouette of a blocker.

    Args:
        canvas: to draw on.
        key: its marks.
        covering: (rows, columns) where it hides the target.
        shown: where it is seen itself.
        near: near the target; further away the outline is thin.
    """
    whole = shown | covering
    for line in outlines(whole):
        canvas.line(line, mixed(key.colour, INK, 0.15), thick=1.2, alpha=0.55, dash=key.dash)
        for piece in pieces_within(line, near):
            canvas.line(piece, key.colour, thick=2.8, dash=key.dash, casing=mixed(key.colour, INK, 0.62))


def label_blockers(
    canvas: ImageCanvas, keys: Sequence[BlockerMark], covering: Sequence[BoolArray], avoid: BoolArray
) -> list[tuple[float, float, float, float]]:
    """Boxes and leaders for the blockers' labels; the words are for `letter_blockers`, once the canvas is flat."""
    anchors = [deepest(mask) for mask in covering]
    sizes = [(width(_words(key), LABEL_SIZE) + 50.0, 36.0) for key in keys]
    boxes = place_labels(sizes, anchors, avoid, nearest=26.0)
    for key, box, anchor in zip(keys, boxes, anchors, strict=True):
        dark = mixed(key.colour, INK, 0.62)
        canvas.line(leader(box, anchor), dark, thick=2.2, casing=WHITE)
        canvas.disc(anchor, 5.5, key.colour, edge=WHITE, thick=4.0)
        canvas.disc(anchor, 6.5, None, edge=dark, thick=1.4)
        canvas.box(box, PAPER, alpha=0.96, edge=dark, corner=7.0, thick=1.6)
        badge(canvas, key, (box[0] + 19.0, (box[1] + box[3]) / 2.0))
    return boxes


def letter_blockers(
    draw: ImageDraw.ImageDraw, keys: Sequence[BlockerMark], boxes: Sequence[tuple[float, float, float, float]]
) -> None:
    """The words of the labels whose boxes `label_blockers` placed."""
    for key, (left, top, _, bottom) in zip(keys, boxes, strict=True):
        middle = (top + bottom) / 2.0
        letter_badge(draw, key, (left + 19.0, middle))
        write(draw, (left + 37.0, middle + 1.0), _words(key), LABEL_SIZE, anchor="lm")


def badge(canvas: ImageCanvas, key: BlockerMark, middle: tuple[float, float]) -> None:
    """The disc that a blocker's letter stands in."""
    canvas.disc(middle, 11.5, key.colour, edge=mixed(key.colour, INK, 0.62), thick=1.4)


def letter_badge(draw: ImageDraw.ImageDraw, key: BlockerMark, middle: tuple[float, float]) -> None:
    """The letter in its disc."""
    write(draw, (middle[0] + 0.5, middle[1] + 1.0), key.letter, 16, colour=ink_on(key.colour), bold=True, anchor="mm")


def deepest(mask: BoolArray) -> tuple[float, float]:
    """The pixel (x, y) of ``mask`` that lies farthest inside it."""
    if not mask.any():
        return mask.shape[1] / 2.0, mask.shape[0] / 2.0
    inside = distance_transform_edt(np.pad(mask, 1))[1:-1, 1:-1]
    row, column = np.unravel_index(int(np.argmax(inside)), mask.shape)
    return float(column), float(row)


def near_target(body: BoolArray) -> BoolArray:
    """(rows, columns) the pixels within a seventh of the picture of the body."""
    reach = max(body.shape) // 7
    small = body[::8, ::8]
    grown = binary_dilation(small, iterations=max(1, reach // 8))
    return np.asarray(grown.repeat(8, axis=0).repeat(8, axis=1)[: body.shape[0], : body.shape[1]])


def scale_bar(camera: Camera, away: float) -> tuple[float, str]:
    """Length in pixels, and words, of a scale that is right at ``away`` inches from the eye."""
    inch = camera.focal / max(away, 1e-6)
    for inches, words in _SCALES:
        if inches * inch <= 0.24 * camera.size[0]:
            return inches * inch, words
    return 0.0, ""


_SCALES: tuple[tuple[float, str], ...] = (
    (12.0, "12 inches"), (6.0, "6 inches"), (2.0, "2 inches"), (1.0, "1 inch"), (0.5, "1/2 inch"), (0.25, "1/4 inch"),
    (0.125, "1/8 inch"), (0.0625, "1/16 inch"),
)  # fmt: skip


def draw_scale(canvas: ImageCanvas, length: float, height: int) -> None:
    """The scale's bar in the bottom left corner."""
    if length <= 0.0:
        return
    y = height - 30.0
    canvas.box((14.0, y - 40.0, max(26.0 + length, 190.0) + 14.0, y + 14.0), PAPER, alpha=0.85, corner=7.0)
    bar = np.array([[26.0, y - 6.0], [26.0, y], [26.0 + length, y], [26.0 + length, y - 6.0]])
    canvas.line(bar, INK, thick=2.2)


def masks(blocker: NDArray[np.int32], numbers: Sequence[int]) -> list[BoolArray]:
    """For each number the mask of where ``blocker`` (rows, columns) has it."""
    return [np.asarray(blocker == number) for number in numbers]


def _words(key: BlockerMark) -> str:
    share = percent(key.blocker.share)
    return f"{cut(key.blocker.called, LABEL_SIZE, LABEL_ROOM - width(share, LABEL_SIZE))}  {share}"
