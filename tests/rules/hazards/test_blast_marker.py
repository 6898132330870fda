"""main-rulebook: Shooting with blast weapons; Scatter dice: where markers end, whom they hit, and the odds of both."""

from dataclasses import replace
from math import acos, hypot, pi, sqrt

import numpy as np
import pytest

from rules.errors import RulesError
from rules.hazards.blast_marker import Marker, Rolls, placed, resolved, rolled, scattered
from rules.hazards.blast_odds import DIRECTIONS, MORE, SURE, scatter_odds
from scene.geometry.mesh import Mesh, Point
from scene.hazards.scatter_slide import BEFORE
from scene.table.table import Figure, Piece, Table
from tests.rules.course_parts import block, course, me

MIDDLE: Point = (24.0, 24.0, 0.0)
RADIUS = 1.5
BASE = me().base_radius
MISFIRE, DUD = 1 / 18 / 6, 5 / 18 / 6
TENTH = 0.001
"""A tenth of a percentage point."""


def table_with(*things: Piece | Figure, size: float = 48.0) -> Table:
    """The shooter stands far off in a corner."""
    pieces = [thing for thing in things if isinstance(thing, Piece)]
    figures = [thing for thing in things if isinstance(thing, Figure)]
    whole = course("blast", pieces, None).table
    return replace(whole, size=(size, size), figures=(me((2.0, 2.0, 0.0), name="thrower"), *figures))


def foe(at: Point, name: str = "foe") -> Figure:
    return me(at, name=name, side="blue")


def marker(at: Point = MIDDLE, size: float = 3.0) -> Marker:
    return Marker(at, size / 2.0, "thrower")


def throws() -> list[tuple[int, float]]:
    """Each D6 with its chance to scatter at all: with a 1 the hit symbol is a misfire or a dud."""
    return [(inches, (2 / 3 if inches == 1 else 1.0) / 6) for inches in range(1, 7)]


def within(share: float) -> float:
    """The part of the circle whose cosine is at least a share."""
    return acos(max(-1.0, min(1.0, share))) / pi


@pytest.mark.parametrize("apart", [0.0, 0.7, 1.5, 2.0, 3.3, 4.6, 7.9])
@pytest.mark.parametrize("size", [3.0, 5.0])
def test_scatter_on_an_open_table_hits_as_often_as_circles_meet(apart: float, size: float) -> None:
    """A marker moved by d touches a base at distance D if D² + d² - 2 D d cos is at most the square of its reach."""
    reach = size / 2.0 + BASE
    chance = 0.0
    for inches, weight in throws():
        if apart == 0.0:
            chance += weight * (inches <= reach)
        else:
            chance += weight * within((inches**2 + apart**2 - reach**2) / (2 * inches * apart))
    found = scatter_odds(table_with(foe((24.0 + apart, 24.0, 0.0))), marker(size=size))
    assert found.hit["foe"] == pytest.approx(chance, abs=TENTH)
    assert found.sure < TENTH
    assert sum(found.ends.values()) == pytest.approx(1.0)
    assert (found.ends["misfire"], found.ends["dud"]) == pytest.approx((MISFIRE, DUD))
    assert found.hit["thrower"] == pytest.approx(MISFIRE)


def test_scatter_stops_at_a_wall_at_a_known_distance() -> None:
    """Everything that would go farther than 2.5 inches to the east lies there, a hair before the wall."""
    wall = block((26.5, 26.8), 4.0, (0.0, 48.0), kind="wall")
    turns = np.radians(np.arange(2.5, 360.0, 5.0))
    for inches in (1.0, 3.0, 6.0):
        found = scattered(table_with(wall), marker(), turns, np.full(len(turns), inches))
        stopped = inches * np.cos(turns) > 2.5
        assert (found.stopped >= 0).tolist() == stopped.tolist()
        assert found.middle[stopped, 0] == pytest.approx(26.5, abs=BEFORE)
        free = found.middle[~stopped] - MIDDLE
        assert np.hypot(*free[:, :2].T) == pytest.approx(inches)


