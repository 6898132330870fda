"""Sensitivity: the same question with both figures shifted and turned within a tolerance.

The chances are worked by hand. A shift is even in a circle, so one coordinate of it has the half-disc law of Wigner; a share of
``n`` draws is within three standard deviations of its chance.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import rules.sight.sensitivity as under_test
from rules.sight.sensitivity import DRAWS, Sensitivity, sensitivity
from rules.sight.shot_verdicts import settle_shots
from rules.sight.verdict import SightQuestion
from rules.systems import registry
from scene.geometry.mesh import Mesh, joined
from scene.table.table import MM_PER_INCH, Body, Figure, Piece
from tests.plain_scenes import block, box, figure, table
from tests.rules.shots import JELENA, KRUGER, closed, giant, screen, shaped
from tests.rules.sight.judged import judged

MM = 1.0 / MM_PER_INCH


def steady(
    *things: Piece | Figure,
    shooter: Figure = JELENA,
    target: Figure = KRUGER,
    system: str = "main-rulebook",
    flat: bool = False,
    **how: Any,  # noqa: ANN401
) -> Sensitivity:
    scene = table(shooter, target, *things)
    verdicts = settle_shots(scene, [SightQuestion(shooter, target)], rules=judged(system, flat=flat))
    return sensitivity(scene, verdicts, **({"tolerance_mm": 2.0} | how))[0]


def assert_share(found: Sensitivity, chance: float, share: float) -> None:
    assert share == pytest.approx(chance, abs=3 * np.sqrt(chance * (1 - chance) / found.draws))


def column(name: str, x: float, y: float) -> Figure:
    """A round body of 0.6 inches radius: turning it changes nothing. It looks from its axis."""
    ring = np.arange(96) * (2 * np.pi / 96)
    points = np.column_stack([0.6 * np.cos(ring), 0.6 * np.sin(ring), np.zeros(96)])
    here, beside = np.arange(96), (np.arange(96) + 1) % 96
    faces = np.concatenate([np.stack([here, beside, here + 96], 1), np.stack([beside, beside + 96, here + 96], 1)])
    body = Body(Mesh.of(np.concatenate([points, points + np.array([0.0, 0.0, 1.2])]), faces), np.array([0.0, 0.0, 1.1]))
    return replace(figure(name, x, y), body=body)


COLUMNS: dict[str, Any] = {"shooter": column("jelena", 0, 0), "target": column("kruger", 10, 0)}


def edge(aside_mm: float, side: int = 1) -> Piece:
    """A sheet halfway between the two whose upright edge is so far aside of the line between their axes."""
    far = 30.0 * side
    return block("crates", (5, min(aside_mm * MM, far), 0), (5, max(aside_mm * MM, far), 9))


@pytest.mark.parametrize("things", [(), (closed(),), (screen("crates", 0.2),), (screen("crates", 0.8),), (giant(5),)], ids=str)
@pytest.mark.parametrize("system", ["main-rulebook", "geometry"])
def test_far_from_all_limits_a_verdict_holds(things: tuple[Piece | Figure, ...], system: str) -> None:
    found = steady(*things, system=system)
    assert (found.holds, found.otherwise, found.draws, found.too_close_to_call) == (1.0, {}, DRAWS, False)


def test_the_same_seed_gives_the_same_answer_and_another_seed_others() -> None:
    scene = (screen("crates", 0.49),)
    found = [steady(*scene, seed=seed) for seed in (1, 1, 2, 3, 4)]
    assert found[0] == found[1]
    assert len({one.holds for one in found}) > 1


def test_half_hidden_behind_an_upright_edge_flips_every_second_time() -> None:
    """By symmetry each shift and its mirror image are as likely, and one hides more than half, the other less."""
    found = steady(edge(0.0), **COLUMNS, draws=200)
    assert set(found.otherwise) < {"partial", "full"}
    assert_share(found, 0.5, found.holds)
    assert found.holds + sum(found.otherwise.values()) == pytest.approx(1)
    assert found.too_close_to_call


@pytest.mark.parametrize("part", [0.2, 0.4, 0.6])
def test_an_edge_that_only_some_shifts_cross(part: float) -> None:
    """Halfway between the two, the line between the axes moves aside by the mean of both shifts. The chance that it reaches the
    edge, where half is hidden, is counted from a million pairs of shifts."""
    rng = np.random.default_rng(5)
    radius, turn = np.sqrt(rng.random((2, 1_000_000))), rng.random((2, 1_000_000)) * 2 * np.pi
    chance = float(((radius * np.cos(turn)).mean(axis=0) > part).mean())
    found = steady(edge(2.0 * part), **COLUMNS, draws=200)
    assert set(found.otherwise) <= {"full"}
    assert_share(found, chance, found.otherwise.get("full", 0.0))


@pytest.mark.parametrize("side", [1, -1])
def test_a_tolerance_that_does_not_reach_the_limit_changes_nothing(side: int) -> None:
    """The same edge, 1.1 mm aside."""
    sheet = edge(1.1, side)
    assert steady(sheet, **COLUMNS, tolerance_mm=1.0).holds == 1.0
    found = steady(sheet, **COLUMNS, tolerance_mm=4.0)
    assert set(found.otherwise) == {"full" if side > 0 else "partial"}


def test_no_tolerance_no_shift() -> None:
    found = steady(screen("crates", 0.49), tolerance_mm=0.0)
    assert (found.holds, found.tolerance_mm) == (1.0, 0.0)


def test_shifts_stay_within_the_tolerance_and_so_does_the_turning_of_the_rim() -> None:
    rng, before = np.random.default_rng(3), figure("jelena", 3, 4, 5, facing=30)
    after = [under_test._shifted(before, 2.0, rng) for _ in range(4000)]
    shift = np.array([one.position for one in after]) - before.position
    far = np.hypot(shift[:, 0], shift[:, 1])
    assert (shift[:, 2] == 0).all()
    assert far.max() <= 2.0 * MM
    # Even in a circle: the mean distance from its middle is two thirds of the radius.
    assert far.mean() == pytest.approx(2.0 * MM * 2 / 3, rel=0.03)
    assert np.abs(shift.mean(axis=0)).max() < 0.1 * MM
    rim = np.radians([one.facing - 30 for one in after]) * before.base_radius
    assert np.abs(rim).max() <= 2.0 * MM
    assert np.abs(rim).max() > 1.95 * MM
    assert abs(rim.mean()) < 0.1 * MM


def test_turning_a_figure_without_a_base_moves_its_body_by_the_tolerance_at_most() -> None:
    rng, bare = np.random.default_rng(3), figure("jelena", 0, 0, base_mm=0.0)
    turns = [under_test._shifted(bare, 2.0, rng).facing for _ in range(500)]
    assert np.abs(np.radians(turns)).max() * 0.3 <= 2.0 * MM + 1e-12


def test_the_edge_of_the_vision_arc() -> None:
    """The target's base touches the arc's edge from within: about every second shift takes it out, and its cover stays."""
    target = figure("kruger", 6, 6 + np.sqrt(2.0))
    found = steady(target=target, draws=100)
    assert set(found.otherwise) == {"open, out of arc"} or set(found.otherwise) == {"open"}
    # Shifts are even, and turning is too; only the bend of the base's rim favours one side a little.
    assert found.holds == pytest.approx(0.5, abs=3 * 0.05 + 0.02)
    assert found.too_close_to_call


def test_an_arc_that_cannot_matter_is_no_reason() -> None:
    assert steady(target=figure("kruger", 6, 5)).holds == 1.0
    assert steady(target=figure("kruger", -10, 0)).holds == 1.0
    pinned = figure("jelena", 0, 0, posture="on_back")
    assert steady(shooter=pinned, target=figure("kruger", 6, 6 + np.sqrt(2.0))).holds == 1.0
    out_of_sight = figure("kruger", 6, 6 + np.sqrt(2.0))
    assert steady(closed(3), target=out_of_sight).holds == 1.0


def test_a_shift_that_opens_a_view_is_seen() -> None:
    """A wall that is as wide as what it hides, but for a millimetre: from its rim to the next wall there is free sight."""
    wall = Piece("wall", joined(box((5, -30, 0), (5.01, 0.3 + 0.1 * MM, 9)), box((5, 2, 0), (5.01, 30, 9))))
    found = steady(wall)
    assert (
        settle_shots(
            table(JELENA, KRUGER, wall), [SightQuestion(JELENA, KRUGER)], rules=registry.system("main-rulebook").sight
        )[0].line_of_sight
        is False
    )
    assert "none-seen" not in found.otherwise
    assert sum(found.otherwise.values()) > 0.2
    assert found.too_close_to_call


@pytest.mark.parametrize("others", [0, 3])
def test_a_view_through_a_small_hole_holds_where_shifting_does_not_close_it(others: int) -> None:
    """The hole is 0.5 mm wide and high, too low for the eye; there are always shins on either side that see one another.

    Asked alone or together with others, for which no thorough search is made at every shift.
    """
    half = 0.25 * MM
    beside = [box((5, -30, 0), (5.01, -half, 9)), box((5, half, 0), (5.01, 30, 9))]
    above = [box((5, -half, 0), (5.01, half, 0.6 - half)), box((5, -half, 0.6 + half), (5.01, half, 9))]
    wall = Piece("wall", joined(*beside, *above))
    scene = table(JELENA, KRUGER, figure("reina", 0, 9), wall)
    questions = [SightQuestion(JELENA, KRUGER)] + [SightQuestion(JELENA, scene.figures[2])] * others
    verdicts = settle_shots(scene, questions, rules=registry.system("main-rulebook").sight)
    assert verdicts[0].line_of_sight
    assert sensitivity(scene, verdicts, tolerance_mm=2.0)[0].holds >= 0.95


def test_geometry_is_steady_about_sight_alone() -> None:
    """Half hidden or a little less is all the same without a rulebook."""
    assert steady(screen("crates", 0.5), system="geometry").holds == 1.0


def test_flat_tables_are_shifted_too() -> None:
    """The wall ends in the line between the axes: half of the base is reached, or a little more or less."""
    wall = block("wall", (5, 0, 0), (5, 30, 3), kind="wall")
    found = steady(wall, flat=True, draws=100)
    assert_share(found, 0.5, found.holds)
    assert steady(closed(kind="wall"), flat=True).holds == 1.0


def test_others_and_the_figures_on_the_table_stay_out_of_their_own_way() -> None:
    """The table has both where they were before the shift; neither hides the other's shifted self."""
    assert steady(shooter=JELENA, target=replace(KRUGER, position=(2.0, 0, 0))).holds == 1.0


