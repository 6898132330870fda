"""main-rulebook: Shooting with template weapons: the outline of the template, and whose bases it lies over."""

from dataclasses import replace
from math import asin, cos, hypot, pi, radians, sin, sqrt, tan

import numpy as np
import pytest
import shapely

from scene.geometry.mesh import FloatArray
from scene.hazards.flame_shape import HEAD, Teardrops, TeardropShape, half_angle, outline, over
from scene.table.table import MM_PER_INCH, Figure
from tests.plain_scenes import bodiless, figure, turn

STEP = 0.5
LENGTH, WIDTH, TIP = 8.1, 2.5, 0.25
FLAME = TeardropShape(LENGTH, WIDTH, TIP)
NEAR, FAR = TIP / 2.0, WIDTH / 2.0
FIRST, LAST = NEAR, LENGTH - FAR
"""Inches from the narrow end to the middles of the two circles."""
HAIR = 1e-7
"""Inches: a base this much smaller or larger decides."""


def drop(tip: tuple[float, float, float] = (0.0, 0.0, 0.0), heading: float = 0.0, tilt: float = 0.0) -> Teardrops:
    """One template; degrees."""
    return Teardrops(FLAME, np.array([tip]), np.radians([heading]), np.radians([tilt]))


def base(x: float, y: float, radius: float, z: float = 0.0, name: str = "one") -> Figure:
    """A base whose top is at ``z``."""
    one = figure(name, x, y, 0.0, base_mm=2.0 * radius * MM_PER_INCH)
    return one.moved((x, y, z - one.base_height))


def hit(template: Teardrops, *figures: Figure) -> list[bool]:
    """Whom one template lies over."""
    return [bool(one) for one in over(figures, template, step=STEP)[0]]


def away(x: float, y: float) -> float:
    """Inches from a point to a level template along +x: of all circles between the two, the one that comes nearest.

    The signed distance of an uneven capsule: beside the sides it is measured square to them, else to a circle.
    """
    slope = (FAR - NEAR) / (LAST - FIRST)
    along, aside = x - FIRST, abs(y)
    # Square to the side the point's foot on the axis lies behind it.
    foot = along + aside * slope / sqrt(1.0 - slope**2)
    share = min(max(foot / (LAST - FIRST), 0.0), 1.0)
    return hypot(along - share * (LAST - FIRST), aside) - (NEAR + share * (FAR - NEAR))


def plane(template: Teardrops) -> shapely.Polygon:
    """The outline in plan with very many corners; it lies within the true one by less than 1e-6 inches."""
    return shapely.Polygon(outline(template, points=8_000)[0, :, :2])


def test_the_outline_has_the_length_and_the_widths_that_are_said() -> None:
    points = outline(drop(), points=2001)[0]
    low, high = points.min(axis=0), points.max(axis=0)
    assert (low[0], high[0]) == pytest.approx((0.0, LENGTH), abs=1e-12)
    assert (low[1], high[1]) == pytest.approx((-WIDTH / 2.0, WIDTH / 2.0), abs=1e-5)
    assert FLAME.half_width(np.array([FIRST, LAST])) == pytest.approx([TIP / 2, WIDTH / 2], rel=0.02)
    # Area of two sectors and of the two straight-sided halves in between.
    lean = asin((FAR - NEAR) / (LAST - FIRST))
    side = (LAST - FIRST) * cos(lean)
    area = NEAR**2 * (pi / 2 - lean) + FAR**2 * (pi / 2 + lean) + side * (NEAR + FAR)
    assert plane(drop()).area == pytest.approx(area, abs=1e-5)
    assert FLAME.half_width(np.array([0.0, LENGTH])) == pytest.approx([0.0, 0.0], abs=1e-9)


@pytest.mark.long
def test_level_bases_are_touched_as_the_distance_to_an_uneven_capsule_says() -> None:
    rng = np.random.default_rng(5)
    for x, y in rng.uniform((-3.0, -4.0), (11.0, 4.0), (300, 2)).tolist():
        if (far := away(x, y)) > 0.01:
            assert hit(drop(), base(x, y, far + HAIR)) == [True]
            assert hit(drop(), base(x, y, far - HAIR)) == [False]
        elif far < 0.0:
            assert hit(drop(), base(x, y, 0.001)) == [True]


@pytest.mark.parametrize("tilt", [0.0, 30.0, -55.0])
def test_just_touched_and_just_missed_at_the_far_end_the_tip_and_the_widest_place(tilt: float) -> None:
    for radius in (0.2, 0.5, 1.2):
        level, rise = cos(radians(tilt)), sin(radians(tilt))
        far, wide = LENGTH * level, LAST * level
        for sign, found in ((-1, True), (1, False)):
            more = radius + sign * HAIR
            at_end = base(far + more, 0.0, radius, LENGTH * rise)
            at_tip = base(-more, 0.0, radius)
            aside = [base(wide, side * (FAR + more), radius, LAST * rise) for side in (-1, 1)]
            assert hit(drop(tilt=tilt), at_end, at_tip, *aside) == [found] * 4


