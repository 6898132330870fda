"""Pieces that look alike at two places: gratings some bars off, and pieces that are the same when they are turned."""

import numpy as np
import pytest
import trimesh

from capture.learning.edge_photos import EdgePhoto
from capture.learning.mesh_silhouette import edge_points
from capture.learning.piece_surfaces import SurfacePoints
from capture.learning.piece_symmetry import PieceSymmetry
from capture.learning.rival_places import TELLS, by_chance, likelier, own_overlaps, shown_in
from scene.geometry.mesh import Mesh, joined
from scene.geometry.ray_casting import RayScene
from scene.geometry.rigid_transform import RigidTransform
from tests.capture.alone import SHEET, piece_alone
from tests.capture.rendered import Noise, phone_lens, photograph, round_the_table
from tests.scene.scenes import box


def comb() -> Mesh:
    """Five bars 0.9 inches apart, and a plate beside their ends."""
    return joined(*(box([0.9 * i - 1.82, -1, 0], [0.9 * i - 1.78, 1, 0.4]) for i in range(5)), box([-1.8, 1, 0], [1.8, 2, 0.4]))


def test_edges_lie_on_one_another_where_bars_do() -> None:
    shifts = [place.position[:2] for place in own_overlaps(edge_points(comb())) if abs(place.matrix[0, 0] - 1.0) < 1e-9]
    for step in (-0.9, 0.9):
        assert min(np.hypot(x - step, y) for x, y in shifts) < 0.16
    assert all(np.hypot(x, y) > 0.25 for x, y in shifts)


def drum() -> Mesh:
    """Round, with 48 facets."""
    solid = trimesh.creation.cylinder(radius=1.0, height=2.0, sections=48)
    return Mesh(np.asarray(solid.vertices), np.asarray(solid.faces))


@pytest.mark.parametrize(
    ("shape", "turns", "is_round"),
    [
        (comb(), [0.0], False),
        (box([-1, -1, 0], [1, 1, 1]), [0.0, 90.0, 180.0, 270.0], False),
        (box([-1, -0.5, 0], [1, 0.5, 1]), [0.0, 180.0], False),
        (drum(), [30.0 * step for step in range(12)], True),
    ],
)
def test_symmetry_is_what_turns_leave_the_same(shape: Mesh, turns: list[float], *, is_round: bool) -> None:
    symmetry = PieceSymmetry(edge_points(shape), SurfacePoints(shape))
    found = [float(np.degrees(np.arctan2(turn.matrix[1, 0], turn.matrix[0, 0]))) % 360.0 for turn in symmetry.turns]
    assert symmetry.round == is_round
    assert set(turns) <= set(np.round(found, 6))
    assert is_round or len(found) == len(turns)


def test_a_grating_one_bar_off_is_told_by_the_edges_that_differ() -> None:
    tags = {104: RigidTransform.turned((1.2, 0.4, 0.2), 25.0)}
    grating = piece_alone("grating", {}, tags, turn=31.0)
    rng = np.random.default_rng(3)
    views = round_the_table(2, phone_lens((800, 600)), rng, size=SHEET, far=(17.0, 23.0), above=(28.0, 50.0))
    greys = [photograph(grating.stage, view, noise=Noise(), blur_px=0.7, grey=True, rng=rng) for view in views]
    card = grating.piece.pose.to_table(tags[104].to_table(np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * 0.6))
    pictures = [
        EdgePhoto(i, view, grey, (view.project(card),)) for i, (view, grey) in enumerate(zip(views, greys, strict=True))
    ]
    shape = grating.piece.shape
    edges, rays, right = edge_points(shape), RayScene([shape]), grating.piece.pose
    overlaps = [place for place in own_overlaps(edges) if np.hypot(*place.position[:2]) > 0.2][:4]
    assert overlaps
    chance, there = by_chance(pictures, edges, rays, right), shown_in(pictures, edges, rays, right)
    for overlap in overlaps:
        turn = float(np.degrees(np.arctan2(overlap.matrix[1, 0], overlap.matrix[0, 0])))
        wrong = RigidTransform.turned(right.to_table(overlap.position), 31.0 + turn)
        shown = shown_in(pictures, edges, rays, wrong)
        assert likelier(pictures, there, shown, chance) > TELLS
        assert likelier(pictures, shown, there, chance) < -TELLS
    assert likelier(pictures, there, there, chance) == 0.0