def test_friends_in_base_contact_may_lose_it() -> None:
    """A friend 0.5 mm off is in base contact; a shift may take the shooter farther than the millimetre that counts."""
    mira = shaped(figure("mira", 2 + 0.5 * MM, 0, side="red"), (-0.1, -0.5, 0), (0.1, 0.5, 2))
    found = steady(mira, draws=100)
    assert set(found.otherwise) == {"partial"}
    # The gap grows by -dx, which must be more than half a millimetre of two: Wigner's half-disc law.
    part = 0.25
    chance = 0.5 - (part * np.sqrt(1 - part**2) + np.arcsin(part)) / np.pi
    assert_share(found, chance, found.otherwise["partial"])


@pytest.mark.parametrize(("holds", "close"), [(1.0, False), (0.95, False), (0.94, True), (0.5, True)])
def test_more_than_one_in_twenty_is_too_close_to_call(holds: float, close: bool) -> None:
    assert Sensitivity(2.0, holds, {}, 100).too_close_to_call is close


def test_many_verdicts_are_counted_each_for_itself() -> None:
    reina = figure("reina", 0, 10)
    scene = table(JELENA, KRUGER, reina, block("crates", (5, -30, 0), (5, 0, 9)))
    questions = [SightQuestion(JELENA, KRUGER), SightQuestion(JELENA, reina), SightQuestion(KRUGER, reina)]
    found = sensitivity(
        scene, settle_shots(scene, questions, rules=registry.system("main-rulebook").sight), tolerance_mm=2.0, draws=30
    )
    assert found[0].holds < 0.9
    assert (found[1].holds, found[2].holds) == (1.0, 1.0)
    assert [one.draws for one in found] == [30, 30, 30]
    assert sensitivity(scene, [], tolerance_mm=2.0) == []
