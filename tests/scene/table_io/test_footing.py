"""Figures that float or are sunk, on floors with slots too."""

from dataclasses import replace

import pytest

from assets import tables
from assets.mesh_library import LIBRARY
from scene.table_io.standing_check import footing_warnings
from scene.table_io.table_reading import load_table


@pytest.mark.parametrize(("down", "said"), [(0.0, ""), (0.1, "is sunk 0.10"), (0.4, "is sunk 0.40"), (-0.2, "floats 0.20")])
def test_a_grating_holds_a_base_though_most_of_it_are_slots(down: float, said: str) -> None:
    """Hadrik stands on the walkway's grating, through which lines of sight pass."""
    whole = load_table(tables.path("gantry-town"), LIBRARY)
    hadrik = whole.figure("hadrik")
    x, y, z = hadrik.position
    found = footing_warnings(replace(whole, figures=(hadrik.moved((x, y, z - down)),)))
    assert len(found) == bool(said)
    assert all(said in one for one in found)
