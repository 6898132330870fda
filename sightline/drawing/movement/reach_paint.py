"""Reach painted on a table: the colour of its cost in bands, hatched where the path there takes a check."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import FloatArray, IntArray
from sightline.drawing.movement.reach_levels import Found
from sightline.drawing.rendering.palette import VERMILLION, WHITE, Rgb, mixed
from sightline.drawing.rendering.render_scene import RenderScene
from sightline.drawing.rendering.renderer import RaySamples
from sightline.drawing.sight.target_paint import stripes

Float32 = NDArray[np.float32]

COST_COLOURS: Final[tuple[Rgb, ...]] = (
    (253, 231, 37), (189, 223, 38), (122, 209, 81), (68, 191, 112), (34, 168, 132), (33, 145, 140), (42, 120, 142),
    (53, 95, 141), (65, 68, 135), (72, 36, 117), (68, 1, 84),
)  # fmt: skip
"""From no cost to all that there is, in even steps of lightness, also for the colour-blind: the map "viridis", downwards
(S. van der Walt and N. Smith for Matplotlib, 2015)."""

CHECK: Final = VERMILLION
"""Stripes where a check is needed; a second set across them where it is more than one."""
STRENGTH = 0.94
"""How much of its cost's colour lies over the ground: enough that the colours are those of the legend."""
QUIET = 0.38
"""How much white is mixed into what cannot be reached."""
PERIOD = 15.0
"""Pixels from stripe to stripe."""
BANDS = (1.0, 2.0, 3.0, 4.0, 6.0, 12.0, 24.0)
"""Inches that a band of one colour may be wide."""
MOST_BANDS = 12


@dataclass(frozen=True)
class CostColours:
    """The colours of costs.

    Attributes:
        inches: the highest cost.
        band: inches of cost that have the same colour.
    """

    inches: float
    band: float

    @property
    def count(self) -> int:
        """How many bands there are."""
        return max(1, int(np.ceil(self.inches / self.band - 1e-9)))

    def bands(self, costs: Float32) -> IntArray:
        """(n,) the band of each cost; one that is right at a border belongs to the cheaper side."""
        number = np.ceil(np.nan_to_num(costs) / self.band - 1e-4) - 1
        return np.asarray(np.clip(number, 0, self.count - 1), dtype=np.int64)

    def colours(self) -> list[Rgb]:
        """The bands' colours, the cheapest first."""
        return [cost_colour(i / max(self.count - 1, 1)) for i in range(self.count)]

    def borders(self) -> list[float]:
        """The costs at which bands end."""
        return [min((i + 1) * self.band, self.inches) for i in range(self.count)]


def scale_for(inches: float) -> CostColours:
    """Bands that are as narrow as can still be told apart."""
    return CostColours(inches, next((band for band in BANDS if inches / band <= MOST_BANDS), BANDS[-1]))


def cost_colour(share: float) -> Rgb:
    """The colour of a cost, as a share 0..1 of the highest."""
    at = min(max(share, 0.0), 1.0) * (len(COST_COLOURS) - 1)
    first = min(int(at), len(COST_COLOURS) - 2)
    return mixed(COST_COLOURS[first], COST_COLOURS[first + 1], at - first)


@dataclass(frozen=True, eq=False)
class ReachPaint:
    """Paints the reachable ground over the samples of a picture.

    Attributes:
        render_scene: what is drawn; only pieces and the ground are painted.
        ground: what points (n, 3) are as ground.
        scale: the colours of costs.
    """

    render_scene: RenderScene
    ground: Callable[[NDArray[np.floating]], Found]
    scale: CostColours

    def __call__(self, pixels: FloatArray, _origins: FloatArray, _directions: FloatArray, samples: RaySamples) -> RaySamples:
        """The samples through ``pixels`` (n, 2), painted."""
        surface, colour, key = samples.surface, samples.colour.copy(), samples.key.copy()
        roles = np.array([part.role in {"terrain", "ground"} for part in self.render_scene.parts] + [False])
        for number, part in enumerate(self.render_scene.parts):
            if part.role == "cut":
                # No light falls into solid terrain; what is cut has the colour that the legend says.
                colour[surface.part == number] = part.colour
        floor = np.flatnonzero(roles[surface.part] & (surface.normal[:, 2] > 0.3))
        found = self.ground(surface.point[floor])
        met, reached = floor[found.reached], found.reached
        quiet = np.ones(len(colour), dtype=np.bool_)
        quiet[met] = False
        quiet &= roles[surface.part]
        colour[quiet] += (255.0 - colour[quiet]) * np.float32(QUIET)
        bands = self.scale.bands(found.cost[reached])
        colour[met] = self._painted(colour[met], surface.part[met], bands, found.checks[reached], pixels[met])
        key[met] = (np.minimum(found.checks[reached], 2) * (self.scale.count + 1) + bands + 1) << 32
        return replace(samples, colour=colour, key=key)

    def _painted(
        self, under: Float32, parts: NDArray[np.int32], bands: IntArray, checks: IntArray, pixels: FloatArray
    ) -> Float32:
        """(n, 3) the colours of bands and stripes over what is drawn ``under`` (n, 3) them, in its light and shade."""
        own = np.array([part.colour for part in self.render_scene.parts], dtype=np.float32).mean(axis=1)
        light = np.clip(under.mean(axis=1) / own[parts], 0.45, 1.0)[:, None] * np.float32(0.62) + np.float32(0.38)
        ink = np.array(self.scale.colours(), dtype=np.float32)[bands]
        for lean, least in ((1.0, 1), (-1.0, 2)):
            for colour, share in ((WHITE, 0.34), (CHECK, 0.18)):
                cover = stripes(pixels, PERIOD, share, lean=lean) * (checks >= least)
                ink += (np.array(colour, dtype=np.float32) - ink) * cover[:, None]
        return np.asarray(under + (ink * light - under) * np.float32(STRENGTH), dtype=np.float32)
