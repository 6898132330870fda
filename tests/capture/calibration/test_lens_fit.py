"""The fit of a lens to corners of which the truth is known: it is found, and the uncertainty that is told is the true one."""

from dataclasses import replace

import numpy as np
import pytest

from capture.calibration.lens_fit import (
    BoardSighting,
    Estimate,
    Freedom,
    best_estimate,
    estimated,
    first_fit,
    lens_of,
    refined,
)
from scene.geometry.camera_model import Lens
from tests.capture.boardviews import BOARD, PHONE, views

SEEDS = 40


def values(lens: Lens) -> np.ndarray:
    return np.array([*lens.focal, *lens.centre, *lens.distortion])


def estimate(seed: int, **words: float) -> Estimate:
    seen = views(PHONE, BOARD, np.random.default_rng(seed), **words)  # type: ignore[arg-type]
    fit = first_fit(seen, PHONE.size)
    return estimated(seen, fit, Freedom())


def scores(found: list[Estimate]) -> tuple[np.ndarray, np.ndarray]:
    """By how many of its standard deviations each focal length is off: as told, and as independent corners would have it."""
    off = np.array([each.fit.values[0] - PHONE.focal[0] for each in found])
    told = np.sqrt([each.covariance[0, 0] for each in found])
    formal = np.sqrt([each.fit.formal[0, 0] for each in found])
    return off / told, off / formal


@pytest.mark.parametrize("focal", [None, 900.0])
def test_corners_without_errors_give_the_lens_exactly(focal: float | None) -> None:
    seen = views(PHONE, BOARD, np.random.default_rng(1), count=5, noise=0.0)
    fit = first_fit(seen, PHONE.size, focal=focal)
    np.testing.assert_allclose(fit.values, values(PHONE), rtol=1e-5, atol=1e-6)
    assert fit.rms < 1e-5
    assert lens_of(fit.values, PHONE.size).size == PHONE.size


@pytest.mark.long
def test_the_focal_lengths_uncertainty_is_the_true_one() -> None:
    """Errors of independent corners: both uncertainties hold. 40 draws give the spread to a ninth of it."""
    told, formal = scores([estimate(seed, count=8) for seed in range(SEEDS)])
    assert 0.7 < np.sqrt(np.mean(told**2)) < 1.4
    assert 0.7 < np.sqrt(np.mean(formal**2)) < 1.4


@pytest.mark.long
def test_it_also_holds_for_boards_that_are_not_flat() -> None:
    """A third of a millimetre of bend, another in each photo: what independent corners would have is far too sure.

    25 draws give the spread to a seventh of it.
    """
    told, formal = scores([estimate(seed, count=10, bend=0.35) for seed in range(25)])
    assert 0.7 < np.sqrt(np.mean(told**2)) < 1.4
    assert np.sqrt(np.mean(formal**2)) > 2.0


def test_a_third_radial_value_and_oblong_pixels_are_used_only_where_the_photos_show_them() -> None:
    rng = np.random.default_rng(3)
    third = replace(PHONE, distortion=(0.11, -0.25, 0.0006, -0.0004, 0.6))
    oblong = replace(PHONE, focal=(1240.0, 1252.0))
    for lens, freedom in [(PHONE, Freedom()), (third, Freedom(k3=True)), (oblong, Freedom(oblong=True))]:
        seen = views(lens, BOARD, rng)
        found = best_estimate(seen, first_fit(seen, lens.size))
        assert found.freedom == freedom
        off = found.fit.values - values(lens)
        sigma = np.sqrt(np.diag(found.covariance))
        assert np.all(np.abs(off) <= 4.5 * sigma + 1e-12)
        assert bool(sigma[8]) is freedom.k3


@pytest.mark.parametrize(("draws", "most"), [(5, 1), pytest.param(15, 2, marks=pytest.mark.long)])
def test_chance_seldom_brings_in_a_value_that_is_not_there(draws: int, most: int) -> None:
    chosen = []
    for seed in range(draws):
        seen = views(PHONE, BOARD, np.random.default_rng(100 + seed), count=7)
        chosen.append(best_estimate(seen, first_fit(seen, PHONE.size)).freedom != Freedom())
    # Two questions at one per cent each: three or more in 15, or two in 5, would be one case in 300.
    assert sum(chosen) <= most


def test_photos_from_one_direction_leave_the_focal_length_open_and_say_so() -> None:
    rng = np.random.default_rng(5)
    alike = estimated_from(views(PHONE, BOARD, rng, count=6, tilts=(0.0, 0.08)))
    spread = estimated_from(views(PHONE, BOARD, rng, count=6, tilts=(0.5, 0.8)))
    assert np.sqrt(alike.covariance[0, 0]) > 10 * np.sqrt(spread.covariance[0, 0])


def estimated_from(seen: list[BoardSighting]) -> Estimate:
    return estimated(seen, first_fit(seen, PHONE.size), Freedom())


def test_twice_the_error_is_twice_the_uncertainty() -> None:
    sigmas = []
    for noise in (0.1, 0.2):
        seen = views(PHONE, BOARD, np.random.default_rng(8), noise=noise)
        sigmas.append(np.sqrt(refined(seen, *start(seen), Freedom()).formal[0, 0]))
    assert sigmas[1] / sigmas[0] == pytest.approx(2.0, rel=0.05)


@pytest.mark.parametrize("kind", ["one place", "one line", "anywhere"])
def test_a_photo_of_nonsense_ends_in_numbers_not_in_an_error(kind: str) -> None:
    rng = np.random.default_rng(4)
    seen = views(PHONE, BOARD, rng, count=5)
    count = len(BOARD.corners)
    line = np.column_stack([np.linspace(0.0, 1000.0, count), np.full(count, 400.0)])
    pixels = {"one place": np.full((count, 2), 400.0), "one line": line, "anywhere": rng.uniform(0, 1000, (count, 2))}[kind]
    found = estimated_from([*seen, BoardSighting(BOARD.corners, pixels)])
    assert np.isfinite(found.covariance).all()
    assert found.fit.view_rms[:5].max() < found.fit.view_rms[5] or kind != "anywhere"


def start(seen: list[BoardSighting]) -> tuple[np.ndarray, np.ndarray]:
    fit = first_fit(seen, PHONE.size)
    return fit.values, fit.poses


def test_the_size_of_the_board_changes_nothing() -> None:
    """A board twice as large, twice as far away, shows the same pictures: nothing changes."""
    seen = views(PHONE, BOARD, np.random.default_rng(9), count=6)
    larger = [BoardSighting(view.points * 2.0, view.pixels) for view in seen]
    one, other = estimated_from(seen), estimated_from(larger)
    np.testing.assert_allclose(one.fit.values, other.fit.values, rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(one.covariance, other.covariance, rtol=1e-3, atol=1e-12)
