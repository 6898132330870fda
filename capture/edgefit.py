"""Where a standing piece is in photos, without any marked point: by its edges.

The piece stands upright on the ground, so its place along x and y and its turn are sought. Its tags lie on its surface: that
leaves few places, which are compared by how well its edges lie on edges of the photos of their direction (Borgefors 1988,
chamfer matching; with directions: Shotton and others 2008). The best are refined by moving each edge's points across it to the
photo's edge next to them (Harris and Stennett 1990; Drummond and Cipolla 2002), and the one that explains most edges is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.spatial import KDTree

from capture.edgepictures import SIDES, Picture, direction_bins, next_edge
from capture.meshedges import EdgePoints, edge_points
from capture.pieces import GROUND, moved
from capture.posing import PoseFit, errors_of, sizes_of_pixels
from capture.survey import Survey
from scene.errors import SceneError
from scene.mesh import FloatArray, IntArray, Mesh
from scene.pose import Pose
from scene.rays import RayScene

TURN_STEP = 5.0
"""Degrees between the turns that are compared."""

SURFACE_STEP = 0.22
"""Inches between the places on the surface where a tag may be."""

FLAT_WITHIN, LEVEL_WITHIN = 0.15, 0.12
"""How far the slope (z of the normal) and the height (inches) of a tag may be off that of the surface under it."""

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

SURE, RIVAL = 0.15, 0.8
"""The share of its edges that the right place explains at least (by chance it is half of that), and how near to it in
proportion another place may come. Faces of one colour and light meet without an edge in the photo, so the share is never 1."""


def pose_by_edges(survey: Survey, pictures: Sequence[Picture], shape: Mesh, ids: Sequence[int]) -> PoseFit:
    """The place of a piece that stands upright on the ground.

    Args:
        survey: tags and cameras.
        pictures: its photos.
        shape: the piece's mesh in its own frame, inches.
        ids: of the tags on it.

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
    ends = search.ends(places)
    best = ends[0]
    rivals = [end for end in ends[1:] if not search.same(best.pose, end.pose)]
    if best.share < SURE or any(end.share > best.share * RIVAL for end in rivals):
        raise SceneError(
            f"the piece's edges do not tell its place for sure: {100 * best.share:.0f} % of them are in the photos,"
            f" and {100 * max((end.share for end in rivals), default=0.0):.0f} % at the next best place;"
            " mark points with --point, or take more photos before a plain ground"
        )
    return search.told(survey, best)


@dataclass(frozen=True, eq=False)
class _End:
    """Where a refinement ended.

    Attributes:
        share: of the edges that can be seen, those that are in the photos.
        points, photo, across, miss, edge: of those: (m, 3), (m,), (m, 2) unit direction in the photo, (m,) pixels, (m,).
    """

    pose: Pose
    share: float
    points: FloatArray
    photo: IntArray
    across: FloatArray
    miss: FloatArray
    edge: IntArray


