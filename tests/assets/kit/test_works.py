"""Decks, cargo and machines of the kit, and the bundled table of four levels: floors level, ways free, ways up that fit."""

import json
import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene

from assets import tables
from assets.kit import KIT, piece
from scene.base.errors import SceneError
from scene.geometry.mesh import FloatArray, Mesh, joined
from scene.geometry.rigid_transform import RigidTransform
from tests.assets.rays import first_hits

Given = dict[str, float]


@pytest.mark.parametrize(
    ("name", "given", "size"),
    [
        ("gantry", {"length": 7, "width": 4, "height": 6, "rail_height": 0.7}, (7, 4, 6.7)),
        ("gantry", {"length": 7, "width": 4, "height": 0.3, "rail_left": 0, "rail_right": 0}, (7, 4, 0.3)),
        ("lift", {"length": 2.4, "width": 2.4, "height": 6, "raised": 1}, (2.4, 2.4 + 2 * 0.42, 6 + 3.1)),
        # The ring's sides are the hoops' radius, the free way and a rail of 0.12 from the middle.
        ("tank_catwalk", {"radius": 2, "height": 6, "deck": 3, "walk": 1.5}, (7.24, 7.24, 6)),
        ("grating", {"length": 5, "width": 2, "height": 0.25}, (5, 2, 0.25)),
        ("furnace", {"length": 4, "width": 3.5, "height": 7}, (4, 3.5, 7)),
        ("console", {"length": 2, "width": 1, "height": 1.4}, (2, 1, 1.4)),
        ("barrels", {"count": 1, "radius": 0.4, "height": 1.2}, (0.8, 0.8, 1.2)),
        ("crates", {"count": 6, "length": 3, "width": 1, "height": 1.6}, (3, 1, 1.6)),
        ("container", {"length": 8, "width": 3, "height": 3}, (8, 3, 3)),
    ],
)
def test_a_piece_is_as_large_as_its_parameters_say(name: str, given: Given, size: tuple[float, float, float]) -> None:
    low, high = piece(name, given)[0].bounds
    np.testing.assert_allclose(high - low, size, atol=1e-9)


@pytest.mark.parametrize("name", ["barrels", "crates", "console"])
def test_obstacles_are_never_higher_than_two_inches(name: str) -> None:
    # Main rulebook, barricades and obstacles: at least half an inch and no more than two inches high.
    entry_low, entry_high = ({"height": end} for end in _range(name, "height"))
    assert piece(name, entry_low)[1] == "obstacle"
    assert piece(name, entry_low)[0].bounds[1, 2] >= 0.5
    assert piece(name, entry_high)[0].bounds[1, 2] <= 2.0 + 1e-9


def _range(name: str, parameter: str) -> tuple[float, float]:
    limits = KIT[name].parameters[parameter].range
    return limits.low, limits.high


def _floor(mesh: Mesh, x: FloatArray, y: FloatArray, *, above: float) -> FloatArray:
    """(n,) float: height of what is met first on the way down from ``above``; minus infinity where nothing is."""
    return above - first_hits(mesh, np.stack([x, y, np.full_like(x, above)], axis=1), (0, 0, -1))


def _grid(length: float, width: float, *, step: float = 0.171) -> tuple[FloatArray, FloatArray]:
    x, y = np.meshgrid(np.arange(-length / 2, length / 2, step) + 0.013, np.arange(-width / 2, width / 2, step) + 0.013)
    return x.ravel(), y.ravel()


@pytest.mark.parametrize(
    ("name", "given", "free", "top"),
    [
        ("gantry", {"height": 3}, (5.98, 2.7), 3.0),
        ("gantry", {"height": 9, "floor": 0, "length": 4}, (3.98, 2.7), 9.0),
        ("gantry", {"width": 1.5}, (5.98, 1.2), 3.0),
        ("lift", {"raised": 4.5}, (2.38, 2.1), 4.5),
        ("lift", {"width": 1.5, "raised": 0.15}, (2.38, 1.2), 0.15),
        ("pipe_bridge", {"height": 3, "width": 1.5, "rail_left": 1, "rail_right": 1}, (5.98, 1.2), 3.0),
        ("grating", {"height": 0.2}, (3.8, 2.8), 0.2),
        ("container", {"height": 3}, (5.98, 2.48), 3.0),
    ],
)
def test_floors_are_level_at_their_height_and_free_from_end_to_end(
    name: str, given: Given, free: tuple[float, float], top: float
) -> None:
    mesh, _ = piece(name, given)
    heights = _floor(mesh, *_grid(*free), above=top + 1.5)
    assert heights.max() == pytest.approx(top, abs=1e-6)
    assert (heights > top - 1e-6).mean() > 0.4


