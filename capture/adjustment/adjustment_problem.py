"""The adjustment problem: the unknowns of a bundle adjustment, its residuals (reprojection errors), and their Jacobian.

The unknowns in one row of numbers: the lens (focal length, centre, k1, k2, p1, p2, k3), the print's scale (all tags are larger
by this share), six for every photo and six for every tag (position in inches, then a rotation vector). Pixels are square.
Residuals are in units of their own standard deviation: first two for every seen corner, then measured lengths, then places of
tags that are known from before, then what was known of the lens and the print before. Source: Triggs and others, Bundle
Adjustment - A Modern Synthesis.
"""

from dataclasses import dataclass, replace

import numpy as np

from capture.adjustment.rotation_vectors import cross_matrices, left_jacobians, matrices
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray, IntArray

LENS = 8
"""Unknowns of the lens: f, cx, cy, k1, k2, p1, p2, k3."""

SHARED = LENS + 1
"""What all photos share: the lens, and the scale of the print."""

SQUARE = np.array([[-0.5, 0.5, 0.0], [0.5, 0.5, 0.0], [0.5, -0.5, 0.0], [-0.5, -0.5, 0.0]])
"""The corners of a tag of side 1 in its own frame (x right, y up, z out of the paper), in OpenCV's order."""


@dataclass(frozen=True, eq=False)
class TagLength:
    """A length that somebody measured between the middles of two tags (indices), inches."""

    one: int
    other: int
    inches: float
    sigma: float


@dataclass(frozen=True, eq=False)
class KnownPlaces:
    """Where some tags were measured to be before, in the frame that the answer is to be in.

    Attributes:
        tags: (k,) int: which, by their indices.
        places: (k, 3) float, inches: their middles.
        root: (3 k, 3 k) float: takes misses of the places to such of standard deviation 1: a root of the inverse covariance.
    """

    tags: IntArray
    places: FloatArray
    root: FloatArray

    def misses(self, tags: FloatArray) -> FloatArray:
        """(3 k,) by how much (t, 6) tags are elsewhere, in standard deviations."""
        return np.asarray(self.root @ (tags[self.tags, :3] - self.places).reshape(-1))


