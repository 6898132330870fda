"""The table frame, from the tags that lie on the table: its ground is z = 0, its corner the origin, its first side x.

Which tags lie on the ground, and which mark the edges, is decided once (`FrameTags`). The frame itself is a smooth function of
where the tags are, so that its uncertainty can be told.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from assets.tag_scheme import ANCHOR_CARD_MM, ANCHOR_MM, role_of
from capture.adjustment.adjustment_problem import SQUARE
from capture.adjustment.rotation_vectors import matrices
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, IntArray

LEVEL = 0.12
"""Inches from the ground's plane within which a tag lies on the ground."""

UPRIGHT = np.cos(np.radians(20.0))
"""A tag leaning more than 20 degrees does not lie on the ground."""

MOST_TRIPLES = 600

SQUARE_WITHIN = 0.35
"""Inches: four cards this far from a rectangle's corners are not in the corners of a table."""

CARD = ANCHOR_CARD_MM / ANCHOR_MM / 2.0
"""From the middle of an anchor tag to its card's edge, in sides of the tag."""

LEFT, RIGHT, NEAR, FAR = (0, 3), (1, 2), (0, 1), (2, 3)
"""The corner tags along each edge of the table."""


@dataclass(frozen=True, eq=False)
class Frame:
    """Takes the arrangement's points to the table's: rotation (p - origin).

    Attributes:
        size: (2,) float, inches: the table along x and y.
    """

    rotation: FloatArray
    origin: FloatArray
    size: FloatArray

    def to_table(self, points: FloatArray) -> FloatArray:
        """(..., 3) points of the arrangement, in the table's frame."""
        return np.asarray((points - self.origin) @ self.rotation.T)