def test_whoever_stands_behind_a_wall_is_shielded_and_whoever_stands_before_it_is_not() -> None:
    wall = block((26.5, 26.8), 4.0, (0.0, 48.0), kind="wall")
    before, behind = foe((26.5 - BASE - 0.01, 24.0, 0.0), "before"), foe((26.8 + BASE + 0.01, 24.0, 0.0), "behind")
    odds = scatter_odds(table_with(wall, before, behind), marker())
    assert odds.hit["behind"] == 0.0
    assert odds.hit["before"] > 0.2
    # With the wall a hit on either is a hit on both where it is away.
    assert scatter_odds(table_with(before, behind), marker()).hit["behind"] > 0.1
    found = resolved(table_with(wall, before, behind), marker((26.0, 24.0, 0.0)))
    assert (found.hits, found.shielded) == (("before",), ("behind",))


@pytest.mark.parametrize(("height", "stops"), [(2.0 - 0.1, False), (2.0 + 0.1, True)])
def test_scatter_stops_at_what_is_taller_than_two_inches_and_goes_over_the_rest(height: float, *, stops: bool) -> None:
    crate = block((26.0, 28.0), height, (22.0, 26.0))
    found = scattered(table_with(crate), marker(), np.zeros(3), np.array([1.0, 3.0, 6.0]))
    assert (found.stopped >= 0).tolist() == [False, stops, stops]
    if not stops:
        # It lies on top of what it ends over, and on the floor beyond.
        assert found.middle[:, 2] == pytest.approx([0.0, height, 0.0], abs=1e-3)
        assert found.middle[:, 0] == pytest.approx([25.0, 27.0, 30.0])


def test_scatter_passes_below_a_deck_and_through_a_door() -> None:
    deck = block((25.0, 27.0), 3.2, (22.0, 26.0), low=1.5)
    jambs = [block((25.0, 25.2), 4.0, y, kind="wall") for y in ((0.0, 23.5), (24.5, 48.0))]
    for pieces in ([deck], jambs):
        found = scattered(table_with(*pieces), marker(), np.zeros(1), np.full(1, 6.0))
        assert found.middle[0] == pytest.approx((30.0, 24.0, 0.0))


def test_impassable_terrain_stops_scatter_however_low_it_is() -> None:
    low = block((26.0, 28.0), 0.5, (22.0, 26.0), ground="impassable")
    flat = block((26.0, 28.0), 0.02, (22.0, 26.0), kind="area", ground="impassable")
    for piece in (low, flat):
        found = scattered(table_with(piece), marker(), np.zeros(1), np.full(1, 6.0))
        assert found.middle[0, 0] == pytest.approx(26.0, abs=BEFORE + 1e-6)
        assert found.stopped[0] >= 0


def test_over_the_edge_of_a_deck_a_marker_dissipates_as_often_as_circles_leave_the_square() -> None:
    """Of a deck of 8 x 8 inches 5 inches leave over four sides, 6 inches always do: the corners are 5.66 away."""
    deck = block((20.0, 28.0), 3.0, (20.0, 28.0))
    on_top: Point = (24.0, 24.0, 3.0)
    found = scatter_odds(table_with(deck, foe((24.0, 24.0, 0.0))), marker(on_top))
    assert found.ends["mid-air"] == pytest.approx((8 * acos(4 / 5) / (2 * pi) + 1) / 6, abs=TENTH)
    one = resolved(table_with(deck), marker(on_top), Rolls(0.0, 6, symbol=False))
    assert (one.ended, one.hits) == ("mid-air", ())
    assert one.middle == pytest.approx((30.0, 24.0, 3.0))
    # Where another system lets it go off there, whoever is near is hit.
    near = table_with(deck, block((31.0, 34.0), 3.0, (22.0, 26.0)), foe((31.5, 24.0, 3.0)))
    goes_off = replace(marker(on_top), goes_off=True)
    assert resolved(near, goes_off, Rolls(0.0, 6, symbol=False)).hits == ("foe",)
    assert resolved(near, marker(on_top), Rolls(0.0, 6, symbol=False)).hits == ()


