"""Line of sight and cover by Five Parsecs, paragraph by paragraph.

Jelena stands at the origin and looks along x at Kruger, 10 inches off; both on bases of one inch radius, 1.2 inches tall.
"""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from assets.mesh_library import LIBRARY
from rules.sight.sensitivity import Sensitivity
from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import SightQuestion, Verdict
from rules.systems import registry
from rules.systems.five_parsecs.terrain_features import feature_of
from scene.table.table import Figure, Kind, Piece
from scene.table_io.table_reading import load_table
from sightline.answers.sight_answer import document, words
from tests.plain_scenes import block, figure, table
from tests.rules.shots import JELENA, KRUGER, closed, giant, screen, shaped

LOW = shaped(KRUGER, (-0.2, -0.3, 0.0), (0.2, 0.3, 0.7))
SMALL = shaped(JELENA, (-0.2, -0.3, 0.0), (0.2, 0.3, 0.9), eye=(0.1, 0.0, 0.8))
"""The two of them where a wall of 1.2 inches hides all of either."""


def verdict(*things: Piece | Figure, shooter: Figure = JELENA, target: Figure = KRUGER) -> Verdict:
    scene = table(shooter, target, *things)
    asked = SightQuestion(scene.figure(shooter.id), scene.figure(target.id))
    (found,) = settle_shots(scene, [asked], rules=registry.system("five-parsecs").sight)
    assert {reason.source.partition(":")[0] for reason in found.because} == {"five-parsecs"}
    return found


def cover(*things: Piece | Figure, shooter: Figure = JELENA, target: Figure = KRUGER) -> str | None:
    return verdict(*things, shooter=shooter, target=target).ruling.cover


def said(found: Verdict, section: str) -> list[str]:
    return [reason.text for reason in found.because if reason.source == f"five-parsecs: {section}"]


def wall(x: float, high: float = 1.2, *, name: str = "wall", kind: Kind = "wall") -> Piece:
    return block(name, (x, -9, 0), (x + 0.1, 9, high), kind=kind)


def wood(low: float, high: float, *, tall: float = 3.0) -> Piece:
    return block("wood", (low, -5, 0), (high, 5, tall), kind="area")


# Lines of sight, Cover


def test_with_nothing_between_the_target_is_in_the_open() -> None:
    assert cover() == "open"


@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
def test_the_line_crosses_a_feature_more_than_an_inch_from_the_firer_cover(share: float) -> None:
    """However much it hides, cover is cover."""
    assert cover(screen("tower", share)) == "partial"


def test_what_hides_all_blocks() -> None:
    found = verdict(closed(kind="structure"))
    assert (found.line_of_sight, found.ruling.cover) == (False, "none-seen")
    assert "no free line" in said(found, "Lines of sight")[0]


def test_a_feature_within_an_inch_of_the_firer_gives_no_cover() -> None:
    assert cover(screen("tower", 0.5, x=1.5)) == "open"
    assert cover(screen("tower", 0.5, x=2.5)) == "partial"


def test_a_feature_in_contact_with_the_target_gives_cover_though_the_firer_is_beside_it_too() -> None:
    near = KRUGER.moved((3.2, 0.0, 0.0))
    tower = block("tower", (1.55, -9, 0), (1.65, 0, 9))
    assert cover(tower, target=near) == "partial"
    assert cover(replace(tower, pose=tower.pose), target=KRUGER) == "open"


# Shooting across linear obstacles


def test_a_linear_obstacle_no_higher_than_a_figure_never_blocks_but_covers() -> None:
    found = verdict(wall(5), shooter=SMALL, target=LOW)
    assert (found.line_of_sight, found.ruling.cover) == (True, "partial")
    assert found.ruling.geometry is not None
    assert found.ruling.geometry.share == 1.0
    assert "wall: linear" in said(found, "Shooting across linear obstacles")[0]
    assert not verdict(wall(5, kind="structure"), shooter=SMALL, target=LOW).line_of_sight