@dataclass(frozen=True, eq=False)
class FrameTags:
    """Which tags make the frame.

    Attributes:
        ids: of all tags, in their order.
        sides: (t,) float: theirs, inches.
        ground: indices of those on the ground.
        corners: index of the tag in each corner that is marked, by corner 0 to 3; empty if none is.
        notes: what had to be assumed.
    """

    ids: tuple[int, ...]
    sides: FloatArray
    ground: IntArray
    corners: dict[int, int]
    notes: tuple[str, ...] = ()

    @property
    def marked(self) -> tuple[str, ...]:
        """The edges that corner tags mark; the others are guessed."""
        return tuple(name for name, marks in EDGES.items() if any(mark in self.corners for mark in marks))

    def printed(self, scale: float) -> "FrameTags":
        """The same where tags, and the cards around them, came out of the printer ``scale`` times as large."""
        return replace(self, sides=self.sides * scale)

    def frame(self, tags: FloatArray) -> Frame:
        """The frame for tags at (t, 6) places and rotation vectors."""
        level, height = _plane(self._corners_of(tags, self.ground).reshape(-1, 3), matrices(tags[self.ground, 3:])[:, :, 2])
        flat = tags[:, :3] @ level.T
        turn, (x0, y0), size = self._edges(flat[:, :2], tags, level)
        rotation = turn @ level
        return Frame(rotation, np.array([x0, y0, height]) @ np.vstack([turn[:2] @ level, level[2]]), size)

    def _corners_of(self, tags: FloatArray, which: IntArray) -> FloatArray:
        turned = self.sides[which, None, None] * SQUARE @ np.swapaxes(matrices(tags[which, 3:]), 1, 2)
        return np.asarray(turned + tags[which, None, :3])

    def _edges(
        self, flat: FloatArray, tags: FloatArray, level: FloatArray
    ) -> tuple[FloatArray, tuple[float, float], FloatArray]:
        """The turn about z that makes the first side x, where the origin then is, and the size."""
        angle = self._angle(flat, tags, level)
        turn = np.array([[np.cos(angle), np.sin(angle), 0.0], [-np.sin(angle), np.cos(angle), 0.0], [0.0, 0.0, 1.0]])
        turned = flat @ turn[:2, :2].T
        margin = CARD * self.sides
        low, high = (
            (turned[self.ground] - margin[self.ground, None]).min(axis=0),
            (turned[self.ground] + margin[self.ground, None]).max(axis=0),
        )
        edges = []
        for axis, marks, sign, outermost in ((0, LEFT, -1, low), (0, RIGHT, 1, high), (1, NEAR, -1, low), (1, FAR, 1, high)):
            known = [self.corners[mark] for mark in marks if mark in self.corners]
            marked = [turned[i, axis] + sign * margin[i] for i in known]
            edges.append(float(np.mean(marked)) if marked else float(outermost[axis]))
        left, right, near, far = edges
        return turn, (left, near), np.array([right - left, far - near])

    def _angle(self, flat: FloatArray, tags: FloatArray, level: FloatArray) -> float:
        """Radians: the direction of the table's x."""
        along = np.zeros(2)
        for first, last, quarter in ((0, 1, 0), (3, 2, 0), (0, 3, 1), (1, 2, 1)):
            if first in self.corners and last in self.corners:
                x, y = flat[self.corners[last]] - flat[self.corners[first]]
                along += (y, -x) if quarter else (x, y)
        if np.linalg.norm(along) > 1e-9:
            return float(np.arctan2(along[1], along[0]))
        if self.corners:
            return self._angle_of_card(flat, tags, level)
        return self._angle_of_farthest(flat)

    def _angle_of_card(self, flat: FloatArray, tags: FloatArray, level: FloatArray) -> float:
        """Cards in corners lie along the edges: one way of four, that which has the other tags on the table."""
        corner, index = next(iter(self.corners.items()))
        x, y, _ = level @ matrices(tags[index : index + 1, 3:])[0][:, 0]
        others = flat[self.ground].mean(axis=0) - flat[index]
        inwards = np.arctan2(others[1], others[0]) - np.radians((45.0, 135.0, 225.0, 315.0)[corner])
        angle = np.arctan2(y, x)
        return float(angle + np.round((inwards - angle) / (np.pi / 2.0)) * np.pi / 2.0)

    def _angle_of_farthest(self, flat: FloatArray) -> float:
        """Without marked corners: along the longer side of the least rectangle around all cards, tied to two tags far apart."""
        places = flat[self.ground]
        pairs = list(combinations(range(len(places)), 2))
        if not pairs:
            return 0.0
        one, other = max(pairs, key=lambda pair: float(np.linalg.norm(places[pair[0]] - places[pair[1]])))
        x, y = places[other] - places[one]
        straight = np.arctan2(y, x)
        return float(straight + self._least_turn(places, straight))

    def _least_turn(self, places: FloatArray, straight: float) -> float:
        margin = (CARD * self.sides[self.ground])[:, None]
        found = []
        for offset in np.radians(np.arange(0.0, 180.0, 1.0)):
            angle = straight + offset
            turned = places @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            across, along = (turned + margin).max(axis=0) - (turned - margin).min(axis=0)
            found.append((across * along * (1.0 if across >= along else 1.001), offset))
        return float(min(found)[1])


def layout_of(ids: Sequence[int], sides: FloatArray, tags: FloatArray, unsure: Collection[int] = ()) -> FrameTags:
    """Which tags lie on the ground and mark the corners, from where they all are, (t, 6).

    ``unsure`` are indices of tags that may lie on the ground for all that is known of their heights: they mark corners as well.
    """
    anchors = [i for i, number in enumerate(ids) if role_of(number).kind == "anchor"]
    others = [i for i, number in enumerate(ids) if role_of(number).kind == "unknown"]
    candidates = np.array(anchors or others or range(len(ids)))
    if not len(candidates):
        raise SceneError("no tag has a place; see what the photos lack")
    ground = candidates[_on_one_plane(tags[candidates])]
    notes = []
    if not anchors:
        notes.append("no anchor tag (0 to 31) was found; the ground is the plane that most of the tags lie on")
    risen = [str(ids[i]) for i in anchors if i not in ground and i not in unsure]
    if risen:
        notes.append(f"anchor tags not on the ground: {', '.join(risen)}; the ground is the plane of the others")
    corners = {}
    for i in (*ground, *unsure):
        corner = role_of(ids[i]).corner
        if corner is not None:
            corners[corner] = int(i)
    layout = FrameTags(tuple(ids), sides, ground, corners)
    if corners and not _is_rectangle(layout, tags):
        corners, note = _in_another_order(layout, tags)
        notes.append(note)
    missing = [str(corner) for corner in range(4) if corner not in corners]
    if not corners:
        notes.append("the edges are guessed: the least rectangle around all cards on the ground; tags 0 to 3 would mark them")
    elif unmarked := [name for name, marks in EDGES.items() if not any(mark in corners for mark in marks)]:
        which, absent = " and the ".join(unmarked), ", ".join(missing)
        notes.append(f"no card marks the {which} edge (missing: {absent}), so the table ends there with the last card")
    return FrameTags(tuple(ids), sides, ground, corners, tuple(notes))