def test_of_two_decks_above_one_another_only_that_of_the_marker_is_hit() -> None:
    decks = [block((20.0, 28.0), top, (20.0, 28.0), low=top - 0.2) for top in (3.0, 6.0)]
    both = table_with(*decks, foe((24.0, 24.0, 3.0), "low"), foe((24.0, 24.0, 6.0), "high"), foe((24.0, 24.0, 0.0), "floor"))
    assert resolved(both, marker((24.5, 24.0, 3.0), 5.0)).hits == ("low",)
    assert resolved(both, marker((24.5, 24.0, 6.0), 5.0)).hits == ("high",)
    odds = scatter_odds(both, marker((24.0, 24.0, 3.0)))
    assert odds.hit["low"] > 0.1
    assert odds.hit["high"] == odds.hit["floor"] == 0.0


def test_a_slotted_floor_holds_a_marker() -> None:
    bars = [block((20.0 + 0.3 * number, 20.11 + 0.3 * number), 3.0, (20.0, 28.0), low=2.8) for number in range(27)]
    turns = np.linspace(0.0, 2 * pi, 50)
    found = scattered(table_with(*bars), marker((24.0, 24.0, 3.0)), turns, np.full(50, 3.0))
    assert (found.ended == 0).all()
    assert found.middle[:, 2] == pytest.approx(3.0, abs=1e-3)


def test_leaving_the_table_does_no_harm() -> None:
    near_edge = marker((46.0, 24.0, 0.0))
    odds = scatter_odds(table_with(), near_edge)
    chance = sum(weight * within(2.0 / inches) for inches, weight in throws() if inches > 2)
    assert odds.ends["off-table"] == pytest.approx(chance, abs=TENTH)
    one = resolved(table_with(foe((47.0, 24.0, 0.0))), near_edge, Rolls(0.0, 4, symbol=False))
    assert (one.ended, one.hits) == ("off-table", ())


def test_misfire_and_dud() -> None:
    thrower = table_with(foe((24.0, 24.0, 0.0)))
    dud = resolved(thrower, marker(), Rolls(0.0, 1, symbol=True, second=4))
    assert (dud.ended, dud.hits) == ("dud", ())
    bang = resolved(thrower, marker(), Rolls(0.0, 1, symbol=True, second=1))
    assert (bang.ended, bang.hits, bang.middle) == ("misfire", ("thrower",), (2.0, 2.0, 0.0))
    # An arrow with a 1, or a symbol with more, scatters.
    for rolls in (Rolls(0.0, 1, symbol=False), Rolls(0.0, 2, symbol=True)):
        assert resolved(thrower, marker(), rolls).ended == "scattered"


def test_check_the_range_pulls_the_marker_back_and_it_misses() -> None:
    found = placed(table_with(), "thrower", (22.0, 2.0, 0.0), 3.0, reach=(4.0, 12.0))
    assert found.missed
    assert found.middle == pytest.approx((2.0 + BASE + 12.0, 2.0, 0.0), abs=1e-6)
    assert any("pulled back" in note.text for note in found.notes)
    assert not placed(table_with(), "thrower", (14.0, 2.0, 0.0), 3.0, reach=(4.0, 12.0)).missed


def test_determine_hit_fighters_counts_bases_touched_in_part_and_heights() -> None:
    rim = RADIUS + BASE
    for apart, hit in ((rim - 0.001, True), (rim + 0.001, False)):
        assert bool(resolved(table_with(foe((24.0 + apart, 24.0, 0.0))), marker()).hits) is hit
    # From a crate's top it is measured aslant.
    step, height = 1.2, 0.9
    crate = block((24.0 + step, 28.0), height, (22.0, 26.0))
    aside = sqrt(RADIUS**2 - height**2)
    for apart, hit in ((aside - 0.01, True), (aside + 0.01, False)):
        up = foe((24.0 + max(apart + BASE, step + BASE), 24.0, height))
        expected = hypot(max(apart, step), height) <= RADIUS
        assert bool(resolved(table_with(crate, up), marker()).hits) is expected
        assert hit or not expected


