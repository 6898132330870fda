"""Evidence for a round base: how much of its rim the photos show, and how much is enough."""

from dataclasses import dataclass, replace

import numpy as np

from capture.objects.base_fit import FINE, WIDE_MM, WIDE_PX, RimEdges, RimFit, rim_edges
from scene.geometry.mesh import BoolArray, FloatArray
from scene.table.table import BASE_HEIGHT_MM, MM_PER_INCH

FIRM_MM, FIRM_PX = 0.3, 0.6
"""An edge this near the outline is of the rim, whichever is more."""

FAR = 0.3
"""Of the far side: photos that show so much of it show it; behind a figure it is hidden."""

BARE, BARE_HEIGHT_MM = 0.9, 0.5
"""Where more of the far side is seen, nothing stands there; it may be a coin, and has to be of a base's height more exactly."""

SLOPES_MM = (-0.6, 1.8)
"""By how much the top of a base may be narrower on each side, as measured."""

RUN = 0.11
"""Of the whole circle: shorter stretches of a rim may be chance."""


@dataclass(frozen=True)
class Demands:
    """What a rim has to show to be one.

    Attributes:
        photos: so many have to show it.
        near: the share of a photo's near side that has to be there for it to count.
        around: the share of all directions at which two photos show it, or the only one.
        foot: the share of all directions at which some photo shows the circle of the foot.
        far: so many photos have to show a good part of its far side, where only the top of a base of its height is.
        explained: the share of the rim in all photos that is there.
        spread: pixels of the edges about the outline, or millimetres on the table, whichever is more.
        height_mm: by how much its height may differ from 3 mm.
        height_sigma_mm: how well its height has to be measured, standard deviation: where nothing tells it, a flat disc looks
            like a base.
    """

    photos: int
    near: float
    around: float
    foot: float
    far: int
    explained: float
    spread: tuple[float, float]
    height_mm: float
    height_sigma_mm: float = np.inf


STRICT = Demands(3, 0.4, 0.5, 0.45, 3, 0.0, (0.4, 0.35), 1.5)
"""For bases that nobody pointed at."""

NAMED = Demands(2, 0.4, 0.3, 0.3, 1, 0.0, (0.6, 0.4), 1.8)
"""For a base that somebody says is there."""

FEW = Demands(1, 0.6, 0.5, 0.35, 1, 0.0, (0.5, 0.4), 1.5, 0.22)
"""For a base of a figure that is known to stand somewhere on the table, where there are too few photos for more."""

SOME = replace(FEW, photos=2)
"""For the same where there are more: some of them may not show it."""

POINTED = Demands(1, 0.4, 0.25, 0.25, 0, 0.0, (0.6, 0.4), 1.8)
"""For a base that somebody points at in one photo."""

WORTH = Demands(1, 0.4, 0.0, 0.2, 0, 0.1, (2.0, 1.2), 9.0)
"""What is looked at more closely."""

DOUBTED = Demands(3, 0.4, 0.6, 0.6, 0, 0.0, (0.6, 0.4), 9.0)
"""Things that are round, but perhaps not bases."""


@dataclass(frozen=True)
class Support:
    """How much of a rim the photos show.

    Attributes:
        photos: how many show it well.
        around, foot: shares of all directions (see `Demands`).
        far: how many of these photos show its far side.
        explained: 0..1, of the rim in all photos that have it in the picture.
        footing: 0..1, of what is seen of its near side: how much shows the foot, and not only the top.
        bare: 0..1, of the far side in the photos that show it well: 1 where nothing stands on it.
        spread_px, spread_mm: of the edges about the outline, in pixels and on the table.
        height_mm, slope_mm: of the base, as measured.
        height_sigma_mm: how well the edges tell its height, standard deviation.
    """

    photos: int
    around: float
    foot: float
    far: int
    explained: float
    footing: float
    bare: float
    spread_px: float
    spread_mm: float
    height_mm: float
    slope_mm: float
    height_sigma_mm: float

    def short_of(self, demands: Demands) -> str:
        """What is missing, in words; nothing where all is there."""
        seen = min(self.around / demands.around, self.foot / demands.foot) if demands.around > 0.0 else 1.0
        uneven = self.spread_px > demands.spread[0] and self.spread_mm > demands.spread[1]
        checks = (
            (self.photos < demands.photos, f"{self.photos} of the {demands.photos} photos needed show its rim well"),
            (seen < 1.0, f"only {min(self.around, self.foot):.0%} of its rim is seen"),
            (self.explained < demands.explained, f"only {self.explained:.0%} of its rim is seen"),
            (self.far < demands.far, "the far side of its rim is not where a base has it"),
            (uneven, f"its rim is uneven by {self.spread_mm:.1f} mm"),
            (self.height_sigma_mm > demands.height_sigma_mm, "the photos do not tell whether it is higher than a flat disc"),
            (
                abs(self.height_mm - BASE_HEIGHT_MM) > demands.height_mm,
                f"it is {max(self.height_mm, 0.0):.1f} mm high, and bases are {BASE_HEIGHT_MM:g}",
            ),
            (
                self.bare > BARE and abs(self.height_mm - BASE_HEIGHT_MM) > min(BARE_HEIGHT_MM, demands.height_mm),
                f"nothing stands on it, and it is {self.height_mm:.1f} mm high, where bases are {BASE_HEIGHT_MM:g}",
            ),
            (not SLOPES_MM[0] <= self.slope_mm <= SLOPES_MM[1], "its sides do not stand as those of a base"),
        )
        return next((words for fails, words in checks if fails), "")


