"""The survey: photos and tags in the table's own frame, with their joint covariance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import eigh

from assets.tag_scheme import role_of
from capture.adjustment.adjustment_problem import LENS, SHARED, own_lens
from capture.adjustment.bundle_adjustment import Adjusted
from capture.adjustment.rotation_vectors import cross_matrices, left_jacobians, matrices, pose_of
from capture.adjustment.table_frame import EDGES, UPRIGHT, Frame, FrameTags
from scene.geometry.camera_model import CameraView, Lens
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform

MAYBE = 3.0
"""Standard deviations of its height from the ground within which a tag may lie on it."""


@dataclass(frozen=True, eq=False)
class Survey:
    """What the adjustment says, on the table.

    The parameters in their order: the nine shared numbers (`capture.adjustment.adjustment_problem`), six for every photo and
    six for every tag: x, y, z in inches and a small turn in radians about the table's axes through it; then the table's size
    along x and y.

    Attributes:
        ids: of the tags.
        sides: (t,) float, inches.
        photos, tags: where they are; a photo's pose takes the camera's frame to the table's.
        size: of the table, inches.
        covariance: (n, n) float over all parameters.
        marked: the edges of the table that corner tags mark; the others are guessed.
        own: (photos, 3) float: by what the lens of each photo differs (see
            `capture.adjustment.adjustment_problem.own_lens`); None where by nothing.
        known: ids of the tags whose places were known before.
        by_known: (n, 3 k) float: how the parameters follow these places; empty where none were known.
    """

    ids: tuple[int, ...]
    sides: FloatArray
    lens: Lens
    photos: tuple[RigidTransform, ...]
    tags: tuple[RigidTransform, ...]
    size: FloatArray
    covariance: FloatArray
    own: FloatArray | None = None
    marked: tuple[str, ...] = ()
    known: tuple[int, ...] = ()
    by_known: FloatArray = field(default_factory=lambda: np.zeros((0, 0)))

    def photo_slot(self, photo: int) -> slice:
        """Where a photo's parameters are."""
        return slice(SHARED + 6 * photo, SHARED + 6 * photo + 6)

    def tag_slot(self, tag: int) -> slice:
        """Where a tag's parameters are, by its index."""
        first = SHARED + 6 * (len(self.photos) + tag)
        return slice(first, first + 6)

    @property
    def size_slot(self) -> slice:
        """Where the table's size is."""
        return slice(len(self.covariance) - 2, len(self.covariance))

    def view(self, photo: int) -> CameraView:
        """A photo's lens and place, in the frame in which photos are stored."""
        return CameraView(own_lens(self.lens, None if self.own is None else self.own[photo]), self.photos[photo])

    def tag(self, number: int) -> int | None:
        """The index of a tag by its id; None if it has no place."""
        return self.ids.index(number) if number in self.ids else None


def survey(
    adjusted: Adjusted, layout: FrameTags, *, widening: float = 1.0, doubts: Mapping[int, FloatArray] | None = None
) -> Survey:
    """Everything in the table's frame.

    Args:
        adjusted: photos and tags.
        layout: which tags make the frame.
        widening: multiplies the standard deviations of all that photos tell, so of all but the print's scale.
        doubts: (6, 6) by index of a tag: what is added to the covariance of its place and turn, in the adjustment's frame.
    """
    frame = layout.printed(adjusted.print_scale).frame(adjusted.tags)
    photos, tags = (_poses(frame, numbers) for numbers in (adjusted.photos, adjusted.tags))
    slopes = _slopes(adjusted, layout, frame)
    by_photos, by_print = _shares(adjusted)
    covariance = slopes @ (by_photos * widening**2 + by_print) @ slopes.T
    found = Survey(
        layout.ids, layout.sides, adjusted.lens, photos, tags, frame.size, covariance, adjusted.problem.own, layout.marked
    )
    turn = np.kron(np.eye(2), frame.rotation)
    for tag, doubt in (doubts or {}).items():
        found.covariance[found.tag_slot(tag), found.tag_slot(tag)] += turn @ doubt @ turn.T
    return found


