"""main-rulebook: Active; Movement; Terrain types; Movement and terrain, as the Move action has them."""

import math
from dataclasses import replace

import pytest

from rules.engine.procedure_steps import Roll
from rules.errors import RulesError
from rules.skirmish.moving.crawl_actions import take_cover
from rules.skirmish.moving.move_actions import MOVE, move
from rules.skirmish.moving.walk_resolution import checked
from rules.skirmish.state.action import can, do, verify
from rules.skirmish.state.battle_navmesh import dangerous
from rules.skirmish.state.battle_state import Battle
from scene.pathfinding.path_legs import Check, Leg, Path
from scene.table.table import Piece
from tests.plain_scenes import block
from tests.rules.skirmish.battles import Place, battle, gone_through
from tests.rules.skirmish.moves import NEAR, R, acting, place

FENCE = block("fence", (10.0, 0.0, 0.0), (10.2, 16.0, 1.0), kind="obstacle")
THICK = block("crates", (10.0, 0.0, 0.0), (12.0, 16.0, 1.0), kind="obstacle")
TOWER = block("tower", (10.0, 0.0, 0.0), (20.0, 16.0, 4.0))
DECK = block("deck", (10.0, 0.0, 0.0), (20.0, 16.0, 3.5))
SIZE = (24.0, 16.0)


def alone(*pieces: Piece, at: Place = (4.0, 8.0), left: int = 1, **others: Place) -> Battle:
    return acting(battle({"ann": at, **others}, pieces=pieces, size=SIZE), "ann", left=left)


def test_move_up_to_the_movement_characteristic() -> None:
    after, told = gone_through(move(alone(), "ann"), "8 8 0")
    assert place(after, "ann") == pytest.approx((8.0, 8.0, 0.0))
    assert told.names() == ["where to"]


def test_a_movement_that_does_not_suffice_ends_short_of_where_it_was_planned() -> None:
    after, _ = gone_through(move(alone(), "ann"), "14 8 0")
    assert place(after, "ann") == pytest.approx((9.0, 8.0, 0.0), abs=1e-6)


def test_the_movement_path_can_bend() -> None:
    after, _ = gone_through(move(alone(), "ann"), "6 8, 6 10")
    assert place(after, "ann") == pytest.approx((6.0, 10.0, 0.0))
    short, _ = gone_through(move(alone(), "ann"), "7 8, 7 14")
    assert place(short, "ann") == pytest.approx((7.0, 10.0, 0.0), abs=1e-6)


def test_whoever_moves_faces_where_he_went() -> None:
    after, _ = gone_through(move(alone(), "ann"), "4 11 0")
    assert after.model("ann").facing == pytest.approx(90.0)


def test_a_fighter_may_stay() -> None:
    before = alone()
    assert gone_through(move(before, "ann"), "stay")[0] == before


@pytest.mark.parametrize("text", ["", "here", "1 2 3 4", "1 nan 0", "90 8 0", "engage bert", "engage ann", "engage", "5"])
def test_a_place_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        gone_through(move(alone(bill=(20.0, 8.0)), "ann"), text)


def test_of_several_floors_the_one_that_costs_least_is_meant() -> None:
    roof = block("roof", (8.0, 4.0, 3.0), (20.0, 12.0, 3.2))
    after, _ = gone_through(move(alone(roof), "ann"), "9 8")
    assert place(after, "ann") == pytest.approx((9.0, 8.0, 0.0))


def test_fighters_keep_further_than_an_inch_from_enemies() -> None:
    start = alone(bill=(10.0, 8.0))
    with pytest.raises(RulesError, match="Bill"):
        gone_through(move(start, "ann"), "8.5 8 0")
    after, _ = gone_through(move(start, "ann"), f"{10 - 2 * R - 1.01:.4f} 8 0")
    assert place(after, "ann")[0] == pytest.approx(10 - 2 * R - 1.01, abs=1e-3)


def test_seriously_injured_enemies_can_be_passed_within_an_inch() -> None:
    start = alone(bill=(8.0, 8.0)).changed("bill", status="seriously_injured")
    after, _ = gone_through(move(start, "ann"), "8 9.2 0")
    assert place(after, "ann") == pytest.approx((8.0, 9.2, 0.0))


