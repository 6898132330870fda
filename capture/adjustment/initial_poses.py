"""Initial poses: a first arrangement of photos and tags, from which the adjustment starts.

One photo and one of its tags begin; then photos that see what has a place get theirs, and tags in photos that have a place get
theirs. Every tag in a photo allows two poses (`capture.adjustment.square_poses`); each is a guess, tried on all that is
known by then, and the one that shows the most tags where they were seen is taken. A tag that only one photo has seen so far
keeps both.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from capture.adjustment.adjustment_problem import SQUARE
from capture.adjustment.rotation_vectors import cross_matrices, left_jacobians, matrices, vectors
from capture.adjustment.square_poses import TwoPoses, two_poses
from scene.base.least_squares import dense_least_squares
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import BoolArray, FloatArray, IntArray

AGREES = 0.12
"""A tag is where it is thought to be if its corners miss by less than this share of its side in the photo."""

WORST = 0.5
"""Worse misses all count as this, so that one wrong tag does not outweigh many right ones."""

BEGINNINGS = 5
"""Pairs of photo and tag to begin with that are tried."""

VIEWS = 6
"""Photos of a tag, largest first, from which guesses at its place are taken."""

LEVEL = np.cos(np.radians(15.0))
"""Tags that lie on the ground face one way, to so many degrees."""

EVEN = 2.0
"""Inches: and lie no higher or lower than the others by more, in a first arrangement."""

OFF_GROUND = 0.3
"""What a guess counts more, as a share of a tag's side, by which a tag would not lie on the ground with the others."""

NO_PLACE = 1.0
"""What a tag in a photo counts that could not be arranged."""


NEAR_ENOUGH = 1e-4
"""Poses that a step makes better by a smaller share are as good as any to begin an adjustment with."""


@dataclass(frozen=True, eq=False)
class TagSighting:
    """A tag in a photo: who, where, and the two poses that it allows.

    Attributes:
        flat: (4, 2) float: tangents of the directions to its corners.
        size: the tag's side there, as a tangent.
    """

    photo: int
    tag: int
    flat: FloatArray
    size: float
    poses: TwoPoses


@dataclass(frozen=True, eq=False)
class Placed:
    """A pose: takes an own frame to the common one. Of photos the own frame is the camera's."""

    rotation: FloatArray
    position: FloatArray

    def numbers(self) -> FloatArray:
        """(6,) float: position and rotation vector."""
        return np.concatenate([self.position, vectors(self.rotation[None])[0]])


@dataclass(eq=False)
class Arrangement:
    """What has a place, in the frame of the tag that it began with.

    Attributes:
        photos, tags: by index; a tag that one photo alone sees may have two places, the likelier first.
        miss: the mean share of its side by which a tag in a photo is missed, from 0 to 1; small is good.
    """

    photos: dict[int, Placed] = field(default_factory=dict)
    tags: dict[int, list[Placed]] = field(default_factory=dict)
    miss: float = NO_PLACE


def sightings(photo: Sequence[int], tag: Sequence[int], pixels: FloatArray, sides: FloatArray, lens: Lens) -> list[TagSighting]:
    """The tags in photos, with their poses; (n, 4, 2) ``pixels``, and ``sides`` of all tags in inches."""
    found = []
    flats = lens.straightened(pixels)
    for who, which, flat in zip(photo, tag, flats, strict=True):
        poses = two_poses(flat, float(sides[which]))
        if poses is not None:
            size = float(np.linalg.norm(flat - np.roll(flat, -1, axis=0), axis=1).mean())
            found.append(TagSighting(int(who), int(which), flat, size, poses))
    return found


def arrange(
    seen: Sequence[TagSighting], sides: FloatArray, *, beginnings: int = BEGINNINGS, level: Collection[int] = ()
) -> Arrangement:
    """The arrangement that misses least, of those from the best ``beginnings``; or the first in which nearly all agree.

    Args:
        seen: tags in photos.
        sides: of all tags, inches.
        beginnings: so many are tried.
        level: tags, by their indices, that lie flat on one ground. Where few tags join the photos, each may be turned over
            with all that hangs on it, and the corners tell hardly; that the ground is one plane does.
    """
    best = Arrangement()
    # Large tags that allow one pose only are the surest beginnings.
    order = sorted(seen, key=lambda each: -each.size * min(each.poses.plainness, 4.0))
    for beginning in order[:beginnings]:
        for choice in (0, 1):
            if choice and beginning.poses.plainness > 3.0:
                continue
            grown = _Growing(seen, sides, level).grown(beginning, choice)
            if grown.miss < best.miss:
                best = grown
        # Of a tag that allows two poses both are tried before one is taken.
        if best.miss < AGREES:
            return best
    return best


