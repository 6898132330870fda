"""main-rulebook: Shooting with blast weapons, Place a blast marker: the best place by a stated measure."""

from dataclasses import replace

import numpy as np
import pytest

from assets.mesh_library import LIBRARY
from assets.tables import path as bundled
from rules.errors import RulesError
from rules.hazards.blast_marker import Marker, placed
from rules.hazards.blast_odds import scatter_odds
from rules.hazards.blast_placement import SPACING, MarkerPlacement, best_placements
from scene.geometry.mesh import Point
from scene.hazards.blast_coverage import touched
from scene.table.table import Table
from scene.table_io.table_reading import load_table
from tests.rules.course_parts import block, me
from tests.rules.hazards.test_blast_marker import BASE, MIDDLE, RADIUS, foe, table_with

BETTER = 0.03
"""By how much a place between those that are looked at may be better; the documentation says so too."""


def best(
    table: Table, *targets: str, hit_roll: float = 0.5, size: float = 3.0, reach: float = 99.0
) -> tuple[MarkerPlacement, ...]:
    return best_placements(table, "thrower", size, targets=targets, reach=(0.0, reach), hit_roll=hit_roll)


def value(table: Table, at: Point, hit_roll: float, size: float = 3.0) -> float:
    """Enemies hit less friends hit, from the exact odds."""
    odds = scatter_odds(table, Marker(at, size / 2.0, "thrower"), hit_roll=hit_roll)
    return sum(odds.hit[one.id] * (1.0 if one.side == "blue" else -1.0) for one in table.figures)


def aside(found: MarkerPlacement, at: Point) -> float:
    return float(np.hypot(*np.subtract(found.marker.middle, at)[:2]))


def test_over_a_single_enemy_in_the_open() -> None:
    """A hit roll that always succeeds hits him from everywhere; one that always fails hits most often from where the sum
    of the circles' shares is largest, which a scan along a line tells, as an open table is the same all around."""
    table = table_with(foe(MIDDLE))
    sure = best(table, "foe", hit_roll=1.0)
    assert sure[0].value == pytest.approx(1.0)
    assert all(aside(one, MIDDLE) <= RADIUS + BASE for one in sure)
    along = {float(x): value(table, (24.0 + float(x), 24.0, 0.0), 0.0) for x in np.arange(0.0, RADIUS + BASE, 0.05)}
    missed = best(table, "foe", hit_roll=0.0)[0]
    assert missed.value == pytest.approx(max(along.values()), abs=0.002)
    assert missed.value == pytest.approx(value(table, missed.marker.middle, 0.0))


def test_two_enemies_are_hit_together_and_a_friend_beside_one_is_spared() -> None:
    """The friend stands where only markers from the other side pass him by."""
    one, two = foe(MIDDLE, "one"), foe((26.0, 24.0, 0.0), "two")
    both = best(table_with(one, two), "one", "two", hit_roll=1.0)[0]
    assert both.value == pytest.approx(2.0)
    friend = me((22.9, 24.0, 0.0), name="friend")
    spared = best(table_with(one, two, friend), "one", "two", hit_roll=1.0)[0]
    assert spared.value == pytest.approx(2.0)
    assert aside(spared, friend.position) > RADIUS + BASE


def test_circles_that_barely_meet_are_found() -> None:
    """Two bases that one marker touches both from a lens a hundredth of an inch wide only."""
    apart = 2.0 * (RADIUS + BASE) - 0.02
    table = table_with(foe(MIDDLE, "one"), foe((24.0 + apart * np.cos(0.3), 24.0 + apart * np.sin(0.3), 0.0), "two"))
    assert best(table, "one", "two", hit_roll=1.0)[0].value == pytest.approx(2.0)


def test_a_marker_lies_in_sight_within_range_and_above_the_target() -> None:
    """Behind the wall the model would not be seen, so one has to make do with this side of it."""
    wall = block((24.4, 24.6), 5.0, (0.0, 48.0), kind="wall")
    table = table_with(wall, foe(MIDDLE))
    for one in best(table, "foe", hit_roll=0.3):
        assert one.marker.middle[0] < 24.6
        assert touched(table.figures, np.array([one.marker.middle]), RADIUS)[0, 1]
        assert not placed(table, "thrower", one.marker.middle, 3.0).notes
    far = np.hypot(22.0, 22.0) - BASE
    reached = best(table, "foe", reach=far - 1.0)
    assert reached
    assert all(not placed(table, "thrower", one.marker.middle, 3.0, reach=(0.0, far - 1.0)).missed for one in reached)
    assert best(table, "foe", reach=far - RADIUS - BASE - 0.1) == ()