def test_fighters_move_through_friends() -> None:
    after, _ = gone_through(move(alone(ada=(6.0, 8.0)), "ann"), "8 8 0")
    assert place(after, "ann") == pytest.approx((8.0, 8.0, 0.0))


def test_nobody_can_end_on_the_base_of_another_and_moves_back_just_enough() -> None:
    """Five inches end on Ada; the last free place touches her base."""
    after, told = gone_through(move(alone(ada=(9.2, 8.0), left=0), "ann"), "12 8 0")
    assert place(after, "ann") == pytest.approx((9.2 - 2 * R, 8.0, 0.0), abs=0.01)
    assert told.names() == ["where to"]


def test_from_an_illegal_place_another_move_follows_at_once_or_he_goes_back() -> None:
    start = alone(ada=(9.2, 8.0), left=1)
    on, _ = gone_through(move(start, "ann"), "12 8 0", "on")
    assert place(on, "ann") == pytest.approx((12.0, 8.0, 0.0))
    assert on.activation is not None
    assert (on.activation.left, on.activation.done) == (0, ("move", "move"))
    back, _ = gone_through(move(start, "ann"), "12 8 0", "back")
    assert place(back, "ann")[0] == pytest.approx(9.2 - 2 * R, abs=0.01)
    assert back.activation is not None
    assert back.activation.left == 1


@pytest.mark.parametrize(("face", "x"), [(4, 13.0), (3, 11.0)])
def test_barricades_cost_two_inches_unless_an_initiative_check_is_passed(face: int, x: float) -> None:
    """Five inches from x = 8 over a thin fence at x = 10."""
    after, told = gone_through(move(alone(FENCE, at=(8.0, 8.0)), "ann"), "16 8 0", (face,))
    assert place(after, "ann") == pytest.approx((x, 8.0, 0.0), abs=0.002)
    assert told.names() == ["where to", "cross an obstacle"]
    (roll,) = (one for one in told if isinstance(one, Roll))
    assert roll.tells == 'an initiative check; who fails spends 2" more movement'
    went = {13.0: 'Ann moves 5.0"', 11.0: 'Ann moves 3.0" for 5.0" of movement'}[x]
    assert went in [one.text for one in told.said], "the movement that a failed check took was not walked"


def test_an_obstacle_in_an_opening_is_squeezed_over() -> None:
    check = Check("initiative", 0, {"cost": 2.0})
    through = Path((Leg("squeeze", (8.0, 8.0, 0.0), (10.0, 8.0, 0.0), 2.0, 0.0, 4.0, check, toll=2.0),))
    _, told = gone_through(checked(alone(at=(8.0, 8.0)), "ann", through, 9.0), (6,))
    assert told.names() == ["squeeze over an obstacle"]


def test_the_safe_way_over_a_barricade_pays_without_a_roll() -> None:
    after, told = gone_through(move(alone(FENCE, at=(8.0, 8.0)), "ann"), "16 8 0 safe")
    assert place(after, "ann")[0] == pytest.approx(11.0, abs=1e-6)
    assert told.names() == ["where to"]


def test_rulebook_example_on_a_barricade_she_spends_an_action_to_go_on() -> None:
    """She walks 2.5" to two inches of crates, fails the check and has half an inch left on top of them."""
    start = alone(THICK, at=(10.0 - R - 2.5, 8.0))
    after, told = gone_through(move(start, "ann"), "16 8 0", (1,), "on")
    assert told.names() == ["where to", "cross an obstacle", "continue the movement"]
    assert place(after, "ann")[0] == pytest.approx(10.0 - R + 0.5 + 5.0, abs=NEAR)
    assert after.model("ann").hard_target


def test_nobody_ends_on_a_barricade() -> None:
    start = alone(THICK, at=(10.0 - R - 2.5, 8.0), left=0)
    after, _ = gone_through(move(start, "ann"), "16 8 0", (1,))
    assert place(after, "ann") == pytest.approx((10.0 - R, 8.0, 0.0), abs=NEAR)


