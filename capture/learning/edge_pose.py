"""The pose of a standing piece in photos by its edges, without any marked point.

The piece stands upright on the ground, so its place along x and y and its turn are sought. Its tags lie on its surface: that
leaves few places, which are compared by how well its edges lie on edges of the photos of their direction (Borgefors 1988,
chamfer matching; with directions: Shotton and others 2008). The best are refined by moving each edge's points across it to the
photo's edge next to them (Harris and Stennett 1990; Drummond and Cipolla 2002), and the one that explains most edges is taken.
It has to be likelier than every other place that was found, and than those at which its edges lie on its own
(`capture.learning.rival_places`). Its last refinement uses only points of edges that have no other beside them
(`capture.learning.isolated_edges`). The turn of a round piece is nobody's question.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from capture.adjustment.rotation_vectors import rotation_of
from capture.adjustment.survey import Survey
from capture.learning.edge_photos import NEAR, SIDES, EdgePhoto, direction_bins, next_edge
from capture.learning.isolated_edges import lone_points, ways_in
from capture.learning.marked_point_pose import PoseFit, errors_of, sizes_of_pixels
from capture.learning.mesh_silhouette import EdgePoints, edge_points
from capture.learning.piece_surfaces import SurfacePoints
from capture.learning.piece_symmetry import PieceSymmetry, after, close
from capture.learning.rival_places import TELLS, by_chance, likelier, own_overlaps, shown_in
from capture.objects.terrain_placement import GROUND, moved
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, IntArray, Mesh
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH

COMPARED_PHOTOS = 4
COMPARED_POINTS, FINER_POINTS = 40, 160
"""Points of edges in a photo by which all places are compared, and then the `FINER` likeliest."""

FINER = 1500
REFINED, FINISHED = 14, 4
"""So many places are refined in the smallest photos, and the best of them to the end."""

MATCHED = 1200
"""Points of edges in a photo that are followed, at most."""

FITS = 2.0
"""Pixels: a mesh's edge that is this near to one of the photo is explained."""

BESIDE = ((5.0, 0.05), (2.5, 0.25), (0.0, 1.5))
"""Pixels within which no other edge of the piece may be, and by how much the whole may be off then, along x or y, as a standard
deviation; the next where too few points are left. So large were the errors of some 90 rendered cases: kit pieces alone and on
full tables, 2 to 8 photos of 900 to 1600 pixels from 16 to 60 inches, in many lights, with clutter and without."""

LEAST_POINTS = 40
"""Points in all photos that tell a place."""

ASIDE = ((0.0, 0.0), (2.0, 0.0), (-2.0, 0.0), (0.0, 2.0), (0.0, -2.0))
"""Pixels beside the first end at which the last refinement begins, along x and y."""

FAR_LOOK, NEAR_LOOK = 4.2, 1.5
"""Pixels: among edges near a point that are as strong, those within about this count; at first, and when it is nearly right."""

CLOSE = 0.5
"""Pixels by which an edge that is told right is off."""

LIKE = 0.12
"""The share of lone points that lie on an edge of the photos, at least. By chance it is half of that."""

LEAST_MISS = 0.2
"""Pixels: no edge is held to be told better."""

SURE, RIVAL = 0.15, 0.8
"""The share of its edges that the right place explains at least (by chance it is half of that), and of the last refinement's
ends those that are as good, in proportion to the best. Faces of one colour and light meet without an edge: it is never 1."""

CHALLENGES = 0.5
"""A place is compared with the best if it explains so much in proportion."""

SETTLED = 4
"""So many times the best place is replaced by a likelier one, at most."""

SCANNED, SCAN_STEP, SCAN_TURNS, SCAN_KEPT = 0.6, 0.06, (-4.0, -2.0, 0.0, 2.0, 4.0), 8
"""Inches and degrees beside the best place that are searched for a likelier one, and how many of these are refined."""

CLOSELY = 3.0
"""Pixels of the small photos within which edges have to lie there."""

BESIDE_IT = 2.5
"""A place no farther off than so many times what is the same one is that place, refined less well."""

ELSEWHERE = 1.25
"""Pixels: lone points that move the whole by more than this contradict the others."""

FLAT = 1e-4
"""Of the mean curvature, what is added along every direction, so that one that nothing tells is not moved along."""

STAGES = 4
"""Of the search: places compared, refined, told apart, and the best one finished."""