def test_nobody_looks_over_a_linear_obstacle_that_is_higher_than_a_figure() -> None:
    assert not verdict(wall(5, 9.0)).line_of_sight


def test_a_linear_obstacle_is_ignored_if_the_whole_figure_is_seen_over_it() -> None:
    assert cover(wall(5), shooter=JELENA.moved((0.0, 0.0, 8.0))) == "open"


def test_a_linear_obstacle_is_ignored_within_an_inch_of_the_shooter() -> None:
    assert cover(wall(1.9)) == "open"
    assert cover(wall(2.2)) == "partial"


def test_a_linear_obstacle_beside_the_shooter_is_ignored_wherever_the_line_crosses_it() -> None:
    along = ((1.5, -0.25, 0.0), (7.5, -0.15, 1.25))
    assert cover(block("wall", *along, kind="wall")) == "open"
    assert cover(block("wall", *along, kind="structure")) == "partial"


# Shooting past things


def test_an_individual_feature_blocks_only_what_is_not_seen_at_all() -> None:
    assert cover(screen("tree", 0.9, kind="scatter")) == "partial"
    assert not verdict(closed(kind="scatter")).line_of_sight


@pytest.mark.parametrize(
    ("kind", "size", "feature"),
    [
        ("wall", (1, 1), "linear"), ("door", (2, 2), "linear"), ("obstacle", (1.9, 1), "individual"),
        ("obstacle", (1, 2), "linear"), ("scatter", (9, 1), "individual"), ("area", (5, 5), "area"),
        ("structure", (9, 1), "solid"),
    ],
)  # fmt: skip
def test_what_a_piece_is_follows_from_its_kind_and_length(kind: Kind, size: tuple[float, float], feature: str) -> None:
    piece = block("piece", (3, 3, 0), (3 + size[0], 3 + size[1], 1), kind=kind)
    assert feature_of(piece) == feature
    assert feature_of(replace(piece, feature="area")) == "area"


# Shooting past people


@pytest.mark.parametrize("side", ["red", "blue"])
def test_a_figure_that_hides_even_a_part_blocks_whatever_its_side(side: str) -> None:
    between = figure("ada", 5, 0.4, side=side)
    found = verdict(between)
    assert found.ruling.geometry is not None
    assert 0.0 < found.ruling.geometry.share < 0.8
    assert not found.line_of_sight
    assert said(found, "Shooting past people") == ["ada hides a part of kruger: people block"]
    assert verdict(between.moved((5.0, 2.0, 0.0))).line_of_sight


def test_lines_are_mutual_so_somebody_in_the_way_of_one_look_alone_blocks_none() -> None:
    """From Jelena ada hides a wing of the giant; from the giant's eye all of Jelena is seen."""
    ada, target = figure("ada", 5, 1.6), giant(10)
    there, back = verdict(ada, target=target), verdict(ada, shooter=target, target=JELENA)
    assert there.ruling.geometry is not None
    assert there.ruling.geometry.share > 0.0
    assert (there.line_of_sight, back.line_of_sight) == (True, True)


# Area features


def test_a_line_ends_at_the_edge_of_an_area_feature() -> None:
    found = verdict(wood(4, 7))
    assert not found.line_of_sight
    assert said(found, "Area features") == ["the line ends at the edge of wood"]
    assert verdict(wood(4, 7), shooter=JELENA.moved((0.0, 0.0, 4.0)), target=KRUGER.moved((10.0, 0.0, 4.0))).line_of_sight


def test_who_is_in_an_area_feature_and_touches_no_edge_neither_sees_out_nor_is_seen() -> None:
    found = verdict(wood(6, 14))
    assert not found.line_of_sight
    assert "kruger is in wood and touches no edge" in said(found, "Area features")[0]
    assert not verdict(wood(6, 14), shooter=KRUGER, target=JELENA).line_of_sight


