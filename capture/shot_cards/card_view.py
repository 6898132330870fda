"""Where a photo of a card was taken from, and where in it the card's places are.

The camera is taken to stand near a place that is known beforehand, the shooter's eye. The card alone does not tell its place: a
degree by which it stands turned looks like five millimetres aside at a foot. Tags elsewhere, known from a scan, do.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.optimize import least_squares

from capture.adjustment.prior_knowledge import FOCAL_GUESSES
from capture.adjustment.rotation_vectors import matrices, vectors
from capture.photos.exif_orientation import upright_lens
from capture.photos.photo_reading import Photo
from capture.photos.turned_photos import WAYS
from capture.shot_cards.card_layout import CardLayout, CardTag
from capture.tags.tag_detection import SeenTag
from scene.base.errors import SceneError
from scene.geometry.camera_model import Lens
from scene.geometry.mesh import FloatArray

HELD_MM = np.array([0.6, 0.6, 2.0])
"""How far from the hole a lens is held that is meant to be at it: across, up and along the line, standard deviations."""
NEAR_MM = np.array([4.0, 4.0, 6.0])
"""The same where tags elsewhere tell it."""
ANYWHERE_MM = np.array([1e4, 1e4, 1e4])
STOOD = np.array([math.radians(3.0), math.radians(2.0), 0.4, 0.4])
"""How a card stands otherwise than it is meant to: turned and tilted, in radians, and aside and up, in millimetres."""
PRINTED, PRINTED_ELSE = 0.002, 0.05
"""The share by which a card is larger or smaller than it should be, where that cannot be told, and where it can."""
CORNER_PX = 0.25
"""How far a corner of a tag may be off, at least."""
REFERENCE_PX, REFERENCE_MM = 0.3, 0.3
"""The same for the middles of tags elsewhere, and what they may be off where they stand."""
ENOUGH_TAGS, MOVED_SIGMAS = 3, 5.0
"""Tags elsewhere that tell the lens's place, at least, and standard deviations by which none of them may be off."""
SCALES = np.array([0.01, 0.01, 0.01, 1.0, 1.0, 1.0, 0.01, 0.01, 0.01, 0.1, 0.1, 0.01])
"""By which the parameters of a fit are measured."""
FOCAL_SIGMAS = {"camera": 0.002, "noted": 0.03, "guessed": 0.15}
"""The share by which a focal length may be off: of a camera file, as the photo notes it, or guessed."""
BENT_MM = 0.8
"""Corners of tags are so far from where a flat card has them, standard deviation, where it is bent or is another one."""


@dataclass(frozen=True, eq=False)
class Sighting:
    """What is fitted to: corners of the card and middles of tags elsewhere, where they are seen, and what is known before.

    What is fitted are 12 parameters: the camera's turn, its place, the focal length's growth, and how the card stands.
    """

    lens: Lens
    focal_sigma: float
    eye: FloatArray
    near: FloatArray
    points: FloatArray
    pixels: FloatArray
    spread: FloatArray
    places: FloatArray
    middles: FloatArray

    def misses(self, given: FloatArray) -> FloatArray:
        """What corners, then middles, then what is known are missed by, in standard deviations."""
        turn, grown = turn_matrix(given[:3]), zoomed(self.lens, given[6])
        shown = grown.project((_stood(self.points, given[7:]) - given[3:6]) @ turn.T)
        aside = grown.project((self.places - given[3:6]) @ turn.T)
        there = np.maximum(np.linalg.norm(self.places - self.eye, axis=1), 1.0)
        apart = np.hypot(REFERENCE_PX, REFERENCE_MM * float(np.mean(self.lens.focal)) / there)[:, None]
        off = np.concatenate([(shown - self.pixels) / self.spread, (aside - self.middles) / apart])
        printed = PRINTED_ELSE if len(self.places) else PRINTED
        known = np.concatenate(
            [(given[3:6] - self.eye) / self.near, [given[6] / self.focal_sigma], given[7:11] / STOOD, [given[11] / printed]]
        )
        return np.concatenate([np.nan_to_num(off, nan=1e3).reshape(-1), known])


