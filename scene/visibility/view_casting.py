"""Casting the rays of views: in a given direction the eye meets the body, something before it, or neither."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.geometry.ray_casting import CONTACT, Float32, Floats, RayScene, mesh_rays
from scene.table.table import Figure
from scene.visibility.occluders import Occluders
from scene.visibility.packed_looks import NO_ROOM, PackedLooks
from scene.visibility.view_directions import Frames, frames, turned

NOTHING, SEEN, HIDDEN = 0, 1, 2
"""Labels of a direction: past the body, on the body and free, on the body but covered."""

NOBODY = -1

Labels = NDArray[np.int8]
Blame = NDArray[np.int16]


@dataclass(frozen=True)
class ShooterSurroundings:
    """The room around a shooter in which terrain does not hide: an upright cylinder above the floor he stands on."""

    centre: tuple[float, float]
    radius: float
    floor: float
    ceiling: float = np.inf

    @property
    def measures(self) -> tuple[float, ...]:
        """Middle, radius, floor and ceiling."""
        return (*self.centre, self.radius, self.floor, self.ceiling)

    def ways_out(self, starts: FloatArray, directions: Floats) -> FloatArray:
        """(n,) how far rays go before they leave the room; 0 for those that start outside.

        Args:
            starts: (n, 3) or (3,).
            directions: (n, 3) unit vectors.
        """
        offset = starts[..., :2] - np.asarray(self.centre)
        height, above = starts[..., 2] - self.floor, self.ceiling - starts[..., 2]
        a = np.maximum((directions[:, :2] ** 2).sum(axis=1), 1e-12)
        b = (directions[:, :2] * offset).sum(axis=1)
        c = (offset**2).sum(axis=-1) - self.radius**2
        side = (-b + np.sqrt(np.maximum(b * b - a * c, 0.0))) / a
        down = height / np.maximum(-directions[:, 2], 1e-12)
        up = above / np.maximum(directions[:, 2], 1e-12)
        inside = (c <= 0) & (height >= 0) & (above >= 0)
        return np.where(inside, np.minimum(side, np.minimum(down, up)), 0.0)


@dataclass(frozen=True, eq=False)
class SightQuery:
    """One question: how much of ``target`` is hidden from ``eye``?

    Attributes:
        eye: (3,) float.
        ignored: ids of figures that do not hide; the target itself never does.
        near: terrain within this room does not hide.
    """

    eye: FloatArray
    target: Figure
    ignored: frozenset[str] = frozenset()
    near: ShooterSurroundings | None = None


class Caster:
    """Casts the rays of several views together.

    Blame is a number: the place of a piece in ``occluders.pieces``, or that many plus the place of a figure in ``figures``.
    """

    def __init__(self, occluders: Occluders, figures: Sequence[Figure], views: Sequence[SightQuery]) -> None:
        self.occluders = occluders
        self.figures = tuple(figures)
        self.views = tuple(views)
        self.frames: Frames = frames(np.array([view.eye for view in views]), [view.target for view in views])

    def look(self, view: IntArray, places: Float32, cast: BoolArray, labels: Labels, blame: Blame) -> None:
        """Fills in labels and blame (q, n, n) of those cells that are ``cast``, as seen by views (q,).

        Args:
            places: (2, n, n) where in the windows it is looked, across and up.
        """
        if self._packed is not None:
            self._packed.look(view, places, cast, labels, blame)
            return
        which, row, column = np.nonzero(cast)
        across, up = places[:, row, column]
        labels[cast], blame[cast] = self.cast(view[which], across, up)

    def cast(self, view: IntArray, across: Float32, up: Float32) -> tuple[Labels, Blame]:
        """Labels and blame (n,) of directions given by view (sorted) and place in its window, all (n,)."""
        own = self.frames.directions(view, across, up)
        body = self.body_distances(view, own)
        on_body = np.flatnonzero(np.isfinite(body))
        labels = np.full(len(view), NOTHING, dtype=np.int8)
        blame = np.full(len(view), NOBODY, dtype=np.int16)
        if len(on_body):
            which = view[on_body]
            ways = turned(own[on_body], self.frames.turn, which)
            blame[on_body] = self.first_met(which, ways, body[on_body])
            labels[on_body] = np.where(blame[on_body] == NOBODY, SEEN, HIDDEN)
        return labels, blame

    def body_distances(self, view: IntArray, own: Float32) -> Float32:
        """(n,) how far along unit directions (n, 3) in its own frame the target's body lies; infinite past it."""
        if len(self._bodies) == 1:
            return self._bodies[0][0].distances(self.frames.eye_own, own, which=view)
        result = np.full(len(view), np.inf, dtype=np.float32)
        for rays, members in self._bodies:
            chosen = np.flatnonzero(members[view])
            if len(chosen):
                result[chosen] = rays.distances(self.frames.eye_own, own[chosen], which=view[chosen])
        return result

    def first_met(self, view: IntArray, ways: Float32, reach: Float32) -> Blame:
        """(n,) blame for what lies before ``reach`` along unit directions (n, 3) in the table's frame."""
        limit = reach + np.float32(CONTACT)
        start = self._starts(view, ways)
        if start is None:
            hits = self.occluders.rays.first_hits(self.frames.eye, ways, np.maximum(limit, 0.0), which=view)
            nearest = np.minimum(hits.distance, limit)
        else:
            origins = self.frames.eye[view] + ways * start[:, None]
            hits = self.occluders.rays.first_hits(origins, ways, np.maximum(limit - start, 0.0))
            nearest = np.minimum(hits.distance + start, limit)
        blame = hits.mesh.astype(np.int16)
        self._figures_met(view, ways, nearest, blame)
        return blame

    def _starts(self, view: IntArray, ways: Float32) -> Float32 | None:
        """(n,) where along each ray terrain begins to count; None where it counts from the eye on."""
        if all(one.near is None for one in self.views):
            return None
        result = np.zeros(len(view), dtype=np.float32)
        for i, one in enumerate(self.views):
            if one.near is not None:
                part = slice(*np.searchsorted(view, [i, i + 1]))
                result[part] = one.near.ways_out(one.eye, ways[part])
        return result

    def _figures_met(self, view: IntArray, ways: Float32, nearest: Float32, blame: Blame) -> None:
        """Move the blame of those rays that meet a figure before ``nearest`` to that figure."""
        for i, j in self._between:
            part = slice(*np.searchsorted(view, [i, i + 1]))
            if part.start == part.stop:
                continue
            pose = self.figures[j].pose
            own = ways[part] @ pose.matrix.astype(np.float32)
            eye = pose.to_own(self.views[i].eye)[None]
            rays = mesh_rays(self.figures[j].body.counts)
            met = rays.distances(eye, own, which=np.zeros(len(own), dtype=np.int64))
            closer = met < nearest[part]
            nearest[part] = np.where(closer, met, nearest[part])
            blame[part] = np.where(closer, np.int16(len(self.occluders.pieces) + j), blame[part])

    @cached_property
    def _bodies(self) -> list[tuple[RayScene, BoolArray]]:
        """The ray scene of every body looked at, with the views (p,) that look at it."""
        by_mesh: dict[int, list[int]] = {}
        for i, view in enumerate(self.views):
            by_mesh.setdefault(id(view.target.body.counts), []).append(i)
        result = []
        for members in by_mesh.values():
            mask = np.zeros(len(self.views), dtype=bool)
            mask[members] = True
            result.append((mesh_rays(self.views[members[0]].target.body.counts), mask))
        return result

    @cached_property
    def _packed(self) -> PackedLooks | None:
        """The views, packed; None where rays are not cast in packets."""
        terrain = self.occluders.rays
        if not isinstance(terrain, RayScene):
            return None
        rooms = np.array([one.near.measures if one.near else NO_ROOM for one in self.views])
        between = np.array(self._between, dtype=np.int64).reshape(-1, 2)
        targets, first = [one.target for one in self.views], len(self.occluders.pieces)
        return PackedLooks.of(terrain, self.frames, targets, rooms, between, self.figures, first)

    @cached_property
    def _between(self) -> list[tuple[int, int]]:
        """Pairs (view, figure) in which the figure's body may cover the target, sorted by view."""
        if not self.figures:
            return []
        middles, radii = _spheres(self.figures)
        offsets = middles[None] - self.frames.eye[:, None]
        distance = np.linalg.norm(offsets, axis=2)
        ahead = np.einsum("pij,pj->pi", self.frames.turn, self.frames.axes[:, 0])
        cosine = np.einsum("pfj,pj->pf", offsets, ahead) / np.maximum(distance, 1e-12)
        angle = np.arccos(np.clip(cosine, -1.0, 1.0))
        size = np.arcsin(np.clip(radii / np.maximum(distance, 1e-12), 0.0, 1.0))
        within = angle - size <= np.arccos(np.clip(self.frames.spread, -1.0, 1.0))[:, None]
        near = distance - radii < self.frames.reach[:, None]
        around = distance <= radii
        counted = np.array([[figure.id not in view.ignored for figure in self.figures] for view in self.views])
        other = np.array([[figure.id != view.target.id for figure in self.figures] for view in self.views])
        chosen = ((within & near) | around) & counted & other
        return [(int(i), int(j)) for i, j in np.argwhere(chosen)]


def _spheres(figures: Sequence[Figure]) -> tuple[FloatArray, FloatArray]:
    """Middles (f, 3) and radii (f,) of spheres around the figures' bodies."""
    spheres = np.array([figure.sphere for figure in figures])
    return spheres[:, :3], spheres[:, 3]
