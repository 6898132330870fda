"""A whole table looked at: its photos prepared, their depths, and what these say together of surface, decks and free space."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from capture.dense.agreed_surface import Agreed, agreed
from capture.dense.contradictions import contradicted, uncontradicted
from capture.dense.dense_lines import THREADS
from capture.dense.level_decks import level_decks
from capture.dense.line_strips import GreyPhoto, Straight
from capture.dense.seen_space import CELL, seen_space
from capture.dense.seen_through import LOWEST
from capture.dense.surface_mesh import coloured_mesh
from capture.dense.whole_depths import Depths, depths, whole_picture
from scene.base.errors import SceneError
from scene.geometry.camera_model import CameraView
from scene.table.seen_table import SeenTable

FEWEST = 4
"""Photos: a surface is taken for one where one and three others show it."""
MOST = 24
"""So many photos are looked at."""
HIGHEST = 8.0
"""Inches above the ground up to which surfaces are looked for, if nothing else is said."""
STEPS = 3
"""Steps of progress for every photo, its reading not counted."""


@dataclass(frozen=True, eq=False)
class TablePhoto:
    """A photo made ready.

    Attributes:
        picture: all of it, straightened.
        colours: (t, s, 3) uint8 red, green, blue of its pixels.
    """

    picture: Straight
    colours: NDArray[np.uint8]


def table_photo(photo: GreyPhoto, colour: NDArray[np.uint8], size: tuple[float, float]) -> TablePhoto | None:
    """A photo with its colours (h, w, 3), made ready; None where it shows nothing of a table of that size in inches."""
    picture = whole_picture(photo, size)
    if picture is None:
        return None
    painted = whole_picture(GreyPhoto(photo.name, colour, photo.view), size)
    assert painted is not None
    return TablePhoto(picture, np.rint(painted.picture).clip(0, 255).astype(np.uint8))


def farthest_apart(views: Sequence[CameraView], most: int = MOST) -> list[int]:
    """Which of some photos to look at, in their order: no more than so many, each as far from all others as may be."""
    eyes = np.array([view.pose.position for view in views]).reshape(-1, 3)
    if len(eyes) <= most:
        return list(range(len(eyes)))
    chosen = [0]
    away = np.linalg.norm(eyes - eyes[0], axis=1)
    while len(chosen) < most:
        chosen.append(int(away.argmax()))
        away = np.minimum(away, np.linalg.norm(eyes - eyes[chosen[-1]], axis=1))
    return sorted(chosen)


def seen_table(
    photos: Sequence[TablePhoto],
    size: tuple[float, float],
    *,
    scan: str,
    highest: float = HIGHEST,
    on_progress: Callable[[int], None] | None = None,
) -> SeenTable:
    """What photos show of a whole table.

    Args:
        photos: made ready.
        size: of the table, inches.
        scan: the digest of the scan's photos and places.
        highest: inches above the ground up to which surfaces are looked for.
        on_progress: is called with steps done, `STEPS` for every photo.

    Raises:
        SceneError: one line where there are too few photos.
    """
    if len(photos) < FEWEST:
        raise SceneError(
            f"{len(photos)} of the photos show the table, and {FEWEST} have to; take about twenty, in two rings round it"
        )
    box = np.array([[0.0, 0.0, -LOWEST], [*size, highest]])
    pictures = [one.picture for one in photos]
    colours = [one.colours for one in photos]

    def depth(picture: Straight) -> Depths:
        found = depths(picture, pictures, box)
        if on_progress is not None:
            on_progress(STEPS - 1)
        return found

    def surface(which: int) -> Agreed:
        found = agreed(which, looked, colours)
        if on_progress is not None:
            on_progress(1)
        return found

    # Most of the work is OpenCV's and NumPy's, which lets threads run side by side.
    with ThreadPoolExecutor(THREADS) as pool:
        looked = list(pool.map(depth, pictures))
        surfaces = list(pool.map(surface, range(len(looked))))
        mesh = coloured_mesh(surfaces)
        reaches = list(pool.map(partial(contradicted, mesh), looked))
    low = (0.0, 0.0, -LOWEST)
    mesh = uncontradicted(mesh, looked, reaches)
    space = seen_space(looked, reaches, mesh, box)
    decks, deck_at = level_decks(surfaces, low, space.shape)
    return SeenTable(scan, len(photos), low, CELL, space, decks, deck_at, mesh)
