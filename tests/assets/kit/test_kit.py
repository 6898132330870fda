"""The terrain kit: closed, standing on its anchor, as large as its parameters say, open where it should be open."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from assets.kit import KIT, piece
from assets.kit.kit_piece import ParameterRange
from assets.kit.steelwork import slots
from scene.base.errors import SceneError
from scene.geometry.mesh import Mesh
from tests.assets.rays import first_hits
from tests.assets.solids import MOST_FACES, corners, faults, page_row


@pytest.mark.parametrize("name", KIT)
def test_a_piece_is_sound_with_its_defaults_and_at_the_ends_of_its_ranges(name: str) -> None:
    """Every part closed and wound outwards, the anchor at the origin; also where several parameters are at their ends."""
    assert faults(piece(name)[0]) == []
    found = [(given, wrong) for given, mesh in corners(KIT[name]) if (wrong := faults(mesh))]
    assert found == []


@pytest.mark.parametrize("name", KIT)
def test_default_pieces_have_few_enough_triangles_for_tables_full_of_them(name: str) -> None:
    assert len(piece(name)[0].faces) <= MOST_FACES


@pytest.mark.parametrize("name", KIT)
def test_the_page_on_table_files_has_the_pieces_row_with_every_parameter_and_default(name: str) -> None:
    """``python -m tests.assets.solids`` prints the rows as they have to be."""
    page = (Path(__file__).parents[3] / "docs" / "table-files.md").read_text("utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith(f"| `{name}` |")]
    assert row == page_row(KIT[name])


@pytest.mark.parametrize(
    ("name", "parameters", "size"),
    [
        ("wall", {"length": 5, "height": 2.5, "thickness": 0.4}, (5, 0.4, 2.5)),
        ("wall_with_openings", {"length": 7, "height": 4}, (7, 0.3, 4)),
        ("door", {"width": 1.5, "height": 2.2, "thickness": 0.2}, (1.62, 0.2, 2.26)),  # 0.06 into the wall
        ("platform", {"length": 5, "width": 4, "height": 6}, (5, 4, 6)),
        ("platform", {"height": 3, "rail_front": 1, "rail_height": 0.9}, (6, 6, 3.9)),
        ("walkway", {"length": 9, "width": 2, "height": 6, "rail_height": 1.2}, (9, 2, 7.2)),
        ("walkway", {"height": 0.25, "rail_left": 0, "rail_right": 0}, (6, 2.25, 0.25)),
        ("ladder", {"height": 6.2, "width": 1, "depth": 0.3}, (1, 0.3, 6.2)),
        ("stairs", {"height": 3, "run": 4, "width": 2, "rail_height": 0.9}, (4, 2, 3.9)),
        ("crate", {"length": 2, "width": 1.5, "height": 1.2}, (2, 1.5, 1.2)),
        ("barricade", {"length": 4, "height": 1.2, "thickness": 0.6}, (4, 0.6, 1.2)),
        ("pipe_run", {"length": 5, "radius": 0.5, "height": 1}, (5, 1.28, 1.64)),  # flanges 1.28 radii wide
        ("tank", {"radius": 2, "height": 5}, (4, 4, 5)),
    ],
)
def test_a_piece_is_as_large_as_its_parameters_say(
    name: str, parameters: dict[str, float], size: tuple[float, float, float]
) -> None:
    low, high = piece(name, parameters)[0].bounds
    np.testing.assert_allclose(high - low, size, atol=1e-9)


def test_kinds_are_what_the_rules_call_them() -> None:
    kinds = {name: entry.kind for name, entry in KIT.items()}
    assert kinds["door"] == "door"
    assert kinds["ladder"] == "ladder"
    assert kinds["stairs"] == "stairs"
    assert kinds["wall"] == kinds["wall_with_openings"] == "wall"
    assert kinds["crate"] == kinds["barricade"] == "obstacle"
    assert kinds["platform"] == kinds["walkway"] == kinds["tank"] == "structure"


def test_slots_fill_a_bay_evenly() -> None:
    # (1.3 - 0.1) / (0.2 + 0.1) = 4 slots; 4 * 0.2 + 3 * 0.1 = 1.1, so 0.1 is left at each end.
    openings = np.array(slots(0.0, 1.3, slot=0.2, bar=0.1))
    np.testing.assert_allclose(openings, [(0.1, 0.3), (0.4, 0.6), (0.7, 0.9), (1.0, 1.2)])
    assert slots(0.0, 0.3, slot=0.2, bar=0.1) == []


def test_the_slots_of_a_walkways_rails_are_open_and_their_bars_are_not() -> None:
    # Posts 0.14 wide, 5.86 / 4 = 1.465 apart, leave bays of 1.325 with four slots of 0.16 and bars of 0.11:
    # a bar in the middle of a bay, slots 0.135 beside it. Both rails have theirs at the same places.
    mesh, _ = piece("walkway", {"length": 6, "height": 3, "rail_height": 1, "slot": 0.16, "bar": 0.11})
    middle = 1.465 / 2.0
    height = 3.44
    through = [(middle - 0.135, -4.0, height), (middle + 0.135, -4.0, height), (-middle - 0.405, -4.0, height)]
    blocked = [(middle, -4.0, height), (middle + 0.27, -4.0, height), (0.0, -4.0, height), (middle + 0.135, -4.0, 3.1)]
    assert np.isinf(first_hits(mesh, through, (0, 1, 0))).all()
    np.testing.assert_allclose(first_hits(mesh, blocked[:2], (0, 1, 0)), 4.0 - 1.125 + 0.03, atol=1e-9)
    assert np.isfinite(first_hits(mesh, blocked, (0, 1, 0))).all()


def test_a_rails_gap_below_the_hand_rail_is_open() -> None:
    mesh, _ = piece("walkway", {"length": 6, "height": 3, "rail_height": 1})
    beside_a_post = 1.465 / 2.0
    assert np.isinf(first_hits(mesh, [(beside_a_post, -4.0, 3.8)], (0, 1, 0))).all()
    assert np.isfinite(first_hits(mesh, [(beside_a_post, -4.0, 3.95)], (0, 1, 0))).all()


def test_a_walkways_floor_is_slotted() -> None:
    # 23 slots of 0.13 and bars of 0.11 about the middle, so the next bar is at 0.12 and the next slot at 0.24.
    mesh, _ = piece("walkway", {"length": 6, "height": 3})
    passes, stops = first_hits(mesh, [(0.24, 0.43, 9.0), (0.12, 0.43, 9.0)], (0, 0, -1))
    assert np.isinf(passes)
    assert stops == pytest.approx(6.0)


def test_figures_pass_between_the_trestles_of_a_walkway() -> None:
    mesh, _ = piece("walkway", {"length": 8, "height": 3})
    low = [(x, -4.0, z) for x in (-1.0, 0.0, 1.0) for z in (0.1, 1.0, 2.5)]
    assert np.isinf(first_hits(mesh, low, (0, 1, 0))).all()


def test_a_doorway_is_open_until_its_door_shuts_it_without_a_gap() -> None:
    wall, _ = piece("wall_with_openings", {"door_width": 1.3, "door_height": 2, "door_at": -1.4})
    leaf, _ = piece("door", {"width": 1.3, "height": 2})
    edge = 0.6499
    rays = [(-1.4 + x, -3.0, z) for x in (-edge, 0.0, 0.3, edge) for z in (0.001, 1.0, 1.9999)]
    assert np.isinf(first_hits(wall, rays, (0, 1, 0))).all()
    shut = Mesh.of(leaf.vertices + np.array([-1.4, 0.0, 0.0]), leaf.faces)
    assert np.isfinite(first_hits(shut, rays, (0, 1, 0))).all()


def test_a_window_is_open_and_the_wall_around_it_is_not() -> None:
    wall, _ = piece("wall_with_openings", {"window_at": 1.5, "window_width": 1.4, "window_height": 0.7})
    openings = [(0.81, -3, 1.11), (2.19, -3, 1.79), (1.5, -3, 1.4)]
    around = [(0.79, -3, 1.4), (2.21, -3, 1.4), (1.5, -3, 1.09), (1.5, -3, 1.81), (0.0, -3, 1.0), (-2.9, -3, 0.1)]
    assert np.isinf(first_hits(wall, openings, (0, 1, 0))).all()
    assert np.isfinite(first_hits(wall, around, (0, 1, 0))).all()


def test_a_plain_wall_hides_all_behind_it() -> None:
    wall, _ = piece("wall", {"length": 4, "height": 3})
    rays = [(x, -3, z) for x in np.linspace(-1.99, 1.99, 9) for z in np.linspace(0.01, 2.9, 9)]
    assert np.isfinite(first_hits(wall, rays, (0, 1, 0))).all()


def test_every_step_of_the_stairs_can_be_stepped_up_freely() -> None:
    # Main rulebook, climbing: half an inch or less is a free step.
    stairs, _ = piece("stairs", {"height": 3, "run": 3, "width": 1.5})
    places = [(x, 0.0, 9.0) for x in np.linspace(-1.49, 1.49, 120)]
    heights = 9.0 - first_hits(stairs, places, (0, 0, -1))
    treads = np.unique(heights[heights > 0.2].round(6))
    assert treads[-1] == pytest.approx(3.0)
    assert np.diff(np.concatenate([[0.0], treads])).max() <= 0.5


def test_a_platforms_deck_is_level_with_its_height() -> None:
    deck, _ = piece("platform", {"length": 6, "width": 6, "height": 3})
    places = [(x, y, 9.0) for x in (-2.5, 0.5, 2.5) for y in (-2.4, 2.4)]
    np.testing.assert_allclose(first_hits(deck, places, (0, 0, -1)), 6.0, atol=1e-9)


def test_an_opening_in_a_platforms_rail_is_as_wide_as_asked() -> None:
    deck, _ = piece("platform", {"height": 3, "rail_front": 2, "gap": 2.0})
    rays = [(9.0, y, 3.95) for y in (-1.01, -0.99, 0.0, 0.99, 1.01)]
    assert np.isfinite(first_hits(deck, rays, (-1, 0, 0))).tolist() == [True, False, False, False, True]


def test_a_ladder_can_be_seen_through_between_its_rungs() -> None:
    # Rungs from 0.18 to 2.86, nine steps of 0.2978 apart.
    ladder, _ = piece("ladder", {"height": 3})
    rung = 0.18 + 4 * 2.68 / 9
    hit, passed = first_hits(ladder, [(0.0, -2.0, rung), (0.0, -2.0, rung + 1.34 / 9)], (0, 1, 0))
    assert np.isfinite(hit)
    assert np.isinf(passed)


def test_the_same_parameters_give_the_same_mesh() -> None:
    assert piece("crate")[0] is piece("crate", {"length": 1.6})[0]
    assert piece("crate")[0] is not piece("crate", {"length": 1.7})[0]


@pytest.mark.parametrize(
    ("name", "parameters", "words"),
    [
        ("walkwy", {}, ["walkwy", '"walkway"']),
        ("zeppelin", {}, ["zeppelin", "walkway", "tank"]),
        ("crate", {"lenght": 2}, ["lenght", '"length"']),
        ("crate", {"length": 40}, ["length", "40", "0.5 to 4"]),
        ("crate", {"length": float("nan")}, ["length", "nan"]),
        ("crate", {"length": float("inf")}, ["length", "inf"]),
        ("crate", {"length": True}, ["length", "True"]),
        ("platform", {"rail_front": 0.5}, ["rail_front", "whole number"]),
        ("platform", {"height": 0.5, "thickness": 0.5}, ["height", "0.8"]),
        ("platform", {"length": 2, "rail_left": 2}, ["gap", "1.2"]),
        ("walkway", {"height": 0.4}, ["height", "0.25", "0.6"]),
        ("pipe_run", {"radius": 1, "height": 1}, ["height", "1.36"]),
        ("wall_with_openings", {"door_at": -2.9}, ["door_at", "-2.88"]),
        ("wall_with_openings", {"door_height": 2.9}, ["door", "2.8"]),
        ("wall_with_openings", {"window_at": -1.0}, ["overlap", "window_at"]),
    ],
)
def test_bad_parameters_are_named_with_what_would_do(name: str, parameters: dict[str, float], words: list[str]) -> None:
    with pytest.raises(SceneError) as caught:
        piece(name, parameters)
    assert len(caught.value.faults) == 1
    for word in words:
        assert word in str(caught.value)


def test_all_bad_parameters_are_reported_at_once() -> None:
    with pytest.raises(SceneError) as caught:
        piece("crate", {"length": -1, "widht": 1, "height": 99})
    assert len(caught.value.faults) == 3


def test_descriptions_and_defaults_come_with_every_piece() -> None:
    for name, entry in KIT.items():
        assert entry.name == name
        assert entry.description
        for parameter in entry.parameters.values():
            assert parameter.range.low <= parameter.default <= parameter.range.high
            assert parameter.range.meaning


def test_importing_the_kit_does_not_load_the_modelling_library() -> None:
    code = "import sys, assets.mesh_library; sys.exit('manifold3d' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_words_of_whole_values_are_those_of_their_meaning() -> None:
    assert ParameterRange(0, 1, "rail at +y: 0 none, 1 whole", whole=True).choices == {0: "none", 1: "whole"}
    assert ParameterRange(0, 1, "0 plated, 1 slotted", whole=True).choices == {0: "plated", 1: "slotted"}
    assert KIT["gantry"].parameters["rail_front"].range.choices[2] == "opening in its middle"
    for meaning in ("how many; from three on in two rows", "pairs of legs; 0 hangs between its ends"):
        assert ParameterRange(0, 4, meaning, whole=True).choices == {}, "not every value has a word"
    assert ParameterRange(0, 1, "0 none, 1 whole").choices == {}