@dataclass(frozen=True, eq=False)
class Problem:
    """What was seen and measured.

    Attributes:
        photo, tag: (n,) int: who saw whom.
        pixels: (n, 4, 2) float: where its corners are.
        sigma: (n,) float, pixels: standard deviation of each coordinate.
        sides: (t,) float: the tags' sides, inches.
        photos: how many there are.
        known: (9,) float: what is known of the lens and the print's scale, ``known_sigma`` (9,) how well; 0 keeps a number.
        lengths: measured between tags.
        own: (photos, 3) float: by what the lens of each photo differs from that of all (see `own_lens`); None where by nothing.
        paper: (t, 4, 3) float, inches: how far each tag's corners are off in its own frame; None where they are not.
        before: where tags were measured to be before; None where that is not known, then nothing holds the whole in place.
    """

    photo: IntArray
    tag: IntArray
    pixels: FloatArray
    sigma: FloatArray
    sides: FloatArray
    photos: int
    known: FloatArray
    known_sigma: FloatArray
    size: tuple[int, int]
    lengths: tuple[TagLength, ...] = ()
    own: FloatArray | None = None
    paper: FloatArray | None = None
    before: KnownPlaces | None = None

    @property
    def unknowns(self) -> int:
        """How many numbers are sought."""
        return SHARED + 6 * (self.photos + len(self.sides))

    @property
    def held(self) -> int:
        """How many of the shared numbers are not sought."""
        return int(np.sum(self.known_sigma <= 0))

    @property
    def residuals_beside(self) -> int:
        """How many residuals there are beside those of corners: measured lengths, known places, and what was known before."""
        return len(self.lengths) + (0 if self.before is None else len(self.before.root)) + int(np.sum(self.known_sigma > 0))

    @property
    def free(self) -> int:
        """How many shifts and turns of everything together cost nothing."""
        return 6 if self.before is None else 0

    def photo_columns(self) -> IntArray:
        """(photos, 6) int: which unknowns are each photo's."""
        return SHARED + np.arange(6 * self.photos).reshape(-1, 6)

    def tag_columns(self) -> IntArray:
        """(t, 6) int: which unknowns are each tag's."""
        return SHARED + 6 * self.photos + np.arange(6 * len(self.sides)).reshape(-1, 6)

    def residuals(self, numbers: FloatArray) -> FloatArray:
        """All residuals, in standard deviations."""
        shared, photos, tags = self.split(numbers)
        shown = self._own_pixels(bent(shared[:LENS], _flat(self._in_camera(shared, photos, tags)[0])), shared)
        seen = (shown - self.pixels) / self.sigma[:, None, None]
        held = self.known_sigma > 0
        prior = (shared - self.known)[held] / self.known_sigma[held]
        places = np.zeros(0) if self.before is None else self.before.misses(tags)
        return np.concatenate(
            [np.nan_to_num(seen, nan=1e3, posinf=1e3, neginf=-1e3).reshape(-1), self._length_misses(tags), places, prior]
        )

    def slopes(self, numbers: FloatArray) -> FloatArray:
        """(residuals, unknowns) float: the derivatives of `residuals`."""
        shared, photos, tags = self.split(numbers)
        points, turned, world, camera_turns = self._in_camera(shared, photos, tags)
        flat = _flat(points)
        _, by_lens, by_flat = self._own(bend(shared[:LENS], flat), shared)
        count = len(self.photo)
        by_lens = by_lens / self.sigma[:, None, None, None]
        by_point = by_flat @ _flat_slopes(points, flat) / self.sigma[:, None, None, None]
        # A point of the table moves by the tag's shift, and by its turn about the tag's middle.
        by_world = by_point @ np.swapaxes(camera_turns, 1, 2)[:, None]
        tag_turn = (
            -cross_matrices(turned.reshape(-1, 3)).reshape(count, 4, 3, 3) @ left_jacobians(tags[:, 3:])[self.tag][:, None]
        )
        away = world - photos[self.photo, None, :3]
        photo_turn = (
            cross_matrices(away.reshape(-1, 3)).reshape(count, 4, 3, 3) @ left_jacobians(photos[:, 3:])[self.photo][:, None]
        )
        found = np.zeros((count, 4, 2, self.unknowns))
        larger = (self.sides[:, None, None] * SQUARE) @ np.swapaxes(matrices(tags[:, 3:]), 1, 2)
        by_scale = by_world @ larger[self.tag][..., None]
        found[..., :SHARED] = np.concatenate([by_lens, by_scale], axis=-1) * (self.known_sigma > 0)
        rows = np.arange(count)[:, None, None, None]
        corner, axis = np.arange(4)[None, :, None, None], np.arange(2)[None, None, :, None]
        columns = self.photo_columns()[self.photo][:, None, None, :]
        found[rows, corner, axis, columns] = np.concatenate([-by_world, by_world @ photo_turn], axis=-1)
        columns = self.tag_columns()[self.tag][:, None, None, :]
        found[rows, corner, axis, columns] = np.concatenate([by_world, by_world @ tag_turn], axis=-1)
        beside = [self._length_slopes(tags), self._place_slopes(), self._prior_slopes()]
        return np.concatenate([np.nan_to_num(found.reshape(8 * count, -1)), *beside])

    def by_own(self, numbers: FloatArray) -> FloatArray:
        """(residuals, 3 photos) float: the derivatives of `residuals` by `own`."""
        shared, photos, tags = self.split(numbers)
        shown = bent(shared[:LENS], _flat(self._in_camera(shared, photos, tags)[0]))
        count = len(self.photo)
        found = np.zeros((count, 4, 2, self.photos, 3))
        rows = np.arange(count)
        found[rows, :, :, self.photo, 0] = np.nan_to_num(shown - shared[1:3])
        found[rows, :, 0, self.photo, 1] = found[rows, :, 1, self.photo, 2] = 1.0
        found /= self.sigma[:, None, None, None, None]
        return np.concatenate([found.reshape(8 * count, -1), np.zeros((self.residuals_beside, 3 * self.photos))])

    def by_paper(self, numbers: FloatArray) -> FloatArray:
        """(residuals, 12 t) float: the derivatives of `residuals` by `paper`."""
        shared, photos, tags = self.split(numbers)
        points, _, _, camera_turns = self._in_camera(shared, photos, tags)
        flat = _flat(points)
        by_flat = self._own(bend(shared[:LENS], flat), shared)[2]
        by_world = (by_flat @ _flat_slopes(points, flat)) @ np.swapaxes(camera_turns, 1, 2)[:, None]
        by_corner = by_world @ matrices(tags[:, 3:])[self.tag][:, None] / self.sigma[:, None, None, None]
        count = len(self.photo)
        found = np.zeros((count, 4, 2, len(self.sides), 4, 3))
        rows, corner = np.arange(count)[:, None], np.arange(4)[None, :]
        found[rows, corner, :, self.tag[:, None], corner] = np.nan_to_num(by_corner)
        return np.concatenate([found.reshape(8 * count, -1), np.zeros((self.residuals_beside, 12 * len(self.sides)))])

    def _own(
        self, slopes: tuple[FloatArray, FloatArray, FloatArray], shared: FloatArray
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Pixels and their slopes by the lens and by the tangents, with what the lens of each photo differs by."""
        if self.own is None:
            return slopes
        shown, by_lens, by_flat = slopes
        longer = 1.0 + self.own[self.photo, 0][:, None, None]
        by_lens = by_lens * longer[..., None]
        by_lens[..., 0, 1] = by_lens[..., 1, 2] = 1.0
        return self._own_pixels(shown, shared), by_lens, by_flat * longer[..., None]

    def _own_pixels(self, shown: FloatArray, shared: FloatArray) -> FloatArray:
        """Pixels alone, with what the lens of each photo differs by."""
        if self.own is None:
            return shown
        longer, centre = 1.0 + self.own[self.photo, 0][:, None, None], shared[1:3]
        return np.asarray(centre + self.own[self.photo, None, 1:] + longer * (shown - centre))

    def split(self, numbers: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """The (9,) shared, (photos, 6) and (tags, 6) unknowns; shared numbers that are held are as held."""
        shared = np.where(self.known_sigma > 0, numbers[:SHARED], self.known)
        cut = SHARED + 6 * self.photos
        return shared, numbers[SHARED:cut].reshape(-1, 6), numbers[cut:].reshape(-1, 6)

    def _in_camera(
        self, shared: FloatArray, photos: FloatArray, tags: FloatArray
    ) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """(n, 4, 3) corners as the cameras have them, turned only, on the table; and the (n, 3, 3) cameras' turns."""
        own = (1.0 + shared[LENS]) * self.sides[:, None, None] * SQUARE + (0.0 if self.paper is None else self.paper)
        turned = own @ np.swapaxes(matrices(tags[:, 3:]), 1, 2)
        world = turned + tags[:, None, :3]
        camera_turns = matrices(photos[:, 3:])[self.photo]
        points = (world[self.tag] - photos[self.photo, None, :3]) @ camera_turns
        return points, turned[self.tag], world[self.tag], camera_turns

    def _length_misses(self, tags: FloatArray) -> FloatArray:
        found = [
            (np.linalg.norm(tags[each.one, :3] - tags[each.other, :3]) - each.inches) / each.sigma for each in self.lengths
        ]
        return np.array(found, dtype=np.float64)

    def _length_slopes(self, tags: FloatArray) -> FloatArray:
        found, columns = np.zeros((len(self.lengths), self.unknowns)), self.tag_columns()
        for row, each in zip(found, self.lengths, strict=True):
            away = tags[each.one, :3] - tags[each.other, :3]
            along = away / max(float(np.linalg.norm(away)), 1e-9) / each.sigma
            row[columns[each.one, :3]], row[columns[each.other, :3]] = along, -along
        return found

    def _place_slopes(self) -> FloatArray:
        if self.before is None:
            return np.zeros((0, self.unknowns))
        found = np.zeros((len(self.before.root), self.unknowns))
        found[:, self.tag_columns()[self.before.tags, :3].reshape(-1)] = self.before.root
        return found

    def _prior_slopes(self) -> FloatArray:
        held = np.flatnonzero(self.known_sigma > 0)
        found = np.zeros((len(held), self.unknowns))
        found[np.arange(len(held)), held] = 1.0 / self.known_sigma[held]
        return found


def lens_of(numbers: FloatArray, size: tuple[int, int]) -> Lens:
    """The `Lens` of the first eight unknowns."""
    f, cx, cy, k1, k2, p1, p2, k3 = numbers[:LENS].tolist()
    return Lens(size, (f, f), (cx, cy), (k1, k2, p1, p2, k3))


def own_lens(lens: Lens, own: FloatArray | None) -> Lens:
    """The lens of one photo that differs by (3,): a share of the focal length, and pixels of the centre along x and y."""
    if own is None:
        return lens
    share, right, down = own.tolist()
    f, (x, y) = lens.focal, lens.centre
    return replace(lens, focal=(f[0] * (1.0 + share), f[1] * (1.0 + share)), centre=(x + right, y + down))


def numbers_of(lens: Lens) -> FloatArray:
    """The (8,) unknowns of a `Lens`; its two focal lengths are made one."""
    k1, k2, p1, p2, k3 = lens.distortion
    return np.array([0.5 * (lens.focal[0] + lens.focal[1]), *lens.centre, k1, k2, p1, p2, k3])


def _flat(points: FloatArray) -> FloatArray:
    depth = points[..., 2:]
    return np.asarray(points[..., :2] / np.where(np.abs(depth) > 1e-9, depth, 1e-9))


def _flat_slopes(points: FloatArray, flat: FloatArray) -> FloatArray:
    """(..., 2, 3): how the tangents of a direction change with the point."""
    depth = points[..., 2]
    found = np.zeros((*points.shape[:-1], 2, 3))
    found[..., 0, 0] = found[..., 1, 1] = 1.0 / depth
    found[..., 0, 2], found[..., 1, 2] = -flat[..., 0] / depth, -flat[..., 1] / depth
    return found


def bent(lens: FloatArray, flat: FloatArray) -> FloatArray:
    """(..., 2) pixels of (..., 2) tangents, as `bend` has them: without their slopes they take a fifth of the time."""
    f, cx, cy = lens[:3]
    _, across, down = _distorted(lens, flat)
    return np.stack([cx + f * across, cy + f * down], axis=-1)


def bend(lens: FloatArray, flat: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """(..., 2) pixels of (..., 2) tangents; their slopes (..., 2, 8) by the lens and (..., 2, 2) by the tangents."""
    pixels, by_flat = bend_by_flat(lens, flat)
    return pixels, bend_by_lens(lens, flat), by_flat


def bend_by_flat(lens: FloatArray, flat: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(..., 2) pixels of (..., 2) tangents, and their slopes (..., 2, 2) by the tangents."""
    f, cx, cy, k1, k2, p1, p2, k3 = lens
    x, y = flat[..., 0], flat[..., 1]
    square = x * x + y * y
    slope = 2.0 * (k1 + square * (2.0 * k2 + square * 3.0 * k3))
    radial, across, down = _distorted(lens, flat)
    by_flat = np.empty((*x.shape, 2, 2))
    by_flat[..., 0, 0] = f * (radial + x * x * slope + 2.0 * p1 * y + 6.0 * p2 * x)
    by_flat[..., 0, 1] = by_flat[..., 1, 0] = f * (x * y * slope + 2.0 * p1 * x + 2.0 * p2 * y)
    by_flat[..., 1, 1] = f * (radial + y * y * slope + 6.0 * p1 * y + 2.0 * p2 * x)
    return np.stack([cx + f * across, cy + f * down], axis=-1), by_flat


def bend_by_lens(lens: FloatArray, flat: FloatArray) -> FloatArray:
    """(..., 2, 8) the slopes of the pixels of (..., 2) tangents by the lens."""
    f = lens[0]
    x, y = flat[..., 0], flat[..., 1]
    square = x * x + y * y
    _, across, down = _distorted(lens, flat)
    found = np.zeros((*x.shape, 2, 8))
    found[..., 0, 0], found[..., 1, 0] = across, down
    found[..., 0, 1] = found[..., 1, 2] = 1.0
    for column, power in ((3, 1), (4, 2), (7, 3)):
        found[..., 0, column], found[..., 1, column] = f * x * square**power, f * y * square**power
    found[..., 0, 5], found[..., 1, 5] = 2.0 * f * x * y, f * (square + 2.0 * y * y)
    found[..., 0, 6], found[..., 1, 6] = f * (square + 2.0 * x * x), 2.0 * f * x * y
    return found


def _distorted(lens: FloatArray, flat: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """(...) by how much tangents are longer from the middle, and (...) where they are bent to, across and down."""
    _, _, _, k1, k2, p1, p2, k3 = lens
    x, y = flat[..., 0], flat[..., 1]
    square = x * x + y * y
    radial = 1.0 + square * (k1 + square * (k2 + square * k3))
    across = x * radial + 2.0 * p1 * x * y + p2 * (square + 2.0 * x * x)
    down = y * radial + p1 * (square + 2.0 * y * y) + 2.0 * p2 * x * y
    return radial, across, down
