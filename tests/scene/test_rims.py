"""Edges with their drops, rails with their heights."""

import numpy as np
import pytest

from scene.ground import ground_of
from scene.rims import Rims, rims
from scene.table import Piece, Terrain
from scene.zones import Walker
from tests.rules.course_parts import block

WALKER = Walker(0.5, 1.3)
DECK = block((6, 14), 3.0, (5, 11))
"""Open all round, 3 inches high."""


def found(*pieces: Piece) -> Rims:
    return rims(ground_of(Terrain(pieces), (20.0, 16.0), WALKER))


def test_an_open_deck_drops_by_its_height_all_round() -> None:
    edges = found(DECK)
    assert edges.drop == pytest.approx(np.full(len(edges.drop), 3.0), abs=1e-4)
    assert (edges.rail == 0.0).all()
    assert {tuple(np.round(out, 3)) for out in edges.out} == {(1, 0), (-1, 0), (0, 1), (0, -1)}
    # 28 inches of edge, at most 0.4 between places.
    assert len(edges.xy) >= 28 / 0.4


def test_a_rail_is_measured_and_bounds_its_side() -> None:
    rail = block((6, 14), 3.8, (10.8, 11), low=3.0)
    edges = found(DECK, rail)
    behind = edges.out[:, 1] > 0.9
    assert behind.any()
    assert edges.rail[behind] == pytest.approx(np.full(int(behind.sum()), 0.8), abs=1e-3)
    assert edges.drop[behind] == pytest.approx(np.full(int(behind.sum()), 3.0), abs=1e-4)
    assert (edges.rail[~behind & (np.abs(edges.out[:, 0]) > 0.9)] == 0.0).all()


def test_a_wall_is_no_rail() -> None:
    wall = block((6, 14), 6.0, (10.8, 11), low=3.0)
    edges = found(DECK, wall)
    assert not (edges.out[:, 1] > 0.9).any()


def test_an_edge_over_a_lower_deck_drops_to_that() -> None:
    edges = found(DECK, block((14, 18), 1.25, (5, 11)))
    east = (edges.out[:, 0] > 0.9) & (edges.z > 2.0)
    assert east.any()
    assert edges.drop[east] == pytest.approx(np.full(int(east.sum()), 1.75), abs=1e-4)


def test_flat_ground_has_no_edges() -> None:
    assert len(found().xy) == 0
