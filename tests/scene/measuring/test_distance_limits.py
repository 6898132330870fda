"""Limits of distances on scanned tables, against closed forms and against scenes drawn over and over."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from scene.geometry.mesh import FloatArray
from scene.geometry.rigid_transform import RigidTransform
from scene.measuring.distance import Thing, nearest
from scene.measuring.distance_limits import DistanceEnd, limits
from scene.measuring.scan_samples import moved_figure, moved_piece
from scene.table.scan_measurements import PARAMETERS, Measurable, Scan, ScanMeasurement
from scene.table.table import MM_PER_INCH, Figure, Piece
from tests.plain_scenes import box, figure

MM = 1.0 / MM_PER_INCH
SIGMAS = np.array([0.5 * MM] * 3 + [0.3] * 3)
WALL = Piece("wall", box((0, -6, 0), (0.1, 6, 3)))


def scan_of(*things: tuple[Thing, Measurable], covariance: FloatArray) -> Scan:
    return Scan(tuple(ScanMeasurement(str(i), of, _place(thing)) for i, (thing, of) in enumerate(things)), covariance)


def _place(thing: Thing) -> tuple[float, float, float]:
    if isinstance(thing, Piece):
        return thing.pose.position
    x, y, z = thing.position if isinstance(thing, Figure) else thing
    return float(x), float(y), float(z)


def moved(thing: Thing, error: FloatArray) -> Thing:
    if isinstance(thing, Piece):
        return moved_piece(thing, error)
    return moved_figure(thing, error) if isinstance(thing, Figure) else tuple(np.asarray(thing) + error)


def bounds(scan: Scan, a: Thing, b: Thing) -> tuple[float, float]:
    return limits(scan, nearest(a, b), DistanceEnd(a, 0), DistanceEnd(b, 1))


def correlated(kinds: tuple[Measurable, Measurable], *, common: float, seed: int) -> FloatArray:
    """A covariance of which three causes make so large a part, with `SIGMAS` for scale."""
    rng = np.random.default_rng(seed)
    scale = np.concatenate([SIGMAS[: PARAMETERS[kind]] for kind in kinds])
    causes = rng.standard_normal((len(scale), 3))
    matrix = common * causes @ causes.T / 3.0 + (1.0 - common) * np.diag(rng.uniform(0.5, 1.5, len(scale)))
    return np.asarray(scale[:, None] * matrix * scale)


POINTS = ((0.0, 0.0, 0.0), (5.0, 5.0, 1.0))


def test_two_points_in_closed_form() -> None:
    """Along the line between them; what goes wrong together does not count, what goes wrong apart counts twice."""
    a, b = (0.0, 0.0, 0.0), (10.0, 0.0, 0.0)
    own, shared = np.diag([0.01, 0.02, 0.03]), np.diag([0.0075, 0, 0])
    for sign in (1.0, 0.0, -1.0):
        scan = scan_of((a, "point"), (b, "tag"), covariance=np.block([[own, sign * shared], [sign * shared, own]]))
        sigma = np.sqrt(0.01 + 0.01 - 2.0 * sign * 0.0075)
        assert bounds(scan, a, b) == pytest.approx((10 - 1.96 * sigma, 10 + 1.96 * sigma), abs=0.02)


def test_a_turn_moves_what_is_far_from_the_middle() -> None:
    """A wall of 12 inches that turns about its middle, and a figure before its end: six inches of lever."""
    guard = figure("guard", 5, 6)
    covariance = np.zeros((12, 12))
    covariance[5, 5] = 0.5**2
    scan = scan_of((WALL, "piece"), (guard, "figure"), covariance=covariance)
    low, high = bounds(scan, WALL, guard)
    half = 1.96 * 6.0 * np.radians(0.5)
    assert nearest(WALL, guard).distance == pytest.approx(3.9)
    assert (3.9 - low, high - 3.9) == pytest.approx((half, half), rel=0.1)


@pytest.mark.parametrize("turn", [0.0, 90.0, 30.0])
def test_a_shape_of_unsure_size_has_unsure_faces(turn: float) -> None:
    """A block whose length is unsure about its middle: each end is off by half of that; its height counts for nothing here."""
    pose = RigidTransform.turned((10.0, 5.0, 0.0), turn)
    hut, (x, y, _) = Piece("hut", box((-2, -1, 0), (2, 1, 3)), pose), pose.to_table(np.array([-7.0, 0.0, 1.0])).tolist()
    covariance = np.zeros((12, 12))
    covariance[6, 6], covariance[8, 8] = 0.2**2, 0.3**2
    scan = scan_of((hut, "shape"), ((x, y, 1.0), "point"), covariance=covariance)
    low, high = bounds(scan, hut, (x, y, 1.0))
    assert (low, high) == pytest.approx((5.0 - 1.96 * 0.1, 5.0 + 1.96 * 0.1), abs=0.02)
    error = np.array([0, 0, 0, 0, 0, 0, 0.4, 0.0, 0.3])
    assert np.allclose(moved_piece(hut, error).shape.bounds, [[-2.2, -1, 0], [2.2, 1, 3.3]])


def test_what_is_exact_has_no_limits() -> None:
    a, b = POINTS
    scan = scan_of((a, "point"), (b, "point"), covariance=np.eye(6))
    span = nearest(a, b)
    assert limits(scan, span, DistanceEnd(a), DistanceEnd(b)) == (span.distance, span.distance)
    assert limits(scan, nearest(a, a), DistanceEnd(a, 0), DistanceEnd(a, 0)) == (0, 0)
    nothing = scan_of((a, "point"), (b, "point"), covariance=np.zeros((6, 6)))
    assert bounds(nothing, a, b) == pytest.approx((span.distance, span.distance))
    low, high = limits(scan, span, DistanceEnd(a, 0), DistanceEnd(b))
    both = bounds(scan, a, b)
    assert both[0] < low < span.distance < high < both[1]


@pytest.mark.long
def test_moving_all_together_moves_no_distance() -> None:
    """Shifts, and turns about the table's origin, of several degrees and inches."""
    guard, tower = figure("guard", 15, 8), replace(WALL, pose=RigidTransform.turned((4, 6, 0), 20))
    columns = []
    for axis in range(3):
        columns.append([float(i % 6 == axis) for i in range(12)])
    spin = np.radians(1.0)
    columns.append([-spin * 6, spin * 4, 0, 0, 0, 1.0, -spin * 8, spin * 15, 0, 0, 0, 1.0])
    factor = np.array(columns).T
    scan = scan_of((tower, "piece"), (guard, "figure"), covariance=factor @ factor.T)
    low, high = bounds(scan, tower, guard)
    distance = nearest(tower, guard).distance
    # Turns are small in a scan: a degree bends a way of ten inches by less than a hundredth.
    assert high - low < 0.02
    assert low <= distance <= high
    # The same errors, each thing for itself, are inches.
    alone = scan_of((tower, "piece"), (guard, "figure"), covariance=np.diag(np.diag(scan.covariance)))
    assert np.ptp(bounds(alone, tower, guard)) > 2.0