def test_a_catwalk_is_free_for_an_inch_and_a_fifth_all_round() -> None:
    mesh, _ = piece("tank_catwalk", {"radius": 1.6, "walk": 1.2, "deck": 3, "openings": 0, "height": 5})
    turns = np.linspace(0, 2 * np.pi, 90, endpoint=False) + 0.01
    outward = np.array([1.62, 1.9, 2.2, 2.5, 2.78])
    x, y = (np.outer(outward, part(turns)).ravel() for part in (np.cos, np.sin))
    heights = _floor(mesh, x, y, above=4.5)
    assert heights.max() == pytest.approx(3.0, abs=1e-6)
    assert (heights > 3.0 - 1e-6).mean() > 0.4


@pytest.mark.parametrize(("openings", "expected"), [(0, "----"), (1, "o---"), (2, "o-o-"), (3, "ooo-"), (4, "oooo")])
def test_openings_of_a_catwalks_rail_are_where_they_are_said_to_be(openings: int, expected: str) -> None:
    # Sides at +x, +y, -x and -y in order, asked from outside at the height of the hand rail; the tank is 1.42 further in.
    mesh, _ = piece("tank_catwalk", {"openings": openings, "radius": 1.6, "walk": 1.3, "deck": 3, "gap": 1.4})
    found = ""
    for turn in np.arange(4) * np.pi / 2:
        away, across = np.array([np.cos(turn), np.sin(turn), 0]), np.array([-np.sin(turn), np.cos(turn), 0])
        starts = [9.0 * away + along * across + (0, 0, 3.75) for along in (-0.69, 0.0, 0.69, 0.71)]
        hits = first_hits(mesh, starts, -away)
        assert hits[3] < 6.1
        found += "o" if (hits[:3] > 7.0).all() else "-"
    assert found == expected


@pytest.mark.parametrize(("choice", "opened"), [(0, "lmh"), (1, ""), (2, "m"), (3, "l"), (4, "h")])
def test_rails_of_a_gantry_open_where_their_number_says(choice: int, opened: str) -> None:
    sides = {"rail_front": (1, 0), "rail_back": (-1, 0), "rail_left": (0, 1), "rail_right": (0, -1)}
    for name, (x, y) in sides.items():
        others = dict.fromkeys(sides, 0.0)
        mesh, _ = piece(
            "gantry", {**others, name: choice, "length": 6, "width": 6, "height": 3, "gap": 1.5, "rail_height": 0.8}
        )
        starts = [(9 * x + along * abs(y), 9 * y + along * abs(x), 3.75) for along in (-2.5, 0.0, 2.5)]
        free = np.isinf(first_hits(mesh, starts, (-x, -y, 0)))
        assert "".join(letter for letter, passes in zip("lmh", free, strict=True) if passes) == opened


@pytest.mark.parametrize("height", [0.6, 3.0, 6.0, 12.0])
def test_two_gantries_edge_to_edge_make_one_floor(height: float) -> None:
    mesh, _ = piece("gantry", {"length": 4, "width": 3, "height": height, "rail_left": 0, "rail_right": 0})
    pair = joined(mesh, Mesh.of(mesh.vertices + np.array([4.0, 0.0, 0.0]), mesh.faces))
    y = np.linspace(-1.49, 1.49, 40)
    for x in (1.999, 2.001):
        np.testing.assert_allclose(_floor(pair, np.full_like(y, x), y, above=height + 1), height, atol=1e-9)


@pytest.mark.parametrize(
    ("name", "given", "through"),
    [
        ("gantry", {"height": 3, "length": 6, "width": 6}, (2.0, 2.0)),
        ("gantry", {"height": 9, "length": 6, "width": 6}, (2.0, 2.0)),
        ("pipe_bridge", {"height": 3, "length": 6}, (0.8, 0.4)),
        ("tank_catwalk", {"deck": 3}, None),
    ],
)
def test_figures_pass_upright_below_a_deck_three_inches_high(
    name: str, given: Given, through: tuple[float, float] | None
) -> None:
    mesh, _ = piece(name, given)
    if through is None:  # around the tank, 0.7 from it: no strut below an inch and a half
        turns = np.linspace(0, 2 * np.pi, 64, endpoint=False)
        starts = np.stack([2.3 * np.cos(turns), 2.3 * np.sin(turns), np.full(64, 0.001)], axis=1)
        assert (first_hits(mesh, starts, (0, 0, 1)) >= 1.5).all()
        return
    low = [(x, -9.0, z) for x in np.linspace(-through[0], through[1], 5) for z in (0.05, 0.8, 1.5)]
    assert np.isinf(first_hits(mesh, low, (0, 1, 0))).all()