@dataclass(frozen=True, eq=False)
class CardView:
    """A card in a photo.

    Attributes:
        layout: the card.
        photo: the photo.
        tags: those of the card that were found.
        lens: with the focal length that fits.
        turn: (3, 3) takes directions of the card's frame to the camera's (x right, y down, z ahead).
        place: (3,) of the lens in the card's frame, millimetres.
        sigma: (4,) how far it may be off, and the card's size.
        stood: (5,) how the card stands, as `STOOD` has it, and by which share it is larger than it should be, a logarithm.
        seems: (2, 2) how it seems turned and tilted by the photo alone, whatever is usual, and how far that may be off.
        shift: (3, 2) what is added to pixels, a constant and along x and y: what is left between tags and where they should be.
        measured: whether tags tell the place of the lens that stand elsewhere than on the card.
        held: whether it was taken from about the eye.
        sighting: what it was fitted to.
        given: (12,) what fits it best.
    """

    layout: CardLayout
    photo: Photo
    tags: tuple[CardTag, ...]
    lens: Lens
    turn: FloatArray
    place: FloatArray
    sigma: FloatArray
    stood: FloatArray
    seems: FloatArray
    shift: FloatArray
    measured: bool
    held: bool
    sighting: Sighting
    given: FloatArray

    def pixels(self, points: FloatArray) -> FloatArray:
        """(..., 2) pixels of (..., 3) places of the card's frame; NaN for what is behind the camera."""
        found = self.lens.project((_stood(points, self.stood) - self.place) @ self.turn.T)
        return np.asarray(found + self.shift[0] + points[..., :2] @ self.shift[1:])

    @property
    def pixels_a_mm(self) -> float:
        """Pixels of a millimetre of the card."""
        far = float(np.linalg.norm(self.place - self.layout.middle))
        return float(np.mean(self.lens.focal)) / far

    @property
    def off(self) -> FloatArray:
        """(2,) millimetres of the lens from the eye across the line of sight: to the right, and up."""
        return np.asarray(self.layout.across @ (self.place - self.layout.eye))


def lens_of(photo: Photo, camera: Lens | None) -> tuple[Lens, float]:
    """The lens of an upright photo, and the share by which its focal length may be off.

    Raises:
        SceneError: the camera file is for photos of another size.
    """
    if camera is not None:
        ways = (photo.sensor_orientation, *WAYS)
        lens = next((one for one in (upright_lens(camera, way) for way in ways) if one.size == photo.size), None)
        if lens is None:
            across, down = camera.size
            raise SceneError(
                f'photo "{photo.name}" is {photo.size[0]} x {photo.size[1]} pixels, and --camera is for {across} x {down}; '
                "leave --camera out, or give photos of that lens and zoom as the phone stores them"
            )
        return lens, FOCAL_SIGMAS["camera"]
    noted = photo.focal_px is not None
    focal = photo.focal_px or FOCAL_GUESSES[0] * max(photo.size)
    middle = ((photo.size[0] - 1) / 2.0, (photo.size[1] - 1) / 2.0)
    return Lens(photo.size, (focal, focal), middle), FOCAL_SIGMAS["noted" if noted else "guessed"]


def card_view(
    layout: CardLayout,
    photo: Photo,
    seen: Sequence[SeenTag],
    camera: Lens | None,
    references: Mapping[int, FloatArray],
    *,
    held: bool = True,
) -> CardView:
    """Where a photo of a card was taken from.

    Args:
        layout: the card.
        photo: with its pixels.
        seen: the tags in it, the card's among them.
        camera: of the camera file, if there is one.
        references: of tags that stand elsewhere the (3,) places of their middles in the card's frame.
        held: whether it was taken from about the eye; else from anywhere.

    Raises:
        SceneError: one line where the card is not there, or not as it should be.
    """
    by_id = {tag.id: tag for tag in seen}
    tags = tuple(tag for tag in layout.tags if tag.id in by_id)
    points = np.concatenate([tag.corners for tag in tags])
    pixels = np.concatenate([by_id[tag.id].corners for tag in tags])
    spread = np.repeat([max(by_id[tag.id].sigma, CORNER_PX) for tag in tags], 4)[:, None]
    others = [number for number in references if number in by_id]
    places = np.array([references[number] for number in others]).reshape(-1, 3)
    middles = np.array([_middle(by_id[number].corners) for number in others]).reshape(-1, 2)
    lens, focal_sigma = lens_of(photo, camera)
    near = HELD_MM if held else ANYWHERE_MM
    sighting = Sighting(lens, focal_sigma, layout.eye, near, points, pixels, spread, places, middles)
    fit, used = _fitted(sighting, _rough(points, lens.rays(pixels), layout.eye if held else None), held=held)
    turn, place, lens = turn_matrix(fit.x[:3]), np.asarray(fit.x[3:6]), zoomed(lens, fit.x[6])
    slopes = np.asarray(fit.jac)
    spreads = np.sqrt(np.diag(np.linalg.pinv(slopes.T @ slopes)))
    sigma, stood = spreads[[3, 4, 5, 11]], np.asarray(fit.x[7:])
    seems = _unbiased(stood[:2], spreads[7:9], max(1.0, float(np.sqrt(np.mean(fit.fun[: 2 * len(points)] ** 2)))))
    shift = _shift(points, pixels - lens.project((_stood(points, stood) - place) @ turn.T), len(tags))
    view = CardView(layout, photo, tags, lens, turn, place, sigma, stood, seems, shift, len(used.places) > 0, held, used, fit.x)
    rest = (view.pixels(points) - pixels) / view.pixels_a_mm
    if not np.isfinite(rest).all() or float(np.sqrt((rest**2).mean())) > BENT_MM:
        raise SceneError(f'photo "{photo.name}": the card is bent, or another one; it has to be flat')
    return view


