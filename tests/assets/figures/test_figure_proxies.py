"""The figure proxies: closed bodies of real proportions that rest on the ground and look out of their faces."""

import re
from itertools import product
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
import trimesh

from assets.figures.body_poses import pose_for
from assets.figures.figure_proxies import PROXIES, body
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, Mesh
from scene.table.table import MM_PER_INCH, Body, Posture, Stance
from scene.table_io.table_statuses import POSTURES, Status
from tests.assets.rays import first_hits

EYE_MM = {"human": 32.0, "brute": 40.0, "small": 20.0, "rider": 48.0}
POSES: list[tuple[Posture, Stance]] = [
    ("upright", "upright"),
    ("upright", "aiming"),
    ("on_back", "upright"),
    ("on_face", "upright"),
]
EVERY_BODY = [(proxy, *pose) for proxy, pose in product(PROXIES, POSES)]


def _bounds_mm(mesh: Mesh) -> FloatArray:
    return mesh.bounds * MM_PER_INCH


@pytest.mark.parametrize(("proxy", "posture", "stance"), EVERY_BODY)
def test_a_body_is_one_closed_volume(proxy: str, posture: Posture, stance: Stance) -> None:
    counts = body(proxy, posture, stance).counts
    solid = trimesh.Trimesh(counts.vertices, counts.faces, process=False)
    assert solid.is_watertight
    assert solid.volume > 0
    assert solid.body_count == 1
    # A rider has his beast besides.
    assert 1500 <= len(counts.faces) <= (6000 if PROXIES[proxy].mounted else 4000)


@pytest.mark.parametrize(("proxy", "posture", "stance"), EVERY_BODY)
def test_a_body_rests_on_its_base(proxy: str, posture: Posture, stance: Stance) -> None:
    made = body(proxy, posture, stance)
    assert made.counts.bounds[0, 2] == pytest.approx(0.0, abs=1e-9)
    assert made.insignificant.bounds[0, 2] >= 0.0


@pytest.mark.parametrize(("proxy", "posture", "stance"), EVERY_BODY)
def test_barrels_and_spikes_are_kept_apart_and_closed(proxy: str, posture: Posture, stance: Stance) -> None:
    made = body(proxy, posture, stance)
    apart = trimesh.Trimesh(made.insignificant.vertices, made.insignificant.faces, process=False)
    assert apart.is_watertight
    counted = set(map(tuple, made.counts.vertices.round(9)))
    assert counted.isdisjoint(set(map(tuple, made.insignificant.vertices.round(9))))


@pytest.mark.parametrize("proxy", PROXIES)
def test_an_upright_figures_eye_is_at_its_height(proxy: str) -> None:
    assert body(proxy).eye[2] * MM_PER_INCH == pytest.approx(EYE_MM[proxy])


@pytest.mark.parametrize("proxy", PROXIES)
@pytest.mark.parametrize("stance", get_args(Stance))
def test_a_standing_figures_eye_is_on_its_face_and_sees_ahead(proxy: str, stance: Stance) -> None:
    made = body(proxy, "upright", stance)
    just_ahead = made.eye + np.array([0.02, 0.0, 0.0])
    to_face = first_hits(made.counts, [just_ahead], (-1, 0, 0))[0]
    assert abs(to_face - 0.02) * MM_PER_INCH <= 0.5
    assert np.isinf(first_hits(made.counts, [just_ahead], (1, 0, 0))[0])


@pytest.mark.parametrize(("proxy", "posture", "stance"), EVERY_BODY)
def test_the_eye_is_on_the_bodys_surface(proxy: str, posture: Posture, stance: Stance) -> None:
    made = body(proxy, posture, stance)
    # The foremost point of the visor is a corner of the mesh, so the nearest corner is the nearest point.
    nearest = np.linalg.norm(made.counts.vertices - made.eye, axis=1).min()
    assert nearest * MM_PER_INCH <= 0.5


def test_a_human_has_the_proportions_of_heroic_28_mm_figures() -> None:
    made = body("human")
    low, high = _bounds_mm(made.counts)
    assert 34.5 <= high[2] <= 36.5
    points = made.counts.vertices * MM_PER_INCH
    head = points[points[:, 2] > 31.0]
    assert 4.5 <= np.ptp(head[:, 1]) <= 6.5
    shoulders = points[(points[:, 2] > 26.5) & (points[:, 2] < 28.0)]
    assert 13.0 <= np.ptp(shoulders[:, 1]) <= 17.0
    assert (high - low)[:2].max() <= 25.0


def test_a_humans_legs_stand_apart() -> None:
    made = body("human")
    between = [(-2.0, 0.0, z / MM_PER_INCH) for z in (2.0, 6.0, 10.0)]
    assert np.isinf(first_hits(made.counts, between, (1, 0, 0))).all()


@pytest.mark.parametrize("proxy", PROXIES)
def test_an_aiming_figure_crouches_behind_its_barrel(proxy: str) -> None:
    upright, aiming = body(proxy), body(proxy, "upright", "aiming")
    assert aiming.eye[2] < upright.eye[2] - 0.1
    assert aiming.insignificant.bounds[1, 0] > aiming.counts.bounds[1, 0]


@pytest.mark.parametrize("proxy", PROXIES)
@pytest.mark.parametrize("posture", ["on_back", "on_face"])
def test_a_lying_figure_is_low_long_and_centred(proxy: str, posture: Posture) -> None:
    low, high = body(proxy, posture).counts.bounds
    standing = body(proxy).counts.bounds
    np.testing.assert_allclose((low + high)[:2], 0.0, atol=1e-9)
    assert high[2] < 0.45 * standing[1, 2]
    assert high[0] - low[0] > 0.8 * standing[1, 2]