def test_a_container_opens_at_the_ends_asked_for_and_has_room_inside() -> None:
    inside = [(0.0, y, z) for y in (-0.75, 0.0, 0.75) for z in (0.25, 1.0, 1.7)]
    for choice, (front, back) in enumerate([(False, False), (True, False), (False, True), (True, True)]):
        mesh, _ = piece("container", {"open_end": choice, "height": 2.2, "width": 2})
        assert np.isinf(first_hits(mesh, inside, (1, 0, 0))).all() == front
        assert np.isinf(first_hits(mesh, inside, (-1, 0, 0))).all() == back
        assert np.isfinite(first_hits(mesh, inside, (0, 1, 0))).all()


@pytest.mark.parametrize(
    "height", [0.25, 4.3, 12.0, *(pytest.param(height, marks=pytest.mark.long) for height in (0.6, 3.0, 9.0))]
)
def test_stairs_of_any_height_have_steps_of_three_eighths_at_most(height: float) -> None:
    mesh, _ = piece("stairs", {"height": height, "run": 8, "rail_height": 0})
    heights = np.sort(mesh.vertices[np.abs(mesh.vertices[:, 1]) < 0.6, 2])
    x = np.linspace(-3.995, 3.995, 900)
    found = _floor(mesh, x, np.zeros_like(x), above=height + 1)
    treads = np.unique(found[found > 0.05].round(6))
    assert treads[-1] == pytest.approx(height)
    assert np.diff(np.concatenate([[0.0], treads])).max() <= 0.375 + 1e-6
    assert heights[-1] == pytest.approx(height)


@pytest.mark.parametrize("height", [0.5, 0.6, 3.0, 6.0, 9.0, 12.0])
def test_ladders_reach_every_deck_exactly(height: float) -> None:
    assert piece("ladder", {"height": height})[0].bounds[1, 2] == pytest.approx(height)


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("gantry", {"height": 0.4}, ["height", "0.3", "0.6"]),
        ("gantry", {"rail_front": 2, "width": 2}, ["gap", "1.2", "2"]),
        ("gantry", {"rail_left": 3, "length": 2}, ["gap", "1.6"]),
        ("gantry", {"rail_left": 5}, ["rail_left", "whole number", "0 to 4"]),
        ("lift", {"raised": 7}, ["raised", "6"]),
        ("tank_catwalk", {"deck": 6, "height": 5}, ["deck", "5"]),
        ("tank_catwalk", {"gap": 4}, ["gap"]),
        ("pipe_bridge", {"height": 1, "radius": 0.5}, ["height", "1.54", "0.5"]),  # 2 x 1.28 x 0.5 + 0.16 + 0.1
        ("barrels", {"count": 2.5}, ["count", "whole number"]),
        ("crates", {"height": 2.5}, ["height", "2"]),
    ],
)
def test_parameters_that_do_not_go_together_are_named_with_what_would_do(name: str, given: Given, words: list[str]) -> None:
    with pytest.raises(SceneError) as caught:
        piece(name, given)
    for word in words:
        assert word in str(caught.value)


@pytest.fixture(scope="module")
def foundry() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(tables.path("high-foundry").read_text(encoding="utf-8"))
    return document


@dataclass(frozen=True)
class Standing:
    """All of a table but its ladders, to be looked down on."""

    scene: EmbreeScene
    triangles: TriangleMesh

    def level(self, x: FloatArray, y: FloatArray, *, above: float) -> FloatArray:
        """(n,) float: height of what is met first on the way down from ``above``; 0 on the ground."""
        origins = np.stack([x, y, np.full_like(x, above)], axis=1).astype(np.float32)
        hits = self.scene.run(origins, np.tile(np.array((0, 0, -1), dtype=np.float32), (len(x), 1)), output=1)
        return np.where(hits["primID"] >= 0, above - hits["tfar"].astype(np.float64), 0.0)

    def floor(self, at: tuple[float, float], *, above: float) -> float:
        """The highest floor about a place, between its slots."""
        around = np.linspace(-0.09, 0.09, 4)
        x, y = (grid.ravel() for grid in np.meshgrid(at[0] + around, at[1] + around))
        return float(self.level(x, y, above=above).max())


@pytest.fixture(scope="module")
def whole(foundry: dict[str, Any]) -> Standing:
    corners = [
        RigidTransform.turned(row["position"], row["turn"]).to_table(
            piece(row["kit"], row.get("parameters", {}))[0].triangles.reshape(-1, 3)
        )
        for row in foundry["terrain"]
        if row["kit"] != "ladder"
    ]
    scene = EmbreeScene()
    faces = np.arange(sum(map(len, corners)), dtype=np.int32).reshape(-1, 3)
    return Standing(scene, TriangleMesh(scene, np.concatenate(corners).astype(np.float32), faces))