def test_with_too_little_left_after_a_failed_check_the_barricade_is_not_crossed() -> None:
    start = alone(FENCE, at=(10.0 - R - 4.0, 8.0), left=0)
    after, _ = gone_through(move(start, "ann"), "16 8 0", (1,))
    assert place(after, "ann") == pytest.approx((10.0 - R, 8.0, 0.0), abs=NEAR)


def test_two_moves_in_a_row_make_a_hard_target() -> None:
    assert not gone_through(move(alone(), "ann"), "6 8 0")[0].model("ann").hard_target
    second = acting(alone(), "ann", done=("move", "face", "move"))
    assert gone_through(move(second, "ann"), "6 8 0")[0].model("ann").hard_target
    apart = acting(alone(), "ann", done=("move", "shoot", "move"))
    assert not gone_through(move(apart, "ann"), "6 8 0")[0].model("ann").hard_target


def test_a_move_may_engage_an_enemy_chosen_for_it() -> None:
    second = acting(battle({"ann": (4.0, 8.0), "bill": (8.0, 8.0)}, size=SIZE), "ann", left=0, done=("move", "move"))
    after, _ = gone_through(move(second, "ann"), "engage bill")
    assert place(after, "ann") == pytest.approx((8.0 - 2 * R, 8.0, 0.0), abs=0.01)
    assert not after.model("ann").hard_target


def test_engaging_movement_that_does_not_suffice_stops_an_inch_away() -> None:
    after, _ = gone_through(move(alone(bill=(4 + 5 + 2 * R + 0.5, 8.0)), "ann"), "engage bill")
    assert place(after, "ann")[0] == pytest.approx(8.5, abs=0.01)


@pytest.mark.parametrize("at", [7.0, 8.0])
def test_climbing_is_difficult_terrain_and_may_end_mid_climb(at: float) -> None:
    walked = 10.0 - R - at
    after, _ = gone_through(move(alone(TOWER, at=(at, 8.0)), "ann"), "14 8 4")
    assert place(after, "ann") == pytest.approx((10.0 - R, 8.0, (5.0 - walked) / 2.0), abs=NEAR)
    climb = after.model("ann").climb
    assert climb is not None
    assert (climb.in_air, climb.on_ladder, climb.began) == (False, False, False)


def climbing() -> Battle:
    return gone_through(move(alone(TOWER, at=(7.0, 8.0)), "ann"), "14 8 4")[0]


def test_another_move_continues_the_climb() -> None:
    """Of eight inches for the climb 2.49 are spent; five more leave her short of the top."""
    up = place(climbing(), "ann")[2]
    after, _ = gone_through(move(climbing(), "ann"), "on")
    assert place(after, "ann")[2] == pytest.approx(up + 2.5, abs=NEAR)


def test_a_climb_can_be_climbed_down_again() -> None:
    after, _ = gone_through(move(climbing(), "ann"), "back")
    assert place(after, "ann") == pytest.approx((10.0 - R, 8.0, 0.0), abs=NEAR)
    assert after.model("ann").climb is None
    away, _ = gone_through(move(climbing(), "ann"), "9 10 0")
    assert place(away, "ann") == pytest.approx((9.0, 10.0, 0.0), abs=NEAR)


def test_a_climb_goes_on_to_a_place_chosen_anew() -> None:
    low = block("low", (10.0, 0.0, 0.0), (20.0, 16.0, 2.5))
    start, _ = gone_through(move(alone(low, at=(8.0, 8.0)), "ann"), "14 8 2.5")
    assert start.model("ann").climb is not None
    after, _ = gone_through(move(start, "ann"), "12 8 2.5")
    assert place(after, "ann") == pytest.approx((12.0, 8.0, 2.5), abs=NEAR)
    assert after.model("ann").climb is None


def test_mid_climb_nothing_but_move_and_charge_can_be_done() -> None:
    hanging = acting(climbing(), "ann", left=1, done=("move",))
    assert can(hanging, "ann", MOVE)
    other = replace(MOVE, key="aim", climbing=False)
    assert [reason.source for reason in verify(hanging, "ann", other)] == ["main-rulebook: Climbing"]


