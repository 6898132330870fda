"""five-parsecs, Alternative movement actions: spatial shifts."""

from collections.abc import Iterator
from itertools import cycle
from math import sqrt

import numpy as np
import pytest

from rules.errors import RulesError
from rules.hazards.random_move_odds import shift_odds, thrown
from rules.hazards.scatter_die import any_direction
from rules.movement.spatial_shift import ARRIVALS, SpatialShift, Throw, arrivals, shifted
from scene.geometry.mesh import Point
from scene.table.table import Figure, Piece
from tests.rules.course_parts import ALL, BASE, R, area, block, pit
from tests.rules.hazards.test_random_move import foe, table_with

CLOSE = 0.02
SIZE = (60.0, 60.0)
START: Point = (30.0, 30.0, 0.0)


def throws(*given: tuple[float, float]) -> Iterator[Throw]:
    return iter([Throw(degrees, inches) for degrees, inches in given])


def shift(*things: Piece | Figure, at: Point = START, rolls: tuple[tuple[float, float], ...] = ((0.0, 5.0),)) -> SpatialShift:
    return shifted(table_with(*things, at=at, size=SIZE), "me", throws(*rolls))


@pytest.mark.parametrize("inches", [2.0, 7.0, 12.0])
def test_it_comes_out_at_its_distance_whatever_stands_between(inches: float) -> None:
    found = shift(block((31.0, 31.2), 9.0, (0, 60)), rolls=((0.0, inches),))
    assert found.place == pytest.approx((30.0 + inches, 30.0, 0.0), abs=CLOSE)
    assert (found.stun, found.shock, found.fall) == (1, 0, None)


def test_inside_a_solid_it_is_shifted_again_and_receives_a_shock_marker() -> None:
    """Inside of a tower, then in a wall with the rim of its base only, then in the open."""
    tower, wall = block((34.0, 36.0), 6.0, (28, 32)), block((35.0, 35.2), 6.0, (33.0, 40.0))
    found = shift(tower, wall, rolls=((0.0, 5.0), (90.0, 3.0 + R), (180.0, 4.0)))
    assert [hop.arrival for hop in found.hops] == ["inside", "inside", "stands"]
    assert [hop.by for hop in found.hops] == ["block 0", "block 1", None]
    assert (found.stun, found.shock) == (1, 2)
    assert found.place == pytest.approx((31.0, 33.0 + R, 0.0), abs=CLOSE)


@pytest.mark.parametrize(("gap", "inside"), [(-0.05, True), (0.05, False)])
def test_its_base_has_to_be_clear_of_what_is_solid(gap: float, inside: bool) -> None:
    wall = block((35.0 + R + gap, 36.0), 6.0, (0, 60))
    found = shift(wall, rolls=((0.0, 5.0), (180.0, 3.0)))
    assert (found.hops[0].arrival == "inside") is inside


def test_whoever_is_there_is_stunned_instead_and_it_is_shifted_again() -> None:
    found = shift(foe((35.5, 30.0, 0.0)), rolls=((0.0, 5.0), (90.0, 4.0)))
    assert [(hop.arrival, hop.by) for hop in found.hops] == [("figure", "foe"), ("stands", None)]
    assert (found.stunned, found.shock) == (("foe",), 0)
    assert found.place == pytest.approx((35.0, 34.0, 0.0), abs=CLOSE)


def test_into_somebodys_place_to_begin_with_it_is_he_who_is_stunned() -> None:
    table = table_with(foe((40.0, 30.0, 0.0)), at=START, size=SIZE)
    found = shifted(table, "me", throws((0.0, 5.0)), at=(40.2, 30.0, 0.0))
    assert (found.stun, found.stunned) == (0, ("foe",))
    assert found.place == pytest.approx((45.2, 30.0, 0.0), abs=CLOSE)


def test_off_its_deck_it_keeps_its_height_and_falls() -> None:
    deck = block((25.0, 33.0), 3.0, (0, 60))
    found = shift(deck, at=(30.0, 30.0, 3.0), rolls=((0.0, 5.0),))
    assert found.hops[0].arrival == "falls"
    assert found.fall is not None
    assert found.fall.distance == pytest.approx(3.0, abs=CLOSE)
    assert found.place == pytest.approx((35.0, 30.0, 0.0), abs=CLOSE)
    stays = shift(deck, at=(30.0, 30.0, 3.0), rolls=((90.0, 5.0),))
    assert stays.place == pytest.approx((30.0, 35.0, 3.0), abs=CLOSE)


