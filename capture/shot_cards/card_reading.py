"""What photos of a card say: how much of the silhouette is hidden, with limits for all that may be off.

A guide with a figure: docs/guides/shot-cards.md.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from scipy.spatial import cKDTree
from scipy.special import ndtr

from capture.shot_cards.card_layout import CardLayout
from capture.shot_cards.card_limits import (
    UNLIKE,
    counted_points,
    lens_points,
    mean_points,
    odd_photos,
    stand_sigma,
    turned_sigma,
)
from capture.shot_cards.card_view import CardView
from capture.shot_cards.loud_colour import LoudPart, sampled
from scene.base.errors import SceneError
from scene.geometry.mesh import BoolArray, FloatArray

SEEN = 0.5
"""A place of the silhouette that shows at least so much of the loud colour is seen."""
OWN_EDGE = 0.35
"""How much of the colour is left at the silhouette's own edge at least, in a photo that is not sharp."""
CHROMA_PX = 0.9
"""Pixels by which colours are blurred beside what the tags show: JPEG keeps every other one."""
INNER = 0.97
"""What there would be of the colour so far within the silhouette that no paper beside it is mixed in."""
GONE, MOST_GONE = 0.1, 200
"""Places that show less of the colour are hidden, and so many of the nearest tell what is before them."""
BRIGHT = 0.8
"""Of these, the part that shows less light than what hides all."""
LEAST_GONE, LEAST_VEIL = 40, 0.03
"""With fewer such places, or with less light beside the paper's, it is not told what is before them."""
SHARP_PX = 3.0
"""A rim that is not broader is as sharp as the photo, and its middle is told by the colour alone."""
CALM = 5
"""Places over which noise is evened out."""
ALIGN_MM = 0.4
"""As far the silhouette may lie beside where a single tag has it; with more its place is known better than by its colour."""
GAIN = 0.03
"""By so much a shift has to fit better, for each millimetre."""
STRAY = 0.06
"""The share of the strip around the silhouette that may show its colour; with more it is another card, or cut otherwise."""
STRIP_MM = (0.7, 1.7)

FARTHEST_MM, FARTHEST_OF_MANY_MM = 3.0, 12.0
"""A lens farther from the eye says nothing by itself; and none does of several."""
ENOUGH = 3
"""Photos whose mean counts, at least."""
ANEW = np.radians(0.5)
"""By so much a camera is turned otherwise, at least, when it was taken away and held to the hole again."""
NOTHING = 0.005
"""As a share: no more hidden than that is nothing."""


@dataclass(frozen=True, eq=False)
class CardReading:
    """What one photo says.

    Attributes:
        view: from where.
        aside: (2,) millimetres by which the silhouette fits best beside where the tags have it.
        levels: (n,) how much of the colour each sample shows, 0 to 1.
    """

    view: CardView
    aside: FloatArray
    levels: FloatArray

    @property
    def seen(self) -> BoolArray:
        """(n,) which samples of the silhouette are seen."""
        return np.asarray(self.levels >= SEEN)

    @property
    def hidden(self) -> float:
        """The share of the silhouette that is hidden."""
        return 1.0 - float(self.view.layout.weights @ self.seen)

    @property
    def off_mm(self) -> float:
        """How far the lens may have been from the eye across the line: as measured, with how sure that is."""
        return math.hypot(*self.view.off.tolist(), *self.view.sigma[:2].tolist())


@dataclass(frozen=True)
class CardResult:
    """What all photos say together.

    Attributes:
        share, low, high: of the silhouette that is hidden, and its limits of 95 %.
        off_mm: how far the lens or lamp may have been from the eye, the mean place of all photos.
        right_mm, up_mm: where it was, as measured.
        measured: whether that was measured, by tags that stand elsewhere; else it is only held to be so.
        nearest_mm: from the eye to the nearest of what is between; None where nothing is.
        known_by: how that is known: "told", "table" or "assumed".
    """

    share: float
    low: float
    high: float
    off_mm: float
    right_mm: float
    up_mm: float
    measured: bool
    nearest_mm: float | None
    known_by: str


