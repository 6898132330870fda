"""Fitting a shape to clicked corners: the numbers for which photos show its corners there, and how sure these are.

Least squares over the pixels of all clicks at once (Triggs and others, Bundle Adjustment - A Modern Synthesis), with the errors
of clicks and those of the photos' places, which all clicks in one photo share, both in the weights (Aitken's generalised least
squares). How well was clicked is learnt from the clicks: what they miss by, and what is known of people before, count together.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.stats import chi2, t

from capture.clicking.clickable_photos import FAR, TOO_NEAR, ClickablePhotos
from capture.clicking.shape_frame import LEAST, ClickShape
from capture.objects.projection import projected
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, IntArray, Mesh

CLICKED = 1.5
"""Pixels: how far people click beside a corner along either axis, a standard deviation."""

BELIEVED = 4.0
"""Residuals' worth of clicks that this counts for beside those at hand."""

BELOW = 0.1
"""Inches below the ground that nobody minds."""

POORLY = 4.5
"""Pixels: clicks that come out worse than this do not belong to the shape."""

ALIKE = 2.0
"""Times what the others miss by, squared, without the click that is worst: without which another one may be it as well."""

STEPS, SMALL = 40, 1e-9
STEP = 1e-5
"""Inches or radians, for slopes."""


class TooFewClicksError(SceneError):
    """Nothing is wrong: a corner is still to be clicked."""


@dataclass(frozen=True)
class CornerClick:
    """A corner of a shape, clicked in a photo.

    Attributes:
        corner: which one of the shape's.
        photo: its index among the clickable photos.
        pixel: x, y in the upright photo.
    """

    corner: int
    photo: int
    pixel: tuple[float, float]


@dataclass(frozen=True, eq=False)
class ShapeFit:
    """A shape as the clicks have it.

    Attributes:
        shape: which.
        numbers: (n,) float, see the shape.
        covariance: (n, n) float: of these numbers, with all errors.
        by_photos: (n, 6 photos) float: how the numbers change with errors of the photos' places.
        own: (n, n) float: the covariance that clicks leave beside these.
        click_sigma: pixels: how well was clicked, along either axis.
        freedom: degrees of freedom with which that is known.
        angle: degrees between the rays to the corner that was clicked from the least different sides.
        misses: (clicks, 2) float, pixels: shown minus clicked.
        clicks: that were fitted, in the order of the misses.
    """

    shape: ClickShape
    numbers: FloatArray
    covariance: FloatArray
    by_photos: FloatArray
    own: FloatArray
    click_sigma: float
    freedom: float
    angle: float
    misses: FloatArray
    clicks: tuple[CornerClick, ...]

    @property
    def mesh(self) -> Mesh:
        """The solid in the table's frame."""
        return self.shape.solid(self.numbers)

    def vertex_slopes(self) -> FloatArray:
        """(vertices, 3, n) float: how the mesh's vertices move with the numbers."""
        return _slopes(lambda numbers: self.shape.solid(numbers).vertices, self.numbers)

    def limits(self) -> FloatArray:
        """(vertices,) inches: how far off each vertex is at most, in 95 of 100 cases."""
        slopes = self.vertex_slopes()
        spread = np.einsum("vij,jk,vlk->vil", slopes, self.covariance, slopes)
        return within(spread, self.freedom)

    @property
    def worst(self) -> tuple[CornerClick, float]:
        """The click that misses by most, and pixels by which it does."""
        far = np.linalg.norm(self.misses, axis=1)
        return self.clicks[int(np.argmax(far))], float(far.max())

    @property
    def on_ground(self) -> bool:
        """Whether it is taken to stand on the ground."""
        return self.shape.on_ground([click.corner for click in self.clicks])

    @property
    def _unchecked(self) -> int | None:
        """The first corner of a shape of right angles that nobody has clicked; None where one more than it takes was."""
        clicked = {click.corner for click in self.clicks}
        more = [corner for corner in range(self.shape.needed, len(self.shape.corners)) if corner not in self.shape.feet]
        right_angled = bool(self.shape.lengths) and not self.shape.rounded
        return more[0] if right_angled and more and not clicked & set(more) else None

    def notes(self) -> list[str]:
        """What makes it doubtful, and what was assumed."""
        found = []
        if self.angle < TOO_NEAR:
            found.append(
                f"its photos look at a corner from only {self.angle:.0f} degrees apart; one from farther round makes it surer"
            )
        low, limit = float(self.mesh.bounds[0, 2]), float(self.limits().max())
        if low < -max(limit, BELOW):
            found.append(f'it reaches {-low:.1f}" below the ground; was a foot clicked elsewhere?')
        if self.on_ground:
            found.append("it is taken to stand upright on the ground, as no foot was clicked")
        if (free := self._unchecked) is not None:
            found.append(f"it is taken to be square; a click on {self.shape.corners[free]} checks that")
        return [*found, self.shape.assumed] if self.shape.assumed else found