def survey_in_known_frame(
    adjusted: Adjusted, ids: Sequence[int], size: tuple[float, float], doubts: Mapping[int, FloatArray]
) -> Survey:
    """Everything where known tags have it (see `capture.adjustment.known_tags`), on a table of known size.

    ``doubts`` are as of `survey`.
    """
    frame = Frame(np.eye(3), np.zeros(3), np.array(size))
    photos, tags = (_poses(frame, numbers) for numbers in (adjusted.photos, adjusted.tags))
    problem, slopes = adjusted.problem, _turned_slopes(adjusted, frame)
    before = problem.before
    assert before is not None, "some tag's place holds the frame"
    # The answer of least squares follows what it was given by the share that this has in the information.
    columns = problem.tag_columns()[before.tags, :3].reshape(-1)
    follows = adjusted.covariance[:, columns] @ (before.root.T @ before.root)
    found = Survey(
        tuple(ids),
        problem.sides,
        adjusted.lens,
        photos,
        tags,
        frame.size,
        slopes @ adjusted.covariance @ slopes.T,
        problem.own,
        tuple(EDGES),
        tuple(ids[int(tag)] for tag in before.tags),
        slopes @ follows,
    )
    for tag, doubt in doubts.items():
        found.covariance[found.tag_slot(tag), found.tag_slot(tag)] += doubt
    return found


def _shares(adjusted: Adjusted) -> tuple[FloatArray, FloatArray]:
    """(unknowns, unknowns) twice: the covariance were the print's scale known, and what its doubt adds; together all of it."""
    along, variance = adjusted.covariance[:, LENS], float(adjusted.covariance[LENS, LENS])
    by_print = np.outer(along, along) / variance if variance > 0.0 else np.zeros_like(adjusted.covariance)
    return adjusted.covariance - by_print, by_print


def unsure_of_ground(found: Survey, layout: FrameTags) -> list[int]:
    """Indices of the anchor tags off the ground whose height's error is so large that they may lie on it."""
    heights = np.array([tag.position[2] for tag in found.tags])
    sigmas = np.sqrt([found.covariance[slot, slot] for slot in (found.tag_slot(i).start + 2 for i in range(len(found.ids)))])
    faces = np.array([tag.matrix[2, 2] for tag in found.tags])
    maybe = (np.abs(heights) < MAYBE * sigmas) & (faces > UPRIGHT)
    return [i for i in np.flatnonzero(maybe).tolist() if role_of(found.ids[i]).kind == "anchor" and i not in layout.ground]


def _poses(frame: Frame, numbers: FloatArray) -> tuple[RigidTransform, ...]:
    turned = frame.rotation @ matrices(numbers[:, 3:])
    places = frame.to_table(numbers[:, :3])
    return tuple(pose_of(rotation, place) for rotation, place in zip(turned, places, strict=True))


def _slopes(adjusted: Adjusted, layout: FrameTags, frame: Frame) -> FloatArray:
    """How the parameters on the table change with the adjustment's unknowns."""
    problem = adjusted.problem
    count = problem.unknowns
    found = _turned_slopes(adjusted, frame)
    places = np.concatenate([adjusted.photos, adjusted.tags])
    columns = np.concatenate([problem.photo_columns(), problem.tag_columns()])
    # The frame itself hangs on the tags and on how large they are printed: its origin, its turn, and the table's size.
    origin, turn, size = _frame_slopes(adjusted, layout, frame)
    own = np.append(problem.tag_columns().reshape(-1), LENS)
    moved = frame.to_table(places[:, :3])
    for slots, across in zip(columns, cross_matrices(moved), strict=True):
        found[np.ix_(slots[:3], own)] += -frame.rotation @ origin - across @ turn
        found[np.ix_(slots[3:], own)] += turn
    found[count:, own] = size
    return found


def _turned_slopes(adjusted: Adjusted, frame: Frame) -> FloatArray:
    """The same in a frame that hangs on nothing."""
    problem = adjusted.problem
    count = problem.unknowns
    found = np.zeros((count + 2, count))
    found[:SHARED, :SHARED] = np.eye(SHARED)
    places = np.concatenate([adjusted.photos, adjusted.tags])
    columns = np.concatenate([problem.photo_columns(), problem.tag_columns()])
    own_turns = frame.rotation @ left_jacobians(places[:, 3:])
    for slots, turn in zip(columns, own_turns, strict=True):
        found[np.ix_(slots[:3], slots[:3])] = frame.rotation
        found[np.ix_(slots[3:], slots[3:])] = turn
    return found


