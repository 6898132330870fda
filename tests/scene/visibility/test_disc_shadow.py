"""How much of a disc is reached: closed forms, and every point of a fine pattern asked by itself."""

import numpy as np
import pytest
import shapely

from scene.geometry.mesh import FloatArray
from scene.table.footprints import Disc, segments
from scene.visibility.disc_shadow import Screen, reached

NOTHING = np.zeros((0, 2, 2))
TARGET = Disc((10.0, 0.0), 1.0)


def cap(depth: float) -> float:
    """The share of a disc of radius 1 beyond a chord at ``depth`` from its middle."""
    return float((np.arccos(depth) - depth * np.sqrt(1 - depth**2)) / np.pi)


def bar(x: float, low: float, high: float, name: str = "bar") -> Screen:
    """An upright stroke."""
    return Screen(name, np.array([[[x, low], [x, high]]]))


def at_depth(x: float, depth: float) -> float:
    """Where the line that passes the target's middle at ``depth`` meets the stroke at ``x``; depth = 10 sin(bearing)."""
    return float(x * np.tan(np.arcsin(depth / 10)))


def test_nothing_in_the_way() -> None:
    found = reached((0, 0), TARGET, [])
    assert found.share == pytest.approx(1, abs=1e-12)
    assert found.by == {}
    assert found.aim == pytest.approx((10, 0), abs=1.0)


@pytest.mark.parametrize("depth", [-0.9, -0.5, 0.0, 0.25, 0.5, 0.99])
@pytest.mark.parametrize("x", [0.01, 3.0, 8.0])
def test_an_edge_hides_what_is_beyond_its_line(x: float, depth: float) -> None:
    found = reached((0, 0), TARGET, [bar(x, at_depth(x, depth), 50)])
    assert found.share == pytest.approx(1 - cap(depth), abs=1e-9)
    assert found.by == {"bar": pytest.approx(cap(depth), abs=1e-9)}


def test_a_disc_hides_between_its_tangents() -> None:
    """A disc of radius 0.25 halfway: its tangents pass the target's middle at 0.5."""
    found = reached((0, 0), TARGET, [Screen("c", NOTHING, Disc((5, 0), 0.25))])
    assert found.share == pytest.approx(2 * cap(0.5), abs=1e-9)


def test_a_stroke_through_the_target_hides_what_is_behind_it() -> None:
    assert reached((0, 0), TARGET, [bar(10, -5, 5)]).share == pytest.approx(0.5, abs=1e-9)
    assert reached((0, 0), TARGET, [bar(10.5, -5, 5)]).share == pytest.approx(1 - cap(0.5), abs=1e-9)


def test_what_only_touches_hides_nothing() -> None:
    along, aside = np.array([np.sqrt(0.99), 0.1]), np.array([-0.1, np.sqrt(0.99)])  # the line that grazes the target
    x, y = 5 * along + 0.5 * aside
    screens = [
        bar(5, at_depth(5, 1.0), 9),
        bar(11, -5, 5, "behind"),
        Screen("radial", np.array([[[2.0, 0.0], [6.0, 0.0]]])),
        Screen("tangent", NOTHING, Disc((x, y), 0.5)),
        Screen("at the back", NOTHING, Disc((-3, 0), 1.0)),
    ]
    found = reached((0, 0), TARGET, screens)
    assert found.share == pytest.approx(1, abs=1e-9)


def test_the_first_thing_met_is_charged() -> None:
    """The far bar stands in the near one's shadow with its upper half."""
    found = reached((0, 0), TARGET, [bar(6, at_depth(6, -0.5), 9, "far"), bar(3, 0, 9, "near")])
    assert found.by["near"] == pytest.approx(0.5, abs=1e-9)
    assert found.by["far"] == pytest.approx(0.5 - cap(0.5), abs=1e-9)
    assert found.share == pytest.approx(cap(0.5), abs=1e-9)


def test_strokes_that_cross_share_the_shadow() -> None:
    """An X whose middle is on the centre line: each stroke is nearer on one side."""
    cross = [np.array([[[4.0, -3.0], [6.0, 3.0]]]), np.array([[[6.0, -3.0], [4.0, 3.0]]])]
    found = reached((0, 0), TARGET, [Screen("one", cross[0]), Screen("other", cross[1])])
    assert found.share == 0
    assert found.aim is None
    assert found.by == {"one": pytest.approx(0.5, abs=1e-9), "other": pytest.approx(0.5, abs=1e-9)}


def test_an_eye_over_the_target_reaches_it_all() -> None:
    assert reached((9.5, 0), TARGET, [bar(9.7, -5, 5)]).share == 1