def within(spread: FloatArray, freedom: float) -> FloatArray:
    """(n,) the distances within which 95 of 100 errors with covariances (n, 3, 3) lie.

    The squared length as a scaled chi-square of equal mean and variance (Satterthwaite 1946); wider by Student's t for scales
    that are themselves estimated.
    """
    mean, square = np.trace(spread, axis1=1, axis2=2), np.einsum("nij,nji->n", spread, spread)
    safe = np.maximum(square, 1e-30)
    count = np.where(square > 0.0, np.maximum(mean, 1e-15) ** 2 / safe, 3.0)
    found = np.sqrt(safe / np.maximum(mean, 1e-15) * chi2.ppf(0.95, count))
    return np.asarray(np.where(square > 0.0, found, 0.0) * widening(freedom))


def widening(freedom: float) -> float:
    """By how much limits are wider than those of a scale that is known, where it is estimated (Student's t)."""
    return float(t.ppf(0.975, freedom) / t.ppf(0.975, 1e6))


def fit_shape(photos: ClickablePhotos, shape: ClickShape, clicks: Sequence[CornerClick]) -> ShapeFit:
    """The shape whose corners were clicked.

    Raises:
        SceneError: where corners are missing, or the clicks are not those of such a shape.
    """
    sorted_out = _sides_sorted(photos, shape, list(clicks))
    places = _triangulated(photos, sorted_out)
    _enough(shape, places, sorted_out)
    usable = [click for click in sorted_out if shape.corners != () and _known(shape, click, places)]
    numbers = shape.start(places)
    # Clicks are taken as clicked as people click, then as well as they turned out to be.
    first = _settled(photos, shape, usable, numbers, CLICKED)
    sigma, freedom = _click_sigma(first)
    if sigma > POORLY:
        raise SceneError(_misfit(photos, first))
    found = _settled(photos, shape, first.clicks, first.numbers, sigma)
    if fault := _no_solid(found):
        raise SceneError(f"these clicks make no {shape.name}: {fault}")
    angles = [
        photos.angle(*_seen(found.clicks, corner))
        for corner in {click.corner for click in found.clicks if _twice(found.clicks, click)}
    ]
    return replace(found, freedom=freedom, angle=min(angles))


def _no_solid(fit: ShapeFit) -> str:
    """Why the numbers make no solid; empty where they do."""
    if any(abs(float(fit.numbers[number])) < LEAST for number in fit.shape.lengths):
        return "two of its corners are at one place"
    return fit.shape.fault(fit.numbers)


def _twice(clicks: Sequence[CornerClick], one: CornerClick) -> bool:
    return len({click.photo for click in clicks if click.corner == one.corner}) > 1


def _seen(clicks: Sequence[CornerClick], corner: int) -> tuple[list[int], list[tuple[float, float]]]:
    """The photos and pixels of a corner."""
    own = [click for click in clicks if click.corner == corner]
    return [click.photo for click in own], [click.pixel for click in own]


def _sides_sorted(photos: ClickablePhotos, shape: ClickShape, clicks: list[CornerClick]) -> list[CornerClick]:
    """Of round shapes, the two ends of a rim in each photo with the left one first, as seen with the axis upwards."""
    if not shape.rounded:
        return clicks
    found = list(clicks)
    for photo in {click.photo for click in clicks}:
        at = {click.corner: np.array(click.pixel) for click in clicks if click.photo == photo}
        for one, two in ((0, 1), (2, 3)):
            if not {one, two} <= set(at):
                continue
            along = _upwards(photos, photo, at[one]) if shape.rests else _from_end_to_end(at)
            across = at[two] - at[one]
            # In a picture whose y runs down.
            if along is not None and along[0] * across[1] - along[1] * across[0] < 0.0:
                swap = {one: two, two: one}
                found = [
                    replace(click, corner=swap.get(click.corner, click.corner)) if click.photo == photo else click
                    for click in found
                ]
    return found


