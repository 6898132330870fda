"""Figures that move in a random direction: closed forms, laws, a slow reference, and the odds.

main-rulebook: Scatter dice, Falling hazards; five-parsecs: Random movement.
"""

from dataclasses import replace
from math import acos, asin, cos, pi, radians, sin, sqrt, tan

import numpy as np
import pytest
import shapely

from rules.hazards.random_move import RandomMove, random_move
from rules.hazards.random_move_odds import random_move_odds, thrown
from rules.hazards.scatter_die import any_direction
from rules.systems import registry
from scene.base.errors import SceneError
from scene.geometry.mesh import Mesh, Point
from scene.table.table import Figure, Piece, Table
from tests.plain_scenes import turn
from tests.rules.course_parts import ALL, BASE, R, block, course, infinite, me, ramp, rungs, slotted

CLOSE = 0.01
CLEAR = 0.02
"""Inches: bases keep up to 0.012 from what they stop at."""
MIDDLE: Point = (10.0, 8.0, 0.0)
DECK = block((6, 20), 3.0, ALL)
ON_DECK: Point = (10.0, 8.0, 3.0)
TENTH = 0.001
"""A tenth of a percentage point."""


def foe(at: Point, name: str = "foe") -> Figure:
    return me(at, name=name, side="blue")


def table_with(*things: Piece | Figure, at: Point = MIDDLE, size: tuple[float, float] = (20.0, 16.0)) -> Table:
    pieces = [thing for thing in things if isinstance(thing, Piece)]
    figures = [thing for thing in things if isinstance(thing, Figure)]
    return replace(course("adrift", pieces, None).table, figures=(me(at), *figures), size=size)


def run(table: Table, degrees: float, inches: float, system: str = "main-rulebook") -> RandomMove:
    return random_move(table, "me", degrees, inches, rules=registry.system(system).random_moves)


@pytest.mark.parametrize("degrees", [0.0, 33.0, 90.0, 211.5, 360.0, -75.0])
def test_on_an_open_table_it_goes_all_the_way(degrees: float) -> None:
    found = run(table_with(), degrees, 4.0)
    assert found.ended == "free"
    assert found.place == pytest.approx((10 + 4 * cos(radians(degrees)), 8 + 4 * sin(radians(degrees)), 0.0), abs=CLOSE)


def test_no_inches_move_nobody() -> None:
    found = run(table_with(), 40.0, 0.0)
    assert (found.ended, found.gone.moved, found.place) == ("free", 0.0, MIDDLE)


@pytest.mark.parametrize("degrees", [0.0, 30.0, -60.0, 75.0])
def test_a_wall_stops_it_where_its_base_touches(degrees: float) -> None:
    found = run(table_with(infinite((13.0, 13.2), (-20.0, 40.0)), size=(20.0, 40.0)), degrees, 12.0)
    assert (found.ended, found.gone.stopped_by) == ("terrain", "block 0")
    assert found.gone.moved == pytest.approx((3.0 - R) / cos(radians(degrees)), abs=CLEAR / cos(radians(degrees)))


def test_the_edge_of_the_table_stops_it() -> None:
    found = run(table_with(), 180.0, 30.0)
    assert found.ended == "table"
    assert found.place == pytest.approx((R, 8.0, 0.0), abs=CLOSE)


@pytest.mark.parametrize("system", ["main-rulebook", "five-parsecs"])
def test_an_enemy_stops_it_in_base_contact(system: str) -> None:
    """The other one is 3 inches ahead and 0.6 aside."""
    found = run(table_with(foe((13.0, 8.6, 0.0))), 0.0, 8.0, system)
    assert (found.ended, found.gone.stopped_by) == ("figure", "foe")
    # Enemies are not even grazed in five-parsecs.
    assert found.gone.moved == pytest.approx(3.0 - sqrt(BASE**2 - 0.6**2), abs=0.03)


def test_main_rulebook_it_is_then_moved_an_inch_away_from_the_enemy() -> None:
    found = run(table_with(foe((13.0, 8.0, 0.0))), 0.0, 8.0)
    assert found.place == pytest.approx((13.0 - BASE - 1.0, 8.0, 0.0), abs=CLOSE)
    assert any('1" rule' in one.source for one in found.because)


@pytest.mark.parametrize(("degrees", "gone"), [(0.0, 0.0), (60.0, 0.0), (120.0, 3.0), (180.0, 3.0)])
def test_out_of_base_contact_it_gets_but_not_on_into_it(degrees: float, gone: float) -> None:
    found = run(table_with(foe((10.0 + BASE, 8.0, 0.0))), degrees, 3.0)
    assert found.gone.moved == pytest.approx(gone, abs=CLOSE)
    assert (found.ended == "figure") is (gone == 0.0)