EDGES = {"left": LEFT, "right": RIGHT, "near": NEAR, "far": FAR}


def _is_rectangle(layout: FrameTags, tags: FloatArray) -> bool:
    """Whether the marked corners are those of a rectangle, the right way round."""
    frame = layout.frame(tags)
    places = frame.to_table(tags[:, :3])[:, :2]
    width, depth = frame.size
    expected = {0: (0.0, 0.0), 1: (width, 0.0), 2: (width, depth), 3: (0.0, depth)}
    inwards = {0: (1, 1), 1: (-1, 1), 2: (-1, -1), 3: (1, -1)}
    for corner, index in layout.corners.items():
        margin = CARD * layout.sides[index]
        miss = places[index] - expected[corner] - margin * np.array(inwards[corner])
        if np.abs(miss).max() > SQUARE_WITHIN:
            return False
    return bool(frame.size.min() > 0.0)


def _in_another_order(layout: FrameTags, tags: FloatArray) -> tuple[dict[int, int], str]:
    """Corners whose cards do not go round as they should: those that they lie in, empty if in none; and a line about it."""
    flat = layout.frame(tags).to_table(tags[:, :3])[:, :2]
    marks = list(layout.corners)
    away = flat[list(layout.corners.values())]
    away = away - away.mean(axis=0)
    turns = np.arctan2(away[:, 1], away[:, 0])
    # Anticlockwise, from tag 0 on.
    order = sorted(marks, key=lambda mark: float((turns[marks.index(mark)] - turns[marks.index(min(marks))]) % (2.0 * np.pi)))
    corners = {place: layout.corners[mark] for place, mark in enumerate(order)}
    usual = "seen from above, 0, 1, 2, 3 go round anticlockwise, flush with the edges"
    if len(order) == len(EDGES) and _is_rectangle(replace(layout, corners=corners), tags):
        listed = ", ".join(map(str, order))
        edges = f"the edges are taken from them as they lie, with x from tag 0 to tag {order[1]}"
        return corners, f"tags {listed} go round the corners anticlockwise, where {usual}; {edges}"
    return {}, f"tags 0 to 3 do not lie in the corners of a rectangle, so they mark no edges; {usual}"


def _on_one_plane(tags: FloatArray) -> IntArray:
    """Indices of the most tags whose middles lie on one plane and that face the same way."""
    count = len(tags)
    normals, middles = matrices(tags[:, 3:])[:, :, 2], tags[:, :3]
    best = np.arange(count)[:1]
    if count < 3:
        return _near(normals[0], float(normals[0] @ middles[0]), middles, normals, within=1.0)
    triples = list(combinations(range(count), 3))
    step = max(1, len(triples) // MOST_TRIPLES)
    for one, two, three in triples[::step]:
        normal = np.cross(middles[two] - middles[one], middles[three] - middles[one])
        length = float(np.linalg.norm(normal))
        if length < 1.0:
            continue
        normal = normal / length * np.sign(normal @ normals[[one, two, three]].sum(axis=0) or 1.0)
        found = _near(normal, float(normal @ middles[one]), middles, normals, within=LEVEL)
        if len(found) > len(best):
            best = found
    return best


def _near(normal: FloatArray, height: float, middles: FloatArray, normals: FloatArray, *, within: float) -> IntArray:
    return np.flatnonzero((np.abs(middles @ normal - height) < within) & (normals @ normal > UPRIGHT))


def _plane(points: FloatArray, normals: FloatArray) -> tuple[FloatArray, float]:
    """The plane through (n, 3) points: a (3, 3) rotation that makes its normal z, and its height along that."""
    middle = points.mean(axis=0)
    normal = np.linalg.svd(points - middle, full_matrices=False)[2][2]
    normal = normal * np.sign(normal @ normals.sum(axis=0) or 1.0)
    # Any axes on the plane will do, if they change smoothly with it.
    helper = np.eye(3)[int(np.argmin(np.abs(normal)))]
    x = np.cross(helper, normal)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(normal, x), normal]), float(normal @ middle)