class _Growing:
    """One arrangement on its way."""

    def __init__(self, seen: Sequence[TagSighting], sides: FloatArray, level: Collection[int] = ()) -> None:
        self.shapes, self.level = sides[:, None, None] * SQUARE, frozenset(level)
        self.photos: dict[int, Placed] = {}
        self.tags: dict[int, list[Placed]] = {}
        self.of_photo: dict[int, list[TagSighting]] = {}
        self.of_tag: dict[int, list[TagSighting]] = {}
        for each in seen:
            self.of_photo.setdefault(each.photo, []).append(each)
            self.of_tag.setdefault(each.tag, []).append(each)

    def grown(self, beginning: TagSighting, choice: int) -> Arrangement:
        """All that can be arranged from one tag in one photo."""
        self.tags[beginning.tag] = [Placed(np.eye(3), np.zeros(3))]
        self.photos[beginning.photo] = _camera(self.tags[beginning.tag][0], beginning.poses, choice)
        self._place_tags(each.tag for each in self.of_photo[beginning.photo])
        while (following := self._next_photo()) is not None:
            self.photos[following] = self._photo_place(following)
            self._place_tags(each.tag for each in self.of_photo[following])
        # With everything known, first choices are looked at again.
        for photo in self.photos:
            self.photos[photo] = self._photo_place(photo)
        self._place_tags(list(self.tags))
        for tag, places in self.tags.items():
            if len(places) == 1:
                self.tags[tag] = [self._settled(tag, places[0])]
        return Arrangement(self.photos, self.tags, self._miss())

    def _next_photo(self) -> int | None:
        """The photo that sees most of what has a place."""
        waiting = {
            photo: sum(each.size / len(self.tags[each.tag]) for each in seen if each.tag in self.tags)
            for photo, seen in self.of_photo.items()
            if photo not in self.photos
        }
        best = max(waiting, key=lambda photo: waiting[photo], default=None)
        return best if best is not None and waiting[best] > 0.0 else None

    def _photo_place(self, photo: int) -> Placed:
        """Where a photo was taken: the guess that shows its tags best, made better with all tags that agree."""
        known = sorted((each for each in self.of_photo[photo] if each.tag in self.tags), key=lambda each: -each.size)
        guesses = [
            _camera(place, each.poses, choice) for each in known[:VIEWS] for place in self.tags[each.tag] for choice in (0, 1)
        ]
        if photo in self.photos:
            guesses.append(self.photos[photo])
        rotations, positions = _stacked(guesses)
        first, last = (self._corners(known, i) for i in (0, -1))
        flat, size = np.stack([each.flat for each in known]), np.array([each.size for each in known])
        costs = [shares(rotations[:, None], positions[:, None], corners, flat, size) for corners in (first, last)]
        off = self._off_ground(rotations, positions, photo)
        best = int(np.argmin(np.minimum(*costs).sum(axis=1) + OFF_GROUND * off))
        agreeing = costs[0][best] < AGREES
        return _better(guesses[best], first[agreeing], flat[agreeing])

    def _ground(self) -> tuple[FloatArray, FloatArray] | None:
        """The normal of the ground and a place on it (3,), by the tags on it that have one place; None without any."""
        known = [places[0] for tag, places in self.tags.items() if tag in self.level and len(places) == 1]
        if not known:
            return None
        normals = np.stack([place.rotation[:, 2] for place in known])
        # One that is turned over must not turn the ground.
        middle = normals[int(np.argmax((normals @ normals.T > LEVEL).sum(axis=1)))]
        agreeing = normals @ middle > LEVEL
        up = normals[agreeing].mean(axis=0)
        places = np.stack([place.position for place in known])[agreeing]
        return up / np.linalg.norm(up), np.median(places, axis=0)

    def _off_ground(self, rotations: FloatArray, positions: FloatArray, photo: int) -> IntArray:
        """(n,) how many tags without a place would come to be where they cannot be, were the photo taken from each of n places.

        ``rotations`` (n, 3, 3) and ``positions`` (n, 3) are the camera's.
        """
        ground = self._ground()
        waiting = [each for each in self.of_photo[photo] if each.tag not in self.tags]
        if ground is None or not waiting:
            return np.zeros(len(rotations), dtype=np.intp)
        turns = np.stack([each.poses.rotations for each in waiting])
        shifts = np.stack([each.poses.positions for each in waiting])
        normals = turns[..., 2].reshape(-1, 3) @ np.swapaxes(rotations, 1, 2)
        places = shifts.reshape(-1, 3) @ np.swapaxes(rotations, 1, 2) + positions[:, None]
        level = np.repeat([each.tag in self.level for each in waiting], 2)
        either = _can_be(normals, places, level, ground).reshape(len(rotations), -1, 2).any(axis=2)
        return np.asarray((~either).sum(axis=1))

    def _place_tags(self, which: Iterable[int]) -> None:
        for tag in set(which):
            views = sorted((each for each in self.of_tag[tag] if each.photo in self.photos), key=lambda each: -each.size)
            guesses = [_tag_place(self.photos[each.photo], each.poses, choice) for each in views[:VIEWS] for choice in (0, 1)]
            rotations, positions = _stacked([self.photos[each.photo] for each in views])
            turns, places = _stacked(guesses)
            corners = self.shapes[tag] @ np.swapaxes(turns, 1, 2) + places[:, None]
            flat, size = np.stack([each.flat for each in views]), np.array([each.size for each in views])
            costs = shares(rotations, positions, corners[:, None], flat, size).mean(axis=1)
            ground = self._ground()
            if ground is not None:
                costs = costs + OFF_GROUND * ~_can_be(turns[..., 2], places, np.array(tag in self.level), ground)
            order = np.argsort(costs)
            self.tags[tag] = [guesses[i] for i in (order[:2] if len(views) == 1 else order[:1])]

    def _settled(self, tag: int, guess: Placed) -> Placed:
        """A tag's place, made better with all photos that see it; those that see it elsewhere hardly count."""
        views = [each for each in self.of_tag[tag] if each.photo in self.photos]
        if len(views) < 2:
            return guess
        rotations, positions = _stacked([self.photos[each.photo] for each in views])
        wanted, size = np.stack([each.flat for each in views]), np.array([each.size for each in views])

        def misses(numbers: FloatArray) -> FloatArray:
            corners = self.shapes[tag] @ matrices(numbers[None, 3:])[0].T + numbers[:3]
            own = (corners - positions[:, None, :]) @ rotations
            found = own[..., :2] / np.maximum(own[..., 2:], 1e-6) - wanted
            return np.asarray((found / size[:, None, None]).reshape(-1))

        def slopes(numbers: FloatArray) -> FloatArray:
            found = tag_slopes(numbers, self.shapes[tag], rotations, positions)
            return np.asarray((found / size[:, None, None, None]).reshape(-1, 6))

        numbers = dense_least_squares(misses, slopes, guess.numbers(), soft=0.03, settled=NEAR_ENOUGH)
        return Placed(matrices(numbers[None, 3:])[0], numbers[:3])

    def _corners(self, known: Sequence[TagSighting], choice: int) -> FloatArray:
        """(n, 4, 3) the corners of tags that have a place, by their first (0) or last place (-1)."""
        rotations, positions = _stacked([self.tags[each.tag][choice] for each in known])
        return np.asarray(self.shapes[[each.tag for each in known]] @ np.swapaxes(rotations, 1, 2) + positions[:, None])

    def _miss(self) -> float:
        seen = [each for those in self.of_photo.values() for each in those]
        placed = [each for each in seen if each.photo in self.photos and each.tag in self.tags]
        rotations, positions = _stacked([self.photos[each.photo] for each in placed])
        flat, size = np.stack([each.flat for each in placed]), np.array([each.size for each in placed])
        costs = [shares(rotations, positions, self._corners(placed, i), flat, size) for i in (0, -1)]
        total = float(np.minimum(*costs).sum()) + NO_PLACE * (len(seen) - len(placed))
        return total / len(seen) + OFF_GROUND * self._lifted()

    def _lifted(self) -> int:
        """How many tags have come to be where they cannot be."""
        ground = self._ground()
        if ground is None:
            return 0
        tags = list(self.tags)
        level = np.array([tag in self.level for tag in tags])
        either = np.zeros(len(tags), dtype=np.bool_)
        for choice in (0, -1):
            rotations, positions = _stacked([self.tags[tag][choice] for tag in tags])
            either |= _can_be(rotations[..., 2], positions, level, ground)
        return int((~either).sum())