@pytest.mark.parametrize("aslant", [0.0, 50.0, 75.0])
def test_falling_hazards_its_base_touches_the_edge_of_a_deck(aslant: float) -> None:
    found = run(table_with(DECK, at=(7.0, 8.0, 3.0)), 180.0 - aslant, 6.0)
    assert (found.ended, found.falls) == ("edge", False)
    assert found.gone.moved == pytest.approx((1.0 - R) / cos(radians(aslant)), abs=CLOSE)
    assert found.gone.check is not None
    assert (found.gone.check.characteristic, found.gone.check.modifier) == ("initiative", 0)
    assert found.place == pytest.approx((6.0 + R, 8.0 + (1.0 - R) * tan(radians(aslant)), 3.0), abs=CLOSE)
    assert found.fall is not None
    assert (found.fall.distance, found.fall.lies[2]) == pytest.approx((3.0, 0.0), abs=CLOSE)
    assert found.fall.lies[0] == pytest.approx(6.0 - R, abs=0.03)


def test_falling_hazards_behind_a_rail_it_has_one_more() -> None:
    rail = block((6.0, 6.05), 3.6, ALL, low=3.0)
    found = run(table_with(DECK, rail, at=(7.0, 8.0, 3.0)), 180.0, 6.0)
    assert (found.ended, found.gone.stopped_by) == ("edge", "block 1")
    assert found.gone.check is not None
    assert found.gone.check.modifier == 1


def test_falling_hazards_a_rail_before_a_gap_is_no_obstacle_to_be_crossed() -> None:
    """Two decks with 1.6 inches between them, and rails on both sides of that: it does not run over."""
    decks = block((0, 8.0), 3.0, ALL), block((9.6, 20), 3.0, ALL)
    rails = block((7.95, 8.0), 4.0, ALL, low=3.0), block((9.6, 9.65), 4.0, ALL, low=3.0)
    found = run(table_with(*decks, *rails, at=(11.0, 8.0, 3.0)), 180.0, 8.0)
    assert found.ended == "edge"
    assert found.gone.reached == pytest.approx((9.65 + R, 8.0, 3.0), abs=CLEAR)


def test_over_slots_it_runs_on() -> None:
    floor = slotted((2.0, 18.0), 3.0, bar=0.2, slot=0.3)
    found = run(table_with(floor, at=(6.0, 8.0, 3.0)), 20.0, 6.0)
    assert found.ended == "free"
    assert found.gone.moved == pytest.approx(6.0, abs=CLOSE)


def test_from_a_slope_it_runs_down_and_on() -> None:
    found = run(table_with(ramp((8.0, 12.0), 1.0), at=(10.0, 8.0, 0.5)), 180.0, 5.0)
    assert found.ended == "free"
    assert found.place == pytest.approx((5.0, 8.0, 0.0), abs=0.1)


def test_whoever_hangs_on_a_ladder_is_refused_in_one_line() -> None:
    tower, ladder = block((12, 16), 5.0, (6, 10), infinite_height=False), rungs(12.0, 8.0, 5.0)
    with pytest.raises(SceneError, match="on no ground"):
        run(table_with(tower, ladder, at=(11.5, 8.0, 2.5)), 0.0, 3.0)


def test_five_parsecs_what_is_run_into_stuns_and_whoever_is_moves_an_inch_on() -> None:
    found = run(table_with(foe((13.0, 8.0, 0.0))), 0.0, 8.0, "five-parsecs")
    assert found.stunned == ("me", "foe")
    assert found.pushed is not None
    assert found.pushed[0] == "foe"
    assert found.pushed[1] == pytest.approx((14.0, 8.0, 0.0), abs=CLOSE)
    wall = run(table_with(foe((13.0, 8.0, 0.0)), infinite((13.5 + R, 14.0), ALL)), 0.0, 8.0, "five-parsecs")
    assert wall.pushed is not None
    assert wall.pushed[1][0] == pytest.approx(13.5, abs=CLEAR)


def test_five_parsecs_a_barricade_is_a_terrain_feature_that_stuns() -> None:
    """By the main rulebook it is crossed."""
    fence = block((12.0, 12.3), 1.0, ALL, kind="obstacle")
    found = run(table_with(fence), 0.0, 6.0, "five-parsecs")
    assert (found.ended, found.gone.stopped_by, found.stunned) == ("terrain", "block 0", ("me",))
    assert found.gone.reached[0] == pytest.approx(12.0 - R, abs=CLEAR)
    assert run(table_with(fence), 0.0, 6.0).place == pytest.approx((16.0, 8.0, 0.0), abs=CLOSE)