def _fitted(sighting: Sighting, begin: FloatArray, *, held: bool) -> tuple[Any, Sighting]:
    """The fit, and to what: with tags elsewhere where enough of them are seen, without those that were moved since the scan."""
    kept = np.ones(len(sighting.places), dtype=bool)
    while kept.sum() >= ENOUGH_TAGS:
        near = NEAR_MM if held else ANYWHERE_MM
        some = replace(sighting, near=near, places=sighting.places[kept], middles=sighting.middles[kept])
        fit = least_squares(some.misses, begin, x_scale=SCALES)
        corners = 2 * len(some.points)
        worst = np.abs(fit.fun[corners : corners + 2 * int(kept.sum())]).reshape(-1, 2).max(axis=1)
        if worst.max() <= MOVED_SIGMAS:
            return fit, some
        kept[np.flatnonzero(kept)[int(worst.argmax())]] = False
    alone = replace(sighting, places=sighting.places[:0], middles=sighting.middles[:0])
    return least_squares(alone.misses, begin, x_scale=SCALES), alone


def _unbiased(found: FloatArray, spread: FloatArray, rough: float) -> FloatArray:
    """(2, 2) the turn and tilt without what is known before, and their standard deviations.

    Args:
        found: with it.
        spread: their standard deviations.
        rough: times by which corners are farther off than they should be.
    """
    before, after = STOOD[:2] ** 2, np.minimum(spread**2, 0.999 * STOOD[:2] ** 2)
    told = 1.0 / after - 1.0 / before
    return np.array([found / (after * told), rough / np.sqrt(told)])


def _stood(points: FloatArray, how: FloatArray) -> FloatArray:
    """Where (..., 3) places of a card are that stands turned, tilted, aside and raised, as `STOOD` has it, and is larger."""
    turn, tilt, aside, up, larger = how.tolist()
    matrix = turn_matrix(np.array([0.0, turn, 0.0])) @ turn_matrix(np.array([tilt, 0.0, 0.0]))
    return np.asarray(np.exp(larger) * points @ matrix.T + np.array([aside, up, 0.0]))


def _middle(corners: FloatArray) -> FloatArray:
    """(2,) where the diagonals of a tag (4, 2) cross: the picture of its middle, however it is seen."""
    a, b, c, d = corners
    ways = np.column_stack([c - a, b - d])
    return np.asarray(a + (c - a) * np.linalg.solve(ways, b - a)[0])


def _shift(points: FloatArray, left: FloatArray, tags: int) -> FloatArray:
    """(3, 2) what is left between where corners are and where they should be: shifted, with more tags turned and stretched."""
    if tags == 1:
        return np.vstack([left.mean(axis=0), np.zeros((2, 2))])
    columns = np.column_stack([np.ones(len(points)), points[:, :2]])
    return np.asarray(np.linalg.lstsq(columns, left, rcond=None)[0], dtype=np.float64)


def zoomed(lens: Lens, more: float) -> Lens:
    """A lens whose focal length is longer, by a logarithm."""
    grown = float(np.exp(more))
    return Lens(lens.size, (lens.focal[0] * grown, lens.focal[1] * grown), lens.centre, lens.distortion)


def _rough(points: FloatArray, rays: FloatArray, eye: FloatArray | None) -> FloatArray:
    """(12,) where to begin: the turn about a place that is known, or by the flat card alone."""
    if eye is None:
        return _alone(points, rays)
    ways = points - eye
    ways = ways / np.linalg.norm(ways, axis=1, keepdims=True)
    u, _, v = np.linalg.svd(rays.T @ ways)
    turn = u @ np.diag([1.0, 1.0, np.sign(np.linalg.det(u @ v))]) @ v
    return np.concatenate([vectors(turn[None])[0], eye, np.zeros(6)])


def _alone(points: FloatArray, rays: FloatArray) -> FloatArray:
    import cv2

    flat = rays[:, :2] / rays[:, 2:]
    done, found, places, errors = cv2.solvePnPGeneric(points, flat, np.eye(3), None, flags=cv2.SOLVEPNP_IPPE)
    if not done:
        raise SceneError("the card's tags cannot be read")
    best = int(np.argmin(np.ravel(errors)))
    turn = turn_matrix(np.ravel(found[best]))
    return np.concatenate([np.ravel(found[best]), -turn.T @ np.ravel(places[best]), np.zeros(6)])


def turn_matrix(vector: FloatArray) -> FloatArray:
    """The (3, 3) matrix of a rotation vector (3,)."""
    return np.asarray(matrices(vector[None])[0])
