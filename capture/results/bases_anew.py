"""Bases in new photos of a table: what they show together, and what one of them shows alone where the others show too little.

With more photos no base is lost: a base that one photo shows well counts, unless another one looks at its place past all
terrain and shows nothing there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from capture.adjustment.tag_survey import TagSurvey
from capture.objects.base_detection import FoundBase, find_bases
from capture.objects.base_evidence import FEW, SOME, STRICT
from capture.objects.base_levels import GROUND_SIGMA_MM, BaseLevel
from capture.objects.figure_placement import PlacedFigure, placed_by_rim
from capture.objects.survey_photos import SurveyPhoto, survey_photos_of
from capture.results.rim_views import Foot, rim_there
from scene.geometry.mesh import FloatArray
from scene.geometry.ray_casting import RayScene
from scene.table.table import MM_PER_INCH, Piece, Table

LEVEL, LEAST_AREA, SAME_DECK, MOST_DECKS = 0.99, 1.5, 0.08, 12
"""Cosine of the slope, and square inches, of what bases stand on; decks this near in height are one; so many are searched."""

LOWEST_DECK = 0.3
"""Inches: what is lower is ground."""

BEARING, MARGIN, LEAST_SPOTS = 0.08, 0.6, 5
"""Inches: a base stands on a floor so near its height, which is looked for from so far above; at so many of nine places."""

GROUND_SIGMA = GROUND_SIGMA_MM / MM_PER_INCH

SHOWN, NOTHING = 0.6, 0.3
"""A photo speaks against a base where it shows this share of the near side of its rim, or more, and less than that is there."""


@dataclass(frozen=True, eq=False)
class ShownTable:
    """A table's terrain in photos of it.

    Attributes:
        photos: placed on the table.
        floors: the terrain; None where there is none.
    """

    photos: tuple[SurveyPhoto, ...]
    floors: RayScene | None

    @staticmethod
    def of(scanned: TagSurvey, table: Table) -> "ShownTable":
        """The table in the photos of a survey."""
        grey = [each.photo.grey for each in scanned.photo_tags]
        ways = [each.orientation for each in scanned.photo_tags]
        floors = RayScene([piece.placed for piece in table.terrain.pieces]) if table.terrain.pieces else None
        return ShownTable(survey_photos_of(grey, scanned.survey, range(len(grey)), ways), floors)


def rimmed(shown: ShownTable, table: Table) -> tuple[PlacedFigure, ...]:
    """The bases whose rims the photos show, of the sizes of the table's figures, on its ground and decks."""
    sizes = sorted({figure.base_mm for figure in table.figures if figure.base_mm > 0.0})
    if not sizes:
        return ()
    levels = [BaseLevel(0.0), *decks_of(table)]
    found = _found(shown.photos, levels, sizes, shown.floors)
    if len(shown.photos) > 1:
        alone = [(photo, each) for photo in shown.photos for each in _found([photo], levels, sizes, shown.floors)]
        found += _more(shown, found, alone)
    return tuple(placed_by_rim(each, f"base-{i + 1}") for i, each in enumerate(found))


def _found(
    photos: Sequence[SurveyPhoto], levels: Sequence[BaseLevel], sizes: Sequence[float], floors: RayScene | None
) -> list[FoundBase]:
    """The bases that these photos show together."""
    found, _ = find_bases(
        [photo.grey for photo in photos],
        photos[0].survey,
        [photo.photo for photo in photos],
        heights=levels,
        sizes_mm=sizes,
        orientations=[photo.orientation for photo in photos],
        demands=FEW if len(photos) < STRICT.photos else SOME,
    )
    return [each for each in found if bears(floors, each.position, each.base_mm)]


def _more(shown: ShownTable, found: Sequence[FoundBase], alone: Sequence[tuple[SurveyPhoto, FoundBase]]) -> list[FoundBase]:
    """Of bases that single photos show, those that are not found yet, and that no other photo speaks against."""
    more: list[FoundBase] = []
    for photo, base in sorted(alone, key=lambda one: float(np.linalg.norm(one[1].sigma))):
        known = [*found, *more]
        others = [foot_of(one) for one in known]
        if any(_in_front(photo, base, one) for one in known):
            continue
        views = [rim_there(other, foot_of(base), shown.floors, others) for other in shown.photos if other is not photo]
        if not any(view.free >= SHOWN and view.there < NOTHING for view in views):
            more.append(base)
    return more


