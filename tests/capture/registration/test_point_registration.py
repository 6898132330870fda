"""Registration of meshes by points: how well they agree, what is wrong with them, and how sure the result is."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from capture.registration.point_registration import Pair, fit_points
from capture.registration.registered_mesh import MeshScale, by_points
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray
from scene.geometry.similarity import slopes

CORNERS = np.array(
    [[0.0, 0.0, 0.0], [48.0, 0.0, 0.0], [48.0, 36.0, 0.0], [0.0, 36.0, 0.0], [20.0, 15.0, 7.0], [30.0, 8.0, 4.0]]
)
SCALE = 0.31


def own(table: FloatArray) -> FloatArray:
    """The points in the frame of a mesh."""
    rotation = Rotation.from_euler("xyz", [20.0, -50.0, 110.0], degrees=True).as_matrix()
    return np.asarray((table - (3.0, 4.0, 5.0)) @ rotation / SCALE)


def pairs(mesh: FloatArray, table: FloatArray) -> list[Pair]:
    both = zip(mesh.tolist(), table.tolist(), strict=True)
    return [Pair(f"point {i}", (a, b, c), (x, y, z)) for i, ((a, b, c), (x, y, z)) in enumerate(both, start=1)]


def fault(mesh: FloatArray, table: FloatArray) -> str:
    with pytest.raises(SceneError) as caught:
        fit_points(pairs(mesh, table))
    return "\n".join(caught.value.faults)


def test_exact_points_miss_nothing() -> None:
    fit = fit_points(pairs(own(CORNERS), CORNERS))
    assert fit.rms < 1e-9
    assert fit.similarity.scale == pytest.approx(SCALE)
    assert fit.notes == ()


def test_the_misses_tell_the_noise() -> None:
    """The expectation of the sum of squares is the variance times (3 n - 7)."""
    rng, mm = np.random.default_rng(1), 0.7
    sigmas = []
    for _ in range(400):
        noisy = CORNERS + rng.normal(0.0, mm / 25.4, CORNERS.shape)
        sigmas.append(fit_points(pairs(own(CORNERS), noisy)).sigma * 25.4)
    # The spread of a variance with 11 degrees of freedom, over 400 draws: sqrt(2 / 11 / 400) = 2 %.
    assert np.mean(np.square(sigmas)) == pytest.approx(mm**2, rel=0.08)


@pytest.mark.long
@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("count", [4, 6])
def test_95_of_100_results_lie_within_their_limits(count: int, known: bool) -> None:
    rng = np.random.default_rng(2)
    place, within = np.array([10.0, 30.0, 5.0]), 0
    scale = MeshScale(SCALE, 0.0, "known") if known else None
    for _ in range(500):
        noisy = CORNERS[:count] + rng.normal(0.0, 1.0 / 25.4, (count, 3))
        both = pairs(own(CORNERS[:count]), noisy)
        found = by_points(both, fit_points(both, scale=None if scale is None else SCALE), scale)
        error = found.similarity.to_table(own(place)) - place
        along = slopes(place, found.centre)[0]
        within += abs(error[0]) <= 1.96 * np.sqrt(along @ found.covariance @ along)
    # Four standard deviations of 500 draws of 95 %.
    assert within / 500 == pytest.approx(0.95, abs=4.0 * np.sqrt(0.95 * 0.05 / 500))


def test_three_points_say_little_so_a_millimetre_is_assumed() -> None:
    both = pairs(own(CORNERS[:3]), CORNERS[:3])
    fit = fit_points(both)
    assert fit.assumed
    assert fit.sigma * 25.4 == pytest.approx(1.0)
    assert "assumed" in by_points(both, fit, None).notes[0]
    stretched = CORNERS[:3] * (1.01, 1.0, 1.0)
    assert not fit_points(pairs(own(CORNERS[:3]), stretched)).assumed


def test_a_mirrored_set_is_told() -> None:
    assert "are y and z swapped" in fault(own(CORNERS)[:, [0, 2, 1]], CORNERS).lower()


@pytest.mark.parametrize("count", [5, 6])
@pytest.mark.parametrize("bad", [0, 2, 4])
def test_the_one_bad_point_is_named(bad: int, count: int) -> None:
    rng = np.random.default_rng(3)
    table = CORNERS[:count] + rng.normal(0.0, 0.2 / 25.4, (count, 3))
    table[bad] += (0.6, -0.4, 0.3)
    notes = fit_points(pairs(own(CORNERS[:count]), table)).notes
    assert len(notes) == 1
    assert f"without point {bad + 1} the rest agree to 0." in notes[0]


def test_among_four_points_the_bad_one_is_named_where_the_others_tell() -> None:
    table = CORNERS[:4].copy()
    table[2] += (0.9, 0.4, 0.0)
    notes = fit_points(pairs(own(CORNERS[:4]), table)).notes
    assert notes
    assert "without point 3" in notes[0]


def test_even_noise_names_nobody() -> None:
    rng = np.random.default_rng(9)
    named = 0
    for _ in range(200):
        table = CORNERS + rng.normal(0.0, 2.0 / 25.4, CORNERS.shape)
        named += bool(fit_points(pairs(own(CORNERS), table)).notes)
    assert named <= 4


def test_bad_sets_are_refused_with_their_reasons() -> None:
    line = CORNERS[[0, 1, 1]] + [[0, 0, 0], [0, 0, 0], [20, 0.1, 0]]
    assert "the points on the table lie on one line" in fault(own(line), line)
    assert "the points of the mesh lie on one line" in fault(own(line), line)
    same = CORNERS[[0, 1, 1, 2]]
    assert "point 2 and point 3 are one place of the mesh" in fault(own(same), same)
    assert "three points or more, and there are 2" in fault(own(CORNERS[:2]), CORNERS[:2])
    wrong = CORNERS[[1, 3, 0, 2, 5, 4]]
    assert "registers nothing" in fault(own(CORNERS), wrong)


def test_a_known_scale_is_kept_and_what_the_points_say_is_told() -> None:
    fit = fit_points(pairs(own(CORNERS), CORNERS * 0.999), scale=SCALE)
    assert fit.similarity.scale == SCALE
    assert fit.free.scale / SCALE == pytest.approx(0.999)
