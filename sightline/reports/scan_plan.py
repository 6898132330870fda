"""The plan of a scanned table: from above, with the ellipses in which its objects lie, and where photos were taken."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup

from capture.adjustment.adjustment_problem import SQUARE
from capture.adjustment.survey import Survey
from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.table import MM_PER_INCH
from sightline.reports.page_templates import said
from sightline.reports.plan_labels import PlanLabel, placed, room_of
from sightline.reports.scan_numbers import factor_below
from sightline.reports.scan_plan_objects import PlanObject

SURE = 0.95
"""Ellipses hold the true place so often."""

LARGE = 0.035
"""Of the table's diagonal: most ellipses are drawn with a longer half axis below this."""

WIDEST, TALLEST = 940.0, 820.0
"""Of the drawing, in its own units, without the margins left and right, in which names of photos end."""

MARGIN = 95.0
"""Units."""

EDGE = 3.2
"""Inches around the table that are always there, for numbers and words."""

AROUND = 0.4
"""Of the table's longer side: photos taken farther from its edge are drawn this far from it, dashed."""

GRID, NUMBERED = 6.0, 12.0
"""Inches."""

WEDGE = 2.4
"""Inches: the length of a camera's wedge."""

MOST_NAMES = 30
"""With more photos, the plan shows only their numbers."""

NAME = 14
"""Letters of a photo's name on the plan."""

BOXES = 9
"""Along an ellipse, to keep words off it."""

SIZES = {"id": 12.0, "name": 12.0, "photo": 11.0, "number": 11.0, "side": 17.0}
"""Units: of the fonts of words; those of sides are spaced out, and count for more than the style says."""

SIDES = {
    "north": ((0.0, 1.0), (1.0, 0.0), 0.0),
    "south": ((0.0, -1.0), (1.0, 0.0), 0.0),
    "west": ((-1.0, 0.0), (0.0, 1.0), -90.0),
    "east": ((1.0, 0.0), (0.0, 1.0), 90.0),
}
"""Where each side lies from the table's middle, along what it runs, and the turn of its word, degrees."""

Box = tuple[float, float, float, float]
Fixed = tuple[Box, str, str, float]
"""Words that lie where they lie: their box, themselves, their kind and their turn."""


def shortened(text: str, most: int) -> str:
    """A name with at most so many letters, cut in its middle: names of photos differ at their ends."""
    return text if len(text) <= most else f"{text[: most // 2 - 1]}…{text[-(most - most // 2) :]}"


@dataclass(frozen=True)
class Ellipse:
    """Half axes in inches, and the angle of the longer one in degrees, anticlockwise from x."""

    major: float
    minor: float
    angle: float


def ellipse(covariance: FloatArray, share: float = SURE) -> Ellipse:
    """The ellipse in which a place with that (2, 2) covariance lies so often.

    The square of the distance in standard deviations is distributed as chi square of 2, whose quantile is -2 log(1 - share).
    """
    values, axes = np.linalg.eigh(covariance)
    half = np.sqrt(np.clip(values, 0.0, None) * -2.0 * np.log1p(-share))
    return Ellipse(float(half[1]), float(half[0]), float(np.degrees(np.arctan2(axes[1, 1], axes[0, 1]))))


@dataclass(frozen=True, eq=False)
class ScanPlan:
    """The plan as an SVG element, and what has to be said beside it.

    Attributes:
        times: by what ellipses are drawn larger than they are.
        beyond: whether some photos were taken from farther away than drawn.
    """

    svg: Markup
    times: float
    beyond: bool


def plan(survey: Survey, names: Sequence[str], things: Sequence[PlanObject] = ()) -> ScanPlan:
    """The plan of a survey, the names of its photos, and the objects on the table."""
    return _Drawing(survey, names, things).plan()


def enlargement(ellipses: Sequence[Ellipse], size: FloatArray) -> float:
    """By what ellipses are drawn larger, so that three quarters of them are seen well and do not cover the table (2,)."""
    if not ellipses:
        return 1.0
    usual = float(np.quantile([each.major for each in ellipses], 0.75))
    return factor_below(LARGE * float(np.linalg.norm(size)) / max(usual, 1e-9))