def test_nothing_hides_a_fighter_from_a_marker_over_his_own_base() -> None:
    """He stands on a ridge, with the middle of his base a little inside of it; from the rim of the base he is still beneath."""
    ridge, on = block((23.9, 24.1), 1.1, (20.0, 28.0)), foe((24.0, 24.0, 1.0), "on")
    for aside in (0.0, BASE - 0.001):
        assert resolved(table_with(ridge, on), marker((24.0, 24.0 + aside, 1.0))).hits == ("on",)
    assert resolved(table_with(ridge, on), marker((24.0, 24.0 + BASE + 0.01, 1.0))).shielded == ("on",)


def test_all_who_are_in_one_close_combat_are_hit() -> None:
    one, other = foe((24.0 + RADIUS + BASE - 0.05, 24.0, 0.0), "one"), None
    other = replace(me((one.position[0] + 2 * BASE, 24.0, 0.0), name="other"), side="red")
    assert resolved(table_with(one, other), marker()).hits == ("one", "other")
    apart = replace(other, position=(one.position[0] + 2 * BASE + 0.5, 24.0, 0.0))
    assert resolved(table_with(one, apart), marker()).hits == ("one",)


@pytest.mark.parametrize(
    ("at", "size", "why"),
    [
        ((24.0, 24.0, -1.0), 3.0, "under the floor"),
        ((50.0, 24.0, 0.0), 3.0, "off the table"),
        ((27.0, 24.0, 0.5), 3.0, "inside"),
        ((24.0, 24.0, 0.0), 0.0, "inches across"),
        ((24.0, 24.0, 900.0), 3.0, "higher than anything"),
    ],
)
def test_markers_that_cannot_be_there_are_refused_in_a_line(at: Point, size: float, why: str) -> None:
    with pytest.raises(RulesError, match=why) as told:
        placed(table_with(block((26.0, 28.0), 1.0, (22.0, 26.0))), "thrower", at, size)
    assert len(told.value.faults) == 1


def test_seeded_scatters_agree_with_the_odds() -> None:
    """Among crates, a wall, a deck, at the edge of the table: within four standard errors."""
    rng = np.random.default_rng(11)
    for _ in range(6):
        pieces = [block((20.0, 26.0), 3.0, (20.0, 30.0), low=2.8), block((27.0, 27.3), 4.0, (18.0, 26.0), kind="wall")]
        for _ in range(4):
            x, y, wide, deep = *rng.uniform(19.0, 28.0, 2), *rng.uniform(0.3, 2.0, 2)
            pieces.append(block((x, x + wide), rng.uniform(0.4, 2.6), (y, y + deep)))
        others = [foe((*rng.uniform(20.0, 28.0, 2), 0.0), f"f{number}") for number in range(4)]
        whole = table_with(*pieces, *others, size=32.0)
        start = marker((float(rng.uniform(21.0, 25.0)), float(rng.uniform(21.0, 25.0)), 3.0 * float(rng.integers(2))), 5.0)
        odds, count = scatter_odds(whole, start), 20_000
        inches = rng.integers(1, 7, count).astype(np.float64)
        some = scattered(whole, start, rng.uniform(0.0, 2 * pi, count), inches)
        weight = np.where(inches == 1.0, 2 / 3, 1.0)
        for number, figure in enumerate(others, start=1):
            chance = odds.hit[figure.id]
            spread = sqrt(max(chance * (1 - chance), 1 / count) / count)
            assert abs((some.hits[:, number] * weight).mean() - chance) < 4 * spread
        mid_air = odds.ends.get("mid-air", 0.0)
        assert abs(((some.ended == 2) * weight).mean() - mid_air) < 4 * sqrt(max(mid_air * (1 - mid_air), 1 / count) / count)