def test_who_touches_an_edge_sees_and_is_seen_from_that_side_and_is_in_cover() -> None:
    """Also aslant, and not through the feature from its other side."""
    trees, at_edge, behind = wood(9, 16), KRUGER, figure("ada", 25, 0)
    assert (cover(trees, target=at_edge), cover(trees, shooter=at_edge, target=JELENA)) == ("partial", "open")
    assert cover(trees, shooter=JELENA.moved((5.0, 14.0, 0.0)), target=at_edge) == "partial"
    assert not verdict(trees, shooter=behind, target=at_edge).line_of_sight
    assert cover(trees, shooter=behind, target=at_edge.moved((15.0, 0.0, 0.0))) == "partial"


def test_within_three_inches_those_in_one_area_feature_see_each_other() -> None:
    """Bases of an inch radius: five inches from middle to middle."""
    inside = JELENA.moved((3.0, 0.0, 0.0))
    assert cover(wood(-9, 20), shooter=inside, target=KRUGER.moved((8.0, 0.0, 0.0))) == "partial"
    found = verdict(wood(-9, 20), shooter=inside, target=KRUGER.moved((8.1, 0.0, 0.0)))
    assert not found.line_of_sight
    assert said(found, "Area features") == ['jelena and kruger are in wood and more than 3" apart']


def test_flat_ground_is_no_area_feature_unless_the_table_file_says_so() -> None:
    flat = wood(6, 14, tall=0.1)
    assert cover(flat) == "open"
    assert not verdict(replace(flat, feature="area")).line_of_sight
    assert cover(replace(wood(9, 16, tall=0.1), feature="area")) == "partial"


# Lines are mutual


def test_lines_are_mutual_whatever_stands_there() -> None:
    rng = np.random.default_rng(7)
    kinds: tuple[Kind, ...] = ("wall", "obstacle", "scatter", "area", "structure")
    seen = []
    for _ in range(12):
        corners = np.column_stack([rng.uniform(1.5, 7.5, 4), rng.uniform(-2.0, 1.5, 4), np.zeros(4)])
        sizes = np.column_stack([rng.uniform(0.2, 2.0, 4), rng.uniform(0.3, 3.0, 4), rng.uniform(0.3, 2.5, 4)])
        chosen = [kinds[number] for number in rng.integers(0, len(kinds), 4)]
        boxes = zip(corners.tolist(), (corners + sizes).tolist(), chosen, strict=True)
        pieces = [block(f"p{number}", tuple(low), tuple(high), kind=kind) for number, (low, high, kind) in enumerate(boxes)]
        there, back = verdict(*pieces), verdict(*pieces, shooter=KRUGER, target=JELENA)
        assert there.line_of_sight == back.line_of_sight
        seen.append(there.line_of_sight)
    assert {True, False} == set(seen)


# Adjudicating line of sight and cover


def test_in_doubt_the_shot_is_allowed_and_counts_as_cover() -> None:
    found = verdict(screen("tower", 0.5))
    close = Sensitivity(2.0, 0.5, {"none-seen": 0.5}, 40)
    assert any("in doubt the shot is allowed" in line for line in words(found, close))
    assert "in cover in 50.0 %, not seen in 50.0 %" in words(found, close)[0]
    told = document(found, close)["in_doubt"]
    assert told["source"] == "five-parsecs: Adjudicating line of sight and cover"
    steady = Sensitivity(2.0, 1.0, {}, 40)
    assert "in_doubt" not in document(found, steady)
    assert words(found, steady)[0] == "jelena sees kruger: in cover"


# Table files


def test_a_table_file_says_what_feature_a_piece_is(tmp_path: Path) -> None:
    piece = {"id": "hut", "kit": "crate", "position": [9, 9, 0], "feature": "area"}
    path = tmp_path / "table.json"
    path.write_text(
        json.dumps({"format": "sightline-table", "version": 1, "size": [24, 24], "terrain": [piece], "figures": []})
    )
    assert feature_of(load_table(path, LIBRARY).piece("hut")) == "area"
