"""Figures that float or are sunk, on floors with slots too."""

import pytest

from scene.geometry.mesh import joined
from scene.table.table import Piece
from scene.table_io.standing_check import footing_warnings
from tests.plain_scenes import box, figure, table

BARS = [box((10.0 + 0.25 * number, 10.0, 1.0), (10.03 + 0.25 * number, 20.0, 1.1)) for number in range(40)]
GRATING = Piece("grating", joined(*BARS))


@pytest.mark.parametrize(("z", "said"), [(1.1, ""), (1.0, "sunk 0.10"), (0.7, "sunk 0.40"), (1.3, "floats 0.20")])
def test_a_grating_holds_a_base_though_most_of_it_are_slots(z: float, said: str) -> None:
    found = footing_warnings(table(GRATING, figure("ann", 15.0, 15.0, z)))
    assert len(found) == bool(said)
    assert all(said in one for one in found)