def test_on_a_deck_the_place_may_be_in_mid_air_beside_it() -> None:
    """The friend on the deck is spared only from beyond the edge."""
    deck = block((20.0, 24.6), 3.0, (20.0, 28.0), low=2.8)
    table = table_with(deck, foe((24.0, 24.0, 3.0)), me((22.9, 24.0, 3.0), name="friend"))
    found = best(table, "foe", hit_roll=1.0)[0]
    assert found.value == pytest.approx(1.0)
    assert found.marker.middle[0] > 22.9 + RADIUS + BASE - 0.01 or abs(found.marker.middle[1] - 24.0) > 1.0


def test_other_worth_leads_elsewhere() -> None:
    table = table_with(foe(MIDDLE, "one"), foe((30.0, 24.0, 0.0), "two"))
    found = best_placements(
        table, "thrower", 3.0, targets=["one", "two"], reach=None, hit_roll={"one": 0.9, "two": 0.8}, worth={"one": 1, "two": 3}
    )
    assert found[0].target == "two"


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    ["gantry-town", "sluice-warren"],
)
def test_no_random_legal_place_is_much_better(name: str) -> None:
    """Places all around the targets that are hit alike, in sight and on a floor or at their height."""
    table = load_table(bundled(name), LIBRARY)
    rng = np.random.default_rng(4)
    shooter = table.figures[0]
    foes = [one for one in table.figures if one.side != shooter.side][:3]
    # From above everybody is seen, so that sight is no part of the comparison.
    high = replace(
        table,
        figures=tuple(replace(one, position=(*one.position[:2], 40.0)) if one is shooter else one for one in table.figures),
    )
    found = best_placements(high, shooter.id, 3.0, targets=[one.id for one in foes], reach=None, hit_roll=0.5)
    better = 0.0
    for _ in range(60):
        near = foes[int(rng.integers(len(foes)))].position
        turn, far = rng.uniform(0.0, 2.0 * np.pi), (RADIUS + BASE) * np.sqrt(rng.random())
        at = (near[0] + far * np.cos(turn), near[1] + far * np.sin(turn), near[2])
        try:
            marker = placed(high, shooter.id, at, 3.0)
        except RulesError:
            continue
        if marker.notes:
            continue
        odds = scatter_odds(high, marker, hit_roll=0.5)
        worth = sum(odds.hit[one.id] * (-1.0 if one.side == shooter.side else 1.0) for one in high.figures)
        better = max(better, worth - found[0].value)
    assert better <= BETTER
    places = [np.array(one.marker.middle) for one in found]
    assert all(np.linalg.norm(a - b) >= SPACING for number, a in enumerate(places) for b in places[:number])


@pytest.mark.parametrize(("mine", "his"), [(0.0, 6.0), (6.0, 0.0)])
def test_grenades_upward_reach_as_far_as_anything_and_downward_as_far_as_they_do_on_the_level(mine: float, his: float) -> None:
    """With a range between the level distance and the whole one a grenade gets there only where it goes down."""
    decks = [block((10.0, 14.0), mine, (10.0, 14.0))] if mine else [block((20.0, 28.0), his, (8.0, 16.0))]
    table = table_with(*decks, foe((24.0, 12.0, his)))
    table = replace(table, figures=(me((12.0, 12.0, mine), name="thrower"), table.figure("foe")))
    level = 12.0 - BASE - RADIUS - BASE
    for lobbed, there in ((True, mine > his), (False, False)):
        found = best_placements(
            table, "thrower", 3.0, targets=["foe"], reach=(0.0, level + 0.5), hit_roll=1.0, lobbed=lobbed, spacing=0.25
        )
        assert bool(found) is there
        reached = (placed(table, "thrower", one.marker.middle, 3.0, reach=(0.0, level + 0.5), lobbed=lobbed) for one in found)
        assert not any(marker.missed for marker in reached)
