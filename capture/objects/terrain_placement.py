"""Placement of terrain: pieces are placed on the table by the tags on them.

A piece's place is fitted to the poses of all its tags together, by generalised least squares with the survey's covariance of
these tags and with how well their places on the piece are known. A piece that stands is held upright on what it stands on, and
on the ground if its height comes out there: a small tag alone says little about a tilt. Tags that contradict others are named.
Source of the fit: Rao, Linear Statistical Inference and Its Applications, section 4a (correlated observations).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial.transform import Rotation
from scipy.stats import chi2

from assets.tag_scheme import role_of
from capture.adjustment.rotation_vectors import cross_matrices, pose_of, rotation_of
from capture.adjustment.survey import Survey
from capture.objects.pieces_file import TaggedPiece, TaggedPieces
from capture.objects.placed_objects import PlacedObject
from scene.geometry.mesh import FloatArray, IntArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.mesh_placement import piece_pose
from scene.table.table import MM_PER_INCH
from scene.table_io.table_document import PieceEntry

ON_GROUND = 2.0 / MM_PER_INCH
"""Inches: a piece that stands and is no farther from the ground stands on it."""

STANCE_SIGMA = (0.3 / MM_PER_INCH, float(np.radians(0.15)))
"""How level the ground and a piece's underside are: inches of height and radians of tilt, standard deviations.