def _can_be(normals: FloatArray, places: FloatArray, level: BoolArray, ground: tuple[FloatArray, FloatArray]) -> BoolArray:
    """(...,) whether tags can be there: on the ground if they belong there, else not below it.

    Args:
        normals, places: (..., 3) theirs.
        level: (...,) whether they belong on the ground.
        ground: its normal and a place on it (3,).
    """
    up, spot = ground
    height = (places - spot) @ up
    return np.where(level, (normals @ up > LEVEL) & (np.abs(height) < EVEN), height > -EVEN)


def _better(guess: Placed, corners: FloatArray, flat: FloatArray) -> Placed:
    """A photo's place, made better with all tags that agree: their (n, 4, 3) corners, and (n, 4, 2) where it shows them."""
    if len(corners) < 2:
        return guess
    points, wanted = corners.reshape(-1, 3), flat.reshape(-1, 2)

    def misses(numbers: FloatArray) -> FloatArray:
        own = (points - numbers[:3]) @ matrices(numbers[None, 3:])[0]
        return np.asarray((own[:, :2] / np.maximum(own[:, 2:], 1e-6) - wanted).reshape(-1))

    def slopes(numbers: FloatArray) -> FloatArray:
        return camera_slopes(numbers, points).reshape(-1, 6)

    found = dense_least_squares(misses, slopes, guess.numbers(), settled=NEAR_ENOUGH)
    return Placed(matrices(found[None, 3:])[0], found[:3])


