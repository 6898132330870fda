"""Line of sight and cover on flat tables, in Zone Mortalis, paragraph by paragraph.

The shooter is at the origin and the target 10 inches off along x, each on a base of one inch radius, unless said otherwise.
"""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.sight.flat_table_sight import FlatVerdict, flat_verdict, levels_apart
from scene.geometry.mesh import Mesh, joined
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import MM_PER_INCH, Figure, Piece
from tests.plain_scenes import block, bodiless, box, figure, table, turn

SHOOTER = figure("jelena", 0, 0, side="red")
TARGET = figure("kruger", 10, 0, side="blue")


def verdict(*things: Piece | Figure, shooter: Figure = SHOOTER, target: Figure = TARGET) -> FlatVerdict:
    return flat_verdict(table(shooter, target, *things), shooter, target)


def cap(depth: float) -> float:
    """The share of a disc of radius 1 beyond a chord at ``depth`` from its middle."""
    return float((np.arccos(depth) - depth * np.sqrt(1 - depth**2)) / np.pi)


def edge(name: str, x: float, depth: float, **fields: Any) -> Piece:  # noqa: ANN401
    """A sheet-thin bar whose lower end lets lines pass that go by the target's middle at less than ``depth``."""
    return block(name, (x, x * np.tan(np.arcsin(depth / 10)), 0), (x, 30, 2), **fields)


def test_zone_mortalis_line_of_sight_with_nothing_in_the_way() -> None:
    found = verdict()
    assert (found.line_of_sight, found.cover, found.reached, found.blockers) == (True, "open", 1.0, ())
    assert found.witness is not None
    start, end = found.witness
    assert start[:2] == (0, 0)
    assert np.hypot(end[0] - 10, end[1]) <= 1
    assert {reason.source for reason in found.because} == {"Line of sight and cover in Zone Mortalis"}


@pytest.mark.parametrize("fields", [{"kind": "wall"}, {"kind": "door"}])
def test_zone_mortalis_line_of_sight_walls_and_closed_doors_block(fields: dict[str, Any]) -> None:
    found = verdict(block("w", (5, -3, 0), (5.2, 3, 3), **fields))
    assert (found.line_of_sight, found.cover, found.witness, found.reached) == (False, "none-seen", None, 0.0)
    assert [(b.id, b.kind) for b in found.blockers] == [("w", "terrain")]
    assert found.blockers[0].share == pytest.approx(1)
    assert "meets w" in found.because[-1].text


def test_zone_mortalis_line_of_sight_an_open_door_does_not_block() -> None:
    assert verdict(block("d", (5, -3, 0), (5.2, 3, 3), kind="door", open=True)).cover == "open"


def test_zone_mortalis_line_of_sight_to_any_part_of_the_base_is_enough() -> None:
    """The wall leaves a sliver a twentieth of the radius deep."""
    found = verdict(edge("w", 5, -0.95, kind="wall"))
    assert found.line_of_sight
    assert found.reached == pytest.approx(cap(0.95), abs=1e-7)
    assert found.cover == "full"


def test_zone_mortalis_line_of_sight_a_line_that_grazes_the_rim_reaches_nothing() -> None:
    assert not verdict(edge("w", 5, -1.0, kind="wall")).line_of_sight


def test_zone_mortalis_line_of_sight_is_not_blocked_by_obstacles_and_fighters() -> None:
    rail = block("rail", (5, -3, 0), (5.2, 3, 1), kind="obstacle")
    found = verdict(rail, figure("reina", 7, 0))
    assert (found.line_of_sight, found.reached, found.cover) == (True, 0.0, "full")
    assert found.witness is not None


def test_impassable_terrain_no_line_of_sight_is_drawn_through_it() -> None:
    found = verdict(block("press", (5, -3, 0), (6, 3, 3), ground="impassable"))
    assert not found.line_of_sight
    assert found.because[1].source == "Impassable terrain"
    assert verdict(block("chasm", (5, -3, -1), (6, 3, 0.1), kind="pit", ground="impassable")).cover == "open"


@pytest.mark.parametrize(
    ("depth", "cover"), [(0.5, "partial"), (0.01, "partial"), (0.0, "partial"), (-0.01, "full"), (-0.5, "full")]
)
@pytest.mark.parametrize("x", [2.5, 5.0, 8.0])
def test_zone_mortalis_cover_by_the_part_of_the_base_reached(x: float, depth: float, cover: str) -> None:
    """Exactly half reached is at least half: partial."""
    found = verdict(edge("crates", x, depth, kind="obstacle"))
    assert found.reached == pytest.approx(1 - cap(depth), abs=1e-7)
    assert found.cover == cover
    assert found.blockers[0].share == pytest.approx(cap(depth), abs=1e-7)


