"""The layout of a card that stands in a figure's place: its silhouette as an eye sees it, in one loud colour, and its tags.

The card's own frame, in millimetres: its origin on the ground under the middle of its lower edge, x to the right as the eye
sees it, y up, z towards the eye. The card is upright, square to the line of sight in plan, and touches the base's rim: on the
near side, or on the far side where the eye is lower than the figure's middle. So all of the silhouette is above the ground.

A guide with a figure: docs/guides/shot-cards.md.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import shapely

from assets.tag_scheme import CARD_TAG_MM, CARD_TAGS, CARDS, MODULES
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH, Figure

GAP_MM = 3.0
"""Between the silhouette and what is beside it."""
MODULE_MM = CARD_TAG_MM / MODULES
RIM_MM = CARD_TAG_MM / 2.0 + MODULE_MM + 0.5
"""From a tag's middle to where the card is cut."""
PATCH_MM = 4.0
"""The height of the bars of loud colour under the tags, which tell what it looks like in a photo."""
MAST_MM, OUT_MM, BESIDE_MM = 49.0, 16.0, 5.0
"""How far above the silhouette the mast's tags are, and how far out and up those beside it: their middles."""
STEEPEST = 60.0
"""Degrees from level; looked at more steeply an upright card is too slanted to be read."""
EVEN_MM = 0.02
"""By so much the outline may differ from what is projected."""
SAMPLE_MM = 0.2
"""Between the places at which a silhouette is looked at."""
LEAST_MM = 60.0
"""An eye nearer than this sees no card whole."""


@dataclass(frozen=True)
class CardTag:
    """A tag on a card: its number, and the middle of it."""

    id: int
    x: float
    y: float

    @property
    def corners(self) -> FloatArray:
        """(4, 3) top left, top right, bottom right, bottom left."""
        half = CARD_TAG_MM / 2.0
        signs = np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])
        return np.column_stack([signs * half + [self.x, self.y], np.zeros(4)])

    @property
    def patch(self) -> tuple[float, float, float, float]:
        """The bar of loud colour under it: left, low, right, high."""
        half, high = CARD_TAG_MM / 2.0, self.y - CARD_TAG_MM / 2.0 - MODULE_MM
        return self.x - half, high - PATCH_MM, self.x + half, high


@dataclass(frozen=True, eq=False)
class CardLayout:
    """A card.

    Attributes:
        target: whose place it stands in.
        outline: the silhouette, a shapely polygon or several.
        cut_off: the share of the silhouette that would lie below the ground, and is not on the card.
        tags: on it.
        eye: (3,) where it is looked at from.
        behind: whether the base lies behind the card, seen from the eye; else before it.
        pose: takes the card's frame, in inches, to the table's.
    """

    target: Figure
    outline: Any
    cut_off: float
    tags: tuple[CardTag, ...]
    eye: FloatArray
    behind: bool
    pose: RigidTransform

    @property
    def base_mm(self) -> float:
        """The base's diameter, or that of a figure without one."""
        return 2.0 * _radius(self.target) * MM_PER_INCH

    @property
    def box(self) -> tuple[float, float, float, float]:
        """All of the card: left, low, right, high."""
        xs, ys = [tag.x for tag in self.tags], [tag.y for tag in self.tags]
        return min(xs) - RIM_MM, 0.0, max(xs) + RIM_MM, max(ys) + RIM_MM

    @property
    def cut(self) -> FloatArray:
        """(12, 2) where it is cut: from the left end of its lower edge round to the right one, with two arms and a mast."""
        left, _, right, high = self.box
        start, _, end, _ = self.outline.bounds
        half, tag = self.base_mm / 2.0, self.tags[-1]
        near, far = max(min(start - GAP_MM, -half), left), min(max(end + GAP_MM, half), right)
        low, top = tag.patch[1] - 1.0, tag.y + RIM_MM
        slim, wide = self.tags[1].x - RIM_MM, self.tags[2].x + RIM_MM
        one = [[near, 0.0], [near, low], [left, low], [left, top], [slim, top], [slim, high]]
        return np.array([*one, [wide, high], [wide, top], [right, top], [right, low], [far, low], [far, 0.0]])

    @property
    def far(self) -> float:
        """Millimetres from the eye to the middle of the silhouette."""
        return float(np.linalg.norm(self.eye - self.middle))

    @cached_property
    def across(self) -> FloatArray:
        """(2, 3) the ways across the line of sight: to the right, and up."""
        along = (self.middle - self.eye) / self.far
        right = np.cross(along, [0.0, 1.0, 0.0])
        right /= np.linalg.norm(right)
        return np.array([right, np.cross(right, along)])

    @cached_property
    def middle(self) -> FloatArray:
        """(3,) the middle of the silhouette."""
        left, low, right, high = self.outline.bounds
        return np.array([(left + right) / 2.0, (low + high) / 2.0, 0.0])

    @cached_property
    def samples(self) -> FloatArray:
        """(n, 3) places all over the silhouette."""
        left, low, right, high = self.outline.bounds
        x = np.arange(left + SAMPLE_MM / 2.0, right, SAMPLE_MM)
        y = np.arange(low + SAMPLE_MM / 2.0, high, SAMPLE_MM)
        grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        inside = grid[shapely.contains_xy(self.outline, grid)]
        return np.column_stack([inside, np.zeros(len(inside))])

    @cached_property
    def weights(self) -> FloatArray:
        """(n,) what the samples count: the angle that they fill at the eye; all together 1."""
        way = self.eye - self.samples
        far = np.linalg.norm(way, axis=1)
        angle = way[:, 2] / far**3
        return np.asarray(angle / angle.sum())

    def to_table(self, points: FloatArray) -> FloatArray:
        """(..., 3) inches on the table of (..., 3) places of the card's frame."""
        return self.pose.to_table(points / MM_PER_INCH)


