"""Initial poses, bundle adjustment and survey of made-up tables: against the truth, and errors against what is said of them."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from capture.adjustment.adjustment_problem import SHARED, SQUARE, Problem, TagLength, numbers_of
from capture.adjustment.bundle_adjustment import _spread, adjust, robust_rows
from capture.adjustment.initial_poses import arrange, sightings
from capture.adjustment.outlier_rejection import ScanWarnings
from capture.adjustment.prior_knowledge import PRINT_SIGMA, MeasuredLength, PriorKnowledge
from capture.adjustment.rotation_vectors import left_jacobians, matrices, vectors
from capture.adjustment.square_poses import two_poses
from capture.adjustment.survey import survey
from capture.adjustment.table_frame import layout_of
from capture.adjustment.tag_survey import TagSurvey, scan_photo_tags
from capture.results.scan_advice import distance_sigma
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH
from tests.capture.made_up import MadeUp, made_up

NO_PRINT_ERROR = 1e-7


def scanned(made: MadeUp, rng: np.random.Generator, *, noise: float = 0.05, **settings: object) -> TagSurvey:
    known = PriorKnowledge(**settings)  # type: ignore[arg-type]
    return scan_photo_tags(made.photo_tags(rng, noise=noise), known, ScanWarnings())


def random_problem(*, imperfect: bool) -> tuple[Problem, FloatArray]:
    """A problem of 4 photos of 5 tags whose pixels say nothing, and unknowns near what is known."""
    rng = np.random.default_rng(0)
    pairs = np.array([(i, j) for i in range(4) for j in range(5)])
    known = np.array([1000, 500, 400, 0.1, -0.1, 0.001, 0.001, 0.05, 0.0])
    problem = Problem(
        photo=pairs[:, 0],
        tag=pairs[:, 1],
        pixels=rng.uniform(0, 1000, (len(pairs), 4, 2)),
        sigma=rng.uniform(0.5, 1.0, len(pairs)),
        sides=rng.uniform(1.0, 2.0, 5),
        photos=4,
        known=known,
        known_sigma=np.array([10, 5, 5, 0.1, 0.0, 0.01, 0.01, 0.1, 0.001]),
        size=(1000, 800),
        lengths=(TagLength(0, 3, 20.0, 0.02),),
        own=rng.normal(0.0, 1.0, (4, 3)) * (0.01, 20.0, 20.0) if imperfect else None,
        paper=rng.normal(0.0, 0.1, (5, 4, 3)) if imperfect else None,
    )
    photos = np.column_stack([rng.uniform(-5, 5, (4, 2)), np.full(4, -40.0), rng.normal(0, 0.3, (4, 3))])
    tags = np.column_stack([rng.uniform(-20, 20, (5, 2)), rng.uniform(0, 5, 5), rng.normal(0, 1, (5, 3))])
    numbers = np.concatenate([known * 1.01, photos.reshape(-1), tags.reshape(-1)])
    return problem, numbers


@pytest.mark.parametrize("imperfect", [False, True])
def test_slopes_of_the_problem_are_its_derivatives(imperfect: bool) -> None:
    problem, numbers = random_problem(imperfect=imperfect)
    slopes = problem.slopes(numbers)
    for i in range(problem.unknowns):
        step = np.zeros(problem.unknowns)
        step[i] = 1e-6 * max(1.0, abs(numbers[i]))
        expected = (problem.residuals(numbers + step) - problem.residuals(numbers - step)) / (2.0 * step[i])
        np.testing.assert_allclose(slopes[:, i], expected, rtol=2e-5, atol=2e-6 * np.abs(slopes[:, i]).max() + 1e-9)


def test_residuals_are_widened_by_the_freedom_that_the_slopes_leave_them() -> None:
    """The freedom is that of the weighted residuals less the rank of the slopes, however that comes about."""
    problem, numbers = random_problem(imperfect=False)
    rows, spread = robust_rows(problem, numbers)
    count, residuals = len(problem.photo), problem.residuals(numbers)
    each = np.sqrt((residuals[: 8 * count].reshape(count, 8) ** 2).mean(axis=1))
    # A tag that is off by more than twice what is usual counts with the square of that, Cauchy's weight.
    weights = np.minimum(1.0, 2.0 * np.median(each) / each) ** 2
    assert (weights < 0.9).any()
    np.testing.assert_allclose(rows, np.concatenate([np.repeat(np.sqrt(weights), 8), np.ones(len(residuals) - 8 * count)]))
    slopes = problem.slopes(numbers)
    sizes = np.maximum(np.linalg.norm(slopes, axis=0), 1e-12)
    freedom = (rows**2).sum() - np.linalg.matrix_rank(slopes / sizes, tol=1e-9)
    assert spread == pytest.approx(
        np.sqrt((rows * residuals)[: 8 * count] @ (rows * residuals)[: 8 * count] / freedom), rel=1e-9
    )


def test_what_is_far_off_counts_by_the_square_of_how_much_less_it_should() -> None:
    """A tag in one photo is far off, the others a little: in the end all weights are Cauchy's for the misses."""
    problem, numbers = random_problem(imperfect=False)
    problem, count, rng = replace(problem, lengths=()), len(problem.photo), np.random.default_rng(3)
    numbers[: len(problem.known)] = problem.known
    off = (problem.residuals(numbers)[: 8 * count].reshape(count, 4, 2)) * problem.sigma[:, None, None]
    noise = rng.normal(0.0, 0.3, off.shape) * problem.sigma[:, None, None]
    noise[7] += rng.normal(0.0, 20.0, (4, 2))
    found = adjust(replace(problem, pixels=problem.pixels + off + noise), numbers)
    each = np.sqrt(((found.misses / problem.sigma[:, None, None]).reshape(count, 8) ** 2).mean(axis=1))
    expected = np.minimum(1.0, 2.0 * np.median(each) / each) ** 2
    assert expected[7] < 0.1
    assert found.weights.max() == 1.0
    np.testing.assert_allclose(found.weights, expected, atol=0.02)


