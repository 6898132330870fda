"""Edits that move: where objects land, what goes along, and that groups are rigid."""

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scene.base.errors import SceneError
from scene.geometry.mesh import Point
from sightline.drafts.draft_table import Draft, new_draft, with_entries
from sightline.drafts.figure_edits import place_figure
from sightline.drafts.move_edits import (
    TOP,
    delete,
    duplicate,
    group,
    heading,
    move,
    paste,
    place_kit,
    raise_to,
    riders,
    turn,
    ungroup,
)
from sightline.drafts.piece_edits import place_mesh
from sightline.drafts.snapping import Snap
from tests.sightline.window.drafts_to_test import CRATE_TALL, DECK, block_file, on_table, where

LANDED = 1e-4
"""Inches: what the modeller's single precision and the rounding of positions leave."""

FRAME = 0.1 * 0.12
"""A crate's frame is a tenth of its thickness lower than its corners and bands, which miss each other if it lies askew."""


def deck_with_load() -> Draft:
    """A deck, a crate on it, a crate on that, a figure on the deck, and a crate on the ground below."""
    draft = on_table(("platform", 20, 20), ("crate", 20, 20), ("crate", 20, 20))
    draft = place_kit(draft, "crate", (21.0, 21.0, 0.0))
    return place_figure(draft, (18.0, 18.0, DECK), name="Kai")


@pytest.mark.parametrize(
    ("at", "height"),
    [((20.0, 20.0, TOP), DECK), ((20.0, 20.0, DECK), DECK), ((20.0, 20.0, 0.0), 0.0), ((40.0, 20.0, TOP), 0.0)],
)
def test_a_crate_lands_on_the_deck_or_under_it_as_it_is_pointed(at: Point, height: float) -> None:
    draft = place_kit(on_table(("platform", 20, 20)), "crate", at)
    assert where(draft, "crate") == pytest.approx((at[0], at[1], height), abs=LANDED)


def test_crates_stack() -> None:
    draft = on_table(("crate", 5, 5), ("crate", 5, 5), ("crate", 5.5, 5.2))
    heights = [0, CRATE_TALL, 2 * CRATE_TALL - FRAME]
    assert [where(draft, owner)[2] for owner in draft.ids] == pytest.approx(heights, abs=LANDED)


def test_the_ground_as_it_is_drawn_counts_as_the_ground() -> None:
    assert where(place_kit(on_table(), "crate", (5.0, 5.0, -0.004)), "crate") == (5.0, 5.0, 0.0)


def test_what_stands_on_a_piece_goes_along_and_nothing_else() -> None:
    draft = deck_with_load()
    assert set(riders(draft, ["platform"])) == {"crate", "crate-2", "kai"}
    assert set(riders(draft, ["crate"])) == {"crate-2"}
    assert riders(draft, ["crate-3"]) == ()
    after = move(draft, ["platform"], (30.0, 10.0, 0.0))
    for owner in ("platform", "crate", "crate-2", "kai"):
        assert np.subtract(where(after, owner), where(draft, owner)) == pytest.approx((10, -10, 0), abs=LANDED)
    assert after.table.piece("crate-3") is draft.table.piece("crate-3")


def test_a_bridge_between_two_stays_until_both_move() -> None:
    draft = on_table(("container", 10, 10), ("container", 20, 10))
    draft = place_kit(draft, "walkway", (15.0, 10.0, TOP))
    assert riders(draft, ["container"]) == ()
    assert riders(draft, ["container", "container-2"]) == ("walkway",)


def test_who_is_turned_with_a_deck_stays_where_he_stands_on_it() -> None:
    draft = deck_with_load()
    after = turn(draft, ["platform"], 90.0)
    assert where(after, "platform") == pytest.approx(where(draft, "platform"), abs=LANDED)
    # Kai is at (-2, -2) from the deck's middle.
    assert where(after, "kai") == pytest.approx((22.0, 18.0, DECK), abs=LANDED)
    assert (heading(after, "platform"), heading(after, "kai")) == (90.0, 90.0)