class _Drawing:
    """Draws in units of the SVG element; x to the right, y down, the table's corner at the lower left."""

    def __init__(self, survey: Survey, names: Sequence[str], objects: Sequence[PlanObject]) -> None:
        self.survey, self.names, self.objects = survey, names, objects
        self.size = np.asarray(survey.size, dtype=np.float64)
        self.tags = np.array([pose.position[:2] for pose in survey.tags]).reshape(-1, 2)
        self.eyes, self.beyond = self._eyes()
        around = [np.zeros((1, 2)) - EDGE, self.size[None] + EDGE, self.eyes - WEDGE, self.eyes + WEDGE, self.tags]
        around += [ring for one in objects for ring in one.rings]
        points = np.concatenate(around)
        self.low, self.high = points.min(axis=0), points.max(axis=0)
        self.unit = min((np.array([WIDEST - 2.0 * MARGIN, TALLEST]) / (self.high - self.low)).tolist())

    def _eyes(self) -> tuple[FloatArray, BoolArray]:
        """(photos, 2) where each is drawn, and (photos,) whether that is nearer to the table than it was taken."""
        eyes = np.array([pose.position[:2] for pose in self.survey.photos]).reshape(-1, 2)
        middle = self.size / 2.0
        # Along the line from the table's middle, so that the side stays the same.
        reach = np.max(np.abs(eyes - middle) / (middle + AROUND * self.size.max()), axis=1)
        return middle + (eyes - middle) / np.maximum(reach, 1.0)[:, None], reach > 1.0

    def plan(self) -> ScanPlan:
        """The whole drawing."""
        tags = [ellipse(self.survey.covariance[slot, slot]) for slot in self._slots()]
        others = [ellipse(thing.covariance) for thing in self.objects]
        times = enlargement([*tags, *others], self.size)
        parts = [self._ground(), *(self._object(one) for one in self.objects), *map(self._tag, range(len(tags)))]
        named = zip(self.survey.ids, self.tags, tags, strict=True)
        parts += [self._ellipse(one, place, f"tag {number}", times) for number, place, one in named]
        parts += [self._ellipse(one, thing.place, thing.id, times) for thing, one in zip(self.objects, others, strict=True)]
        parts += map(self._camera, range(len(self.names)))
        width, height = ((self.high - self.low) * self.unit + (2.0 * MARGIN, 0.0)).tolist()
        places = [*self.tags, *(thing.place for thing in self.objects)]
        rings = self._ellipse_boxes(list(zip(places, [*tags, *others], strict=True)), times)
        parts += [self._words((2.0, 2.0, width - 2.0, height - 2.0), rings)]
        words = f"Plan of the table with {len(tags)} tags and {len(self.names)} photos"
        svg = (
            f'<svg class="plan" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" role="img"'
            f' aria-label="{words}">{"".join(parts)}</svg>'
        )
        markup = Markup(svg)  # noqa: S704 - said() has escaped what is not ours
        return ScanPlan(markup, times, bool(self.beyond.any()))

    def _slots(self) -> list[slice]:
        starts = [self.survey.tag_slot(i).start for i in range(len(self.survey.ids))]
        return [slice(start, start + 2) for start in starts]

    def _at(self, places: FloatArray) -> FloatArray:
        """(..., 2) units of (..., 2) inches."""
        x, y = np.moveaxis(np.asarray(places, dtype=np.float64), -1, 0)
        return np.stack([(x - self.low[0]) * self.unit + MARGIN, (self.high[1] - y) * self.unit], axis=-1)

    def _path(self, rings: Sequence[FloatArray]) -> str:
        drawn = ["L".join(f"{x:.1f} {y:.1f}" for x, y in self._at(ring).tolist()) for ring in rings]
        return "".join(f"M{ring}Z" for ring in drawn)

    def _text(self, box: Box, words: str, *, kind: str, turn: float = 0.0) -> str:
        """Words in a box of units; turned, they are as long as that is high."""
        x, y = (box[0] + box[2]) / 2.0, (box[1] + box[3]) / 2.0
        turned = f' transform="rotate({turn:.0f} {x:.1f} {y:.1f})"' if turn else ""
        base = y + 0.36 * SIZES[kind]
        return f'<text class="{kind}" x="{x:.1f}" y="{base:.1f}" text-anchor="middle"{turned}>{said(words)}</text>'

    def _ground(self) -> str:
        """The table and its grid."""
        width, depth = self.size.tolist()
        edge = np.array([(0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)])
        across, along = (np.arange(GRID, side, GRID) for side in (width, depth))
        lines = [np.array([(x, 0.0), (x, depth)]) for x in across] + [np.array([(0.0, y), (width, y)]) for y in along]
        return f'<path class="table" d="{self._path([edge])}"/><path class="grid" d="{self._path(lines)}"/>'

    def _words(self, within: Box, rings: FloatArray) -> str:
        """All words, above everything else: none lies over another, over a tag or over a camera.

        Args:
            within: the box of the drawing.
            rings: (n, 4) boxes of ellipses, which words leave free where they can.
        """
        things = [*(self._around(self._corners(index)) for index in range(len(self.tags)))]
        things += [self._around(self._wedge(index)) for index in range(len(self.names))]
        fixed = self._numbers(np.array(things).reshape(-1, 4))
        taken = [*things, *(box for box, _, _, _ in fixed)]
        for side in SIDES:
            fixed.append(self._side(side, np.array(taken).reshape(-1, 4)))
            taken.append(fixed[-1][0])
        labels = [*self._tag_labels(), *self._object_labels(), *self._photo_labels()]
        found = placed([label for label, _ in labels], taken=np.array(taken).reshape(-1, 4), crossed=rings, within=within)
        lines = [each.leader for each in found if each.leader is not None]
        drawn = "".join(f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}" for (x0, y0), (x1, y1) in (line.tolist() for line in lines))
        parts = [f'<path class="leader" d="{drawn}"/>'] if lines else []
        parts += [self._text(box, words, kind=kind, turn=turn) for box, words, kind, turn in fixed]
        parts += [self._text(each.box, label.words, kind=kind) for each, (label, kind) in zip(found, labels, strict=True)]
        return "".join(parts)

    def _around(self, places: FloatArray) -> Box:
        """The box of (n, 2) places in inches, in units."""
        pixels = self._at(places)
        (left, top), (right, bottom) = pixels.min(axis=0).tolist(), pixels.max(axis=0).tolist()
        return left, top, right, bottom

    def _ellipse_boxes(self, ellipses: Sequence[tuple[FloatArray, Ellipse]], times: float) -> FloatArray:
        """(n, 4) boxes along ellipses as they are drawn; a single box around a long, slanting one would be mostly empty."""
        boxes = []
        for place, one in ellipses:
            turn, half = np.radians(one.angle), times * max(one.minor, one.major / BOXES)
            for part in np.linspace(-1.0, 1.0, BOXES) * times * max(one.major - half / times, 0.0):
                middle = place + part * np.array([np.cos(turn), np.sin(turn)])
                boxes.append(self._around(middle + np.array([[-half, -half], [half, half]])))
        return np.array(boxes).reshape(-1, 4)

    def _numbers(self, taken: FloatArray) -> list[Fixed]:
        """The inches along two edges of the table: outside, or where a camera lies there, inside or farther out."""
        (width, depth), found = self.size.tolist(), list[Fixed]()
        for x in np.arange(0.0, width + 1e-6, NUMBERED):
            at = self._at(np.array([x, 0.0]))
            tried = [self._fixed(at + np.array([0.0, off]), f"{x:.0f}", "number") for off in (11.0, -9.0, 24.0, -22.0, 40.0)]
            found.append(_first_free(tried, taken))
        for y in np.arange(NUMBERED, depth + 1e-6, NUMBERED):
            at = self._at(np.array([0.0, y]))
            tried = [self._fixed(at + np.array([off, 0.0]), f"{y:.0f}", "number") for off in (-14.0, 13.0, -32.0, 31.0, -50.0)]
            found.append(_first_free(tried, taken))
        return found

    def _fixed(self, middle: FloatArray, words: str, kind: str, turn: float = 0.0) -> Fixed:
        half = np.array(room_of(words, SIZES[kind])) / 2.0
        if turn:
            half = half[::-1]
        (left, top), (right, bottom) = (middle - half).tolist(), (middle + half).tolist()
        return (left, top, right, bottom), words, kind, turn

    def _side(self, word: str, taken: FloatArray) -> Fixed:
        """The word for a side, as the advice has it: in its middle, or as near to that as nothing lies in its way."""
        (out, along, turn), size = SIDES[word], self.size
        tried = []
        for share in (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82):
            middle = self._at(size / 2.0 + np.array(out) * size / 2.0 + np.array(along) * size * (share - 0.5))
            beyond = 14.0 if min(out) == 0.0 else 30.0  # beyond the numbers
            tried.append(self._fixed(middle + np.array([out[0], -out[1]]) * beyond, word, "side", turn))
        return _first_free(tried, taken)

    def _tag_labels(self) -> Iterator[tuple[PlanLabel, str]]:
        for index, number in enumerate(self.survey.ids):
            yield self._label(str(number), "id", self._around(self._corners(index)), (0.0, -1.0)), "id"

    def _object_labels(self) -> Iterator[tuple[PlanLabel, str]]:
        for one in (each for each in self.objects if each.named):
            box = self._around(max(one.rings, key=len, default=one.place[None]))
            yield self._label(shortened(one.id, 24), "name", box, (0.0, 1.0)), "name"

    def _photo_labels(self) -> Iterator[tuple[PlanLabel, str]]:
        """Names of photos, best on the side away from where the camera looked."""
        for index, name in enumerate(self.names):
            words = f"{index + 1} {shortened(name, NAME)}" if len(self.names) <= MOST_NAMES else f"{index + 1}"
            x, y = (-self._ahead(index)).tolist()
            yield self._label(words, "photo", self._around(self._wedge(index)), (x, -y)), "photo"

    def _label(self, words: str, kind: str, box: Box, toward: tuple[float, float]) -> PlanLabel:
        left, top, right, bottom = box
        middle, half = ((left + right) / 2.0, (top + bottom) / 2.0), ((right - left) / 2.0, (bottom - top) / 2.0)
        return PlanLabel(words, SIZES[kind], middle, half, toward)

    def _object(self, one: PlanObject) -> str:
        if one.rings:
            shape = f'<path class="{one.kind}" fill-rule="evenodd" d="{self._path(one.rings)}"/>'
        else:
            x, y = self._at(one.place).tolist()
            shape = f'<path class="spot" d="M{x - 5:.1f} {y:.1f}h10M{x:.1f} {y - 5:.1f}v10"/>'
        return f"<g><title>{said(one.id)}</title>{shape}</g>"

    def _corners(self, index: int) -> FloatArray:
        """(4, 2) inches: of a tag."""
        return np.asarray(self.survey.tags[index].to_table(self.survey.sides[index] * SQUARE)[:, :2])

    def _tag(self, index: int) -> str:
        return f'<path class="tag" d="{self._path([self._corners(index)])}"/>'

    def _ellipse(self, one: Ellipse, place: FloatArray, name: str, times: float) -> str:
        x, y = self._at(place).tolist()
        across, along = one.major * times * self.unit, one.minor * times * self.unit
        limits = " x ".join(f"{half * MM_PER_INCH:.2f}" for half in (one.major, one.minor))
        told = f"<title>{said(name)}: half axes {limits} mm</title>"
        return (
            f'<ellipse class="sure" cx="{x:.1f}" cy="{y:.1f}" rx="{across:.3f}" ry="{along:.3f}"'
            f' transform="rotate({-one.angle:.2f} {x:.1f} {y:.1f})">{told}</ellipse>'
        )

    def _ahead(self, index: int) -> FloatArray:
        """(2,) where a camera looked, in plan."""
        ahead = self.survey.photos[index].matrix[:2, 2]
        if np.linalg.norm(ahead) < 0.05:  # straight down
            ahead = self.size / 2.0 - self.eyes[index]
        return np.asarray(ahead / max(float(np.linalg.norm(ahead)), 1e-9))

    def _wedge(self, index: int) -> FloatArray:
        """(3, 2) inches: a wedge that opens where the camera looked."""
        eye = self.eyes[index]
        half = min(np.arctan2(self.survey.lens.size[0] / 2.0, self.survey.lens.focal[0]), np.radians(35.0))
        turns = [np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) for a in (half, -half)]
        return np.stack([eye, *(eye + WEDGE * turn @ self._ahead(index) for turn in turns)])

    def _camera(self, index: int) -> str:
        kind = "camera beyond" if self.beyond[index] else "camera"
        return f'<g class="{kind}"><title>{said(self.names[index])}</title><path d="{self._path([self._wedge(index)])}"/></g>'


def _first_free(tried: Sequence[Fixed], taken: FloatArray) -> Fixed:
    """The first of some words whose box covers none of (n, 4) others; the first where all do."""
    boxes = np.array([box for box, *_ in tried])
    over = (boxes[:, None, :2] < taken[None, :, 2:]) & (boxes[:, None, 2:] > taken[None, :, :2])
    free = ~np.any(np.all(over, axis=2), axis=1)
    return tried[int(np.argmax(free))]
