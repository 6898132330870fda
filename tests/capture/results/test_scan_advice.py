"""Advice on scans: what a scan lacks is said, what it does not lack is not."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from capture.adjustment.adjustment_problem import LENS
from capture.adjustment.tag_survey import TagSurvey
from capture.results.scan_advice import advice, distance_sigma
from scene.table.table import MM_PER_INCH
from tests.capture.made_scans import TAGS, made_scan, ring, view_from

LENGTHS = ((0, 2), (1, 3))


def said(scanned: TagSurvey, word: str) -> list[str]:
    return [line for line in advice(scanned) if word in line]


def test_nothing_is_lacking_with_photos_from_all_sides_and_measured_lengths() -> None:
    assert advice(made_scan(ring(12, away=38.0, height=40.0), lengths=LENGTHS)) == ()


def test_without_a_length_the_print_is_what_is_unsure() -> None:
    scanned = made_scan(ring(12, away=38.0, height=40.0))
    (line,) = advice(scanned)
    # 0.05 % of the 60 inch diagonal, twice
    unsure = 2.0 * 0.0005 * np.hypot(48.0, 36.0) * MM_PER_INCH
    assert f"({unsure:.1f} mm unsure" in line
    assert "--known-length" in line


@pytest.mark.parametrize(
    ("angles", "named", "unnamed"),
    [
        ((250, 260, 270, 280, 285, 290, 275), ("east", "north", "west"), ("south",)),
        ((-20, 0, 20, 160, 180, 200, 10), ("north", "south"), ("east", "west")),
        ((0, 60, 120, 180, 240, 300, 330), (), ("north", "south", "east", "west")),
        ((100, 150, 200, 250, 300, 350, 355), ("north-east corner",), ("south", "west")),
        ((0, 45, 90, 135, 180, 290, 320), ("south-west corner",), ("north", "east")),
    ],
)
def test_sides_without_a_photo_are_named(angles: tuple[int, ...], named: tuple[str, ...], unnamed: tuple[str, ...]) -> None:
    lines = said(made_scan([view_from(angle) for angle in angles], lengths=LENGTHS), "taken from the")
    assert len(lines) == bool(named)
    for word in named:
        assert word in lines[0]
    for word in unnamed:
        assert not lines or word not in lines[0].replace("(far end of y)", "").replace("south-west", "").replace(
            "north-east", ""
        )


def test_turning_the_photos_by_a_quarter_turns_the_sides() -> None:
    words = ("east", "north", "west", "south")
    for quarter in range(4):
        views = [view_from(angle + 90.0 * quarter) for angle in (-120, -60, -20, 0, 20, 60, 120)]
        (line,) = said(made_scan(views, lengths=LENGTHS), "taken from the")
        assert line.startswith(f"no photo was taken from the {words[(quarter + 2) % 4]} (")


def test_two_photos_are_few_and_one_line_says_so() -> None:
    lines = advice(made_scan([view_from(-90.0), view_from(0.0)], lengths=LENGTHS))
    assert lines[0] == "only 2 photos count; take eight or more, from all sides"
    assert not [line for line in lines if "photos only" in line]


def test_tags_in_few_photos_are_named_together() -> None:
    few = {100: {1}, 104: {2}, 9: {0, 3}}
    scanned = made_scan(ring(8, away=38.0), sees=lambda photo, tag: photo in few.get(tag, range(8)), lengths=LENGTHS)
    assert said(scanned, "in one photo only") == [
        "tags 100 and 104 are in one photo only; take two more that show them, from other sides"
    ]
    assert said(scanned, "in two photos only") == ["tag 9 is in two photos only; take one more that shows it, from other sides"]


def test_tags_that_no_photo_sees_together_are_named_with_the_side_where_both_are_near() -> None:
    """Photos see the west or the east half of the table; the middle, which both see, is all that joins them."""
    west, east = {0, 3, 4, 11}, {1, 2, 9, 11}
    scanned = made_scan(
        ring(8, away=38.0), sees=lambda photo, tag: tag in (west if photo % 2 else east), noise=0.4, lengths=LENGTHS,
        tags={number: TAGS[number] for number in sorted(west | east)},
    )  # fmt: skip
    found = scanned.survey
    together = {
        (found.ids[one], found.ids[other]): distance_sigma(found, one, other, print_known=True)
        for one, other in combinations(range(len(found.ids)), 2)
        if not ({found.ids[one], found.ids[other]} <= west or {found.ids[one], found.ids[other]} <= east)
    }
    a, b = max(together, key=lambda pair: together[pair])
    (line,) = said(scanned, "together")
    assert line.startswith(f"no photo sees tag {a} and tag {b} together")
    assert f"{2 * together[a, b] * MM_PER_INCH:.1f} mm unsure" in line
    assert "higher up on the" in line


def test_two_tags_at_the_far_edge_ask_for_a_photo_from_the_north() -> None:
    tags = {number: TAGS[number] for number in (0, 1, 4, 9, 11)}
    views = [view_from(angle) for angle in (-170, -130, -90, -50, -10, 10, -70)]
    scanned = made_scan(
        views, tags=tags, noise=0.4, lengths=((0, 1),), sees=lambda photo, tag: tag != (4 if photo % 2 else 9)
    )  # fmt: skip
    (line,) = said(scanned, "together")
    assert line.startswith("no photo sees tag 4 and tag 9 together")
    assert line.endswith("take one from the north (far end of y)")


def test_the_print_left_out_of_a_distance_is_the_covariance_given_the_print() -> None:
    scanned = made_scan(ring(8, away=38.0))
    found = scanned.survey
    whole = found.covariance
    given = whole - np.outer(whole[:, LENS], whole[:, LENS]) / whole[LENS, LENS]
    known = replace(found, covariance=given)
    for one, other in ((0, 2), (1, 5), (3, 7)):
        assert distance_sigma(found, one, other, print_known=True) == pytest.approx(distance_sigma(known, one, other), rel=1e-6)
        assert distance_sigma(found, one, other, print_known=True) < distance_sigma(found, one, other)


def test_low_photos_are_told_to_rise() -> None:
    assert said(made_scan(ring(8, away=60.0, height=20.0), lengths=LENGTHS), "low down")
    assert not said(made_scan(ring(8, away=38.0, height=34.0), lengths=LENGTHS), "low down")


def test_a_tag_that_often_does_not_fit_is_asked_about() -> None:
    scanned = made_scan(ring(8, away=38.0), lengths=LENGTHS)
    assert not said(scanned, "fit")
    strays = tuple((f"photo-{i:02d}.jpg", 11, 5.0) for i in range(4))
    assert said(replace(scanned, strays=strays), "tag 11 does not fit")
    assert not said(replace(scanned, strays=strays[:1]), "fit")
