"""Looks by the compiled code: the same labels and blame as those of the rays cast one after the other in NumPy's arrays."""

from dataclasses import replace
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from scene.geometry import packet_rays
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Piece, Terrain
from scene.visibility.occluders import occluders
from scene.visibility.view_casting import HIDDEN, NOBODY, NOTHING, SEEN, Blame, Caster, Labels, ShooterSurroundings, SightQuery
from tests.scene.scenes import box, random_scene

VIEWS, SIZE = 12, 30


@pytest.mark.skipif(not packet_rays.available(), reason="nothing is compiled here")
@pytest.mark.parametrize("seed", range(4))
def test_they_see_the_same(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scene = random_scene(rng)
    x, y, z = scene.shooter.position
    way = np.subtract(scene.target.position, scene.shooter.position)
    there = RigidTransform.turned(scene.target.position + 10.0 * way / np.linalg.norm(way), 0.0)
    behind = Piece("behind", box([-5, -5, -5], [5, 5, 5]), there)
    terrain = Terrain((*scene.table.terrain.pieces, behind))
    room = ShooterSurroundings((x, y), 3.0, z + 0.1, z + 3.0)
    eyes = scene.shooter.eye + rng.uniform(-1, 1, (VIEWS, 3))
    shot = SightQuery(scene.shooter.eye, scene.target, scene.ignored)
    views = [replace(shot, eye=eye, near=room if i % 2 else None) for i, eye in enumerate(eyes)]
    caster = Caster(occluders(terrain), scene.table.figures, views)
    cast, places = rng.random((VIEWS - 1, SIZE, SIZE)) < 0.7, rng.random((2, SIZE, SIZE)).astype(np.float32)

    def looked() -> tuple[Labels, Blame]:
        labels, blame = np.full(cast.shape, 77, dtype=np.int8), np.full(cast.shape, 777, dtype=np.int16)
        caster.look(np.arange(1, VIEWS), places, cast, labels, blame)
        return labels, blame

    assert caster._packed is not None
    packed = looked()
    with patch.object(caster, "_packed", None):
        plain = looked()
    assert set(np.unique(plain[0][cast])) <= {NOTHING, SEEN, HIDDEN}
    assert (plain[0][cast] != NOTHING).any()
    assert (plain[1][cast] != NOBODY).any()
    # A ray that grazes a rim may go either way in single precision.
    assert (packed[0] != plain[0]).mean() < 1e-3
    assert (packed[1] != plain[1]).mean() < 1e-3
    assert (packed[0][~cast] == 77).all()


@pytest.mark.skipif(not packet_rays.available(), reason="nothing is compiled here")
def test_what_does_not_fit_is_refused() -> None:
    engine = packet_rays.PacketRayEngine([])
    sound: dict[str, Any] = {
        "numbers": np.zeros(0, np.int32),
        "views": np.zeros(1, packet_rays.VIEW),
        "between": np.zeros(0, packet_rays.BETWEEN),
        "places": np.zeros((2, 8, 8), np.float32),
        "cast": np.zeros((1, 8, 8), bool),
        "labels": np.zeros((1, 8, 8), np.int8),
        "blame": np.zeros((1, 8, 8), np.int16),
    }
    engine.look(**sound, contact=0.0)
    wider = {name: np.zeros((*array.shape[:-1], 9), array.dtype)[..., : array.shape[-1]] for name, array in sound.items()}
    for name in ("places", "cast", "labels", "blame"):
        for wrong in (sound[name][..., :-1].copy(), sound[name].astype(np.float64), wider[name]):
            with pytest.raises(ValueError, match="do not fit"):
                engine.look(**sound | {name: wrong}, contact=0.0)
    sound["views"]["last"] = 1
    with pytest.raises(IndexError):
        engine.look(**sound, contact=0.0)
    with pytest.raises(IndexError):
        packet_rays.PacketRayEngine([(np.zeros((3, 3), np.float32), np.array([[0, 1, 3]]))])
    with pytest.raises(ValueError, match="want"):
        engine.run(np.zeros((2, 3), np.float32), np.zeros((3, 3), np.float32))