def tags_of(number: int) -> range:
    """The tags of the card of the figure that comes at that place on its table."""
    first = CARDS.start + CARD_TAGS * (number % (len(CARDS) // CARD_TAGS))
    return range(first, first + CARD_TAGS)


def card_layout(target: Figure, eye: FloatArray, tags: Sequence[int], *, behind: bool | None = None) -> CardLayout:
    """The card of a figure, for an eye (3,) on the table.

    Args:
        target: whose place it is.
        eye: inches.
        tags: the numbers of its `CARD_TAGS` tags.
        behind: whether the base lies behind the card, seen from the eye; as is best for that eye where it is not said.

    Raises:
        SceneError: one line where no card can be made for that eye.
    """
    if not len(target.body.counts.faces):
        raise SceneError(f'"{target.called}" has no body that a card could stand for')
    foot = np.asarray(target.position, dtype=np.float64)
    low, high = target.box
    aside, up = eye[:2] - foot[:2], float(eye[2] - (low[2] + high[2]) / 2.0)
    away = float(np.hypot(*aside))
    steep = math.degrees(math.atan2(abs(up), away))
    if (away - _radius(target)) * MM_PER_INCH < LEAST_MM:
        raise SceneError(f'"{target.called}" stands too near for a card: it takes {LEAST_MM:g} mm between the two at least')
    if steep > STEEPEST:
        raise SceneError(
            f'"{target.called}" is looked at {steep:.0f} degrees from level, and a card can be read up to {STEEPEST:g} degrees'
        )
    behind = up >= 0.0 if behind is None else behind
    near = aside / away
    middle = foot + np.append(near * _radius(target) * (1.0 if behind else -1.0), 0.0)
    pose = _upright(middle, near)
    own_eye = pose.to_own(eye) * MM_PER_INCH
    whole = _silhouette(pose.to_own(target.placed.triangles) * MM_PER_INCH, own_eye)
    outline = shapely.intersection(whole, shapely.box(-1e4, 0.0, 1e4, 1e4))
    if outline.is_empty:
        raise SceneError(f'"{target.called}" lies wholly below its own ground, where no card can stand for it')
    return CardLayout(target, outline, 1.0 - outline.area / whole.area, _tags(outline, tags), own_eye, behind, pose)


def _upright(place: FloatArray, near: FloatArray) -> RigidTransform:
    """At a place (3,), z along ``near`` (2,), y up and x to the right of who looks against z."""
    half = math.atan2(near[1], near[0]) / 2.0
    less, more = (0.5 * (math.cos(half) - math.sin(half)), 0.5 * (math.cos(half) + math.sin(half)))
    x, y, z = place.tolist()
    return RigidTransform((x, y, z), (less, less, more, more))


def _radius(target: Figure) -> float:
    """Inches: of the base, or around a figure that has none."""
    if target.base_mm > 0:
        return target.base_radius
    x, y, _ = target.position
    return float(np.hypot(*(target.placed.vertices[:, :2] - [x, y]).T).max())


def _silhouette(triangles: FloatArray, eye: FloatArray) -> Any:  # noqa: ANN401 - shapely has no types
    """What triangles (n, 3, 3) cover of the card, seen from an eye (3,)."""
    share = eye[2] / np.maximum(eye[2] - triangles[..., 2], 1e-6)
    flat = eye[:2] + share[..., None] * (triangles[..., :2] - eye[:2])
    parts = shapely.polygons(flat)
    parts = parts[shapely.area(parts) > 1e-6]
    # Hairlines between neighbours are rounding.
    joined = shapely.union_all(parts, grid_size=1e-4).buffer(EVEN_MM / 2.0).buffer(-EVEN_MM / 2.0)
    return shapely.simplify(joined, EVEN_MM)


def _tags(outline: Any, numbers: Sequence[int]) -> tuple[CardTag, ...]:  # noqa: ANN401 - shapely has no types
    """One over the silhouette, two on a mast above it and one on each side at its upper edge: what is high is seldom hidden.

    Two low ones beside the legs were seen in every sixth shot and in every hundredth.
    """
    left, _, right, high = outline.bounds
    half = CARD_TAG_MM / 2.0 + MODULE_MM
    lowest, top = half + PATCH_MM + 1.0, high + GAP_MM + PATCH_MM + half
    middle, mast = (left + right) / 2.0, half + 0.5
    aside = max((right - left) / 2.0 + GAP_MM + half, 2.0 * half + 1.0) + OUT_MM
    beside = max(lowest, high + BESIDE_MM)
    places = (
        (middle, top),
        (middle - mast, high + MAST_MM),
        (middle + mast, high + MAST_MM),
        (middle - aside, beside),
        (middle + aside, beside),
    )
    return tuple(CardTag(tag, x, y) for tag, (x, y) in zip(numbers, places, strict=True))
