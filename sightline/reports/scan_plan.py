"""The plan of a scanned table: from above, with the ellipses in which its objects lie, and where photos were taken."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup

from capture.adjustment.adjustment_problem import SQUARE
from capture.adjustment.survey import Survey
from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.table import MM_PER_INCH
from sightline.reports.page_templates import said
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
        parts += [*map(self._camera, range(len(self.names))), self._sides(), self._labels()]
        width, height = ((self.high - self.low) * self.unit + (2.0 * MARGIN, 0.0)).tolist()
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

    def _text(self, place: FloatArray, words: str, *, kind: str = "", anchor: str = "middle", turn: float = 0.0) -> str:
        """Words at a place in units."""
        x, y = place.tolist()
        turned = f' transform="rotate({turn:.0f} {x:.1f} {y:.1f})"' if turn else ""
        return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{turned}>{said(words)}</text>'

    def _ground(self) -> str:
        """The table, its grid and the numbers along two of its edges."""
        width, depth = self.size.tolist()
        edge = np.array([(0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)])
        across, along = (np.arange(GRID, side, GRID) for side in (width, depth))
        lines = [np.array([(x, 0.0), (x, depth)]) for x in across] + [np.array([(0.0, y), (width, y)]) for y in along]
        parts = [f'<path class="table" d="{self._path([edge])}"/>', f'<path class="grid" d="{self._path(lines)}"/>']
        below, beside = np.array([0.0, 15.0]), np.array([-6.0, 4.0])
        for x in np.arange(0.0, width + 1e-6, NUMBERED):
            parts.append(self._text(self._at(np.array([x, 0.0])) + below, f"{x:.0f}", kind="number"))
        for y in np.arange(NUMBERED, depth + 1e-6, NUMBERED):
            parts.append(self._text(self._at(np.array([0.0, y])) + beside, f"{y:.0f}", kind="number", anchor="end"))
        return "".join(parts)

    def _sides(self) -> str:
        """The words for the sides, as the advice has them."""
        (width, depth), out = self.size.tolist(), 30.0 / self.unit
        places = {
            "north": ((width / 2.0, depth + 0.6), 0.0),
            "south": ((width / 2.0, -1.15 * out), 0.0),
            "west": ((-out, depth / 2.0), -90.0),
            "east": ((width + 0.6, depth / 2.0), 90.0),
        }
        return "".join(
            self._text(self._at(np.array(place)), word, kind="side", turn=turn) for word, (place, turn) in places.items()
        )

    def _object(self, one: PlanObject) -> str:
        if one.rings:
            shape = f'<path class="{one.kind}" fill-rule="evenodd" d="{self._path(one.rings)}"/>'
        else:
            x, y = self._at(one.place).tolist()
            shape = f'<path class="spot" d="M{x - 5:.1f} {y:.1f}h10M{x:.1f} {y - 5:.1f}v10"/>'
        return f"<g><title>{said(one.id)}</title>{shape}</g>"

    def _tag(self, index: int) -> str:
        corners = self.survey.tags[index].to_table(self.survey.sides[index] * SQUARE)[:, :2]
        return f'<path class="tag" d="{self._path([corners])}"/>'

    def _ellipse(self, one: Ellipse, place: FloatArray, name: str, times: float) -> str:
        x, y = self._at(place).tolist()
        across, along = one.major * times * self.unit, one.minor * times * self.unit
        limits = " x ".join(f"{half * MM_PER_INCH:.2f}" for half in (one.major, one.minor))
        told = f"<title>{said(name)}: half axes {limits} mm</title>"
        return (
            f'<ellipse class="sure" cx="{x:.1f}" cy="{y:.1f}" rx="{across:.3f}" ry="{along:.3f}"'
            f' transform="rotate({-one.angle:.2f} {x:.1f} {y:.1f})">{told}</ellipse>'
        )

    def _labels(self) -> str:
        """What tags and objects are called, above everything else."""
        parts = []
        for number, place, side in zip(self.survey.ids, self.tags, self.survey.sides.tolist(), strict=True):
            away = np.array([0.0, -side * 0.71 * self.unit - 3.0])
            parts.append(self._text(self._at(place) + away, str(number), kind="id"))
        for one in (each for each in self.objects if each.named):
            ring = max(one.rings, key=len, default=one.place[None])
            low = np.array([one.place[0], ring[:, 1].min()])
            parts.append(self._text(self._at(low) + np.array([0.0, 13.0]), shortened(one.id, 24), kind="name"))
        return "".join(parts)

    def _camera(self, index: int) -> str:
        """A wedge that opens where the camera looked, with the photo's name on the side away from the table."""
        eye, ahead = self.eyes[index], self.survey.photos[index].matrix[:2, 2]
        if np.linalg.norm(ahead) < 0.05:  # straight down
            ahead = self.size / 2.0 - eye
        ahead = ahead / max(float(np.linalg.norm(ahead)), 1e-9)
        half = min(np.arctan2(self.survey.lens.size[0] / 2.0, self.survey.lens.focal[0]), np.radians(35.0))
        turns = [np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) for a in (half, -half)]
        wedge = np.stack([eye, *(eye + WEDGE * turn @ ahead for turn in turns)])
        kind = "camera beyond" if self.beyond[index] else "camera"
        name = self.names[index] if index < len(self.names) else ""
        label = f"{index + 1} {shortened(name, NAME)}" if len(self.names) <= MOST_NAMES else f"{index + 1}"
        anchor = "start" if ahead[0] < -0.4 else "end" if ahead[0] > 0.4 else "middle"
        place = self._at(eye - 0.35 * ahead) + np.array([0.0, 4.0 + 6.0 * ahead[1]])
        words = self._text(place, label, kind="photo", anchor=anchor)
        return f'<g class="{kind}"><title>{said(name)}</title><path d="{self._path([wedge])}"/>{words}</g>'