def read_card(view: CardView, loud: LoudPart, blur_px: float) -> CardReading:
    """What a photo of a card says.

    Args:
        view: from where it was taken.
        loud: where it shows the loud colour.
        blur_px: of the photo there, a standard deviation.

    Raises:
        SceneError: it is not this card.
    """
    layout = view.layout
    strip = _strip(layout)
    aside = _aside(view, loud, strip) if len(view.tags) == 1 else np.zeros(2)
    shift = np.append(aside, 0.0)
    pixels = view.pixels(layout.samples + shift)
    shown = loud.at(pixels)
    deep = np.asarray(shapely.distance(shapely.boundary(layout.outline), shapely.points(layout.samples[:, :2])))
    whole = ndtr(deep * view.pixels_a_mm / math.hypot(blur_px, CHROMA_PX))
    levels = (shown / np.maximum(whole, OWN_EDGE)).clip(0.0, 1.0)
    veil = sampled(loud.veil, pixels - loud.first)
    levels = np.minimum(levels, 1.0 - covered(layout.samples[:, :2], levels, veil, whole > INNER, SHARP_PX / view.pixels_a_mm))
    # Where a millimetre is hardly a pixel, the colour bleeds over the edge.
    stray = float((loud.at(view.pixels(strip + shift)) >= SEEN).mean())
    if stray > STRAY * max(1.0, 3.0 / view.pixels_a_mm):
        raise SceneError(
            f'photo "{view.photo.name}": the colour goes on beside the silhouette of "{layout.target.called}"; it is the card '
            "of another figure or for another eye, or something in the same colour stands there"
        )
    return CardReading(view, aside, levels)


def covered(places: FloatArray, levels: FloatArray, veil: FloatArray, inner: BoolArray, sharp: float) -> FloatArray:
    """(n,) by how much places (n, 2) of the silhouette are covered by something before them that is out of focus.

    A shadow only takes light away. What is before the card adds its own, as much of it as it covers; all of it where nothing of
    the colour is left. Without this a broad blurred rim looks like a shadow, and would count as seen.

    Args:
        places: of the silhouette, millimetres.
        levels: (n,) how much of the colour each seems to show.
        veil: (n,) the light there that is not the colour's own, beside the paper's.
        inner: (n,) which are so far within that no paper is mixed in.
        sharp: millimetres from what is hidden that are a rim in focus.
    """
    gone = inner & (levels < GONE)
    count = int(gone.sum())
    if count < LEAST_GONE:
        return np.zeros(len(places))
    apart, near = (np.atleast_2d(part) for part in cKDTree(places[gone]).query(places[inner], k=min(count, MOST_GONE)))
    full = np.quantile(veil[gone][near], BRIGHT, axis=1)
    covered = np.where(full > LEAST_VEIL, veil[inner] / np.maximum(full, LEAST_VEIL), 0.0).clip(0.0, 1.0)
    covered = np.where((apart[:, 0] > sharp) | (levels[inner] < GONE), covered, 0.0)
    nearest = cKDTree(places[inner]).query(places, k=min(CALM, len(covered)))[1]
    return np.asarray(covered[nearest].mean(axis=1))


def _strip(layout: CardLayout) -> FloatArray:
    """(m, 3) places on bare paper around the silhouette."""
    near, far = (shapely.buffer(layout.outline, wide) for wide in STRIP_MM)
    ring = shapely.difference(far, near)
    left, low, right, high = ring.bounds
    grid = np.stack(np.meshgrid(np.arange(left, right, 0.3), np.arange(max(low, 0.2), high, 0.3)), axis=-1).reshape(-1, 2)
    for tag in layout.tags:
        x0, y0, x1, y1 = tag.patch
        grid = grid[~((grid >= [x0 - 0.5, y0 - 0.5]) & (grid <= [x1 + 0.5, y1 + 0.5])).all(axis=1)]
    inside = grid[shapely.contains_xy(ring, grid)]
    return np.column_stack([inside, np.zeros(len(inside))])