def test_where_nothing_is_left_over_to_judge_by_corners_are_as_good_as_said_before() -> None:
    problem, _ = random_problem(imperfect=False)
    residuals = np.zeros(8 * len(problem.photo) + problem.residuals_beside)
    assert _spread(problem, residuals, np.zeros(len(problem.photo))) == 1.0


def test_left_jacobians_turn_what_was_turned() -> None:
    rng = np.random.default_rng(1)
    turns, small = rng.normal(0.0, 1.2, (50, 3)), 1e-6 * rng.normal(0.0, 1.0, (50, 3))
    moved = matrices(turns + small) @ np.swapaxes(matrices(turns), 1, 2)
    np.testing.assert_allclose(vectors(moved), np.einsum("nij,nj->ni", left_jacobians(turns), small), atol=1e-11)


def test_one_of_the_two_poses_of_a_square_is_the_true_one() -> None:
    rng = np.random.default_rng(2)
    for _ in range(50):
        turn = matrices(rng.normal(0.0, 0.7, (1, 3)))[0] @ np.diag([1.0, -1.0, -1.0])
        place = np.array([rng.uniform(-8, 8), rng.uniform(-8, 8), rng.uniform(20, 60)])
        points = 2.4 * SQUARE @ turn.T + place
        if (turn @ [0, 0, 1]) @ place > -2.0:
            continue  # seen from behind, or edge on
        poses = two_poses(points[:, :2] / points[:, 2:], 2.4)
        assert poses is not None
        off = [
            np.abs(rotation - turn).max() + np.abs(position - place).max()
            for rotation, position in zip(poses.rotations, poses.positions, strict=True)
        ]
        assert min(off) < 1e-3
        assert poses.plainness >= 1.0


@pytest.mark.parametrize("seed", range(4))
def test_all_photos_and_tags_are_arranged(seed: int) -> None:
    rng = np.random.default_rng(seed)
    made = made_up(rng)
    photo_tags = made.photo_tags(rng, noise=0.3)
    ids = sorted(made.tags)
    seen = [(i, tag) for i, each in enumerate(photo_tags) for tag in each.tags]
    sides = np.array([made.sides_mm[number] for number in ids]) / MM_PER_INCH
    pixels = np.stack([tag.corners for _, tag in seen])
    found = arrange(sightings([i for i, _ in seen], [ids.index(tag.id) for _, tag in seen], pixels, sides, made.lens), sides)
    assert sorted(found.photos) == list(range(12))
    first = next(iter(found.tags))
    for tag, places in found.tags.items():
        expected = np.linalg.norm(np.subtract(made.tags[ids[tag]].position, made.tags[ids[first]].position))
        assert abs(np.linalg.norm(places[0].position - found.tags[first][0].position) - expected) < 0.5


