"""The orbit of the camera: turned, slid and zoomed about what is under the cursor, and never from below."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.mesh_library import LIBRARY
from assets.tables import path
from scene.geometry.mesh import FloatArray, Point
from scene.table_io.table_reading import load_table
from sightline.window.view.camera_orbit import (
    LOWEST,
    Orbit,
    above,
    between,
    framed,
    home,
    slid,
    stepped,
    through_eye,
    turned,
    zoomed,
)

SIZE = (1280, 800)
TABLE = load_table(path("disputed-shot"), LIBRARY)
places = st.tuples(st.floats(0, 48), st.floats(0, 36), st.floats(0, 6))
orbits = st.builds(Orbit, places, st.floats(3, 90), st.floats(0, 359), st.floats(15, 89))
pixels = st.floats(-200, 200)


def pixel(orbit: Orbit, place: Point) -> FloatArray:
    return np.asarray(orbit.camera(SIZE).project([place])[0][0])


@given(orbits, places, pixels, pixels)
def test_what_the_view_turns_about_stays_under_the_cursor(orbit: Orbit, pivot: Point, right: float, up: float) -> None:
    depth = orbit.camera(SIZE).project([pivot])[1][0]
    after = turned(orbit, pivot, right, up)
    if depth > 1.0 and after.eye[2] > LOWEST + 1e-6:
        assert pixel(after, pivot) == pytest.approx(pixel(orbit, pivot), abs=1e-3)
    assert after.distance == orbit.distance


@given(orbits, places, st.lists(st.tuples(pixels, pixels), max_size=8))
def test_nobody_looks_from_below_the_table(orbit: Orbit, pivot: Point, drags: list[tuple[float, float]]) -> None:
    for right, up in drags:
        orbit = turned(orbit, pivot, right, up)
        assert orbit.eye[2] >= LOWEST - 1e-9


@given(orbits, places, st.floats(0.3, 3.0))
def test_zooming_keeps_what_is_under_the_cursor_there(orbit: Orbit, place: Point, factor: float) -> None:
    depth = orbit.camera(SIZE).project([place])[1][0]
    after = zoomed(orbit, place, factor)
    assert after.eye[2] >= LOWEST - 1e-9
    if depth > 1.0 and after.eye[2] > LOWEST + 1e-6:
        assert pixel(after, place) == pytest.approx(pixel(orbit, place), abs=1e-3)


@given(orbits, st.tuples(st.floats(0, 48), st.floats(0, 36), st.just(0.0)))
def test_sliding_brings_what_is_held_under_the_cursor(orbit: Orbit, held: Point) -> None:
    goal = (640.0, 600.0)
    after = slid(orbit, SIZE, held, goal)
    if after != orbit:
        assert pixel(after, held) == pytest.approx(goal, abs=1e-3)
        assert after.about[2] == orbit.about[2]


@pytest.mark.parametrize("size", [(1280, 800), (400, 900), (200, 60)])
def test_home_shows_the_whole_table_and_fills_the_window(size: tuple[int, int]) -> None:
    x, y = TABLE.size
    corners = [(0, 0, 0), (x, 0, 0), (0, y, 0), (x, y, 0)]
    for orbit in (home(TABLE, size), above(TABLE, size)):
        found, depth = orbit.camera(size).project(corners)
        assert (depth > 0).all()
        assert (found > -1.0).all()
        assert (found < np.array(size)).all()
        assert (np.ptp(found, axis=0) / size).max() > 0.7


def test_from_above_north_is_up() -> None:
    orbit = above(TABLE, SIZE)
    south, north = pixel(orbit, (10.0, 5.0, 0.0)), pixel(orbit, (10.0, 15.0, 0.0))
    assert north[1] < south[1] - 50
    assert north[0] == pytest.approx(south[0], abs=2.0)


def test_through_the_eye_a_figure_looks_at_its_target() -> None:
    shooter, target = TABLE.figures[:2]
    orbit = through_eye(shooter, target.position)
    assert orbit.eye == pytest.approx(shooter.eye)
    assert pixel(orbit, target.position) == pytest.approx([639.5, 399.5], abs=1e-6)


def test_something_small_is_framed_from_near() -> None:
    points = np.array([[10.0, 10.0, 3.0], [11.0, 11.0, 4.5]])
    orbit = framed(home(TABLE, SIZE), points, SIZE)
    assert orbit.distance < 6.0
    assert (np.abs(orbit.camera(SIZE).project(points)[0] - [640, 400]) < [640, 400]).all()


def test_on_the_way_from_view_to_view_one_turns_the_shorter_way() -> None:
    start, end = Orbit((0.0, 0.0, 0.0), 10.0, 350.0), Orbit((4.0, 0.0, 0.0), 20.0, 10.0)
    middle = between(start, end, 0.5)
    assert middle.azimuth % 360.0 == pytest.approx(0.0)
    assert middle.distance == pytest.approx(15.0)
    assert between(start, end, 0.0).about == start.about
    assert between(start, end, 1.0).distance == end.distance


def test_keys_slide_along_the_way_one_looks() -> None:
    orbit = Orbit((10.0, 10.0, 0.0), 20.0, 270.0, 40.0)
    assert stepped(orbit, 0.1, 0.0).about == pytest.approx((10.0, 12.0, 0.0))
    assert stepped(orbit, 0.0, 0.1).about == pytest.approx((12.0, 10.0, 0.0))
