"""The picture of a reach: every level laid open, its ground in the colours of its costs, checks striped."""

import numpy as np
import pytest
from PIL import Image

from scene.geometry.mesh import FloatArray, IntArray, Mesh
from scene.geometry.ray_casting import RayScene
from scene.table.table import Figure, Piece, Table
from sightline.drawing.annotation.plan_frame import RULER, TITLE, plan_of, plan_size
from sightline.drawing.movement.reach_levels import ReachLevel, level_of, levels_of, one_level
from sightline.drawing.movement.reach_paint import COST_COLOURS, cost_colour, scale_for
from sightline.drawing.movement.reach_picture import SMALLEST, reach_picture
from sightline.drawing.movement.reach_plan import ReachPlanStyle, border_numbers, level_plan
from sightline.drawing.rendering.cutaway import CUT, within_solids
from tests.plain_scenes import block, bodiless, box, figure, table

STEP = 0.5
SIZE = (640, 560)

Reached = tuple[FloatArray, FloatArray, IntArray]


def square(low: float, high: float, z: float = 0.0, *, costs: float | None = None) -> Reached:
    """Places from ``low`` to ``high`` in x and y; without ``costs`` they cost what they are away from (12, 12)."""
    along = np.arange(low, high + 1e-9, STEP)
    x, y = (axis.ravel() for axis in np.meshgrid(along, along))
    positions = np.stack([x, y, np.full(len(x), z)], axis=1)
    away = np.hypot(x - 12.0, y - 12.0)
    return positions, away if costs is None else np.full(len(x), costs), np.zeros(len(x), dtype=np.int64)


def joined(*parts: Reached) -> Reached:
    positions, costs, checks = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return positions, costs, checks


def plan(whole: Table, mover: Figure, level: int, reached: Reached) -> "Plan":
    levels = levels_of(*reached, STEP)
    shown = ReachPlanStyle(whole, mover, levels, scale_for(8.0), np.array([4.0, 4.0, 0.0]), np.array([20.0, 20.0, 8.0]))
    return Plan(level_plan(shown, level, SIZE), whole)


class Plan:
    """A level's plan, and which of its pixels shows what."""

    def __init__(self, picture: Image.Image, whole: Table) -> None:
        self.pixels = np.asarray(picture, dtype=np.float64)
        self.camera = plan_of(np.array([4.0, 4.0, 0.0]), np.array([20.0, 20.0, 8.0]), plan_size(SIZE), whole.size)

    def around(self, x: float, y: float, reach: float = 0.3) -> FloatArray:
        """(n, 3) the colours within ``reach`` inches of a place."""
        (across, down), half = self.camera.project([[x, y, 0.0]])[0][0], int(reach * self.camera.focal)
        column, row = round(across) + RULER, round(down) + TITLE
        return self.pixels[row - half : row + half + 1, column - half : column + half + 1].reshape(-1, 3)

    def band(self, x: float, y: float) -> int:
        """Which band's colour is nearest to the usual colour about a place."""
        usual = np.median(self.around(x, y, 0.2), axis=0)
        return int(np.argmin(np.abs(np.array(scale_for(8.0).colours()) - usual).sum(axis=1)))

    def share(self, colour: tuple[int, int, int], x: float, y: float, reach: float = 0.5, within: float = 28.0) -> float:
        """How much of the surroundings has about this colour."""
        return float((np.abs(self.around(x, y, reach) - np.array(colour)).max(axis=1) < within).mean())


def far_off() -> Figure:
    return figure("ada", 40.0, 30.0)


# Levels.


def test_places_side_by_side_are_one_level_whatever_their_heights() -> None:
    levels = levels_of(*joined(square(4.0, 8.0), square(10.0, 12.0, 3.0), square(14.0, 16.0, 6.0)), STEP)
    assert len(levels) == 1


@pytest.mark.parametrize("floors", [[0.0, 3.0], [0.0, 3.0, 6.0], [0.0, 1.6, 3.2, 4.8]])
def test_places_above_one_another_are_on_different_levels(floors: list[float]) -> None:
    levels = levels_of(*joined(*(square(4.0, 8.0, z) for z in floors)), STEP)
    assert [sorted(set(level.positions[:, 2])) for level in levels] == [[z] for z in floors]


def test_each_place_is_on_exactly_one_level_and_none_hides_another() -> None:
    rng = np.random.default_rng(3)
    cells, heights = rng.integers(0, 12, (300, 2)) * STEP, rng.integers(0, 5, 300) * 2.0
    positions = np.unique(np.column_stack([cells, heights]), axis=0)
    levels = levels_of(positions, np.zeros(len(positions)), np.zeros(len(positions), dtype=np.int64), STEP)
    assert np.array_equal(np.unique(np.concatenate([level.positions for level in levels]), axis=0), positions)
    for level in levels:
        assert len(np.unique(level.positions[:, :2], axis=0)) == len(level.positions)


