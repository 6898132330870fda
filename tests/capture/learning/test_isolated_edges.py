"""Isolated edges of a piece and those that have another beside them, and the errors of a piece found by its edges."""

import numpy as np
import pytest

from capture.adjustment.adjustment_problem import SHARED
from capture.adjustment.survey import Survey
from capture.learning.edge_photos import EdgePhoto
from capture.learning.edge_pose import pose_by_edges
from capture.learning.isolated_edges import lone_points
from capture.learning.mesh_silhouette import edge_points
from scene.geometry.camera_model import CameraView
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform
from tests.capture.alone import SHEET, piece_alone
from tests.capture.rendered import Noise, looking, phone_lens, photograph, plain_lens, round_the_table
from tests.capture.surveys import difference
from tests.scene.scenes import box

GREY = np.zeros((900, 1200), dtype=np.uint8)


def test_edges_that_a_photo_shows_beside_one_another_do_not_stand_alone() -> None:
    """A plate 0.2 inches thick: its upper and lower edge in front are some pixels apart, its upper edge behind is alone."""
    plate = box([0, 0, 0], [4, 3, 0.2])
    view = CameraView(plain_lens((1200, 900), 1000.0), looking((2.0, -30.0, 20.0), (2.0, 1.5, 0.0)))
    upper, lower = view.project(np.array([[2.0, 0.0, 0.2], [2.0, 0.0, 0.0]]))
    apart = float(np.linalg.norm(upper - lower))
    edges, rays, pose = edge_points(plate), RayScene([plate]), RigidTransform.turned((0.0, 0.0, 0.0), 0.0)

    def counted(beside: float, papers: tuple[np.ndarray, ...] = ()) -> tuple[int, int]:
        points = edges.points[lone_points(EdgePhoto(0, view, GREY, papers), edges, rays, pose, beside)]
        middle = np.abs(points[:, 0] - 2.0) < 1.5
        return int(np.sum(middle & (points[:, 1] == 0.0))), int(np.sum(middle & (points[:, 1] == 3.0)))

    front, back = counted(0.8 * apart)
    assert front == 2 * back > 0
    assert counted(1.2 * apart) == (0, back)
    card = view.project(np.array([[x, y, 0.2] for x, y in ((0.0, 2.5), (4.0, 2.5), (4.0, 3.5), (0.0, 3.5))]))
    assert counted(1.2 * apart, (card,)) == (0, 0)


RAILED = {"height": 3.0, "grate": 0.0, "rail_front": 2.0, "rail_left": 1.0, "length": 7.0, "width": 6.0}


@pytest.mark.long
def test_a_piece_far_away_in_light_from_one_side_is_off_by_no_more_than_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cameras and tag are exact here, so that all errors are those of the edges."""
    at = {104: RigidTransform.turned((1.2, 0.6, 3.0), 25.0)}
    deck = piece_alone("platform", RAILED, at, turn=137.0)
    rng = np.random.default_rng(5)
    views = round_the_table(3, phone_lens((900, 675)), rng, size=SHEET, far=(27.0, 31.0), above=(30.0, 50.0))
    greys = [photograph(deck.stage, view, noise=Noise(), blur_px=0.7, grey=True, rng=rng) for view in views]
    (tag,) = deck.stage.scenery.tags[3:]
    count = SHARED + 6 * (len(views) + 1) + 2
    survey = Survey(
        (104,), np.array([30.0 / 25.4]), views[0].lens, tuple(view.pose for view in views), (tag.pose,), np.array(SHEET),
        np.zeros((count, count)),
    )  # fmt: skip
    card = tag.pose.to_table(np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * 15.0 / 25.4)
    pictures = [
        EdgePhoto(i, view, grey, (view.project(card),)) for i, (view, grey) in enumerate(zip(views, greys, strict=True))
    ]
    # Where to begin is no question here; all other places would be looked at for 20 seconds.
    near = RigidTransform.turned((7.63, 6.37, 0.0), 137.5)
    monkeypatch.setattr("capture.learning.edge_pose._Search.places", lambda *_: [near])
    fit = pose_by_edges(survey, pictures, deck.piece.shape, [104])
    miss = difference(fit.pose, deck.piece.pose)[[0, 1, 5]]
    sigma = np.sqrt(np.diag(fit.covariance(survey)))[[0, 1, 5]]
    # A pixel is 0.9 mm there: neighbours that are taken for one another shift it by as much, and agree about it.
    assert np.linalg.norm(miss[:2]) * 25.4 < 0.25
    assert np.abs(miss / np.maximum(sigma, [0.1 / 25.4, 0.1 / 25.4, np.radians(0.1)])).max() < 3.0
    assert sigma[:2].max() * 25.4 < 0.9