def _aside(view: CardView, loud: LoudPart, strip: FloatArray) -> FloatArray:
    """(2,) millimetres by which the silhouette fits its colour best: as much as may be within, and none beside."""
    steps = np.linspace(-ALIGN_MM, ALIGN_MM, 7)
    samples = view.layout.samples[:: max(1, len(view.layout.samples) // 1500)]
    best, found = -math.inf, np.zeros(2)
    for x in steps:
        for y in steps:
            shift = np.array([x, y, 0.0])
            fits = loud.at(view.pixels(samples + shift)).mean() - loud.at(view.pixels(strip + shift)).mean()
            fits -= GAIN * math.hypot(x, y)
            if fits > best:
                best, found = fits, shift[:2]
    return found


def together(readings: Sequence[CardReading], nearest_mm: float | None, known_by: str, *, general: bool = False) -> CardResult:
    """What photos of one card say together.

    Args:
        readings: one or more.
        nearest_mm: from the eye to the nearest of what is between; None where nothing is.
        known_by: "told", "table" or "assumed".
        general: whether the card is one for any figure of a kind.

    Raises:
        SceneError: the lens was too far off, with where to hold it.
    """
    places = np.array([reading.view.off for reading in readings])
    off, middle = np.hypot(*places.T), places.mean(axis=0)
    best = readings[int(off.argmin())]
    if len(readings) < ENOUGH and off.min() > FARTHEST_MM:
        raise SceneError(too_far(best))
    if math.hypot(*middle.tolist()) > FARTHEST_MM or off.max() > FARTHEST_OF_MANY_MM:
        raise SceneError(too_far(readings[int(off.argmax())]))
    layout = best.view.layout
    hidden = np.array([reading.hidden for reading in readings])
    share = float(hidden.mean())
    if nearest_mm is None and known_by != "assumed" and hidden.max() <= NOTHING:
        # There is nothing in between, and the photos show nothing.
        right, up = best.view.off.tolist()
        return CardResult(share, 0.0, NOTHING, best.off_mm, right, up, best.view.measured, None, known_by)
    stand = 2.0 * math.hypot(stand_sigma(layout, best.seen), turned_sigma(share), UNLIKE * general)
    off_mm = math.hypot(*middle.tolist(), *best.view.sigma[:2].tolist())
    lens = math.hypot(lens_points(layout, off_mm, nearest_mm), float(np.ptp(hidden)) / 2.0)
    if _anew(readings) >= ENOUGH:
        # What all of them are aside, where tags tell that, is not less in their mean.
        aside = lens_points(layout, math.hypot(*middle.tolist()), nearest_mm) if best.view.measured else 0.0
        lens = math.hypot(mean_points(hidden, lens_points(layout, best.off_mm, nearest_mm)), aside)
    limit = math.hypot(lens, stand, counted_points(share))
    low, high = max(share - limit, 0.0), min(share + limit, 1.0)
    if odd(readings, nearest_mm).any():
        # Nobody knows which of them shows things as they are.
        low, high = min(low, float(hidden.min())), max(high, float(hidden.max()))
    return CardResult(
        share,
        low,
        high,
        off_mm,
        float(middle[0]),
        float(middle[1]),
        all(reading.view.measured for reading in readings),
        nearest_mm,
        known_by,
    )


def odd(readings: Sequence[CardReading], nearest_mm: float | None) -> BoolArray:
    """(n,) which photos of a card say something else than the others, more than holding the lens anew explains."""
    hidden, best = np.array([reading.hidden for reading in readings]), min(readings, key=lambda reading: reading.off_mm)
    alone = lens_points(best.view.layout, best.off_mm, nearest_mm)
    return odd_photos(hidden, math.hypot(alone, counted_points(float(hidden.mean()))))


def _anew(readings: Sequence[CardReading]) -> int:
    """How many photos were held to the hole anew: the camera is never turned quite as before, as it is in a burst."""
    found = list[FloatArray]()
    for reading in readings:
        turn = reading.view.turn
        if all((np.trace(turn @ other.T) - 1.0) / 2.0 < np.cos(ANEW) for other in found):
            found.append(turn)
    return len(found)


def too_far(reading: CardReading) -> str:
    """That a lens was too far from the eye, and where to hold it."""
    right, up = reading.view.off.tolist()
    ways = ((right, "farther left", "farther right"), (up, "lower", "higher"))
    how = " and ".join(f"{abs(mm):.0f} mm {more if mm > 0 else less}" for mm, more, less in ways if abs(mm) >= 1.0)
    return (
        f'photo "{reading.view.photo.name}" was taken {math.hypot(right, up):.0f} mm beside the eye, too far to tell what the '
        f"eye sees; hold the lens {how} and take it again, or take four photos"
    )