def test_a_stair_from_the_ground_to_a_deck_does_not_need_levels_of_its_own() -> None:
    steps = np.array([[1.0 + STEP * i, 6.0, 0.5 * i] for i in range(1, 6)])
    stair = (steps, np.zeros(5), np.zeros(5, dtype=np.int64))
    levels = levels_of(*joined(square(4.0, 8.0, 3.0), square(4.0, 8.0), stair), STEP)
    assert len(levels) == 2


def test_a_figure_belongs_to_the_level_that_it_stands_on() -> None:
    levels = levels_of(*joined(square(4.0, 8.0), square(4.0, 8.0, 3.0)), STEP)
    assert [level_of(levels, z) for z in (0.0, 0.5, 2.9, 3.0, 7.0)] == [0, 0, 1, 1, 1]


# What a point is as ground.


def test_at_its_places_a_level_has_their_costs_and_between_them_the_mean() -> None:
    positions, costs, checks = square(8.0, 16.0)
    level = ReachLevel(positions, costs, checks, STEP)
    assert level.at(positions).cost == pytest.approx(costs, abs=1e-4)
    middle = level.at(np.array([[10.25, 9.0, 0.0]])).cost[0]
    assert middle == pytest.approx((np.hypot(2.0, 3.0) + np.hypot(1.5, 3.0)) / 2.0, abs=1e-4)


@pytest.mark.parametrize(
    ("x", "z", "reached"),
    [(8.0, 0.0, True), (7.8, 0.0, True), (7.7, 0.0, False), (9.0, 0.3, True), (9.0, 0.5, False), (9.0, -0.5, False)],
)
def test_ground_ends_half_a_step_beyond_its_last_place(x: float, z: float, reached: bool) -> None:
    level = ReachLevel(*square(8.0, 16.0), STEP)
    assert level.at(np.array([[x, 12.0, z]])).reached[0] == reached


def test_what_is_seen_through_a_grating_is_its_floor() -> None:
    level = ReachLevel(*square(8.0, 16.0, 3.0), STEP)
    through = np.array([[10.0, 10.0, 0.0]])
    assert not level.at(through).reached[0]
    assert level.at(through, through=True).reached[0]


def test_of_two_floors_the_nearer_counts() -> None:
    levels = levels_of(*joined(square(4.0, 8.0, 0.0, costs=1.0), square(4.0, 8.0, 3.0, costs=7.0)), STEP)
    found = one_level(levels, np.array([[6.0, 6.0, 0.1], [6.0, 6.0, 2.9], [6.0, 6.0, 1.5]]))
    assert found.cost[:2] == pytest.approx([1.0, 7.0])
    assert not found.reached[2]


# Colours.


def test_the_colours_grow_darker_in_even_steps() -> None:
    part = np.array(COST_COLOURS) / 255.0
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    lightness = 116.0 * np.cbrt(linear @ [0.2126, 0.7152, 0.0722]) - 16.0  # CIE L*
    steps = -np.diff(lightness)
    assert (steps > 0.0).all()
    assert steps.max() < 1.6 * steps.mean()
    assert (cost_colour(0.0), cost_colour(1.0)) == (COST_COLOURS[0], COST_COLOURS[-1])


@pytest.mark.parametrize("inches", [0.5, 4.0, 6.0, 10.0, 25.0, 60.0, 120.0])
def test_bands_end_at_the_whole_reach_and_can_be_told_apart(inches: float) -> None:
    scale = scale_for(inches)
    assert scale.borders()[-1] == inches
    assert 1 <= scale.count == len(scale.borders()) <= 12
    assert scale.bands(np.array([0.0, inches], dtype=np.float32)).tolist() == [0, scale.count - 1]


def test_a_cost_at_a_border_belongs_to_the_cheaper_band() -> None:
    assert scale_for(6.0).bands(np.array([1.0, 1.01, 2.0], dtype=np.float32)).tolist() == [0, 1, 1]


# The plans.


def test_each_place_has_the_colour_of_its_cost() -> None:
    whole = table(far_off())
    found = plan(whole, far_off(), 0, square(5.0, 19.0))
    for x in (12.5, 13.5, 14.5, 15.5, 16.5, 17.5, 18.5):
        # Off the inch grid and off the middles, where the numbers of borders stand.
        assert found.band(x, 12.35) == int(np.hypot(x - 12.0, 0.35))


def test_what_lies_under_a_deck_is_laid_open() -> None:
    whole = table(far_off(), block("deck", (8.0, 8.0, 2.8), (16.0, 16.0, 3.0)))
    reached = joined(square(5.0, 19.0, 0.0, costs=7.5), square(9.0, 15.0, 3.0, costs=0.5))
    below, above = plan(whole, far_off(), 0, reached), plan(whole, far_off(), 1, reached)
    assert [below.band(x, 12.4) for x in (6.5, 12.5, 17.5)] == [7, 7, 7]
    assert above.band(12.5, 12.4) == 0
    unpainted = np.median(above.around(6.5, 12.4), axis=0)
    assert unpainted.min() > 150.0  # the pale table


