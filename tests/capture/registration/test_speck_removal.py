"""Specks of a scan go; scenery, and the shreds that scans tear it into, stays."""

import numpy as np

from capture.registration.speck_removal import APART, without_specks
from scene.geometry.mesh import Mesh, joined
from scene.table.table import MM_PER_INCH
from tests.plain_scenes import box

CRATE = box((0, 0, 0), (3, 3, 2))


def crumb(x: float, size: float = 0.3) -> Mesh:
    return box((x, 0, 4), (x + size, size, 4 + size))


def test_what_is_small_and_apart_goes() -> None:
    found, count = without_specks(joined(CRATE, crumb(5), crumb(7)), 20.0)
    assert count == 2
    assert len(found.faces) == len(CRATE.faces)
    assert np.array_equal(found.bounds, CRATE.bounds)


def test_what_is_large_or_near_or_all_that_there_is_stays() -> None:
    large = 21.0 / MM_PER_INCH
    near = box((3 + 0.5 * APART, 1, 1), (3.3, 1.3, 1.3))
    for kept in (crumb(5, large), near):
        assert without_specks(joined(CRATE, kept), 20.0)[1] == 0
    assert without_specks(joined(crumb(0), crumb(5)), 20.0)[1] == 0
    assert without_specks(CRATE, 20.0) == (CRATE, 0)


def test_a_surface_in_shreds_stays_whole() -> None:
    """Every triangle of a torn wall by itself, with slits of a millimetre between, beside one that is whole."""
    step = 0.5
    tiles = [
        box((x, 0.0, z), (x + step - 0.04, 0.1, z + step - 0.04)) for x in np.arange(0, 4, step) for z in np.arange(0, 3, step)
    ]
    whole = box((4.0, 0.0, 0.0), (8.0, 0.1, 3.0))
    found, count = without_specks(joined(whole, *tiles), 20.0)
    assert count == 0, "shreds in a row hang together, however far they are from the whole part"
    assert len(found.faces) == len(whole.faces) + 12 * len(tiles)
