"""Looks at bodies in packets of rays: what views are made of, packed for the compiled code that casts them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import BoolArray, FloatArray, IntArray
from scene.geometry.packet_rays import BETWEEN, VIEW
from scene.geometry.ray_casting import CONTACT, Float32, RayScene, mesh_rays, side_by_side
from scene.table.table import Figure
from scene.visibility.view_directions import Frames

NO_ROOM = (0.0, 0.0, -1.0, 0.0, 0.0)
"""A room around the shooter of which nothing is left."""


@dataclass(frozen=True, eq=False)
class PackedLooks:
    """Views at bodies past terrain and figures.

    Attributes:
        terrain: what hides, cast in packets.
        bodies: the scenes whose places in memory stand in the views and figures.
        views: (p,) of `VIEW`.
        between: (k,) of `BETWEEN`: figures that may cover the target, by view.
    """

    terrain: RayScene
    bodies: tuple[RayScene, ...]
    views: NDArray[np.void]
    between: NDArray[np.void]

    @staticmethod
    def of(
        terrain: RayScene,
        frames: Frames,
        targets: Sequence[Figure],
        rooms: FloatArray,
        between: IntArray,
        figures: Sequence[Figure],
        first_figure: int,
    ) -> "PackedLooks | None":
        """The views as they are packed, p of them; None where rays are not cast in packets.

        Args:
            frames: of the p views.
            rooms: (p, 5) middle (x, y), radius, floor and ceiling of the rooms in which terrain does not hide, or `NO_ROOM`.
            between: (k, 2) a view and the place in ``figures`` of one who may cover its target, sorted by view.
            first_figure: what the first of the figures is called in blame.
        """
        if terrain.packets is None:
            return None
        views = np.zeros(len(targets), dtype=VIEW)
        views["eye"] = frames.eye - terrain.middle
        views["room"] = rooms - terrain.middle[[0, 1, 2, 2, 2]] * [1, 1, 0, 1, 1]
        bodies = [mesh_rays(target.body.counts) for target in targets]
        views["body"] = [_address(rays) for rays in bodies]
        views["eye_own"] = frames.eye_own - np.array([rays.middle for rays in bodies])
        views["axes"], views["turn"] = frames.axes, frames.turn
        start, end = frames.window[:, [0, 2]], frames.window[:, [1, 3]]
        views["window"][:, [0, 2]], views["window"][:, [1, 3]] = start, end - start
        edges = np.searchsorted(between[:, 0], np.arange(len(views) + 1))
        views["first"], views["last"] = edges[:-1], edges[1:]
        covering = np.zeros(len(between), dtype=BETWEEN)
        for row, (i, j) in enumerate(between.tolist()):
            pose, rays = figures[j].pose, mesh_rays(figures[j].body.counts)
            covering[row] = (_address(rays), pose.to_own(frames.eye[i]) - rays.middle, pose.matrix.T, first_figure + j)
            bodies.append(rays)
        return PackedLooks(terrain, tuple(bodies), views, covering)

    def look(
        self, view: IntArray, places: Float32, cast: BoolArray, labels: NDArray[np.int8], blame: NDArray[np.int16]
    ) -> None:
        """Fills in labels and blame as `Caster.look` does."""
        views, packets = self.views[view], self.terrain.packets
        assert packets is not None

        def part_of_them(part: slice) -> None:
            given = (self.terrain.numbers, views[part], self.between, places, cast[part], labels[part], blame[part])
            packets.look(*given, contact=CONTACT)

        side_by_side(part_of_them, len(view), rays=int(np.count_nonzero(cast)))


def _address(rays: RayScene) -> int:
    assert rays.packets is not None
    return rays.packets.scene