def test_where_a_climb_began_is_kept_over_activations() -> None:
    hanging = climbing()
    climb = hanging.model("ann").climb
    assert climb is not None
    later = acting(hanging.changed("ann", climb=replace(climb, began=True)), "ann")
    after, _ = gone_through(move(later, "ann"), "stay")
    on, _ = gone_through(move(later, "ann"), "on")
    for one in (after, on):
        now = one.model("ann").climb
        assert now is not None
        assert now.began


def test_ladders_do_not_modify_movement() -> None:
    from tests.rules.course_parts import rungs

    wall = replace(TOWER, kind="wall")
    start = alone(wall, rungs(10.0, 8.0, 4.0), at=(7.0, 8.0))
    after, _ = gone_through(move(start, "ann"), "14 8 4")
    climb = after.model("ann").climb
    assert climb is not None
    assert climb.on_ladder
    walked = place(after, "ann")[0] - 7.0
    assert place(after, "ann")[2] == pytest.approx(5.0 - walked, abs=NEAR)


def test_stepping_up_half_an_inch_is_free() -> None:
    after, _ = gone_through(move(alone(block("kerb", (6.0, 0.0, 0.0), (20.0, 16.0, 0.5))), "ann"), "9 8 0.5")
    assert place(after, "ann") == pytest.approx((9.0, 8.0, 0.5), abs=1e-4)


def test_jumping_down_an_inch_or_less_needs_no_check() -> None:
    start = alone(block("stage", (10.0, 0.0, 0.0), (20.0, 16.0, 1.0)), at=(12.0, 8.0, 1.0))
    after, told = gone_through(move(start, "ann"), "8 8 0")
    assert place(after, "ann") == pytest.approx((8.0, 8.0, 0.0), abs=NEAR)
    assert told.names() == ["where to"]


@pytest.mark.parametrize(("height", "needed"), [(2.5, 4), (3.0, 5), (4.9, 5), (5.0, 6)])
def test_jumping_down_an_initiative_check_with_minus_1_for_every_2_inches(height: float, needed: int) -> None:
    stage = block("stage", (10.0, 0.0, 0.0), (20.0, 16.0, height))
    start = alone(stage, at=(11.0, 8.0, height))
    after, told = gone_through(move(start, "ann"), "8 8 0", (needed,))
    assert place(after, "ann") == pytest.approx((8.0, 8.0, 0.0), abs=NEAR)
    assert told.names() == ["where to", "jump down"]
    fallen, _ = gone_through(move(start, "ann"), "8 8 0", (needed - 1,), *([(1,)] if height >= 3.0 else []))
    assert fallen.model("ann").status == "pinned"


def test_rulebook_example_a_failed_jump_pins_hits_with_strength_3_and_ends_the_activation() -> None:
    """The deck ends at x = 10. He lands beside it and goes no further."""
    start = alone(DECK, at=(11.0, 8.0, 3.5), left=1)
    after, told = gone_through(move(start, "ann"), "7 8 0", (4,), (1,))
    assert place(after, "ann") == pytest.approx((10.0 - R, 8.0, 0.0), abs=NEAR)
    assert after.model("ann").status == "pinned"
    assert after.activation is not None
    assert after.activation.left == 0
    assert told.names()[-1] == "wound roll"
    assert "strength 3" in getattr(told[-1], "needs", "")


def decks(gap: float) -> tuple[Piece, Piece]:
    return block("one", (0.0, 0.0, 0.0), (8.0, 16.0, 3.0)), block("two", (8.0 + gap, 0.0, 0.0), (24.0, 16.0, 3.0))


def test_leaping_no_more_than_half_the_movement_is_easy() -> None:
    after, told = gone_through(move(alone(*decks(2.5), at=(7.0, 8.0, 3.0)), "ann"), "11.2 8 3")
    assert place(after, "ann") == pytest.approx((11.2, 8.0, 3.0), abs=NEAR)
    assert told.names() == ["where to"]