def test_the_dice_of_a_scatter_are_fair() -> None:
    rng = np.random.default_rng(5)
    some = [rolled(rng) for _ in range(6000)]
    assert np.bincount([one.inches for one in some], minlength=7)[1:] == pytest.approx(1000, abs=120)
    assert sum(one.symbol for one in some) == pytest.approx(2000, abs=150)
    assert np.histogram([one.degrees for one in some], bins=6, range=(0, 360))[0] == pytest.approx(1000, abs=120)
    assert all((one.second is not None) == (one.symbol and one.inches == 1) for one in some)


def test_grenades_upward_count_all_of_the_distance_and_downward_the_level_part() -> None:
    """From a base at (2, 2) to a place 10 inches off on a deck 6 inches above the top of the base, and the other way round."""
    deck, level = block((8.0, 14.0), 6.0, (0.0, 6.0)), 10.0 - BASE
    up = table_with(deck)
    at = (12.0, 2.0, 6.0)
    away = hypot(level, 6.0 - up.figure("thrower").base_height)
    for lobbed in (True, False):
        assert not placed(up, "thrower", at, 3.0, reach=(4.0, away + 0.01), lobbed=lobbed).missed
        short = placed(up, "thrower", at, 3.0, reach=(4.0, away - 0.01), lobbed=lobbed)
        assert short.missed
        # On the level way back it is within range where the slope is as long as the range.
        aside = sqrt((away - 0.01) ** 2 - (6.0 - up.figure("thrower").base_height) ** 2)
        assert short.middle == pytest.approx((2.0 + BASE + aside, 2.0, 6.0), abs=1e-6)
    down = replace(table_with(deck), figures=(me((12.0, 2.0, 6.0), name="thrower"),))
    for reach, lobbed, missed in ((level + 0.01, True, False), (level - 0.01, True, True), (level + 0.01, False, True)):
        assert placed(down, "thrower", (2.0, 2.0, 0.0), 3.0, reach=(4.0, reach), lobbed=lobbed).missed is missed


def test_scatter_stops_at_a_sheet_without_thickness() -> None:
    sheet = Piece("sheet", Mesh.of([[26, 20, 0], [26, 28, 0], [26, 28, 3], [26, 20, 3]], [[0, 1, 2], [0, 2, 3]]))
    found = scattered(table_with(sheet), marker(), np.zeros(1), np.full(1, 6.0))
    assert found.stopped[0] >= 0
    assert found.middle[0, 0] == pytest.approx(26.0, abs=BEFORE + 1e-6)


def test_scatter_stops_at_what_stands_farther_back_on_what_is_gone_over_also_behind_a_beam() -> None:
    """A step an inch high, what stands on it 1.5" farther, and between them a beam a hair more than 2" above the floor."""
    step, upper = block((26.0, 29.0), 1.0, (22.0, 26.0)), block((27.5, 29.0), 3.0, (22.0, 26.0), low=1.0)
    beam = block((26.4, 26.6), 2.3, (22.0, 26.0), low=2.02)
    found = scattered(table_with(step, upper, beam), marker(), np.zeros(1), np.full(1, 5.0))
    assert found.stopped[0] >= 0
    assert found.middle[0, 0] == pytest.approx(27.5, abs=2 * BEFORE)


def test_ground_that_is_not_impassable_stops_no_scatter() -> None:
    plate = block((26.0, 28.0), 0.02, (22.0, 26.0))
    for flat in (replace(plate, kind="area", ground="difficult"), replace(plate, kind="area"), replace(plate, kind="pit")):
        found = scattered(table_with(flat), marker(), np.zeros(1), np.full(1, 6.0))
        assert found.middle[0] == pytest.approx((30.0, 24.0, 0.0))


@pytest.mark.parametrize(("width", "held"), [(0.2, True), (0.45, True), (0.6, False), (1.5, False)])
def test_a_slot_of_half_an_inch_holds_a_marker_and_a_wider_gap_does_not(width: float, held: bool) -> None:
    sides = ((20.0, 26.0 - width / 2), (26.0 + width / 2, 32.0))
    decks = [block(side, 4.0, (20.0, 28.0), low=3.8) for side in sides]
    found = scattered(table_with(*decks), marker((24.0, 24.0, 4.0)), np.zeros(1), np.full(1, 2.0))
    assert bool(found.ended[0] == 0) is held
    assert found.middle[0] == pytest.approx((26.0, 24.0, 4.0), abs=1e-3)