def foot_of(base: FoundBase) -> Foot:
    """Where a base stands, and its radius."""
    return base.position, base.base_mm / 2.0 / MM_PER_INCH


def _in_front(photo: SurveyPhoto, base: FoundBase, other: FoundBase) -> bool:
    """Whether a photo shows two bases in one place."""
    (x, y, z), radius = foot_of(base)
    place = np.array(other.position)
    away = place + (z - place[2]) / (photo.eye[2] - place[2]) * (photo.eye - place)
    return bool(np.hypot(away[0] - x, away[1] - y) < radius)


def decks_of(table: Table) -> list[BaseLevel]:
    """The level floors of the terrain that are large enough to stand on, the largest first; near ones in height are one."""
    levels: list[tuple[float, BaseLevel]] = []
    for piece in table.terrain.pieces:
        corners = piece.placed.vertices[piece.placed.faces]
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        areas = 0.5 * np.linalg.norm(across, axis=1)
        flat = (across[:, 2] > LEVEL * 2.0 * np.maximum(areas, 1e-12)) & (corners[:, 0, 2] > LOWEST_DECK)
        corners, areas, heights = corners[flat], areas[flat], corners[flat, :, 2].mean(axis=1)
        while areas.sum() > LEAST_AREA:
            height = _most_common(heights, areas)
            these = np.abs(heights - height) < SAME_DECK
            if (area := float(areas[these].sum())) > LEAST_AREA:
                places = corners[these].reshape(-1, 3)
                box = np.stack([places.min(axis=0), places.max(axis=0)])[:, :2]
                levels.append((area, BaseLevel(height, _height_sigma(table, piece, box), box=box)))
            corners, areas, heights = corners[~these], areas[~these], heights[~these]
    levels.sort(key=lambda level: -level[0])
    return [level for _, level in levels[:MOST_DECKS]]


def _most_common(heights: FloatArray, areas: FloatArray) -> float:
    """The height at which the most area is, to a hundredth of an inch."""
    steps, which = np.unique(np.round(heights, 2), return_inverse=True)
    most = which == np.argmax(np.bincount(which, areas, len(steps)))
    return float(np.average(heights[most], weights=areas[most]))


def _height_sigma(table: Table, piece: Piece, box: FloatArray) -> float:
    """How well the height of a floor is known: by how even it is, and by how well its piece was measured."""
    scan = table.scan
    index = None if scan is None else scan.standing("piece", piece.id, piece.pose.position)
    if scan is None or index is None:
        return GROUND_SIGMA
    slot = scan.slots[index]
    # A small turn about x lifts what lies along y, and one about y lowers what lies along x.
    x, y = box.mean(axis=0) - piece.pose.position[:2]
    lifts = np.array([1.0, np.radians(y), -np.radians(x)])
    matrix = scan.covariance[slot, slot][2:5, 2:5]
    return float(np.sqrt(GROUND_SIGMA**2 + lifts @ matrix @ lifts))


def bears(floors: RayScene | None, place: tuple[float, float, float], base_mm: float) -> bool:
    """Whether a base stands on something there, and in nothing."""
    x, y, z = place
    if floors is None:
        return z < LOWEST_DECK
    radius = 0.8 * base_mm / 50.8
    turns = np.arange(8) * np.pi / 4.0
    spots = np.array([[x, y], *np.stack([x + radius * np.cos(turns), y + radius * np.sin(turns)], axis=1)])
    starts = np.column_stack([spots, np.full(9, z + MARGIN)])
    down = floors.first_hits(starts, np.tile([0.0, 0.0, -1.0], (9, 1)))
    met = np.isfinite(down.distance)
    heights = np.where(met, z + MARGIN - np.where(met, down.distance, 0.0), 0.0)
    # Who looks down and sees the underside of a floor is in something solid.
    within = met & (down.normal[:, 2] < 0.0)
    return int(np.sum((np.abs(heights - z) < BEARING) & ~within)) >= LEAST_SPOTS