A mat or board that is off by 0.3 mm within the 10 cm or so that a piece covers leans it by some 0.15 degrees. That moves its
tags, so it counts for how far x, y and the turn may be off. It does not count as an error of height and tilt: the ground of a
table file is level everywhere, so these are told above the ground under the piece, on which it stands in truth as well. What
bends the ground takes pieces and those who stand behind them along. Were each piece raised and tilted for itself, sight would
pass under walls that stand on the real table without any gap.
"""

LEANING = float(np.radians(4.0))
"""Radians: a piece that seems to lean by more, and by more than its errors, is asked about."""

DOUBTED = 1e-4
"""So seldom do tags that sit where the file has them disagree as much as they must to be named."""

AMISS = (1.0 / MM_PER_INCH, float(np.radians(1.0)))
"""Inches and radians: tags that are less far from where they belong are not named, whatever their errors."""

FREE, UPRIGHT, GROUND = (0, 1, 2, 3, 4, 5), (0, 1, 2, 5), (0, 1, 5)
"""Which of x, y, z and the turns about x, y, z are sought."""

EXACT = 1e-12
"""Added to all variances, so that what is said to be exact can be weighed."""

STEPS = 20
SETTLED = 1e-10
"""Inches and radians; a smaller step ends the fit."""


@dataclass(frozen=True, eq=False)
class PlacedPiece:
    """A piece on the table.

    Attributes:
        entry: as a table file has it, with its place.
        thing: the same with its errors.
        tags: ids of those that placed it.
        left_out: ids of those that contradicted them.
        on_ground: whether it was set on the ground.
    """

    entry: PieceEntry
    thing: PlacedObject
    tags: tuple[int, ...]
    left_out: tuple[int, ...]
    on_ground: bool


def place_pieces(
    survey: Survey, tagged: TaggedPieces, *, standing: bool = True
) -> tuple[tuple[PlacedPiece, ...], tuple[str, ...]]:
    """All pieces of which a tag was seen, in the file's order, and what is doubtful, a line each.

    Args:
        survey: where the tags are.
        tagged: where they sit on the pieces.
        standing: whether pieces stand upright unless the file says otherwise of one.
    """
    placed, doubts = [], []
    for piece in tagged.pieces:
        seen = [(survey.tag(tag.id), i) for i, tag in enumerate(piece.tags)]
        known = [(index, i) for index, i in seen if index is not None]
        if not known and piece.look is not None:
            continue
        if not known:
            doubts.append(f'piece "{piece.id}" is not on the table: {_named(t.id for t in piece.tags)} not seen')
            continue
        upright = standing if piece.standing is None else piece.standing
        found, more = _Placing(survey, piece, tuple(index for index, _ in known), tuple(i for _, i in known)).place(upright)
        placed.append(found)
        doubts += more
    return tuple(placed), tuple(doubts)


def loose_tags(survey: Survey, placed: Iterable[PlacedPiece]) -> tuple[int, ...]:
    """Ids of tags that belong to no piece on the table: those for terrain, and those that the scheme has no use for."""
    owned = {number for piece in placed for number in (*piece.tags, *piece.left_out)}
    loose = (number for number in survey.ids if number not in owned and role_of(number).kind in {"terrain", "unknown"})
    return tuple(sorted(loose))


def loose_words(loose: Sequence[int], *, pieces_file: bool, nothing_else: bool) -> str:
    """What it means that tags belong to no piece.

    Args:
        loose: their ids.
        pieces_file: whether there are pieces that they might belong to.
        nothing_else: whether somebody says that nothing but the pieces stands on the table.
    """
    one = len(loose) == 1
    it = "it" if one else "they"
    why = " of the pieces file" if pieces_file else f", as no pieces file names {'it' if one else 'them'}"
    means = f"whatever {it} {'is' if one else 'are'} glued to is not on this table"
    but = ", though nothing else is said to stand there" if nothing_else else ""
    return f"{_named(loose, seen=False)} belong{'s' if one else ''} to no piece{why}: {means}{but}"


@dataclass(frozen=True, eq=False)
class _Fit:
    """A piece fitted to some of its tags.

    Attributes:
        pose: where it is then.
        sought: which of the six parameters were sought.
        gain: (s, 6k): how these change with the tags' measured poses.
        misses: (6k,) measured minus fitted, inches and radians about the table's axes.
        slopes: (6k, 6) how the fitted tags move with the piece.
        spread: the sum of the misses' squares in standard deviations, ``freedom`` what it is about if all is well.
    """

    pose: RigidTransform
    sought: tuple[int, ...]
    gain: FloatArray
    misses: FloatArray
    slopes: FloatArray
    spread: float
    freedom: int

    @property
    def likely(self) -> float:
        """How often the misses are as large if all is well."""
        return float(chi2.sf(self.spread, self.freedom)) if self.freedom else 1.0


class _Placing:
    """One piece, and the tags of it that were seen: their places in the survey and in the piece."""

    def __init__(self, survey: Survey, piece: TaggedPiece, indices: Sequence[int], own: Sequence[int]) -> None:
        self.survey, self.piece = survey, piece
        self.tags = [piece.tags[i] for i in own]
        self.ids = tuple(tag.id for tag in self.tags)
        self.seen = [survey.tags[index] for index in indices]
        self.on_piece = [tag.pose for tag in self.tags]
        self.columns = np.concatenate([np.arange(len(survey.covariance))[survey.tag_slot(index)] for index in indices])
        self.measured = survey.covariance[np.ix_(self.columns, self.columns)]
        self.glued = np.concatenate([np.repeat(np.square(tag.sigmas), 3) for tag in self.tags]) + EXACT
        self.together = np.repeat(np.square(piece.sigmas), 3)
        self.every = tuple(range(len(self.tags)))

    def place(self, upright: bool) -> tuple[PlacedPiece, list[str]]:  # noqa: FBT001 - an inner step
        """The piece at its place, and what is doubtful about it."""
        sought = UPRIGHT if upright else FREE
        kept, doubts, widened = self._agreeing(sought)
        fit = self._fit(kept, sought)
        on_ground = False
        if upright:
            height = fit.pose.position[2]
            spread = float(np.sqrt(self._errors(fit, kept, 1.0)[2][2, 2]))
            on_ground = abs(height) <= max(ON_GROUND, 2.0 * spread)
            if on_ground:
                fit = self._fit(kept, GROUND)
            doubts += self._leaning(kept) if widened == 1.0 else []
        if height_fault := self._sunk(fit):
            doubts.append(height_fault)
        entry = _entry(self.piece.entry, fit.pose, upright=upright)
        pose = piece_pose(entry.position, turn=entry.turn, rotation=entry.rotation)
        slopes, own, _ = self._errors(fit, kept, widened)
        thing = PlacedObject(self.piece.id, "piece", pose, slopes, own)
        used = tuple(self.ids[i] for i in kept)
        return PlacedPiece(entry, thing, used, tuple(n for n in self.ids if n not in used), on_ground), doubts

    def _fit(self, kept: Sequence[int], sought: tuple[int, ...]) -> _Fit:
        """Gauss and Newton's steps from one of the tags' own word."""
        pose = self._start(kept[0], upright=sought != FREE, on_ground=sought == GROUND)
        rows, columns = _rows(kept), list(sought)
        step, steps = np.ones(6), 0
        while True:
            misses, slopes = self._misses(kept, pose), self._slopes(kept, pose)
            weight = np.linalg.inv(self._variance(rows, slopes, sought))
            moving = slopes[:, columns].T @ weight
            gain = np.asarray(np.linalg.solve(moving @ slopes[:, columns], moving), dtype=np.float64)
            if np.abs(step).max() < SETTLED or steps == STEPS:
                return _Fit(pose, sought, gain, misses, slopes, float(misses @ weight @ misses), len(rows) - len(sought))
            step = np.zeros(6)
            step[columns] = gain @ misses
            pose, steps = moved(pose, step), steps + 1

    def _start(self, tag: int, *, upright: bool, on_ground: bool) -> RigidTransform:
        turn = self.seen[tag].matrix @ self.on_piece[tag].matrix.T
        if upright:
            # The turn about z that comes nearest to the rotation.
            angle = np.arctan2(turn[1, 0] - turn[0, 1], turn[0, 0] + turn[1, 1])
            turn = Rotation.from_rotvec([0.0, 0.0, angle]).as_matrix()
        place = np.array(self.seen[tag].position) - turn @ np.array(self.on_piece[tag].position)
        return pose_of(turn, place * (1.0, 1.0, 0.0 if on_ground else 1.0))

    def _misses(self, kept: Sequence[int], pose: RigidTransform) -> FloatArray:
        """(6k,) measured minus expected."""
        found = []
        for i in kept:
            shift = np.array(self.seen[i].position) - pose.to_table(self.on_piece[i].position)
            turn = self.seen[i].matrix @ (pose.matrix @ self.on_piece[i].matrix).T
            found += [shift, rotation_of(turn).as_rotvec()]
        return np.concatenate(found)

    def _slopes(self, kept: Sequence[int], pose: RigidTransform) -> FloatArray:
        """(6k, 6): how the expected tags move with the piece."""
        arms = np.array([self.on_piece[i].position for i in kept]) @ pose.matrix.T
        found = np.tile(np.eye(6), (len(kept), 1, 1))
        found[:, :3, 3:] = -cross_matrices(arms)
        return found.reshape(-1, 6)

    def _variance(self, rows: IntArray, slopes: FloatArray, sought: tuple[int, ...]) -> FloatArray:
        """(6k, 6k) of the misses: by the photos, the glue, the tags all together, and a stance that is not quite level."""
        together = slopes @ (self.together[:, None] * slopes.T)
        stance = slopes @ (stance_variances(sought)[:, None] * slopes.T)
        return np.asarray(self.measured[np.ix_(rows, rows)] + np.diag(self.glued[rows]) + together + stance)

    def _errors(self, fit: _Fit, kept: Sequence[int], widened: float) -> tuple[FloatArray, FloatArray, FloatArray]:
        """(6, n) slopes by the survey, (6, 6) own covariance, (6, 6) both together."""
        rows = _rows(kept)
        gain = np.zeros((6, len(rows)))
        gain[list(fit.sought)] = fit.gain
        slopes = np.zeros((6, len(self.survey.covariance)))
        slopes[:, self.columns[rows]] = gain
        own = gain @ (self.glued[rows][:, None] * gain.T)
        shaped = gain @ fit.slopes
        own += shaped @ (self.together[:, None] * shaped.T)
        # What the piece leans and is raised with its ground has moved its tags as well; see `STANCE_SIGMA`.
        leaning = shaped * np.isin(np.arange(6), fit.sought)[:, None]
        own += leaning @ (stance_variances(fit.sought)[:, None] * leaning.T)
        both = own + gain @ self.measured[np.ix_(rows, rows)] @ gain.T
        return slopes, own + (widened**2 - 1.0) * both, widened**2 * both

    def _agreeing(self, sought: tuple[int, ...]) -> tuple[tuple[int, ...], list[str], float]:
        """The tags that agree with one another, what is said of the others, and by how much the errors are widened."""
        kept, doubts = self.every, list[str]()
        while len(kept) > 1:
            fit = self._fit(kept, sought)
            if fit.likely > DOUBTED or not self._apart(kept, sought) or self._only_leans(kept):
                break
            if len(kept) == 2:
                one, other = kept
                far = self._told(other, (one,), sought)
                doubts.append(
                    f'tags {self.ids[one]} and {self.ids[other]} on "{self.piece.id}" contradict each other: {self.ids[other]}'
                    f" {far} from where the file has it beside {self.ids[one]}; is one glued elsewhere, or on another piece?"
                )
                return kept, doubts, float(np.sqrt(fit.spread / max(fit.freedom, 1)))
            rest = [tuple(i for i in kept if i != left) for left in kept]
            best = max(rest, key=lambda some: (self._fit(some, sought).likely, -self._fit(some, sought).spread))
            (left,) = set(kept) - set(best)
            doubts.append(
                f'tag {self.ids[left]} on "{self.piece.id}" {self._told(left, best, sought)}'
                " from where the file has it and does not count; is it glued elsewhere?"
            )
            kept = best
        return kept, doubts, 1.0

    def _only_leans(self, kept: Sequence[int]) -> bool:
        """Whether nothing but holding the piece upright makes its tags disagree."""
        return self._fit(kept, FREE).likely > DOUBTED and bool(self._leaning(kept))

    def _apart(self, kept: Sequence[int], sought: tuple[int, ...]) -> bool:
        """Whether a tag is farther from where the others have it than anybody would mind."""
        for left in kept:
            shift, turn = self._away(left, tuple(i for i in kept if i != left), sought)
            if shift > AMISS[0] or turn > AMISS[1]:
                return True
        return False

    def _away(self, tag: int, others: Sequence[int], sought: tuple[int, ...]) -> tuple[float, float]:
        """Inches and radians between a tag and where the other tags have it."""
        miss = self._misses((tag,), self._fit(others, sought).pose)
        return float(np.linalg.norm(miss[:3])), float(np.linalg.norm(miss[3:]))

    def _told(self, tag: int, others: Sequence[int], sought: tuple[int, ...]) -> str:
        shift, turn = self._away(tag, others, sought)
        turned = f"turned by {np.degrees(turn):.0f} degrees"
        if shift <= AMISS[0]:
            return f"is {turned}"
        return f"is {shift * MM_PER_INCH:.0f} mm" + (f" and {turned}" if turn > 5.0 * AMISS[1] else "")

    def _leaning(self, kept: Sequence[int]) -> list[str]:
        """Whether a piece that is held upright seems to lean."""
        free = self._fit(kept, FREE)
        tilt = np.cross((0.0, 0.0, 1.0), free.pose.matrix[:, 2])
        angle = float(np.arccos(np.clip(free.pose.matrix[2, 2], -1.0, 1.0)))
        along = np.zeros(6)
        along[3:] = tilt / max(float(np.linalg.norm(tilt)), 1e-12)
        sigma = float(np.sqrt(along @ self._errors(free, kept, 1.0)[2] @ along))
        if angle < max(LEANING, 4.0 * sigma):
            return []
        told = (
            f'piece "{self.piece.id}" seems to lean by {np.degrees(angle):.0f} degrees and was set upright; if it leans,'
            f' give it "standing": false in the pieces file, and if not, see how {_named(self.ids, seen=False)} sit'
        )
        return [told]

    def _sunk(self, fit: _Fit) -> str | None:
        """What is said of a piece whose anchor is well below the ground."""
        if fit.sought == FREE or fit.pose.position[2] > -2.0 * ON_GROUND:
            return None
        depth = -fit.pose.position[2] * MM_PER_INCH
        return (
            f'piece "{self.piece.id}" comes out {depth:.0f} mm below the ground;'
            f" is the height of {_named(self.ids, seen=False)} in the pieces file right?"
        )


def _rows(kept: Sequence[int]) -> IntArray:
    return np.concatenate([np.arange(6 * i, 6 * i + 6) for i in kept])


def stance_variances(sought: tuple[int, ...]) -> FloatArray:
    """(6,) variances, inches and radians, of what is held and not ``sought``."""
    height, tilt = STANCE_SIGMA
    held = np.array([0.0, 0.0, height, tilt, tilt, 0.0]) ** 2
    held[list(sought)] = 0.0
    return held


def moved(pose: RigidTransform, step: FloatArray) -> RigidTransform:
    """A pose moved by (6,): a shift, and a small turn in radians about the table's axes through it."""
    turn = Rotation.from_rotvec(step[3:]).as_matrix() @ pose.matrix
    return pose_of(turn, np.array(pose.position) + step[:3])


def _entry(entry: PieceEntry, pose: RigidTransform, *, upright: bool) -> PieceEntry:
    """The entry at a place, with numbers as short as the eye can tell them apart."""
    x, y, z = (round(value, 5) + 0.0 for value in pose.position)
    if upright:
        angle = float(np.degrees(np.arctan2(pose.matrix[1, 0], pose.matrix[0, 0]))) % 360.0
        return replace(entry, position=(x, y, z), turn=round(angle, 4) % 360.0)
    a, b, c, d = (round(value, 7) + 0.0 for value in pose.rotation)
    return replace(entry, position=(x, y, z), rotation=(a, b, c, d))


def _named(ids: Iterable[int], *, seen: bool = True) -> str:
    """``tag 104 was``, ``tags 104 and 105 were``; or without the verb."""
    numbers = [str(number) for number in ids]
    listed = " and ".join(filter(None, [", ".join(numbers[:-1]), numbers[-1]]))
    one = len(numbers) == 1
    return f"tag{'' if one else 's'} {listed}" + (f" {'was' if one else 'were'}" if seen else "")