def test_five_parsecs_no_edge_stops_it_and_it_falls() -> None:
    found = run(table_with(DECK, at=ON_DECK), 180.0, 6.0, "five-parsecs")
    assert (found.ended, found.falls, found.stunned) == ("edge", True, ())
    assert found.fall is not None
    assert found.fall.distance == pytest.approx(3.0, abs=CLOSE)
    assert found.place == pytest.approx((6.0 - R, 8.0, 0.0), abs=0.05)


def test_five_parsecs_a_rail_is_a_terrain_feature() -> None:
    rail = block((6.0, 6.05), 4.0, ALL, low=3.0)
    found = run(table_with(DECK, rail, at=ON_DECK), 180.0, 6.0, "five-parsecs")
    assert (found.ended, found.fall, found.stunned) == ("terrain", None, ("me",))


@pytest.mark.parametrize("degrees", [25.0, 147.0])
@pytest.mark.parametrize("by", [30.0, 90.0, 200.0])
def test_turning_and_moving_the_whole_table_changes_nothing(degrees: float, by: float) -> None:
    """A wall, a deck with its edge and an enemy; on a table so large that nobody gets to its edge."""
    rng = np.random.default_rng(3)
    matrix, shift = turn(by), np.array([31.0, 28.0])
    pieces = [block((3, 4), 5.0, (-6, 6)), block((-9, 1.5), 2.0, (-6, 1.5)), block((-3, 3), 1.2, (4.5, 5.0))]

    def turned(piece: Piece) -> Piece:
        corners = piece.shape.vertices.copy()
        corners[:, :2] = corners[:, :2] @ matrix.T + shift
        return replace(piece, shape=Mesh.of(corners, piece.shape.faces))

    def at(x: float, y: float, z: float = 0.0) -> Point:
        a, b = matrix @ (x, y) + shift
        return float(a), float(b), z

    plain = table_with(*(replace(one, shape=_shifted(one.shape)) for one in pieces), foe((26.0, 35.0, 0.0)), size=(60.0, 60.0))
    whole = table_with(*(turned(one) for one in pieces), foe(at(-4.0, 5.0)), size=(60.0, 60.0))
    for _ in range(6):
        x, y = rng.uniform((-2.5, 2.2), (2.0, 3.6)).tolist()
        one = run(plain.with_figure(me((x + 30.0, y + 30.0, 0.0))), degrees, 6.0)
        other = run(whole.with_figure(me(at(x, y))), degrees + by, 6.0)
        assert (one.ended, one.gone.stopped_by) == (other.ended, other.gone.stopped_by)
        assert one.gone.moved == pytest.approx(other.gone.moved, abs=CLEAR)


def _shifted(shape: Mesh) -> Mesh:
    return Mesh.of(shape.vertices + np.array([30.0, 30.0, 0.0]), shape.faces)


STEPS = 0.002


def slowly(table: Table, boxes: list[shapely.Geometry], degrees: float, inches: float, wide: float = 0.0) -> tuple[float, str]:
    """How far a disc gets in small steps among endless boxes and the discs of others, all so much wider; what stops it."""
    solid, (x, y, _) = shapely.union_all(boxes).buffer(wide), table.figure("me").position
    others = [shapely.Point(one.position[:2]).buffer(one.base_radius + wide, 64) for one in table.figures if one.id != "me"]
    far = np.append(np.arange(0.0, inches, STEPS), inches)
    middles = shapely.points(x + far * cos(radians(degrees)), y + far * sin(radians(degrees)))
    border = shapely.boundary(shapely.box(0.0, 0.0, *table.size))
    met = {
        "terrain": shapely.distance(middles, solid) < R,
        "figure": shapely.distance(middles, shapely.union_all(others)) < R,
        "table": shapely.distance(middles, border) < R,
    }
    first = {name: int(hit.argmax()) if hit.any() else len(far) for name, hit in met.items()}
    name = min(first, key=first.__getitem__)
    return (inches, "free") if first[name] == len(far) else (float(far[first[name]]), name)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 4))])
def test_it_agrees_with_small_steps_among_boxes(seed: int) -> None:
    rng = np.random.default_rng(seed)
    low = rng.uniform((0.0, 0.0), (17.0, 13.0), (5, 2))
    high = low + rng.uniform(0.3, 3.0, (5, 2))
    boxes = [shapely.box(*a, *b) for a, b in zip(low.tolist(), high.tolist(), strict=True)]
    pieces = [infinite((a[0], b[0]), (a[1], b[1])) for a, b in zip(low.tolist(), high.tolist(), strict=True)]
    foes = [foe((*rng.uniform((1, 1), (19, 15)).tolist(), 0.0), name=f"foe {n}") for n in range(3)]
    room = shapely.union_all([*boxes, *(shapely.Point(one.position[:2]).buffer(R) for one in foes)])
    places = rng.uniform((0.8, 0.8), (19.2, 15.2), (200, 2))
    starts = [place for place in places if room.distance(shapely.Point(place)) > R + 0.1]
    for x, y in np.array(starts[:12]).tolist():
        degrees, inches = float(rng.uniform(0, 360)), float(rng.integers(2, 13))
        table = table_with(*pieces, *foes, at=(x, y, 0.0))
        found = run(table, degrees, inches, "five-parsecs")
        far, ended = slowly(table, boxes, degrees, inches)
        # Whoever grazes something stops earlier or later by what the base keeps from it.
        near = [slowly(table, boxes, degrees, inches, wide)[0] for wide in (-0.03, 0.03)]
        assert min(near) - 0.05 <= found.gone.moved <= max(near) + 0.05
        if max(near) - min(near) < 0.1:
            assert found.ended == ended, (seed, x, y, degrees, far)


