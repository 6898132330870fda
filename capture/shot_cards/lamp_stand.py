"""Where a lamp stood: by the tags of its stand, in a photo that shows them and the card.

The card alone tells that badly, as it may stand turned by some degrees itself; with tags of a scan in view it is told well.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import least_squares

from assets.tag_scheme import STAND_TAG_MM
from capture.shot_cards.card_limits import LAMP_MM
from capture.shot_cards.card_view import CORNER_PX, SCALES, CardView, turn_matrix, zoomed
from capture.shot_cards.stand_layout import eye_over_base, stand_tags
from capture.tags.tag_detection import SeenTag
from scene.geometry.mesh import FloatArray
from scene.table.table import Figure

ENOUGH = 2
"""Tags of a stand that tell where it is, at least."""
TOLD_MM, SURE = 1.5, 3.0
"""A place is told that is as sure as this, and what is more than so many standard deviations off is surely so."""
STANDS_TURNED = np.radians(5.0)
"""How a stand may be turned about each axis, a standard deviation."""


@dataclass(frozen=True, eq=False)
class LampPlace:
    """A lamp's stand in a photo.

    Attributes:
        name: of the photo.
        off: (2,) millimetres of its hole from the eye across the line of sight: to the right, and up.
        sigma: (2,) how far that may be off.
    """

    name: str
    off: FloatArray
    sigma: FloatArray

    @property
    def told(self) -> bool:
        """Whether it is known about as well as by putting the stand where it is meant to be."""
        return float(np.hypot(*self.sigma)) <= TOLD_MM

    @property
    def surely_mm(self) -> float:
        """By how much it is surely beside the eye, at least."""
        return max(0.0, float((np.abs(self.off) - SURE * self.sigma).max()))

    @property
    def off_mm(self) -> float:
        """How far it may be from the eye: as it is put, and by how much it is seen to be farther; less where that is told."""
        off, sigma = float(np.hypot(*self.off)), float(np.hypot(*self.sigma))
        if not self.told:
            return float(np.hypot(LAMP_MM, self.surely_mm))
        return float(min(np.hypot(off, sigma), np.hypot(LAMP_MM, max(off - sigma, 0.0))))


def lamp_place(view: CardView, seen: Sequence[SeenTag], shooter: Figure) -> LampPlace | None:
    """Where the hole of a stand is; None where too few of its tags are seen."""
    layout, sighting = view.layout, view.sighting
    places = stand_tags(eye_over_base(layout, shooter)[2])
    tags = [tag for tag in seen if tag.id in places]
    if len(tags) < ENOUGH:
        return None
    # The stand looks at the card: what is right on it is left for the eye behind it.
    square = STAND_TAG_MM / 2.0 * np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])
    flat = np.concatenate([square + places[tag.id] for tag in tags])
    points = np.column_stack([-flat[:, 0], flat[:, 1], np.zeros(len(flat))])
    pixels = np.concatenate([tag.corners for tag in tags])
    spread = np.repeat([max(tag.sigma, CORNER_PX) for tag in tags], 4)[:, None]
    count = len(view.given)

    def misses(given: FloatArray) -> FloatArray:
        lens, camera = zoomed(sighting.lens, given[6]), turn_matrix(given[:3])
        stood = layout.eye + given[count : count + 3] + points @ turn_matrix(given[count + 3 :]).T
        off = (lens.project((stood - given[3:6]) @ camera.T) - pixels) / spread
        return np.concatenate(
            [sighting.misses(given[:count]), np.nan_to_num(off, nan=1e3).ravel(), given[count + 3 :] / STANDS_TURNED]
        )

    scales = np.concatenate([SCALES, [1.0, 1.0, 1.0, 0.01, 0.01, 0.01]])
    fit = least_squares(misses, np.concatenate([view.given, np.zeros(6)]), x_scale=scales)
    slopes, across = np.asarray(fit.jac), layout.across
    spreads = np.linalg.pinv(slopes.T @ slopes)[count : count + 3, count : count + 3]
    sigma = np.sqrt(np.diag(across @ spreads @ across.T))
    return LampPlace(view.photo.name, across @ fit.x[count : count + 3], sigma)
