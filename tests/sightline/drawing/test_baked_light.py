"""Light that is baked into surfaces: closed forms of the sky's share, and triangles that are halved and lose nothing."""

import numpy as np
import pytest

from scene.geometry.mesh import FloatArray
from scene.table.table import Piece, Terrain
from sightline.drawing.rendering.baked_light import SPLIT, bake, noise, open_share, split
from sightline.drawing.rendering.render_scene import terrain_rays
from tests.scene.scenes import box


def wall() -> Terrain:
    """A wall across a table, far longer and higher than light is looked for."""
    return Terrain((Piece("wall", box((0.0, 12.0, 0.0), (24.0, 12.5, 9.0)), kind="wall"),))


def areas(triangles: FloatArray) -> FloatArray:
    """(m,) square inches."""
    sides = triangles[:, 1:] - triangles[:, :1]
    return np.asarray(np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1) / 2.0)


def test_at_the_foot_of_a_wall_half_of_the_sky_is_seen_and_all_of_it_far_away() -> None:
    """Of what follows the cosine law, the half space beside an endless wall gives exactly one half."""
    rays = terrain_rays(wall())
    places = np.array([[x, y, 0.0] for x in np.linspace(8.0, 16.0, 400) for y in (11.99, 4.0)])
    found = open_share(rays, places, np.tile([0.0, 0.0, 1.0], (len(places), 1))).reshape(-1, 2)
    assert found[:, 0].mean() == pytest.approx(0.5, abs=0.02)
    assert (found[:, 1] == 1.0).all()


def test_what_is_split_has_short_edges_the_same_area_and_the_same_owners() -> None:
    rng = np.random.default_rng(3)
    triangles, owners = rng.uniform(0.0, 14.0, (60, 3, 3)), np.arange(60)
    found, owned = split(triangles, owners)
    assert np.linalg.norm(found - np.roll(found, 1, axis=1), axis=2).max() <= SPLIT
    np.testing.assert_allclose(np.bincount(owned, areas(found), 60), areas(triangles))


def test_the_ground_is_darker_beside_what_stands_on_it_and_an_empty_table_has_light_all_the_same() -> None:
    told: list[float] = []
    baked = bake(wall(), (24.0, 24.0), told.append)
    assert told
    rows = baked.ground[:, :, :3].mean(axis=(1, 2))
    assert rows[-round(16 * 11.8)] < 0.8 * rows[-16 * 4]
    assert len(baked.colours) == len(baked.open_sky) == 3 * len(baked.triangles)
    assert 0.0 <= baked.colours.min() <= baked.colours.max() <= 1.0
    assert len(bake(Terrain(()), (8.0, 8.0)).triangles) == 0


def test_noise_is_the_same_every_time_smooth_and_between_0_and_1() -> None:
    places = np.random.default_rng(5).uniform(-50.0, 50.0, (4000, 3))
    found = noise(places, 5.0)
    assert 0.0 <= found.min() < 0.2
    assert 0.8 < found.max() <= 1.0
    np.testing.assert_array_equal(found, noise(places, 5.0))
    assert np.abs(noise(places + 1e-3, 5.0) - found).max() < 5e-3
