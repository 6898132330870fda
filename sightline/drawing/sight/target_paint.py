"""The target painted in an eye view: what is seen of it solid, what is hidden ghosted through what hides it."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scene.geometry.mesh import BoolArray, FloatArray
from sightline.drawing.rendering.palette import HIDDEN, VISIBLE, Rgb
from sightline.drawing.rendering.render_scene import FirstHits, is_closed_up, replaced, surface_of
from sightline.drawing.rendering.renderer import RaySamples
from sightline.drawing.rendering.shading import Light, illumination, linear, on_screen
from sightline.drawing.sight.target_rays import NO_BODY, TargetView
from sightline.drawing.sight.target_rays import VISIBLE as SEEN

Float32 = NDArray[np.float32]

GHOST = 0.52
"""How much of the hidden body's colour lies over what hides it."""
IN_FRONT = 0.35
"""How much of something that does not count shows over the visible body."""
CLOSED = 0.45
"""How much of its kind's colour lies over an opening that counts as closed."""

NEARER = 0.002
"""Inches: what is drawn over something is nearer by more than this."""


@dataclass(frozen=True, eq=False)
class TargetPaint:
    """Lays the target, and openings that count as closed, over the samples of an eye view."""

    view: TargetView
    light: Light

    def __call__(self, pixels: FloatArray, origins: FloatArray, directions: FloatArray, samples: RaySamples) -> RaySamples:
        """The samples through ``pixels`` (n, 2) with the target laid over them."""
        colour, key, surface = samples.colour.copy(), samples.key.copy(), samples.surface
        self._close_openings(pixels, origins, directions, samples.surface, colour, key)
        seen = self.view.look(origins, directions)
        met = np.flatnonzero(seen.blocker != NO_BODY)
        if len(met):
            body = surface_of(self.view.body, origins[met], directions[met])
            lit = self._lit(body)
            hidden = seen.blocker[met] != SEEN
            before = ~hidden & (samples.surface.distance[met] < seen.distance[met] - NEARER)
            colour[met] = _laid_over(colour[met], lit, hidden, before, pixels[met])
            key[met] = -2 - seen.blocker[met] * 4 - before
            # Only what hides keeps its own edges where the body is; those behind it do not.
            surface = replaced(surface, met[~hidden], body, ~hidden)
        return replace(samples, colour=colour, key=key, surface=surface)

    def _lit(self, body: FirstHits) -> Float32:
        """(n,) the light on the body, as an amount beside that of full light, so that its shape shows in any colour."""
        count = len(body.distance)
        light = illumination(body, np.zeros(count, dtype=np.bool_), np.ones(count, dtype=np.float32), self.light)
        return np.asarray(light.mean(axis=1), dtype=np.float32)

    def _close_openings(
        self,
        pixels: FloatArray,
        origins: FloatArray,
        directions: FloatArray,
        surface: FirstHits,
        colour: Float32,
        key: NDArray[np.int64],
    ) -> None:
        """Tints and hatches, in place, where a piece hides though nothing is drawn there."""
        closed = np.array([is_closed_up(piece) for piece in self.view.terrain.pieces] + [False])
        if not closed.any():
            return
        hits = self.view.terrain.rays.first_hits(origins, directions)
        found = np.flatnonzero(closed[hits.mesh] & (hits.distance < surface.distance - NEARER))
        share = CLOSED * (0.55 + 0.45 * stripes(pixels[found], 14.0, 0.25, lean=-1.0))[:, None]
        colour[found] += (np.array([128.0, 132.0, 140.0], dtype=np.float32) - colour[found]) * share
        key[found] += (hits.mesh[found].astype(np.int64) + 1) << 20


def stripes(pixels: FloatArray, period: float, share: float, *, lean: float = 1.0) -> Float32:
    """(n,) how far each of ``pixels`` (n, 2) lies in a diagonal stripe, 0..1, with soft edges.

    Args:
        pixels: x and y.
        period: pixels along x from stripe to stripe.
        share: how much of the period a stripe takes.
        lean: 1 leans like a slash, -1 like a backslash.
    """
    phase = ((pixels[:, 0] + lean * pixels[:, 1]) / period) % 1.0
    across = period / np.sqrt(2.0)
    return np.asarray(np.clip((share / 2.0 - np.abs(phase - 0.5)) * across + 0.5, 0.0, 1.0), dtype=np.float32)


def _tinted(colour: Rgb, lit: Float32) -> Float32:
    """(n, 3) screen colours of something of ``colour`` in light ``lit`` (n,)."""
    return on_screen(linear(colour) * (lit * np.float32(1.12))[:, None])


def _laid_over(under: Float32, lit: Float32, hidden: BoolArray, before: BoolArray, pixels: FloatArray) -> Float32:
    """(n, 3) the body over what is drawn without it, ``under`` (n, 3)."""
    seen = _tinted(VISIBLE, lit)
    seen += (under - seen) * (IN_FRONT * before)[:, None]
    ghost = under + (_tinted(HIDDEN, lit) - under) * np.float32(GHOST)
    dark = _tinted(HIDDEN, lit * np.float32(0.45))
    ghost += (dark - ghost) * (0.8 * stripes(pixels, 11.0, 0.30))[:, None]
    return np.where(hidden[:, None], ghost, seen).astype(np.float32)
