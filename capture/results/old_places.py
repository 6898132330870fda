"""Whether figures whose bases were not found may still stand where they stood: what new photos show of their old places."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import dist

import numpy as np

from capture.objects.base_detection import FoundBase, fit_base
from capture.objects.base_evidence import POINTED
from capture.objects.base_levels import BaseLevel
from capture.objects.figure_placement import PlacedFigure, placed_by_rim
from capture.objects.survey_photos import SurveyPhoto
from capture.results.bases_anew import SAME_DECK, ShownTable, bears, decks_of
from capture.results.rim_views import Foot, rim_around
from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from scene.table.table import MM_PER_INCH, Figure, Table

HERE = 0.75
"""Inches: a base so near to where a figure of its size stood is that figure's."""

FREE = 0.4
"""Of the near side of a rim: a photo in which so much of it could be seen shows the place."""

GONE, STANDS = 0.6, 0.9
"""Shares of what a photo could show of the rim: so little shows no base, and so much one; rendered bases show 0.69 or more."""


class OldPlace(Enum):
    """What photos show of where a figure stood."""

    EMPTY = "nothing like its base is there"
    HIDDEN = "no photo shows the place"
    OPEN = "something like its base may be there"


@dataclass(frozen=True, eq=False)
class OldPlaces:
    """Where figures of a table stood, in new photos.

    Attributes:
        table: as it stands now.
        shown: the photos and the terrain.
        bases: those that were found; what stands on them hides what is behind.
    """

    table: Table
    shown: ShownTable
    bases: Sequence[PlacedFigure]

    def look(self, figure: Figure) -> OldPlace:
        """What the photos show of the place where a figure with a base stood."""
        floors, base = self.shown.floors, (figure.position, figure.base_mm / 2.0 / MM_PER_INCH)
        if not bears(floors, figure.position, figure.base_mm) or self._taken(figure.position):
            return OldPlace.EMPTY  # what he stood on was moved, or somebody else stands there
        others = [_foot(each) for each in self.bases]
        views = [rim_around(photo, base, HERE, floors, others) for photo in self.shown.photos]
        there = [view.there for view in views if view.free >= FREE]
        if not there:
            return OldPlace.HIDDEN
        return OldPlace.EMPTY if min(there) < GONE and max(there) < STANDS else OldPlace.OPEN

    def base(self, figure: Figure) -> PlacedFigure | None:
        """The base of a figure where it stood, of which less has to be seen there than of bases elsewhere; None for none."""
        photos, level = self.shown.photos, self._level(figure.position)
        for some in (photos, *((photo,) for photo in photos if len(photos) > 1)):
            found = _fitted(some, figure, level)
            if found is None or dist(found.position, figure.position) > HERE or self._taken(found.position):
                continue
            if bears(self.shown.floors, found.position, found.base_mm):
                return placed_by_rim(found, figure.id)
        return None

    def _taken(self, place: Point) -> bool:
        """Whether a base was found there."""
        return any(dist(place, foot) < wide for foot, wide in map(_foot, self.bases))

    def _level(self, place: Point) -> BaseLevel:
        """The level on which somebody stands there."""
        for level in decks_of(self.table):
            low, high = level.box if level.box is not None else (place[:2], place[:2])
            if abs(level.height - place[2]) < SAME_DECK and np.all(low <= place[:2]) and np.all(place[:2] <= high):
                return level
        return BaseLevel(place[2])


def _fitted(photos: Sequence[SurveyPhoto], figure: Figure, level: BaseLevel) -> FoundBase | None:
    """The base of a figure about where it stood, as these photos show it together."""
    try:
        return fit_base(
            [photo.grey for photo in photos],
            photos[0].survey,
            [photo.photo for photo in photos],
            near=(*figure.position[:2], level.height),
            base_mm=figure.base_mm,
            name=figure.id,
            orientations=[photo.orientation for photo in photos],
            demands=POINTED,
            level=level,
        )
    except SceneError:
        return None


def _foot(base: PlacedFigure) -> Foot:
    """Where a base stands, and its radius."""
    return base.entry.position, (base.entry.base_mm or 0.0) / 2.0 / MM_PER_INCH