def test_exact_corners_give_the_exact_table() -> None:
    rng = np.random.default_rng(5)
    made = made_up(rng)
    found = scanned(made, rng, noise=0.0)
    for number, pose in zip(found.survey.ids, found.survey.tags, strict=True):
        np.testing.assert_allclose(pose.position, made.tags[number].position, atol=2e-5)
        np.testing.assert_allclose(pose.matrix, made.tags[number].matrix, atol=1e-4)
    np.testing.assert_allclose(found.survey.size, (48.0, 36.0), atol=2e-5)
    for pose, view in zip(found.survey.photos, made.views, strict=True):
        np.testing.assert_allclose(pose.position, view.pose.position, atol=1e-3)
    assert found.survey.lens.focal[0] == pytest.approx(made.lens.focal[0], rel=1e-6)
    np.testing.assert_allclose(found.survey.lens.distortion, made.lens.distortion, atol=1e-5)


@cache
def one_of_many(seed: int) -> tuple[MadeUp, TagSurvey]:
    """A table with noise and a print whose scale is as unsure as is said."""
    rng = np.random.default_rng(100 + seed)
    made = made_up(rng, anchors=8, others=5, photos=8, scale=1.0 + rng.normal(0.0, 3e-5))
    return made, scanned(made, rng, noise=0.15, print_sigma=3e-5)


@pytest.mark.long
def test_distances_are_as_unsure_as_is_said() -> None:
    scores = []
    for made, found in map(one_of_many, range(10)):
        for one, other in ((0, 2), (1, 3), (4, 7), (0, 9), (5, 12)):
            a, b = found.survey.ids[one], found.survey.ids[other]
            true = np.linalg.norm(np.subtract(made.tags[a].position, made.tags[b].position))
            apart = np.linalg.norm(np.subtract(found.survey.tags[one].position, found.survey.tags[other].position))
            scores.append((apart - true) / distance_sigma(found.survey, one, other))
    assert 0.7 < np.sqrt(np.mean(np.square(scores))) < 1.35
    assert np.mean(np.abs(scores) < 1.96) > 0.85


@pytest.mark.long
def test_places_and_turns_are_as_unsure_as_is_said() -> None:
    scores = []
    for made, found in map(one_of_many, range(10)):
        survey = found.survey
        sigma = np.sqrt(np.diag(survey.covariance))
        for i, number in enumerate(survey.ids):
            true = made.tags[number]
            turn = vectors((survey.tags[i].matrix @ true.matrix.T)[None])[0]
            away = np.concatenate([np.subtract(survey.tags[i].position, true.position), turn])
            scores.append(away / sigma[survey.tag_slot(i)])
        for i, view in enumerate(made.views):
            away = np.subtract(survey.photos[i].position, view.pose.position)
            scores.append(np.append(away / sigma[survey.photo_slot(i)][:3], np.zeros(3) + np.nan))
        size = (survey.size - (48.0, 36.0)) / sigma[survey.size_slot]
        scores.append(np.append(size, [np.nan] * 4))
    rms = np.sqrt(np.nanmean(np.square(scores), axis=0))
    # Ten tables with about three free errors each tell a spread to 12 %; three times that is allowed.
    assert (np.abs(np.log(rms)) < 0.36).all(), rms


def test_turning_the_whole_arrangement_changes_no_answer() -> None:
    from dataclasses import replace

    from capture.adjustment.survey import survey
    from capture.adjustment.table_frame import layout_of

    rng = np.random.default_rng(7)
    made = made_up(rng, anchors=6, others=3, photos=6)
    found = scanned(made, rng)
    adjusted = found.adjusted
    turn, shift = matrices(rng.normal(0.0, 1.0, (1, 3)))[0], rng.normal(0.0, 10.0, 3)
    places = adjusted.numbers[SHARED:].reshape(-1, 6)
    moved = np.column_stack([places[:, :3] @ turn.T + shift, vectors(turn @ matrices(places[:, 3:]))])
    numbers = np.concatenate([adjusted.numbers[:SHARED], moved.reshape(-1)])
    again = adjust(adjusted.problem, numbers)
    other = survey(again, layout_of(found.survey.ids, found.survey.sides, again.tags))
    for one, two in zip(found.survey.tags, other.tags, strict=True):
        np.testing.assert_allclose(one.position, two.position, atol=1e-6)
    first = survey(replace(adjusted), layout_of(found.survey.ids, found.survey.sides, adjusted.tags))
    sigma = [np.sqrt(np.diag(each.covariance))[SHARED:] for each in (first, other)]
    np.testing.assert_allclose(sigma[0], sigma[1], rtol=2e-3)