def pose_by_edges(
    survey: Survey,
    pictures: Sequence[EdgePhoto],
    shape: Mesh,
    ids: Sequence[int],
    on_stage: Callable[[], None] = lambda: None,
) -> PoseFit:
    """The place of a piece that stands upright on the ground.

    Args:
        survey: tags and cameras.
        pictures: its photos.
        shape: the piece's mesh in its own frame, inches.
        ids: of the tags on it.
        on_stage: called after each of `STAGES`.

    Raises:
        SceneError: if no place has its tags on its surface, or the edges do not tell one place for sure.
    """
    tags = [survey.tags[index] for number in ids if (index := survey.tag(number)) is not None]
    search = _Search(pictures, shape)
    places = search.places(tags)
    if not places:
        raise SceneError(
            "no place of the piece has its tags on its surface; are mesh, units and tags right? Or mark points with --point"
        )
    on_stage()
    ends = search.ends(places)
    on_stage()
    if ends[0].share < SURE:
        raise SceneError(
            f"the piece's edges do not tell its place for sure: {100 * ends[0].share:.0f} % of them are in the photos;"
            " mark points with --point, or take more photos before a plain ground"
        )
    best, rivals = search.settled(ends, tags)
    on_stage()
    different = [rival for rival in rivals if not search.symmetry.alike(best.pose, rival)]
    if different:
        raise SceneError(
            f"the piece looks the same at another place, {_in_words(best.pose, different[0])}, and its edges do not tell"
            " which is right; mark points with --point, or take photos from nearer and from more sides"
        )
    finished = search.finished(best)
    on_stage()
    if finished.likeness < LIKE:
        raise SceneError(
            "the piece's edges are too near to one another in the photos, or other edges to them, to tell its place;"
            " take photos from nearer, or mark points with --point"
        )
    doubts = [
        f"the piece looks nearly the same at another place, {_in_words(best.pose, rival)}; which is right was not told"
        for rival in [each for each in rivals if not search.symmetry.beside(best.pose, each, BESIDE_IT)][:1]
    ]
    return search.told(survey, finished, best.pose, tuple(doubts))


@dataclass(frozen=True, eq=False)
class _End:
    """Where a refinement ended.

    Attributes:
        share: of the edges that can be seen, those that are in the photos.
        points, photo, across, miss, edge: of those: (m, 3), (m,), (m, 2) unit direction in the photo, (m,) pixels, (m,).
        likeness: the share of lone points that lie on an edge of the photos.
        floor: pixels by which the whole may be off, whatever its misses are.
        rivals: places near it that are as good.
    """

    pose: RigidTransform
    share: float
    points: FloatArray
    photo: IntArray
    across: FloatArray
    miss: FloatArray
    edge: IntArray
    likeness: float = 0.0
    floor: float = 0.0
    rivals: tuple[RigidTransform, ...] = ()