def shares(rotation: FloatArray, position: FloatArray, corners: FloatArray, flat: FloatArray, size: FloatArray) -> FloatArray:
    """(...,) by how much of its side in the photo a tag is missed, `WORST` at most.

    Args:
        rotation, position: (..., 3, 3) and (..., 3): where the photo was taken.
        corners: (..., 4, 3): where the tag is thought to be.
        flat, size: (..., 4, 2) and (...,): where it was seen, and how large.
    """
    own = (corners - position[..., None, :]) @ rotation
    depth = own[..., 2]
    miss = own[..., :2] / np.maximum(depth, 1e-6)[..., None] - flat
    share = np.sqrt(np.mean(np.sum(miss**2, axis=-1), axis=-1)) / size
    return np.where(depth.min(axis=-1) > 1e-6, np.minimum(share, WORST), WORST)


def camera_slopes(numbers: FloatArray, points: FloatArray) -> FloatArray:
    """(n, 2, 6): how tangents of points (n, 3) change with the position and the rotation vector (6,) of the camera."""
    rotation = matrices(numbers[None, 3:])[0]
    away = points - numbers[:3]
    by_turn = cross_matrices(away) @ left_jacobians(numbers[None, 3:])[0]
    return _tangent_slopes(
        away @ rotation, rotation.T @ np.concatenate([np.broadcast_to(-np.eye(3), by_turn.shape), by_turn], axis=2)
    )


def tag_slopes(numbers: FloatArray, corners: FloatArray, rotations: FloatArray, positions: FloatArray) -> FloatArray:
    """(v, n, 2, 6): how tangents of a tag's corners change with its position and rotation vector (6,).

    Args:
        corners: (n, 3) in its own frame.
        rotations, positions: (v, 3, 3) and (v, 3): the cameras that see it.
    """
    turned = corners @ matrices(numbers[None, 3:])[0].T
    by_turn = -cross_matrices(turned) @ left_jacobians(numbers[None, 3:])[0]
    by_numbers = np.concatenate([np.broadcast_to(np.eye(3), by_turn.shape), by_turn], axis=2)
    own = (turned + numbers[:3] - positions[:, None, :]) @ rotations
    return _tangent_slopes(own, np.swapaxes(rotations, 1, 2)[:, None] @ by_numbers)


def _tangent_slopes(own: FloatArray, by_numbers: FloatArray) -> FloatArray:
    """(..., 2, 6) the slopes of the tangents of (..., 3) points in a camera's frame, from those of the points (..., 3, 6)."""
    depth = np.maximum(own[..., 2:], 1e-6)
    # What lies behind the camera is held before it, and moves no deeper there.
    ahead = (own[..., 2] > 1e-6)[..., None, None]
    flat = own[..., :2] / depth
    return np.asarray((by_numbers[..., :2, :] - flat[..., None] * ahead * by_numbers[..., 2:, :]) / depth[..., None])


def misses(seen: Sequence[TagSighting], arranged: Arrangement, sides: FloatArray) -> dict[tuple[int, int], float]:
    """By how much of its side each tag in each photo is missed by an arrangement, by photo and tag."""
    found = {}
    for each in seen:
        if each.photo in arranged.photos and each.tag in arranged.tags:
            camera = arranged.photos[each.photo]
            rotations, positions = _stacked(arranged.tags[each.tag])
            corners = sides[each.tag] * SQUARE @ np.swapaxes(rotations, 1, 2) + positions[:, None, :]
            share = shares(camera.rotation, camera.position, corners, each.flat, np.array(each.size))
            found[each.photo, each.tag] = float(share.min())
    return found


def _stacked(places: Sequence[Placed]) -> tuple[FloatArray, FloatArray]:
    """(n, 3, 3) rotations and (n, 3) positions."""
    return np.stack([place.rotation for place in places]), np.stack([place.position for place in places])


def _camera(place: Placed, poses: TwoPoses, choice: int) -> Placed:
    """Where a photo was taken that sees a tag of known place in one of its poses."""
    rotation = place.rotation @ poses.rotations[choice].T
    return Placed(rotation, place.position - rotation @ poses.positions[choice])


def _tag_place(camera: Placed, poses: TwoPoses, choice: int) -> Placed:
    return Placed(camera.rotation @ poses.rotations[choice], camera.position + camera.rotation @ poses.positions[choice])