# The odds


def test_dice_add_up() -> None:
    assert thrown(1) == pytest.approx(dict.fromkeys(range(1, 7), 1 / 6))
    assert thrown(2)[7] == pytest.approx(1 / 6)
    assert sum(thrown(3).values()) == pytest.approx(1.0)


def test_odds_of_a_wall_at_a_known_distance() -> None:
    """It is stopped in the directions whose cosine is at least (3 - r) / inches, for each throw."""
    table = table_with(infinite((33.0, 33.2), (0.0, 60.0)), at=(30.0, 30.0, 0.0), size=(60.0, 60.0))
    chance = sum(share * acos(min((3.0 - R) / inches, 1.0)) / pi for inches, share in thrown(2).items())
    found = random_move_odds(table, "me", thrown(2), rules=registry.system("main-rulebook").random_moves)
    assert found.ends["terrain"] == pytest.approx(chance, abs=TENTH)
    assert found.ends["free"] == pytest.approx(1.0 - chance, abs=TENTH)
    assert found.sure < TENTH


@pytest.mark.parametrize("apart", [1.5, 4.0, 9.0])
def test_odds_of_an_enemy_at_a_known_distance(apart: float) -> None:
    """Whoever goes far enough in a direction in which the bases meet is stopped; in the others it is not."""
    chance = 0.0
    for inches, share in thrown(2).items():
        if inches**2 >= apart**2 - BASE**2:
            chance += share * asin(BASE / apart) / pi
        elif inches > apart - BASE:
            chance += share * acos((inches**2 + apart**2 - BASE**2) / (2 * inches * apart)) / pi
    table = table_with(foe((30.0 + apart, 30.0, 0.0)), at=(30.0, 30.0, 0.0), size=(60.0, 60.0))
    found = random_move_odds(table, "me", thrown(2), rules=registry.system("main-rulebook").random_moves)
    assert found.figures == pytest.approx({"foe": chance}, abs=TENTH)
    assert found.ends["figure"] == pytest.approx(chance, abs=TENTH)


def test_odds_of_the_edge_of_a_deck() -> None:
    deck = block((28.0, 60.0), 3.0, (0.0, 60.0))
    chance = sum(share * acos(min((2.0 - R) / inches, 1.0)) / pi for inches, share in thrown(1).items())
    found = random_move_odds(
        table_with(deck, at=(30.0, 30.0, 3.0), size=(60.0, 60.0)),
        "me",
        thrown(1),
        rules=registry.system("main-rulebook").random_moves,
    )
    assert found.ends == pytest.approx({"edge": chance, "free": 1.0 - chance}, abs=TENTH)


@pytest.mark.long
@pytest.mark.parametrize("system", ["main-rulebook", "five-parsecs"])
def test_seeded_runs_agree_with_the_odds(system: str) -> None:
    """Among a wall, a barricade, a block and enemies, within four standard errors of 400 runs."""
    walls = infinite((13.0, 13.3), (7.0, 11.0)), block((9, 12), 1.0, (4, 4.3)), block((3, 5), 4.0, (4, 7))
    table = table_with(*walls, foe((11.5, 11.5, 0.0)), foe((16.0, 6.0, 0.0), "other"), at=(10.5, 8.0, 0.0))
    odds, rng = random_move_odds(table, "me", thrown(2), rules=registry.system(system).random_moves), np.random.default_rng(5)
    ends: list[str] = [run(table, any_direction(rng), float(rng.integers(1, 7, 2).sum()), system).ended for _ in range(400)]
    assert sum(odds.ends.values()) == pytest.approx(1.0)
    for end, chance in odds.ends.items():
        assert abs(ends.count(end) / 400 - chance) <= 4 * sqrt(chance * (1 - chance) / 400) + odds.sure
    assert set(ends) <= set(odds.ends)
    assert np.hypot(*(odds.cloud[:, :2] - (10.5, 8.0)).T).max() <= 12.0 + CLOSE