class _Search:
    """A piece in its photos."""

    def __init__(self, pictures: Sequence[EdgePhoto], shape: Mesh) -> None:
        self.pictures, self.shape = pictures, shape
        self.edges: EdgePoints = edge_points(shape)
        self.rays = RayScene([shape])
        self.surface = SurfacePoints(shape)
        self.symmetry = PieceSymmetry(self.edges, self.surface)
        self.sought = GROUND[:2] if self.symmetry.round else GROUND
        """Of a place: x, y and, where the piece is not round, the turn."""

    def places(self, tags: Sequence[RigidTransform]) -> list[RigidTransform]:
        """The likeliest places, the best first, no two nearly the same."""
        turns, shifts = self.surface.possible(tags)
        if not len(turns):
            return []
        likeness = self._compared(turns, shifts, COMPARED_POINTS)
        likely = np.argsort(-likeness)[:FINER]
        turns, shifts = turns[likely], shifts[likely]
        likeness = self._compared(turns, shifts, FINER_POINTS)
        found: list[tuple[float, FloatArray]] = []
        for index in np.argsort(-likeness):
            turn, shift = float(turns[index]), shifts[index]
            if all(
                abs((turn - other + 180.0) % 360.0 - 180.0) > 8.0 or np.linalg.norm(shift - place) > 0.5
                for other, place in found
            ):
                found.append((turn, shift))
            if len(found) == REFINED:
                break
        return [RigidTransform.turned((*shift, 0.0), turn) for turn, shift in found]

    def _compared(self, turns: FloatArray, shifts: FloatArray, points: int) -> FloatArray:
        """(n,) how well the edges lie on the photos' at (n,) turns and (n, 2) shifts."""
        found = np.zeros(len(turns))
        step = max(1, len(self.pictures) // COMPARED_PHOTOS)
        for turn in np.unique(turns):
            here = np.flatnonzero(turns == turn)
            for picture in self.pictures[::step][:COMPARED_PHOTOS]:
                found[here] += self._likeness(picture, float(turn), shifts[here], points)
        return found

    def ends(self, places: Sequence[RigidTransform]) -> list[_End]:
        """Where the likeliest places end, the best first."""
        begun = sorted((self._refined(place, (0,)) for place in places), key=lambda end: -end.share)
        different: list[_End] = []
        for end in begun:
            if not any(close(end.pose, other.pose) for other in different):
                different.append(end)
        ends = [self._refined(end.pose, range(1, len(SIDES))) for end in different[:FINISHED]]
        return sorted(ends, key=lambda end: -end.share)

    def _likeness(self, picture: EdgePhoto, turn: float, shifts: FloatArray, points: int, *, near: float = NEAR) -> FloatArray:
        """(n,) how well the edges of the piece, turned so and at (n, 2) shifts, lie on edges of the photo, or ``near`` them."""
        middle = RigidTransform.turned((*np.median(shifts, axis=0), 0.0), turn)
        shown = self.edges.seen(middle.to_own(picture.eye), self.rays)
        shown = _thinned(shown, points)
        if not len(shown):
            return np.zeros(len(shifts))
        edges = middle.to_table(self.edges.points[shown])
        ways = ways_in(picture, self.edges, middle, shown)
        places = (
            edges[None, :, :]
            + np.concatenate([shifts - np.array(middle.position[:2]), np.zeros((len(shifts), 1))], axis=1)[:, None, :]
        )
        pixels = (picture.view.project(places) + 0.5) * picture.small - 0.5
        height, width = picture.likeness.shape[1:]
        inside = (pixels[..., 0] >= 0) & (pixels[..., 0] <= width - 1) & (pixels[..., 1] >= 0) & (pixels[..., 1] <= height - 1)
        x, y = (np.where(inside, np.nan_to_num(pixels[..., axis]), 0.0).round().astype(np.int64) for axis in (0, 1))
        found = np.where(inside, picture.likeness[direction_bins(ways)[None, :], y, x], 0.0)
        found = np.clip(1.0 - (1.0 - found) * NEAR / near, 0.0, None)
        return np.asarray(found.sum(axis=1) / np.maximum(inside.sum(axis=1), 0.5 * len(shown)))

    def _refined(self, start: RigidTransform, levels: Sequence[int], which: Sequence[IntArray] | None = None) -> _End:
        """The place near ``start`` at which the edges lie on the photos', followed through some of the sizes.

        Args:
            start: the first guess.
            levels: the sizes.
            which: points of edges for each photo; all that are seen without.
        """
        pose = start
        for level in levels:
            for _ in range(5 if which is None else 12):
                end = self._matched(pose, level, which)
                if len(end.miss) < 12:
                    break
                slopes = self._slopes(end)
                width = max(3.0 * 1.4826 * float(np.median(np.abs(end.miss))), 0.7)
                weight = np.clip(1.0 - (end.miss / width) ** 2, 0.0, None) ** 2
                normal = slopes.T @ (weight[:, None] * slopes)
                normal += (FLAT * float(np.trace(normal)) / len(normal) + 1e-9) * np.eye(len(normal))
                step = np.zeros(6)
                step[list(self.sought)] = np.linalg.solve(normal, slopes.T @ (weight * end.miss))
                step *= min(1.0, 0.4 / max(float(np.abs(step).max()), 1e-12))
                pose = moved(pose, step)
                if np.abs(step).max() < 1e-5:
                    break
        return self._matched(pose, levels[-1], which)

    def finished(self, rough: _End) -> _End:
        """Where it is by those points alone that no other edge is beside, as few or many of them as there are.

        That begins beside the first end as well, as this one may be caught at edges that are not the piece's.
        """
        best = rough
        for beside, floor in BESIDE:
            tried = [self._from(rough.pose, aside, beside) for aside in ASIDE]
            best = max(tried, key=lambda end: end.likeness)
            best = replace(best, floor=floor, rivals=tuple(end.pose for end in tried if end.likeness > RIVAL * best.likeness))
            if np.sum(np.abs(best.miss) < FITS) >= LEAST_POINTS:
                return best
        return best

    def _from(self, middle: RigidTransform, aside: tuple[float, float], beside: float) -> _End:
        """Where a refinement with lone points ends that begins so many pixels beside a place."""
        pose = moved(middle, np.array([*aside, 0.0, 0.0, 0.0, 0.0]) * self._pixel(middle))
        alone = [lone_points(picture, self.edges, self.rays, pose, beside) for picture in self.pictures]
        end = self._refined(pose, (len(SIDES) - 1,), alone)
        count = max(sum(len(which) for which in alone), LEAST_POINTS)
        return replace(end, likeness=float(np.sum(np.exp(-0.5 * (end.miss / CLOSE) ** 2))) / count)

    def _pixel(self, pose: RigidTransform) -> float:
        """Inches: how long a pixel is at the piece in most photos."""
        away = [np.linalg.norm(picture.eye - pose.position) / np.mean(picture.view.lens.focal) for picture in self.pictures]
        return float(np.median(away))

    def _slopes(self, end: _End) -> FloatArray:
        """(m, s): how the points move across their edges with what is sought: x, y and the turn."""
        columns = []
        for axis in self.sought:
            step = np.zeros(6)
            step[axis] = 1e-4
            there, back = (self._across(end, moved(end.pose, sign * step)) for sign in (1.0, -1.0))
            columns.append((there - back) / 2e-4)
        return np.stack(columns, axis=1)

    def _across(self, end: _End, pose: RigidTransform) -> FloatArray:
        found = np.zeros(len(end.miss))
        for picture in self.pictures:
            here = end.photo == picture.number
            pixels = picture.view.project(pose.to_table(end.points[here]))
            found[here] = np.sum(np.nan_to_num(pixels) * end.across[here], axis=1)
        return found

    def _matched(self, pose: RigidTransform, level: int, which: Sequence[IntArray] | None = None) -> _End:
        """For every edge point that is seen, the photo's edge next to it; ``miss`` is how far off that is, along ``across``."""
        parts, seen, near = [], 0, 0
        for index, picture in enumerate(self.pictures):
            shown = self.edges.seen(pose.to_own(picture.eye), self.rays) if which is None else which[index]
            shown = _thinned(shown, MATCHED)
            pixels = picture.view.project(pose.to_table(self.edges.points[shown]))
            height, width = picture.grey.shape
            inside = (
                np.isfinite(pixels).all(axis=1)
                & (pixels > 1.0).all(axis=1)
                & (pixels < (width - 2.0, height - 2.0)).all(axis=1)
            )
            shown, pixels = shown[inside], pixels[inside]
            ways = ways_in(picture, self.edges, pose, shown)
            across = np.stack([-ways[:, 1], ways[:, 0]], axis=1)
            miss, found = next_edge(picture, level, pixels, across, near=FAR_LOOK if which is None else NEAR_LOOK)
            seen += len(shown)
            near += int(np.sum(found & (np.abs(miss) < FITS / picture.sizes[level] ** 0.5)))
            number = np.full(int(found.sum()), picture.number)
            parts.append((self.edges.points[shown[found]], number, across[found], miss[found], self.edges.edge[shown[found]]))
        points, photo, across, miss, edge = (np.concatenate([part[i] for part in parts]) for i in range(5))
        return _End(pose, near / max(seen, 1), points, photo, across, miss, edge)

    def settled(self, ends: Sequence[_End], tags: Sequence[RigidTransform]) -> tuple[_End, list[RigidTransform]]:
        """The likeliest of all ends and of the places at which the piece's edges lie on its own, and those as likely as it."""
        overlaps, best, others = own_overlaps(self.edges), ends[0], list(ends[1:])
        for _ in range(SETTLED):
            shifted = [after(best.pose, overlap) for overlap in overlaps]
            begun = [*(pose for pose in shifted if self.surface.under(pose, tags)), *self._scanned(best.pose)]
            ends = [*others, *(self._refined(pose, range(1, len(SIDES))) for pose in begun)]
            told = self._told_apart(best, ends)
            least = int(np.argmin(told)) if told else 0
            if not told or told[least] > -TELLS:
                return best, [end.pose for end, value in zip(ends, told, strict=True) if value < TELLS]
            others, best = [best, *(end for end in others if end is not ends[least])], ends[least]
        return best, [others[0].pose]

    def _told_apart(self, best: _End, ends: Sequence[_End]) -> list[float]:
        """Logarithms of how much likelier a place is than others; endless where these are the same or explain too little."""
        chance = by_chance(self.pictures, self.edges, self.rays, best.pose)
        shown = shown_in(self.pictures, self.edges, self.rays, best.pose)
        found = []
        for end in ends:
            out = end.share < CHALLENGES * best.share or self.symmetry.beside(best.pose, end.pose)
            other = [] if out else shown_in(self.pictures, self.edges, self.rays, end.pose)
            found.append(np.inf if out else likelier(self.pictures, shown, other, chance))
        return found

    def _scanned(self, middle: RigidTransform) -> list[RigidTransform]:
        """Places beside one whose edges lie closest to the photos': gratings and ribs catch a refinement some bars off."""
        steps = np.arange(-SCANNED, SCANNED + 0.5 * SCAN_STEP, SCAN_STEP)
        grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        facing = float(np.degrees(np.arctan2(middle.matrix[1, 0], middle.matrix[0, 0])))
        found = list[tuple[float, float, FloatArray]]()
        for turn in facing + np.array(SCAN_TURNS):
            shifts = grid + np.array(middle.position[:2])
            likeness = sum(self._likeness(picture, turn, shifts, FINER_POINTS, near=CLOSELY) for picture in self.pictures)
            found += zip(np.asarray(likeness).tolist(), [float(turn)] * len(shifts), shifts, strict=True)
        kept = list[RigidTransform]()
        for _, turn, (x, y) in sorted(found, key=lambda each: -each[0]):
            place = RigidTransform.turned((x, y, 0.0), turn)
            if not any(close(place, other) for other in kept):
                kept.append(place)
            if len(kept) == SCAN_KEPT:
                break
        return kept

    def told(self, survey: Survey, end: _End, by_all: RigidTransform, doubts: tuple[str, ...]) -> PoseFit:
        """The place with its errors. Points along one edge in one photo go wrong together.

        Where lone points have it elsewhere than all of them together (``by_all``), either may be right.
        """
        good = np.abs(end.miss) < FITS
        points, photo, miss = end.points[good], end.photo[good], end.miss[good]
        edges = len(np.unique(np.stack([end.edge[good], photo], axis=1), axis=0))
        sigma = max(float(np.sqrt(np.mean(miss**2))), LEAST_MISS) * np.sqrt(len(miss) / max(edges, 1))
        slopes, own = errors_of(survey, points, photo, end.pose, sigma=sigma, sought=self.sought, across=end.across[good])
        pixel = self._pixel(end.pose)
        arm = max(float(np.linalg.norm(np.std(points[:, :2], axis=0))), pixel)
        floor = (end.floor * pixel / np.array([1.0, 1.0, arm])) ** 2
        own[self.sought, self.sought] += floor[: len(self.sought)]
        # Each of the places that are told apart by nothing may be the right one.
        apart = np.max([_step(end.pose, rival) ** 2 for rival in end.rivals], axis=0)
        own[self.sought, self.sought] += apart[list(self.sought)]
        moved_by = _step(by_all, end.pose)[list(self.sought)]
        if float(np.hypot(*moved_by[:2])) > ELSEWHERE * pixel:
            own[self.sought, self.sought] += moved_by**2
        missed = np.abs(miss)
        return PoseFit(end.pose, slopes, own, missed, missed * sizes_of_pixels(survey, points, photo, end.pose), doubts)


def _thinned(which: IntArray, most: int) -> IntArray:
    """Every so many of them."""
    return which[:: -(-len(which) // most)] if len(which) > most else which


def _step(one: RigidTransform, other: RigidTransform) -> FloatArray:
    """(6,) from one standing place to another: inches and radians."""
    turn = rotation_of(other.matrix @ one.matrix.T).as_rotvec()
    return np.concatenate([np.subtract(other.position, one.position), turn])


def _in_words(one: RigidTransform, other: RigidTransform) -> str:
    """In words how far one place is from another."""
    step = _step(one, other)
    return f"{MM_PER_INCH * float(np.linalg.norm(step[:2])):.0f} mm away and turned by {abs(np.degrees(step[5])):.0f} degrees"