def test_a_typed_height_stays_and_carries() -> None:
    after = raise_to(deck_with_load(), ["platform"], 1.5)
    assert where(after, "platform")[2] == pytest.approx(1.5, abs=LANDED)
    assert where(after, "kai")[2] == pytest.approx(DECK + 1.5, abs=LANDED)
    assert where(turn(after, ["platform"], 30.0), "platform")[2] == pytest.approx(1.5, abs=LANDED)
    assert where(move(after, ["platform"], (30.0, 10.0, 1.5)), "platform")[2] == 0.0


def test_what_stood_on_something_deleted_comes_down() -> None:
    after = delete(deck_with_load(), ["platform"])
    assert set(after.ids) == {"crate", "crate-2", "crate-3", "kai"}
    # One crate below stays; the others come down beside or on it, the pile still a pile.
    assert where(after, "kai")[2] == 0.0
    assert where(after, "crate")[2] == pytest.approx(CRATE_TALL - FRAME, abs=LANDED)
    assert where(after, "crate-2")[2] == pytest.approx(2 * CRATE_TALL - FRAME, abs=LANDED)


@pytest.mark.parametrize("ids", [["platform"], ["crate"], ["kai"], ["crate-3", "kai"]])
def test_a_copy_deleted_leaves_nothing(ids: list[str]) -> None:
    draft = deck_with_load()
    more = duplicate(draft, ids)
    new = [owner for owner in more.ids if owner not in draft.ids]
    assert len(new) == len(ids)
    assert delete(more, new).document == draft.document


def test_a_copy_stands_beside_and_within_the_table() -> None:
    draft = on_table(("platform", 44, 20))
    assert where(duplicate(draft, ["platform"]), "platform-2") == pytest.approx((38.0, 20.0, 0.0), abs=LANDED)
    assert where(duplicate(on_table(("platform", 20, 20)), ["platform"]), "platform-2") == pytest.approx(
        (26, 20, 0), abs=LANDED
    )


def grouped() -> Draft:
    """A crate on the ground and one beside it on a pile, as one group."""
    draft = on_table(("crate", 10, 10), ("crate", 14, 10), ("crate", 14, 10))
    return group(draft, ["crate", "crate-3", "crate-2"])


def distances(draft: Draft) -> list[float]:
    places = [where(draft, owner) for owner in draft.ids[:3]]
    return [math.dist(a, b) for a in places for b in places]


@pytest.mark.long
@given(st.floats(0, 48), st.floats(0, 36), st.sampled_from([0.0, 3.0, TOP]), st.floats(-400, 400))
def test_groups_move_and_turn_rigidly(x: float, y: float, height: float, degrees: float) -> None:
    draft = place_kit(grouped(), "platform", (30.0, 20.0, 0.0))
    after = turn(move(draft, ["crate-2"], (x, y, height)), ["crate-2"], degrees)
    assert distances(after) == pytest.approx(distances(draft), abs=1e-4)
    assert where(after, "crate-2")[:2] == pytest.approx((x, y), abs=1e-5)
    assert {heading(after, owner) for owner in after.ids[:3]} == {heading(after, "crate")}


def test_groups_are_copied_and_deleted_whole() -> None:
    draft = grouped()
    more = duplicate(draft, ["crate"])
    assert [entry.group for entry in more.document.terrain] == ["group"] * 3 + ["group-2"] * 3
    assert delete(more, ["crate-5"]).document == draft.document
    assert delete(draft, ["crate"]).ids == ()


def test_ungrouped_they_are_as_before() -> None:
    draft = on_table(("crate", 10, 10), ("crate", 14, 10))
    assert ungroup(group(draft, ["crate", "crate-2"]), ["crate"]).document == draft.document


def test_a_leaning_piece_turns_as_a_turned_one() -> None:
    draft = on_table(("ladder", 10, 10))
    lean = math.radians(20) / 2
    entry = draft.piece_entry("ladder")
    leaning = with_entries(draft, [replace(entry, rotation=(math.cos(lean), math.sin(lean), 0.0, 0.0))])
    after = turn(leaning, ["ladder"], 40.0)
    angle = math.radians(40)
    about = np.array([[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1]])
    assert after.table.piece("ladder").pose.matrix == pytest.approx(about @ leaning.table.piece("ladder").pose.matrix, abs=1e-9)
    assert heading(after, "ladder") == pytest.approx(40.0)


