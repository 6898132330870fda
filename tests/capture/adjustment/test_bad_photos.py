"""Scans of poor and contradicting input: what can be measured is, the rest is named, and what is said of errors is true."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from capture.adjustment.outlier_rejection import ScanWarnings
from capture.adjustment.prior_knowledge import PRINT_UNKNOWN, MeasuredLength, PriorKnowledge
from capture.adjustment.rotation_vectors import matrices, pose_of, vectors
from capture.adjustment.tag_survey import TagSurvey, scan_photo_tags
from capture.results.scan_advice import distance_sigma
from scene.table.table import MM_PER_INCH
from tests.capture.made_up import MadeUp, made_up, with_tag

SIZE = (48.0, 36.0)


def scanned(made: MadeUp, rng: np.random.Generator, *, noise: float = 0.1, **settings: object) -> TagSurvey:
    known = PriorKnowledge(**settings)  # type: ignore[arg-type]
    return scan_photo_tags(made.photo_tags(rng, noise=noise), known, ScanWarnings())


def length(made: MadeUp, one: int, other: int, *, times: float = 1.0) -> MeasuredLength:
    """The true length between two tags, or that many times as much."""
    apart = np.subtract(made.tags[one].position, made.tags[other].position)
    return MeasuredLength(one, other, times * float(np.linalg.norm(apart)) * MM_PER_INCH)


@pytest.fixture
def flat() -> tuple[MadeUp, np.random.Generator]:
    rng = np.random.default_rng(4)
    return made_up(rng, anchors=8, others=0, photos=8), rng


def test_of_two_lengths_that_contradict_one_another_the_print_tells_which_is_right(
    flat: tuple[MadeUp, np.random.Generator],
) -> None:
    made, rng = flat
    found = scanned(made, rng, lengths=(length(made, 0, 2), length(made, 1, 3, times=0.5)))
    np.testing.assert_allclose(found.survey.size, SIZE, atol=0.03)
    assert len(found.adjusted.problem.lengths) == 1
    (note,) = [each for each in found.notes if "length" in each]
    assert "between tags 1 and 3 is not used" in note
    assert not found.strays
    assert set(found.survey.ids) == set(made.tags)


def test_the_lengths_that_agree_outvote_one_that_does_not(flat: tuple[MadeUp, np.random.Generator]) -> None:
    made, rng = flat
    # The sheets came out at 97 %, so no length agrees with the tags' size.
    small = replace(made, sides_mm={number: side * 0.97 for number, side in made.sides_mm.items()})
    lengths = (length(made, 0, 2), length(made, 1, 3), length(made, 0, 1, times=1.05))
    found = scanned(small, rng, lengths=lengths)
    np.testing.assert_allclose(found.survey.size, np.array(SIZE), atol=0.2)
    assert any("printed at 97" in note for note in found.notes)
    assert any("between tags 0 and 1 is not used" in note for note in found.notes)


def test_where_nothing_tells_which_of_two_lengths_is_wrong_neither_counts(flat: tuple[MadeUp, np.random.Generator]) -> None:
    made, rng = flat
    found = scanned(made, rng, lengths=(length(made, 0, 2, times=1.1), length(made, 1, 3, times=0.9)))
    assert not found.adjusted.problem.lengths
    assert sum("contradict one another" in note for note in found.notes) == 2
    # The print's size is not to be believed either, and what is said of the size allows for that.
    assert np.sqrt(found.survey.covariance[8, 8]) == pytest.approx(PRINT_UNKNOWN, rel=0.01)
    np.testing.assert_allclose(found.survey.size, SIZE, atol=0.05)


@pytest.mark.parametrize("mm", [1.0, 20_000.0])
def test_a_length_that_no_print_explains_does_not_count(flat: tuple[MadeUp, np.random.Generator], mm: float) -> None:
    made, rng = flat
    found = scanned(made, rng, lengths=(MeasuredLength(0, 2, mm),))
    np.testing.assert_allclose(found.survey.size, SIZE, atol=0.05)
    assert any(f"the length of {mm:g} mm between tags 0 and 2 is not used" in note for note in found.notes)
    assert not found.strays


@pytest.mark.parametrize("tag_mm", [30.0, 120.0])
def test_tags_said_to_be_half_or_twice_as_large_are_put_right_by_a_length(
    flat: tuple[MadeUp, np.random.Generator], tag_mm: float
) -> None:
    made, rng = flat
    found = scanned(made, rng, tag_mm=tag_mm, lengths=(length(made, 0, 2),))
    apart = np.linalg.norm(np.subtract(found.survey.tags[1].position, found.survey.tags[3].position)) * MM_PER_INCH
    assert apart == pytest.approx(length(made, 1, 3).mm, abs=1.5)
    assert any(f"60.0 mm for {tag_mm:g} mm" in note for note in found.notes)


@pytest.mark.parametrize("tag_mm", [70.0, 1000.0, *(pytest.param(mm, marks=pytest.mark.long) for mm in (3.0, 50.0))])
def test_a_wrong_size_of_the_anchors_is_found_out_by_the_terrain_tags(tag_mm: float) -> None:
    rng = np.random.default_rng(11)
    made = made_up(rng, anchors=6, others=6, photos=7)
    found = scanned(made, rng, tag_mm=tag_mm)
    np.testing.assert_allclose(found.survey.size, SIZE, atol=0.05)
    assert any(note.endswith(f"not {tag_mm:g} mm; they are taken as 60 mm") for note in found.notes)
    assert set(found.survey.ids) == set(made.tags)


def test_large_anchors_of_the_size_that_is_given_are_no_mistake() -> None:
    rng = np.random.default_rng(12)
    made = made_up(rng, anchors=6, others=6, photos=7)
    made = replace(made, sides_mm={number: side * (2.0 if number < 100 else 1.0) for number, side in made.sides_mm.items()})
    found = scanned(made, rng, tag_mm=120.0)
    assert not [note for note in found.notes if "by the" in note]
    for number, pose in zip(found.survey.ids, found.survey.tags, strict=True):
        # The cards, and so the table's edges, are larger than those that the table was made up with.
        expected = np.add(made.tags[number].position, (40.0 / MM_PER_INCH, 40.0 / MM_PER_INCH, 0.0))
        np.testing.assert_allclose(pose.position, expected, atol=0.05)


def test_terrain_tags_printed_smaller_are_found_out_and_lengths_are_doubtful_until_one_is_measured() -> None:
    rng = np.random.default_rng(13)
    made = made_up(rng, anchors=6, others=6, photos=7)
    made = replace(made, sides_mm={number: side * (1.0 if number < 100 else 0.8) for number, side in made.sides_mm.items()})
    found = scanned(made, rng)
    np.testing.assert_allclose(found.survey.size, SIZE, atol=0.03)
    assert set(found.survey.ids) == set(made.tags)
    assert any("terrain tags are 80 % of their size" in note and "--known-length" in note for note in found.notes)
    assert np.sqrt(found.survey.covariance[8, 8]) == pytest.approx(0.2, rel=0.05)
    sure = scanned(made, rng, lengths=(length(made, 0, 2),))
    np.testing.assert_allclose(sure.survey.size, SIZE, atol=0.05)
    assert np.sqrt(sure.survey.covariance[8, 8]) < 0.001


def scores(made: MadeUp, found: TagSurvey) -> list[float]:
    """How far off the distances between all tags are, in their own standard deviations."""
    values = []
    for one, other in combinations(range(len(found.survey.ids)), 2):
        true = length(made, found.survey.ids[one], found.survey.ids[other]).mm / MM_PER_INCH
        apart = np.linalg.norm(np.subtract(found.survey.tags[one].position, found.survey.tags[other].position))
        values.append(float(apart - true) / distance_sigma(found.survey, one, other))
    return values


@cache
def by_two_photos(seed: int) -> tuple[MadeUp, TagSurvey]:
    rng = np.random.default_rng(300 + seed)
    made = made_up(rng, anchors=6, others=6, photos=2, size=(1600, 1200))
    return made, scanned(made, rng, noise=0.2, print_sigma=1e-6)


@pytest.mark.parametrize("tables", [3, pytest.param(8, marks=pytest.mark.long)])
def test_what_two_photos_say_of_errors_is_true(tables: int) -> None:
    values = [value for seed in range(tables) for value in scores(*by_two_photos(seed))]
    assert len(values) > 44 * tables
    assert 0.88 < np.mean(np.abs(values) < 1.96) < 0.99
    assert np.abs(values).max() < 5.0


def turns(made: MadeUp, found: TagSurvey) -> tuple[list[float], list[float]]:
    """Of all tags: degrees by which they are turned wrongly, and that in their own standard deviations."""
    degrees, values = [], []
    for i, number in enumerate(found.survey.ids):
        off = vectors((found.survey.tags[i].matrix @ made.tags[number].matrix.T)[None])[0]
        slot = found.survey.tag_slot(i)
        sigma = np.sqrt(np.diag(found.survey.covariance)[slot][3:])
        degrees.append(float(np.degrees(np.linalg.norm(off))))
        values.append(float(np.abs(off / sigma).max()))
    return degrees, values


def tilted(made: MadeUp, number: int, axis: float, degrees: float) -> MadeUp:
    """The same with a tag that leans about a level axis in that direction."""
    lean = matrices(np.radians(degrees) * np.array([[np.cos(axis), np.sin(axis), 0.0]]))[0]
    pose = pose_of(lean @ made.tags[number].matrix, np.array(made.tags[number].position))
    return with_tag(made, number, pose, made.sides_mm[number])


@cache
def with_small_tags(leaning: int, seed: int) -> tuple[MadeUp, TagSurvey]:
    rng = np.random.default_rng(500 + seed)
    made = made_up(rng, anchors=8, others=20, photos=2, size=(1600, 1200))
    for number in range(100, 100 + leaning):
        made = tilted(made, number, float(rng.uniform(0.0, 2.0 * np.pi)), 40.0)
    return made, scanned(made, rng, noise=0.3)


@pytest.mark.parametrize(
    ("leaning", "tables"), [(0, 1), pytest.param(0, 4, marks=pytest.mark.long), pytest.param(6, 4, marks=pytest.mark.long)]
)
def test_small_tags_in_few_photos_are_not_turned_over_without_a_word(leaning: int, tables: int) -> None:
    degrees, values = list[float](), list[float]()
    for seed in range(tables):
        both = turns(*with_small_tags(leaning, seed))
        degrees, values = degrees + both[0], values + both[1]
    assert len(degrees) > 17 * tables
    # They may be mistaken, if mostly not where they face up as usual; but none is surely so.
    assert np.max(values) < 8.0
    if not leaning:
        assert np.mean(np.array(degrees) > 20.0) < 0.02