def pattern(disc: Disc, count: int = 4000) -> FloatArray:
    """Points spread evenly over a disc (sunflower)."""
    k = np.arange(count) + 0.5
    angle, far = k * np.pi * (3 - np.sqrt(5)), disc.radius * np.sqrt(k / count)
    points: FloatArray = np.stack([far * np.cos(angle), far * np.sin(angle)], axis=1) + np.array(disc.centre)
    return points


@pytest.mark.long
@pytest.mark.parametrize("seed", [*range(5), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(5, 12))])
def test_against_a_line_to_every_point_of_a_pattern(seed: int) -> None:
    generator = np.random.default_rng(seed)
    eye, target = (1.0, 2.0), Disc((7.0, 5.0), 1.2)
    shapes, screens = [], []
    for number in range(6):
        middle = np.array(eye) + np.array([6.0, 3.0]) * generator.uniform(0.35, 1.1) + generator.normal(size=2) * 0.8
        if number % 2:
            shape = shapely.convex_hull(shapely.multipoints(middle + generator.normal(size=(4, 2)) * 0.5))
            screens.append(Screen(f"{number}", segments(shape)))
        else:
            shape = shapely.Point(middle).buffer(0.4, quad_segs=64)
            screens.append(Screen(f"{number}", NOTHING, Disc((middle[0], middle[1]), 0.4)))
        shapes.append(shape)
    points = pattern(target)
    lines = shapely.linestrings(np.stack([np.broadcast_to(eye, points.shape), points], axis=1))
    crossed = np.stack([shapely.intersects(lines, shape) for shape in shapes])
    distance = np.stack([shapely.distance(shapely.intersection(lines, shape), shapely.Point(eye)) for shape in shapes])
    first = np.where(crossed.any(axis=0), np.argmin(np.where(crossed, distance, np.inf), axis=0), -1)

    found = reached(eye, target, screens)
    assert found.share == pytest.approx((first < 0).mean(), abs=0.01)
    for number in range(6):
        assert found.by.get(f"{number}", 0.0) == pytest.approx((first == number).mean(), abs=0.01)
    assert found.share + sum(found.by.values()) == pytest.approx(1, abs=1e-9)
    if found.aim is not None:
        assert shapely.Point(found.aim).distance(shapely.Point(target.centre)) <= target.radius
        assert not any(shapely.LineString([eye, found.aim]).intersects(shape.buffer(-0.001)) for shape in shapes)


def test_discs_that_overlap_one_another_and_the_target() -> None:
    discs = [Disc((9.2, 0.3), 0.5), Disc((8.9, -0.2), 0.4), Disc((10.0, -0.9), 0.3)]
    points = pattern(TARGET, 20_000)
    ways = points / np.linalg.norm(points, axis=1, keepdims=True)
    middles, radii = np.array([disc.centre for disc in discs]), np.array([disc.radius for disc in discs])
    along, aside = ways @ middles.T, ways[:, :1] * middles[:, 1] - ways[:, 1:] * middles[:, 0]
    near = along - np.sqrt(np.where(np.abs(aside) < radii, radii**2 - aside**2, np.nan))
    near = np.where(near < np.linalg.norm(points, axis=1, keepdims=True), near, np.inf)
    first = np.where(np.isfinite(near).any(axis=1), np.argmin(near, axis=1), -1)
    found = reached((0, 0), TARGET, [Screen(f"{i}", NOTHING, disc) for i, disc in enumerate(discs)])
    assert found.share == pytest.approx((first < 0).mean(), abs=0.002)
    for number in range(3):
        assert found.by[f"{number}"] == pytest.approx((first == number).mean(), abs=0.002)


@pytest.mark.parametrize("seed", range(4))
def test_a_crowd_of_strokes_most_of_them_behind_others(seed: int) -> None:
    generator = np.random.default_rng(seed)
    eye, target = (0.0, 0.0), Disc((10.0, 0.0), 1.5)
    middles = np.stack([generator.uniform(5, 11, 300), generator.uniform(-3, 3, 300)], axis=1)
    ends = generator.normal(size=(300, 2)) * generator.uniform(0.01, 0.06, (300, 1))
    strokes = np.stack([middles - ends, middles + ends], axis=1)
    points = pattern(target)
    lines = shapely.linestrings(np.stack([np.broadcast_to(eye, points.shape), points], axis=1))
    tree = shapely.STRtree(shapely.linestrings(strokes))
    open_share = 1 - len(np.unique(tree.query(lines, predicate="intersects")[0])) / len(points)
    found = reached(eye, target, [Screen("even", strokes[::2]), Screen("odd", strokes[1::2])])
    assert 0.02 < open_share < 0.6
    assert found.share == pytest.approx(open_share, abs=0.02)
    assert found.share + sum(found.by.values()) == pytest.approx(1, abs=1e-9)
