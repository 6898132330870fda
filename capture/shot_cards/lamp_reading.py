"""The lamp in place of the lens: what it lights of a card, the eye in its place would see.

Two photos from anywhere, one with the lamp and one without; the difference is the lamp's light alone, in whatever room. A card
is flat and known by its tags, so it makes no difference where they were taken.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from capture.shot_cards.card_layout import CardLayout
from capture.shot_cards.card_limits import LAMP_MM, UNLIKE, lens_points, stand_sigma, turned_sigma
from capture.shot_cards.card_reading import CardResult
from capture.shot_cards.card_view import CardView
from capture.shot_cards.lamp_stand import LampPlace
from capture.shot_cards.loud_colour import part_of, purity, sampled, white_of
from scene.base.errors import SceneError
from scene.geometry.mesh import BoolArray, FloatArray

LIT = 0.5
"""Of the light of the lamp alone: half of it is the middle of a shadow's edge."""
EDGE = (0.3, 0.7)
"""Between these a place is neither lit nor in the shade: how uncertain the edges are."""
BRIGHTEST, OWN_EDGE_PX = 0.98, 2.5
"""The share of the places that are no brighter than what the lamp gives, and pixels from the paper beside the silhouette."""
PURE, COVERED = 0.4, 0.07
"""What has less of the loud hue is something else, and the share of the silhouette that may show as such."""
BLACK = 0.006
"""Linear light of what is too dark for its hue to be told."""
LEAST_LIGHT = 0.15
"""Of the room's light: with less the lamp's cannot be told."""
OVER_NOISE = 3.0
"""Times what is darker with the lamp by noise: with less a place in the shade cannot be told from a lit one."""
CALM_PX = 0.8
"""Pixels over which noise is evened out, a standard deviation: less than a shadow's edge."""
WIDEST = 0.35
"""The share of the silhouette that may lie in edges of shadows; with more the lamp is too wide."""


@dataclass(frozen=True, eq=False)
class LampReading:
    """What two photos say.

    Attributes:
        layout: the card.
        lit, dark: the photos with the lamp and without.
        levels: (n,) the lamp's light at each sample of the silhouette, 1 where all of it comes.
    """

    layout: CardLayout
    lit: CardView
    dark: CardView
    levels: FloatArray

    @property
    def seen(self) -> BoolArray:
        """(n,) which samples the lamp lights."""
        return np.asarray(self.levels >= LIT)

    def hidden(self, level: float = LIT) -> float:
        """The share of the silhouette that the lamp does not light to that level."""
        return 1.0 - float(self.layout.weights @ (self.levels >= level))


def read_lamp(views: tuple[CardView, CardView], colours: tuple[NDArray[np.uint8], NDArray[np.uint8]]) -> LampReading:
    """What two photos of a card say, one with the lamp in the eye's place and one without, in either order.

    Raises:
        SceneError: one line where they do not tell.
    """
    layout = views[0].layout
    shots = [_shown(view, colour) for view, colour in zip(views, colours, strict=True)]
    if shots[0].level.mean() < shots[1].level.mean():
        shots.reverse()
    with_lamp, without = shots
    lit, dark, bright, room = with_lamp.view, without.view, with_lamp.level, without.level
    way = layout.eye - layout.samples
    falls = way[:, 2] / np.linalg.norm(way, axis=1) ** 3
    lamp = (bright - room) / falls * falls.max()
    deep = shapely.distance(shapely.boundary(layout.outline), shapely.points(layout.samples[:, :2]))
    inside = np.asarray(deep * lit.pixels_a_mm > OWN_EDGE_PX)
    inside = inside if inside.any() else ~inside
    _check_uncovered(with_lamp, without, inside)
    most = float(np.quantile(lamp[inside], BRIGHTEST))
    # The lamp adds light and takes none away: what is less with it is noise.
    noise = -float(np.quantile(lamp[inside], 1.0 - BRIGHTEST))
    if most < max(LEAST_LIGHT * float(np.median(room)), OVER_NOISE * noise):
        raise SceneError(
            f'photos "{lit.photo.name}" and "{dark.photo.name}": the lamp lights nothing of the card that could be told from '
            "the room's light; darken the room, or bring a brighter lamp"
        )
    levels = (lamp / most).clip(0.0, 1.0)
    reading = LampReading(layout, lit, dark, levels)
    if reading.hidden(EDGE[1]) - reading.hidden(EDGE[0]) > WIDEST:
        raise SceneError(
            f'photo "{lit.photo.name}": the shadows have no edges; the lamp is too wide, put it behind a hole of 3 mm'
        )
    return reading


def lamp_result(
    reading: LampReading, nearest_mm: float | None, known_by: str, place: LampPlace | None = None, *, general: bool = False
) -> CardResult:
    """What comes of it, with limits.

    Args:
        reading: of the photos.
        nearest_mm: from the eye to the nearest of what is between; None where nothing is.
        known_by: "told", "table" or "assumed".
        place: of the lamp, where tags of its stand tell it.
        general: whether the card is one for any figure of a kind.
    """
    share, layout = reading.hidden(), reading.layout
    edges = (reading.hidden(EDGE[1]) - reading.hidden(EDGE[0])) / 2.0
    stand = 2.0 * math.hypot(stand_sigma(layout, reading.seen), turned_sigma(share), UNLIKE * general)
    off = LAMP_MM if place is None else place.off_mm
    right, up = (0.0, 0.0) if place is None else place.off.tolist()
    limit = math.hypot(lens_points(layout, off, nearest_mm), stand, edges)
    low, high = max(share - limit, 0.0), min(share + limit, 1.0)
    return CardResult(share, low, high, off, right, up, place is not None and place.told, nearest_mm, known_by)


@dataclass(frozen=True, eq=False)
class _Shown:
    """What one photo shows of a card.

    Attributes:
        view: of it.
        light: (n, 3) linear colours at the silhouette's samples.
        white: (3,) of the paper.
        level: (n,) the light there, however the photo was exposed.
    """

    view: CardView
    light: FloatArray
    white: FloatArray
    level: FloatArray


def _shown(view: CardView, colour: NDArray[np.uint8]) -> _Shown:
    name, samples = view.photo.name, view.layout.samples
    if view.photo.exposure is None:
        raise SceneError(
            f'photo "{name}" does not note how it was exposed; give photos as the phone wrote them, not as a chat sends them'
        )
    first, light = part_of(view, colour)
    calm = np.asarray(cv2.GaussianBlur(light, (0, 0), CALM_PX), dtype=np.float32)
    pixels = view.pixels(samples) - first
    found = np.column_stack([sampled(np.ascontiguousarray(calm[..., i]), pixels) for i in range(3)])
    return _Shown(view, found, white_of(view, first, light), found.sum(axis=1) / view.photo.exposure)


def _check_uncovered(lit: _Shown, dark: _Shown, inside: BoolArray) -> None:
    """Raises a `SceneError` where something else than the silhouette is seen in its place: told by its hue, not by how bright.

    In a shadow of the lamp's there is the room's light alone, and what is nearly black has no hue.
    """
    for shown, whites in ((dark, [dark.white]), (lit, [lit.white, dark.white])):
        told = shown.light.max(axis=1) >= BLACK
        other = told & (np.max([purity(shown.light, white) for white in whites], axis=0) < PURE)
        if float(other[inside].mean()) > COVERED:
            raise SceneError(
                f'photo "{shown.view.photo.name}": something stands before the card, or it is not printed in the loud colour; '
                "take both photos from where all of the silhouette is seen"
            )