@pytest.mark.parametrize("proxy", PROXIES)
def test_a_pinned_figure_lies_on_its_back_and_an_injured_one_on_its_face(proxy: str) -> None:
    pinned, injured = body(proxy, "on_back"), body(proxy, "on_face")
    assert pinned.eye[0] < 0 < injured.eye[0]
    assert _share_of_head_below_eye(pinned) > 0.9
    assert _share_of_head_below_eye(injured) < 0.5


def _share_of_head_below_eye(made: Body) -> float:
    """The head is what of the body lies within a fifth of an inch of the eye, along the body's own axis."""
    near = np.abs(made.counts.vertices[:, 0] - made.eye[0]) < 0.2
    near &= np.abs(made.counts.vertices[:, 1] - made.eye[1]) < 0.08
    return float((made.counts.vertices[near, 2] <= made.eye[2] + 1e-9).mean())


def test_brutes_are_broader_and_small_ones_smaller() -> None:
    widths = {proxy: np.ptp(_bounds_mm(body(proxy).counts)[:, 1]) for proxy in PROXIES}
    assert widths["brute"] > 1.4 * widths["human"] > 1.4 * widths["small"]
    assert PROXIES["brute"].base_mm == 40.0
    assert PROXIES["human"].base_mm == 25.0


def test_a_rider_is_a_human_on_a_beast_of_fitting_size() -> None:
    assert PROXIES["rider"].base_mm == 40.0
    rider, human = body("rider"), body("human")
    low, high = _bounds_mm(rider.counts)
    # With 3 mm of base his eye is two inches up; all but nose and tail are over the base.
    assert (rider.eye[2] * MM_PER_INCH + 3.0) / MM_PER_INCH == pytest.approx(2.0, abs=0.05)
    assert high[2] - 48.0 == pytest.approx(_bounds_mm(human.counts)[1, 2] - 32.0, abs=1.0)
    assert 40.0 <= high[0] - low[0] <= 48.0
    assert max(-low[1], high[1]) <= 14.0
    feet = rider.counts.vertices[rider.counts.vertices[:, 2] < 2.0 / MM_PER_INCH] * MM_PER_INCH
    assert np.hypot(feet[:, 0], feet[:, 1]).max() < 20.0
    # One can look through under the belly, and the seat is above it.
    under = [(x / MM_PER_INCH, -1.0, z / MM_PER_INCH) for x in (-4.0, 0.0, 4.0) for z in (4.0, 12.0)]
    assert np.isinf(first_hits(rider.counts, under, (0, 1, 0))).all()
    assert not np.isinf(first_hits(rider.counts, [(-0.1, -1.0, 22.0 / MM_PER_INCH)], (0, 1, 0))).any()


@pytest.mark.parametrize("stance", get_args(Stance))
def test_a_riders_lance_does_not_count(stance: Stance) -> None:
    made = body("rider", "upright", stance)
    low, high = _bounds_mm(made.insignificant)
    assert np.linalg.norm(high - low) > 40.0
    assert (high[2] > 60.0) == (stance == "upright")


def test_who_is_thrown_lies_beside_his_beast() -> None:
    for posture, side in (("on_back", -1.0), ("on_face", 1.0)):
        made = body("rider", posture)  # type: ignore[arg-type]
        assert made.eye[1] * MM_PER_INCH < -8.0
        assert made.eye[0] * side * MM_PER_INCH > 10.0
        low, high = _bounds_mm(made.counts)
        assert 35.0 <= high[1] - low[1] <= 45.0


def test_every_posture_has_a_pose_of_its_own_and_a_status() -> None:
    poses = {posture: pose_for(posture, "upright") for posture in get_args(Posture)}
    assert len({id(pose) for pose in poses.values()}) == len(poses)
    assert [pose.lying is None for pose in poses.values()] == [posture == "upright" for posture in poses]
    assert tuple(POSTURES) == get_args(Status)
    assert set(POSTURES.values()) == set(poses)
    with pytest.raises(KeyError):
        pose_for("kneeling", "upright")  # type: ignore[arg-type]


@pytest.mark.parametrize("page", ["table-files.md", "gangs.md"])
def test_the_pages_list_every_proxy(page: str) -> None:
    text = (Path(__file__).parents[3] / "docs" / page).read_text("utf-8")
    (row,) = [line for line in text.splitlines() if line.startswith("| `proxy` |")]
    assert set(re.findall(r'`"(\w+)"`', row)) == set(PROXIES)


def test_the_same_question_gives_the_same_body() -> None:
    assert body("human", "upright", "aiming") is body("human", "upright", "aiming")
    assert body("human", "on_back", "aiming") is body("human", "on_back", "upright")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (("humn", "upright", "upright"), ["proxy", "humn", '"human"']),
        (("dragon", "upright", "upright"), ["dragon", ", ".join(PROXIES)]),
        (("human", "uprigh", "upright"), ["posture", '"upright"']),
        (("human", "upright", "aimed"), ["stance", '"aiming"']),
    ],
)
def test_unknown_words_are_named_with_the_nearest(question: tuple[str, Posture, Stance], words: list[str]) -> None:
    with pytest.raises(SceneError) as caught:
        body(*question)
    for word in words:
        assert word in str(caught.value)