def _upwards(photos: ClickablePhotos, photo: int, pixel: FloatArray) -> FloatArray:
    """(2,) pixels: whither what rises from a pixel goes."""
    place = photos.eyes[photo] + 0.5 * FAR * photos.ray(photo, pixel)
    low, high = photos.views[photo].project(np.stack([place, place + np.array([0.0, 0.0, 1.0])]))
    return np.asarray(high - low)


def _from_end_to_end(at: Mapping[int, FloatArray]) -> FloatArray | None:
    """(2,) pixels: from the middle of one end of a pipe to that of the other; None where one of them was not clicked."""
    return (at[2] + at[3]) - (at[0] + at[1]) if len(at) == 4 else None


def _triangulated(photos: ClickablePhotos, clicks: Sequence[CornerClick]) -> dict[int, FloatArray]:
    """The places of all corners that were clicked in two photos or more."""
    found = {}
    for corner in sorted({click.corner for click in clicks}):
        where, pixels = _seen(clicks, corner)
        if len(set(where)) > 1 and (place := photos.nearest(where, np.array(pixels))) is not None:
            found[corner] = place
    return found


def _enough(shape: ClickShape, places: Mapping[int, FloatArray], clicks: Sequence[CornerClick]) -> None:
    needed = range(shape.needed) if shape.lengths else range(max([*(click.corner for click in clicks), 2]) + 1)
    missing = [shape.corners[corner] for corner in needed if corner not in places]
    if missing:
        raise TooFewClicksError(
            f"of this {shape.name}, {missing[0]} is to be clicked in two photos at least, from different sides"
        )


def _known(shape: ClickShape, click: CornerClick, places: Mapping[int, FloatArray]) -> bool:
    """Whether a click can be fitted: of a prism, only corners that have a place."""
    return bool(shape.lengths) or click.corner in places


@dataclass(frozen=True, eq=False)
class _Equations:
    """The clicks' equations about some numbers.

    Attributes:
        misses: (2 m,) pixels: shown minus clicked.
        by_numbers: (2 m, n), by_photos: (2 m, 6 photos): how these change.
    """

    misses: FloatArray
    by_numbers: FloatArray
    by_photos: FloatArray


def _equations(photos: ClickablePhotos, shape: ClickShape, clicks: Sequence[CornerClick], numbers: FloatArray) -> _Equations:
    corners = np.array([click.corner for click in clicks])
    eyes = photos.eyes[[click.photo for click in clicks]]
    places = shape.corner_places(numbers, corners, eyes)
    slopes = _slopes(lambda some: shape.corner_places(some, corners, eyes), numbers)
    misses, by_numbers = np.zeros((len(clicks), 2)), np.zeros((len(clicks), 2, len(numbers)))
    by_photos = np.zeros((len(clicks), 2, len(photos.covariance)))
    for row, click in enumerate(clicks):
        shown = projected(photos.views[click.photo], click.photo, places[row][None])
        misses[row] = shown.pixels[0] - click.pixel
        by_numbers[row] = shown.by_point[0] @ slopes[row]
        by_photos[row, :, 6 * click.photo : 6 * click.photo + 6] = shown.by_pose[0]
    count = 2 * len(clicks)
    return _Equations(misses.reshape(-1), by_numbers.reshape(count, -1), by_photos.reshape(count, -1))