def test_a_measured_length_sets_the_scale() -> None:
    rng = np.random.default_rng(8)
    made = made_up(rng, scale=0.97)
    true = float(np.linalg.norm(np.subtract(made.tags[0].position, made.tags[2].position))) * MM_PER_INCH
    found = scanned(made, rng, lengths=(MeasuredLength(0, 2, true),))
    np.testing.assert_allclose(found.survey.size, (48.0, 36.0), atol=0.01)
    assert any("printed at 97.0 %" in note and "58.2 mm" in note for note in found.notes)
    assert np.sqrt(found.survey.covariance[8, 8]) == pytest.approx(0.5 / true, rel=0.1)
    without = scanned(made, rng)
    np.testing.assert_allclose(without.survey.size, np.array([48.0, 36.0]) / 0.97, atol=0.01)


def test_a_calibrated_lens_is_kept_near() -> None:
    rng = np.random.default_rng(9)
    made = made_up(rng, anchors=5, others=0, photos=2)
    known = scanned(made, rng, camera=(made.lens, np.diag([1.0, 1, 1, 1, 1e-6, 1e-5, 1e-9, 1e-9, 1e-6])))
    assert abs(known.survey.lens.focal[0] - made.lens.focal[0]) < 3.0
    np.testing.assert_allclose(known.survey.size, (48.0, 36.0), atol=0.05)
    lens_numbers = numbers_of(known.survey.lens)
    assert lens_numbers.shape == (8,)


def test_tags_flat_on_a_tilted_table_are_still_its_ground() -> None:
    """Nothing is known of up but the tags: the ground is z = 0 wherever the first photo was taken from."""
    rng = np.random.default_rng(10)
    made = made_up(rng, anchors=4, others=2, photos=5)
    found = scanned(made, rng)
    heights = [pose.position[2] for number, pose in zip(found.survey.ids, found.survey.tags, strict=True) if number < 4]
    assert np.abs(heights).max() < 0.005
    assert isinstance(found.survey.tags[0], RigidTransform)


def wandering() -> MadeUp:
    """A table photographed with a lens whose middle is 10 pixels off from photo to photo, as one that is stabilised."""
    rng = np.random.default_rng(23)
    made = made_up(rng, anchors=8, others=4, photos=9)
    offs = rng.normal(0.0, 10.0, (9, 2))
    lenses = [replace(made.lens, centre=(made.lens.centre[0] + x, made.lens.centre[1] + y)) for x, y in offs.tolist()]
    return replace(made, views=tuple(replace(view, lens=lens) for view, lens in zip(made.views, lenses, strict=True)))


@pytest.fixture
def one_lens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lenses are not asked whether they wander."""
    monkeypatch.setattr("capture.adjustment.tag_survey.as_they_are", lambda adjusted: adjusted)


@pytest.mark.long
@pytest.mark.usefixtures("one_lens")
def test_doubt_about_the_print_does_not_hide_how_photos_contradict_one_another() -> None:
    made = wandering()
    usual, sure = (scanned(made, np.random.default_rng(1), print_sigma=each).widening for each in (PRINT_SIGMA, NO_PRINT_ERROR))
    assert usual > 1.2
    assert usual == pytest.approx(sure, rel=1e-3)


@pytest.mark.usefixtures("one_lens")
def test_widening_is_of_what_photos_tell_and_not_of_the_print() -> None:
    adjusted = scanned(wandering(), np.random.default_rng(1)).adjusted
    count = len(adjusted.tags)
    layout = layout_of([*range(8), *range(100, 104)], adjusted.problem.sides, adjusted.tags)
    once, wide = (survey(adjusted, layout, widening=each) for each in (1.0, 3.0))
    assert count == len(once.ids) == 12
    for i in range(1, count):
        apart = float(np.linalg.norm(np.subtract(once.tags[0].position, once.tags[i].position)))
        by_print = (PRINT_SIGMA * apart) ** 2
        by_photos = distance_sigma(once, 0, i) ** 2 - by_print
        assert distance_sigma(wide, 0, i) ** 2 == pytest.approx(9.0 * by_photos + by_print, rel=1e-3)
