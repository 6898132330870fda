"""Things cut out of the surface that photos show: all of one, nothing of its neighbours, with limits that follow the photos."""

import numpy as np
import pytest

from assets.mesh_library import LIBRARY
from capture.clicking.clickable_photos import ClickablePhotos
from capture.clicking.clicked_piece import corners_within
from capture.dense.cut_surface import cut_out, cut_piece
from capture.results.scan_writing import document_of
from scene.base.errors import SceneError
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH, Figure, Piece, Table, Terrain
from tests.capture.made_scans import made_scan, ring
from tests.capture.seen_boxes import seen_boxes
from tests.scene.scenes import box

SIZE = (36.0, 30.0)
HUT, TOWER = ((14.0, 12.0), (3.0, 2.0, 1.5)), ((18.0, 12.0), (1.5, 1.5, 4.0))
MIDDLE = (14.0, 12.0, 1.5)
SEEN = seen_boxes(SIZE, (HUT, TOWER))
PHOTOS = ClickablePhotos.of(document_of(made_scan(ring(8), noise=0.2)).scan)


def test_what_hangs_together_is_cut_out_without_ground_neighbours_pieces_and_figures() -> None:
    (x, y), (wide, deep, high) = HUT
    hut = cut_out(SEEN, Table(SIZE), MIDDLE)
    low, above = hut.bounds
    np.testing.assert_allclose([*low[:2], *above], [x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2, high], atol=1e-3)
    assert 0.0 < low[2] < 0.3
    # The photos show a figure beside it as well, which is no scenery.
    joined = seen_boxes(SIZE, (HUT, ((15.9, 12.0), (0.8, 0.8, 1.2))))
    assert cut_out(joined, Table(SIZE), MIDDLE).bounds[1, 0] > 16.2
    beside = Figure("ada", LIBRARY.body("human", "upright", "upright"), (15.9, 12.0, 0.0), base_mm=25.0)
    assert cut_out(joined, Table(SIZE, figures=(beside,)), MIDDLE).bounds[1, 0] < x + wide / 2 + 0.01
    shape = box((-wide / 2, -deep / 2, 0.0), (wide / 2, deep / 2, high))
    known = Table(
        SIZE,
        Terrain((Piece("hut", shape, RigidTransform((x, y, 0.0))),)),
    )
    with pytest.raises(SceneError, match="what the photos show there is a piece that is measured already"):
        cut_out(SEEN, known, MIDDLE)
    with pytest.raises(SceneError, match="no surface there that stands on the table: what is bare, shines"):
        cut_out(SEEN, Table(SIZE), (4.0, 4.0, 0.0))


def test_a_cut_piece_follows_photos_that_are_off_together() -> None:
    hut = cut_out(SEEN, Table(SIZE), MIDDLE)
    piece = cut_piece(hut, PHOTOS)
    assert piece.position == pytest.approx((14.0, 12.0, hut.bounds[0, 2]), abs=1e-3)
    np.testing.assert_allclose(piece.mesh.vertices + np.array(piece.position), hut.vertices, atol=1e-6)
    shift = np.array([0.3, -0.2, 0.1])
    moved = np.tile([*shift, 0.0, 0.0, 0.0], len(PHOTOS.names))
    np.testing.assert_allclose(piece.slopes @ moved, [*shift, 0, 0, 0, 0, 0, 0], atol=1e-6)
    # All cameras turned about its anchor turn it.
    turn = np.array([0.0, 0.0, 0.01])
    turned = np.concatenate([[*np.cross(turn, eye - np.array(piece.position)), *turn] for eye in PHOTOS.eyes])
    np.testing.assert_allclose(piece.slopes @ turned, [0, 0, 0, *turn, 0, 0, 0], atol=1e-6)
    assert 3.0 < corners_within(piece, PHOTOS) * MM_PER_INCH < 9.0