def test_leaping_more_than_half_the_movement_takes_an_initiative_check() -> None:
    start = alone(*decks(3.4), at=(7.5, 8.0, 3.0))
    after, told = gone_through(move(start, "ann"), "12 8 3", (4,))
    assert place(after, "ann") == pytest.approx((12.0, 8.0, 3.0), abs=NEAR)
    assert told.names() == ["where to", "leap"]


def test_whoever_fails_a_leap_is_pinned_at_the_far_edge_and_at_risk_of_falling() -> None:
    start = alone(*decks(3.4), at=(7.5, 8.0, 3.0))
    held, told = gone_through(move(start, "ann"), "12 8 3", (3,), (4,))
    assert held.model("ann").status == "pinned"
    assert place(held, "ann")[0] >= 11.4 - NEAR
    assert place(held, "ann")[2] == pytest.approx(3.0)
    assert told.names() == ["where to", "leap", "falling hazard"]
    fallen, _ = gone_through(move(start, "ann"), "12 8 3", (3,), (3,), (1,))
    assert place(fallen, "ann")[2] == pytest.approx(0.0)


def test_a_gap_wider_than_the_movement_is_not_leapt() -> None:
    pit = block("pit", (8.0, 0.0, 0.0), (13.2, 16.0, 0.02), kind="pit")
    with pytest.raises(RulesError, match="gap"):
        gone_through(move(alone(pit, at=(7.0, 8.0)), "ann"), "15 8 0")


def test_rulebook_example_who_stops_in_mid_air_goes_on_with_another_action() -> None:
    start = alone(*decks(2.5), at=(4.0, 8.0, 3.0))
    after, _ = gone_through(move(start, "ann"), "12 8 3")
    climb = after.model("ann").climb
    assert climb is not None
    assert climb.in_air
    on, told = gone_through(move(after, "ann"), "on")
    assert place(on, "ann") == pytest.approx((12.0, 8.0, 3.0), abs=NEAR)
    assert on.model("ann").climb is None
    assert told.names() == ["where to"]


def test_the_check_of_a_leap_is_made_once_on_reaching_the_far_edge() -> None:
    start = alone(*decks(3.4), at=(4.5, 8.0, 3.0))
    after, told = gone_through(move(start, "ann"), "13 8 3")
    assert told.names() == ["where to"]
    _, told = gone_through(move(after, "ann"), "on", (4,))
    assert told.names() == ["where to", "leap"]


def test_difficult_terrain_counts_double() -> None:
    mud = block("mud", (6.0, 0.0, 0.0), (20.0, 16.0, 0.02), kind="area", ground="difficult")
    after, _ = gone_through(move(alone(mud), "ann"), "12 8 0")
    assert place(after, "ann")[0] == pytest.approx(6.0 + 3.0 / 2.0, abs=NEAR)


def test_whoever_enters_dangerous_terrain_passes_an_initiative_check_or_goes_out_of_action() -> None:
    acid = block("acid", (6.0, 0.0, 0.0), (20.0, 16.0, 0.02), kind="area", ground="dangerous")
    after, told = gone_through(move(alone(acid), "ann"), "12 8 0", (4,))
    assert place(after, "ann")[0] == pytest.approx(7.5, abs=NEAR)
    assert dangerous(after, "ann")
    assert told.names() == ["where to", "enter dangerous terrain"]
    gone, _ = gone_through(move(alone(acid), "ann"), "12 8 0", (3,))
    assert gone.model("ann").whereabouts == "out_of_action"


def test_going_out_of_action_on_the_way_shakes_friends_nearby() -> None:
    acid = block("acid", (6.0, 0.0, 0.0), (20.0, 16.0, 0.02), kind="area", ground="dangerous")
    _, told = gone_through(move(alone(acid, ada=(5.0, 6.0)), "ann"), "12 8 0", (3,), (6, 6))
    assert told.names() == ["where to", "enter dangerous terrain", "nerve test"]