def test_a_step_up_or_down_it_stands_there() -> None:
    up = shift(block((34.0, 60.0), 0.4, (0, 60)))
    assert up.place == pytest.approx((35.0, 30.0, 0.4), abs=CLOSE)
    down = shift(block((0.0, 33.0), 0.4, (0, 60)), at=(30.0, 30.0, 0.4))
    assert down.place == pytest.approx((35.0, 30.0, 0.0), abs=CLOSE)


@pytest.mark.parametrize(("over", "stands"), [(0.30, True), (-0.30, False)])
def test_at_an_edge_a_third_of_the_base_holds_it(over: float, stands: bool) -> None:
    """The middle of the base is so far inside of the edge, or beyond it."""
    found = shift(block((25.0, 35.0 + over), 3.0, (0, 60)), at=(30.0, 30.0, 3.0))
    assert (found.hops[0].arrival == "stands") is stands


def test_the_edge_of_the_table_keeps_it() -> None:
    found = shift(at=(55.0, 30.0, 0.0), rolls=((0.0, 11.0),))
    assert found.hops[0].kept
    assert found.place == pytest.approx((60.0 - R, 30.0, 0.0), abs=CLOSE)


def test_over_impassable_ground_it_is_a_casualty() -> None:
    found = shift(area((33.0, 37.0), (28.0, 32.0), ground="impassable"))
    assert (found.hops[0].arrival, found.place) == ("impassable", None)


def test_over_a_pit_it_falls_into_it() -> None:
    found = shift(pit((33.0, 37.0), (28.0, 32.0)))
    assert found.fall is not None
    assert found.fall.ended == "pit"


def test_a_place_off_the_table_and_a_table_without_room_are_refused() -> None:
    with pytest.raises(RulesError, match="off the table"):
        shifted(table_with(size=SIZE), "me", throws((0.0, 5.0)), at=(99.0, 5.0, 0.0))
    full = table_with(block((0.0, 20.0), 9.0, ALL))
    rng = np.random.default_rng(1)
    with pytest.raises(RulesError, match="no room"):
        shifted(full, "me", (Throw(any_direction(rng), float(inches)) for inches in cycle(range(2, 13))))


# The odds


def test_odds_of_another_in_its_way() -> None:
    """Bases overlap where the places are nearer than two radii: circles that meet, for each throw."""
    apart = 6.0
    found = shift_odds(table_with(foe((30.0 + apart, 30.0, 0.0)), at=START, size=SIZE), "me", thrown(2))
    chance = 0.0
    for inches, share in thrown(2).items():
        cosine = (inches**2 + apart**2 - BASE**2) / (2 * inches * apart)
        chance += share * np.arccos(np.clip(cosine, -1.0, 1.0)) / np.pi
    assert found.figures == pytest.approx({"foe": chance}, abs=0.001)
    assert found.ends == pytest.approx({"stands": 1.0 - chance, "figure": chance}, abs=0.001)


def test_odds_of_a_wall() -> None:
    """A long wall 0.4 inches thick: each throw crosses the strip that its rim takes up."""
    table = table_with(block((33.0, 33.4), 6.0, (0.0, 60.0)), at=START, size=SIZE)
    near, far = 3.0 - R, 3.4 + R
    chance = sum(
        share * (np.arccos(min(near / inches, 1.0)) - np.arccos(min(far / inches, 1.0))) / np.pi
        for inches, share in thrown(2).items()
    )
    assert shift_odds(table, "me", thrown(2)).ends["inside"] == pytest.approx(chance, abs=0.003)


def test_many_places_at_once_are_judged_as_one_by_one_and_agree_with_the_odds() -> None:
    deck, tower = block((26.0, 34.0), 3.0, (24.0, 33.0)), block((20.0, 24.0), 8.0, (30.0, 36.0))
    lava = area((34.5, 40.0), (20.0, 26.0), ground="impassable")
    table = table_with(deck, tower, lava, foe((31.0, 26.0, 3.0)), at=(30.0, 30.0, 3.0), size=SIZE)
    rng, who = np.random.default_rng(4), table.figure("me")
    turns, inches = rng.uniform(0.0, 2.0 * np.pi, 400), rng.integers(1, 7, (400, 2)).sum(axis=1).astype(float)
    found = arrivals(table, who, turns, inches)
    for row in range(0, 400, 8):
        alone = arrivals(table, who, turns[[row]], inches[[row]])
        assert alone.kind[0] == found.kind[row]
        assert alone.place[0] == pytest.approx(found.place[row], abs=1e-6)
    odds = shift_odds(table, "me", thrown(2))
    assert sum(odds.ends.values()) == pytest.approx(1.0)
    for kind, name in enumerate(ARRIVALS):
        chance = odds.ends.get(name, 0.0)
        assert abs((found.kind == kind).mean() - chance) <= 4 * sqrt(chance * (1 - chance) / 400) + odds.sure