CASES: dict[str, tuple[Thing, Measurable, Thing, Measurable]] = {
    "points": (POINTS[0], "point", POINTS[1], "tag"),
    "figures": (figure("a", 0, 0), "figure", figure("b", 10, 3), "figure"),
    "wall and figure": (WALL, "piece", figure("b", 5, 5.5), "figure"),
    "wall and tag": (WALL, "piece", (3.0, 9.0, 2.0), "tag"),
}


def within(scan: Scan, a: Thing, b: Thing, count: int, seed: int) -> float:
    """In which share of drawn scenes the distance is within the limits of the middle one."""
    low, high = bounds(scan, a, b)
    errors = scan.draws(np.random.default_rng(seed), count)
    found = [nearest(moved(a, e[scan.slots[0]]), moved(b, e[scan.slots[1]])).distance for e in errors]
    return float(np.mean([low - 1e-9 <= one <= high + 1e-9 for one in found]))


def mirrored(scan: Scan, a: Thing, b: Thing, count: int, seed: int) -> float:
    """In which share of scans drawn of a scene their limits hold its distance: as it is with a real table."""
    truth, held = nearest(a, b).distance, 0
    for errors in scan.draws(np.random.default_rng(seed), count):
        one, other = moved(a, errors[scan.slots[0]]), moved(b, errors[scan.slots[1]])
        things = tuple(replace(old, position=_place(new)) for old, new in zip(scan.things, (one, other), strict=True))
        low, high = bounds(replace(scan, things=things), one, other)
        held += low - 1e-9 <= truth <= high + 1e-9
    return held / count