class _Search:
    """A piece in its photos."""

    def __init__(self, pictures: Sequence[Picture], shape: Mesh) -> None:
        self.pictures, self.shape = pictures, shape
        self.edges: EdgePoints = edge_points(shape)
        self.rays = RayScene([shape])
        self.surface, self.facing = surface_points(shape, SURFACE_STEP)
        self.tree = KDTree(self.surface)

    def places(self, tags: Sequence[Pose]) -> list[Pose]:
        """The likeliest places, the best first, no two nearly the same."""
        turns, shifts = self._possible(tags)
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
        return [Pose.turned((*shift, 0.0), turn) for turn, shift in found]

    def _compared(self, turns: FloatArray, shifts: FloatArray, points: int) -> FloatArray:
        """(n,) how well the edges lie on the photos' at (n,) turns and (n, 2) shifts."""
        found = np.zeros(len(turns))
        step = max(1, len(self.pictures) // COMPARED_PHOTOS)
        for turn in np.unique(turns):
            here = np.flatnonzero(turns == turn)
            for picture in self.pictures[::step][:COMPARED_PHOTOS]:
                found[here] += self._likeness(picture, float(turn), shifts[here], points)
        return found

    def ends(self, places: Sequence[Pose]) -> list[_End]:
        """Where the likeliest places end, the best first."""
        begun = sorted((self._refined(place, (0,)) for place in places), key=lambda end: -end.share)
        different: list[_End] = []
        for end in begun:
            if not any(_close(end.pose, other.pose) for other in different):
                different.append(end)
        ends = [self._refined(end.pose, range(1, len(SIDES))) for end in different[:FINISHED]]
        return sorted(ends, key=lambda end: -end.share)

    def _possible(self, tags: Sequence[Pose]) -> tuple[FloatArray, FloatArray]:
        """(n,) turns in degrees and (n, 2) shifts at which all tags lie on the surface."""
        best: tuple[FloatArray, FloatArray] | None = None
        for tag in tags:
            found = self._under(tag)
            if best is None or len(found[0]) < len(best[0]):
                best = found
        assert best is not None, "there is always a tag"
        turns, shifts = best
        for tag in tags:
            cosine, sine = np.cos(np.radians(turns)), np.sin(np.radians(turns))
            x, y = (np.array(tag.position[:2]) - shifts).T
            own = np.stack([cosine * x + sine * y, cosine * y - sine * x, np.full(len(x), tag.position[2])], axis=1)
            near = self.tree.query(own)[0] < 1.6 * SURFACE_STEP
            turns, shifts = turns[near], shifts[near]
        return turns, shifts

    def _under(self, tag: Pose) -> tuple[FloatArray, FloatArray]:
        """The turns and shifts that bring some place of the surface under a tag."""
        normal, height = tag.matrix[:, 2], tag.position[2]
        alike = (np.abs(self.facing[:, 2] - normal[2]) < FLAT_WITHIN) & (np.abs(self.surface[:, 2] - height) < LEVEL_WITHIN)
        places, facing = self.surface[alike], self.facing[alike]
        if np.hypot(*normal[:2]) > 0.4:
            # A tag on a wall says how the piece is turned.
            turns = np.degrees(np.arctan2(normal[1], normal[0]) - np.arctan2(facing[:, 1], facing[:, 0]))
            turns = np.round(turns / TURN_STEP)[:, None] * TURN_STEP + np.array([-1.0, 0.0, 1.0]) * TURN_STEP
            turns = (turns % 360.0).reshape(-1)
            places = np.repeat(places, 3, axis=0)
        else:
            steps = np.arange(0.0, 360.0, TURN_STEP)
            turns, places = np.tile(steps, len(places)), np.repeat(places, len(steps), axis=0)
        cosine, sine = np.cos(np.radians(turns)), np.sin(np.radians(turns))
        x, y = places[:, 0], places[:, 1]
        return turns, np.array(tag.position[:2]) - np.stack([cosine * x - sine * y, sine * x + cosine * y], axis=1)

    def _likeness(self, picture: Picture, turn: float, shifts: FloatArray, points: int) -> FloatArray:
        """(n,) how well the edges of the piece, turned so and at (n, 2) shifts, lie on edges of the photo."""
        middle = Pose.turned((*np.median(shifts, axis=0), 0.0), turn)
        shown = self.edges.seen(middle.to_own(picture.eye), self.rays)
        shown = _thinned(shown, points)
        if not len(shown):
            return np.zeros(len(shifts))
        edges = middle.to_table(self.edges.points[shown])
        ways = self._ways(picture, middle, shown)
        places = (
            edges[None, :, :]
            + np.concatenate([shifts - np.array(middle.position[:2]), np.zeros((len(shifts), 1))], axis=1)[:, None, :]
        )
        pixels = (picture.view.project(places) + 0.5) * picture.small - 0.5
        height, width = picture.likeness.shape[1:]
        inside = (pixels[..., 0] >= 0) & (pixels[..., 0] <= width - 1) & (pixels[..., 1] >= 0) & (pixels[..., 1] <= height - 1)
        x, y = (np.where(inside, np.nan_to_num(pixels[..., axis]), 0.0).round().astype(np.int64) for axis in (0, 1))
        found = np.where(inside, picture.likeness[direction_bins(ways)[None, :], y, x], 0.0)
        return np.asarray(found.sum(axis=1) / np.maximum(inside.sum(axis=1), 0.5 * len(shown)))

    def _ways(self, picture: Picture, pose: Pose, which: IntArray) -> FloatArray:
        """(m, 2) unit directions of edges in a photo."""
        points, ways = self.edges.points[which], self.edges.ways[which]
        there, back = (picture.view.project(pose.to_table(points + sign * 0.02 * ways)) for sign in (1.0, -1.0))
        found = np.nan_to_num(there - back)
        return np.asarray(found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9))

    def _refined(self, start: Pose, levels: Sequence[int]) -> _End:
        """The place near ``start`` at which the edges lie on the photos', followed through some of the sizes."""
        pose = start
        for level in levels:
            for _ in range(5):
                end = self._matched(pose, level)
                if len(end.miss) < 12:
                    break
                slopes = self._slopes(end)
                width = max(3.0 * 1.4826 * float(np.median(np.abs(end.miss))), 0.7)
                weight = np.clip(1.0 - (end.miss / width) ** 2, 0.0, None) ** 2
                normal = slopes.T @ (weight[:, None] * slopes) + 1e-9 * np.eye(3)
                step = np.zeros(6)
                step[list(GROUND)] = np.linalg.solve(normal, slopes.T @ (weight * end.miss))
                step *= min(1.0, 0.4 / max(float(np.abs(step).max()), 1e-12))
                pose = moved(pose, step)
                if np.abs(step).max() < 1e-5:
                    break
        return self._matched(pose, levels[-1])

    def _slopes(self, end: _End) -> FloatArray:
        """(m, 3): how the points move across their edges with x, y and the turn."""
        columns = []
        for axis in GROUND:
            step = np.zeros(6)
            step[axis] = 1e-4
            there, back = (self._across(end, moved(end.pose, sign * step)) for sign in (1.0, -1.0))
            columns.append((there - back) / 2e-4)
        return np.stack(columns, axis=1)

    def _across(self, end: _End, pose: Pose) -> FloatArray:
        found = np.zeros(len(end.miss))
        for picture in self.pictures:
            here = end.photo == picture.number
            pixels = picture.view.project(pose.to_table(end.points[here]))
            found[here] = np.sum(np.nan_to_num(pixels) * end.across[here], axis=1)
        return found

    def _matched(self, pose: Pose, level: int) -> _End:
        """For every edge point that is seen, the photo's edge next to it; ``miss`` is how far off that is, along ``across``."""
        parts, seen, near = [], 0, 0
        for picture in self.pictures:
            shown = _thinned(self.edges.seen(pose.to_own(picture.eye), self.rays), MATCHED)
            pixels = picture.view.project(pose.to_table(self.edges.points[shown]))
            height, width = picture.grey.shape
            inside = (
                np.isfinite(pixels).all(axis=1)
                & (pixels > 1.0).all(axis=1)
                & (pixels < (width - 2.0, height - 2.0)).all(axis=1)
            )
            shown, pixels = shown[inside], pixels[inside]
            ways = self._ways(picture, pose, shown)
            across = np.stack([-ways[:, 1], ways[:, 0]], axis=1)
            miss, found = next_edge(picture, level, pixels, across)
            seen += len(shown)
            near += int(np.sum(found & (np.abs(miss) < FITS / picture.sizes[level] ** 0.5)))
            number = np.full(int(found.sum()), picture.number)
            parts.append((self.edges.points[shown[found]], number, across[found], miss[found], self.edges.edge[shown[found]]))
        points, photo, across, miss, edge = (np.concatenate([part[i] for part in parts]) for i in range(5))
        return _End(pose, near / max(seen, 1), points, photo, across, miss, edge)

    def same(self, one: Pose, other: Pose) -> bool:
        """Whether the piece looks the same at both places, perhaps because it is symmetric."""
        there = other.to_table(self.surface)
        return float(np.percentile(self.tree.query(one.to_own(there))[0], 98.0)) < SURFACE_STEP

    def told(self, survey: Survey, end: _End) -> PoseFit:
        """The place with its errors. Points along one edge in one photo go wrong together."""
        good = np.abs(end.miss) < FITS
        points, photo, miss = end.points[good], end.photo[good], end.miss[good]
        edges = len(np.unique(np.stack([end.edge[good], photo], axis=1), axis=0))
        sigma = max(float(np.sqrt(np.mean(miss**2))), 0.3) * np.sqrt(len(miss) / max(edges, 1))
        slopes, own = errors_of(survey, points, photo, end.pose, sigma=sigma, on_ground=True, across=end.across[good])
        missed = np.abs(miss)
        return PoseFit(end.pose, slopes, own, missed, missed * sizes_of_pixels(survey, points, photo, end.pose))


