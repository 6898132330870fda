"""The loud colour of a card in a photo: how much of it each pixel shows, in whatever light.

Pixels are made linear, and divided by the paper's own white, so that what is grey has three equal parts. The colour has more
red and more blue than green; the lesser of the two excesses, over that of the printed bars, is the share of it in a pixel,
times the light there. That light is told by the colour around, so that shade on the card makes no difference.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assets.tag_scheme import CARD_TAG_MM
from capture.shot_cards.card_layout import MODULE_MM
from capture.shot_cards.card_view import CardView
from scene.base.errors import SceneError
from scene.geometry.mesh import BoolArray, FloatArray

Float32 = NDArray[np.float32]
Rgb = NDArray[np.uint8]

USUAL_BAR = np.array([0.85, 0.08, 0.35])
"""The bars beside white paper, where none can be seen."""
PURE = 0.55
"""What the colour is of the brightest part of a pixel, beside what it is of the bars', where the pixel shows nothing else."""
FAINT = 0.03
"""Of the light on the paper: what is darker than this has no colour that could be told."""
AROUND_MM = 2.5
"""As far around a pixel the light on the card is taken to be the same."""
NEAR_MM = 0.6
"""The light there is the mean of what is about so near: shadows of what stands before it have sharp edges on the card."""
LEAST_CORE = 0.02
"""The weight of what is near at least, for its mean to count."""
STEADY = 0.94
"""Of the most that is found around, what it is without noise."""
LEAST_LOUD = 0.05
"""The share of the silhouette in the loud colour that shows that a card is printed in it, where its bars are hidden."""
LIKE = 0.45
"""The lesser excess beside the greater one, at least: with less a colour is another red, purple or blue."""
LEAST_BLUE = 0.12
"""The least of red, green and blue of white paper beside the greatest; with less the light is of one colour."""
LEAST_EXCESS = 0.12
"""Bars that stand out less are not printed in the loud colour."""


@dataclass(frozen=True, eq=False)
class LoudPart:
    """A part of a photo.

    Attributes:
        first: (2,) the pixel of its upper left corner.
        share: (h, w) how much of the loud colour each pixel shows, 0 to 1.
        light: (h, w) the light on the card there; 0 where no such colour is near.
        veil: (h, w) the green that is not the loud colour's own, beside the paper's.
        white: (3,) the paper's linear red, green and blue.
    """

    first: NDArray[np.int64]
    share: Float32
    light: Float32
    veil: Float32
    white: FloatArray

    def at(self, pixels: FloatArray) -> FloatArray:
        """(n,) the share at (n, 2) pixels of the photo, between them linear."""
        return sampled(self.share, pixels - self.first)


def linear(colour: Rgb) -> Float32:
    """(..., 3) light of (..., 3) grey levels of sRGB. Source: IEC 61966-2-1."""
    values = np.arange(256) / 255.0
    table = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4).astype(np.float32)
    return table[colour]


def purity(light: FloatArray, white: FloatArray) -> FloatArray:
    """(n,) how near the hue of linear colours (n, 3) is to the loud one, however bright: 1 for it, 0 for grey or another.

    Args:
        light: of a photo.
        white: (3,) of white paper in that light, of any brightness.
    """
    parts = light / white
    parts = parts / np.maximum(parts.max(axis=1, keepdims=True), 1e-9) * USUAL_BAR.max()
    red, blue = ((parts[:, i] - parts[:, 1]) / (USUAL_BAR[i] - USUAL_BAR[1]) for i in (0, 2))
    return np.asarray(np.minimum(red, blue).clip(0.0, 1.0))