@pytest.mark.long
@pytest.mark.parametrize(
    ("case", "common"),
    [*((case, common) for case in ("points", "figures") for common in (0.0, 0.8, 0.98)), *((case, 0.8) for case in CASES)],
)
def test_limits_hold_in_95_of_100_drawn_scenes(case: str, common: float) -> None:
    a, of_a, b, of_b = CASES[case]
    scan = scan_of((a, of_a), (b, of_b), covariance=correlated((of_a, of_b), common=common, seed=7))
    assert 0.93 <= within(scan, a, b, 600, seed=8) <= 0.98


@pytest.mark.long
@pytest.mark.parametrize("case", ["points", "figures"])
def test_and_of_100_scans_of_one_scene_95_have_limits_that_hold(case: str) -> None:
    a, of_a, b, of_b = CASES[case]
    scan = scan_of((a, of_a), (b, of_b), covariance=correlated((of_a, of_b), common=0.8, seed=9))
    assert 0.92 <= mirrored(scan, a, b, 200, seed=10) <= 0.98


NEAR: dict[str, tuple[Thing, Measurable, Thing, Measurable]] = {
    "the same point": ((0.0, 0, 0), "point", (0.0, 0, 0), "tag"),
    "points half a millimetre apart": ((0.0, 0, 0), "point", (0.5 * MM, 0, 0), "tag"),
    "bases in touch": (figure("a", 0, 0), "figure", figure("b", 2, 0), "figure"),
    "bases a millimetre apart": (figure("a", 0, 0), "figure", figure("b", 2 + MM, 0), "figure"),
}


@pytest.mark.parametrize("case", NEAR)
@pytest.mark.parametrize("way", [pytest.param(within, id="scenes"), pytest.param(mirrored, id="scans", marks=pytest.mark.long)])
def test_near_zero_limits_hold_and_are_none_below(case: str, way: Callable[..., float]) -> None:
    a, of_a, b, of_b = NEAR[case]
    scan = scan_of((a, of_a), (b, of_b), covariance=correlated((of_a, of_b), common=0.3, seed=11))
    assert bounds(scan, a, b)[0] == 0.0
    assert bounds(scan, a, b)[1] < 5 * MM
    # 95 of 100, less three standard deviations of a share of 120.
    assert way(scan, a, b, 120, seed=12) >= 0.89


@pytest.mark.long
def test_walls_that_stand_along_each_other() -> None:
    """Which of their corners are the nearest hangs on the errors themselves."""
    other = replace(WALL, id="other", pose=RigidTransform((4, 0, 0)))
    scan = scan_of((WALL, "piece"), (other, "piece"), covariance=correlated(("piece", "piece"), common=0.3, seed=13))
    assert within(scan, WALL, other, 120, seed=14) >= 0.93
    assert mirrored(scan, WALL, other, 8, seed=14) >= 0.7


@pytest.mark.long
def test_a_figure_that_may_face_anywhere_is_as_near_as_any_of_its_sides() -> None:
    """A body of 0.4 by 0.6 inches without a base, whose nearest point is 0.2 to 0.36 inches from its middle."""
    ork = figure("ork", 0, 0, base_mm=0.0)
    covariance = np.zeros((9, 9))
    covariance[5, 5] = 104.0**2
    scan = scan_of((ork, "figure"), ((5.0, 0, 0.5), "point"), covariance=covariance)
    low, high = bounds(scan, ork, (5.0, 0, 0.5))
    assert 5 - np.hypot(0.2, 0.3) - 0.05 <= low <= 5 - 0.35
    assert high >= 4.8 - 0.02


@pytest.mark.long
def test_large_pieces_are_left_to_the_part_that_is_near(monkeypatch: pytest.MonkeyPatch) -> None:
    """And where even that is too much, the limits are wider, never narrower."""
    guard = figure("guard", 5, 5.5)
    scan = scan_of((WALL, "piece"), (guard, "figure"), covariance=correlated(("piece", "figure"), common=0.5, seed=15))
    drawn = bounds(scan, WALL, guard)
    monkeypatch.setattr("scene.measuring.distance_limits.MOST_TRIANGLES", 0)
    assert bounds(scan, WALL, guard) == pytest.approx(drawn, abs=0.01)
    touching = figure("guard", 1.1, 0)
    wide = bounds(scan, WALL, touching)
    monkeypatch.undo()
    narrow = bounds(scan, WALL, touching)
    assert wide[0] == narrow[0] == 0.0
    assert wide[1] >= narrow[1]
