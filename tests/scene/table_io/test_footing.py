"""Figures that float or are sunk, on floors with slots too."""

from dataclasses import replace

import numpy as np
import pytest

from assets import tables
from assets.mesh_library import LIBRARY
from scene.geometry.large_mesh import LargeMesh
from scene.geometry.mesh import joined
from scene.mesh_io import mesh_reading
from scene.mesh_io.mesh_reading import parse_mesh
from scene.table.table import Piece, Table, Terrain
from scene.table_io.standing_check import footing_warnings
from scene.table_io.table_check import load_with_warnings
from scene.table_io.table_reading import load_table
from scene.walkable.winding import outward, wound_both_ways
from tests.scene.mesh_io.test_mesh_reading import binary_stl


@pytest.mark.parametrize(("down", "said"), [(0.0, ""), (0.1, "is sunk 0.10"), (0.4, "is sunk 0.40"), (-0.2, "floats 0.20")])
def test_a_grating_holds_a_base_though_most_of_it_are_slots(down: float, said: str) -> None:
    """Hadrik stands on the walkway's grating, through which lines of sight pass."""
    shares = [0.0]
    whole, _ = load_with_warnings(tables.path("gantry-town"), LIBRARY, tell=shares.append)
    assert (shares, shares[-1], len(shares)) == (sorted(shares), 1.0, 1 + len(whole.terrain.pieces) + 2 * len(whole.figures))
    hadrik = whole.figure("hadrik")
    x, y, z = hadrik.position
    found = footing_warnings(replace(whole, figures=(hadrik.moved((x, y, z - down)),)))
    assert len(found) == bool(said)
    assert all(said in one for one in found)


def test_of_a_large_mesh_only_what_is_near_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """All gantries and walkways as one mesh, wound inside out, and Hadrik here and there, a little too high or too deep."""
    whole = load_table(tables.path("gantry-town"), LIBRARY)
    corners = joined(*(piece.placed for piece in whole.terrain.pieces if piece.kind == "structure")).triangles
    data = binary_stl(corners[:, ::-1].astype(np.float32))
    rng, said = np.random.default_rng(1), []
    places = [(float(x), float(y), 3.0 + float(z)) for x, y, z in rng.uniform((4, 7, -0.3), (44, 29, 0.3), (60, 3))]
    for largest in (1, 10**9):
        monkeypatch.setattr(mesh_reading, "LARGE", largest)
        piece = Piece("town", parse_mesh(data, "town.stl", units="inch").mesh)
        assert (outward(piece.placed), wound_both_ways(piece.placed)) == (-1.0, False)
        stood = Table(whole.size, Terrain((piece,)), tuple(whole.figure("hadrik").moved(place) for place in places))
        said.append(footing_warnings(stood))
        assert not isinstance(piece.shape, LargeMesh) or not piece.shape.is_whole
    assert said[0] == said[1]
    assert any("is sunk" in line for line in said[0])
