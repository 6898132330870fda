"""The rays from the shooter's eye to the target: which meet its body, and what hides it, by the rules of sight itself."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import FloatArray
from scene.geometry.ray_casting import CONTACT, RayScene
from scene.table.table import Figure, Table
from scene.visibility.occluders import Occluders, occluders
from sightline.drawing.rendering.camera import Camera

VISIBLE = -1
NO_BODY = -2

Float32 = NDArray[np.float32]
Int32 = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class TargetHits:
    """What n rays find of the target.

    Attributes:
        distance: (n,) float32 inches to the target's body; infinite where the ray misses it.
        blocker: (n,) int32; `NO_BODY`, `VISIBLE`, or the place of what hides it in `TargetView.blockers`.
    """

    distance: Float32
    blocker: Int32


@dataclass(frozen=True, eq=False)
class TargetView:
    """The target's body and everything that can hide it from the shooter.

    Attributes:
        blockers: ids of what can hide it: pieces that hide, then figures other than these two.
        terrain: the pieces that hide.
        figures: rays at the other figures' bodies.
        body: rays at the target's body.
    """

    blockers: tuple[str, ...]
    terrain: Occluders
    figures: RayScene
    body: RayScene

    def look(self, origins: FloatArray, directions: FloatArray) -> TargetHits:
        """What the rays (n, 3) along unit ``directions`` (n, 3) find of the target."""
        distance = self.body.distances(origins, directions)
        blocker = np.full(len(distance), NO_BODY, dtype=np.int32)
        met = np.flatnonzero(np.isfinite(distance))
        reach = np.maximum(distance[met] + np.float32(CONTACT), np.float32(0.0))
        pieces = self.terrain.rays.first_hits(origins[met], directions[met], reach)
        others = self.figures.first_hits(origins[met], directions[met], reach)
        first_figure = np.int32(len(self.terrain.pieces))
        blocker[met] = np.where(others.distance < pieces.distance, others.mesh + first_figure, pieces.mesh)
        return TargetHits(distance, blocker)


def target_view(table: Table, shooter: Figure, target: Figure) -> TargetView:
    """The target as the shooter may see it; the shooter's own parts, all bases and insignificant parts left out."""
    terrain = occluders(table.terrain)
    others = [figure for figure in table.figures if figure.id not in {shooter.id, target.id}]
    return TargetView(
        blockers=tuple(piece.id for piece in terrain.pieces) + tuple(figure.id for figure in others),
        terrain=terrain,
        figures=RayScene([figure.placed for figure in others]),
        body=RayScene([target.placed]),
    )


@dataclass(frozen=True)
class PixelShares:
    """Shares counted in the pixels of an eye view, each pixel weighted by its solid angle.

    Attributes:
        hidden: of the target's body, 0..1.
        by: for everything that hides some of it, its share of the body.
        pixels: how many pixels the body takes.
    """

    hidden: float
    by: dict[str, float]
    pixels: int


def counted(camera: Camera, pixels: FloatArray, seen: TargetHits, blockers: tuple[str, ...]) -> PixelShares:
    """The shares in ``seen``, found by the rays through ``pixels`` (n, 2)."""
    body = seen.blocker != NO_BODY
    weights = camera.solid_angles(pixels[body])
    charged = np.bincount(seen.blocker[body] + 1, weights=weights, minlength=len(blockers) + 1)
    whole = float(charged.sum()) or 1.0
    by = {blockers[i]: float(share) / whole for i, share in enumerate(charged[1:]) if share > 0.0}
    return PixelShares(float(charged[1:].sum()) / whole, by, int(body.sum()))