def _ahead(row: dict[str, Any], x: float, y: float) -> tuple[float, float]:
    turn = math.radians(row["turn"])
    at = row["position"]
    return at[0] + x * math.cos(turn) - y * math.sin(turn), at[1] + x * math.sin(turn) + y * math.cos(turn)


def test_the_foundry_has_four_levels_and_two_gangs_of_five(foundry: dict[str, Any]) -> None:
    assert foundry["size"] == [48, 36]
    sides = [figure["side"] for figure in foundry["figures"]]
    assert sides.count("red") == sides.count("blue") == 5
    levels = {round(figure["position"][2]) for figure in foundry["figures"]}
    assert levels == {0, 3, 6, 9}
    used = {row["kit"] for row in foundry["terrain"]}
    assert used >= {
        "gantry",
        "lift",
        "tank_catwalk",
        "pipe_bridge",
        "furnace",
        "console",
        "barrels",
        "crates",
        "container",
        "grating",
    }


def test_every_ladder_of_the_foundry_leads_from_floor_to_floor(foundry: dict[str, Any], whole: Standing) -> None:
    ladders = [row for row in foundry["terrain"] if row["kit"] == "ladder"]
    assert len(ladders) >= 10
    for row in ladders:
        foot, top = row["position"][2], row["position"][2] + row["parameters"]["height"]
        assert whole.floor(_ahead(row, 0.0, -0.5), above=foot + 0.5) == pytest.approx(foot, abs=1e-4), row["id"]
        assert whole.floor(_ahead(row, 0.0, 0.5), above=top + 0.5) == pytest.approx(top, abs=1e-4), row["id"]


def test_every_stair_of_the_foundry_leads_from_floor_to_floor(foundry: dict[str, Any], whole: Standing) -> None:
    stairs = [row for row in foundry["terrain"] if row["kit"] == "stairs"]
    assert len(stairs) >= 4
    for row in stairs:
        reach = row["parameters"]["run"] / 2.0
        foot = row["position"][2]
        top = foot + row["parameters"].get("height", 3.0)
        assert whole.floor(_ahead(row, -reach - 0.5, 0.0), above=foot + 0.5) == pytest.approx(foot, abs=1e-4), row["id"]
        assert whole.floor(_ahead(row, reach + 0.5, 0.0), above=top + 0.5) == pytest.approx(top, abs=1e-4), row["id"]


@pytest.mark.parametrize(
    ("start", "end", "drop", "low", "high"),
    [
        ((14.5, 18.0, 3.0), (10.5, 18.0, 3.0), 0.0, 2.5, 3.0),  # broken walk to the west deck: more than half of 5"
        ((19.0, 32.0, 6.0), (22.0, 32.0, 6.0), 0.0, 1.5, 2.5),  # north deck to the feed tank: free
        ((27.0, 32.0, 6.0), (30.5, 32.0, 6.0), 0.0, 1.5, 2.5),  # feed tank to the relay
        ((34.0, 32.0, 6.0), (37.0, 32.0, 3.0), 3.0, 1.5, 2.5),  # relay down to the north-east deck
        ((38.0, 20.6, 9.0), (40.5, 20.6, 9.0), 0.0, 1.4, 1.6),  # the top bridge's end
        ((26.5, 5.0, 3.0), (29.5, 5.0, 3.0), 0.0, 1.9, 2.1),  # south deck to the container's roof
    ],
)
def test_the_foundrys_gaps_are_there_to_be_leapt(
    whole: Standing, start: tuple[float, float, float], end: tuple[float, float, float], drop: float, low: float, high: float
) -> None:
    """Along the way the floor at the upper level breaks off once, for the width of the gap; no rail stands before it."""
    steps = np.linspace(0.0, 1.0, 2001)[:, None]
    track = np.array(start) + steps * (np.array(end) - start)
    lanes = [whole.level(track[:, 0], track[:, 1] + aside, above=start[2] + 0.75) for aside in (-0.11, 0.0, 0.12)]
    heights = np.max(lanes, axis=0)
    floor = (np.abs(heights - start[2]) < 1e-4) | (np.abs(heights - (start[2] - drop)) < 1e-4)
    length = math.dist(start[:2], end[:2])
    edges = np.flatnonzero(floor)
    gaps = [(b - a) * length / 2000 for a, b in pairwise(edges) if (b - a) * length / 2000 > 0.5]
    assert len(gaps) == 1
    assert low - 0.01 <= gaps[0] <= high + 0.01
