"""A shot on a scan that knows its pieces only: which of the lines that these leave free were seen through in its photos."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

import numpy as np

from capture.dense.dense_lines import VOTES, DenseLine, Stretch, points_along
from capture.dense.next_photo import NextPhoto, next_photo, shown
from capture.dense.seen_through import MM
from scene.geometry.camera_model import CameraView
from scene.geometry.mesh import BoolArray, FloatArray
from scene.geometry.ray_casting import RayScene, mesh_rays
from scene.table.table import Figure, Table
from scene.visibility.line_of_sight import Witness
from scene.visibility.occluders import hiding_mesh

APART = 4.0 * MM
"""Inches between lines at the target: what a photo has to show about each of them reaches to the next."""
FEWEST = 0.2
"""Of a small body's length, the most that lines may be apart."""
MOST_POINTS = 600
"""So many points of all lines are asked about where one more photo would help."""


@dataclass(frozen=True, eq=False)
class ShotLines:
    """The lines of a shot that nothing known blocks.

    Attributes:
        lines: (n, 3) points each, from the shooter's eye to the target's body; one from body to body, where the eye sees none.
        known: all that is known to stand between.
    """

    lines: tuple[FloatArray, ...]
    known: RayScene


@dataclass(frozen=True, eq=False)
class DenseShot:
    """What is known of those lines.

    Attributes:
        lines: one each.
        photos: how many photos were looked at; 0 for none, and then no line is clear.
        short: the share of the lines' points that fewer photos show, past what is known, than have to see through them.
        another: where one more photo would show most; None where none would.
    """

    lines: tuple[DenseLine, ...]
    photos: int
    short: float
    another: NextPhoto | None

    @property
    def clear(self) -> int:
        """How many lines are clear."""
        return sum(line.clear for line in self.lines)

    @property
    def longest(self) -> Stretch | None:
        """The longest stretch that was not seen through; None where there is none."""
        stretches = [stretch for line in self.lines for stretch in line.unseen]
        return max(stretches, key=lambda ends: dist(*ends), default=None)

    @property
    def unseen(self) -> float:
        """The share of what the pieces leave free that may be hidden all the same; none only where all lines are clear."""
        # A line stands for what is round it: where its neighbour is not clear, half of that may be hidden.
        count = len(self.lines)
        return 0.0 if self.clear == count else min(1.0, (count - self.clear + 1) / count) if self.clear else 1.0


def shot_lines(table: Table, shooter: Figure, target: Figure, witness: Witness) -> ShotLines:
    """The lines of a shot that are free of the table's pieces and other figures."""
    others = [one.placed for one in table.figures if one.id not in {shooter.id, target.id}]
    known = RayScene([*(hiding_mesh(piece) for piece in table.terrain.pieces if piece.hides), *others])
    ends = _body_points(shooter.eye, target)
    starts = np.broadcast_to(shooter.eye, ends.shape)
    free = ~known.blocked(starts, ends) if len(ends) else np.zeros(0, dtype=bool)
    pairs = list(zip(starts[free], ends[free], strict=True)) or [(np.array(witness.start), np.array(witness.end))]
    bases = [(*figure.position[:2], _reach(figure)) for figure in (shooter, target)]
    return ShotLines(tuple(points_along(start, end, bases) for start, end in pairs), known)


def dense_shot(
    found: ShotLines, looked: Sequence[DenseLine], views: Sequence[CameraView], size: tuple[float, float], *, photos: int
) -> DenseShot:
    """What is known of a shot's lines.

    Args:
        found: the lines.
        looked: what the photos say of each; empty where none were looked at.
        views: of all photos of the scan.
        size: of the table, inches.
        photos: how many of them were looked at.
    """
    lines = tuple(looked) or tuple(DenseLine(clear=False) for _ in found.lines)
    points = np.concatenate([*found.lines, np.zeros((0, 3))])
    ends = np.array([stretch for line in looked for stretch in line.unseen]).reshape(-1, 2, 3)
    unknown = np.concatenate([*(points_along(begin, end, ()) for begin, end in ends), np.zeros((0, 3))])
    few = points[:: max(1, len(points) // MOST_POINTS)]
    enough = shown(views, few, found.known).sum(axis=0) >= VOTES
    if not looked:
        unknown = few[~enough]
    unknown = unknown[:: max(1, len(unknown) // MOST_POINTS)]
    along = found.lines[0][-1] - found.lines[0][0] if len(found.lines[0]) else np.array([1.0, 0.0, 0.0])
    along = along / max(float(np.linalg.norm(along)), 1e-9)
    another = next_photo(unknown, along, views, found.known, size)
    return DenseShot(lines, photos, float(np.mean(~enough)) if len(few) else 0.0, another)


def best_views(views: Sequence[CameraView], found: ShotLines, most: int) -> BoolArray:
    """(v,) the photos worth looking at: those that show something of the lines, no more than so many, the best of them."""
    points = np.concatenate([*found.lines, np.zeros((0, 3))])
    points = points[:: max(1, len(points) // MOST_POINTS)]
    counts = shown(views, points, found.known).sum(axis=1)
    chosen = np.zeros(len(views), dtype=bool)
    chosen[np.argsort(-counts, kind="stable")[:most]] = True
    return np.asarray(chosen & (counts > 0))


def _reach(figure: Figure) -> float:
    """Inches from a figure's middle within which nothing else stands: its base, or without one its body."""
    low, high = figure.box
    return figure.base_radius or float(np.hypot(*(high - low)[:2])) / 2.0


def _body_points(eye: FloatArray, target: Figure) -> FloatArray:
    """(n, 3) points of a body as an eye sees it, in a square grid."""
    if not len(target.body.counts.faces):
        return np.zeros((0, 3))
    corners = target.placed.vertices
    middle = corners.mean(axis=0)
    ahead = (middle - eye) / np.linalg.norm(middle - eye)
    right = np.cross(ahead, [0.0, 0.0, 1.0] if abs(ahead[2]) < 0.99 else [1.0, 0.0, 0.0])
    right = right / np.linalg.norm(right)
    axes = np.array([right, np.cross(right, ahead)])
    # On a plane through the body's middle, across the line of sight.
    ways = corners - eye
    flat = (ways * (float(np.linalg.norm(middle - eye)) / (ways @ ahead))[:, None]) @ axes.T
    low, high = flat.min(axis=0), flat.max(axis=0)
    step = min(APART, FEWEST * float((high - low).max()))
    x, y = (np.arange(a + 0.5 * step, b, step) for a, b in zip(low, high, strict=True))
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    ways = (middle - eye) + grid @ axes - ((middle - eye) @ axes.T) @ axes
    ways = ways / np.linalg.norm(ways, axis=1, keepdims=True)
    far = mesh_rays(target.placed).distances(np.broadcast_to(eye, ways.shape), ways)
    met = np.isfinite(far)
    return np.asarray(eye + far[met, None] * ways[met])
