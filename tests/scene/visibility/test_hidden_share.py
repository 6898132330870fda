"""The hidden share against closed forms and against the plain reference."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from scene.geometry.mesh import EMPTY, Mesh, joined
from scene.geometry.rigid_transform import RigidTransform
from scene.table.table import Body, Figure, Piece, Terrain
from scene.visibility.hidden_share import COARSE, DEVIATIONS, FINE, UNNOTICED, Hidden, Precision, _free_places, hidden_shares
from scene.visibility.occluders import occluders
from scene.visibility.share_sampling import Grid, summed
from scene.visibility.view_casting import NOTHING, SEEN, Caster, ShooterSurroundings, SightQuery
from tests.scene import reference
from tests.scene.reference import rectangle_angle
from tests.scene.scenes import (
    BLOCK,
    MANIKIN,
    Scene,
    ball,
    box,
    plate,
    random_scene,
    scene_of,
    solid_body,
)

ENDLESS = (-60.0, 60.0)


def look(scene: Scene, *, precision: Precision = FINE, near: ShooterSurroundings | None = None) -> Hidden:
    view = SightQuery(scene.shooter.eye, scene.target, scene.ignored, near)
    found = hidden_shares(scene.table.terrain, scene.table.figures, [view], precision=precision)[0]
    assert found is not None
    return found


def holds(found: Hidden, exact: float) -> bool:
    """Whether the answer is as good as it claims, and as good as is asked of it on such simple scenes."""
    return found.low - 1e-4 <= exact <= found.high + 1e-4 and abs(found.share - exact) < 0.0025


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("precision", [FINE, COARSE])
def test_random_scenes_agree_with_the_plain_reference(seed: int, precision: Precision) -> None:
    scene = random_scene(np.random.default_rng(seed))
    counted = reference.hidden_share(scene, rays=8_000, seed=seed)
    found = look(scene, precision=precision)
    assert found.low - 4 * counted.error <= counted.share <= found.high + 4 * counted.error


# A plate at x = 0 faces an eye on the -x side; an edge in a plane nearer to the eye throws its shadow on the plate by
# similar triangles: what is a beside the eye at depth d' lies a * d / d' beside it at depth d.
WIDTH, HEIGHT = (-0.4, 0.5), (0.0, 1.2)


def shadow_of(edge: float, eye: float, *, depth: float, edge_depth: float) -> float:
    return eye + (edge - eye) * depth / edge_depth


@pytest.mark.parametrize("depth", [0.3, 2.0, 11.0, 47.0])
@pytest.mark.parametrize("edge", [0.15, 0.6, 0.95])
@pytest.mark.parametrize("lift", [-0.5, 0.4, 2.5])
def test_a_plate_behind_a_level_edge(depth: float, edge: float, lift: float) -> None:
    eye = np.array([-depth, 0.07, lift])
    # The edge is raised so that its shadow falls on the plate at the part `edge` of its height.
    wall_depth = 0.37 * depth
    top = lift + (edge * HEIGHT[1] - lift) * wall_depth / depth
    wall = plate(ENDLESS, (-60.0, top), x=wall_depth - depth)
    found = look(scene_of([wall], Body(plate(WIDTH, HEIGHT), np.zeros(3)), eye=eye))
    shadow = shadow_of(top, lift, depth=depth, edge_depth=wall_depth)
    exact = rectangle_angle(eye, WIDTH, (HEIGHT[0], shadow)) / rectangle_angle(eye, WIDTH, HEIGHT)
    assert holds(found, exact)


@pytest.mark.parametrize("depth", [0.25, 3.0, 30.0])
@pytest.mark.parametrize("edge", [-0.3, 0.1, 0.42])
def test_a_plate_behind_an_upright_edge(depth: float, edge: float) -> None:
    eye = np.array([-depth, 0.6, 0.9])
    wall_depth = 0.8 * depth
    side = 0.6 + (edge - 0.6) * wall_depth / depth
    wall = plate((-60.0, side), ENDLESS, x=wall_depth - depth, parts=7)
    found = look(scene_of([wall], Body(plate(WIDTH, HEIGHT, parts=3), np.zeros(3)), eye=eye))
    exact = rectangle_angle(eye, (WIDTH[0], edge), HEIGHT) / rectangle_angle(eye, WIDTH, HEIGHT)
    assert holds(found, exact)


@pytest.mark.parametrize("distance", [0.4, 4.0, 40.0])
@pytest.mark.parametrize("facing", [0.0, 90.0, 180.0, 270.0])
def test_half_a_box_of_which_only_the_front_is_seen(distance: float, facing: float) -> None:
    # The eye is before the front and beyond none of its rims, so the front alone makes the outline.
    body = solid_body([-0.5, -0.4, 0.0], [0.5, 0.4, 1.2])
    turned = facing in {90.0, 270.0}
    half_depth, half_width = (0.4, 0.5) if turned else (0.5, 0.4)
    eye = np.array([-half_depth - distance, 0.1, 0.5])
    wall_depth = distance / 2
    top = 0.5 + (0.8 - 0.5) * wall_depth / distance
    scene = scene_of([box([-half_depth - wall_depth, -90, -90], [-half_depth - wall_depth, 90, top])], body, eye=eye)
    target = Figure("target", body, (0, 0, 0), facing=facing, base_mm=0)
    found = look(Scene(scene.table.with_figure(target), scene.shooter, target))
    front = {"x": -half_depth}
    sides = (-half_width, half_width)
    exact = rectangle_angle(eye, sides, (0, 0.8), **front) / rectangle_angle(eye, sides, (0, 1.2), **front)
    assert holds(found, exact)


@pytest.mark.parametrize("axes", [[0, 1, 2], [1, 2, 0], [2, 1, 0]])
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_every_direction_is_as_good_also_straight_up_and_down(axes: list[int], side: float) -> None:
    eye = np.array([-5.0 * side, 0.1, 0.7])
    top = shadow_of(0.45, 0.7, depth=2.0, edge_depth=5.0)
    wall = plate(ENDLESS, (-60.0, top), x=-3.0 * side)
    target = plate(WIDTH, HEIGHT)

    def swapped(mesh: Mesh) -> Mesh:
        return Mesh.of(mesh.vertices[:, axes], mesh.faces)

    found = look(scene_of([swapped(wall)], Body(swapped(target), np.zeros(3)), eye=eye[axes]))
    assert holds(found, rectangle_angle(eye, WIDTH, (0, 0.45)) / rectangle_angle(eye, WIDTH, HEIGHT))


@pytest.mark.parametrize("size", [0.05, 1.0, 40.0])
def test_tiny_and_huge_targets(size: float) -> None:
    width, height = (-0.4 * size, 0.5 * size), (0.0, 1.2 * size)
    eye = np.array([-3.0 * size, 0.0, 0.3 * size])
    wall = plate((0.1 * size / 2, 5 * size), (-5 * size, 5 * size), x=-1.5 * size)
    found = look(scene_of([wall], Body(plate(width, height), np.zeros(3)), eye=eye))
    assert holds(found, rectangle_angle(eye, (0.1 * size, width[1]), height) / rectangle_angle(eye, width, height))


def test_a_far_narrow_target_behind_a_wire() -> None:
    # A post a quarter inch thick, 200 inches away, and a wire halfway that covers a tenth of its width.
    eye = np.array([-200.0, 0.0, 1.0])
    wire = plate((0.02, 0.0325), ENDLESS, x=-100.0)
    found = look(scene_of([wire], Body(plate((-0.125, 0.125), (0, 2)), np.zeros(3)), eye=eye))
    whole, covered = rectangle_angle(eye, (-0.125, 0.125), (0, 2)), rectangle_angle(eye, (0.04, 0.065), (0, 2))
    assert holds(found, covered / whole)


@pytest.mark.parametrize("bars", [5, 40, 150, 600])
def test_bars_in_a_row_are_counted_however_fine_they_are(bars: int) -> None:
    # Bars as wide as the gaps between them, from rim to rim of the plate: half of the plate, but for perspective.
    eye = np.array([-20.0, 0.0, 0.6])
    rims = np.linspace(-0.5, 0.5, 2 * bars + 1) * 0.25
    fence = joined(*(plate((a, b), ENDLESS, x=-15.0) for a, b in zip(rims[0::2], rims[1::2], strict=False)))
    found = look(scene_of([fence], Body(plate((-0.5, 0.5), HEIGHT), np.zeros(3)), eye=eye))
    covered = sum(rectangle_angle(eye, (4 * a, 4 * b), HEIGHT) for a, b in zip(rims[0::2], rims[1::2], strict=False))
    exact = covered / rectangle_angle(eye, (-0.5, 0.5), HEIGHT)
    assert found.low <= exact <= found.high
    assert abs(found.share - exact) < 0.003


@pytest.mark.long
@pytest.mark.parametrize("bars", [60, 110, 300])
@pytest.mark.parametrize("part", [0.1, 0.3, 0.7, 0.9])
def test_a_fine_fence_is_neither_overrated_nor_underrated(bars: int, part: float) -> None:
    # Of bars that hide nine tenths nearly all neighbouring directions agree by chance, which must not count as settled.
    eye = np.array([-20.0, 0.0, 0.6])
    spans = [(a, a + part * (b - a)) for a, b in pairwise(np.linspace(-0.5, 0.5, bars + 1))]
    fence = joined(*(plate((a / 4, b / 4), ENDLESS, x=-15.0) for a, b in spans))
    found = look(scene_of([fence], Body(plate((-0.5, 0.5), HEIGHT), np.zeros(3)), eye=eye))
    exact = sum(rectangle_angle(eye, span, HEIGHT) for span in spans) / rectangle_angle(eye, (-0.5, 0.5), HEIGHT)
    assert found.low <= exact <= found.high


def test_thin_parts_of_a_body_are_not_passed_over() -> None:
    # A post with a pole on it that is as long as the post and hidden, and less than the first grid's cells wide.
    eye = np.array([-10.0, 0.0, 1.0])
    post, pole = ((-0.2, 0.2), (0.0, 1.0)), ((-0.002, 0.002), (1.0, 4.0))
    wall = plate(ENDLESS, (1.0, 60.0), x=-5.0)
    found = look(scene_of([wall], Body(joined(plate(*post), plate(*pole)), np.zeros(3)), eye=eye))
    hidden = rectangle_angle(eye, *pole)
    exact = hidden / (hidden + rectangle_angle(eye, *post))
    assert found.low <= exact <= found.high


@pytest.mark.parametrize("gap", [0.5, 0.05, 0.01])
def test_an_eye_very_near_the_body(gap: float) -> None:
    # The outline of a plate fills nearly half of all directions, so no narrow window holds it.
    eye = np.array([-gap, 0.05, 0.55])
    wall = plate((-4, 4), (-4, 0.55), x=-gap / 2)
    found = look(scene_of([wall], Body(plate(WIDTH, HEIGHT), np.zeros(3)), eye=eye))
    exact = rectangle_angle(eye, WIDTH, (0.0, 0.55)) / rectangle_angle(eye, WIDTH, HEIGHT)
    assert holds(found, exact)


def test_an_eye_inside_a_body_sees_it_all_around() -> None:
    # From the middle of a cube a square of half its size, half way to one side, hides a sixth.
    cube = Body(box([-1, -1, -1], [1, 1, 1]), np.zeros(3))
    screen = plate((-0.5, 0.5), (-0.5, 0.5), x=0.5)
    found = look(scene_of([screen], cube, eye=np.zeros(3)))
    assert holds(found, 1 / 6)


def test_an_eye_inside_a_hollow_body_between_its_parts() -> None:
    # Four posts around the eye; a wall before one of them.
    posts = [box([x - 0.1, y - 0.1, -1], [x + 0.1, y + 0.1, 1]) for x, y in [(1, 0), (-1, 0), (0, 1), (0, -1)]]
    found = look(scene_of([plate((-0.5, 0.5), (-3, 3), x=0.5)], Body(joined(*posts), np.zeros(3)), eye=np.zeros(3)))
    assert holds(found, 1 / 4)


@pytest.mark.parametrize("away", [(48.0, 36.0, 0.0), (10_000.0, -10_000.0, 0.0)])
def test_the_table_may_lie_anywhere(away: tuple[float, float, float]) -> None:
    shift = np.asarray(away)
    eye = np.array([-6.0, 0.1, 0.7])
    wall = plate((-2, 2), (-1, 0.6), x=-3.0)
    target = Figure("target", Body(plate(WIDTH, HEIGHT), np.zeros(3)), away, base_mm=0)
    terrain = Terrain((Piece("wall", wall, RigidTransform(away)),))
    found = hidden_shares(terrain, [target], [SightQuery(eye + shift, target)])[0]
    assert found is not None
    exact = rectangle_angle(eye, WIDTH, (0.0, 0.5)) / rectangle_angle(eye, WIDTH, HEIGHT)
    assert holds(found, exact)


def room(radius: float) -> ShooterSurroundings:
    return ShooterSurroundings((-10.0, 0.0), radius, 0.0)


def test_terrain_in_the_room_around_the_shooter_does_not_hide() -> None:
    eye = np.array([-10.0, 0.0, 1.0])
    scene = scene_of([plate(ENDLESS, (0.0, 60.0), x=-9.5)], Body(plate(WIDTH, HEIGHT), np.zeros(3)), eye=eye)
    assert look(scene).share == pytest.approx(1.0, abs=1e-3)
    # Its own direction is 0.5 inch; towards the rims of the target the way out is hardly longer.
    assert look(scene, near=room(0.45)).share == pytest.approx(1.0, abs=1e-3)
    assert look(scene, near=room(0.6)).share == 0.0


def test_a_wall_that_leaves_the_room_hides_from_there_on() -> None:
    # The wall stands 0.5 before the eye and leaves a room of radius r at w = sqrt(r² - 0.25) to either side.
    eye = np.array([-10.0, 0.0, 1.0])
    scene = scene_of([plate(ENDLESS, ENDLESS, x=-9.5)], Body(plate((-6, 6), HEIGHT), np.zeros(3)), eye=eye)
    radius = 0.52
    free = 20.0 * np.sqrt(radius**2 - 0.25)
    exact = 1.0 - rectangle_angle(eye, (-free, free), HEIGHT) / rectangle_angle(eye, (-6, 6), HEIGHT)
    assert 0.4 < exact < 0.7
    assert holds(look(scene, near=room(radius)), exact)


def test_the_floor_that_the_shooter_stands_on_hides_all_the_same() -> None:
    # Only what is above the floor is forgiven: a plate below it, close to the eye, hides.
    eye = np.array([-10.0, 0.0, 1.0])
    floor = Mesh.of([[-10.4, -5, -0.5], [-9.0, -5, -0.5], [-9.0, 5, -0.5], [-10.4, 5, -0.5]], [[0, 1, 2], [0, 2, 3]])
    scene = scene_of([floor], Body(plate(WIDTH, (-40.0, -14.5)), np.zeros(3)), eye=eye)
    # Seen past the plate's far rim are places above 1 - 10 * 1.5 / 1.0 = -14.
    assert look(scene, near=room(3.0)).share == pytest.approx(1.0, abs=1e-3)


def test_the_room_does_not_forgive_figures() -> None:
    eye = np.array([-10.0, 0.0, 1.0])
    scene = scene_of([], BLOCK, eye=eye)
    other = Figure("other", solid_body([-0.1, -9, -9], [0.1, 9, 9]), (-9.5, 0, 0), base_mm=0)
    found = hidden_shares(Terrain(), [other, scene.target], [SightQuery(eye, scene.target, near=room(3.0))])[0]
    assert found is not None
    assert found.share == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize("seed", range(6))
def test_seen_points_are_seen_and_on_the_body(seed: int) -> None:
    scene = random_scene(np.random.default_rng(100 + seed), bodies=(BLOCK, MANIKIN))
    found = look(scene)
    if found.share < 0.95:
        assert found.seen
    assert_seen(scene, found)


def test_seen_points_behind_wires_are_seen() -> None:
    wires = joined(*(plate((y, y + 0.004), ENDLESS, x=-2.0) for y in np.arange(-1, 1, 0.02)))
    scene = scene_of([wires], BLOCK, eye=np.array([-4.0, 0.01, 0.8]))
    found = look(scene)
    assert found.seen
    assert_seen(scene, found)


def assert_seen(scene: Scene, found: Hidden) -> None:
    if not found.seen:
        return
    ends = np.array(found.seen)
    starts = np.broadcast_to(scene.shooter.eye, ends.shape)
    far = reference.distances([scene.target.placed], starts, ends - starts)
    assert far == pytest.approx(np.ones(len(ends)), abs=1e-3)
    left_out = {scene.target.id, *scene.ignored}
    hiding = [piece.placed for piece in scene.table.terrain.pieces]
    hiding += [figure.placed for figure in scene.table.figures if figure.id not in left_out]
    assert reference.free(hiding, starts, ends, hair=0.003).all()


def test_blockers_are_named_with_kind_and_share() -> None:
    # Four strips of the plate: the upper two behind a piece, the third behind a figure, the lowest free.
    eye = np.array([-8.0, 0.0, 0.6])
    half = plate(ENDLESS, (0.6, 60.0), x=-4.0)
    scene = scene_of([half], Body(plate((-0.5, 0.5), HEIGHT), np.zeros(3)), eye=eye)
    other = Figure("other", Body(plate((-9, 9), (0.45, 0.6), x=0.0), np.zeros(3)), (-4.0, 0, 0), base_mm=0)
    view = SightQuery(eye, scene.target, scene.ignored)
    found = hidden_shares(scene.table.terrain, [*scene.table.figures, other], [view])[0]
    assert found is not None
    assert [(blocker.id, blocker.kind) for blocker in found.by] == [("piece 0", "terrain"), ("other", "figure")]
    whole = rectangle_angle(eye, (-0.5, 0.5), HEIGHT)
    upper, lower = (rectangle_angle(eye, (-0.5, 0.5), part) / whole for part in ((0.6, 1.2), (0.3, 0.6)))
    assert [blocker.share for blocker in found.by] == pytest.approx([upper, lower], abs=0.003)


@pytest.mark.parametrize(
    "piece",
    [
        lambda shape: Piece("piece", shape, insignificant=True),
        lambda shape: Piece("piece", shape, kind="door", open=True),
    ],
)
def test_what_does_not_hide(piece: Callable[[Mesh], Piece]) -> None:
    target = Figure("target", BLOCK, (0, 0, 0))
    terrain = Terrain((piece(box([-3, -9, -9], [-2, 9, 9])),))
    found = hidden_shares(terrain, [target], [SightQuery(np.array([-6.0, 0, 1]), target)])[0]
    assert found is not None
    assert (found.share, found.by) == (0.0, ())


def test_ignored_figures_and_the_target_itself_do_not_hide() -> None:
    eye = np.array([-6.0, 0.0, 0.8])
    target = Figure("target", BLOCK, (0, 0, 0))
    friend = Figure("friend", BLOCK, (-3, 0, 0))
    both, none = hidden_shares(
        Terrain(), [target, friend], [SightQuery(eye, target), SightQuery(eye, target, frozenset({"friend"}))]
    )
    assert both is not None
    assert none is not None
    assert [blocker.id for blocker in both.by] == ["friend"]
    assert (none.share, none.by) == (0.0, ())


def test_without_a_body_there_is_no_answer() -> None:
    ghost = Figure("ghost", Body(EMPTY, np.array([0, 0, 1.0])), (0, 0, 0))
    real = Figure("real", Body(ball([0, 0, 0.5], 0.4), np.array([0, 0, 0.8])), (5, 0, 0))
    eye = np.array([-6.0, 0.0, 0.8])
    first, second = hidden_shares(Terrain(), [ghost, real], [SightQuery(eye, ghost), SightQuery(eye, real)])
    assert first is None
    assert second is not None


# How the bound comes about, and when there is no need to look any closer.


def first_look(scene: Scene, precision: Precision) -> Grid:
    """The first grid, every cell of which is looked into."""
    view = SightQuery(scene.shooter.eye, scene.target, scene.ignored)
    return Grid.blank(1, precision.cells).looked(Caster(occluders(scene.table.terrain), scene.table.figures, [view]))


def plate_behind(*walls: Mesh) -> Scene:
    return scene_of(list(walls), Body(plate(WIDTH, HEIGHT), np.zeros(3)), eye=np.array([-6.0, 0.05, 0.6]))


SHUT = plate(ENDLESS, ENDLESS, x=-3.0)
HALF_SHUT = plate(ENDLESS, (-60.0, 0.6), x=-3.0)
TWO_HALVES = (HALF_SHUT, plate(ENDLESS, (0.6, 60.0), x=-3.2))


def test_the_bound_is_so_many_deviations_and_what_so_many_looks_may_miss() -> None:
    once = Precision(divisions=0)
    scene = plate_behind(HALF_SHUT)
    sums = summed(first_look(scene, once))
    slack = float(DEVIATIONS * sums.deviation[0] / sums.body[0] + UNNOTICED / sums.body[0])
    found = look(scene, precision=once)
    assert found.rays == once.cells**2
    assert (found.share - found.low, found.high - found.share) == pytest.approx((slack, slack))


@pytest.mark.parametrize(("walls", "share"), [((), 0.0), ((SHUT,), 1.0)])
def test_what_n_looks_did_not_meet_is_less_than_three_in_n(walls: tuple[Mesh, ...], share: float) -> None:
    """The whole body is looked at twice at most, so that dividing its rims any further proves no more of its inside."""
    scene = plate_behind(*walls)
    first = first_look(scene, FINE)
    inside = int((first.labels != NOTHING).sum())
    assert look(scene).rays == FINE.cells**2
    for divisions, looks in ((0, inside), (1, 4 * inside), (2, 4 * inside), (3, 4 * inside)):
        found = look(scene, precision=Precision(divisions=divisions, width=0.0))
        assert found.share == share
        assert found.high - found.low == pytest.approx(3.0 / looks, rel=0.03)


@pytest.mark.parametrize("walls", [(), (SHUT,)])
def test_a_bound_at_an_end_is_as_wide_as_what_lies_on_this_side_of_it(walls: tuple[Mesh, ...]) -> None:
    scene = plate_behind(*walls)
    wide = UNNOTICED / float((first_look(scene, FINE).labels != NOTHING).sum())
    assert look(scene, precision=Precision(width=1.1 * wide)).rays == FINE.cells**2
    assert look(scene, precision=Precision(width=0.9 * wide)).rays > FINE.cells**2


def test_a_body_that_several_things_hide_is_looked_at_again_for_their_shares() -> None:
    for walls, again in (((SHUT,), False), (TWO_HALVES, True)):
        assert (look(plate_behind(*walls)).rays > FINE.cells**2) is again
        assert look(plate_behind(*walls), precision=Precision(blockers=False)).rays == FINE.cells**2


def test_all_of_a_body_is_looked_at_once_more_and_again_if_what_hides_it_is_fine() -> None:
    """Of a plate behind one edge the second division looks at little; behind bars finer than the cells at all of it."""
    rims = np.linspace(-0.5, 0.5, 601) * 0.6
    fence = joined(*(plate((a, b), ENDLESS, x=-3.0) for a, b in zip(rims[0::2], rims[1::2], strict=False)))
    for wall, fine in ((HALF_SHUT, False), (fence, True)):
        scene = plate_behind(wall)
        inside = int((first_look(scene, FINE).labels != NOTHING).sum())
        first, second, third = (look(scene, precision=Precision(divisions=number, width=0.0)).rays for number in range(3))
        assert first == FINE.cells**2
        assert 4 * inside <= second - first <= 4 * FINE.cells**2
        assert (third - second >= 16 * inside) is fine


def test_a_body_seen_edge_on_has_no_share_and_the_others_have_theirs() -> None:
    eye = np.array([-6.0, 0.0, 0.6])
    edge_on = Figure(
        "edge-on", Body(Mesh.of([[0, 0, 0], [1, 0, 0], [1, 0, 1]], [[0, 1, 2]]), np.zeros(3)), (0, 0, 0), base_mm=0
    )
    block = Figure("block", BLOCK, (0, 5, 0))
    nothing, seen = hidden_shares(Terrain(), [edge_on, block], [SightQuery(eye, edge_on), SightQuery(eye, block)])
    assert nothing is None
    assert seen is not None
    assert seen.share == 0.0


def test_seen_points_are_away_from_all_rims_where_there_is_room() -> None:
    labels = np.full((3, 7, 7), NOTHING, dtype=np.int8)
    labels[::2, 2:5, 1:4] = SEEN
    labels[2, 3, 2] = NOTHING
    view, across, up = _free_places(labels)
    assert view.tolist() == [0] + [2] * 8, "only rims are left of the last"
    assert (across[0], up[0]) == (2.5 / 7, 3.5 / 7)
    assert {(int(x * 7), int(y * 7)) for x, y in zip(across[1:], up[1:], strict=True)} == {
        (x, y) for x in (1, 2, 3) for y in (2, 3, 4) if (x, y) != (2, 3)
    }