def _thinned(which: IntArray, most: int) -> IntArray:
    """Every so many of them."""
    return which[:: -(-len(which) // most)] if len(which) > most else which


def _close(one: Pose, other: Pose) -> bool:
    """Whether two standing pieces stand within a tenth of an inch and two degrees of each other."""
    turn = float(np.arccos(np.clip(one.matrix[:, 0] @ other.matrix[:, 0], -1.0, 1.0)))
    return bool(np.linalg.norm(np.subtract(one.position, other.position)) < 0.1 and turn < np.radians(2.0))


def surface_points(mesh: Mesh, step: float) -> tuple[FloatArray, FloatArray]:
    """(n, 3) points all over a mesh, about so many inches apart, and the (n, 3) unit normals there."""
    corners = mesh.triangles
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(across, axis=1) / 2.0
    number = int(np.clip(area.sum() / step**2, 500, 40_000))
    # Evenly along the area, and spread over each face by the golden ratio's multiples in two dimensions.
    face = np.searchsorted(np.cumsum(area), (np.arange(number) + 0.5) / number * area.sum()).clip(0, len(area) - 1)
    u, v = ((np.arange(1, number + 1) * share) % 1.0 for share in (0.7548776662466927, 0.5698402909980532))
    u, v = np.where(u + v > 1.0, 1.0 - u, u), np.where(u + v > 1.0, 1.0 - v, v)
    a, b, c = corners[face].swapaxes(0, 1)
    points = a + u[:, None] * (b - a) + v[:, None] * (c - a)
    return points, across[face] / np.maximum(2.0 * area[face], 1e-12)[:, None]