def _frame_slopes(adjusted: Adjusted, layout: FrameTags, frame: Frame) -> tuple[FloatArray, FloatArray, FloatArray]:
    """(3, n + 1) of the origin, (3, n + 1) of the turn about the table's axes, (2, n + 1) of the size.

    By the tags' n numbers, and last by the print's scale.
    """
    step = 1e-5
    flat = np.append(adjusted.tags.reshape(-1), adjusted.print_scale)
    found = np.zeros((8, len(flat)))
    # Tags above the ground move no frame.
    makers = np.array(sorted({*layout.ground.tolist(), *layout.corners.values()}))
    for i in (*(6 * makers[:, None] + np.arange(6)).reshape(-1), -1):
        there, back = flat.copy(), flat.copy()
        there[i] += step
        back[i] -= step
        more, less = (layout.printed(numbers[-1]).frame(numbers[:-1].reshape(-1, 6)) for numbers in (there, back))
        skew = (more.rotation - less.rotation) @ frame.rotation.T
        turn = 0.5 * np.array([skew[2, 1] - skew[1, 2], skew[0, 2] - skew[2, 0], skew[1, 0] - skew[0, 1]])
        found[:, i] = np.concatenate([more.origin - less.origin, turn, more.size - less.size]) / (2.0 * step)
    return found[:3], found[3:6], found[6:]


def leave_out_widening(adjusted: Adjusted) -> float:
    """By how much more the tags move when single photos are left out than the covariance has it; 1 where not more.

    One step of the adjustment without each photo, from its end (Cook and Weisberg 1982, section 3.6);
    their spread is the jackknife's variance (Efron 1982, chapter 3). Distances between tags are compared, which no shift or
    turn of the whole changes, with the covariance that they had were the print's scale known.
    """
    problem = adjusted.problem
    seen = np.unique(problem.photo)
    if len(seen) < 4:
        return 1.0
    rows = np.concatenate([np.repeat(np.sqrt(adjusted.weights) / adjusted.spread, 8), np.ones(problem.residuals_beside)])
    slopes, misses = problem.slopes(adjusted.numbers) * rows[:, None], problem.residuals(adjusted.numbers) * rows
    along = _ends(adjusted)
    if not len(along):
        return 1.0
    moves = []
    for photo in seen:
        mine = np.flatnonzero(np.repeat(problem.photo == photo, 8))
        reach = adjusted.covariance @ slopes[mine].T
        values, axes = eigh(np.eye(len(mine)) - slopes[mine] @ reach)
        # What this photo alone says, its own place first of all, has no counterpart without it.
        shared = values > 1e-6
        misfit = axes[:, shared] @ ((axes[:, shared].T @ misses[mine]) / values[shared])
        moves.append(along @ reach @ misfit)
    count = len(seen)
    spread = np.array(moves) - np.mean(moves, axis=0)
    jackknife = (count - 1) / count * np.sum(spread**2, axis=0)
    # No photo moves the print's scale, and its doubt would hide what they do.
    formal = np.einsum("ij,jk,ik->i", along, _shares(adjusted)[0], along)
    ratio = float(np.median(jackknife / np.maximum(formal, 1e-18)))
    # From so few photos the jackknife itself is unsure: its variance has a degree of freedom less than there are photos.
    return float(np.sqrt(ratio)) if ratio > 1.0 + 2.0 * np.sqrt(2.0 / (count - 1)) else 1.0


def _ends(adjusted: Adjusted) -> FloatArray:
    """(pairs, unknowns): how the distances between tags change with the unknowns; neighbours in a ring and across it."""
    problem = adjusted.problem
    tags, columns = adjusted.tags, problem.tag_columns()
    # A tag that only one other photo sees says more of that photo than of the scan.
    often = np.flatnonzero(np.bincount(problem.tag, minlength=len(tags)) >= 3).tolist()
    count = len(often)
    steps = range(1, min(count, 4))
    pairs = {(often[i], often[(i + step) % count]) for step in steps for i in range(count)}
    found = np.zeros((len(pairs), problem.unknowns))
    for row, (one, other) in zip(found, sorted(pairs), strict=True):
        away = tags[one, :3] - tags[other, :3]
        along = away / max(float(np.linalg.norm(away)), 1e-9)
        row[columns[one, :3]] += along
        row[columns[other, :3]] -= along
    return found
