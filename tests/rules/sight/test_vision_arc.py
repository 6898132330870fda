"""Vision arc and base to base."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engagement import friends_in_base_contact
from rules.sight.vision_arc import in_vision_arc
from scene.table.table import MM_PER_INCH
from scene.table_io.table_statuses import POSTURES, Status
from tests.plain_scenes import block, figure, table, turn

RIGHT_ANGLE_ARC = 45.0


def test_vision_arc_straight_ahead() -> None:
    """At 10 inches a base of radius 1 spans asin(1/10) to each side."""
    found = in_vision_arc(figure("a", 0, 0), figure("b", 10, 0))
    assert found.inside
    assert found.margin_degrees == pytest.approx(RIGHT_ANGLE_ARC + np.degrees(np.arcsin(0.1)))
    assert found.because.source == "Vision arc"


@pytest.mark.parametrize(
    ("x", "y", "said"),
    [
        (10, 0, "b's base is in a's vision arc: straight ahead, and the arc reaches 45° to either side"),
        (10, 0.99, "b's base is in a's vision arc: straight ahead, and the arc reaches 45° to either side"),
        (
            0,
            2,
            "b's base is out of a's vision arc: 60.0° off the facing at its nearest, and the arc reaches 45° to either side",
        ),
        (
            0,
            -2,
            "b's base is out of a's vision arc: 60.0° off the facing at its nearest, and the arc reaches 45° to either side",
        ),
        (2, 2, "b's base is in a's vision arc: 24.2° off the facing at its nearest, and the arc reaches 45° to either side"),
    ],
)
def test_vision_arc_in_words(x: float, y: float, said: str) -> None:
    """At a distance d the base of radius 1 spans asin(1 / d): 30 degrees at 2 inches, 20.7 at the square root of 8."""
    assert in_vision_arc(figure("a", 0, 0), figure("b", x, y)).because.text == said


@pytest.mark.parametrize(
    ("off", "said"), [(-1e-4, "in a's vision arc: 44.9°"), (0.0, "in a's vision arc: 45.0°"), (1e-4, "45.1°")]
)
def test_vision_arc_in_words_never_contradicts_itself_at_the_edge(off: float, said: str) -> None:
    edge, across = np.array([1.0, 1.0]) / np.sqrt(2), np.array([-1.0, 1.0]) / np.sqrt(2)
    x, y = 7.0 * edge + (1.0 + off) * across
    text = in_vision_arc(figure("a", 0, 0), figure("b", x, y)).because.text
    assert said in text
    assert ("out of" in text) is (off > 0)


def test_vision_arc_in_words_of_a_target_without_a_base_is_about_its_body() -> None:
    assert in_vision_arc(figure("a", 0, 0), figure("b", 4, 0, base_mm=0.0)).because.text.startswith("b's body is in")


def test_vision_arc_behind_and_beside() -> None:
    behind = in_vision_arc(figure("a", 0, 0), figure("b", -10, 0))
    assert not behind.inside
    assert behind.margin_degrees == pytest.approx(45 - (180 - np.degrees(np.arcsin(0.1))))
    assert not in_vision_arc(figure("a", 0, 0), figure("b", 0, 10)).inside


@pytest.mark.parametrize(("off", "inside"), [(0.0, True), (-1e-6, True), (1e-6, False)])
def test_vision_arc_a_base_that_touches_the_edge_is_in(off: float, inside: bool) -> None:
    """The base's middle is a radius beyond the arc's left edge, which runs along (1, 1)."""
    edge, across = np.array([1.0, 1.0]) / np.sqrt(2), np.array([-1.0, 1.0]) / np.sqrt(2)
    x, y = 7.0 * edge + (1.0 + off) * across
    found = in_vision_arc(figure("a", 0, 0), figure("b", x, y))
    assert found.inside is inside
    assert found.margin_degrees == pytest.approx(np.degrees(-off / 7.0), abs=1e-7)


def test_vision_arc_starts_from_the_centre_of_the_base_not_from_the_eye() -> None:
    """Beside the shooter's base, behind its front rim, and still in the arc from its centre."""
    assert in_vision_arc(figure("a", 0, 0), figure("b", 0.9, 2.0, base_mm=2 * 0.78 * MM_PER_INCH)).inside
    assert not in_vision_arc(figure("a", 0, 0), figure("b", 0.9, 2.0, base_mm=2 * 0.77 * MM_PER_INCH)).inside