def test_ground_at_which_a_check_is_needed_is_striped() -> None:
    positions, costs, checks = square(5.0, 19.0, costs=4.5)
    checks[positions[:, 0] > 9.5] = 1
    checks[positions[:, 0] > 14.5] = 2
    found = plan(table(far_off()), far_off(), 0, (positions, costs, checks))
    free, once, twice = (found.around(x, 12.4, 0.8).mean(axis=1) for x in (7.4, 12.4, 17.4))
    # Without any colour: stripes are much lighter than what they lie on, crossed ones cover more.
    base = np.median(free)
    light = [float((grey > base + 25.0).mean()) for grey in (free, once, twice)]
    assert light[0] < 0.02
    assert 0.1 < light[1] < 0.45
    assert light[2] > 1.35 * light[1]


def test_solid_things_are_cut_through() -> None:
    whole = table(
        far_off(), block("pillar", (9.0, 9.0, 0.0), (11.0, 11.0, 5.0)), block("crate", (14.0, 9.0, 0.0), (16.0, 11.0, 0.5))
    )
    found = plan(whole, far_off(), 0, square(12.0, 19.0))
    assert found.share(CUT, 10.4, 10.4) > 0.5
    assert found.share(CUT, 15.4, 10.4) == 0.0


@pytest.mark.long
def test_only_figures_of_the_level_are_on_its_plan() -> None:
    upstairs = figure("bo", 12.5, 12.5, 3.0, side="blue")
    whole = table(far_off(), upstairs, block("deck", (8.0, 8.0, 2.8), (16.0, 16.0, 3.0)))
    reached = joined(square(5.0, 19.0, 0.0, costs=7.5), square(9.0, 15.0, 3.0, costs=0.5))
    blue = (0, 114, 178)
    assert plan(whole, far_off(), 1, reached).share(blue, 12.5, 12.5) > 0.5
    assert plan(whole, far_off(), 0, reached).share(blue, 12.5, 12.5) == 0.0


def test_every_border_that_is_long_enough_has_its_number() -> None:
    rows, columns = np.mgrid[0:400, 0:400]
    bands = np.clip(np.hypot(rows - 200.0, columns - 200.0) // 40, 0, 4).astype(np.int16)
    found = border_numbers(bands, scale_for(5.0))
    assert {text for _, text in found} == {"1", "2", "3", "4"}
    for (x, y), text in found:
        assert np.hypot(x - 200.0, y - 200.0) == pytest.approx(40.0 * float(text), abs=4.0)


# Inside and outside.


def test_inside_is_inside() -> None:
    rays = RayScene([box((0.0, 0.0, 0.0), (2.0, 2.0, 2.0))])
    points = np.array([[1.0, 1.0, 1.0], [1.0, 1.0, 3.0], [1.0, 1.0, -1.0], [3.0, 1.0, 1.0]])
    assert within_solids(rays, points).tolist() == [True, False, False, False]


def test_a_mesh_that_is_inside_out_has_nothing_solid_about_it() -> None:
    solid = box((0.0, 0.0, 0.0), (2.0, 2.0, 2.0))
    rays = RayScene([Mesh.of(solid.vertices, solid.faces[:, ::-1])])
    assert not within_solids(rays, np.array([[1.0, 1.0, 1.0], [1.0, 1.0, 3.0], [1.0, 1.0, -1.0]])).any()


# The whole picture.


def whole_picture(whole: Table, mover: Figure, reached: Reached) -> Image.Image:
    return reach_picture(whole, mover, *reached, step=STEP, inches=8.0, size=SMALLEST)


@pytest.mark.long
def test_the_ground_is_painted_in_the_view_from_the_side_as_well() -> None:
    mover = figure("ada", 12.0, 12.0)
    cheap, dear = (
        np.asarray(whole_picture(table(mover), mover, square(5.0, 19.0, costs=cost)), dtype=np.float64)[100:400, 100:450]
        for cost in (0.5, 7.5)
    )
    yellow, violet = (
        float((np.abs(part - np.array(colour)).sum(axis=2) < 110.0).mean())
        for part, colour in ((cheap, COST_COLOURS[0]), (dear, COST_COLOURS[-1]))
    )
    assert yellow > 0.3
    assert violet > 0.3


@pytest.mark.long
@pytest.mark.parametrize(
    "floors",
    [
        0,
        1,
        pytest.param(2, marks=pytest.mark.long),
        3,
        pytest.param(4, marks=pytest.mark.long),
        pytest.param(5, marks=pytest.mark.long),
        pytest.param(7, marks=pytest.mark.long),
    ],
)
def test_any_number_of_levels_makes_a_picture(floors: int) -> None:
    mover = bodiless("ada", 12.0, 12.0)
    parts = [square(11.0, 13.0, 2.0 * floor) for floor in range(floors)]
    nothing = (np.zeros((0, 3)), np.zeros(0), np.zeros(0, dtype=np.int64))
    pieces: list[Piece] = [block(f"{i}", (10.0, 10.0, 2.0 * i - 0.2), (14.0, 14.0, 2.0 * i)) for i in range(1, floors)]
    assert whole_picture(table(mover, *pieces), mover, joined(*parts, nothing)).size == SMALLEST
