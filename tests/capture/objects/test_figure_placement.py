"""Placement of figures, once each: the ground corrects where a tag has them, and a rim and a tag of one base are one figure."""

import numpy as np

from assets.tag_scheme import BASE_TOP_MM
from capture.adjustment.survey import Survey
from capture.objects.figure_placement import PlacedFigure, by_tags, joined
from capture.objects.placed_objects import PlacedObject, joint_covariance
from capture.objects.tagged_bases import CENTRED_MM
from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH
from scene.table_io.table_document import FigureEntry
from tests.capture.surveys import shaken, spread, survey_of

TOP = BASE_TOP_MM / MM_PER_INCH
TRUTH = RigidTransform.turned((10.0, 12.0, TOP), 30.0)
TAG = 300
"""Of a base of 25 mm."""


def slanted(*, along: float, across: float) -> FloatArray:
    """(6, 6) the covariance of a tag seen from one side: its place is unsure along a slanted line of sight, x up with z."""
    line = np.array([1.0, 0.3, -0.8])
    found = np.zeros((6, 6))
    found[:3, :3] = along**2 * np.outer(line, line) + across**2 * np.eye(3)
    found[3:, 3:] = np.radians(0.5) ** 2 * np.eye(3)
    return found


def test_the_ground_corrects_a_tag_along_the_line_of_sight_and_its_errors_are_as_told() -> None:
    rng = np.random.default_rng(5)
    covariance = slanted(along=0.15, across=0.01)
    scores, misses = [], []
    for _ in range(300):
        # Three standard deviations of its height off the ground, as 1 of 370 are, it is taken for what stands higher.
        errors = rng.multivariate_normal(np.zeros(6), covariance)
        survey = survey_of({TAG: shaken(TRUTH, errors)}, covariance)
        ((figure,), _) = by_tags(survey)
        x, y, z = figure.entry.position
        # What the tag's own place on the base adds is no error of this test.
        told = joint_covariance([figure.thing], survey)[:2, :2] - (CENTRED_MM / MM_PER_INCH) ** 2 * np.eye(2)
        off = np.array([x - 10.0, y - 12.0])
        if z != 0.0:
            continue
        scores.append(float(off @ np.linalg.solve(told + 1e-10 * np.eye(2), off)))
        misses.append(off)
    assert len(scores) >= 295
    # A chi square of two degrees of freedom: its mean is 2, and 95 of 100 lie below 5.99.
    assert 1.6 < np.mean(scores) < 2.4
    assert 0.91 < np.mean(np.array(scores) < 5.99) < 0.99
    # Uncorrected, x would be 0.15 inches off.
    assert np.sqrt(np.mean(np.square(misses), axis=0)).max() < 0.03


def test_a_tag_that_is_surely_higher_stays_where_it_is() -> None:
    high = RigidTransform.turned((10.0, 12.0, TOP + 3.0), 30.0)
    ((figure,), _) = by_tags(survey_of({TAG: high}, slanted(along=0.15, across=0.01)))
    np.testing.assert_allclose(figure.entry.position, (10.0, 12.0, 3.0), atol=1e-9)


def test_what_is_below_the_ground_stands_on_it_and_is_less_sure_than_it_seemed() -> None:
    covariance = slanted(along=0.02, across=0.002)
    low = RigidTransform.turned((10.0, 12.0, TOP - 0.12), 30.0)
    survey = survey_of({TAG: low}, covariance)
    ((figure,), _) = by_tags(survey)
    # Up along the line of sight, x goes back by 1 for 0.8 of height.
    np.testing.assert_allclose(figure.entry.position, (10.0 - 0.15, 12.0 - 0.045, 0.0), atol=0.005)
    told = np.sqrt(np.diag(joint_covariance([figure.thing], survey))[:2])
    ((sound,), _) = by_tags(survey_of({TAG: TRUTH}, covariance))
    assert (told > np.sqrt(np.diag(joint_covariance([sound.thing], survey))[:2]) * 1.2).all()


def rim(survey: Survey, x: float, y: float, *, base_mm: float, mm: float) -> PlacedFigure:
    """A base whose rim was found, known to so many millimetres."""
    own = np.diag([(mm / MM_PER_INCH) ** 2] * 2 + [1e-8, 0.0, 0.0, np.radians(104.0) ** 2])
    thing = PlacedObject("base-1", "figure", RigidTransform((x, y, 0.0)), np.zeros((6, len(survey.covariance))), own)
    return PlacedFigure(FigureEntry("base-1", (x, y, 0.0), base_mm=base_mm, facing=0.0), thing)


def test_a_tag_and_the_rim_of_its_base_are_one_figure_where_it_is_known_better() -> None:
    survey = survey_of({TAG: TRUTH}, slanted(along=0.2, across=0.1))
    tagged, _ = by_tags(survey)
    (found,) = joined(tagged, [rim(survey, 10.2, 12.1, base_mm=25.0, mm=0.2)], survey)
    assert found.entry.id == "figure-300"
    assert found.entry.position[:2] == (10.2, 12.1)
    # Which way it looks, only the tag knows: along its own y.
    np.testing.assert_allclose(found.thing.pose.matrix[:, 0], RigidTransform.turned((0, 0, 0), 120.0).matrix[:, 0], atol=1e-6)
    told = joint_covariance([found.thing], survey)
    assert np.sqrt(told[0, 0]) * MM_PER_INCH < 0.21
    assert np.sqrt(told[5, 5]) < 5.0

    sure = survey_of({TAG: TRUTH}, spread(np.random.default_rng(1), mm=0.05, degrees=0.2, count=1))
    tagged, _ = by_tags(sure)
    (kept,) = joined(tagged, [rim(sure, 10.05, 12.0, base_mm=25.0, mm=1.0)], sure)
    np.testing.assert_allclose(kept.entry.position, (10.0, 12.0, 0.0), atol=1e-6)


def test_rims_of_another_size_or_place_are_other_figures() -> None:
    survey = survey_of({TAG: TRUTH}, spread(np.random.default_rng(1), mm=0.05, degrees=0.2, count=1))
    tagged, _ = by_tags(survey)
    others = [rim(survey, 10.1, 12.0, base_mm=32.0, mm=0.2), rim(survey, 11.2, 12.0, base_mm=25.0, mm=0.2)]
    assert len(joined(tagged, others, survey)) == 3