@pytest.mark.parametrize("status", ["pinned", "seriously_injured"])
def test_vision_arc_a_pinned_or_seriously_injured_fighter_has_none(status: Status) -> None:
    found = in_vision_arc(figure("a", 0, 0, posture=POSTURES[status]), figure("b", 10, 0))
    assert (found.inside, found.margin_degrees) == (False, None)
    assert status.replace("_", " ") in found.because.text


def test_vision_arc_of_a_target_without_a_base_is_about_its_body() -> None:
    """A body 0.6 wide and 0.4 deep, facing as the shooter: its nearest corner decides."""
    shooter = figure("a", 0, 0)
    corner_in = figure("b", 4.0, 4.0 + 0.3 + 0.1, base_mm=0.0)  # nearest corner (4.2, 4.1), under the line y = x
    corner_out = figure("b", 4.0, 4.0 + 0.3 + 0.3, base_mm=0.0)  # nearest corner (4.2, 4.3)
    assert in_vision_arc(shooter, corner_in).inside
    out = in_vision_arc(shooter, corner_out)
    assert not out.inside
    assert out.margin_degrees == pytest.approx(45 - np.degrees(np.arctan2(4.3, 4.2)))


@given(st.floats(-20, 20), st.floats(-20, 20), st.floats(-360, 360), st.floats(-400, 400), st.sampled_from([0.0, 32.0]))
def test_turning_the_whole_table_changes_nothing(x: float, y: float, facing: float, by: float, base: float) -> None:
    still = in_vision_arc(figure("a", 1, 2, facing=facing), figure("b", x, y, base_mm=base))
    here, there = turn(by) @ [1, 2], turn(by) @ [x, y]
    turned = in_vision_arc(figure("a", *here, facing=facing + by), figure("b", *there, facing=by, base_mm=base))
    assert still.margin_degrees is not None
    assert turned.margin_degrees == pytest.approx(still.margin_degrees, abs=1e-5)
    if abs(still.margin_degrees) > 1e-5:
        assert turned.inside is still.inside is (still.margin_degrees > 0)


def friends(*others: object, **shooter: object) -> list[str]:
    scene = table(figure("me", 0, 0, **({"side": "red"} | shooter)), *others)  # type: ignore[arg-type]
    return [friend.id for friend in friends_in_base_contact(scene, scene.figure("me"))]


def test_base_to_base_bases_that_touch() -> None:
    assert friends(figure("near", 2, 0, side="red"), figure("far", 0, 2.1, side="red")) == ["near"]
    assert friends(figure("a millimetre", 2 + 0.99 / MM_PER_INCH, 0, side="red")) == ["a millimetre"]


def test_base_to_base_enemies_and_figures_without_a_side_are_no_friends() -> None:
    assert friends(figure("enemy", 2, 0, side="blue"), figure("nobody", -2, 0)) == []
    assert friends(figure("nobody", 2, 0), side="") == []


def test_base_to_base_on_another_level_is_apart() -> None:
    assert friends(figure("above", 1, 0, 3, side="red")) == []


@pytest.mark.parametrize(
    ("beyond", "contact"), [(0.9, True), (1.0, True), (1.1, False)], ids=["near", "exactly 1 inch", "too far"]
)
def test_base_to_base_across_a_barricade(beyond: float, contact: bool) -> None:
    """The shooter touches it, the friend is within an inch on its other side."""
    barricade = block("barricade", (1, -2, 0), (1.5, 2, 1), kind="obstacle")
    other = figure("friend", 1.5 + beyond + 1, 0, side="red")
    assert friends(barricade, other) == (["friend"] if contact else [])


def test_base_to_base_across_a_barricade_needs_one_to_touch_it() -> None:
    barricade = block("barricade", (1.2, -2, 0), (1.5, 2, 1), kind="obstacle")
    assert friends(barricade, figure("friend", 1.5 + 0.2 + 1, 0, side="red")) == []


def test_base_to_base_needs_the_obstacle_in_between_and_no_wall() -> None:
    beside = block("barricade", (-1, 1, 0), (4, 1.5, 1), kind="obstacle")
    assert friends(beside, figure("friend", 2.5, 0, side="red")) == []
    wall = block("wall", (1, -2, 0), (1.5, 2, 1), kind="wall")
    assert friends(wall, figure("friend", 2.5, 0, side="red")) == []