def support_of(fit: RimFit, directions: int = FINE) -> Support:
    """How much of a rim the photos show, looking farther off for what may be the true edge."""
    edges, firm = _firm(fit, directions)
    pixels_per_mm = np.abs(edges.slopes[..., 2]) / MM_PER_INCH
    rim, far = unbroken(edges.anywhere(firm)), edges.far[:, :directions]
    asked = edges.anywhere(edges.inside)
    near_side, far_side = rim & ~far, rim & far
    near, beyond = (_shares(side, asked & where) for side, where in ((near_side, ~far), (far_side, far)))
    some = near >= STRICT.near
    near_side, far_side = near_side & some[:, None], far_side & some[:, None]
    scale = float(np.median(pixels_per_mm[some])) if some.any() else 1.0
    return Support(
        photos=int(some.sum()),
        around=float(np.mean(np.sum(near_side | far_side, axis=0) >= min(2, len(fit.survey_photos)))),
        foot=float(np.mean(near_side.any(axis=0))),
        far=int(np.sum(beyond[some] >= FAR)),
        explained=float(np.mean(near + beyond) / 2.0),
        footing=float(np.sum(firm[:, :directions] & near_side) / max(int(near_side.sum()), 1)),
        bare=float(np.mean(beyond[some])) if some.any() else 0.0,
        spread_px=fit.spread,
        spread_mm=fit.spread / scale,
        height_mm=fit.height_mm,
        slope_mm=fit.slope_mm,
        height_sigma_mm=float(np.sqrt(np.linalg.pinv(fit.normal, hermitian=True)[4, 4]) * MM_PER_INCH),
    )


def near_rim(fit: RimFit, directions: int = FINE) -> tuple[BoolArray, BoolArray]:
    """(p, n) where the photos would show the near side of a rim, and where of that it is."""
    edges, firm = _firm(fit, directions)
    near = ~edges.far[:, :directions]
    return edges.anywhere(edges.inside) & near, unbroken(edges.anywhere(firm)) & near


def _firm(fit: RimFit, directions: int) -> tuple[RimEdges, BoolArray]:
    """The edges of a rim, looked for farther off, and (p, m) which of them are of it."""
    edges = rim_edges(
        fit.survey_photos, fit.unknowns, fit.ground, paint=fit.paint, mm=WIDE_MM, px=WIDE_PX, directions=directions
    )
    pixels_per_mm = np.abs(edges.slopes[..., 2]) / MM_PER_INCH
    return edges, np.asarray(edges.good & (np.abs(edges.off) < np.maximum(FIRM_PX, FIRM_MM * pixels_per_mm)))


def _shares(seen: BoolArray, asked: BoolArray) -> FloatArray:
    """(p,) the share of (p, n) what was asked for that was seen."""
    return np.asarray(np.sum(seen, axis=1) / np.maximum(np.sum(asked, axis=1), 1))


def unbroken(firm: BoolArray) -> BoolArray:
    """(p, n) what of a rim, all round, is there for a while; single gaps count as there, single edges do not."""
    length = max(2, round(RUN * firm.shape[1]))
    filled = firm | (np.roll(firm, 1, axis=1) & np.roll(firm, -1, axis=1))
    begins = np.logical_and.reduce([np.roll(filled, -step, axis=1) for step in range(length)])
    return np.asarray(np.logical_or.reduce([np.roll(begins, step, axis=1) for step in range(length)]))
