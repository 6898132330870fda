"""Lines of sight carried over to figures that stand a little elsewhere: through a slot of half a millimetre."""

import numpy as np
import pytest

from scene.geometry.mesh import joined
from scene.table.table import MM_PER_INCH, Figure, Piece, Terrain
from scene.visibility.line_of_sight import Witness
from scene.visibility.line_reuse import carried_line
from tests.plain_scenes import block, box, figure
from tests.scene import reference

MM = 1.0 / MM_PER_INCH
HALF = 0.25 * MM
SLOT = Terrain((Piece("wall", joined(box((5, -30, 0), (5.1, -HALF, 9)), box((5, HALF, 0), (5.1, 30, 9)))),))
ONE, OTHER = figure("one", 0, 0), figure("other", 10, 0)
KNOWN = [Witness((0.2, 0.0, 0.7), (9.8, 0.0, 0.7))]


def carried(terrain: Terrain, one: Figure, other: Figure, *, blocking: tuple[Figure, ...] = ()) -> Witness | None:
    return carried_line(terrain, (one, other), KNOWN, spread=2.0 * MM, blocking=blocking)


def test_small_shifts_and_turns_keep_the_line() -> None:
    rng = np.random.default_rng(1)
    for _ in range(40):
        (x, y), (u, v), turns = rng.uniform(-2, 2, 2) * MM, rng.uniform(-2, 2, 2) * MM, rng.uniform(-3, 3, 2)
        one, other = ONE.moved((x, y, 0.0), turns[0]), OTHER.moved((10 + u, v, 0.0), turns[1])
        line = carried(SLOT, one, other)
        assert line is not None
        start, end = np.array([line.start]), np.array([line.end])
        assert reference.free([SLOT.pieces[0].placed], start, end).all()
        # Both ends are on the bodies: beyond either end, within a hair, the line meets them.
        way = (end - start) / np.linalg.norm(end - start)
        for figure_there, point, ahead in ((one, start, -way), (other, end, way)):
            far = reference.distances([figure_there.placed], point - 0.001 * ahead, ahead)
            assert far[0] == pytest.approx(0.001, abs=1e-4)


def test_nothing_is_carried_from_nothing_or_through_a_wall() -> None:
    assert carried_line(SLOT, (ONE, OTHER), [], spread=2.0 * MM) is None
    assert carried(Terrain((block("wall", (5, -30, 0), (5.1, 30, 9)),)), ONE, OTHER) is None


def test_a_figure_far_off_is_missed() -> None:
    assert carried(SLOT, ONE, OTHER.moved((10.0, 9.0, 0.0))) is None


def test_figures_block_where_they_do() -> None:
    there = figure("third", 7, 0)
    assert carried(SLOT, ONE, OTHER, blocking=(ONE, OTHER)) is not None
    assert carried(SLOT, ONE, OTHER, blocking=(ONE, OTHER, there)) is None
