"""Footprints: what things cover in plan."""

import gc
import weakref

import numpy as np
import pytest
import shapely

from scene.geometry.mesh import EMPTY, Mesh, joined
from scene.table.footprints import Disc, footprint, plan_disc, segments
from tests.plain_scenes import block, bodiless, box, figure


def test_a_box_covers_its_rectangle() -> None:
    outline = footprint(box((1, 2, 0), (4, 3, 2)))
    assert outline.equals(shapely.box(1, 2, 4, 3))


def test_parts_are_joined_and_holes_stay() -> None:
    ring = joined(box((0, 0, 0), (5, 1, 1)), box((0, 4, 0), (5, 5, 1)), box((0, 0, 0), (1, 5, 1)), box((4, 0, 3), (5, 5, 4)))
    outline = footprint(ring)
    assert outline.area == pytest.approx(25 - 9)
    assert len(outline.interiors) == 1


def test_winding_and_doubled_and_empty_faces_do_not_matter() -> None:
    solid = box((0, 0, 0), (2, 2, 2))
    messy = Mesh.of(solid.vertices, np.concatenate([solid.faces, solid.faces[:, ::-1], [[0, 0, 1], [2, 2, 2]]]))
    assert footprint(messy).equals(footprint(solid))
    assert footprint(EMPTY).is_empty


def test_an_upright_sheet_is_a_line() -> None:
    sheet = Mesh.of([[0, 1, 0], [4, 1, 0], [4, 1, 3], [0, 1, 3]], [[0, 1, 2], [0, 2, 3]])
    outline = footprint(sheet)
    assert (outline.area, outline.length) == (0, pytest.approx(4))
    assert segments(outline).reshape(-1, 2)[:, 1] == pytest.approx(1.0)


def test_a_band_cuts_a_slope_exactly() -> None:
    """A ramp that rises 4 inches over 8: between heights 1 and 3 it covers x from 2 to 6."""
    ramp = Mesh.of([[0, 0, 0], [8, 0, 4], [8, 3, 4], [0, 3, 0]], [[0, 1, 2], [0, 2, 3]])
    outline = footprint(ramp, (1.0, 3.0))
    assert outline.symmetric_difference(shapely.box(2, 0, 6, 3)).area == pytest.approx(0, abs=1e-8)


def test_a_band_leaves_out_what_hangs_above_and_what_only_touches_it() -> None:
    lintel, plate = box((0, 0, 2), (5, 1, 3)), box((0, 0, -1), (5, 5, 0))
    assert footprint(joined(lintel, plate), (0.0, 1.25)).is_empty


def test_a_solid_through_the_whole_band_leaves_its_sides() -> None:
    outline = footprint(box((1, 2, 0), (4, 3, 9)), (1.0, 2.0))
    assert outline.symmetric_difference(shapely.box(1, 2, 4, 3).exterior).length == pytest.approx(0, abs=1e-6)
    assert np.linalg.norm(np.diff(segments(outline), axis=1), axis=2).sum() == pytest.approx(8)


def test_segments_of_holes_are_there_too() -> None:
    ring = shapely.box(0, 0, 5, 5).difference(shapely.box(1, 1, 4, 4))
    assert len(segments(ring)) == 8
    assert np.linalg.norm(np.diff(segments(ring), axis=1), axis=2).sum() == pytest.approx(20 + 12)


def test_an_outline_is_kept_beside_its_mesh_and_goes_with_it() -> None:
    piece = block("crate", (0, 0, 0), (1, 1, 1))
    assert footprint(piece.placed) is footprint(piece.placed)
    gone = weakref.ref(piece.placed)
    del piece
    gc.collect()
    assert gone() is None


def test_the_disc_of_a_base_and_of_a_body_without_one() -> None:
    assert plan_disc(figure("a", 3, 4)) == Disc((3, 4), 1.0)
    bare = plan_disc(figure("a", 3, 4, base_mm=0.0))
    assert bare.centre == pytest.approx((3, 4))
    assert bare.radius == pytest.approx(np.hypot(0.2, 0.3))
    assert plan_disc(bodiless("a", 3, 4)) == Disc((3, 4), 0.0)