def test_zone_mortalis_cover_walls_cover_too() -> None:
    assert verdict(edge("w", 5, 0.5, kind="wall")).cover == "partial"


def test_zone_mortalis_cover_terrain_that_is_only_touched_gives_none() -> None:
    assert verdict(edge("crates", 5, 1.0, kind="obstacle")).cover == "open"
    assert verdict(block("behind", (11, -3, 0), (12, 3, 2))).cover == "open"
    assert verdict(block("along", (-5, 1, 0), (20, 1.2, 3), kind="wall")).cover == "open", "both stand against it"


def test_zone_mortalis_line_of_sight_from_one_side_of_a_wall_to_the_other() -> None:
    wall = block("along", (-5, 1, 0), (20, 1.2, 3), kind="wall")
    assert not verdict(wall, target=figure("kruger", 10, 2.2)).line_of_sight


def test_zone_mortalis_cover_a_target_half_inside_a_piece_is_half_reached() -> None:
    found = verdict(block("stack", (10, -3, 0), (14, 3, 1), kind="obstacle"))
    assert found.reached == pytest.approx(0.5, abs=1e-7)
    assert found.cover == "partial"


@pytest.mark.parametrize(("gap", "cover"), [(0.0, "open"), (0.7, "open"), (1.0, "open"), (1.01, "full")], ids=str)
def test_zone_mortalis_obstacles_within_one_inch_of_the_shooter_are_ignored(gap: float, cover: str) -> None:
    rail = block("rail", (1 + gap, -3, 0), (1.3 + gap, 3, 1), kind="obstacle")
    found = verdict(rail)
    assert found.cover == cover
    assert any("rail" in reason.text and "ignored" in reason.text for reason in found.because) is (cover == "open")


def test_zone_mortalis_only_obstacles_are_ignored_beside_the_shooter_not_walls_nor_structures() -> None:
    assert not verdict(block("w", (1.5, -3, 0), (1.7, 3, 3), kind="wall")).line_of_sight
    assert verdict(block("s", (1.5, -3, 0), (4, 3, 3), kind="structure")).cover == "full"


def test_zone_mortalis_cover_fighters_give_no_better_than_partial() -> None:
    """A base halfway of half the target's radius hides it all; a quarter of it leaves two caps."""
    found = verdict(figure("reina", 5, 0, base_mm=MM_PER_INCH))
    assert found.reached == pytest.approx(0, abs=1e-9)
    assert found.cover == "partial"
    assert [(b.id, b.kind) for b in found.blockers] == [("reina", "figure")]
    smaller = verdict(figure("reina", 5, 0, base_mm=MM_PER_INCH / 2))
    assert smaller.reached == pytest.approx(2 * cap(0.5), abs=1e-9)
    assert smaller.cover == "partial"


def test_zone_mortalis_cover_fighters_do_not_raise_partial_terrain_to_full_nor_lower_full() -> None:
    reina = figure("reina", 6, -0.6)
    half = verdict(edge("crates", 5, 0.0, kind="obstacle"), reina)
    assert (half.reached < 0.2, half.cover) == (True, "partial")
    assert verdict(edge("crates", 5, -0.1, kind="obstacle"), reina).cover == "full"


@pytest.mark.parametrize("posture", ["on_back", "on_face"])
def test_zone_mortalis_cover_pinned_and_seriously_injured_fighters_are_ignored(posture: str) -> None:
    assert verdict(figure("reina", 5, 0, posture=posture)).cover == "open"


def test_zone_mortalis_cover_friends_in_base_contact_with_the_shooter_are_ignored() -> None:
    friend = verdict(figure("mira", 2, 0, side="red"))
    assert friend.cover == "open"
    assert "mira is a friend in base contact with jelena and is ignored" in [r.text for r in friend.because]
    assert verdict(figure("mira", 2, 0, side="blue")).cover == "partial"
    assert verdict(figure("mira", 2.2, 0, side="red")).cover == "partial"


@pytest.mark.parametrize("fields", [{"kind": "area"}, {"kind": "pit"}, {"insignificant": True}, {"kind": "door", "open": True}])
def test_terrain_that_is_ground_open_or_insignificant_gives_no_cover(fields: dict[str, Any]) -> None:
    assert verdict(block("it", (5, -3, 0), (6, 3, 2), **fields)).cover == "open"