def _settled(
    photos: ClickablePhotos, shape: ClickShape, clicks: Sequence[CornerClick], start: FloatArray, sigma: float
) -> ShapeFit:
    """The numbers by Levenberg's and Marquardt's method, and what they owe to what."""
    priors = shape.priors([click.corner for click in clicks])
    rows = np.array([number for number, _, _ in priors], dtype=np.int64)
    wanted, weights = np.array([value for _, value, _ in priors]), np.array([1.0 / spread**2 for _, _, spread in priors])
    numbers, damping = start.copy(), 1e-4
    chosen = list(clicks)

    def state(some: FloatArray) -> tuple[_Equations, FloatArray, float]:
        found = _equations(photos, shape, chosen, some)
        spread = np.eye(len(found.misses)) * sigma**2 + found.by_photos @ photos.covariance @ found.by_photos.T
        weight = np.asarray(np.linalg.inv(spread), np.float64)
        missed = float(found.misses @ weight @ found.misses + np.sum(weights * (some[rows] - wanted) ** 2))
        return found, weight, missed if np.isfinite(missed) else np.inf

    found, weight, cost = state(numbers)
    if not np.isfinite(cost):
        raise SceneError(f"these clicks are not those of a {shape.name}: a corner of it would lie behind a camera")
    for _ in range(STEPS):
        normal, slope = _normal(found, weight, numbers, rows, wanted, weights)
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), -slope)
        after, lighter, less = state(_kept_long(shape, numbers + step))
        if less < cost:
            better = cost - less
            numbers, found, weight, cost = _kept_long(shape, numbers + step), after, lighter, less
            damping = max(damping / 10.0, 1e-12)
            if better < SMALL * (1.0 + cost):
                break
        else:
            damping *= 10.0
            if damping > 1e8:
                break
    normal, _ = _normal(found, weight, numbers, rows, wanted, weights)
    inverse = np.linalg.inv(normal)
    gain = -inverse @ found.by_numbers.T @ weight
    by_photos = gain @ found.by_photos
    by_priors = inverse[:, rows] * weights
    own = sigma**2 * gain @ gain.T + by_priors @ np.diag(1.0 / weights) @ by_priors.T
    return ShapeFit(
        shape, numbers, own + by_photos @ photos.covariance @ by_photos.T, by_photos, own, sigma, BELIEVED, 0.0,
        found.misses.reshape(-1, 2), tuple(chosen),
    )  # fmt: skip


def _normal(
    found: _Equations, weight: FloatArray, numbers: FloatArray, rows: IntArray, wanted: FloatArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """The normal equations: (n, n) and (n,)."""
    normal = found.by_numbers.T @ weight @ found.by_numbers
    slope = found.by_numbers.T @ weight @ found.misses
    normal[rows, rows] += weights
    slope[rows] += weights * (numbers[rows] - wanted)
    return normal, slope


def _kept_long(shape: ClickShape, numbers: FloatArray) -> FloatArray:
    """The numbers with lengths that are more than nothing."""
    found = numbers.copy()
    chosen = list(shape.lengths)
    found[chosen] = np.maximum(np.abs(found[chosen]), 1e-3)
    return found


def _click_sigma(fit: ShapeFit) -> tuple[float, float]:
    """Pixels by which clicks miss along either axis, with what is known of people, and its degrees of freedom."""
    left = max(2 * len(fit.clicks) + len(fit.shape.priors([click.corner for click in fit.clicks])) - len(fit.numbers), 0)
    freedom = BELIEVED + left
    return float(np.sqrt((BELIEVED * CLICKED**2 + np.sum(fit.misses**2)) / freedom)), freedom


def _misfit(photos: ClickablePhotos, fit: ShapeFit) -> str:
    """Which click does not belong to the shape: the one without which the others agree best, or two where nothing tells."""
    left = []
    for click in fit.clicks:
        others = [one for one in fit.clicks if one is not click]
        try:
            left.append(float(np.sum(_settled(photos, fit.shape, others, fit.numbers, CLICKED).misses ** 2)))
        except (SceneError, np.linalg.LinAlgError):
            left.append(np.inf)
    best = int(np.argmin(left))
    worst = fit.clicks[best]
    alike = [
        f'"{photos.names[one.photo]}"'
        for one, rest in zip(fit.clicks, left, strict=True)
        if one.corner == worst.corner and rest <= ALIKE * left[best] + 1.0
    ]
    corner, where = fit.shape.corners[worst.corner], " or ".join(alike)
    what = f"these clicks are not the corners of one {fit.shape.name}: {corner} is amiss in {where}"
    return f"{what}; click it there again, or take several pieces for it"


def _slopes(function: Callable[[FloatArray], FloatArray], numbers: FloatArray) -> FloatArray:
    """(..., n) how what a function gives changes with its numbers, by differences to both sides."""
    columns, here = [], function(numbers)
    for i in range(len(numbers)):
        step = np.zeros(len(numbers))
        step[i] = STEP
        sides = [(at, found) for at in (STEP, -STEP) if len(found := function(numbers + step * np.sign(at))) == len(here)]
        # Where a length is on the verge of one rung more, only one side has as many points.
        (one, there), (two, back) = sides if len(sides) > 1 else (*sides, (0.0, here))
        columns.append((there - back) / (one - two))
    return np.stack(columns, axis=-1)
