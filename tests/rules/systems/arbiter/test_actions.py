"""arbiter: Basic, Simple and Double actions, and the list of actions, one after another.

Doors, ductways, caskets, blind fire and skill actions have tests of their own.
"""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.procedure_steps import Answer, Choose
from rules.errors import RulesError
from rules.skirmish.melee.close_combat import coup_de_grace, helpless
from rules.skirmish.melee.retreat_actions import retreat, run_for_cover
from rules.skirmish.moving.charge_action import charge, charge_inches
from rules.skirmish.moving.crawl_actions import crawl, take_cover
from rules.skirmish.moving.move_actions import carry, move
from rules.skirmish.phases.action_list import actions_of
from rules.skirmish.state.action import do, verify
from rules.skirmish.state.battle_navmesh import way
from rules.skirmish.state.battle_sight import engaged, is_engaged
from rules.skirmish.state.battle_state import Battle, TableObject
from rules.skirmish.state.scenario import Area, Objective, Scenario, scorers
from scene.pathfinding.path_legs import Path
from tests.plain_scenes import block
from tests.rules.skirmish.battles import gone_through
from tests.rules.skirmish.guns import CARBINE, card, weapon
from tests.rules.skirmish.moves import acting, place
from tests.rules.systems.arbiter.arbiter_scenes import CONTACT, action, open_to, scene, turn_of

KINDS = {
    "aim": "basic",
    "carry": "simple",
    "charge": "double",
    "coup-de-grace": "simple",
    "crawl": "double",
    "move": "simple",
    "reload": "simple",
    "retreat": "basic",
    "run-for-cover": "double",
    "shoot": "basic",
    "stand-up": "basic",
    "take-cover": "basic",
    "fight": "basic",
}
"""The list of actions, without those of doors, ductways and caskets, blind fire and skills; Fight is named as an example."""
FLOOR = {"ann": (10.0, 10.0), "bill": (30.0, 10.0)}


def test_kinds_of_all_actions() -> None:
    kinds = {one.key: one.kind for one in actions_of(scene(FLOOR))}
    assert {key: kinds[key] for key in KINDS} == KINDS


def test_each_round_a_fighter_gets_two_actions() -> None:
    """Two simple ones, or one that is double."""
    once, _ = gone_through(do(turn_of(scene(FLOOR), "ann"), "ann", action(scene(FLOOR), "move")), "12 10")
    assert "move" in open_to(once, "ann"), "simple actions can be repeated"
    assert "charge" not in open_to(once, "ann"), "a double action takes both"
    twice, _ = gone_through(do(once, "ann", action(once, "move")), "14 10")
    assert open_to(twice, "ann") <= {"face"}


@pytest.mark.parametrize("key", ["aim", "take-cover"])
def test_basic_actions_are_not_repeated(key: str) -> None:
    """Also taking cover, which other rules repeat."""
    start = scene(FLOOR, cards=[card("ann", CARBINE)])
    done = turn_of(start, "ann", left=1)
    assert done.activation is not None
    assert key in open_to(done, "ann")
    assert key not in open_to(replace(done, activation=replace(done.activation, done=(key,))), "ann")


def test_aim_helps_a_later_shot_of_the_activation_even_after_a_move() -> None:
    start = turn_of(scene(FLOOR, cards=[card("ann", CARBINE)]), "ann", left=3)
    aimed, _ = gone_through(do(start, "ann", action(start, "aim")))
    moved, _ = gone_through(do(aimed, "ann", action(aimed, "move")), "11 10")
    assert moved.activation is not None
    assert moved.activation.aimed
    _, told = gone_through(do(moved, "ann", action(moved, "shoot")), (1,))
    assert [one.because.text for one in told[0].why] == ["Ann has aimed"]  # type: ignore[union-attr]


def loot(start: Battle, x: float, **fields: Any) -> Battle:  # noqa: ANN401
    return replace(start, things=(TableObject("crate", (x, 10.0, 0.0), **fields),))


def test_carry_takes_an_adjacent_item_along_for_a_whole_move() -> None:
    """Movement 5, strength 3: the strength does not hold anybody back."""
    start = loot(turn_of(scene(FLOOR), "ann"), 10.9)
    after, told = gone_through(do(start, "ann", action(start, "carry")), "crate", "10 15")
    assert told.names() == ["what to carry", "where to carry"]
    assert place(after, "ann") == pytest.approx((10.0, 15.0, 0.0), abs=1e-6)
    assert after.things[0].position == place(after, "ann")


def test_carry_goes_on_with_the_next_action_and_ends_with_a_move() -> None:
    start = loot(turn_of(scene(FLOOR), "ann", carries="crate"), 10.0, holder="ann")
    far, told = gone_through(carry(start, "ann"), "10 14")
    assert told.names() == ["where to carry"]
    let_go, _ = gone_through(move(far, "ann"), "10 16")
    assert let_go.model("ann").carries == ""
    assert let_go.things[0].position == pytest.approx((10.0, 14.0, 0.0), abs=1e-6)