def sampled(picture: Float32, pixels: FloatArray) -> FloatArray:
    """(n,) values of a picture (h, w) at (n, 2) pixels, between them linear; outside as at its rim."""
    places = pixels.astype(np.float32)
    found = cv2.remap(picture, places[None, :, 0], places[None, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found[0], dtype=np.float64)


def part_of(view: CardView, colour: Rgb) -> tuple[NDArray[np.int64], Float32]:
    """The upper left corner of that part of a photo which shows the card, and its light (h, w, 3)."""
    left, low, right, high = view.layout.box
    corners = np.array([[x, y, 0.0] for x in (left, right) for y in (low, high)])
    pixels = view.pixels(corners)
    if not np.isfinite(pixels).all():
        raise SceneError(f'photo "{view.photo.name}": the card is partly behind the camera')
    rim = 6.0 + 3.0 * view.pixels_a_mm
    first = np.floor(np.maximum(pixels.min(axis=0) - rim, 0.0)).astype(np.int64)
    last = np.ceil(np.minimum(pixels.max(axis=0) + rim, view.photo.size)).astype(np.int64)
    if (last - first < 8).any():
        raise SceneError(f'photo "{view.photo.name}" shows the card at its rim; take it again with all of the card in it')
    return first, linear(colour[first[1] : last[1], first[0] : last[0]])


def loud_part(view: CardView, colour: Rgb) -> LoudPart:
    """Where a photo shows the loud colour of a card.

    Args:
        view: the card in the photo.
        colour: (h, w, 3) the photo.

    Raises:
        SceneError: one line where the colour cannot be told.
    """
    first, light = part_of(view, colour)
    white = white_of(view, first, light)
    parts: Float32 = np.asarray(light / white, dtype=np.float32)
    bar = _bar(view, first, parts)
    if bar is None and _loud(_levels(view, first, parts, view.layout.samples[:, :2])).mean() > LEAST_LOUD:
        # The bars are hidden, and the silhouette is not.
        bar = USUAL_BAR
    if bar is None:
        raise SceneError(
            f'photo "{view.photo.name}": the bars under the card\'s tags are not in the loud colour, or in too dark or too '
            "coloured a light; print the card in colour, and light it"
        )
    red, blue = (np.asarray((parts[..., i] - parts[..., 1]) / (bar[i] - bar[1]), dtype=np.float32) for i in (0, 2))
    excess = np.where(np.minimum(red, blue) >= LIKE * np.maximum(red, blue), np.minimum(red, blue), np.float32(0.0))
    most = parts.max(axis=2)
    pure = np.where(most > FAINT, excess * bar.max() / np.maximum(most, FAINT), 0.0)
    strong = np.where(pure > PURE, excess, 0.0).astype(np.float32)
    around = _light_around(strong, view.pixels_a_mm)
    share = np.where(around > FAINT, excess / np.maximum(around, FAINT), 0.0).clip(0.0, 1.0)
    veil = parts[..., 1] - np.float32(bar[1]) * excess.astype(np.float32)
    return LoudPart(first, share.astype(np.float32), around, veil, white)


def _light_around(strong: Float32, pixels_a_mm: float) -> Float32:
    """(h, w) the light on the card around each pixel: the mean of what is near and well within its colour; else the most."""
    core = cv2.erode((strong > 0.0).astype(np.uint8), np.ones((3, 3), dtype=np.uint8)).astype(np.float32)
    wide = max(1.5, NEAR_MM * pixels_a_mm)
    weight, sums = (cv2.GaussianBlur(part, (0, 0), wide) for part in (core, strong * core))
    reach = max(2, round(AROUND_MM * pixels_a_mm))
    calm = cv2.GaussianBlur(strong, (0, 0), 0.8)
    most = STEADY * cv2.dilate(calm, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1)))
    return np.asarray(np.where(weight > LEAST_CORE, sums / np.maximum(weight, LEAST_CORE), most), dtype=np.float32)


def white_of(view: CardView, first: NDArray[np.int64], light: Float32) -> FloatArray:
    """The paper's white: of the margins beside the tags, the brighter half."""
    offset = CARD_TAG_MM / 2.0 + MODULE_MM / 2.0
    ring = np.linspace(-0.8, 0.8, 9) * offset
    sides = [np.column_stack([ring, np.full(9, offset)]), np.column_stack([np.full(9, -offset), ring])]
    sides.append(np.column_stack([np.full(9, offset), ring]))
    places = np.concatenate([side + np.array([tag.x, tag.y]) for tag in view.tags for side in sides])
    levels = _levels(view, first, light, places)
    bright = levels.sum(axis=1) >= np.median(levels.sum(axis=1))
    found = np.asarray(np.median(levels[bright], axis=0), dtype=np.float64)
    if found.min() < LEAST_BLUE * found.max() and found.max() > FAINT:
        raise SceneError(
            f'photo "{view.photo.name}": the light is of one colour, in which magenta cannot be told; use white light'
        )
    if found.min() <= FAINT / 3.0:
        raise SceneError(f'photo "{view.photo.name}" is too dark where the card is; switch on a light')
    return found


def _bar(view: CardView, first: NDArray[np.int64], parts: Float32) -> FloatArray | None:
    """The loud colour as the bars under the tags show it, beside the paper; None where they do not show one."""
    found = []
    for tag in view.tags:
        left, low, right, high = tag.patch
        grid = np.stack(np.meshgrid(np.linspace(left + 1.0, right - 1.0, 15), np.linspace(low + 1.0, high - 1.0, 5)), axis=-1)
        levels = _levels(view, first, parts, grid.reshape(-1, 2))
        # In the shade a bar is darker than the paper beside its tag, and no other colour.
        whole, loud = _evened(levels), _loud(levels)
        if loud.mean() > 0.5:
            found.append(np.median(whole[loud], axis=0))
    if not found:
        return None
    return np.asarray(np.median(found, axis=0))


def _evened(levels: FloatArray | Float32) -> FloatArray:
    """(n, 3) as bright as the usual bars."""
    return np.asarray(levels / np.maximum(levels.max(axis=1, keepdims=True), FAINT) * USUAL_BAR.max(), dtype=np.float64)


def _loud(levels: FloatArray | Float32) -> BoolArray:
    """(n,) which colours (n, 3) could be the loud one."""
    whole = _evened(levels)
    return np.asarray((whole[:, 0] - whole[:, 1] > LEAST_EXCESS) & (whole[:, 2] - whole[:, 1] > LEAST_EXCESS / 2.0))


def _levels(view: CardView, first: NDArray[np.int64], picture: Float32, places: FloatArray) -> FloatArray:
    """(n, 3) of a picture at (n, 2) places of the card."""
    pixels = view.pixels(np.column_stack([places, np.zeros(len(places))])) - first
    return np.column_stack([sampled(np.ascontiguousarray(picture[..., i]), pixels) for i in range(3)])