@pytest.mark.long
@pytest.mark.parametrize("tilt", [-60.0, -20.0, 5.0, 35.0, 60.0])
def test_tilted_bases_are_touched_as_a_polygon_with_many_corners_says(tilt: float) -> None:
    rng = np.random.default_rng(11)
    template = drop((3.0, 4.0, 10.0), 25.0, tilt)
    whole = plane(template)
    for x, y, up in rng.uniform((-1.0, 0.0, -1.5), (12.0, 11.0, 1.5), (120, 3)).tolist():
        # The part of it that is at a height over the base is a strip across the axis.
        ahead = np.array([cos(radians(25.0)), sin(radians(25.0))])
        top = 10.0 + max(0.0, float((np.array([x, y]) - (3.0, 4.0)) @ ahead)) * tan(radians(tilt)) + up
        ends = sorted((top + one - 10.0) / tan(radians(tilt)) for one in (-STEP - 0.001, HEAD + 0.001))
        left = np.array([-ahead[1], ahead[0]])
        strip = [(3.0, 4.0) + end * ahead + side * left for end, side in zip([*ends, *ends[::-1]], (-9, -9, 9, 9), strict=True)]
        far = whole.intersection(shapely.Polygon(strip)).distance(shapely.Point(x, y))
        if 0.01 < far < np.inf:
            assert hit(template, base(x, y, far + 1e-5, top)) == [True]
            assert hit(template, base(x, y, far - 1e-5, top)) == [False]
        elif far == 0.0:
            assert hit(template, base(x, y, 1e-4, top)) == [True]


def test_one_call_for_many_templates_says_the_same_as_one_for_each() -> None:
    rng = np.random.default_rng(3)
    bases = [base(x, y, 0.5, z, str(n)) for n, (x, y, z) in enumerate(rng.uniform((0, 0, 0), (12, 12, 3), (25, 3)).tolist())]
    many = Teardrops(FLAME, rng.uniform(0, 6, (60, 3)), rng.uniform(-4, 4, 60), rng.uniform(-1, 1, 60))
    found = over(bases, many, step=STEP)
    assert found.shape == (60, 25)
    assert 20 < found.sum() < 1000
    for row in range(60):
        one = Teardrops(FLAME, *(values[row : row + 1] for values in (many.tips, many.headings, many.tilts)))
        assert over(bases, one, step=STEP)[0].tolist() == found[row].tolist()
    assert over([], many, step=STEP).shape == (60, 0)


@pytest.mark.parametrize("turned", [37.0, 180.0, -101.0])
def test_moving_turning_and_mirroring_everything_changes_nothing(turned: float) -> None:
    rng = np.random.default_rng(8)
    places = rng.uniform((-1, -3, -2), (9, 3, 4), (200, 3))
    bases = [base(x, y, 0.4, z) for x, y, z in places.tolist()]
    for tilt in (0.0, 24.0, -24.0):
        before = hit(drop(tilt=tilt), *bases)
        assert 5 < sum(before) < 195
        moved = np.column_stack([places[:, :2] @ turn(turned).T, places[:, 2]]) + np.array([5.0, -7.0, 2.0])
        assert hit(drop((5.0, -7.0, 2.0), turned, tilt), *(base(x, y, 0.4, z) for x, y, z in moved.tolist())) == before
        assert hit(drop(tilt=tilt), *(base(x, -y, 0.4, z) for x, y, z in places.tolist())) == before


def test_a_level_template_lies_over_the_steps_of_its_floor_and_over_no_other_level() -> None:
    at_heights = {
        -HEAD - 0.01: False,
        -HEAD: True,
        -0.5: True,
        0.0: True,
        STEP: True,
        STEP + 0.01: False,
        3.0: False,
        -3.0: False,
    }
    for z, found in at_heights.items():
        assert hit(drop(), base(5.0, 0.0, 0.5, z)) == [found]


def test_a_tilted_template_lies_over_the_floor_that_it_goes_through_there() -> None:
    rising = drop(tilt=np.degrees(asin(3.0 / 6.0)))
    near, far = 1.0, 6.0 * cos(asin(0.5))
    assert hit(rising, base(far, 0.0, 0.5, 3.0), base(far, 0.0, 0.5), base(far, 0.0, 0.5, 6.0)) == [True, False, False]
    assert hit(rising, base(near, 0.0, 0.2), base(near, 0.0, 0.2, 3.0)) == [True, False]
    # Over the floor it gets too high, where its axis is a head above the base, and no earlier.
    high = (HEAD + 0.001) / tan(asin(0.5))
    assert hit(rising, base(high + 0.3 - HAIR, 0.0, 0.3), base(high + 0.3 + HAIR, 0.0, 0.3)) == [True, False]


@pytest.mark.parametrize("tilt", [0.0, 20.0, -45.0, 60.0])
@pytest.mark.parametrize("behind", [0.2, 0.5, 1.3])
def test_half_angle_is_that_of_the_outline(behind: float, tilt: float) -> None:
    points = outline(drop((behind, 0.0, 0.0), tilt=tilt), points=20_000)[0]
    seen = np.abs(np.arctan2(points[:, 1], points[:, 0])).max()
    assert half_angle(FLAME, np.array([behind]), np.radians([tilt]))[0] == pytest.approx(seen, abs=1e-6)


def test_figures_without_a_base_count_by_their_bodies_or_as_a_point() -> None:
    wide = replace(figure("wide", 5.0, 1.9, 0.0, base_mm=0.0))
    body = hypot(0.2, 0.3)
    width: FloatArray = FLAME.half_width(np.array([5.0]))
    assert width[0] + body < 1.9
    assert hit(drop(), wide, wide.moved((5.0, float(width[0]) + body - 0.05, 0.0))) == [False, True]
    assert hit(drop(), bodiless("point", 5.0, 0.0), bodiless("off", 5.0, 1.3)) == [True, False]