def test_carry_only_what_is_adjacent() -> None:
    assert "carry" not in open_to(loot(turn_of(scene(FLOOR), "ann"), 12.5), "ann")


@pytest.mark.parametrize("locked", [True, False])
def test_loot_casket_a_locked_one_is_worth_nothing_at_home(locked: bool) -> None:
    own, theirs = Area((0.0, 0.0), (0.5, 1.0)), Area((0.5, 0.0), (1.0, 1.0))
    scenario = Scenario("", (own, theirs), objectives=(Objective("crate", (0.5, 0.5), loot=True, locked=True),))
    start = loot(scene(FLOOR).changed("ann", carries="crate"), 10.0, holder="ann", locked=locked)
    start = replace(start, setting=replace(start.setting, scenario=scenario))
    assert [gang for _, gang in scorers(start)] == ([] if locked else ["red"])


def test_a_move_takes_nothing_up() -> None:
    start = loot(turn_of(scene(FLOOR), "ann"), 10.9)
    with pytest.raises(RulesError):
        gone_through(do(start, "ann", action(start, "move")), "take crate, 10 12")


def charged(gap: float, die: int, **fields: Any) -> Battle:  # noqa: ANN401
    """Ann, with movement 5, charges Bill, whose base is so far from hers."""
    start = scene({"ann": (4.0, 8.0), "bill": (4.0 + gap + CONTACT, 8.0)}, size=(30.0, 16.0), **fields)
    after, told = gone_through(charge(acting(start, "ann", left=0, done=("charge",)), "ann"), "bill", (die,))
    assert [one.dice for one in told if not isinstance(one, Choose)] == ["D3"]
    return after


@pytest.mark.parametrize("die", range(1, 7))
def test_charge_movement_and_half_a_die(die: int) -> None:
    """1 and 2 give an inch, 3 and 4 two, 5 and 6 three."""
    inches = 5 + (die + 1) // 2
    assert engaged(charged(inches - 0.05, die), "ann") == ("bill",)
    assert engaged(charged(inches + 0.05, die), "ann") == ()


def test_charge_has_no_limit() -> None:
    start = scene({"ann": (4.0, 8.0), "bill": (40.0, 40.0)}, cards=[card("ann", movement=12)])
    assert charge_inches(start, "ann", more=3.0) == 15.0


def test_charge_gives_a_free_fight_or_a_free_coup_de_grace() -> None:
    after = charged(4.0, 1)
    assert after.activation is not None
    assert after.activation.free == ("fight",)
    start = scene({"ann": (4.0, 8.0), "bill": (8.0, 8.0)}).changed("bill", status="seriously_injured")
    helped, _ = gone_through(charge(acting(start, "ann", left=0, done=("charge",)), "ann"), "bill", (1,))
    assert helped.activation is not None
    assert helped.activation.free == ("coup-de-grace",)


@pytest.mark.parametrize(("gap", "near"), [(0.0, True), (0.3, False)])
def test_coup_de_grace_only_at_who_is_adjacent(gap: float, near: bool) -> None:
    start = scene({"ann": (10.0, 10.0), "bill": (10.0 + CONTACT + gap, 10.0)}).changed("bill", status="seriously_injured")
    start = turn_of(start, "ann")
    assert helpless(start, "ann") == (("bill",) if near else ())
    assert ("coup-de-grace" in open_to(start, "ann")) is near
    if near:
        after, _ = gone_through(coup_de_grace(start, "ann"), "bill")
        assert after.model("bill").whereabouts == "out_of_action"


def test_crawl_half_the_movement() -> None:
    """Half of 5 is 3, rounded up."""
    start = acting(scene(FLOOR).changed("ann", status="pinned"), "ann", left=0, done=("crawl",))
    after, _ = gone_through(crawl(start, "ann"), "10 20")
    assert place(after, "ann") == pytest.approx((10.0, 13.0, 0.0), abs=1e-6)
    assert after.model("ann").status == "pinned"


def test_move_climbs_at_half_the_movement() -> None:
    """Two and a half inches up take all five."""
    ledge = block("ledge", (10.5, 0.0, 0.0), (20.0, 20.0, 2.5))
    path = way(scene({"ann": (9.0, 10.0), "bill": (40.0, 40.0)}, pieces=[ledge]), "ann", (12.0, 10.0, 2.5))
    assert isinstance(path, Path)
    assert [leg.cost for leg in path.legs if leg.kind == "climb"] == [pytest.approx(5.0, abs=0.02)]


def test_move_engages_nobody() -> None:
    start = turn_of(scene({"ann": (10.0, 10.0), "bill": (13.0, 10.0)}), "ann")
    with pytest.raises(RulesError, match="engages nobody"):
        gone_through(do(start, "ann", action(start, "move")), "engage bill")


def test_move_twice_makes_no_hard_target() -> None:
    """The text lists all modifiers of a shot, and has none for that."""
    start = turn_of(scene(FLOOR), "ann")
    once, _ = gone_through(do(start, "ann", action(start, "move")), "10 12")
    twice, _ = gone_through(do(once, "ann", action(once, "move")), "10 14")
    assert not twice.model("ann").hard_target