def test_impassable_terrain_is_gone_round() -> None:
    wall = block("wall", (6.0, 0.0, 0.0), (6.2, 8.0, 8.0), kind="wall", infinite_height=True)
    after, _ = gone_through(move(alone(wall, at=(5.0, 8.0)), "ann"), "7.2 8 0")
    assert place(after, "ann") == pytest.approx((7.2, 8.0, 0.0), abs=NEAR)
    straight = alone(replace(wall, shape=block("w", (6.0, 0.0, 0.0), (6.2, 16.0, 8.0)).shape), at=(5.0, 8.0))
    with pytest.raises(RulesError):
        gone_through(move(straight, "ann"), "7.2 8 0")


def test_move_is_simple_it_can_be_done_twice_and_costs_one_action() -> None:
    first = replace(alone(), activation=replace(acting(alone(), "ann").activation, left=2, done=()))  # type: ignore[type-var]
    once, _ = gone_through(do(first, "ann", MOVE), "6 8 0")
    assert can(once, "ann", MOVE)
    twice, _ = gone_through(do(once, "ann", MOVE), "8 8 0")
    assert not can(twice, "ann", MOVE)
    assert twice.model("ann").hard_target


def test_where_a_leap_ends_is_as_far_as_the_gap() -> None:
    """Two half inches of floor and 2.5" of gap are 3.5" of movement, however long the path planned."""
    after, _ = gone_through(move(alone(*decks(2.5), at=(7.5, 8.0, 3.0)), "ann"), "20 8 3")
    assert math.dist(place(after, "ann"), (7.5, 8.0, 3.0)) == pytest.approx(5.0, abs=NEAR)


def test_whoever_climbs_down_to_where_an_enemy_has_come_hangs_on() -> None:
    start = gone_through(move(alone(TOWER, at=(7.0, 8.0), bill=(2.0, 2.0)), "ann"), "14 8 4")[0]
    watched = start.changed("bill", position=(10.0 - R - 1.2, 8.0, 0.0))
    after, _ = gone_through(move(watched, "ann"), "back")
    assert (place(after, "ann"), after.model("ann").climb) == (place(watched, "ann"), watched.model("ann").climb)


def test_engaging_an_enemy_goes_the_shortest_way_and_ends_the_movement() -> None:
    before = alone(bill=(8.0, 8.0))
    for text, why in (("5 9, engage bill", "the shortest way there"), ("engage bill, 5 9", "ends with engaging")):
        with pytest.raises(RulesError, match=why):
            gone_through(move(before, "ann"), text)
    with pytest.raises(RulesError, match="engages nobody"):
        gone_through(take_cover(before, "ann"), "engage bill")


CORRIDOR = block("corridor", (0.0, 8.6, 0.0), (16.0, 8.8, 5.0), kind="wall")
"""Ann walks along it at y = 8; whoever stands at y = 9.4 is within an inch of her, but behind it."""


@pytest.mark.parametrize("to", [8.0, 9.0])
def test_measuring_through_walls_enemies_behind_one_are_not_kept_away_from(to: float) -> None:
    """She passes Bill, or ends beside him."""
    after, told = gone_through(move(alone(CORRIDOR, bill=(8.0, 9.4)), "ann"), f"{to} 8")
    assert place(after, "ann") == pytest.approx((to, 8.0, 0.0), abs=1e-6)
    assert told.said[-1].text == f'Ann moves {to - 4.0:.1f}"'


def test_measuring_through_walls_enemies_in_the_open_are_kept_away_from_all_the_same() -> None:
    """Bill is behind the wall, Bob on her side of it."""
    before = alone(CORRIDOR, bill=(6.0, 9.4), bob=(8.0, 7.0))
    with pytest.raises(RulesError, match=r"^Bob is within an inch"):
        gone_through(move(before, "ann"), "8 8")
    past, _ = gone_through(move(before, "ann"), "6.2 8")
    assert place(past, "ann") == pytest.approx((6.2, 8.0, 0.0), abs=1e-6)


def test_measuring_through_walls_whoever_comes_around_the_end_of_one_keeps_away() -> None:
    short = block("short", (0.0, 8.6, 0.0), (6.0, 8.8, 5.0), kind="wall")
    with pytest.raises(RulesError, match="Bill is within an inch"):
        gone_through(move(alone(short, bill=(6.2, 9.4)), "ann"), "6.8 8")