def test_snapping_brings_decks_edge_to_edge_and_a_ladder_to_the_edge() -> None:
    draft = on_table(("platform", 10, 10))
    draft = place_kit(draft, "platform", (16.2, 10.15, 0.0), snap=Snap())
    assert where(draft, "platform-2") == pytest.approx((16.0, 10.0, 0.0), abs=LANDED)
    draft = place_kit(draft, "ladder", (9.33, 6.7, 0.0), snap=Snap())
    assert where(draft, "ladder") == pytest.approx((9.5, 6.88, 0.0), abs=LANDED)


def test_snapping_to_steps_of_a_turn() -> None:
    draft = on_table(("crate", 10, 10))
    assert heading(turn(draft, ["crate"], 37.0, snap=Snap()), "crate") == 30.0
    assert heading(turn(draft, ["crate"], 37.0), "crate") == 37.0


NAN = float("nan")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda draft: place_kit(draft, "crat", (5.0, 5.0, 0.0)),
        lambda draft: place_kit(draft, "crate", (NAN, 5.0, 0.0)),
        lambda draft: place_kit(draft, "crate", (5.0, 5.0, NAN)),
        lambda draft: move(draft, ["crate"], (math.inf, 5.0, 0.0)),
        lambda draft: move(draft, ["crate"], (1e9, 5.0, 0.0)),
        lambda draft: move(draft, ["nobody"], (5.0, 5.0, 0.0)),
        lambda draft: move(draft, [], (5.0, 5.0, 0.0)),
        lambda draft: turn(draft, ["crate"], NAN),
        lambda draft: raise_to(draft, ["crate"], math.inf),
        lambda draft: group(draft, ["crate"]),
    ],
)
def test_what_cannot_be_is_refused(wrong: Callable[[Draft], Draft]) -> None:
    with pytest.raises(SceneError):
        wrong(on_table(("crate", 10, 10)))


def test_several_that_are_no_group_keep_their_plan_and_each_lands_by_itself() -> None:
    draft = on_table(("platform", 10, 10), ("crate", 10, 10), ("barricade", 16, 10))
    moved = move(draft, ["crate", "barricade"], (30.0, 20.0, 0.0))
    assert where(moved, "crate") == pytest.approx((30.0, 20.0, 0.0), abs=FRAME)
    assert where(moved, "barricade") == pytest.approx((36.0, 20.0, 0.0), abs=FRAME)


def test_who_is_dragged_by_the_load_of_a_deck_takes_the_deck_along() -> None:
    moved = move(on_table(("platform", 10, 10), ("crate", 10, 10)), ["crate", "platform"], (30.0, 20.0, 0.0))
    assert where(moved, "crate") == pytest.approx((30.0, 20.0, DECK), abs=FRAME)
    assert where(moved, "platform") == pytest.approx((30.0, 20.0, 0.0), abs=LANDED)


def test_what_was_copied_is_pasted_on_another_table_with_its_mesh_and_in_a_group_of_its_own(tmp_path: Path) -> None:
    name, content = "block.obj", block_file(tmp_path).read_bytes()
    source = place_mesh(on_table(("crate", 10, 10)), name, content, (12.0, 10.0, 0.0), units="inch")
    source = group(source, ["crate", "block"])
    here = place_mesh(new_draft((30.0, 30.0)), name, content + b"\n", (25.0, 25.0, 0.0), units="inch")
    pasted = paste(paste(here, source, ["crate"], (5.0, 5.0, 0.0)), source, ["crate"], (5.0, 15.0, 0.0))
    assert [(entry.id, entry.mesh, entry.group) for entry in pasted.document.terrain] == [
        ("block", "block.obj", None),
        ("crate", None, "group"),
        ("block-2", "block-2.obj", "group"),
        ("crate-2", None, "group-2"),
        ("block-3", "block-2.obj", "group-2"),
    ]
    assert where(pasted, "block-3")[:2] == pytest.approx((7.0, 15.0), abs=LANDED)