@pytest.mark.parametrize(("start", "turn"), [(0.5, 180.0), (47.5, 0.0)])
def test_up_to_the_very_edge_of_the_table_a_marker_stays_on_it(start: float, turn: float) -> None:
    for at in ((start, 24.0, 0.0), (24.0, start, 0.0)):
        way = np.radians([turn if at[0] == start else turn + 90.0])
        for inches, ended in ((0.45, 0), (0.55, 1)):
            assert scattered(table_with(), marker(at), way, np.full(1, inches)).ended[0] == ended


@pytest.mark.parametrize("turn", [0.0, 0.3, 1.234, 4.0])
def test_scatter_hits_as_often_as_circles_meet_whatever_the_direction_he_stands_in(turn: float) -> None:
    """As exactly as is said, where no looked-into direction is the middle of those that hit."""
    apart, reach = 4.6, RADIUS + BASE
    chance = sum(weight * within((inches**2 + apart**2 - reach**2) / (2 * inches * apart)) for inches, weight in throws())
    found = scatter_odds(table_with(foe((24.0 + apart * np.cos(turn), 24.0 + apart * np.sin(turn), 0.0))), marker())
    assert found.hit["foe"] == pytest.approx(chance, abs=found.sure)
    assert found.shares.min() >= 0.0
    # Of the circle of each throw, what does not hit begins where what hits ends: the rims are where they are.
    hits = np.hypot(*(found.cloud[:, :2] - (24.0 + apart * np.cos(turn), 24.0 + apart * np.sin(turn))).T) <= reach
    for number, (inches, weight) in enumerate(throws()):
        rows = slice(number * DIRECTIONS, (number + 1) * DIRECTIONS)
        share = within((inches**2 + apart**2 - reach**2) / (2 * inches * apart))
        if 0.0 < share < 1.0:
            turns = (np.arange(DIRECTIONS) + 0.5) * 2.0 * np.pi / DIRECTIONS
            aside = np.abs((turns - turn + np.pi) % (2.0 * np.pi) - np.pi)
            step, half = 1.0 / DIRECTIONS, share * np.pi
            assert hits[rows].tolist() == (aside <= half).tolist()
            # Each direction stands for what lies on its side of the rim: half a step in the open, less or more beside it.
            into, out = turn - half, turn + half
            left = np.array([_own(one, into, out, 2.0 * np.pi * step) for one in turns])
            assert found.shares[rows] / weight == pytest.approx(left / (2.0 * np.pi), abs=0.1 * step)


def _own(turn: float, into: float, out: float, step: float) -> float:
    """How much of the circle a direction stands for, of directions a step apart, if it changes at two places."""
    size = 0.0
    for side in (-1.0, 1.0):
        gaps = [side * ((rim - turn + np.pi) % (2.0 * np.pi) - np.pi) for rim in (into, out)]
        near = [gap for gap in gaps if 0.0 <= gap < step]
        size += near[0] if near else step / 2.0
    return size


def test_directions_are_divided_more_finely_only_where_the_chances_are_unsure() -> None:
    plain = scatter_odds(table_with(foe((27.0, 24.0, 0.0))), marker())
    assert plain.sure <= SURE
    assert len(plain.cloud) == 6 * DIRECTIONS
    slots = [block((25.5, 25.6), 3.0, (y, y + 0.05), kind="wall") for y in np.arange(22.0, 26.0, 0.1)]
    posts = [block((22.4, 22.5), 3.0, (y, y + 0.05), kind="wall") for y in np.arange(22.0, 26.0, 0.1)]
    fine = scatter_odds(table_with(*slots, *posts, foe((27.5, 24.0, 0.0)), foe((21.0, 25.0, 0.0), "other")), marker())
    assert len(fine.cloud) == 6 * MORE