@pytest.mark.parametrize("status", ["standing", "pinned"])
@pytest.mark.parametrize(("die", "loaded"), [(3, False), (4, True)])
def test_reload_after_an_ammo_check(status: str, die: int, loaded: bool) -> None:
    start = scene(FLOOR, cards=[card("ann", weapon("carbine", ammo=4))])
    start = turn_of(start, "ann", empty=frozenset({"carbine"}), status=status)
    assert "reload" in open_to(start, "ann")
    after, _ = gone_through(do(start, "ann", action(start, "reload")), (die,))
    assert (after.model("ann").empty == frozenset()) is loaded


TWO = {"ann": (10.0, 10.0), "bill": (10.0 + CONTACT, 10.0), "ben": (10.0, 10.0 + CONTACT)}


def retreated(*answers: Answer, **fields: Any) -> Battle:  # noqa: ANN401
    start = scene(TWO, **fields).changed("bill", facing=180.0).changed("ben", facing=270.0)
    return gone_through(retreat(acting(start, "ann", done=("retreat",)), "ann"), *answers)[0]


MISS = (1,)


def test_retreat_enemies_who_pass_react_also_when_she_gets_away() -> None:
    """Her check, Bill's, Ben's, the one attack of Bill, her die."""
    after = retreated((4,), (4,), (3,), MISS, (3,), "5 5")
    assert not is_engaged(after, "ann")


def test_retreat_enemies_who_fail_do_not_react_even_if_she_does_not_get_away() -> None:
    after = retreated((3,), (3,), (3,))
    assert engaged(after, "ann") == ("bill", "ben")


def test_retreat_who_goes_down_to_a_reaction_goes_nowhere() -> None:
    hit, wound, serious = (6,), (6,), (4,)
    after = retreated((4,), (4,), (3,), hit, wound, serious)
    assert after.model("ann").status == "seriously_injured"
    assert place(after, "ann") == (10.0, 10.0, 0.0)


def broken(**fields: Any) -> Battle:  # noqa: ANN401
    return turn_of(scene({"ann": (20.0, 10.0), "bill": (26.0, 10.0)}).changed("ann", broken=True, **fields), "ann")


def test_run_for_cover_two_dice_away_from_enemies() -> None:
    start = broken()
    after, told = gone_through(do(start, "ann", action(start, "run-for-cover")), (4, 4))
    assert told.names() == ["run for cover"]
    assert place(after, "ann")[0] < 20.0 - 6.0


def test_run_for_cover_out_of_sight_where_that_can_be() -> None:
    wall = block("wall", (14.0, 6.0, 0.0), (14.3, 14.0, 6.0))
    start = scene({"ann": (20.0, 10.0), "bill": (30.0, 10.0)}, pieces=[wall]).changed("ann", broken=True)
    after, _ = gone_through(run_for_cover(turn_of(start, "ann"), "ann"), (6, 6))
    assert place(after, "ann")[0] < 14.0
    assert 6.0 < place(after, "ann")[1] < 14.0


@pytest.mark.parametrize(("die", "away"), [(4, True), (3, False)])
def test_run_for_cover_when_engaged_after_an_initiative_check(die: int, away: bool) -> None:
    start = turn_of(scene({"ann": (20.0, 10.0), "bill": (20.0 + CONTACT, 10.0)}).changed("ann", broken=True), "ann")
    assert open_to(start, "ann") <= {"run-for-cover", "face"}, "nor may she retreat"
    assert "run-for-cover" in open_to(start, "ann")
    after, told = gone_through(do(start, "ann", action(start, "run-for-cover")), (die,), *([(3, 3)] * away))
    assert is_engaged(after, "ann") is not away
    assert after.activation is not None
    assert after.activation.left == 0
    assert told.names() == ["getting away", "run for cover"][: 1 + away], "and nobody reacts"


def test_stand_up_returns_to_active() -> None:
    start = turn_of(scene(FLOOR).changed("ann", status="pinned"), "ann")
    after, _ = gone_through(do(start, "ann", action(start, "stand-up")), "keep")
    assert after.model("ann").status == "standing"
    assert "move" in open_to(after, "ann")


def test_take_cover_half_the_movement_then_down() -> None:
    start = acting(scene(FLOOR), "ann", done=("take-cover",))
    after, _ = gone_through(take_cover(start, "ann"), "10 20")
    assert place(after, "ann") == pytest.approx((10.0, 13.0, 0.0), abs=1e-6)
    assert after.model("ann").status == "pinned"


def test_every_reason_names_its_paragraph() -> None:
    start = turn_of(scene(FLOOR).changed("ann", status="pinned"), "ann")
    found = [one.source for key in ("charge", "move", "retreat") for one in verify(start, "ann", action(start, key))]
    assert found == ["arbiter: Charge", "arbiter: Actions", "arbiter: Retreat"]
