"""Rays through a scene without some of its meshes are those of a scene of the others."""

import numpy as np
import pytest

from scene.geometry.ray_casting import RayScene
from scene.geometry.thinned_rays import ThinnedRays
from tests.plain_scenes import box

BOXES = [box((x, y, 0.0), (x + 1.5, y + 1.5, 2.0)) for x in (0.0, 2.0, 4.0, 6.0) for y in (0.0, 2.0, 4.0, 6.0)]


@pytest.mark.parametrize("seed", range(4))
def test_hits_distances_and_what_is_blocked_are_the_same(seed: int) -> None:
    rng = np.random.default_rng(seed)
    kept = rng.random(len(BOXES)) < 0.6
    thinned = ThinnedRays(RayScene(BOXES), np.where(kept, np.cumsum(kept) - 1, -1))
    plain = RayScene([one for one, stays in zip(BOXES, kept, strict=True) if stays])
    starts, ends = rng.uniform(-1.0, 9.0, (2, 4000, 3))
    starts[:, 2], ends[:, 2] = np.abs(starts[:, 2]) / 4.0, np.abs(ends[:, 2]) / 4.0
    for reach in (None, np.ones(len(starts))):
        found, known = (one.first_hits(starts, ends - starts, reach) for one in (thinned, plain))
        assert np.array_equal(found.mesh, known.mesh)
        assert np.allclose(found.distance, known.distance, atol=1e-5)
        assert np.array_equal(found.face[known.mesh >= 0], known.face[known.mesh >= 0])
    assert np.array_equal(thinned.blocked(starts, ends), plain.blocked(starts, ends))
    which = rng.integers(0, 5, len(starts))
    found, known = (one.first_hits(starts[:5], ends - starts[which], which=which) for one in (thinned, plain))
    assert np.array_equal(found.mesh, known.mesh)