@pytest.mark.parametrize("kind", ["structure", "obstacle", "ladder", "stairs", "scatter"])
def test_all_other_terrain_gives_cover(kind: str) -> None:
    assert verdict(block("it", (5, -3, 0), (6, 3, 2), kind=kind)).cover == "full"


def test_a_doorway_is_open_under_its_lintel_and_a_window_is_closed_by_its_sill() -> None:
    sides = joined(box((5, -9, 0), (5.2, -2, 3)), box((5, 2, 0), (5.2, 9, 3)))
    lintel, sill = box((5, -2, 2), (5.2, 2, 3)), box((5, -2, 0), (5.2, 2, 0.8))
    assert verdict(Piece("w", joined(sides, lintel), kind="wall")).cover == "open"
    assert not verdict(Piece("w", joined(sides, lintel, sill), kind="wall")).line_of_sight


def test_a_printed_wall_blocks_and_the_floor_does_not() -> None:
    printed = Mesh.of(np.array([[5, -3, 0], [5.2, -3, 0], [5.2, 3, 0], [5, 3, 0]]), [[0, 1, 2], [0, 2, 3]])
    assert not verdict(Piece("w", printed, kind="wall")).line_of_sight
    assert verdict(block("tile", (-5, -5, -0.1), (20, 5, 0))).cover == "open"
    plate_with_wall = joined(box((-5, -5, -0.1), (20, 5, 0)), box((5, 2, 0), (5.2, 5, 3)))
    assert verdict(Piece("tile", plate_with_wall, kind="wall")).cover == "open"


def test_figures_without_bases() -> None:
    """A body of 0.4 by 0.6 has a disc of radius 0.36 around it."""
    bare = figure("kruger", 10, 0, base_mm=0.0)
    assert verdict(block("rail", (5, 0, 0), (5.2, 9, 1), kind="obstacle"), target=bare).cover == "partial"
    assert verdict(figure("reina", 5, 0, base_mm=0.0), target=bare).cover == "partial"
    assert not verdict(block("w", (5, -3, 0), (5.2, 3, 3), kind="wall"), target=bodiless("kruger", 10, 0)).line_of_sight
    assert verdict(target=bodiless("kruger", 10, 0)).cover == "open"


@pytest.mark.parametrize(
    ("rises", "said"),
    [
        ([], None),
        ([0.5, -0.5], None),
        ([0.51], "and the two stand on different levels"),
        ([-0.51], "and the two stand on different levels"),
        ([0.0, 3.0, -3.0], "and in 2 of 3 cases the two stand on different levels"),
    ],
)
def test_figures_on_different_levels_are_warned_of(rises: list[float], said: str | None) -> None:
    text = levels_apart(rises)
    assert (text is None) is (said is None)
    assert text is None or (said or "") in text


def test_a_figure_that_was_shifted_is_not_in_its_own_way() -> None:
    """The question of sensitivity asks for figures that the table has a little elsewhere."""
    scene = table(SHOOTER, TARGET)
    assert flat_verdict(scene, SHOOTER.moved((0.05, 0, 0)), TARGET.moved((10, 0.05, 0))).cover == "open"


numbers = st.floats(-3.0, 3.0)
blocks = st.lists(
    st.tuples(st.floats(2.5, 7.0), numbers, st.floats(0.1, 2.0), st.floats(0.1, 2.0), st.floats(0, 90)), max_size=4
)


def scattered(rows: list[tuple[float, float, float, float, float]], by: float) -> list[Piece]:
    """Blocks at x, y, of a length and width, turned; all turned about the origin by ``by`` degrees once more."""
    return [
        Piece(f"b{i}", box((0, 0, 0), (length, width, 2)), RigidTransform.turned((*(turn(by) @ [x, y]), 0), angle + by))
        for i, (x, y, length, width, angle) in enumerate(rows)
    ]


@settings(max_examples=40, deadline=None)
@given(blocks, st.floats(-180, 180))
def test_laws_shares_add_up_more_terrain_reaches_less_and_turning_the_table_changes_nothing(
    rows: list[tuple[float, float, float, float, float]], by: float
) -> None:
    still = verdict(*scattered(rows, 0.0))
    assert still.reached + sum(blocker.share for blocker in still.blockers) == pytest.approx(1, abs=1e-9)
    assert verdict(*scattered(rows[1:], 0.0)).reached >= still.reached - 1e-9
    turned = verdict(
        *scattered(rows, by), shooter=SHOOTER.moved((0, 0, 0), by), target=TARGET.moved((*(turn(by) @ [10, 0]), 0), by)
    )
    assert turned.reached == pytest.approx(still.reached, abs=1e-6)
